/* check_linear_input.c - linear layouts: what makes one, as it is printed, as the ISL
 * paper has it, at the limits, and what is refused. */
#include "config.h"

#include "linear-model.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- constructors and printed values */

static void is_text(lc_ctx *ctx, lc_linear *a, const char *want)
{
    char *text = a ? lc_linear_to_str(ctx, a) : NULL;
    ck_assert_msg(a != NULL, "%s, not %s", lc_ctx_message(ctx), want);
    ck_assert_str_eq(text, want);
    free(text);
    lc_linear_free(a);
}

TEST_CTX(constructors)
{
    is_text(ctx, lc_linear_identity1d(ctx, si(8), "in", "out"), "linear{in: [1,2,4] -> out: 8}");
    is_text(ctx, lc_linear_identity1d(ctx, si(1), "in", "out"), "linear{in: [] -> out: 1}");
    is_text(ctx, lc_linear_strided1d(ctx, si(4), si(8), "in", "out"),
            "linear{in: [8,16] -> out: 32}");
    is_text(ctx, lc_linear_zeros1d(ctx, si(8), "in", "out"), "linear{in: [0,0,0] -> out: 1}");
    is_text(ctx, lc_linear_empty(ctx), "linear{ -> }");
    is_text(ctx, lc_linear_identity1d(ctx, si(0), "in", "out"), "linear{ -> }");
    is_text(ctx, lc_linear_strided1d(ctx, si(0), si(8), "in", "out"), "linear{ -> }");
    is_text(ctx, lc_linear_zeros1d(ctx, si(0), "in", "out"), "linear{ -> }");
    lc_linear *a = lc_linear_identity1d(ctx, si(4), "in", "y");
    lc_linear *b = lc_linear_identity1d(ctx, si(2), "in", "x");
    is_text(ctx, lc_linear_product(ctx, a, b), "linear{in: [(1,0),(2,0),(0,1)] -> y: 4, x: 2}");
    ck_assert_ptr_eq(lc_linear_ref(a), a);
    lc_linear_free(a);
    lc_linear_free(a);
    lc_linear_free(b);
    lc_linear_free(NULL);
}

/* LinearLayout(crd=..., idx=..., vals=...) of the ISL paper: dims of these sizes. */
static lc_linear *printed(lc_ctx *ctx, size_t nins, const int *crd, size_t nouts, const int *idx,
                          const int *vals)
{
    static const char *const name[] = {"dim0", "dim1"};
    lc_int number[64];
    lc_linear_in in[2];
    lc_dim out[2];
    size_t next = 0;
    for (size_t o = 0; o < nouts; o++)
        ck_assert(lc_dim_make(ctx, name[o], si(idx[o]), &out[o]));
    for (size_t i = 0; i < nins; i++) {
        in[i] = (lc_linear_in){name[i], (size_t)__builtin_ctz((unsigned)crd[i]), number + next};
        for (size_t k = 0; k < in[i].nbases * nouts; k++, next++)
            number[next] = si(vals[next]);
    }
    return lc_linear_from_bases(ctx, nins, in, nouts, out);
}

#define PAIR                                                                                     \
    (const int[])                                                                                \
    {                                                                                            \
        4, 4                                                                                     \
    }
#define SWIZZLED printed(ctx, 2, PAIR, 2, PAIR, (const int[]){1, 1, 2, 2, 0, 1, 0, 2})
#define TRANSPOSED_2D printed(ctx, 2, PAIR, 2, PAIR, (const int[]){0, 1, 0, 2, 1, 0, 2, 0})
#define LINE                                                                                     \
    (const int[])                                                                                \
    {                                                                                            \
        16                                                                                       \
    }
#define TRANSPOSED printed(ctx, 1, LINE, 1, LINE, (const int[]){4, 8, 1, 2})

TEST_CTX(isl_paper_table_1)
{
    lc_linear *a = TRANSPOSED_2D, *inverse = lc_linear_invert(ctx, a);
    static const int crd[][4] = {{1, 0, 0, 1}, {0, 1, 1, 0}, {2, 3, 3, 2}, {3, 0, 0, 3}};
    lc_int value[2];
    int bit;
    for (size_t i = 0; i < 4; i++) {
        ck_assert(lc_linear_eval(ctx, a, 2, (lc_int[]){si(crd[i][0]), si(crd[i][1])}, value));
        ck_assert_int_eq(lc_int_get_si(value[0]), crd[i][2]);
        ck_assert_int_eq(lc_int_get_si(value[1]), crd[i][3]);
    }
    ck_assert(lc_linear_equivalent(a, inverse, &bit));
    lc_linear_free(a);
    lc_linear_free(inverse);
    a = TRANSPOSED;
    ck_assert_uint_eq(lc_linear_at(a, 7), 13);
    ck_assert_uint_eq(lc_linear_at(a, 13), 7);
    lc_layout *layout = lc_layout_from_linear(ctx, a, NULL);
    char *text = lc_layout_to_str(ctx, layout);
    ck_assert_str_eq(text, "(4,4):(4,1)");
    free(text);
    lc_layout_free(layout);
    lc_linear_free(a);
    a = printed(ctx, 2, PAIR, 1, PAIR, (const int[]){1, 2, 0, 0});
    ck_assert(lc_linear_eval(ctx, a, 2, (lc_int[]){si(3), si(2)}, value));
    ck_assert_int_eq(lc_int_get_si(value[0]), 3);
    ck_assert_ptr_null(lc_linear_invert(ctx, a));
    layout = lc_layout_from_linear(ctx, a, NULL);
    text = lc_layout_to_str(ctx, layout);
    ck_assert_str_eq(text, "(4,4):(1,0)");
    free(text);
    lc_layout_free(layout);
    lc_linear_free(a);
}

/* Section 5.3: the swizzled layout, flattened, is S<2,0,-2>, and not S<2,0,2>. */
TEST_CTX(isl_paper_section_5)
{
    lc_linear *a = SWIZZLED, *ins = lc_linear_flatten_ins(ctx, a);
    lc_linear *flat = lc_linear_flatten_outs(ctx, ins), *inverse = lc_linear_invert(ctx, a);
    lc_linear *up = lc_linear_from_swizzle(ctx, (lc_swizzle){2, 0, -2});
    lc_linear *down = lc_linear_from_swizzle(ctx, (lc_swizzle){2, 0, 2});
    lc_swizzle w;
    int bit;
    ck_assert(lc_linear_equivalent(flat, up, &bit));
    ck_assert(!lc_linear_equivalent(flat, down, &bit) && bit >= 0);
    ck_assert(!lc_linear_equivalent(a, up, &bit) && bit < 0); /* pairs are no integers */
    ck_assert(lc_linear_equivalent(a, inverse, &bit));
    lc_layout *layout = lc_swizzled_from_linear(ctx, flat, &w);
    char *text = lc_layout_to_str(ctx, layout);
    ck_assert_str_eq(text, "16:1");
    ck_assert(lc_swizzle_equal(w, (lc_swizzle){2, 0, -2}));
    ck_assert(lc_swizzle_from_matrix(lc_linear_matrix(flat), &w));
    ck_assert(lc_swizzle_equal(w, (lc_swizzle){2, 0, -2}));
    free(text);
    lc_layout_free(layout);
    lc_linear_free(a);
    lc_linear_free(ins);
    lc_linear_free(flat);
    lc_linear_free(inverse);
    lc_linear_free(up);
    lc_linear_free(down);
}

/* ---- what is refused */

static void refused(lc_ctx *ctx, lc_linear *a, lc_code code, const char *word)
{
    ck_assert_ptr_null(a);
    ck_assert_int_eq(lc_ctx_code(ctx), code);
    ck_assert_msg(strstr(lc_ctx_message(ctx), word) != NULL, "'%s' in: %s", word,
                  lc_ctx_message(ctx));
    lc_ctx_reset(ctx);
}

TEST_CTX(bad_bases)
{
    lc_int low[] = {si(1), si(2), si(-1)}, high[] = {si(1), si(4)}, wide[65] = {{0}};
    lc_int huge = lc_int_mul(ctx, si(1ll << 40), si(1ll << 40));
    lc_dim out = {"out", 2}, twice[] = {{"out", 1}, {"out", 1}}, dim;
    lc_linear_in good = {"in", 2, low}, same[] = {good, good};
    refused(ctx, lc_linear_from_bases(ctx, 1, &(lc_linear_in){"in", 3, low}, 1, &out),
            LC_ERR_INVALID, "basis 2 of the input dim 'in' is -1");
    refused(ctx, lc_linear_from_bases(ctx, 1, &(lc_linear_in){"in", 2, high}, 1, &out),
            LC_ERR_INVALID, "expected 0 to 3");
    refused(ctx, lc_linear_from_bases(ctx, 1, &(lc_linear_in){"in", 1, &huge}, 1, &out),
            LC_ERR_INVALID, "1208925819614629174706176");
    refused(ctx, lc_linear_from_bases(ctx, 2, same, 1, &out), LC_ERR_INVALID, "two input dims");
    refused(ctx, lc_linear_from_bases(ctx, 0, NULL, 2, twice), LC_ERR_INVALID, "two output dims");
    refused(ctx, lc_linear_from_bases(ctx, 1, &(lc_linear_in){"in", 65, wide}, 1, &out),
            LC_ERR_LIMIT, "64");
    refused(ctx, lc_linear_from_bases(ctx, 0, NULL, 1, &(lc_dim){"out", 65}), LC_ERR_LIMIT, "64");
    refused(ctx, lc_linear_from_bases(ctx, 0, NULL, 1, &(lc_dim){"1x", 1}), LC_ERR_INVALID, "1x");
    refused(ctx, lc_linear_from_bases(ctx, 0, NULL, 1, &(lc_dim){"", 1}), LC_ERR_INVALID, "name");
    refused(ctx, lc_linear_from_bases(ctx, 0, NULL, 1, &(lc_dim){"a b", 1}), LC_ERR_INVALID,
            "a b");
    lc_f2 map = lc_f2_zero(2, 3);
    refused(ctx, lc_linear_new(ctx, 0, NULL, 1, &out, &map), LC_ERR_INVALID, "2 x 3");
    map = lc_f2_zero(2, 0);
    map.cols = 1;
    map.column[0] = 4; /* past the rows */
    refused(ctx, lc_linear_new(ctx, 1, &(lc_dim){"in", 1}, 1, &out, &map), LC_ERR_INVALID,
            "past");
    static const int sizes[] = {0, -4, 3, 12};
    for (size_t i = 0; i < 4; i++) {
        ck_assert(!lc_dim_make(ctx, "x", si(sizes[i]), &dim));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        refused(ctx, lc_linear_strided1d(ctx, si(4), si(sizes[i]), "in", "out"), LC_ERR_INVALID,
                "power of two");
        if (sizes[i] == 0) /* the empty layout */
            continue;
        refused(ctx, lc_linear_identity1d(ctx, si(sizes[i]), "in", "out"), LC_ERR_INVALID,
                "power of two");
        refused(ctx, lc_linear_zeros1d(ctx, si(sizes[i]), "in", "out"), LC_ERR_INVALID,
                "power of two");
    }
    ck_assert(!lc_dim_make(ctx, "x", huge, &dim));
    refused(ctx, lc_linear_strided1d(ctx, si(1 << 30), si(1ll << 40), "in", "out"), LC_ERR_LIMIT,
            "2^64");
}

TEST_CTX(bad_dims)
{
    const char *none[] = {"no"}, *twice[] = {"in", "in"}, *in[] = {"in"};
    lc_linear *a = lc_linear_identity1d(ctx, si(4), "in", "out");
    lc_linear *wide = lc_linear_identity1d(ctx, si(1ll << 40), "in", "out");
    lc_linear *other = lc_linear_identity1d(ctx, si(1ll << 40), "b", "out");
    bool zero;
    refused(ctx, lc_linear_sublayout(ctx, a, 1, none, 0, NULL), LC_ERR_INVALID, "[in]");
    refused(ctx, lc_linear_sublayout(ctx, a, 2, twice, 0, NULL), LC_ERR_INVALID,
            "two input dims 'in'");
    refused(ctx, lc_linear_transpose_ins(ctx, a, 1, none), LC_ERR_INVALID, "no");
    refused(ctx, lc_linear_transpose_outs(ctx, a, 1, in), LC_ERR_INVALID, "out");
    refused(ctx, lc_linear_resize_in(ctx, a, "no", si(4)), LC_ERR_INVALID, "no");
    refused(ctx, lc_linear_resize_in(ctx, a, "in", si(5)), LC_ERR_INVALID, "power of two");
    refused(ctx, lc_linear_resize_out(ctx, a, "out", si(0)), LC_ERR_INVALID, "power of two");
    refused(ctx, lc_linear_unsqueeze_in(ctx, a, "in"), LC_ERR_INVALID, "expected 1");
    refused(ctx, lc_linear_unsqueeze_out(ctx, a, "no"), LC_ERR_INVALID, "no");
    refused(ctx, lc_linear_remove_zero_bases(ctx, a, "no"), LC_ERR_INVALID, "no");
    refused(ctx, lc_linear_product(ctx, wide, wide), LC_ERR_LIMIT, "80");
    refused(ctx, lc_linear_concat_ins(ctx, wide, other), LC_ERR_LIMIT, "80");
    refused(ctx, lc_linear_concat_ins(ctx, a, other), LC_ERR_INVALID, "[out]");
    refused(ctx, lc_linear_compose(ctx, a, a), LC_ERR_INVALID, "[in]");
    refused(ctx, lc_linear_reshape_ins(ctx, a, 1, &(lc_dim){"in", 3}), LC_ERR_INVALID, "2^3");
    refused(ctx, lc_linear_reshape_ins(ctx, a, 1, &(lc_dim){"in", ~0u}), LC_ERR_INVALID, "2^");
    refused(ctx, lc_linear_reshape_outs(ctx, a, 2, (lc_dim[]){{"o", 1}, {"o", 1}}),
            LC_ERR_INVALID, "two output dims");
    ck_assert(!lc_linear_is_zero(ctx, a, 1, none, 0, NULL, &zero));
    ck_assert(!lc_linear_is_trivial_over(a, 1, none));
    lc_int value, two[] = {si(1), si(1)};
    ck_assert(!lc_linear_eval(ctx, a, 2, two, &value));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_linear *ab = lc_linear_product(ctx, a, other);
    lc_linear *pair = lc_linear_concat_outs(ctx, a, a);
    ck_assert_ptr_null(pair); /* two output dims of one name */
    lc_layout *layout = lc_layout_from_linear(ctx, ab, NULL);
    ck_assert_ptr_nonnull(layout);
    lc_layout_free(layout);
    lc_linear *none_out = lc_linear_empty(ctx);
    ck_assert_ptr_null(lc_layout_from_linear(ctx, none_out, NULL));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_linear_free(none_out);
    lc_linear_free(ab);
    lc_linear_free(a);
    lc_linear_free(wide);
    lc_linear_free(other);
}

/* 64 bits on both sides, in one dim and in 64. */
TEST_CTX(full_words)
{
    lc_dim dim[64], more[65];
    char name[65][16];
    lc_int size = lc_int_mul(ctx, si(1ll << 32), si(1ll << 32)), value[64];
    for (int i = 0; i < 65; i++) {
        snprintf(name[i], sizeof name[i], "d%d", i);
        more[i] = (lc_dim){name[i], 0};
        if (i < 64)
            dim[i] = (lc_dim){name[i], 1};
    }
    lc_linear *a = lc_linear_identity1d(ctx, size, "in", "out");
    lc_linear *ins = lc_linear_reshape_ins(ctx, a, 64, dim);
    lc_linear *many = lc_linear_reshape_outs(ctx, ins, 64, dim);
    lc_linear *inverse = lc_linear_invert(ctx, many),
              *same = lc_linear_compose(ctx, many, inverse);
    ck_assert(lc_linear_equal(many, inverse) && lc_linear_equal(many, same));
    ck_assert(lc_int_eq(lc_linear_num_consecutive(ctx, a), size));
    ck_assert(lc_linear_covers(ctx, a, size));
    ck_assert(!lc_linear_covers(ctx, a, lc_int_add(ctx, size, si(1))));
    lc_int last = lc_int_sub(ctx, size, si(1));
    ck_assert(lc_linear_eval(ctx, a, 1, &last, value) && lc_int_eq(value[0], last));
    ck_assert(!lc_linear_eval(ctx, a, 1, &size, value));
    ck_assert(lc_linear_eval(ctx, many, 1, &last, value) && lc_int_is_one(value[63]));
    lc_linear_free(lc_linear_transpose_outs(ctx, a, 1, (const char *[]){"out"}));
    refused(ctx, lc_linear_resize_in(ctx, many, "d0", si(4)), LC_ERR_LIMIT, "65");
    refused(ctx, lc_linear_product(ctx, many, a), LC_ERR_LIMIT, "dims");
    lc_f2 map = lc_f2_zero(0, 0);
    refused(ctx, lc_linear_new(ctx, 65, more, 0, NULL, &map), LC_ERR_LIMIT, "65 input dims");
    lc_linear_free(a);
    lc_linear_free(ins);
    lc_linear_free(many);
    lc_linear_free(inverse);
    lc_linear_free(same);
}

SUITE_MAIN("making linear layouts", constructors, isl_paper_table_1, isl_paper_section_5,
           bad_bases, bad_dims, full_words)
