/* model.h - the reference that the library is tested against: by enumeration.
 *
 * Layouts here are plain arrays of machine integers with the nesting spelled out
 * as text, every function is a walk over all coordinates, and nothing is shared
 * with the library. Sizes are small, so that tables of all values fit and no
 * sum overflows.
 *
 * Nesting: `x` is a leaf, `_` a leaf that is the wildcard, `(xx(xx))` a tuple.
 *
 * A function that can fail to have a value returns false; a test program that
 * runs over the fixed array sizes aborts.
 */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define M_LEAVES 128
#define M_NODES 512

typedef struct {
    size_t n; /* leaves */
    char nest[M_NODES];
    int64_t leaf[M_LEAVES];
} m_tuple;

typedef struct {
    size_t n;
    char nest[M_NODES];
    int64_t shape[M_LEAVES];
    int64_t stride[M_LEAVES];
} m_layout;

/* A tiler: a layout (n = 0) or n tilers, one a mode; or `_`, for a mode that stays. */
typedef struct m_tiler {
    size_t n;
    bool still;
    m_layout layout;
    struct m_tiler *mode; /* owned array of n */
} m_tiler;

/* ---- nesting */

size_t m_rank(const char *nest);
size_t m_depth(const char *nest);
/* One past the end of the subtree that starts at `at`. */
const char *m_subtree_end(const char *at);
/* Leaves in [from, to). */
size_t m_leaves(const char *from, const char *to);
bool m_weakly_congruent(const char *a, const char *b);

/* ---- tuples */

void m_tuple_leaf(m_tuple *out, int64_t value);
/* n integers at depth 1; an integer when n is 1. */
void m_tuple_flat(m_tuple *out, size_t n, const int64_t *values);
int64_t m_tuple_size(const m_tuple *t);
void m_tuple_mode(const m_tuple *t, size_t i, m_tuple *out);
void m_tuple_flatten(const m_tuple *t, m_tuple *out);
/* Modes i to j-1 become one. */
void m_tuple_group(const m_tuple *t, size_t i, size_t j, m_tuple *out);
bool m_tuple_equal(const m_tuple *a, const m_tuple *b);
bool m_compatible(const m_tuple *a, const m_tuple *b);
/* The integral coordinate of a coordinate weakly congruent to the shape. */
int64_t m_crd2idx(const m_tuple *crd, const m_tuple *shape);
/* The coordinate congruent to the shape: digits by floor, the last one unbounded. */
void m_idx2crd(int64_t index, const m_tuple *shape, m_tuple *out);

/* ---- layouts */

void m_layout_leaf(m_layout *out, int64_t shape, int64_t stride);
void m_layout_of(m_layout *out, const m_tuple *shape, const int64_t *stride);
/* n modes of one leaf; the integer form when n is 1, 1:0 when n is 0. */
void m_layout_flat(m_layout *out, size_t n, const int64_t *shape, const int64_t *stride);
void m_shape(const m_layout *a, m_tuple *out);
void m_stride(const m_layout *a, m_tuple *out);
int64_t m_size(const m_layout *a);
void m_mode(const m_layout *a, size_t i, m_layout *out);
void m_concat(size_t n, const m_layout *modes, m_layout *out);
void m_flatten(const m_layout *a, m_layout *out);

/* The product without carries of i >= 0 and d: what a stride that adds by XOR does. */
int64_t m_carryless(int64_t i, int64_t d);
/* Is n a power of two, or 0? */
static inline bool m_is_power(int64_t n)
{
    return (n & (n - 1)) == 0;
}

/* The value at an integral coordinate, inside the domain or not; at a natural
 * one; at any coordinate weakly congruent to the shape. */
int64_t m_at(const m_layout *a, int64_t index);
int64_t m_at_natural(const m_layout *a, const int64_t *crd);
int64_t m_at_crd(const m_layout *a, const m_tuple *crd);
/* All values in colexicographic order; the caller frees the array. */
int64_t *m_table(const m_layout *a);
void m_range(const m_layout *a, int64_t *low, int64_t *high);
/* Orders int64_t, for qsort. */
int m_by_value(const void *a, const void *b);
bool m_injective(const m_layout *a);
/* Every offset of [0, n) is reached. */
bool m_covers(const m_layout *a, int64_t n);
/* Same size, same value everywhere. */
bool m_equiv(const m_layout *a, const m_layout *b);
bool m_equal(const m_layout *a, const m_layout *b);

/* What `_` leaves of a layout, at any coordinate with wildcards: the offset of
 * what is fixed, and the modes left in their nesting, a tuple of one mode being
 * that mode and an empty one nothing. */
void m_slice(const m_layout *a, const m_tuple *crd, int64_t *offset, m_layout *left);

/* ---- text, in the claim language; m_*_text return malloc'ed strings */

char *m_tuple_text(const m_tuple *t);
char *m_layout_text(const m_layout *a);
char *m_tiler_text(const m_tiler *t);
/* Reads what the library prints for a layout. */
bool m_layout_parse(const char *text, m_layout *out);

void m_tiler_clear(m_tiler *t);

/* ---- representability */

/* The coalesced layout of f on [0,n), f[0] = 0: leaves of extent 2 or more, none
 * for n = 1. Unique when it exists: the first mode is the largest linear run. */
bool m_represent(const int64_t *f, int64_t n, size_t *count, int64_t *shape, int64_t *stride);

/* ---- the algebra, each from its definition (model-algebra.c)
 *
 * A leaf of extent 1 of a composite has the stride A(d), d the stride in B. */

void m_coalesce(const m_layout *a, m_layout *out);
bool m_compose(const m_layout *a, const m_layout *b, m_layout *out);
bool m_compose_tiler(const m_layout *a, const m_tiler *t, m_layout *out);
bool m_complement(const m_layout *a, m_layout *out);
bool m_complement_to(const m_layout *a, int64_t n, m_layout *out);
bool m_inverse(const m_layout *a, m_layout *out);
/* The largest product of extents along a chain of leaves whose strides continue
 * one another from 1. */
int64_t m_longest_chain(const m_layout *a);
bool m_logical_divide(const m_layout *a, const m_tiler *t, m_layout *out);
bool m_logical_product(const m_layout *a, const m_tiler *t, m_layout *out);
/* ((t0,r0),(t1,r1),...,z) as ((t0,t1,...),(r0,r1,...,z)), where t says how deep. */
bool m_zipped_divide(const m_layout *a, const m_tiler *t, m_layout *out);
bool m_zipped_product(const m_layout *a, const m_tiler *t, m_layout *out);
/* (X,(y0,y1,...)) as (X,y0,y1,...), and as (x0,...,y0,...) when `both`. */
void m_spread(const m_layout *zipped, bool both, m_layout *out);
bool m_blocked_product(const m_layout *a, const m_layout *b, m_layout *out);
bool m_raked_product(const m_layout *a, const m_layout *b, m_layout *out);
/* Modes by their order, one number each; NULL: the first mode first. */
bool m_tile_to_shape(const m_layout *a, const m_tuple *shape, const int64_t *order,
                     m_layout *out);
/* By mode, after the profile. */
bool m_coalesce_by(const m_layout *a, const m_tuple *profile, m_layout *out);

#endif
