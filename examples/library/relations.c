/* relations.c - layouts as integer set relations, and back.
 *
 * headers: isl-bridge/relation.h isl-bridge/bits.h isl-bridge/recover.h isl-bridge/operate.h
 * headers: isl-bridge/engine.h
 */
#include <layoutcheck/isl-bridge/bits.h>
#include <layoutcheck/isl-bridge/engine.h>
#include <layoutcheck/isl-bridge/operate.h>
#include <layoutcheck/isl-bridge/recover.h>

#include <stdio.h>
#include <stdlib.h>

static void print(lcr_ctx *r, const char *what, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *text = a ? lc_layout_to_str(ctx, a) : NULL;
    printf("%s: %s\n", what, text ? text : lc_ctx_message(ctx));
    free(text);
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

    /* Integral coordinate -> offset, and the layout that this relation is. */
    lcr_map *map = lcr_layout_map(r, a);
    char *text = map ? lcr_map_to_str(r, map) : NULL;
    printf("%s\n", text ? text : lc_ctx_message(ctx));
    free(text);
    lc_layout *back = map ? lcr_recover(r, map) : NULL;
    print(r, "recovered", back);
    lc_layout *composed = lcr_engine_compose(r, a, a);
    print(r, "A o A, by relations", composed);

    /* Questions have three answers; a no comes with a pair that shows it. */
    lcr_map *other = lcr_map_parse(r, "{ [c] -> [2c] : 0 <= c < 8 }");
    lc_int in, out;
    bool in_first;
    if (map && other && lcr_map_equal(r, map, other, &in, &out, &in_first) == LCR_NO)
        printf("one of them alone has a certain pair\n");
    lcr_map *values = other ? lcr_map_range_set(r, other) : NULL;
    lc_int n;
    if (values && lcr_map_count(r, values, &n) == LCR_YES)
        printf("the other has %d values\n", (int)lc_int_get_si(n));

    /* A swizzle, by the bits of its argument. */
    lcr_map *bits = lcr_swizzle_layout_map(r, (lc_swizzle){1, 0, 1});
    lc_int value;
    if (bits && lcr_map_eval(r, bits, (lc_int[]){lc_int_const(2)}, &value) == LCR_YES)
        printf("S<1,0,1>(2) = %d\n", (int)lc_int_get_si(value));

    lcr_map *maps[] = {map, other, values, bits};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        lcr_map_free(maps[i]);
    lc_layout_free(composed);
    lc_layout_free(back);
    lc_layout_free(a);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     { [c] -> [2*(c mod 4) + floor(c/4)] : 0 <= c < 8 }
 *     recovered: (4,2):(2,1)
 *     A o A, by relations: ((2,2),2):((4,1),2)
 *     one of them alone has a certain pair
 *     the other has 8 values
 *     S<1,0,1>(2) = 3
 */
