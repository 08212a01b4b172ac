/* variant.h - a statement under further assumptions, which become conditions of its kernels. */
#ifndef LCK_PLAN_VARIANT_H
#define LCK_PLAN_VARIANT_H

#include "plan.h"

#define LCK_MAX_ASSUMED 64

typedef struct {
    lcv_planning p;
    lcv_eval e;
    lcv_scope scope;
    size_t n; /* assumptions */
    lcv_source *source[LCK_MAX_ASSUMED];
} lck_variant;

/* The statement as it is. To be closed in any case. */
void lck_variant_begin(lck_variant *v, lcv_planning *p);
/* Adds an assumption, unless it is there already. False: it holds at no sizes, or cannot be
 * assumed. */
bool lck_variant_assume(lck_variant *v, lcv_ast *claim);
/* Hands what was found to the statement. */
void lck_variant_close(lck_variant *v, lcv_planning *p);

#endif
