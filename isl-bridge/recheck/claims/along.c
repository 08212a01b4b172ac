/* along.c - coordinates of one layout for those of another, by their strides. */
#include "config.h"

#include "../../../lib/size.h"
#include "claims.h"

/* Leaf k of T goes `times` along leaf i of A, the same number on each axis. */
static bool goes_along(lc_ctx *lc, const lit *t, size_t k, const lit *a, size_t i, lc_int *times)
{
    bool found = false;
    for (size_t j = 0; j < a->naxes; j++) {
        lit_path path;
        lc_int q, rest, step = a->step[j * a->n + i];
        lcr_fn_axis_path(a, j, &path);
        lc_int own = lcr_fn_step(t, &path, k);
        if (lc_int_is_plain_zero(step)) {
            if (!lc_int_is_plain_zero(own))
                return false;
            continue;
        }
        lcr_int_split(lc, own, step, &q, &rest);
        if (!lc_int_is_plain_zero(rest) || (found && !lc_int_known_equal(q, *times)))
            return false;
        *times = q;
        found = true;
    }
    return found;
}

static bool step_of(ev *e, const lit *t, size_t k, const lit *a, const lc_int *place, lc_int *step)
{
    lc_ctx *lc = e->pool->lc;
    lc_int times, end = lc_int_sub(lc, t->extent[k], lc_int_const(1));
    *step = lc_int_const(0);
    if (lcr_lit_moves(t, k) == 0)
        return true;
    for (size_t i = 0; i < a->n; i++) {
        if (!goes_along(lc, t, k, a, i, &times) ||
            !lc_int_known_less(lc_int_mul(lc, times, end), a->extent[i]))
            continue;
        *step = lc_int_mul(lc, times, place[i]);
        return true;
    }
    return false;
}

const lit *lcr_ev_along_leaves(ev *e, const lit *t, const lit *a)
{
    const lc_int *place = lcr_lit_places(e->pool, a);
    lc_int *step = lcr_lit_alloc(e->pool, t->n, sizeof *step);
    lit *w = lcr_lit_copy(e->pool, t);
    bool ok = place && step && w && lcr_lit_is_affine(t) && lcr_lit_is_affine(a) && !t->offset &&
              !a->offset && t->basis == a->basis;
    for (size_t k = 0; ok && k < t->n; k++)
        ok = step_of(e, t, k, a, place, &step[k]);
    if (!ok)
        return NULL;
    w->basis = false;
    w->naxes = 1;
    w->step = step;
    return w;
}

/* The leaf of A that n numbers at multiples of `step` are digits of, all below it or, of the last
 * leaf, any: how many steps of the leaf one is. SIZE_MAX: none. */
static size_t leaf_at(ev *e, const lit *a, const lc_int *place, lc_int step, lc_int n,
                      lc_int *times)
{
    lc_ctx *lc = e->pool->lc;
    for (size_t i = a->n; i-- > 0;) {
        lc_int rest;
        lcr_int_split(lc, step, place[i], times, &rest);
        lc_int last = lc_int_mul(lc, *times, lc_int_sub(lc, n, lc_int_const(1)));
        if (lc_int_is_plain_zero(rest) && !lc_int_is_plain_zero(*times) &&
            (i + 1 == a->n || lc_int_known_less(last, a->extent[i])))
            return i;
    }
    return SIZE_MAX;
}

const lit *lcr_ev_composed_leaves(ev *e, const lit *a, const lit *b)
{
    const lc_int *place = lcr_lit_places(e->pool, a);
    lc_int *step = lcr_lit_alloc(e->pool, a->naxes * b->n, sizeof *step);
    lit *r = lcr_lit_copy(e->pool, b);
    if (!place || !step || !r || !lcr_lit_is_affine(a) || !lcr_lit_is_integers(b) || a->offset ||
        b->offset)
        return NULL;
    for (size_t k = 0; k < b->n; k++) {
        lc_int times;
        if (lc_int_is_plain_zero(b->step[k]))
            continue;
        size_t i = leaf_at(e, a, place, b->step[k], b->extent[k], &times);
        for (size_t j = 0; i != SIZE_MAX && j < a->naxes; j++)
            step[j * b->n + k] = lc_int_mul(e->pool->lc, times, a->step[j * a->n + i]);
        if (i == SIZE_MAX)
            return NULL;
    }
    r->basis = a->basis;
    r->naxes = a->naxes;
    r->path = a->path;
    r->step = step;
    return r;
}
