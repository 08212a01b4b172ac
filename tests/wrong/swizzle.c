#define lc_swizzle_apply right_swizzle_apply
#include "../../lib/swizzle.c"
#undef lc_swizzle_apply

#include "wrong.h"

lc_int lc_swizzle_apply(lc_ctx *ctx, lc_swizzle w, lc_int x)
{
    if (wrong_is("swizzle"))
        w.s = -w.s;
    return right_swizzle_apply(ctx, w, x);
}
