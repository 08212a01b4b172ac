/* width.c - how many elements a lane moves in one instruction. */
#include "config.h"

#include "../../../lib/int64.h"

#include "global.h"

#include <stdio.h>
#include <string.h>

#include "../../../lib/text.h"
#include "lower.h"
#include "types.h"

static uint64_t basis(const lc_linear *l, size_t in, unsigned bit, size_t axis)
{
    char name[32];
    size_t out;
    snprintf(name, sizeof name, "dim%zu", axis);
    return lc_linear_find_out(l, name, &out) ? lc_linear_basis(l, in, bit, out) : 0;
}

/* Does this bit of a register count along the axis alone, by this much? */
static bool counts(const lc_linear *l, size_t in, unsigned bit, size_t rank, size_t axis,
                   uint64_t by)
{
    bool good = true;
    for (size_t d = 0; good && d < rank; d++)
        good = basis(l, in, bit, d) == (d == axis ? by : 0);
    return good;
}

/* The axis of which a thread's registers have the most elements side by side, first. */
static size_t first_axis(const lc_linear *l, size_t rank, unsigned *contiguous)
{
    size_t in, first = rank - 1;
    *contiguous = 1;
    if (!lc_linear_find_in(l, "register", &in))
        return first;
    unsigned bits = lc_linear_in_dim(l, in).bits, bit = 0;
    bool found = false;
    for (unsigned b = 0; !found && b < bits; b++)
        for (size_t d = 0; !found && d < rank; d++)
            if (basis(l, in, b, d) != 0) {
                first = d;
                found = true;
            }
    while (bit < bits && counts(l, in, bit, rank, first, *contiguous)) {
        *contiguous *= 2;
        bit++;
    }
    return first;
}

/* Elements in a row of which the first is a multiple of their number. */
static int64_t alignment(const lck_global_access *a, size_t axis)
{
    lck_axis at = lck_axes_of(a->axes, a->offset != LCK_IR_NONE ? a->offset : a->pointer);
    int64_t multiple;
    if (at.rank <= axis)
        return 1;
    if (a->offset == LCK_IR_NONE)
        multiple = lc_int64_max(1, at.divisibility[axis] / a->bytes);
    else {
        lck_axis base = lck_axes_of(a->axes, a->pointer);
        multiple = lc_int64_min(at.divisibility[axis],
                                lc_int64_max(1, base.divisibility[0] / a->bytes));
    }
    return lc_int64_min(multiple, at.contiguity[axis]);
}

/* Narrows the vector of a copy to elements that are side by side in shared memory, too. */
static int64_t copied(const lck_global_access *a, int64_t vector)
{
    lck_type type[2];
    lck_places places;
    lck_instruction in;
    lc_text text = {0};
    size_t n = lck_types_of(a->t->m, a->op, 2, type);
    if (n == 2 && !type[0].shared && type[1].shared) {
        lc_text_printf(&text, "invert_and_compose(%s, %s)", type[0].text, type[1].text);
        const lc_linear *l = lck_asker_linear(a->t->asker, lc_text_peek(&text));
        if (l && lck_places_of(l, &places) && !places.remote &&
            lck_lower_vector(&places, LCK_MOVE_COPY, lck_type_stored(&type[1]), (unsigned)vector,
                             &in))
            vector = in.width / a->bytes;
    }
    lc_text_free(&text);
    lck_types_free(type, 2);
    return vector;
}

/* Elements of a row of pointers with the same mask: Triton's getVectorSize, getMaskAlignment; of
 * copies to shared memory and of AMD's buffers, the operation may say more (`contiguity`). */
static int64_t row_of(const lck_global_access *a)
{
    int64_t vector, hint = 1, most = 16 / a->bytes;
    unsigned contiguous;
    size_t axis = first_axis(a->layout, a->type.rank, &contiguous);
    vector = lc_int64_min(lc_int64_min(most, contiguous), alignment(a, axis));
    if (a->mask != LCK_IR_NONE) {
        lck_axis mask = lck_axes_of(a->axes, a->mask);
        vector = lc_int64_min(vector,
                              mask.rank > axis ? lc_int64_max(1, mask.constancy[axis]) : 1);
    }
    bool copies = a->operation == LCK_CP_ASYNC || a->offset != LCK_IR_NONE;
    if (copies && lck_ir_attribute_integer(a->t->m, a->op, "contiguity", &hint))
        vector = lc_int64_min(most, lc_int64_max(vector, hint));
    return vector;
}

/* From sm_90 on sums of floating-point numbers of 16 and 32 bits have vectors (red.v2 to .v8);
 * else two f16 are one word; others are apart (AtomicRMWOpConversion). */
static int64_t of_atomic(const lck_global_access *a, int64_t row)
{
    lck_value_type pointer;
    bool sum = lck_ir_is(a->op, "tt.atomic_rmw") &&
               lck_ir_token_is(a->t->m, a->op->head, "fadd") &&
               lck_value_type_of(a->t->m, a->pointer, &pointer);
    bool half = sum && lck_ir_text_is(pointer.pointee, "f16");
    if (sum && !a->t->amd && a->t->capability >= 90 &&
        (half || lck_ir_text_is(pointer.pointee, "bf16") ||
         lck_ir_text_is(pointer.pointee, "f32")))
        return row;
    return half || (a->t->amd && a->bytes == 2) ? lc_int64_min(row, 2) : 1;
}

unsigned lck_global_row(const lck_global_access *a)
{
    int64_t row = a->layout ? row_of(a) : 1;
    return row < 1 ? 1 : (unsigned)(row & -row);
}

unsigned lck_global_vector(const lck_global_access *a)
{
    int64_t vector = lck_global_row(a);
    if (!a->layout)
        return 1;
    if (a->operation == LCK_CP_ASYNC)
        vector = copied(a, vector);
    if (a->operation == LCK_ATOMIC)
        vector = of_atomic(a, vector);
    return vector < 1 ? 1 : (unsigned)(vector & -vector);
}
