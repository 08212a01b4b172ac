/* inputs.c - data that may be anything: it is loaded from a buffer that the kernel does not write
 * to, from a place that follows from no other data. */
#include "config.h"

#include "internal.h"

void lck_assembly_set_input(lck_assembly *k, const lck_accesses *list, size_t slot)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    const lck_ptx_symbol *s = lck_formulas_symbol(k->f, slot);
    const lck_flow_value *v = s->kind == LCK_SYMBOL_DATA && s->of != LCK_FLOW_NONE && !s->means
                                  ? &flow->value[s->of]
                                  : NULL;
    const lck_ptx_access *load = v && v->kind == LCK_FLOW_RESULT ? lck_access_of(list, v->insn)
                                                                 : NULL;
    if (!load || load->base.kind != LCK_BASE_ARGUMENT || !load->at)
        return;
    k->symbol[slot].input = !(lck_formula_varies(k->f, load->at) & LCK_BY_DATA) &&
                            lck_access_is_input(list, load);
    k->symbol[slot].buffer = load->base.of << 16 | load->base.offset;
}

static bool has(const lc_expr *e, const lc_expr *var)
{
    return e && lc_expr_has(e, var);
}

/* Is this symbol of an address known in all the trips of the access, and does no other symbol of
 * the address or the guard come from the same buffer, where it may be the same? */
static bool is_free(const lck_assembly *k, const lck_ptx_access *a, size_t slot)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    const lck_ptx_symbol *s = lck_formulas_symbol(k->f, slot);
    if (!k->symbol[slot].input) /* it may be no value of the flow: a special register */
        return false;
    uint32_t loop = flow->block[flow->value[s->of].block].loop;
    bool free = loop == LCK_FLOW_NONE || lck_flow_in_loop(flow, flow->insn[a->insn].block, loop);
    for (size_t i = 0; free && i < lc_exprs_nvars(lck_formulas_exprs(k->f)); i++) {
        const lc_expr *var = lck_formulas_symbol(k->f, i)->var;
        free = i == slot || !k->symbol[i].input ||
               k->symbol[i].buffer != k->symbol[slot].buffer ||
               !(has(a->at, var) || has(a->guard, var));
    }
    return free;
}

bool lck_assembly_is_free(const lck_assembly *k, const lck_ptx_access *a)
{
    bool any = false, free = true;
    for (size_t i = 0; free && a->at && i < lc_exprs_nvars(lck_formulas_exprs(k->f)); i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (s->kind != LCK_SYMBOL_DATA || !lc_expr_has(a->at, s->var))
            continue;
        any = true;
        free = is_free(k, a, i);
    }
    return any && free;
}
