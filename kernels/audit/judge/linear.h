/* linear.h - that an access is inside, as a claim about linear expressions. */
#ifndef LCK_JUDGE_LINEAR_H
#define LCK_JUDGE_LINEAR_H

#include "judge.h"

/* Is its formula small enough for a claim? */
bool lck_linear_fits(const lck_judged *a);
/* The claim that it is inside, of the whole formula, owned by the caller; NULL: there is no room.
 * *more: it is about more values than there are, and may be false of these alone. */
char *lck_linear_claim(const lck_judge *j, const lck_judged *a, bool *more);

#endif
