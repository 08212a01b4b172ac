/* stored.c - what two threads store to one place: the same, or perhaps another number each. */
#include "config.h"

#include "internal.h"

#define PARTS 64 /* values that one is computed from */

/* Instructions whose result is another one when what they are given is, for some numbers. */
static bool computes(const lck_ptx_insn *p)
{
    static const char *const names[] = {"mov", "cvt",  "add",   "sub", "mul", "mad",
                                        "fma", "neg",  "abs",   "min", "max", "sqrt",
                                        "rcp", "tanh", "rsqrt", "ex2", "lg2", "div"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lck_ptx_is(p, names[i]))
            return true;
    return false;
}

/* Is it known for a thread at any time? */
static bool is_of_launch(lck_formulas *f, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return e;
    if (e->op == LC_EXPR_VAR) {
        unsigned kind = lck_formulas_symbol(f, e->slot)->kind;
        return kind == LCK_SYMBOL_TID || kind == LCK_SYMBOL_NTID || kind == LCK_SYMBOL_CTAID ||
               kind == LCK_SYMBOL_NCTAID || kind == LCK_SYMBOL_ARGUMENT;
    }
    for (int i = 0; i < 3; i++)
        if (e->arg[i] && !is_of_launch(f, e->arg[i]))
            return false;
    return true;
}

/* Do two threads load it from different places? */
static bool loads_apart(lck_formulas *f, uint32_t insn, const int64_t *one, const int64_t *other)
{
    const lc_expr *at = lck_formula_address(f, insn, 1);
    int64_t a, b;
    return is_of_launch(f, at) && lc_expr_at(at, one, &a) && lc_expr_at(at, other, &b) && a != b;
}

/* Is a value computed from global memory alone, by what the two have loaded from different places
 * there? */
static bool is_apart(lck_formulas *f, uint32_t value, const int64_t *one, const int64_t *other)
{
    const lck_flow *flow = lck_formulas_flow(f);
    uint32_t todo[PARTS], n = 0, steps = 0;
    bool apart = false;
    todo[n++] = value;
    while (n > 0) {
        uint32_t at = todo[--n];
        const lck_flow_value *v = at == LCK_FLOW_NONE ? NULL : &flow->value[at];
        const lck_ptx_insn *p = v && v->kind == LCK_FLOW_RESULT ? lck_flow_of(flow, v->insn)
                                                                : NULL;
        if (!p || steps++ == PARTS)
            return false;
        if (lck_ptx_is(p, "ld") && lck_ptx_insn_space(flow->module, p) == LCK_PTX_GLOBAL) {
            apart |= loads_apart(f, v->insn, one, other);
            continue;
        }
        if (!computes(p))
            return false;
        for (uint32_t k = 1; k < p->nall; k++) {
            uint32_t of = flow->use[flow->insn[v->insn].slot + k];
            const lck_ptx_operand *o = &flow->module->operand[p->operand + k];
            if (of == LCK_FLOW_NONE && o->kind == LCK_PTX_REGISTER)
                return false;
            if (of != LCK_FLOW_NONE && n < PARTS)
                todo[n++] = of;
        }
    }
    return apart;
}

bool lck_launch_may_be_equal(lck_formulas *f, uint32_t insn, const int64_t *one,
                             const int64_t *other)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    bool may = false;
    for (uint32_t k = 1; k < p->nall; k++) {
        const lck_ptx_operand *o = &flow->module->operand[p->operand + k];
        if (o->kind != LCK_PTX_REGISTER)
            continue;
        const lc_expr *e = lck_formula_operand(f, insn, k);
        uint32_t value = flow->use[flow->insn[insn].slot + k];
        if (is_apart(f, value, one, other))
            return false;
        may |= !e || lck_formula_varies(f, e) & LCK_BY_DATA;
    }
    return may;
}
