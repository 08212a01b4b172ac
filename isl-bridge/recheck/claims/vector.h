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

/* The coordinates that both have, and the first vector's among them. */
typedef struct {
    size_t size, n;
    bool aligned; /* vectors have to begin at multiples of n */
    int64_t *a, *b;
    int64_t *first;
    bool *taken, *seen;
} vec_table;

typedef enum {
    VEC_FOUND,
    VEC_CHOICE, /* some element of the vector may be at more than one coordinate */
    VEC_MISSING
} vec_first;

/* NULL in t->a: there is no such table. */
bool lcr_vec_table(ev *e, const lit *a, const lit *b, lc_int n, vec_table *t);
/* Where both are i more than at 0, i < n, at the least coordinate. *missing: the first such i
 * that is nowhere. */
vec_first lcr_vec_first(vec_table *t, size_t *missing);
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
/* The first vector that does not fit, or is torn. All are translates of one. */
typedef struct {
    bool tiled;    /* they fill the coordinates */
    bool in_order; /* their elements are in order of their values */
    vec_tear tear;
    size_t at, i, k;
} vec_seen;
bool lcr_vec_look(ev *e, vec_table *t, vec_seen *out);
/* Evidence by looking at all vectors; where `plain`, of one choice only. */
bool lcr_vec_by_looking(ev *e, vec_table *t, bool plain);

/* The same for one vector, its values in order of the elements, and where they begin. */
vec_tear lcr_vec_tear(lit_pool *pool, const int64_t *a, const int64_t *b, size_t n, bool aligned,
                      size_t *i, size_t *k);

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
/* F is the first vector, and the elements of one at the coordinates u and v do not move as one,
 * or are the first and last of one that is astray. */
bool lcr_vec_is_torn(ev *e, const vectors *w, vec_tear tear, lc_int u, lc_int v);
/* No coordinate of both is so much more than at 0 in both. */
bool lcr_vec_not_common(ev *e, const lit *a, const lit *b, lc_int offset);

/* ---- claims/vector-bits.c: translates by XOR ---- */

bool lcr_vec_by_bits(ev *e, const lit *a, const lit *b, lc_int n);

#endif
