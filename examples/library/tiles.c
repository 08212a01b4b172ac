/* tiles.c - tilers, and every divide and product by them.
 *
 * headers: lib/tiler.h lib/algebra.h
 */
#include <layoutcheck/lib/algebra.h>

#include <stdio.h>
#include <stdlib.h>

typedef lc_layout *by_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

static const struct {
    const char *name;
    by_tiler *apply;
} operations[] = {
    {"composed", lc_compose_tiler},        {"logical divide", lc_logical_divide},
    {"zipped divide", lc_zipped_divide},   {"tiled divide", lc_tiled_divide},
    {"flat divide", lc_flat_divide},       {"logical product", lc_logical_product},
    {"zipped product", lc_zipped_product}, {"tiled product", lc_tiled_product},
    {"flat product", lc_flat_product},
};

/* Takes over the layout. */
static void print(lc_ctx *ctx, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout_free(a);
}

static lc_layout *layout(lc_ctx *ctx, int s0, int s1, int d0, int d1)
{
    lc_int extents[] = {lc_int_const(s0), lc_int_const(s1)};
    lc_int steps[] = {lc_int_const(d0), lc_int_const(d1)};
    return lc_layout_flat(ctx, 2, extents, steps);
}

/* What a tiler has. */
static void look(lc_ctx *ctx, const lc_tiler *t)
{
    char *text = lc_tiler_to_str(ctx, t);
    printf("%s of %zu modes; a layout: %s; stars: %s; mode 5 is left: %s\n", text ? text : "",
           lc_tiler_rank(t), lc_tiler_as_layout(t) ? "yes" : "no",
           lc_tiler_has_star(t) ? "yes" : "no", lc_tiler_on(t, 5) ? "no" : "yes");
    free(text);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (!ctx)
        return 1;
    lc_layout *a = layout(ctx, 4, 6, 6, 1), *pair = layout(ctx, 2, 3, 1, 4);
    lc_tuple *shape = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(2), lc_int_const(3)});

    /* <2:1, 3:1>, made of a shape and mode by mode; a layout for the whole; `_` and `*`. */
    lc_tiler *tile = lc_tiler_shape(ctx, shape), *whole = lc_tiler_layout(ctx, pair);
    lc_tiler *still = lc_tiler_still(ctx), *star = lc_tiler_star(ctx);
    lc_tiler *first = lc_tiler_ref(lc_tiler_mode(tile, 0));
    lc_tiler *mixed = lc_tiler_of(ctx, 2, (lc_tiler *[]){first, still});
    look(ctx, tile);
    look(ctx, whole);
    look(ctx, mixed);
    printf("`*`: %s; the same tiler: %s\n", lc_tiler_is_star(star) ? "yes" : "no",
           lc_tiler_equal(tile, mixed) ? "yes" : "no");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        print(ctx, operations[i].name, operations[i].apply(ctx, a, tile));

    /* The rest of the algebra. */
    print(ctx, "by modes", lc_coalesce_by(ctx, a, shape));
    print(ctx, "extendable complement", lc_complement(ctx, pair));
    print(ctx, "up to a shape", lc_complement_in(ctx, pair, shape));
    print(ctx, "gaps filled", lc_gap_complement(ctx, pair, lc_int_const(24)));
    print(ctx, "common", lc_max_common_layout(ctx, pair, pair));
    print(ctx, "narrower elements", lc_downcast(ctx, pair, lc_int_const(2)));
    print(ctx, "filtered", lc_filter(ctx, a));
    print(ctx, "over (2,3)", lc_tile_to_shape(ctx, pair, shape, NULL));
    lc_tiler *tilers[] = {tile, whole, still, star, first, mixed};
    for (size_t i = 0; i < sizeof tilers / sizeof *tilers; i++)
        lc_tiler_free(tilers[i]);
    lc_tuple_free(shape);
    lc_layout_free(pair);
    lc_layout_free(a);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     <2:1, 3:1> of 2 modes; a layout: no; stars: no; mode 5 is left: yes
 *     (2,3):(1,4) of 2 modes; a layout: yes; stars: no; mode 5 is left: yes
 *     <2:1, _> of 2 modes; a layout: no; stars: no; mode 5 is left: yes
 *     `*`: yes; the same tiler: no
 *     composed: (2,3):(6,1)
 *     logical divide: ((2,2),(3,2)):((6,12),(1,3))
 *     zipped divide: ((2,3),(2,2)):((6,1),(12,3))
 *     tiled divide: ((2,3),2,2):((6,1),12,3)
 *     flat divide: (2,3,2,2):(6,1,12,3)
 *     logical product: ((4,2),(6,3)):((6,1),(1,6))
 *     zipped product: ((4,6),(2,3)):((6,1),(1,6))
 *     tiled product: ((4,6),2,3):((6,1),1,6)
 *     flat product: (4,6,2,3):(6,1,1,6)
 *     by modes: (4,6):(6,1)
 *     extendable complement: (2,1):(2,12)
 *     up to a shape: 2:2
 *     gaps filled: (2,2):(2,12)
 *     common: 2:1
 *     narrower elements: (4,3):(1,8)
 *     filtered: (4,6):(6,1)
 *     over (2,3): ((2,1),(3,1)):((1,0),(4,0))
 */
