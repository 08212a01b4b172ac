/* choice.c - the numbers to try for the parameters of a claim. */
#include "config.h"

#include <string.h>

#include "../language/build.h"
#include "instance.h"

#define DIAGONAL 16 /* instances with all parameters small, or all large */
#define REPAIRS 8   /* steps to satisfy the assumptions */
#define SHRINK 96   /* instances tried to make a counterexample smaller */
#define BISECT 12   /* ... between two candidates */

/* ---- candidates ---- */

/* The next number from `value` on in the residue class of a parameter. */
static lc_int snap(const lcv_problem *p, size_t i, lc_int value)
{
    lc_int off = lc_int_sub(p->ctx, p->residue[i], value);
    return lc_int_add(p->ctx, value, lc_int_fmod(p->ctx, off, p->modulus[i]));
}

static bool in_range(const lcv_problem *p, size_t i, lc_int value)
{
    lc_int high;
    return lc_int_le(lcv_problem_low(p, i), value) &&
           (!lcv_problem_high(p, i, &high) || lc_int_le(value, high));
}

/* Sorts the numbers in ascending order, each once. */
static void add_candidate(lcv_choice *c, size_t i, lc_int value)
{
    value = snap(c->problem, i, value);
    if (in_range(c->problem, i, value))
        lcv_insert(c->candidate[i], &c->ncandidates[i], LCV_INSTANCES, value);
}

static void add_around(lcv_choice *c, size_t i, lc_int value)
{
    lc_ctx *ctx = c->problem->ctx;
    add_candidate(c, i, lc_int_sub(ctx, value, c->problem->modulus[i]));
    add_candidate(c, i, value);
    add_candidate(c, i, lc_int_add(ctx, value, lc_int_const(1)));
}

static void add_candidates(lcv_choice *c, size_t i)
{
    const lcv_problem *p = c->problem;
    static const int large[] = {16, 31, 32, 64};
    lc_int high, low = lcv_problem_low(p, i);
    add_around(c, i, low);
    add_candidate(c, i, lc_int_add(p->ctx, low, lc_int_const(2)));
    if (lcv_problem_high(p, i, &high)) { /* the last of its class */
        lc_int last = lc_int_fmod(p->ctx, lc_int_sub(p->ctx, high, p->residue[i]), p->modulus[i]);
        high = lc_int_sub(p->ctx, high, last);
        add_candidate(c, i, high);
        add_candidate(c, i, lc_int_sub(p->ctx, high, p->modulus[i]));
    }
    for (int32_t factor = 1; factor <= 3; factor++)
        for (size_t k = 0; k < p->nconstants; k++)
            add_around(c, i, lc_int_mul(p->ctx, lc_int_const(factor), p->constant[k]));
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        lc_int power = lc_int_const(1);
        for (int bit = 0; bit < large[k]; bit++)
            power = lc_int_add(p->ctx, power, power);
        add_candidate(c, i, power);
    }
}

void lcv_choice_init(lcv_choice *c, const lcv_problem *problem)
{
    *c = (lcv_choice){.problem = problem, .seed = 88172645463325252u};
    for (size_t i = 0; i < problem->n; i++)
        add_candidates(c, i);
}

/* ---- satisfying the assumptions ---- */

/* The required difference of the two sides; `up` and `down`: it may be more, less. */
static lc_int target(lcv_op op, bool *up, bool *down)
{
    *up = op == LCV_OP_GE || op == LCV_OP_GT || op == LCV_OP_NE;
    *down = op == LCV_OP_LE || op == LCV_OP_LT;
    return lc_int_const(op == LCV_OP_GT || op == LCV_OP_NE ? 1 : op == LCV_OP_LT ? -1 : 0);
}

/* Moves parameter i as far as necessary, if the difference is linear in it; only upwards unless
 * `down_too`. */
static bool move(const lcv_problem *p, const lcv_formula *f, size_t i, lc_int difference,
                 bool down_too, lc_int *value)
{
    lc_ctx *ctx = p->ctx;
    lc_int old = value[i], next, slope;
    bool up, down;
    lc_int missing = lc_int_sub(ctx, target(f->ast->op, &up, &down), difference);
    value[i] = lc_int_add(ctx, old, p->modulus[i]);
    bool known = lcv_try_sides(p, f, value, &next);
    value[i] = old;
    slope = known ? lc_int_sub(ctx, next, difference) : lc_int_const(0);
    if (lc_int_is_zero(slope))
        return false;
    bool outward = lc_int_sign(slope) > 0 ? up : down;
    lc_int steps = outward ? lc_int_cdiv(ctx, missing, slope) : lc_int_fdiv(ctx, missing, slope);
    value[i] = lc_int_add(ctx, old, lc_int_mul(ctx, steps, p->modulus[i]));
    bool allowed = down_too || lc_int_lt(old, value[i]);
    if (allowed && in_range(p, i, value[i]) && lcv_try_sides(p, f, value, &next) &&
        lcv_op_holds(f->ast->op, lc_int_sign(next)))
        return true;
    value[i] = old;
    return false;
}

static void satisfy(const lcv_problem *p, lc_int *value)
{
    bool moved = true;
    for (int step = 0; moved && step < REPAIRS; step++) {
        moved = false;
        for (size_t k = 0; k < p->nassumptions; k++) {
            const lcv_formula *f = p->assumption[k]->formula;
            lc_int difference;
            bool broken = lcv_try_sides(p, f, value, &difference) &&
                          !lcv_op_holds(f->ast->op, lc_int_sign(difference));
            bool mended = false;
            for (size_t i = 0; broken && !mended && i < 2 * p->n; i++)
                mended = move(p, f, (i + (size_t)step) % p->n, difference, i >= p->n, value);
            moved = moved || mended;
        }
    }
}

/* ---- instances ---- */

static size_t random_below(lcv_choice *c, size_t n)
{
    c->seed ^= c->seed << 13;
    c->seed ^= c->seed >> 7;
    c->seed ^= c->seed << 17;
    return (size_t)((c->seed >> 11) % n);
}

/* First all at their least numbers; then along the diagonal; then one at random, the others
 * small or in the middle; then all at random. */
static size_t pick(lcv_choice *c, size_t i, size_t turn)
{
    size_t last = c->ncandidates[i] - 1;
    if (c->step <= DIAGONAL)
        return last * c->step / DIAGONAL;
    if (c->step <= 3 * DIAGONAL && i != turn)
        return c->step % 2 == 0 ? 0 : last / 2;
    return random_below(c, last + 1);
}

static bool seen(const lcv_choice *c, const lc_int *value)
{
    for (size_t k = 0; k < c->nseen; k++) {
        size_t i = 0;
        while (i < c->problem->n && lc_int_eq(c->seen[k][i], value[i]))
            i++;
        if (i == c->problem->n)
            return true;
    }
    return false;
}

bool lcv_choice_next(lcv_choice *c, lc_int *value)
{
    const lcv_problem *p = c->problem;
    while (c->step < LCV_INSTANCES) {
        for (size_t i = 0; i < p->n; i++) {
            if (c->ncandidates[i] == 0) /* no number of the range is in the class */
                return false;
            value[i] = c->candidate[i][pick(c, i, c->step / 2 % p->n)];
        }
        c->step++;
        satisfy(p, value);
        if (!seen(c, value)) {
            memcpy(c->seen[c->nseen++], value, p->n * sizeof(lc_int));
            return true;
        }
    }
    return false;
}

bool lcv_choice_at(const lcv_choice *c, const size_t *place, lc_int *value)
{
    const lcv_problem *p = c->problem;
    bool inside = true;
    for (size_t i = 0; i < p->n; i++) {
        lc_int steps = lc_int_const((int32_t)place[i]);
        value[i] = lc_int_add(p->ctx, snap(p, i, lcv_problem_low(p, i)),
                              lc_int_mul(p->ctx, steps, p->modulus[i]));
        inside = inside && in_range(p, i, value[i]);
    }
    return inside;
}

/* The least number that fails between one that does not fail and one that does, if all above it
 * fail. */
static void bisect(lcv_choice *c, size_t i, lc_int low, lc_int *value,
                   bool (*fails)(void *user, const lc_int *value), void *user)
{
    lc_ctx *ctx = c->problem->ctx;
    lc_int high = value[i];
    for (int step = 0; step < BISECT; step++) {
        lc_int half = lc_int_fdiv(ctx, lc_int_add(ctx, low, high), lc_int_const(2));
        value[i] = snap(c->problem, i, lc_int_add(ctx, half, lc_int_const(1)));
        if (!lc_int_lt(value[i], high)) /* nothing between, or only the half itself */
            value[i] = snap(c->problem, i, half);
        if (!lc_int_lt(value[i], high) || !lc_int_lt(low, value[i]))
            break;
        if (fails(user, value))
            high = value[i];
        else
            low = value[i];
    }
    value[i] = high;
}

void lcv_choice_shrink(lcv_choice *c, lc_int *value,
                       bool (*fails)(void *user, const lc_int *value), void *user)
{
    size_t tried = 0;
    for (size_t i = 0; i < c->problem->n; i++) {
        lc_int old = value[i], below = old;
        bool smaller = false;
        for (size_t k = 0; !smaller && k < c->ncandidates[i] && tried < SHRINK; k++, tried++) {
            value[i] = c->candidate[i][k];
            if (!lc_int_lt(value[i], old))
                break;
            smaller = fails(user, value);
            if (!smaller)
                below = value[i];
        }
        if (!smaller)
            value[i] = old;
        if (lc_int_lt(below, value[i]))
            bisect(c, i, below, value, fails, user);
    }
}
