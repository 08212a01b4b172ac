/* apart.c - threads of any grid that access global memory apart, whatever its sizes are.
 *
 * An address is read as a number with digits: of 4 tid + 128 ctaid + 4 w row the units are 4, 128
 * and 4 w. Where what stands below a unit stays less than it, by the bounds of what varies, the
 * extents of block and grid, or a comparison of the guard, equal addresses have equal digits. No
 * two threads have the same ones if the digits tell thread and block. Trips, data and constants
 * are digits that tell nothing. Of two accesses those constants that both have do not count.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

#define FACTORS 4  /* of a unit, beside a number */
#define DIGITS 16  /* of an address */
#define TOLD 32    /* what two threads have in common */
#define PAIRS 4096 /* of accesses */
#define DEPTH 32   /* of an expression */

static const lc_expr nothing = {.op = LC_EXPR_INT};

/* k times what all threads share. */
typedef struct {
    int64_t k;
    const lc_expr *by[FACTORS];
    unsigned n;
} unit;

typedef struct {
    unit unit;
    const lc_expr *of; /* NULL: 1 */
    unit bound;        /* what it and all below it, and the bytes behind, come to at most */
} digit;

typedef struct {
    const lc_expr *guard;
    digit at[DIGITS];
    unsigned n;
} number;

typedef struct {
    const lck_race *r;
    const lc_expr *told[TOLD];
    unsigned n;
} common;

/* ---- what varies ---- */

static unsigned kinds(const lck_race *r, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return 0;
    if (e->op == LC_EXPR_VAR)
        return 1u << lck_formulas_symbol(r->f, e->slot)->kind;
    return kinds(r, e->arg[0]) | kinds(r, e->arg[1]) | kinds(r, e->arg[2]);
}

#define OF_THREAD (1u << LCK_SYMBOL_TID | 1u << LCK_SYMBOL_CTAID)
#define OF_EXTENT (1u << LCK_SYMBOL_NTID | 1u << LCK_SYMBOL_NCTAID)
#define OF_ALL (1u << LCK_SYMBOL_ARGUMENT | OF_EXTENT)

static bool is_shared(const lck_race *r, const lc_expr *e)
{
    return (kinds(r, e) & ~OF_ALL) == 0;
}

/* ---- units ---- */

static bool has_factor(const unit *u, const lc_expr *e, unsigned *at)
{
    for (*at = 0; *at < u->n; ++*at)
        if (lc_expr_equal(u->by[*at], e))
            return true;
    return false;
}

/* Multiplies by an integer or by what is shared. */
static bool multiply(unit *u, const lc_expr *e)
{
    int64_t v;
    if (lc_expr_is_int(e, &v))
        return !__builtin_mul_overflow(u->k, v, &u->k);
    if (e->op == LC_EXPR_MUL)
        return multiply(u, e->arg[0]) && multiply(u, e->arg[1]);
    if (u->n == FACTORS)
        return false;
    u->by[u->n++] = e;
    return true;
}

/* b without the factors of a; false: a has others. */
static bool rest_of(const unit *a, const unit *b, unit *rest)
{
    unsigned at;
    *rest = *b;
    for (unsigned i = 0; i < a->n; i++) {
        if (!has_factor(rest, a->by[i], &at))
            return false;
        rest->by[at] = rest->by[--rest->n];
    }
    return true;
}

static bool has_same_factors(const unit *a, const unit *b)
{
    unit rest;
    return a->n == b->n && rest_of(a, b, &rest);
}

static bool is_at_most(const unit *a, const unit *b)
{
    unit rest;
    bool good = a->k <= b->k && rest_of(a, b, &rest);
    for (unsigned i = 0; good && i < rest.n; i++)
        good = rest.by[i]->low >= 1;
    return good;
}

static bool is_unit(const unit *a, const unit *b)
{
    return a->k == b->k && has_same_factors(a, b);
}

/* ---- numbers ---- */

static bool add(number *n, const unit *u, const lc_expr *of)
{
    for (unsigned i = 0; i < n->n; i++) {
        digit *d = &n->at[i];
        bool same = d->of == of || (d->of && of && lc_expr_equal(d->of, of));
        if (same && has_same_factors(&d->unit, u))
            return !__builtin_add_overflow(d->unit.k, u->k, &d->unit.k);
    }
    if (n->n == DIGITS)
        return false;
    n->at[n->n++] = (digit){.unit = *u, .of = of};
    return true;
}

static bool take_apart(const lck_race *r, number *n, const lc_expr *e, unit u, unsigned depth);

/* Adds c ? a : b times u as a and one digit that is b - a or 0. */
static bool take_choice(const lck_race *r, number *n, const lc_expr *e, unit u, unsigned depth)
{
    number apart = {0};
    unit less = {.k = -1}, whole = u;
    if (!take_apart(r, &apart, e->arg[2], (unit){.k = 1}, depth) ||
        !take_apart(r, &apart, e->arg[1], less, depth))
        return false;
    for (unsigned i = apart.n; i-- > 0;)
        if (apart.at[i].unit.k == 0)
            apart.at[i] = apart.at[--apart.n];
    const digit *d = apart.at;
    if (apart.n != 1 || d->unit.k < 0 || whole.n + d->unit.n > FACTORS ||
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
static bool take_apart(const lck_race *r, number *n, const lc_expr *e, unit u, unsigned depth)
{
    if (depth == 0)
        return false;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB) {
        if (!take_apart(r, n, e->arg[0], u, depth - 1))
            return false;
        u.k = e->op == LC_EXPR_SUB ? -u.k : u.k;
        return take_apart(r, n, e->arg[1], u, depth - 1);
    }
    if (is_shared(r, e))
        return multiply(&u, e) && add(n, &u, NULL);
    for (unsigned i = 0; i < 2 && e->op == LC_EXPR_MUL; i++)
        if (is_shared(r, e->arg[i]))
            return multiply(&u, e->arg[i]) && take_apart(r, n, e->arg[1 - i], u, depth - 1);
    if (e->op == LC_EXPR_SELECT) {
        number before = *n;
        if (take_choice(r, n, e, u, depth - 1))
            return true;
        *n = before;
    }
    return e->low >= 0 && add(n, &u, e);
}

static void drop(number *n, unsigned i)
{
    n->at[i] = n->at[--n->n];
}

static digit *constant(number *n)
{
    for (unsigned i = 0; i < n->n; i++)
        if (!n->at[i].of && n->at[i].unit.n == 0)
            return &n->at[i];
    return NULL;
}

/* Moves both so that the smaller of their constants is 0. */
static bool shift(number *a, number *b)
{
    const digit *one = constant(a), *other = constant(b);
    int64_t first = one ? one->unit.k : 0, second = other ? other->unit.k : 0;
    unit by = {.k = first < second ? first : second};
    if (by.k == INT64_MIN)
        return false;
    by.k = -by.k;
    return add(a, &by, NULL) && add(b, &by, NULL);
}

/* Drops what is nothing, and constants that both have; turns both around where digits count
 * down. false: some still do. */
static bool settle(number *a, number *b)
{
    number *both[2] = {a, b};
    bool down = false;
    for (unsigned i = a->n; i-- > 0;)
        for (unsigned k = b->n; k-- > 0;)
            if (i < a->n && !a->at[i].of && !b->at[k].of &&
                is_unit(&a->at[i].unit, &b->at[k].unit)) {
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
static unsigned rank_of(const lck_race *r, const unit *u)
{
    unsigned rank = u->n;
    for (unsigned i = 0; i < u->n; i++)
        rank += kinds(r, u->by[i]) & 1u << LCK_SYMBOL_ARGUMENT ? FACTORS : 0;
    return rank;
}

/* A digit that is 0 for each unit of the other number; the least first. */
static bool complete(const lck_race *r, number *n, const number *other)
{
    for (unsigned i = 0; i < other->n; i++) {
        bool has = false;
        for (unsigned k = 0; k < n->n; k++)
            has = has || is_unit(&n->at[k].unit, &other->at[i].unit);
        if (!has && n->n == DIGITS)
            return false;
        if (!has)
            n->at[n->n++] = (digit){.unit = other->at[i].unit, .of = &nothing};
    }
    for (unsigned i = 1; i < n->n; i++)
        for (unsigned k = i; k > 0; k--) {
            digit *low = &n->at[k - 1], *high = &n->at[k], d = *low;
            unsigned a = rank_of(r, &low->unit), b = rank_of(r, &high->unit);
            if (a < b || (a == b && low->unit.k <= high->unit.k))
                break;
            *low = *high;
            *high = d;
        }
    return true;
}

/* ---- what guards say ---- */

typedef struct {
    const lck_race *r;
    const number *n;
    unsigned below; /* digits under the unit */
    const unit *unit;
    int64_t width;
} asked;

/* u times of, or u alone; NULL: there is no room. */
static const lc_expr *product(lc_exprs *x, const unit *u, const lc_expr *of)
{
    const lc_expr *e = of ? of : lc_expr_int(x, 1);
    for (unsigned k = 0; e && k < u->n; k++)
        e = lc_expr_make(x, LC_EXPR_MUL, e, u->by[k]);
    return e ? lc_expr_make(x, LC_EXPR_MUL, e, lc_expr_int(x, u->k)) : NULL;
}

/* Is a at least the digits from `first` on, in units of `part`? */
static bool covers(const asked *q, const lc_expr *a, unsigned first, const unit *part)
{
    lc_exprs *x = q->r->x;
    for (unsigned i = first; a && i < q->below; i++) {
        unit u;
        const digit *d = &q->n->at[i];
        if (d->unit.k % part->k != 0 || !rest_of(part, &d->unit, &u))
            return false;
        u.k /= part->k;
        const lc_expr *e = product(x, &u, d->of);
        a = e ? lc_expr_add_scaled(x, a, -1, e) : NULL;
    }
    lc_ctx_reset(lc_exprs_ctx(x));
    return a && a->low >= 0;
}

/* a < b, where b is a size that the unit is a multiple of, and a constant. */
static bool keeps_below(const asked *q, const lc_expr *a, const lc_expr *b)
{
    number of = {0};
    const digit *size = NULL;
    unit part;
    if (!is_shared(q->r, b) || !take_apart(q->r, &of, b, (unit){.k = 1}, DEPTH))
        return false;
    for (unsigned i = 0; a && i < of.n; i++) {
        if (of.at[i].unit.n == 0 && q->unit->n > 0)
            a = lc_expr_add_scaled(q->r->x, a, -1, lc_expr_int(q->r->x, of.at[i].unit.k));
        else if (size)
            return false;
        else
            size = &of.at[i];
    }
    if (!a || !size || size->unit.k < 1 || q->unit->k % size->unit.k != 0 ||
        !rest_of(&size->unit, q->unit, &part))
        return false;
    part.k = q->unit->k / size->unit.k;
    for (unsigned first = 0; first <= q->below; first++) {
        unit low = first ? q->n->at[first - 1].bound : (unit){.k = q->width};
        if (is_at_most(&low, &part) && covers(q, a, first, &part))
            return true;
    }
    return false;
}

static bool guard_keeps(const asked *q, const lc_expr *e, bool holds)
{
    if (!e)
        return false;
    if (e->op == LC_EXPR_NOT)
        return guard_keeps(q, e->arg[0], !holds);
    if (e->op == (holds ? LC_EXPR_ALL : LC_EXPR_ANY))
        return guard_keeps(q, e->arg[0], holds) || guard_keeps(q, e->arg[1], holds);
    if (e->op == LC_EXPR_LT && holds)
        return keeps_below(q, e->arg[0], e->arg[1]);
    return e->op == LC_EXPR_LE && !holds && keeps_below(q, e->arg[1], e->arg[0]);
}

/* The d and the step of trips that are max(d, 0) / step, rounded up, and 1; else NULL. */
static const lc_expr *counted(const lc_expr *trips, int64_t *step)
{
    int64_t v, more = 0;
    if (!trips || trips->op != LC_EXPR_ADD || !lc_expr_is_int(trips->arg[1], &v) || v != 1)
        return NULL;
    const lc_expr *e = trips->arg[0];
    *step = 1;
    if (e->op == LC_EXPR_DIV && lc_expr_is_int(e->arg[1], step))
        e = e->arg[0];
    if (e->op == LC_EXPR_ADD && lc_expr_is_int(e->arg[1], &more))
        e = e->arg[0];
    bool most = e->op == LC_EXPR_MAX && lc_expr_is_int(e->arg[1], &v) && v == 0;
    return *step >= 1 && more == *step - 1 && most ? e->arg[0] : NULL;
}

/* step * trip < d + step, as a < b with all that is shared in b. */
static bool trip_keeps(const asked *q, const lc_expr *trip, const lc_expr *d, int64_t step)
{
    lc_exprs *x = q->r->x;
    number n = {0};
    const lc_expr *side[2] = {lc_expr_make(x, LC_EXPR_MUL, trip, lc_expr_int(x, step)),
                              lc_expr_int(x, step)};
    if (!take_apart(q->r, &n, d, (unit){.k = 1}, DEPTH))
        return false;
    for (unsigned i = 0; i < n.n; i++) {
        bool shared = !n.at[i].of;
        const lc_expr *e = product(x, &n.at[i].unit, n.at[i].of);
        side[shared] = side[shared] && e ? lc_expr_add_scaled(x, side[shared], shared ? 1 : -1, e)
                                         : NULL;
    }
    lc_ctx_reset(lc_exprs_ctx(x));
    return side[0] && side[1] && keeps_below(q, side[0], side[1]);
}

/* A loop stays below, in its first trip by the guard, and in others by what counts them. */
static bool loop_keeps(const asked *q)
{
    for (unsigned i = 0; i < q->below; i++) {
        const lc_expr *trip = q->n->at[i].of, *d;
        int64_t step;
        if (!trip || trip->op != LC_EXPR_VAR ||
            !(d = counted(lck_formulas_symbol(q->r->f, trip->slot)->trips, &step)))
            continue;
        number first = *q->n;
        first.at[i].of = &nothing;
        asked at_first = {q->r, &first, q->below, q->unit, q->width};
        if (guard_keeps(&at_first, first.guard, true) && trip_keeps(q, trip, d, step))
            return true;
    }
    return false;
}

/* Does the guard say e == a number? */
static bool guard_tells(const lc_expr *guard, const lc_expr *e, bool holds, int64_t *v)
{
    if (!guard)
        return false;
    if (guard->op == LC_EXPR_NOT)
        return guard_tells(guard->arg[0], e, !holds, v);
    if (guard->op == (holds ? LC_EXPR_ALL : LC_EXPR_ANY))
        return guard_tells(guard->arg[0], e, holds, v) || guard_tells(guard->arg[1], e, holds, v);
    return guard->op == (holds ? LC_EXPR_EQ : LC_EXPR_NE) && lc_expr_equal(guard->arg[0], e) &&
           lc_expr_is_int(guard->arg[1], v);
}

/* ---- digits one by one ---- */

/* What a digit is less than, that all threads share; NULL: a number alone is known. */
static const lc_expr *extent(const lck_race *r, const lc_expr *e)
{
    if (e->op == LC_EXPR_MOD)
        return is_shared(r, e->arg[1]) ? e->arg[1] : NULL;
    if (e->op != LC_EXPR_VAR)
        return NULL;
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, e->slot);
    for (size_t i = 0; i < lc_exprs_nvars(r->x); i++) {
        const lck_ptx_symbol *o = lck_formulas_symbol(r->f, i);
        if (o->axis == s->axis && ((s->kind == LCK_SYMBOL_TID && o->kind == LCK_SYMBOL_NTID) ||
                                   (s->kind == LCK_SYMBOL_CTAID && o->kind == LCK_SYMBOL_NCTAID)))
            return o->var;
    }
    return NULL;
}

/* The bound of a digit over what is below it: by its number, or by its extent where that is in
 * the next unit. */
static bool bound(const lck_race *r, digit *d, const unit *below, const unit *next)
{
    int64_t most = d->of ? d->of->high : 1;
    const lc_expr *of = d->of ? extent(r, d->of) : NULL;
    int64_t under = has_same_factors(&d->unit, below) ? below->k : d->unit.k;
    unsigned at;
    d->bound = d->unit;
    if (of && next && has_factor(next, of, &at) && !has_factor(&d->unit, of, &at))
        return multiply(&d->bound, of);
    if (most == 0) {
        d->bound = *below;
        return true;
    }
    if (__builtin_mul_overflow(d->unit.k, most, &d->bound.k) ||
        __builtin_add_overflow(d->bound.k, under, &d->bound.k))
        d->bound.k = INT64_MAX;
    return true;
}

/* Does what stands below each unit stay less than it, up to `top`? */
static bool has_digits(const lck_race *r, number *n, int64_t width, unsigned top)
{
    unit below = {.k = width};
    for (unsigned i = 0; i < n->n && i <= top; i++) {
        digit *d = &n->at[i];
        asked q = {r, n, i, &d->unit, width};
        if (!is_at_most(&below, &d->unit)) { /* then the guard has to say that it is */
            if (!guard_keeps(&q, n->guard, true) && !loop_keeps(&q))
                return false;
            below = d->unit;
            if (i > 0)
                n->at[i - 1].bound = below;
        }
        if (!bound(r, d, &below, i + 1 < n->n ? &n->at[i + 1].unit : NULL))
            return false;
        below = d->bound;
    }
    return true;
}

/* ---- what two threads have in common ---- */

static bool is_told(const common *c, const lc_expr *e)
{
    for (unsigned i = 0; i < c->n; i++)
        if (lc_expr_equal(c->told[i], e))
            return true;
    return false;
}

static void tell(common *c, const lc_expr *e)
{
    bool of_thread = (kinds(c->r, e) & ~(OF_ALL | OF_THREAD)) == 0;
    if (of_thread && c->n < TOLD && !is_told(c, e))
        c->told[c->n++] = e;
}

/* Is it a thread's, a block's, or a part of numbers of theirs? */
static bool tells(const lck_race *r, const digit *d)
{
    const lc_expr *e = d->of;
    bool part = e && (e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD);
    unsigned of = !e ? 0 : kinds(r, part ? e->arg[0] : e);
    return (part || (e && e->op == LC_EXPR_VAR)) && (of & OF_THREAD) &&
           (of & ~(OF_THREAD | OF_EXTENT)) == 0;
}

static bool are_multiples(const number *n, unsigned first, const unit *of)
{
    unit rest;
    for (unsigned i = first; i < n->n; i++)
        if (n->at[i].unit.k % of->k != 0 || !rest_of(of, &n->at[i].unit, &rest))
            return false;
    return true;
}

/* The first digit above all that tell; those from there on are multiples of its unit, and may be
 * any together. false: they are none, or the units are not the same up to there. */
static bool find_top(const lck_race *r, const number *a, const number *b, unsigned *top)
{
    unsigned least = a->n < b->n ? a->n : b->n;
    *top = 0;
    for (unsigned i = 0; i < a->n || i < b->n; i++)
        if ((i < a->n && tells(r, &a->at[i])) || (i < b->n && tells(r, &b->at[i])))
            *top = i + 1;
    for (unsigned i = 0; i <= *top && (i < a->n || i < b->n); i++)
        if (i >= least || !is_unit(&a->at[i].unit, &b->at[i].unit))
            return false;
    return *top >= least || (are_multiples(a, *top, &a->at[*top].unit) &&
                             are_multiples(b, *top, &a->at[*top].unit));
}

/* Two threads have equal numbers, or the same of `width`: what does that tell? */
static void compare(common *c, const lc_expr *one, const lc_expr *other, const lc_expr *guard[2],
                    int64_t width)
{
    number a = {.guard = guard[0]}, b = {.guard = guard[1]};
    unit u = {.k = 1};
    unsigned top;
    if (!take_apart(c->r, &a, one, u, DEPTH) || !take_apart(c->r, &b, other, u, DEPTH) ||
        !settle(&a, &b) || !complete(c->r, &a, &b) || !complete(c->r, &b, &a) ||
        !find_top(c->r, &a, &b, &top) || !has_digits(c->r, &a, width, top) ||
        !has_digits(c->r, &b, width, top))
        return;
    for (unsigned i = 0; i < top; i++)
        if (tells(c->r, &a.at[i]) && tells(c->r, &b.at[i]) &&
            is_unit(&a.at[i].unit, &b.at[i].unit) && lc_expr_equal(a.at[i].of, b.at[i].of))
            tell(c, a.at[i].of);
}

/* Of what is told, a quotient and its remainder tell the whole. */
static void conclude(common *c, const lc_expr *guard[2])
{
    for (unsigned i = 0; i < c->n; i++)
        for (unsigned k = 0; k < c->n; k++) {
            const lc_expr *q = c->told[i], *m = c->told[k];
            if (q->op == LC_EXPR_DIV && m->op == LC_EXPR_MOD &&
                lc_expr_equal(q->arg[0], m->arg[0]) && lc_expr_equal(q->arg[1], m->arg[1]) &&
                !is_told(c, q->arg[0])) {
                tell(c, q->arg[0]);
                compare(c, q->arg[0], q->arg[0], guard, 1);
            }
        }
}

/* What both guards give the same number. */
static void tell_guarded(common *c, const lc_expr *e, const lc_expr *guard[2])
{
    int64_t a, b;
    if (!e || e->op == LC_EXPR_INT)
        return;
    if (guard_tells(guard[0], e, true, &a) && guard_tells(guard[1], e, true, &b) && a == b)
        tell(c, e);
    for (int i = 0; i < 3; i++)
        tell_guarded(c, e->arg[i], guard);
}

static bool is_thread_told(const lck_race *r, const common *c)
{
    const lck_audit_options *launch = lck_formulas_launch(r->f);
    bool needs[2][3], good = true;
    for (int i = 0; i < 3; i++) {
        needs[0][i] = launch->block[i] > 1;
        needs[1][i] = launch->grid[i] > 1 || launch->most[i] > 1;
    }
    for (size_t i = 0; i < lc_exprs_nvars(r->x); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        bool grid = s->kind == LCK_SYMBOL_CTAID;
        if (s->kind != LCK_SYMBOL_TID && !grid)
            continue;
        needs[grid][s->axis] = false;
        good = good && (s->var->low == s->var->high || is_told(c, s->var));
    }
    for (int i = 0; i < 3; i++)
        good = good && !needs[0][i] && !needs[1][i];
    return good;
}

static bool are_apart(const lck_race *r, const lck_ptx_access *a, const lck_ptx_access *b)
{
    common c = {.r = r};
    const lc_expr *guard[2] = {a->guard, b->guard};
    compare(&c, a->at, b->at, guard, a->bytes > b->bytes ? a->bytes : b->bytes);
    tell_guarded(&c, a->guard, guard);
    conclude(&c, guard);
    return is_thread_told(r, &c);
}

/* ---- all accesses ---- */

static bool is_global(const lck_ptx_access *a)
{
    return a->space == LCK_IN_GLOBAL || a->space == LCK_IN_UNKNOWN;
}

static bool is_plain(const lck_ptx_access *a)
{
    return a->space == LCK_IN_GLOBAL && a->at && !a->async && !a->count && a->bytes > 0 &&
           (a->base.kind == LCK_BASE_ARGUMENT || a->base.kind == LCK_BASE_VARIABLE);
}

static bool may_meet(const lck_ptx_access *a, const lck_ptx_access *b)
{
    return is_global(b) && (a->writes || b->writes) && !(a->atomic && b->atomic) &&
           (!is_plain(b) || (a->base.kind == b->base.kind && a->base.of == b->base.of &&
                             a->base.offset == b->base.offset));
}

bool lck_race_apart(lck_formulas *f, const lck_accesses *list)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_race r = {.f = f, .flow = flow, .list = list, .x = lck_formulas_exprs(f)};
    size_t pairs = 0;
    bool good = !flow->irreducible && !flow->indirect && !list->failed;
    for (uint32_t i = 0; good && i < flow->ninsns; i++)
        good = lck_sync_of(f, i).kind != LCK_SYNC_OPAQUE &&
               !lck_ptx_is(lck_flow_of(flow, i), "call");
    for (size_t i = 0; good && i < list->all; i++) {
        const lck_ptx_access *a = &list->at[i];
        if (!is_global(a) || !a->writes)
            continue;
        good = is_plain(a);
        for (size_t k = 0; good && k < list->all; k++) {
            const lck_ptx_access *b = &list->at[k];
            if (may_meet(a, b) && !(b->writes && k < i))
                good = is_plain(b) && ++pairs <= PAIRS && are_apart(&r, a, b);
        }
    }
    return good;
}
