/* code.h - sets and relations as C, for `layoutcheck relation --c`.
 *
 * A set is a predicate of its coordinates, right at all of them. A relation is a function of its
 * inputs: a comment with the predicate of the inputs at which it has a value, then its outputs, a
 * line each, right at these inputs. Coordinates have the names of the relation, as `long long`,
 * if C can have them; else they are c, or c0, c1 and so on.
 */
#ifndef LCV_CODE_H
#define LCV_CODE_H

#include "relate.h"

/* The C of a set, or of each relation of a value, after its title; the caller frees it. NULL with
 * an error: no function, LC_ERR_BUDGET, LC_ERR_LIMIT. */
char *lcv_value_code(lcr_ctx *r, const lcv_value *value);

#endif
