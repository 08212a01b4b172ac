/* proofs.h - the obligations of attention: for prove.c and prove-stages.c. */
#ifndef LCK_ATTENTION_PROOFS_H
#define LCK_ATTENTION_PROOFS_H

#include "reading.h"

typedef struct {
    lck_attention *a;
    lcv_planning *p;
} lck_attention_proofs;

/* Asks a claim of the language: true when it is proved, and a line of the plan's claims. Else
 * p->result and p->claim, or an error in p->e. */
#define lck_claims(w, ...) lck_plan_ask((w)->a->plan, (w)->p, __VA_ARGS__)

bool lck_attention_prove_stages(const lck_attention_proofs *w);

#endif
