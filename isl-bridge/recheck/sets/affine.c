/* affine.c - the sets of layouts that are linear in natural coordinates: collisions, bounds,
 * common values, order.
 */
#include "config.h"

#include "evidence.h"

#include <string.h>

#include "../../../lib/size.h"

/* ---- collisions ---- */

/* x and y of one value: the differences d of their coordinates, the first that is not 0, in some
 * order of the leaves, positive. */
bool lcr_ev_collisions(ev *e, const lit *a)
{
    size_t leaf[SYS_VARS];
    lcr_ev_by(e, "collision");
    lcr_fn_order(e->pool, a, leaf);
    for (size_t first = 0; first < a->n; first++) {
        sys s = lcr_sys_new(e->pool);
        size_t var[SYS_VARS];
        lcr_fn_differences(&s, a, leaf, first, var);
        for (size_t j = 0; j < a->naxes; j++) {
            sys_sum sum = lcr_fn_moved(&s, a, j, var);
            lcr_sys_relate(&s, &sum, SYS_EQ);
        }
        if (!lcr_ev_add(e, &s))
            return false;
    }
    return true;
}

/* The least and the largest value on an axis, as variables of a set, where the signs of strides
 * are known. */
static bool ends_of(ev *e, const lit *a, size_t axis, sys *s, sys_sum *low, sys_sum *high)
{
    lc_ctx *lc = e->pool->lc;
    const lc_int zero = lc_int_const(0);
    lc_int end[2];
    end[0] = end[1] = a->offset ? a->offset[axis] : zero;
    for (size_t k = 0; k < a->n; k++) {
        lc_int step = a->step[axis * a->n + k];
        lc_int most = lc_int_mul(lc, step, lc_int_sub(lc, a->extent[k], lc_int_const(1)));
        bool up = lc_int_known_le(zero, step);
        if (!up && !lc_int_known_le(step, zero))
            return false;
        end[up] = lc_int_add(lc, end[up], most);
    }
    *s = lcr_sys_new(e->pool);
    *low = lcr_sys_variable(lcr_sys_between(s, 'v', end[0], end[0]));
    *high = lcr_sys_variable(lcr_sys_between(s, 'v', end[1], end[1]));
    return true;
}

bool lcr_ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most)
{
    fn_values v;
    lcr_ev_by(e, "bounds");
    sys_sum low, high;
    if (e->pool->sizes && ends_of(e, a, axis, &v.s, &low, &high))
        return lcr_ev_compare(e, &v.s, &low, SYS_LT, least) &&
               lcr_ev_compare(e, &v.s, &high, SYS_GT, most);
    return lcr_fn_values(e->pool, a, &v) ? lcr_ev_outside(e, &v.s, &v.value[axis], least, most)
                                         : lcr_ev_not(e);
}

/* ---- common offsets ---- */

const lit *lcr_ev_joined(ev *e, const lit *a, const lit *c)
{
    lit *b = lcr_lit_flat(e->pool, a->n + c->n);
    if (!b)
        return NULL;
    memcpy(b->extent, a->extent, a->n * sizeof *b->extent);
    memcpy(b->extent + a->n, c->extent, c->n * sizeof *b->extent);
    memcpy(b->step, a->step, a->n * sizeof *b->step);
    memcpy(b->step + a->n, c->step, c->n * sizeof *b->step);
    return b;
}

/* f(i) = g(j), for sizes, once for each leaf: those of larger strides are 0, and it is not. */
static bool common_in_order(ev *e, const sys *s, const lit *f, const lit *g, const size_t *i,
                            const size_t *j)
{
    const lit *both = lcr_ev_joined(e, f, g);
    size_t leaf[2 * SYS_VARS];
    sys at = *s;
    if (!both)
        return false;
    lcr_fn_order(e->pool, both, leaf);
    for (size_t k = 0; k < both->n; k++) {
        const sys_sum x = lcr_sys_variable(leaf[k] < f->n ? i[leaf[k]] : j[leaf[k] - f->n]);
        if (!lcr_ev_relate(e, &at, &x, SYS_GT))
            return false;
        lcr_sys_relate(&at, &x, SYS_EQ);
    }
    return true;
}

bool lcr_ev_common(ev *e, const lit *f, const lit *g, bool extended, bool by_value)
{
    sys s = lcr_sys_new(e->pool);
    size_t i[SYS_VARS], j[SYS_VARS];
    if (f->n + g->n > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "common";
    lcr_fn_coordinates(&s, f, 'i', extended, i);
    lcr_fn_coordinates(&s, g, 'j', false, j);
    sys_sum left = lcr_fn_on_axis(&s, f, 0, i), right = lcr_fn_on_axis(&s, g, 0, j), sum = left;
    lcr_sys_add(&s, &sum, lc_int_const(-1), &right);
    lcr_sys_relate(&s, &sum, SYS_EQ);
    if (e->pool->sizes && !by_value) {
        lcr_fn_integral(&s, f, 0, f->n, i, &sum);
        lcr_sys_relate(&s, &sum, SYS_GT);
        return common_in_order(e, &s, f, g, i, j);
    }
    for (int sign = 0; e->pool->sizes && sign < 2; sign++) {
        sys side = s;
        lcr_sys_relate(&side, &left, sign == 0 ? SYS_GT : SYS_LT);
        if (!common_in_order(e, &side, f, g, i, j))
            return false;
    }
    if (e->pool->sizes)
        return true;
    if (by_value)
        return lcr_ev_not_zero(e, &s, &left);
    lcr_fn_integral(&s, f, 0, f->n, i, &sum);
    return lcr_ev_relate(e, &s, &sum, SYS_GT);
}

/* C(i) >= C(i + 1): a leaf k gains one, those before it go from their ends back to 0. */
bool lcr_ev_ordered(ev *e, const lit *c, bool extended)
{
    lc_ctx *lc = e->pool->lc;
    const sys s = lcr_sys_new(e->pool);
    sys_sum back = lcr_sys_number(lc_int_const(0));
    for (size_t k = 0; k < c->n; k++) {
        bool gains = !lc_int_known_equal(c->extent[k], lc_int_const(1)) ||
                     (extended && k + 1 == c->n);
        if (gains && !lcr_ev_compare(e, &s, &back, SYS_GE, c->step[k]))
            return false;
        lc_int last = lc_int_sub(lc, c->extent[k], lc_int_const(1));
        back.constant = lc_int_add(lc, back.constant, lc_int_mul(lc, last, c->step[k]));
    }
    return true;
}
