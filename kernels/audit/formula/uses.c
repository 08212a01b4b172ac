/* uses.c - what a function does with its parameters and its launch, before anything is asked. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* ---- the launch ---- */

static void look_at_axes(lck_formulas *f)
{
    for (uint32_t i = 0; i < f->flow->ninsns; i++) {
        const lck_ptx_insn *p = lck_flow_of(f->flow, i);
        for (uint32_t k = 0; k < p->nall; k++) {
            const lck_ptx_operand *o = &f->m->operand[p->operand + k];
            if (o->kind != LCK_PTX_SPECIAL || o->axis > 2)
                continue;
            if (o->special == LCK_PTX_TID || o->special == LCK_PTX_NTID)
                f->used[o->axis] = true;
        }
    }
}

static void begin_launch(lck_formulas *f)
{
    const lck_ptx_function *p = &f->m->function[f->flow->function];
    const lck_audit_options *o = &f->options.launch;
    bool block = o->block[0] > 0, required = p->reqntid[0] > 0;
    look_at_axes(f);
    for (unsigned i = 0; i < 3; i++) {
        f->grid[i] = o->grid[i];
        if (o->grid[0] > 0 && o->grid[i] == 0)
            f->grid[i] = 1;
        f->block[i] = block ? o->block[i] : required ? p->reqntid[i] : 0;
        if ((block || required || (i > 0 && !f->used[i])) && f->block[i] == 0)
            f->block[i] = 1;
    }
}

bool lck_formulas_block(const lck_formulas *f, int64_t extent[3])
{
    for (unsigned i = 0; i < 3; i++)
        extent[i] = f->block[i];
    return f->block[0] > 0 && f->block[1] > 0 && f->block[2] > 0;
}

/* ---- parameters ---- */

/* Each value's entry of `use` plus 1, where it is a parameter's bytes: loaded, moved, widened. */
typedef struct {
    lck_formulas *f;
    uint32_t *root;
    size_t room;
} look;

static lck_argument_use *entry(look *l, uint32_t variable, int64_t offset, unsigned bits)
{
    lck_formulas *f = l->f;
    for (size_t i = 0; i < f->nuses; i++) {
        lck_argument_use *u = &f->use[i];
        if (u->of == variable && u->offset == (unsigned)offset && u->bits == bits)
            return u;
    }
    if (f->nuses == l->room) {
        size_t room = l->room * 2 + 16;
        lck_argument_use *more = realloc(f->use, room * sizeof *more);
        if (!more)
            return NULL;
        f->use = more;
        l->room = room;
    }
    const lck_ptx_variable *v = &f->m->variable[variable];
    f->use[f->nuses] = (lck_argument_use){.of = variable,
                                          .offset = (unsigned)offset,
                                          .bits = bits,
                                          .pointer = v->pointer};
    return &f->use[f->nuses++];
}

#define STEPS 16 /* from a variable's address to where it is used */

/* What an address is made from: its variable, or the value that has it; bytes are added. */
static bool follow(const lck_formulas *f, uint32_t *value, uint32_t *variable, int64_t *offset)
{
    const lck_flow *flow = f->flow;
    const lck_flow_value *v = *value == LCK_FLOW_NONE ? NULL : &flow->value[*value];
    const lck_ptx_insn *p = v && v->kind == LCK_FLOW_RESULT ? lck_flow_of(flow, v->insn) : NULL;
    const lck_ptx_operand *from = p ? lck_ptx_operand_of(f->m, p, 1) : NULL;
    const lck_ptx_operand *more = p ? lck_ptx_operand_of(f->m, p, 2) : NULL;
    bool moves = p && (lck_ptx_is(p, "mov") || lck_ptx_is(p, "cvta"));
    bool adds = p && lck_ptx_is(p, "add") && more && more->kind == LCK_PTX_INTEGER;
    if (!from || (!moves && !adds) ||
        __builtin_add_overflow(*offset, adds ? more->value : 0, offset))
        return false;
    *value = from->kind == LCK_PTX_REGISTER ? flow->use[flow->insn[v->insn].slot + 1]
                                            : LCK_FLOW_NONE;
    if (from->kind != LCK_PTX_VARIABLE)
        return *value != LCK_FLOW_NONE;
    *variable = from->variable;
    return !__builtin_add_overflow(*offset, from->value, offset);
}

bool lck_symbols_place(const lck_formulas *f, uint32_t insn, uint32_t k, uint32_t *variable,
                       int64_t *offset)
{
    const lck_ptx_operand *o = lck_ptx_operand_of(f->m, lck_flow_of(f->flow, insn), k);
    if (!o || o->kind != LCK_PTX_ADDRESS)
        return false;
    uint32_t value = o->reg == LCK_PTX_NONE ? LCK_FLOW_NONE
                                            : f->flow->use[f->flow->insn[insn].slot + k];
    *variable = o->reg == LCK_PTX_NONE ? o->variable : LCK_PTX_NONE;
    *offset = o->value;
    for (int i = 0; *variable == LCK_PTX_NONE && i < STEPS; i++)
        if (!follow(f, &value, variable, offset))
            return false;
    return *variable != LCK_PTX_NONE;
}

static bool see_load(look *l, uint32_t insn, const lck_ptx_insn *p)
{
    const lck_flow *flow = l->f->flow;
    lck_ptx_type type = lck_ptx_insn_type(l->f->m, p, 0);
    uint32_t variable;
    int64_t offset;
    if (!lck_symbols_place(l->f, insn, 1, &variable, &offset))
        return true;
    const lck_ptx_variable *v = &l->f->m->variable[variable];
    if (v->role != LCK_PTX_ARGUMENT || v->function != flow->function)
        return true;
    for (uint32_t k = 0; k < p->nall; k++) {
        uint32_t value = flow->def[flow->insn[insn].slot + k];
        if (value == LCK_FLOW_NONE)
            continue;
        lck_argument_use *u = entry(l, variable, offset, type.bits);
        if (!u)
            return false;
        if (type.kind == LCK_PTX_SIGNED)
            u->is_signed = true;
        l->root[value] = (uint32_t)(u - l->f->use) + 1;
        offset += type.bits / 8;
    }
    return true;
}

static bool reads_sign(const lck_ptx_insn *p)
{
    static const char *const names[] = {"setp", "set", "div", "rem", "min", "max", "shr", "cvt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lck_ptx_is(p, names[i]))
            return true;
    return false;
}

static bool is_equality(const lck_ptx_module *m, const lck_ptx_insn *p)
{
    return lck_ptx_has(m, p, "eq") || lck_ptx_has(m, p, "ne");
}

static void see_use(look *l, const lck_ptx_insn *p, uint32_t k, lck_argument_use *u)
{
    const lck_ptx_module *m = l->f->m;
    lck_ptx_type type = lck_ptx_insn_type(m, p, lck_ptx_is(p, "cvt") ? 1 : 0);
    bool product = (lck_ptx_is(p, "mul") || lck_ptx_is(p, "mad")) && k < 3 &&
                   (lck_ptx_has(m, p, "wide") || lck_ptx_has(m, p, "hi"));
    if (type.bits != u->bits)
        return;
    if ((lck_ptx_is(p, "div") || lck_ptx_is(p, "rem")) && k == 2)
        u->divides = true;
    if (product || (reads_sign(p) && !is_equality(m, p))) {
        u->is_unsigned = u->is_unsigned || type.kind == LCK_PTX_UNSIGNED;
        u->is_signed = u->is_signed || type.kind == LCK_PTX_SIGNED;
    }
}

static void see_uses(look *l, uint32_t insn, const lck_ptx_insn *p)
{
    const lck_flow *flow = l->f->flow;
    uint32_t slot = flow->insn[insn].slot, root = 0;
    bool moves = lck_ptx_is(p, "mov") || lck_ptx_is(p, "cvta");
    for (uint32_t k = 0; k < p->nall; k++) {
        uint32_t value = flow->use[slot + k];
        if (value == LCK_FLOW_NONE || !l->root[value])
            continue;
        lck_argument_use *u = &l->f->use[l->root[value] - 1];
        const lck_ptx_operand *o = &l->f->m->operand[p->operand + k];
        see_use(l, p, k, u);
        if (u->bits >= 64 &&
            (lck_ptx_is(p, "cvta") || (o->kind == LCK_PTX_ADDRESS && !lck_ptx_is(p, "prefetch"))))
            u->pointer = true;
        root = l->root[value];
    }
    uint32_t made = p->nall > 0 ? flow->def[slot] : LCK_FLOW_NONE;
    if (moves && root && made != LCK_FLOW_NONE && p->nall == p->noperands)
        l->root[made] = root;
}

bool lck_symbols_begin(lck_formulas *f)
{
    look l = {f, calloc(f->flow->nvalues + 1, sizeof *l.root), 0};
    bool good = l.root != NULL;
    begin_launch(f);
    for (uint32_t i = 0; good && i < f->flow->ninsns; i++) {
        const lck_ptx_insn *p = lck_flow_of(f->flow, i);
        if (lck_ptx_is(p, "ld") && lck_ptx_insn_space(f->m, p) == LCK_PTX_PARAM)
            good = see_load(&l, i, p);
        else
            see_uses(&l, i, p);
    }
    free(l.root);
    return good;
}
