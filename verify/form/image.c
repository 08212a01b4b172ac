/* image.c - the values that layouts with parameters reach, and how often.
 *
 * Three questions (question.h) in symbols: two coordinates collide, a value is outside, one is
 * missing. Claims about images are made of them.
 *
 * The axes of coordinates are independent when no leaf has strides on two: each is then a layout
 * of integers, with these conditions:
 *
 *   no collision   in order of strides, each is past the reach of the smaller ones; or, for
 *                  each first leaf in which two coordinates may differ, a system of the
 *                  differences has no solution
 *   none missing   in order of strides, none is more than 1 past the reach of the smaller
 *                  ones: [0,reach] grows without a gap
 *   none outside   the sum of (extent - 1) stride of the positive strides, of the negative
 *
 * The order of strides is that of a sample; its consequences are proved for all values.
 */
#include "config.h"

#include "../function/function.h"
#include "coordinates.h"
#include "ladder.h"

/* -1, 1: the sign of a stride for all values; 0: not known. */
static int sign_of(lcv_proof *p, const lc_poly *step)
{
    return lcv_shown(p, step) ? 1 : lcv_shown(p, lcv_size_neg(p->s, step)) ? -1 : 0;
}

static bool sign_unknown(lcv_proof *p, const lcv_rung *r)
{
    return lcv_obstacle(p->f, "the sign of the stride %S of mode %z is not known",
                        lcv_size_to_str(p->s, r->step), r->leaf) != NULL;
}

/* ---- collide ---- */

/* A difference of two coordinates of a leaf: |d| < extent, and bounds that are numbers. */
static const lc_poly *difference(lcv_proof *p, const lc_poly *extent, bool positive)
{
    lcv_interval bounds = lcv_size_interval(p->s, extent);
    lc_int one = lc_int_const(1), zero = lc_int_const(0), most = zero;
    if (bounds.bounded_above)
        most = lc_int_max(lc_int_sub(p->f->ctx, bounds.high, one), one);
    else if (!positive)
        return lcv_symbols_unknown(p->s, "d");
    return lcv_symbols_add(p->s, "d", positive ? one : lc_int_neg(p->f->ctx, most),
                           bounds.bounded_above ? &most : NULL, one, zero);
}

/* The leaves 0 to k of the order may differ, k upwards: no such difference has the value 0
 * on every axis. */
static bool no_difference(lcv_proof *p, const lcv_ladder *l, size_t k)
{
    size_t naxes = l->last - l->first, n = 0, symbols = lcv_symbols_count(p->s);
    const lc_poly *sum[LC_MAX_AXES];
    lcv_fact *row = lc_frame_alloc(p->f->ctx, 2 * (k + 1) + naxes, sizeof *row);
    if (!row)
        return false;
    for (size_t q = 0; q < naxes; q++)
        sum[q] = lcv_size_const(p->s, 0);
    for (size_t i = 0; i <= k; i++) {
        const lc_poly *d = difference(p, l->rung[i].extent, i == k);
        const lc_poly *last = lcv_size_plus(p->s, l->rung[i].extent, -1);
        row[n++] = (lcv_fact){lcv_size_sub(p->s, last, d), false};
        if (i < k)
            row[n++] = (lcv_fact){lcv_size_add(p->s, last, d), false};
        for (size_t q = 0; q < naxes; q++) {
            const lc_poly *step = lcv_rung_step(l, i, l->first + q);
            sum[q] = lcv_size_add(p->s, sum[q], lcv_size_mul(p->s, step, d));
        }
    }
    for (size_t q = 0; q < naxes; q++)
        row[n++] = (lcv_fact){sum[q], true};
    bool ok = lcv_show_empty(p, n, row);
    lcv_symbols_drop(p->s, symbols);
    return ok;
}

static bool all_different(lcv_proof *p, const lcv_ladder *l)
{
    for (size_t k = 0; k < l->n; k++)
        if (!no_difference(p, l, k))
            return lcv_obstacle(p->f,
                                "it was not shown that steps of %S along mode %z never meet "
                                "what the modes of smaller strides add up to",
                                lcv_size_to_str(p->s, l->rung[k].step), l->rung[k].leaf) != NULL;
    return true;
}

static bool stands_still(const lcv_form *x, size_t leaf)
{
    size_t axis = 0;
    while (axis < x->naxes && lcv_size_is_zero(x->step[axis * x->n + leaf]))
        axis++;
    return axis == x->naxes;
}

/* Axis by axis where they are independent, else on all of them together. A leaf that stands still
 * has one coordinate. */
static bool no_collision(lcv_proof *p, const lcv_form *x)
{
    bool each = lcv_form_by_axis(p->f, x), ok = true;
    if (!each)
        lcv_forms_clear_obstacle(p->f);
    for (size_t i = 0; ok && i < x->n; i++)
        ok = !stands_still(x, i) ||
             lcv_show_order(p, lcv_size_const(p->s, 1), x->extent[i], "a mode of stride 0");
    for (size_t axis = 0; ok && axis < (each ? x->naxes : 1); axis++) {
        lcv_ladder l;
        ok = lcv_ladder_of(p, x, NULL, false, axis, each ? axis + 1 : x->naxes, &l) &&
             ((each && lcv_ladder_apart(p, &l)) || all_different(p, &l));
    }
    return ok;
}

/* ---- outside ---- */

/* The least and the largest value on one axis. */
bool lcv_form_range(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly **low,
                    const lc_poly **high)
{
    lcv_ladder l;
    bool ok = lcv_ladder_of(p, x, NULL, false, axis, axis + 1, &l);
    *low = *high = x->offset ? x->offset[axis] : lcv_size_const(p->s, 0);
    for (size_t i = 0; ok && i < l.n; i++) {
        int sign = sign_of(p, l.rung[i].step);
        const lc_poly **end = sign > 0 ? high : low;
        *end = lcv_size_add(p->s, *end, lcv_rung_span(p, &l.rung[i], l.rung[i].step));
        ok = sign != 0 || sign_unknown(p, &l.rung[i]);
    }
    return ok;
}

/* least <= value < bound on an axis; either may be NULL. */
bool lcv_form_within(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *least,
                     const lc_poly *bound)
{
    const lc_poly *low, *high;
    return lcv_form_range(p, x, axis, &low, &high) &&
           (!least || lcv_show_order(p, low, least, "the least value")) &&
           (!bound ||
            lcv_show_order(p, lcv_size_plus(p->s, bound, -1), high, "the largest value"));
}

/* Every coordinate is one of the shape, an integer one below it. */
static bool none_outside(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    for (size_t axis = 0; axis < x->naxes; axis++)
        if (!lcv_form_within(p, x, axis, lcv_size_const(p->s, 0), shape->extent[axis]))
            return false;
    return true;
}

/* ---- missing ---- */

/* [0,n) is reached by the steps of the ladder. */
static bool reaches_all(lcv_proof *p, const lcv_ladder *l, const lc_poly *n)
{
    const lc_poly *reach = lcv_size_const(p->s, 0);
    for (size_t i = 0; i < l->n; i++) {
        const lcv_rung *r = &l->rung[i];
        int sign = sign_of(p, r->step);
        if (sign <= 0)
            return sign == 0 ? sign_unknown(p, r)
                             : lcv_obstacle(p->f, "a negative stride with parameters") != NULL;
        if (!lcv_show_order(p, lcv_size_plus(p->s, reach, 1), r->step,
                            "reaching every value up to the next stride"))
            return false;
        reach = lcv_size_add(p->s, reach, lcv_rung_span(p, r, r->step));
    }
    return lcv_show_order(p, lcv_size_plus(p->s, reach, 1), n, "reaching the last value");
}

static bool axis_reached(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *n)
{
    lcv_ladder l;
    if (x->offset && !lcv_shown_zero(p, x->offset[axis]))
        return lcv_obstacle(p->f, "which values a tensor with an offset reaches") != NULL;
    return lcv_ladder_of(p, x, NULL, false, axis, axis + 1, &l) && reaches_all(p, &l, n);
}

/* Goes axis by axis if the axes are independent: all combinations are then reached. */
static bool none_missing(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    bool ok = lcv_form_by_axis(p->f, x);
    for (size_t axis = 0; ok && axis < x->naxes; axis++)
        ok = axis_reached(p, x, axis, shape->extent[axis]);
    return ok;
}

/* ---- bounds ---- */

/* The bounds, axis by axis, nested like the coordinates. */
static bool same_nesting(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    bool same = x->profile ? lc_tuple_congruent(x->profile, shape->nest)
                           : lc_tuple_is_leaf(shape->nest);
    return same || lcv_obstacle(p->f, "coordinates that are not nested like the shape") != NULL;
}

/* Bounds that a claim takes: none is missing or below `least`. */
static bool proper_bounds(lcv_proof *p, const lcv_form *shape, int32_t least)
{
    for (size_t i = 0; i < shape->n; i++) {
        if (!shape->extent[i])
            return lcv_obstacle(p->f, "a wildcard in a shape") != NULL;
        if (!lcv_show_order(p, shape->extent[i], lcv_size_const(p->s, least), "a bound"))
            return false;
    }
    return true;
}

/* X, and the second argument as its bounds: an integer, or a shape that has coordinates. */
static bool with_bounds(lcv_proof *p, const lcv_form **x, const lcv_form **shape)
{
    *x = lcv_proof_tensor(p, 0);
    *shape = *x ? lcv_proof_tuple(p, 1) : NULL;
    return *shape && same_nesting(p, *x, *shape) &&
           proper_bounds(p, *shape, (*x)->profile ? 1 : 0);
}

static const lcv_form *integers(lcv_proof *p)
{
    const lcv_form *x = lcv_proof_tensor(p, 0);
    return x && x->profile
               ? lcv_obstacle(p->f, "%s of a layout of coordinates with parameters", p->name)
               : x;
}

/* ---- claims ---- */

bool lcv_sym_injective(lcv_proof *p)
{
    const lcv_form *x = lcv_proof_tensor(p, 0);
    return x && no_collision(p, x);
}

bool lcv_sym_in_bounds(lcv_proof *p)
{
    const lcv_form *x, *shape;
    return with_bounds(p, &x, &shape) && none_outside(p, x, shape);
}

bool lcv_sym_fits(lcv_proof *p)
{
    lc_int least, most;
    const lcv_form *x = integers(p);
    return x && p->arg[1]->kind == LCV_FORM_VALUE &&
           lcv_arg_type(p->f->ctx, "fits", p->arg[1]->value, &least, &most) &&
           lcv_form_within(p, x, 0, lcv_size_int(p->s, least),
                           lcv_size_plus(p->s, lcv_size_int(p->s, most), 1));
}

bool lcv_sym_covers(lcv_proof *p)
{
    const lcv_form *x, *shape;
    return with_bounds(p, &x, &shape) && none_missing(p, x, shape);
}

bool lcv_sym_surjective(lcv_proof *p)
{
    const lcv_form *x, *shape;
    return with_bounds(p, &x, &shape) && none_outside(p, x, shape) && none_missing(p, x, shape);
}

/* Onto [0,size): each value once, as there are as many coordinates. */
bool lcv_sym_bijective(lcv_proof *p)
{
    const lcv_form *x = integers(p);
    const lcv_form *size = x ? lcv_form_int(p->f, lcv_form_size(p->f, x)) : NULL;
    return size && none_outside(p, x, size) && none_missing(p, x, size);
}

/* The values on an axis cover [0,bound). The guard lets all of these through, and every value
 * that it lets through lies below `bound`. */
static bool tiles_axis(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *bound,
                       const lc_poly *guard)
{
    if (!lcv_form_within(p, x, axis, lcv_size_const(p->s, 0), NULL) ||
        !axis_reached(p, x, axis, bound))
        return false;
    if (!guard)
        return lcv_form_within(p, x, axis, NULL, bound);
    return lcv_show_order(p, guard, bound, "the guard to let every coordinate through") &&
           (lcv_shown(p, lcv_size_sub(p->s, bound, guard)) ||
            lcv_form_within(p, x, axis, NULL, bound));
}

/* The modes of stride 0 reach the least value `times` times (question/often.h): X without them,
 * which is to reach each coordinate once. */
static const lcv_form *once(lcv_proof *p, const lcv_form *x, const lcv_form *times)
{
    lcv_form *rest = lcv_form_moved(p->f, x, x->offset);
    const lc_poly *still = lcv_size_const(p->s, 1), *want = lcv_form_as_int(p->f, times);
    for (size_t k = 0; rest && k < x->n; k++) {
        if (!stands_still(x, k))
            continue;
        still = lcv_size_mul(p->s, still, x->extent[k]);
        rest->extent[k] = lcv_size_const(p->s, 1);
    }
    const lc_poly *apart = rest && want ? lcv_size_sub(p->s, still, want) : NULL;
    if (apart && !lcv_size_is_zero(apart))
        return lcv_obstacle(p->f, "modes of stride 0 that are not `times` coordinates as they "
                                  "are written");
    return apart ? rest : NULL;
}

/* An integer stands for a coordinate of S in colexicographic order. */
bool lcv_sym_partitions(lcv_proof *p)
{
    const lcv_form *x = lcv_proof_tensor(p, 0);
    if (x && p->n > 3 && p->arg[2])
        return lcv_obstacle(p->f, "`under` beside `times`") != NULL;
    if (x && p->n > 3)
        x = once(p, x, p->arg[3]);
    const lcv_form *shape = x ? lcv_proof_tuple(p, 1) : NULL;
    const lcv_form *guard = lcv_proof_tuple(p, 2);
    if (!shape || (p->arg[2] && !guard) || !proper_bounds(p, shape, 1))
        return false;
    if (!x->profile)
        shape = lcv_form_int(p->f, lcv_form_size(p->f, shape));
    bool ok = shape && same_nesting(p, x, shape) && (!guard || same_nesting(p, x, guard)) &&
              lcv_form_by_axis(p->f, x);
    for (size_t axis = 0; ok && axis < x->naxes; axis++)
        ok = tiles_axis(p, x, axis, shape->extent[axis], guard ? guard->extent[axis] : NULL);
    return ok && no_collision(p, x);
}
