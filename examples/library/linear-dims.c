/* linear-dims.c - linear layouts made of others: dims added, left out, divided; other kinds.
 *
 * headers: lib/linear.h
 */
#include <layoutcheck/lib/linear.h>

#include <stdio.h>
#include <stdlib.h>

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* Take over their argument. */
static void print(lc_ctx *ctx, const char *what, lc_linear *l)
{
    char *text = l ? lc_linear_to_str(ctx, l) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_linear_free(l);
}

static void print_layout(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

/* From a matrix: lane -> dim0, whose bits it turns around. */
static lc_linear *turned(lc_ctx *ctx)
{
    lc_dim in, out = {"dim0", 2};
    if (!lc_dim_make(ctx, "lane", lc_int_const(4), &in))
        return NULL;
    lc_f2 m = lc_f2_identity(2);
    m.column[0] = 2;
    m.column[1] = 1;
    return lc_linear_new(ctx, 1, &in, 1, &out, &m);
}

static void combine(lc_ctx *ctx, const lc_linear *l)
{
    lc_linear *reg = lc_linear_identity1d(ctx, lc_int_const(2), "register", "dim0");
    lc_linear *wide = lc_linear_resize_out(ctx, reg, "dim0", lc_int_const(4));
    lc_linear *column = lc_linear_identity1d(ctx, lc_int_const(4), "lane", "dim1");
    print(ctx, "inputs side by side", lc_linear_concat_ins(ctx, wide, l));
    print(ctx, "outputs side by side", lc_linear_concat_outs(ctx, l, column));
    lc_linear *both = lc_linear_product(ctx, l, column);
    const char *dims[] = {"dim1", "dim0"}, *lane = "lane", *dim0 = "dim0";
    size_t at;
    bool zero;
    if (lc_linear_find_out(both, "dim1", &at) &&
        lc_linear_is_zero(ctx, both, 1, &lane, 1, &dim0, &zero))
        printf("dim1 is output %zu; lanes reach no bit of dim0: %s\n", at, told(zero));
    print(ctx, "outputs in another order", lc_linear_transpose_outs(ctx, both, 2, dims));
    print(ctx, "inputs as two dims",
          lc_linear_reshape_ins(ctx, l, 2, (lc_dim[]){{"low", 1}, {"high", 1}}));
    lc_linear *inverse = lc_linear_invert(ctx, l);
    print(ctx, "after its inverse", lc_linear_compose(ctx, l, inverse));
    lc_linear *parts[] = {reg, wide, column, both, inverse};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lc_linear_free(parts[i]);
}

/* A block in block 0 and block 1, which moves nothing else. */
static void leave_out(lc_ctx *ctx, const lc_linear *l)
{
    lc_linear *block = lc_linear_identity1d(ctx, lc_int_const(2), "block", "block");
    lc_linear *one = lc_linear_identity1d(ctx, lc_int_const(1), "warp", "warp");
    lc_linear *with_block = lc_linear_product(ctx, l, block);
    lc_linear *with_warp = lc_linear_product(ctx, l, one);
    const char *name = "block";
    printf("trivial over block: %s\n", told(lc_linear_is_trivial_over(with_block, 1, &name)));
    print(ctx, "without it", lc_linear_quotient(ctx, with_block, 1, &name));
    lc_linear *no_warp = lc_linear_unsqueeze_in(ctx, with_warp, "warp");
    print(ctx, "without a warp of size 1", lc_linear_unsqueeze_out(ctx, no_warp, "warp"));
    print(ctx, "divided by its last factor", lc_linear_divide_right(ctx, with_block, block));
    lc_linear *all = lc_linear_identity1d(ctx, lc_int_const(8), "dim0", "offset");
    print(ctx, "tiles of it", lc_linear_logical_divide(ctx, all, l));
    print(ctx, "with its lanes as outputs",
          lc_linear_placed(ctx, l, l, 1, (const char *[]){"lane"}));
    lc_linear *parts[] = {block, one, with_block, with_warp, no_warp, all};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lc_linear_free(parts[i]);
}

static void other_kinds(lc_ctx *ctx)
{
    lc_swizzle w = {1, 0, 2}, found;
    lc_linear *l = lc_linear_from_swizzle(ctx, w);
    print_layout(ctx, "with strides that add by XOR", lc_xor_layout_from_linear(ctx, l));
    print_layout(ctx, "under a swizzle", lc_swizzled_from_linear(ctx, l, &found));
    printf("which is the one it was made of: %s\n",
           told(found.b == w.b && found.m == w.m && found.s == w.s));
    lc_int two = lc_int_const(2), four = lc_int_const(4);
    lc_layout *a = lc_layout_flat(ctx, 1, &two, &four);
    print_layout(ctx, "complement of S<1,0,2> o 2:4 in [0,8)",
                 lc_swizzled_complement(ctx, w, a, lc_int_const(8)));
    lc_layout_free(a);
    lc_linear_free(l);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lc_linear *l = ctx ? turned(ctx) : NULL;
    if (!l)
        return 1;
    print(ctx, "L", lc_linear_ref(l));
    combine(ctx, l);
    leave_out(ctx, l);
    other_kinds(ctx);
    lc_linear_free(l);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     L: linear{lane: [2,1] -> dim0: 4}
 *     inputs side by side: linear{register: [1], lane: [2,1] -> dim0: 4}
 *     outputs side by side: linear{lane: [(2,1),(1,2)] -> dim0: 4, dim1: 4}
 *     dim1 is output 1; lanes reach no bit of dim0: no
 *     outputs in another order: linear{lane: [(0,2),(0,1),(1,0),(2,0)] -> dim1: 4, dim0: 4}
 *     inputs as two dims: linear{low: [2], high: [1] -> dim0: 4}
 *     after its inverse: linear{dim0: [1,2] -> dim0: 4}
 *     trivial over block: yes
 *     without it: linear{lane: [2,1] -> dim0: 4}
 *     without a warp of size 1: linear{lane: [2,1] -> dim0: 4}
 *     divided by its last factor: linear{lane: [(2,0),(1,0)], block: [] -> dim0: 4, block: 1}
 *     tiles of it: linear{lane: [2,1], dim0: [4] -> offset: 8}
 *     with its lanes as outputs: linear{lane: [(2,1),(1,2)] -> dim0: 4, lane: 4}
 *     with strides that add by XOR: (4,2):(f1,f5)
 *     under a swizzle: 8:1
 *     which is the one it was made of: yes
 *     complement of S<1,0,2> o 2:4 in [0,8): 4:1
 */
