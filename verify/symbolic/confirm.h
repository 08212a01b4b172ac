/* confirm.h - isl is asked about what is said of all values of parameters.
 *
 * The steps by which forms came about (form.h), and the claim that was proved of them, are
 * written as literals with the parameters in them; isl-bridge/recheck/symbolic/symbolic.h reads them anew.
 * So are the assumptions, each as the sizes on its two sides, which are steps, too. All of
 * it is confirmed when each step is.
 *
 * Cases of parameters that are numbers are asked about one by one, as the prover has them: that
 * it has them all is not asked.
 */
#ifndef LCV_CONFIRM_SYMBOLIC_H
#define LCV_CONFIRM_SYMBOLIC_H

#include "form.h"
#include "../../isl-bridge/recheck/symbolic/symbolic.h"

/* Adds to what came of other cases; the first is all zero. `claim`: there must be one that was
 * proved. False with an error when something failed. The caller clears it. */
bool lcv_confirm_forms(lcv_forms *f, const lcv_fixed *fixed, bool claim, bool *first,
                       lcr_confirmation *out);

#endif
