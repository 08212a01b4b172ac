/* prove.c - that a kernel copies, for all sizes, as questions to isl.
 *
 * An instance of a store writes element x of the destination when its address is x's, stride by
 * stride. For all stores of global memory it is asked whether
 *
 *   1. each instance writes an element;
 *   2. no two instances write the same one;
 *   3. each element is written by some instance;
 *   4. what it writes was loaded from x's place in the source; through shared memory: each store
 *      that may be the last to the loaded place stored what is from there, and one has.
 *
 * The stores that may be the last are those before the load in the innermost loop that has the
 * load and some of them, in the same trips; of these, those behind some barrier. When each load
 * finds one there, what was stored before is overwritten.
 */
#include "config.h"

#include "proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- 1: each instance writes an element ---- */

static bool ask_inside(lck_proof *p, const lck_move *m)
{
    char why[80];
    lck_set all = {0}, writes = {0};
    bool ok = lck_set_instance(&p->s, &all, &p->frame[0], m, NULL, true) &&
              lck_proof_writes(p, &writes, &p->frame[0], m, NULL, true);
    snprintf(why, sizeof why, "line %zu may write what is no element", m->line);
    lcr_map *a = ok ? lck_proof_map(p, &all) : NULL, *b = ok ? lck_proof_map(p, &writes) : NULL;
    lck_set_free(&all);
    lck_set_free(&writes);
    return ok && lck_proof_subset(p, a, b, why);
}

/* ---- 2: no two the same ---- */

/* Numbers of one frame come before those of the other, in their order. */
static bool add_before(lck_proof *p, lck_set *set, const lck_move *m)
{
    const lck_frame *f = &p->frame[0], *g = &p->frame[2];
    const lc_expr *a[24], *b[24];
    uint32_t loop[LCK_COPY_LOOPS];
    size_t n = 0, nloops = 0;
    lc_text text = {0}, same = {0};
    for (size_t k = p->s.nradices > 0; k < 3; k++, n++) {
        a[n] = f->ctaid[k];
        b[n] = g->ctaid[k];
    }
    for (size_t k = 0; p->s.nradices > 0 && k <= p->s.nradices; k++, n++) {
        a[n] = f->digit[k];
        b[n] = g->digit[k];
    }
    for (size_t k = 0; k < 3; k++, n++) {
        a[n] = f->tid[k];
        b[n] = g->tid[k];
    }
    lck_copy_loops(p->c, m->insn, loop, &nloops);
    for (size_t k = 0; k < nloops; k++, n++) {
        a[n] = f->trip[loop[k]];
        b[n] = g->trip[loop[k]];
    }
    a[n] = f->unit;
    b[n++] = g->unit;
    for (size_t i = 0; i < n; i++) {
        const char *x = p->s.l->atom[lck_linear_add(p->s.l, a[i], false)].name;
        const char *y = p->s.l->atom[lck_linear_add(p->s.l, b[i], false)].name;
        lc_text_printf(&text, "%s(%s%s < %s)", i ? " or " : "",
                       same.length ? lc_text_peek(&same) : "", x, y);
        lc_text_printf(&same, "%s = %s and ", x, y);
    }
    lc_text_printf(&set->text, " and (%s)", lc_text_peek(&text));
    lc_text_free(&text);
    lc_text_free(&same);
    return true;
}

static bool ask_once(lck_proof *p, const lck_move *m, const lck_move *other)
{
    char why[100];
    lck_set set = {0};
    bool ok = lck_proof_writes(p, &set, &p->frame[0], m, NULL, true) &&
              lck_set_instance(&p->s, &set, &p->frame[2], other, NULL, true) &&
              lck_proof_at(p, &set,
                           lck_proof_distance(p, &p->frame[2], other->at, &p->frame[2], 1),
                           false);
    if (ok && m == other)
        ok = add_before(p, &set, m);
    snprintf(why, sizeof why, "lines %zu and %zu may write one element", m->line, other->line);
    lcr_map *map = ok ? lck_proof_map(p, &set) : NULL;
    lck_set_free(&set);
    return ok && lck_proof_empty(p, map, why);
}

/* ---- all of them ---- */

/* Is a symbol data, or the trips of a loop that was counted anew? No move has such. */
static bool is_stale(const void *context, size_t slot)
{
    const lck_copying *c = context;
    const lck_ptx_symbol *s = lck_formulas_symbol(c->f, slot);
    return s->kind == LCK_SYMBOL_DATA ||
           (s->kind == LCK_SYMBOL_TRIP && lck_copy_trip(c, s->of) != s);
}

/* It stays within its bounds wherever the instructions of its line run. */
static bool ask_assumed(lck_proof *p, const lck_ptx_assumed *a, const lcv_sum *e)
{
    char why[100];
    lck_linear *l = p->s.l;
    snprintf(why, sizeof why, "in line %zu an integer may overflow for these sizes", a->line);
    for (uint32_t i = 0; i < p->c->flow->ninsns; i++) {
        lck_move m = {.insn = i, .line = a->line, .units = 1};
        bool exact;
        if (lck_flow_of(p->c->flow, i)->line != a->line)
            continue;
        m.guard = lck_formula_guard(p->c->f, i, &exact);
        for (int side = 0; side < 2; side++) { /* low - e > 0, e - high > 0 */
            int64_t bound = side ? a->high : a->low;
            if (bound == (side ? INT64_MAX : INT64_MIN))
                continue;
            const lcv_sum *d = lcv_sum_add(&l->sums,
                                           lcv_sum_add(&l->sums, lcv_sum_number(&l->sums, 0),
                                                       side ? -1 : 1,
                                                       lcv_sum_number(&l->sums, bound)),
                                           side ? 1 : -1, e);
            lck_set set = {0};
            bool ok = d && lck_set_instance(&p->s, &set, &p->frame[0], &m, NULL, true) &&
                      lck_set_poly(&p->s, &set, d, ">");
            lcr_map *map = ok ? lck_proof_map(p, &set) : NULL;
            lck_set_free(&set);
            if (!ok) { /* no sum that isl reads */
                p->c->why[0] = '\0';
                p->s.l->sums.failed = NULL;
                return lck_proof_unknown(p, why);
            }
            if (!lck_proof_empty(p, map, why))
                return false;
        }
    }
    return true;
}

/* What the formulas assume of integers of 32 bits, for all blocks, threads and sizes. */
static bool check_assumed(lck_proof *p)
{
    for (size_t i = 0; i < lck_formulas_nassumed(p->c->f); i++) {
        const lck_ptx_assumed *a = lck_formulas_assumed(p->c->f, i);
        int64_t low, high;
        if (a->line == 0 ||
            lc_expr_any(a->e, is_stale, p->c)) /* 0: of an argument, where a pointer points */
            continue;
        const lc_expr *e = lck_frame_of(&p->s, &p->frame[0], a->e);
        const lcv_sum *s = e ? lck_poly_of(p->s.l, e) : NULL;
        if (!s)
            return lck_proof_unknown(p, "a formula");
        bool known = lck_poly_bounds(p->s.l, s, &low, &high) && low >= a->low && high <= a->high;
        if (!known && (e->low < a->low || e->high > a->high) && !ask_assumed(p, a, s))
            return false;
    }
    return true;
}

static bool prove(lck_proof *p)
{
    lck_copying *c = p->c;
    if (!lck_frames_begin(&p->s, c) || !lck_proof_modes(p) || !lck_proof_coordinates(p) ||
        !lck_frame_new(&p->s, &p->frame[0], 0, NULL) ||
        !lck_frame_new(&p->s, &p->frame[1], 1, &p->frame[0]) ||
        !lck_frame_new(&p->s, &p->frame[2], 2, NULL) || !check_assumed(p))
        return false;
    for (size_t i = 0; i < c->nmoves; i++)
        if (c->move[i].global &&
            (!ask_inside(p, &c->move[i]) || !lck_proof_source(p, &c->move[i])))
            return false;
    for (size_t i = 0; i < c->nmoves; i++)
        for (size_t k = i; k < c->nmoves; k++)
            if (c->move[i].global && c->move[k].global && !ask_once(p, &c->move[i], &c->move[k]))
                return false;
    return lck_proof_all(p);
}

void lck_copy_prove(lck_copying *c, lck_copy_answer *a)
{
    lck_proof *p = lcv_arena_alloc(c->arena, sizeof *p);
    if (!p) {
        a->failed = true;
        return;
    }
    p->c = c;
    if (prove(p)) {
        char text[120];
        snprintf(text, sizeof text, "%zu questions about instances and elements, by isl",
                 p->asked);
        a->verdict = LCK_GOOD;
        a->proved = strdup(text);
        a->failed = !a->proved;
    }
    lcr_map_free(p->context);
}
