/* obligations.c - what must hold for a product before it becomes a kernel by a recipe.
 *
 *   of C each place is written once; elements lie in their
 *   buffers; vectors and tensor maps are aligned             tensors.c
 *   a cluster is one that can be launched
 *   each element of C is summed by one thread, each product
 *   is made once                                             coverage.c
 *   the atom is what its row says                            warps.c
 *   stages are what TMA writes and descriptors read; they
 *   have places of their own, within the shared memory       shared.c
 *   matrices that are loaded and stored are what the atom
 *   holds; accesses have no bank conflicts, or so many;
 *   registers suffice                                        warps.c
 *   what lies past the end of K adds nothing
 *
 * Each is a claim of the language, which a reader of the kernel can ask again, of the numbers
 * that the lowerings use (kernels/product/lower/stages.h); what no claim can say is one line,
 * with how it was found. That stages are filled, read and filled again in order is claimed of the
 * statements, when the kernel is made (uses.h); so is the order of fences, waits and groups
 * (order.c).
 */
#include "config.h"

#include "proofs.h"
#include "../../order/order.h"

#include <stdlib.h>
#include <string.h>

#include "../../../verify/function/result.h"

/* ---- settling ---- */

bool lck_claim_found(lck_proofs *w, const char *refuted, const char *format, ...)
{
    lc_text line = {0};
    LC_TEXT_ARGS(&line, format);
    return lck_plan_found(w->plan, w->p, w->kernel, refuted, lc_text_take(w->plan->ctx, &line));
}

/* ---- the launch, and the end of K ---- */

static bool clusters(lck_proofs *w)
{
    const int *cluster = w->recipe->cluster, most = w->plan->device->cluster;
    const int split = w->recipe->split > 1 ? w->recipe->split : 1;
    return cluster[0] * cluster[1] * split == 1 ||
           (split > 1 ? lck_claims(w, "%d * %d * %d <= %d", cluster[0], cluster[1], split, most)
                      : lck_claims(w, "%d * %d <= %d", cluster[0], cluster[1], most));
}

/* ceil_div(K,64) */
static const char *k_blocks(const lck_proofs *w)
{
    lc_text all = {0};
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        if (a->role == LCK_ALONG_K)
            lc_text_printf(&all, "%sceil_div(%s, %lld)", all.length ? " * " : "",
                           lck_told(w, lck_quantity_tree(w->plan, a->extent)),
                           (long long)w->recipe->tile[k]);
    }
    return lck_plan_keep(w->plan, &all);
}

/* Parts of k of as many k blocks each have all of them. */
static bool split(lck_proofs *w)
{
    const int parts = w->recipe->split;
    const char *blocks = k_blocks(w);
    return parts <= 1 ||
           lck_claims(w, "%s <= %d * ceil_div(%s, %d)", blocks, parts, blocks, parts);
}

/* A k block reaches past the end of K where an axis along k is no multiple of its tile; there A
 * and B are filled with zeros, both by the extent of that axis, which they share. */
static bool zeros(lck_proofs *w)
{
    bool told = true;
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        int64_t extent;
        if (a->role != LCK_ALONG_K ||
            (lc_expr_is_int(a->extent.expr, &extent) && extent % w->recipe->tile[k] == 0))
            continue;
        char *text = lcv_ast_text(lck_quantity_tree(w->plan, a->extent));
        told = text && told;
        if (text)
            lc_text_printf(
                &w->plan->proved,
                "a and b are 0 from %s on, along one axis of k, up to a multiple of %lld\n"
                "  by the extent that both have\n",
                text, (long long)w->recipe->tile[k]);
        free(text);
    }
    return told;
}

/* ---- all of them ---- */

bool lck_proofs_begin(lck_proofs *w)
{
    for (int i = LCK_A; i <= LCK_B; i++)
        lck_product_stage(w->product, w->recipe, (lck_factor)i, &w->stage[i]);
    lck_product_out(w->product, w->recipe, &w->out);
    lck_recipe_shared(w->product, w->recipe, &w->memory);
    bool sums = lck_product_sums(w->product, w->recipe, &w->sums);
    return lck_claim_found(w, sums ? NULL : "warps and atoms do not divide it",
                           "a tile is of warps and atoms");
}

bool lck_proofs_prove(lck_proofs *w)
{
    return lck_prove_tensors(w) && clusters(w) && lck_prove_coverage(w) && lck_prove_atom(w) &&
           lck_prove_stages(w) && lck_prove_memory(w) && lck_prove_accesses(w) && split(w) &&
           zeros(w);
}

bool lck_product_prove(lck_product *product, const lck_recipe *recipe, lcv_planning *p)
{
    lck_proofs w = {.product = product,
                    .recipe = recipe,
                    .plan = product->plan,
                    .p = p,
                    .arena = product->plan->arena};
    if (!lck_proofs_begin(&w) || !lck_proofs_prove(&w)) {
        if (!p->result && p->e->status == LCV_EVAL_OK)
            lcv_eval_failed(p->e, p->name_span);
        return false;
    }
    lc_text name = {0};
    lc_text_printf(&name, "plan %s", product->plan->name);
    p->result = lcv_proved(product->plan->ctx, "all its obligations");
    p->claim = lc_text_take(product->plan->ctx, &name);
    return p->result && p->claim;
}

/* ---- of the kernel ---- */

/* Are the kernel's arrays and rings in shared memory where the recipe has them? */
static bool has_memory_of(const lck_kernel *kernel, const lck_recipe_memory *memory)
{
    int next = LCK_A;
    for (size_t i = 0; i < kernel->narrays; i++) {
        const lck_array *array = &kernel->array[i];
        if (array->role != LCK_OF_BLOCK)
            continue;
        int64_t bytes = lck_shared_elements(kernel, (int)i) * array->element->bytes;
        if (next > LCK_C || lck_shared_offset(kernel, (int)i) != memory->at[next] ||
            bytes != memory->bytes[next])
            return false;
        next++;
    }
    return (kernel->nrings == 0 || lck_ring_offset(kernel, 0) == memory->rings) &&
           lck_shared_bytes(kernel) == memory->total;
}

bool lck_product_prove_kernel(const lck_product *product, const lck_recipe *recipe,
                              lck_kernel *kernel, lcv_planning *p)
{
    lck_recipe_memory memory;
    lck_proofs w = {.product = product,
                    .recipe = recipe,
                    .plan = product->plan,
                    .p = p,
                    .arena = product->plan->arena,
                    .kernel = kernel};
    lck_recipe_shared(product, recipe, &memory);
    return lck_claim_found(&w,
                           has_memory_of(kernel, &memory) ? NULL
                                                          : "an array, or a ring, has "
                                                            "another place or size",
                           "the shared memory is that of the recipe") &&
           lck_prove_order(product->plan, p, kernel);
}
