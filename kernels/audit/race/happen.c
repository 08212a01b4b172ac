/* happen.c - whether two threads that may meet do: arguments with which all of their guards
 * hold. */
#include "config.h"

#include "pair.h"

#include <stdlib.h>

#define TRIES 16 /* collisions of one question */

typedef struct {
    lck_race_question *q;
    lck_race_variable open[LCK_RACE_VARIABLES]; /* symbols that no value was chosen for */
    size_t nopen;
    bool data; /* what loads give decides */
} attempt;

static bool chosen(const lck_race_question *q, size_t slot, int of)
{
    for (size_t i = 0; i < q->nvariables; i++)
        if (q->variable[i].slot == slot && q->variable[i].of == of)
            return true;
    return false;
}

/* Has an expression a symbol, and others that a thread has on its own? */
static bool mixes(const lck_race_question *q, const lc_expr *e, size_t slot, bool *own)
{
    bool has[LC_MAX_EXPR_VARS] = {false};
    lck_race_slots(e, has);
    for (size_t i = 0; i < q->r->nvars; i++)
        *own |= has[i] && (lck_formulas_symbol(q->r->f, i)->kind == LCK_SYMBOL_TID ||
                           lck_race_holder(q, i, 0) != 2 || lck_race_holder(q, i, 1) != 2);
    return has[slot];
}

/* Does a symbol occur only in conditions that are the same for all threads? */
static bool is_alike(const lck_race_question *q, const lc_expr *guard, size_t slot, bool *found)
{
    bool own = false;
    if (guard->op == LC_EXPR_ALL)
        return is_alike(q, guard->arg[0], slot, found) && is_alike(q, guard->arg[1], slot, found);
    bool has = mixes(q, guard, slot, &own);
    *found |= has;
    return !has || !own;
}

/* Do places or conditions have another symbol that depends on this one? */
static bool is_related(const lck_race_question *q, size_t slot)
{
    bool has[LC_MAX_EXPR_VARS] = {false}, related = false;
    for (int side = 0; side < 2; side++) {
        lck_race_slots(q->side[side].at, has);
        lck_race_slots(q->side[side].access->guard, has);
    }
    for (size_t i = 0; i < q->r->nvars && !related; i++)
        related = has[i] && lck_race_are_related(q->r, slot, i);
    return related;
}

/* Does data decide whether they meet? Not where it is input, which may be anything, nor in
 * conditions that are the same for all threads: code behind these is meant to run. */
static bool decides(const lck_race_question *q, size_t slot)
{
    const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, slot);
    if (s->kind != LCK_SYMBOL_DATA)
        return false;
    if (is_related(q, slot))
        return true;
    if (lck_race_is_input(q->r, s))
        return false;
    for (int side = 0; side < 2; side++) {
        const lck_ptx_access *a = q->side[side].access;
        bool found = false, in_address[LC_MAX_EXPR_VARS] = {false};
        lck_race_slots(q->side[side].at, in_address);
        if (in_address[slot] || !is_alike(q, a->guard, slot, &found) || !found)
            return true;
    }
    return false;
}

/* The symbols of an expression of a side that are still open; false: too many. */
static bool open_of(attempt *a, const lc_expr *e, int side)
{
    lck_race_question *q = a->q;
    bool has[LC_MAX_EXPR_VARS] = {false};
    const lc_expr *const both[] = {q->side[0].access->guard, q->side[1].access->guard};
    lck_race_slots(e, has);
    for (size_t i = 0; i < q->r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, i);
        int of = lck_race_holder(q, i, side);
        bool known = !has[i] || s->kind == LCK_SYMBOL_TID || s->kind == LCK_SYMBOL_NTID ||
                     chosen(q, i, of);
        for (size_t k = 0; k < a->nopen; k++)
            known = known || (a->open[k].slot == i && a->open[k].of == of);
        a->data = a->data || (has[i] && decides(q, i));
        if (known)
            continue;
        if (a->nopen == LCK_RACE_VARIABLES)
            return false;
        a->open[a->nopen] = (lck_race_variable){.slot = i, .of = of};
        lck_race_values_of(q->r, i, both, 2, &a->open[a->nopen++].values);
    }
    return true;
}

/* The symbol of the trips of a loop, by its slot; the number of all: there is none. */
static size_t trips_of(const lck_race *r, uint32_t loop)
{
    const lck_ptx_symbol *s = lck_formulas_trip(r->f, loop);
    return s && s->var->slot < r->nvars ? s->var->slot : r->nvars;
}

/* A trip is the last one where the other access comes behind the loop without a barrier between.
 * *sure ends where the way out may come in a later trip than that at the interval's beginning. */
static bool is_last(lck_race_question *q, int side, uint8_t i, bool *sure)
{
    const lck_race_side *s = &q->side[side], *other = &q->side[!side];
    size_t slot = trips_of(q->r, s->loop[i]);
    int64_t trips;
    if (lck_flow_in_loop(q->r->flow, q->r->flow->insn[other->access->insn].block, s->loop[i]) ||
        s->item->trip[i] >= LCK_TRIP_FREE)
        return true;
    *sure = *sure && s->item->trip[i] <= 0;
    const lck_ptx_symbol *symbol = slot < q->r->nvars ? lck_formulas_symbol(q->r->f, slot) : NULL;
    if (!symbol || !symbol->trips || !lc_expr_at(symbol->trips, q->env[side], &trips)) {
        *sure = false;
        return true;
    }
    return q->env[side][slot] == trips - 1;
}

/* All trips that a side is in are trips of their loops. *sure: for loops that are counted. */
static bool in_trips(lck_race_question *q, int side, bool *sure)
{
    const lck_race_side *s = &q->side[side];
    for (uint8_t i = 0; i < s->nloops; i++) {
        size_t slot = trips_of(q->r, s->loop[i]);
        int64_t trips;
        if (!is_last(q, side, i, sure))
            return false;
        if (slot == q->r->nvars) {
            *sure = *sure && (s->item->trip[i] == 0 || s->item->trip[i] == LCK_TRIP_FIRST);
            continue;
        }
        const lck_ptx_symbol *symbol = lck_formulas_symbol(q->r->f, slot);
        if (q->env[side][slot] == 0)
            continue;
        if (!symbol->trips)
            *sure = false;
        else if (!lc_expr_at(symbol->trips, q->env[side], &trips) || trips <= q->env[side][slot])
            return false;
    }
    return true;
}

static bool overlaps(lck_race_question *q)
{
    int64_t at[2], holds;
    for (int i = 0; i < 2; i++) {
        const lck_ptx_access *a = q->side[i].access;
        if (!lc_expr_at(a->at, q->env[i], &at[i]) || !lc_expr_at(a->guard, q->env[i], &holds) ||
            !holds)
            return false;
    }
    return at[0] < at[1] + q->side[1].access->bytes && at[1] < at[0] + q->side[0].access->bytes;
}

static void tell(attempt *a)
{
    lck_race_question *q = a->q;
    lc_text text = {0};
    int64_t at = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t t = q->thread[i];
        const lck_ptx_access *access = q->side[i].access;
        (void)lc_expr_at(access->at, q->env[i], &at);
        lc_text_printf(&text, "thread (%u,%u,%u) %s byte %lld of %s in line %zu\n",
                       (unsigned)(t % q->shape->extent[0]),
                       (unsigned)(t / q->shape->extent[0] % q->shape->extent[1]),
                       (unsigned)(t / q->shape->extent[0] / q->shape->extent[1]),
                       access->writes ? "writes" : "reads", (long long)at,
                       access->base.name ? access->base.name : "shared memory", access->line);
    }
    bool first = true;
    for (size_t i = 0; i < q->r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, i);
        bool open = chosen(q, i, 2) || chosen(q, i, 0) || chosen(q, i, 1);
        for (size_t k = 0; k < a->nopen; k++)
            open = open || a->open[k].slot == i;
        if (!open)
            continue;
        lc_text_printf(&text, "%s%s = %lld", first ? "with " : ", ", s->var->name,
                       (long long)q->env[0][i]);
        if (q->env[1][i] != q->env[0][i])
            lc_text_printf(&text, " and %lld", (long long)q->env[1][i]);
        first = false;
    }
    lc_text_printf(&text, "%sblocks of %lld x %lld x %lld", first ? "in " : ", in ",
                   (long long)q->shape->extent[0], (long long)q->shape->extent[1],
                   (long long)q->shape->extent[2]);
    q->shown = lc_text_take(NULL, &text);
    q->r->failed |= !q->shown;
}

typedef enum { NO, HAPPENS, NOT_SURE } outcome;

/* Is the block one of the grid, where its size is asked for? */
static bool in_grid(const lck_race_question *q)
{
    int64_t block[3] = {0}, grid[3] = {0};
    for (size_t i = 0; i < q->r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, i);
        if (s->kind == LCK_SYMBOL_CTAID)
            block[s->axis] = q->env[0][i];
        if (s->kind == LCK_SYMBOL_NCTAID)
            grid[s->axis] = q->env[0][i];
    }
    for (int axis = 0; axis < 3; axis++)
        if (grid[axis] > 0 && block[axis] >= grid[axis])
            return false;
    return true;
}

/* With the values that the symbols have now. */
static outcome try_values(attempt *a)
{
    lck_race_question *q = a->q;
    bool sure = true;
    if (!in_grid(q) || !overlaps(q) || !in_trips(q, 0, &sure) || !in_trips(q, 1, &sure))
        return NO;
    bool exact = q->side[0].access->guard_exact && q->side[1].access->guard_exact;
    if (sure && exact && !a->data)
        return HAPPENS;
    lck_race_unknown(q->r,
                     a->data ? "what is loaded decides between lines %zu and %zu"
                             : "a condition between lines %zu and %zu is not known",
                     q->side[0].access->line, q->side[1].access->line);
    return NOT_SURE;
}

/* Tries equal values for all arguments, with the first blocks and trips: a problem that is larger
 * than a block. */
static outcome try_sizes(attempt *a)
{
    static const int64_t sizes[] = {100000, 4096, 1024, 256, 64, 16, 4, 1};
    outcome found = NO;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes && found == NO; k++) {
        bool set = true;
        for (size_t i = 0; i < a->nopen; i++) {
            const lck_ptx_symbol *s = lck_formulas_symbol(a->q->r->f, a->open[i].slot);
            int64_t value = a->open[i].values.at[0];
            if (s->kind == LCK_SYMBOL_ARGUMENT || s->kind == LCK_SYMBOL_NCTAID)
                value = sizes[k] < s->var->low    ? s->var->low
                        : sizes[k] > s->var->high ? s->var->high
                                                  : sizes[k];
            set = lck_race_set(a->q, a->open[i].slot, a->open[i].of, value) && set;
        }
        found = set ? try_values(a) : NO;
    }
    return found;
}

/* Tries the values of the open symbols. */
static bool attempt_all(attempt *a)
{
    lck_race_question *q = a->q;
    size_t digit[LCK_RACE_VARIABLES] = {0};
    uint64_t cost = 1;
    for (int i = 0; i < 2; i++)
        cost += (q->side[i].access->at->size + q->side[i].access->guard->size) / 16;
    outcome found = a->nopen > 1 ? try_sizes(a) : NO;
    for (unsigned steps = 0; found == NO && steps < 20000 && lck_race_works(q->r, &q->work, cost);
         steps++) {
        bool set = true;
        for (size_t i = 0; i < a->nopen; i++)
            set = lck_race_set(q, a->open[i].slot, a->open[i].of,
                               a->open[i].values.at[digit[i]]) &&
                  set;
        found = set ? try_values(a) : NO;
        size_t k = 0;
        while (k < a->nopen && ++digit[k] >= a->open[k].values.n)
            digit[k++] = 0;
        if (k == a->nopen)
            break;
    }
    if (found == NO)
        lck_race_unknown(q->r, "no arguments were found for which lines %zu and %zu meet",
                         q->side[0].access->line, q->side[1].access->line);
    return found == HAPPENS;
}

/* Symbols that the addresses of q->side lack, as both have them alike, are open as well. */
bool lck_race_happens(lck_race_question *q)
{
    attempt a = {.q = q};
    bool few = true;
    q->doubtful = true;
    if (q->tries++ == TRIES)
        return false;
    for (int i = 0; i < 2; i++) {
        few = few && open_of(&a, q->side[i].at, i) && open_of(&a, q->side[i].access->guard, i);
        bool data = a.data;
        few = few && open_of(&a, q->side[i].access->at, i);
        a.data = data; /* what both have alike may be anything */
        for (uint8_t k = 0; few && k < q->side[i].nloops; k++) {
            size_t slot = trips_of(q->r, q->side[i].loop[k]);
            const lck_ptx_symbol *s = slot < q->r->nvars ? lck_formulas_symbol(q->r->f, slot)
                                                         : NULL;
            if (s && s->trips)
                few = open_of(&a, s->trips, i);
        }
    }
    if (!few || !attempt_all(&a)) {
        lck_race_unknown(q->r, "too many symbols decide between lines %zu and %zu",
                         q->side[0].access->line, q->side[1].access->line);
        return false;
    }
    tell(&a);
    return true;
}
