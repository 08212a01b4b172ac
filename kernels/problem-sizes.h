/* problem-sizes.h - the parameters of a plan as sizes of a launch, and what is assumed of them. */
#ifndef LCK_PROBLEM_SIZES_H
#define LCK_PROBLEM_SIZES_H

#include "../verify/symbolic/form.h"
#include "plan.h"

typedef struct {
    lcv_planning *p;
    lck_plan *plan;
    lcv_problem problem;
    lcv_forms *f;
    bool assumed; /* what is assumed of the sizes holds where an expression is computed */
} lck_sizes;

/* Adds the sizes to the plan, and all that is assumed of them as conditions, which a launch is
 * to check. False with an error in p->e: a size with another name or bound than a kernel's
 * argument may have, an assumption that has no expression. */
bool lck_read_sizes(lck_sizes *w);
/* A polynomial as an expression of the plan; as a quantity of it. NULL, or false, with an error in
 * the lc_ctx. */
const lc_expr *lck_size_expr(lck_sizes *w, const lc_poly *p);
bool lck_size_quantity(lck_sizes *w, const lc_poly *p, lck_quantity *out);

#endif
