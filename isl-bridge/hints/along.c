/* along.c - coordinates of one layout for those of another, by their strides. */
#include "config.h"

#include "find.h"

#include "../../lib/size.h"
#include "../recheck/sets/parts.h"

#include <string.h>

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

/* Is A without an offset, or at 0? */
static bool starts_at_0(const lit *a)
{
    bool is = true;
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        is = is && lc_int_is_plain_zero(a->offset[j]);
    return is;
}

/* The coordinates of leaf i of A with those of the leaves after it, as long as each of them goes
 * on where the one before it ends: multiples of the first stride, all in a row; *to_the_end: up
 * to the last leaf. */
static lc_int extent_from(lc_ctx *lc, const lit *a, size_t i, bool *to_the_end)
{
    lc_int extent = a->extent[i];
    *to_the_end = i + 1 == a->n;
    for (bool on = true; on && i + 1 < a->n; i++) {
        for (size_t j = 0; on && j < a->naxes; j++)
            on = lc_int_known_equal(a->step[j * a->n + i + 1],
                                    lc_int_mul(lc, a->extent[i], a->step[j * a->n + i]));
        extent = on ? lc_int_mul(lc, extent, a->extent[i + 1]) : extent;
        *to_the_end = on && i + 2 == a->n;
    }
    return extent;
}

static bool step_of(ev *e, const lit *t, size_t k, const lit *a, const lc_int *place,
                    lc_int *step)
{
    lc_ctx *lc = e->pool->lc;
    bool to_the_end;
    lc_int times, end = lc_int_sub(lc, t->extent[k], lc_int_const(1));
    *step = lc_int_const(0);
    if (lcr_lit_moves(t, k) == 0) { /* beside one of A that stays, or at 0 */
        for (size_t i = 0; i < a->n && lc_int_is_plain_zero(*step); i++)
            if (lcr_lit_moves(a, i) == 0 && lc_int_known_equal(a->extent[i], t->extent[k]))
                *step = place[i];
        return true;
    }
    for (size_t n = 0; n <= a->n; n++) { /* its own place first */
        size_t i = n > 0 ? n - 1 : k;
        if (i >= a->n || !goes_along(lc, t, k, a, i, &times) ||
            !lc_int_known_less(lc_int_mul(lc, times, end), extent_from(lc, a, i, &to_the_end)))
            continue;
        *step = lc_int_mul(lc, times, place[i]);
        return true;
    }
    return false;
}

const lit *lcr_hint_along(ev *e, const lit *t, const lit *a)
{
    const lc_int *place = lcr_lit_places(e->pool, a);
    lc_int *step = lcr_lit_alloc(e->pool, t->n, sizeof *step);
    lit *w = lcr_lit_copy(e->pool, t);
    bool ok = place && step && w && lcr_lit_is_affine(t) && lcr_lit_is_affine(a) &&
              starts_at_0(t) && starts_at_0(a) && (t->basis == a->basis || lcr_lit_is_still(t));
    for (size_t k = 0; ok && k < t->n; k++)
        ok = step_of(e, t, k, a, place, &step[k]);
    if (!ok)
        return NULL;
    w->basis = false;
    w->naxes = 1;
    w->step = step;
    w->offset = NULL;
    return w;
}

const lit *lcr_hint_vector(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    const lc_int *place = lcr_lit_places(e->pool, a);
    lit *f = lcr_lit_flat(e->pool, a->n);
    lc_int reach = lc_int_const(1), rest;
    size_t count = 0;
    if (!place || !f || !lcr_lit_is_integers(a))
        return NULL;
    while (!lc_int_known_equal(reach, n)) {
        size_t i = 0;
        while (i < a->n && (!lc_int_known_equal(a->step[i], reach) ||
                            !lc_int_known_less(lc_int_const(1), a->extent[i])))
            i++;
        if (i == a->n || count == a->n)
            return NULL;
        lc_int beyond = lc_int_mul(lc, reach, a->extent[i]);
        f->extent[count] = a->extent[i];
        f->step[count++] = place[i];
        if (lc_int_known_le(n, beyond)) {
            lcr_int_split(lc, n, reach, &f->extent[count - 1], &rest);
            beyond = n;
            if (!lc_int_is_plain_zero(rest))
                return NULL;
        }
        reach = beyond;
    }
    lcr_lit_use(f, count);
    return f;
}

/* ---- composites ---- */

/* A o B under construction, a leaf of B having several where it goes through several of A. */
typedef struct {
    lc_ctx *lc;
    const lit *a;
    const lc_int *place;
    lit *r;
    size_t room;
} composite;

/* n coordinates, `times` along leaf i of A each; a stride of 0 where i is none. */
static bool add_leaf(composite *c, lc_int n, size_t i, lc_int times)
{
    lit *r = c->r;
    if (r->n == c->room)
        return false;
    r->extent[r->n] = n;
    for (size_t j = 0; j < c->a->naxes; j++)
        r->step[j * c->room + r->n] = i < c->a->n
                                          ? lc_int_mul(c->lc, times, c->a->step[j * c->a->n + i])
                                          : lc_int_const(0);
    r->n++;
    return true;
}

/* The leaf of A whose coordinates are `times` as far apart as those of a leaf of B. */
static size_t leaf_along(const composite *c, lc_int step, lc_int *times)
{
    for (size_t i = c->a->n; i-- > 0;) {
        lc_int rest;
        lcr_int_split(c->lc, step, c->place[i], times, &rest);
        if (lc_int_is_plain_zero(rest) && !lc_int_is_plain_zero(*times))
            return i;
    }
    return SIZE_MAX;
}

/* A leaf of B: what it has of each leaf of A, all of the last one that it comes to. */
static bool add_leaves(composite *c, lc_int n, lc_int step)
{
    const lit *a = c->a;
    const lc_int one = lc_int_const(1);
    lc_int times, q, rest;
    if (lc_int_is_plain_zero(step) || lc_int_known_equal(n, one))
        return add_leaf(c, n, SIZE_MAX, one);
    size_t i = leaf_along(c, step, &times);
    for (; i < a->n; i++, times = one) {
        lc_int last = lc_int_mul(c->lc, times, lc_int_sub(c->lc, n, one));
        bool to_the_end;
        lc_int extent = extent_from(c->lc, a, i, &to_the_end);
        if (to_the_end || lc_int_known_less(last, extent))
            return add_leaf(c, n, i, times);
        lcr_int_split(c->lc, a->extent[i], times, &q, &rest);
        if (!lc_int_is_plain_zero(rest) || lc_int_is_plain_zero(q) || !add_leaf(c, q, i, times))
            return false;
        lcr_int_split(c->lc, n, q, &n, &rest);
        if (!lc_int_is_plain_zero(rest) || lc_int_is_plain_zero(n))
            return false;
    }
    return false;
}

/* The strides of the axes one after another, for as many leaves as there are. */
static void pack(composite *c)
{
    for (size_t j = 0; j < c->a->naxes; j++)
        memmove(c->r->step + j * c->r->n, c->r->step + j * c->room, c->r->n * sizeof *c->r->step);
}

/* A layout of coordinates of A as one of its integral coordinates; NULL: it has a leaf that moves
 * on several axes, or another one than a mode of A. */
static const lit *as_integers(ev *e, const lit *a, const lit *b)
{
    const lc_int *place = lcr_lit_places(e->pool, a);
    lc_int *step = lcr_lit_alloc(e->pool, b->n, sizeof *step);
    for (size_t j = 0; place && step && j < b->naxes; j++)
        for (size_t k = 0; k < b->n; k++) {
            lc_int of = b->step[j * b->n + k];
            size_t first, last;
            if (lc_int_is_plain_zero(of))
                continue;
            if (!lc_int_is_plain_zero(step[k]) ||
                !lcr_lit_leaves_at(a, &b->path[j], &first, &last))
                return NULL;
            step[k] = lc_int_mul(e->pool->lc, of, place[first]);
        }
    return place ? lcr_parts_integers(e->pool, b, step) : NULL;
}

const lit *lcr_hint_composite(ev *e, const lit *a, const lit *of)
{
    const lit *b = lcr_ev_inner(e, a, of);
    b = b && b->basis && lcr_lit_is_affine(b) && !b->offset ? as_integers(e, a, b) : b;
    if (!b)
        return NULL;
    composite c = {e->pool->lc, a, lcr_lit_places(e->pool, a), NULL, (a->n + 1) * b->n};
    lit *r = c.r = lcr_lit_flat(e->pool, c.room);
    uint32_t *node = lcr_lit_alloc(e->pool, b->nnodes + c.room, sizeof *node);
    if (!c.place || !r || !node || !lcr_lit_is_affine(a) || !lcr_lit_is_integers(b) ||
        !starts_at_0(b) ||
        !(r->step = lcr_lit_alloc(e->pool, a->naxes * c.room, sizeof *r->step)))
        return NULL;
    r->n = r->nnodes = 0;
    r->node = node;
    for (size_t i = 0, k = 0; i < b->nnodes; i++) {
        size_t before = r->n;
        node[r->nnodes++] = b->node[i];
        if (b->node[i] > 0)
            continue;
        if (!add_leaves(&c, b->extent[k], b->step[k]))
            return NULL;
        k++;
        if (r->n == before + 1)
            continue;
        node[r->nnodes - 1] = (uint32_t)(r->n - before);
        for (; before < r->n; before++)
            node[r->nnodes++] = 0;
    }
    pack(&c);
    r->basis = a->basis;
    r->naxes = a->naxes;
    r->path = a->path;
    r->offset = a->offset;
    r->offset_nesting = a->offset_nesting;
    return r;
}
