/* carried.c - values that a loop carries from trip to trip: a symbol each, and what it is at
 * trip t by what a trip leaves (recurrence.h). What is not known stays a symbol, data. Of a
 * pointer the base may be known all the same.
 */
#include "config.h"

#include "internal.h"
#include "recurrence.h"

#include <stdlib.h>

typedef struct {
    lck_index *ix;
    const lck_loop *loop;
    lck_recurrence *at;
    uint32_t *base; /* of a pointer as it begins */
} work;

/* ---- the symbols ---- */

static const lc_expr *symbol_of(lck_index *ix, uint32_t value, const lck_value_type *type)
{
    lck_symbol s = {.kind = LCK_DATA, .value = value};
    int64_t low = -LCK_INDEX_WIDE, high = LCK_INDEX_WIDE;
    for (unsigned i = 0; i < type->rank; i++)
        if (type->extent[i] > 1) {
            s.on[s.nargs] = i;
            if (!(s.arg[s.nargs++] = lck_index_coordinate(ix, i, type->extent[i])))
                return NULL;
        }
    for (size_t i = 0; i < lc_exprs_nvars(ix->x); i++) {
        const lck_symbol *old = &ix->symbol[i];
        bool same = old->kind == LCK_DATA && old->value == value && old->nargs == s.nargs;
        for (size_t k = 0; same && k < s.nargs; k++)
            same = lc_expr_equal(old->arg[k], s.arg[k]);
        if (same)
            return old->var;
    }
    if (!type->pointer)
        lck_index_range(type->bits, &low, &high);
    return lck_index_add(ix, s, "carried", low, high)->var;
}

static void begin_all(work *w)
{
    lck_index *ix = w->ix;
    for (size_t i = 0; i < w->loop->n; i++) {
        lck_recurrence *c = &w->at[i];
        uint32_t value = w->loop->value[i];
        lck_value_type type;
        c->bits = 64;
        ix->state[value] = LCK_KNOWN;
        ix->formula[value] = lck_no_formula;
        if (!lck_value_type_of(ix->m, value, &type) || !(type.integer || type.pointer))
            continue;
        lck_formula begin = lck_index_of(ix, w->loop->begin[i]);
        c->begin = begin.e;
        c->symbol = symbol_of(ix, value, &type);
        w->base[i] = begin.base;
        if (c->symbol && begin.e)
            ix->formula[value] = (lck_formula){c->symbol, begin.base};
        else if (c->symbol && type.integer)
            ix->formula[value] = lck_number(c->symbol);
    }
}

/* A pointer whose base changes on the way: all that was computed with it is not known. */
static bool check_bases(work *w)
{
    bool good = true;
    for (size_t i = 0; i < w->loop->n; i++) {
        lck_recurrence *c = &w->at[i];
        if (!w->ix->formula[w->loop->value[i]].e)
            continue;
        lck_formula next = lck_index_of(w->ix, w->loop->next[i]);
        c->next = next.e;
        if (c->begin && w->base[i] != LCK_IR_NONE && next.base != w->base[i]) {
            w->ix->formula[w->loop->value[i]] = lck_no_formula;
            good = false;
        }
    }
    if (!good)
        lck_index_forget(w->ix, w->loop->from, w->loop->to);
    return good;
}

/* ---- what is known of them ---- */

static bool changes(const void *context, size_t slot)
{
    const work *w = context;
    const lck_symbol *s = &w->ix->symbol[slot];
    bool inside = (s->kind == LCK_DATA || s->kind == LCK_HINTED || s->kind == LCK_TRIP) &&
                  s->value >= w->loop->from && s->value < w->loop->to;
    return inside || (s->kind == LCK_HINTED && lc_expr_any(s->definition, changes, w));
}

void lck_index_carry(lck_index *ix, const lck_loop *loop)
{
    size_t n = loop->n;
    work w = {ix, loop, calloc(n + 1, sizeof *w.at), calloc(n + 1, sizeof *w.base)};
    lck_recurrences all = {ix->x, loop->trip->var, n, w.at, &w, changes, NULL};
    if (!w.at || !w.base) {
        free(w.at);
        free(w.base);
        return;
    }
    begin_all(&w);
    /* what is asked for right now may be what a trip leaves */
    lck_index_forget(ix, loop->from, loop->to);
    while (!check_bases(&w))
        ;
    lck_recurrences_resolve(&all);
    for (size_t i = 0; i < loop->n; i++) {
        lck_value_type type;
        const lc_expr *e = w.at[i].at;
        uint32_t value = loop->value[i];
        if (e && ix->formula[value].e)
            ix->formula[value].e = lck_value_type_of(ix->m, value, &type) && type.integer
                                       ? lck_index_within(ix, e, type.bits)
                                       : e;
    }
    lck_index_forget(ix, loop->from, loop->to);
    free(w.at);
    free(w.base);
}
