/* points.h - which variables an address may count from. */
#ifndef LCK_POINTS_H
#define LCK_POINTS_H

#include "../flow/flow.h"

typedef struct lck_points lck_points;

/* NULL: it is not known, or there is no memory. */
lck_points *lck_points_new(const lck_flow *flow);
void lck_points_free(lck_points *p);

/* The places that operand k of an instruction, an address, may be in, as bits: two addresses that
 * may be in one place have a bit in common. */
uint64_t lck_points_at(lck_points *p, uint32_t insn, uint32_t k);
/* Does an instruction only read at its addresses? */
bool lck_points_loads(const lck_ptx_insn *of);

#endif
