/* tuple.h - hierarchical tuples (HTuples) of integers: shapes, strides, coordinates.
 *
 * An HTuple is an integer or a tuple of HTuples (Cecka 2.1). It is written `(4,(2,3))`; `(x,)` is
 * the tuple of one element, `(x)` is x. A leaf of a slicing coordinate may be the wildcard `_`.
 *
 * Values are immutable and reference counted: lc_tuple_ref adds an owner,
 * lc_tuple_free gives one up (NULL is accepted). Arguments are borrowed,
 * results are owned by the caller, NULL means failure and the context says why.
 *
 *   rank     number of top-level modes; an integer has rank 1
 *   depth    0 for an integer, else 1 + the largest depth of a mode
 *   size     product of the leaves
 *   profile  the nesting alone, without the integers
 *
 * Relations of two tuples (Cecka 2.1, 2.2):
 *   congruent(a,b)         same profile
 *   weakly_congruent(a,b)  b's profile refines a's: every leaf of a stands
 *                          where b has any subtree
 *   compatible(a,b)        weakly congruent, and every leaf of a equals the size
 *                          of the subtree of b in its place: every coordinate
 *                          of a is one of b
 *   refines(a,b)           compatible(b,a)
 */
#ifndef LC_TUPLE_H
#define LC_TUPLE_H

#include "int.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_tuple lc_tuple;

/* Making. The children of lc_tuple_of are borrowed; n is at least 1. */
lc_tuple *lc_tuple_leaf(lc_ctx *ctx, lc_int value);
lc_tuple *lc_tuple_wildcard(lc_ctx *ctx);
lc_tuple *lc_tuple_of(lc_ctx *ctx, size_t n, lc_tuple *const *children);
/* A flat tuple of n integers: n leaves at depth 1. */
lc_tuple *lc_tuple_flat(lc_ctx *ctx, size_t n, const lc_int *values);
/* The same, but of one integer the integer. */
lc_tuple *lc_tuple_point(lc_ctx *ctx, size_t n, const lc_int *values);
/* The profile of `like` with other leaves: as many values as `like` has leaves. */
lc_tuple *lc_tuple_like(lc_ctx *ctx, const lc_tuple *like, const lc_int *values);

/* Another owner of the same tuple; the last one that frees it releases it. */
lc_tuple *lc_tuple_ref(const lc_tuple *t);
void lc_tuple_free(lc_tuple *t);

/* Looking. Integers read from a tuple live as long as the tuple. */
bool lc_tuple_is_leaf(const lc_tuple *t);
size_t lc_tuple_rank(const lc_tuple *t);
size_t lc_tuple_depth(const lc_tuple *t);
size_t lc_tuple_nleaves(const lc_tuple *t);
lc_int lc_tuple_value(const lc_tuple *t, size_t leaf); /* leaves in order */
bool lc_tuple_is_wildcard(const lc_tuple *t, size_t leaf);
bool lc_tuple_has_wildcard(const lc_tuple *t);
lc_int lc_tuple_size(lc_ctx *ctx, const lc_tuple *t);
/* Mode i, owned by the caller; mode 0 of an integer is itself. */
lc_tuple *lc_tuple_mode(lc_ctx *ctx, const lc_tuple *t, size_t i);

/* Comparing. */
bool lc_tuple_equal(const lc_tuple *a, const lc_tuple *b);
bool lc_tuple_congruent(const lc_tuple *a, const lc_tuple *b);
bool lc_tuple_weakly_congruent(const lc_tuple *a, const lc_tuple *b);
bool lc_tuple_compatible(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b);
bool lc_tuple_refines(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b);

/* Nesting. flatten gives an integer for an integer, else a tuple of depth 1.
 * unflatten gives `leaves` (any nesting) the profile of `profile`; both have as
 * many leaves. */
lc_tuple *lc_tuple_flatten(lc_ctx *ctx, const lc_tuple *t);
lc_tuple *lc_tuple_unflatten(lc_ctx *ctx, const lc_tuple *leaves, const lc_tuple *profile);
/* Modes i to j-1 (i < j <= rank) become one mode, as CuTe's group<i,j>. */
lc_tuple *lc_tuple_group(lc_ctx *ctx, const lc_tuple *t, size_t i, size_t j);

/* Coordinates, colexicographic: the first leaf varies fastest (Cecka 2.2).
 *
 * crd2idx: the integral coordinate of any coordinate weakly congruent to the
 * shape; an integer in place of a mode is that mode's own integral coordinate.
 * idx2crd: the coordinate congruent to `shape`. Index and coordinates may lie
 * outside the shape: the last leaf extends, also below zero (floor division).
 * crd2crd: between two shapes of the same size. */
bool lc_crd2idx(lc_ctx *ctx, const lc_tuple *crd, const lc_tuple *shape, lc_int *index);
lc_tuple *lc_idx2crd(lc_ctx *ctx, lc_int index, const lc_tuple *shape);
lc_tuple *lc_crd2crd(lc_ctx *ctx, const lc_tuple *crd, const lc_tuple *from, const lc_tuple *to);

/* `(4,(2,3))`; the caller frees it. */
char *lc_tuple_to_str(lc_ctx *ctx, const lc_tuple *t);

#ifdef __cplusplus
}
#endif

#endif
