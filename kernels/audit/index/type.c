#include "config.h"

#include "index.h"

static unsigned bits_of(lck_ir_text element)
{
    return lck_ir_text_is(element, "index") ? 64 : lck_ir_bits(element);
}

static void read_element(lck_ir_text text, lck_value_type *type)
{
    type->element = text;
    if (lck_ir_text_begins(text, "!tt.ptr<")) {
        lck_ir_text inside = lck_ir_text_after((lck_ir_text){text.at, text.n - 1}, "<");
        type->pointer = true;
        type->pointee = lck_ir_part(&inside);
        type->bits = bits_of(type->pointee);
        return;
    }
    type->bits = bits_of(text);
    type->integer = type->bits > 0 && type->bits <= 64 && text.at[0] == 'i';
}

/* Of `tensor<..>`, or of a scalar. False: neither, or of a rank past the limit. */
static bool read_type(lck_ir_text text, lck_value_type *type)
{
    *type = (lck_value_type){0};
    if (!text.at || text.n == 0)
        return false;
    if (!lck_ir_text_begins(text, "tensor<")) {
        read_element(lck_ir_trimmed(text), type);
        return type->pointer || type->bits > 0;
    }
    lck_ir_text inside = lck_ir_text_after((lck_ir_text){text.at, text.n - 1}, "<");
    lck_ir_text element = lck_ir_part(&inside);
    int64_t all = 1;
    if (!lck_ir_extents(&element, LCK_INDEX_RANK, type->extent, &type->rank))
        return false;
    for (size_t d = 0; d < type->rank; d++)
        if (type->extent[d] < 1 || type->extent[d] > INT32_MAX ||
            (all *= type->extent[d]) > INT32_MAX)
            return false;
    read_element(lck_ir_trimmed(element), type);
    type->encoding = lck_ir_trimmed(inside);
    return type->rank > 0;
}

/* Where an operation prints the type of an operand, and the type of its result follows. */
static bool type_of_result(const lck_ir_module *m, const lck_ir_op *op, lck_value_type *type)
{
    lck_ir_text printed[2];
    bool place = lck_ir_is(op, "tt.addptr"), compared = lck_ir_is(op, "arith.cmpi");
    if (!place && !compared && !lck_ir_is(op, "tt.load"))
        return false;
    if (lck_ir_types(m, op, 2, printed) < 1 || !read_type(printed[0], type))
        return false;
    if (compared) {
        type->element = (lck_ir_text){"i1", 2};
        type->bits = 1;
        type->integer = true;
    } else if (!place && type->pointer) {
        type->element = type->pointee;
        type->pointer = false;
        type->integer = type->bits > 0 && type->bits <= 64 && type->pointee.at[0] == 'i';
    }
    return true;
}

bool lck_value_type_of(const lck_ir_module *m, uint32_t value, lck_value_type *type)
{
    /* a carried value has the type of what it begins with */
    for (int i = 0; i < 64 && value != LCK_IR_NONE && m->value[value].init != LCK_IR_NONE; i++)
        value = m->value[value].init;
    if (value == LCK_IR_NONE)
        return false;
    const lck_ir_value *v = &m->value[value];
    return (v->block == LCK_IR_NONE && type_of_result(m, &m->op[v->op], type)) ||
           read_type(v->type, type);
}
