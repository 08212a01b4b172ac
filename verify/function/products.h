/* products.h - multiply-adds C(c) += A(c) B(c), of matrices (M,K), (N,K) and (M,N).
 *
 * Operand 0 is A, 1 is B, 2 is C. Places are integers, the first mode fastest, or coordinates.
 */
#ifndef LCV_PRODUCTS_H
#define LCV_PRODUCTS_H

#include "coordinates.h"

typedef struct {
    lcv_function f[3];
    lc_int count[3];  /* of the coordinates of each */
    lc_tuple *shape;  /* S as it is given */
    lc_tuple *flat;   /* (M,N,K) */
    lc_int extent[3]; /* M, N, K */
    lc_int products;  /* M N K */
} lcv_products;

/* Which of m, n, k the first and the second index of an operand are: 0, 1, 2. */
size_t lcv_products_mode(size_t operand, size_t index);

/* Of the arguments A, B, C, S; false with an error. */
bool lcv_products_of(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_products *p);
/* The place of an operand at c; false: it is none. */
bool lcv_products_place(lc_ctx *ctx, const lcv_products *p, size_t operand, lc_int c,
                        lc_int *first, lc_int *second);
/* The integral coordinate in (M,N,K) of the product at c; false: there is none. */
bool lcv_products_at(lc_ctx *ctx, const lcv_products *p, lc_int c, lc_int *product);
/* c -> (A(c),B(c),C(c)) and (m,n,k) -> ((m,k),(n,k),(m,n)) as functions to integers, packed alike
 * so that they are the same where these are. False without an error: no such layouts. */
bool lcv_products_as_layouts(lc_ctx *ctx, const lcv_products *p, lcv_function side[2]);

#endif
