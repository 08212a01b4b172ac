/* terms.h - a formula as a sum of products, in which what differs between the lanes of a warp is
 * apart.
 *
 *     (128*pid + i0) % M * s + i1   with M a multiple of 16
 *         = s * ((128*pid + 16*(i0/16)) % M) + s * (i0 % 16) + i1
 *
 * Products are multiplied out. What counts up inside a quotient or a remainder is taken out as
 * far as its divisor allows, and what a kernel promises of a value (tt.contiguity) is its group
 * and the place in it.
 */
#ifndef LCK_TRITON_TERMS_H
#define LCK_TRITON_TERMS_H

#include "../index/index.h"

#define LCK_TERMS 64
#define LCK_FACTORS 6

typedef struct {
    int64_t k;
    size_t n;
    const lc_expr *factor[LCK_FACTORS]; /* no sums, no products, no numbers */
} lck_term;

typedef struct {
    size_t n;
    lck_term at[LCK_TERMS];
} lck_terms;

/* False: there are too many, or numbers are too large. */
bool lck_terms_of(lck_index *ix, const lc_expr *e, lck_terms *out);
/* A number that the term is a multiple of; 0 of 0. */
int64_t lck_term_multiple(const lck_index *ix, const lck_term *term);
/* Are coordinates the only symbols in it? */
bool lck_is_place(const lck_index *ix, const lc_expr *e);

#endif
