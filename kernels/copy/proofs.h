/* proofs.h - the obligations of a copy under way: for obligations.c and obligations-shift.c.
 *
 * Functions are true when it is proved. Else plan->proved ends before it, and p->result and
 * p->claim are its, or an error is in p->e.
 */
#ifndef LCK_COPY_PROOFS_H
#define LCK_COPY_PROOFS_H

#include "../plan/plan.h"

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    lcv_arena *arena;
} lck_proofs;

/* A claim; one of two arguments. */
bool lck_prove_claim(lck_proofs *w, lcv_ast *tree);
bool lck_prove_of(lck_proofs *w, const char *name, lcv_ast *a, lcv_ast *b);

/* Those of every plan: all is stored and loaded once, in bounds, as whole and aligned vectors, by
 * the thread that has it, in a launch of all sizes (obligations.c). */
bool lck_prove_moves(lck_proofs *w);
/* A tensor's elements are in its buffer; vectors of so many of its elements begin at multiples of
 * their length. */
bool lck_prove_within(lck_proofs *w, lck_memory tensor);
bool lck_prove_aligned(lck_proofs *w, lck_memory tensor, lck_access access);
/* What was looked at one by one; takes over both. */
bool lck_prove_looked(lck_proofs *w, lcv_result *result, char *line);

/* What a plan with `shift` has to show beside what others have (obligations-shift.c). */
bool lck_prove_shift(lck_proofs *w);

#endif
