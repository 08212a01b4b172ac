/* vector.h - vectorizes: what is looked at, and the sets of functions linear over F2. */
#ifndef LCR_RECHECK_VECTOR_H
#define LCR_RECHECK_VECTOR_H

#include "claims.h"

/* What fails. */
#define VEC_NOT_COMMON "an element of the vector is not in common"
#define VEC_NOT_TILED "the coordinates do not fall into vectors"
#define VEC_TORN "a vector is torn"
#define VEC_ASTRAY "a vector begins at no multiple of its length"

/* ---- claims/vector-points.c: values, one by one ---- */

/* Do n elements move as one: are their values in A, and in B, n consecutive ones in one order?
 * Astray: these begin at no multiple of n. */
typedef enum { VEC_MOVES, VEC_IS_TORN, VEC_IS_ASTRAY } vec_tear;
/* Of the values of one vector in order of the elements; `seen` has room for n. */
vec_tear lcr_vec_tear(const int64_t *a, const int64_t *b, size_t n, bool aligned, bool *seen);
/* Evidence by looking at all vectors. The elements of the first one are at the least coordinates
 * that they may be at, or (`one_choice`) may be at one each. */
bool lcr_vec_by_looking(ev *e, const lit *a, const lit *b, lc_int n, bool aligned,
                        bool one_choice);

/* ---- claims/vector-sets.c: vectors of layouts ---- */

/* F, the first vector of A and B, and T, where vectors begin. */
typedef struct {
    const lit *a, *b, *f;
    lc_int n;
    lit *t;
    bool tiled; /* else T is nothing */
} vectors;

/* False: an error, or, with `none` set, F is no layout of n coordinates. */
bool lcr_vec_read(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, vectors *w);
/* F is the first vector, and there is no other choice. For `all`, the values of every vector are
 * in order of its elements; `aligned`: every vector begins at a multiple of its length. */
bool lcr_vec_runs(ev *e, const vectors *w, bool all, bool aligned);
/* No coordinate of both is so much more than at 0 in both. */
bool lcr_vec_not_common(ev *e, const lit *a, const lit *b, lc_int offset);

/* ---- claims/vector-bits.c: translates by XOR ---- */

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n);

#endif
