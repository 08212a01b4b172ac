/* random.h - random layouts for the laws, from a seed.
 *
 * Layouts have rank 1 to 6 and depth to 3, with extents of 1 and of no power of
 * two among them, and strides of several kinds: compact in a random order, padded,
 * powers of two, zero, negative, anything. Sizes are bounded by the caller, who
 * enumerates.
 */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include "model.h"

typedef struct {
    uint64_t state;
} rnd;

uint64_t rnd_u64(rnd *r);
/* In [low, high], both included. */
int64_t rnd_in(rnd *r, int64_t low, int64_t high);
bool rnd_chance(rnd *r, int percent);
/* The numbers below n in any order. */
void rnd_shuffle(rnd *r, size_t n, size_t *order);

/* A shape of size at most `max`. */
void rnd_shape(rnd *r, int64_t max, m_tuple *out);
/* Another nesting of the shape: leaves split in factors; compatible(t, out). */
void rnd_refine(rnd *r, const m_tuple *t, m_tuple *out);
/* The values 1..n under a random nesting, rank at most 6, depth at most 3. */
void rnd_nest(rnd *r, size_t leaves, char *nest);

/* Any layout; a bijection onto [0, size); one that never overlaps itself, with
 * gaps or without (strides by magnitude: nested), no stride 0 or negative. */
void rnd_layout(rnd *r, int64_t max, m_layout *out);
void rnd_bijection(rnd *r, int64_t max, m_layout *out);
void rnd_nested(rnd *r, int64_t max, m_layout *out);
/* B for a composition with A: strides and extents taken from the shape of A, so
 * that the composite exists often, and often not. */
void rnd_inner(rnd *r, const m_layout *a, int64_t max, m_layout *out);
/* A tiler for `a` with as many modes or fewer, nested at times, of layouts that
 * divide the modes often; `zero` allows strides of 0. */
void rnd_tiler(rnd *r, const m_layout *a, m_tiler *out);

/* A coordinate weakly congruent to the shape, every integer in the place of a
 * subtree within [0, size) of it, or anywhere around when `outside`. */
void rnd_crd(rnd *r, const m_tuple *shape, bool outside, m_tuple *out);
/* The same with wildcards at random places, at least one. */
void rnd_slicer(rnd *r, const m_tuple *shape, m_tuple *out);

#endif
