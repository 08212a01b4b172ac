/* among.h - where, if anywhere, a number is among the values of a function.
 *
 *     matrix   the function is affine over F2: a system over F2
 *     image    a layout, bare or under a bijective swizzle w: the offset x with w(x) = y is
 *              looked for among its sums (image.h)
 *     list     all values, sorted: sooner than an image whose modes overlap under a swizzle
 */
#ifndef LCV_AMONG_H
#define LCV_AMONG_H

#include "../function/image.h"

typedef struct {
    lcr_ctx *r;
    const lcv_function *f; /* borrowed */
    lc_tuple *shape;       /* of its domain */
    enum { LCV_AMONG_NOTHING, LCV_AMONG_MATRIX, LCV_AMONG_IMAGE } way;
    lc_swizzle w;       /* outside of the image */
    lcv_function inner; /* whose image it is; borrowed */
    lcv_image image;
    lc_int *natural; /* room for a coordinate of it: where the last number was found */
    lcv_point *list; /* where there is one, it is looked in */
    size_t n;
} lcv_among;

/* A layout, or a function of any kind (lcv_arg_any). False with an error. */
bool lcv_among_open(lcr_ctx *r, const lcv_function *f, lcv_among *out);

/* YES: f(c) is the number; c may be NULL. */
lcr_answer lcv_among_find(const lcv_among *a, lc_int number, lc_int *c);

/* Steps that show why a number is none of them. */
void lcv_step_not_among(lc_ctx *ctx, lcv_result **result, const lcv_among *a, lc_int number);

#endif
