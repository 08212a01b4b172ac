#include "config.h"

#include "reader.h"

#include <string.h>

#define TYPES 64

/* A type without its alias. */
static lck_ir_text expanded(const lck_ir_module *m, lck_ir_text type)
{
    for (int hop = 0; hop < 8 && type.n > 0 && *type.at == '!'; hop++) {
        lck_ir_text to = lck_ir_expand(m, type);
        if (!to.at)
            break;
        type = to;
    }
    return type;
}

static void set_type(lck_cute *c, uint32_t value, lck_ir_text type)
{
    if (value != LCK_IR_NONE && !c->type[value].at)
        c->type[value] = expanded(c->m, type);
}

/* Does a word of the head stand outside of brackets before the types? */
static bool has_word(const lck_cute *c, const lck_ir_op *op, const char *word)
{
    return lck_ir_find(c->m, op, op->head, word) != LCK_IR_NONE;
}

/* `make_view(%p, %l) : T` prints the type of what it makes, `get_iter(%v) : T` that of what it
 * takes; with an arrow or `to` there are both. */
static void types_of(lck_cute *c, const lck_ir_op *op)
{
    lck_ir_text type[TYPES];
    size_t n = lck_ir_types(c->m, op, TYPES, type), results = op->nresults;
    if (n > TYPES || op->nblocks > 0)
        return;
    bool arrow = has_word(c, op, "->") || has_word(c, op, "to");
    bool makes = lck_ir_text_begins(op->name, "cute.make_") || op->noperands == 0 ||
                 lck_ir_text_begins(op->name, "arith.");
    size_t operands = arrow ? (n >= results ? n - results : 0) : makes ? 0 : n;
    if ((arrow || makes) && n >= results)
        for (size_t i = 0; i < results; i++)
            set_type(c, op->result + (uint32_t)i, type[n - results + i]);
    if (operands == op->noperands)
        for (uint32_t i = 0; i < op->noperands; i++)
            set_type(c, lck_ir_operand(c->m, op, i), type[i]);
}

bool lck_cute_types(lck_cute *c)
{
    c->type = lck_arena_take(&c->pool, (c->m->nvalues + 1) * sizeof *c->type);
    if (!c->type)
        return false;
    for (uint32_t i = 0; i < c->m->nvalues; i++)
        if (c->m->value[i].block != LCK_IR_NONE && c->m->value[i].type.at &&
            c->m->value[i].init == LCK_IR_NONE)
            set_type(c, i, c->m->value[i].type);
    for (uint32_t i = 0; i < c->m->nops; i++)
        types_of(c, &c->m->op[i]);
    return true;
}
