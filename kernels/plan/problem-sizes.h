/* problem-sizes.h - the parameters of a plan as sizes of a launch, and their assumptions. */
#ifndef LCK_PROBLEM_SIZES_H
#define LCK_PROBLEM_SIZES_H

#include "../../verify/symbolic/form.h"
#include "plan.h"

typedef struct {
    lcv_planning *p;
    lck_plan *plan;
    lcv_problem problem;
    lcv_forms *f;
    bool open;    /* the problem */
    bool assumed; /* the assumptions on the sizes hold where an expression is computed */
} lck_sizes;

/* Opens the parameters of a statement, whose `p` and `plan` are given, with the assumptions of
 * the scope; and closes them, in any case. False with an error in p->e. */
bool lck_open_sizes(lck_sizes *w);
void lck_close_sizes(lck_sizes *w);
/* Adds the sizes to the plan, and their assumptions as conditions, which a launch checks. False
 * with an error in p->e: a size with another name or bound than a kernel's argument may have, an
 * assumption that has no expression. */
bool lck_read_sizes(lck_sizes *w);
/* Reports why the kernel cannot have an argument; returns false. */
bool lck_fail_form(lck_sizes *w, const char *name);
/* No size has the name of another argument of the kernel, which is that of `what`; and a tensor
 * that was given has an offset and strides of 0 or more. False with an error in p->e. */
bool lck_check_names(lck_sizes *w, const char *what, size_t n, const char *const *taken);
bool lck_check_signs(lck_sizes *w, const char *name, const lcv_form *tensor,
                     const lc_poly *offset);
/* A polynomial as an expression of the plan. NULL with an error in the lc_ctx. */
const lc_expr *lck_size_expr(lck_sizes *w, const lc_poly *p);
/* A polynomial as a quantity of the plan; NULL, the stride of a tensor that does not move, is 0.
 * False with an error in p->e. */
bool lck_size_quantity(lck_sizes *w, const lc_poly *p, lck_quantity *out);

#endif
