/* variants.h - kernels of a product for some of its sizes, and copies of operands with aligned
 * rows.
 *
 * Rows of tensors begin at multiples of 16 bytes for all sizes, or for some: those at which
 * strides and offsets are multiples of so many elements. Kernels are made for such sizes under
 * assumptions, which become their conditions; for others, operands are copied to aligned rows
 * first.
 */
#ifndef LCK_PRODUCT_VARIANTS_H
#define LCK_PRODUCT_VARIANTS_H

#include "../../plan/variant.h"
#include "choice.h"

#define LCK_OPERANDS (1u << LCK_A | 1u << LCK_B)
#define LCK_FACTORS (LCK_OPERANDS | 1u << LCK_C)

/* Assumes that rows of these tensors begin at multiples of 16 bytes, and, for boxes, that
 * those of C end there, too; n is 0 if that is so at all sizes. False: it is at none, or there
 * is an error in p->e. To be closed in any case. */
bool lck_variant_open(lck_variant *v, lcv_planning *p, const lck_product *product,
                      unsigned tensors, bool boxes);
/* ---- copies (kernels/product/copies.c) ---- */

/* The product as if those operands in `tensors` whose rows TMA cannot address, or not as the
 * method needs them, were copied to rows that it can. It has the plan of the product; `copied`
 * says which they are. False: there are too many axes. */
bool lck_product_with_copies(const lck_product *product, lcv_planning *p, lck_product *out,
                             unsigned *copied);
/* Gives a kernel of such a product the operands themselves as tensors, and the copies before it.
 * False: p->result and p->claim, or an error in p->e. */
bool lck_copy_operands(const lck_product *product, const lck_product *with_copies,
                       unsigned copied, lcv_planning *p, lck_kernel *kernel);

#endif
