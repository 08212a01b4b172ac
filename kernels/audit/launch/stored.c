/* stored.c - do two threads store the same number, computed from global memory? */
#include "config.h"

#include "internal.h"

#define PARTS 64 /* values that one is computed from */

/* Instructions whose result depends on their operands. */
static bool computes(const lck_ptx_insn *p)
{
    static const char *const names[] = {"mov",   "cvt", "add", "sub", "mul",  "mad", "fma",
                                        "neg",   "abs", "min", "max", "sqrt", "rcp", "tanh",
                                        "rsqrt", "ex2", "lg2", "div", "setp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lck_ptx_is(p, names[i]))
            return true;
    return false;
}

/* Is it known of both, in the same trips? */
static bool is_known(lck_formulas *f, const lc_expr *e, const int64_t *one, const int64_t *other)
{
    if (!e || e->op == LC_EXPR_INT)
        return e;
    if (e->op == LC_EXPR_VAR) {
        unsigned kind = lck_formulas_symbol(f, e->slot)->kind;
        return kind == LCK_SYMBOL_TRIP ? one[e->slot] == other[e->slot]
                                       : kind != LCK_SYMBOL_DATA && kind != LCK_SYMBOL_VARIABLE;
    }
    for (int i = 0; i < 3; i++)
        if (e->arg[i] && !is_known(f, e->arg[i], one, other))
            return false;
    return true;
}

/* Do two threads load it from different places? */
static bool loads_apart(lck_formulas *f, uint32_t insn, const int64_t *one, const int64_t *other)
{
    const lc_expr *at = lck_formula_address(f, insn, 1);
    int64_t a, b;
    return is_known(f, at, one, other) && lc_expr_at(at, one, &a) && lc_expr_at(at, other, &b) &&
           a != b;
}

bool lck_launch_is_apart(lck_formulas *f, const lck_accesses *list, uint32_t value,
                         const int64_t *one, const int64_t *other)
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
        const lck_ptx_access *load = lck_access_of(list, v->insn);
        if (load && lck_access_is_input(list, load)) {
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

/* Is what an instruction stores the same for all threads of a block? */
static bool is_common(lck_formulas *f, uint32_t insn, uint32_t k, bool alike)
{
    const unsigned differs = LCK_BY_THREAD | LCK_BY_LANE | LCK_BY_MOMENT |
                             (alike ? 0 : LCK_BY_TRIP);
    const lc_expr *e = lck_formula_operand(f, insn, k);
    return e && !(lck_formula_varies(f, e) & differs);
}

/* Has it one value for two threads, as far as that is known? */
static bool is_equal(const lc_expr *e, const int64_t *one, const int64_t *other)
{
    int64_t a, b;
    return !one || (lc_expr_at(e, one, &a) && lc_expr_at(e, other, &b) && a == b);
}

lck_stored lck_launch_stored(lck_formulas *f, const lck_accesses *list, uint32_t insn, bool alike,
                             const int64_t *one, const int64_t *other)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    lck_stored all = lck_ptx_is(p, "st") ? LCK_STORED_SAME : LCK_STORED_APART;
    for (uint32_t k = 1; k < p->nall; k++) {
        const lck_ptx_operand *o = &flow->module->operand[p->operand + k];
        if (o->kind != LCK_PTX_REGISTER ||
            (all != LCK_STORED_APART && is_common(f, insn, k, alike)))
            continue;
        const lc_expr *e = lck_formula_operand(f, insn, k);
        uint32_t value = flow->use[flow->insn[insn].slot + k];
        bool data = !e || lck_formula_varies(f, e) & LCK_BY_DATA;
        if ((alike && one && lck_launch_is_apart(f, list, value, one, other)) ||
            (lck_ptx_is(p, "st") && !data && !is_equal(e, one, other)))
            return LCK_STORED_APART;
        if (data || lck_ptx_is(p, "st"))
            all = LCK_STORED_PERHAPS;
    }
    return all;
}
