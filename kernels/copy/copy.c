/* copy.c - from the statement of a copy to its kernel. */
#include "config.h"

#include "draw.h"

#include <stdlib.h>

/* Chosen threads and values are at most as many as a kernel can have, and all threads of a block
 * take part in each step. */
static bool check_part(const lck_plan *plan, lck_access access, lcv_planning *p)
{
    const lck_part *part = &plan->partition[access];
    int64_t all = lck_part_threads(&plan->partition[LCK_LOADS]);
    int64_t threads = lck_part_threads(part), values = lck_part_values(part);
    const char *name = lck_access_name[access];
    if (threads > LCK_MAX_THREADS || values > LCK_MAX_REGISTERS) {
        lcv_eval_fail(p->e, p->name_span,
                      "the tile would take %lld threads of %lld values: "
                      "expected at most %d and %d",
                      (long long)threads, (long long)values, LCK_MAX_THREADS, LCK_MAX_REGISTERS);
        lcv_diag_hint(p->e->diag, "give a smaller tile, or its partition as %s", name);
    } else if (threads != all) {
        lcv_eval_fail(p->e, p->name_span, "%lld threads load, and %lld %s: expected as many",
                      (long long)all, (long long)threads, name);
        lcv_diag_hint(p->e->diag, "give both load and %s", name);
    }
    return p->e->status == LCV_EVAL_OK;
}

#define RESIDENT_THREADS 2048 /* of a multiprocessor; CUDA C Programming Guide */

static bool check_resident(const lck_plan *plan, lcv_planning *p)
{
    int64_t threads = lck_part_threads(&plan->partition[LCK_LOADS]);
    if (plan->resident * threads <= RESIDENT_THREADS)
        return true;
    return lcv_eval_fail(p->e, p->name_span,
                         "%d resident blocks of %lld threads: a multiprocessor holds "
                         "at most %d threads",
                         plan->resident, (long long)threads, RESIDENT_THREADS);
}

/* Places that are written more than once are written element by element (kernels/plan/plan.h). */
static bool check_repeats(const lck_plan *plan, lcv_planning *p)
{
    if (!plan->repeats || plan->partition[LCK_STORES].width == 1)
        return true;
    return lcv_eval_fail(
        p->e, p->name_span,
        "places of the destination are written more than once, and "
        "not as vectors: expected stores of an element at a time, vectors = (n,1)");
}

static bool check_parts(const lck_plan *plan, lcv_planning *p)
{
    return check_resident(plan, p) && check_repeats(plan, p) && check_part(plan, LCK_LOADS, p) &&
           check_part(plan, LCK_STORES, p) &&
           (!plan->staged || (check_part(plan, LCK_PUTS, p) && check_part(plan, LCK_GETS, p)));
}

/* A kernel is made even if it is not kept: a failure to make it is an error of the plan, and the
 * integers that it computes with are an obligation. */
static lck_kernel *lower(const lck_plan *plan, lcv_planning *p, bool *proved)
{
    lck_kernel *kernel = lck_plan_lower(plan, p->e->r);
    if (!kernel)
        lck_plan_not_made(plan, p);
    *proved = kernel && (!*proved || lck_plan_prove_widths(plan, kernel, p));
    return kernel;
}

lck_kernel *lck_copy_make(lcv_planning *p, unsigned how, bool *proved)
{
    lck_given given;
    lck_kernel *kernel = NULL;
    lck_plan *plan = lck_plan_read(p, &given);
    bool placed = plan && lck_plan_prove_places(plan, p);
    bool chosen = plan && p->e->status == LCV_EVAL_OK && lck_plan_choose(plan, p, &given) &&
                  check_parts(plan, p);
    if (!chosen)
        lck_forget_result(p);
    *proved = placed && chosen && lck_plan_prove(plan, p);
    bool usable = *proved || (chosen && how & LCK_UNPROVED && p->result);
    if (usable && (*proved || !p->refuted))
        kernel = lower(plan, p, proved);
    if (*proved && p->drawing)
        p->figure = lck_draw_copy(plan, p);
    lck_plan_free(plan);
    return kernel;
}
