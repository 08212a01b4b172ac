/* compose.c - composition of values of all kinds.
 *
 * A o B by the kinds of A and B:
 *
 *   a relation on either side       a relation
 *   a linear layout on either side  a linear layout, if the other one is linear, too
 *   layout o layout, tiler          a layout (lib/algebra.h)
 *   swizzle o swizzle               a swizzle, where it is one; else a linear layout
 *   swizzle o layout, tensor        a composed layout; the offset of the tensor is kept
 *   swizzle o composed              composed, where the swizzles make one
 *   composed, tensor o layout, tiler  the same: the inner layout is what is composed
 *   anything o swizzle, composed    a linear layout, where both are linear, else composed
 *   anything o tensor               composed: A o {k} o B is A o k o B
 *
 * A o k o B, with an offset k other than 0, is composed whatever A and B are.
 *
 * A function of modes (mode, group, coalesce, the divides ...) changes the coordinates
 * of a layout and not its values. It acts on the inner layout of a composed one, and on the
 * layout of a tensor, whose offset is kept.
 */
#include "config.h"

#include "../../lib/algebra.h"
#include "operation.h"

bool lcv_call_has_inner(const lcv_call *call)
{
    return lcv_call_is(call, 0, LCV_COMPOSED) || lcv_has_offset(call->arg[0]);
}

lcv_value *lcv_call_inner(lcv_call *call, lcv_value *(*apply)(lcv_call *))
{
    const lcv_value *outside = call->arg[0];
    lcv_value *inner = lcv_value_layout(call->ctx, lc_layout_ref(outside->layout));
    lcv_value *changed = lcv_call_with(call, lcv_kept(call->ctx, inner), apply);
    if (!lcv_kept(call->ctx, changed))
        return NULL;
    lc_tuple *offset = changed->kind == LCV_TENSOR
                           ? lcv_add_values(call->ctx, lc_layout_codomain(changed->layout),
                                            outside->offset, changed->offset)
                           : lc_tuple_ref(outside->offset);
    return lcv_value_with_inner(call->ctx, outside, offset, lc_layout_ref(changed->layout));
}

static lcv_value *compose_relations(lcv_call *call)
{
    lcr_map *outer = lcv_call_map(call, 0);
    lcr_map *inner = outer ? lcv_call_map(call, 1) : NULL;
    if (inner && lcr_map_nout(inner) != lcr_map_nin(outer))
        return lc_fail(
            call->ctx, LC_ERR_INVALID,
            "compose: the inner relation has values of %zu integers, the outer one takes %zu",
            lcr_map_nout(inner), lcr_map_nin(outer));
    return inner ? lcv_value_relation(call->ctx, lcr_map_compose(call->r, outer, inner)) : NULL;
}

/* ---- linear layouts ---- */

/* A swizzle acts on all numbers: on as many bits as it is given. */
static lc_linear *widen_swizzle(lcv_call *call, lc_swizzle w, unsigned bits)
{
    unsigned own = lc_swizzle_bits(w);
    bits = bits > own ? bits : own;
    lc_f2 map = lc_swizzle_matrix(w, bits);
    return lcv_kept(call->ctx, lc_linear_new(call->ctx, 1, &(lc_dim){"in", bits}, 1,
                                             &(lc_dim){"out", bits}, &map));
}

/* The outer layout on one input dim, named as the one output dim of the inner one. */
static lc_linear *rename_in(lc_ctx *ctx, const lc_linear *outer, const lc_linear *inner)
{
    lc_dim dim = {lc_linear_out_dim(inner, 0).name, lc_linear_in_bits(outer)};
    return lcv_kept(ctx, lc_linear_reshape_ins(ctx, outer, 1, &dim));
}

/* The inner layout's values as integral coordinates of the input of the outer one. */
static lc_linear *fit_outs(lc_ctx *ctx, const lc_linear *inner, const lc_linear *outer)
{
    lc_f2 map = *lc_linear_matrix(inner);
    size_t nins = lc_linear_nins(inner), nouts = lc_linear_nins(outer);
    lc_dim in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    if (map.rows > lc_linear_in_bits(outer))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "compose: the inner values have %u bits, the outer layout takes %u",
                       map.rows, lc_linear_in_bits(outer));
    map.rows = lc_linear_in_bits(outer);
    for (size_t i = 0; i < nins; i++)
        in[i] = lc_linear_in_dim(inner, i);
    for (size_t i = 0; i < nouts; i++)
        out[i] = lc_linear_in_dim(outer, i);
    return lcv_kept(ctx, lc_linear_new(ctx, nins, in, nouts, out, &map));
}

/* Dims are matched by name between two linear layouts. Other values have no names, and are
 * matched by integral coordinates. */
static lcv_value *compose_linear(lcv_call *call)
{
    bool named_outer = lcv_call_is(call, 0, LCV_LINEAR);
    bool named_inner = lcv_call_is(call, 1, LCV_LINEAR);
    lc_linear *outer = NULL, *inner = lcv_call_linear(call, 1);
    if (inner && !named_outer && lc_linear_nouts(inner) > 1)
        inner = lcv_kept(call->ctx, lc_linear_flatten_outs(call->ctx, inner));
    if (inner && lcv_call_is(call, 0, LCV_SWIZZLE))
        outer = widen_swizzle(call, call->arg[0]->swizzle, lc_linear_out_bits(inner));
    else if (inner)
        outer = lcv_call_linear(call, 0);
    if (outer && named_outer && !named_inner)
        inner = fit_outs(call->ctx, inner, outer);
    else if (outer && !named_outer && lc_linear_nouts(inner) == 1)
        outer = rename_in(call->ctx, outer, inner);
    return outer && inner
               ? lcv_value_linear(call->ctx, lc_linear_compose(call->ctx, outer, inner))
               : NULL;
}

/* ---- swizzles and composed layouts ---- */

/* Two swizzles; a linear layout if they do not make a swizzle. */
static lcv_value *compose_swizzles(lcv_call *call)
{
    lc_swizzle w;
    if (lc_swizzle_compose(call->ctx, call->arg[0]->swizzle, call->arg[1]->swizzle, &w))
        return lcv_value_swizzle(call->ctx, w);
    lc_ctx_reset(call->ctx);
    return compose_linear(call);
}

/* f o offset o g, as it is written; offset may be NULL. */
static lcv_value *after(lcv_call *call, const lcv_value *f, const lc_tuple *offset, size_t g)
{
    const lcv_value *inner = call->arg[g];
    bool ok = lcv_is_function(f) && !lcv_has_dims(f);
    if (!ok)
        return lcv_call_wrong(call, 0, "a swizzle, a layout or a composed layout");
    if (!lcv_is_function(inner) || lcv_has_dims(inner))
        return lcv_call_wrong(call, g, "a layout, a swizzle or a composed layout");
    lcv_value *v = lcv_value_after(call->ctx, f, offset, inner);
    bool coordinates = f->kind == LCV_SWIZZLE && lcv_codomain(inner) == LC_COORDINATES;
    if (!v)
        call->culprit = offset && !lcv_is_zero(offset) && !coordinates ? 1 : call->n;
    return v;
}

/* A value that is linear over F2 as a linear layout; other values stay as they are written. */
static lcv_value *linear_or_after(lcv_call *call)
{
    lcv_value *v = compose_linear(call);
    if (v || lc_ctx_code(call->ctx) == LC_ERR_MEMORY)
        return v;
    lc_ctx_reset(call->ctx);
    call->culprit = call->n;
    return after(call, call->arg[0], NULL, 1);
}

/* S o (S' o offset o A) */
static lcv_value *swizzle_composed(lcv_call *call)
{
    const lcv_value *inner = call->arg[1];
    lc_swizzle w;
    if (inner->nouters == 0 &&
        lc_swizzle_compose(call->ctx, call->arg[0]->swizzle, inner->swizzle, &w))
        return lcv_value_composed(call->ctx, w, lc_tuple_value(inner->offset, 0),
                                  lc_layout_ref(inner->layout));
    lc_ctx_reset(call->ctx);
    return linear_or_after(call);
}

static lcv_value *compose_layouts(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    if (a && lcv_call_is(call, 1, LCV_LAYOUT))
        return lcv_value_layout(call->ctx, lc_compose(call->ctx, a, call->arg[1]->layout));
    lc_tiler *t = a ? lcv_call_tiler(call, 1) : NULL;
    return t ? lcv_value_layout(call->ctx, lc_compose_tiler(call->ctx, a, t)) : NULL;
}

lcv_value *lcv_compose_values(lcv_call *call)
{
    lcv_kind outer = call->arg[0]->kind, inner = call->arg[1]->kind;
    if (outer == LCV_RELATION || inner == LCV_RELATION)
        return compose_relations(call);
    if (lcv_call_has_affine(call) || (outer == LCV_LINEAR && lcv_has_offset(call->arg[1])))
        return lcv_compose_affine(call);
    if (outer == LCV_LINEAR || inner == LCV_LINEAR)
        return compose_linear(call);
    if (outer == LCV_SWIZZLE && inner == LCV_SWIZZLE)
        return compose_swizzles(call);
    if (outer == LCV_SWIZZLE && inner == LCV_COMPOSED)
        return swizzle_composed(call);
    if (outer == LCV_SWIZZLE)
        return after(call, call->arg[0], NULL, 1);
    if (inner == LCV_SWIZZLE || inner == LCV_COMPOSED)
        return linear_or_after(call);
    if (lcv_has_offset(call->arg[1]))
        return after(call, call->arg[0], NULL, 1);
    if (lcv_call_has_inner(call))
        return lcv_call_inner(call, compose_layouts);
    return compose_layouts(call);
}

/* The offset as a value: fN is the integer N, whose bits are added. */
static lc_tuple *offset_of(lcv_call *call)
{
    const lcv_value *k = call->arg[1];
    bool by_xor = lcv_is_xor_element(k), wildcard = !by_xor && lc_tuple_has_wildcard(k->tuple);
    if (!wildcard && (!by_xor || lcv_codomain(call->arg[2]) == LC_XOR))
        return by_xor
                   ? lcv_kept(call->ctx, lc_tuple_leaf(call->ctx, lc_layout_step(k->layout, 0)))
                   : k->tuple;
    call->culprit = 1;
    return lc_fail(call->ctx, LC_ERR_INVALID,
                   wildcard ? "'_' is no offset: expected an integer or a coordinate"
                            : "an offset of XOR after values that do not add by XOR");
}

/* Errors about relations and linear layouts are not about offsets; two swizzles may be one. */
static bool is_plain_composition(const lcv_call *pair)
{
    for (size_t i = 0; i < 2; i++)
        if (lcv_call_is(pair, i, LCV_RELATION) || lcv_call_is(pair, i, LCV_LINEAR))
            return true;
    return lcv_call_is(pair, 0, LCV_SWIZZLE) &&
           (lcv_call_is(pair, 1, LCV_SWIZZLE) || lcv_call_is(pair, 1, LCV_COMPOSED));
}

/* Composed as it is written, also with an offset of 0: if A o B is a layout, its values outside
 * the domain of B may differ. */
lcv_value *lcv_compose_offset(lcv_call *call)
{
    lc_tuple *offset = offset_of(call);
    if (!offset)
        return NULL;
    lcv_value *arg[2] = {call->arg[0], call->arg[2]}, *v = NULL;
    lcv_call pair = *call;
    pair.n = pair.culprit = 2;
    pair.arg = arg;
    bool plain = lcv_is_zero(offset) && is_plain_composition(&pair);
    bool swizzles = plain && arg[0]->kind == LCV_SWIZZLE && arg[1]->kind != LCV_LINEAR &&
                    arg[1]->kind != LCV_RELATION;
    if (plain) {
        v = lcv_compose_values(&pair);
        call->culprit = pair.culprit == 0 ? 0 : pair.culprit == 1 ? 2 : call->n;
    }
    if (swizzles && v && v->kind == LCV_LINEAR) {
        lcv_value_free(v);
        v = NULL;
    }
    if (!plain || (swizzles && !v && lc_ctx_code(call->ctx) == LC_OK))
        v = after(call, call->arg[0], offset, 2);
    return v;
}
