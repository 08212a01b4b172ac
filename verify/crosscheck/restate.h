/* restate.h - what an operation on large relations says, said of the matrices that they remember.
 *
 * isl is out of budget with their texts; the matrices have laws of their own, which isl decides
 * parity by parity.
 */
#ifndef LCV_RESTATE_H
#define LCV_RESTATE_H

#include "../row/row.h"

/* The arguments of an operation and the value that it gave. */
typedef struct lcv_performed {
    lcr_ctx *r;
    lc_ctx *ctx;
    size_t n;
    lcv_value *const *args;
    const lcv_value *value;
} lcv_performed;

typedef struct lcv_restated {
    const char *operation, *claim; /* one of the two is set; neither where there is nothing to
                                    * ask */
    size_t n;
    lcv_value *arg[2], *value; /* kept */
} lcv_restated;

lcv_restate lcv_restate_compose, lcv_restate_inverse, lcv_restate_size, lcv_restate_cosize,
    lcv_restate_range, lcv_restate_image, lcv_restate_restrict, lcv_restate_guard,
    lcv_restate_same, lcv_restate_difference, lcv_restate_coalesce, lcv_restate_layout,
    lcv_restate_linear, lcv_restate_complement;

/* Is a large relation among the arguments, and has the operation a restatement for it, *out? */
bool lcv_is_restated(lcv_performed *c, const lcv_operation *of, lcv_restated *out);

#endif
