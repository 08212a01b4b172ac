/* carried.c - values that a loop carries from trip to trip.
 *
 * A phi of a loop's header begins as a symbol, and with it those phis that its next value is made
 * of; what each is at trip t follows from what a trip leaves (recurrence.h). Besides, what is
 * doubled or halved is a case for each trip until nothing is left of it. What is not known stays
 * a symbol, data.
 */
#include "config.h"

#include "internal.h"

#include "../index/recurrence.h"

#include <stdlib.h>

#define CARRIED 48 /* phis that depend on each other */
#define LISTED 40  /* trips until nothing is left of a number */

typedef struct {
    lck_formulas *f;
    uint32_t loop;
    const lc_expr *trip;
    uint32_t value[CARRIED];
    lck_recurrence at[CARRIED];
    size_t n;
} work;

/* ---- which ones ---- */

static bool is_inside(const lck_formulas *f, uint32_t value, uint32_t loop)
{
    return lck_flow_in_loop(f->flow, f->flow->value[value].block, loop);
}

/* Adds the phis of this loop's header that a value is made of in one trip. */
static bool find_all(work *w, uint32_t value)
{
    lck_formulas *f = w->f;
    const lck_flow *flow = f->flow;
    uint32_t header = flow->loop[w->loop].header, stamp = ++f->search;
    uint32_t *todo = malloc((flow->nvalues + 1) * sizeof *todo);
    size_t n = 0;
    if (!todo)
        return false;
    todo[n++] = value;
    f->mark[value] = stamp;
    bool good = true;
    while (good && n > 0) {
        uint32_t next = todo[--n];
        lck_parts parts;
        if (flow->value[next].kind == LCK_FLOW_PHI && flow->value[next].block == header) {
            good = w->n < CARRIED;
            if (good)
                w->value[w->n++] = next;
        }
        lck_parts_of(f, next, &parts);
        for (size_t i = 0; i < parts.n; i++)
            if (f->mark[parts.value[i]] != stamp && is_inside(f, parts.value[i], w->loop)) {
                f->mark[parts.value[i]] = stamp;
                todo[n++] = parts.value[i];
            }
    }
    free(todo);
    return good;
}

/* ---- what is known of them ---- */

bool lck_formula_changes(const lck_formulas *f, const lc_expr *e, uint32_t loop)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op != LC_EXPR_VAR)
        return lck_formula_changes(f, e->arg[0], loop) ||
               lck_formula_changes(f, e->arg[1], loop) || lck_formula_changes(f, e->arg[2], loop);
    const lck_ptx_symbol *s = &f->symbol[e->slot];
    uint32_t in = s->kind == LCK_SYMBOL_TRIP   ? s->of
                  : s->kind == LCK_SYMBOL_DATA ? f->inside[e->slot]
                                               : LCK_FLOW_NONE;
    return in != LCK_FLOW_NONE && lck_flow_in_loop(f->flow, f->flow->loop[in].header, loop);
}

static bool changes(const void *context, size_t slot)
{
    const work *w = context;
    return lck_formula_changes(w->f, lc_exprs_var(w->f->x, slot), w->loop);
}

/* symbol * 2^k or symbol / 2^k, k not 0; what is halved may be read as a number without sign. */
static bool is_scaled(const lck_recurrence *c, const lc_expr *e, int64_t *factor, bool *halves)
{
    int64_t modulus;
    *halves = e->op == LC_EXPR_DIV;
    if ((e->op != LC_EXPR_MUL && e->op != LC_EXPR_DIV) || !lc_expr_is_int(e->arg[1], factor) ||
        *factor < 2 || (*factor & (*factor - 1)) != 0)
        return false;
    e = e->arg[0];
    if (*halves && e->op == LC_EXPR_MOD && lc_expr_is_int(e->arg[1], &modulus) &&
        c->begin->low >= 0 && c->begin->high < modulus)
        e = e->arg[0];
    return lc_expr_equal(e, c->symbol);
}

/* A case for each trip until nothing is left of it. */
static bool resolve_scaled(const lck_recurrences *all, lck_recurrence *c)
{
    const work *w = all->context;
    lck_formulas *f = w->f;
    int64_t factor;
    bool halves;
    const lc_expr *list[LISTED];
    size_t n = 0;
    unsigned bits = c->bits;
    if (!c->symbol || bits > 32 || !is_scaled(c, c->next, &factor, &halves))
        return false;
    const lc_expr *e = lck_as_signed(f, c->begin, bits);
    for (int64_t zero = 1; e && n < LISTED; n++) {
        list[n] = e;
        if (lc_expr_is_int(e, &zero) && zero == 0)
            break;
        e = lck_make(f, halves ? LC_EXPR_DIV : LC_EXPR_MUL, e, lck_int(f, factor));
        if (!halves && n + 1 >= bits)
            e = lck_int(f, 0);
    }
    if (!e || n == LISTED || e->op != LC_EXPR_INT)
        return false;
    while (n-- > 0)
        e = lck_select(f, lck_make(f, LC_EXPR_EQ, w->trip, lck_int(f, (int64_t)n)), list[n], e);
    c->at = e;
    return e != NULL;
}

/* ---- what was computed under symbols ---- */

static void forget_conditions(lck_formulas *f, uint32_t loop)
{
    const lck_flow *flow = f->flow;
    const lck_flow_loop *l = &flow->loop[loop];
    for (uint32_t i = 0; i < l->nmembers; i++)
        f->reach[flow->member[l->member + i]] = NULL;
    for (uint32_t i = loop + 1; i < flow->nloops; i++)
        if (lck_flow_in_loop(flow, flow->loop[i].header, loop))
            f->loop[i].counted = false;
}

/* Forgets what has become known since, inside of the loop. */
static void forget_since(lck_formulas *f, size_t since, uint32_t loop)
{
    size_t kept = since;
    for (size_t i = since; i < f->ntrail; i++) {
        uint32_t value = f->trail[i];
        if (is_inside(f, value, loop))
            f->state[value] = 0;
        else
            f->trail[kept++] = value;
    }
    f->ntrail = f->carrying > 0 ? kept : 0;
    forget_conditions(f, loop);
}

void lck_formula_forget(lck_formulas *f, uint32_t loop)
{
    for (uint32_t value = 0; value < f->flow->nvalues; value++)
        if (f->state[value] && is_inside(f, value, loop))
            f->state[value] = 0;
    forget_conditions(f, loop);
}

static void know(lck_formulas *f, uint32_t value, const lc_expr *e)
{
    f->value[value] = e;
    f->state[value] = 1;
    if (f->carrying > 0 && f->ntrail < f->flow->nvalues)
        f->trail[f->ntrail++] = value;
}

const lc_expr *lck_formula_carry(lck_formulas *f, uint32_t value)
{
    work w = {.f = f, .loop = f->flow->block[f->flow->value[value].block].loop};
    lck_formula_count(f, w.loop);
    if (f->state[value]) /* counting has asked for it */
        return f->value[value];
    if (!(w.trip = lck_symbol_trip(f, w.loop)) || !find_all(&w, value))
        return NULL;
    for (size_t i = 0; i < w.n; i++)
        w.at[i] = (lck_recurrence){.begin = lck_formula_merge(f, w.value[i], false),
                                   .symbol = lck_symbol_data(f, w.value[i]),
                                   .bits = f->flow->value[w.value[i]].type.bits};
    size_t since = f->ntrail;
    f->carrying++;
    for (size_t i = 0; i < w.n; i++)
        know(f, w.value[i], w.at[i].symbol);
    for (size_t i = 0; i < w.n; i++)
        w.at[i].next = lck_formula_merge(f, w.value[i], true);
    lck_recurrences all = {f->x, w.trip, w.n, w.at, &w, changes, resolve_scaled};
    lck_recurrences_resolve(&all);
    f->carrying--;
    forget_since(f, since, w.loop);
    for (size_t i = 0; i < w.n; i++) {
        const lck_recurrence *c = &w.at[i];
        const lc_expr *e = c->at ? lck_settled(f, c->at, c->bits) : NULL;
        know(f, w.value[i], e ? e : c->symbol);
    }
    return f->value[value];
}
