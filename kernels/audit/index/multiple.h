/* multiple.h - of what numbers expressions are multiples, whatever their variables stand for. */
#ifndef LCK_MULTIPLE_H
#define LCK_MULTIPLE_H

#include "../../../lib/expr.h"

/* A number that the variable in this slot is a multiple of, at least 1. */
typedef int64_t lck_multiple_of(const void *context, size_t slot);

/* A number that e is a multiple of for all values of its variables; 0 for 0. */
int64_t lck_expr_multiple(const lc_expr *e, lck_multiple_of *of, const void *context);

#endif
