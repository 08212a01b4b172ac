/* carried.c - values that a loop carries from trip to trip.
 *
 * Each begins as a symbol, under which what the trip leaves is computed once. From that follows
 * what it is at trip t:
 *   - left + what does not change in the loop: begin + t * that;
 *   - a number that follows from the one before alone, from a number on: a counter that wraps, a
 *     phase; the numbers are followed until one comes back;
 *   - what follows from others that are known: at t - 1 what is left, at 0 the beginning;
 *   - else it stays a symbol, data. Of a pointer the base may be known all the same.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 64 /* numbers that are followed */

typedef struct {
    const lc_expr *symbol; /* NULL: it is no integer and no pointer */
    lck_formula begin, next;
    const lc_expr *at; /* at each trip; NULL: not known yet */
} carried;

typedef struct {
    lck_index *ix;
    const lck_loop *loop;
    carried *at;
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
        carried *c = &w->at[i];
        uint32_t value = w->loop->value[i];
        lck_value_type type;
        c->begin = c->next = lck_no_formula;
        ix->state[value] = LCK_KNOWN;
        ix->formula[value] = lck_no_formula;
        if (!lck_value_type_of(ix->m, value, &type) || !(type.integer || type.pointer))
            continue;
        c->begin = lck_index_of(ix, w->loop->begin[i]);
        c->symbol = symbol_of(ix, value, &type);
        if (c->symbol && c->begin.e)
            ix->formula[value] = (lck_formula){c->symbol, c->begin.base};
        else if (c->symbol && type.integer)
            ix->formula[value] = lck_number(c->symbol);
    }
}

/* A pointer whose base changes on the way: all that was computed with it is not known. */
static bool check_bases(work *w)
{
    bool good = true;
    for (size_t i = 0; i < w->loop->n; i++) {
        carried *c = &w->at[i];
        if (!w->ix->formula[w->loop->value[i]].e)
            continue;
        c->next = lck_index_of(w->ix, w->loop->next[i]);
        if (c->begin.e && c->begin.base != LCK_IR_NONE && c->next.base != c->begin.base) {
            w->ix->formula[w->loop->value[i]] = lck_no_formula;
            good = false;
        }
    }
    if (!good)
        lck_index_forget(w->ix, w->loop->from, w->loop->to);
    return good;
}

/* ---- what is known of them ---- */

static const carried *carried_of(const work *w, size_t slot)
{
    for (size_t i = 0; i < w->loop->n; i++)
        if (w->at[i].symbol && w->at[i].symbol->slot == slot)
            return &w->at[i];
    return NULL;
}

/* Does it change from trip to trip? */
static bool changes(const work *w, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR) {
        const lck_symbol *s = &w->ix->symbol[e->slot];
        bool inside = (s->kind == LCK_DATA || s->kind == LCK_HINTED || s->kind == LCK_TRIP) &&
                      s->value >= w->loop->from && s->value < w->loop->to;
        return inside || s == w->loop->trip || carried_of(w, e->slot) != NULL ||
               (s->kind == LCK_HINTED && changes(w, s->definition));
    }
    return changes(w, e->arg[0]) || changes(w, e->arg[1]) || changes(w, e->arg[2]);
}

static bool resolve_steps(work *w, carried *c)
{
    lc_exprs *x = w->ix->x;
    if (!c->next.e || !c->begin.e || !w->loop->trip->var)
        return false;
    const lc_expr *step = lc_expr_make(x, LC_EXPR_SUB, c->next.e, c->symbol);
    if (!step || changes(w, step))
        return false;
    c->at = lc_expr_make(x, LC_EXPR_ADD, c->begin.e,
                         lc_expr_make(x, LC_EXPR_MUL, w->loop->trip->var, step));
    return c->at != NULL;
}

/* Is the symbol the only one in it? */
static bool is_alone(const lc_expr *e, const lc_expr *symbol)
{
    if (!e || e->op == LC_EXPR_INT)
        return true;
    if (e->op == LC_EXPR_VAR)
        return e->slot == symbol->slot;
    return is_alone(e->arg[0], symbol) && is_alone(e->arg[1], symbol) &&
           is_alone(e->arg[2], symbol);
}

/* Numbers that come back: those before, and from `start` on `period` of them. */
typedef struct {
    int64_t number[LONGEST];
    size_t start, period;
} orbit;

static bool follow(const carried *c, orbit *o)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    if (!lc_expr_is_int(c->begin.e, &o->number[0]))
        return false;
    for (size_t n = 1; n < LONGEST; n++) {
        int64_t value;
        env[c->symbol->slot] = o->number[n - 1];
        if (!lc_expr_at(c->next.e, env, &value))
            return false;
        for (o->start = 0; o->start < n; o->start++)
            if (o->number[o->start] == value) {
                o->period = n - o->start;
                return true;
            }
        o->number[n] = value;
    }
    return false;
}

/* The numbers that come back are first + step * ((t + shift) % period) for some shift. */
static const lc_expr *as_counter(work *w, const orbit *o)
{
    lc_exprs *x = w->ix->x;
    const int64_t *number = o->number + o->start;
    size_t p = o->period, least = 0;
    for (size_t i = 1; i < p; i++)
        if (number[i] < number[least])
            least = i;
    int64_t step = p > 1 ? number[(least + 1) % p] - number[least] : 0;
    for (size_t i = 0; i < p; i++)
        if (number[(least + i) % p] != number[least] + step * (int64_t)i)
            return NULL;
    /* at t = start + least the phase is 0 */
    int64_t shift = (int64_t)((p - (o->start + least) % p) % p);
    const lc_expr *t = lc_expr_make(x, LC_EXPR_ADD, w->loop->trip->var, lc_expr_int(x, shift));
    const lc_expr *phase = lc_expr_make(x, LC_EXPR_MOD, t, lc_expr_int(x, (int64_t)p));
    return lc_expr_add_scaled(x, lc_expr_int(x, number[least]), step, phase);
}

static bool resolve_orbit(work *w, carried *c)
{
    orbit o;
    lc_exprs *x = w->ix->x;
    const lc_expr *t = w->loop->trip->var;
    if (!c->next.e || !c->begin.e || !t || !is_alone(c->next.e, c->symbol) || !follow(c, &o) ||
        o.start > 1)
        return false;
    c->at = as_counter(w, &o);
    if (c->at && o.start == 1)
        c->at = lc_expr_select(x, lc_expr_make(x, LC_EXPR_LT, t, lc_expr_int(x, 1)), c->begin.e,
                               c->at);
    return c->at != NULL;
}

/* With what is known in the place of the symbols; NULL: one is not known. */
static const lc_expr *with_known(work *w, const lc_expr *e)
{
    for (size_t i = 0; e && i < w->loop->n; i++) {
        const carried *c = &w->at[i];
        if (!c->symbol || !lc_expr_has(e, c->symbol))
            continue;
        if (!c->at)
            return NULL;
        e = lc_expr_substitute(w->ix->x, e, c->symbol, c->at);
    }
    return e;
}

/* Data of the trip before is not the data of this one. */
static bool has_data_inside(const work *w, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR) {
        const lck_symbol *s = &w->ix->symbol[e->slot];
        return s != w->loop->trip && s->kind != LCK_COORDINATE && s->value != LCK_IR_NONE &&
               s->value >= w->loop->from && s->value < w->loop->to &&
               (s->kind == LCK_DATA || s->kind == LCK_TRIP || s->kind == LCK_HINTED);
    }
    return has_data_inside(w, e->arg[0]) || has_data_inside(w, e->arg[1]) ||
           has_data_inside(w, e->arg[2]);
}

static bool resolve_left(work *w, carried *c)
{
    lc_exprs *x = w->ix->x;
    const lc_expr *t = w->loop->trip->var, *zero = lc_expr_int(x, 0);
    if (!c->next.e || !c->begin.e || !t || has_data_inside(w, c->next.e))
        return false;
    const lc_expr *left = with_known(w, c->next.e);
    if (!left || !zero)
        return false;
    const lc_expr *earlier = lc_expr_make(x, LC_EXPR_SUB, t, lc_expr_int(x, 1));
    const lc_expr *plain = earlier ? lc_expr_substitute(x, left, t, earlier) : NULL;
    const lc_expr *start = plain ? lc_expr_substitute(x, plain, t, zero) : NULL;
    if (start && lc_expr_equal(start, c->begin.e)) {
        c->at = plain;
        return true;
    }
    lc_ctx_reset(w->ix->ctx);
    left = lc_expr_substitute(x, left, t, lc_expr_make(x, LC_EXPR_MAX, earlier, zero));
    c->at = lc_expr_select(x, lc_expr_make(x, LC_EXPR_LT, t, lc_expr_int(x, 1)), c->begin.e,
                           left);
    return c->at != NULL;
}

static void resolve_all(work *w)
{
    typedef bool way(work * w, carried * c);
    static way *const ways[] = {resolve_steps, resolve_orbit, resolve_left};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        for (bool more = true; more;) {
            more = false;
            for (size_t i = 0; i < w->loop->n; i++)
                if (w->at[i].symbol && !w->at[i].at) {
                    more = ways[k](w, &w->at[i]) || more;
                    lc_ctx_reset(w->ix->ctx);
                }
        }
}

void lck_index_carry(lck_index *ix, const lck_loop *loop)
{
    work w = {ix, loop, calloc(loop->n + 1, sizeof(carried))};
    if (!w.at)
        return;
    begin_all(&w);
    /* what is asked for right now may be what a trip leaves */
    lck_index_forget(ix, loop->from, loop->to);
    while (!check_bases(&w))
        ;
    resolve_all(&w);
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
}
