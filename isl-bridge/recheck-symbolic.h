/* recheck-symbolic.h - a second opinion of what is said of all values of parameters.
 *
 * Operations and claims whose integers are sizes in parameters, as texts (recheck/read/size.h):
 * the value of `concat` of these arguments, `in_bounds` of those. They are read anew, with the
 * ranges of the parameters and what is assumed of them (recheck/read/symbols.h), and stated by
 * the same rules as those of numbers: the integers of their literals are polynomials
 * (lib/size.h). The sets, over parameters and coordinates together, are asked as they are or as
 * relaxations (recheck/symbolic/law.h): where isl finds them empty there is no counterexample,
 * whatever the parameters are. Nothing of this is of the algebra or of the prover's sizes.
 *
 *   AGREES     isl has found every set empty, one at least of a parameter or a coordinate that
 *              states it, or an identity
 *   DISAGREES  a set that is no relaxation has a point, and at the numbers that it has for the
 *              parameters the claim or the value is wrong, as recheck-confirm.h says
 *   UNSURE     LCR_BY_READING, LCR_BY_ARITHMETIC: it is so, and no set states it;
 *              LCR_PARAMETERS: it was not shown; LCR_NOT_READ, LCR_NO_BUDGET, LCR_NO_ROOM
 */
#ifndef LCR_RECHECK_SYMBOLIC_H
#define LCR_RECHECK_SYMBOLIC_H

#include "recheck-confirm.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name, *low, *high; /* low <= name <= high, numbers as text; high NULL: no end */
} lcr_parameter;

typedef struct {
    size_t n;
    const lcr_parameter *parameter;
    size_t nassumptions;
    const char *const *assumption; /* "M-8*(M/8) == 0" */
    bool partial;                  /* there are more, which are not given */
} lcr_parameters;

/* An operation with its value, or without one a claim that holds; a comparison of sizes by its
 * operator. The operators + - * / % are operations, too; `tuple` and `layout` are literals made
 * of their parts, `tensor` an offset before a layout, `name` a size in other words. */
typedef struct {
    const char *name;
    size_t n;
    const char *const *arg; /* NULL: not given */
    const char *value;
} lcr_symbolic;

/* False with an error when something failed; else as lcr_confirm. */
bool lcr_confirm_symbolic(lcr_ctx *r, const lcr_parameters *p, const lcr_symbolic *s,
                          lcr_confirmation *out);

#ifdef __cplusplus
}
#endif

#endif
