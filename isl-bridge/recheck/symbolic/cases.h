/* cases.h - that cases are all there are, and that there is nothing in one.
 *
 * A case is a list of conditions on the parameters, texts like assumptions. That the cases cover
 * all parameters is shown region by region: a region that has to be covered is cut along the
 * first case, into that case and, for each of its conditions, the part that meets the conditions
 * before it but not this one; these parts have to be covered by the other cases. Regions in which
 * isl finds no numbers need none.
 */
#ifndef LCR_RECHECK_SYMBOLIC_CASES_H
#define LCR_RECHECK_SYMBOLIC_CASES_H

#include "../../recheck-symbolic.h"
#include "trail.h"

typedef struct {
    size_t n;
    const char *const *when;
} lcr_case;

/* No numbers of the parameters are there, as isl finds. False: it was not shown, or an error. */
bool lcr_case_is_empty(lcr_ctx *r, const lcr_parameters *p, const lcr_case *c, lcr_trail *trail);
/* All numbers of the parameters are in one of the cases. */
bool lcr_cases_are_all(lcr_ctx *r, const lcr_parameters *p, size_t n, const lcr_case *c,
                       lcr_trail *trail);

#endif
