/* check_language.c - the claim language: what is read and what it means, names, claims
 * and statements. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../verify/catalogue/catalogue.h"
#include "../lib/text.h"
#include "../verify/operation/operation.h"
#include "../verify/language/parse.h"
#include "../verify/value/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is read ---- */

static const language_row literals[] = {
    {"42", "42"},
    {"0x1f", "31"},
    {"_8", "8"},
    {"_0x10", "16"},
    {"-3", "-3"},
    {"- -3", "3"},
    {"340282366920938463463374607431768211456", "340282366920938463463374607431768211456"},
    {"(4,(2,3))", "(4,(2,3))"},
    {"(4)", "4"},
    {"(4,)", "(4,)"},
    {"((4,),)", "((4,),)"},
    {"(4,8,)", "(4,8)"},
    {"( 4 ,\n 8 ) # comment", "(4,8)"},
    {"((0,1),_)", "((0,1),_)"},
    {"_", "_"},
    {"(_4,_8):(_1,_4)", "(4,8):(1,4)"},
    {"(4, 8):(1, 4)", "(4,8):(1,4)"},
    {"(2+2,2*4):(1,16/4)", "(4,8):(1,4)"},
    {"4:-1", "4:-1"},
    {"<4:1, 8:2>", "<4:1, 8:2>"},
    {"<4,8>", "<4:1, 8:1>"},
    {"<<2:1, 2:4>, 8:1>", "<<2:1, 2:4>, 8:1>"},
    {"<4:1>", "<4:1>"},
    {"{8} o ((2,3),2):((2,15),100)", "{8} o ((2,3),2):((2,15),100)"},
    {"{2+6} o 4", "{8} o 4:1"},
    {"{1} o {2} o 4:1", "{3} o 4:1"},
    {"S<3,4,3>", "S<3,4,3>"},
    {"Sw<3, 4, -3>", "S<3,4,-3>"},
    {"S<1+2,_4,-3>", "S<3,4,-3>"},
    {"S<3,4,3> o 0 o (8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)"},
    {"S<3,4,3> o (8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)"},
    {"S<3,4,3> o -8 o 4", "S<3,4,3> o -8 o 4:1"},
    {"S<3,4,3> o {8} o 4:2", "S<3,4,3> o 8 o 4:2"},
    {"S<3,4,3> o 1 o {8} o 4:2", "S<3,4,3> o 9 o 4:2"},
    {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "S<3,3,3> o 0 o (8,64):(64,1)"},
    {"linear{ a: [(0,1),(8,0)], b: [] -> x: 16, y: 2 }",
     "linear{a: [(0,1),(8,0)], b: [] -> x: 16, y: 2}"},
    {"linear {a:[1,_2,],->x:2*2,}", "linear{a: [1,2] -> x: 4}"},
    {"linear{ -> }", "linear{ -> }"},
    {"LinearLayout(crd=(4,4),idx=(4,4),vals=[(1,1),(2,2),(0,1),(0,2)])",
     "linear{crd0: [(1,1),(2,2)], crd1: [(0,1),(0,2)] -> idx0: 4, idx1: 4}"},
    {"LinearLayout(crd=8, idx=8, vals=[1, 2, 4])", "linear{crd0: [1,2,4] -> idx0: 8}"},
    {"LinearLayout(crd=1, idx=1, vals=[])", "linear{crd0: [] -> idx0: 1}"},
    {"\n - register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n"
     " - warp is a size 1 dimension\nwhere out dims are: [dim0 (size 16), dim1 (size 4)]",
     "linear{register: [(0,1),(8,0)], lane: [(0,2)], warp: [] -> dim0: 16, dim1: 4}"},
    {"- lane=1 -> (2) lane=2 -> (1) where out dims are: [dim0 (size 4)]",
     "linear{lane: [2,1] -> dim0: 4}"},
    {"int32", "int32"},
    {"uint8", "uint8"},
};

static const language_row precedence[] = {
    {"1+2*3", "7"},
    {"(1+2)*3", "9"},
    {"7-2-3", "2"},
    {"-7/2", "-4"},
    {"-7%3", "2"},
    {"7/-2", "-4"},
    {"2*3:4", "6:4"},
    {"2*-3", "-6"},
    {"1+1:2+2", "2:4"},
    {"24:3 o 8:3 o 2:2", "2:18"},
    {"size(4:1)-1", "3"},
    {"(4:1)(size(4:1)-1) + 1", "4"},
    {"{8} o 24:3 o 8:3", "{8} o 8:9"},
    {"compose(A=24:3, B=8:3)", "8:9"},
    {"compose(24:3, B=8:3)", "8:9"},
    {"compose(B=8:3, A=24:3)", "8:9"},
};

static const language_row evaluation[] = {
    {"((4,8):(1,4))(1,2)", "9"},
    {"((4,8):(1,4))((1,2))", "9"},
    {"((4,8):(1,4))(9)", "9"},
    {"(4,8):(1,4)(1,2)", "9"},
    {"(2:3)(1)", "3"},
    {"2:3(1)", "3"},
    {"(4,8):(1,4)(9)", "9"},
    {"(4:2)((4:1)(3))", "6"},
    {"({8} o 4:2)(3)", "14"},
    {"((4,8):(1,4))(1,_)", "{1} o 8:4"},
    {"((4,8):(1,4))(_,_)", "{0} o (4,8):(1,4)"},
    {"concat(4:1,8:4)(1,2)", "9"},
    {"S<1,2,1>(8)", "12"},
    {"S<1,2,1>(-8)", "-4"},
    {"S<1,2,-1>(4)", "12"},
    {"S<0,0,0>(7)", "7"},
    {"S<2,0,0>(7)", "4"},
    {"(S<1,0,1> o 0 o (2,2):(2,1))(1,0)", "3"},
    {"(S<1,0,1> o 1 o (2,2):(2,1))(1,0)", "2"},
    {"(S<3,4,3> o 8 o (8,64):(64,1))(2,_)", "S<3,4,3> o 136 o 64:1"},
    {"linear{a: [1,2], b: [(4)] -> x: 8}(3,1)", "7"},
    {"linear{a: [1,2], b: [4] -> x: 8}(7)", "7"},
    {"linear{a: [(1,1),(2,2)], b: [(0,1),(0,2)] -> x: 4, y: 4}(3,1)", "(3,2)"},
    {"linear{a: [(1,1),(2,2)], b: [(0,1),(0,2)] -> x: 4, y: 4}(7)", "(3,2)"},
    {"relation \"{ [c] -> [2c] : 0 <= c < 4 }\"(3)", "6"},
    {"relation \"{ [a,b]\" \" -> [b,a] }\"(3,5)", "(5,3)"},
    {"relation \"{ [a,b] -> [a + b] }\"((3,5))", "8"},
};

TEST(test_literals)
{
    LANGUAGE_ROWS(literals);
}

TEST(test_precedence)
{
    LANGUAGE_ROWS(precedence);
}

TEST(test_evaluation)
{
    LANGUAGE_ROWS(evaluation);
}

/* What prints is read again, as the same value. */
static bool round_trip(law *l)
{
    m_layout a;
    rnd_layout(&l->rnd, 1 << 20, &a);
    char *text = law_own_memory(l, m_layout_text(&a));
    return language_gives(l, text, text);
}

TEST(test_round_trip)
{
    static const char *const classes[] = {NULL};
    language_open();
    law_check_share("what prints is read again", round_trip, classes, 10);
    language_close();
}

/* Shapes where layouts are expected, and layouts where shapes are. */
TEST(test_shapes_and_layouts)
{
    static const language_row row[] = {
        {"size((2,(3,5)))", "30"},
        {"rank((2,3):(3,1))", "2"},
        {"depth(7)", "0"},
        {"shape((2,3))", "(2,3)"},
        {"stride((2,3))", "(1,2)"},
        {"cosize((2,3))", "6"},
        {"mode((4,(2,3)),1)", "(2,3)"},
        {"mode((4,(2,3)),1,0)", "2"},
        {"mode((4,(2,3)):(1,(4,8)),1,0)", "2:4"},
        {"flatten((4,(2,3)))", "(4,2,3)"},
        {"concat((2,3),4)", "((2,3),4)"},
        {"concat((2,3):(1,2),4)", "((2,3),4):((1,2),1)"},
        {"select((2,3,4),2,0)", "(4,2)"},
        {"group((2,3,4),0,2)", "((2,3),4)"},
        {"coalesce((2,3))", "6:1"},
        {"coalesce((2,3):(3,1),(2,3):(3,1))", "(2,3):(3,1)"},
        {"compose((4,8):(8,1),(2,4))", "(2,4):(8,1)"},
        {"compose((4,8):(8,1),(2,4):(1,4))", "(2,4):(8,1)"},
        {"compose((4,8):(8,1),2)", "2:8"},
        {"complement(4)", "1:4"},
        {"layout(4:2)", "4:2"},
        {"layout(layout_map(4:2), 4)", "4:2"},
    };
    LANGUAGE_ROWS(row);
}

/* ---- names ---- */

TEST(test_nearest)
{
    static const char *const names[] = {"compose", "composes", "complement", "o", "size"};
    size_t n = sizeof names / sizeof *names;
    ck_assert_str_eq(lcv_nearest("compos", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("ocmpose", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("complemnet", n, names), "complement");
    ck_assert_str_eq(lcv_nearest("sise", n, names), "size");
    const char *near[LCV_NEAR], *const alike[] = {"m8n8", "m16n8", "m8n16", "m16n8", "m8n8k"};
    ck_assert_uint_eq(lcv_nearest_of("m8n7", 5, alike, near), 1);
    ck_assert_str_eq(near[0], "m8n8");
    ck_assert_uint_eq(lcv_nearest_of("m1n8", 5, alike, near), 2);
    ck_assert_uint_eq(lcv_nearest_of("", 5, alike, near), 0);
    ck_assert_ptr_null(lcv_nearest("injective", n, names));
    ck_assert_ptr_null(lcv_nearest("x", n, names));
    ck_assert_ptr_null(lcv_nearest("", n, names));
}

TEST(test_scope)
{
    lcv_scope scope = {0};
    char name[32];
    ck_assert_ptr_null(lcv_scope_find(&scope, "A0"));
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "A%d", i);
        ck_assert(lcv_scope_add(&scope, name, NULL, NULL, (lcv_span){(size_t)i, 0}));
    }
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "A%d", i);
        const lcv_binding *b = lcv_scope_find(&scope, name);
        ck_assert_ptr_nonnull(b);
        ck_assert_uint_eq(b->span.begin, (size_t)i);
    }
    ck_assert_ptr_null(lcv_scope_find(&scope, "A3000"));
    lcv_scope_clear(&scope);
}

/* Every function of the language is there once, and its signature says so. */
TEST(test_tables)
{
    for (size_t i = 0; lcv_operation_at(i); i++) {
        const lcv_operation *row = lcv_operation_at(i);
        ck_assert_ptr_eq(lcv_operation_find(row->name), row);
        ck_assert_ptr_null(lcv_claim_find(row->name));
        ck_assert_uint_le(row->min_args, row->max_args);
        bool called = strncmp(row->signature, row->name, strlen(row->name)) == 0 &&
                      row->signature[strlen(row->name)] == '(';
        ck_assert(called != row->written);
    }
}

/* ---- claims ---- */

TEST(test_comparisons)
{
    static const struct {
        const char *text;
        lcv_verdict verdict;
    } row[] = {
        {"1 == 1", LCV_PROVED},
        {"1 == 2", LCV_REFUTED},
        {"1 != 2", LCV_PROVED},
        {"2 != 2", LCV_REFUTED},
        {"1 < 2", LCV_PROVED},
        {"2 < 2", LCV_REFUTED},
        {"2 <= 2", LCV_PROVED},
        {"3 <= 2", LCV_REFUTED},
        {"3 > 2", LCV_PROVED},
        {"2 > 2", LCV_REFUTED},
        {"2 >= 2", LCV_PROVED},
        {"1 >= 2", LCV_REFUTED},
        {"(1,2) == (1,2)", LCV_PROVED},
        {"(1,2) == (1,3)", LCV_REFUTED},
        {"(1,(2,)) != (1,2)", LCV_PROVED},
        {"shape(4:1) == 4", LCV_PROVED},
        {"-1 < 0", LCV_PROVED},
        {"2*3 == 6", LCV_PROVED},
        {"99999999999999999999 > 99999999999999999998", LCV_PROVED},
        {"equal(4:1, 4)", LCV_PROVED},
        {"equal(X=4:1, Y=4:2)", LCV_REFUTED},
    };
    language_open();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        language_seen s;
        language_prove(row[i].text, &s);
        ck_assert_msg(s.claim && s.verdict == row[i].verdict, "%s", row[i].text);
        ck_assert_int_eq(s.status, row[i].verdict == LCV_PROVED ? LCV_PASSED : LCV_FAILED);
        language_clear(&s);
        language_eval(row[i].text, &s); /* as an expression it has a truth, and nothing fails */
        ck_assert(s.claim && s.verdict == row[i].verdict && s.status == LCV_PASSED);
        language_clear(&s);
    }
    language_close();
}

static int status_after(const char *claim)
{
    lcv_session *own = lcv_session_new((lcv_options){0});
    lcv_listener listener = {.user = NULL};
    lcv_session_prove(own, claim, &listener);
    int status = lcv_tally_status(lcv_session_tally(own));
    lcv_session_free(own);
    return status;
}

TEST(test_status)
{
    ck_assert_int_eq(status_after("1 == 1"), 0);
    ck_assert_int_eq(status_after("1 == 2"), 1);
    ck_assert_int_eq(status_after("1 =="), 2);
    ck_assert_int_eq(status_after("4"), 2);
    ck_assert_int_eq(status_after("(1,2) < (1,3)"), 2);
    ck_assert_int_eq(status_after("4:1 == 4:1"), 0);
    ck_assert_int_eq(status_after("4:1 < 4:1"), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.undecided = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1, .failed = 1}), 1);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .failed = 1}), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .disagreements = 1}), 4);
}

/* ---- statements ---- */

/* Verbs of the statements of a text, '!' for an error. */
static void check_statements(const char *text, const char *expected)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.lay", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    lcv_stmt stmt;
    lcv_parse_status status;
    lc_text found = {0};
    while ((status = lcv_parser_next(parser, &stmt, &diag)) != LCV_PARSE_END) {
        lc_text_add_char(&found, status == LCV_PARSED ? lcv_verb_name(stmt.verb)[0] : '!', 1);
        ck_assert(diag.failed == (status == LCV_PARSE_ERROR));
        lcv_diag_clear(&diag);
    }
    char *verbs = lc_text_take(NULL, &found);
    ck_assert_msg(strcmp(verbs, expected) == 0, "%s: %s, not %s", text, verbs, expected);
    free(verbs);
    lcv_parser_free(parser);
    lcv_source_free(source);
}

TEST(test_statements)
{
    check_statements("", "");
    check_statements("# nothing\n\n", "");
    check_statements("let A = 4:1\nshow A\nprove 1 == 1\nrefute 1 == 2\nimport \"x\"", "lspri");
    check_statements("let A\n = 4\n :\n 1 show A", "ls");
    check_statements("show (\nshow 3", "!s");
    check_statements("show 3)\nshow 3", "!s");
    check_statements("sho 3\nshow 3", "!s");
    check_statements("4:1\nshow 3", "!s");
    check_statements("show 4:1\nsho 5", "s!");
    check_statements("show 4:1\nsho 5\nshow 6", "s!s");
    check_statements("show A\n(1)\nshow A\n- 1\nshow 2 +\nA", "sss");
    check_statements("show A A\nshow 3", "!s");
    check_statements("let = 4\nlet A = 4", "!l");
    check_statements("let let = 4", "!");
    check_statements("let prove = 4\nshow 3", "!s");
    check_statements("let\nprove 1 == 1", "!p");
    check_statements("param M >= 1, show >= 1\nshow 3", "!s");
    check_statements("show linear{prove: [1] -> x: 2}\nrefute 1 == 2", "!r");
    check_statements("let A = 3 show A", "ls");
    check_statements("let o = 4\nshow \"abc\nshow 4", "!!s");
    check_statements("import 4\nimport \"a\" \"b\"", "!i");
    check_statements("show 4 ?? 5\nshow 4 # prove\nprove", "!s!");
}

TEST(test_excerpt)
{
    lcv_diag diag = {0};
    const char *text = "  compose(A, # first\n    relation \"a  # b\",\t6:3)  ";
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    char *whole = lcv_source_excerpt(source, (lcv_span){0, source->length}, 100);
    char *part = lcv_source_excerpt(source, (lcv_span){0, source->length}, 12);
    ck_assert_str_eq(whole, "compose(A, relation \"a  # b\", 6:3)");
    ck_assert_str_eq(part, "compose(A, r...");
    free(whole);
    free(part);
    lcv_source_free(source);
}

/* No character is cut, whatever stands before it. */
TEST(test_excerpt_of_characters)
{
    lcv_diag diag = {0};
    const char *text = "abcd \xf0\x9f\x98\x80\xf0\x9f\x98\x80 e";
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    for (size_t room = 1; room < 16; room++) {
        char *part = lcv_source_excerpt(source, (lcv_span){0, source->length}, room);
        size_t n = strcspn(part, ".");
        ck_assert_str_eq(part + n, n < strlen(text) ? "..." : "");
        ck_assert_int_eq(strncmp(part, text, n), 0);
        ck_assert_msg(((unsigned char)text[n] & 0xc0) != 0x80, "room %zu: %s", room, part);
        free(part);
    }
    lcv_source_free(source);
}

/* An error at the end of a statement is there, not where the next one begins. */
TEST(test_place_of_the_end)
{
    char text[LCV_MAX_HEIGHT + 64] = "show ", *at = text + 5;
    lcv_diag diag = {0};
    lcv_stmt stmt;
    memset(at, '-', LCV_MAX_HEIGHT + 5);
    at += LCV_MAX_HEIGHT + 5;
    strcpy(at, "1 # one\nprove 1 == 1");
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    ck_assert_int_eq(lcv_parser_next(parser, &stmt, &diag), LCV_PARSE_ERROR);
    ck_assert_str_eq(diag.message, "the expression is nested too deeply");
    ck_assert_uint_eq(diag.span.begin, (size_t)(at - text) + 1);
    ck_assert_uint_eq(diag.span.end, diag.span.begin);
    lcv_diag_clear(&diag);
    ck_assert_int_eq(lcv_parser_next(parser, &stmt, &diag), LCV_PARSED);
    ck_assert_uint_eq(stmt.span.begin, (size_t)(strstr(text, "prove") - text));
    lcv_parser_free(parser);
    lcv_source_free(source);
}

SUITE_MAIN("language", test_literals, test_precedence, test_evaluation, test_round_trip,
           test_shapes_and_layouts, test_nearest, test_scope, test_tables, test_comparisons,
           test_status, test_statements, test_excerpt, test_excerpt_of_characters,
           test_place_of_the_end)
