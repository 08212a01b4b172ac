/* admissible.h - the coordinate at which every composite breaks. */
#ifndef LCV_ADMISSIBLE_H
#define LCV_ADMISSIBLE_H

#include "claims.h"

/* A(B(c)) at the coordinate c of B where every candidate breaks, as the algebra says. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lc_layout *a, *b;
    const lc_compose_failure *failure;
    lcv_named_chain two; /* B, then A */
    lcv_chain chain;
    lc_tuple *shape; /* of B */
    lc_int *place;   /* prefix products of the shape */
    size_t naxes;
    lc_int c, value[LC_MAX_AXES], candidate[LC_MAX_AXES];
} lcv_broken;

/* The value at c, which is shown as a coordinate of B. */
void lcv_step_broken(const lcv_broken *f, lcv_result **result, lc_int c);

/* admissible-xor.c: refutes that there is an R whose strides add by XOR. For integers after XOR
 * strides: what R would be if its values add up, which has to be checked; NULL where there is
 * none (LCR_NO), or it is not known (LCR_UNKNOWN). */
lcv_result *lcv_xor_composite_breaks(const lcv_broken *f);
lc_layout *lcv_composite_of_sums(const lcv_broken *f, lcr_answer *answer);

#endif
