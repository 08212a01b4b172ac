/* ladder.h - the leaves of one layout, or of two, in the order of their strides.
 *
 * The order is found at a sample; whatever is proved with it is proved for all values. Leaves of
 * extent 1 or stride 0 do not move and are no rungs.
 */
#ifndef LCV_FORM_LADDER_H
#define LCV_FORM_LADDER_H

#include "claims.h"

typedef struct {
    size_t of, leaf;       /* of the first layout or of the second */
    const lc_poly *extent; /* NULL: it has no end */
    const lc_poly *step;   /* the largest on these axes */
    lc_int size;           /* of the step at the sample */
} lcv_rung;

typedef struct {
    const lcv_form *x[2];
    size_t first, last; /* axes, without the last */
    size_t n;
    lcv_rung *rung;
} lcv_ladder;

/* Orders the leaves of x and y by their strides on axes [first,last). `y` may be NULL; if
 * `endless`, its last leaf has no end. False where there is no memory. */
bool lcv_ladder_of(lcv_proof *p, const lcv_form *x, const lcv_form *y, bool endless, size_t first,
                   size_t last, lcv_ladder *out);
/* For one axis: is it shown that each stride is larger than the sum of the spans before it? */
bool lcv_ladder_apart(lcv_proof *p, const lcv_ladder *l);
/* The stride of a rung on an axis; (extent - 1) step. */
const lc_poly *lcv_rung_step(const lcv_ladder *l, size_t i, size_t axis);
const lc_poly *lcv_rung_span(lcv_proof *p, const lcv_rung *r, const lc_poly *step);

#endif
