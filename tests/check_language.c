/* check_language.c - the claim language: what is read, what it means, where errors
 * are, and that no input whatever does harm. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/buffer.h"
#include "../verify/builtin.h"
#include "../verify/parse.h"
#include "../verify/scope.h"
#include "../verify/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- running a text ---- */

/* What the listener saw last. */
typedef struct {
    size_t outcomes;
    lcv_status status;
    bool claim;
    lcv_verdict verdict;
    size_t line, column; /* of the error */
    char *value, *message, *hint, *rendered;
} seen;

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

static void seen_clear(seen *s)
{
    free(s->value);
    free(s->message);
    free(s->hint);
    free(s->rendered);
    *s = (seen){0};
}

static void see(void *user, const lcv_outcome *outcome)
{
    seen *s = user;
    size_t outcomes = s->outcomes + 1;
    seen_clear(s);
    s->outcomes = outcomes;
    s->status = outcome->status;
    s->value = copy(outcome->value_text);
    s->claim = outcome->result != NULL;
    if (outcome->result)
        s->verdict = outcome->result->verdict;
    if (outcome->error) {
        s->message = copy(outcome->error->message);
        s->hint = copy(outcome->error->hint);
        s->rendered = lcv_diag_to_str(outcome->error);
        if (outcome->error->source)
            lcv_source_locate(outcome->error->source, outcome->error->span.begin, &s->line,
                              &s->column);
    }
}

static lcv_session *session;

static void open_session(void)
{
    session = lcv_session_new((lcv_options){.budget = 100000, .crosscheck = true});
    ck_assert_ptr_nonnull(session);
}

static void close_session(void)
{
    lcv_session_free(session);
}

static void eval(const char *text, seen *s)
{
    lcv_listener listener = {s, see, NULL};
    *s = (seen){0};
    lcv_session_eval(session, text, &listener);
    ck_assert_uint_eq(s->outcomes, 1);
}

static void check_value(const char *text, const char *value)
{
    seen s;
    eval(text, &s);
    ck_assert_msg(s.status == LCV_PASSED, "%s: %s", text, s.message ? s.message : "no value");
    ck_assert_msg(s.value && strcmp(s.value, value) == 0, "%s is %s, not %s", text,
                  s.value ? s.value : "nothing", value);
    seen_clear(&s);
}

/* ---- what is read ---- */

typedef struct {
    const char *text, *value;
} value_row;

static const value_row literals[] = {
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
    {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "S<3,4,3> o 0 o (8,64):(64,1)"},
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

static const value_row precedence[] = {
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

static const value_row evaluation[] = {
    {"((4,8):(1,4))(1,2)", "9"},
    {"((4,8):(1,4))((1,2))", "9"},
    {"((4,8):(1,4))(9)", "9"},
    {"(4,8):(1,4)(1,2)", "9"},
    {"(2:3)(1)", "3"},
    {"2:3(1)", "3"},
    {"(4,8)(9)", "9"},
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

static void check_rows(size_t n, const value_row *row)
{
    open_session();
    for (size_t i = 0; i < n; i++)
        check_value(row[i].text, row[i].value);
    close_session();
}

#define ROWS(table) check_rows(sizeof table / sizeof *table, table)

START_TEST(test_literals)
{
    ROWS(literals);
}
END_TEST

START_TEST(test_precedence)
{
    ROWS(precedence);
}
END_TEST

START_TEST(test_evaluation)
{
    ROWS(evaluation);
}
END_TEST

/* What prints is read again, as the same value. */
static bool round_trip(law *l)
{
    m_layout a;
    seen s;
    rnd_layout(&l->rnd, 1 << 20, &a);
    char *text = law_own_memory(l, m_layout_text(&a));
    eval(text, &s);
    bool same = s.value && strcmp(s.value, text) == 0;
    char *value = law_own_memory(l, copy(s.value));
    seen_clear(&s);
    return same || law_fail(l, "%s is %s", text, value ? value : "no value");
}

/* The algebra of swizzles, composed and linear layouts, as the language has it. */
static const value_row bits[] = {
    {"size(S<3,4,3>)", "1024"},
    {"cosize(S<2,0,0>)", "1"},
    {"cosize(S<3,4,3> o 3 o (8,63):(64,1))", "578"},
    {"cosize(linear{a: [5,3] -> x: 8})", "7"},
    {"rank(S<3,4,3> o (8,64):(64,1))", "2"},
    {"depth(linear{a: [1], b: [2] -> x: 4})", "1"},
    {"shape(linear{a: [1], b: [2,1] -> x: 4})", "(2,4)"},
    {"shape(S<3,4,3> o (8,64):(64,1))", "(8,64)"},
    {"slice(S<3,4,3> o 0 o (10,2):(2,1), (_,1))", "S<3,4,3> o 1 o 10:2"},
    {"mode(S<3,4,3> o 5 o (8,64):(64,1), 0)", "S<3,4,3> o 5 o 8:64"},
    {"coalesce(S<3,4,3> o 5 o (8,8):(1,8))", "S<3,4,3> o 5 o 64:1"},
    {"flatten(S<3,4,3> o ((2,4),8):((1,2),8))", "S<3,4,3> o 0 o (2,4,8):(1,2,8)"},
    {"select(S<3,4,3> o (2,4,8), 2, 0)", "S<3,4,3> o 0 o (8,2):(8,1)"},
    {"group(S<3,4,3> o (2,4,8), 0, 2)", "S<3,4,3> o 0 o ((2,4),8):((1,2),8)"},
    {"compose(S<3,4,3> o 8 o (8,64):(64,1), (4,8))", "S<3,4,3> o 8 o (4,8):(64,1)"},
    {"(S<3,4,3> o 8 o (8,64):(64,1)) o 16:2", "S<3,4,3> o 8 o (4,4):(128,1)"},
    {"zipped_divide(S<3,4,3> o (8,64):(64,1), (4,8))",
     "S<3,4,3> o 0 o ((4,8),(2,8)):((64,1),(256,8))"},
    {"tile_to_shape(S<1,2,1> o (4,4):(4,1), (8,8))",
     "S<1,2,1> o 0 o (8,(4,2)):(4,(1,32))"},
    {"S<1,2,1> o S<1,2,1>", "S<0,4,0>"},
    {"S<1,2,1> o S<1,2,-1>", "linear{in: [1,2,8,12] -> out: 16}"},
    {"S<1,2,1> o 0 o S<1,2,1> o 3 o 4:1", "S<0,4,0> o 3 o 4:1"},
    {"S<1,0,1> o linear{a: [1,2,4] -> x: 8}", "linear{a: [1,3,4] -> out: 8}"},
    {"linear{a: [1,2,4] -> x: 8} o (2,4):(4,1)", "linear{in: [4,1,2] -> x: 8}"},
    {"(8,2):(2,1) o linear{a: [1,2,4] -> x: 8}", "linear{a: [2,4,8] -> out: 16}"},
    {"(4,4):(4,1) o S<1,1,1>", "linear{in: [4,8,9] -> out: 16}"},
    {"upcast(S<3,4,3>, 16)", "S<3,0,3>"},
    {"downcast(S<3,4,3>, 2)", "S<3,5,3>"},
    {"upcast(S<3,4,3> o 16 o (8,64):(64,1), 8)", "S<3,1,3> o 2 o (8,8):(8,1)"},
    {"downcast(S<3,1,3> o 2 o (8,8):(8,1), 8)", "S<3,4,3> o 16 o (8,64):(64,1)"},
    {"inverse(S<3,4,3>)", "S<3,4,3>"},
    {"inverse(S<3,0,1>)", "linear{out: [1,3,7,15] -> in: 16}"},
    {"linear((4,8):(8,1))", "linear{in: [8,16,1,2,4] -> out: 32}"},
    {"linear(S<1,2,1>)", "linear{in: [1,2,4,12] -> out: 16}"},
    {"linear(S<1,2,1> o (4,4):(4,1))", "linear{in: [4,12,1,2] -> out: 16}"},
    {"linear(relation \"{ [c] -> [(5c) mod 4] : 0 <= c < 8 }\")",
     "linear{in: [1,2,0] -> out: 4}"},
    {"layout(linear((4,8):(8,1)))", "(4,8):(8,1)"},
    {"layout(linear(S<1,2,1> o (4,4):(4,1)))", "S<1,2,1> o 0 o (4,4):(4,1)"},
    {"layout(S<0,2,1>)", "8:1"},
    {"layout(S<3,4,3> o (8,8):(1,8))", "(8,8):(1,8)"},
    {"layout(S<1,0,1> o (2,2):(2,0))", "(2,2):(3,0)"},
    {"identity1d(8, in, out)", "linear{in: [1,2,4] -> out: 8}"},
    {"strided1d(8, 4, in, out)", "linear{in: [4,8,16] -> out: 32}"},
    {"zeros1d(8, in, out)", "linear{in: [0,0,0] -> out: 1}"},
    {"product(identity1d(4,a,x), identity1d(2,b,y))",
     "linear{a: [(1,0),(2,0)], b: [(0,1)] -> x: 4, y: 2}"},
    {"product(identity1d(4,a,x), identity1d(2,a,x))", "linear{a: [1,2,4] -> x: 8}"},
    {"divide_left(identity1d(8,a,x), identity1d(4,a,x))", "linear{a: [1] -> x: 2}"},
    {"divide_right(identity1d(8,a,x), identity1d(4,a,x))", "linear{a: [1] -> x: 2}"},
    {"invert(linear{a: [1,3] -> x: 4})", "linear{x: [1,3] -> a: 4}"},
    {"pseudoinvert(linear{a: [1,1,2] -> x: 4})", "linear{x: [1,4] -> a: 8}"},
    {"invert_and_compose(identity1d(8,a,x), linear{b: [1,3,4] -> x: 8})",
     "linear{a: [1,3,4] -> b: 8}"},
    {"sublayout(linear{a: [(1,0)], b: [(0,1)] -> x: 2, y: 2}, [b], [y])", "linear{b: [1] -> y: 2}"},
    {"sublayout(L=identity1d(2,a,x), outs=x, ins=a)", "linear{a: [1] -> x: 2}"},
    {"transpose_ins(linear{a: [1], b: [2] -> x: 4}, [b,a])", "linear{b: [2], a: [1] -> x: 4}"},
    {"transpose_outs(linear{a: [(1,0)] -> x: 2, y: 4}, [y,x])", "linear{a: [(0,1)] -> y: 4, x: 2}"},
    {"flatten_ins(linear{a: [1], b: [2] -> x: 4})", "linear{a: [1,2] -> x: 4}"},
    {"flatten_outs(linear{a: [(1,0),(0,1)] -> x: 2, y: 2})", "linear{a: [1,2] -> x: 4}"},
    {"reshape_ins(identity1d(8,a,x), [p,q], (2,4))", "linear{p: [1], q: [2,4] -> x: 8}"},
    {"reshape_outs(identity1d(8,a,x), p, 8)", "linear{a: [1,2,4] -> p: 8}"},
    {"resize_in(identity1d(8,a,x), a, 4)", "linear{a: [1,2] -> x: 8}"},
    {"resize_out(identity1d(8,a,x), x, 4)", "linear{a: [1,2,0] -> x: 4}"},
    {"concat(identity1d(8,a,x), identity1d(8,b,x))", "linear{a: [1,2,4], b: [1,2,4] -> x: 8}"},
    {"concat_outs(identity1d(4,a,x), identity1d(4,a,y))", "linear{a: [(1,1),(2,2)] -> x: 4, y: 4}"},
    {"quotient(linear{a: [(1,0)], b: [(0,1)] -> x: 2, b: 2}, [b])", "linear{a: [1] -> x: 2}"},
    {"unsqueeze_in(linear{a: [1], b: [] -> x: 2}, b)", "linear{a: [1] -> x: 2}"},
    {"remove_zero_bases(linear{a: [1,0,2] -> x: 4}, a)", "linear{a: [1,2] -> x: 4}"},
    {"free_variable_masks(linear{a: [1,1,2], b: [3,4] -> x: 8})", "(2,1)"},
    {"free_variable_masks(linear{a: [1,3,3,2] -> x: 4})", "12"},
    {"num_consecutive(linear{a: [1,2,8,4] -> x: 16})", "4"},
    {"identity1d(8,_a,o1)", "linear{_a: [1,2,4] -> o1: 8}"},
};

START_TEST(test_bits)
{
    ROWS(bits);
}
END_TEST

START_TEST(test_round_trip)
{
    static const char *const classes[] = {NULL};
    open_session();
    law_check_share("what prints is read again", round_trip, classes, 10);
    close_session();
}
END_TEST

/* A swizzle, alone or over an offset and a layout. */
static char *random_swizzled(law *l)
{
    rnd *r = &l->rnd;
    lcv_buffer text = {0};
    m_layout a;
    lcv_buffer_printf(&text, "S<%d,%d,%d>", (int)rnd_in(r, 0, 5), (int)rnd_in(r, 0, 5),
                      (int)rnd_in(r, -6, 6));
    if (rnd_chance(r, 60)) {
        rnd_layout(r, 1 << 12, &a);
        char *inner = m_layout_text(&a);
        lcv_buffer_printf(&text, " o %d o %s", (int)rnd_in(r, -40, 40), inner);
        free(inner);
    }
    return lcv_buffer_take(&text);
}

/* A linear layout of up to three input dims and two output dims. */
static char *random_linear(law *l)
{
    rnd *r = &l->rnd;
    lcv_buffer text = {0};
    int nins = (int)rnd_in(r, 0, 3), nouts = (int)rnd_in(r, 1, 2);
    int width[2] = {(int)rnd_in(r, 0, 20), (int)rnd_in(r, 0, 20)};
    lcv_buffer_str(&text, "linear{");
    for (int i = 0; i < nins; i++) {
        lcv_buffer_printf(&text, "%si%d: [", i > 0 ? ", " : "", i);
        for (int64_t n = rnd_in(r, 0, 5), k = 0; k < n; k++) {
            long long x = rnd_in(r, 0, (1 << width[0]) - 1), y = rnd_in(r, 0, (1 << width[1]) - 1);
            if (nouts == 1)
                lcv_buffer_printf(&text, "%s%lld", k > 0 ? "," : "", x);
            else
                lcv_buffer_printf(&text, "%s(%lld,%lld)", k > 0 ? "," : "", x, y);
        }
        lcv_buffer_str(&text, "]");
    }
    for (int i = 0; i < nouts; i++)
        lcv_buffer_printf(&text, "%so%d: %d", i > 0 ? ", " : " -> ", i, 1 << width[i]);
    lcv_buffer_str(&text, "}");
    return lcv_buffer_take(&text);
}

static bool bits_round_trip(law *l)
{
    seen s;
    bool swizzled = rnd_chance(&l->rnd, 50);
    law_saw(l, swizzled ? 0 : 1);
    char *text = law_own_memory(l, swizzled ? random_swizzled(l) : random_linear(l));
    eval(text, &s);
    bool same = s.value && strcmp(s.value, text) == 0;
    char *value = law_own_memory(l, copy(s.value));
    seen_clear(&s);
    return same || law_fail(l, "%s is %s", text, value ? value : "no value");
}

START_TEST(test_bits_round_trip)
{
    static const char *const classes[] = {"swizzle", "linear layout", NULL};
    open_session();
    law_check_share("a swizzle or linear layout that prints is read again", bits_round_trip,
                    classes, 10);
    close_session();
}
END_TEST

/* Shapes where layouts are expected, and layouts where shapes are. */
START_TEST(test_shapes_and_layouts)
{
    static const value_row row[] = {
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
    ROWS(row);
}
END_TEST

/* ---- errors ---- */

typedef struct {
    const char *text;
    size_t column;
    const char *message, *hint; /* parts of them */
} error_row;

static const error_row errors[] = {
    {"", 1, "too early", "expression"},
    {"(2,3", 5, "unbalanced '('", "')'"},
    {"f(g(2)", 7, "unbalanced '('", "')'"},
    {"2)", 2, "unbalanced ')'", ""},
    {"(2]", 3, "unbalanced ']'", "')'"},
    {"{2", 3, "unbalanced '{'", "'}'"},
    {"()", 1, "at least one element", "(4,)"},
    {"(2,())", 4, "at least one element", ""},
    {"2 3", 3, "unexpected '3'", "operator"},
    {"2 +", 4, "too early", "expression"},
    {"2:3:4", 4, "unexpected ':'", ""},
    {"1 < 2 < 3", 7, "unexpected '<'", ""},
    {"prove equal(2,2)", 1, "unexpected 'prove'", ""},
    {"\"abc", 1, "not terminated", ""},
    {"4 ? 3", 3, "unexpected character '?'", ""},
    {"4 \xe2\x88\x98 3", 3, "unexpected character", ""},
    {"6f1", 1, "not an integer", "f18"},
    {"6@", 1, "not an integer", "6@1"},
    {"0x", 1, "not an integer", ""},
    {"morphism{", 1, "not known", ""},
    {"S<1,2>", 1, "no swizzle", "S<3,4,3>"},
    {"S<-1,2,1>", 1, "b = -1", ""},
    {"S<1,-2,1>", 1, "m = -2", ""},
    {"S<1,2,100>", 1, "s = 100", ""},
    {"S<1,2,1>(_)", 1, "", ""},
    {"S<1,2,1>((1,2))", 9, "an integer", ""},
    {"S<1,2,1> o {2} o S<1,2,1>", 18, "a swizzle", ""},
    {"S<1,2,1> o 3 o S<1,2,1>", 16, "a swizzle", ""},
    {"stride(S<1,2,1> o 4:1)", 8, "a composed layout", ""},
    {"stride(S<1,2,1>)", 8, "a swizzle", ""},
    {"upcast(S<3,4,3> o 3 o (8,64):(64,1), 8)", 1, "the offset", ""},
    {"upcast(S<1,0,-3>, 2)", 1, "not in one group", ""},
    {"inverse(S<2,0,0>)", 1, "no inverse", ""},
    {"linear{a: [1,2] -> x: 3}", 23, "power of two", ""},
    {"linear{a: [1,4] -> x: 4}", 1, "expected 0 to 3", ""},
    {"linear{a: [1], a: [2] -> x: 4}", 1, "two input dims 'a'", ""},
    {"linear{a: [1] -> x: 2, x: 2}", 12, "expected 2", ""},
    {"linear{a: [(1,0)] -> x: 2, x: 2}", 1, "two output dims 'x'", ""},
    {"linear{a: [(1,2)] -> x: 4}", 12, "expected 1", ""},
    {"linear{a: [_] -> x: 4}", 12, "expected 1", ""},
    {"linear{a: 3 -> x: 4}", 11, "a list", "linear{in: [1,2] -> out: 4}"},
    {"linear{a: [1] x: 4}", 15, "unexpected 'x'", "'->'"},
    {"linear{a: [1] -> x: 4", 22, "unbalanced '{'", ""},
    {"linear{a [1] -> x: 4}", 10, "unexpected '['", "':'"},
    {"- a=1 -> (1) a=4 -> (2) where out dims are: [x (size 4)]", 14, "1, 2, 4", "a=2"},
    {"- a=1 -> (1) b=2 -> (2) where out dims are: [x (size 4)]", 14, "1, 2, 4", "a=2"},
    {"- a=1 -> (1)", 13, "too early", ""},
    {"LinearLayout(crd=(4,4),idx=(4,4),vals=[(1,1),(2,2),(0,1)])", 39, "each of the 4 bits", ""},
    {"LinearLayout(crd=(3,4),idx=4,vals=[1,2,0,0])", 18, "power of two", ""},
    {"identity1d(6,a,x)", 1, "power of two", ""},
    {"identity1d(8,3,x)", 14, "the name of a dim", "[register,lane]"},
    {"identity1d(8,[a,b],x)", 14, "the name of one dim", ""},
    {"sublayout(identity1d(8,a,x),[b],[x])", 1, "no input dim 'b'", ""},
    {"identity1d(8,a,x)(9)", 18, "expected 0 to 7", ""},
    {"identity1d(8,a,x)(1,2,3)", 18, "1 input dim", ""},
    {"linear((3,4):(4,1))", 8, "8 xor 4 is no coordinate", ""},
    {"linear((4,8):(1,5))", 8, "is not their XOR", ""},
    {"linear(S<1,2,1> o 1 o 4:1)", 8, "the offset is 1", ""},
    {"linear(relation \"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }\")", 8, "1 at 5", ""},
    {"linear(relation \"{ [c] -> [c] : 0 <= c < 6 }\")", 8, "no power of two", ""},
    {"linear(relation \"{ [c] -> [c] : 0 <= c }\")", 8, "", ""},
    {"linear(int8)", 8, "a linear layout", ""},
    {"concat(identity1d(8,a,x), zeros1d(4,b,x))", 1, "same names and sizes", ""},
    {"layout(linear{a: [(1,1)] -> x: 2, y: 2})", 1, "one output dim", ""},
    {"compose(identity1d(4,a,x), 16:1)", 1, "4 bits", ""},
    {"[a,b]", 1, "a list", ""},
    {"4 \x01", 3, "control character", ""},
    {"4 \xff", 3, "UTF-8", ""},
    {"(4,0):(1,2)", 4, "0", "1 or more"},
    {"(4,(2,-3)):(1,(2,3))", 7, "-3", ""},
    {"(2,3):(1,2,3)", 1, "congruent", "(1,2)"},
    {"(2,_):(1,2)", 1, "'_'", ""},
    {"(2,4:1)", 4, "a layout", "<4:1, 8:2>"},
    {"4:(4:1)", 3, "a stride", ""},
    {"4:(4 1)", 6, "unexpected '1'", ""},
    {"siz(4:1)", 1, "unknown name 'siz'", "'size'"},
    {"e", 1, "unknown name", "e0"},
    {"size", 1, "is a function", "size(A)"},
    {"equal", 1, "is a claim", "equal(X, Y)"},
    {"1 + equal(2,2)", 5, "is a claim", ""},
    {"1 + (2 == 2)", 5, "is a claim", ""},
    {"size()", 1, "takes 1 argument, 0 given", "size(A)"},
    {"size(1,2)", 1, "takes 1 argument, 2 given", ""},
    {"coalesce(1,2,3)", 1, "at most 2", ""},
    {"mode(4:1)", 1, "at least 2", ""},
    {"compose(4:1, C=2:1)", 14, "no argument named 'C'", "compose(A, B)"},
    {"compose(A=4:1, A=2:1)", 16, "given twice", ""},
    {"compose(A=4:1, 2:1)", 16, "by position", ""},
    {"mode(4:1, 1)", 11, "the only mode is 0", ""},
    {"group((2,3):(1,2), 0, 3)", 23, "modes are 0 to 2", ""},
    {"compose(4:1, int8)", 14, "a type", ""},
    {"coalesce(<4:1, 8:1>)", 10, "a tiler", ""},
    {"1 + (4:1)", 5, "a layout", ""},
    {"7 / (3 - 3)", 5, "division by zero", ""},
    {"7 % 0", 5, "division by zero", ""},
    {"((4,8):(1,4))(1,2,3)", 14, "(1,2,3)", ""},
    {"((4,8):(1,4))(k=1)", 15, "no names", ""},
    {"((4,8):(1,4))()", 1, "at least one element", ""},
    {"<4:1,8:1>(3)", 1, "a tiler", ""},
    {"{8}", 1, "offset", "{8} o"},
    {"{4:1} o 4:1", 2, "an integer", ""},
    {"[1,2]", 1, "list", ""},
    {"compose((4,6,8):(2,3,5), 6:3)", 1, "6:3", ""},
    {"relation \"{ [c] -> [c : 0 <= c }\"", 1, "", ""},
    {"relation \"{ [c] -> [c] : 0 <= c < 4 }\"(7)", 0, "outside", ""},
};

START_TEST(test_errors)
{
    open_session();
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const error_row *row = &errors[i];
        seen s;
        eval(row->text, &s);
        ck_assert_msg(s.status == LCV_INVALID, "%s: no error, but %s", row->text,
                      s.value ? s.value : "another status");
        ck_assert_msg(row->column == 0 || (s.line == 1 && s.column == row->column),
                      "%s: column %zu, not %zu", row->text, s.column, row->column);
        ck_assert_msg(strstr(s.message, row->message) != NULL, "%s: '%s' lacks '%s'", row->text,
                      s.message, row->message);
        ck_assert_msg(strstr(s.rendered, row->hint) != NULL, "%s: '%s' lacks '%s'", row->text,
                      s.rendered, row->hint);
        seen_clear(&s);
    }
    close_session();
}
END_TEST

/* The quoted line is cut to a window, and the caret stands under the column. */
START_TEST(test_quoting)
{
    lcv_buffer text = {0};
    seen s;
    lcv_buffer_str(&text, "(");
    for (int i = 0; i < 5000; i++)
        lcv_buffer_str(&text, "1,");
    lcv_buffer_str(&text, "? 2)");
    open_session();
    eval(text.data, &s);
    ck_assert_uint_eq(s.column, 10002);
    ck_assert_uint_lt(strlen(s.rendered), 400);
    char *quote = strchr(s.rendered, '\n') + 1;
    char *caret = strchr(quote, '\n') + 1;
    size_t at = strcspn(caret, "^");
    ck_assert_int_eq(quote[at], '?');
    seen_clear(&s);

    eval("(1,\n\t2 \xc3\xa9 3)", &s); /* a tab, and a letter outside ASCII */
    ck_assert_uint_eq(s.line, 2);
    ck_assert_uint_eq(s.column, 4);
    ck_assert_ptr_nonnull(strstr(s.rendered, "<expr>:2:4: error: "));
    ck_assert_ptr_nonnull(strstr(s.rendered, "\n   2 \xc3\xa9 3)\n     ^"));
    seen_clear(&s);
    close_session();
    free(text.data);
}
END_TEST

static char *repeat(const char *before, const char *piece, size_t times, const char *after)
{
    lcv_buffer text = {0};
    lcv_buffer_str(&text, before);
    for (size_t i = 0; i < times; i++)
        lcv_buffer_str(&text, piece);
    lcv_buffer_str(&text, after);
    return lcv_buffer_take(&text);
}

/* Too much of anything is an error, not a crash and not a wait. */
START_TEST(test_bounds)
{
    static const struct {
        const char *before, *piece;
        size_t times;
        const char *after;
    } row[] = {
        {"", "(", 100000, ""},         {"", "(", 100000, ")"},
        {"", "[", 100000, ""},         {"", "{", 100000, ""},
        {"", "<", 100000, "1"},        {"", "-", 100000, "1"},
        {"1", "+1", 5000, ""},         {"4:1", " o 4:1", 100000, ""},
        {"size", "(size", 100000, ""}, {"A", "(1)", 100000, ""},
        {"(1", ",1", 1000000, ")"},    {"(1", ",1", 5000, ")"},
        {"f(", "k=1,", 200000, "1)"},  {"", "1", 1000000, ""},
        {"", "a", 1000000, ""},        {"relation \"", "x", 5000000, "\""},
        {"relation", " \"xxxxxxxxxxxxxxx\"", 100000, ""},
        {"4:1 # ", "x", 5000000, " :"},
    };
    open_session();
    for (size_t i = 0; i + 1 < sizeof row / sizeof *row; i++) {
        char *text = repeat(row[i].before, row[i].piece, row[i].times, row[i].after);
        seen s;
        eval(text, &s);
        ck_assert_msg(s.status == LCV_INVALID, "%s%s...: no error", row[i].before, row[i].piece);
        ck_assert_uint_lt(strlen(s.rendered), 2000);
        seen_clear(&s);
        free(text);
    }
    char *text = repeat("4:1 # ", "x", 5000000, " :");
    check_value(text, "4:1");
    free(text);
    text = repeat("", "(", 400, "1");
    char *closed = repeat(text, ")", 400, "");
    check_value(closed, "1"); /* parentheses are no tuples */
    free(closed);
    free(text);
    close_session();
}
END_TEST

/* ---- names ---- */

START_TEST(test_nearest)
{
    static const char *const names[] = {"compose", "composes", "complement", "o", "size"};
    size_t n = sizeof names / sizeof *names;
    ck_assert_str_eq(lcv_nearest("compos", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("ocmpose", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("complemnet", n, names), "complement");
    ck_assert_str_eq(lcv_nearest("sise", n, names), "size");
    ck_assert_ptr_null(lcv_nearest("injective", n, names));
    ck_assert_ptr_null(lcv_nearest("x", n, names));
    ck_assert_ptr_null(lcv_nearest("", n, names));
}
END_TEST

START_TEST(test_scope)
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
END_TEST

/* Every function of the language is there once, and its signature says so. */
START_TEST(test_tables)
{
    for (size_t i = 0; lcv_builtin_at(i); i++) {
        const lcv_builtin *row = lcv_builtin_at(i);
        ck_assert_ptr_eq(lcv_builtin_find(row->name), row);
        ck_assert_ptr_null(lcv_claim_find(row->name));
        ck_assert_uint_le(row->min_args, row->max_args);
        ck_assert_int_eq(strncmp(row->signature, row->name, strlen(row->name)), 0);
        ck_assert_int_eq(row->signature[strlen(row->name)], '(');
    }
}
END_TEST

/* ---- claims ---- */

START_TEST(test_comparisons)
{
    static const struct {
        const char *text;
        lcv_verdict verdict;
    } row[] = {
        {"1 == 1", LCV_PROVED},           {"1 == 2", LCV_REFUTED},
        {"1 != 2", LCV_PROVED},           {"2 != 2", LCV_REFUTED},
        {"1 < 2", LCV_PROVED},            {"2 < 2", LCV_REFUTED},
        {"2 <= 2", LCV_PROVED},           {"3 <= 2", LCV_REFUTED},
        {"3 > 2", LCV_PROVED},            {"2 > 2", LCV_REFUTED},
        {"2 >= 2", LCV_PROVED},           {"1 >= 2", LCV_REFUTED},
        {"(1,2) == (1,2)", LCV_PROVED},   {"(1,2) == (1,3)", LCV_REFUTED},
        {"(1,(2,)) != (1,2)", LCV_PROVED}, {"shape(4:1) == 4", LCV_PROVED},
        {"-1 < 0", LCV_PROVED},           {"2*3 == 6", LCV_PROVED},
        {"99999999999999999999 > 99999999999999999998", LCV_PROVED},
        {"equal(4:1, 4)", LCV_PROVED},    {"equal(X=4:1, Y=4:2)", LCV_REFUTED},
    };
    open_session();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        seen s = {0};
        lcv_listener listener = {&s, see, NULL};
        lcv_session_prove(session, row[i].text, &listener);
        ck_assert_msg(s.claim && s.verdict == row[i].verdict, "%s", row[i].text);
        ck_assert_int_eq(s.status, row[i].verdict == LCV_PROVED ? LCV_PASSED : LCV_FAILED);
        seen_clear(&s);
        eval(row[i].text, &s); /* as an expression it has a truth, and nothing fails */
        ck_assert(s.claim && s.verdict == row[i].verdict && s.status == LCV_PASSED);
        seen_clear(&s);
    }
    close_session();
}
END_TEST

static int status_after(const char *claim)
{
    lcv_session *own = lcv_session_new((lcv_options){0});
    lcv_listener listener = {NULL, NULL, NULL};
    lcv_session_prove(own, claim, &listener);
    int status = lcv_tally_status(lcv_session_tally(own));
    lcv_session_free(own);
    return status;
}

START_TEST(test_status)
{
    ck_assert_int_eq(status_after("1 == 1"), 0);
    ck_assert_int_eq(status_after("1 == 2"), 1);
    ck_assert_int_eq(status_after("1 =="), 2);
    ck_assert_int_eq(status_after("4"), 2);
    ck_assert_int_eq(status_after("(1,2) < (1,3)"), 2);
    ck_assert_int_eq(status_after("4:1 == 4:1"), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.undecided = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1, .failed = 1}), 1);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .failed = 1}), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .disagreements = 1}), 4);
}
END_TEST

/* ---- statements ---- */

/* Verbs of the statements of a text, '!' for an error. */
static void check_statements(const char *text, const char *expected)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.lay", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    lcv_stmt stmt;
    lcv_parse_status status;
    lcv_buffer found = {0};
    while ((status = lcv_parser_next(parser, &stmt, &diag)) != LCV_PARSE_END) {
        lcv_buffer_char(&found, status == LCV_PARSED ? lcv_verb_name(stmt.verb)[0] : '!', 1);
        ck_assert(diag.failed == (status == LCV_PARSE_ERROR));
        lcv_diag_clear(&diag);
    }
    char *verbs = lcv_buffer_take(&found);
    ck_assert_msg(strcmp(verbs, expected) == 0, "%s: %s, not %s", text, verbs, expected);
    free(verbs);
    lcv_parser_free(parser);
    lcv_source_free(source);
}

START_TEST(test_statements)
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
    check_statements("let let = 4", "!!");
    check_statements("let o = 4\nshow \"abc\nshow 4", "!!s");
    check_statements("import 4\nimport \"a\" \"b\"", "!i");
    check_statements("show 4 ?? 5\nshow 4 # prove\nprove", "!s!");
}
END_TEST

START_TEST(test_excerpt)
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
END_TEST

/* ---- anything at all ---- */

static const char *const tokens[] = {
    "let",     "show",      "prove",    "refute",  "import",   "relation", "o",      "_",
    "==",      "!=",        "<=",       ">=",      "<",        ">",        "=",      ":",
    ",",       "(",         ")",        "{",       "}",        "[",        "]",      "+",
    "-",       "*",         "/",        "%",       "0",        "1",        "2",      "3",
    "4",       "_8",        "0x10",     "99999999999999999999",            "A",      "B",
    "size",    "compose",   "complement", "equal", "injective", "coalesce", "int32", "layout",
    "layout_map", "slice",  "mode",     "inverse", "composes", "(4,8):(1,4)", "4:1", "(2,3)",
    "((4,8):(8,1))", "<2:1,4:2>", "{3} o 4:1", "\"{ [c] -> [2c] : 0 <= c < 4 }\"", "\"", "\n",
    "#",       "?",         "é",        "\t",      "(1,(2,_))", "logical_divide", "k=", "S<1,2,3>",
    "linear{a: [1,2] -> x: 4}", "linear{", "->", "[a]", "linear", "S<1,0,1> o 2 o (2,2):(2,1)",
    "- a=1 -> (1) where out dims are: [x (size 2)]", "a=1 ->", "(size 2)", "identity1d",
};
#define NTOKENS ((int64_t)(sizeof tokens / sizeof *tokens))

static char *random_text(rnd *r, int64_t longest)
{
    lcv_buffer text = {0};
    for (int64_t n = rnd_in(r, 0, longest); n > 0; n--) {
        lcv_buffer_str(&text, tokens[rnd_in(r, 0, NTOKENS - 1)]);
        lcv_buffer_str(&text, rnd_chance(r, 60) ? " " : "");
    }
    return lcv_buffer_take(&text);
}

/* Expressions that are likely to mean something, with something changed. */
static char *random_change(rnd *r)
{
    size_t n = sizeof precedence / sizeof *precedence;
    size_t m = sizeof evaluation / sizeof *evaluation;
    size_t pick = (size_t)rnd_in(r, 0, (int64_t)(n + m) - 1);
    const char *base = pick < n ? precedence[pick].text : evaluation[pick - n].text;
    size_t at = (size_t)rnd_in(r, 0, (int64_t)strlen(base));
    size_t skip = (size_t)rnd_in(r, 0, 2);
    lcv_buffer text = {0};
    lcv_buffer_bytes(&text, base, at);
    if (rnd_chance(r, 70))
        lcv_buffer_str(&text, tokens[rnd_in(r, 0, NTOKENS - 1)]);
    lcv_buffer_str(&text, base + (at + skip < strlen(base) ? at + skip : strlen(base)));
    return lcv_buffer_take(&text);
}

/* Whatever comes: one outcome, and an error has a place in the text. */
static bool anything(law *l)
{
    char *text = law_own_memory(
        l, l->index % 2 ? random_text(&l->rnd, 20) : random_change(&l->rnd));
    seen s;
    eval(text, &s);
    law_saw(l, s.status == LCV_INVALID);
    bool placed = s.message && s.column >= 1 && s.column <= strlen(text) + 1;
    bool ok = s.status != LCV_DISAGREEMENT && (s.status != LCV_INVALID || placed);
    char *message = law_own_memory(l, copy(s.message));
    size_t column = s.column;
    seen_clear(&s);
    return ok || law_fail(l, "'%s': %s at column %zu", text, message ? message : "", column);
}

START_TEST(test_anything)
{
    static const char *const classes[] = {"value", "error", NULL};
    open_session();
    law_check("any words are a value or an error", anything, classes);
    close_session();
}
END_TEST

/* Bytes of any kind, as statements: never more of these than there are bytes, and
 * every error can be shown. */
static bool any_bytes(law *l)
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

START_TEST(test_any_bytes)
{
    static const char *const classes[] = {NULL};
    law_check("any bytes are statements or errors", any_bytes, classes);
}
END_TEST

SUITE_MAIN("language", test_literals, test_precedence, test_evaluation, test_bits, test_round_trip,
           test_bits_round_trip, test_shapes_and_layouts, test_errors, test_quoting, test_bounds,
           test_nearest, test_scope, test_tables, test_comparisons, test_status, test_statements,
           test_excerpt, test_anything, test_any_bytes)
