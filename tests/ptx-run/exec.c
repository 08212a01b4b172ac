/* exec.c - an instruction of a group of lanes; see machine.h. */
#include "access.h"
#include "floats.h"
#include "machine.h"
#include "values.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

uint64_t *step_register(const step *s, int reg)
{
    return s->g->frame->registers + (size_t)reg * 32;
}

static uint64_t special(const step *s, int index, int lane)
{
    const machine *m = s->m;
    const int *block = m->launch->block, axis = index & 3;
    unsigned thread = (unsigned)(s->w->index * 32 + lane);
    switch (index >> 2) {
    case special_tid:
        return axis == 0   ? thread % (unsigned)block[0]
               : axis == 1 ? thread / (unsigned)block[0] % (unsigned)block[1]
                           : thread / (unsigned)(block[0] * block[1]);
    case special_ntid: return axis < 3 ? (uint64_t)block[axis] : 0;
    case special_ctaid: return axis < 3 ? (uint64_t)m->block_index[axis] : 0;
    case special_nctaid: return axis < 3 ? (uint64_t)m->launch->grid[axis] : 0;
    case special_laneid: return (uint64_t)lane;
    case special_warpid: return (uint64_t)s->w->index;
    case special_nwarpid: return (uint64_t)m->warps;
    case special_lanemask_lt: return (UINT64_C(1) << lane) - 1;
    case special_lanemask_le: return (UINT64_C(2) << lane) - 1;
    case special_lanemask_gt: return 0xffffffff & ~((UINT64_C(2) << lane) - 1);
    case special_lanemask_ge: return 0xffffffff & ~((UINT64_C(1) << lane) - 1);
    case special_lanemask_eq: return UINT64_C(1) << lane;
    case special_clock: return m->steps;
    case special_dynamic: return m->launch->dynamic;
    case special_total: return m->shared_bytes;
    default: return 0;
    }
}

/* The address of a variable in its own space; in a frame, of its local memory. */
static uint64_t variable_address(const step *s, const ptx_variable *v)
{
    if (v->space == space_local)
        return s->g->frame->base + v->at;
    if (v->space == space_global || v->space == space_const)
        return WINDOW_MODULE + v->at;
    return v->at;
}

uint64_t step_operand(const step *s, const ptx_operand *o, int lane)
{
    switch (o->kind) {
    case operand_register: {
        uint64_t value = step_register(s, o->index)[lane];
        return o->negated ? value ^ 1 : value;
    }
    case operand_number: return o->number;
    case operand_special: return special(s, o->index, lane);
    case operand_variable: return variable_address(s, o->variable) + o->number;
    case operand_address:
        return (o->base == base_register   ? step_register(s, o->index)[lane]
                : o->base == base_variable ? variable_address(s, o->variable)
                                           : 0) +
               o->number;
    default: return 0;
    }
}

void step_set(const step *s, const ptx_operand *o, int lane, uint64_t value)
{
    if (o->kind == operand_register)
        step_register(s, o->index)[lane] = value;
}

int step_elements(const ptx_operand *o)
{
    return o->kind == operand_list ? o->count : 1;
}

const ptx_operand *step_element(const step *s, const ptx_operand *o, int k)
{
    return o->kind == operand_list ? &s->f->pool[o->first + k] : o;
}

static void value_run(step *s)
{
    const ptx_instruction *i = s->i;
    bool test = i->code->does == code_testp, where = i->code->does == code_isspacep;
    LANES(s->mask, lane)
    {
        uint64_t a[4] = {0}, second = 0, value;
        for (int k = 1; k < i->operands && k < 5; k++)
            a[k - 1] = step_operand(s, &i->operand[k], (int)lane);
        if (i->code->combine && i->operands < 4)
            a[2] = 1;
        value = ptx_value(i->code, a, &s->w->carry[lane], &second);
        if (test)
            value = ptx_float_test(i, ptx_float(a[0], i->code->type));
        if (where)
            value = access_space(a[0]) == i->code->space;
        step_set(s, &i->operand[0], (int)lane, value);
        if (i->operand[0].other >= 0)
            step_register(s, i->operand[0].other)[lane] = second;
    }
}

/* mov, also of parts: {a, b} to one of twice the bits and back. */
static void mov_run(step *s)
{
    const ptx_instruction *i = s->i;
    const ptx_operand *to = &i->operand[0], *from = &i->operand[1];
    int taken = step_elements(from), given = step_elements(to);
    unsigned bits = i->code->type.bits;
    LANES(s->mask, lane)
    {
        uint64_t part[2] = {0, 0};
        for (int k = 0; k < taken; k++) {
            uint64_t value = step_operand(s, step_element(s, from, k), (int)lane);
            unsigned at = (unsigned)k * bits / (unsigned)taken;
            part[at / 64] |= ptx_masked(value, bits / (unsigned)taken) << at % 64;
        }
        for (int k = 0; k < given; k++) {
            unsigned at = (unsigned)k * bits / (unsigned)given;
            step_set(s, step_element(s, to, k), (int)lane,
                     ptx_masked(part[at / 64] >> at % 64, bits / (unsigned)given));
        }
    }
}

static void cvta_run(step *s)
{
    const ptx_instruction *i = s->i;
    ptx_space space = i->code->space;
    uint64_t window = space == space_shared  ? WINDOW_SHARED
                      : space == space_local ? WINDOW_LOCAL
                      : space == space_param ? WINDOW_PARAM
                                             : 0;
    LANES(s->mask, lane)
    {
        uint64_t a = step_operand(s, &i->operand[1], (int)lane);
        step_set(s, &i->operand[0], (int)lane, i->code->to ? a - window : a + window);
    }
}

static void brx_run(step *s)
{
    const ptx_instruction *i = s->i;
    const ptx_variable *table = i->operand[1].variable;
    uint32_t masks[257] = {0};
    int targets[257], count = 0;
    if (i->operand[1].kind != operand_variable || table->bytes > 256)
        ptx_stop(s->m->module->path, i->line, "the targets of %s", i->opcode);
    for (uint64_t k = 0; k < table->bytes; k++)
        targets[count++] = (int)s->f->pool[table->at + k].number;
    LANES(s->mask, lane)
    masks[step_operand(s, &i->operand[0], (int)lane) % table->bytes] |= UINT32_C(1) << lane;
    targets[count] = s->g->pc + 1;
    masks[count++] = s->g->mask & ~s->mask;
    group_part(s, masks, targets, count);
}

static void bra_run(step *s)
{
    int targets[2] = {(int)s->i->operand[0].number, s->g->pc + 1};
    uint32_t masks[2] = {s->mask, s->g->mask & ~s->mask};
    group_part(s, masks, targets, 2);
}

static void leave_run(step *s, bool kernel)
{
    group *g = s->g;
    if (kernel || !g->frame->up)
        s->w->live &= ~s->mask;
    else
        g->frame->returned |= s->mask;
    g->mask &= ~s->mask;
    g->pc++;
    if (!g->mask)
        group_finish(s->m, s->w, g);
    barriers_look(s->m);
}

/* An instruction that is not read: what it would have given counts as zero. */
static void unread_run(step *s)
{
    if (s->i->code->does == code_unread)
        watch_unread(s->m->watch, s->i);
    const ptx_operand *to = &s->i->operand[0];
    if (!s->i->operands || (to->kind != operand_register && to->kind != operand_list))
        return;
    for (int k = 0; k < step_elements(to); k++)
        LANES(s->mask, lane)
    step_set(s, step_element(s, to, k), (int)lane, 0);
}

void step_run(step *s)
{
    ptx_does does = s->i->code->does;
    bool jumps = false;
    if (does > code_nothing && does < code_last_value)
        value_run(s);
    else
        switch (does) {
        case code_nothing: break;
        case code_mov:
        case code_mapa: mov_run(s); break;
        case code_cvta: cvta_run(s); break;
        case code_bra:
            bra_run(s);
            jumps = true;
            break;
        case code_brx:
            brx_run(s);
            jumps = true;
            break;
        case code_ret:
            leave_run(s, false);
            jumps = true;
            break;
        case code_exit:
            leave_run(s, true);
            jumps = true;
            break;
        case code_trap: s->m->stopped |= s->mask != 0; break;
        case code_call:
            if (s->mask)
                call_run(s);
            jumps = s->mask != 0;
            break;
        case code_shfl:
        case code_vote:
        case code_match:
        case code_redux:
        case code_activemask:
        case code_elect: lanes_run(s); break;
        case code_bar: jumps = s->mask && group_barrier_run(s); break;
        case code_bar_warp: jumps = s->mask && barrier_warp_run(s); break;
        case code_mbarrier:
            if (s->mask)
                mbarrier_run(s);
            break;
        case code_ld:
        case code_st:
        case code_atom:
        case code_red:
        case code_ldmatrix:
        case code_stmatrix:
        case code_cp_async:
        case code_cp_commit:
        case code_cp_wait: access_run(s); break;
        default: unread_run(s); break;
        }
    if (!jumps)
        s->g->pc++;
}
