/* symbolic-opinion.h - the checker's opinion of claims and values whose sizes are the parameters
 * of random claims (symbolic-claims.h). */
#ifndef TESTS_SYMBOLIC_OPINION_H
#define TESTS_SYMBOLIC_OPINION_H

#include <stdbool.h>

#include "../isl-bridge/recheck-symbolic.h"

/* For all M, N >= low and all K >= 8, multiples of 8; *reason as in lcr_confirmation. */
lcr_opinion symbolic_opinion(const lcr_symbolic *question, const char *low, lcr_reason *reason);
/* Is it confirmed, by isl or by the checker alone? */
bool symbolic_is_confirmed(const lcr_symbolic *question, const char *low);

#endif
