/* read-numbers.h - numbers and names that the keys of a plan give. Functions are false with an
 * error in p->e. */
#ifndef LCK_READ_NUMBERS_H
#define LCK_READ_NUMBERS_H

#include "plan.h"

/* A number in low..high; errors call it `what`: "a stride". */
bool lck_small_int(lcv_planning *p, lcv_span span, lc_int n, int64_t low, int64_t high,
                   const char *what, int64_t *out);
/* The leaves of a tuple of numbers; there must be `n`. */
bool lck_read_numbers(lcv_planning *p, const lcv_ast *ast, size_t n, int64_t low, int64_t high,
                      const char *what, int64_t *out);

#endif
