/* basic.h - basic relations of isl in the coordinates of a set. */
#ifndef LCR_RECHECK_BASIC_H
#define LCR_RECHECK_BASIC_H

#include "graph.h"
#include "../../relation.h"

#include <isl/map.h>

/* The outputs of a basic relation, with known floors, at these inputs, as sums, and what it says
 * besides: floors become quotients, an output that nothing defines a variable. False with an
 * error. */
bool lcr_basic_read(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                    lcr_map_text *to);

#endif
