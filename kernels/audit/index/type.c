#include "config.h"

#include "index.h"

#include <string.h>

static lck_ir_text trimmed(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n'))
        at++;
    while (end > at && (end[-1] == ' ' || end[-1] == '\n'))
        end--;
    return (lck_ir_text){at, (size_t)(end - at)};
}

static bool starts(lck_ir_text text, const char *word)
{
    return text.n >= strlen(word) && memcmp(text.at, word, strlen(word)) == 0;
}

/* The first `what` in no bracket; the end where there is none. */
static const char *outside(const char *at, const char *end, char what)
{
    for (int depth = 0; at < end; at++) {
        if (depth == 0 && *at == what)
            return at;
        depth += *at == '<' || *at == '(' || *at == '{' || *at == '[';
        depth -= *at == '>' || *at == ')' || *at == '}' || *at == ']';
    }
    return end;
}

/* The digits behind the letters of i32, f16, bf16; of f8E4M3FN those before the E. */
static unsigned bits_of(lck_ir_text element)
{
    size_t i = 0;
    unsigned bits = 0;
    if (lck_ir_text_is(element, "index"))
        return 64;
    while (i < element.n && element.at[i] >= 'a' && element.at[i] <= 'z')
        i++;
    if (i == 0 || i > 2)
        return 0;
    for (; i < element.n && element.at[i] >= '0' && element.at[i] <= '9' && bits < 1000; i++)
        bits = 10 * bits + (unsigned)(element.at[i] - '0');
    return bits;
}

static void read_element(lck_ir_text text, lck_value_type *type)
{
    static const char *const pointer = "!tt.ptr<";
    type->element = text;
    if (starts(text, pointer)) {
        const char *at = text.at + strlen(pointer), *end = text.at + text.n;
        type->pointer = true;
        type->pointee = trimmed(at, outside(at, end - 1, ','));
        type->bits = bits_of(type->pointee);
        return;
    }
    type->bits = bits_of(text);
    type->integer = type->bits > 0 && type->bits <= 64 && text.at[0] == 'i';
}

/* Of `tensor<..>`, or of a scalar. False: neither, or of a rank past the limit. */
static bool read_type(lck_ir_text text, lck_value_type *type)
{
    static const char *const tensor = "tensor<";
    *type = (lck_value_type){0};
    if (!text.at || text.n == 0)
        return false;
    if (!starts(text, tensor)) {
        read_element(trimmed(text.at, text.at + text.n), type);
        return type->pointer || type->bits > 0;
    }
    const char *at = text.at + strlen(tensor), *end = text.at + text.n - 1;
    const char *comma = outside(at, end, ',');
    int64_t all = 1;
    while (at < comma && *at >= '0' && *at <= '9') {
        int64_t extent = 0;
        for (; at < comma && *at >= '0' && *at <= '9'; at++)
            if ((extent = 10 * extent + (*at - '0')) > INT32_MAX)
                return false;
        if (type->rank == LCK_INDEX_RANK || extent < 1 || at == comma || *at++ != 'x')
            return false;
        type->extent[type->rank++] = extent;
        if ((all *= extent) > INT32_MAX)
            return false;
    }
    read_element(trimmed(at, comma), type);
    if (comma < end)
        type->encoding = trimmed(comma + 1, end);
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
