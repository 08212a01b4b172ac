/* conflicts.h - the wavefronts that an instruction takes of shared memory, as a claim. */
#ifndef LCK_TRITON_CONFLICTS_H
#define LCK_TRITON_CONFLICTS_H

#include "lower.h"

/* The claim that an instruction is free of conflicts, owned by the caller; NULL: no memory. */
char *lck_conflict_claim(const lck_triton *t, const lck_instruction *in);
/* The same where padding lies between the elements: `padded` is the encoding, *memory the linear
 * layout from offsets without the padding to coordinates. NULL: the lanes' coordinates have bits
 * in common, and their sums are no layout; or there is no memory. */
char *lck_padded_claim(const lck_triton *t, const lck_instruction *in, lck_ir_text padded,
                       const lc_linear *memory);
/* Asks the prover and frees the claim: the verdict, and the wavefronts of the instruction and of
 * the best arrangement. */
void lck_conflict_answer(const lck_triton *t, const lck_instruction *in, char *claim,
                         lck_answer *out);

#endif
