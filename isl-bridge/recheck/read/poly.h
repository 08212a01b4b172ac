/* poly.h - polynomials with integer coefficients, of the checker's own.
 *
 * Variables are numbers below POLY_VARS. A monomial is one word: its variables plus one, a byte
 * each, the largest in the highest byte, and 0 after the last; so words compare as monomials do
 * in lexicographic order, and 0 is the monomial 1. Terms stand in descending order, none has the
 * factor 0.
 *
 * Polynomials are of a pool and never change. Functions that make one return NULL with an error,
 * and NULL for a NULL argument, so that only the last of a chain need be looked at.
 */
#ifndef LCR_RECHECK_POLY_H
#define LCR_RECHECK_POLY_H

#include "../read/literal.h"

#define POLY_VARS 250
#define POLY_DEGREE 8

typedef uint64_t monomial;

typedef struct {
    monomial of;
    lc_int factor;
} poly_term;

typedef struct {
    size_t n;
    poly_term term[];
} poly;

size_t lcr_monomial_degree(monomial m);
/* Variable i of its list, the largest first. */
size_t lcr_monomial_var(monomial m, size_t i);
monomial lcr_monomial_of(size_t var);
/* False: of too high a degree. */
bool lcr_monomial_mul(monomial a, monomial b, monomial *product);
bool lcr_monomial_divides(monomial by, monomial a, monomial *quotient);

const poly *lcr_poly_int(lit_pool *pool, lc_int value);
const poly *lcr_poly_si(lit_pool *pool, int32_t value);
const poly *lcr_poly_var(lit_pool *pool, size_t var);
const poly *lcr_poly_term(lit_pool *pool, const poly_term *term); /* by itself */
/* a + factor * b, a - b, a + k */
const poly *lcr_poly_add(lit_pool *pool, const poly *a, lc_int factor, const poly *b);
const poly *lcr_poly_sub(lit_pool *pool, const poly *a, const poly *b);
const poly *lcr_poly_plus(lit_pool *pool, const poly *a, int32_t k);
const poly *lcr_poly_mul(lit_pool *pool, const poly *a, const poly *b);
/* q with a = b q; NULL, without an error, where there is none. */
const poly *lcr_poly_quotient(lit_pool *pool, const poly *a, const poly *b);
/* a = d q + r, the factors of r in [0,d). */
bool lcr_poly_split(lit_pool *pool, const poly *a, lc_int d, const poly **q, const poly **r);
/* With b in the place of a variable. */
const poly *lcr_poly_replace(lit_pool *pool, const poly *a, size_t var, const poly *b);

bool lcr_poly_is_int(const poly *a, lc_int *value);
bool lcr_poly_equal(const poly *a, const poly *b);
size_t lcr_poly_degree(const poly *a);
lc_int lcr_poly_constant(const poly *a);
lc_int lcr_poly_at(lc_ctx *lc, const poly *a, const lc_int *value);

#endif
