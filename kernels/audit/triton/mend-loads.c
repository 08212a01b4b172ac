/* mend-loads.c - loads whose result is only converted: they could load with the other layout. */
#include "config.h"

#include "mend.h"

#define HOPS 8

/* How often a value is an operand. */
static unsigned uses_of(const lck_ir_module *m, uint32_t value)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < m->noperands; i++)
        n += m->operand[i] == value;
    return n;
}

/* Does it compute each element of the result from the same element of the operand? */
static bool is_by_element(const lck_ir_op *op)
{
    return lck_ir_text_among(op->name, "arith.truncf arith.extf arith.trunci arith.extsi "
                                       "arith.extui arith.bitcast arith.sitofp arith.uitofp "
                                       "arith.fptosi arith.negf tt.bitcast tt.fp_to_fp math.exp "
                                       "math.exp2");
}

const lck_ir_op *lck_triton_before(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                                   bool alone)
{
    for (unsigned hops = 0; hops < HOPS; hops++) {
        uint32_t value = lck_ir_operand(m, op, 0);
        if (value == LCK_IR_NONE || m->value[value].block != LCK_IR_NONE ||
            (alone && uses_of(m, value) != 1))
            return NULL;
        op = &m->op[m->value[value].op];
        if (lck_ir_is(op, name))
            return op;
        if (!is_by_element(op))
            return NULL;
    }
    return NULL;
}

char *lck_mend_loads(lck_triton *t, const lck_ir_op *convert, const lck_type *to)
{
    const lck_ir_op *load = lck_triton_before(t->m, convert, "tt.load", true);
    lck_access_record now = {0}, then = {0};
    char *remedy = NULL;
    if (load && lck_loaded_by(t, load, (lck_ir_text){0}, &now) &&
        lck_loaded_by(t, load, to->encoding, &then) &&
        then.answer[LCK_SECTORS].verdict == LCK_GOOD &&
        then.answer[LCK_ALIGNED].verdict == LCK_GOOD && then.times <= now.times)
        remedy = lck_audit_printf(
            t->audit,
            "none is needed: the load of line %u with the layout %.*s has no more sectors than "
            "its bytes fill, %u times %u bytes a lane (now %u times %u)",
            load->line, (int)to->encoding.n, to->encoding.at, then.times, then.bytes, now.times,
            now.bytes);
    for (int i = 0; i < LCK_QUESTIONS; i++) {
        lck_answer_clear(&now.answer[i]);
        lck_answer_clear(&then.answer[i]);
    }
    return remedy;
}
