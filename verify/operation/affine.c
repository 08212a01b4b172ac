/* affine.c - affine layouts over F2, x -> a xor M(x): values, compositions, inverses, and any
 * function that is one.
 *
 * A composition is that of linear layouts, the inner one with its offset as one bit more:
 * a xor M(b xor N(x)) = (a xor M b) xor M N(x). Where a linear P undoes M, y -> P(a) xor P(y)
 * undoes x -> a xor M(x).
 */
#include "config.h"

#include "operation.h"

#include "../function/function.h"

static lcv_value *kept_linear(lc_ctx *ctx, lc_linear *l)
{
    return l ? lcv_kept(ctx, lcv_value_linear(ctx, lc_linear_ref(l))) : NULL;
}

bool lcv_call_has_affine(const lcv_call *call)
{
    for (size_t i = 0; i < call->n; i++)
        if (lcv_call_is(call, i, LCV_AFFINE))
            return true;
    return false;
}

/* ---- any function ---- */

/* l with the names and sizes that linear(X) has: one input dim of all bits, one output dim. */
static lcv_value *of_matrix(lc_ctx *ctx, const lcv_function *f)
{
    uint64_t all = f->base;
    lc_f2 map = f->map;
    for (unsigned j = 0; j < map.cols; j++)
        all |= map.column[j];
    map.rows = all != 0 ? 64 - (unsigned)__builtin_clzll(all) : 0;
    lc_dim in = {"in", map.cols}, out = {"out", map.rows};
    lc_linear *l = lc_linear_new(ctx, 1, &in, 1, &out, &map);
    lc_tuple *offset = l ? lcv_affine_offset(ctx, l, f->base) : NULL;
    return lcv_value_affine(ctx, offset, l);
}

/* The values at all coordinates are looked at: the first that is not what the bits say. */
static bool looks_affine(lcv_call *call, lcv_function *f)
{
    lc_ctx *ctx = call->ctx;
    int64_t n = lc_int_get_si(f->size);
    f->base = lcv_to_word(lcv_function_at(ctx, f, lc_int_const(0)));
    f->map = lc_f2_zero(64, (unsigned)lc_int_bits(f->size) - 1);
    for (int64_t c = 1; c < n && lc_ctx_code(ctx) == LC_OK; c++) {
        lc_int value = lcv_function_at(ctx, f, lc_int_si(ctx, c));
        bool single = (c & (c - 1)) == 0;
        if (single)
            f->map.column[__builtin_ctzll((unsigned long long)c)] = lcv_to_word(value) ^ f->base;
        if (lc_int_sign(value) < 0 || lc_int_bits(value) > 62 ||
            lcv_to_word(value) != (f->base ^ lc_f2_apply(&f->map, (uint64_t)c))) {
            char *text = lcv_kept(ctx, lc_int_to_str(ctx, value));
            lc_fail(ctx, LC_ERR_NO_VALUE,
                    "not affine over F2: the value at %lld is %.100s, and the XOR of the values "
                    "at its bits and at 0 is %llu",
                    (long long)c, text ? text : "",
                    (unsigned long long)(f->base ^ lc_f2_apply(&f->map, (uint64_t)c)));
        }
    }
    return lc_ctx_code(ctx) == LC_OK;
}

#define LOOKED_AT 65536

lcv_value *lcv_op_affine(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_value *x = call->arg[0];
    lcv_function f;
    if (lcv_has_dims(x))
        return lcv_value_ref(x);
    lc_linear *l = lcv_kept(ctx, lcv_as_linear(ctx, x, NULL));
    if (l)
        return lcv_value_linear(ctx, lc_linear_ref(l));
    if (lc_ctx_code(ctx) == LC_ERR_MEMORY)
        return NULL;
    lc_ctx_reset(ctx);
    if (!lcv_arg_any(ctx, "affine", "X", x, &f))
        return NULL;
    if (!lc_int_is_power_of_two(f.size))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "not affine over F2: the number of coordinates is no power of two");
    lcv_function_find_matrix(ctx, &f);
    if (!f.affine && (!lc_int_fits_si(f.size) || lc_int_get_si(f.size) > LOOKED_AT))
        return lc_fail(ctx, LC_ERR_BUDGET,
                       "affine: sums of the layout carry, and it has more than 2^16 coordinates");
    return f.affine || looks_affine(call, &f) ? of_matrix(ctx, &f) : NULL;
}

/* ---- compositions ---- */

/* A linear layout that has the last input dim of `l` no more, after the value at it, which is
 * added to the offset. */
static lcv_value *without_last(lcv_call *call, const lc_linear *l, uint64_t base)
{
    lc_ctx *ctx = call->ctx;
    lc_dim in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    size_t nins = lc_linear_nins(l) - 1, nouts = lc_linear_nouts(l);
    lc_f2 map = *lc_linear_matrix(l);
    for (size_t i = 0; i < nins; i++)
        in[i] = lc_linear_in_dim(l, i);
    for (size_t i = 0; i < nouts; i++)
        out[i] = lc_linear_out_dim(l, i);
    base ^= map.column[--map.cols];
    lc_linear *rest = lc_linear_new(ctx, nins, in, nouts, out, &map);
    lc_tuple *offset = rest ? lcv_affine_offset(ctx, rest, base) : NULL;
    return lcv_value_affine(ctx, offset, rest);
}

/* The inner function with its offset as one bit more, and the linear part of the outer one. */
lcv_value *lcv_compose_affine(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    const lcv_value *outer = call->arg[0];
    lcv_value *inner = lcv_kept(ctx, lcv_op_affine(&(lcv_call){.r = call->r,
                                                               .ctx = ctx,
                                                               .name = call->name,
                                                               .n = 1,
                                                               .arg = &call->arg[1]}));
    if (!inner) {
        call->culprit = 1;
        return NULL;
    }
    lc_linear *extended = lcv_affine_extended(ctx, inner);
    lcv_value *part[2] = {outer->kind == LCV_AFFINE ? kept_linear(ctx, outer->linear)
                                                    : call->arg[0],
                          extended ? kept_linear(ctx, extended) : NULL};
    if (!part[0] || !part[1])
        return NULL;
    lcv_call linear = *call;
    linear.arg = part;
    lcv_value *both = lcv_kept(ctx, lcv_compose_values(&linear));
    call->culprit = linear.culprit;
    if (both && both->kind != LCV_LINEAR)
        return lc_fail(ctx, LC_ERR_NO_VALUE, "%s: the composite is not affine over F2",
                       call->name);
    return both ? without_last(call, both->linear, lcv_affine_base(outer)) : NULL;
}

/* ---- inverses ---- */

lcv_value *lcv_invert_affine(lcv_call *call, lc_linear *(*invert)(lc_ctx *, const lc_linear *))
{
    lc_ctx *ctx = call->ctx;
    const lcv_value *x = call->arg[0];
    lc_linear *p = lcv_kept(ctx, invert(ctx, x->linear));
    if (!p)
        return NULL;
    uint64_t base = lc_linear_at(p, lcv_affine_base(x));
    return lcv_value_affine(ctx, lcv_affine_offset(ctx, p, base), lc_linear_ref(p));
}
