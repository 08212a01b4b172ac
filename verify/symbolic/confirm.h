/* confirm.h - questions to isl about all values of parameters.
 *
 * The steps that made the forms (form.h), and the claim that was proved of these, are written as
 * literals with the parameters in them; isl-bridge/recheck-symbolic.h reads them anew.
 * The assumptions are written likewise, each as the sizes on its two sides, which are steps, too.
 * The whole is confirmed when each step is.
 *
 * Cases of parameters that are numbers are asked about one by one, as the prover has them; the
 * question does not include that these are all cases.
 */
#ifndef LCV_CONFIRM_SYMBOLIC_H
#define LCV_CONFIRM_SYMBOLIC_H

#include "form.h"
#include "../../isl-bridge/recheck-symbolic.h"

/* The texts of all that is known of the parameters, in a case or NULL; some are lost where it is
 * partial. */
typedef struct {
    lcr_parameter parameter[LCV_MAX_PARAMETERS];
    char *low[LCV_MAX_PARAMETERS], *high[LCV_MAX_PARAMETERS];
    size_t n;
    char *assumption[LCV_MAX_ASSUMPTIONS + 3 * LCV_MAX_PARAMETERS + LCV_MAX_SPLITS];
    bool failed, partial;
} lcv_given;

/* Of a zeroed one; adds what isl was asked about the assumptions to the answer. False with an
 * error; to be closed in any case. */
bool lcv_given_open(lcv_given *c, const lcv_problem *p, const lcv_fixed *fixed,
                    lcr_confirmation *out);
void lcv_given_close(lcv_given *c, size_t nparameters);
lcr_parameters lcv_given_parameters(const lcv_given *c, const lcv_problem *p);

/* Adds to the answers about other cases; the first is UNSURE, of no reason. `claim`: there must
 * be a proved claim. False with an error when something failed. The caller clears it. */
bool lcv_confirm_forms(lcv_forms *f, const lcv_fixed *fixed, bool claim, lcr_confirmation *out);

#endif
