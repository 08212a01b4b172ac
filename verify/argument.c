/* argument.c - the arguments of claims, by name and kind. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* "composes needs a layout R, not a relation". */
static void *wrong_kind(lc_ctx *ctx, const char *claim, const char *name, const char *wanted,
                        const lcv_value *v)
{
    return lc_fail(ctx, LC_ERR_INVALID, "%s needs %s %s, not %s", claim, wanted, name,
                   lcv_value_describe(v));
}

lc_layout *lcv_arg_layout(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind == LCV_TENSOR && !lc_int_is_zero(lc_tuple_value(v->offset, 0)))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs a layout %s, not a tensor: its offset is not 0", claim, name);
    bool other = v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
                 v->kind != LCV_TILER;
    if (other || (v->kind == LCV_TILER && lc_tiler_as_layout(v->tiler) == NULL))
        return wrong_kind(ctx, claim, name, "a layout", v);
    return lcv_as_layout(ctx, v);
}

lc_tuple *lcv_arg_shape(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
        v->kind != LCV_COMPOSED && v->kind != LCV_SWIZZLE)
        return wrong_kind(ctx, claim, name, "a shape or a layout", v);
    if (v->kind == LCV_TUPLE && lc_tuple_has_wildcard(v->tuple))
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs a shape %s, without the wildcard _", claim,
                       name);
    return lcv_as_tuple(ctx, v);
}

lc_tiler *lcv_arg_tiler(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
        v->kind != LCV_TILER)
        return wrong_kind(ctx, claim, name, "a layout or a tiler", v);
    return lcv_as_tiler(ctx, v);
}

bool lcv_arg_int(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 int32_t least, lc_int *out)
{
    if (v->kind != LCV_TUPLE || !lc_tuple_is_leaf(v->tuple) || lc_tuple_has_wildcard(v->tuple)) {
        wrong_kind(ctx, claim, name, "an integer", v);
        return false;
    }
    *out = lc_tuple_value(v->tuple, 0);
    if (lc_int_lt(*out, lc_int_const(least))) {
        lc_fail(ctx, LC_ERR_INVALID, "%s needs %s to be at least %d", claim, name, (int)least);
        return false;
    }
    return true;
}

bool lcv_arg_type(lc_ctx *ctx, const char *claim, const lcv_value *v, lc_int *least, lc_int *most)
{
    if (v->kind != LCV_TYPE) {
        lc_fail(ctx, LC_ERR_INVALID, "%s needs a type such as int32 or uint64, not %s", claim,
                lcv_value_describe(v));
        return false;
    }
    bool is_signed = v->bits < 0;
    lc_int power = lc_int_const(1);
    for (int i = is_signed ? 1 : 0; i < abs(v->bits); i++)
        power = lc_int_mul(ctx, power, lc_int_const(2));
    *least = is_signed ? lc_int_neg(ctx, power) : lc_int_const(0);
    *most = lc_int_sub(ctx, power, lc_int_const(1));
    return true;
}

bool lcv_arg_function(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                      lcv_function *out)
{
    memset(out, 0, sizeof *out);
    out->name = name;
    switch (v->kind) {
    case LCV_RELATION:
        out->relation = lcr_map_ref(v->relation);
        return true;
    case LCV_TENSOR:
        out->layout = lc_layout_ref(v->layout);
        out->offset = lc_tuple_value(v->offset, 0);
        return true;
    default:
        out->layout = lcv_arg_layout(ctx, claim, name, v);
        return out->layout != NULL;
    }
}

bool lcv_arg_tensor(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                    lcv_function *out)
{
    if (v->kind == LCV_RELATION) {
        wrong_kind(ctx, claim, name, "a layout", v);
        return false;
    }
    return lcv_arg_function(ctx, claim, name, v, out);
}

void lcv_function_free(lcv_function *f)
{
    lc_layout_free(f->layout);
    lcr_map_free(f->relation);
}

lc_int lcv_function_at(lc_ctx *ctx, const lcv_function *f, lc_int c)
{
    return lc_int_add(ctx, f->offset, lc_layout_at(ctx, f->layout, c));
}

void lcv_function_range(lc_ctx *ctx, const lcv_function *f, lc_int *low, lc_int *high)
{
    lc_layout_range(ctx, f->layout, low, high);
    *low = lc_int_add(ctx, *low, f->offset);
    *high = lc_int_add(ctx, *high, f->offset);
}
