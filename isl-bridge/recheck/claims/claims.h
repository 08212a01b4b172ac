/* claims.h - the claims, by file; what they say stands in sets/sets.h.
 *
 * A rule is given the arguments as the row of its claim says (claims/claims.c): values with
 * tuples as layouts.
 */
#ifndef LCR_RECHECK_CLAIMS_H
#define LCR_RECHECK_CLAIMS_H

#include "../sets/linear.h"
#include "../sets/relation.h"

/* claims/equal.c: of integers; tuples are equal or not. */
ev_rule lcr_ev_compares;
/* claims/refute.c: that there is nothing, by a place where it is missing. */
ev_rule lcr_ev_not_admissible, lcr_ev_not_contained, lcr_ev_not_covers;

/* claims/partition.c: each place of the shape, of integers or coordinates, is a value of the
 * layout: on each axis, in the order of strides, no stride is more than 1 past what those before
 * it reach. */
bool lcr_ev_covers_in_order(ev *e, const lit *x, const lit *shape);

/* claims/divide.c, claims/partition.c, claims/equal.c, claims/vector.c */
ev_rule lcr_ev_divides_into, lcr_ev_partitions, lcr_ev_equal, lcr_ev_vectorizes,
    lcr_ev_not_vectorizes;

/* claims/reorder.c; w takes the coordinates of x to different ones of y, and x = y o w; and
 * these are all of y. */
ev_rule lcr_ev_reorders, lcr_ev_not_reorders;
bool lcr_ev_placed(ev *e, const lit *x, const lit *y, const lit *w);
bool lcr_ev_permuted(ev *e, const lit *x, const lit *y, const lit *w);
/* claims/multiply.c: the products of two matrices */
ev_rule lcr_ev_multiplies;
/* claims/threads.c: each thread of thread-value layouts; U(t,q(v)) for T(t,v). */
ev_rule lcr_ev_feeds;
bool lcr_ev_permutes_registers(ev *e, const lit *x, const lit *y, const lit *q);

/* claims/nest.c: of morphisms */
ev_rule lcr_ev_standard_form, lcr_ev_non_degenerate, lcr_ev_divides, lcr_ev_product_admissible;

/* claims/costs.c: accesses of a warp */
ev_rule lcr_ev_access_cost;

/* claims/inverse.c: of functions */
bool lcr_ev_right_inverts(ev *e, const lit *r, const lit *a);
bool lcr_ev_left_inverts(ev *e, const lit *l, const lit *a);

/* claims/complement.c: C and A have values that are coordinates; up to a shape, or NULL. Of
 * integers: nothing but 0 in common, and C increases. */
bool lcr_ev_complements_axes(ev *e, const lit *c, const lit *a, const lit *shape);
bool lcr_ev_apart_in_order(ev *e, const lit *c, const lit *a, bool extended);

/* claims/relation-rows.c: of claims with relations and sets, with parameters, too. */
extern const rel_row lcr_rel_claims[];
/* What isl's own maps say. */
ev_rule lcr_ev_by_maps;
/* A claim with a relation, of this row: as isl's maps say it, else by the row; by the values of
 * its relations where there are no sets of it. */
bool lcr_ev_of_relations(lit_pool *pool, const ev_row *row, const lcr_statement *claim,
                         bool missing, lcr_evidence *evidence);
/* When such a row is asked, where an argument is a relation: else the claim is one of functions,
 * for which relations may stand. */
enum {
    OF_RELATIONS_ALONE = 1, /* both are relations, or one is a set, or there are parameters */
    OF_NO_WITNESS
};

#endif
