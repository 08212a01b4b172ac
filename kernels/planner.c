/* planner.c - from `plan` statements to kernels. */
#include "config.h"

#include "planner.h"

#include <stdlib.h>
#include <string.h>

#include "product.h"

#define MAX_KERNELS 4096

struct lck_planner {
    lcv_planner hook;
    lck_planner_options options;
    size_t n;
    lck_kernel *kernel[MAX_KERNELS];
};

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
    lcv_eval_fail(p->e, p->name_span,
                  "%d resident blocks of %lld threads: a multiprocessor holds "
                  "at most %d threads",
                  plan->resident, (long long)threads, RESIDENT_THREADS);
    return false;
}

/* Places that are written more than once are written element by element (plan.h). */
static bool check_repeats(const lck_plan *plan, lcv_planning *p)
{
    if (!plan->repeats || plan->partition[LCK_STORES].width == 1)
        return true;
    lcv_eval_fail(p->e, p->name_span,
                  "places of the destination are written more than once, and "
                  "not as vectors: expected stores of an element at a time, vectors = (n,1)");
    return false;
}

static bool check_parts(const lck_plan *plan, lcv_planning *p)
{
    return check_resident(plan, p) && check_repeats(plan, p) && check_part(plan, LCK_LOADS, p) &&
           check_part(plan, LCK_STORES, p) &&
           (!plan->staged || (check_part(plan, LCK_PUTS, p) && check_part(plan, LCK_GETS, p)));
}

/* Takes over a kernel, which is kept if it is to be. */
static void keep(lck_planner *planner, lck_kernel *kernel, const lcv_planning *p, bool proved)
{
    if (kernel && planner->options.keep && planner->n == MAX_KERNELS)
        lcv_eval_fail(p->e, p->name_span, "more than %d plans", MAX_KERNELS);
    if (kernel && planner->options.keep && planner->n < MAX_KERNELS && !p->refuted &&
        (proved || planner->options.unproved))
        planner->kernel[planner->n++] = kernel;
    else
        lck_kernel_free(kernel);
}

/* A kernel is made even if it is not kept: a failure to make it is an error of the plan, and the
 * integers that it computes with are an obligation. */
static void lower(lck_planner *planner, const lck_plan *plan, lcv_planning *p, bool proved)
{
    lck_kernel *kernel = lck_plan_lower(plan, p->e->r);
    if (!kernel) {
        bool name = lc_ctx_code(plan->ctx) == LC_ERR_INVALID;
        lcv_result_free(p->result);
        p->result = NULL;
        lcv_eval_failed(p->e, p->name_span);
        if (name)
            lcv_diag_hint(p->e->diag, "the kernel has variables of its own beside its sizes");
    }
    bool fits = kernel && (!proved || lck_plan_prove_widths(plan, kernel, p));
    keep(planner, kernel, p, fits);
}

/* Drops the result of a claim about a plan that cannot be made. */
static void forget_result(lcv_planning *p)
{
    lcv_result_free(p->result);
    free(p->claim);
    p->result = NULL;
    p->claim = NULL;
}

static void make_product(lck_planner *planner, lcv_planning *p)
{
    bool proved;
    lck_kernel *kernel = lck_product_make(p, planner->options.unproved, &proved);
    keep(planner, kernel, p, proved);
}

static void make_copy(lck_planner *planner, lcv_planning *p)
{
    lck_given given;
    lck_plan *plan = lck_plan_read(p, &given);
    bool placed = plan && lck_plan_prove_places(plan, p);
    bool chosen = plan && p->e->status == LCV_EVAL_OK && lck_plan_choose(plan, p, &given) &&
                  check_parts(plan, p);
    if (!chosen)
        forget_result(p);
    bool proved = placed && chosen && lck_plan_prove(plan, p);
    bool usable = proved || (chosen && planner->options.unproved && p->result);
    if (usable && (proved || !p->refuted))
        lower(planner, plan, p, proved);
    lck_plan_free(plan);
}

/* A plan with a, b or c is a product (product.h), any other one a copy. */
static bool is_product(const lcv_planning *p)
{
    return lcv_planning_argument(p, "a") || lcv_planning_argument(p, "b") ||
           lcv_planning_argument(p, "c") || lcv_planning_argument(p, "elements");
}

static void make(void *user, lcv_planning *p)
{
    lck_planner *planner = user;
    if (!p->refuted && lck_planner_find(planner, p->name))
        lcv_eval_fail(p->e, p->name_span, "the plan '%s' is defined already", p->name);
    else if (is_product(p))
        make_product(planner, p);
    else
        make_copy(planner, p);
}

lck_planner *lck_planner_new(lck_planner_options options)
{
    lck_planner *planner = calloc(1, sizeof *planner);
    if (!planner)
        return NULL;
    planner->options = options;
    planner->hook = (lcv_planner){planner, make};
    return planner;
}

void lck_planner_free(lck_planner *planner)
{
    for (size_t i = 0; planner && i < planner->n; i++)
        lck_kernel_free(planner->kernel[i]);
    free(planner);
}

const lcv_planner *lck_planner_hook(const lck_planner *planner)
{
    return &planner->hook;
}

size_t lck_planner_count(const lck_planner *planner)
{
    return planner->n;
}

const lck_kernel *lck_planner_kernel(const lck_planner *planner, size_t i)
{
    return planner->kernel[i];
}

const lck_kernel *lck_planner_find(const lck_planner *planner, const char *name)
{
    for (size_t i = 0; i < planner->n; i++)
        if (strcmp(planner->kernel[i]->name, name) == 0)
            return planner->kernel[i];
    return NULL;
}
