/* coordinate-claim.h - claims about layouts of coordinates, for the laws (claim.h). */
#ifndef TESTS_COORDINATE_CLAIM_H
#define TESTS_COORDINATE_CLAIM_H

#include "claim.h"
#include "coordinate-model.h"

/* A layout as an argument, on all axes of its profile. */
void cc_layout(claim *c, const c_layout *a);

/* The library's layout, on all axes of the profile of `like`, as one of the model's; false
 * when a number is too large. */
bool cc_model(law *l, const lc_layout *a, const c_layout *like, c_layout *out);
/* One stride of a leaf that counts, changed on one axis; false when no leaf does. */
bool cc_spoil(rnd *r, c_layout *a);
/* The same function in another shape: leaves split. */
void cc_refine(rnd *r, const c_layout *a, c_layout *out);
m_tuple cc_shape(const c_layout *a);

/* "X is not Y" of two values, of `of` both. */
bool cc_differ(claim *c, const c_layout *of, const c_vector *x, const c_vector *y);

#endif
