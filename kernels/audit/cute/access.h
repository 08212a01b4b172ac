/* access.h - accesses: the byte addresses of their instructions, what these cost, the records.
 *
 * An instruction of a warp moves `width` bytes a lane. Its addresses are what the module says: a
 * constant for each thread, plus what all threads share and the module does not say, plus the
 * address of the object. The shared part counts by what it is modulo a period: that of the
 * swizzle, of the banks of a word, of a sector. Where its divisor does not settle that, all
 * residues are tried; a verdict is one for all of them.
 */
#ifndef LCK_CUTE_ACCESS_H
#define LCK_CUTE_ACCESS_H

#include "../warp/warp.h"
#include "reader.h"

#define LCK_INSTRUCTIONS 4096u

struct lck_cute_access {
    const lck_ir_op *op;
    lck_operation operation;
    const lck_cute_pointer *pointer;
    unsigned width, element; /* bytes */
    unsigned n;              /* instructions of a thread */
    const lck_sum **byte;    /* from the object, before the swizzle of the pointer */
    const char *why;         /* the addresses are not known: why; else NULL */
};

/* All elements of a view, `bits` at once. */
typedef struct {
    lck_operation operation;
    unsigned bits;
    bool joins;        /* LLVM joins accesses that lie one after the other */
    unsigned matrices; /* of ldmatrix and stmatrix: 8 lanes each say where a row is; else 0 */
} lck_cute_way;
void lck_cute_access_of_view(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                             const lck_cute_way *way);
/* The bits that a copy without a width moves at once: CuTe's max_common_vector, of elements that
 * lie one after the other in both views, up to 128 bits and to the alignment of both. */
unsigned lck_cute_common_bits(const lck_cute_value *a, const lck_cute_value *b);
/* One element, at a number of elements from where the view begins. */
void lck_cute_access_of_element(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                                lck_operation operation, const lck_sum *at);
/* An access by a tensor map: what it needs of the address in shared memory. */
void lck_cute_access_of_map(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view);

/* address.c: the place of the element so many elements from the beginning of the view, in bytes
 * from the object; unknown for parts of a byte. Then, the instructions that move all elements of
 * a view. */
const lck_sum *lck_cute_byte_at(lck_cute *c, const lck_cute_value *v, const lck_sum *elements);
void lck_cute_instructions(lck_cute *c, const lck_cute_value *v, const lck_cute_way *way,
                           lck_cute_access *a);

/* judge.c: verdicts. */
void lck_cute_judge_shared(lck_cute *c, const lck_cute_access *a, lck_answer *out);
void lck_cute_judge_global(lck_cute *c, const lck_cute_access *a, lck_answer *out);
void lck_cute_judge_aligned(lck_cute *c, const lck_cute_access *a, lck_answer *out);
void lck_cute_judge_inside(lck_cute *c, const lck_cute_access *a, lck_answer *out);

/* operand.c: records whether a view that a product reads by descriptors has the layout that its
 * atom wants. */
void lck_cute_judge_operand(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                            const lck_cute_layout *descriptors);

/* mend.c: an access of shared memory with its record, kept for remedies; `fixed`: the hardware
 * has its arrangement. Writes remedies into records with conflicts. */
void lck_cute_use_add(lck_cute *c, const lck_cute_access *a, size_t record, bool conflicts,
                      bool fixed);
void lck_cute_mend(lck_cute *c);

#endif
