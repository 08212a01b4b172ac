/* kept.c - objects that are kept by the open frame. */
#include "config.h"

#include "kept.h"

#include <stdlib.h>

#define KEPT(name, type, free_it)                                                                \
    static void release_##name(void *object)                                                     \
    {                                                                                            \
        free_it(object);                                                                         \
    }                                                                                            \
    type *lcv_kept_##name(lc_ctx *ctx, type *object)                                             \
    {                                                                                            \
        return lc_frame_keep(ctx, object, release_##name);                                       \
    }

KEPT(layout, lc_layout, lc_layout_free)
KEPT(tuple, lc_tuple, lc_tuple_free)
KEPT(tiler, lc_tiler, lc_tiler_free)
KEPT(linear, lc_linear, lc_linear_free)
KEPT(morphism, lc_morphism, lc_morphism_free)
KEPT(value, lcv_value, lcv_value_free)
KEPT(map, lcr_map, lcr_map_free)
KEPT(text, char, free)

lc_tuple *lcv_shape_of(lc_ctx *ctx, const lc_layout *a)
{
    return a ? lcv_kept(ctx, lc_layout_shape(ctx, a)) : NULL;
}

lc_layout *lcv_mode_of(lc_ctx *ctx, const lc_layout *a, size_t i)
{
    return a ? lcv_kept(ctx, lc_layout_mode(ctx, a, i)) : NULL;
}

lc_tuple *lcv_part_of(lc_ctx *ctx, const lc_tuple *t, size_t i)
{
    return t ? lcv_kept(ctx, lc_tuple_mode(ctx, t, i)) : NULL;
}

lc_tuple *lcv_integers_of(lc_ctx *ctx, size_t n, const lc_int *at)
{
    return lcv_kept(ctx, lc_tuple_point(ctx, n, at));
}

lc_tuple *lcv_basis_of(lc_ctx *ctx, const lc_linear *l, size_t in, unsigned bit)
{
    size_t n = lc_linear_nouts(l);
    lc_int number[LC_LINEAR_DIMS];
    for (size_t i = 0; i < n; i++)
        number[i] = lc_int_from_word(ctx, lc_linear_basis(l, in, bit, i));
    return lcv_integers_of(ctx, n, number);
}
