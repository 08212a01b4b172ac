/* apart.c - threads of any grid that access global memory apart, whatever its sizes are.
 *
 * An address is read as a number with digits: of 4 tid + 128 ctaid + 4 w row the units are 4, 128
 * and 4 w. Where what stands below a unit stays less than it, by the bounds of what varies, the
 * extents of block and grid, or a comparison of the guard, equal addresses have equal digits. No
 * two threads have the same digits if these determine thread and block. Trips, data and constants
 * are digits that determine nothing. Constants that two accesses have in common are left out.
 */
#include "config.h"

#include "../../../lib/int64.h"
#include "digits.h"

#include <string.h>

#define TOLD 32    /* what two threads have in common */
#define PAIRS 4096 /* of accesses */

typedef struct {
    const lck_race *r;
    lck_race_claims *claims;
    const lc_expr *told[TOLD];
    unsigned n;
} common;

/* ---- what guards say ---- */

typedef struct {
    const lck_race *r;
    const lck_number *n;
    unsigned below; /* digits under the unit */
    const lck_unit *unit;
    int64_t width;
    lck_fold *fold; /* what is found */
} asked;

/* u times of, or u alone; NULL: there is no room. */
static const lc_expr *product(lc_exprs *x, const lck_unit *u, const lc_expr *of)
{
    const lc_expr *e = of ? of : lc_expr_int(x, 1);
    for (unsigned k = 0; e && k < u->n; k++)
        e = lc_expr_make(x, LC_EXPR_MUL, e, u->by[k]);
    return e ? lc_expr_make(x, LC_EXPR_MUL, e, lc_expr_int(x, u->k)) : NULL;
}

/* Is a at least the digits from `first` on, in units of `part`? */
static bool covers(const asked *q, const lc_expr *a, unsigned first, const lck_unit *part)
{
    lc_exprs *x = q->r->x;
    for (unsigned i = first; a && i < q->below; i++) {
        lck_unit u;
        const lck_digit *d = &q->n->at[i];
        if (d->unit.k % part->k != 0 || !lck_unit_rest(part, &d->unit, &u))
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
    lck_number of = {0};
    const lck_digit *size = NULL;
    lck_unit part;
    if (!lck_race_is_of_all(q->r, b) || !lck_number_add(q->r, &of, b))
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
        !lck_unit_rest(&size->unit, q->unit, &part))
        return false;
    for (unsigned first = 0; first <= q->below; first++) {
        part.k = q->unit->k / size->unit.k;
        for (unsigned i = first; i < q->below; i++)
            part.k = lc_int64_gcd(part.k, q->n->at[i].unit.k);
        lck_unit low = first ? q->n->at[first - 1].bound : (lck_unit){.k = q->width};
        if (lck_unit_is_at_most(&low, &part) && covers(q, a, first, &part)) {
            *q->fold = (lck_fold){true, first, size->unit, part};
            return true;
        }
    }
    return false;
}

static bool keeps(void *context, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return op == LC_EXPR_LT && keeps_below(context, a, b);
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
    lck_number n = {0};
    const lc_expr *side[2] = {lc_expr_make(x, LC_EXPR_MUL, trip, lc_expr_int(x, step)),
                              lc_expr_int(x, step)};
    if (!lck_number_add(q->r, &n, d))
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
        lck_number first = *q->n;
        first.at[i].of = &lck_digit_of_nothing;
        lck_fold fold;
        asked at_first = {q->r, &first, q->below, q->unit, q->width, &fold};
        if (lc_expr_compares(first.guard, true, keeps, &at_first) &&
            trip_keeps(q, trip, d, step)) {
            q->fold->first = fold.first < q->fold->first ? fold.first : q->fold->first;
            return lck_unit_equal(&fold.part, &q->fold->part) &&
                   lck_unit_equal(&fold.size, &q->fold->size);
        }
    }
    return false;
}

/* An expression, and what a guard says of it by comparing it with numbers. */
typedef struct {
    const lc_expr *e;
    int64_t value;
} said;

static bool is_value(void *context, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    said *s = context;
    return op == LC_EXPR_EQ && lc_expr_equal(a, s->e) && lc_expr_is_int(b, &s->value);
}

static bool is_most(void *context, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    said *s = context;
    int64_t most;
    if (lc_expr_equal(a, s->e) && lc_expr_is_int(b, &most) && most > INT64_MIN) {
        most -= op == LC_EXPR_LT;
        s->value = most < s->value ? most : s->value;
    }
    return false; /* the others may say less */
}

/* ---- digits one by one ---- */

/* An expression that all threads share and that a digit is less than; NULL: only a number is
 * known. */
static const lc_expr *extent(const lck_race *r, const lc_expr *e)
{
    if (e->op == LC_EXPR_MOD)
        return lck_race_is_of_all(r, e->arg[1]) ? e->arg[1] : NULL;
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
static bool bound(const lck_race *r, const lc_expr *guard, lck_digit *d, const lck_unit *below,
                  const lck_unit *next)
{
    said most_said = {d->of, d->of ? d->of->high : 1};
    (void)(d->of && lc_expr_compares(guard, true, is_most, &most_said));
    int64_t most = most_said.value;
    const lc_expr *of = d->of ? extent(r, d->of) : NULL;
    int64_t under = lck_unit_is_alike(&d->unit, below) ? below->k : d->unit.k;
    unsigned at;
    d->bound = d->unit;
    d->extent = (lck_unit){.k = most == INT64_MAX ? 0 : most + 1};
    if (of && next && lck_unit_has(next, of, &at) && !lck_unit_has(&d->unit, of, &at)) {
        d->extent.k = 1;
        return lck_unit_multiply(&d->extent, of) && lck_unit_multiply(&d->bound, of);
    }
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
static bool has_digits(const lck_race *r, lck_number *n, int64_t width, unsigned top)
{
    lck_unit below = {.k = width};
    for (unsigned i = 0; i < n->n && i <= top; i++) {
        lck_digit *d = &n->at[i];
        asked q = {r, n, i, &d->unit, width, &d->fold};
        if (!lck_unit_is_at_most(&below, &d->unit)) { /* then the guard has to say that it is */
            if (!lc_expr_compares(n->guard, true, keeps, &q) && !loop_keeps(&q))
                return false;
            below = d->fold.size;
            for (unsigned k = 0; k < d->fold.part.n; k++)
                if (!lck_unit_multiply(&below, d->fold.part.by[k]))
                    return false;
            if (__builtin_mul_overflow(below.k, d->fold.part.k, &below.k))
                return false;
            if (i > 0)
                n->at[i - 1].bound = below;
        }
        if (!bound(r, n->guard, d, &below, i + 1 < n->n ? &n->at[i + 1].unit : NULL))
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
    bool of_thread = (lck_formula_kinds(c->r->f, e) & ~(LCK_OF_ARGUMENTS | LCK_OF_THREADS)) == 0;
    if (of_thread && c->n < TOLD && !is_told(c, e))
        c->told[c->n++] = e;
}

/* Is the digit a number of a thread or a block, or a part of one? */
static bool tells(const lck_race *r, const lck_digit *d)
{
    const lc_expr *e = d->of;
    bool part = e && (e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD);
    unsigned of = !e ? 0 : lck_formula_kinds(r->f, part ? e->arg[0] : e);
    return (part || (e && e->op == LC_EXPR_VAR)) && (of & LCK_OF_THREADS) &&
           (of & ~(LCK_OF_THREADS | LCK_OF_EXTENTS)) == 0;
}

static bool are_multiples(const lck_number *n, unsigned first, const lck_unit *of)
{
    lck_unit rest;
    for (unsigned i = first; i < n->n; i++)
        if (n->at[i].unit.k % of->k != 0 || !lck_unit_rest(of, &n->at[i].unit, &rest))
            return false;
    return true;
}

/* The first digit above all that tell; those from there on are multiples of its unit, and may be
 * any together. false: they are none, or the units are not the same up to there. */
static bool find_top(const lck_race *r, const lck_number *a, const lck_number *b, unsigned *top)
{
    unsigned least = a->n < b->n ? a->n : b->n;
    *top = 0;
    for (unsigned i = 0; i < a->n || i < b->n; i++)
        if ((i < a->n && tells(r, &a->at[i])) || (i < b->n && tells(r, &b->at[i])))
            *top = i + 1;
    for (unsigned i = 0; i <= *top && (i < a->n || i < b->n); i++)
        if (i >= least || !lck_unit_equal(&a->at[i].unit, &b->at[i].unit))
            return false;
    return *top >= least || (are_multiples(a, *top, &a->at[*top].unit) &&
                             are_multiples(b, *top, &a->at[*top].unit));
}

/* Notes which digits are the same in two threads whose accesses of `width` bytes, at `one` and
 * `other`, overlap. */
static void compare(common *c, const lc_expr *one, const lc_expr *other, const lc_expr *guard[2],
                    int64_t width)
{
    lck_number a = {.guard = guard[0]}, b = {.guard = guard[1]};
    unsigned top;
    if (!lck_number_add(c->r, &a, one) || !lck_number_add(c->r, &b, other) ||
        !lck_numbers_settle(&a, &b) || !lck_number_complete(c->r, &a, &b) ||
        !lck_number_complete(c->r, &b, &a) || !find_top(c->r, &a, &b, &top) ||
        !has_digits(c->r, &a, width, top) || !has_digits(c->r, &b, width, top))
        return;
    lck_race_claim(c->claims, &a, &b, width, top);
    for (unsigned i = 0; i < top; i++)
        if (tells(c->r, &a.at[i]) && tells(c->r, &b.at[i]) &&
            lck_unit_equal(&a.at[i].unit, &b.at[i].unit) && lc_expr_equal(a.at[i].of, b.at[i].of))
            tell(c, a.at[i].of);
}

/* Is m the remainder of a by d, or a itself one by a multiple of d and m that of the same? */
static bool is_rest(const lc_expr *m, const lc_expr *a, const lc_expr *d)
{
    int64_t by, less;
    if (m->op != LC_EXPR_MOD || !lc_expr_equal(m->arg[1], d))
        return false;
    return lc_expr_equal(m->arg[0], a) ||
           (a->op == LC_EXPR_MOD && lc_expr_equal(m->arg[0], a->arg[0]) &&
            lc_expr_is_int(a->arg[1], &by) && lc_expr_is_int(d, &less) && less > 0 &&
            by % less == 0);
}

/* Where a quotient and its remainder are the same in both threads, so is the dividend. */
static void conclude(common *c, const lc_expr *guard[2])
{
    for (unsigned i = 0; i < c->n; i++)
        for (unsigned k = 0; k < c->n; k++) {
            const lc_expr *q = c->told[i], *m = c->told[k];
            if (q->op == LC_EXPR_DIV && is_rest(m, q->arg[0], q->arg[1]) &&
                !is_told(c, q->arg[0])) {
                tell(c, q->arg[0]);
                compare(c, q->arg[0], q->arg[0], guard, 1);
            }
        }
}

/* What both guards give the same number. */
static void tell_guarded(common *c, const lc_expr *e, const lc_expr *guard[2])
{
    said a = {e, 0}, b = {e, 0};
    if (!e || e->op == LC_EXPR_INT)
        return;
    if (lc_expr_compares(guard[0], true, is_value, &a) &&
        lc_expr_compares(guard[1], true, is_value, &b) && a.value == b.value)
        tell(c, e);
    for (int i = 0; i < 3; i++)
        tell_guarded(c, e->arg[i], guard);
}

static bool is_thread_told(const lck_race *r, const common *c)
{
    const lck_audit_options *launch = lck_formulas_launch(r->f);
    bool needs[2][3], good = true;
    int64_t block[3];
    lck_formulas_block(r->f, block);
    for (int i = 0; i < 3; i++) { /* along x there may be many, though the kernel asks for none */
        needs[0][i] = block[i] > 1 || (i == 0 && block[i] != 1);
        needs[1][i] = launch->grid[i] > 1 || launch->most[i] > 1 ||
                      (i == 0 && launch->grid[i] != 1 && launch->most[i] != 1);
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

/* That blocks are of the grid, where that is known to have so many. */
static const lc_expr *in_grid(const lck_race *r, const lc_expr *const blocks[3])
{
    const lc_expr *all = lc_expr_int(r->x, 1);
    for (size_t i = 0; i < lc_exprs_nvars(r->x) && all; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        if (s->kind == LCK_SYMBOL_CTAID && blocks[s->axis])
            all = lc_expr_make(r->x, LC_EXPR_ALL, all,
                               lc_expr_make(r->x, LC_EXPR_LT, s->var, blocks[s->axis]));
    }
    lc_ctx_reset(lc_exprs_ctx(r->x));
    return all;
}

static bool are_apart(const lck_race *r, lck_race_claims *claims, const lc_expr *grid,
                      const lck_ptx_access *a, const lck_ptx_access *b)
{
    common c = {.r = r, .claims = claims};
    const lc_expr *guard[2] = {lc_expr_make(r->x, LC_EXPR_ALL, a->guard, grid),
                               lc_expr_make(r->x, LC_EXPR_ALL, b->guard, grid)};
    int64_t ever;
    if (!guard[0] || !guard[1]) {
        lc_ctx_reset(lc_exprs_ctx(r->x));
        return false;
    }
    if ((lc_expr_is_int(guard[0], &ever) && !ever) || (lc_expr_is_int(guard[1], &ever) && !ever))
        return true; /* no thread gets there */
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
           a->rows == 0 && a->matrices == 0 &&
           (a->base.kind == LCK_BASE_ARGUMENT || a->base.kind == LCK_BASE_VARIABLE);
}

static bool may_meet(const lck_ptx_access *a, const lck_ptx_access *b)
{
    bool strong = a->atomic && b->atomic && !a->of_block && !b->of_block;
    return is_global(b) && (a->writes || b->writes) && !strong &&
           (!is_plain(b) || lck_base_is_same(&a->base, &b->base));
}

lck_answer lck_race_apart(lck_audit *audit, lck_asker *asker, lck_formulas *f,
                          const lck_accesses *list, const lc_expr *const blocks[3])
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_race r = {.f = f, .flow = flow, .list = list, .x = lck_formulas_exprs(f)};
    lck_race_claims claims = {.asker = asker, .good = true, .confirmed = true};
    const lc_expr *grid = in_grid(&r, blocks);
    size_t pairs = 0;
    bool good = grid && !flow->irreducible && !flow->indirect && !list->failed;
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
                good = is_plain(b) && ++pairs <= PAIRS && are_apart(&r, &claims, grid, a, b);
        }
    }
    lck_answer answer = {.verdict = good && claims.good ? LCK_GOOD : LCK_NOT_ASKED};
    if (answer.verdict == LCK_GOOD && claims.claim) {
        answer.claim = lck_audit_text(audit, claims.claim, strlen(claims.claim));
        answer.confirmed = claims.confirmed;
    }
    return answer;
}
