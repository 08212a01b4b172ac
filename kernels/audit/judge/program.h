/* program.h - an expression as steps, each computed for all lanes of a warp at once.
 *
 * A subexpression that is met twice is one step. What all lanes share is computed when its values
 * are given, the other steps for each warp. Values are those of lc_expr_at.
 */
#ifndef LCK_JUDGE_PROGRAM_H
#define LCK_JUDGE_PROGRAM_H

#include "../../../lib/expr.h"

#define LCK_LANES 32

typedef struct lck_program lck_program;

/* `varies`, by slot: the variable is another in each lane. Borrowed. NULL: there is no memory, or
 * it has too many steps. */
lck_program *lck_program_new(const lc_expr *e, const bool *varies);
/* How much work one run is: its operations, and some for the lanes; 0 of NULL. */
uint64_t lck_program_steps(const lck_program *p);
void lck_program_free(lck_program *p);

/* The values of the variables that lanes share, by slot. */
void lck_program_share(lck_program *p, const int64_t *env);
/* Computes all lanes; `lane` has the values of the other variables, by slot, one for each lane.
 * Returns the lanes that have a value. */
uint32_t lck_program_run(lck_program *p, const int64_t *const *lane, int64_t value[LCK_LANES]);

#endif
