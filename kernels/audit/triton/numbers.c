#include "config.h"

#include "numbers.h"

#include "../../../lib/text.h"
#include "global.h"

#define STARTS 16
#define PASSES 2
#define JUMPS 12

bool lck_numbers_given(const lck_symbol *s)
{
    return s->kind == LCK_ARGUMENT_OF || s->kind == LCK_PROGRAMS;
}

int64_t lck_numbers_fitted(const lck_symbol *s, int64_t number)
{
    int64_t low = s->var->low, high = s->var->high, m = s->multiple;
    number = number / m * m;
    if (number < low)
        number = low <= 0 ? 0 : (low + m - 1) / m * m;
    return number > high ? high / m * m : number;
}

static bool occurs(const lck_numbers *n, const lc_expr *var)
{
    return lc_expr_has(n->value, var) || (n->guard && lc_expr_has(n->guard, var));
}

static bool moves(const lck_numbers *n, const lck_symbol *s)
{
    return s->var &&
           (s->kind == LCK_COORDINATE || s->kind == LCK_PROGRAM || s->kind == LCK_TRIP) &&
           occurs(n, s->var);
}

/* The value where the guard holds; false: it does not, or a step has no value. */
static bool value_at(const lck_numbers *n, int64_t *value)
{
    int64_t active = 1;
    return (!n->guard || (lc_expr_at(n->guard, n->env, &active) && active)) &&
           lc_expr_at(n->value, n->env, value);
}

static int64_t last_of(const lck_numbers *n, const lck_symbol *s)
{
    int64_t high = s->var->high, trips;
    if (s->kind == LCK_TRIP && s->trips && lc_expr_at(s->trips, n->env, &trips) && trips > 0 &&
        trips <= high)
        return trips - 1;
    return s->kind == LCK_PROGRAM && n->blocks > 0 && high > n->blocks - 1 ? n->blocks - 1 : high;
}

typedef struct {
    lck_numbers *n;
    size_t slot;
    int64_t low, high, best_at;
} walk;

/* Goes there if the guard holds there. */
static bool step_to(walk *w, int64_t to)
{
    int64_t from = w->n->env[w->slot], value;
    if (to < w->low || to > w->high)
        return false;
    w->n->env[w->slot] = to;
    if (!value_at(w->n, &value)) {
        w->n->env[w->slot] = from;
        return false;
    }
    if (value > w->n->best) {
        w->n->best = value;
        w->best_at = to;
    }
    return true;
}

/* As far as the guard holds, in steps that double, then halve. */
static void walk_far(walk *w, int64_t step)
{
    int64_t *at = &w->n->env[w->slot], length = 1;
    while (w->n->best < w->n->enough && length < INT64_MAX / 4 / (step < 0 ? -step : step) &&
           step_to(w, *at + step * length))
        length *= 2;
    for (; length >= 1 && w->n->best < w->n->enough; length /= 2)
        step_to(w, *at + step * length);
}

/* To the last of a half, a quarter, ..: formulas with remainders are not monotone. */
static void jump(walk *w, const lck_symbol *s)
{
    int64_t from = w->n->env[w->slot];
    for (unsigned k = 0; k < JUMPS && w->n->best < w->n->enough; k++) {
        step_to(w, lck_numbers_fitted(s, ((w->high / 2 + 1) >> k) * 2 - 1));
        w->n->env[w->slot] = from;
    }
}

static void move(lck_numbers *n, size_t slot, const lck_symbol *s, bool jumps)
{
    walk w = {n, slot, s->var->low, last_of(n, s), n->env[slot]};
    int64_t from = n->env[slot];
    walk_far(&w, s->multiple);
    n->env[slot] = from;
    if (n->best < n->enough)
        walk_far(&w, -s->multiple);
    n->env[slot] = from;
    if (jumps)
        jump(&w, s);
    n->env[slot] = w.best_at;
}

/* Numbers at which the guard holds: all 0, else small ones and last ones. */
static bool find_start(lck_numbers *n)
{
    size_t nvars = lc_exprs_nvars(lck_index_exprs(n->ix));
    for (unsigned start = 0; start < STARTS; start++) {
        uint64_t seed = start * UINT64_C(0x9e3779b97f4a7c15);
        for (size_t i = 0; i < nvars; i++) {
            const lck_symbol *s = lck_index_symbol(n->ix, i);
            if (!moves(n, s))
                continue;
            seed = (seed ^ seed >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + start;
            uint64_t way = seed >> 40 & 3;
            n->env[i] = lck_numbers_fitted(s, way < 3 ? (int64_t)way : last_of(n, s));
        }
        if (value_at(n, &n->best))
            return true;
    }
    return false;
}

bool lck_numbers_climb(lck_numbers *n)
{
    size_t nvars = lc_exprs_nvars(lck_index_exprs(n->ix));
    if (!value_at(n, &n->best) && !find_start(n))
        return false;
    for (unsigned pass = 0; pass < PASSES && n->best < n->enough; pass++)
        for (size_t i = 0; i < nvars && n->best < n->enough; i++)
            if (moves(n, lck_index_symbol(n->ix, i)))
                move(n, i, lck_index_symbol(n->ix, i), pass > 0);
    return true;
}

char *lck_numbers_text(const lck_numbers *n)
{
    lc_exprs *x = lck_index_exprs(n->ix);
    lc_text text = {0};
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(n->ix, i);
        if (s->var && occurs(n, s->var))
            lc_text_printf(&text, "%s%s = %lld", text.length ? ", " : "", s->var->name,
                           (long long)n->env[i]);
    }
    char *taken = lc_text_take(NULL, &text);
    if (taken)
        lck_global_drop_extents(taken);
    return taken;
}
