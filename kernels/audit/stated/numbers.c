/* numbers.c - launches of a kernel at numbers for its parameters, where its grid depends on them.
 *
 * What fails in one of them fails, whatever is assumed of the others. */
#include "config.h"

#include "../../../lib/int64.h"
#include "../../../lib/text.h"
#include "internal.h"

#define MOST_BLOCKS 256

/* Sizes below a tile, next to one, of several, the first one above and below the second; a fifth
 * parameter takes the first number again. */
static const int64_t some[][4] = {{8, 7, 5, 3},      {31, 70, 2, 9},     {257, 70, 129, 2},
                                  {33, 20, 17, 40},  {512, 256, 300, 4}, {1, 1, 1, 1},
                                  {64, 128, 32, 96}, {100, 3, 50, 12}};

bool lck_numbers_of_begin(lck_numbers_of *n, lcv_planning *p, const lck_stated_kernel *k)
{
    bool more = false;
    *n = (lck_numbers_of){.sizes = {.p = p, .x = lc_exprs_new(p->e->ctx)}};
    bool good = n->sizes.x && lck_size_launch(&n->sizes, k, n->argument, n->grid);
    for (size_t i = 0; i < k->sizes.n; i++) /* and those of bytes alone */
        good = good && lck_size_parameter(&n->sizes, k->sizes.parameter[i]);
    if (good && k->dynamic)
        good = (n->dynamic = lck_size_of(&n->sizes, k->scope, k->dynamic));
    good = good && n->sizes.n > 0; /* else nothing is gained by it */
    return good && lck_size_assumptions(&n->sizes, n->assumed, &n->nassumed, &more) && !more;
}

void lck_numbers_of_end(lck_numbers_of *n)
{
    lc_exprs_free(n->sizes.x);
}

/* The value of a parameter that is assumed to be a multiple: the one below, or the first one. */
static void round_value(lck_numbers_of *n, const lc_expr *assumed)
{
    const lc_expr *var;
    int64_t m = lck_size_multiple(assumed, &var), *v = m > 0 ? &n->value[var->slot] : NULL;
    if (v && (*v -= lc_int64_rest(*v, m)) < var->low)
        *v += m;
}

/* Numbers within the bounds of their parameters for which all holds that is assumed. */
static bool set_values(lck_numbers_of *n, const int64_t numbers[4])
{
    int64_t holds = 1;
    for (size_t i = 0; i < n->sizes.n; i++) {
        const lc_expr *var = lc_exprs_var(n->sizes.x, i);
        int64_t v = numbers[i % 4];
        n->value[i] = v < var->low ? var->low : v > var->high ? var->high : v;
    }
    for (size_t i = 0; i < n->nassumed; i++)
        round_value(n, n->assumed[i]);
    for (size_t i = 0; i < n->nassumed && holds; i++)
        if (!lc_expr_at(n->assumed[i], n->value, &holds))
            holds = 0;
    return holds;
}

static bool set_grid(const lck_numbers_of *n, lck_audit_options *launch)
{
    int64_t blocks = 1;
    for (int i = 0; i < 3 && n->grid[0]; i++) {
        int64_t extent;
        if (!lc_expr_at(n->grid[i], n->value, &extent) || extent < 1 || extent > MOST_BLOCKS)
            return false;
        launch->grid[i] = (uint32_t)extent;
        blocks *= extent;
    }
    return blocks <= MOST_BLOCKS;
}

static bool set_arguments(const lck_numbers_of *n, lck_audit_options *launch)
{
    for (size_t i = 0; i < launch->narguments; i++) {
        lck_argument *a = &launch->argument[i];
        const lc_expr *e = a->kind == LCK_ARGUMENT_SIZE ? lc_exprs_find(n->sizes.x, a->name)
                           : a->offset == 0 && a->index < LCK_ARGUMENTS ? n->argument[a->index]
                                                                        : NULL;
        if (a->kind == LCK_ARGUMENT_BYTES || !e)
            continue;
        if (!lc_expr_at(e, n->value, &a->least))
            return false;
        a->most = a->least;
        a->multiple = 0;
    }
    return true;
}

bool lck_numbers_of_next(lck_numbers_of *n, const lck_stated_kernel *k, lck_audit_options *launch)
{
    while (n->next < sizeof some / sizeof *some) {
        *launch = k->launch;
        if (set_values(n, some[n->next++]) && set_grid(n, launch) && set_arguments(n, launch) &&
            (!n->dynamic ||
             (lc_expr_at(n->dynamic, n->value, &launch->dynamic) && launch->dynamic >= 0)))
            return true;
    }
    return false;
}

char *lck_numbers_of_text(const lck_numbers_of *n, const lck_audit_options *launch)
{
    lc_text text = {0};
    for (size_t i = 0; i < n->sizes.n; i++)
        lc_text_printf(&text, "%s%s = %lld", i ? ", " : "with ",
                       lc_exprs_var(n->sizes.x, i)->name, (long long)n->value[i]);
    if (launch->grid[0])
        lc_text_printf(&text, ", a grid of %u x %u x %u", launch->grid[0], launch->grid[1],
                       launch->grid[2]);
    return lc_text_take(NULL, &text);
}
