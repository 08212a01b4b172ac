/* inputs.c - data that may be anything: it is loaded from a buffer that the kernel does not write
 * to, from a place that follows from no other data. */
#include "config.h"

#include "internal.h"

/* The value that a symbol is, if one load makes it; else NULL. */
static const lck_flow_value *loaded(const lck_assembly *k, const lck_accesses *list,
                                    const lck_ptx_symbol *s, const lck_ptx_access **load)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    const lck_flow_value *v = s->kind == LCK_SYMBOL_DATA && s->of != LCK_FLOW_NONE && !s->means
                                  ? &flow->value[s->of]
                                  : NULL;
    *load = v && v->kind == LCK_FLOW_RESULT ? lck_access_of(list, v->insn) : NULL;
    bool one = *load && (*load + 1 == list->at + list->n || (*load)[1].insn != v->insn);
    return one && (*load)->base.kind == LCK_BASE_ARGUMENT && (*load)->at &&
                   !(lck_formula_varies(k->f, (*load)->at) & LCK_BY_DATA) &&
                   lck_access_is_input(list, *load)
               ? v
               : NULL;
}

void lck_assembly_set_input(lck_assembly *k, const lck_accesses *list, size_t slot)
{
    lc_exprs *x = lck_formulas_exprs(k->f);
    const lck_ptx_access *load;
    const lck_flow_value *v = loaded(k, list, lck_formulas_symbol(k->f, slot), &load);
    if (!v)
        return;
    const lck_ptx_insn *p = lck_flow_of(lck_formulas_flow(k->f), v->insn);
    const lck_ptx_operand *to = lck_ptx_operand_of(k->m, p, 0);
    uint32_t element = to->kind == LCK_PTX_VECTOR ? p->operand + v->slot - to->inside : 0;
    int64_t bytes = lck_ptx_insn_type(k->m, p, 0).bits / 8;
    k->symbol[slot].from = lc_expr_add_scaled(x, load->at, 1, lc_expr_int(x, element * bytes));
    k->symbol[slot].buffer = load->base.of << 16 | load->base.offset;
    lc_ctx_reset(lc_exprs_ctx(x));
}

/* Are they of different buffers, or numbers of one kind in one of them, for each lane its own? */
static bool agree(const lck_assembly *k, size_t a, size_t b)
{
    const lck_judged_symbol *s = &k->symbol[a], *t = &k->symbol[b];
    const lc_expr *p = lck_formulas_symbol(k->f, a)->var, *q = lck_formulas_symbol(k->f, b)->var;
    return s->buffer != t->buffer || (s->holder == LCK_OF_THREAD && t->holder == LCK_OF_THREAD &&
                                      p->low == q->low && p->high == q->high);
}

/* What is loaded in a loop is known in its trips alone. */
bool lck_assembly_is_free(const lck_assembly *k, const lck_ptx_access *a)
{
    const lck_flow *flow = lck_formulas_flow(k->f);
    size_t n = a->at ? lc_exprs_nvars(lck_formulas_exprs(k->f)) : 0;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(k->f, i);
        if (s->kind != LCK_SYMBOL_DATA || !lc_expr_has(a->at, s->var))
            continue;
        any = true;
        if (!k->symbol[i].from)
            return false;
        uint32_t loop = flow->block[flow->value[s->of].block].loop;
        if (loop != LCK_FLOW_NONE && !lck_flow_in_loop(flow, flow->insn[a->insn].block, loop))
            return false;
        for (size_t other = 0; other < i; other++)
            if (k->symbol[other].from &&
                lc_expr_has(a->at, lck_formulas_symbol(k->f, other)->var) && !agree(k, i, other))
                return false;
    }
    return any;
}
