/* axis-claims.h - claims about two layouts, of which one has coordinates with parameters; pairs.c
 * has those of integers. */
#ifndef LCV_FORM_AXIS_CLAIMS_H
#define LCV_FORM_AXIS_CLAIMS_H

#include "claims.h"

/* The layouts, or tensors, with the axes of both for disjoint. False without an obstacle, for
 * disjoint: another way may do. */
bool lcv_disjoint_by_axis(lcv_proof *p, const lcv_form *x, const lcv_form *y);
bool lcv_contained_by_axis(lcv_proof *p, const lcv_form *t, const lcv_form *a);
bool lcv_complements_by_axis(lcv_proof *p, const lcv_form *c, const lcv_form *a);
bool lcv_right_inverts_by_axis(lcv_proof *p, const lcv_form *r, const lcv_form *a);
bool lcv_left_inverts_by_axis(lcv_proof *p, const lcv_form *l, const lcv_form *a);

/* pairs.c: the values of f, of integers, are those of [0,size) at its integral coordinates. */
bool lcv_form_is_identity(lcv_proof *p, const lcv_form *f);

#endif
