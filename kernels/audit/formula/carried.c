/* carried.c - values that a loop carries from trip to trip.
 *
 * A phi of a loop's header begins as a symbol, and with it those phis that its next value is made
 * of; under these symbols what a trip leaves is computed once. From that follows what each is at
 * trip t:
 *   - left + what does not change in the loop: begin + t * that;
 *   - a number that follows from the one before alone, from a number on: a counter that wraps, a
 *     phase; the numbers are followed until one comes back;
 *   - what is doubled or halved: a case for each trip until nothing is left of it;
 *   - what follows from others that are known: at t - 1 what is left, at 0 the beginning;
 *   - else it stays a symbol, data.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

#define CARRIED 48 /* phis that depend on each other */
#define LONGEST 80 /* numbers that are followed */
#define LISTED 40  /* numbers before the first that comes back */

typedef struct {
    uint32_t value;
    const lc_expr *symbol, *begin, *next;
    const lc_expr *at; /* at each trip; NULL: not known yet */
} carried;

typedef struct {
    lck_formulas *f;
    uint32_t loop;
    const lc_expr *trip;
    carried at[CARRIED];
    size_t n;
} work;

/* ---- which ones ---- */

static bool is_inside(const lck_formulas *f, uint32_t value, uint32_t loop)
{
    return lck_flow_in_loop(f->flow, f->flow->value[value].block, loop);
}

/* Adds the phis of this loop's header that a value is made of in one trip. */
static bool find_all(work *w, uint32_t value)
{
    lck_formulas *f = w->f;
    const lck_flow *flow = f->flow;
    uint32_t header = flow->loop[w->loop].header, stamp = ++f->search;
    uint32_t *todo = malloc((flow->nvalues + 1) * sizeof *todo);
    size_t n = 0;
    if (!todo)
        return false;
    todo[n++] = value;
    f->mark[value] = stamp;
    bool good = true;
    while (good && n > 0) {
        uint32_t next = todo[--n];
        lck_parts parts;
        if (flow->value[next].kind == LCK_FLOW_PHI && flow->value[next].block == header) {
            good = w->n < CARRIED;
            if (good)
                w->at[w->n++] = (carried){.value = next};
        }
        lck_parts_of(f, next, &parts);
        for (size_t i = 0; i < parts.n; i++)
            if (f->mark[parts.value[i]] != stamp && is_inside(f, parts.value[i], w->loop)) {
                f->mark[parts.value[i]] = stamp;
                todo[n++] = parts.value[i];
            }
    }
    free(todo);
    return good;
}

/* ---- what is known of them ---- */

static const carried *carried_of(const work *w, size_t slot)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].symbol && w->at[i].symbol->slot == slot)
            return &w->at[i];
    return NULL;
}

/* Of a symbol that is not one of those carried: does it change from trip to trip? */
static bool is_of_trip(const work *w, size_t slot)
{
    const lck_ptx_symbol *s = &w->f->symbol[slot];
    const lck_flow *flow = w->f->flow;
    uint32_t loop = s->kind == LCK_SYMBOL_TRIP   ? s->of
                    : s->kind == LCK_SYMBOL_DATA ? w->f->inside[slot]
                                                 : LCK_FLOW_NONE;
    return loop != LCK_FLOW_NONE && lck_flow_in_loop(flow, flow->loop[loop].header, w->loop);
}

static bool changes(const work *w, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR)
        return carried_of(w, e->slot) || is_of_trip(w, e->slot);
    return changes(w, e->arg[0]) || changes(w, e->arg[1]) || changes(w, e->arg[2]);
}

/* e - symbol, through choices; NULL: the symbol does not go away. */
static const lc_expr *beyond(lck_formulas *f, const lc_expr *e, const lc_expr *symbol)
{
    bool first = lc_expr_has(e->arg[0], symbol), second = lc_expr_has(e->arg[1], symbol);
    if (e == symbol)
        return lck_int(f, 0);
    if (e->op == LC_EXPR_SELECT && !first) {
        const lc_expr *yes = beyond(f, e->arg[1], symbol), *no = beyond(f, e->arg[2], symbol);
        return lck_select(f, e->arg[0], yes, no);
    }
    if (e->op == LC_EXPR_ADD && first != second) {
        const lc_expr *rest = beyond(f, e->arg[second], symbol);
        return lck_add(f, rest, 1, e->arg[first]);
    }
    if (e->op == LC_EXPR_SUB && first && !second)
        return lck_add(f, beyond(f, e->arg[0], symbol), -1, e->arg[1]);
    return NULL;
}

static bool resolve_steps(work *w, carried *c)
{
    lck_formulas *f = w->f;
    if (!c->next || !c->begin || !c->symbol)
        return false;
    const lc_expr *step = lck_add(f, c->next, -1, c->symbol);
    if (!step || lc_expr_has(step, c->symbol))
        step = beyond(f, c->next, c->symbol);
    if (!step || changes(w, step))
        return false;
    c->at = lck_add(f, c->begin, 1, lck_make(f, LC_EXPR_MUL, w->trip, step));
    return c->at != NULL;
}

/* ---- numbers that come back ---- */

/* With which period an expression of the symbol comes back when trips go on; 0: with none that
 * is known, or it has others. Trips are asked for by their remainders alone. */
static int64_t period_of(const work *w, const lc_expr *e, const lc_expr *symbol)
{
    int64_t m, period = 1;
    if (!e || e->op == LC_EXPR_INT)
        return 1;
    if (e->op == LC_EXPR_VAR)
        return e->slot == symbol->slot;
    if (e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &m) && m > 0 && m <= LONGEST) {
        const lc_expr *first, *of = e->arg[0];
        bool plain = of->op == LC_EXPR_VAR && of->slot == w->trip->slot;
        bool sum = (of->op == LC_EXPR_ADD || of->op == LC_EXPR_SUB) &&
                   of->arg[0]->op == LC_EXPR_VAR && of->arg[0]->slot == w->trip->slot;
        first = sum ? of->arg[1] : NULL;
        if (plain || (first && first->op == LC_EXPR_INT))
            return m;
    }
    for (int i = 0; i < 3; i++) {
        int64_t p = period_of(w, e->arg[i], symbol), least = period;
        while (p > 0 && least % p && least <= LONGEST)
            least += period;
        if (p == 0 || least > LONGEST)
            return 0;
        period = least;
    }
    return period;
}

/* The next number, with what is known of others in the place of their symbols; NULL: of one
 * nothing is. */
static const lc_expr *with_others(work *w, const carried *c)
{
    const lc_expr *e = c->next;
    for (size_t i = 0; e && i < w->n; i++) {
        const carried *other = &w->at[i];
        if (other == c || !other->symbol || !lc_expr_has(e, other->symbol))
            continue;
        e = other->at ? lc_expr_substitute(w->f->x, e, other->symbol, other->at) : NULL;
    }
    return e;
}

/* Those before, and from `start` on `period` of them. */
typedef struct {
    int64_t number[LONGEST];
    size_t start, period;
} orbit;

/* A number as its register holds it. */
static int64_t held(int64_t v, unsigned bits)
{
    if (bits >= 64)
        return v;
    if (bits == 1)
        return v & 1;
    uint64_t u = (uint64_t)v & (((uint64_t)1 << bits) - 1), sign = (uint64_t)1 << (bits - 1);
    return (int64_t)(u ^ sign) - (int64_t)sign;
}

/* Follows the numbers until one comes back, at a trip that is as far in a period. */
static bool follow(const work *w, const carried *c, const lc_expr *next, int64_t period, orbit *o)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    unsigned bits = w->f->flow->value[c->value].type.bits;
    if (!lc_expr_is_int(c->begin, &o->number[0]))
        return false;
    o->number[0] = held(o->number[0], bits);
    for (size_t n = 1; n < LONGEST; n++) {
        int64_t value;
        env[c->symbol->slot] = o->number[n - 1];
        env[w->trip->slot] = (int64_t)n - 1;
        if (!lc_expr_at(next, env, &value))
            return false;
        value = held(value, bits);
        for (o->start = 0; o->start < n; o->start++)
            if (o->number[o->start] == value && (n - o->start) % (size_t)period == 0) {
                o->period = n - o->start;
                return true;
            }
        o->number[n] = value;
    }
    return false;
}

/* The numbers that come back are first + step * ((t + shift) % period) for some shift. */
static const lc_expr *as_counter(work *w, const orbit *o)
{
    lck_formulas *f = w->f;
    const int64_t *number = o->number + o->start;
    size_t p = o->period, least = 0;
    for (size_t i = 1; i < p; i++)
        if (number[i] < number[least])
            least = i;
    int64_t step = p > 1 ? number[(least + 1) % p] - number[least] : 0;
    for (size_t i = 0; i < p; i++)
        if (number[(least + i) % p] != number[least] + step * (int64_t)i)
            return NULL;
    /* at t = start + least the phase is 0 */
    int64_t shift = (int64_t)((p - (o->start + least) % p) % p);
    const lc_expr *phase = lck_make(f, LC_EXPR_MOD, lck_add(f, w->trip, 1, lck_int(f, shift)),
                                    lck_int(f, (int64_t)p));
    return lck_add(f, lck_int(f, number[least]), step, phase);
}

static const lc_expr *as_list(work *w, const orbit *o)
{
    lck_formulas *f = w->f;
    const lc_expr *phase = lck_make(f, LC_EXPR_MOD,
                                    lck_add(f, w->trip, -1, lck_int(f, (int64_t)o->start)),
                                    lck_int(f, (int64_t)o->period));
    const lc_expr *e = lck_int(f, o->number[o->start + o->period - 1]);
    for (size_t i = o->period - 1; i-- > 0;)
        e = lck_select(f, lck_make(f, LC_EXPR_EQ, phase, lck_int(f, (int64_t)i)),
                       lck_int(f, o->number[o->start + i]), e);
    return e;
}

static bool resolve_orbit(work *w, carried *c)
{
    orbit o;
    lck_formulas *f = w->f;
    if (!c->next || !c->begin || !c->symbol)
        return false;
    const lc_expr *next = with_others(w, c);
    int64_t period = next ? period_of(w, next, c->symbol) : 0;
    if (period == 0 || !follow(w, c, next, period, &o) || o.start > LISTED)
        return false;
    const lc_expr *e = as_counter(w, &o);
    if (!e && o.period <= 16)
        e = as_list(w, &o);
    for (size_t i = o.start; e && i-- > 0;)
        e = lck_select(f, lck_make(f, LC_EXPR_EQ, w->trip, lck_int(f, (int64_t)i)),
                       lck_int(f, o.number[i]), e);
    c->at = e;
    return e != NULL;
}

/* ---- what is doubled or halved ---- */

/* symbol * 2^k or symbol / 2^k, k not 0; what is halved may be read as a number without sign. */
static bool is_scaled(const carried *c, const lc_expr *e, int64_t *factor, bool *halves)
{
    int64_t modulus;
    *halves = e->op == LC_EXPR_DIV;
    if ((e->op != LC_EXPR_MUL && e->op != LC_EXPR_DIV) || !lc_expr_is_int(e->arg[1], factor) ||
        *factor < 2 || (*factor & (*factor - 1)) != 0)
        return false;
    e = e->arg[0];
    if (*halves && e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &modulus) &&
        c->begin->low >= 0 && c->begin->high < modulus)
        e = e->arg[0];
    return lc_expr_equal(e, c->symbol);
}

/* A case for each trip until nothing is left of it. */
static bool resolve_scaled(work *w, carried *c)
{
    lck_formulas *f = w->f;
    int64_t factor;
    bool halves;
    const lc_expr *list[LISTED];
    size_t n = 0;
    unsigned bits = f->flow->value[c->value].type.bits;
    if (!c->next || !c->begin || !c->symbol || bits > 32 ||
        !is_scaled(c, c->next, &factor, &halves))
        return false;
    const lc_expr *e = lck_as_signed(f, c->begin, bits);
    for (int64_t zero = 1; e && n < LISTED; n++) {
        list[n] = e;
        if (lc_expr_is_int(e, &zero) && zero == 0)
            break;
        e = lck_make(f, halves ? LC_EXPR_DIV : LC_EXPR_MUL, e, lck_int(f, factor));
        if (!halves && n + 1 >= bits)
            e = lck_int(f, 0);
    }
    if (!e || n == LISTED || e->op != LC_EXPR_INT)
        return false;
    while (n-- > 0)
        e = lck_select(f, lck_make(f, LC_EXPR_EQ, w->trip, lck_int(f, (int64_t)n)), list[n], e);
    c->at = e;
    return e != NULL;
}

/* ---- what the trip before left ---- */

/* With what is known in the place of the symbols; NULL: one is not known. */
static const lc_expr *with_known(work *w, const lc_expr *e)
{
    for (size_t i = 0; e && i < w->n; i++) {
        const carried *c = &w->at[i];
        if (!c->symbol || !lc_expr_has(e, c->symbol))
            continue;
        if (!c->at)
            return NULL;
        e = lc_expr_substitute(w->f->x, e, c->symbol, c->at);
    }
    return e;
}

/* Data of the trip before is not the data of this one. */
static bool has_data_inside(const work *w, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR)
        return e->slot != w->trip->slot && !carried_of(w, e->slot) && is_of_trip(w, e->slot);
    return has_data_inside(w, e->arg[0]) || has_data_inside(w, e->arg[1]) ||
           has_data_inside(w, e->arg[2]);
}

static bool resolve_left(work *w, carried *c)
{
    lck_formulas *f = w->f;
    const lc_expr *t = w->trip, *zero = lck_int(f, 0);
    if (!c->next || !c->begin || has_data_inside(w, c->next))
        return false;
    const lc_expr *left = with_known(w, c->next);
    if (!left)
        return false;
    const lc_expr *earlier = lck_add(f, t, -1, lck_int(f, 1));
    const lc_expr *plain = earlier ? lc_expr_substitute(f->x, left, t, earlier) : NULL;
    const lc_expr *start = plain ? lc_expr_substitute(f->x, plain, t, zero) : NULL;
    if (start && lc_expr_equal(start, c->begin)) {
        c->at = plain;
        return true;
    }
    lc_ctx_reset(f->ctx);
    left = lc_expr_substitute(f->x, left, t, lck_make(f, LC_EXPR_MAX, earlier, zero));
    c->at = lck_select(f, lck_make(f, LC_EXPR_LT, t, lck_int(f, 1)), c->begin, left);
    return c->at != NULL;
}

static void resolve_all(work *w)
{
    typedef bool way(work * w, carried * c);
    static way *const ways[] = {resolve_steps, resolve_orbit, resolve_scaled, resolve_left};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        for (bool more = true; more;) {
            more = false;
            for (size_t i = 0; i < w->n; i++)
                if (!w->at[i].at) {
                    more = ways[k](w, &w->at[i]) || more;
                    lc_ctx_reset(w->f->ctx);
                }
        }
}

/* ---- what was computed under symbols ---- */

static void forget_conditions(lck_formulas *f, uint32_t loop)
{
    const lck_flow *flow = f->flow;
    const lck_flow_loop *l = &flow->loop[loop];
    for (uint32_t i = 0; i < l->nmembers; i++)
        f->reach[flow->member[l->member + i]] = NULL;
    for (uint32_t i = loop + 1; i < flow->nloops; i++)
        if (lck_flow_in_loop(flow, flow->loop[i].header, loop))
            f->loop[i].counted = false;
}

/* Forgets what has become known since, inside of the loop. */
static void forget_since(lck_formulas *f, size_t since, uint32_t loop)
{
    size_t kept = since;
    for (size_t i = since; i < f->ntrail; i++) {
        uint32_t value = f->trail[i];
        if (is_inside(f, value, loop))
            f->state[value] = 0;
        else
            f->trail[kept++] = value;
    }
    f->ntrail = f->carrying > 0 ? kept : 0;
    forget_conditions(f, loop);
}

void lck_formula_forget(lck_formulas *f, uint32_t loop)
{
    for (uint32_t value = 0; value < f->flow->nvalues; value++)
        if (f->state[value] && is_inside(f, value, loop))
            f->state[value] = 0;
    forget_conditions(f, loop);
}

static void know(lck_formulas *f, uint32_t value, const lc_expr *e)
{
    f->value[value] = e;
    f->state[value] = 1;
    if (f->carrying > 0 && f->ntrail < f->flow->nvalues)
        f->trail[f->ntrail++] = value;
}

const lc_expr *lck_formula_carry(lck_formulas *f, uint32_t value)
{
    work w = {.f = f, .loop = f->flow->block[f->flow->value[value].block].loop};
    lck_formula_count(f, w.loop);
    if (f->state[value]) /* counting has asked for it */
        return f->value[value];
    if (!(w.trip = lck_symbol_trip(f, w.loop)) || !find_all(&w, value))
        return NULL;
    for (size_t i = 0; i < w.n; i++) {
        w.at[i].begin = lck_formula_merge(f, w.at[i].value, false);
        w.at[i].symbol = lck_symbol_data(f, w.at[i].value);
    }
    size_t since = f->ntrail;
    f->carrying++;
    for (size_t i = 0; i < w.n; i++)
        know(f, w.at[i].value, w.at[i].symbol);
    for (size_t i = 0; i < w.n; i++)
        w.at[i].next = lck_formula_merge(f, w.at[i].value, true);
    resolve_all(&w);
    f->carrying--;
    forget_since(f, since, w.loop);
    for (size_t i = 0; i < w.n; i++) {
        unsigned bits = f->flow->value[w.at[i].value].type.bits;
        const lc_expr *e = w.at[i].at ? lck_settled(f, w.at[i].at, bits) : NULL;
        know(f, w.at[i].value, e ? e : w.at[i].symbol);
    }
    return f->value[value];
}
