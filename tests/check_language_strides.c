/* check_language_strides.c - strides of coordinates and of XOR in the language: literals,
 * arithmetic, and the values of layouts that have them. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is read ---- */

static const language_row literals[] = {
    {"e0", "e0"},
    {"e63", "e63"},
    {"e007", "e7"},
    {"6e1", "6e1"},
    {"_6e1", "6e1"},
    {"1e1", "e1"},
    {"0e1", "0"},
    {"6@1", "6e1"},
    {"_1@0", "e0"},
    {"_1@_0", "e0"},
    {"0x10@1", "16e1"},
    {"2@0@1", "2@0@1"},
    {"1@0@0", "1@0@0"},
    {"-2e1", "-2e1"},
    {"-1e1", "-e1"},
    {"-2@0@1", "-2@0@1"},
    {"99999999999999999999e2", "99999999999999999999e2"},
    {"f18", "f18"},
    {"f0", "0"},
    {"f340282366920938463463374607431768211456", "f340282366920938463463374607431768211456"},
    {"(e0,e1)", "(e0,e1)"},
    {"(e0,(0,6e1))", "(e0,(0,6e1))"},
    {"((0,0),e1)", "((0,0),e1)"},
    {"(e0,)", "(e0,)"},
    {"2*(e0,(e1,3e0))", "(2e0,(2e1,6e0))"},
    {"(e0,e1)-(0,2e1)", "(e0,-e1)"},
    {"(0*e0,0)", "(0,0)"},
    {"(4,8):(e0,e1)", "(4,8):(e0,e1)"},
    {"4:6e1", "4:6e1"},
    {"(4,(4,2)):(e1,(e0,6e1))", "(4,(4,2)):(e1,(e0,6e1))"},
    {"(8,16):(1@0,1@1)", "(8,16):(e0,e1)"},
    {"(_8,_16):(_1@0,_1@1)", "(8,16):(e0,e1)"},
    {"((2,3),2):((1@0@0,1@1@0),1@1)", "((2,3),2):((1@0@0,1@1@0),e1)"},
    {"(((_64,_128),_1),_1):(((_1@0,_1@1),_0),_0)", "(((64,128),1),1):(((e0,e1),0),0)"},
    {"(4,4):(f1,f5)", "(4,4):(f1,f5)"},
    {"(4,8):(e0,0)", "(4,8):(e0,0)"},
    {"(4,8):(0*e0,0)", "(4,8):(0,0)"},
    {"4:e0+e1", "4:e0+e1"},
    {"{(1,2)} o (4,8):(e0,e1)", "{(1,2)} o (4,8):(e0,e1)"},
    {"{(1,2)} o {(3,4)} o (4,8):(e0,e1)", "{(4,6)} o (4,8):(e0,e1)"},
    {"{0} o (4,8):(e0,e1)", "{(0,0)} o (4,8):(e0,e1)"},
    {"{(1,2,3)} o 4:e1", "{(1,2,3)} o 4:e1"},
    {"{(1,)} o 4:e1", "{(1,0)} o 4:e1"},
    {"{(0,1)} o 4:2@0@0", "{((0,),1)} o 4:2@0@0"},
    {"{(2,3)} o 1:0", "{(2,3)} o 1:0"},
    {"{5} o (4,4):(f1,f5)", "{5} o (4,4):(f1,f5)"},
    {"{5} o {3} o (4,4):(f1,f5)", "{6} o (4,4):(f1,f5)"},
    {"(0,0) o (8,16):(1@0,1@1)", "{(0,0)} o (8,16):(e0,e1)"},
    {"(4,8) o (2,2):(1@0,1@1)", "{(4,8)} o (2,2):(e0,e1)"},
    {"ArithTuple(0,0) o (8,16):(1@0,1@1)", "{(0,0)} o (8,16):(e0,e1)"},
    {"ArithTuple( 0,_0, 0) o (_128,_1,8):(_1@0,_0,_1@1)", "{(0,0,0)} o (128,1,8):(e0,0,e1)"},
    {"ArithTuple((_0,_0),_0) o ((_2,_3),_2):((_1@0@0,_1@1@0),_1@1)",
     "{((0,0),0)} o ((2,3),2):((1@0@0,1@1@0),e1)"},
    {"tensor<(0,0) o (1024,512):(1@1,1@0)>", "{(0,0)} o (1024,512):(e1,e0)"},
    {"tensor<(0,128) o (((64,128),1),7):(((1@0,1@1),0),64@0)>",
     "{(0,128)} o (((64,128),1),7):(((e0,e1),0),64e0)"},
    {"S<1,2,1> o 3 o (4,4):(f1,f5)", "S<1,2,1> o 3 o (4,4):(f1,f5)"},
    {"S<1,2,1> o {3} o (4,4):(f1,f5)", "S<1,2,1> o 3 o (4,4):(f1,f5)"},
};

static const language_row arithmetic[] = {
    {"6*e1", "6e1"},
    {"e1*6", "6e1"},
    {"-6*e1", "-6e1"},
    {"2*3e1", "6e1"},
    {"2*2@0@1", "4@0@1"},
    {"e0+e1", "e0+e1"},
    {"e1+e0", "e0+e1"},
    {"e0-2e1", "e0-2e1"},
    {"-(e0-2e1)", "-e0+2e1"},
    {"3*(e0+2e1)", "3e0+6e1"},
    {"1@0@1+2@1@1", "1@0@1+2@1@1"},
    {"e0+0", "e0"},
    {"0+e0", "e0"},
    {"e0-0", "e0"},
    {"0-e0", "-e0"},
    {"e0-e0", "0"},
    {"(e0-e0)+5", "5"},
    {"2*f5", "f10"},
    {"3*f5", "f15"},
    {"f1+f5", "f4"},
    {"f5+f5", "0"},
    {"f5+0", "f5"},
    /* The carry-less product is not associative: 3*3 is 9 for integers. */
    {"3*(3*f1)", "f5"},
    {"9*f1", "f9"},
    {"3*f3", "f5"},
};

static const language_row functions[] = {
    {"((4,8):(e0,e1))(22)", "(2,5)"},
    {"((4,8):(e0,e1))(2,5)", "(2,5)"},
    {"(4,8):(e0,e1)(2,5)", "(2,5)"},
    {"4:e0(2)", "(2,)"},
    {"4:6@1(2)", "(0,12)"},
    {"((4,(4,2)):(e1,(e0,6e1)))(3,7)", "(3,9)"},
    {"((4,8):(e0,e1))(4,8)", "(4,8)"},
    {"((4,8):(e0,e1))(-1)", "(3,-1)"},
    {"(4:e0+2*e1)(3)", "(3,6)"},
    {"((4,4):(f1,f5))(3,3)", "12"},
    {"((4,4):(f1,f5))(15)", "12"},
    {"((3,3):(f3,f5))(2,2)", "12"},
    {"({(1,2)} o (4,8):(e0,e1))(2,5)", "(3,7)"},
    {"({5} o (4,4):(f1,f5))(3,1)", "3"},
    {"((4,8):(e0,e1))(3,_)", "{(3,0)} o 8:e1"},
    {"({(1,2)} o (4,8):(e0,e1))(3,_)", "{(4,2)} o 8:e1"},
    {"((4,8):(e0,e1))(_,_)", "{(0,0)} o (4,8):(e0,e1)"},
    {"slice((4,8):(e0,e1),(2,3))", "{(2,3)} o 1:0"},
    {"((4,4):(f1,f5))(3,_)", "{3} o 4:f5"},
    {"({4} o (4,4):(f1,f5))(3,_)", "{7} o 4:f5"},
    {"(S<1,2,1> o 8 o (4,4):(f1,f5))(0,_)", "S<1,2,1> o 8 o 4:f5"},
    {"(S<1,2,1> o 4 o (4,4):(f1,f5))(0,_)(1)", "1"},
    {"size((4,8):(e0,e1))", "32"},
    {"rank((4,(4,2)):(e1,(e0,6e1)))", "2"},
    {"depth((4,(4,2)):(e1,(e0,6e1)))", "2"},
    {"shape((4,(4,2)):(e1,(e0,6e1)))", "(4,(4,2))"},
    {"stride((4,(4,2)):(e1,(e0,6e1)))", "(e1,(e0,6e1))"},
    {"stride((4,4):(f1,f5))", "(f1,f5)"},
    {"stride({(1,2)} o 4:e1)", "e1"},
    {"stride(slice((4,8):(e0,e1),(2,3)))", "0"},
    {"(2,(2,2)):stride((4,(4,2)):(e1,(e0,6e1)))", "(2,(2,2)):(e1,(e0,6e1))"},
    {"cosize((4,(4,2)):(e1,(e0,6e1)))", "(4,10)"},
    {"cosize(((2,3),2):((1@0@0,1@1@0),1@1))", "((2,3),2)"},
    {"cosize(4:e1)", "(1,4)"},
    {"cosize({(1,2)} o (4,8):(e0,e1))", "(5,10)"},
    {"cosize((4,4):(f1,f5))", "16"},
    {"cosize((4,4):(f3,f5))", "16"},
    {"cosize((3,3):(f3,f5))", "13"},
    {"cosize({8} o (3,3):(f3,f5))", "15"},
    {"cosize({16} o (4,4):(f1,f5))", "32"},
    {"mode((4,(4,2)):(e1,(e0,6e1)),1,1)", "2:6e1"},
    {"flatten((4,(4,2)):(e1,(e0,6e1)))", "(4,4,2):(e1,e0,6e1)"},
    {"concat(4:e0,8:e1)", "(4,8):(e0,e1)"},
    {"concat(4:e0,8:0)", "(4,8):(e0,0)"},
    {"concat(4:f1,8:f5)", "(4,8):(f1,f5)"},
    {"select((4,8,2):(e0,e1,f0),1,0)", "(8,4):(e1,e0)"},
    {"group((4,8,2):(e0,e1,e2),0,2)", "((4,8),2):((e0,e1),e2)"},
    {"coalesce((2,2,8):(e0,2e0,e1))", "(4,8):(e0,e1)"},
    {"coalesce((2,2):(f1,f2))", "4:f1"},
    {"coalesce(((2,2),8):((e0,2e0),e1),(2,2))", "(4,8):(e0,e1)"},
    {"filter((4,8,2):(e0,0,e1))", "(4,2):(e0,e1)"},
    {"compose((8,8):(e0,e1),((4,8),2):((16,1),8))", "((4,8),2):((2e1,e0),e1)"},
    {"(8,8):(e0,e1) o ((4,8),2):((16,1),8)", "((4,8),2):((2e1,e0),e1)"},
    {"compose((8,16):(20,1),(4,8):(e0,2e1))", "(4,8):(20,2)"},
    {"compose((8,16),(4,8):(e0,e1))", "(4,8):(1,8)"},
    {"compose((8,16):(e0,e1),<4:1,8:2>)", "(4,8):(e0,2e1)"},
    {"compose((8,16):(e0,e1),(4,8))", "(4,8):(e0,e1)"},
    {"compose(identity((8,16)),(4,8):(e1,e0))", "(4,8):(e1,e0)"},
    {"complement((4,8):(e0,e1))", "(1,1):(4e0,8e1)"},
    {"complement((4,8):(e0,e1),(8,32))", "(2,4):(4e0,8e1)"},
    {"complement(4:2,(2,8))", "(2,2):(1,8)"},
    {"right_inverse((4,8):(e0,e1))", "(4,8):(1,4)"},
    {"left_inverse((4,8):(e0,e1))", "(4,8):(1,4)"},
    {"zipped_divide((8,16):(e0,e1),(4,8))", "((4,8),(2,2)):((e0,e1),(4e0,8e1))"},
    {"logical_divide((8,16):(1,8),(4,8):(e0,e1))", "((4,8),(2,2)):((1,8),(4,64))"},
    {"(layout_map({(1,2)} o (4,8):(e0,e1)))(9)", "(2,4)"},
    {"(index_map({5} o (4,4):(f1,f5)))(3,1)", "3"},
    {"(layout_map({5} o (4,4):(f1,f5)))(7)", "3"},
    {"(layout_map(S<1,2,1> o 3 o (4,4):(f1,f5)))(9)", "12"},
    {"identity((4,8))", "(4,8):(e0,e1)"},
    {"identity((4,(2,3)))", "(4,(2,3)):(e0,(1@0@1,1@1@1))"},
    {"make_identity_layout((_8,_16))", "(8,16):(e0,e1)"},
    {"identity(8)", "8:1"},
    {"identity((4,8):(8,1))", "(4,8):(e0,e1)"},
    {"ArithTuple(4,(1,2))", "(4,(1,2))"},
};

TEST(test_literals)
{
    LANGUAGE_ROWS(literals);
}

TEST(test_arithmetic)
{
    LANGUAGE_ROWS(arithmetic);
}

TEST(test_functions)
{
    LANGUAGE_ROWS(functions);
}

/* e0 and f18 are strides wherever a value stands; where a name of a dim stands, names. */
TEST(test_names)
{
    static const language_row names[] = {
        {"identity1d(2,e0,f1)", "linear{e0: [1] -> f1: 2}"},
        {"sublayout(linear{e0: [1] -> x: 2}, [e0], [x])", "linear{e0: [1] -> x: 2}"},
    };
    language_open();
    static const char *const free_names[] = {"e", "f", "e_0", "f1x", "E0", "ee0", "e0e"};
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++) {
        language_seen s;
        language_eval(free_names[i], &s);
        ck_assert_ptr_nonnull(strstr(s.message, "unknown name"));
        language_clear(&s);
    }
    language_close();
    LANGUAGE_ROWS(names);
}

/* ---- errors ---- */

static const language_error errors[] = {
    {"(4,8):(e0,1)", 11, "mixed codomains", "0 goes with all"},
    {"(4,8):(1,e0)", 8, "mixed codomains", ""},
    {"(4,8):(f1,5)", 11, "mixed codomains", ""},
    {"(4,8):(f1,e0)", 11, "mixed codomains", ""},
    {"(4,(4,2)):(e0,(e1,f1))", 19, "mixed codomains", ""},
    {"(4,(4,2)):(e0,(1,2))", 15, "(1,2) beside e0", ""},
    {"(4,8):(e0,_)", 11, "mixed codomains", ""},
    {"(4,8):(e0,1@0@0)", 7, "mixed codomains", ""},
    {"concat(4:2,3:e0)", 1, "mixed codomains", ""},
    {"concat(4:f2,3:e0)", 1, "mixed codomains", ""},
    {"(4,8):(e0,e1,e2)", 1, "not congruent", ""},
    {"(4,8):e0", 1, "not congruent", ""},
    {"(4,0):(e0,e1)", 4, "an extent of 0", ""},
    {"(4,_):(e0,e1)", 1, "'_'", ""},
    {"(e0,4):(1,2)", 5, "mixed codomains", ""},
    {"e0:1", 1, "a stride element", ""},
    {"(e0,e1):(1,2)", 1, "a tuple of strides", ""},
    {"(e0,4:1)", 1, "a stride element", ""},
    {"e64", 1, "mode 64", "0 to 63"},
    {"e1000000", 1, "mode 1000000", ""},
    {"1@99999999999999999999", 1, "modes are 0 to 63", ""},
    {"1@63@63", 1, "more than 64", ""},
    {"1@", 1, "not an integer", "6@1"},
    {"@1", 1, "unexpected character '@'", ""},
    {"6 e1", 3, "unexpected 'e1'", ""},
    {"6f5", 1, "not an integer", "f18"},
    {"f-5", 1, "unknown name 'f'", "f5"},
    {"f", 1, "unknown name 'f'", "f5"},
    {"-f5", 1, "not defined", "from 0 up"},
    {"-3*f5", 1, "not defined", ""},
    {"f5-f3", 1, "not defined", ""},
    {"f5+e0", 1, "not defined", ""},
    {"e0+1", 1, "e0 + 1 is not defined", "6*e1"},
    {"1-e0", 1, "not defined", ""},
    {"e0*e1", 1, "not defined", ""},
    {"e0/2", 1, "not defined", ""},
    {"e0%2", 1, "not defined", ""},
    {"e0+1@0@0", 1, "not defined", ""},
    {"(2,3)*(e0,e1)", 1, "not defined", ""},
    {"(e0,e1)+(e0,(e1,e2))", 1, "not defined", ""},
    {"(e0,e1)+1", 1, "not defined", ""},
    {"e0+(4:1)", 1, "not defined", ""},
    {"size(e0)", 6, "a stride element", ""},
    {"mode((4,8),e0)", 12, "e0 is a stride element", ""},
    {"S<e0,1,2>", 3, "e0 is a stride element", ""},
    {"linear{a: [e0] -> x: 4}", 12, "a stride element", ""},
    {"complement(4:1,e0)", 16, "a stride element", ""},
    {"compose(4:1,e0)", 13, "a stride element", ""},
    {"e0(3)", 1, "a stride element", ""},
    {"(4:1)(e0)", 7, "a stride element", ""},
    {"((4,8):(1,4))(e0,e1)", 14, "a tuple of strides", ""},
    {"((4,8):(1,4))(e0,_)", 18, "mixed codomains", ""},
    {"{e0} o 4:e0", 2, "a stride element", ""},
    {"{5} o 4:e0", 2, "the offset 5", "as (0,0)"},
    {"{(1,0)} o 4:2", 2, "the offset (1,0)", "an integer"},
    {"{(1,0)} o 4:f2", 2, "the offset (1,0)", ""},
    {"{((1,2),0)} o 4:e0", 2, "mixed codomains", ""},
    {"{(1,_)} o 4:e0", 2, "'_'", ""},
    {"{-5} o 4:f1", 2, "0 or more", ""},
    {"(4:f1)(-1)", 7, "negative", ""},
    {"ArithTuple(4:1)", 12, "an integer or a coordinate", ""},
    {"identity((4,_))", 1, "'_'", ""},
    {"S<1,2,1> o (4,8):(e0,e1)", 1, "a swizzle takes integers", ""},
    {"S<1,2,1> o 4 o (4,8):(e0,e1)", 1, "a swizzle takes integers", ""},
    {"S<1,2,1> o {(1,2)} o (4,8):(e0,e1)", 1, "a swizzle takes integers", ""},
    {"S<1,2,1> o -4 o (4,8):(f1,f8)", 12, "0 or more", ""},
    {"complement((4,8):(e0,e1),64)", 26, "a shape nested like", ""},
    {"complement((4,8):(1,4),(2,-3))", 24, "of 1 or more", ""},
    {"upcast((4,8):(e0,e1),2)", 1, "integer strides", ""},
    {"max_common_vector((4,8):(e0,e1),4:1)", 1, "integer strides", ""},
    {"gap_complement(4:f1,8)", 1, "integer strides", ""},
    {"(4:f1) o (4,4):(e0,e1)", 1, "not nested", ""},
};

TEST(test_errors)
{
    LANGUAGE_ERRORS(errors);
}

/* A stride of more bits than are computed with. */
TEST(test_long_numbers)
{
    lc_text digits = {0};
    for (int i = 0; i < 30000; i++)
        lc_text_add(&digits, "7");
    static const char *const before[] = {"f", "1@", "", "e"}, *const after[] = {"", "", "e1", ""};
    language_open();
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        lc_text text = {0};
        lc_text_printf(&text, "%s%s%s", before[i], digits.data, after[i]);
        language_seen s;
        language_eval(text.data, &s);
        ck_assert_int_eq(s.status, LCV_INVALID);
        ck_assert_uint_lt(strlen(s.rendered), 2000);
        language_clear(&s);
        lc_text_free(&text);
    }
    language_close();
    lc_text_free(&digits);
}

/* ---- claims ---- */

TEST(test_comparisons)
{
    static const struct {
        const char *text;
        lcv_verdict verdict;
    } row[] = {
        {"stride((4,8):(e0,6e1)) == (e0,6@1)", LCV_PROVED},
        {"stride((4,8):(e0,6e1)) == (e0,e1)", LCV_REFUTED},
        {"e0 != e1", LCV_PROVED},
        {"3*(3*f1) == 9*f1", LCV_REFUTED},
        {"2*(2*f1) == 4*f1", LCV_PROVED},
        {"((4,8):(e0,e1))(22) == (2,5)", LCV_PROVED},
    };
    language_open();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        language_seen s;
        language_prove(row[i].text, &s);
        ck_assert_msg(s.claim && s.verdict == row[i].verdict, "%s", row[i].text);
        language_clear(&s);
    }
    language_close();
    static const language_error wrong[] = {
        {"e0 < e1", 1, "a stride element", ""},
        {"((4,8):(e0,e1))(1) == e0", 23, "a stride element", ""},
    };
    LANGUAGE_ERRORS(wrong);
}

/* ---- laws ----
 *
 * A layout of coordinates is, for each axis of its values, a layout of integers of the
 * same shape: that is what the values are checked against. */

#define AXES 5

typedef struct {
    char nest[M_NODES]; /* of the values, a leaf an axis: a tuple */
    size_t naxes;
    m_layout axis[AXES];
} coordinates;

static void random_coordinates(rnd *r, coordinates *c)
{
    m_tuple shape;
    rnd_shape(r, 1 << 10, &shape);
    c->naxes = (size_t)rnd_in(r, 1, AXES);
    rnd_nest(r, c->naxes, c->nest);
    if (c->nest[0] != '(')
        strcpy(c->nest, "(x)");
    for (size_t i = 0; i < c->naxes; i++)
        m_layout_of(&c->axis[i], &shape, (int64_t[M_LEAVES]){0});
    for (size_t k = 0; k < shape.n; k++) {
        for (int64_t n = rnd_in(r, 0, 9) / 4; n >= 0 && !rnd_chance(r, 10); n--)
            c->axis[rnd_in(r, 0, (int64_t)c->naxes - 1)].stride[k] = rnd_in(r, -3, 9);
    }
}

static bool axis_used(const coordinates *c, size_t axis)
{
    for (size_t k = 0; k < c->axis[axis].n; k++) {
        if (c->axis[axis].stride[k] != 0)
            return true;
    }
    return false;
}

/* The children of a tuple of values that a literal names: those up to the last that any
 * stride uses. An unused child is 0, whatever its nesting. */
static const char *write_value(lc_text *text, const coordinates *c, const char *at, size_t *axis,
                               const int64_t *value)
{
    const char *end = m_subtree_end(at);
    size_t first = *axis, last = first + m_leaves(at, end);
    bool used = false;
    for (size_t i = first; i < last; i++)
        used = used || axis_used(c, i);
    *axis = last;
    if (!used) {
        lc_text_add(text, "0");
        return end;
    }
    if (*at != '(') {
        lc_text_printf(text, "%lld", (long long)value[first]);
        return end;
    }
    size_t known = 0, children = 0, leaf = first;
    for (const char *child = at + 1; *child != ')'; child = m_subtree_end(child)) {
        size_t after = leaf + m_leaves(child, m_subtree_end(child));
        children++;
        for (; leaf < after; leaf++)
            known = axis_used(c, leaf) ? children : known;
    }
    const char *child = at + 1;
    lc_text_add(text, "(");
    leaf = first;
    for (size_t i = 0; i < known; i++) {
        lc_text_add(text, i > 0 ? "," : "");
        child = write_value(text, c, child, &leaf, value);
    }
    lc_text_add(text, known == 1 ? ",)" : ")");
    return end;
}

static char *value_text(law *l, const coordinates *c, const int64_t *value)
{
    lc_text text = {0};
    size_t axis = 0;
    write_value(&text, c, c->nest, &axis, value);
    return law_own_memory(l, lc_text_take(NULL, &text));
}

/* `@1@0`: the places of an axis, innermost first, and how deep it lies. */
static size_t write_path(const char *nest, size_t axis, lc_text *text)
{
    size_t place[M_NODES], depth = 0, leaf = 0;
    for (const char *at = nest;; at++) {
        if (*at == '(') {
            place[depth++] = 0;
        } else if (*at == ')') {
            depth--;
            place[depth - 1]++;
        } else if (leaf++ == axis) {
            break;
        } else {
            place[depth - 1]++;
        }
    }
    for (size_t i = depth; i-- > 0;)
        lc_text_printf(text, depth == 1 ? "%zu" : "@%zu", place[i]);
    return depth;
}

static void write_stride(lc_text *text, const coordinates *c, size_t k)
{
    bool any = false;
    for (size_t i = 0; i < c->naxes; i++) {
        long long d = c->axis[i].stride[k];
        lc_text path = {0};
        size_t depth = write_path(c->nest, i, &path);
        if (d != 0)
            lc_text_add(text, any && d > 0 ? "+" : "");
        if (d != 0 && depth > 1)
            lc_text_printf(text, "%lld%s", d, path.data);
        else if (d == 1 || d == -1)
            lc_text_printf(text, "%se%s", d < 0 ? "-" : "", path.data);
        else if (d != 0)
            lc_text_printf(text, "%llde%s", d, path.data);
        any = any || d != 0;
        lc_text_free(&path);
    }
    lc_text_add(text, any ? "" : "0");
}

static void write_xor_stride(lc_text *text, const coordinates *c, size_t k)
{
    long long d = c->axis[0].stride[k];
    lc_text_printf(text, d == 0 ? "0" : "f%lld", d);
}

/* The shape of axis 0 and strides nested like it. */
static char *layout_text(law *l, const coordinates *c,
                         void (*write)(lc_text *, const coordinates *, size_t))
{
    m_tuple shape;
    lc_text text = {0};
    m_shape(&c->axis[0], &shape);
    char *extents = m_tuple_text(&shape);
    lc_text_printf(&text, "%s:", extents);
    free(extents);
    size_t k = 0, modes[M_NODES], open = 0;
    modes[0] = 0;
    for (const char *at = shape.nest; *at; at++) {
        if (*at == ')') {
            lc_text_add(&text, modes[open] == 1 ? ",)" : ")");
            open--;
            continue;
        }
        lc_text_add(&text, modes[open]++ > 0 ? "," : "");
        if (*at == '(') {
            lc_text_add(&text, "(");
            modes[++open] = 0;
        } else {
            write(&text, c, k++);
        }
    }
    return law_own_memory(l, lc_text_take(NULL, &text));
}

static char *call_text(law *l, const char *function, const m_tuple *crd)
{
    lc_text text = {0};
    char *argument = m_tuple_text(crd);
    lc_text_printf(&text, "(%s)(%s)", function, argument);
    free(argument);
    return law_own_memory(l, lc_text_take(NULL, &text));
}

static bool any_axis_used(const coordinates *c)
{
    bool used = false;
    for (size_t i = 0; i < c->naxes; i++)
        used = used || axis_used(c, i);
    return used;
}

static bool coordinates_are_read(law *l)
{
    coordinates c;
    m_tuple shape, crd;
    int64_t value[AXES];
    random_coordinates(&l->rnd, &c);
    bool used = any_axis_used(&c);
    law_saw(l, used && strchr(c.nest + 1, '('));
    char *text = layout_text(l, &c, write_stride);
    m_shape(&c.axis[0], &shape);
    rnd_crd(&l->rnd, &shape, true, &crd);
    for (size_t i = 0; i < c.naxes; i++)
        value[i] = m_at_crd(&c.axis[i], &crd);
    return language_gives(l, text, text) &&
           language_gives(l, call_text(l, text, &crd), used ? value_text(l, &c, value) : "0");
}

TEST(test_coordinates)
{
    static const char *const classes[] = {"flat", "nested", NULL};
    language_open();
    law_check_share("coordinates: what prints is read again, X(c) is the sum on each axis",
                    coordinates_are_read, classes, 10);
    language_close();
}

/* A(slicer) is the offset of what is fixed, and what is left. */
static bool coordinates_are_sliced(law *l)
{
    coordinates c, left;
    m_tuple shape, slicer;
    int64_t value[AXES];
    random_coordinates(&l->rnd, &c);
    law_saw(l, 0);
    m_shape(&c.axis[0], &shape);
    rnd_slicer(&l->rnd, &shape, &slicer);
    left = c;
    for (size_t i = 0; i < c.naxes; i++)
        m_slice(&c.axis[i], &slicer, &value[i], &left.axis[i]);
    lc_text tensor = {0};
    lc_text_printf(&tensor, "{%s} o %s", any_axis_used(&c) ? value_text(l, &c, value) : "0",
                   layout_text(l, &left, write_stride));
    char *expected = law_own_memory(l, lc_text_take(NULL, &tensor));
    return language_gives(l, call_text(l, layout_text(l, &c, write_stride), &slicer), expected) &&
           language_gives(l, expected, expected);
}

TEST(test_slices)
{
    static const char *const classes[] = {"slice", NULL};
    language_open();
    law_check_share("slices of coordinates: offset and rest, read again", coordinates_are_sliced,
                    classes, 10);
    language_close();
}

static int64_t carryless(int64_t i, int64_t d)
{
    int64_t product = 0;
    for (int bit = 0; bit < 30; bit++)
        product ^= (i >> bit & 1) != 0 ? d << bit : 0;
    return product;
}

/* Strides from 0 up, and each of them at a digit of a natural coordinate. */
static bool xor_is_read(law *l)
{
    coordinates c = {.naxes = 1};
    m_tuple shape, crd, natural;
    rnd_shape(&l->rnd, 1 << 12, &shape);
    m_layout_of(&c.axis[0], &shape, (int64_t[M_LEAVES]){0});
    int64_t bits = 0, offset = rnd_in(&l->rnd, 0, 255);
    for (size_t k = 0; k < shape.n; k++)
        bits |= c.axis[0].stride[k] = rnd_chance(&l->rnd, 10) ? 0 : rnd_in(&l->rnd, 1, 4000);
    rnd_crd(&l->rnd, &shape, false, &crd);
    m_idx2crd(m_crd2idx(&crd, &shape), &shape, &natural);
    int64_t value = bits != 0 ? offset : 0;
    for (size_t k = 0; k < shape.n; k++)
        value ^= carryless(natural.leaf[k], c.axis[0].stride[k]);
    law_saw(l, bits != 0);
    lc_text tensor = {0};
    char *text = layout_text(l, &c, write_xor_stride);
    lc_text_printf(&tensor, "{%d} o %s", (int)(bits != 0 ? offset : 0), text);
    char *moved = law_own_memory(l, lc_text_take(NULL, &tensor));
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)value);
    return language_gives(l, text, text) && language_gives(l, moved, moved) &&
           language_gives(l, call_text(l, moved, &crd), number);
}

TEST(test_xor)
{
    static const char *const classes[] = {NULL};
    language_open();
    law_check_share("XOR: what prints is read again, X(c) is the XOR of carry-less products",
                    xor_is_read, classes, 10);
    language_close();
}

SUITE_MAIN("language of strides", test_literals, test_arithmetic, test_functions, test_names,
           test_errors, test_long_numbers, test_comparisons, test_coordinates, test_slices,
           test_xor)
