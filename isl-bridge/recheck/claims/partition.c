/* partition.c - every coordinate of a shape once: partitions, with and without a guard.
 *
 *   partitions(X, S)         as many coordinates as places, all inside and different
 *   partitions(X, S, under)  the same of those that take part, whose value is below the guard:
 *                            none of them is outside of S, no two are one place, and each place
 *                            of S has one
 *
 * Each place: where a leaf of X moves on one axis only, what is reached on the axes goes
 * together as it likes. On an axis, leaves by stride reach all numbers from the least value on
 * when no stride is larger than what the leaves before it reach, and 1: the rest after steps of
 * a leaf is below its stride, and so reached. That is a set a leaf, a rest beyond these. Where a
 * stride is larger, X never has the number before it as a value on the axis. Coordinates of any
 * other X are counted one by one.
 *
 * partitions(X, S, _, k): the leaves of stride 0 have k coordinates together, as often as the
 * least value is reached, and X without them is partitions(X, S).
 */
#include "config.h"

#include "../../../lib/size.h"

#include "claims.h"

#include <stdlib.h>

typedef struct {
    ev *e;
    const lit *a; /* affine */
    size_t naxes; /* 0: all values are 0 */
    lc_int places[LIT_MAX_AXES], guard[LIT_MAX_AXES], least[LIT_MAX_AXES];
    bool guarded[LIT_MAX_AXES];
    bool independent; /* every leaf moves on one axis at most */
} partition;

static const lc_int *steps_on(const partition *p, size_t axis)
{
    return &p->a->step[axis * p->a->n];
}

/* ---- the shape and the guard by axis ---- */

/* Integers count the places of S, under one bound. A literal does not say of values that are all
 * 0 whether they are coordinates. */
static bool read_path(const partition *p, const lit *under, size_t axis, lit_path *path)
{
    *path = (lit_path){.depth = 0};
    if (p->a->basis)
        *path = p->a->path[axis];
    return p->a->basis || under->nnodes == 1;
}

/* False: they are not nested like the values. */
static bool read_axes(partition *p, const lit *shape, const lit *under)
{
    lc_ctx *lc = p->e->pool->lc;
    for (size_t j = 0; j < p->naxes; j++) {
        lit_path path;
        size_t first, last, at, end;
        if (!read_path(p, under, j, &path) || !lcr_lit_leaves_at(shape, &path, &first, &last) ||
            !lcr_lit_leaves_at(under, &path, &at, &end) || end != at + 1)
            return false;
        p->places[j] = lcr_lit_span(lc, shape, first, last);
        p->guarded[j] = !under->any || !under->any[at];
        p->guard[j] = p->guarded[j] ? under->extent[at] : p->places[j];
        p->least[j] = p->a->offset ? p->a->offset[j] : lc_int_const(0);
        for (size_t k = 0; k < p->a->n; k++) {
            lc_int last_of = lc_int_sub(lc, p->a->extent[k], lc_int_const(1));
            if (lc_int_lt(steps_on(p, j)[k], lc_int_const(0)))
                p->least[j] = lc_int_add(lc, p->least[j],
                                         lc_int_mul(lc, last_of, steps_on(p, j)[k]));
        }
    }
    return true;
}

/* Nothing moves on the other axes of S, which are one place. */
static bool has_all_axes(const partition *p, const lit *shape)
{
    lc_ctx *lc = p->e->pool->lc;
    lc_int places = lc_int_const(1);
    for (size_t j = 0; j < p->naxes; j++)
        places = lc_int_mul(lc, places, p->places[j]);
    return lcr_ev_condition(p->e, lc_int_eq(places, lcr_lit_size(lc, shape)),
                            "nothing moves on an axis of the shape");
}

/* Every place of S takes part, where nothing moves, too. */
static bool all_take_part(const partition *p, const lit *under)
{
    bool above = true;
    for (size_t j = 0; j < p->naxes; j++)
        above = above && !lc_int_lt(p->guard[j], p->places[j]);
    for (size_t k = 0; k < under->n; k++)
        above = above &&
                ((under->any && under->any[k]) || lc_int_lt(lc_int_const(0), under->extent[k]));
    return lcr_ev_condition(p->e, above, "the guard leaves places out");
}

static bool is_independent(const partition *p)
{
    for (size_t k = 0; k < p->a->n; k++)
        if (lcr_lit_moves(p->a, k) > 1 && !lc_int_known_equal(p->a->extent[k], lc_int_const(1)))
            return false;
    return true;
}

/* ---- sets ---- */

/* A coordinate; `guarded`: one that takes part. False with an error. */
static bool coordinate(const partition *p, bool guarded, fn_values *at)
{
    if (!lcr_fn_values(p->e->pool, p->a, at))
        return false;
    for (size_t j = 0; guarded && j < p->naxes; j++)
        if (p->guarded[j])
            lcr_sys_compare(&at->s, &at->value[j], SYS_LT, p->guard[j]);
    return true;
}

/* One that takes part is outside. */
static bool inside(const partition *p)
{
    fn_values at;
    bool ok = coordinate(p, true, &at);
    for (size_t j = 0; ok && j < p->naxes; j++)
        ok = lcr_ev_relate(p->e, &at.s, &at.value[j], SYS_LT) &&
             lcr_ev_compare(p->e, &at.s, &at.value[j], SYS_GE, p->places[j]);
    return ok;
}

/* ---- no two ---- */

/* Coordinates c that takes part and c + d, of one value: then the other takes part, too. */
static bool collisions_of_pairs(const partition *p, const size_t *leaf, size_t first)
{
    fn_values at;
    size_t d[SYS_VARS];
    sys *s = &at.s;
    if (!coordinate(p, true, &at))
        return false;
    lcr_fn_differences(s, p->a, leaf, first, d);
    for (size_t k = 0; k < p->a->n; k++) {
        sys_sum other = lcr_sys_variable(at.var[k]);
        lcr_sys_add_var(s, &other, lc_int_const(1), d[k]);
        lcr_sys_relate(s, &other, SYS_GE);
        lcr_sys_compare(s, &other, SYS_LT, p->a->extent[k]);
    }
    for (size_t j = 0; j < p->naxes; j++) {
        sys_sum moved = lcr_fn_moved(s, p->a, j, d);
        lcr_sys_relate(s, &moved, SYS_EQ);
    }
    return lcr_ev_add(p->e, s);
}

static bool different(const partition *p)
{
    size_t leaf[SYS_VARS];
    lcr_fn_order(p->e->pool, p->a, leaf);
    for (size_t k = 0; k < p->a->n; k++)
        if (!lc_int_known_equal(p->a->extent[leaf[k]], lc_int_const(1)) &&
            !collisions_of_pairs(p, leaf, k))
            return false;
    return true;
}

/* ---- each place ---- */

/* Unless a condition fails already, this alone is the evidence: X never has this value. */
static bool never(const partition *p, size_t axis, lc_int value)
{
    fn_values at;
    p->e->out->nsets = 0;
    return coordinate(p, false, &at) &&
           lcr_ev_compare(p->e, &at.s, &at.value[axis], SYS_EQ, value) &&
           lcr_ev_contrary(p->e, "a place is not reached");
}

/* A number from `first` to `last`, and to `most`: there is none. */
static bool none_between(const partition *p, lc_int first, lc_int last, lc_int most)
{
    sys s = lcr_sys_new(p->e->pool);
    sys_sum sum = lcr_sys_variable(lcr_sys_var(&s, 'r', &first, NULL));
    if (p->e->pool->sizes) /* else one of the two is known to be the less */
        lcr_sys_compare(&s, &sum, SYS_LE, most);
    return lcr_ev_compare(p->e, &s, &sum, SYS_LE, last);
}

/* The places of an axis; *gap: one that X never has, unless there is a condition. */
static bool reached_on(const partition *p, size_t axis, bool *gap)
{
    lc_ctx *lc = p->e->pool->lc;
    size_t n;
    lc_int one = lc_int_const(1), reach = lc_int_const(0), least = p->least[axis];
    lc_int most = lc_int_sub(lc, p->places[axis], one);
    const fn_mode *leaf = lcr_fn_modes(p->e->pool, p->a, axis, &n);
    *gap = false;
    if (!leaf)
        return false;
    if (lc_int_lt(lc_int_const(0), least)) {
        *gap = true;
        return never(p, axis, lc_int_const(0));
    }
    for (size_t i = 0; i <= n && !lc_int_known_le(most, lc_int_add(lc, least, reach)); i++) {
        lc_int next = lc_int_add(lc, reach, one), value = lc_int_add(lc, least, next);
        lc_int last = i < n ? lc_int_sub(lc, leaf[i].size, one) : lc_int_sub(lc, most, least);
        if (lc_int_known_le(next, last) && lc_int_known_le(lc_int_const(0), value)) {
            *gap = true;
            return never(p, axis, value);
        }
        if (!none_between(p, next, last, lc_int_sub(lc, most, least)))
            return false;
        if (i < n)
            reach = lc_int_add(lc, reach,
                               lc_int_mul(lc, lc_int_sub(lc, leaf[i].extent, one), leaf[i].size));
    }
    return true;
}

/* As many take part as there are places, by looking at each. */
static bool counted(const partition *p)
{
    lc_ctx *lc = p->e->pool->lc;
    lc_int size = lcr_lit_size(lc, p->a), places = lc_int_const(1), value[LIT_MAX_AXES];
    if (!lcr_lit_is_few(size))
        return lcr_ev_not(p->e);
    int64_t end = lc_int_get_si(size), count = 0;
    for (int64_t c = 0; c < end; c++) {
        lc_frame frame = lc_frame_open(lc);
        bool part = lcr_lit_at(lc, p->a, lc_int_si(lc, c), value);
        for (size_t j = 0; part && j < p->naxes; j++)
            part = !p->guarded[j] || lc_int_lt(value[j], p->guard[j]);
        count += part;
        lc_frame_close(lc, frame);
    }
    for (size_t j = 0; j < p->naxes; j++)
        places = lc_int_mul(lc, places, p->places[j]);
    p->e->out->looked = true;
    return lcr_ev_condition(p->e, lc_int_eq(lc_int_si(lc, count), places),
                            "not as many coordinates take part as there are places");
}

/* ---- the claim ---- */

/* A partition, of a layout, its places and axes. False: there is no evidence of this kind. */
static bool open_partition(partition *p, ev *e, const lit *x, const lit *shape, const lit *under)
{
    bool still = lcr_all_zero(x->n * x->naxes, x->step) && !x->basis && !x->offset;
    *p = (partition){.e = e, .a = x, .naxes = still ? 0 : x->naxes};
    return lcr_lit_is_affine(x) && !x->by_xor && 2 * x->n <= SYS_VARS &&
           read_axes(p, shape, under);
}

static bool under_a_guard(ev *e, const lit *x, const lit *shape, const lit *under)
{
    partition *p = lcr_lit_alloc(e->pool, 1, sizeof *p);
    bool gap = false;
    if (!p)
        return false;
    if (!open_partition(p, e, x, shape, under))
        return lcr_ev_not(e);
    e->out->by = "counting";
    if (!has_all_axes(p, shape) || !all_take_part(p, under))
        return false;
    p->independent = is_independent(p);
    for (size_t j = 0; j < p->naxes && p->independent && e->out->holds && !gap; j++)
        if (!reached_on(p, j, &gap))
            return false;
    if (gap || !e->out->holds)
        return true;
    return (p->independent || counted(p)) && inside(p) && different(p);
}

bool lcr_ev_covers_in_order(ev *e, const lit *x, const lit *shape)
{
    partition *p = lcr_lit_alloc(e->pool, 1, sizeof *p);
    bool gap = false,
         bound = !x->basis && shape->nnodes == 1; /* of 0 or more; extents are not 0 */
    if (!p)
        return false;
    if (!open_partition(p, e, x, shape, shape) || !is_independent(p))
        return lcr_ev_not(e);
    e->out->by = "counting";
    if (bound && lc_int_known_equal(shape->extent[0], lc_int_const(0)))
        return lcr_ev_arithmetic(e, true, "");
    if (!has_all_axes(p, shape) || (!bound && !all_take_part(p, shape)))
        return false;
    for (size_t j = 0; j < p->naxes && e->out->holds && !gap; j++)
        if (!reached_on(p, j, &gap))
            return false;
    return true;
}

static bool by_axis(ev *e, const lit *x, const lit *shape)
{
    lc_ctx *lc = e->pool->lc;
    e->out->by = "counting";
    bool ok = lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, x), lcr_lit_size(lc, shape)),
                               "there are not as many coordinates");
    for (size_t j = 0; ok && j < x->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(shape, &x->path[j], &first, &last))
            return lcr_ev_not(e);
        lc_int size = lcr_lit_span(lc, shape, first, last);
        ok = lcr_ev_bounds(e, x, j, lc_int_const(0), lc_int_sub(lc, size, lc_int_const(1)));
    }
    return ok && lcr_ev_injective(e, x);
}

static bool once_each(ev *e, const lit *x, const lit *shape)
{
    return x->basis ? by_axis(e, x, shape)
                    : lcr_ev_once_each(e, x, lcr_lit_size(e->pool->lc, shape));
}

/* Each place is a value so often, counted at all coordinates. */
static bool times_by_points(ev *e, const lit *x, const lit *shape, lc_int times)
{
    lc_ctx *lc = e->pool->lc;
    int64_t *value;
    size_t n;
    lc_int places = lcr_lit_size(lc, shape);
    if (!lcr_ev_values(e, x, &value, &n))
        return false;
    if (!value)
        return true;
    e->out->by = "points";
    bool all = lc_int_eq(lc_int_mul(lc, places, times), lc_int_si(lc, (int64_t)n));
    int64_t *count = all ? lcr_lit_alloc(e->pool, n, sizeof *count) : NULL;
    for (size_t c = 0; count && all && c < n; c++) {
        all = value[c] >= 0 && lc_int_lt(lc_int_si(lc, value[c]), places);
        all = all && lc_int_le(lc_int_si(lc, ++count[value[c]]), times);
    }
    return lcr_ev_ok(e) && lcr_ev_condition(e, all, "a place is reached another number of times");
}

/* The least value is reached as often as the leaves of stride 0 have coordinates, so that this
 * is `times`; and the rest of X reaches each place once. */
static bool each_times(ev *e, const lit *x, const lit *shape, const lit *times)
{
    lc_ctx *lc = e->pool->lc;
    if (times->kind != LIT_TUPLE || times->nnodes != 1)
        return lcr_ev_not(e);
    if (x->kind == LIT_LISTED)
        return times_by_points(e, x, shape, times->extent[0]);
    if (!lcr_lit_is_affine(x) || x->by_xor)
        return lcr_ev_not(e);
    const lit *rest = lcr_lit_moving(e->pool, x);
    if (!rest)
        return false;
    lc_int all = lc_int_mul(lc, times->extent[0], lcr_lit_size(lc, rest));
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, x), all),
                            "the strides of 0 reach the least value another number of times") &&
           once_each(e, rest, shape);
}

bool lcr_ev_partitions(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0], *shape = c->arg[1], *under = c->n > 2 ? c->arg[2] : NULL;
    if (!lcr_lit_is_function(x) || x->kind == LIT_LINEAR || shape->kind != LIT_TUPLE ||
        (under && under->kind != LIT_TUPLE))
        return lcr_ev_not(e);
    bool all = !under || (under->nnodes == 1 && under->any && under->any[0]);
    if (c->n > 3)
        return all ? each_times(e, x, shape, c->arg[3]) : lcr_ev_not(e);
    return all ? once_each(e, x, shape) : under_a_guard(e, x, shape, under);
}
