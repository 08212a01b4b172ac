/* symbols.h - integers that depend on parameters.
 *
 * A size, an extent or a stride of a symbolic problem is a polynomial (lib/poly.h) whose
 * variables are symbols: parameters, floors of polynomials by constants and by polynomials,
 * minima of two polynomials, and unknowns of a proof (coordinates). Each quantity is brought to
 * one form:
 *
 *   floor((c p + r) / c) = p + floor(r / c), so that a floor's coefficients are in [0,c);
 *   floor((g p + k) / (g c)) = floor((p + floor(k / g)) / c);
 *   max(p, q) = p + q - min(p, q).
 *
 * A parameter with a known residue is replaced by the quotient: if M % 8 == 3, M is the
 * polynomial 8 m + 3, and floor(M / 4) is 2 m.
 *
 * Polynomials made here belong to the table and live as long as it does, and so do the
 * integers of the frame in which it was made. NULL is failure, with an error in the
 * context; a NULL argument is passed on.
 */
#ifndef LCV_SYMBOLS_H
#define LCV_SYMBOLS_H

#include "../../isl-bridge/relation.h"
#include "../../lib/poly.h"
#include "../language/ast.h"

typedef enum {
    LCV_SYMBOL_SIZE,
    LCV_SYMBOL_FLOOR,
    LCV_SYMBOL_RATIO,
    LCV_SYMBOL_MIN
} lcv_symbol_kind;

typedef struct {
    bool bounded_below, bounded_above;
    lc_int low, high;
} lcv_interval;

typedef struct {
    lcv_symbol_kind kind;
    const char *name; /* SIZE: of a parameter or an unknown; borrowed */
    /* floor(of / divisor), floor(of / other) for other >= 1, min(of, other) */
    const lc_poly *of, *other;
    lc_int divisor;
    lcv_interval range;
    /* SIZE: the quotient of a parameter, name = factor * symbol + residue. */
    lc_int factor, residue;
} lcv_symbol;

typedef struct lcv_symbols lcv_symbols;

#define LCV_MAX_SYMBOLS 256

lcv_symbols *lcv_symbols_new(lc_ctx *ctx);
void lcv_symbols_free(lcv_symbols *s);
lc_ctx *lcv_symbols_ctx(const lcv_symbols *s);

size_t lcv_symbols_count(const lcv_symbols *s);
const lcv_symbol *lcv_symbols_at(const lcv_symbols *s, size_t i);

/* A new symbol of kind SIZE as a polynomial: factor * symbol + residue. high is NULL for
 * one without an upper bound; low and high are those of the name. */
const lc_poly *lcv_symbols_add(lcv_symbols *s, const char *name, lc_int low, const lc_int *high,
                               lc_int factor, lc_int residue);
/* An unknown without bounds. */
const lc_poly *lcv_symbols_unknown(lcv_symbols *s, const char *name);
/* Forget the symbols from number n on, which no polynomial still in use has. */
void lcv_symbols_drop(lcv_symbols *s, size_t n);

/* The divisor of a FLOOR or a RATIO. */
const lc_poly *lcv_symbol_divisor(lcv_symbols *s, const lcv_symbol *symbol);

/* Takes over a polynomial, and returns it; NULL stays NULL. */
const lc_poly *lcv_keep(lcv_symbols *s, lc_poly *p);
/* How many polynomials the table keeps; frees those after the first n. */
size_t lcv_symbols_kept(const lcv_symbols *s);
void lcv_symbols_release(lcv_symbols *s, size_t n);

const lc_poly *lcv_size_int(lcv_symbols *s, lc_int value);
const lc_poly *lcv_size_const(lcv_symbols *s, int32_t value);
const lc_poly *lcv_size_add(lcv_symbols *s, const lc_poly *a, const lc_poly *b);
const lc_poly *lcv_size_sub(lcv_symbols *s, const lc_poly *a, const lc_poly *b);
const lc_poly *lcv_size_neg(lcv_symbols *s, const lc_poly *a);
const lc_poly *lcv_size_mul(lcv_symbols *s, const lc_poly *a, const lc_poly *b);
const lc_poly *lcv_size_floor(lcv_symbols *s, const lc_poly *a, lc_int divisor); /* > 0 */
const lc_poly *lcv_size_ceil(lcv_symbols *s, const lc_poly *a, lc_int divisor);
/* The same for a divisor that is at least 1 for all values of the parameters. */
const lc_poly *lcv_size_floor_by(lcv_symbols *s, const lc_poly *a, const lc_poly *divisor);
const lc_poly *lcv_size_ceil_by(lcv_symbols *s, const lc_poly *a, const lc_poly *divisor);
const lc_poly *lcv_size_min(lcv_symbols *s, const lc_poly *a, const lc_poly *b);
/* a / b; NULL without an error when b does not divide a. */
const lc_poly *lcv_size_quotient(lcv_symbols *s, const lc_poly *a, const lc_poly *b);
/* a + k for a small constant. */
const lc_poly *lcv_size_plus(lcv_symbols *s, const lc_poly *a, int32_t k);
bool lcv_size_is_zero(const lc_poly *a);
bool lcv_size_is_one(const lc_poly *a);

/* The bounds of a polynomial, by those of the symbols. */
lcv_interval lcv_size_interval(const lcv_symbols *s, const lc_poly *p);

/* The values of all symbols from those of the parameters (value[i] for SIZE is given). */
void lcv_symbols_fill(const lcv_symbols *s, lc_int *value);

/* A size in the claim language (size-tree.c): `M*N+3`, `ceil_div(M,128)`, as an expression in the
 * arena, and as its text, which the caller frees. A text of more than some 2000 characters is
 * cut. */
lcv_ast *lcv_size_to_tree(const lcv_symbols *s, const lc_poly *p, lcv_arena *arena);
char *lcv_size_to_str(const lcv_symbols *s, const lc_poly *p);

#endif
