/* atomic.c - accesses that do not race with atomics: strong ones, and loads whose value a
 * compare-and-swap is then tried with, which fails when it has changed. */
#include "config.h"

#include "internal.h"

bool lck_access_is_strong(const lck_ptx_module *m, const lck_ptx_insn *p)
{
    return (lck_ptx_is(p, "ld") || lck_ptx_is(p, "st")) &&
           (lck_ptx_has(m, p, "relaxed") || lck_ptx_has(m, p, "acquire") ||
            lck_ptx_has(m, p, "release"));
}

/* Marks loads from the place of a compare-and-swap whose value it may be given. */
static void mark(lck_formulas *f, lck_accesses *list, const lck_ptx_access *swap, uint32_t value,
                 unsigned depth)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_flow_value *v = value == LCK_FLOW_NONE ? NULL : &flow->value[value];
    if (!v || depth == 0)
        return;
    if (v->kind != LCK_FLOW_RESULT) {
        for (uint32_t i = 0; i < v->n; i++)
            mark(f, list, swap, lck_flow_arg(flow, value, i), depth - 1);
        return;
    }
    const lck_ptx_insn *p = lck_flow_of(flow, v->insn);
    if (lck_ptx_is(p, "mov"))
        mark(f, list, swap, flow->use[flow->insn[v->insn].slot + 1], depth - 1);
    for (size_t i = 0; i < list->n && lck_ptx_is(p, "ld"); i++) {
        lck_ptx_access *a = &list->at[i];
        if (a->insn == v->insn && a->address && swap->address &&
            lc_expr_equal(a->address, swap->address))
            a->atomic = true;
    }
}

void lck_access_tried(lck_formulas *f, lck_accesses *list)
{
    const lck_flow *flow = lck_formulas_flow(f);
    for (size_t i = 0; i < list->n; i++) {
        uint32_t insn = list->at[i].insn;
        const lck_ptx_insn *p = lck_flow_of(flow, insn);
        if (lck_ptx_is(p, "atom") && lck_ptx_has(flow->module, p, "cas"))
            mark(f, list, &list->at[i], flow->use[flow->insn[insn].slot + 2], 4);
    }
}
