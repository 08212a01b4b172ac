/* axis.h - what Triton's compiler knows of integers and pointers along the axes of a tensor.
 *
 * The width of a vector of a load or a store follows from this analysis
 * (lib/Analysis/AxisInfo.cpp of Triton 3.9), not from what could be known: where it is coarser
 * than the formulas of ../index, the instructions are narrower. So it is repeated here, rule by
 * rule. Along each axis,
 *   - contiguity: the elements fall into groups of so many that count up by 1;
 *   - divisibility: the first of each group is a multiple of it; of a pointer, in bytes;
 *   - constancy: the elements fall into groups of so many that are equal.
 * All are powers of two but the lengths of whole axes. Values that join are the gcd of both.
 */
#ifndef LCK_TRITON_AXIS_H
#define LCK_TRITON_AXIS_H

#include "../index/index.h"

typedef struct {
    size_t rank; /* 0: nothing has reached it; a scalar has 1 */
    int64_t contiguity[LCK_INDEX_RANK], divisibility[LCK_INDEX_RANK], constancy[LCK_INDEX_RANK];
    bool constant;
    int64_t value;
} lck_axis;

typedef struct lck_axes lck_axes;

/* Of a function; NULL: there is no memory. */
lck_axes *lck_axes_new(const lck_ir_module *m, uint32_t func);
void lck_axes_free(lck_axes *axes);
/* What is known of a value; nothing, at rank 1, where it is no integer or pointer. */
lck_axis lck_axes_of(const lck_axes *axes, uint32_t value);

/* ---- axis-rules.c ---- */

#define LCK_AXIS_MOST ((int64_t)1 << 62)

/* The largest power of two that divides it; of 0 MOST. */
int64_t lck_axis_power(int64_t v);
lck_axis lck_axis_join(const lck_axis *a, const lck_axis *b);
/* What the rule of an operation says of its result, given its operands; rank 0: it has no
 * rule. */
lck_axis lck_axis_of_operation(const lck_ir_module *m, const lck_ir_op *op,
                               const lck_value_type *type, size_t n, const lck_axis *operand);

/* axis-tensors.c: the same of tt and ttg. */
lck_axis lck_axis_of_tensor(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                            const lck_value_type *type, size_t n, const lck_axis *operand);

#endif
