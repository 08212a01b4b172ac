/* product-choose.c - how a product is made: its recipes. */
#include "config.h"

#include "product.h"

#include <stdlib.h>
#include <string.h>

void lck_recipe_clear(lck_recipe *recipe)
{
    free((char *)recipe->name);
    free((char *)recipe->atom.name);
    for (int i = 0; i < 3; i++)
        free(recipe->atom.at[i]);
    *recipe = (lck_recipe){0};
}

static int64_t power_at_least(int64_t n)
{
    int64_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* The tile of a role, over its axes, the fastest first. */
static void spread(const lck_product *product, lck_role role, int64_t extent, lck_recipe *out)
{
    int64_t left = extent;
    size_t last = SIZE_MAX;
    for (size_t k = 0; k < product->rank; k++) {
        const lck_product_axis *a = &product->axis[k];
        if (a->role != role)
            continue;
        int64_t most = power_at_least(a->extent.expr->high);
        out->tile[k] = most < left ? most : left;
        left /= out->tile[k];
        last = k;
    }
    out->tile[last] *= left;
    out->extent[role] = extent;
}

size_t lck_product_recipes(const lck_product *product, const lck_wanted *wanted, lcv_planning *p,
                           lck_recipe *out, size_t most)
{
    (void)most;
    static const int64_t usual[3] = {128, 128, 16};
    *out = (lck_recipe){.method = wanted->has_method ? wanted->method : LCK_FMA,
                        .warps = {4, 2},
                        .stages = wanted->stages > 0 ? wanted->stages : 2,
                        .cluster = {1, 1},
                        .split = 1,
                        .vector = {1, 1, 1},
                        .resident = 1};
    for (int role = 0; role < 3; role++)
        spread(product, (lck_role)role, wanted->tile ? wanted->extent[role] : usual[role], out);
    for (size_t k = 0; k < product->rank; k++)
        if (product->axis[k].role == LCK_ALONG_L)
            out->tile[k] = 1;
    out->name = strdup(product->plan->name);
    if (out->name)
        return 1;
    lcv_eval_no_memory(p->e, p->name_span);
    return 0;
}

const lc_expr *lck_product_cost(const lck_product *product, const lck_recipe *recipe, lc_exprs *x,
                                const lc_expr *multiprocessors)
{
    (void)product;
    (void)recipe;
    (void)multiprocessors;
    return lc_expr_int(x, 0);
}

/* ---- not made yet ---- */

static lck_kernel *not_made(const lck_product *product)
{
    return lc_fail(product->plan->ctx, LC_ERR_LIMIT, "not made yet");
}

lck_kernel *lck_product_by_fma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    (void)recipe;
    (void)r;
    return not_made(product);
}

lck_kernel *lck_product_by_mma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    (void)recipe;
    (void)r;
    return not_made(product);
}

lck_kernel *lck_product_by_wgmma(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    (void)recipe;
    (void)r;
    return not_made(product);
}
