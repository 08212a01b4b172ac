/* check_language_bits.c - swizzles, composed layouts and linear layouts in the language. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdlib.h>

/* The algebra of swizzles, composed and linear layouts, as the language has it. */
static const language_row bits[] = {
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
     "S<1,2,1> o 0 o ((4,2),(4,2)):((4,16),(1,32))"},
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
    {"left_inverse(linear{in: [1,4] -> out: 16})", "linear{out: [1,0,2,0] -> in: 4}"},
    {"complement(linear{in: [1,4] -> out: 16})", "linear{out: [2,8] -> out: 16}"},
    {"complement(linear{a: [(1,1),(0,3)] -> x: 4, y: 4})",
     "linear{x: [(1,0),(2,0)], y: [] -> x: 4, y: 4}"},
    {"complement(S<3,4,3> o 0 o (8,8):(1,64), 4096)", "S<3,4,3> o 0 o (8,8):(8,512)"},
    {"complement(S<1,0,2> o 0 o (2,3):(1,8), 24)", "S<1,0,2> o 0 o 4:2"},
    {"logical_divide(identity1d(16,a,x), linear{t: [2] -> a: 4})",
     "linear{t: [2], a: [1,4,8] -> x: 16}"},
    {"logical_product(linear{a: [2] -> x: 4}, linear{a: [1], b: [2,3] -> x: 4})",
     "linear{a: [2,1], b: [4,5] -> x: 8}"},
    {"invert_and_compose(identity1d(8,a,x), linear{b: [1,3,4] -> x: 8})",
     "linear{a: [1,3,4] -> b: 8}"},
    {"sublayout(linear{a: [(1,0)], b: [(0,1)] -> x: 2, y: 2}, [b], [y])",
     "linear{b: [1] -> y: 2}"},
    {"sublayout(L=identity1d(2,a,x), outs=x, ins=a)", "linear{a: [1] -> x: 2}"},
    {"transpose_ins(linear{a: [1], b: [2] -> x: 4}, [b,a])", "linear{b: [2], a: [1] -> x: 4}"},
    {"transpose_outs(linear{a: [(1,0)] -> x: 2, y: 4}, [y,x])",
     "linear{a: [(0,1)] -> y: 4, x: 2}"},
    {"flatten_ins(linear{a: [1], b: [2] -> x: 4})", "linear{a: [1,2] -> x: 4}"},
    {"flatten_outs(linear{a: [(1,0),(0,1)] -> x: 2, y: 2})", "linear{a: [1,2] -> x: 4}"},
    {"reshape_ins(identity1d(8,a,x), [p,q], (2,4))", "linear{p: [1], q: [2,4] -> x: 8}"},
    {"reshape_outs(identity1d(8,a,x), p, 8)", "linear{a: [1,2,4] -> p: 8}"},
    {"resize_in(identity1d(8,a,x), a, 4)", "linear{a: [1,2] -> x: 8}"},
    {"resize_out(identity1d(8,a,x), x, 4)", "linear{a: [1,2,0] -> x: 4}"},
    {"concat(identity1d(8,a,x), identity1d(8,b,x))", "linear{a: [1,2,4], b: [1,2,4] -> x: 8}"},
    {"concat_outs(identity1d(4,a,x), identity1d(4,a,y))",
     "linear{a: [(1,1),(2,2)] -> x: 4, y: 4}"},
    {"quotient(linear{a: [(1,0)], b: [(0,1)] -> x: 2, b: 2}, [b])", "linear{a: [1] -> x: 2}"},
    {"unsqueeze_in(linear{a: [1], b: [] -> x: 2}, b)", "linear{a: [1] -> x: 2}"},
    {"remove_zero_bases(linear{a: [1,0,2] -> x: 4}, a)", "linear{a: [1,2] -> x: 4}"},
    {"free_variable_masks(linear{a: [1,1,2], b: [3,4] -> x: 8})", "(2,1)"},
    {"free_variable_masks(linear{a: [1,3,3,2] -> x: 4})", "12"},
    {"num_consecutive(linear{a: [1,2,8,4] -> x: 16})", "4"},
    {"identity1d(8,_a,o1)", "linear{_a: [1,2,4] -> o1: 8}"},
};

TEST(test_bits)
{
    LANGUAGE_ROWS(bits);
}

/* A swizzle, alone or over an offset and a layout. */
static char *random_swizzled(law *l)
{
    rnd *r = &l->rnd;
    lc_text text = {0};
    m_layout a;
    lc_text_printf(&text, "S<%d,%d,%d>", (int)rnd_in(r, 0, 5), (int)rnd_in(r, 0, 5),
                   (int)rnd_in(r, -6, 6));
    if (rnd_chance(r, 60)) {
        rnd_layout(r, 1 << 12, &a);
        char *inner = m_layout_text(&a);
        lc_text_printf(&text, " o %d o %s", (int)rnd_in(r, -40, 40), inner);
        free(inner);
    }
    return lc_text_take(NULL, &text);
}

/* A linear layout of up to three input dims and two output dims. */
static char *random_linear(law *l)
{
    rnd *r = &l->rnd;
    lc_text text = {0};
    int nins = (int)rnd_in(r, 0, 3), nouts = (int)rnd_in(r, 1, 2);
    int width[2] = {(int)rnd_in(r, 0, 20), (int)rnd_in(r, 0, 20)};
    lc_text_add(&text, "linear{");
    for (int i = 0; i < nins; i++) {
        lc_text_printf(&text, "%si%d: [", i > 0 ? ", " : "", i);
        for (int64_t n = rnd_in(r, 0, 5), k = 0; k < n; k++) {
            long long x = rnd_in(r, 0, (1 << width[0]) - 1),
                      y = rnd_in(r, 0, (1 << width[1]) - 1);
            if (nouts == 1)
                lc_text_printf(&text, "%s%lld", k > 0 ? "," : "", x);
            else
                lc_text_printf(&text, "%s(%lld,%lld)", k > 0 ? "," : "", x, y);
        }
        lc_text_add(&text, "]");
    }
    for (int i = 0; i < nouts; i++)
        lc_text_printf(&text, "%so%d: %d", i > 0 ? ", " : " -> ", i, 1 << width[i]);
    lc_text_add(&text, "}");
    return lc_text_take(NULL, &text);
}

static bool bits_round_trip(law *l)
{
    bool swizzled = rnd_chance(&l->rnd, 50);
    law_saw(l, swizzled ? 0 : 1);
    char *text = law_own_memory(l, swizzled ? random_swizzled(l) : random_linear(l));
    return language_gives(l, text, text);
}

TEST(test_bits_round_trip)
{
    static const char *const classes[] = {"swizzle", "linear layout", NULL};
    language_open();
    law_check_share("a swizzle or linear layout that prints is read again", bits_round_trip,
                    classes, 10);
    language_close();
}

SUITE_MAIN("language of bits", test_bits, test_bits_round_trip)
