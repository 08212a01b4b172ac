/* carried.c - what loops carry and joins hand over, where formulas take it for data: in a run it
 * is a number, which is computed when a thread comes to its block. */
#include "config.h"

#include "internal.h"

/* Is a value that ways of a block hand over data to formulas, and data alone? */
static bool is_data(const lck_run *r, uint32_t value, uint32_t *slot)
{
    const lc_expr *e = lck_formula_of(r->f, value);
    if (!e || e->op != LC_EXPR_VAR)
        return false;
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, e->slot);
    *slot = (uint32_t)e->slot;
    return s->kind == LCK_SYMBOL_DATA && s->of == value && s->last_of == LCK_FLOW_NONE;
}

void lck_run_find_carried(lck_run *r)
{
    const lck_flow *flow = r->flow;
    for (uint32_t v = 0; v < flow->nvalues && r->ncarried < LC_MAX_EXPR_VARS; v++) {
        uint32_t slot;
        if (flow->value[v].kind != LCK_FLOW_PHI || !is_data(r, v, &slot))
            continue;
        r->carried[r->ncarried++] = (lck_carried){.value = v, .slot = slot};
        for (uint32_t i = 0; i < flow->value[v].n; i++) /* symbols are made here, if at all */
            (void)lck_formula_of(r->f, lck_flow_arg(flow, v, i));
    }
}

/* Symbols that stand for long formulas of what instructions make, or for addresses in another
 * block of the cluster. */
static void find_held(lck_run *r)
{
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        const lc_expr *e = r->operation[i].maps
                               ? lck_formula_of(r->f, r->flow->def[r->flow->insn[i].slot])
                               : NULL;
        if (!e || e->op != LC_EXPR_VAR)
            continue;
        r->known[e->slot] = true;
        r->held[i] = (uint32_t)e->slot;
    }
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        const lck_flow_value *v = s->means ? &r->flow->value[s->of] : NULL;
        if (!v || v->kind != LCK_FLOW_RESULT || r->held[v->insn] != LCK_FLOW_NONE)
            continue; /* of a join it is carried */
        r->known[i] = true;
        r->held[v->insn] = (uint32_t)i;
    }
}

static bool forget_held(lck_run *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->flow->ninsns; i++) {
        uint32_t slot = r->held[i];
        const lck_operation_of *o = &r->operation[i];
        if (slot == LCK_FLOW_NONE ||
            (o->maps ? o->id && o->count && lck_launch_knows(r, o->id) &&
                           lck_launch_knows(r, o->count)
                     : lck_launch_knows(r, lck_formulas_symbol(r->f, slot)->means)))
            continue;
        r->known[slot] = false;
        r->held[i] = LCK_FLOW_NONE;
        any = true;
    }
    return any;
}

/* All are known, until one is made of what is not. */
void lck_run_know_carried(lck_run *r)
{
    for (uint32_t i = 0; i < r->ncarried; i++)
        r->known[r->carried[i].slot] = true;
    find_held(r);
    for (bool more = true; more;) {
        more = forget_held(r);
        for (uint32_t i = 0; i < r->ncarried; i++) {
            const lck_carried *c = &r->carried[i];
            const lck_flow_value *v = &r->flow->value[c->value];
            bool known = r->known[c->slot];
            for (uint32_t k = 0; known && k < v->n; k++) {
                const lc_expr *e = lck_formula_of(r->f, lck_flow_arg(r->flow, c->value, k));
                known = e && lck_launch_knows(r, e);
            }
            more |= r->known[c->slot] && !known;
            r->known[c->slot] = known;
        }
    }
}

static void set(lck_run *r, lck_thread *t, uint32_t slot, bool sure, int64_t value)
{
    t->unsure[slot] = !sure;
    t->env[slot] = value;
    r->moment++;
}

/* Which of its predecessors a block is come to from; `npreds`: it is not known. */
static uint32_t way_from(const lck_run *r, uint32_t from, uint32_t to)
{
    const lck_flow_block *b = &r->flow->block[to];
    uint32_t found = b->npreds;
    for (uint32_t i = 0; i < b->npreds; i++)
        if (r->flow->edge[b->pred + i] == from)
            found = found == b->npreds ? i : b->npreds + 1;
    return found < b->npreds ? found : b->npreds;
}

void lck_run_hold(lck_run *r, lck_thread *t, uint32_t insn)
{
    uint32_t slot = r->held[insn];
    const lck_operation_of *o = &r->operation[insn];
    int64_t value = 0, rank = 0;
    bool sure = lck_run_value(r, t, o->maps ? o->id : lck_formulas_symbol(r->f, slot)->means,
                              &value);
    if (o->maps) {
        sure = sure && lck_run_value(r, t, o->count, &rank) && rank >= 0 && rank < r->ranks;
        value = value % LCK_LAUNCH_WINDOW + (r->ranks > 1 ? rank + 1 : 0) * LCK_LAUNCH_WINDOW;
    }
    set(r, t, slot, sure, value);
}

void lck_run_carry(lck_run *r, lck_thread *t, uint32_t to, bool sure)
{
    uint32_t way = sure ? way_from(r, t->block, to) : r->flow->block[to].npreds, n = 0;
    struct {
        uint32_t slot;
        bool sure;
        int64_t value;
    } next[64];
    for (uint32_t i = 0; i < r->ncarried; i++) {
        const lck_carried *c = &r->carried[i];
        const lck_flow_value *v = &r->flow->value[c->value];
        if (v->block != to || !r->known[c->slot])
            continue;
        if (n == sizeof next / sizeof *next) {
            lck_run_stop(r, "a loop carries too much");
            return;
        }
        next[n].slot = c->slot;
        next[n].value = 0;
        next[n].sure = way < v->n &&
                       lck_run_value(r, t,
                                     lck_formula_of(r->f, lck_flow_arg(r->flow, c->value, way)),
                                     &next[n].value);
        n++;
    }
    for (uint32_t i = 0; i < n; i++) /* all at once */
        set(r, t, next[i].slot, next[i].sure, next[i].value);
}
