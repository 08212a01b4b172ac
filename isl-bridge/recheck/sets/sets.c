/* sets.c - the sets of claims about functions: differences, collisions, bounds. */
#include "config.h"

#include "bits.h"

#include <string.h>

/* Takes over a set of the pool. */
static bool add_set(ev *e, const sys *s)
{
    lcr_evidence *out = e->out;
    if (s == NULL || s->failed)
        return false;
    if (out->nsets == LCR_EVIDENCE_SETS) {
        lc_fail(e->pool->lc, LC_ERR_LIMIT, "evidence of more than %d sets", LCR_EVIDENCE_SETS);
        return false;
    }
    if ((out->nsets & (out->nsets + 1)) == 0) { /* room doubles */
        const sys **more = lcr_lit_alloc(e->pool, 2 * (out->nsets + 1), sizeof *more);
        if (more == NULL)
            return false;
        if (out->nsets > 0)
            memcpy(more, out->set, out->nsets * sizeof *more);
        out->set = more;
    }
    out->set[out->nsets++] = s;
    return true;
}

static sys *copy_of(ev *e, const sys *s)
{
    sys *copy = lcr_lit_alloc(e->pool, 1, sizeof *copy);
    if (copy != NULL)
        *copy = *s;
    return copy;
}

bool lcr_ev_add(ev *e, const sys *s)
{
    return add_set(e, copy_of(e, s));
}

bool lcr_ev_relate(ev *e, const sys *s, const sys_sum *sum, sys_relation relation)
{
    sys *copy = copy_of(e, s);
    if (copy != NULL)
        lcr_sys_relate(copy, sum, relation);
    return add_set(e, copy);
}

const char *lcr_evidence_text(const lcr_evidence *e, size_t i)
{
    return lcr_sys_text(e->set[i]);
}

bool lcr_ev_condition(ev *e, bool holds, const char *condition)
{
    if (!holds && e->out->holds) {
        size_t n = strlen(condition) + 1;
        e->out->holds = false;
        e->out->condition = lcr_lit_alloc(e->pool, n, 1);
        if (e->out->condition == NULL)
            return false;
        memcpy(e->out->condition, condition, n);
    }
    return true;
}

bool lcr_ev_not(ev *e)
{
    e->none = true;
    return lc_ctx_code(e->pool->lc) == LC_OK;
}

/* ---- collisions ---- */

/* x and y of one value: the differences d of their coordinates, the first that is not 0
 * positive. */
bool lcr_ev_collisions(ev *e, const lit *a)
{
    lc_ctx *lc = e->pool->lc;
    if (e->out->by == NULL)
        e->out->by = "collision";
    for (size_t first = 0; first < a->n; first++) {
        sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
        if (s == NULL)
            return false;
        lcr_sys_begin(s, e->pool);
        size_t var[SYS_VARS];
        for (size_t k = 0; k < a->n; k++) {
            lc_int last = lc_int_sub(lc, a->extent[k], lc_int_const(1));
            lc_int least = k < first    ? lc_int_const(0)
                           : k == first ? lc_int_const(1)
                                        : lc_int_neg(lc, last);
            lc_int most = k < first ? lc_int_const(0) : last;
            var[k] = lcr_sys_var(s, 'd', &least, &most);
        }
        for (size_t j = 0; j < a->naxes; j++) {
            sys_sum sum;
            lcr_sys_zero(&sum);
            for (size_t k = 0; k < a->n; k++)
                lcr_sys_add_var(s, &sum, a->step[j * a->n + k], var[k]);
            lcr_sys_relate(s, &sum, SYS_EQ);
        }
        if (!lcr_ev_add(e, s))
            return false;
    }
    return true;
}

/* ---- bounds ---- */

/* A value below `least` or above `most`, on an axis. */
bool lcr_ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    sys_sum *value = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *value);
    size_t var[SYS_VARS];
    if (s == NULL || value == NULL || a->n > SYS_VARS)
        return lcr_ev_not(e);
    if (e->out->by == NULL)
        e->out->by = "bounds";
    lcr_sys_begin(s, e->pool);
    lcr_fn_coordinates(s, a, 'c', false, var);
    lcr_fn_natural(s, a, var, value);
    sys_sum low = value[axis];
    low.constant = lc_int_sub(e->pool->lc, low.constant, least);
    if (!lcr_ev_relate(e, s, &low, SYS_LT))
        return false;
    value[axis].constant = lc_int_sub(e->pool->lc, value[axis].constant, most);
    return lcr_ev_relate(e, s, &value[axis], SYS_GT);
}

/* A value that is n q + r with 0 < r < n. */
bool lcr_ev_aligned(ev *e, const lit *a, lc_int n)
{
    lc_int one = lc_int_const(1), last = lc_int_sub(e->pool->lc, n, one);
    if (!lcr_lit_is_affine(a) || a->basis)
        return a->basis ? lcr_ev_not(e) : lcr_ev_multiples(e, a, n);
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    sys_sum *value = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *value);
    size_t var[SYS_VARS];
    if (s == NULL || value == NULL || a->n > SYS_VARS - 2)
        return lcr_ev_not(e);
    e->out->by = "bounds";
    lcr_sys_begin(s, e->pool);
    lcr_fn_coordinates(s, a, 'c', false, var);
    lcr_fn_natural(s, a, var, value);
    size_t q = lcr_sys_var(s, 'q', NULL, NULL), r = lcr_sys_var(s, 'r', &one, &last);
    lcr_sys_add_var(s, &value[0], lc_int_neg(e->pool->lc, n), q);
    lcr_sys_add_var(s, &value[0], lc_int_const(-1), r);
    return lcr_ev_relate(e, s, &value[0], SYS_EQ);
}

/* ---- common offsets ---- */

/* f(i) = g(j) where `apart` says which i count: those not 0, or whose value is not 0. */
bool lcr_ev_common(ev *e, const lit *f, const lit *g, bool extended, bool by_value)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    sys_sum *left = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *left);
    sys_sum *right = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *right);
    size_t i[SYS_VARS], j[SYS_VARS];
    if (s == NULL || left == NULL || right == NULL || f->n + g->n > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "common";
    lcr_sys_begin(s, e->pool);
    lcr_fn_coordinates(s, f, 'i', extended, i);
    lcr_fn_coordinates(s, g, 'j', false, j);
    lcr_fn_natural(s, f, i, left);
    lcr_fn_natural(s, g, j, right);
    sys_sum sum = left[0];
    lcr_sys_add(s, &sum, lc_int_const(-1), &right[0]);
    lcr_sys_relate(s, &sum, SYS_EQ);
    if (by_value)
        return lcr_ev_relate(e, s, &left[0], SYS_GT) && lcr_ev_relate(e, s, &left[0], SYS_LT);
    lcr_fn_integral(s, f, 0, f->n, i, &sum);
    return lcr_ev_relate(e, s, &sum, SYS_GT);
}

/* C(i) >= C(i + 1): a leaf k gains one, those before it go from their ends back to 0. */
bool lcr_ev_ordered(ev *e, const lit *c, bool extended)
{
    lc_ctx *lc = e->pool->lc;
    sys_sum back;
    lcr_sys_zero(&back);
    for (size_t k = 0; k < c->n; k++) {
        sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
        if (s == NULL)
            return false;
        lcr_sys_begin(s, e->pool);
        sys_sum change = back;
        change.constant = lc_int_sub(lc, change.constant, c->step[k]);
        bool gains = !lc_int_is_one(c->extent[k]) || (extended && k + 1 == c->n);
        if (gains && !lcr_ev_relate(e, s, &change, SYS_GE))
            return false;
        lc_int last = lc_int_sub(lc, c->extent[k], lc_int_const(1));
        back.constant = lc_int_add(lc, back.constant, lc_int_mul(lc, last, c->step[k]));
    }
    return true;
}
