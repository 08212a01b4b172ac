/* variables.c - which registers an instruction reads and writes, as variables of the flow. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

static bool number_registers(lck_flow_builder *b)
{
    uint64_t n = 0;
    b->var_base = lck_flow_array(b, b->f->ncalls, sizeof *b->var_base);
    if (!b->var_base)
        return false;
    for (uint32_t c = 0; c < b->f->ncalls; c++) {
        b->var_base[c] = (uint32_t)n;
        n += b->m->function[b->f->call[c].function].nregs; /* LCK_FLOW_SIZE in all */
    }
    b->nvars = (uint32_t)n;
    return true;
}

/* Is operand k of an instruction, counted with those inside, one that it writes? */
static bool written(const lck_ptx_module *m, const lck_ptx_insn *insn, bool writes, uint32_t k)
{
    const lck_ptx_operand *first = lck_ptx_operand_of(m, insn, 0);
    uint32_t at = insn->operand + k;
    bool list = first->kind == LCK_PTX_LIST && lck_ptx_is(insn, "call");
    bool inside = at >= first->inside && at < first->inside + first->ninside;
    return list ? inside : writes && (k == 0 || inside);
}

static void place_registers(lck_flow_builder *b, const lck_flow_insn *at)
{
    const lck_ptx_insn *insn = &b->m->insn[at->of];
    const lck_ptx_function *function = &b->m->function[b->f->call[at->call].function];
    bool reads, writes = lck_ptx_writes(b->m, insn, &reads);
    for (uint32_t k = 0; k < insn->nall; k++) {
        const lck_ptx_operand *o = &b->m->operand[insn->operand + k];
        if (o->reg == LCK_PTX_NONE)
            continue;
        uint32_t variable = b->var_base[at->call] + o->reg - function->reg;
        bool def = o->kind == LCK_PTX_REGISTER && written(b->m, insn, writes, k);
        if (def)
            b->var_def[at->slot + k] = variable;
        if (!def || reads)
            b->var_use[at->slot + k] = variable;
    }
}

bool lck_flow_variables(lck_flow_builder *b)
{
    b->var_use = lck_flow_array(b, b->f->nslots, sizeof *b->var_use);
    b->var_def = b->var_use ? lck_flow_array(b, b->f->nslots, sizeof *b->var_def) : NULL;
    if (!b->var_def || !number_registers(b))
        return false;
    for (uint32_t k = 0; k < b->f->nslots; k++)
        b->var_use[k] = b->var_def[k] = LCK_FLOW_NONE;
    for (uint32_t i = 0; i < b->f->ninsns; i++)
        place_registers(b, &b->f->insn[i]);
    return lck_flow_params(b);
}
