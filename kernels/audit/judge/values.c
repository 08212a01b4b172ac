/* values.c - which values of the numbers that lanes share have to be looked at. */
#include "config.h"

#include <stdlib.h>

#include "lanes.h"

#include "../../../lib/int64.h"

#define FAR ((int64_t)1 << 26)
#define FEW 8
#define SYMBOLS 4
#define SETS 512 /* values of the symbols of a number */
#define UNBOUNDED ((int64_t)1 << 62)
#define MOST 16 /* values of a number that are better than its residues */

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
    bool wraps; /* SCATTERS: and places that were different may be the same then */
} change;

static const change unknown = {.way = SCATTERS, .step = 1};
static const change stays = {.way = STAYS, .known = true};

/* From u to u + period. `decided`: where comparisons come out the same. */
typedef struct {
    const lc_expr *u;
    int64_t multiple, period; /* of u: it is one of this, and moves by that */
    bool decided;
} move;

static int64_t of_symbol(const void *context, size_t slot)
{
    return ((const lck_judge *)context)->symbol[slot].multiple;
}

int64_t lck_judge_multiple(const lck_judge *j, const lc_expr *e)
{
    return lc_expr_divisor(e, of_symbol, j);
}

static int64_t rest_of(const lck_judge *j, const lc_expr *e, int64_t sign, int64_t *number)
{
    int64_t by;
    if (e->op == LC_EXPR_INT)
        return __builtin_mul_overflow(e->value, sign, &by) ||
                       __builtin_add_overflow(*number, by, number)
                   ? 1
                   : 0;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB)
        return lc_int64_gcd(rest_of(j, e->arg[0], sign, number),
                            rest_of(j, e->arg[1], e->op == LC_EXPR_ADD ? sign : -sign, number));
    return lck_judge_multiple(j, e);
}

int64_t lck_judge_rest(const lck_judge *j, const lc_expr *e, int64_t *number)
{
    *number = 0;
    return rest_of(j, e, 1, number);
}

/* ---- sums ---- */

/* k u + rest, where the rest is from low to high. */
typedef struct {
    int64_t k, low, high;
} line;

static bool add_lines(line a, line b, line *out)
{
    return !__builtin_add_overflow(a.k, b.k, &out->k) &&
           !__builtin_add_overflow(a.low, b.low, &out->low) &&
           !__builtin_add_overflow(a.high, b.high, &out->high);
}

static bool scale_line(line a, int64_t by, line *out)
{
    return !__builtin_mul_overflow(a.k, by, &out->k) &&
           !__builtin_mul_overflow(by < 0 ? a.high : a.low, by, &out->low) &&
           !__builtin_mul_overflow(by < 0 ? a.low : a.high, by, &out->high);
}

static bool line_of(const lc_expr *e, const lc_expr *u, line *out)
{
    line a, b;
    int64_t k;
    bool sum = e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB;
    *out = lc_expr_has(e, u) ? (line){.k = 1} : (line){0, e->low, e->high};
    if (out->k == 0 || e->op == LC_EXPR_VAR)
        return true;
    if (sum && line_of(e->arg[0], u, &a) && line_of(e->arg[1], u, &b))
        return (e->op == LC_EXPR_ADD || scale_line(b, -1, &b)) && add_lines(a, b, out);
    return e->op == LC_EXPR_MUL && lc_expr_is_int(e->arg[1], &k) && line_of(e->arg[0], u, &a) &&
           scale_line(a, k, out);
}

/* ---- changes ---- */

static change changed(const lc_expr *e, const move *m);

static change scatters(int64_t step, bool wraps)
{
    return (change){.way = SCATTERS, .step = step, .known = true, .wraps = wraps};
}

static change together(change a, change b)
{
    if (!a.known || !b.known)
        return unknown;
    if (a.way == STAYS || b.way == STAYS)
        return a.way == STAYS ? b : a;
    change both = scatters(lc_int64_gcd(a.step, b.step), a.wraps || b.wraps);
    both.way = a.way > b.way ? a.way : b.way;
    return both;
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
    return scatters(c.step, c.wraps);
}

/* Do lanes differ by less than one unit of k u, of which d is a whole number? Then all of them
 * pass a multiple of d at the same u. */
static bool is_together(const lc_expr *e, int64_t d, const move *m)
{
    line l;
    int64_t unit;
    if (!line_of(e, m->u, &l) || __builtin_mul_overflow(l.k, m->multiple, &unit) ||
        unit == INT64_MIN)
        return false;
    unit = lc_int64_gcd(unit, d);
    return unit > 0 && lc_int64_floor(l.low, unit) == lc_int64_floor(l.high, unit);
}

/* A remainder moves by the step, or by that and divisors. */
static change of_division(const lc_expr *e, change c, const move *m)
{
    int64_t d;
    if (!lc_expr_is_int(e->arg[1], &d) || d < 1)
        return unknown;
    if (e->op == LC_EXPR_MOD && c.way == MOVES && is_together(e->arg[0], d, m)) {
        c.step = lc_int64_gcd(c.step, d);
        return c;
    }
    if (e->op == LC_EXPR_MOD)
        return c.step % d == 0 ? stays : scatters(lc_int64_gcd(c.step, d), true);
    if (c.step % d != 0)
        return unknown;
    c.step /= d;
    return c;
}

/* Numbers below 2^k change no bits from k on. */
static change of_xor(const lc_expr *other, change c)
{
    int64_t bits = lc_int64_power(c.step);
    return c.way == MOVES && other->high < bits ? c : scatters(bits, true);
}

/* A minimum is one of its operands, for all lanes the same one where that is decided. */
static change of_least(change a, change b)
{
    change either = together(a, b);
    either.wraps = true;
    return either;
}

static change of_two(const lc_expr *e, change a, change b, const move *m)
{
    bool both = a.way != STAYS && b.way != STAYS;
    const lc_expr *other = e->arg[a.way == STAYS ? 0 : 1];
    change c = a.way == STAYS ? b : a;
    switch (e->op) {
    case LC_EXPR_ADD:
    case LC_EXPR_SUB: return together(a, b);
    case LC_EXPR_MUL: return both ? unknown : of_product(other, c);
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: return b.way != STAYS ? unknown : of_division(e, c, m);
    case LC_EXPR_XOR:
        return both ? scatters(lc_int64_power(lc_int64_gcd(a.step, b.step)), true)
                    : of_xor(other, c);
    case LC_EXPR_MIN:
    case LC_EXPR_MAX: return m->decided ? of_least(a, b) : unknown;
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return m->decided ? stays : unknown;
    default: return unknown;
    }
}

static change changed(const lc_expr *e, const move *m)
{
    change c[3];
    bool all = true;
    if (!lc_expr_has(e, m->u))
        return stays;
    if (e->op == LC_EXPR_VAR)
        return (change){.way = MOVES, .step = m->period, .known = true};
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        c[i] = changed(e->arg[i], m);
        if (!c[i].known)
            return unknown;
        all &= c[i].way == STAYS;
    }
    if (all)
        return stays;
    if (e->op != LC_EXPR_SELECT)
        return e->arg[1] ? of_two(e, c[0], c[1], m) : unknown;
    change either = together(c[1], c[2]);
    either.way = SCATTERS; /* each lane takes one of them */
    return c[0].way == STAYS ? either : unknown;
}

/* ---- where comparisons turn ---- */

/* Comparisons and minima turn while u is from low to high, for any lane; below and above they
 * come out the same for all lanes and all u. None: low is above high. */
typedef struct {
    bool known;
    int64_t low, high;
} turns;

static void widen(turns *t, const lc_expr *e, const lc_expr *u)
{
    line a, b, d;
    t->known = t->known && line_of(e->arg[0], u, &a) && line_of(e->arg[1], u, &b) &&
               scale_line(b, -1, &b) && add_lines(a, b, &d);
    if (!t->known || d.k == 0)
        return;
    if (d.k > 0)
        t->known = scale_line((line){d.k, d.low, d.high}, -1, &d); /* -k u, its rest negated */
    t->known = t->known && d.low > -UNBOUNDED && d.high < UNBOUNDED;
    if (!t->known)
        return;
    int64_t low = d.low / -d.k - 1, high = d.high / -d.k + 1;
    t->low = low < t->low ? low : t->low;
    t->high = high > t->high ? high : t->high;
}

static void find_turns(turns *t, const lc_expr *e, const lc_expr *u)
{
    bool turning = (e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NE) || e->op == LC_EXPR_MIN ||
                   e->op == LC_EXPR_MAX;
    if (!lc_expr_has(e, u))
        return;
    if (turning)
        widen(t, e, u);
    for (int i = 0; i < 3 && e->arg[i]; i++)
        find_turns(t, e->arg[i], u);
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
        d /= lc_int64_power(d);
        d /= lc_int64_gcd(d, so_far);
        if (so_far * d < LCK_SHARED_VALUES)
            so_far *= d;
    }
    return so_far;
}

/* The numbers at which comparisons turn, and q below and above them. */
static bool put_turns(lck_shared_number *u, const turns *t, int64_t q)
{
    int64_t m = u->multiple, low, high, around;
    if (__builtin_mul_overflow(m, q, &around) || __builtin_sub_overflow(t->low, around, &low) ||
        __builtin_add_overflow(t->high, around, &high))
        return false;
    low = low > u->var->low ? low : u->var->low;
    high = high < u->var->high ? high : u->var->high;
    for (low = up_to_multiple(low, m); low <= high && low < INT64_MAX - m; low += m)
        if (!put(u, low))
            return false;
    return u->nvalues > 0;
}

/* .. of each residue modulo P, far enough that no two places are the same by chance. */
static bool put_residues(lck_shared_number *u, size_t index, bool same, int64_t q)
{
    int64_t m = u->multiple, low = u->var->low;
    int64_t first = low == INT64_MIN ? 0 : up_to_multiple(low, m);
    if (!same)
        first = up_to_multiple(first + (FAR << 6 * (index % 4)), m * q);
    for (int64_t i = 0; i < q; i++)
        if (!put(u, first + i * m))
            return false;
    return true;
}

/* One of each residue modulo the least P after which costs come again. */
static bool list_residues(const lck_lanes *l, lck_shared_number *u, size_t index, int64_t grain,
                          int64_t period)
{
    int64_t odd = odd_divisors(l->e, 1);
    turns t = {.known = true, .low = INT64_MAX, .high = INT64_MIN};
    find_turns(&t, l->e, u->var);
    bool turn = t.known && t.low <= t.high;
    for (int with = 0; with < (odd > 1 ? 2 : 1); with++)
        for (int64_t q = with ? odd : 1; q <= LCK_SHARED_VALUES; q *= 2) {
            int64_t p;
            if (__builtin_mul_overflow(u->multiple, q, &p) || p > FAR)
                break;
            change c = changed(l->e, &(move){u->var, u->multiple, p, t.known});
            bool same = c.way == STAYS || (c.way == MOVES && c.step % grain == 0);
            if (!c.known || (!same && (turn || c.wraps || c.step % period != 0)))
                continue;
            return turn ? put_turns(u, &t, q) : put_residues(u, index, same, q);
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
