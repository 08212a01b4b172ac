/* ints.c - lists of integers. */
#include "config.h"

#include "ints.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct lc_ints {
    int refs;
    bool has_big;
    size_t n;
    lc_int value[];
};

lc_ints *lc_ints_new(lc_ctx *ctx, size_t n, const lc_int *value)
{
    size_t most = (SIZE_MAX - sizeof(lc_ints)) / sizeof *value;
    lc_ints *list = n <= most ? malloc(sizeof *list + n * sizeof *value) : NULL;
    if (!list)
        return lc_no_memory(ctx);
    list->refs = 1;
    list->n = n;
    if (n > 0)
        memcpy(list->value, value, n * sizeof *value);
    if (!lc_int_own(ctx, n, list->value, &list->has_big)) {
        free(list);
        return NULL;
    }
    return list;
}

lc_ints *lc_ints_ref(const lc_ints *list)
{
    lc_ints *shared = (lc_ints *)(uintptr_t)list; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_ints_free(lc_ints *list)
{
    if (!list || --list->refs > 0)
        return;
    if (list->has_big)
        lc_int_disown(list->n, list->value);
    free(list);
}

size_t lc_ints_length(const lc_ints *list)
{
    return list->n;
}

lc_int lc_ints_at(const lc_ints *list, size_t i)
{
    return list->value[i];
}

int lc_ints_order(size_t n, const lc_int *a, const lc_int *b)
{
    for (size_t k = 0; k < n; k++) {
        int order = lc_int_cmp(a[k], b[k]);
        if (order != 0)
            return order;
    }
    return 0;
}
