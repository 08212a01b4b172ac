/* passed.c - loads that are over, for the whole warp, before any of its lanes goes on.
 *
 * An instruction that all lanes of a warp run together, a shuffle or a product, has what each of
 * them gives before any goes on. A load that it is given the result of is over by then: what a
 * lane stores behind it does not overwrite what another one has still to load. The memory model
 * of PTX has no such order, but every machine has it: the instruction needs its operands. */
#include "config.h"

#include "internal.h"

#define PARTS 128 /* values that one is computed from */

/* Do all lanes of the warp give it their operands? */
static bool is_joint(lck_formulas *f, uint32_t insn)
{
    static const char *const masked[] = {"shfl", "vote", "redux", "match"};
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    int64_t mask;
    if (flow->insn[insn].guard != LCK_FLOW_NONE || !lck_ptx_has(flow->module, p, "sync"))
        return false;
    for (size_t i = 0; i < sizeof masked / sizeof *masked; i++)
        if (lck_ptx_is(p, masked[i])) {
            const lc_expr *e = lck_formula_operand(f, insn, p->noperands - 1);
            return e && lc_expr_is_int(e, &mask) && (uint32_t)mask == UINT32_MAX;
        }
    return lck_ptx_is(p, "mma");
}

static bool is_header(const lck_flow *flow, uint32_t block)
{
    uint32_t loop = flow->block[block].loop;
    return loop != LCK_FLOW_NONE && flow->loop[loop].header == block;
}

/* Is an instruction given what the load has loaded in the same trips? */
static bool is_given(const lck_flow *flow, uint32_t insn, uint32_t load)
{
    uint32_t todo[PARTS], n = 0, steps = 0;
    for (uint32_t at = insn;;) {
        const lck_ptx_insn *p = lck_flow_of(flow, at);
        for (uint32_t k = 0; k < p->nall && n < PARTS; k++)
            if (flow->use[flow->insn[at].slot + k] != LCK_FLOW_NONE)
                todo[n++] = flow->use[flow->insn[at].slot + k];
        for (at = LCK_FLOW_NONE; n > 0 && at == LCK_FLOW_NONE && steps++ < PARTS;) {
            uint32_t value = todo[--n];
            const lck_flow_value *v = &flow->value[value];
            if (v->kind == LCK_FLOW_RESULT)
                at = v->insn;
            else if (v->kind != LCK_FLOW_PHI || !is_header(flow, v->block))
                for (uint32_t i = 0; i < v->n && n < PARTS; i++)
                    todo[n++] = lck_flow_arg(flow, value, i);
        }
        if (at == load || at == LCK_FLOW_NONE)
            return at == load;
    }
}

/* Does one instruction come behind the other on every way to it? */
static bool is_behind(const lck_flow *flow, uint32_t insn, uint32_t other)
{
    uint32_t a = flow->insn[insn].block, b = flow->insn[other].block;
    return a == b ? other < insn : lck_flow_dominates(flow, b, a);
}

bool lck_launch_is_passed(lck_formulas *f, uint32_t load, uint32_t store)
{
    const lck_flow *flow = lck_formulas_flow(f);
    if (!lck_ptx_is(lck_flow_of(flow, load), "ld") ||
        flow->block[flow->insn[load].block].loop != flow->block[flow->insn[store].block].loop)
        return false;
    for (uint32_t i = 0; i < flow->ninsns; i++)
        if (is_joint(f, i) && is_behind(flow, store, i) &&
            flow->block[flow->insn[i].block].loop == flow->block[flow->insn[load].block].loop &&
            is_given(flow, i, load))
            return true;
    return false;
}
