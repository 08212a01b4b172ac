#include "config.h"

#include "xor.h"

lc_layout *lc_compose_xor(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    (void)a;
    (void)b;
    return lc_fail(ctx, LC_ERR_BUDGET, "compositions by XOR are not decided");
}

lc_layout *lc_right_inverse_xor(lc_ctx *ctx, const lc_layout *a)
{
    (void)a;
    return lc_fail(ctx, LC_ERR_BUDGET, "inverses by XOR are not decided");
}

lc_layout *lc_left_inverse_xor(lc_ctx *ctx, const lc_layout *a)
{
    (void)a;
    return lc_fail(ctx, LC_ERR_BUDGET, "inverses by XOR are not decided");
}
