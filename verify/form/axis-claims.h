/* axis-claims.h - claims about two layouts, of which one has coordinates with parameters; pairs.c
 * has those of integers. */
#ifndef LCV_FORM_AXIS_CLAIMS_H
#define LCV_FORM_AXIS_CLAIMS_H

#include "claims.h"

/* The claims, of layouts; of disjoint also tensors, on the axes of both. False with an obstacle;
 * disjoint may be false without one, and another way may prove it. */
bool lcv_disjoint_by_axis(lcv_proof *p, const lcv_form *x, const lcv_form *y);
bool lcv_contained_by_axis(lcv_proof *p, const lcv_form *t, const lcv_form *a);
bool lcv_complements_by_axis(lcv_proof *p, const lcv_form *c, const lcv_form *a);
bool lcv_right_inverts_by_axis(lcv_proof *p, const lcv_form *r, const lcv_form *a);
bool lcv_left_inverts_by_axis(lcv_proof *p, const lcv_form *l, const lcv_form *a);

/* pairs.c: the values of f, of integers, are those of [0,size) at its integral coordinates. */
bool lcv_form_is_identity(lcv_proof *p, const lcv_form *f);

#endif
