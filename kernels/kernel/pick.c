/* pick.c - which kernel of a plan is launched, and how many of its blocks. */
#include "config.h"

#include "kernel.h"

#include <stdlib.h>

/* The values of the variables at a launch, by slot; the caller frees them. NULL: no memory. */
static int64_t *values_at(const lck_kernel *k, const int64_t *size, int multiprocessors)
{
    int64_t *env = lc_alloc(k->ctx, lc_exprs_nvars(k->x), sizeof *env);
    for (size_t i = 0; env && i < k->nsizes; i++)
        env[k->size[i].var->slot] = size[i];
    if (env && k->multiprocessors)
        env[k->multiprocessors->slot] = multiprocessors;
    return env;
}

bool lck_kernel_admits(const lck_kernel *k, const int64_t *env)
{
    int64_t value;
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        if (env[var->slot] < var->low || env[var->slot] > var->high)
            return false;
    }
    for (size_t i = 0; i < k->nconditions; i++)
        if (!lc_expr_at(k->condition[i], env, &value) || value == 0)
            return false;
    return true;
}

bool lck_kernel_cost(const lck_kernel *k, const int64_t *size, int multiprocessors, int64_t *cost)
{
    int64_t *env = values_at(k, size, multiprocessors);
    *cost = 0;
    bool known = env && lck_kernel_admits(k, env) && (!k->cost || lc_expr_at(k->cost, env, cost));
    free(env);
    return known;
}

const lck_kernel *lck_kernel_pick(const lck_kernel *kernel, const int64_t *size,
                                  int multiprocessors)
{
    const lck_kernel *best = NULL;
    int64_t least = INT64_MAX;
    for (const lck_kernel *k = kernel; k; k = k->other) {
        int64_t cost;
        if (lck_kernel_cost(k, size, multiprocessors, &cost) && (!best || cost < least)) {
            best = k;
            least = cost;
        }
    }
    return best;
}

int64_t lck_kernel_blocks(const lck_kernel *kernel, const int64_t *size, int64_t resident)
{
    int64_t blocks = 0, *env = values_at(kernel, size, 0);
    if (!env || !lc_expr_at(kernel->blocks, env, &blocks))
        blocks = 0;
    free(env);
    int64_t clusters = blocks / kernel->cluster, fit = resident / kernel->cluster;
    if (!kernel->grid || clusters <= fit || fit < 1)
        return blocks;
    int64_t rounds = (clusters + fit - 1) / fit;
    return (clusters + rounds - 1) / rounds * kernel->cluster;
}
