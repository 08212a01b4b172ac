/* inputs.c - data that may be anything: it is loaded from a buffer that the kernel does not write
 * to, from a place that follows from no other data. */
#include "config.h"

#include "internal.h"

void lck_assembly_set_input(lck_assembly *k, const lck_accesses *list, size_t slot)
{
    const lck_ptx_symbol *s = lck_formulas_symbol(k->f, slot);
    const lck_ptx_access *load = lck_access_of(list, lck_formulas_maker(k->f, s));
    if (!load || s->means || load->base.kind != LCK_BASE_ARGUMENT || !load->at)
        return;
    k->symbol[slot].input = !(lck_formula_varies(k->f, load->at) & LCK_BY_DATA) &&
                            lck_access_is_input(list, load);
    k->symbol[slot].buffer = load->base.of << 16 | load->base.offset;
}

static bool has(const lc_expr *e, const lc_expr *var)
{
    return e && lc_expr_has(e, var);
}

/* Is this symbol of an address known in all the trips of the access, and all other data of the
 * address and the guard loaded from other buffers, so that none of it follows from the symbol? */
static bool is_free(const lck_assembly *k, const lck_ptx_access *a, size_t slot)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    const lck_ptx_symbol *s = lck_formulas_symbol(k->f, slot);
    if (!k->symbol[slot].input) /* it may be no value of the flow: a special register */
        return false;
    uint32_t loop = flow->block[flow->value[s->of].block].loop;
    bool free = loop == LCK_FLOW_NONE || lck_flow_in_loop(flow, flow->insn[a->insn].block, loop);
    for (size_t i = 0; free && i < lc_exprs_nvars(lck_formulas_exprs(k->f)); i++) {
        const lck_ptx_symbol *t = lck_formulas_symbol(k->f, i);
        bool other = i != slot && t->kind == LCK_SYMBOL_DATA &&
                     (has(a->at, t->var) || has(a->guard, t->var));
        free = !other || (k->symbol[i].input && k->symbol[i].buffer != k->symbol[slot].buffer);
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
