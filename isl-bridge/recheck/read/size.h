/* size.h - sizes as the integers of literals (lib/size.h), and reading them.
 *
 *     8*M + 1   (M + 7)/8   ceil_div(M,8)   M % 4   min(M,N)   max(M,N)
 *
 * Sizes are sums of products of integers, names of parameters, ceil_div, min, max, quotients and
 * remainders by what is positive, as symbols.h has them. What is computed with them are
 * polynomials; a comparison is settled by the ranges of the parameters, or by isl, from all that
 * is known (sym.holds).
 */
#ifndef LCR_RECHECK_SIZE_H
#define LCR_RECHECK_SIZE_H

#include "read.h"
#include "symbols.h"

/* The pool reads sizes of `s` from now on. */
void lcr_size_begin(sym *s, lit_pool *pool);
/* The polynomial of an integer; NULL with an error. */
const poly *lcr_size_poly(sym *s, lc_int a);
/* The integer that stands for a polynomial; for NULL the field becomes open, and any number is
 * returned. */
lc_int lcr_size_of(sym *s, const poly *p);

/* The assumption in a text, as a size that is >= 0, or (*zero) 0. False with an error. */
bool lcr_sym_assumption(sym *s, const char *text, const poly **p, bool *zero);
/* The same, known from now on. False with an error. */
bool lcr_sym_assume(sym *s, const char *text);

/* Of a, a size, or divided by n, a size: the sum of the terms that are multiples of n, divided by
 * n. */
lc_int lcr_size_multiples(lc_int a, lc_int n);

#endif
