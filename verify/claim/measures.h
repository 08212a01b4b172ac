/* measures.h - conflicts(X, ...) and sectors(X, ...): what the worst access of a warp costs.
 *
 * As numbers of the language, as the left side of a claim, `conflicts(X, ...) <= k`, whose
 * refutation tells the access, and as the claims that they are as small as can be: conflict_free,
 * coalesced. accesses.h defines an access, lib/banks.h its cost.
 */
#ifndef LCV_MEASURES_H
#define LCV_MEASURES_H

#include "accesses.h"

typedef struct lcv_measure lcv_measure;

extern const lcv_measure lcv_conflicts, lcv_sectors;

/* Conflicts; sectors past those that the bytes would fill. */
extern const lcv_cost lcv_conflict_cost, lcv_spare_cost;

/* The number, for the arguments of the call. Errors: LC_ERR_NO_VALUE for a misaligned access,
 * LC_ERR_BUDGET for too many accesses. */
bool lcv_measure_value(lc_ctx *ctx, const lcv_measure *m, size_t n, lcv_value *const *args,
                       lc_int *value);

/* The claim that the number is among those from `least` to `most`, NULL for no bound; with
 * `outside`, that it is not. */
typedef struct {
    const lc_int *least, *most;
    bool outside;
} lcv_measure_bounds;
lcv_result *lcv_prove_measure(lc_ctx *ctx, const lcv_measure *m, size_t n, lcv_value *const *args,
                              lcv_measure_bounds bounds);

#endif
