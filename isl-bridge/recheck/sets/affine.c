/* affine.c - the sets of layouts that are linear in natural coordinates: collisions, bounds,
 * common values, order.
 */
#include "config.h"

#include "evidence.h"

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

/* A value below `least` or above `most`, on an axis. */
bool lcr_ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most)
{
    fn_values v;
    lcr_ev_by(e, "bounds");
    return lcr_fn_values(e->pool, a, &v) ? lcr_ev_outside(e, &v.s, &v.value[axis], least, most)
                                         : lcr_ev_not(e);
}

/* ---- common offsets ---- */

/* f(i) = g(j) where `apart` says which i count: those not 0, or whose value is not 0. */
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
        bool gains = !lc_int_known_equal(c->extent[k], lc_int_const(1)) || (extended && k + 1 == c->n);
        if (gains && !lcr_ev_compare(e, &s, &back, SYS_GE, c->step[k]))
            return false;
        lc_int last = lc_int_sub(lc, c->extent[k], lc_int_const(1));
        back.constant = lc_int_add(lc, back.constant, lc_int_mul(lc, last, c->step[k]));
    }
    return true;
}
