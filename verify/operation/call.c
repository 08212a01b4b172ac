/* call.c - arguments of operations, converted to the kinds that these need. */
#include "config.h"

#include "../../lib/size.h"
#include "operation.h"

#include <string.h>

lcv_value *lcv_call_apply(lcv_call *call, lcv_operate *apply)
{
    lc_frame frame = lc_frame_open(call->ctx);
    lcv_value *v = apply(call);
    lc_frame_close(call->ctx, frame);
    return v;
}

lcv_value *lcv_call_with(lcv_call *call, lcv_value *first, lcv_operate *apply)
{
    lcv_value **arg = first ? lc_frame_alloc(call->ctx, call->n, sizeof(lcv_value *)) : NULL;
    if (!arg)
        return NULL;
    memcpy(arg, call->arg, call->n * sizeof(lcv_value *));
    arg[0] = first;
    lcv_call other = *call;
    other.arg = arg;
    lcv_value *v = apply(&other);
    call->culprit = other.culprit;
    return v;
}

/* ---- what is called ---- */

bool lcv_is_of_morphisms(const lcv_operation *of, size_t n, lcv_value *const *arg)
{
    bool all = true;
    for (size_t i = 0; i < n; i++)
        all = all && arg[i]->kind == LCV_MORPHISM;
    return of->apply_to_morphisms && (all || !of->realizes) &&
           (of->morphism_args == n || of->morphism_args == LCV_ANY_NUMBER);
}

static lcv_value *apply_plainly(lcv_call *call, const lcv_operation *of)
{
    return of->apply_to_relations && lcv_has_relation(call->n, call->arg)
               ? of->apply_to_relations(call)
               : of->apply(call);
}

/* What isl has no budget for: by what the relations remember, or else with isl's error. */
static lcv_value *remember(lcv_call *call, const lcv_operation *of)
{
    char *why = lcv_kept(call->ctx, strdup(lc_ctx_message(call->ctx)));
    lc_ctx_reset(call->ctx);
    lcv_value *v = why ? of->remembered(call) : NULL;
    if (!v && why)
        lc_fail(call->ctx, LC_ERR_BUDGET, "%s", why);
    return v;
}

/* Large relations by what they remember, others by isl first. */
static lcv_value *apply_to_others(lcv_call *call, const lcv_operation *of)
{
    bool large = of->remembered && lcv_remembered(call->ctx, call->n, call->arg);
    lcv_value *v = large ? of->remembered(call) : NULL;
    if (v || lc_ctx_code(call->ctx) != LC_OK)
        return v;
    v = apply_plainly(call, of);
    bool open = !v && of->remembered && !large && lcv_has_relation(call->n, call->arg);
    return open && lc_ctx_code(call->ctx) == LC_ERR_BUDGET ? remember(call, of) : v;
}

static lcv_value *apply_kind(lcv_call *call, const lcv_operation *of)
{
    if (!lcv_has_morphism(call->n, call->arg))
        return apply_to_others(call, of);
    if (lcv_is_of_morphisms(of, call->n, call->arg))
        return of->apply_to_morphisms(call);
    lcv_value **as = lcv_values_realized(call->ctx, call->n, call->arg);
    lcv_call other = *call;
    other.arg = as;
    lcv_value *v = as ? apply_to_others(&other, of) : NULL;
    call->culprit = other.culprit;
    return v;
}

lcv_value *lcv_apply(lcv_call *call, const lcv_operation *of)
{
    lc_frame frame = lc_frame_open(call->ctx);
    lcv_value *v = apply_kind(call, of);
    lc_frame_close(call->ctx, frame);
    return v;
}

/* ---- arguments ---- */

bool lcv_call_is(const lcv_call *call, size_t i, lcv_kind kind)
{
    return i < call->n && call->arg[i]->kind == kind;
}

void *lcv_call_wrong(lcv_call *call, size_t i, const char *what)
{
    call->culprit = i;
    return lc_fail(call->ctx, LC_ERR_INVALID, "%s: expected %s, found %s", call->name, what,
                   lcv_value_describe(call->arg[i]));
}

/* Is it a value that may stand for a layout of integers or a tiler of such layouts? */
static bool may_be_layout(const lcv_value *v)
{
    return v->kind == LCV_TUPLE || v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR ||
           v->kind == LCV_TILER;
}

/* "expected a layout, found a swizzle: S<1,0,1> o 0 o 4:1 is it on 4 numbers". */
static void *swizzle_alone(lcv_call *call, size_t i)
{
    lc_swizzle w = call->arg[i]->swizzle;
    call->culprit = i;
    return lc_fail(call->ctx, LC_ERR_INVALID,
                   "%s: expected a layout, found a swizzle: S<%d,%d,%d> o 0 o N:1 is that of N "
                   "numbers, linear(S<%d,%d,%d>) a linear layout",
                   call->name, w.b, w.m, w.s, w.b, w.m, w.s);
}

lc_layout *lcv_call_layout(lcv_call *call, size_t i)
{
    const lcv_value *v = call->arg[i];
    bool wildcard = v->kind == LCV_TUPLE && lc_tuple_has_wildcard(v->tuple);
    bool by_mode = v->kind == LCV_TILER && !lc_tiler_as_layout(v->tiler);
    if (v->kind == LCV_SWIZZLE)
        return swizzle_alone(call, i);
    if (wildcard || by_mode || !may_be_layout(v))
        return lcv_call_wrong(call, i, "a layout");
    lc_layout *a = lcv_kept(call->ctx, lcv_as_layout(call->ctx, v));
    if (!a)
        call->culprit = i;
    return a;
}

lc_tuple *lcv_call_shape(lcv_call *call, size_t i)
{
    const lcv_value *v = call->arg[i];
    if (v->kind == LCV_TUPLE)
        return v->tuple;
    if (v->kind == LCV_TILER || !lcv_is_function(v))
        return lcv_call_wrong(call, i, "a shape or a layout");
    return lcv_kept(call->ctx, lcv_as_tuple(call->ctx, v));
}

lc_tuple *lcv_call_tuple(lcv_call *call, size_t i, const char *what)
{
    const lcv_value *v = call->arg[i];
    return v->kind == LCV_TUPLE ? v->tuple : lcv_call_wrong(call, i, what);
}

lc_tuple *lcv_call_extents(lcv_call *call, size_t i, const char *what)
{
    lc_tuple *t = lcv_call_tuple(call, i, what);
    for (size_t k = 0; t && k < lc_tuple_nleaves(t); k++) {
        if (lc_tuple_is_wildcard(t, k) || !lc_int_is_extent(lc_tuple_value(t, k)))
            return lcv_call_wrong(call, i, what);
    }
    return t;
}

lc_tiler *lcv_call_tiler(lcv_call *call, size_t i)
{
    const lcv_value *v = call->arg[i];
    bool wildcard = v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) &&
                    lc_tuple_has_wildcard(v->tuple);
    if (wildcard || !may_be_layout(v))
        return lcv_call_wrong(call, i, "a layout or a tiler");
    lc_tiler *t = lcv_kept(call->ctx, lcv_tiler_of_tiles(call->ctx, call->name, v));
    if (!t)
        call->culprit = i;
    return t;
}

lc_linear *lcv_call_linear(lcv_call *call, size_t i)
{
    const lcv_value *v = call->arg[i]->map_of ? call->arg[i]->map_of : call->arg[i];
    lc_linear *l = v->kind == LCV_RELATION ? lcv_linear_of_relation(call, v->relation)
                   : lcv_is_function(v) ? lcv_kept(call->ctx, lcv_as_linear(call->ctx, v, NULL))
                                        : lcv_call_wrong(call, i, "a linear layout");
    if (!l)
        call->culprit = i;
    return l;
}

bool lcv_call_int(lcv_call *call, size_t i, lc_int *out)
{
    const lcv_value *v = call->arg[i];
    if (v->kind == LCV_STRIDES)
        call->culprit = i;
    if (v->kind == LCV_STRIDES)
        return lcv_as_int(call->ctx, v, out);
    if (v->kind != LCV_TUPLE || !lc_tuple_is_leaf(v->tuple) || lc_tuple_has_wildcard(v->tuple))
        return lcv_call_wrong(call, i, "an integer");
    *out = lc_tuple_value(v->tuple, 0);
    return true;
}

bool lcv_call_index(lcv_call *call, size_t i, size_t rank, size_t *out)
{
    lc_int index;
    if (!lcv_call_int(call, i, &index))
        return false;
    if (lc_int_sign(index) < 0 || !lc_int_fits_si(index) ||
        (uint64_t)lc_int_get_si(index) >= rank) {
        call->culprit = i;
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       rank == 1
                           ? "%s: there is no such mode: the rank is 1, the only mode is 0"
                           : "%s: there is no such mode: the rank is %zu, modes are 0 to %zu",
                       call->name, rank, rank - 1);
    }
    *out = (size_t)lc_int_get_si(index);
    return true;
}
