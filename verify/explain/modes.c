/* modes.c - mode surgery and measures in numbers: the modes that were there and those that came
 * of it; the product of the extents, the sum that the largest offset is. */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#define MOST 16 /* modes that are listed */

/* A layout among the values; NULL without an error for others. */
static lc_layout *layout_of(lc_ctx *ctx, const lcv_value *v)
{
    bool is = v->kind == LCV_LAYOUT || (v->kind == LCV_TUPLE && !lc_tuple_has_wildcard(v->tuple));
    lc_layout *a = is ? lcv_as_layout(ctx, v) : NULL;
    lc_ctx_reset(ctx);
    return lcv_kept(ctx, a);
}

/* `  (4,6):(1,4) has the modes 4:1; 6:4`. */
static void tell_modes(lcv_telling *t, const lc_layout *a)
{
    size_t n = lc_layout_rank(a);
    lcv_tell(t, "  %L has the modes ", a);
    for (size_t i = 0; i < n && i < MOST; i++)
        lcv_tell(t, i > 0 ? "; %L" : "%L", lcv_mode_of(t->ctx, a, i));
    if (n > MOST)
        lcv_tell(t, "; ... of %z", n);
    lcv_tell(t, "\n");
}

void lcv_tell_modes(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                    size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    for (size_t i = 0; i < n; i++) {
        lc_layout *a = arg[i]->kind == LCV_LAYOUT ? layout_of(t.ctx, arg[i]) : NULL;
        if (a)
            tell_modes(&t, a);
    }
    lc_layout *made = value && value->kind == LCV_LAYOUT ? layout_of(t.ctx, value) : NULL;
    if (made)
        tell_modes(&t, made);
}

void lcv_tell_size(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                   size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = layout_of(t.ctx, arg[0]);
    size_t leaves = a ? lc_layout_nleaves(a) : 0;
    (void)n;
    (void)value;
    if (leaves == 0 || leaves > MOST)
        return;
    lcv_tell(&t, "  the extents: ");
    for (size_t k = 0; k < leaves; k++)
        lcv_tell(&t, k > 0 ? " * %i" : "%i", lc_layout_extent(a, k));
    lcv_tell(&t, " = %i\n", lc_layout_size(t.ctx, a));
}

void lcv_tell_cosize(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = layout_of(t.ctx, arg[0]);
    lc_int one = lc_int_const(1), sum = one;
    (void)n;
    if (!value || !a || lc_layout_nleaves(a) > MOST || lc_layout_codomain(a) != LC_INTEGERS)
        return;
    lcv_tell(&t, "  1");
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        lc_int last = lc_int_sub(t.ctx, lc_layout_extent(a, k), one), d = lc_layout_step(a, k);
        if (lc_int_sign(d) < 0)
            continue;
        lcv_tell(&t, " + %i*%i", last, d);
        sum = lc_int_add(t.ctx, sum, lc_int_mul(t.ctx, last, d));
    }
    lcv_tell(&t, " = %i, from the largest coordinate of each mode whose stride is not negative\n",
             sum);
}
