/* image.c - which values layouts with parameters reach, and how often.
 *
 * The axes of coordinates are independent when no leaf has strides on two: then each is a
 * layout of integers. Of these:
 *
 *   once at most   in order of strides, each is past the reach of the smaller ones; or, for
 *                  each first leaf in which two coordinates may differ, a system of the
 *                  differences has no solution
 *   all            in order of strides, none is more than 1 past the reach of the smaller
 *                  ones: [0,reach] grows without a gap
 *   in bounds      the sum of (extent - 1) stride of the positive strides, of the negative
 *
 * The order of strides is that of a sample; what follows is proved for all values.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

#include "../function/image.h"
#include "../function/witness.h"

/* Leaves that count on one axis, as a layout of integers, in the order of the sample. */
typedef struct {
    size_t leaf;
    const lc_poly *extent, *step;
    lc_int size; /* of the step at the sample */
} rung;

typedef struct {
    size_t n;
    rung *rung;
} ladder;

static lc_int at_sample(const lcv_proof *p, const lc_poly *size)
{
    return lc_poly_at(p->f->ctx, size, p->sample);
}

static bool is_zero(const lc_poly *size)
{
    return lc_poly_nterms(size) == 0;
}

/* By size at the sample; those that are numbers before those that may grow. */
static int by_size(const void *x, const void *y)
{
    const rung *a = x, *b = y;
    int order = lc_int_cmp(a->size, b->size);
    size_t p = lc_poly_degree(a->step), q = lc_poly_degree(b->step);
    if (order == 0)
        order = (p > q) - (p < q);
    return order != 0 ? order : (a->leaf > b->leaf) - (a->leaf < b->leaf);
}

/* The leaves with a stride on the axis. */
static bool make_ladder(const lcv_proof *p, const lcv_form *x, size_t axis, ladder *out)
{
    lc_ctx *ctx = p->f->ctx;
    out->n = 0;
    out->rung = lc_alloc(ctx, x->n, sizeof(rung));
    for (size_t i = 0; out->rung != NULL && i < x->n; i++) {
        const lc_poly *step = x->step[axis * x->n + i];
        if (!is_zero(step))
            out->rung[out->n++] = (rung){i, x->extent[i], step,
                                         lc_int_abs(ctx, at_sample(p, step))};
    }
    if (out->n > 1)
        qsort(out->rung, out->n, sizeof(rung), by_size);
    return out->rung != NULL;
}

/* (extent - 1) step */
static const lc_poly *span_of(lcv_proof *p, const rung *r)
{
    return lcv_size_mul(p->s, lcv_size_plus(p->s, r->extent, -1), r->step);
}

/* -1, 1: the sign of a stride for all values; 0: not known. */
static int sign_of(lcv_proof *p, const lc_poly *step)
{
    if (lcv_shown(p, step))
        return 1;
    const lc_poly *negated = lcv_size_sub(p->s, lcv_size_int(p->s, lc_int_const(0)), step);
    return lcv_shown(p, negated) ? -1 : 0;
}

static bool sign_unknown(lcv_proof *p, const rung *r)
{
    char *text = lcv_size_to_str(p->s, r->step);
    lcv_obstacle(p->f, "the sign of the stride %s of mode %zu is not known", text ? text : "?",
                 r->leaf);
    free(text);
    return false;
}

/* ---- once at most ---- */

/* The step of this rung is past what the smaller ones add up to. */
static bool past(lcv_proof *p, const rung *r, const lc_poly *step, const lc_poly *reach)
{
    const lc_poly *over = lcv_size_plus(p->s, lcv_size_sub(p->s, step, reach), -1);
    if (over == NULL || lcv_shown(p, over))
        return over != NULL;
    /* where its extent is 1 the step does not matter */
    const lc_poly *last = lcv_size_plus(p->s, r->extent, -1);
    return lc_poly_degree(r->extent) > 0 && lcv_shown(p, lcv_size_mul(p->s, last, over));
}

static bool apart(lcv_proof *p, const ladder *l)
{
    const lc_poly *reach = lcv_size_int(p->s, lc_int_const(0));
    for (size_t i = 0; i < l->n; i++) {
        const rung *r = &l->rung[i];
        const lc_poly *step = r->step;
        int sign = sign_of(p, step);
        if (sign == 0)
            return false;
        if (sign < 0)
            step = lcv_size_sub(p->s, lcv_size_int(p->s, lc_int_const(0)), step);
        if (!past(p, r, step, reach))
            return false;
        rung positive = {r->leaf, r->extent, step, r->size};
        reach = lcv_size_add(p->s, reach, span_of(p, &positive));
    }
    return true;
}

/* A difference of two coordinates of a leaf: |d| < extent, and bounds that are numbers. */
static const lc_poly *difference(lcv_proof *p, const lc_poly *extent, bool positive)
{
    lcv_interval bounds = lcv_size_interval(p->s, extent);
    lc_int one = lc_int_const(1), zero = lc_int_const(0), low = one, most = zero;
    if (bounds.bounded_above)
        most = lc_int_max(lc_int_sub(p->f->ctx, bounds.high, one), one);
    if (!positive && !bounds.bounded_above)
        return lcv_symbols_unknown(p->s, "d");
    if (!positive)
        low = lc_int_neg(p->f->ctx, most);
    return lcv_symbols_add(p->s, "d", low, bounds.bounded_above ? &most : NULL, one, zero);
}

/* The leaves 0 to k of the order may differ, k upwards: no such difference has the value 0
 * on every axis. */
static bool no_difference(lcv_proof *p, const lcv_form *x, size_t k, const rung *order)
{
    lc_ctx *ctx = p->f->ctx;
    size_t room = 2 * (k + 1) + x->naxes, n = 0, symbols = lcv_symbols_count(p->s);
    lcv_row *row = lc_alloc(ctx, room, sizeof *row);
    const lc_poly **sum = lc_alloc(ctx, x->naxes, sizeof(lc_poly *));
    bool ok = row != NULL && sum != NULL;
    for (size_t axis = 0; ok && axis < x->naxes; axis++)
        ok = (sum[axis] = lcv_size_int(p->s, lc_int_const(0))) != NULL;
    for (size_t i = 0; ok && i <= k; i++) {
        const lc_poly *d = difference(p, order[i].extent, i == k);
        const lc_poly *last = lcv_size_plus(p->s, order[i].extent, -1);
        row[n++] = (lcv_row){lcv_size_sub(p->s, last, d), false};
        if (i < k)
            row[n++] = (lcv_row){lcv_size_add(p->s, last, d), false};
        for (size_t axis = 0; axis < x->naxes; axis++) {
            const lc_poly *step = x->step[axis * x->n + order[i].leaf];
            sum[axis] = lcv_size_add(p->s, sum[axis], lcv_size_mul(p->s, step, d));
            ok = ok && sum[axis] != NULL;
        }
    }
    for (size_t axis = 0; ok && axis < x->naxes; axis++)
        row[n++] = (lcv_row){sum[axis], true};
    ok = ok && lcv_show_empty(p, n, row);
    lcv_symbols_drop(p->s, symbols);
    free(row);
    free(sum);
    return ok;
}

static bool all_different(lcv_proof *p, const lcv_form *x, const ladder *l)
{
    for (size_t k = 0; k < l->n; k++) {
        if (no_difference(p, x, k, l->rung))
            continue;
        char *text = lcv_size_to_str(p->s, l->rung[k].step);
        lcv_obstacle(p->f, "it was not shown that steps of %s along mode %zu never meet what the "
                           "modes of smaller strides add up to",
                     text ? text : "?", l->rung[k].leaf);
        free(text);
        return false;
    }
    return true;
}

/* One axis of a layout, or all of a layout whose axes are not independent. */
static bool once_each(lcv_proof *p, const lcv_form *x, const ladder *l)
{
    return apart(p, l) || all_different(p, x, l);
}

/* Has every leaf a stride on one axis at most? */
static bool independent(const lcv_form *x)
{
    for (size_t i = 0; i < x->n; i++) {
        size_t axes = 0;
        for (size_t axis = 0; axis < x->naxes; axis++)
            axes += !is_zero(x->step[axis * x->n + i]);
        if (axes > 1)
            return false;
    }
    return true;
}

/* A leaf that stays where it is has one coordinate. */
static bool no_repeats(lcv_proof *p, const lcv_form *x)
{
    for (size_t i = 0; i < x->n; i++) {
        bool moves = false;
        for (size_t axis = 0; axis < x->naxes; axis++)
            moves = moves || !is_zero(x->step[axis * x->n + i]);
        if (!moves && !lcv_show_order(p, lcv_size_int(p->s, lc_int_const(1)), x->extent[i],
                                      "a mode of stride 0"))
            return false;
    }
    return true;
}

/* One axis as a form of its own. */
static const lcv_form *axis_of(lcv_proof *p, const lcv_form *x, size_t axis)
{
    lcv_form *one = lcv_form_layout(p->f, lc_tuple_ref(x->nest), 1, NULL);
    for (size_t i = 0; one != NULL && i < x->n; i++) {
        one->extent[i] = x->extent[i];
        one->step[i] = x->step[axis * x->n + i];
    }
    return one;
}

/* All leaves, by their largest stride. */
static bool whole_ladder(const lcv_proof *p, const lcv_form *x, ladder *out)
{
    out->n = 0;
    out->rung = lc_alloc(p->f->ctx, x->n, sizeof(rung));
    for (size_t i = 0; out->rung != NULL && i < x->n; i++) {
        rung r = {.leaf = i, .extent = x->extent[i]};
        for (size_t axis = 0; axis < x->naxes; axis++) {
            const lc_poly *step = x->step[axis * x->n + i];
            lc_int size = lc_int_abs(p->f->ctx, at_sample(p, step));
            if (!is_zero(step) && (r.step == NULL || lc_int_lt(r.size, size)))
                r = (rung){i, x->extent[i], step, size};
        }
        if (r.step != NULL)
            out->rung[out->n++] = r;
    }
    if (out->n > 1)
        qsort(out->rung, out->n, sizeof(rung), by_size);
    return out->rung != NULL;
}

static bool injective(lcv_proof *p, const lcv_form *x)
{
    ladder l;
    if (!no_repeats(p, x))
        return false;
    if (!independent(x)) {
        bool ok = whole_ladder(p, x, &l) && all_different(p, x, &l);
        free(l.rung);
        return ok;
    }
    for (size_t axis = 0; axis < x->naxes; axis++) {
        const lcv_form *one = axis_of(p, x, axis);
        bool ok = one != NULL && make_ladder(p, one, 0, &l) && once_each(p, one, &l);
        if (one != NULL)
            free(l.rung);
        if (!ok)
            return false;
    }
    return true;
}

bool lcv_sym_injective(lcv_proof *p)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, p->arg[0]); /* wherever it begins */
    return x != NULL && injective(p, x);
}

/* ---- in bounds ---- */

/* The least and the largest value on one axis. */
static bool range_of(lcv_proof *p, const ladder *l, const lc_poly **low, const lc_poly **high)
{
    *low = *high = lcv_size_int(p->s, lc_int_const(0));
    for (size_t i = 0; i < l->n; i++) {
        int sign = sign_of(p, l->rung[i].step);
        if (sign == 0)
            return sign_unknown(p, &l->rung[i]);
        const lc_poly **end = sign > 0 ? high : low;
        *end = lcv_size_add(p->s, *end, span_of(p, &l->rung[i]));
    }
    return *low != NULL && *high != NULL;
}

/* least <= value < bound on an axis; either may be NULL. */
static bool axis_within(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *least,
                        const lc_poly *bound)
{
    ladder l;
    const lc_poly *low, *high;
    bool ok = make_ladder(p, x, axis, &l) && range_of(p, &l, &low, &high);
    if (ok && x->offset != NULL) {
        low = lcv_size_add(p->s, low, x->offset[axis]);
        high = lcv_size_add(p->s, high, x->offset[axis]);
    }
    ok = ok && (least == NULL || lcv_show_order(p, low, least, "the least value")) &&
              (bound == NULL || lcv_show_order(p, lcv_size_plus(p->s, bound, -1), high,
                                               "the largest value"));
    free(l.rung);
    return ok;
}

static const lcv_form *integers(lcv_proof *p, const lcv_form *form)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, form);
    return x != NULL && x->profile != NULL
               ? lcv_obstacle(p->f, "%s of a layout of coordinates with parameters", p->name)
               : x;
}

/* Every coordinate is one of the shape, an integer one below it. */
static bool in_bounds(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    for (size_t axis = 0; axis < x->naxes; axis++)
        if (!axis_within(p, x, axis, lcv_size_int(p->s, lc_int_const(0)), shape->extent[axis]))
            return false;
    return true;
}

/* The bounds, axis by axis, nested like the coordinates. */
static bool same_nesting(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    bool same = x->profile != NULL ? lc_tuple_congruent(x->profile, shape->nest)
                                   : lc_tuple_is_leaf(shape->nest);
    if (!same)
        lcv_obstacle(p->f, "coordinates that are not nested like the shape");
    return same;
}

/* Bounds that a claim takes: none is missing or below `least`. */
static bool proper_bounds(lcv_proof *p, const lcv_form *shape, int32_t least)
{
    for (size_t i = 0; i < shape->n; i++) {
        if (shape->extent[i] == NULL)
            return lcv_obstacle(p->f, "a wildcard in a shape") != NULL;
        if (!lcv_show_order(p, shape->extent[i], lcv_size_int(p->s, lc_int_const(least)),
                            "a bound"))
            return false;
    }
    return true;
}

/* The second argument as bounds: an integer, or a shape that has coordinates. */
static const lcv_form *bounds_of(lcv_proof *p, const lcv_form *x)
{
    const lcv_form *shape = p->arg[1] != NULL ? lcv_form_as_tuple(p->f, p->arg[1]) : NULL;
    if (shape == NULL || !same_nesting(p, x, shape))
        return NULL;
    return proper_bounds(p, shape, x->profile != NULL ? 1 : 0) ? shape : NULL;
}

bool lcv_sym_in_bounds(lcv_proof *p)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, p->arg[0]);
    const lcv_form *shape = x != NULL ? bounds_of(p, x) : NULL;
    return shape != NULL && in_bounds(p, x, shape);
}

bool lcv_sym_fits(lcv_proof *p)
{
    lc_int least, most;
    const lcv_form *x = integers(p, p->arg[0]);
    if (x == NULL || p->arg[1]->kind != LCV_FORM_VALUE ||
        !lcv_arg_type(p->f->ctx, "fits", p->arg[1]->value, &least, &most))
        return false;
    const lc_poly *bound = lcv_size_plus(p->s, lcv_size_int(p->s, most), 1);
    return axis_within(p, x, 0, lcv_size_int(p->s, least), bound);
}

/* ---- all ---- */

/* [0,n) is reached by the steps of the ladder. */
static bool reaches_all(lcv_proof *p, const ladder *l, const lc_poly *n)
{
    const lc_poly *reach = lcv_size_int(p->s, lc_int_const(0));
    for (size_t i = 0; i < l->n; i++) {
        const rung *r = &l->rung[i];
        int sign = sign_of(p, r->step);
        if (sign <= 0)
            return sign == 0 ? sign_unknown(p, r)
                             : lcv_obstacle(p->f, "a negative stride with parameters") != NULL;
        if (!lcv_show_order(p, lcv_size_plus(p->s, reach, 1), r->step,
                            "reaching every value up to the next stride"))
            return false;
        reach = lcv_size_add(p->s, reach, span_of(p, r));
    }
    return lcv_show_order(p, lcv_size_plus(p->s, reach, 1), n, "reaching the last value");
}

static bool covers_axis(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *n)
{
    ladder l;
    if (x->offset != NULL && !lcv_shown_zero(p, x->offset[axis]))
        return lcv_obstacle(p->f, "which values a tensor with an offset reaches") != NULL;
    bool ok = make_ladder(p, x, axis, &l) && reaches_all(p, &l, n);
    free(l.rung);
    return ok;
}

/* Axis by axis, where the axes are independent: all combinations are reached. */
static bool covers(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    if (!independent(x))
        return lcv_obstacle(p->f, "a mode with strides on two axes") != NULL;
    for (size_t axis = 0; axis < x->naxes; axis++)
        if (!covers_axis(p, x, axis, shape->extent[axis]))
            return false;
    return true;
}

bool lcv_sym_covers(lcv_proof *p)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, p->arg[0]);
    const lcv_form *shape = x != NULL ? bounds_of(p, x) : NULL;
    return shape != NULL && covers(p, x, shape);
}

bool lcv_sym_surjective(lcv_proof *p)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, p->arg[0]);
    const lcv_form *shape = x != NULL ? bounds_of(p, x) : NULL;
    return shape != NULL && in_bounds(p, x, shape) && covers(p, x, shape);
}

/* Onto [0,size): each once, as there are as many coordinates. */
bool lcv_sym_bijective(lcv_proof *p)
{
    const lcv_form *x = integers(p, p->arg[0]);
    const lcv_form *size = x != NULL ? lcv_form_int(p->f, lcv_form_size(p->f, x)) : NULL;
    return size != NULL && in_bounds(p, x, size) && covers(p, x, size);
}

/* ---- partitions ---- */

/* The coordinates below `bound` that are not taken care of by `guard` lie below it anyway;
 * those below both are all reached. */
static bool tiles_axis(lcv_proof *p, const lcv_form *x, size_t axis, const lc_poly *bound,
                       const lc_poly *guard)
{
    lc_int zero = lc_int_const(0);
    if (!axis_within(p, x, axis, lcv_size_int(p->s, zero), NULL) ||
        !covers_axis(p, x, axis, bound))
        return false;
    if (guard == NULL)
        return axis_within(p, x, axis, NULL, bound);
    return lcv_show_order(p, guard, bound, "the guard to let every coordinate through") &&
           (lcv_shown(p, lcv_size_sub(p->s, bound, guard)) ||
            axis_within(p, x, axis, NULL, bound));
}

static bool tiles(lcv_proof *p, const lcv_form *x, const lcv_form *shape, const lcv_form *guard)
{
    if (!same_nesting(p, x, shape) || (guard != NULL && !same_nesting(p, x, guard)))
        return false;
    if (!independent(x))
        return lcv_obstacle(p->f, "a mode with strides on two axes") != NULL;
    for (size_t axis = 0; axis < x->naxes; axis++)
        if (!tiles_axis(p, x, axis, shape->extent[axis],
                        guard != NULL ? guard->extent[axis] : NULL))
            return false;
    return injective(p, x);
}

/* An integer stands for a coordinate of S in colexicographic order. */
static const lcv_form *flat_shape(lcv_proof *p, const lcv_form *x, const lcv_form *shape)
{
    return x->profile != NULL ? shape : lcv_form_int(p->f, lcv_form_size(p->f, shape));
}

bool lcv_sym_partitions(lcv_proof *p)
{
    const lcv_form *x = lcv_form_as_tensor(p->f, p->arg[0]);
    const lcv_form *shape = x != NULL ? lcv_form_as_tuple(p->f, p->arg[1]) : NULL;
    const lcv_form *guard = p->arg[2] != NULL ? lcv_form_as_tuple(p->f, p->arg[2]) : NULL;
    if (shape == NULL || (p->arg[2] != NULL && guard == NULL) || !proper_bounds(p, shape, 1))
        return false;
    shape = flat_shape(p, x, shape);
    return shape != NULL && tiles(p, x, shape, guard);
}
