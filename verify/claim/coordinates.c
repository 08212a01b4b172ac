/* coordinates.c - coordinates against the values of linear layouts.
 *
 * Of equal sizes, the extents of a layout are powers of two, and an axis of it is the sum
 * of its values at the single bits of the coordinate; an output dim of a linear layout is
 * their XOR. Where they agree at every single bit they agree everywhere exactly when no
 * two of these values share a bit: if two do, their sum is not their XOR.
 */
#include "config.h"

#include "claims.h"

typedef struct {
    const lcv_function *x;
    const lc_linear *l;
    const lcv_value *linear;
    const char *name; /* of the linear layout */
    bool x_first;
} pair;

static lc_tuple *linear_value(lc_ctx *ctx, const lc_linear *l, lc_int c)
{
    lc_int value[LC_LINEAR_DIMS];
    size_t n = lc_linear_nouts(l);
    if (!lc_linear_eval(ctx, l, 1, &c, value))
        return NULL;
    return n == 1 ? lc_tuple_leaf(ctx, value[0]) : lc_tuple_flat(ctx, n, value);
}

static lcv_result *differs_at(lc_ctx *ctx, const pair *p, lc_int c)
{
    lc_tuple *v = lcv_function_value(ctx, p->x, c), *w = linear_value(ctx, p->l, c);
    lcv_result *result = NULL;
    if (v != NULL && w != NULL && lc_tuple_equal(v, w))
        lcv_uncertified(ctx, "the comparison with a linear layout");
    else if (v != NULL && w != NULL)
        result = lcv_refuted(ctx, LCV_BY_MATRIX, lcv_text(ctx, "c = %i", c),
                             lcv_text(ctx, "%t is not %t", p->x_first ? v : w,
                                      p->x_first ? w : v));
    if (p->x_first)
        lcv_step_function(ctx, &result, p->x, c, NULL);
    if (w != NULL)
        lcv_step_value(ctx, &result, "equiv", p->name, p->linear, c);
    if (!p->x_first)
        lcv_step_function(ctx, &result, p->x, c, NULL);
    lc_tuple_free(v);
    lc_tuple_free(w);
    return result;
}

/* Axis q against output dim q at the bit c. */
static bool same_at(lc_ctx *ctx, const lcv_function *axis, const lc_linear *l, size_t q, uint64_t c)
{
    lc_int want = lcv_from_word(ctx, lc_linear_digit(l, q, lc_linear_at(l, c)));
    return lc_int_eq(lcv_function_at(ctx, axis, lcv_from_word(ctx, c)), want);
}

/* A coordinate at which axis q is not output dim q; false when there is none. */
static bool axis_differs(lc_ctx *ctx, const lcv_function *axis, const lc_linear *l, size_t q,
                         uint64_t *c)
{
    unsigned bits = lc_linear_in_bits(l);
    *c = 0;
    if (!same_at(ctx, axis, l, q, 0))
        return true;
    for (unsigned j = 0; j < bits; j++) {
        *c = (uint64_t)1 << j;
        if (!same_at(ctx, axis, l, q, *c))
            return true;
    }
    for (unsigned j = 1; j < bits; j++)
        for (unsigned i = 0; i < j; i++) {
            uint64_t v = lc_linear_digit(l, q, lc_linear_at(l, (uint64_t)1 << i));
            uint64_t w = lc_linear_digit(l, q, lc_linear_at(l, (uint64_t)1 << j));
            *c = (uint64_t)1 << i | (uint64_t)1 << j;
            if ((v & w) != 0)
                return true;
        }
    return false;
}

static lcv_result *compare(lc_ctx *ctx, const pair *p)
{
    for (size_t q = 0; q < lc_linear_nouts(p->l); q++) {
        lcv_function axis;
        uint64_t c;
        bool ok = lcv_function_axis(ctx, p->x, q, &axis);
        bool differs = ok && axis_differs(ctx, &axis, p->l, q, &c);
        lcv_function_free(&axis);
        if (!ok)
            return NULL;
        if (differs)
            return differs_at(ctx, p, lcv_from_word(ctx, c));
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* The layout with as many axes as there are output dims, those that its strides do not
 * name being 0. */
static bool on_dims(lc_ctx *ctx, lcv_function *x, const char *name, const lc_linear *l)
{
    size_t n = lc_linear_nouts(l);
    lc_int zero[LC_LINEAR_DIMS];
    for (size_t i = 0; i < n; i++)
        zero[i] = lc_int_const(0);
    lc_tuple *value = n > 1 ? lc_tuple_flat(ctx, n, zero) : NULL;
    lcv_function dims = {.name = name, .layout = value != NULL ? lcv_stride_of(ctx, value) : NULL};
    bool ok = dims.layout != NULL && lcv_functions_on_common_axes(ctx, x, &dims) &&
              lc_layout_naxes(x->layout) == n;
    if (!ok && (lc_ctx_code(ctx) == LC_OK || lc_ctx_code(ctx) == LC_ERR_INVALID)) {
        lc_ctx_reset(ctx);
        lcv_incomparable(ctx, x->name, x->layout, name, dims.layout);
    }
    lcv_function_free(&dims);
    lc_tuple_free(value);
    return ok;
}

lcv_result *lcv_equiv_linear(lc_ctx *ctx, lcv_value *const *args)
{
    static const char *const name[] = {"X", "Y"};
    size_t i = args[0]->kind == LCV_LINEAR ? 1 : 0;
    const lc_linear *l = args[1 - i]->linear;
    lcv_function x;
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "equiv", name[i], args[i], LCV_OF_COORDINATES, &x)) {
        lc_int m = lc_layout_size(ctx, x.layout);
        lc_int n = lc_int_const(1);
        for (unsigned j = 0; j < lc_linear_in_bits(l); j++)
            n = lc_int_add(ctx, n, n);
        pair p = {&x, l, args[1 - i], name[1 - i], i == 0};
        if (!on_dims(ctx, &x, name[1 - i], l)) {
            result = NULL;
        } else if (!lc_int_eq(m, n)) {
            lc_int left = i == 0 ? m : n, right = i == 0 ? n : m;
            result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                                 lcv_text(ctx, "%i is not %i", left, right));
            lcv_step(ctx, &result, "X has %i coordinates, Y has %i", left, right);
        } else {
            result = compare(ctx, &p);
        }
    }
    lcv_function_free(&x);
    return result;
}
