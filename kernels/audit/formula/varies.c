/* varies.c - what values vary with: expressions by their symbols, data by what it is made of. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

#define MOST_THREADS 1024 /* of a block */

unsigned lck_formula_varies(const lck_formulas *f, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return 0;
    if (e->op == LC_EXPR_VAR)
        return f->symbol[e->slot].varies;
    return lck_formula_varies(f, e->arg[0]) | lck_formula_varies(f, e->arg[1]) |
           lck_formula_varies(f, e->arg[2]);
}

unsigned lck_formula_kinds(const lck_formulas *f, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return 0;
    if (e->op == LC_EXPR_VAR)
        return 1u << f->symbol[e->slot].kind;
    return lck_formula_kinds(f, e->arg[0]) | lck_formula_kinds(f, e->arg[1]) |
           lck_formula_kinds(f, e->arg[2]);
}

/* ---- data ---- */

/* All values that one is made of, each once. */
typedef struct {
    const lck_formulas *f;
    unsigned char *seen;
    uint32_t *todo;
    size_t n;
    unsigned varies;
} search;

static void add(search *s, uint32_t value)
{
    if (value == LCK_FLOW_NONE || s->seen[value])
        return;
    s->seen[value] = 1;
    s->todo[s->n++] = value;
}

static unsigned of_special(lck_ptx_special special)
{
    switch (special) {
    case LCK_PTX_TID:
    case LCK_PTX_LANEID:
    case LCK_PTX_LANEMASK_EQ:
    case LCK_PTX_LANEMASK_LE:
    case LCK_PTX_LANEMASK_LT:
    case LCK_PTX_LANEMASK_GE:
    case LCK_PTX_LANEMASK_GT:
    case LCK_PTX_OTHER_SPECIAL: return LCK_BY_THREAD | LCK_BY_LANE;
    case LCK_PTX_WARPID: return LCK_BY_THREAD;
    case LCK_PTX_CTAID:
    case LCK_PTX_CLUSTERID:
    case LCK_PTX_CLUSTER_CTAID:
    case LCK_PTX_CLUSTER_CTARANK: return LCK_BY_BLOCK;
    default: return 0;
    }
}

/* Instructions whose result is another one for each thread, whatever they are given. */
static bool is_of_thread(const lck_ptx_insn *p)
{
    static const char *const names[] = {"atom",  "elect", "ldmatrix",   "mma",       "wmma",
                                        "wgmma", "call",  "activemask", "movmatrix", "tcgen05",
                                        "ldu",   "mapa",  "getctarank"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lck_ptx_is(p, names[i]))
            return true;
    return false;
}

/* Has a function local memory, or one that may stand in it? */
static bool has_local(const lck_formulas *f)
{
    for (uint32_t i = 0; i < f->m->nvariables; i++) {
        const lck_ptx_variable *v = &f->m->variable[i];
        if (v->space == LCK_PTX_LOCAL &&
            (v->function == LCK_PTX_NONE || v->function == f->flow->function ||
             !f->m->function[v->function].entry))
            return true;
    }
    return false;
}

/* One address is another place for each thread in local memory, which a generic one may be in. */
static bool is_local(const lck_formulas *f, const lck_ptx_insn *p)
{
    lck_ptx_space space = lck_ptx_insn_space(f->m, p);
    return lck_ptx_is(p, "ld") &&
           (space == LCK_PTX_LOCAL || (space == LCK_PTX_GENERIC && has_local(f)));
}

/* Does it read memory that others may write meanwhile? One thread sees it, another one does not.
 * Of shared memory that would be a race, but of what is strong. */
static bool is_of_moment(const lck_formulas *f, const lck_ptx_insn *p)
{
    static const char *const words[] = {"volatile", "relaxed", "acquire", "mmio"};
    lck_ptx_space space = lck_ptx_insn_space(f->m, p);
    bool is = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is |= lck_ptx_has(f->m, p, words[i]);
    bool shared = space == LCK_PTX_SHARED && !lck_ptx_has(f->m, p, "volatile");
    return is && lck_ptx_is(p, "ld") &&
           (space == LCK_PTX_GLOBAL || space == LCK_PTX_GENERIC || shared);
}

/* ---- what all lanes of a warp have ---- */

/* Has a formula of the thread one value in each warp: tid_x / 32, tid_x < 64? */
static bool is_one_in_warps(const lck_formulas *f, const lc_expr *e)
{
    bool row = f->block[1] == 1 && f->block[2] == 1;
    int64_t x = f->block[0] == 0 && row ? MOST_THREADS : f->block[0], y = f->block[1];
    int64_t env[LC_MAX_EXPR_VARS] = {0}, first = 0, value;
    if (!e || lck_formula_kinds(f, e) & ~(1u << LCK_SYMBOL_TID) || x == 0 || y == 0 ||
        f->block[2] == 0)
        return false;
    for (int64_t t = 0; t < x * y * f->block[2] && t < MOST_THREADS; t++) {
        int64_t tid[3] = {t % x, t / x % y, t / (x * y)};
        for (size_t i = 0; i < lc_exprs_nvars(f->x); i++)
            if (f->symbol[i].kind == LCK_SYMBOL_TID)
                env[i] = tid[f->symbol[i].axis];
        if (!lc_expr_at(e, env, &value) || (t % 32 != 0 && value != first))
            return false;
        first = value;
    }
    return true;
}

static const lc_expr *known(const lck_formulas *f, uint32_t value)
{
    return value != LCK_FLOW_NONE && f->state[value] ? f->value[value] : NULL;
}

/* shfl.idx among all lanes of the warp, not those of a segment. */
static bool is_broadcast(const lck_formulas *f, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    const lck_ptx_operand *bound = lck_ptx_operand_of(f->m, p, 3);
    const lc_expr *e = bound ? known(f, f->flow->use[f->flow->insn[insn].slot + 3]) : NULL;
    int64_t number = bound ? bound->value : 0;
    return lck_ptx_is(p, "shfl") && lck_ptx_has(f->m, p, "idx") && bound &&
           (bound->kind == LCK_PTX_INTEGER || (e && lc_expr_is_int(e, &number))) &&
           (number & 0x1f1f) == 31;
}

/* The same for all lanes of a warp that do it together; a broadcast is where the lane is. */
static bool is_of_warp(const lck_formulas *f, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(f->flow, insn);
    return lck_ptx_is(p, "vote") || lck_ptx_is(p, "redux") ||
           (lck_ptx_is(p, "match") && lck_ptx_has(f->m, p, "all")) || is_broadcast(f, insn);
}

/* The same for all threads of a block: bar.red p, a, q of a barrier that they all come to. */
static bool is_of_block(const lck_formulas *f, const lck_ptx_insn *p)
{
    const lck_ptx_operand *id = lck_ptx_operand_of(f->m, p, 1);
    return (lck_ptx_is(p, "bar") || lck_ptx_is(p, "barrier")) && lck_ptx_has(f->m, p, "red") &&
           p->noperands == 3 && id->kind == LCK_PTX_INTEGER;
}

/* Does operand k decide the result of an instruction that gives all lanes the same: which lanes
 * take part, and which one the value is from? */
static bool counts(const lck_formulas *f, const lck_ptx_insn *p, uint32_t k)
{
    return (k + 1 == p->noperands && lck_ptx_has(f->m, p, "sync")) ||
           (k == 2 && lck_ptx_is(p, "shfl"));
}

static void see_insn(search *s, uint32_t insn)
{
    const lck_flow *flow = s->f->flow;
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    bool of_warp = is_of_warp(s->f, insn), of_block = is_of_block(s->f, p);
    if (is_of_thread(p) || is_local(s->f, p))
        s->varies |= LCK_BY_THREAD | LCK_BY_LANE;
    if (is_of_moment(s->f, p))
        s->varies |= LCK_BY_THREAD | LCK_BY_LANE | LCK_BY_MOMENT;
    if (of_warp)
        s->varies |= LCK_BY_THREAD; /* of its lanes, which other warps do not share */
    if (of_block)
        s->varies |= LCK_BY_BLOCK;
    if (lck_ptx_is(p, "shfl") && !of_warp)
        s->varies |= LCK_BY_THREAD | LCK_BY_LANE;
    if (lck_ptx_is(p, "ld") && lck_ptx_insn_space(s->f->m, p) == LCK_PTX_PARAM)
        s->varies |= LCK_BY_ARGUMENT;
    for (uint32_t k = 0; k < p->nall; k++) {
        const lck_ptx_operand *o = &s->f->m->operand[p->operand + k];
        if (of_block || (of_warp && !counts(s->f, p, k)))
            continue;
        if (o->kind == LCK_PTX_SPECIAL)
            s->varies |= of_special(o->special);
        add(s, flow->use[flow->insn[insn].slot + k]);
    }
    if (flow->block[flow->insn[insn].block].loop != LCK_FLOW_NONE)
        s->varies |= LCK_BY_TRIP;
}

static void see_branch(search *s, uint32_t block)
{
    uint32_t branch = lck_flow_branch(s->f->flow, block);
    if (branch == LCK_FLOW_NONE)
        return;
    const lck_ptx_insn *p = lck_flow_of(s->f->flow, branch);
    add(s, s->f->flow->insn[branch].guard);
    for (uint32_t k = 0; k < p->nall; k++)
        add(s, s->f->flow->use[s->f->flow->insn[branch].slot + k]);
}

/* Which way threads come to a join is decided by the branches since its dominator. */
static void see_ways(search *s, uint32_t block)
{
    const lck_flow *flow = s->f->flow;
    const lck_flow_block *b = &flow->block[block];
    for (uint32_t i = 0; i < b->npreds; i++) {
        const lck_flow_block *pred = &flow->block[flow->edge[b->pred + i]];
        see_branch(s, flow->edge[b->pred + i]);
        for (uint32_t k = 0; k < pred->ncontrols; k++) {
            uint32_t by = flow->control[pred->control + k].block;
            if (b->idom != LCK_FLOW_NONE && lck_flow_dominates(flow, b->idom, by))
                see_branch(s, by);
        }
    }
}

/* Threads of a block leave a loop after trips of their own where its exits say so. */
static void see_exits(search *s, uint32_t loop)
{
    const lck_flow *flow = s->f->flow;
    const lck_flow_loop *l = &flow->loop[loop];
    s->varies |= LCK_BY_TRIP;
    for (uint32_t i = 0; i < l->nmembers; i++) {
        uint32_t block = flow->member[l->member + i];
        const lck_flow_block *b = &flow->block[block];
        for (uint32_t k = 0; k < b->nsuccs; k++)
            if (!lck_flow_in_loop(flow, flow->edge[b->succ + k], loop))
                see_branch(s, block);
    }
}

static void see_value(search *s, uint32_t value)
{
    const lck_flow *flow = s->f->flow;
    const lck_flow_value *v = &flow->value[value];
    const lc_expr *e = known(s->f, value);
    if (is_one_in_warps(s->f, e)) {
        s->varies |= e->op == LC_EXPR_INT ? 0 : LCK_BY_THREAD;
        return;
    }
    for (uint32_t i = 0; i < v->n; i++)
        add(s, lck_flow_arg(flow, value, i));
    if (v->kind == LCK_FLOW_RESULT)
        see_insn(s, v->insn);
    if (v->kind == LCK_FLOW_SELECT)
        add(s, flow->insn[v->insn].guard);
    if (v->kind == LCK_FLOW_PHI) {
        uint32_t loop = flow->block[v->block].loop;
        see_ways(s, v->block);
        if (loop != LCK_FLOW_NONE && flow->loop[loop].header == v->block)
            see_exits(s, loop);
    }
}

/* The loads among them are marked, where that is asked for. */
static unsigned end(search *s, bool *loads)
{
    const lck_flow *flow = s->f->flow;
    while (s->n > 0)
        see_value(s, s->todo[--s->n]);
    for (uint32_t i = 0; loads && i < flow->nvalues; i++) {
        const lck_flow_value *v = &flow->value[i];
        if (s->seen[i] && v->kind == LCK_FLOW_RESULT &&
            lck_ptx_is(lck_flow_of(flow, v->insn), "ld"))
            loads[v->insn] = true;
    }
    free(s->seen);
    free(s->todo);
    return s->varies;
}

static bool begin(search *s, const lck_formulas *f)
{
    *s = (search){f, calloc(f->flow->nvalues + 1, 1),
                  malloc((f->flow->nvalues + 1) * sizeof *s->todo), 0, LCK_BY_DATA};
    if (s->seen && s->todo)
        return true;
    free(s->seen);
    free(s->todo);
    return false;
}

unsigned lck_formula_varies_as_data(lck_formulas *f, uint32_t value)
{
    search s;
    if (!begin(&s, f))
        return ~0u;
    add(&s, value);
    return end(&s, NULL);
}

bool lck_formula_loads(lck_formulas *f, uint32_t value, bool *insn)
{
    search s;
    if (!begin(&s, f))
        return false;
    add(&s, value);
    (void)end(&s, insn);
    return true;
}

unsigned lck_formula_varies_as_exit(lck_formulas *f, uint32_t loop)
{
    search s;
    if (!begin(&s, f))
        return ~0u;
    see_exits(&s, loop);
    return end(&s, NULL);
}

unsigned lck_formula_varies_as_ways(lck_formulas *f, const bool *insn)
{
    search s;
    const lck_flow *flow = f->flow;
    bool *seen = calloc(flow->nblocks + 1, sizeof *seen);
    if (!seen || !begin(&s, f)) {
        free(seen);
        return ~0u;
    }
    for (uint32_t i = 0; i < flow->ninsns; i++)
        if (insn[i]) {
            seen[flow->insn[i].block] = true;
            add(&s, flow->insn[i].guard);
        }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t b = flow->nblocks; b-- > 0;)
            for (uint32_t k = 0; seen[b] && k < flow->block[b].ncontrols; k++) {
                uint32_t by = flow->control[flow->block[b].control + k].block;
                more |= !seen[by];
                seen[by] = true;
            }
    }
    for (uint32_t b = 0; b < flow->nblocks; b++)
        for (uint32_t k = 0; seen[b] && k < flow->block[b].ncontrols; k++)
            see_branch(&s, flow->control[flow->block[b].control + k].block);
    free(seen);
    return end(&s, NULL);
}
