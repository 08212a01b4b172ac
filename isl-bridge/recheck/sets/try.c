/* try.c - points of a set, looked for among a few. */
#include "config.h"

#include "try.h"

#include <string.h>

#define RANDOM_TRIES 8
#define SINGLE_TRIES 24 /* variables that are tried by themselves */
#define WIDE 1024       /* what has no end is below this at random */

/* ---- numbers at random ---- */

/* A linear congruential generator (Knuth, MMIX); the high bits are the random ones. */
static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

lc_int lcr_try_below(lc_ctx *lc, uint64_t *seed, lc_int end)
{
    if (lc_int_is_small(end) && lc_int_get_si(end) < INT32_MAX)
        return lc_int_si(lc, (int64_t)(next(seed) % (uint64_t)lc_int_get_si(end)));
    lc_int wide = lc_int_si(lc, (int64_t)(next(seed) << 31 | next(seed)));
    return lc_int_fmod(lc, lc_int_mul(lc, wide, wide), end);
}

/* ---- a point ---- */

typedef struct {
    const sys *s;
    const sys_row **row; /* equalities, as they were said */
    size_t nrows;
    lc_int *at;
    bool *known;
    uint64_t seed;
} guess;

static bool has_least(const sys *s, size_t var)
{
    return s->ends[var] && s->ends[var]->has_least;
}

static bool has_most(const sys *s, size_t var)
{
    return s->ends[var] && s->ends[var]->has_most;
}

/* 0 where that is within the bounds, else the end that is nearest to it. */
static lc_int nearest(const sys *s, size_t var, lc_int value)
{
    if (has_least(s, var) && lc_int_lt(value, s->ends[var]->least))
        return s->ends[var]->least;
    if (has_most(s, var) && lc_int_lt(s->ends[var]->most, value))
        return s->ends[var]->most;
    return value;
}

/* Try 0: 0; 1 to n: variable `try - 1` at its end, or at 1 without one; n + 1: all of them so;
 * more: at random. */
static lc_int chosen(guess *g, size_t var, size_t try)
{
    lc_ctx *lc = g->s->pool->lc;
    lc_int least = nearest(g->s, var, lc_int_const(0));
    if (try == var + 1 || try == g->s->n + 1)
        return has_most(g->s, var) ? g->s->ends[var]->most
                                   : lc_int_add(lc, least, lc_int_const(1));
    if (try <= g->s->n)
        return least;
    lc_int low = has_least(g->s, var) ? g->s->ends[var]->least : least;
    lc_int end = has_most(g->s, var) ? lc_int_add(lc, g->s->ends[var]->most, lc_int_const(1))
                                     : lc_int_add(lc, low, lc_int_const(WIDE));
    lc_int span = lc_int_sub(lc, end, low);
    return lc_int_lt(lc_int_const(0), span)
               ? lc_int_add(lc, low, lcr_try_below(lc, &g->seed, span))
               : low;
}

/* Coordinates have these letters; all others are what rows define. */
static bool is_coordinate(const sys *s, size_t var)
{
    return strchr("cdijnx", s->name[var].letter) != NULL;
}

/* Of the variables of a row that are not known, the one with the largest factor; SIZE_MAX:
 * none. *more: how small the sum of the others can be, *open: it has no end there. */
static size_t largest(const guess *g, const sys_row *row, lc_int *more, bool *open)
{
    lc_ctx *lc = g->s->pool->lc;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < row->n; i++)
        if (!g->known[row->term[i].var] &&
            (best == SIZE_MAX || lc_int_lt(lc_int_abs(lc, row->term[best].factor),
                                           lc_int_abs(lc, row->term[i].factor))))
            best = i;
    *more = lc_int_const(0);
    *open = false;
    for (size_t i = 0; i < row->n; i++) {
        size_t var = row->term[i].var;
        bool up = lc_int_lt(lc_int_const(0), row->term[i].factor);
        if (g->known[var] || i == best)
            continue;
        *open = *open || !(up ? has_least(g->s, var) : has_most(g->s, var));
        if (!*open)
            *more = lc_int_add(lc, *more,
                               lc_int_mul(lc, row->term[i].factor,
                                          up ? g->s->ends[var]->least : g->s->ends[var]->most));
    }
    return best;
}

/* What is not known of an equality, as digits: the one of the largest factor first, as large as
 * the others allow. */
static void solve(guess *g, const sys_row *row)
{
    lc_ctx *lc = g->s->pool->lc;
    lc_int rest = lc_int_neg(lc, row->constant), more;
    bool open;
    for (size_t i = 0; i < row->n; i++)
        if (g->known[row->term[i].var])
            rest = lc_int_sub(lc, rest,
                              lc_int_mul(lc, row->term[i].factor, g->at[row->term[i].var]));
    for (size_t i; (i = largest(g, row, &more, &open)) != SIZE_MAX;) {
        lc_int factor = row->term[i].factor, size = lc_int_abs(lc, factor);
        lc_int value = lc_int_fdiv(lc, lc_int_sub(lc, rest, more), size);
        size_t var = row->term[i].var;
        value = lc_int_lt(factor, lc_int_const(0)) ? lc_int_neg(lc, value) : value;
        g->at[var] = nearest(g->s, var, open ? lc_int_const(0) : value);
        g->known[var] = true;
        rest = lc_int_sub(lc, rest, lc_int_mul(lc, factor, g->at[var]));
    }
}

static bool found_in(guess *g, size_t try)
{
    const sys *s = g->s;
    for (size_t i = 0; i < s->n; i++) {
        g->known[i] = is_coordinate(s, i);
        g->at[i] = chosen(g, i, try);
    }
    for (size_t i = 0; i < g->nrows; i++)
        solve(g, g->row[i]);
    return lcr_sys_has(s, &(sys_point){s->n, g->at});
}

/* The equalities of the set; false with an error. */
static bool begin(guess *g, const sys *s)
{
    size_t n = s->nrows;
    *g = (guess){.s = s, .seed = 1};
    g->row = lcr_lit_alloc(s->pool, n + 1, sizeof *g->row);
    g->at = lcr_lit_alloc(s->pool, s->n + 1, sizeof *g->at);
    g->known = lcr_lit_alloc(s->pool, s->n + 1, sizeof *g->known);
    if (!g->row || !g->at || !g->known)
        return false;
    for (const sys_row *row = s->last; row != NULL; row = row->before)
        if (!row->bounds && row->relation == SYS_EQ)
            g->row[--n] = row;
    g->row += n;
    g->nrows = s->nrows - n;
    return true;
}

bool lcr_sys_try(const sys *s, sys_point *found)
{
    guess g;
    if (s->failed || !begin(&g, s))
        return false;
    size_t single = s->n < SINGLE_TRIES ? s->n : SINGLE_TRIES;
    for (size_t try = 0; try <= single + 1 + RANDOM_TRIES; try++)
        if (found_in(&g, try <= single ? try : s->n + try - single)) {
            *found = (sys_point){s->n, g.at};
            return true;
        }
    return false;
}
