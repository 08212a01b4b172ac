/* planner.c - from `plan` statements to kernels. */
#include "config.h"

#include "planner.h"

#include <stdlib.h>
#include <string.h>

#include "plan.h"

#define MAX_KERNELS 4096

struct lck_planner {
    lcv_planner hook;
    lck_planner_options options;
    size_t n;
    lck_kernel *kernel[MAX_KERNELS];
};

static void keep(lck_planner *planner, const lck_plan *plan, lcv_planning *p)
{
    if (planner->n == MAX_KERNELS) {
        lcv_eval_fail(p->e, p->name_span, "more than %d plans", MAX_KERNELS);
        return;
    }
    lck_kernel *kernel = lck_plan_lower(plan, p->e->r);
    if (kernel)
        planner->kernel[planner->n++] = kernel;
    else
        lcv_eval_failed(p->e, p->name_span);
}

static void make(void *user, lcv_planning *p)
{
    lck_planner *planner = user;
    lck_given given;
    if (!p->refuted && lck_planner_find(planner, p->name)) {
        lcv_eval_fail(p->e, p->name_span, "a plan '%s' is there already", p->name);
        return;
    }
    lck_plan *plan = lck_plan_read(p, &given);
    bool chosen = plan && lck_plan_choose(plan, p, &given);
    bool proved = chosen && lck_plan_prove(plan, p);
    bool usable = proved || (chosen && planner->options.unproved && p->result);
    if (usable && planner->options.keep && !p->refuted)
        keep(planner, plan, p);
    lck_plan_free(plan);
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
