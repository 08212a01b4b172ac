/* check_language_anything.c - no input does harm. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"
#include "../verify/language/parse.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const char *const tokens[] = {
    "let",     "show",      "prove",    "refute",  "import",   "relation", "o",      "_",
    "==",      "!=",        "<=",       ">=",      "<",        ">",        "=",      ":",
    ",",       "(",         ")",        "{",       "}",        "[",        "]",      "+",
    "-",       "*",         "/",        "%",       "0",        "1",        "2",      "3",
    "4",       "_8",        "0x10",     "99999999999999999999",            "A",      "B",
    "size",    "compose",   "complement", "equal", "injective", "coalesce", "int32", "layout",
    "layout_map", "slice",  "mode",     "inverse", "composes", "(4,8):(1,4)", "4:1", "(2,3)",
    "((4,8):(8,1))", "<2:1,4:2>", "{3} o 4:1", "\"{ [c] -> [2c] : 0 <= c < 4 }\"", "\"", "\n",
    "#",       "?",         "é",        "\t",      "(1,(2,_))", "logical_divide", "k=",
    "S<1,2,3>",
    "linear{a: [1,2] -> x: 4}", "linear{", "->", "[a]", "linear", "S<1,0,1> o 2 o (2,2):(2,1)",
    "- a=1 -> (1) where out dims are: [x (size 2)]", "a=1 ->", "(size 2)", "identity1d",
    "e0",      "e1",        "6e1",      "2@0@1",   "f5",       "(e0,e1)",
    "(f1,f5)", "(4,8):(e0,e1)",
    "{(1,2)} o 4:e1", "(4,4):(f1,f5)", "tensor<(0,0) o 8:1@0>", "ArithTuple", "identity",
    "cosize",
    "smem_ptr[16b](unset)", "Sw<3,4,3>_smem_ptr[16b](0x7f..410)", "smem_ptr_S<2,0,3>_4b(0x3)",
    "Sw<3,0,-3> o smem_ptr[32b](unset) o", "ptr<f16, smem, S<3,4,3>>", "raw_ptr(0x10: f32, smem)",
    "tensor<ptr<f16, smem> o 8:1>", "_-1", "((8))", "(4):(1)", "\xc2\xa0", "\xe2\x88\x98",
};
/* clang-format on */
#define NTOKENS ((int64_t)(sizeof tokens / sizeof *tokens))

static char *random_text(rnd *r, int64_t longest)
{
    lc_text text = {0};
    for (int64_t n = rnd_in(r, 0, longest); n > 0; n--) {
        lc_text_add(&text, tokens[rnd_in(r, 0, NTOKENS - 1)]);
        lc_text_add(&text, rnd_chance(r, 60) ? " " : "");
    }
    return lc_text_take(NULL, &text);
}

/* Expressions that mean something. */
static const char *const meaningful[] = {
    "(1+2)*3",
    "-7%3",
    "2*3:4",
    "1+1:2+2",
    "24:3 o 8:3 o 2:2",
    "size(4:1)-1",
    "(4:1)(size(4:1)-1) + 1",
    "{8} o 24:3 o 8:3",
    "compose(A=24:3, B=8:3)",
    "((4,8):(1,4))((1,2))",
    "2:3(1)",
    "({8} o 4:2)(3)",
    "((4,8):(1,4))(1,_)",
    "concat(4:1,8:4)(1,2)",
    "S<1,2,1>(-8)",
    "(S<1,0,1> o 1 o (2,2):(2,1))(1,0)",
    "linear{a: [(1,1),(2,2)], b: [(0,1),(0,2)] -> x: 4, y: 4}(3,1)",
    "((4,8):(e0,6e1))(3,_)",
    "{(1,2)} o (4,(2,3)):(1@0,(-2@1,e0+3*e1))",
    "ArithTuple(_0,3) o (8,16):(_1@0,_1@1)",
    "((4,8):(f1,f5))(3,7)",
    "{5} o (4,4):(f1,3*f2)",
    "compose((8,8):(e0,e1), <4:1,8:2>)",
    "complement((4,8):(e0,e1), (8,32))",
    "stride(identity((4,(2,3))))",
};
#define NMEANINGFUL ((int64_t)(sizeof meaningful / sizeof *meaningful))

/* One of them with something changed. */
static char *random_change(rnd *r)
{
    const char *base = meaningful[rnd_in(r, 0, NMEANINGFUL - 1)];
    size_t at = (size_t)rnd_in(r, 0, (int64_t)strlen(base));
    size_t skip = (size_t)rnd_in(r, 0, 2);
    lc_text text = {0};
    lc_text_add_bytes(&text, base, at);
    if (rnd_chance(r, 70))
        lc_text_add(&text, tokens[rnd_in(r, 0, NTOKENS - 1)]);
    lc_text_add(&text, base + (at + skip < strlen(base) ? at + skip : strlen(base)));
    return lc_text_take(NULL, &text);
}

/* Whatever comes: one outcome, and an error has a place in the text. */
LAW(test_anything, "any words are a value or an error", CLASSES("value", "error"))
{
    char *text = law_own_memory(l,
                                l->index % 2 ? random_text(&l->rnd, 20) : random_change(&l->rnd));
    language_seen s;
    language_eval(text, &s);
    law_saw(l, s.status == LCV_INVALID);
    bool placed = s.message && s.column >= 1 && s.column <= strlen(text) + 1;
    bool ok = s.status != LCV_DISAGREEMENT && (s.status != LCV_INVALID || placed);
    if (!ok)
        law_fail(l, "'%s': %s at column %zu", text, s.message ? s.message : "", s.column);
    language_clear(&s);
    return ok;
}

/* Bytes of any kind, as statements: never more of these than there are bytes, and
 * every error can be shown. */
LAW(test_any_bytes, "any bytes are statements or errors", NULL)
{
    char text[200];
    size_t n = (size_t)rnd_in(&l->rnd, 0, (int64_t)sizeof text), statements = 0;
    for (size_t k = 0; k < n; k++)
        text[k] = (char)(rnd_chance(&l->rnd, 90) ? rnd_in(&l->rnd, 32, 126)
                                                 : rnd_in(&l->rnd, 0, 255));
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.lay", text, n, &diag);
    lcv_parser *parser = lcv_parser_new(source);
    lcv_stmt stmt;
    lcv_diag_clear(&diag);
    while (statements <= n && lcv_parser_next(parser, &stmt, &diag) != LCV_PARSE_END) {
        free(diag.failed ? lcv_diag_to_str(&diag) : NULL);
        lcv_diag_clear(&diag);
        statements++;
    }
    lcv_parser_free(parser);
    lcv_source_free(source);
    return statements <= n || law_fail(l, "%zu statements in %zu bytes", statements, n);
}

SUITE_MAIN("language, anything", test_anything, test_any_bytes)
