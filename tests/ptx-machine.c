/* ptx-machine.c - integer instructions, computed as tests/ptx-run/ computes them. */
#include "config.h"

#include "ptx-machine.h"

#include "ptx-run/values.h"

#include <stdio.h>
#include <string.h>

static uint64_t special(const ptx_machine *c, const lck_ptx_operand *o)
{
    uint32_t n = c->tid[0] + c->ntid[0] * (c->tid[1] + c->ntid[1] * c->tid[2]);
    switch (o->special) {
    case LCK_PTX_TID: return c->tid[o->axis];
    case LCK_PTX_NTID: return c->ntid[o->axis];
    case LCK_PTX_CTAID: return c->ctaid[o->axis];
    case LCK_PTX_NCTAID: return c->nctaid[o->axis];
    case LCK_PTX_LANEID: return n % 32;
    case LCK_PTX_WARPID: return n / 32;
    default: return 0;
    }
}

static uint64_t read(const ptx_machine *c, const lck_ptx_operand *o)
{
    switch (o->kind) {
    case LCK_PTX_REGISTER: return o->negated ? !c->reg[o->reg] : c->reg[o->reg];
    case LCK_PTX_INTEGER: return (uint64_t)o->value;
    case LCK_PTX_SPECIAL: return special(c, o);
    default: return 0;
    }
}

static void write(const ptx_machine *c, const lck_ptx_operand *to, uint64_t v)
{
    if (to->kind == LCK_PTX_REGISTER)
        c->reg[to->reg] = ptx_masked(v, c->m->reg[to->reg].type.bits);
}

/* What an instruction does, read from its opcode. */
static ptx_code decoded(const lck_ptx_insn *insn)
{
    char text[64], *part[16] = {NULL}, *rest = NULL;
    snprintf(text, sizeof text, "%.*s", (int)insn->opcode.n, insn->opcode.at);
    for (size_t n = 0; n < 15 && (part[n] = strtok_r(n ? NULL : text, ".", &rest)); n++)
        ;
    return ptx_decoded(&(ptx_instruction){.parts = part});
}

static uint64_t loaded(const ptx_machine *c, const lck_ptx_operand *from)
{
    uint64_t at = (from->reg == LCK_PTX_NONE ? 0 : c->reg[from->reg]) + (uint64_t)from->value;
    if (from->variable != LCK_PTX_NONE && c->m->variable[from->variable].role == LCK_PTX_ARGUMENT)
        return c->argument[c->m->variable[from->variable].index];
    at = (at + 77) * 0x9E3779B97F4A7C15u;
    return at ^ at >> 29;
}

/* A value of a type as a register that may be wider has it. */
static uint64_t extended(uint64_t v, ptx_type type)
{
    return type.kind == kind_signed ? (uint64_t)ptx_signed(v, type.bits)
                                    : ptx_masked(v, type.bits);
}

/* mov, also of parts: {a, b} to one of twice the bits and back. */
static void move(const ptx_machine *c, const lck_ptx_insn *insn, unsigned bits)
{
    const lck_ptx_operand *to = lck_ptx_operand_of(c->m, insn, 0);
    const lck_ptx_operand *from = lck_ptx_operand_of(c->m, insn, 1);
    uint64_t v = from->kind == LCK_PTX_VECTOR ? 0 : read(c, from);
    for (uint32_t j = 0; from->kind == LCK_PTX_VECTOR && j < from->ninside; j++) {
        unsigned each = bits / from->ninside;
        v |= ptx_masked(read(c, lck_ptx_inside(c->m, from, j)), each) << (j * each);
    }
    if (to->kind != LCK_PTX_VECTOR)
        write(c, to, bits == 1 ? v != 0 : v);
    for (uint32_t j = 0; to->kind == LCK_PTX_VECTOR && j < to->ninside; j++)
        write(c, lck_ptx_inside(c->m, to, j), v >> (j * (bits / to->ninside)));
}

bool ptx_machine_runs(const ptx_machine *c, const lck_ptx_insn *insn)
{
    return insn->guard == LCK_PTX_NONE || (c->reg[insn->guard] != 0) != insn->guard_negated;
}

bool ptx_machine_step(ptx_machine *c, const lck_ptx_insn *insn)
{
    ptx_code code = decoded(insn);
    const lck_ptx_operand *to = lck_ptx_operand_of(c->m, insn, 0);
    uint64_t a[4] = {0}, second = 0, v;
    unsigned carry = 0;
    if (code.does == code_mov) {
        move(c, insn, code.type.bits);
        return true;
    }
    if (code.does == code_ld) {
        write(c, to, extended(loaded(c, lck_ptx_operand_of(c->m, insn, 1)), code.type));
        return true;
    }
    if (code.does <= code_nothing || code.does >= code_last_value)
        return false;
    for (uint32_t k = 1; k < insn->noperands && k < 5; k++)
        a[k - 1] = read(c, lck_ptx_operand_of(c->m, insn, k));
    v = ptx_value(&code, a, &carry, &second);
    if (code.does == code_cvt)
        v = extended(v, code.type);
    write(c, to->kind == LCK_PTX_PAIR ? lck_ptx_inside(c->m, to, 0) : to, v);
    if (to->kind == LCK_PTX_PAIR)
        write(c, lck_ptx_inside(c->m, to, 1), second);
    return true;
}
