/* recheck-claims.h - evidence under construction: what the claims are made of. */
#ifndef LCR_RECHECK_CLAIMS_H
#define LCR_RECHECK_CLAIMS_H

#include "recheck-function.h"

typedef struct {
    lit_pool *pool;
    lcr_evidence *out;
    bool none; /* some part of the claim has no evidence */
} ev;

/* These return false with an error when something failed; a claim of which there is no
 * evidence of this kind is no failure: ev_not says so and returns true. */
bool ev_not(ev *e);
bool ev_condition(ev *e, bool holds, const char *condition);
bool ev_add(ev *e, const sys *s);
/* One more set: what s says, and e REL 0. */
bool ev_relate(ev *e, const sys *s, const sys_sum *sum, const char *relation);

/* What a claim says of its literals. */
typedef bool ev_rule(ev *e, const lcr_statement *c);

/* recheck-claims.c: an integer, written as one; R = A o B. */
bool ev_integer(const lit *a, lc_int *n);
bool ev_composite(ev *e, const lit *r, const lit *a, const lit *b);

/* recheck-tiler.c: a tuple where a layout is meant is the compact one; the inner function
 * of a composition, a tiler as a layout of coordinates. NULL: none, or an error. */
const lit *ev_layout(ev *e, const lit *a);
const lit *ev_inner(ev *e, const lit *a, const lit *b);

/* recheck-refute.c: that there is nothing, by a place where it is missing. */
ev_rule ev_not_admissible, ev_not_contained, ev_not_covers;

/* recheck-divide.c, recheck-inverse.c, recheck-vector.c */
ev_rule ev_left_inverts, ev_right_inverts, ev_divides_into, ev_vectorizes, ev_not_vectorizes;

/* recheck-complement.c: C and A have values that are coordinates. */
bool ev_complements_axes(ev *e, const lit *c, const lit *a);

/* recheck-accesses.c */
ev_rule ev_conflict_free, ev_coalesced, ev_access_cost;

/* recheck-sets.c */
bool ev_same(ev *e, const fn *f, const fn *g, const lit *domain);
bool ev_injective(ev *e, const lit *a);
bool ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most);
bool ev_aligned(ev *e, const lit *a, lc_int n);
bool ev_common(ev *e, const lit *f, const lit *g, bool extended, bool by_value);
bool ev_ordered(ev *e, const lit *c, bool extended);
/* One of them is a relation. */
bool ev_graphs(ev *e, const lit *x, const lit *y);

/* recheck-points.c: of functions with up to LCR_EVIDENCE_POINTS coordinates, by looking at
 * all values. */
typedef enum {
    EV_INJECTIVE, /* all different */
    EV_ONTO,      /* just [0,n) */
    EV_COVERS,    /* all of [0,n), and more perhaps */
    EV_ALIGNED    /* multiples of n */
} ev_image;
/* The values in order of coordinates; NULL, with no evidence, when they are too many or too
 * large, or coordinates. */
bool ev_values(ev *e, const lit *a, int64_t **values, size_t *n);
bool ev_images(ev *e, const lit *a, ev_image what, lc_int n);
bool ev_within(ev *e, const lit *a, lc_int least, lc_int most);
/* Every value of t is one of a; no value of a but 0 is one of b. */
bool ev_contained(ev *e, const lit *t, const lit *a);
bool ev_disjoint(ev *e, const lit *a, const lit *b);
/* Every value of a is one of d as often as of a. */
bool ev_same_counts(ev *e, const lit *d, const lit *a);
/* The values are those of a linear layout, of a layout. */
bool ev_linear_values(ev *e, const lit *a);
bool ev_layout_values(ev *e, const lit *a);

#endif
