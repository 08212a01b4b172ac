#define lc_complement right_complement
#include "../../lib/complement.c"
#undef lc_complement

#include "wrong.h"

lc_layout *lc_complement(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    if (!wrong_is("complement") || n < 2)
        return right_complement(ctx, a);
    lc_int extent[n - 1], step[n - 1];
    for (size_t k = 0; k < n - 1; k++) {
        extent[k] = lc_layout_extent(a, k);
        step[k] = lc_layout_step(a, k);
    }
    lc_layout *part = lc_layout_flat(ctx, n - 1, extent, step);
    lc_layout *wrong = part ? right_complement(ctx, part) : NULL;
    lc_layout_free(part);
    return wrong;
}
