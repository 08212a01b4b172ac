/* basic.h - functions and sets of isl in the coordinates of a set. */
#ifndef LCR_RECHECK_BASIC_H
#define LCR_RECHECK_BASIC_H

#include "../../relation.h"
#include "evidence.h"
#include "quotient.h"

#include <isl/aff.h>
#include <isl/set.h>

/* Output k of a function, whose floors are known, at these inputs: *by times it. False with an
 * error. */
bool lcr_basic_output(lcr_ctx *r, quo *d, isl_multi_aff *f, size_t k, const sys_sum *in,
                      sys_sum *value, lc_int *by);
/* What a set of known floors says of these coordinates, but for what follows from the bounds of
 * the variables. */
bool lcr_basic_say(lcr_ctx *r, quo *d, isl_basic_set *part, const sys_sum *in);
/* The set itself, each coordinate and each floor being a variable, is added to the evidence. */
bool lcr_basic_add(ev *e, isl_basic_set *part);

#endif
