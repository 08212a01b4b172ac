/* contiguous.c - which elements of a tensor lie side by side, and how many move as one. */
#include "config.h"

#include "plan.h"

#include <stdint.h>
#include <stdlib.h>

#define NONE SIZE_MAX

int lck_array_of(const lck_plan *plan, int tensor)
{
    int n = tensor < LCK_OPERAND ? tensor : LCK_OPERAND;
    for (int t = LCK_OPERAND; t < tensor; t++)
        n += plan->has[t];
    return n;
}

static bool is_one(const lc_expr *e)
{
    int64_t value;
    return lc_expr_is_int(e, &value) && value == 1;
}

size_t lck_contiguous_axis(const lck_plan *plan, lck_memory tensor)
{
    size_t found = NONE;
    if (lck_is_relation(plan, tensor))
        return lck_relation_axis(plan, tensor);
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        if (is_one(a->stride[tensor].expr) &&
            (found == NONE || a->extent.expr->high > plan->axis[found].extent.expr->high))
            found = k;
    }
    return found;
}

static bool holds(lcv_planning *p, lcv_ast *claim)
{
    char *line;
    lcv_result *result = lcv_planning_prove(p, claim, &line);
    bool yes = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    free(line);
    return yes;
}

bool lck_divides(const lck_plan *plan, lcv_planning *p, int64_t n, lck_quantity q)
{
    int64_t value;
    if (n == 1 || lc_expr_is_int(q.expr, &value))
        return n == 1 || value % n == 0;
    return holds(p, lck_multiple_tree(plan, q, n));
}

/* All runs of so many are vectors. */
static bool runs(const lck_plan *plan, lcv_planning *p, lck_memory tensor, size_t axis, int width)
{
    return width == 1 || (lck_relation_may_run(plan, tensor, axis, width) &&
                          holds(p, lck_relation_runs_tree(plan, tensor, axis, width)) &&
                          holds(p, lck_relation_starts_tree(plan, tensor, axis, width)));
}

int lck_widest_vector(const lck_plan *plan, lcv_planning *p, lck_memory tensor, size_t axis)
{
    const lck_element *element = tensor == LCK_DESTINATION && plan->into ? plan->into
                                                                         : plan->element;
    int width = axis == NONE ? 1 : 16 / element->bytes;
    while (lck_is_relation(plan, tensor) && !runs(plan, p, tensor, axis, width))
        width /= 2;
    for (; width > 1 && !lck_is_relation(plan, tensor); width /= 2) {
        bool all = lck_divides(plan, p, width, plan->offset[tensor]);
        for (size_t k = 0; all && k < plan->rank; k++)
            all = k == axis || lck_divides(plan, p, width, plan->axis[k].stride[tensor]);
        if (all)
            break;
    }
    return width;
}
