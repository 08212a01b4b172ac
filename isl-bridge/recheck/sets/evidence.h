/* evidence.h - evidence under construction: what the claims are made of. */
#ifndef LCR_RECHECK_CLAIMS_H
#define LCR_RECHECK_CLAIMS_H

#include "function.h"

typedef struct {
    lit_pool *pool;
    lcr_evidence *out;
    bool none; /* some part of the claim has no evidence */
} ev;

/* These return false with an error when something failed; a claim of which there is no
 * evidence of this kind is no failure: lcr_ev_not says so and returns true. */
bool lcr_ev_not(ev *e);
bool lcr_ev_condition(ev *e, bool holds, const char *condition);
bool lcr_ev_add(ev *e, const sys *s);
/* One more set: what s says, and e REL 0. */
bool lcr_ev_relate(ev *e, const sys *s, const sys_sum *sum, sys_relation relation);

/* What a claim says of its literals. */
typedef bool ev_rule(ev *e, const lcr_statement *c);

/* claims/claims.c: an integer, written as one; X and Y are one function; R = A o B. */
ev_rule lcr_ev_equiv;
bool lcr_ev_integer(const lit *a, lc_int *n);
bool lcr_ev_composite(ev *e, const lit *r, const lit *a, const lit *b);
/* Every integer of [0,n) once, n coordinates: within bounds, and all different. */
bool lcr_ev_once_each(ev *e, const lit *x, lc_int n);

/* claims/partition.c, claims/equal.c */
ev_rule lcr_ev_partitions, lcr_ev_equal;

/* claims/tiler.c: a tuple where a layout is meant is the compact one; the inner function
 * of a composition, a tiler as a layout of coordinates. NULL: none, or an error. */
const lit *lcr_ev_layout(ev *e, const lit *a);
const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b);
/* A bare tuple is a tiler, by mode; an integer a layout. NULL: an error. */
const lit *lcr_ev_tiler(ev *e, const lit *b);

/* claims/refute.c: the sets say, when they are empty, that the claim fails, and this is how. */
bool lcr_ev_contrary(ev *e, const char *condition);
/* That there is nothing, by a place where it is missing. */
ev_rule lcr_ev_not_admissible, lcr_ev_not_contained, lcr_ev_not_covers;

/* claims/divide.c, claims/inverse.c, claims/vector.c */
ev_rule lcr_ev_left_inverts, lcr_ev_right_inverts, lcr_ev_divides_into, lcr_ev_vectorizes,
    lcr_ev_not_vectorizes;

/* claims/complement.c: C and A have values that are coordinates. */
bool lcr_ev_complements_axes(ev *e, const lit *c, const lit *a);

/* claims/accesses.c */
ev_rule lcr_ev_conflict_free, lcr_ev_coalesced, lcr_ev_access_cost;

/* claims/relation.c: of a relation; the places are [0,n), and with once_each the inputs,
 * too. Linear, or else a layout. */
bool lcr_ev_relation_injective(ev *e, const lit *x);
bool lcr_ev_relation_once_each(ev *e, const lit *x);
bool lcr_ev_relation_onto(ev *e, const lit *x, lc_int n);
bool lcr_ev_relation_within(ev *e, const lit *x, lc_int least, lc_int most);
bool lcr_ev_relation_is_like(ev *e, const lit *x, bool linear);
/* laws/relation.c: one of the two is a relation. */
ev_rule lcr_ev_relations_equal;

/* sets/same.c */
bool lcr_ev_same(ev *e, const fn *f, const fn *g, const lit *domain);
/* The function before the swizzle that it ends in, a bijection of the integers; false: none. */
bool lcr_ev_before_swizzle(ev *e, fn *f, lit *swizzle);

/* sets/sets.c */
bool lcr_ev_collisions(ev *e, const lit *a); /* of a layout */
bool lcr_ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most);
bool lcr_ev_aligned(ev *e, const lit *a, lc_int n);
bool lcr_ev_common(ev *e, const lit *f, const lit *g, bool extended, bool by_value);
bool lcr_ev_ordered(ev *e, const lit *c, bool extended);

/* sets/images.c: of functions of any kind; several output dims count as one number. */
bool lcr_ev_injective(ev *e, const lit *a);
bool lcr_ev_within(ev *e, const lit *a, lc_int least, lc_int most);
/* Values of integers or output dims; not *known: there are no sets. */
bool lcr_ev_inside(ev *e, const fn *f, const lit *domain, lc_int least, lc_int most, bool *known);
bool lcr_ev_multiples(ev *e, const lit *a, lc_int n);
bool lcr_ev_disjoint(ev *e, const lit *a, const lit *b);

/* sets/reach.c: all of [0,n) are values; every value of t is one of a. The value is none. */
bool lcr_ev_reached(ev *e, const lit *a, lc_int n);
bool lcr_ev_contained(ev *e, const lit *t, const lit *a);
bool lcr_ev_never(ev *e, const lit *a, lc_int value);
/* Unless a condition fails already, this alone is the evidence: it refutes. */
bool lcr_ev_missing(ev *e, const lit *a, lc_int value);

/* sets/points.c: of functions with up to LCR_EVIDENCE_POINTS coordinates, by looking at
 * all values. */
typedef enum {
    EV_INJECTIVE, /* all different */
    EV_COVERS,    /* all of [0,n), and more perhaps */
    EV_ALIGNED    /* multiples of n */
} ev_image;
/* The values in order of coordinates; NULL, with no evidence, when they are too many or too
 * large, or coordinates. */
bool lcr_ev_values(ev *e, const lit *a, int64_t **values, size_t *n);
bool lcr_ev_images(ev *e, const lit *a, ev_image what, lc_int n);
bool lcr_ev_values_within(ev *e, const lit *a, lc_int least, lc_int most);
/* No value of a but 0 is one of b. */
bool lcr_ev_none_in_common(ev *e, const lit *a, const lit *b);
/* Every value of a is one of d as often as of a. */
bool lcr_ev_same_counts(ev *e, const lit *d, const lit *a);
/* The first of [0,n) that is no value, a value of t that is none of a. */
bool lcr_ev_gap(ev *e, const lit *a, lc_int n, bool *found, int64_t *gap);
bool lcr_ev_values_contained(ev *e, const lit *t, const lit *a, bool *found, int64_t *gap);
/* The values are those of a linear layout, of a layout. */
bool lcr_ev_linear_values(ev *e, const lit *a);
bool lcr_ev_linear(ev *e, const lcr_statement *s); /* laws/linear.c */
bool lcr_ev_layout_values(ev *e, const lit *a);

#endif
