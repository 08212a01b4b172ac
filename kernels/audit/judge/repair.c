/* repair.c - numbers at which a thread runs an access: where a condition fails, one symbol after
 * the other is moved so far that it holds. */
#include "config.h"

#include "repair.h"

#define ROUNDS 3  /* what one condition mends another may break */
#define DEPTH 100 /* of conditions inside of others */

typedef struct {
    lck_numbers *s;
    size_t first; /* of the symbols, the one that is moved first */
} work;

/* ---- one comparison ---- */

/* What the difference of its sides has to be: at most, at least, or just `to`. */
typedef enum { AT_MOST, AT_LEAST, JUST } aim;
typedef struct {
    aim aim;
    int64_t to;
} goal;

static goal goal_of(lc_expr_op op, bool want)
{
    switch (op) {
    case LC_EXPR_LT: return want ? (goal){AT_MOST, -1} : (goal){AT_LEAST, 0};
    case LC_EXPR_LE: return want ? (goal){AT_MOST, 0} : (goal){AT_LEAST, 1};
    default: return (op == LC_EXPR_EQ) == want ? (goal){JUST, 0} : (goal){AT_LEAST, 1};
    }
}

static bool is_reached(goal g, int64_t d, bool differs)
{
    if (differs) /* on either side */
        return d != 0;
    return g.aim == AT_MOST ? d <= g.to : g.aim == AT_LEAST ? d >= g.to : d == g.to;
}

static bool difference(const work *w, const lc_expr *a, const lc_expr *b, int64_t *d)
{
    int64_t left, right;
    return lc_expr_at(a, w->s->env, &left) && lc_expr_at(b, w->s->env, &right) &&
           !__builtin_sub_overflow(left, right, d);
}

/* How many steps of so much each lead from d to the goal; false: none do. */
static bool steps_to(goal g, int64_t d, int64_t slope, int64_t *steps)
{
    int64_t gap;
    if (slope == 0 || slope == INT64_MIN || __builtin_sub_overflow(g.to, d, &gap) ||
        gap == INT64_MIN)
        return false;
    *steps = gap / slope;
    bool exact = gap % slope == 0;
    if (!exact && (gap > 0) == (slope > 0)) /* the quotient is to zero: one step more */
        ++*steps;
    else if (!exact)
        --*steps;
    return exact || g.aim != JUST;
}

/* Moves one symbol. False: that does not help, and it is as it was. */
static bool move(work *w, size_t slot, const lc_expr *a, const lc_expr *b, goal g, int64_t d)
{
    const lc_expr *var = lc_exprs_var(w->s->j->x, slot);
    int64_t *v = &w->s->env[slot], was = *v, step = w->s->j->symbol[slot].multiple;
    int64_t there, slope, n, by;
    if (w->s->j->symbol[slot].power || !(lc_expr_has(a, var) || lc_expr_has(b, var)))
        return false;
    if (was > var->high - step)
        step = -step;
    *v = was + step;
    bool moves = difference(w, a, b, &there) && !__builtin_sub_overflow(there, d, &slope) &&
                 steps_to(g, d, slope, &n) && !__builtin_mul_overflow(n, step, &by) &&
                 !__builtin_add_overflow(was, by, v) && *v >= var->low && *v <= var->high &&
                 difference(w, a, b, &there) && is_reached(g, there, false);
    if (!moves)
        *v = was;
    return moves;
}

static bool compare(work *w, lc_expr_op op, const lc_expr *a, const lc_expr *b, bool want)
{
    const lck_numbers *s = w->s;
    goal g = goal_of(op, want);
    int64_t d;
    if (!difference(w, a, b, &d))
        return false;
    bool holds = is_reached(g, d, g.aim == AT_LEAST && op != LC_EXPR_LT && op != LC_EXPR_LE);
    for (size_t i = 0; i < s->n && !holds; i++)
        holds = move(w, s->slot[(w->first + i) % s->n], a, b, g, d);
    return holds;
}

/* ---- conditions ---- */

static bool satisfy(work *w, const lc_expr *e, bool want, unsigned depth)
{
    const lc_expr zero = {.op = LC_EXPR_INT};
    bool both = (e->op == LC_EXPR_ALL) == want;
    int64_t c;
    if (depth > DEPTH)
        return false;
    switch (e->op) {
    case LC_EXPR_ALL:
    case LC_EXPR_ANY: {
        size_t first = w->first & 1;
        bool one = satisfy(w, e->arg[first], want, depth + 1);
        if (one != both)
            return one;
        return satisfy(w, e->arg[1 - first], want, depth + 1);
    }
    case LC_EXPR_NOT: return satisfy(w, e->arg[0], !want, depth + 1);
    case LC_EXPR_LT:
    case LC_EXPR_LE:
    case LC_EXPR_EQ:
    case LC_EXPR_NE: return compare(w, e->op, e->arg[0], e->arg[1], want);
    case LC_EXPR_SELECT:
        return lc_expr_at(e->arg[0], w->s->env, &c) &&
               satisfy(w, e->arg[c ? 1 : 2], want, depth + 1);
    default: return compare(w, LC_EXPR_NE, e, &zero, want);
    }
}

/* Trips and blocks are below their numbers, the thread below the extents of its block. */
static bool is_within(work *w, const int64_t at[3])
{
    bool all = true;
    for (size_t i = 0; i < w->s->n; i++) {
        size_t slot = w->s->slot[i];
        const lck_judged_symbol *s = &w->s->j->symbol[slot];
        const lc_expr *var = lc_exprs_var(w->s->j->x, slot);
        const lc_expr from = {.op = LC_EXPR_INT, .value = at[s->axis]};
        all &= !s->below || compare(w, LC_EXPR_LT, var, s->below, true);
        all &= !s->extent || compare(w, LC_EXPR_LT, &from, var, true);
    }
    return all;
}

void lck_numbers_repair(lck_numbers *s, const lc_expr *guard, size_t which)
{
    work w = {.s = s, .first = which};
    const int64_t *block = s->j->block;
    int64_t t = (int64_t)(which * 37) % (block[0] * block[1] * block[2]);
    const int64_t at[3] = {t % block[0], t / block[0] % block[1], t / block[0] / block[1]};
    for (size_t i = 0; i < lc_exprs_nvars(s->j->x); i++)
        if (s->j->symbol[i].holder == LCK_OF_AXIS)
            s->env[i] = at[s->j->symbol[i].axis];
    bool done = false;
    for (int round = 0; round < ROUNDS && !done; round++) {
        done = satisfy(&w, guard, true, 0);
        done = is_within(&w, at) && done && round > 0;
    }
}
