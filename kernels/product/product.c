/* product.c - from the statement of a product to its kernels.
 *
 * A kernel is made of each recipe. Where rows begin at multiples of 16 bytes at some sizes only,
 * kernels are made for these first, under assumptions that become their conditions
 * (kernels/product/choose/variants.h): for sizes at which the rows of all tensors do, for those
 * at which the rows of operands do, and for all. At the last, wgmma works on copies of operands
 * with such rows.
 */
#include "config.h"

#include "../../verify/picture/figure.h"
#include "draw.h"
#include "choose/variants.h"
#include "lower/stages.h"
#include "read/mirror.h"

#include <stdlib.h>
#include <string.h>

#define FEWER_RECIPES 2 /* where rows of C, or of operands that are copied, begin anywhere */

typedef struct {
    const lck_product *product; /* as it was read */
    lck_wanted wanted;
    unsigned how; /* LCK_UNPROVED, LCK_CANDIDATES */
    size_t n;
    lck_kernel *first, **next;
    bool proved;               /* everything so far */
    struct lcv_figure *figure; /* of the first kernel, if it is wanted */
} making;

/* ---- one kernel ---- */

lck_kernel *lck_product_lower(const lck_product *product, const lck_recipe *recipe, lcr_ctx *r)
{
    switch (recipe->method) {
    case LCK_FMA: return lck_product_by_fma(product, recipe, r);
    case LCK_MMAS: return lck_product_by_mma(product, recipe, r);
    case LCK_WGMMAS: return lck_product_by_wgmma(product, recipe, r);
    }
    return NULL;
}

static bool add_cost(const lck_product *product, const lck_recipe *recipe, lck_kernel *kernel)
{
    kernel->multiprocessors = lc_expr_var(kernel->x, "multiprocessors", 1, 1024);
    kernel->cost = lck_product_cost(product, recipe, kernel->x, kernel->multiprocessors);
    return kernel->multiprocessors && kernel->cost;
}

static lck_kernel *lower(const lck_product *product, const lck_recipe *recipe, lcv_planning *p)
{
    lck_kernel *kernel = lck_product_lower(product, recipe, p->e->r);
    if (kernel && lck_plan_tell(product->plan, kernel) && add_cost(product, recipe, kernel))
        return kernel;
    lck_plan_not_made(product->plan, p);
    lck_kernel_free(kernel);
    return NULL;
}

/* The kernel of a recipe, whose operands may be copies of those of `product`; no kernel is made
 * of what fails, unless it is asked for. */
static void add_kernel(making *w, lcv_planning *p, const lck_product *product,
                       lck_product *with_copies, unsigned copied, const lck_recipe *recipe)
{
    lck_plan *plan = with_copies->plan;
    lc_text_free(&plan->proved);
    plan->proved = (lc_text){0};
    lck_forget_result(p);
    w->proved = lck_product_prove(with_copies, recipe, p);
    if (!w->proved && (!(w->how & LCK_UNPROVED) || !p->result || p->refuted))
        return;
    lck_kernel *kernel = lower(with_copies, recipe, p);
    w->proved = w->proved && kernel && lck_product_prove_kernel(with_copies, recipe, kernel, p) &&
                lck_plan_prove_widths(plan, kernel, p);
    if (kernel)
        kernel->keys = lck_recipe_keys(with_copies, recipe, p);
    if (kernel && product->mirrored)
        lck_mirror_kernel(kernel);
    w->proved = w->proved && lck_copy_operands(product, with_copies, copied, p, kernel);
    if (w->proved && p->drawing && !w->figure)
        w->figure = lck_draw_product(with_copies, recipe, kernel, p);
    if (kernel) {
        *w->next = kernel;
        w->next = &kernel->other;
        w->n++;
    }
}

/* ---- the kernels of a variant ---- */

/* Stores C element by element, guarded, where a warpgroup's tile is no boxes of the axes. */
static void choose_store(const lck_product *product, lck_recipe *recipe)
{
    lck_tile_out out;
    if (!recipe->tma_store)
        return;
    lck_product_out(product, recipe, &out);
    recipe->tma_store = out.fits;
}

/* `with_copies` may be the product itself. */
static void add_recipes(making *w, lcv_planning *p, const lck_product *product,
                        lck_product *with_copies, unsigned copied, size_t most)
{
    lck_recipe recipe[LCK_MOST_RECIPES];
    w->wanted.numbered = w->n;
    w->wanted.candidates = (w->how & LCK_CANDIDATES) != 0;
    size_t n = lck_product_recipes(with_copies, &w->wanted, p, recipe, most);
    w->proved = n > 0;
    for (size_t i = 0; i < n; i++) {
        choose_store(with_copies, &recipe[i]);
        if (w->proved)
            add_kernel(w, p, product, with_copies, copied, &recipe[i]);
        lck_recipe_clear(&recipe[i]);
    }
}

static bool admits(const lck_product *product, const lck_wanted *wanted, lck_method method)
{
    return lck_product_has(product, method) && (!wanted->has_method || wanted->method == method);
}

static bool may_use(const making *w, lck_method method)
{
    return admits(w->product, &w->wanted, method);
}

/* Exchanges the roles of m and n, so that atoms take their rows from n; and back. */
static void exchange(lck_product *product, lck_wanted *wanted)
{
    lck_mirror_product(product, wanted);
    product->exchanged = !product->exchanged;
}

/* The product of the statement. If wgmma may be the method, its axes are in the order in which it
 * reads them, and exchanged where the tile that is given has atoms in no other way. */
static lck_product *read_product(lcv_planning *p, lck_wanted *wanted)
{
    lck_product *product = lck_product_read(p, wanted);
    if (!product || !admits(product, wanted, LCK_WGMMAS))
        return product;
    lck_lead_with_operands(product);
    if (wanted->tile && wanted->extent[LCK_ALONG_M] % LCK_ROWS_OF_ATOM != 0 &&
        wanted->extent[LCK_ALONG_N] % LCK_ROWS_OF_ATOM == 0)
        exchange(product, wanted);
    return product;
}

/* The tensors whose rows may be aligned at some sizes: C only if results that lie side by side
 * are stored as one. */
static unsigned alignable(const making *w)
{
    unsigned tensors = 0;
    for (int i = LCK_A; i <= LCK_C; i++) {
        size_t axis = lck_product_contiguous(w->product, (lck_factor)i);
        if (axis < w->product->rank && (i != LCK_C || w->product->axis[axis].role == LCK_ALONG_N))
            tensors |= 1u << i;
    }
    return tensors;
}

static bool may_exchange(const making *w)
{
    const lck_wanted *given = &w->wanted;
    return may_use(w, LCK_WGMMAS) && !given->tile && !given->warps[0] && !given->cluster[0] &&
           given->turns < 0;
}

/* Adds also kernels whose atoms have the rows of C as columns, for few rows; where all sizes are
 * numbers, only the faster way. */
static void add_both_ways(making *w, lcv_planning *p, lck_product *product)
{
    int64_t time = may_exchange(w) ? lck_product_time(product, &w->wanted, p) : 0, other = 0;
    if (time > 0) {
        exchange(product, &w->wanted);
        other = lck_product_time(product, &w->wanted, p);
        exchange(product, &w->wanted);
    }
    w->proved = p->e->status == LCV_EVAL_OK;
    const bool numbers = (time < INT64_MAX || other < INT64_MAX) && !(w->how & LCK_CANDIDATES);
    if (w->proved && (other == 0 || !numbers || time <= other))
        add_recipes(w, p, product, product, 0, LCK_MOST_RECIPES);
    if (!w->proved || other == 0 || (numbers && time <= other))
        return;
    exchange(product, &w->wanted);
    add_recipes(w, p, product, product, 0, LCK_MOST_RECIPES);
    exchange(product, &w->wanted);
}

/* Adds the kernels for sizes at which rows of these tensors are aligned; *all: these are all
 * sizes. */
static void add_aligned(making *w, lcv_planning *p, unsigned tensors, bool *all)
{
    lck_variant v;
    lck_wanted ignored;
    bool some = lck_variant_open(&v, p, w->product, tensors, may_use(w, LCK_WGMMAS));
    *all = some && v.n == 0;
    if (some) {
        lck_product *product = read_product(&v.p, &ignored);
        w->proved = product != NULL;
        if (product && tensors == alignable(w))
            add_both_ways(w, &v.p, product);
        else if (product)
            add_recipes(w, &v.p, product, product, 0, FEWER_RECIPES);
        lck_product_free(product);
    }
    lck_variant_close(&v, p);
}

/* ---- which variants ---- */

/* Does wgmma take the operands where their rows are aligned? */
static bool fits_wgmma(const making *w, unsigned tensors)
{
    for (int i = LCK_A; i <= LCK_B; i++) {
        size_t axis = lck_product_contiguous(w->product, (lck_factor)i);
        if (!(tensors >> i & 1) ||
            (w->product->element[i]->bytes != 2 && w->product->axis[axis].role != LCK_ALONG_K) ||
            axis != lck_first_axis(w->product, w->product->axis[axis].role))
            return false;
    }
    return true;
}

static void add_with_copies(making *w, lcv_planning *p)
{
    lck_product with_copies, *product = (lck_product *)w->product;
    unsigned copied;
    if (lck_product_with_copies(product, p, &with_copies, &copied))
        add_recipes(w, p, product, &with_copies, copied, FEWER_RECIPES);
    else
        add_recipes(w, p, product, product, 0, LCK_MOST_RECIPES);
}

static void add_all(making *w, lcv_planning *p)
{
    unsigned tensors = alignable(w);
    bool wgmma = may_use(w, LCK_WGMMAS), all = false;
    bool rows = wgmma ? fits_wgmma(w, tensors) : tensors != 0;
    if (rows)
        add_aligned(w, p, tensors, &all);
    if (rows && !all && w->proved && wgmma && tensors >> LCK_C & 1)
        add_aligned(w, p, LCK_OPERANDS, &all);
    if (all || !w->proved)
        return;
    if (wgmma)
        add_with_copies(w, p);
    else
        add_recipes(w, p, w->product, (lck_product *)w->product, 0, LCK_MOST_RECIPES);
}

lck_kernel *lck_product_make(lcv_planning *p, unsigned how, bool *proved)
{
    making w = {.how = how, .proved = true};
    w.next = &w.first;
    lck_product *product = read_product(p, &w.wanted);
    w.product = product;
    if (product)
        add_all(&w, p);
    *proved = product && w.proved && w.n > 0;
    if (w.n == 1)
        w.first->cost = NULL;
    lck_product_free(product);
    if (*proved)
        p->figure = w.figure;
    else
        lcv_figure_free(w.figure);
    if (*proved || (how & LCK_UNPROVED && w.first))
        return w.first;
    lck_kernel_free(w.first);
    return NULL;
}
