/* vectors.h - the vectors in which two functions are copied, for the claim vectorizes.
 *
 * The coordinates that A and B both have fall into groups of n, the translates of the first
 * n coordinates of their longest common vector V, V(0) = 0. A group moves as one vector when
 * its offsets are n consecutive ones in A and in B, and in the same order: they may begin
 * anywhere, and in one group another offset may come first than in the next.
 *
 * The least coordinate that is in no group yet begins the next one, so that there is one
 * way to fall into groups, if any.
 *
 * A vector begins, in A and in B, at the least of its n offsets. The claim may ask that these are
 * multiples of n; if it does not, a verdict says of what they are, if it is not n.
 */
#ifndef LCV_VECTORS_H
#define LCV_VECTORS_H

#include "../function/chain.h"
#include "../function/witness.h"

typedef struct {
    const lcv_function *a, *b;
    lc_int size; /* of the coordinates that both have */
    lc_int n;    /* elements of a vector */
    /* V, or as much of it as is known, borrowed; NULL: none to be shown */
    const lc_layout *v;
    /* the coordinates of the first vector: as a layout, or one by one; 0 is the first */
    const lc_layout *first;
    const uint32_t *place;
    bool aligned; /* the claim asks that vectors begin at multiples of n */
} lcv_vectors;

/* Where vectors begin, in A and in B. */
typedef struct {
    bool known;
    lc_int multiple[2]; /* the greatest divisor of n that divides all these offsets */
    /* if it is less than n: the coordinate t of a vector that begins at no multiple of n, and the
     * coordinate of the least of its offsets */
    lc_int t[2], c[2];
} lcv_beginnings;

/* ---- one by one (vectors.c) ---- */

/* Does the group that begins at t move as one? NO with the counterexample, UNKNOWN: more than
 * LCV_ENUMERATE elements, or numbers that are too large. */
lcr_answer lcv_vector_moves(lc_ctx *ctx, const lcv_vectors *w, lc_int t, lcv_result **refuted);

/* All groups, of up to lcv_points() coordinates, the first of them `place`. */
lcv_result *lcv_vectors_enumerate(lc_ctx *ctx, const lcv_vectors *w);

/* The step `the vectors are at t + V(0), ..., t + V(3), V = 4:1; this one has t = 4`. */
void lcv_vectors_step(lc_ctx *ctx, lcv_result **result, const lcv_vectors *w, lc_int t);
lcv_result *lcv_vectors_too_many(lc_ctx *ctx, const lcv_vectors *w);
/* n does not divide the number of coordinates. */
lcv_result *lcv_vectors_uneven(lc_ctx *ctx, const lcv_vectors *w);

/* ---- where they begin (vectors-begin.c) ---- */

/* All at multiples of n, so far. */
lcv_beginnings lcv_vectors_begin(const lcv_vectors *w);
/* One more: it is that of t, and its least offset is at c, in A (side 0) or B. */
void lcv_vectors_begin_at(lc_ctx *ctx, const lcv_vectors *w, size_t side, lc_int t, lc_int c,
                          lcv_beginnings *b);
/* Those of t + F(i), t a value of `starts`, whose least offset is at t. */
void lcv_vectors_begin_on(lcr_ctx *r, const lcv_vectors *w, lc_layout *starts, lcv_beginnings *b);
/* The verdict where all vectors move as one. */
lcv_result *lcv_vectors_move(lc_ctx *ctx, const char *method, const lcv_vectors *w,
                             const lcv_beginnings *b);

/* ---- the claim, by the facts known about A and B ---- */

/* Layouts and tensors (vectors-layout.c). */
lcv_result *lcv_vectors_of_layouts(lcr_ctx *r, lcv_vectors *w);
/* Both have a matrix (vectors-matrix.c). */
lcv_result *lcv_vectors_by_matrix(lc_ctx *ctx, const lcv_vectors *w);
/* Nothing is known. */
lcv_result *lcv_vectors_by_points(lc_ctx *ctx, lcv_vectors *w);

/* The first n coordinates of V as a layout; NULL when they are none, or with an error. */
lc_layout *lcv_first_vector(lc_ctx *ctx, const lc_layout *v, lc_int n);

#endif
