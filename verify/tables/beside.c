/* beside.c - are there tables, all that are declared, at numbers of the parameters? */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "small.h"

#define SIZES 32 /* choices of the parameters that are free */
#define TIMES 6  /* tables of one choice */

typedef struct {
    lcv_table_problem p;
    lcv_world w;
    const lcv_world *given;
    lcv_candidates c[LCV_MAX_OPEN];
    int64_t number[LCV_MAX_OPEN];
    lcv_known_table table[LCV_MAX_TABLES];
    uint64_t seed;
    bool tried; /* some tables were small enough to look for */
} besides;

static const lcv_known_table *given_table(const besides *b, const lcv_value *of)
{
    for (size_t i = 0; i < b->given->ntables; i++)
        if (b->given->table[i].of == of)
            return &b->given->table[i];
    return NULL;
}

/* All tables at the numbers chosen. That there is no such table is known of the first alone: a
 * later one may depend on those before. */
static lcv_found find_all(besides *b)
{
    lcv_found found = LCV_FOUND;
    size_t sought = 0;
    for (b->w.ntables = 0; found == LCV_FOUND && b->w.ntables < b->p.ntables;) {
        lcv_known_table *t = &b->table[b->w.ntables];
        const lcv_known_table *known = given_table(b, b->p.table[b->w.ntables]);
        *t = known ? *known : (lcv_known_table){.of = b->p.table[b->w.ntables]};
        bool small = known || lcv_table_sizes(&b->w, t);
        b->tried = b->tried || small;
        if (!known)
            found = small ? lcv_find_table(&b->w, t, &b->seed) : LCV_NOT_FOUND;
        if (!known && ++sought > 1 && found == LCV_NO_SUCH_TABLE)
            found = LCV_NOT_FOUND;
        b->w.ntables += found == LCV_FOUND;
    }
    return found;
}

/* A number for each parameter: those that are given, else some to choose from. True: all are
 * given. */
static bool candidates(besides *b)
{
    bool all = true;
    for (size_t i = 0; i < b->p.nparameters; i++) {
        bool known = false;
        for (size_t k = 0; k < b->given->nparameters && !known; k++)
            if (b->given->parameter[k] == b->p.parameter[i]) {
                b->c[i] = (lcv_candidates){1, {b->given->number[k]}};
                known = true;
            }
        if (!known)
            lcv_small_numbers(&b->p, i, &b->c[i]);
        all = all && known;
    }
    return all;
}

static lcv_found search(besides *b)
{
    bool all = candidates(b), none = all;
    for (size_t k = 0; k < (all ? 1 : SIZES); k++) {
        if (lc_ctx_ends(b->p.e->ctx) ||
            !lcv_small_choose(k, b->p.nparameters, b->c, &b->seed, b->number))
            return LCV_NOT_FOUND;
        bool known;
        if (!lcv_small_assumed(&b->p, &b->w, NULL, &known)) {
            none = false;
            continue;
        }
        for (size_t i = 0; i < TIMES; i++) {
            lcv_found found = find_all(b);
            if (found == LCV_FOUND)
                return found;
            none = none && found == LCV_NO_SUCH_TABLE;
            if (found == LCV_NO_SUCH_TABLE || b->p.ntables <= b->given->ntables + 1)
                break; /* another try would be the same */
        }
    }
    return none ? LCV_NO_SUCH_TABLE : LCV_NOT_FOUND;
}

/* Of a problem that is widened. */
static lcv_found find_beside(const lcv_table_problem *p, const lcv_world *w, bool *tried)
{
    lc_ctx *ctx = p->e->ctx;
    besides *b = lc_alloc(ctx, 1, sizeof *b);
    lcv_found found = LCV_NOT_FOUND;
    if (!b)
        return found;
    *b = (besides){.p = *p, .given = w, .seed = 88172645463325252u};
    b->w = lcv_small_world(&b->p, b->number, b->table);
    if (!b->p.limit)
        found = b->p.ntables == w->ntables ? LCV_FOUND : search(b);
    *tried = b->tried;
    free(b);
    return found;
}

lcv_found lcv_tables_beside(const lcv_table_problem *p, const lcv_world *w)
{
    lcv_table_problem wide = *p;
    bool tried;
    lcv_table_problem_widen(&wide);
    return find_beside(&wide, w, &tried);
}

static bool are_declared(const lcv_scope *scope)
{
    for (const lcv_scope *s = scope; s; s = s->outside)
        for (size_t i = 0; i < s->n; i++)
            if (s->binding[i].value && lcv_table_of(s->binding[i].value))
                return true;
    return false;
}

lcv_found lcv_tables_of(lcv_eval *e, const lcv_ast *claim, bool *tried)
{
    const lcv_world nothing = {0};
    lcv_table_problem *p = are_declared(e->scope) ? lc_alloc(e->ctx, 1, sizeof *p) : NULL;
    lcv_found found = LCV_FOUND;
    *tried = false;
    if (p) {
        lcv_table_problem_about(p, e, claim);
        found = find_beside(p, &nothing, tried);
    }
    free(p);
    return found;
}

lcv_found lcv_tables_at(lcv_eval *e, size_t n, const lcv_value *const *parameter,
                        const lc_int *number)
{
    if (!are_declared(e->scope))
        return LCV_FOUND;
    lcv_table_problem *p = lc_alloc(e->ctx, 1, sizeof *p);
    int64_t at[LCV_MAX_OPEN];
    lcv_world w = {.parameter = parameter, .number = at, .nparameters = n};
    bool fits = p && n <= LCV_MAX_OPEN;
    for (size_t i = 0; fits && i < n; i++)
        fits = lc_int_fits_si(number[i]);
    lcv_found found = LCV_NOT_FOUND;
    if (fits) {
        *p = (lcv_table_problem){.e = e, .nparameters = n};
        for (size_t i = 0; i < n; i++) {
            p->parameter[i] = parameter[i];
            at[i] = lc_int_get_si(number[i]);
        }
        found = lcv_tables_beside(p, &w);
    }
    free(p);
    return found;
}
