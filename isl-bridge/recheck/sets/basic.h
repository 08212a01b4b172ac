/* basic.h - basic sets of isl and sets of rows (system.h), one as the other; functions of isl in
 * the coordinates of a set.
 *
 * Where integers are sizes (read/size.h), each variable of which these are polynomials is a
 * parameter of isl, by its name or, of a quotient or a minimum, by its number.
 */
#ifndef LCR_RECHECK_BASIC_H
#define LCR_RECHECK_BASIC_H

#include "../../relation.h"
#include "evidence.h"
#include "quotient.h"

#include <isl/aff.h>
#include <isl/set.h>

/* Output k of a function, whose floors are known, at these inputs: *value is *by times the
 * output. False with an error. */
bool lcr_basic_output(lcr_ctx *r, quo *d, isl_multi_aff *f, size_t k, const sys_sum *in,
                      sys_sum *value, lc_int *by);
/* A function of the parameters alone, which is taken over, as a size. False: it has several
 * pieces, or is a fraction, or an error. */
bool lcr_basic_size(ev *e, isl_pw_aff *size, lc_int *n);
/* Adds what a set with known floors says of these coordinates, except for what follows from the
 * bounds of the variables. */
bool lcr_basic_say(lcr_ctx *r, quo *d, isl_basic_set *part, const sys_sum *in);
/* States that nothing of what the set says of these coordinates fails. */
bool lcr_basic_outside(ev *e, quo *d, isl_basic_set *part, const sys_sum *in);
/* The set of the rows as they are: bounds first, no text, nothing decided before. NULL with an
 * error: isl has failed, or a size is not affine. */
isl_basic_set *lcr_basic_of(lcr_ctx *r, const sys *s);
/* What is known of the parameters, as far as it is affine. */
isl_set *lcr_basic_known(ev *e);
/* Adds the set itself to the evidence, with a variable for each coordinate and each floor. */
bool lcr_basic_add(ev *e, isl_basic_set *part);

#endif
