/* claims.h - the claims, by file; what they say stands in sets/sets.h.
 *
 * A rule is given the arguments as the row of its claim says (claims/claims.c): values with
 * tuples as layouts.
 */
#ifndef LCR_RECHECK_CLAIMS_H
#define LCR_RECHECK_CLAIMS_H

#include "../sets/linear.h"

/* laws/size.c: of integers; tuples are equal or not. */
ev_rule lcr_ev_compares;
/* claims/refute.c: that there is nothing, by a place where it is missing. */
ev_rule lcr_ev_not_admissible, lcr_ev_not_contained, lcr_ev_not_covers;

/* claims/divide.c, claims/partition.c, claims/equal.c, claims/vector.c */
ev_rule lcr_ev_divides_into, lcr_ev_partitions, lcr_ev_equal, lcr_ev_vectorizes,
    lcr_ev_not_vectorizes;

/* claims/reorder.c; w is within the coordinates of y and permutes them: x = y o w. */
ev_rule lcr_ev_reorders, lcr_ev_not_reorders;
/* claims/multiply.c: the products of two matrices */
ev_rule lcr_ev_multiplies;
/* claims/threads.c: each thread of thread-value layouts; U(t,q(v)) for T(t,v). */
ev_rule lcr_ev_feeds;
bool lcr_ev_permutes_registers(ev *e, const lit *x, const lit *y, const lit *q);
bool lcr_ev_permuted(ev *e, const lit *x, const lit *y, const lit *w);

/* claims/nest.c: of morphisms */
ev_rule lcr_ev_standard_form, lcr_ev_non_degenerate, lcr_ev_divides, lcr_ev_product_admissible;

/* claims/costs.c: accesses of a warp */
ev_rule lcr_ev_conflict_free, lcr_ev_coalesced, lcr_ev_access_cost;

/* claims/inverse.c: of functions */
bool lcr_ev_right_inverts(ev *e, const lit *r, const lit *a);
bool lcr_ev_left_inverts(ev *e, const lit *l, const lit *a);

/* claims/complement.c: C and A have values that are coordinates. */
bool lcr_ev_complements_axes(ev *e, const lit *c, const lit *a);

/* claims/relation.c: of a relation; the places are [0,n), and with once_each the inputs,
 * too. Linear, or else a layout. */
bool lcr_ev_relation_injective(ev *e, const lit *x);
bool lcr_ev_relation_once_each(ev *e, const lit *x);
bool lcr_ev_relation_onto(ev *e, const lit *x, lc_int n);
bool lcr_ev_relation_within(ev *e, const lit *x, lc_int least, lc_int most);
bool lcr_ev_relation_is_like(ev *e, const lit *x, bool linear);

/* claims/relation-places.c: of outputs, whatever evidence there was before. Of several inputs or
 * outputs: they are coordinates of a shape, `onto` all of them; of some shape, each of one
 * input. Those below `under`, NULL: all, are each place once. Of single ones: all of [0,n) are
 * outputs; those of T are outputs of A. */
bool lcr_ev_relation_in_box(ev *e, const lit *x, const lit *shape, bool onto);
bool lcr_ev_relation_fills_box(ev *e, const lit *x);
bool lcr_ev_relation_partitions(ev *e, const lit *x, const lit *shape, const lit *under);
bool lcr_ev_relation_covers(ev *e, const lit *x, const lit *n);
bool lcr_ev_relation_disjoint(ev *e, const lit *a, const lit *b);
bool lcr_ev_sets_equal(ev *e, const lit *x, const lit *y);
bool lcr_ev_relation_contained(ev *e, const lit *t, const lit *a);

/* claims/relation-laws.c: of relations as sets of pairs, whatever evidence there was before; n
 * may be NULL. */
bool lcr_ev_relations_compose(ev *e, const lit *R, const lit *a, const lit *b);
bool lcr_ev_relations_right_invert(ev *e, const lit *R, const lit *a);
bool lcr_ev_relations_left_invert(ev *e, const lit *l, const lit *a);
bool lcr_ev_relations_complement(ev *e, const lit *c, const lit *a, const lc_int *n);
bool lcr_ev_relations_divide_into(ev *e, const lit *d, const lit *a, const lit *t, bool exact);

#endif
