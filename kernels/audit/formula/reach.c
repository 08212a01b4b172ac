/* reach.c - the conditions under which blocks run, and values where ways join.
 *
 * A block runs when its dominator does and, unless it comes after that one on every way to the
 * end, one of the ways from there to it is taken. What is behind a loop does not ask in which
 * trip it was left: the dominator is the loop's header then. Where a loop has several exits, or
 * the graph is irreducible, a condition is not all that must hold: it is loose.
 */
#include "config.h"

#include "internal.h"

/* ---- loops that are left ---- */

/* The outermost loop that has `block` and not `other`; NONE. */
static uint32_t left(const lck_flow *flow, uint32_t block, uint32_t other)
{
    uint32_t outermost = LCK_FLOW_NONE;
    for (uint32_t l = flow->block[block].loop; l != LCK_FLOW_NONE; l = flow->loop[l].parent)
        if (!lck_flow_in_loop(flow, other, l))
            outermost = l;
    return outermost;
}

/* A block from outside of the loops that `other` is not in: their header. */
static uint32_t lifted(const lck_flow *flow, uint32_t block, uint32_t other)
{
    uint32_t loop = left(flow, block, other);
    return loop == LCK_FLOW_NONE ? block : flow->loop[loop].header;
}

static bool has_one_exit(const lck_flow *flow, uint32_t loop)
{
    const lck_flow_loop *l = &flow->loop[loop];
    unsigned exits = 0;
    for (uint32_t i = 0; i < l->nmembers; i++) {
        const lck_flow_block *b = &flow->block[flow->member[l->member + i]];
        exits += b->leaves;
        for (uint32_t k = 0; k < b->nsuccs; k++)
            exits += !lck_flow_in_loop(flow, flow->edge[b->succ + k], loop);
    }
    return exits == 1;
}

/* ---- ways out of a block ---- */

const lc_expr *lck_formula_way(lck_formulas *f, uint32_t block, uint32_t way)
{
    const lck_flow *flow = f->flow;
    const lck_flow_block *b = &flow->block[block];
    uint32_t branch = lck_flow_branch(flow, block);
    if (branch == LCK_FLOW_NONE)
        return lck_int(f, 1);
    const lck_ptx_insn *p = lck_flow_of(flow, branch);
    f->line = p->line;
    if (lck_ptx_is(p, "brx"))
        return lck_make(f, LC_EXPR_EQ, lck_as_unsigned(f, lck_formula_operand(f, branch, 0), 32),
                        lck_int(f, way));
    if (flow->insn[branch].guard == LCK_FLOW_NONE)
        return lck_int(f, 1);
    const lc_expr *taken = lck_formula_seen(f, flow->insn[branch].guard, block);
    if (taken && p->guard_negated)
        taken = lc_expr_not(f->x, taken);
    bool first = b->leaves ? way == b->nsuccs : way == 0;
    return first || !taken ? taken : lc_expr_not(f->x, taken);
}

static const lc_expr *either(lck_formulas *f, const lc_expr *a, const lc_expr *b)
{
    if (!a || !b)
        return NULL;
    return lc_expr_equal(lc_expr_not(f->x, a), b) ? lck_int(f, 1)
                                                  : lck_make(f, LC_EXPR_ANY, a, b);
}

/* ---- under the dominator ---- */

static const lc_expr *chain(lck_formulas *f, uint32_t from, uint32_t block, bool *exact);

/* The condition under which `to` is reached by the edge from `pred`, given that `from` runs. */
static const lc_expr *by_edge(lck_formulas *f, uint32_t from, uint32_t pred, uint32_t to,
                              bool *exact)
{
    const lck_flow *flow = f->flow;
    uint32_t loop = left(flow, pred, to);
    if (loop != LCK_FLOW_NONE) {
        *exact = *exact && has_one_exit(flow, loop);
        return chain(f, from, flow->loop[loop].header, exact);
    }
    const lck_flow_block *b = &flow->block[pred];
    const lc_expr *any = lck_int(f, 0);
    for (uint32_t k = 0; k < b->nsuccs; k++)
        if (flow->edge[b->succ + k] == to)
            any = either(f, any, lck_formula_way(f, pred, k));
    return lck_make(f, LC_EXPR_ALL, chain(f, from, pred, exact), any);
}

static const lc_expr *by_any_edge(lck_formulas *f, uint32_t from, uint32_t block, bool *exact)
{
    const lck_flow *flow = f->flow;
    const lck_flow_block *b = &flow->block[block];
    const lc_expr *any = lck_int(f, 0);
    for (uint32_t i = 0; i < b->npreds && any; i++) {
        uint32_t pred = flow->edge[b->pred + i];
        if (pred < block)
            any = either(f, any, by_edge(f, from, pred, block, exact));
    }
    return any;
}

/* Given that the dominator runs, or the header of the loop that it is left with. */
static const lc_expr *under_dominator(lck_formulas *f, uint32_t block, bool *exact)
{
    const lck_flow *flow = f->flow;
    uint32_t idom = flow->block[block].idom, from = lifted(flow, idom, block);
    bool all = true;
    if (!f->reach[block]) {
        const lc_expr *e = f->reach[block] = lck_int(f, 1); /* while it is looked for */
        if (!lck_flow_postdominates(flow, block, from)) {
            all = from == idom;
            if (all && f->depth < LCK_FORMULA_DEPTH) {
                f->depth++;
                e = by_any_edge(f, from, block, &all);
                f->depth--;
            }
        }
        lc_ctx_reset(f->ctx);
        all = all && e != NULL;
        f->reach[block] = e ? e : lck_int(f, 1);
        f->loose[block] = !all;
    }
    *exact = *exact && !f->loose[block];
    return f->reach[block];
}

static const lc_expr *chain(lck_formulas *f, uint32_t from, uint32_t block, bool *exact)
{
    const lck_flow *flow = f->flow;
    const lc_expr *e = lck_int(f, 1);
    while (block != from && flow->block[block].idom != LCK_FLOW_NONE) {
        const lc_expr *more = lck_make(f, LC_EXPR_ALL, under_dominator(f, block, exact), e);
        *exact = *exact && more != NULL;
        e = more ? more : e;
        block = lifted(flow, flow->block[block].idom, block);
    }
    return e;
}

const lc_expr *lck_formula_way_to(lck_formulas *f, uint32_t from, uint32_t insn, bool *exact)
{
    const lck_flow *flow = f->flow;
    uint32_t block = flow->insn[insn].block;
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    *exact = !flow->irreducible && !flow->indirect;
    const lc_expr *e = chain(f, from, block, exact);
    if (flow->insn[insn].guard == LCK_FLOW_NONE)
        return e;
    f->line = p->line;
    const lc_expr *own = lck_formula_seen(f, flow->insn[insn].guard, block);
    if (own && p->guard_negated)
        own = lc_expr_not(f->x, own);
    const lc_expr *both = lck_make(f, LC_EXPR_ALL, e, own);
    *exact = *exact && both != NULL;
    return both ? both : e;
}

const lc_expr *lck_formula_guard(lck_formulas *f, uint32_t insn, bool *exact)
{
    const lck_flow *flow = f->flow;
    const lc_expr *e = lck_formula_way_to(f, 0, insn, exact);
    for (uint32_t l = flow->block[flow->insn[insn].block].loop; l != LCK_FLOW_NONE;
         l = flow->loop[l].parent) {
        lck_formula_count(f, l);
        *exact = *exact && f->loop[l].exact;
    }
    return e;
}

const lc_expr *lck_formula_arrives(lck_formulas *f, uint32_t block, uint32_t i)
{
    const lck_flow_block *b = &f->flow->block[block];
    uint32_t pred = i < b->npreds ? f->flow->edge[b->pred + i] : block;
    bool exact = !f->flow->irreducible && !f->flow->indirect;
    if (pred >= block || b->idom == LCK_FLOW_NONE || lifted(f->flow, b->idom, block) != b->idom)
        return NULL;
    const lc_expr *e = by_edge(f, b->idom, pred, block, &exact);
    lc_ctx_reset(f->ctx);
    return exact ? e : NULL;
}

/* ---- joins ---- */

/* The arguments of a phi, each with the condition of its way, before it or around its loop. */
typedef struct {
    size_t n;
    const lc_expr *e[LCK_FORMULA_JOIN];
    uint32_t pred[LCK_FORMULA_JOIN];
    bool same;
} arguments;

static bool collect(lck_formulas *f, uint32_t value, bool around, arguments *a)
{
    const lck_flow *flow = f->flow;
    const lck_flow_value *v = &flow->value[value];
    const lck_flow_block *b = &flow->block[v->block];
    *a = (arguments){.same = true};
    for (uint32_t i = 0; i < v->n && i < b->npreds; i++) {
        uint32_t pred = flow->edge[b->pred + i], arg = lck_flow_arg(flow, value, i);
        if ((pred >= v->block) != around || flow->value[arg].kind == LCK_FLOW_UNDEFINED)
            continue;
        const lc_expr *e = lck_formula_seen(f, arg, v->block);
        if (!e || a->n == LCK_FORMULA_JOIN)
            return false;
        a->e[a->n] = e;
        a->pred[a->n++] = pred;
        a->same = a->same && lc_expr_equal(e, a->e[0]);
    }
    return a->n > 0;
}

const lc_expr *lck_formula_merge(lck_formulas *f, uint32_t value, bool around)
{
    arguments a;
    const lck_flow *flow = f->flow;
    uint32_t block = flow->value[value].block;
    if (!collect(f, value, around, &a))
        return NULL;
    if (a.same)
        return a.e[0];
    uint32_t from = around ? block : flow->block[block].idom;
    if (from == LCK_FLOW_NONE || (!around && lifted(flow, from, block) != from))
        return NULL;
    const lc_expr *e = a.e[a.n - 1];
    for (size_t i = a.n - 1; i-- > 0;) {
        bool exact = true;
        const lc_expr *when = by_edge(f, from, a.pred[i], block, &exact);
        if (!exact)
            return NULL;
        e = lck_select(f, when, a.e[i], e);
    }
    return e;
}

const lc_expr *lck_formula_join(lck_formulas *f, uint32_t value)
{
    return lck_formula_merge(f, value, false);
}

/* ---- values from inside of loops ---- */

static const lc_expr *last_trip(lck_formulas *f, uint32_t loop)
{
    lck_formula_loop *l = &f->loop[loop];
    lck_formula_count(f, loop);
    if (l->last)
        return l->last;
    const lck_ptx_symbol *trip = &f->symbol[l->trip->slot];
    if (l->exact && trip->trips)
        l->last = lck_plus(f, trip->trips, -1, lck_int(f, 1));
    if (!l->last && l->held)
        l->last = l->held;
    if (!l->last) {
        lck_ptx_symbol s = {.kind = LCK_SYMBOL_DATA,
                            .of = LCK_FLOW_NONE,
                            .last_of = loop,
                            .bits = 64,
                            .varies = lck_formula_varies_as_exit(f, loop)};
        const lck_ptx_symbol *made = lck_symbol_add(f, s, "last_trip", 0, l->trip->high);
        if (made->var)
            f->inside[made->var->slot] = f->flow->loop[loop].parent;
        l->last = l->held = made->var;
    }
    return l->last;
}

const lc_expr *lck_formula_seen(lck_formulas *f, uint32_t value, uint32_t block)
{
    const lck_flow *flow = f->flow;
    const lc_expr *e = lck_formula_of(f, value);
    if (!e)
        return NULL;
    uint32_t loop = flow->block[flow->value[value].block].loop;
    for (; e && loop != LCK_FLOW_NONE && !lck_flow_in_loop(flow, block, loop);
         loop = flow->loop[loop].parent) {
        const lc_expr *trip = f->loop[loop].trip;
        if (!trip || !lc_expr_has(e, trip))
            continue;
        const lc_expr *last = last_trip(f, loop);
        /* counting may have made it anew */
        if (f->loop[loop].trip != trip)
            return lck_formula_seen(f, value, block);
        e = lc_expr_substitute(f->x, e, trip, last);
        lc_ctx_reset(f->ctx);
    }
    return e;
}
