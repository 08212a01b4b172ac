/* digits.c - addresses as numbers with digits. */
#include "config.h"

#include "digits.h"

#define DEPTH 32 /* of an expression */

const lc_expr lck_digit_of_nothing = {.op = LC_EXPR_INT};

/* ---- what varies ---- */

bool lck_race_is_of_all(const lck_race *r, const lc_expr *e)
{
    return (lck_formula_kinds(r->f, e) & ~LCK_OF_ARGUMENTS) == 0;
}

/* ---- units ---- */

bool lck_unit_has(const lck_unit *u, const lc_expr *e, unsigned *at)
{
    for (*at = 0; *at < u->n; ++*at)
        if (lc_expr_equal(u->by[*at], e))
            return true;
    return false;
}

bool lck_unit_multiply(lck_unit *u, const lc_expr *e)
{
    int64_t v;
    if (lc_expr_is_int(e, &v))
        return !__builtin_mul_overflow(u->k, v, &u->k);
    if (e->op == LC_EXPR_MUL)
        return lck_unit_multiply(u, e->arg[0]) && lck_unit_multiply(u, e->arg[1]);
    if (u->n == LCK_FACTORS)
        return false;
    u->by[u->n++] = e;
    return true;
}

bool lck_unit_rest(const lck_unit *a, const lck_unit *b, lck_unit *rest)
{
    unsigned at;
    *rest = *b;
    for (unsigned i = 0; i < a->n; i++) {
        if (!lck_unit_has(rest, a->by[i], &at))
            return false;
        rest->by[at] = rest->by[--rest->n];
    }
    return true;
}

bool lck_unit_is_alike(const lck_unit *a, const lck_unit *b)
{
    lck_unit rest;
    return a->n == b->n && lck_unit_rest(a, b, &rest);
}

bool lck_unit_is_at_most(const lck_unit *a, const lck_unit *b)
{
    lck_unit rest;
    bool good = a->k <= b->k && lck_unit_rest(a, b, &rest);
    for (unsigned i = 0; good && i < rest.n; i++)
        good = rest.by[i]->low >= 1;
    return good;
}

bool lck_unit_equal(const lck_unit *a, const lck_unit *b)
{
    return a->k == b->k && lck_unit_is_alike(a, b);
}

/* ---- numbers ---- */

static bool add(lck_number *n, const lck_unit *u, const lc_expr *of)
{
    for (unsigned i = 0; i < n->n; i++) {
        lck_digit *d = &n->at[i];
        bool same = d->of == of || (d->of && of && lc_expr_equal(d->of, of));
        if (same && lck_unit_is_alike(&d->unit, u))
            return !__builtin_add_overflow(d->unit.k, u->k, &d->unit.k);
    }
    if (n->n == LCK_DIGITS)
        return false;
    n->at[n->n++] = (lck_digit){.unit = *u, .of = of};
    return true;
}

static bool take_apart(const lck_race *r, lck_number *n, const lc_expr *e, lck_unit u,
                       unsigned depth);

/* Adds c ? a : b times u as a and one digit that is b - a or 0. */
static bool take_choice(const lck_race *r, lck_number *n, const lc_expr *e, lck_unit u,
                        unsigned depth)
{
    lck_number apart = {0};
    lck_unit less = {.k = -1}, whole = u;
    if (!take_apart(r, &apart, e->arg[2], (lck_unit){.k = 1}, depth) ||
        !take_apart(r, &apart, e->arg[1], less, depth))
        return false;
    for (unsigned i = apart.n; i-- > 0;)
        if (apart.at[i].unit.k == 0)
            apart.at[i] = apart.at[--apart.n];
    const lck_digit *d = apart.at;
    if (apart.n != 1 || d->unit.k < 0 || whole.n + d->unit.n > LCK_FACTORS ||
        __builtin_mul_overflow(whole.k, d->unit.k, &whole.k))
        return false;
    for (unsigned i = 0; i < d->unit.n; i++)
        whole.by[whole.n++] = d->unit.by[i];
    const lc_expr *zero = lc_expr_int(r->x, 0), *one = d->of ? d->of : lc_expr_int(r->x, 1);
    const lc_expr *of = zero && one ? lc_expr_select(r->x, e->arg[0], zero, one) : NULL;
    lc_ctx_reset(lc_exprs_ctx(r->x));
    return of && add(n, &whole, of) && take_apart(r, n, e->arg[1], u, depth);
}

/* Adds e times u. */
static bool take_apart(const lck_race *r, lck_number *n, const lc_expr *e, lck_unit u,
                       unsigned depth)
{
    if (depth == 0)
        return false;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB) {
        if (!take_apart(r, n, e->arg[0], u, depth - 1))
            return false;
        u.k = e->op == LC_EXPR_SUB ? -u.k : u.k;
        return take_apart(r, n, e->arg[1], u, depth - 1);
    }
    if (lck_race_is_of_all(r, e))
        return lck_unit_multiply(&u, e) && add(n, &u, NULL);
    for (unsigned i = 0; i < 2 && e->op == LC_EXPR_MUL; i++)
        if (lck_race_is_of_all(r, e->arg[i]))
            return lck_unit_multiply(&u, e->arg[i]) &&
                   take_apart(r, n, e->arg[1 - i], u, depth - 1);
    if (e->op == LC_EXPR_SELECT) {
        lck_number before = *n;
        if (take_choice(r, n, e, u, depth - 1))
            return true;
        *n = before;
    }
    return e->low >= 0 && add(n, &u, e);
}

bool lck_number_add(const lck_race *r, lck_number *n, const lc_expr *e)
{
    return take_apart(r, n, e, (lck_unit){.k = 1}, DEPTH);
}

static void drop(lck_number *n, unsigned i)
{
    n->at[i] = n->at[--n->n];
}

/* The constant of a number in such a unit, 0 without one. */
static int64_t constant(const lck_number *n, const lck_unit *like)
{
    for (unsigned i = 0; i < n->n; i++)
        if (!n->at[i].of && lck_unit_is_alike(&n->at[i].unit, like))
            return n->at[i].unit.k;
    return 0;
}

/* Moves both so that the smaller of their constants is 0, in each unit. */
static bool shift(lck_number *a, lck_number *b)
{
    lck_number *both[2] = {a, b};
    for (int side = 0; side < 2; side++)
        for (unsigned i = 0; i < both[side]->n; i++) {
            lck_unit by = both[side]->at[i].unit;
            int64_t one = constant(a, &by), other = constant(b, &by);
            by.k = one < other ? one : other;
            if (both[side]->at[i].of || by.k == 0)
                continue;
            if (__builtin_sub_overflow(0, by.k, &by.k) || !add(a, &by, NULL) ||
                !add(b, &by, NULL))
                return false;
        }
    return true;
}

bool lck_numbers_settle(lck_number *a, lck_number *b)
{
    lck_number *both[2] = {a, b};
    bool down = false;
    for (unsigned i = a->n; i-- > 0;)
        for (unsigned k = b->n; k-- > 0;)
            if (i < a->n && !a->at[i].of && !b->at[k].of &&
                lck_unit_equal(&a->at[i].unit, &b->at[k].unit)) {
                drop(a, i);
                drop(b, k);
            }
    for (unsigned i = 0; i < a->n; i++)
        down = down || (a->at[i].of && a->at[i].unit.k < 0);
    for (int side = 0; side < 2; side++)
        for (unsigned i = 0; down && i < both[side]->n; i++)
            if (__builtin_sub_overflow(0, both[side]->at[i].unit.k, &both[side]->at[i].unit.k))
                return false;
    if (!shift(a, b))
        return false;
    for (int side = 0; side < 2; side++)
        for (unsigned i = both[side]->n; i-- > 0;)
            if (both[side]->at[i].unit.k == 0)
                drop(both[side], i);
            else if (both[side]->at[i].unit.k < 0)
                return false;
    return true;
}

/* Units of sizes are above those of extents alone. */
static unsigned rank_of(const lck_race *r, const lck_unit *u)
{
    unsigned rank = u->n;
    for (unsigned i = 0; i < u->n; i++)
        rank += lck_formula_kinds(r->f, u->by[i]) & 1u << LCK_SYMBOL_ARGUMENT ? LCK_FACTORS : 0;
    return rank;
}

bool lck_number_complete(const lck_race *r, lck_number *n, const lck_number *other)
{
    for (unsigned i = 0; i < other->n; i++) {
        bool has = false;
        for (unsigned k = 0; k < n->n; k++)
            has = has || lck_unit_equal(&n->at[k].unit, &other->at[i].unit);
        if (!has && n->n == LCK_DIGITS)
            return false;
        if (!has)
            n->at[n->n++] = (lck_digit){.unit = other->at[i].unit, .of = &lck_digit_of_nothing};
    }
    for (unsigned i = 1; i < n->n; i++)
        for (unsigned k = i; k > 0; k--) {
            lck_digit *low = &n->at[k - 1], *high = &n->at[k], d = *low;
            unsigned a = rank_of(r, &low->unit), b = rank_of(r, &high->unit);
            if (a < b || (a == b && low->unit.k <= high->unit.k))
                break;
            *low = *high;
            *high = d;
        }
    return true;
}
