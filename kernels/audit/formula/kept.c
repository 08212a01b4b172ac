/* kept.c - what threads keep in shared memory for the block: `__shared__ float *row;`, written by
 * one thread or by all, read by all behind a barrier.
 *
 * A load of a place in a variable has what one store has written when, in each round of the loops
 * around both,
 * - thread 0 runs the store before it comes to the load: the store, or a branch around it that
 *   joins again, is on every way there,
 * - no other instruction that may write there comes between on any way, in no thread: threads go
 *   through the barriers of the block together, which is so when no thread decides about one on
 *   its own; and what two threads do may happen at once where ways without a barrier lead to both
 *   from one barrier. Neither that store, nor another, may be at once with the load, nor another
 *   with that store.
 * The value is the formula of what is stored, the same for all threads that store it. */
#include "config.h"

#include "internal.h"

#include "points.h"

#include <stdlib.h>
#include <string.h>

#define WRITERS 32     /* of one variable */
#define STEPS 20000000 /* instructions that are gone through, of a function */
#define NONE LCK_FLOW_NONE

typedef struct {
    lck_formulas *f;
    const lck_flow *flow;
    lck_points *points;
    bool *cuts;               /* of each instruction: a barrier that all threads wait at */
    bool *at_load, *at_store; /* .. may it happen at once with it */
    bool *behind;             /* .. does it come behind another */
    bool *seen, *came;        /* of each block, in a search */
    uint32_t *todo, *back;    /* blocks */
    uint32_t writer[WRITERS], nwriters;
    uint32_t steps;
} look;

/* ---- ways ---- */

/* A block that has not been met yet is looked at later. */
static void meet(uint32_t block, bool *met, uint32_t *todo, uint32_t *n)
{
    if (!met[block])
        todo[(*n)++] = block;
    met[block] = true;
}

/* Marks what comes from an instruction of a block on, up to barriers, or else up to `stop`. */
static void spread(look *l, uint32_t block, uint32_t from, uint32_t stop, bool *mark)
{
    const lck_flow *flow = l->flow;
    uint32_t n = 0;
    for (uint32_t i = from;; i = flow->block[block].insn) {
        const lck_flow_block *b = &flow->block[block];
        bool open = true;
        for (; i < b->end && open; i++) {
            mark[i] = true;
            open = stop == NONE ? !l->cuts[i] : i != stop;
            l->steps++;
        }
        for (uint32_t k = 0; open && k < b->nsuccs; k++)
            meet(flow->edge[b->succ + k], l->seen, l->todo, &n);
        if (n == 0)
            return;
        block = l->todo[--n];
    }
}

/* Does an instruction come behind another, on a way that does not pass `stop`? */
static bool is_behind(look *l, uint32_t insn, uint32_t other, uint32_t stop)
{
    memset(l->behind, 0, l->flow->ninsns * sizeof *l->behind);
    memset(l->seen, 0, l->flow->nblocks * sizeof *l->seen);
    l->steps += l->flow->ninsns / 8;
    spread(l, l->flow->insn[other].block, other + 1, stop, l->behind);
    return l->behind[insn];
}

/* Marks what may happen at once with an instruction: all that is reached without a barrier from a
 * barrier, or the beginning, from which the instruction is. */
static void mark_at_once(look *l, uint32_t insn, bool *mark)
{
    const lck_flow *flow = l->flow;
    uint32_t n = 0, block = flow->insn[insn].block;
    memset(mark, 0, flow->ninsns * sizeof *mark);
    memset(l->seen, 0, flow->nblocks * sizeof *l->seen);
    memset(l->came, 0, flow->nblocks * sizeof *l->came);
    l->steps += flow->ninsns / 8;
    for (uint32_t i = insn;; i = flow->block[block].end) {
        const lck_flow_block *b = &flow->block[block];
        for (; i > b->insn && !l->cuts[i - 1]; i--)
            l->steps++;
        if (i > b->insn || block == 0)
            spread(l, block, i, NONE, mark);
        for (uint32_t k = 0; i == b->insn && k < b->npreds; k++)
            meet(flow->edge[b->pred + k], l->came, l->back, &n);
        if (n == 0)
            return;
        block = l->back[--n];
    }
}

/* ---- a store and a load ---- */

static bool dominates(const lck_flow *flow, uint32_t a, uint32_t b)
{
    uint32_t at = flow->insn[a].block, other = flow->insn[b].block;
    return at == other ? a < b : lck_flow_dominates(flow, at, other);
}

/* The block where ways around the store begin that join again before the load, or the store's
 * block where there are none; NONE: some way to the load passes neither. */
static uint32_t part(const lck_flow *flow, uint32_t store, uint32_t load)
{
    uint32_t at = flow->insn[store].block, loop = flow->block[at].loop;
    uint32_t to = flow->insn[load].block;
    if (!lck_flow_in_loop(flow, to, loop) || dominates(flow, store, load))
        return lck_flow_in_loop(flow, to, loop) ? at : NONE;
    for (at = flow->block[at].idom; at != NONE; at = flow->block[at].idom) {
        uint32_t join = flow->block[at].ipdom;
        if (join != NONE && flow->block[at].loop == loop && lck_flow_in_loop(flow, join, loop) &&
            lck_flow_dominates(flow, at, to) && lck_flow_dominates(flow, join, to) &&
            !lck_flow_dominates(flow, join, flow->insn[store].block))
            return at;
    }
    return NONE;
}

/* Can the load have its value from this store alone? */
static bool is_the_one(look *l, uint32_t store, uint32_t load)
{
    const lck_flow *flow = l->flow;
    uint32_t from = part(flow, store, load);
    if (from == NONE || l->at_load[store])
        return false;
    uint32_t stop = from == flow->insn[store].block ? store : flow->block[from].end - 1;
    mark_at_once(l, store, l->at_store);
    for (uint32_t i = 0; i < l->nwriters; i++) {
        uint32_t other = l->writer[i];
        if (other != store &&
            (l->at_load[other] || l->at_store[other] || is_behind(l, load, other, stop)))
            return false;
    }
    return true;
}

/* ---- places ---- */

typedef struct {
    uint32_t variable;
    int64_t at, end;
} place;

/* Of the address of an instruction that moves so many bytes; addresses have 32 bits. */
static bool place_of(const look *l, uint32_t insn, uint32_t k, place *p)
{
    const lck_ptx_module *m = l->flow->module;
    const lck_ptx_insn *of = lck_flow_of(l->flow, insn);
    p->at = p->end = 0;
    if (!lck_symbols_place(l->f, insn, k, &p->variable, &p->at))
        return false;
    p->at = (int32_t)p->at;
    p->end = p->at + lck_ptx_insn_type(m, of, 0).bits / 8 * lck_ptx_vector(m, of);
    return m->variable[p->variable].space == LCK_PTX_SHARED;
}

/* Does an instruction write when it runs, and not later? */
static bool is_prompt(const lck_ptx_module *m, const lck_ptx_insn *p)
{
    bool writes = lck_ptx_is(p, "st") || lck_ptx_is(p, "atom") || lck_ptx_is(p, "red");
    return writes && !lck_ptx_has(m, p, "async");
}

/* Who may write to a place that a load reads; false: too many, or whenever they like. */
static bool find_writers(look *l, uint32_t load, const place *p)
{
    const lck_flow *flow = l->flow;
    uint64_t at = lck_points_at(l->points, load, 1);
    l->nwriters = 0;
    for (uint32_t i = 0; i < flow->ninsns; i++) {
        const lck_ptx_insn *of = lck_flow_of(flow, i);
        bool writes = false;
        for (uint32_t k = 0; !lck_points_loads(of) && k < of->nall; k++) {
            place q;
            if (flow->module->operand[of->operand + k].kind != LCK_PTX_ADDRESS ||
                !(lck_points_at(l->points, i, k) & at))
                continue;
            bool apart = lck_ptx_is(of, "st") && place_of(l, i, k, &q) &&
                         (q.end <= p->at || q.at >= p->end);
            writes |= !apart;
        }
        if (writes && (l->nwriters == WRITERS || !is_prompt(flow->module, of)))
            return false;
        if (writes)
            l->writer[l->nwriters++] = i;
    }
    l->steps += flow->ninsns;
    return true;
}

/* Does a store write what the load reads, element by element? */
static bool is_same(const look *l, uint32_t store, uint32_t load, const place *p)
{
    const lck_ptx_module *m = l->flow->module;
    const lck_ptx_insn *to = lck_flow_of(l->flow, store), *from = lck_flow_of(l->flow, load);
    place q;
    return lck_ptx_is(to, "st") && place_of(l, store, 0, &q) && q.variable == p->variable &&
           q.at == p->at && lck_ptx_vector(m, to) == lck_ptx_vector(m, from) &&
           lck_ptx_insn_type(m, to, 0).bits == lck_ptx_insn_type(m, from, 0).bits;
}

static uint32_t store_of(look *l, uint32_t load)
{
    place p;
    if (l->steps > STEPS || !place_of(l, load, 1, &p) || !find_writers(l, load, &p))
        return NONE;
    mark_at_once(l, load, l->at_load);
    for (uint32_t i = 0; i < l->nwriters; i++)
        if (is_same(l, l->writer[i], load, &p) && is_the_one(l, l->writer[i], load))
            return l->writer[i];
    return NONE;
}

/* ---- all of a function ---- */

/* A load of integers from a place of shared memory. */
static bool is_asked(const look *l, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(l->flow, insn);
    place at;
    return lck_ptx_is(p, "ld") && lck_ptx_insn_space(l->flow->module, p) == LCK_PTX_SHARED &&
           lck_ptx_insn_type(l->flow->module, p, 0).kind != LCK_PTX_FLOAT &&
           place_of(l, insn, 1, &at);
}

/* False: some threads may come to a barrier that others do not come to. */
static bool find_barriers(look *l)
{
    bool any = false;
    for (uint32_t i = 0; i < l->flow->ninsns; i++) {
        l->cuts[i] = lck_sync_of(l->f, i).kind == LCK_SYNC_BLOCK;
        any |= l->cuts[i];
    }
    if (!any || lck_formula_varies_as_ways(l->f, l->cuts) & (LCK_BY_THREAD | LCK_BY_MOMENT))
        return false;
    for (uint32_t i = 0; i < l->flow->ninsns; i++)
        l->cuts[i] = l->cuts[i] && l->flow->insn[i].guard == NONE;
    return true;
}

static void find_all(look *l)
{
    for (uint32_t i = 0; i < l->flow->ninsns; i++)
        if (is_asked(l, i))
            l->f->kept[i] = store_of(l, i);
}

bool lck_kept_begin(lck_formulas *f)
{
    const lck_flow *flow = f->flow;
    look l = {.f = f, .flow = flow};
    bool any = false;
    f->kept = malloc((flow->ninsns + 1) * sizeof *f->kept);
    for (uint32_t i = 0; f->kept && i < flow->ninsns; i++) {
        f->kept[i] = NONE;
        any = any || is_asked(&l, i);
    }
    if (!f->kept || !any || flow->irreducible || flow->indirect)
        return f->kept != NULL;
    bool *bools = calloc(4 * (size_t)flow->ninsns + 2 * flow->nblocks, sizeof *bools);
    uint32_t *blocks = calloc(2 * (size_t)flow->nblocks, sizeof *blocks);
    l.cuts = bools;
    if (bools && blocks && find_barriers(&l) && (l.points = lck_points_new(flow))) {
        l.at_load = bools + flow->ninsns;
        l.at_store = l.at_load + flow->ninsns;
        l.behind = l.at_store + flow->ninsns;
        l.seen = l.behind + flow->ninsns;
        l.came = l.seen + flow->nblocks;
        l.todo = blocks;
        l.back = blocks + flow->nblocks;
        find_all(&l);
    }
    lck_points_free(l.points);
    free(bools);
    free(blocks);
    return bools && blocks;
}

/* ---- what is stored ---- */

/* The formula in thread 0; with `others`, along an axis, in the others alone. */
static const lc_expr *in_thread_0(lck_formulas *f, const lc_expr *e, int others)
{
    for (int axis = 0; axis < 3 && e; axis++) {
        const lc_expr *tid = lck_formulas_tid(f, (unsigned)axis);
        if (tid && tid->op == LC_EXPR_VAR && (others < 0 || others == axis))
            e = lc_expr_substitute(f->x, e, tid,
                                   others < 0 ? lck_int(f, 0)
                                              : lc_expr_assume(f->x, tid, 1, tid->high));
    }
    lc_ctx_reset(f->ctx);
    return e;
}

/* A symbol of what some have stored that not each thread of the block knows. */
static bool is_untold(const void *context, size_t slot)
{
    const lck_formulas *f = context;
    const lck_ptx_symbol *s = &f->symbol[slot];
    uint32_t maker = lck_formulas_maker(f, s);
    return s->kind == LCK_SYMBOL_DATA &&
           (maker == NONE || s->means || !lck_ptx_is(lck_flow_of(f->flow, maker), "ld"));
}

/* The same number in all threads that store it; NULL: it is not. */
static const lc_expr *common(lck_formulas *f, const lc_expr *e, const lc_expr *guard)
{
    const unsigned own = LCK_BY_THREAD | LCK_BY_LANE | LCK_BY_MOMENT;
    int64_t holds;
    for (int axis = 0; e && axis < 3; axis++) {
        const lc_expr *tid = lck_formulas_tid(f, (unsigned)axis);
        bool has = tid && tid->op == LC_EXPR_VAR && lc_expr_has(e, tid);
        if (has && (!lc_expr_is_int(in_thread_0(f, guard, axis), &holds) || holds))
            return NULL;
    }
    e = in_thread_0(f, e, -1);
    return e && !(lck_formula_varies(f, e) & own) ? e : NULL;
}

const lc_expr *lck_kept_value(lck_formulas *f, uint32_t store, uint32_t load, uint32_t j)
{
    const lck_flow *flow = f->flow;
    uint32_t at = flow->insn[store].block, from = part(flow, store, load);
    const lck_ptx_insn *p = lck_flow_of(flow, store);
    const lck_ptx_operand *o = lck_ptx_operand_of(f->m, p, 1);
    bool exact = from != NONE;
    int64_t holds;
    const lc_expr *guard = exact ? lck_formula_way_to(f, from, store, &exact) : NULL;
    if (!guard || !exact || !lc_expr_is_int(in_thread_0(f, guard, -1), &holds) || !holds)
        return NULL;
    uint32_t k = o && o->ninside > 0 ? o->inside - p->operand + j : 1;
    const lc_expr *e = common(f, lck_formula_operand(f, store, k), guard);
    return from == at || !lc_expr_any(e, is_untold, f) ? e : NULL;
}
