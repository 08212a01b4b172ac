/* axis-tensors.c - the rules of operations that make and move tensors. */
#include "config.h"

#include "../../../lib/int64.h"

#include "axis.h"

#include <string.h>

static lck_axis of_range(const lck_ir_module *m, const lck_ir_op *op)
{
    int64_t start, end;
    if (!lck_ir_attribute_integer(m, op, "start", &start) ||
        !lck_ir_attribute_integer(m, op, "end", &end) || start < 0 || end <= start)
        return (lck_axis){0};
    return (lck_axis){.rank = 1,
                      .contiguity = {end - start},
                      .divisibility = {lck_axis_power(start)},
                      .constancy = {1}};
}

static lck_axis of_splat(const lck_value_type *type, const lck_axis *from)
{
    lck_axis a = {.rank = type->rank, .constant = from->constant, .value = from->value};
    for (size_t d = 0; d < a.rank; d++) {
        a.contiguity[d] = 1;
        a.divisibility[d] = from->divisibility[0];
        a.constancy[d] = type->extent[d];
    }
    return a;
}

static lck_axis of_load(size_t n, const lck_axis *operand)
{
    lck_axis a = {.rank = operand[0].rank};
    for (size_t d = 0; d < a.rank; d++) {
        a.contiguity[d] = a.divisibility[d] = 1;
        a.constancy[d] = operand[0].constancy[d];
        if (n > 1 && operand[1].rank == a.rank)
            a.constancy[d] = lc_int64_gcd(a.constancy[d], operand[1].constancy[d]);
    }
    return a;
}

/* What all elements are multiples of. */
static int64_t of_all(const lck_axis *a)
{
    int64_t all = 0;
    for (size_t d = 0; d < a->rank; d++)
        all = lc_int64_gcd(all, a->contiguity[d] > 1 ? 1 : a->divisibility[d]);
    return all;
}

static lck_axis of_expansion(const lck_ir_module *m, const lck_ir_op *op,
                             const lck_value_type *type, const lck_axis *from)
{
    lck_axis a = {.rank = type->rank, .constant = from->constant, .value = from->value};
    int64_t axis;
    if (!lck_ir_attribute_integer(m, op, "axis", &axis) || from->rank + 1 != type->rank)
        return (lck_axis){0};
    for (size_t d = 0, k = 0; d < a.rank; d++) {
        bool added = d == (size_t)axis;
        a.contiguity[d] = added ? 1 : from->contiguity[k];
        a.divisibility[d] = !added           ? from->divisibility[k]
                            : from->constant ? lck_axis_power(from->value)
                                             : of_all(from);
        a.constancy[d] = added ? 1 : from->constancy[k];
        k += !added;
    }
    return a;
}

static lck_axis of_broadcast(const lck_ir_module *m, const lck_ir_op *op,
                             const lck_value_type *type, const lck_axis *from)
{
    lck_axis a = *from;
    lck_value_type before;
    if (!lck_value_type_of(m, lck_ir_operand(m, op, 0), &before) || before.rank != type->rank ||
        from->rank != type->rank)
        return (lck_axis){0};
    for (size_t d = 0; d < a.rank; d++)
        if (before.extent[d] == 1) {
            a.contiguity[d] = 1;
            a.constancy[d] = type->extent[d];
        }
    return a;
}

static lck_axis of_transpose(const lck_ir_module *m, const lck_ir_op *op, const lck_axis *from)
{
    lck_axis a = {.constant = from->constant, .value = from->value};
    uint32_t end, at = lck_ir_attribute(m, op, "order", &end);
    int64_t axis;
    for (; at != LCK_IR_NONE && at < end; at++) {
        if (lck_ir_token_is(m, at, ":"))
            a.rank = 0;
        if (!lck_ir_integer(m, at, &axis) || axis < 0 || (size_t)axis >= from->rank ||
            a.rank == from->rank)
            continue;
        a.contiguity[a.rank] = from->contiguity[axis];
        a.divisibility[a.rank] = from->divisibility[axis];
        a.constancy[a.rank++] = from->constancy[axis];
    }
    return a.rank == from->rank ? a : (lck_axis){0};
}

/* ---- tt.reshape ---- */

/* Elements between two neighbours along an axis. */
static int64_t stride_of(const lck_value_type *type, size_t axis)
{
    int64_t stride = 1;
    for (size_t d = type->rank; d-- > axis + 1;)
        stride *= type->extent[d];
    return stride;
}

/* The axis of the operand in whose stretch of elements neighbours along an axis lie. */
static size_t axis_below(const lck_value_type *from, int64_t stride)
{
    for (size_t d = 0; d < from->rank; d++)
        if (stride_of(from, d) <= stride && stride < stride_of(from, d) * from->extent[d])
            return d;
    return 0;
}

static int64_t constancy_after(const lck_value_type *from, const lck_axis *a, size_t axis,
                               int64_t reach, int64_t stride, int64_t length)
{
    int64_t same = reach / stride < length ? reach / stride : length, rest = length / same;
    for (size_t d = axis; a->constancy[axis] == from->extent[axis] && d-- > 0 && rest > 1;) {
        int64_t piece = from->extent[d] < rest ? from->extent[d] : rest;
        int64_t equal = a->constancy[d] < piece ? a->constancy[d] : piece;
        same *= equal;
        if (equal < piece)
            break;
        rest /= piece;
    }
    return same;
}

static lck_axis of_reshape(const lck_ir_module *m, const lck_ir_op *op,
                           const lck_value_type *type, const lck_axis *a)
{
    lck_axis r = {.rank = type->rank, .constant = a->constant, .value = a->value};
    lck_value_type from;
    if (!lck_value_type_of(m, lck_ir_operand(m, op, 0), &from) || from.rank != a->rank)
        return (lck_axis){0};
    for (size_t d = 0; d < r.rank; d++) {
        int64_t stride = stride_of(type, d), all = of_all(a);
        size_t axis = axis_below(&from, stride);
        int64_t below = stride_of(&from, axis), counting = a->contiguity[axis];
        r.contiguity[d] = r.constancy[d] = 1;
        r.divisibility[d] = all;
        if (a->constant) {
            r.divisibility[d] = lck_axis_power(a->value);
            r.constancy[d] = type->extent[d];
        } else if (counting > 1 && stride == below) {
            r.contiguity[d] = counting < type->extent[d] ? counting : type->extent[d];
            int64_t divisor = a->divisibility[axis];
            if (r.contiguity[d] != counting && divisor > r.contiguity[d])
                divisor = r.contiguity[d];
            r.divisibility[d] = divisor > all ? divisor : all;
        } else if (counting == 1 && stride <= below * a->constancy[axis])
            r.constancy[d] = constancy_after(&from, a, axis, below * a->constancy[axis], stride,
                                             type->extent[d]);
    }
    return r;
}

lck_axis lck_axis_of_tensor(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                            const lck_value_type *type, size_t n, const lck_axis *operand)
{
    if (strcmp(name, "tt.make_range") == 0)
        return of_range(m, op);
    if (strcmp(name, "ub.poison") == 0) {
        lck_axis a = {.rank = type->rank == 0 ? 1 : type->rank};
        for (size_t d = 0; d < a.rank; d++)
            a.contiguity[d] = a.divisibility[d] = a.constancy[d] = LCK_AXIS_MOST;
        return a;
    }
    if (n == 0)
        return (lck_axis){0};
    if (strcmp(name, "tt.splat") == 0)
        return of_splat(type, operand);
    if (strcmp(name, "tt.load") == 0)
        return of_load(n, operand);
    if (strcmp(name, "tt.expand_dims") == 0)
        return of_expansion(m, op, type, operand);
    if (strcmp(name, "tt.broadcast") == 0)
        return of_broadcast(m, op, type, operand);
    if (strcmp(name, "tt.trans") == 0)
        return of_transpose(m, op, operand);
    if (strcmp(name, "tt.reshape") == 0)
        return of_reshape(m, op, type, operand);
    if (strcmp(name, "ttg.convert_layout") == 0 || strcmp(name, "tt.bitcast") == 0)
        return operand[0];
    return (lck_axis){0};
}
