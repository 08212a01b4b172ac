/* tuples.c - shapes and coordinates.
 *
 * headers: lib/tuple.h
 */
#include <layoutcheck/lib/tuple.h>

#include <stdio.h>
#include <stdlib.h>

static void print(lc_ctx *ctx, const char *what, const lc_tuple *t)
{
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;

    /* (4,(2,3)): the children are borrowed, the tuple is owned. */
    lc_tuple *four = lc_tuple_leaf(ctx, lc_int_const(4));
    lc_tuple *inner = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(2), lc_int_const(3)});
    lc_tuple *shape = lc_tuple_of(ctx, 2, (lc_tuple *[]){four, inner});
    print(ctx, "shape", shape);
    lc_tuple *point = lc_tuple_point(ctx, 1, (lc_int[]){lc_int_const(7)});
    print(ctx, "a point of one integer", point);
    printf("rank %zu, depth %zu, leaves %zu, size %d\n", lc_tuple_rank(shape),
           lc_tuple_depth(shape), lc_tuple_nleaves(shape),
           (int)lc_int_get_si(lc_tuple_size(ctx, shape)));

    /* Coordinate number 21, the first leaf fastest; and its number again. */
    lc_tuple *crd = lc_idx2crd(ctx, lc_int_const(21), shape);
    lc_int index;
    print(ctx, "coordinate 21", crd);
    if (lc_crd2idx(ctx, crd, shape, &index))
        printf("its index: %d\n", (int)lc_int_get_si(index));

    /* The same leaves without nesting, and the nesting given back. */
    lc_tuple *flat = lc_tuple_flatten(ctx, shape);
    lc_tuple *nested = lc_tuple_unflatten(ctx, flat, shape);
    lc_tuple *grouped = lc_tuple_group(ctx, flat, 0, 2);
    print(ctx, "flat", flat);
    print(ctx, "its first two modes as one", grouped);
    lc_tuple *moved = lc_crd2crd(ctx, crd, shape, flat);
    print(ctx, "the coordinate in the flat shape", moved);
    printf("the same: %s, congruent to the flat one: %s\n",
           lc_tuple_equal(nested, shape) ? "yes" : "no",
           lc_tuple_congruent(flat, shape) ? "yes" : "no");

    lc_tuple *all[] = {four, inner, shape, point, crd, flat, nested, grouped, moved};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lc_tuple_free(all[i]);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     shape: (4,(2,3))
 *     a point of one integer: 7
 *     rank 2, depth 2, leaves 3, size 24
 *     coordinate 21: (1,(1,2))
 *     its index: 21
 *     flat: (4,2,3)
 *     its first two modes as one: ((4,2),3)
 *     the coordinate in the flat shape: (1,1,2)
 *     the same: yes, congruent to the flat one: no
 */
