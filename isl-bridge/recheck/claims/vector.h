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

/* Why n elements do not move as one. */
typedef enum {
    VEC_MOVES,
    VEC_ORDER, /* element i is elsewhere in A than in B, from element 0 on */
    VEC_FAR,   /* in A, element i is n or more past element k */
    VEC_SAME,  /* in A, elements i and k are one */
    /* they do, but in A, or in B, element i, the first, is no multiple of n; k is the last */
    VEC_ASTRAY_A,
    VEC_ASTRAY_B
} vec_tear;
/* Looks at the values of one vector in A and in B, in the order of its elements, and, `aligned`,
 * at where they begin. Fills in i and k; `owner` has room for n. */
vec_tear lcr_vec_tear(const int64_t *a, const int64_t *b, size_t n, bool aligned, size_t *owner,
                      size_t *i, size_t *k);
/* Evidence by looking at all vectors. The elements of the first one are at the least coordinates
 * possible, or, with `one_choice`, at the only ones. */
bool lcr_vec_by_looking(ev *e, const lit *a, const lit *b, lc_int n, bool aligned,
                        bool one_choice);

/* ---- claims/vector-sets.c: vectors of layouts ---- */

/* F, the first vector of A and B, and T, where vectors begin. */
typedef struct {
    const lit *a, *b, *f;
    lc_int n;
    lit *t;
    bool tiled; /* T is there */
} vectors;

/* False: an error, or, with `none` set, F is no layout of n coordinates. */
bool lcr_vec_read(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, vectors *w);
/* F is the first vector, and there is no other choice. For `all`, the values of every vector are
 * in order of its elements; `aligned`: every vector begins at a multiple of its length. */
bool lcr_vec_runs(ev *e, const vectors *w, bool all, bool aligned);
/* F is the first vector, and the elements of one at the coordinates u and v do not move as one,
 * or are the first and last of one that is astray. */
bool lcr_vec_is_torn(ev *e, const vectors *w, vec_tear tear, lc_int u, lc_int v);
/* Says that no coordinate has, in both A and B, a value that is `offset` more than at 0. */
bool lcr_vec_not_common(ev *e, const lit *a, const lit *b, lc_int offset);

/* ---- claims/vector-bits.c: translates by XOR ---- */

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n);

#endif
