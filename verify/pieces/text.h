/* text.h - sums and maps in isl's syntax. */
#ifndef LCV_PIECES_TEXT_H
#define LCV_PIECES_TEXT_H

#include "../../lib/text.h"
#include "lower.h"

/* Writes the name of a product of unknowns, or of one that is no floor; false: it has none. */
typedef bool lcv_sum_name(void *user, lc_text *out, const lcv_term *of);

/* Constraints joined by `and`; nothing for none. */
bool lcv_constraints_write(lc_text *out, const lcv_sums *s, const lcv_constraint *all,
                           lcv_sum_name *name, void *user);

/* [M] -> { [i,j] -> [..] : .. }, or NULL where a product of unknowns, an entry of a table or a
 * quotient by a parameter stands in it: l->failed then has the error. The caller frees it. */
char *lcv_map_text(lcv_lowering *l, const lcv_ast *map, const lcv_lowered *lowered);
/* The coordinates without a value, [M] -> { [i,j] : .. }, likewise. */
char *lcv_map_holes(lcv_lowering *l, const lcv_ast *map, const lcv_lowered *lowered);
/* The hole at these values of the unknowns, with its reason and place; NULL: there is a value. */
const lcv_case *lcv_map_hole_at(const lcv_sums *s, const lcv_lowered *lowered,
                                const int64_t *unknown);

#endif
