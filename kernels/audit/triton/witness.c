/* witness.c - numbers at which an instruction touches more sectors than its bytes fill. */
#include "config.h"

#include "extreme.h"
#include "global.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"
#include "../../../lib/text.h"

#define ROUNDS 48

static int64_t pick(uint64_t seed, int64_t most)
{
    return (int64_t)(lc_int64_scramble(seed) % (uint64_t)most);
}

/* Small numbers and ones with few divisors first; then any of some thousands. */
static int64_t size_of(unsigned round, uint64_t seed)
{
    static const int64_t first[] = {1031, 2053, 4099, 1, 3, 16384, 67, 8209};
    size_t n = sizeof first / sizeof *first;
    return round < n ? first[round] : 1 + pick(seed, round % 2 ? 128 : 16384);
}

/* Sets round number `round` of numbers for all symbols but coordinates and data. */
static void set_numbers(lck_index *ix, unsigned round, int64_t *env)
{
    lc_exprs *x = lck_index_exprs(ix);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(ix, i);
        uint64_t seed = round * 1000 + i;
        int64_t v = 0;
        if (!s->var || s->nargs > 0 || s->kind == LCK_COORDINATE)
            continue;
        if (s->kind == LCK_ARGUMENT_OF)
            v = s->multiple * size_of(round, seed);
        else if (s->kind == LCK_PROGRAMS)
            v = 1 + pick(seed, 64);
        else if (s->kind == LCK_PROGRAM || s->kind == LCK_TRIP)
            v = round == 0 ? 0 : pick(seed, 1 + round / 4);
        else
            v = s->multiple * pick(seed, 4096);
        env[i] = lck_extreme_fitted(s, v);
    }
}

/* Are trips below the number of trips, and blocks below that of blocks? */
static bool is_possible(lck_index *ix, const int64_t *env)
{
    lc_exprs *x = lck_index_exprs(ix);
    bool good = true;
    for (size_t i = 0; good && i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(ix, i);
        int64_t n;
        if (s->kind == LCK_TRIP && s->trips)
            good = lc_expr_at(s->trips, env, &n) && (env[i] < n || env[i] == 0);
        for (size_t k = 0; good && s->kind == LCK_PROGRAM && k < lc_exprs_nvars(x); k++) {
            const lck_symbol *all = lck_index_symbol(ix, k);
            good = all->kind != LCK_PROGRAMS || all->axis != s->axis || env[i] < env[k];
        }
    }
    return good;
}

/* With the coordinates of an element in env, the data that it meets. */
static bool set_data(lck_index *ix, unsigned round, int64_t *env)
{
    lc_exprs *x = lck_index_exprs(ix);
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(ix, i);
        uint64_t seed = lc_int64_scramble(round) + s->value;
        if (!s->var || s->nargs == 0 || s->kind == LCK_COORDINATE)
            continue;
        for (size_t k = 0; k < s->nargs; k++) {
            int64_t at;
            if (!lc_expr_at(s->arg[k], env, &at))
                return false;
            seed = lc_int64_scramble(seed) + (uint64_t)at;
        }
        env[i] = lck_extreme_fitted(s, s->multiple * pick(seed, 4096));
    }
    return true;
}

/* ---- an instruction ---- */

static void count(const lck_global_access *a, lck_witness *w)
{
    lck_warp all = {.lanes = w->lanes, .width = a->bytes * a->vector};
    for (unsigned i = 0; i < w->lanes; i++) {
        all.active[i] = true;
        all.byte[i] = w->at[i] * a->bytes + w->base;
    }
    w->touched = lck_warp_sectors(&all);
    w->fill = lck_warp_least_sectors(&all);
}

/* The lanes whose mask holds, at the numbers of a round; false: a step has no value. */
static bool look(const lck_global_access *a, const lc_expr *place, const lc_expr *guard,
                 uint64_t where, unsigned round, int64_t *env, lck_witness *out)
{
    lc_exprs *x = lck_index_exprs(a->ix);
    out->lanes = 0;
    if (!is_possible(a->ix, env))
        return false;
    for (unsigned lane = 0; lane < a->lanes; lane++) {
        int64_t at[LCK_INDEX_RANK], active = 1, value;
        lck_global_coordinates(a, where, lane, at);
        for (size_t i = 0; i < lc_exprs_nvars(x); i++)
            if (lck_index_symbol(a->ix, i)->kind == LCK_COORDINATE)
                env[i] = at[lck_index_symbol(a->ix, i)->axis];
        if (!set_data(a->ix, round, env) || (guard && !lc_expr_at(guard, env, &active)) ||
            (active && !lc_expr_at(place, env, &value)))
            return false;
        /* addresses have 48 bits */
        if (active && (value > INT64_MAX >> 16 || value < INT64_MIN >> 16))
            return false;
        if (active)
            out->at[out->lanes++] = value;
    }
    count(a, out);
    return out->lanes > 0;
}

/* "s = 72, pid_x = 0": the symbols of the address. */
static void name_numbers(const lck_global_access *a, const lc_expr *place, const int64_t *env,
                         lck_witness *w)
{
    lc_exprs *x = lck_index_exprs(a->ix);
    lc_text text = {0};
    for (size_t i = 0; i < lc_exprs_nvars(x); i++) {
        const lck_symbol *s = lck_index_symbol(a->ix, i);
        if (!s->var || s->kind == LCK_COORDINATE || s->nargs > 0 || !lc_expr_has(place, s->var))
            continue;
        lc_text_printf(&text, "%s%s = %lld", text.length ? ", " : "", s->var->name,
                       (long long)env[i]);
    }
    if (w->base)
        lc_text_printf(&text, "%sthe buffer %lld bytes behind a sector", text.length ? ", " : "",
                       (long long)w->base);
    snprintf(w->numbers, sizeof w->numbers, "%s", text.length ? lc_text_peek(&text) : "");
    lc_text_free(&text);
}

/* An access of which all instructions are looked at. */
typedef struct {
    const lck_global_access *a;
    const lc_expr *place, *guard;
    int64_t *env;
} looking;

/* One instruction at the numbers of a round; *out stays if it is not worse. */
static bool look_at(const looking *l, uint64_t where, unsigned round, lck_witness *out)
{
    lck_witness *w = calloc(1, sizeof *w);
    int64_t unit = l->a->base_bytes < LCK_SECTOR ? l->a->base_bytes : 0;
    if (!w)
        return false;
    w->base = unit > 0 ? unit * pick(round, LCK_SECTOR / unit) : 0;
    bool worse =
        look(l->a, l->place, l->guard, where, round, l->env, w) &&
        (!out->found || w->touched - w->fill > out->touched - out->fill ||
         (w->touched - w->fill == out->touched - out->fill && w->touched > out->touched));
    if (worse) {
        name_numbers(l->a, l->place, l->env, w);
        w->found = true;
        *out = *w;
    }
    free(w);
    return worse;
}

void lck_global_witness(const lck_global_access *a, const lck_lane_groups *groups,
                        lck_witness *out)
{
    looking l = {a, lck_index_defined(a->ix, a->place.e),
                 a->guard ? lck_index_defined(a->ix, a->guard) : NULL,
                 calloc(LC_MAX_EXPR_VARS, sizeof *l.env)};
    unsigned best = 0;
    *out = (lck_witness){0};
    for (unsigned round = 0; l.env && l.place && round < ROUNDS; round++) {
        set_numbers(a->ix, round, l.env);
        for (size_t i = 0; i < groups->ninstructions && !groups->instruction[i].good; i++)
            if (look_at(&l, groups->instruction[i].where, round, out))
                best = round;
    }
    /* the numbers are those of instructions that stand for others: here one may be worse */
    if (out->found)
        set_numbers(a->ix, best, l.env);
    for (size_t i = 0; out->found && i < groups->nbad; i++)
        look_at(&l, groups->bad[i], best, out);
    free(l.env);
}
