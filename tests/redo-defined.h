/* redo-defined.h - definitions of the claims. A function for each claim is true if the numbers of
 * the counterexample refute the claim, and false, with a failure, if they do not. */
#ifndef TESTS_REDO_DEFINED_H
#define TESTS_REDO_DEFINED_H

#include "redo-image.h"

/* ---- places (redo-places.c) ---- */

/* The tuple behind the key, `c = `, in "c = (1,0) and c' = (0,1)"; NULL: there is none. */
tree *redo_place_of(const char *where, const char *key);
bool redo_inside(const tree *shape, const tree *natural);
const tree *redo_domain(const fn *f);
/* The value on the axis that the place names; the value itself if it names none. */
val redo_on_axis(const redo *r, const fn *f, val v);
/* The value at a coordinate. *count is the number of values there, which may be another than 1
 * for a relation. */
bool redo_value_at(const fn *f, const tree *c, val *out, int *count);
/* Are values shown at each place of the counterexample, and at no other? */
bool redo_shows_places(redo *r);
/* Fail: the numbers are wrong, or the reader does not know the words. */
bool redo_not_so(const redo *r);
bool redo_unknown_form(const redo *r);

/* ---- claims ---- */

typedef bool redo_refutation(redo *r);

/* redo-equal.c */
redo_refutation refutes_equal, refutes_equiv;
/* redo-inverses.c */
redo_refutation refutes_left_inverts, refutes_right_inverts;
/* A coordinate of another shape as a value of A: an integer, or a coordinate nested like A's
 * values. False: it is no coordinate of the shape. */
bool redo_as_value(const fn *a, const tree *shape, const tree *crd, val *out);
/* redo-onto.c */
redo_refutation refutes_aligned, refutes_bijective, refutes_covers, refutes_fits,
    refutes_in_bounds, refutes_one_injective, refutes_one_surjective, refutes_partitions;
bool refutes_injective(redo *r, const fn *x);
/* "offset 6: 6 is never reached": the values that should be reached are [0,n), or the shape. */
bool refutes_onto(redo *r, const fn *x, int64_t n, const tree *shape);
/* Is the value a coordinate of the shape? Axes that it lacks are 0. */
bool redo_in_box(const tree *shape, const val *v);
/* The values that should be reached: [0,n), or the coordinates of a shape. */
bool redo_wanted_of(redo *r, const char *key, int64_t *n, tree **shape);
/* redo-pairs.c */
redo_refutation refutes_complements, refutes_contained, refutes_disjoint, refutes_feeds,
    refutes_reorders;
/* redo-products.c */
redo_refutation refutes_multiplies;
/* redo-compose.c */
redo_refutation refutes_divides_into;
/* redo-kinds.c */
redo_refutation refutes_is_layout, refutes_is_linear, refutes_non_degenerate, refutes_tractable;
/* redo-vectors.c */
redo_refutation refutes_vectorizes;
bool redo_says_aligned(const redo *r); /* redo-moves.c: the word `aligned` */

#endif
