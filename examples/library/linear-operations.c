/* linear-operations.c - dims of linear layouts, their parts, products, inverses and complements.
 *
 * headers: lib/linear.h
 */
#include <layoutcheck/lib/linear.h>

#include <stdio.h>
#include <stdlib.h>

typedef lc_linear *of_one(lc_ctx *ctx, const lc_linear *l);
typedef lc_linear *of_two(lc_ctx *ctx, const lc_linear *a, const lc_linear *b);

static const struct {
    const char *name;
    of_one *apply;
} one[] = {
    {"one input dim", lc_linear_flatten_ins},
    {"one output dim", lc_linear_flatten_outs},
    {"inverse", lc_linear_invert},
    {"inverse from the left", lc_linear_left_invert},
    {"pseudo-inverse", lc_linear_pseudoinvert},
    {"complement", lc_linear_complement},
};

static const struct {
    const char *name;
    of_two *apply;
} two[] = {
    {"b's inverse after a", lc_linear_invert_and_compose},
    {"conversion", lc_linear_conversion},
    {"logical product", lc_linear_logical_product},
};

static const char *told(bool yes)
{
    return yes ? "yes" : "no";
}

/* Takes over the layout. */
static void print(lc_ctx *ctx, const char *what, lc_linear *l)
{
    char *text = l ? lc_linear_to_str(ctx, l) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_linear_free(l);
}

static void look(lc_ctx *ctx, const lc_linear *l)
{
    size_t at;
    printf("%zu inputs of %u bits, %zu outputs of %u bits; the first are %s and %s\n",
           lc_linear_nins(l), lc_linear_in_bits(l), lc_linear_nouts(l), lc_linear_out_bits(l),
           lc_linear_in_dim(l, 0).name, lc_linear_out_dim(l, 0).name);
    if (lc_linear_find_in(l, "lane", &at))
        printf("bit 1 of lane gives %d; the value at 6 is %d, of which dim0 has %d\n",
               (int)lc_linear_basis(l, at, 1, 0), (int)lc_linear_at(l, 6),
               (int)lc_linear_digit(l, 0, lc_linear_at(l, 6)));
    printf("injective: %s, surjective: %s, covers 8: %s, rank of its matrix %u\n",
           told(lc_linear_injective(l)), told(lc_linear_surjective(l)),
           told(lc_linear_covers(ctx, l, lc_int_const(8))), lc_f2_rank(lc_linear_matrix(l)));
    uint64_t mask[2];
    lc_linear_free_variable_masks(l, mask);
    printf("free bits of lane: %d; consecutive: %d\n", (int)mask[1],
           (int)lc_int_get_si(lc_linear_num_consecutive(ctx, l)));
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* register -> dim0, lane -> dim0 above it. */
    lc_linear *reg = lc_linear_identity1d(ctx, lc_int_const(2), "register", "dim0");
    lc_linear *lane = lc_linear_identity1d(ctx, lc_int_const(4), "lane", "dim0");
    lc_linear *a = lc_linear_product(ctx, reg, lane);
    lc_linear *b = lc_linear_product(ctx, lane, reg);
    look(ctx, a);
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        print(ctx, one[i].name, one[i].apply(ctx, a));
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        print(ctx, two[i].name, two[i].apply(ctx, a, b));
    int bit;
    printf("equal: %s, equivalent: %s\n", told(lc_linear_equal(a, b)),
           told(lc_linear_equivalent(a, b, &bit)));

    /* Other dims. */
    lc_dim pair[] = {{"row", 1}, {"column", 2}};
    const char *turned[] = {"lane", "register"}, *kept[] = {"register"}, *out[] = {"dim0"};
    print(ctx, "reshaped", lc_linear_reshape_outs(ctx, a, 2, pair));
    print(ctx, "transposed", lc_linear_transpose_ins(ctx, a, 2, turned));
    print(ctx, "of 8 lanes", lc_linear_resize_in(ctx, a, "lane", lc_int_const(8)));
    print(ctx, "without copies", lc_linear_remove_zero_bases(ctx, a, "lane"));
    print(ctx, "registers alone", lc_linear_sublayout(ctx, a, 1, kept, 1, out));
    print(ctx, "a divided by its registers", lc_linear_divide_left(ctx, a, reg));
    print(ctx, "every fourth",
          lc_linear_strided1d(ctx, lc_int_const(4), lc_int_const(4), "i", "o"));
    print(ctx, "copies", lc_linear_zeros1d(ctx, lc_int_const(4), "i", "o"));
    print(ctx, "empty", lc_linear_empty(ctx));

    /* From layouts and swizzles. */
    lc_int extent = lc_int_const(8), step = lc_int_const(2);
    lc_layout *even = lc_layout_flat(ctx, 1, &extent, &step);
    print(ctx, "of 8:2", lc_linear_from_layout(ctx, even, NULL));
    print(ctx, "of S<1,0,2>", lc_linear_from_swizzle(ctx, (lc_swizzle){1, 0, 2}));
    lc_layout_free(even);
    lc_linear_free(b);
    lc_linear_free(a);
    lc_linear_free(lane);
    lc_linear_free(reg);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     2 inputs of 3 bits, 1 outputs of 3 bits; the first are register and dim0
 *     bit 1 of lane gives 4; the value at 6 is 6, of which dim0 has 6
 *     injective: yes, surjective: yes, covers 8: yes, rank of its matrix 3
 *     free bits of lane: 0; consecutive: 2
 *     one input dim: linear{register: [1,2,4] -> dim0: 8}
 *     one output dim: linear{register: [1], lane: [2,4] -> dim0: 8}
 *     inverse: linear{dim0: [(1,0),(0,1),(0,2)] -> register: 2, lane: 4}
 *     inverse from the left: linear{dim0: [(1,0),(0,1),(0,2)] -> register: 2, lane: 4}
 *     pseudo-inverse: linear{dim0: [(1,0),(0,1),(0,2)] -> register: 2, lane: 4}
 *     complement: linear{dim0: [] -> dim0: 8}
 *     b's inverse after a: linear{register: [(1,0)], lane: [(2,0),(0,1)] -> lane: 4, register: 2}
 *     conversion: linear{register: [(1,0)], lane: [(2,0),(0,1)] -> lane: 4, register: 2}
 *     logical product: linear{register: [1,32], lane: [2,4,8,16] -> dim0: 64}
 *     equal: no, equivalent: yes
 *     reshaped: linear{register: [(1,0)], lane: [(0,1),(0,2)] -> row: 2, column: 4}
 *     transposed: linear{lane: [2,4], register: [1] -> dim0: 8}
 *     of 8 lanes: linear{register: [1], lane: [2,4,0] -> dim0: 8}
 *     without copies: linear{register: [1], lane: [2,4] -> dim0: 8}
 *     registers alone: linear{register: [1] -> dim0: 8}
 *     a divided by its registers: linear{register: [], lane: [1,2] -> dim0: 4}
 *     every fourth: linear{i: [4,8] -> o: 16}
 *     copies: linear{i: [0,0] -> o: 1}
 *     empty: linear{ -> }
 *     of 8:2: linear{in: [2,4,8] -> out: 16}
 *     of S<1,0,2>: linear{in: [1,2,5] -> out: 8}
 */
