/* sizes.c - sizes for a run on random data. */
#include "config.h"

#include "trial.h"

#include <stdlib.h>

#define MAX_SIZES 16
/* Limits for chosen sizes: elements of a buffer; values of all threads, moved or not;
 * coordinates of the result, with those that are summed. */
#define MOST_ELEMENTS ((int64_t)1 << 21)
#define MOST_VALUES ((int64_t)1 << 24)
#define MOST_COORDINATES ((int64_t)1 << 22)

static void set_sizes(const lck_kernel *kernel, const int64_t *size, int64_t *env)
{
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = size[i];
}

/* Is a run at these sizes small? */
static bool is_small(const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, value, coordinates = 1;
    set_sizes(kernel, size, env);
    for (size_t i = 0; i < kernel->narrays; i++)
        if (kernel->array[i].role != LCK_OF_BLOCK &&
            (!lc_expr_at(kernel->array[i].extent, env, &value) || value > MOST_ELEMENTS))
            return false;
    for (size_t i = 0; i < kernel->rank; i++) {
        if (!lc_expr_at(kernel->counter[i].extent, env, &value) || value > MOST_COORDINATES)
            return false;
        coordinates *= value;
        if (coordinates > MOST_COORDINATES)
            return false;
    }
    return lc_expr_at(kernel->blocks, env, &value) &&
           value <= MOST_VALUES / kernel->threads / (kernel->file[LCK_HELD].count + 1);
}

bool lck_sizes_admitted(const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    set_sizes(kernel, size, env);
    return lck_kernel_admits(kernel, env);
}

/* The candidates from `first` on, then the least size that the plan admits, and a few more. */
static bool search(const lck_kernel *kernel, const bool *given, int64_t *size, size_t i,
                   size_t first, unsigned *tries)
{
    const int64_t *candidates = lck_trial_of[kernel->kind].size;
    if (i == kernel->nsizes)
        return lck_sizes_admitted(kernel, size) && is_small(kernel, size);
    if (given[i])
        return search(kernel, given, size, i + 1, first, tries);
    for (size_t c = first; c < LCK_CANDIDATES + 8 && ++*tries < 20000; c++) {
        size[i] = c < LCK_CANDIDATES ? candidates[c]
                                     : kernel->size[i].var->low + (int64_t)(c - LCK_CANDIDATES);
        if (search(kernel, given, size, i + 1, first, tries))
            return true;
    }
    return false;
}

/* The last of many sizes alone cannot make up for large first ones: all then begin smaller. */
static bool find_sizes(const lck_kernel *kernel, const bool *given, int64_t *size)
{
    for (size_t first = 0; first <= LCK_CANDIDATES; first++) {
        unsigned tries = 0;
        if (search(kernel, given, size, 0, first, &tries))
            return true;
    }
    return false;
}

static void refuse(const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, holds;
    char *text = NULL;
    set_sizes(kernel, size, env);
    for (size_t i = 0; !text && i < kernel->nconditions; i++)
        if (!lc_expr_at(kernel->condition[i], env, &holds) || holds == 0)
            text = lc_expr_to_c(kernel->ctx, kernel->condition[i]);
    lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes%s%s",
            text ? ": expected " : "", text ? text : "");
    free(text);
}

bool lck_choose_sizes(const lck_kernel *kernel, const bool *given, int64_t *size)
{
    bool all = true;
    for (size_t i = 0; i < kernel->nsizes; i++)
        all = all && given[i];
    if (all ? lck_sizes_admitted(kernel, size)
            : kernel->nsizes <= MAX_SIZES && find_sizes(kernel, given, size))
        return true;
    if (all)
        refuse(kernel, size);
    else
        lc_fail(kernel->ctx, LC_ERR_INVALID,
                "no small sizes were found that the plan admits: "
                "give them, --size=NAME=NUMBER");
    return false;
}
