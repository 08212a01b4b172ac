/* claim.h - claims as static assertions. */
#ifndef LCK_CLAIM_H
#define LCK_CLAIM_H

#include "fact.h"
#include "facts.h"

/* Asserts the claim of an outcome and returns NULL; else returns why it cannot. */
const char *lck_fact_claim(lck_facts *facts, const lcv_outcome *outcome);

#endif
