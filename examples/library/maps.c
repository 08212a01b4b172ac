/* maps.c - the coordinate, bits, index and layout maps of layouts, swizzles and linear layouts.
 *
 * headers: isl-bridge/relation.h isl-bridge/bits.h isl-bridge/recover.h isl-bridge/operate.h
 */
#include <layoutcheck/isl-bridge/bits.h>
#include <layoutcheck/isl-bridge/operate.h>
#include <layoutcheck/isl-bridge/recover.h>

#include <stdio.h>
#include <stdlib.h>

/* Takes over the relation. */
static void print(lcr_ctx *r, const char *what, lcr_map *m)
{
    char *text = m ? lcr_map_to_str(r, m) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
    lcr_map_free(m);
}

/* The same of what isl has computed: its text differs between versions of isl. */
static void count(lcr_ctx *r, const char *what, lcr_map *m)
{
    lc_int n, at = lc_int_const(2), value;
    if (m && lcr_map_count(r, m, &n) == LCR_YES)
        printf("%s: %d pairs", what, (int)lc_int_get_si(n));
    if (m && lcr_map_nin(m) == 1 && lcr_map_nout(m) == 1 &&
        lcr_map_eval(r, m, &at, &value) == LCR_YES)
        printf(", 2 -> %d", (int)lc_int_get_si(value));
    printf("\n");
    lcr_map_free(m);
}

static void print_layout(lcr_ctx *r, const char *what, lc_layout *a)
{
    char *text = a ? lc_layout_to_str(lcr_ctx_lc(r), a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
    lc_layout_free(a);
}

static void of_layout(lcr_ctx *r, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lc_layout_shape(ctx, a), *flat = lc_tuple_leaf(ctx, lc_int_const(8));
    print(r, "coordinates", lcr_coord_map(r, shape));
    print(r, "offsets", lcr_index_map(r, a));
    count(r, "offsets, of a flat coordinate", lcr_index_map_in(r, a, flat));
    count(r, "flat to natural", lcr_colex_map(r, flat, shape));
    print(r, "the same of another shape's coordinate", lcr_coord_map_in(r, shape, flat));
    print(r, "on all integers", lcr_extended_map(r, a));
    lc_tuple_free(flat);
    lc_tuple_free(shape);
}

static void ask(lcr_ctx *r, const lc_layout *a)
{
    lcr_map *m = lcr_layout_map(r, a), *pair = lcr_index_map(r, a);
    lc_int n, low[2], extent[2];
    if (lcr_map_domain_is_interval(r, m, &n) == LCR_YES)
        printf("its inputs are [0,%d)\n", (int)lc_int_get_si(n));
    if (lcr_map_range_is(r, m, n, low) == LCR_YES)
        printf("its values, too\n");
    if (lcr_map_domain_is_box(r, pair, extent) == LCR_YES)
        printf("a box of %d x %d\n", (int)lc_int_get_si(extent[0]),
               (int)lc_int_get_si(extent[1]));
    if (lcr_map_increases(r, pair, low, extent) == LCR_NO)
        printf("its values do not grow with the coordinate\n");
    count(r, "the second coordinate fixed",
          lcr_map_fix(r, pair, (bool[]){false, true},
                      (lc_int[]){lc_int_const(0), lc_int_const(1)}));
    count(r, "in fewer pieces", lcr_map_coalesce(r, m));
    char *lines = lcr_map_lines(r, m);
    printf("for isl to read: %s\n", lines ? lines : lc_ctx_message(lcr_ctx_lc(r)));
    free(lines);
    lc_tuple *shape = lc_layout_shape(lcr_ctx_lc(r), a);
    lc_tuple *stride = lc_layout_stride(lcr_ctx_lc(r), a);
    print_layout(r, "of this shape", lcr_recover_with_shape(r, m, shape));
    print_layout(r, "with these strides", lcr_recover_with_strides(r, m, stride));
    lc_tuple_free(stride);
    lc_tuple_free(shape);
    lcr_map_free(pair);
    lcr_map_free(m);
}

static void of_bits(lcr_ctx *r, const lc_layout *a)
{
    lc_swizzle w = {1, 0, 1};
    print(r, "bits of a coordinate", lcr_swizzle_coord_map(r, w));
    print(r, "bits of its value", lcr_swizzle_bits_map(r, w));
    print(r, "its value", lcr_swizzle_index_map(r, w));
    count(r, "after a layout", lcr_composed_index_map(r, w, lc_int_const(0), a));
    lcr_map *all = lcr_swizzle_extended_map(r, w);
    lcr_map *composed = lcr_composed_layout_map(r, w, lc_int_const(0), a);
    lc_int value;
    if (all && lcr_map_eval(r, all, (lc_int[]){lc_int_const(6)}, &value) == LCR_YES)
        printf("S<1,0,1>(6) = %d\n", (int)lc_int_get_si(value));
    if (composed && lcr_map_eval(r, composed, (lc_int[]){lc_int_const(3)}, &value) == LCR_YES)
        printf("(S<1,0,1> o A)(3) = %d\n", (int)lc_int_get_si(value));
    lcr_map_free(composed);
    lcr_map_free(all);
}

static void of_linear(lcr_ctx *r)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_linear *l = lc_linear_identity1d(ctx, lc_int_const(4), "lane", "dim0");
    print(r, "lane to bits", lcr_linear_coord_map(r, l));
    print(r, "bits to bits", lcr_linear_bits_map(r, l));
    print(r, "bits to dim0", lcr_linear_index_map(r, l));
    print(r, "lane to dim0", lcr_linear_layout_map(r, l));
    lc_tuple *three = lc_tuple_leaf(ctx, lc_int_const(3));
    lcr_map *inner = lcr_map_parse(r, "{ [t] -> [2 - t] : 0 <= t < 3 }");
    print(r, "of 3 lanes", lcr_linear_layout_map_below(r, l, three));
    count(r, "of lanes counted down", lcr_linear_layout_map_after(r, l, three, inner));
    lcr_map_free(inner);
    lc_tuple_free(three);
    lc_linear_free(l);
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    lc_int extents[] = {lc_int_const(4), lc_int_const(2)};
    lc_int steps[] = {lc_int_const(2), lc_int_const(1)};
    lc_layout *a = lc_layout_flat(ctx, 2, extents, steps);
    of_layout(r, a);
    ask(r, a);
    of_bits(r, a);
    of_linear(r);
    lc_layout_free(a);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     coordinates: { [c] -> [c mod 4, floor(c/4)] : 0 <= c < 8 }
 *     offsets: { [c0, c1] -> [2c0 + c1] : 0 <= c0 < 4 and 0 <= c1 < 2 }
 *     offsets, of a flat coordinate: 8 pairs, 2 -> 4
 *     flat to natural: 8 pairs
 *     the same of another shape's coordinate: { [c] -> [c] : 0 <= c < 8 }
 *     on all integers: { [c] -> [2*(c mod 4) + floor(c/4)] }
 *     its inputs are [0,8)
 *     its values, too
 *     a box of 4 x 2
 *     its values do not grow with the coordinate
 *     the second coordinate fixed: 4 pairs, 2 -> 5
 *     in fewer pieces: 8 pairs, 2 -> 4
 *     for isl to read: { [c] -> [2*(c mod 4) + floor(c/4)] : 0 <= c < 8 }
 *     of this shape: (4,2):(2,1)
 *     with these strides: (4,2):(2,1)
 *     bits of a coordinate: { [c] -> [floor(c/2), c mod 2] : 0 <= c < 4 }
 *     bits of its value: { [c0, c1] -> [c0, (c0 + c1) mod 2] : 0 <= c0 < 2 and 0 <= c1 < 2 }
 *     its value: { [c0, c1] -> [2c0 + c1] : 0 <= c0 < 2 and 0 <= c1 < 2 }
 *     after a layout: 8 pairs
 *     S<1,0,1>(6) = 7
 *     (S<1,0,1> o A)(3) = 7
 *     lane to bits: { [c] -> [c mod 2, floor(c/2)] : 0 <= c < 4 }
 *     bits to bits: { [c0, c1] -> [c0, c1] : 0 <= c0 < 2 and 0 <= c1 < 2 }
 *     bits to dim0: { [c0, c1] -> [c0 + 2c1] : 0 <= c0 < 2 and 0 <= c1 < 2 }
 *     lane to dim0: { [c] -> [c] : 0 <= c < 4 }
 *     of 3 lanes: { [c] -> [c] : 0 <= c < 3 }
 *     of lanes counted down: 3 pairs, 2 -> 0
 */
