/* recast.c - elements of another width, compact layouts in an order, where sizes are parameters.
 *
 * A stride has to be known to be divided by a number, or to be no 1: what a leaf becomes depends
 * on it.
 */
#include "config.h"

#include "internal.h"

/* ---- leaves ---- */

/* p / n, where n is known to divide it. */
static const lc_poly *exact(lcv_forms *f, const lc_poly *p, lc_int n)
{
    const lc_poly *width = lcv_size_int(f->symbols, n);
    const lc_poly *quotient = lcv_size_quotient(f->symbols, p, width);
    if (quotient)
        return quotient;
    quotient = lcv_size_floor(f->symbols, p, n);
    const lc_poly *whole = quotient ? lcv_size_mul(f->symbols, quotient, width) : NULL;
    return whole && lcv_facts_imply(f->facts, lcv_size_sub(f->symbols, whole, p)) ? quotient
                                                                                  : NULL;
}

/* n elements become one. */
static bool upcast_leaf(lcv_forms *f, lc_int n, const lc_poly **extent, const lc_poly **step)
{
    lc_int d;
    if (lcv_size_is_zero(*step))
        return true;
    const lc_poly *quotient = exact(f, *step, n);
    if (quotient) {
        *step = quotient;
        return true;
    }
    bool divides = lc_poly_is_const(*step, &d) && lc_int_sign(d) > 0 &&
                   lc_int_divides(f->ctx, d, n);
    if (!divides || !(quotient = exact(f, *extent, lc_int_fdiv(f->ctx, n, d))))
        return lcv_obstacle(f, "an upcast of a mode that is not known to fill whole vectors") !=
               NULL;
    *extent = quotient;
    *step = lcv_size_const(f->symbols, 1);
    return true;
}

/* One element becomes n. */
static bool downcast_leaf(lcv_forms *f, lc_int n, const lc_poly **extent, const lc_poly **step)
{
    const lc_poly *width = lcv_size_int(f->symbols, n);
    lcv_interval bounds = lcv_size_interval(f->symbols, *step);
    lc_int d, one = lc_int_const(1);
    if (lc_int_is_one(n))
        return true;
    if (lc_poly_is_const(*step, &d) && lc_int_is_one(lc_int_abs(f->ctx, d)))
        *extent = lcv_size_mul(f->symbols, *extent, width);
    else if (lcv_size_is_zero(*step) || (bounds.bounded_below && lc_int_lt(one, bounds.low)))
        *step = lcv_size_mul(f->symbols, *step, width);
    else
        return lcv_obstacle(f, "a downcast of a stride that may be 1 or not") != NULL;
    return *extent && *step;
}

static const lcv_form *recast(const lcv_sym_call *c,
                              bool (*leaf)(lcv_forms *, lc_int, const lc_poly **,
                                           const lc_poly **))
{
    lcv_forms *f = c->f;
    const lcv_form *a = lcv_form_as_layout(f, c->arg[0]);
    const lc_poly *width = a ? lcv_form_as_int(f, c->arg[1]) : NULL;
    lc_int n;
    if (!width)
        return NULL;
    if (!lc_poly_is_const(width, &n) || lc_int_sign(n) <= 0 || a->profile || a->loose)
        return lcv_obstacle(f, "%s by a number that is no parameter, of a layout of integers",
                            c->of->name);
    lcv_form *form = lcv_form_layout(f, a->nest, 1, NULL);
    for (size_t i = 0; form && i < form->n; i++) {
        form->extent[i] = a->extent[i];
        form->step[i] = a->step[i];
        if (!leaf(f, n, &form->extent[i], &form->step[i]))
            return NULL;
    }
    return form;
}

const lcv_form *lcv_sym_upcast(const lcv_sym_call *c)
{
    return recast(c, upcast_leaf);
}

const lcv_form *lcv_sym_downcast(const lcv_sym_call *c)
{
    return recast(c, downcast_leaf);
}

/* ---- orders ---- */

/* The leaf of the order that each leaf of the shape belongs to; false: they do not fit. */
static bool belong(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *order, size_t *leaf,
                   size_t *at, size_t *number)
{
    if (!shape || !order)
        return false;
    if (lc_tuple_is_leaf(order)) {
        for (size_t k = 0; k < lc_tuple_nleaves(shape); k++)
            number[(*leaf)++] = *at;
        (*at)++;
        return true;
    }
    if (lc_tuple_is_leaf(shape) || lc_tuple_rank(shape) != lc_tuple_rank(order))
        return false;
    for (size_t i = 0; i < lc_tuple_rank(order); i++)
        if (!belong(ctx, lcv_part_of(ctx, shape, i), lcv_part_of(ctx, order, i), leaf, at,
                    number))
            return false;
    return true;
}

/* The product of the extents before leaf k: of smaller numbers, and of leaves before it of the
 * same one. NULL with an obstacle. */
static const lc_poly *product_before(lcv_forms *f, const lcv_form *shape, const lcv_form *order,
                                     const size_t *number, size_t k)
{
    lcv_symbols *s = f->symbols;
    const lc_poly *product = lcv_size_const(s, 1), *own = order->extent[number[k]];
    for (size_t i = 0; product && i < shape->n; i++) {
        bool same = number[i] == number[k];
        const lc_poly *apart = lcv_size_sub(s, own, order->extent[number[i]]);
        lcr_answer less = same ? LCR_NO : lcv_forms_ask(f, lcv_size_plus(s, apart, -1));
        if (less == LCR_UNKNOWN)
            return lcv_obstacle(f, "an order: whether %S < %S",
                                lcv_size_to_str(s, order->extent[number[i]]),
                                lcv_size_to_str(s, own));
        if (less == LCR_YES || (same && i < k))
            product = lcv_size_mul(s, product, shape->extent[i]);
    }
    return product;
}

const lcv_form *lcv_sym_make_ordered_layout(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *shape = lcv_form_is_tuple(c->arg[0]) ? lcv_form_as_layout(f, c->arg[0])
                                                         : NULL;
    const lcv_form *order = shape ? lcv_form_as_tuple(f, c->arg[1]) : NULL;
    for (size_t i = 0; order && i < order->n; i++)
        if (!order->extent[i])
            return lcv_obstacle(f, "an order with a wildcard");
    size_t leaf = 0, at = 0;
    size_t *number = order ? lc_frame_alloc(f->ctx, shape->n, sizeof *number) : NULL;
    lcv_form *form = number ? lcv_form_layout(f, shape->nest, 1, NULL) : NULL;
    if (!form)
        return NULL;
    if (!belong(f->ctx, shape->nest, order->nest, &leaf, &at, number))
        return lcv_obstacle(f, "an order that is nested unlike the shape");
    for (size_t k = 0; k < form->n; k++) {
        form->extent[k] = shape->extent[k];
        if (!(form->step[k] = product_before(f, shape, order, number, k)))
            return NULL;
    }
    return form;
}
