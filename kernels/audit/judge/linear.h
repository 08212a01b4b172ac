/* linear.h - that an access is inside, as a claim about linear expressions. */
#ifndef LCK_JUDGE_LINEAR_H
#define LCK_JUDGE_LINEAR_H

#include "judge.h"

/* Is its formula small enough for a claim? */
bool lck_linear_fits(const lck_judged *a);
/* The claim that it is inside, with the whole formula, owned by the caller; NULL: there is no
 * room. *more: it is about more values than can occur, and a counterexample need not be one of
 * these. */
char *lck_linear_claim(const lck_judge *j, const lck_judged *a, bool *more);

#endif
