/* layouts.c - layouts and tilers: making, looking, evaluating, slicing.
 *
 * headers: lib/layout.h lib/tiler.h
 */
#include <layoutcheck/lib/tiler.h>

#include <stdio.h>
#include <stdlib.h>

static void print(lc_ctx *ctx, const char *what, const lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_int extents[] = {lc_int_const(4), lc_int_const(8)};
    lc_int steps[] = {lc_int_const(8), lc_int_const(1)};
    lc_layout *a = lc_layout_flat(ctx, 2, extents, steps);
    print(ctx, "A", a);
    printf("size %d, cosize %d, A(5) = %d\n", (int)lc_int_get_si(lc_layout_size(ctx, a)),
           (int)lc_int_get_si(lc_layout_cosize(ctx, a)),
           (int)lc_int_get_si(lc_layout_at(ctx, a, lc_int_const(5))));

    /* A(2,_): the offset of the fixed part, and the layout that `_` leaves. */
    lc_tuple *two = lc_tuple_leaf(ctx, lc_int_const(2));
    lc_tuple *any = lc_tuple_wildcard(ctx);
    lc_tuple *crd = lc_tuple_of(ctx, 2, (lc_tuple *[]){two, any});
    lc_int offset;
    lc_layout *row = lc_layout_slice(ctx, a, crd, &offset);
    print(ctx, "row 2", row);
    printf("from offset %d on\n", (int)lc_int_get_si(offset));

    /* Modes are selected, grouped, joined; the compact layout of the same shape. */
    lc_layout *turned = lc_layout_select(ctx, a, 2, (size_t[]){1, 0});
    lc_layout *joined = lc_layout_concat(ctx, 2, (lc_layout *[]){a, row});
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_layout *compact = lc_layout_compact(ctx, shape);
    lc_layout *names = lc_layout_identity(ctx, shape);
    print(ctx, "transposed", turned);
    print(ctx, "joined", joined);
    print(ctx, "compact", compact);
    print(ctx, "its coordinates", names);

    /* A tiler says what to do with each mode. */
    lc_tuple *tile = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(2), lc_int_const(4)});
    lc_tiler *tiler = lc_tiler_shape(ctx, tile);
    char *text = tiler ? lc_tiler_to_str(ctx, tiler) : NULL;
    printf("tiler: %s, for %zu modes\n", text ? text : lc_ctx_message(ctx), lc_tiler_rank(tiler));
    free(text);
    lc_tiler_free(tiler);

    lc_layout *layouts[] = {a, row, turned, joined, compact, names};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        lc_layout_free(layouts[i]);
    lc_tuple *tuples[] = {two, any, crd, shape, tile};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++)
        lc_tuple_free(tuples[i]);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     A: (4,8):(8,1)
 *     size 32, cosize 32, A(5) = 9
 *     row 2: 8:1
 *     from offset 16 on
 *     transposed: (8,4):(1,8)
 *     joined: ((4,8),8):((8,1),1)
 *     compact: (4,8):(1,4)
 *     its coordinates: (4,8):(e0,e1)
 *     tiler: <2:1, 4:1>, for 2 modes
 */
