/* flow.c - which values a value comes from. */
#include "config.h"

#include "ir.h"

static bool is_own(const lck_ir_module *m, const lck_ir_op *op, uint32_t block)
{
    return m->block[block].op == (uint32_t)(op - m->op);
}

/* The operand at a place of the terminators of an operation's blocks. */
static void flow_of_yields(const lck_ir_module *m, const lck_ir_op *op, uint32_t place,
                           lck_ir_tell *tell, void *user)
{
    for (uint32_t b = op->blocks; b < op->blocks + op->nblocks; b++)
        if (is_own(m, op, b) && m->block[b].last != LCK_IR_NONE)
            tell(user, lck_ir_operand(m, &m->op[m->block[b].last], place));
}

uint32_t lck_ir_operands_before(const lck_ir_module *m, const lck_ir_op *op, uint32_t token)
{
    uint32_t n = 0;
    for (uint32_t i = op->head; i < token; i++)
        n += m->token[i].kind == LCK_IR_VALUE;
    return n;
}

/* The operands that branches give to an argument of a block. */
static void flow_of_branches(const lck_ir_module *m, const lck_ir_value *v, lck_ir_tell *tell,
                             void *user)
{
    const lck_ir_op *owner = &m->op[v->op];
    lck_ir_text label = m->block[v->block].label;
    for (uint32_t b = owner->blocks; b < owner->blocks + owner->nblocks; b++) {
        uint32_t last = m->block[b].last;
        if (!is_own(m, owner, b) || last == LCK_IR_NONE)
            continue;
        const lck_ir_op *op = &m->op[last];
        for (uint32_t i = op->head; i < op->end; i++)
            if (m->token[i].kind == LCK_IR_BLOCK &&
                lck_ir_text_equal((lck_ir_text){m->token[i].at, m->token[i].n}, label))
                tell(user, lck_ir_operand(m, op, lck_ir_operands_before(m, op, i) + v->index));
    }
}

uint32_t lck_ir_region(const lck_ir_module *m, const lck_ir_op *op, uint32_t region)
{
    for (uint32_t b = op->blocks; b < op->blocks + op->nblocks; b++)
        if (is_own(m, op, b) && m->block[b].region == region)
            return b;
    return LCK_IR_NONE;
}

const lck_ir_op *lck_ir_last(const lck_ir_module *m, uint32_t block)
{
    uint32_t last = block == LCK_IR_NONE ? LCK_IR_NONE : m->block[block].last;
    return last == LCK_IR_NONE ? NULL : &m->op[last];
}

const lck_ir_op *lck_ir_condition(const lck_ir_module *m, const lck_ir_op *op)
{
    return lck_ir_last(m, lck_ir_region(m, op, 0));
}

static void flow_of_while(const lck_ir_module *m, const lck_ir_op *op, const lck_ir_value *v,
                          lck_ir_tell *tell, void *user)
{
    const lck_ir_op *condition = lck_ir_condition(m, op);
    if (m->block[v->block].region == 1) {
        tell(user, condition ? lck_ir_operand(m, condition, v->index + 1) : LCK_IR_NONE);
        return;
    }
    tell(user, lck_ir_operand(m, op, v->index));
    for (uint32_t b = op->blocks; b < op->blocks + op->nblocks; b++)
        if (is_own(m, op, b) && m->block[b].region == 1 && m->block[b].last != LCK_IR_NONE)
            tell(user, lck_ir_operand(m, &m->op[m->block[b].last], v->index));
}

static void flow_of_argument(const lck_ir_module *m, const lck_ir_value *v, lck_ir_tell *tell,
                             void *user)
{
    const lck_ir_op *op = &m->op[v->op];
    if (lck_ir_is(op, "scf.for")) {
        tell(user, v->init);
        if (v->index > 0)
            flow_of_yields(m, op, v->index - 1, tell, user);
        else
            tell(user, lck_ir_operand(m, op, 2));
    } else if (lck_ir_is(op, "scf.while"))
        flow_of_while(m, op, v, tell, user);
    else if (m->block[v->block].label.at)
        flow_of_branches(m, v, tell, user);
}

void lck_ir_flow(const lck_ir_module *m, uint32_t value, lck_ir_tell *tell, void *user)
{
    const lck_ir_value *v = &m->value[value];
    const lck_ir_op *op = &m->op[v->op];
    if (v->block != LCK_IR_NONE)
        flow_of_argument(m, v, tell, user);
    else if (lck_ir_is(op, "scf.for")) {
        const lck_ir_block *body = op->nblocks ? &m->block[op->blocks] : NULL;
        if (body && v->index + 1 < body->narguments)
            tell(user, body->argument + 1 + v->index);
    } else if (lck_ir_is(op, "scf.while")) {
        const lck_ir_op *condition = lck_ir_condition(m, op);
        tell(user, condition ? lck_ir_operand(m, condition, v->index + 1) : LCK_IR_NONE);
    } else if (op->nblocks)
        flow_of_yields(m, op, v->index, tell, user);
    else
        for (uint32_t i = 0; i < op->noperands; i++)
            tell(user, lck_ir_operand(m, op, i));
}
