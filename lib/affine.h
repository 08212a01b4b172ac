/* affine.h - linear layouts with an offset: f(v) = A v xor b.
 *
 * The BMMC permutations (bit matrix multiply, complement) when A is invertible. The
 * offset b is a value of the output dims, as an integral coordinate; f is injective,
 * surjective, invertible exactly when A is.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned, NULL
 * is failure and the context says why.
 */
#ifndef LC_AFFINE_H
#define LC_AFFINE_H

#include "linear.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_affine lc_affine;

/* The offset as an integral coordinate of the output dims; as one number an output dim
 * (n = nouts). Errors: past the output dims. */
lc_affine *lc_affine_new(lc_ctx *ctx, const lc_linear *a, uint64_t offset);
lc_affine *lc_affine_at_offset(lc_ctx *ctx, const lc_linear *a, size_t n, const lc_int *offset);
lc_affine *lc_affine_ref(lc_affine *f);
void lc_affine_free(lc_affine *f);

const lc_linear *lc_affine_linear(const lc_affine *f); /* A; borrowed */
uint64_t lc_affine_offset(const lc_affine *f);

/* As those of linear.h. */
uint64_t lc_affine_at(const lc_affine *f, uint64_t x);
bool lc_affine_eval(lc_ctx *ctx, const lc_affine *f, size_t n, const lc_int *crd, lc_int *value);
bool lc_affine_equal(const lc_affine *f, const lc_affine *g);
/* When false, and both have as many input bits and output dims, *crd is an integral
 * coordinate at which the values differ and *known is true. */
bool lc_affine_equivalent(const lc_affine *f, const lc_affine *g, bool *known, uint64_t *crd);

/* f o g, x -> f(g(x)); dims as in lc_linear_compose. */
lc_affine *lc_affine_compose(lc_ctx *ctx, const lc_affine *f, const lc_affine *g);
/* Of a bijection: y -> A^-1 y xor A^-1 b. */
lc_affine *lc_affine_invert(lc_ctx *ctx, const lc_affine *f);

/* `linear{...}`, and where there is an offset ` xor 5`, ` xor (1,0)`; the caller frees it. */
char *lc_affine_to_str(lc_ctx *ctx, const lc_affine *f);

#ifdef __cplusplus
}
#endif

#endif
