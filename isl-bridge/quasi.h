/* quasi.h - isl's quasi-affine expressions, evaluated at points.
 *
 * An expression of isl is (c + sum a_i x_i + sum b_j d_j) / m, with divisions d_j = floor(e_j /
 * m_j), e_j of the variables and of the divisions before j (the ISL paper, section 2.2). isl
 * makes an object for each number when it evaluates one; here the coefficients are read once, and
 * evaluated with the integers of lib/.
 */
#ifndef LCR_QUASI_H
#define LCR_QUASI_H

#include "internal.h"

/* Expressions over the same divisions. */
typedef struct {
    size_t nvars, ndivisions, n;
    lc_int *cell; /* a row for each division, then one for each expression */
} lcr_quasi;

/* Room for n expressions over the local space of `like`, whose divisions it reads; `like` is
 * borrowed. False: there is none, or a coefficient has more than a word; nothing is to be
 * released, and no error is recorded. */
bool lcr_quasi_open(lcr_ctx *r, lcr_quasi *q, isl_aff *like, size_t n);
/* Expression i of the same local space; `aff` is borrowed. */
bool lcr_quasi_set(lcr_ctx *r, lcr_quasi *q, size_t i, isl_aff *aff);
void lcr_quasi_close(lcr_quasi *q);

/* A row: its divisor m, its constant, the coefficients of variables and of divisions. */
static inline const lc_int *lcr_quasi_row(const lcr_quasi *q, size_t i)
{
    return q->cell + (q->ndivisions + i) * (2 + q->nvars + q->ndivisions);
}

/* The values of the divisions at a point. */
void lcr_quasi_divide(lc_ctx *ctx, const lcr_quasi *q, const lc_int *x, lc_int *division);
/* m times expression i, where `division` has the values of the divisions; of the first `nvars`
 * variables, and of no division, if this is less than there are. */
lc_int lcr_quasi_at(lc_ctx *ctx, const lcr_quasi *q, size_t i, size_t nvars, const lc_int *x,
                    const lc_int *division);

#endif
