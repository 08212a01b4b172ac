/* sides.c - two accesses made ready: what both addresses have alike is taken away, symbols get
 * their values, conditions that ask for others are left out. */
#include "config.h"

#include "pair.h"

#include <stdlib.h>
#include <string.h>

#define SOME 3 /* values of data that are tried */

/* The status of a loop at a side. */
static int8_t status(const lck_race_question *q, uint32_t loop, int side)
{
    const lck_race_side *s = &q->side[side];
    for (uint8_t i = 0; i < s->nloops; i++)
        if (s->loop[i] == loop)
            return s->item->trip[i];
    return LCK_TRIP_FREE;
}

/* What is added to the trip of the interval; false: the trip is not told by it. */
static bool delta_of(const lck_race_question *q, size_t slot, int side, int *delta)
{
    const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, slot);
    int8_t trip = status(q, s->of, side);
    *delta = trip;
    return trip < LCK_TRIP_FREE;
}

/* Are both sides in the same trips of all loops? */
static bool same_trips(const lck_race_question *q)
{
    const lck_race_item *a = q->side[0].item, *b = q->side[1].item;
    for (uint8_t i = 0; i < a->nloops; i++)
        if (a->trip[i] == LCK_TRIP_FREE)
            return false;
    return a->nloops == b->nloops && memcmp(a->trip, b->trip, sizeof a->trip) == 0;
}

int lck_race_holder(const lck_race_question *q, size_t slot, int side)
{
    const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, slot);
    int delta;
    if (s->kind == LCK_SYMBOL_TRIP)
        return delta_of(q, slot, side, &delta) ? 2 : side;
    if (s->kind != LCK_SYMBOL_DATA)
        return 2;
    if (s->varies & LCK_BY_THREAD)
        return side;
    return !(s->varies & LCK_BY_TRIP) || same_trips(q) ? 2 : side;
}

bool lck_race_set(lck_race_question *q, size_t slot, int of, int64_t value)
{
    bool trip = lck_formulas_symbol(q->r->f, slot)->kind == LCK_SYMBOL_TRIP;
    for (int side = 0; side < 2; side++) {
        int delta = 0;
        if (of != 2 && of != side)
            continue;
        if (trip && of == 2 && !delta_of(q, slot, side, &delta))
            continue;
        q->env[side][slot] = value + delta;
        if (trip &&
            (value + delta < 0 || value + delta > lck_formulas_symbol(q->r->f, slot)->var->high))
            return false;
    }
    return true;
}

/* ---- what both have alike ---- */

/* Is a symbol of one side another one on the other? */
static bool differs(const void *question, size_t slot)
{
    const lck_race_question *q = question;
    const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, slot);
    int a = 0, b = 0;
    if (s->kind == LCK_SYMBOL_NTID)
        return false;
    if (s->kind == LCK_SYMBOL_TID || lck_race_holder(q, slot, 0) != 2 ||
        lck_race_holder(q, slot, 1) != 2)
        return true;
    return s->kind == LCK_SYMBOL_TRIP &&
           (!delta_of(q, slot, 0, &a) || !delta_of(q, slot, 1, &b) || a != b);
}

/* A sum as what is alike and the rest; either may be NULL, for 0. */
static void split(lck_race_question *q, const lc_expr *e, const lc_expr **alike,
                  const lc_expr **rest)
{
    lc_exprs *x = q->r->x;
    const lc_expr *a[2] = {NULL, NULL}, *b[2] = {NULL, NULL};
    int64_t k;
    *alike = *rest = NULL;
    if (e->op == LC_EXPR_INT || lc_expr_any(e, differs, q)) {
        *rest = e;
    } else {
        *alike = e;
        return;
    }
    bool sum = e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB;
    bool times = e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k);
    if (!sum && !times)
        return;
    split(q, e->arg[0], &a[0], &b[0]);
    if (times)
        a[1] = b[1] = e->arg[1];
    else
        split(q, e->arg[1], &a[1], &b[1]);
    const lc_expr *none = lc_expr_int(x, 0);
    bool some = a[0] || (sum && a[1]);
    if (!some)
        return;
    *alike = lc_expr_make(x, e->op, a[0] ? a[0] : none, a[1] ? a[1] : none);
    *rest = lc_expr_make(x, e->op, b[0] ? b[0] : none, b[1] ? b[1] : none);
    if (!*alike || !*rest) {
        *alike = NULL;
        *rest = e;
    }
}

static void take_alike_away(lck_race_question *q)
{
    const lc_expr *alike[2], *rest[2];
    for (int i = 0; i < 2; i++) {
        q->side[i].at = q->side[i].access->at;
        split(q, q->side[i].at, &alike[i], &rest[i]);
    }
    if (!alike[0] || !alike[1] || !lc_expr_equal(alike[0], alike[1]))
        return;
    for (int i = 0; i < 2; i++)
        q->side[i].at = rest[i] ? rest[i] : lc_expr_int(q->r->x, 0);
}

/* ---- symbols and their values ---- */

static lck_race_variable *find(lck_race_question *q, size_t slot, int of)
{
    for (size_t i = 0; i < q->nvariables; i++)
        if (q->variable[i].slot == slot && q->variable[i].of == of)
            return &q->variable[i];
    return NULL;
}

/* Values of a symbol that both addresses repeat with, by the same step. */
static bool repeat(lck_race_question *q, lck_race_variable *v)
{
    int64_t p = 1, s, period = 1, step[2] = {0, 0};
    int least = 0, delta;
    for (int i = 0; i < 2; i++) {
        if (v->of != 2 && v->of != i)
            continue;
        if (!lck_race_period(q->side[i].at, v->slot, &p, &s))
            return false;
        int64_t joint = period;
        while (joint % p)
            joint += period;
        step[0] *= joint / period;
        step[1] *= joint / period;
        step[i] = s * (joint / p);
        period = joint;
        if (delta_of(q, v->slot, i, &delta) && delta < least)
            least = delta;
    }
    if (period > LCK_RACE_VALUES || (v->of == 2 ? step[0] != step[1] : step[v->of] != 0))
        return false;
    v->values.n = 0;
    for (int64_t i = 0; i < period; i++)
        v->values.at[v->values.n++] = i - least;
    v->values.complete = true;
    v->repeats = true;
    return true;
}

/* The trips in which the address of a side may be inside of its variable: few, when each leads
 * further. That it is inside is asked elsewhere. */
static bool stay_inside(lck_race_question *q, lck_race_variable *v)
{
    const lck_ptx_access *a = v->of == 2 ? NULL : q->side[v->of].access;
    int64_t period, step;
    if (!a || a->base.size < 0 ||
        lck_formulas_symbol(q->r->f, v->slot)->kind != LCK_SYMBOL_TRIP ||
        !lck_race_period(a->at, v->slot, &period, &step) || step == 0)
        return false;
    int64_t n = period * (a->base.size / (step < 0 ? -step : step) + 2);
    if (n > LCK_RACE_VALUES)
        return false;
    v->values.n = 0;
    for (int64_t i = 0; i < n; i++)
        v->values.at[v->values.n++] = i;
    v->values.complete = true;
    return true;
}

/* Adds a symbol of a side's expression; false: no room. */
static bool add(lck_race_question *q, size_t slot, int side)
{
    const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, slot);
    int of = lck_race_holder(q, slot, side);
    const lc_expr *const both[] = {q->side[0].at, q->side[1].at, q->side[0].access->guard,
                                   q->side[1].access->guard};
    if (s->kind == LCK_SYMBOL_TID || s->kind == LCK_SYMBOL_NTID || find(q, slot, of))
        return true;
    if (s->kind == LCK_SYMBOL_TRIP && of != 2 && status(q, s->of, side) == LCK_TRIP_FIRST) {
        q->env[side][slot] = 0;
        return true;
    }
    if (q->nvariables == LCK_RACE_VARIABLES)
        return false;
    lck_race_variable *v = &q->variable[q->nvariables++];
    *v = (lck_race_variable){.slot = slot, .of = of};
    lck_race_values_of(q->r, slot, both, 4, &v->values);
    if (!v->values.complete && !repeat(q, v) && !stay_inside(q, v)) {
        q->complete = false;
        q->limited = true;
        if (s->kind == LCK_SYMBOL_DATA && v->values.n > SOME)
            v->values.n = SOME;
        lck_race_unknown(q->r, "%s takes too many values in the address in line %zu",
                         s->var->name, q->side[side].access->line);
    }
    return true;
}

static bool add_addresses(lck_race_question *q)
{
    for (int side = 0; side < 2; side++) {
        bool has[LC_MAX_EXPR_VARS] = {false};
        lck_race_slots(q->side[side].at, has);
        for (size_t i = 0; i < q->r->nvars; i++)
            if (has[i] && !add(q, i, side)) {
                lck_race_unknown(q->r, "too many symbols in the address in line %zu",
                                 q->side[side].access->line);
                return false;
            }
    }
    return true;
}

/* ---- guards ---- */

/* Adds a symbol that only conditions have; few values of it are tried. */
static bool add_condition(lck_race_question *q, size_t slot, int side)
{
    size_t product = 1;
    lck_race_values values;
    const lc_expr *const guard[] = {q->side[side].access->guard};
    for (size_t i = 0; i < q->nvariables; i++)
        product *= q->variable[i].values.n;
    lck_race_values_of(q->r, slot, guard, 1, &values);
    return values.complete && product * values.n <= 256 && add(q, slot, side);
}

static bool keeps(lck_race_question *q, const lc_expr *part, int side)
{
    bool has[LC_MAX_EXPR_VARS] = {false};
    lck_race_slots(part, has);
    for (size_t i = 0; i < q->r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, i);
        if (!has[i] || s->kind == LCK_SYMBOL_TID || s->kind == LCK_SYMBOL_NTID)
            continue;
        if (s->kind == LCK_SYMBOL_TRIP && status(q, s->of, side) == LCK_TRIP_FIRST)
            continue;
        const lck_race_variable *v = find(q, i, lck_race_holder(q, i, side));
        if (v ? v->repeats || !v->values.complete : !add_condition(q, i, side))
            return false;
    }
    return true;
}

static bool is_extent(const void *f, size_t slot)
{
    return lck_formulas_symbol(f, slot)->kind == LCK_SYMBOL_NTID;
}

static bool asks_for_extent(const lck_race *r, const lc_expr *e)
{
    return lc_expr_any(e, is_extent, r->f);
}

static void add_parts(lck_race_question *q, const lc_expr *guard, int side)
{
    lck_race_side *s = &q->side[side];
    if (guard->op == LC_EXPR_ALL) {
        add_parts(q, guard->arg[0], side);
        add_parts(q, guard->arg[1], side);
    } else if (s->nparts < LCK_RACE_PARTS && keeps(q, guard, side)) {
        s->asks[s->nparts] = asks_for_extent(q->r, guard);
        s->part[s->nparts++] = guard;
    }
}

/* Trips are those that their loops have. */
static void add_trips(lck_race_question *q, int side)
{
    for (size_t i = 0; i < q->nvariables; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, q->variable[i].slot);
        bool of = q->variable[i].of == 2 || q->variable[i].of == side;
        if (!of || s->kind != LCK_SYMBOL_TRIP || !s->trips || q->variable[i].repeats)
            continue;
        const lc_expr *less = lc_expr_make(q->r->x, LC_EXPR_LT, s->var, s->trips);
        if (less)
            add_parts(q, less, side);
    }
}

/* Trips that neither address depends on are the first ones that there can be. */
static bool settle_trips(lck_race_question *q)
{
    for (size_t i = 0; i < q->r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, i);
        int delta, least = 0;
        bool told = false;
        if (s->kind != LCK_SYMBOL_TRIP || find(q, i, 2))
            continue;
        for (int side = 0; side < 2; side++) {
            if (!delta_of(q, i, side, &delta))
                continue;
            told = true;
            least = delta < least ? delta : least;
        }
        if (told && !lck_race_set(q, i, 2, -least))
            return false;
    }
    return true;
}

bool lck_race_prepare(lck_race_question *q)
{
    q->complete = q->r->shapes.complete;
    for (int i = 0; i < 2; i++)
        if (!lck_race_loops(q->r, q->r->flow->insn[q->side[i].access->insn].block,
                            q->side[i].loop, &q->side[i].nloops))
            return false;
    take_alike_away(q);
    if (!q->side[0].at || !q->side[1].at || !add_addresses(q))
        return false;
    if (q->r->shapes.spans && !asks_for_extent(q->r, q->side[0].at) &&
        !asks_for_extent(q->r, q->side[1].at))
        q->complete = !q->limited;
    for (int i = 0; i < 2; i++) {
        add_parts(q, q->side[i].access->guard, i);
        add_trips(q, i);
    }
    q->never = !settle_trips(q);
    return true;
}
