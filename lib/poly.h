/* poly.h - polynomials with exact integer coefficients, for sizes that are not numbers.
 *
 * Variables are numbers below LC_MAX_POLY_VARS; what they stand for is the caller's. A polynomial
 * is a sum of terms, a coefficient other than 0 and a monomial each, the monomials all different
 * and in order: by degree, the largest first, then by their variables, the smallest first (graded
 * lexicographic). Two polynomials are then the same function on the integers exactly when they
 * have the same terms.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned. NULL is
 * failure and the context says why: LC_ERR_LIMIT past LC_MAX_TERMS or LC_MAX_DEGREE. A NULL
 * argument is the failure of an earlier step: it is passed on.
 */
#ifndef LC_POLY_H
#define LC_POLY_H

#include "int.h"

#define LC_MAX_TERMS 1024
#define LC_MAX_DEGREE 12
#define LC_MAX_POLY_VARS 1024

typedef struct lc_poly lc_poly;

/* The variables of a term, ascending, each as often as its exponent says. */
typedef struct {
    uint32_t degree;
    uint32_t var[LC_MAX_DEGREE];
} lc_monomial;

lc_poly *lc_poly_const(lc_ctx *ctx, lc_int value);
lc_poly *lc_poly_var(lc_ctx *ctx, uint32_t var);
lc_poly *lc_poly_term(lc_ctx *ctx, lc_int coefficient, const lc_monomial *monomial);
void lc_poly_free(lc_poly *p);

/* Looking. Integers read from a polynomial live as long as it does. */
size_t lc_poly_nterms(const lc_poly *p);
lc_int lc_poly_coefficient(const lc_poly *p, size_t term);
const lc_monomial *lc_poly_monomial(const lc_poly *p, size_t term);
size_t lc_poly_degree(const lc_poly *p); /* of 0: 0 */
bool lc_poly_is_const(const lc_poly *p, lc_int *value);
lc_int lc_poly_constant(const lc_poly *p); /* the coefficient of 1 */
bool lc_poly_has_var(const lc_poly *p, uint32_t var);
bool lc_poly_equal(const lc_poly *a, const lc_poly *b);
/* Negative, 0 or positive: an order of monomials, 0 for equal ones. */
int lc_monomial_cmp(const lc_monomial *a, const lc_monomial *b);

lc_poly *lc_poly_add(lc_ctx *ctx, const lc_poly *a, const lc_poly *b);
lc_poly *lc_poly_sub(lc_ctx *ctx, const lc_poly *a, const lc_poly *b);
lc_poly *lc_poly_mul(lc_ctx *ctx, const lc_poly *a, const lc_poly *b);

/* q with a = q b, b not 0. NULL without an error when there is none. */
lc_poly *lc_poly_quotient(lc_ctx *ctx, const lc_poly *a, const lc_poly *b);
/* q and r with a = q c + r for c > 0, the coefficients of r in [0,c). */
bool lc_poly_split(lc_ctx *ctx, const lc_poly *a, lc_int c, lc_poly **q, lc_poly **r);
/* The greatest common divisor of the coefficients of all terms but the constant; 0 when
 * there are none. */
lc_int lc_poly_content(lc_ctx *ctx, const lc_poly *p);

/* Variable i becomes value[i], for i < n and value[i] not NULL; the others stay. */
lc_poly *lc_poly_substitute(lc_ctx *ctx, const lc_poly *p, size_t n, const lc_poly *const *value);
/* The number at variable i = value[i]; there are values for all variables of p. */
lc_int lc_poly_at(lc_ctx *ctx, const lc_poly *p, const lc_int *value);

#endif
