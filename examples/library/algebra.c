/* algebra.c - the layout algebra.
 *
 * headers: lib/algebra.h
 */
#include <layoutcheck/lib/algebra.h>

#include <stdio.h>
#include <stdlib.h>

/* Layouts are written as (extent,stride) pairs here, of at most two modes. */
static lc_layout *layout(lc_ctx *ctx, size_t n, int s0, int d0, int s1, int d1)
{
    lc_int extents[] = {lc_int_const(s0), lc_int_const(s1)};
    lc_int steps[] = {lc_int_const(d0), lc_int_const(d1)};
    return lc_layout_flat(ctx, n, extents, steps);
}

/* Takes over the layout. NULL is failure, and the context says why. */
static void print(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_layout *a = layout(ctx, 2, 4, 8, 8, 1), *b = layout(ctx, 1, 4, 2, 0, 0);
    lc_layout *steps = layout(ctx, 2, 4, 1, 6, 4);
    lc_tiler *tile = lc_tiler_layout(ctx, b);

    print(ctx, "coalesced", lc_coalesce(ctx, steps));
    print(ctx, "A o B", lc_compose(ctx, a, b));
    print(ctx, "what B leaves out of 24", lc_complement_to(ctx, b, lc_int_const(24)));
    print(ctx, "inverse of A", lc_inverse(ctx, a));
    print(ctx, "right inverse of B", lc_right_inverse(ctx, b));
    print(ctx, "left inverse of B", lc_left_inverse(ctx, b));
    print(ctx, "A divided by B", lc_logical_divide(ctx, a, tile));
    print(ctx, "B in blocks of B", lc_blocked_product(ctx, b, b));
    print(ctx, "raked", lc_raked_product(ctx, b, b));
    print(ctx, "of elements twice as wide", lc_upcast(ctx, steps, lc_int_const(2)));
    lc_int n;
    if (lc_max_common_vector(ctx, steps, steps, &n))
        printf("the longest vector: %d\n", (int)lc_int_get_si(n));

    /* What has no value says why: here with numbers to check by hand. */
    lc_layout *three = layout(ctx, 1, 6, 3, 0, 0);
    lc_compose_failure failure;
    if (!lc_compose_explain(ctx, a, three, &failure)) {
        printf("A o 6:3 has no value: at leaf %zu, %d is not %d\n", failure.leaf,
               (int)lc_int_get_si(failure.value), (int)lc_int_get_si(failure.candidate));
        lc_tuple_free(failure.crd);
    }
    lc_layout_free(three);
    lc_tiler_free(tile);
    lc_layout_free(steps);
    lc_layout_free(b);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     coalesced: 24:1
 *     A o B: (2,2):(16,1)
 *     what B leaves out of 24: (2,3):(1,8)
 *     inverse of A: (8,4):(4,1)
 *     right inverse of B: 1:0
 *     left inverse of B: (2,4):(0,1)
 *     A divided by B: ((2,2),(2,4)):((16,1),(8,2))
 *     B in blocks of B: (4,4):(2,8)
 *     raked: (4,4):(8,2)
 *     of elements twice as wide: (2,6):(1,2)
 *     the longest vector: 24
 *     A o 6:3 has no value: at leaf 0, 3 is not 34
 */
