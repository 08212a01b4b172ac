/* recheck-basic.h - basic relations of isl in the coordinates of a set. */
#ifndef LCR_RECHECK_BASIC_H
#define LCR_RECHECK_BASIC_H

#include "recheck-graph.h"
#include "relation.h"

#include <isl/map.h>

/* The outputs of a basic relation, with known floors, at these inputs, as sums: floors become
 * quotients, an output that nothing defines a variable. What it says besides is said in d,
 * unless the bounds of the variables do. False with an error. */
bool lcr_basic_outputs(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                       size_t *nout, sys_sum *out);

#endif
