/* recurrence.c - numbers that a loop carries from trip to trip, as formulas of the trip. */
#include "config.h"

#include "recurrence.h"

#define LONGEST 80 /* numbers that are followed */
#define LISTED 40  /* numbers before the first that comes back */
#define ROUND 8    /* that are handed around */

/* ---- expressions, NULL where there is no room ---- */

static const lc_expr *made(const lck_recurrences *w, const lc_expr *e)
{
    if (!e)
        lc_ctx_reset(lc_exprs_ctx(w->x));
    return e;
}

static const lc_expr *number(const lck_recurrences *w, int64_t value)
{
    return made(w, lc_expr_int(w->x, value));
}

static const lc_expr *make(const lck_recurrences *w, lc_expr_op op, const lc_expr *a,
                           const lc_expr *b)
{
    return made(w, lc_expr_make(w->x, op, a, b));
}

static const lc_expr *add(const lck_recurrences *w, const lc_expr *a, int64_t k, const lc_expr *b)
{
    return made(w, lc_expr_add_scaled(w->x, a, k, b));
}

static const lc_expr *choose(const lck_recurrences *w, const lc_expr *c, const lc_expr *yes,
                             const lc_expr *no)
{
    return made(w, lc_expr_select(w->x, c, yes, no));
}

/* ---- what changes from trip to trip ---- */

static bool is_carried(const lck_recurrences *w, size_t slot)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].symbol && w->at[i].symbol->slot == slot)
            return true;
    return false;
}

/* A variable in it that changes; the trip and what is carried count where `all` says so. */
static bool changes(const lck_recurrences *w, const lc_expr *e, bool all)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR)
        return e->slot == w->trip->slot || is_carried(w, e->slot)
                   ? all
                   : w->changes(w->context, e->slot);
    return changes(w, e->arg[0], all) || changes(w, e->arg[1], all) || changes(w, e->arg[2], all);
}

/* ---- steps ---- */

/* e - symbol, through choices; NULL: the symbol does not go away. */
static const lc_expr *beyond(const lck_recurrences *w, const lc_expr *e, const lc_expr *symbol)
{
    bool first = lc_expr_has(e->arg[0], symbol), second = lc_expr_has(e->arg[1], symbol);
    if (e == symbol)
        return number(w, 0);
    if (e->op == LC_EXPR_SELECT && !first) {
        const lc_expr *yes = beyond(w, e->arg[1], symbol), *no = beyond(w, e->arg[2], symbol);
        return choose(w, e->arg[0], yes, no);
    }
    if (e->op == LC_EXPR_ADD && first != second)
        return add(w, beyond(w, e->arg[second], symbol), 1, e->arg[first]);
    if (e->op == LC_EXPR_SUB && first && !second)
        return add(w, beyond(w, e->arg[0], symbol), -1, e->arg[1]);
    return NULL;
}

static bool resolve_steps(const lck_recurrences *w, lck_recurrence *c)
{
    if (!c->symbol)
        return false;
    const lc_expr *step = add(w, c->next, -1, c->symbol);
    if (!step || lc_expr_has(step, c->symbol))
        step = beyond(w, c->next, c->symbol);
    if (!step || changes(w, step, true))
        return false;
    c->at = add(w, c->begin, 1, make(w, LC_EXPR_MUL, w->trip, step));
    return c->at != NULL;
}

/* ---- numbers that come back ---- */

/* With which period an expression of the symbol comes back when trips go on; 0: with none that is
 * known, or it has others. The expression may have trips only in remainders. */
static int64_t period_of(const lck_recurrences *w, const lc_expr *e, const lc_expr *symbol)
{
    int64_t m, period = 1;
    if (!e || e->op == LC_EXPR_INT)
        return 1;
    if (e->op == LC_EXPR_VAR)
        return e->slot == symbol->slot;
    if (e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &m) && m > 0 && m <= LONGEST) {
        const lc_expr *of = e->arg[0];
        bool sum = of->op == LC_EXPR_ADD || of->op == LC_EXPR_SUB;
        const lc_expr *t = sum ? of->arg[0] : of;
        if (t->op == LC_EXPR_VAR && t->slot == w->trip->slot &&
            (!sum || of->arg[1]->op == LC_EXPR_INT))
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

/* With what is known of others than c in the place of their symbols; NULL: of one nothing is. */
static const lc_expr *with_known(const lck_recurrences *w, const lc_expr *e,
                                 const lck_recurrence *c)
{
    for (size_t i = 0; e && i < w->n; i++) {
        const lck_recurrence *other = &w->at[i];
        if (other == c || !other->symbol || !lc_expr_has(e, other->symbol))
            continue;
        e = other->at ? lc_expr_substitute(w->x, e, other->symbol, other->at) : NULL;
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
static bool follow(const lck_recurrences *w, const lck_recurrence *c, const lc_expr *next,
                   int64_t period, orbit *o)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    if (!lc_expr_is_int(c->begin, &o->number[0]))
        return false;
    o->number[0] = held(o->number[0], c->bits);
    for (size_t n = 1; n < LONGEST; n++) {
        int64_t value;
        env[c->symbol->slot] = o->number[n - 1];
        env[w->trip->slot] = (int64_t)n - 1;
        if (!lc_expr_at(next, env, &value))
            return false;
        value = held(value, c->bits);
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
static const lc_expr *as_counter(const lck_recurrences *w, const orbit *o)
{
    const int64_t *at = o->number + o->start;
    size_t p = o->period, least = 0;
    for (size_t i = 1; i < p; i++)
        if (at[i] < at[least])
            least = i;
    int64_t step = p > 1 ? at[(least + 1) % p] - at[least] : 0;
    for (size_t i = 0; i < p; i++)
        if (at[(least + i) % p] != at[least] + step * (int64_t)i)
            return NULL;
    /* at t = start + least the phase is 0 */
    int64_t shift = (int64_t)((p - (o->start + least) % p) % p);
    const lc_expr *phase = make(w, LC_EXPR_MOD, add(w, w->trip, 1, number(w, shift)),
                                number(w, (int64_t)p));
    return add(w, number(w, at[least]), step, phase);
}

/* The expression whose turn it is; the phase counts from 0 to n - 1. */
static const lc_expr *by_turns(const lck_recurrences *w, const lc_expr *phase,
                               const lc_expr *const turn[], size_t n)
{
    int64_t step;
    const lc_expr *e = turn[n - 1], *apart = add(w, turn[n - 1], -1, turn[0]);
    if (n == 2 && lc_expr_is_int(apart, &step))
        return add(w, turn[0], step, phase);
    for (size_t i = n - 1; i-- > 0;)
        e = choose(w, make(w, LC_EXPR_EQ, phase, number(w, (int64_t)i)), turn[i], e);
    return e;
}

static const lc_expr *as_list(const lck_recurrences *w, const orbit *o)
{
    const lc_expr *turn[LONGEST];
    for (size_t i = 0; i < o->period; i++)
        turn[i] = number(w, o->number[o->start + i]);
    const lc_expr *after = add(w, w->trip, -1, number(w, (int64_t)o->start));
    return by_turns(w, make(w, LC_EXPR_MOD, after, number(w, (int64_t)o->period)), turn,
                    o->period);
}

static bool resolve_orbit(const lck_recurrences *w, lck_recurrence *c)
{
    orbit o;
    if (!c->symbol)
        return false;
    const lc_expr *next = with_known(w, c->next, c);
    int64_t period = next ? period_of(w, next, c->symbol) : 0;
    if (period == 0 || !follow(w, c, next, period, &o) || o.start > LISTED)
        return false;
    const lc_expr *e = as_counter(w, &o);
    if (!e && o.period <= 16)
        e = as_list(w, &o);
    for (size_t i = o.start; e && i-- > 0;)
        e = choose(w, make(w, LC_EXPR_EQ, w->trip, number(w, (int64_t)i)), number(w, o.number[i]),
                   e);
    c->at = e;
    return e != NULL;
}

/* ---- what is handed around ---- */

static const lck_recurrence *with_symbol(const lck_recurrences *w, const lc_expr *symbol)
{
    for (size_t i = 0; symbol && i < w->n; i++)
        if (w->at[i].symbol == symbol)
            return &w->at[i];
    return NULL;
}

/* Values that are exchanged: at the next trip, each is what another one is at this one. */
static bool resolve_round(const lck_recurrences *w, lck_recurrence *c)
{
    const lc_expr *turn[ROUND];
    const lck_recurrence *at = c;
    size_t n = 0;
    do {
        if (n == ROUND || !at->begin || at->bits != c->bits)
            return false;
        turn[n++] = at->begin;
        at = with_symbol(w, at->next);
    } while (at && at != c);
    if (!at)
        return false;
    c->at = by_turns(w, make(w, LC_EXPR_MOD, w->trip, number(w, (int64_t)n)), turn, n);
    return c->at != NULL;
}

/* ---- what the trip before left ---- */

static bool resolve_left(const lck_recurrences *w, lck_recurrence *c)
{
    lc_exprs *x = w->x;
    const lc_expr *t = w->trip, *zero = number(w, 0);
    /* data of the trip before is not the data of this one */
    if (changes(w, c->next, false))
        return false;
    const lc_expr *left = with_known(w, c->next, NULL);
    if (!left)
        return false;
    const lc_expr *earlier = add(w, t, -1, number(w, 1));
    const lc_expr *plain = earlier ? lc_expr_substitute(x, left, t, earlier) : NULL;
    const lc_expr *start = plain ? lc_expr_substitute(x, plain, t, zero) : NULL;
    if (start && lc_expr_equal(start, c->begin)) {
        c->at = plain;
        return true;
    }
    lc_ctx_reset(lc_exprs_ctx(x));
    left = lc_expr_substitute(x, left, t, make(w, LC_EXPR_MAX, earlier, zero));
    c->at = choose(w, make(w, LC_EXPR_LT, t, number(w, 1)), c->begin, left);
    return c->at != NULL;
}

void lck_recurrences_resolve(lck_recurrences *w)
{
    typedef bool way(const lck_recurrences *w, lck_recurrence *c);
    way *const ways[] = {resolve_steps, resolve_orbit, resolve_round, w->other_way, resolve_left};
    for (size_t k = 0; w->trip && k < sizeof ways / sizeof *ways; k++)
        for (bool more = ways[k] != NULL; more;) {
            more = false;
            for (size_t i = 0; i < w->n; i++) {
                lck_recurrence *c = &w->at[i];
                if (c->at || !c->begin || !c->next)
                    continue;
                more = ways[k](w, c) || more;
                lc_ctx_reset(lc_exprs_ctx(w->x));
            }
        }
}
