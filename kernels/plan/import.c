/* import.c - expressions of a plan in the variables of a kernel. */
#include "config.h"

#include "plan.h"

static const lc_expr *import_operation(lc_exprs *x, const lc_expr *e, size_t n,
                                       const lc_expr *const *from, const lc_expr *const *to)
{
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (!(arg[i] = lck_import(x, e->arg[i], n, from, to)))
            return NULL;
    if (e->op == LC_EXPR_NOT)
        return lc_expr_not(x, arg[0]);
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(x, arg[0], arg[1], arg[2]);
    return lc_expr_make(x, e->op, arg[0], arg[1]);
}

/* The bounds that are known may show that a branch is not taken. */
const lc_expr *lck_import(lc_exprs *x, const lc_expr *e, size_t n, const lc_expr *const *from,
                          const lc_expr *const *to)
{
    if (e->op == LC_EXPR_INT)
        return lc_expr_int(x, e->value);
    for (size_t k = 0; e->op == LC_EXPR_VAR && k < n; k++)
        if (e == from[k])
            return to[k];
    if (e->op == LC_EXPR_VAR)
        return lc_exprs_find(x, e->name);
    const lc_expr *made = import_operation(x, e, n, from, to);
    bool taken = made && e->low <= made->high && made->low <= e->high;
    return taken ? lc_expr_assume(x, made, e->low, e->high) : made;
}

bool lck_plan_give_sizes(const lck_plan *plan, lck_kernel *kernel)
{
    for (size_t i = 0; i < plan->nsizes; i++)
        if (!lck_kernel_size(kernel, plan->size[i].var->name, plan->size[i].var->low,
                             plan->size[i].var->high, plan->size[i].wide))
            return false;
    for (size_t i = 0; i < plan->nassumed; i++)
        if (!lck_kernel_condition(kernel, lck_import(kernel->x, plan->assumed[i], 0, NULL, NULL)))
            return false;
    return true;
}
