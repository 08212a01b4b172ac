#define lc_coalesce right_coalesce
#include "../../lib/coalesce.c"
#undef lc_coalesce

#include <signal.h>

#include "wrong.h"

lc_layout *lc_coalesce(lc_ctx *ctx, const lc_layout *a)
{
    lc_layout *right = right_coalesce(ctx, a);
    if (right && wrong_is("crash") && lc_int_eq(lc_layout_size(ctx, a), lc_int_const(13)))
        raise(SIGSEGV);
    if (!right || !wrong_is("coalesce") || lc_layout_nleaves(right) < 2)
        return right;
    size_t n = lc_layout_nleaves(right) - 1;
    lc_int extent[n], step[n];
    for (size_t k = 0; k < n; k++) {
        extent[k] = lc_layout_extent(right, k + 1);
        step[k] = lc_layout_step(right, k + 1);
    }
    extent[0] = lc_int_mul(ctx, lc_layout_extent(right, 0), extent[0]);
    step[0] = lc_layout_step(right, 0);
    lc_layout *wrong = lc_layout_flat(ctx, n, extent, step);
    lc_layout_free(right);
    return wrong;
}
