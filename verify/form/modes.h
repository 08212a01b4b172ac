/* modes.h - the modes of layouts of integers whose sizes have parameters.
 *
 * What the algebra (lib/) does with the modes of a layout depends on which extents are 1, which
 * strides continue others, and on the order of strides. Here these are questions (form.h): the
 * result is that of the algebra for all values, or NULL with an obstacle, and a question open.
 */
#ifndef LCV_FORM_MODES_H
#define LCV_FORM_MODES_H

#include "internal.h"

typedef struct {
    const lc_poly *extent, *step;
} lcv_mode_size;

typedef struct {
    size_t n;
    lcv_mode_size *mode;
} lcv_modes;

/* The flat layout of these modes; 1:0 where there are none. */
const lcv_form *lcv_form_of_modes(lcv_forms *f, const lcv_modes *m);

/* q with a = q b for all values; NULL where that is not known, without an obstacle. */
const lc_poly *lcv_forms_quotient(lcv_forms *f, const lc_poly *a, const lc_poly *b);
/* floor(a / b), ceil(a / b), for b > 0; NULL with an obstacle. */
const lc_poly *lcv_forms_floor(lcv_forms *f, const lc_poly *a, const lc_poly *b);
const lc_poly *lcv_forms_ceil(lcv_forms *f, const lc_poly *a, const lc_poly *b);
/* The greatest common divisor, 0 or more; NULL with an obstacle. */
const lc_poly *lcv_forms_gcd(lcv_forms *f, const lc_poly *a, const lc_poly *b);

#endif
