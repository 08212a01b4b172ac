/* pair.c - whether two threads meet in two accesses of one interval, by going through the threads
 * of a block for all values of the symbols in the addresses. */
#include "config.h"

#include "pair.h"

#include <stdlib.h>
#include <string.h>

#define STEP 16 /* operations of an expression that take as long as the rest */

/* Where a thread is in an access. */
typedef struct {
    int64_t at;
    uint32_t thread;
} touch;

static int compare(const void *a, const void *b)
{
    const touch *p = a, *q = b;
    if (p->at != q->at)
        return p->at < q->at ? -1 : 1;
    return (p->thread > q->thread) - (p->thread < q->thread);
}

/* The threads whose guard may hold, with their addresses; their number. */
static uint32_t touches(lck_race_question *q, int side, touch *out)
{
    const lck_race_side *s = &q->side[side];
    int64_t *env = q->env[side];
    uint32_t n = 0;
    bool any = q->r->shapes.spans && q->shape == q->r->shapes.at; /* stands for all blocks */
    uint64_t steps = 1 + s->at->size / STEP;
    for (size_t i = 0; i < s->nparts; i++)
        steps += s->part[i]->size / STEP;
    for (uint32_t t = 0; t < q->shape->n && lck_race_works(q->r, &q->work, steps); t++) {
        int64_t holds = 1;
        if (s->access->matrices && t % 32 >= 8 * s->access->matrices)
            continue;
        lck_race_set_thread(q->r, q->shape, t, env);
        for (size_t i = 0; i < s->nparts && holds; i++)
            if (!(any && s->asks[i]) && !lc_expr_at(s->part[i], env, &holds))
                holds = 1;
        if (!holds || !lc_expr_at(s->at, env, &out[n].at))
            continue;
        bool whole = s->at == s->access->at && s->access->base.size >= 0;
        if (!whole || (out[n].at >= 0 && out[n].at + s->access->bytes <= s->access->base.size))
            out[n++].thread = t;
    }
    return n;
}

typedef enum { APART, AT_ONCE, PERHAPS } moment;

/* Do both run the same instruction in the same trips, at once? PERHAPS: trips that addresses do
 * not depend on may differ. */
static moment moment_of(const lck_race_question *q)
{
    const lck_race_item *a = q->side[0].item, *b = q->side[1].item;
    bool perhaps = false;
    if (q->side[0].access->insn != q->side[1].access->insn)
        return APART;
    for (uint8_t i = 0; i < q->side[0].nloops; i++) {
        bool counted = false;
        if (a->trip[i] != b->trip[i])
            return APART;
        if (a->trip[i] != LCK_TRIP_FREE)
            continue;
        for (size_t k = 0; k < q->nvariables; k++) {
            const lck_ptx_symbol *s = lck_formulas_symbol(q->r->f, q->variable[k].slot);
            if (s->kind != LCK_SYMBOL_TRIP || s->of != q->side[0].loop[i])
                continue;
            counted = true;
            if (q->env[0][q->variable[k].slot] != q->env[1][q->variable[k].slot])
                return APART;
        }
        perhaps |= !counted;
    }
    return perhaps ? PERHAPS : AT_ONCE;
}

static bool meet(const lck_race_question *q, uint32_t a, uint32_t b)
{
    return q->lanes ? a != b && a / 32 == b / 32 : a / 32 != b / 32;
}

/* Looks for two threads whose bytes overlap; the first that do so for sure are told. */
static bool collide(lck_race_question *q, const touch *a, uint32_t na, const touch *b,
                    uint32_t nb)
{
    int64_t wide = q->side[0].access->bytes, wider = q->side[1].access->bytes;
    uint32_t from = 0;
    for (uint32_t i = 0; i < nb; i++) {
        while (from < na && a[from].at + wide <= b[i].at)
            from++;
        for (uint32_t k = from; k < na && a[k].at < b[i].at + wider && q->work > 0; k++) {
            if (!meet(q, a[k].thread, b[i].thread)) {
                q->work -= q->work > 0;
                continue;
            }
            q->thread[0] = a[k].thread;
            q->thread[1] = b[i].thread;
            for (int side = 0; side < 2; side++)
                lck_race_set_thread(q->r, q->shape, q->thread[side], q->env[side]);
            moment when = q->lanes ? moment_of(q) : APART;
            if (when == AT_ONCE)
                return false;
            q->doubtful |= when == PERHAPS;
            if (when == PERHAPS)
                lck_race_unknown(q->r, "lanes may be in other trips in line %zu",
                                 q->side[0].access->line);
            else if (lck_race_happens(q))
                return true;
            if (q->tries > 16)
                return false;
        }
    }
    return false;
}

static bool try_assignment(lck_race_question *q, touch *a, touch *b)
{
    for (size_t i = 0; i < q->r->shapes.n; i++) {
        q->shape = &q->r->shapes.at[i];
        uint32_t na = touches(q, 0, a), nb = touches(q, 1, b);
        qsort(a, na, sizeof *a, compare);
        qsort(b, nb, sizeof *b, compare);
        if (collide(q, a, na, b, nb))
            return true;
    }
    return false;
}

/* All values of all variables. */
static bool go_through(lck_race_question *q, touch *a, touch *b)
{
    size_t digit[LCK_RACE_VARIABLES] = {0};
    for (;;) {
        bool set = true;
        for (size_t i = 0; i < q->nvariables; i++)
            set = lck_race_set(q, q->variable[i].slot, q->variable[i].of,
                               q->variable[i].values.at[digit[i]]) &&
                  set;
        if (set && try_assignment(q, a, b))
            return true;
        size_t k = 0;
        while (k < q->nvariables && ++digit[k] >= q->variable[k].values.n)
            digit[k++] = 0;
        if (k == q->nvariables || q->work == 0 || q->tries > 16)
            return false;
    }
}

/* ---- the question ---- */

/* Bytes of one variable, or of dynamic memory, which begins at one place. */
static bool same_base(const lck_ptx_access *a, const lck_ptx_access *b)
{
    return a->base.kind == b->base.kind &&
           (a->base.kind == LCK_BASE_DYNAMIC || a->base.of == b->base.of);
}

static bool is_based(const lck_ptx_access *a)
{
    return a->at && (a->base.kind == LCK_BASE_VARIABLE || a->base.kind == LCK_BASE_DYNAMIC);
}

static bool never(const lck_ptx_access *a)
{
    int64_t holds;
    return lc_expr_is_int(a->guard, &holds) && !holds;
}

/* Do the bounds of the two addresses keep them apart? */
static bool apart(const lck_ptx_access *a, const lck_ptx_access *b)
{
    return (a->at->high < INT64_MAX / 2 && a->at->high + a->bytes <= b->at->low) ||
           (b->at->high < INT64_MAX / 2 && b->at->high + b->bytes <= a->at->low);
}

static lck_verdict answer(lck_race_question *q)
{
    touch *a = lck_race_array(q->r, LCK_RACE_THREADS, sizeof *a);
    touch *b = lck_race_array(q->r, LCK_RACE_THREADS, sizeof *b);
    lck_verdict verdict = LCK_UNKNOWN;
    if (a && b && lck_race_prepare(q)) {
        if (!q->never && go_through(q, a, b))
            verdict = LCK_BAD;
        else if (q->never)
            verdict = LCK_GOOD;
        else if (q->complete && !q->doubtful && q->work > 0)
            verdict = LCK_GOOD;
        else if (q->work == 0)
            lck_race_unknown(q->r, "too many cases");
        else if (!q->doubtful)
            lck_race_unknown(q->r, "the block is not known");
    }
    free(a);
    free(b);
    return verdict;
}

/* Whether both store the same in one instruction. Warps that repeat each other's work do. */
static lck_stored stored(lck_race_question *q)
{
    const lck_race_item *a = q->side[0].item, *b = q->side[1].item;
    bool alike = memcmp(a->trip, b->trip, sizeof a->trip) == 0, free = false;
    for (uint8_t i = 0; i < a->nloops; i++)
        free |= a->trip[i] == LCK_TRIP_FREE;
    if (a->access != b->access)
        return LCK_STORED_APART;
    if (lck_launch_stored(q->r->f, q->r->list, q->side[0].access->insn, alike && !free, NULL,
                          NULL) == LCK_STORED_SAME)
        return LCK_STORED_SAME;
    lck_stored of = alike ? lck_launch_stored(q->r->f, q->r->list, q->side[0].access->insn, true,
                                              q->env[0], q->env[1])
                          : LCK_STORED_APART;
    return of == LCK_STORED_SAME ? LCK_STORED_PERHAPS : of;
}

static lck_race_found ask(lck_race *r, const lck_race_item *a, const lck_race_item *b, bool lanes)
{
    lck_race_found found = {.verdict = LCK_UNKNOWN};
    lck_race_question *q = lck_race_array(r, 1, sizeof *q);
    if (!q)
        return found;
    q->r = r;
    q->lanes = lanes;
    q->work = LCK_RACE_BIT;
    q->side[0] = (lck_race_side){.item = a, .access = &r->list->at[a->access]};
    q->side[1] = (lck_race_side){.item = b, .access = &r->list->at[b->access]};
    found.verdict = answer(q);
    found.shown = q->shown;
    found.stored = found.verdict == LCK_BAD ? stored(q) : LCK_STORED_APART;
    free(q);
    return found;
}

/* Does the race also occur in a small block? A kernel may be meant for small blocks: a race in
 * larger ones alone is no mistake. */
static bool also_in_small(lck_race *r, const lck_race_item *a, const lck_race_item *b, bool lanes)
{
    lck_race_shapes all = r->shapes;
    r->shapes = r->small;
    lck_race_found found = ask(r, a, b, lanes);
    r->shapes = all;
    free(found.shown);
    return found.verdict == LCK_BAD;
}

lck_race_found lck_race_pair(lck_race *r, const lck_race_item *a, const lck_race_item *b,
                             bool lanes)
{
    const lck_ptx_access *p = &r->list->at[a->access], *q = &r->list->at[b->access];
    lck_race_found found = {.verdict = LCK_GOOD};
    if ((!p->writes && !q->writes) || (p->atomic && q->atomic) || never(p) || never(q))
        return found;
    if (!is_based(p) || !is_based(q)) {
        lck_race_unknown(r, "the address in line %zu is not known",
                         is_based(p) ? q->line : p->line);
        found.verdict = LCK_UNKNOWN;
        return found;
    }
    if (!same_base(p, q) || apart(p, q))
        return found;
    found = ask(r, a, b, lanes);
    if (found.verdict == LCK_BAD && r->small.n && !also_in_small(r, a, b, lanes)) {
        lck_race_unknown(r, "the block is not known, and lines %zu and %zu race in some only",
                         p->line, q->line);
        free(found.shown);
        found = (lck_race_found){.verdict = LCK_UNKNOWN};
    }
    return found;
}
