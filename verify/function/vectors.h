/* vectors.h - the vectors in which two functions are copied, for the claim vectorizes.
 *
 * The coordinates that A and B both have fall into groups of n, the translates of the first
 * n coordinates of their longest common vector V, V(0) = 0. A group moves as one vector when
 * its offsets are n consecutive ones in A and in B, and in the same order: they may begin
 * anywhere, and in one group another offset may come first than in the next.
 *
 * The least coordinate that is in no group yet begins the next one, so that there is one
 * way to fall into groups, if any.
 */
#ifndef LCV_VECTORS_H
#define LCV_VECTORS_H

#include "function.h"
#include "chain.h"
#include "witness.h"

typedef struct {
    const lcv_function *a, *b;
    lc_int size;           /* of the coordinates that both have */
    lc_int n;              /* elements of a vector */
    const lc_layout *v;    /* V, or as much of it as is known; NULL: none to be shown */
} lcv_vectors;

/* The first n coordinates of V as a layout (claims-vector.c); NULL when they are none, or with
 * an error. */
lc_layout *lcv_first_vector(lc_ctx *ctx, const lc_layout *v, lc_int n);

/* Does the group that begins at t move as one? Its coordinates are t + first(i), i < n, at
 * most LCV_ENUMERATE of them. NO with the counterexample, UNKNOWN: too many, or numbers
 * that are too large. */
lcr_answer lcv_vector_moves(lc_ctx *ctx, const lcv_vectors *w, const lc_layout *first, lc_int t,
                            lcv_result **refuted);

/* All groups, one by one; place[i], i < n, are the coordinates of the first, place[0] = 0.
 * UNKNOWN past LCV_MAX_POINTS coordinates, PROVED with `remark`, which is taken over. */
lcv_result *lcv_vectors_enumerate(lc_ctx *ctx, const lcv_vectors *w, const uint32_t *place,
                                  char *remark);

lcv_result *lcv_vectors_too_many(lc_ctx *ctx, const lcv_vectors *w);

/* n does not divide the number of coordinates. */
lcv_result *lcv_vectors_uneven(lc_ctx *ctx, const lcv_vectors *w);

#endif
