/* product.c - from the statement of a product to its kernels: one for each recipe. */
#include "config.h"

#include "product.h"

#include <stdlib.h>

#define MOST_RECIPES 6

typedef struct {
    lcv_planning *p;
    lck_product *product;
    bool unproved; /* kernels are made of wrong plans, too */
} making;

static void forget_result(lcv_planning *p)
{
    lcv_result_free(p->result);
    free(p->claim);
    p->result = NULL;
    p->claim = NULL;
}

static lck_kernel *by_method(const making *w, const lck_recipe *recipe)
{
    switch (recipe->method) {
    case LCK_FMA: return lck_product_by_fma(w->product, recipe, w->p->e->r);
    case LCK_MMAS: return lck_product_by_mma(w->product, recipe, w->p->e->r);
    case LCK_WGMMAS: return lck_product_by_wgmma(w->product, recipe, w->p->e->r);
    }
    return NULL;
}

static bool add_cost(const making *w, const lck_recipe *recipe, lck_kernel *kernel)
{
    kernel->multiprocessors = lc_expr_var(kernel->x, "multiprocessors", 1, 1024);
    kernel->cost = lck_product_cost(w->product, recipe, kernel->x, kernel->multiprocessors);
    return kernel->multiprocessors && kernel->cost;
}

static lck_kernel *lower(const making *w, const lck_recipe *recipe, bool several)
{
    lck_kernel *kernel = by_method(w, recipe);
    if (kernel && lck_plan_tell(w->product->plan, kernel) &&
        (!several || add_cost(w, recipe, kernel)))
        return kernel;
    bool name = lc_ctx_code(w->product->plan->ctx) == LC_ERR_INVALID;
    lck_kernel_free(kernel);
    forget_result(w->p);
    lcv_eval_failed(w->p->e, w->p->name_span);
    if (name)
        lcv_diag_hint(w->p->e->diag, "the kernel has variables of its own beside its sizes");
    return NULL;
}

/* The kernel of a recipe; no kernel is made of what fails, unless it is asked for. */
static lck_kernel *make(const making *w, const lck_recipe *recipe, bool several, bool *proved)
{
    lck_plan *plan = w->product->plan;
    lc_text_free(&plan->proved);
    plan->proved = (lc_text){0};
    forget_result(w->p);
    *proved = lck_product_prove(w->product, recipe, w->p);
    if (!*proved && (!w->unproved || !w->p->result || w->p->refuted))
        return NULL;
    lck_kernel *kernel = lower(w, recipe, several);
    *proved = *proved && kernel && lck_product_prove_kernel(w->product, recipe, kernel, w->p) &&
              lck_plan_prove_widths(plan, kernel, w->p);
    return kernel;
}

static lck_kernel *make_all(const making *w, size_t n, const lck_recipe *recipe, bool *proved)
{
    lck_kernel *first = NULL, **next = &first;
    *proved = n > 0;
    for (size_t i = 0; i < n && *proved; i++) {
        *next = make(w, &recipe[i], n > 1, proved);
        if (*next)
            next = &(*next)->other;
    }
    if (*proved || (w->unproved && first))
        return first;
    lck_kernel_free(first);
    return NULL;
}

lck_kernel *lck_product_make(lcv_planning *p, bool unproved, bool *proved)
{
    lck_wanted wanted;
    lck_recipe recipe[MOST_RECIPES];
    lck_product *product = lck_product_read(p, &wanted);
    size_t n = product ? lck_product_recipes(product, &wanted, p, recipe, MOST_RECIPES) : 0;
    making w = {p, product, unproved};
    lck_kernel *kernel = make_all(&w, n, recipe, proved);
    for (size_t i = 0; i < n; i++)
        lck_recipe_clear(&recipe[i]);
    lck_product_free(product);
    return kernel;
}
