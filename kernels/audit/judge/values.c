/* values.c - which values of the numbers that lanes share have to be looked at. */
#include "config.h"

#include <stdlib.h>

#include "lanes.h"

#include "../../../lib/int64.h"

#define FAR ((int64_t)1 << 26)
#define FEW 8
#define SYMBOLS 4
#define SETS 512 /* values of the symbols of a number */
#define MOST 16  /* values of a number that are better than its residues */

/* How an expression changes from u to u + P. */
typedef enum {
    STAYS,
    MOVES,   /* for all lanes by one multiple of `step` */
    SCATTERS /* for each lane by a multiple of `step` of its own */
} way;

typedef struct {
    way way;
    int64_t step;
    bool known;
} change;

static const change unknown = {SCATTERS, 1, false};

/* The largest power of two that divides it; 0 of 0. */
static int64_t power(int64_t v)
{
    return v & -v;
}

static int64_t of_symbol(const void *context, size_t slot)
{
    return ((const lck_judge *)context)->symbol[slot].multiple;
}

int64_t lck_judge_multiple(const lck_judge *j, const lc_expr *e)
{
    return lc_expr_divisor(e, of_symbol, j);
}

/* ---- changes ---- */

static change changed(const lc_expr *e, const lc_expr *u, int64_t period);

static change together(change a, change b)
{
    if (!a.known || !b.known)
        return unknown;
    if (a.way == STAYS || b.way == STAYS)
        return a.way == STAYS ? b : a;
    return (change){a.way > b.way ? a.way : b.way, lc_int64_gcd(a.step, b.step), true};
}

/* Of an operand that changes, when the other one stays. */
static change of_product(const lc_expr *other, change c)
{
    int64_t k;
    if (lc_expr_is_int(other, &k)) {
        c.step = lc_product_divisor(c.step, lc_int64_magnitude(k));
        return c;
    }
    /* the other one is an integer, perhaps not the same for all lanes */
    return (change){SCATTERS, c.step, true};
}

static change of_division(const lc_expr *e, change c)
{
    int64_t d;
    if (!lc_expr_is_int(e->arg[1], &d) || d < 1 || c.step % d != 0)
        return unknown;
    if (e->op == LC_EXPR_MOD)
        return (change){STAYS, 0, true};
    c.step /= d;
    return c;
}

/* Numbers below 2^k change no bits from k on. */
static change of_xor(const lc_expr *stays, change c)
{
    int64_t bits = power(c.step);
    if (c.way == MOVES && stays->high < bits)
        return c;
    return (change){SCATTERS, bits, true};
}

static change of_two(const lc_expr *e, change a, change b)
{
    bool both = a.way != STAYS && b.way != STAYS;
    const lc_expr *stays = e->arg[a.way == STAYS ? 0 : 1];
    change c = a.way == STAYS ? b : a;
    switch (e->op) {
    case LC_EXPR_ADD:
    case LC_EXPR_SUB: return together(a, b);
    case LC_EXPR_MUL: return both ? unknown : of_product(stays, c);
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: return b.way != STAYS ? unknown : of_division(e, c);
    case LC_EXPR_XOR:
        return both ? (change){SCATTERS, power(lc_int64_gcd(a.step, b.step)), true}
                    : of_xor(stays, c);
    default: return unknown;
    }
}

static change changed(const lc_expr *e, const lc_expr *u, int64_t period)
{
    change c[3];
    bool stays = true;
    if (!lc_expr_has(e, u))
        return (change){STAYS, 0, true};
    if (e->op == LC_EXPR_VAR)
        return (change){MOVES, period, true};
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        c[i] = changed(e->arg[i], u, period);
        if (!c[i].known)
            return unknown;
        stays &= c[i].way == STAYS;
    }
    if (stays)
        return (change){STAYS, 0, true};
    if (e->op != LC_EXPR_SELECT)
        return e->arg[1] ? of_two(e, c[0], c[1]) : unknown;
    change either = together(c[1], c[2]);
    either.way = SCATTERS; /* each lane takes one of them */
    return c[0].way == STAYS ? either : unknown;
}

/* ---- values ---- */

static int64_t up_to_multiple(int64_t v, int64_t m)
{
    int64_t rest = v % m;
    if (rest != 0 && v > INT64_MAX - m)
        return INT64_MAX;
    return rest == 0 ? v : rest > 0 ? v - rest + m : v - rest;
}

static bool put(lck_shared_number *u, int64_t value)
{
    if (!u->value && !(u->value = malloc(LCK_SHARED_VALUES * sizeof *u->value)))
        return false;
    if (u->nvalues == LCK_SHARED_VALUES) {
        u->nvalues = 0;
        return false;
    }
    u->value[u->nvalues++] = value;
    return true;
}

/* All that there are. */
static bool list_all(lck_shared_number *u)
{
    int64_t low = u->var->low, high = u->var->high, m = u->multiple;
    bool ok = true;
    if (u->power) {
        for (int64_t v = m; ok && v <= high; v *= 2) {
            if (v >= low)
                ok = put(u, v);
            if (v > INT64_MAX / 2)
                break;
        }
        return ok && u->nvalues > 0;
    }
    if (low == INT64_MIN || high == INT64_MAX)
        return false;
    int64_t first = up_to_multiple(low, m);
    uint64_t more = first <= high ? ((uint64_t)high - (uint64_t)first) / (uint64_t)m : 0;
    if (more >= LCK_SHARED_VALUES)
        return false;
    for (uint64_t i = 0; ok && first <= high && i <= more; i++)
        ok = put(u, first + (int64_t)i * m);
    return ok && u->nvalues > 0;
}

/* The symbols of an expression; false: there are too many. */
static bool add_slots(const lc_expr *e, size_t *slot, size_t *n)
{
    if (e->op == LC_EXPR_VAR) {
        for (size_t i = 0; i < *n; i++)
            if (slot[i] == e->slot)
                return true;
        if (*n == SYMBOLS)
            return false;
        slot[(*n)++] = e->slot;
    }
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!add_slots(e->arg[i], slot, n))
            return false;
    return true;
}

static bool has(const lck_shared_number *u, int64_t value)
{
    for (size_t i = 0; i < u->nvalues; i++)
        if (u->value[i] == value)
            return true;
    return false;
}

/* Those that there are, where its symbols have few values. */
static bool list_exactly(const lck_lanes *l, lck_shared_number *u)
{
    size_t slot[SYMBOLS], n = 0, sets = 1;
    int64_t env[LC_MAX_EXPR_VARS];
    if (!add_slots(u->of, slot, &n))
        return false;
    for (size_t i = 0; i < n; i++) {
        const lc_expr *var = lc_exprs_var(l->j->x, slot[i]);
        if (var->low < -SETS || var->high > SETS || l->j->symbol[slot[i]].power)
            return false;
        sets *= (size_t)(var->high - var->low + 1);
        if (sets > SETS)
            return false;
    }
    for (size_t set = 0; set < sets; set++) {
        size_t rest = set;
        int64_t value;
        for (size_t i = 0; i < n; i++) {
            const lc_expr *var = lc_exprs_var(l->j->x, slot[i]);
            size_t span = (size_t)(var->high - var->low + 1);
            env[slot[i]] = var->low + (int64_t)(rest % span);
            rest /= span;
        }
        if (!lc_expr_at(u->of, env, &value) || (!has(u, value) && !put(u, value)))
            return false;
        if (u->nvalues > MOST)
            return false;
    }
    return true;
}

/* The odd parts of what is divided by. */
static int64_t odd_divisors(const lc_expr *e, int64_t so_far)
{
    int64_t d;
    for (int i = 0; i < 3 && e->arg[i]; i++)
        so_far = odd_divisors(e->arg[i], so_far);
    if ((e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD) && lc_expr_is_int(e->arg[1], &d) &&
        d > 1) {
        d /= power(d);
        d /= lc_int64_gcd(d, so_far);
        if (so_far * d < LCK_SHARED_VALUES)
            so_far *= d;
    }
    return so_far;
}

/* One of each residue modulo the least P after which costs come again. */
static bool list_residues(const lck_lanes *l, lck_shared_number *u, size_t index, int64_t grain,
                          int64_t period)
{
    int64_t odd = odd_divisors(l->e, 1);
    int64_t m = u->multiple, low = u->var->low;
    for (int with = 0; with < (odd > 1 ? 2 : 1); with++)
        for (int64_t q = with ? odd : 1; q <= LCK_SHARED_VALUES; q *= 2) {
            int64_t p;
            if (__builtin_mul_overflow(m, q, &p) || p > FAR)
                break;
            change c = changed(l->e, u->var, p);
            bool same = c.way == STAYS || (c.way == MOVES && c.step % grain == 0);
            if (!c.known || (!same && c.step % period != 0))
                continue;
            int64_t first = low == INT64_MIN ? 0 : up_to_multiple(low, m);
            if (!same) /* far enough that no two places are the same by chance */
                first = up_to_multiple(first + (FAR << 6 * (index % 4)), p);
            for (int64_t i = 0; i < q; i++)
                if (!put(u, first + i * m))
                    return false;
            return true;
        }
    return false;
}

/* The values of one number. */
static bool list(lck_lanes *l, size_t i, int64_t grain, int64_t period)
{
    lck_shared_number *u = &l->number[i];
    bool few = u->power || (u->var->low > INT64_MIN / 2 && u->var->high < INT64_MAX / 2 &&
                            (u->var->high - u->var->low) / u->multiple < FEW);
    u->nvalues = 0;
    if (list_exactly(l, u))
        return true;
    u->nvalues = 0;
    if (few ? list_all(u) : list_residues(l, u, i, grain, period))
        return true;
    u->nvalues = 0;
    return few ? list_residues(l, u, i, grain, period) : list_all(u);
}

bool lck_lanes_values(lck_lanes *l, int64_t grain, int64_t period)
{
    size_t all = 1;
    for (size_t i = 0; i < l->n; i++) {
        if (l->number[i].multiple == 0)
            l->number[i].multiple = 1;
        if (!list(l, i, grain, period))
            return false;
        all *= l->number[i].nvalues;
        if (all > LCK_COMBINATIONS)
            return false;
    }
    return true;
}
