/* check_language_errors.c - where errors are, what they say, and that too much of
 * anything is one. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdlib.h>
#include <string.h>

static const language_error errors[] = {
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
    {"prove equal(2,2)", 1, "unexpected 'prove'", ""},
    {"\"abc", 1, "not terminated", ""},
    {"4 $ 3", 3, "unexpected character '$'", ""},
    {"4 ? 3", 6, "ends too early", "operator"},
    {"4 \xe2\x8a\x95 3", 3, "unexpected character", ""},
    {"6f1", 1, "not an integer", "f18"},
    {"6@", 1, "not an integer", "6@1"},
    {"0x", 1, "not an integer", ""},
    {"morphism{", 10, "too early", ""},
    {"morphism{4 -> 4: 2}", 1, "entry 2 of a codomain of 1", ""},
    {"morphism{(4,4) -> 4: 1}", 22, "1 images for a domain of 2", ""},
    {"morphism{4 -> 4: 0}", 18, "1 or more", ""},
    {"filter(morphism(4:1))", 8, "not known of morphisms", ""},
    {"codomain(4:1)", 10, "expected a morphism", ""},
    {"morphism((4,8):(1,6))", 1, "not tractable", ""},
    {"S<1,2>", 1, "no swizzle", "S<3,4,3>"},
    {"S<-1,2,1>", 1, "b = -1", ""},
    {"S<1,-2,1>", 1, "m = -2", ""},
    {"S<1,2,100>", 1, "s = 100", ""},
    {"S<1,2,1>(_)", 1, "", ""},
    {"S<1,2,1>((1,2))", 9, "an integer", ""},
    {"S<1,2,1> o {2} o S<1,2,1>", 18, "a swizzle", ""},
    {"S<1,2,1> o 3 o linear{in: [1,2] -> out: 4}", 16, "a linear layout", ""},
    {"relation \"{ [c] -> [c] }\" o 3 o 4:1", 1, "a relation", ""},
    {"4:1 o _ o 4:1", 7, "'_' is no offset", ""},
    {"4:1 o f5 o 4:1", 7, "an offset of XOR", ""},
    {"{f5} o 4:1", 2, "an offset of XOR", ""},
    {"(6,2):(1,3) o 3 o (2,3):(e1,2e0)", 15, "expected a coordinate", ""},
    {"(6,2):(1,3) o (2,1) o (2,3):(1,2)", 15, "expected an integer", ""},
    {"(6,2):(1,3) o (2,1,1) o (2,3):(e1,2e2)", 15, "are no coordinates of (6,2):(1,3)", ""},
    {"upcast({6} o (8,8):(1,8), 4)", 1, "the offset of the tensor", ""},
    {"upcast((8,8):(1,8) o 2 o 8:1, 2)", 1, "only a swizzle", ""},
    {"chain(0,e1)", 9, "an integer", ""},
    {"chain((0,1))", 7, "an integer", ""},
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
    {"layout(linear{a: [(1,1),(1,0)] -> x: 2, y: 2})", 1, "(1,1) at 2^0 and (1,0) at 2^1", ""},
    {"compose(identity1d(4,a,x), 16:1)", 1, "4 bits", ""},
    {"[a,b]", 2, "unknown name 'a'", ""},
    {"4 \x01", 3, "control character", ""},
    {"4 \xff", 3, "UTF-8", ""},
    {"(4,0):(1,2)", 4, "0", "1 or more"},
    {"(4,(2,-3)):(1,(2,3))", 7, "-3", ""},
    {"(2,3):(1,2,3)", 1, "congruent", "(1,2)"},
    {"(2,_):(1,2)", 1, "'_'", ""},
    {"4:(4:1)", 3, "a stride", ""},
    {"4:(4 1)", 6, "unexpected '1'", ""},
    {"siz(4:1)", 1, "unknown name 'siz'", "'size'"},
    {"e", 1, "unknown name", "e0"},
    {"size", 1, "is a function", "size(A)"},
    {"equal", 1, "is a claim", "equal(X, Y)"},
    {"1 + equal(2,2)", 5, "is a claim", ""},
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
    {"compose((4,6,8):(2,3,5), 6:3)", 1, "6:3", ""},
    {"relation \"{ [c] -> [c : 0 <= c }\"", 1, "", ""},
    {"relation \"{ [c] -> [c] : 0 <= c < 4 }\"(7)", 0, "outside", ""},
};

TEST(test_errors)
{
    LANGUAGE_ERRORS(errors);
}

/* The quoted line is cut to a window, and the caret stands under the column. */
TEST(test_quoting)
{
    lc_text text = {0};
    language_seen s;
    lc_text_add(&text, "(");
    for (int i = 0; i < 5000; i++)
        lc_text_add(&text, "1,");
    lc_text_add(&text, "$ 2)");
    language_open();
    language_eval(text.data, &s);
    ck_assert_uint_eq(s.column, 10002);
    ck_assert_uint_lt(strlen(s.rendered), 400);
    char *quote = strchr(s.rendered, '\n') + 1;
    char *caret = strchr(quote, '\n') + 1;
    size_t at = strcspn(caret, "^");
    ck_assert_int_eq(quote[at], '$');
    language_clear(&s);

    language_eval("(1,\n\t2 \xc3\xa9 3)", &s); /* a tab, and a letter outside ASCII */
    ck_assert_uint_eq(s.line, 2);
    ck_assert_uint_eq(s.column, 4);
    ck_assert_ptr_nonnull(strstr(s.rendered, "<expr>:2:4: error: "));
    ck_assert_ptr_nonnull(strstr(s.rendered, "\n   2 \xc3\xa9 3)\n     ^"));
    language_clear(&s);
    language_close();
    lc_text_free(&text);
}

static char *repeat(const char *before, const char *piece, size_t times, const char *after)
{
    lc_text text = {0};
    lc_text_add(&text, before);
    for (size_t i = 0; i < times; i++)
        lc_text_add(&text, piece);
    lc_text_add(&text, after);
    return lc_text_take(NULL, &text);
}

/* Too much of anything is an error, not a crash and not a wait. */
TEST(test_bounds)
{
    static const struct {
        const char *before, *piece;
        size_t times;
        const char *after;
    } row[] = {
        {"", "(", 100000, ""},
        {"", "(", 100000, ")"},
        {"", "[", 100000, ""},
        {"", "{", 100000, ""},
        {"", "<", 100000, "1"},
        {"", "-", 100000, "1"},
        {"1", "+1", 5000, ""},
        {"4:1", " o 4:1", 100000, ""},
        {"size", "(size", 100000, ""},
        {"", "Shape<", 100000, "4"},
        {"size", "<4", 100000, ">(4)"},
        {"4", ".size()", 100000, ""},
        {"A", "(1)", 100000, ""},
        {"(1", ",1", 1000000, ")"},
        {"(1", ",1", 5000, ")"},
        {"f(", "k=1,", 200000, "1)"},
        {"", "1", 1000000, ""},
        {"", "a", 1000000, ""},
        {"relation \"", "x", 5000000, "\""},
        {"relation", " \"xxxxxxxxxxxxxxx\"", 100000, ""},
        {"4:1 # ", "x", 5000000, " :"},
    };
    language_open();
    for (size_t i = 0; i + 1 < sizeof row / sizeof *row; i++) {
        char *text = repeat(row[i].before, row[i].piece, row[i].times, row[i].after);
        language_seen s;
        language_eval(text, &s);
        ck_assert_msg(s.status == LCV_INVALID, "%s%s...: no error", row[i].before, row[i].piece);
        ck_assert_uint_lt(strlen(s.rendered), 2000);
        language_clear(&s);
        free(text);
    }
    char *text = repeat("4:1 # ", "x", 5000000, " :");
    language_check(text, "4:1");
    free(text);
    text = repeat("", "(", 400, "1");
    char *closed = repeat(text, ")", 400, "");
    language_check(closed, "1"); /* parentheses are no tuples */
    free(closed);
    free(text);
    language_close();
}

SUITE_MAIN("language, errors", test_errors, test_quoting, test_bounds)
