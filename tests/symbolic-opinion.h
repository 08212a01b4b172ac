/* symbolic-opinion.h - the checker's opinion of claims and values whose sizes are the parameters
 * of random claims (symbolic-claims.h). */
#ifndef TESTS_SYMBOLIC_OPINION_H
#define TESTS_SYMBOLIC_OPINION_H

#include <stdbool.h>

#include "../isl-bridge/recheck-symbolic.h"

/* Is it confirmed, by isl or by reading, for all M, N >= low and all K >= 8, multiples of 8? */
bool symbolic_is_confirmed(const lcr_symbolic *question, const char *low);

#endif
