/* count.c - how many trips a loop makes.
 *
 * The header runs once more for each trip after which every exit is passed by. An exit that each
 * trip meets, and whose condition to stay is a comparison of what grows by a step, says how many:
 * from 0 on it holds N times, so that there are N + 1 trips. Other exits may only end it earlier.
 * N is one number for the loop: one that may be another in each trip says at most how many.
 */
#include "config.h"

#include "internal.h"

#define FOLLOWED 80 /* trips whose conditions are looked at one by one */

typedef struct {
    const lc_expr *n; /* trips after which it stays; NULL: not known */
    int64_t most;
} stays;

static const stays no_count = {NULL, INT64_MAX};

/* d = first - step * trip, where neither changes with the trip. */
static bool is_linear(lck_formulas *f, const lc_expr *d, const lc_expr *trip,
                      const lc_expr **first, const lc_expr **step)
{
    const lc_expr *zero = lck_int(f, 0), *one = lck_int(f, 1);
    *first = lc_expr_substitute(f->x, d, trip, zero);
    const lc_expr *second = lc_expr_substitute(f->x, d, trip, one);
    lc_ctx_reset(f->ctx);
    *step = lck_plus(f, *first, -1, second);
    if (!*step || lc_expr_has(*step, trip) || lc_expr_has(*first, trip))
        return false;
    const lc_expr *again = lck_plus(f, *first, -1, lck_make(f, LC_EXPR_MUL, trip, *step));
    const lc_expr *rest = lck_plus(f, d, -1, again);
    int64_t value;
    return lc_expr_is_int(rest, &value) && value == 0;
}

static const lc_expr *ceiling(lck_formulas *f, const lc_expr *d, const lc_expr *step)
{
    if (d && d->low < 0)
        d = lck_make(f, LC_EXPR_MAX, d, lck_int(f, 0));
    if (step && step->low < 1)
        step = lck_assume(f, step, 1, INT64_MAX);
    const lc_expr *e = d && step ? lc_expr_ceil_div(f->x, d, step) : NULL;
    lc_ctx_reset(f->ctx);
    return e;
}

/* It stays while d != 0: as if the step met 0. */
static const lc_expr *until_zero(lck_formulas *f, const lc_expr *d, const lc_expr *step)
{
    if (step->high < 0) {
        d = lck_plus(f, lck_int(f, 0), -1, d);
        step = lck_plus(f, lck_int(f, 0), -1, step);
    }
    d = lck_assume(f, d, 0, INT64_MAX);
    if (step && step->low < 1)
        step = lck_assume(f, step, 1, INT64_MAX);
    const lc_expr *rest = lck_make(f, LC_EXPR_MOD, d, step);
    if (!rest || (rest->high > 0 && !lck_assume(f, rest, 0, 0)))
        return NULL;
    return lck_make(f, LC_EXPR_DIV, d, step);
}

/* Conditions trip by trip, as long as they come out. */
static stays followed(lck_formulas *f, const lc_expr *c, const lc_expr *trip)
{
    bool always = true;
    for (int64_t t = 0; t < FOLLOWED; t++) {
        int64_t value;
        const lc_expr *at = lc_expr_substitute(f->x, c, trip, lck_int(f, t));
        lc_ctx_reset(f->ctx);
        if (lc_expr_is_int(at, &value) && value == 0)
            return (stays){always ? lck_int(f, t) : NULL, t};
        always = always && lc_expr_is_int(at, &value);
        if (!at)
            break;
    }
    return no_count;
}

static stays stays_while(lck_formulas *f, const lc_expr *c, const lc_expr *trip)
{
    const lc_expr *first, *step, *n = NULL;
    int64_t never;
    if (lc_expr_is_int(c, &never) && never == 0)
        return (stays){c, 0};
    if (!c || !lc_expr_has(c, trip))
        return no_count;
    bool compares = c->op == LC_EXPR_LT || c->op == LC_EXPR_LE || c->op == LC_EXPR_NE;
    const lc_expr *d = compares ? lck_plus(f, c->arg[1], -1, c->arg[0]) : NULL;
    if (!d || !is_linear(f, d, trip, &first, &step))
        return followed(f, c, trip);
    if (c->op == LC_EXPR_NE)
        n = until_zero(f, first, step);
    else if (step->high >= 1)
        n = ceiling(f, c->op == LC_EXPR_LE ? lck_plus(f, first, 1, lck_int(f, 1)) : first, step);
    return n ? (stays){n, n->high} : no_count;
}

/* What all of these conditions say: each may end it. */
static stays stays_while_all(lck_formulas *f, const lc_expr *c, const lc_expr *trip, bool *exact)
{
    if (!c || c->op != LC_EXPR_ALL)
        return stays_while(f, c, trip);
    stays a = stays_while_all(f, c->arg[0], trip, exact);
    stays b = stays_while_all(f, c->arg[1], trip, exact);
    if (!a.n || !b.n) {
        *exact = false;
        a.n = a.n ? a.n : b.n;
    } else
        a.n = lck_make(f, LC_EXPR_MIN, a.n, b.n);
    a.most = a.most < b.most ? a.most : b.most;
    return a;
}

static bool is_on_every_trip(const lck_flow *flow, const lck_flow_loop *l, uint32_t block)
{
    for (uint32_t i = 0; i < l->nlatches; i++)
        if (!lck_flow_dominates(flow, block, flow->member[l->latch + i]))
            return false;
    return true;
}

/* The condition under which the block does not leave the loop. */
static const lc_expr *condition_to_stay(lck_formulas *f, uint32_t block, uint32_t loop)
{
    const lck_flow_block *b = &f->flow->block[block];
    const lc_expr *any = lck_int(f, 0);
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (lck_flow_in_loop(f->flow, f->flow->edge[b->succ + k], loop))
            any = lck_make(f, LC_EXPR_ANY, any, lck_formula_way(f, block, k));
    return any;
}

static bool is_exit(const lck_flow *flow, uint32_t block, uint32_t loop)
{
    const lck_flow_block *b = &flow->block[block];
    bool exits = b->leaves && !b->traps;
    for (uint32_t k = 0; k < b->nsuccs; k++)
        exits = exits || !lck_flow_in_loop(flow, flow->edge[b->succ + k], loop);
    return exits;
}

static stays look_at_exits(lck_formulas *f, uint32_t loop, bool *exact)
{
    const lck_flow *flow = f->flow;
    const lck_flow_loop *l = &flow->loop[loop];
    stays all = no_count;
    *exact = true;
    for (uint32_t i = 0; i < l->nmembers; i++) {
        uint32_t block = flow->member[l->member + i];
        if (!is_exit(flow, block, loop))
            continue;
        if (!is_on_every_trip(flow, l, block)) {
            *exact = false;
            continue;
        }
        stays one = stays_while_all(f, condition_to_stay(f, block, loop), f->loop[loop].trip,
                                    exact);
        if (!one.n)
            *exact = false;
        else
            all.n = all.n ? lck_make(f, LC_EXPR_MIN, all.n, one.n) : one.n;
        all.most = all.most < one.most ? all.most : one.most;
    }
    *exact = *exact && all.n != NULL;
    return all;
}

/* The trip's symbol once more, now that it is known how many there are at most. */
static void narrow(lck_formulas *f, uint32_t loop, int64_t most)
{
    lck_formula_loop *l = &f->loop[loop];
    if (most >= l->trip->high || most < 0 || f->carrying > 0)
        return;
    const lc_expr *old = l->trip;
    l->trip = NULL;
    if (lck_symbol_trip_to(f, loop, most))
        lck_formula_forget(f, loop);
    else
        l->trip = old;
}

void lck_formula_count(lck_formulas *f, uint32_t loop)
{
    lck_formula_loop *l = &f->loop[loop];
    if (l->counted || !lck_symbol_trip(f, loop))
        return;
    l->counted = true;
    l->last = NULL;
    l->exact = false;
    bool exact;
    stays all = look_at_exits(f, loop, &exact);
    const lc_expr *trips = lck_plus(f, all.n, 1, lck_int(f, 1));
    if (lck_formula_changes(f, trips, loop)) /* N is of one trip alone */
        trips = NULL;
    narrow(f, loop, all.most);
    l->counted = true;
    l->exact = exact && trips != NULL;
    f->symbol[l->trip->slot].trips = trips;
}
