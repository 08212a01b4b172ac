/* each.c - a claim at all worlds, where there are few: each number of each parameter, each table
 * that keeps its promises.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "small.h"

#define MOST_WORLDS 32768 /* tables that are looked at, whether they keep their promises or not */
#define MOST_POINTS 400000
#define AT_ONE 20000

typedef struct {
    lcv_table_problem *p;
    lcv_small *out;
    lcv_world w;
    size_t looked, left;
    int64_t number[LCV_MAX_OPEN];
    lcv_known_table table[LCV_MAX_TABLES];
} each;

/* The claim at a world of which all is known; false ends the search. */
static bool at_world(each *a)
{
    size_t most = a->left < AT_ONE ? a->left : AT_ONE, left = most;
    bool beyond = false;
    for (size_t k = 0; k < a->w.ntables; k++)
        if (!lcv_table_keeps(&a->w, &a->table[k], &beyond))
            return !beyond;
    lcv_at_world at = lcv_claim_at_world(a->p, &a->w, &left, a->out);
    a->left -= most - left;
    a->out->worlds += at == LCV_HOLDS_THERE;
    if (at == LCV_FAILS_THERE && lcv_tables_beside(a->p, &a->w) != LCV_FOUND)
        lcv_small_clear(a->out);
    return at == LCV_HOLDS_THERE;
}

/* Steps to the next entries. False after the last. */
static bool next_entries(lcv_known_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (++t->entry[i] < t->past)
            return true;
        t->entry[i] = t->least;
    }
    return false;
}

/* Is the range of entries empty? */
static bool is_empty(each *a, const lcv_value *table)
{
    const lcv_ast *entries = table->formula->ast->child->next;
    int64_t least, past;
    a->w.scope = table->formula->scope;
    a->w.ncoordinates = 0;
    return lcv_integer_at(&a->w, entries->child, &least) == LCV_THERE &&
           lcv_integer_at(&a->w, entries->last, &past) == LCV_THERE && past <= least;
}

/* Each of the tables from the k-th on; false: the claim fails, or all is not known. */
static bool at_tables(each *a, size_t k)
{
    lcv_known_table *t = &a->table[k];
    bool ok = true, beyond = false;
    if (k == a->p->ntables)
        return at_world(a);
    *t = (lcv_known_table){.of = a->p->table[k]};
    a->w.ntables = k;
    if (!lcv_table_sizes(&a->w, t))
        return t->nindices > 0 && t->n > 0 && is_empty(a, t->of); /* there is no such table */
    for (size_t i = 0; i < t->n; i++)
        t->entry[i] = t->least;
    do {
        a->w.ntables = k + 1;
        if (++a->looked > MOST_WORLDS)
            return false;
        if (lcv_table_keeps(&a->w, t, &beyond) || beyond)
            ok = !beyond && at_tables(a, k + 1);
    } while (ok && next_entries(t));
    return ok;
}

/* Each number of the parameters from the i-th on. */
static bool at_numbers(each *a, size_t i)
{
    const lcv_formula *f = i < a->p->nparameters ? a->p->parameter[i]->formula : NULL;
    bool known;
    if (!f)
        return lcv_small_assumed(a->p, &a->w, NULL, &known) ? at_tables(a, 0) : known;
    int64_t low, high;
    lcv_formula_bounds(f, &low, &high);
    bool ok = low != INT64_MIN && high != INT64_MAX;
    for (int64_t n = low; ok && n <= high; n++) {
        a->number[i] = n;
        a->w.ntables = 0;
        ok = ++a->looked <= MOST_WORLDS && at_numbers(a, i + 1);
    }
    return ok;
}

bool lcv_small_each(lcv_table_problem *p, lcv_small *out)
{
    each *a = lc_alloc(p->e->ctx, 1, sizeof *a);
    *out = (lcv_small){0};
    if (!a)
        return false;
    *a = (each){.p = p, .out = out, .left = MOST_POINTS};
    a->w = lcv_small_world(p, a->number, a->table);
    bool all = at_numbers(a, 0);
    if (out->fails)
        lcv_small_where(p, &a->w, out);
    free(a);
    return all;
}
