/* planner.h - kernels of the plans of a session.
 *
 *     lck_planner *planner = lck_planner_new((lck_planner_options){.keep = true});
 *     lcv_session_set_planner(session, lck_planner_hook(planner));
 *     lcv_session_check(session, "transpose.lay", ...);
 *     const lck_kernel *kernel = lck_planner_find(planner, "transpose");
 *
 * A plan becomes a kernel when all its obligations are proved; the outcome of the statement is
 * that of the proof. Kernels belong to the planner, which is freed before the session.
 */
#ifndef LCK_PLANNER_H
#define LCK_PLANNER_H

#include "../../verify/session/script.h"
#include "../kernel/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lck_planner lck_planner;
struct lcv_planning; /* verify/session/plan.h */

typedef struct {
    bool keep;       /* the kernels; otherwise plans are only checked */
    bool unproved;   /* also of wrong plans, for tests of the executor */
    bool candidates; /* of products, also where all sizes are numbers, all that may be fast */
    /* Sees each plan before its kernels are made; or NULL. */
    void (*see)(void *user, const struct lcv_planning *p);
    void *user;
} lck_planner_options;

/* A planner, to be hooked into a session and freed before it. */
lck_planner *lck_planner_new(lck_planner_options options); /* NULL: no memory */
void lck_planner_free(lck_planner *planner);
const struct lcv_planner *lck_planner_hook(const lck_planner *planner);

/* Kernels that files state are read by `reader`, which outlives the planner. */
struct lcv_kernel_reader;
void lck_planner_set_reader(lck_planner *planner, const struct lcv_kernel_reader *reader);

/* The kernels of the plans that were read, borrowed: their number; kernel i; that of a name,
 * NULL: there is none. */
size_t lck_planner_count(const lck_planner *planner);
const lck_kernel *lck_planner_kernel(const lck_planner *planner, size_t i);
const lck_kernel *lck_planner_find(const lck_planner *planner, const char *name);

/* Where the last argument of a plan ends in its source; 0: it has none. A text with `keys` as
 * further arguments there, which the caller frees; NULL: no memory. */
size_t lck_arguments_end(const struct lcv_planning *p);
char *lck_with_keys(const char *text, size_t end, const char *keys);

#ifdef __cplusplus
}
#endif

#endif
