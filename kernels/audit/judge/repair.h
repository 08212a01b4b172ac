/* repair.h - numbers at which a thread runs an access. */
#ifndef LCK_JUDGE_REPAIR_H
#define LCK_JUDGE_REPAIR_H

#include "numbers.h"

/* Changes the numbers of a random set so that the guard holds for some thread of the block.
 * `which` chooses the thread and which symbols are changed first. It may fail. */
void lck_numbers_repair(lck_numbers *s, const lc_expr *guard, size_t which);

#endif
