/* proofs.h - the obligations of a copy, for obligations.c and obligations-shift.c.
 *
 * Functions return true when the obligation is proved. Else plan->proved ends before it, and
 * p->result and p->claim are those of the obligation, or an error is in p->e.
 */
#ifndef LCK_COPY_PROOFS_H
#define LCK_COPY_PROOFS_H

#include "../plan/plan.h"

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    lcv_arena *arena;
} lck_proofs;

/* A claim of two arguments. */
bool lck_prove_of(lck_proofs *w, const char *name, lcv_ast *a, lcv_ast *b);

/* The obligations of every plan: each element is loaded and stored once, in bounds, in whole and
 * aligned vectors, by the thread that has it, at all sizes (obligations.c). */
bool lck_prove_moves(lck_proofs *w);
/* A tensor's elements are in its buffer; vectors of so many of its elements begin at multiples of
 * their length. */
bool lck_prove_within(lck_proofs *w, lck_memory tensor);
bool lck_prove_aligned(lck_proofs *w, lck_memory tensor, lck_access access);
/* Settles an obligation that was checked element by element; takes over both. */
bool lck_prove_looked(lck_proofs *w, lcv_result *result, char *line);

/* The further obligations of a plan with `shift` (obligations-shift.c). */
bool lck_prove_shift(lck_proofs *w);

#endif
