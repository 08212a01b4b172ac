/* argument.c - the arguments of claims, by name and kind. */
#include "config.h"

#include "coordinates.h"

#include <stdlib.h>
#include <string.h>

/* "composes needs a layout R, not a relation". */
static void *wrong_kind(lc_ctx *ctx, const char *claim, const char *name, const char *wanted,
                        const lcv_value *v)
{
    return lc_fail(ctx, LC_ERR_INVALID, "%s needs %s %s, not %s", claim, wanted, name,
                   lcv_value_describe(v));
}

static unsigned codomain_of(const lc_layout *a)
{
    switch (lc_layout_codomain(a)) {
    case LC_COORDINATES: return LCV_OF_COORDINATES;
    case LC_XOR: return LCV_OF_XOR;
    case LC_INTEGERS: break;
    }
    return LCV_OF_INTEGERS;
}

/* "aligned needs a layout X whose values are integers, not (4,8):(e0,e1)"; gives the layout back
 * when it is of one of the codomains. */
static lc_layout *of_codomains(lc_ctx *ctx, const char *claim, const char *name, lc_layout *a,
                               unsigned codomains)
{
    static const char *const wanted[] = {[LCV_OF_INTEGERS] = "with integer strides",
                                         [LCV_OF_INTEGERS | LCV_OF_COORDINATES] =
                                             "with strides of integers or basis elements"};
    if (!a || (codomains & codomain_of(a)) != 0)
        return a;
    if (lc_all_zero(a)) /* of every codomain */
        return lcv_kept(ctx, lc_layout_axis(ctx, a, 0));
    char *text = lcv_kept(ctx, lc_layout_to_str(ctx, a));
    if (text)
        lc_fail(ctx, LC_ERR_INVALID, "%s needs a layout %s %s, not %.300s", claim, name,
                wanted[codomains], text);
    return NULL;
}

lc_layout *lcv_arg_layout_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                             unsigned codomains)
{
    if (v->kind == LCV_TENSOR && !lcv_is_zero(v->offset))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs a layout %s, not a tensor: its offset is not 0", claim, name);
    bool other = v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
                 v->kind != LCV_TILER;
    if (other || (v->kind == LCV_TILER && !lc_tiler_as_layout(v->tiler)))
        return wrong_kind(ctx, claim, name, "a layout", v);
    return of_codomains(ctx, claim, name,
                        v->kind == LCV_TENSOR ? v->layout : lcv_kept(ctx, lcv_as_layout(ctx, v)),
                        codomains);
}

lc_layout *lcv_arg_layout(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    return lcv_arg_layout_of(ctx, claim, name, v, LCV_OF_INTEGERS);
}

lc_tuple *lcv_arg_shape(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
        v->kind != LCV_COMPOSED && v->kind != LCV_SWIZZLE)
        return wrong_kind(ctx, claim, name, "a shape or a layout", v);
    if (v->kind == LCV_TUPLE && lc_tuple_has_wildcard(v->tuple))
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs a shape %s, without the wildcard _", claim,
                       name);
    return lcv_kept(ctx, lcv_as_tuple(ctx, v));
}

lc_tuple *lcv_arg_domain(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind != LCV_TUPLE) /* strides that nobody asks for would be dropped */
        return wrong_kind(ctx, claim, name, "a shape", v);
    lc_tuple *shape = lcv_arg_shape(ctx, claim, name, v);
    for (size_t i = 0; shape && i < lc_tuple_nleaves(shape); i++) {
        if (lc_int_sign(lc_tuple_value(shape, i)) > 0)
            continue;
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs a shape %s with extents of 1 or more",
                       claim, name);
    }
    return shape;
}

lc_tiler *lcv_arg_tiler(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind != LCV_TUPLE && v->kind != LCV_LAYOUT && v->kind != LCV_TENSOR &&
        v->kind != LCV_TILER)
        return wrong_kind(ctx, claim, name, "a layout or a tiler", v);
    if (v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) && lc_tuple_has_wildcard(v->tuple))
        return wrong_kind(ctx, claim, name, "a layout or a tiler", v);
    return lcv_kept(ctx, lcv_tiler_of_tiles(ctx, claim, v));
}

bool lcv_arg_int(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 int32_t least, lc_int *out)
{
    if (v->kind != LCV_TUPLE || !lc_tuple_is_leaf(v->tuple) || lc_tuple_has_wildcard(v->tuple))
        return wrong_kind(ctx, claim, name, "an integer", v);
    *out = lc_tuple_value(v->tuple, 0);
    if (lc_int_lt(*out, lc_int_const(least)))
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs %s to be at least %d", claim, name,
                       (int)least);
    return true;
}

bool lcv_takes_word(lc_ctx *ctx, const char *claim, const char *word, const lcv_value *v)
{
    bool names = v && v->kind == LCV_NAMES && v->nnames == 1;
    if (!v || (names && strcmp(v->name[0], word) == 0))
        return true;
    return lc_fail(ctx, LC_ERR_INVALID, "%s takes the word `%s` at the end, not %s", claim, word,
                   names ? v->name[0] : lcv_value_describe(v));
}

bool lcv_arg_type(lc_ctx *ctx, const char *claim, const lcv_value *v, lc_int *least, lc_int *most)
{
    if (v->kind != LCV_TYPE)
        return lc_fail(ctx, LC_ERR_INVALID, "%s needs a type such as int32 or uint64, not %s",
                       claim, lcv_value_describe(v));
    bool is_signed = v->bits < 0;
    lc_int power = lc_int_const(1);
    for (int i = is_signed ? 1 : 0; i < abs(v->bits); i++)
        power = lc_int_mul(ctx, power, lc_int_const(2));
    *least = is_signed ? lc_int_neg(ctx, power) : lc_int_const(0);
    *most = lc_int_sub(ctx, power, lc_int_const(1));
    return true;
}

/* A layout and what is added to it, on the axes of both. */
static bool set_tensor(lc_ctx *ctx, const char *claim, const lcv_value *v, lcv_function *out)
{
    const lc_tuple *profile = lc_layout_profile(out->layout);
    if (!profile && lc_tuple_is_leaf(v->offset)) {
        out->offset = lc_tuple_value(v->offset, 0);
        return true;
    }
    if (profile && lc_tuple_congruent(v->offset, profile)) {
        out->origin = v->offset;
        return true;
    }
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s needs a tensor %s whose offset is nested like the values of its layout",
                   claim, out->name);
}

/* The domain of what has a layout. */
static bool set_domain(lc_ctx *ctx, lcv_function *f)
{
    f->nouts = 1;
    f->shape = lcv_shape_of(ctx, f->layout);
    f->size = f->shape ? lc_tuple_size(ctx, f->shape) : lc_int_const(0);
    return f->shape != NULL;
}

bool lcv_arg_function_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                         unsigned codomains, lcv_function *out)
{
    *out = (lcv_function){.name = name};
    switch (v->kind) {
    case LCV_RELATION: out->relation = v->relation; return true;
    case LCV_TENSOR:
        out->layout = of_codomains(ctx, claim, name, v->layout, codomains);
        return set_domain(ctx, out) && set_tensor(ctx, claim, v, out);
    default:
        out->layout = lcv_arg_layout_of(ctx, claim, name, v, codomains);
        return set_domain(ctx, out);
    }
}

bool lcv_arg_tensor_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                       unsigned codomains, lcv_function *out)
{
    *out = (lcv_function){.name = name};
    if (v->kind == LCV_RELATION)
        return wrong_kind(ctx, claim, name, "a layout", v);
    return lcv_arg_function_of(ctx, claim, name, v, codomains, out);
}

bool lcv_arg_tensor(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                    lcv_function *out)
{
    return lcv_arg_tensor_of(ctx, claim, name, v, LCV_OF_INTEGERS, out);
}

/* A value as it is given, or the layout that a shape or a tiler stands for. */
static bool set_value(lc_ctx *ctx, const lcv_value *v, lc_layout *a, lcv_function *out)
{
    out->value = (lcv_value *)(uintptr_t)v;
    if (!v)
        out->value = a ? lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(a))) : NULL;
    bool layout = out->value &&
                  (out->value->kind == LCV_LAYOUT || out->value->kind == LCV_TENSOR);
    out->layout = layout ? out->value->layout : NULL;
    return out->value != NULL;
}

bool lcv_arg_any(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 lcv_function *out)
{
    *out = (lcv_function){.name = name};
    bool composed = v->kind == LCV_COMPOSED;
    if ((composed || v->kind == LCV_TENSOR) && lcv_codomain(v) == LC_COORDINATES)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs values of %s that are integers: those of the %s are coordinates",
                       claim, name, composed ? "composed layout" : "tensor");
    bool given = lcv_is_binary(v) || lcv_is_xor(v) || v->kind == LCV_TENSOR;
    if (!set_value(ctx, given ? v : NULL, given ? NULL : lcv_arg_layout(ctx, claim, name, v),
                   out))
        return false;
    if (out->value->kind == LCV_TENSOR)
        out->offset = lc_tuple_value(v->offset, 0);
    return lcv_function_measure(ctx, out);
}

bool lcv_arg(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v, unsigned kinds,
             lcv_function *out)
{
    if ((lcv_is_binary(v) || lcv_is_xor(v)) && (kinds & LCV_FUNCTIONS) != 0)
        return lcv_arg_any(ctx, claim, name, v, out);
    if ((kinds & LCV_RELATIONS) != 0)
        return lcv_arg_function_of(ctx, claim, name, v, kinds & LCV_OF_ALL, out);
    return lcv_arg_tensor_of(ctx, claim, name, v, kinds & LCV_OF_ALL, out);
}

/* Strides that add by XOR are affine like swizzles. */
static bool set_shape(lc_ctx *ctx, lcv_function *f)
{
    bool other = lcv_is_binary(f->value) || lcv_is_xor(f->value);
    if (other && !lcv_function_profile(f))
        return lcv_function_measure(ctx, f);
    f->nouts = 1;
    f->shape = lcv_kept(ctx, lcv_as_tuple(ctx, f->value));
    f->size = f->shape ? lc_tuple_size(ctx, f->shape) : lc_int_const(0);
    return f->shape != NULL;
}

bool lcv_function_of(lc_ctx *ctx, const char *name, const lc_layout *a, lcv_function *out)
{
    *out = (lcv_function){.name = name};
    return set_value(ctx, NULL, (lc_layout *)(uintptr_t)a, out) && set_shape(ctx, out);
}

bool lcv_arg_all(lc_ctx *ctx, const char *claim, const char *kind, const char *name,
                 const lcv_value *v, lcv_function *out)
{
    *out = (lcv_function){.name = name};
    bool given = lcv_is_binary(v) || v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR;
    if (!given && v->kind != LCV_TUPLE && !lcv_is_function(v))
        return wrong_kind(ctx, claim, name, kind, v);
    lc_layout *a = given ? NULL : lcv_kept(ctx, lcv_as_layout(ctx, v));
    return set_value(ctx, given ? v : NULL, a, out) &&
           (out->value->kind != LCV_TENSOR || set_tensor(ctx, claim, v, out)) &&
           set_shape(ctx, out);
}
