/* repair.h - numbers at which a thread runs an access. */
#ifndef LCK_JUDGE_REPAIR_H
#define LCK_JUDGE_REPAIR_H

#include "numbers.h"

/* Moves the numbers of a set that is taken for random, so that the guard holds for some thread of
 * the block; `which` says for which, and which symbols are moved first. It may fail. */
void lck_numbers_repair(lck_numbers *s, const lc_expr *guard, size_t which);

#endif
