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

/* What a plan with `shift` has to show beside what others have (obligations-shift.c). */
bool lck_prove_shift(lck_proofs *w);

#endif
