/* staged.h - blocks of shared memory with all accesses to each, for remedies.
 *
 * A block is allocated once and used by several operations, through views of it. The arrangement
 * of its elements suits some of them and not others, so a better one is looked for over all of
 * them, and only where no instruction of the hardware fixes it: wgmma, tcgen05 and TMA read and
 * write the arrangement that their descriptors say.
 */
#ifndef LCK_TRITON_STAGED_H
#define LCK_TRITON_STAGED_H

#include "lower.h"
#include "types.h"

lck_staged *lck_staged_new(void); /* NULL: no memory, and nothing is mended */
void lck_staged_free(lck_staged *staged);

/* Adds an access, record `access` of the kernel: of `tensor` to or from `memory`, the type of
 * `value`. */
void lck_staged_add(lck_triton *t, size_t access, uint32_t value, lck_move move, unsigned most,
                    const lck_type *tensor, const lck_type *memory);
/* Notes the instruction that fixes the arrangement of the memory `value`; "": an access that is
 * not known. */
void lck_staged_fix(lck_triton *t, uint32_t value, const char *instruction);

/* Writes remedies into the records of accesses with conflicts. */
void lck_staged_mend(lck_triton *t);

#endif
