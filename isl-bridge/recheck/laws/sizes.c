/* sizes.c - what is read of a shape, its size, and functions of integers. */
#include "config.h"

#include "layout.h"

#include <string.h>

bool lcr_law_reading(ev *e, bool holds, const char *condition)
{
    e->out->by = "reading";
    return lcr_ev_condition(e, holds, condition);
}

static bool no_integer(ev *e)
{
    return lcr_law_reading(e, false, "the value is no integer");
}

/* ---- shapes ---- */

/* Has it a nesting of extents? */
static bool has_shape(const lit *a)
{
    return a->kind == LIT_TUPLE || lcr_lit_is_function(a);
}

static bool is_number(const lit *value, size_t number)
{
    lc_int n;
    return lcr_ev_integer(value, &n) && value->any == NULL && lc_int_fits_si(n) &&
           lc_int_get_si(n) == (int64_t)number;
}

bool lcr_law_rank(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    if (a->kind == LIT_TILER)
        return lcr_law_reading(e, is_number(c->value, a->nmodes), "the rank is another one");
    if (!has_shape(a))
        return lcr_ev_not(e);
    lit_part whole = lcr_part_whole(a);
    return lcr_law_reading(e, is_number(c->value, lcr_part_rank(a, &whole)),
                           "the rank is another one");
}

static size_t depth_of(const lit *a, const lit_part *p)
{
    size_t most = 0;
    lit_part mode;
    if (lcr_part_is_leaf(a, p))
        return 0;
    for (size_t i = 0; lcr_part_mode(a, p, i, &mode); i++) {
        size_t depth = depth_of(a, &mode);
        most = depth > most ? depth : most;
    }
    return 1 + most;
}

bool lcr_law_depth(ev *e, const lcr_statement *c)
{
    if (!has_shape(c->arg[0]))
        return lcr_ev_not(e);
    lit_part whole = lcr_part_whole(c->arg[0]);
    return lcr_law_reading(e, is_number(c->value, depth_of(c->arg[0], &whole)),
                           "the depth is another one");
}

bool lcr_law_shape(ev *e, const lcr_statement *c)
{
    if (!has_shape(c->arg[0]))
        return lcr_ev_not(e);
    bool same = c->value->kind == LIT_TUPLE && lcr_lit_same_shape(c->arg[0], c->value);
    return lcr_law_reading(e, same, "the shape is another one");
}

/* The axes that some stride moves along; an offset may have others. False: no memory. */
static bool keep_moving_axes(lit_pool *pool, const lit *a, lit *to)
{
    to->path = lcr_lit_alloc(pool, a->naxes, sizeof *to->path);
    to->step = lcr_lit_alloc(pool, a->naxes * a->n, sizeof *to->step);
    to->naxes = 0;
    for (size_t j = 0; to->path != NULL && to->step != NULL && j < a->naxes; j++) {
        const lc_int *step = &a->step[j * a->n];
        bool moves = false;
        for (size_t k = 0; k < a->n; k++)
            moves = moves || !lc_int_is_zero(step[k]);
        if (!moves)
            continue;
        to->path[to->naxes] = a->path[j];
        memcpy(&to->step[to->naxes++ * a->n], step, a->n * sizeof *step);
    }
    return to->path != NULL && to->step != NULL;
}

/* The strides of a layout as a tuple, or on their own. */
bool lcr_law_stride(ev *e, const lcr_statement *c)
{
    const lit *a = lcr_ev_layout(e, c->arg[0]);
    if (a == NULL)
        return false;
    if (a->kind != LIT_LAYOUT || a->b > 0)
        return lcr_ev_not(e);
    lit strides = *a;
    strides.offset = NULL;
    if (a->basis && a->offset != NULL && !keep_moving_axes(e->pool, a, &strides))
        return false;
    bool still = strides.naxes == 0; /* then they are 0, as of integers */
    strides.naxes = still ? 1 : strides.naxes;
    strides.kind = !still && (a->basis || a->xor) ? LIT_STRIDES : LIT_TUPLE;
    if (strides.kind == LIT_TUPLE)
        strides.extent = still ? strides.step : a->step;
    return lcr_law_reading(e, lcr_lit_same(&strides, c->value), "the strides are others");
}

/* ---- the size ---- */

/* The integral coordinate is below N everywhere, and N - 1 at the last coordinate. */
static bool size_of_coordinates(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    lc_int one = lc_int_const(1);
    sys *all = lcr_lit_alloc(e->pool, 1, sizeof *all), *last = NULL;
    sys_sum x;
    size_t var[SYS_VARS];
    if (all == NULL || (last = lcr_lit_alloc(e->pool, 1, sizeof *last)) == NULL)
        return false;
    e->out->by = "bounds";
    lcr_sys_begin(all, e->pool);
    lcr_fn_coordinates(all, a, 'c', false, var);
    lcr_fn_integral(all, a, 0, a->n, var, &x);
    x.constant = lc_int_neg(lc, n);
    if (all->failed || !lcr_ev_relate(e, all, &x, SYS_GE))
        return false;
    lcr_sys_begin(last, e->pool);
    for (size_t k = 0; k < a->n; k++) {
        lc_int end = lc_int_sub(lc, a->extent[k], one);
        var[k] = lcr_sys_var(last, 'c', &end, &end);
    }
    x.constant = lc_int_sub(lc, one, n);
    return lcr_ev_relate(e, last, &x, SYS_LT);
}

bool lcr_law_size(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    lc_int n;
    if (!has_shape(a) || a->any != NULL || a->n > SYS_VARS)
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &n))
        return no_integer(e);
    bool empty = false;
    for (size_t k = 0; k < a->n; k++)
        empty = empty || lc_int_sign(a->extent[k]) <= 0;
    if (empty)
        return lcr_law_reading(e, lc_int_eq(lcr_lit_size(e->pool->lc, a), n),
                               "the size is another one");
    return size_of_coordinates(e, a, n);
}

/* ---- integers ---- */

/* An integer as a variable, of which more is said. */
static sys *number_in_set(ev *e, lc_int n, sys_sum *sum)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    lcr_sys_begin(s, e->pool);
    lcr_sys_zero(sum);
    lcr_sys_add_var(s, sum, lc_int_const(1), lcr_sys_var(s, 'n', &n, &n));
    return s;
}

/* The least integer q with q b >= a, for b > 0; else with q b <= a: q b does, (q - 1) b does
 * not. */
bool lcr_law_ceil_div(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    lc_int a, b, q;
    sys_sum sum;
    if (!lcr_ev_integer(c->arg[0], &a) || !lcr_ev_integer(c->arg[1], &b) || lc_int_is_zero(b))
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &q))
        return no_integer(e);
    sys *s = number_in_set(e, q, &sum);
    if (s == NULL)
        return false;
    bool up = lc_int_sign(b) > 0;
    e->out->by = "bounds";
    sys_sum over = {.constant = lc_int_neg(lc, a)};
    lcr_sys_add(s, &over, b, &sum);
    sys_sum before = over;
    before.constant = lc_int_sub(lc, over.constant, b);
    return lcr_ev_relate(e, s, &over, up ? SYS_LT : SYS_GT) &&
           lcr_ev_relate(e, s, &before, up ? SYS_GE : SYS_LE);
}

/* One of the arguments, and none is less (`least`), or more. */
static bool extreme(ev *e, const lcr_statement *c, bool least)
{
    lc_ctx *lc = e->pool->lc;
    lc_int n, a;
    sys_sum sum;
    bool one = false;
    if (!lcr_ev_integer(c->value, &n))
        return no_integer(e);
    sys *s = number_in_set(e, n, &sum);
    if (s == NULL)
        return false;
    e->out->by = "bounds";
    for (size_t i = 0; i < c->n; i++) {
        if (!lcr_ev_integer(c->arg[i], &a))
            return lcr_ev_not(e);
        one = one || lc_int_eq(a, n);
        sys_sum more = sum;
        more.constant = lc_int_neg(lc, a);
        if (!lcr_ev_relate(e, s, &more, least ? SYS_GT : SYS_LT))
            return false;
    }
    return lcr_ev_condition(e, one, "it is none of the arguments");
}

bool lcr_law_min(ev *e, const lcr_statement *c) { return extreme(e, c, true); }

bool lcr_law_max(ev *e, const lcr_statement *c) { return extreme(e, c, false); }
