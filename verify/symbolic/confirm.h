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

/* The texts of all that is known of the parameters; where it is `partial`, some have no text. */
typedef struct {
    lcr_parameter parameter[LCV_MAX_PARAMETERS];
    char *low[LCV_MAX_PARAMETERS], *high[LCV_MAX_PARAMETERS];
    size_t n;
    char *assumption[LCV_MAX_ASSUMPTIONS + 3 * LCV_MAX_PARAMETERS + LCV_MAX_SPLITS];
    bool failed, partial;
} lcv_given;

/* Fills in a zeroed one, for a case, or NULL for none. What isl is asked about the assumptions is
 * added to `out`. False with an error; the caller closes it in any case. */
bool lcv_given_open(lcv_given *c, const lcv_problem *p, const lcv_fixed *fixed,
                    lcr_confirmation *out);
void lcv_given_close(lcv_given *c, size_t nparameters);
lcr_parameters lcv_given_parameters(const lcv_given *c, const lcv_problem *p);

/* Asks about all steps of the forms, and adds the answer to `out`, that of the cases before; it
 * begins as UNSURE without a reason. `claim`: a proved claim has to be among the steps. False
 * with an error. The caller clears `out`. */
bool lcv_confirm_forms(lcv_forms *f, const lcv_fixed *fixed, bool claim, lcr_confirmation *out);

#endif
