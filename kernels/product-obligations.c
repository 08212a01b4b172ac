/* product-obligations.c - what must hold for a product before it becomes a kernel.
 *
 *   each place of C is written once                        injective(C)
 *   elements lie in their buffers, N past an offset        in_bounds(A, N), 0 <= offset
 */
#include "config.h"

#include "product.h"

#include <stdlib.h>
#include <string.h>

#include "../verify/function/result.h"
#include "../verify/language/build.h"

typedef struct {
    const lck_product *product;
    lck_plan *plan;
    lcv_planning *p;
    lcv_arena *arena;
} proofs;

static bool claim(const proofs *w, lcv_ast *tree)
{
    char *line;
    lcv_result *result = lcv_planning_prove(w->p, tree, &line);
    return lck_plan_settle(w->plan, w->p, result, line);
}

/* ---- tensors ---- */

static bool moves(const lck_product_axis *axis, lck_factor factor)
{
    static const bool is[LCK_ROLES][3] = {{true, false, true},
                                          {false, true, true},
                                          {true, true, false},
                                          {true, true, true}};
    return is[axis->role][factor];
}

/* (M,K):(K,1), without its offset. */
static lcv_ast *tensor_tree(const proofs *w, lck_factor factor)
{
    lcv_ast *shape = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        if (!moves(a, factor))
            continue;
        shape = lcv_build_add(shape, lck_quantity_tree(w->plan, a->extent));
        stride = lcv_build_add(stride, lck_quantity_tree(w->plan, a->stride[factor]));
    }
    return lcv_build(w->arena, LCV_AST_LAYOUT, 2, shape, stride);
}

/* (M - 1) * (K) + (K - 1) * (1) + 1 */
static lcv_ast *span_tree(const proofs *w, lck_factor factor)
{
    lcv_ast *sum = NULL;
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        if (!moves(a, factor))
            continue;
        lcv_ast *last = lcv_build_op(w->arena, LCV_OP_SUB, lck_quantity_tree(w->plan, a->extent),
                                     lcv_build_int(w->arena, 1));
        lcv_ast *stride = lck_quantity_tree(w->plan, a->stride[factor]);
        lcv_ast *term = lcv_build_op(w->arena, LCV_OP_MUL, lcv_build_group(last),
                                     lcv_build_group(stride));
        sum = sum ? lcv_build_op(w->arena, LCV_OP_ADD, sum, term) : term;
    }
    return lcv_build_op(w->arena, LCV_OP_ADD, sum, lcv_build_int(w->arena, 1));
}

static bool within(const proofs *w, lck_factor factor)
{
    return claim(w, lcv_build_call(w->arena, "in_bounds", 2, tensor_tree(w, factor),
                                   span_tree(w, factor)));
}

/* ---- all of it ---- */

bool lck_product_prove(lck_product *product, const lck_recipe *recipe, lcv_planning *p)
{
    (void)recipe;
    proofs w = {product, product->plan, p, product->plan->arena};
    lc_text name = {0};
    if (!claim(&w, lcv_build_call(w.arena, "injective", 1, tensor_tree(&w, LCK_C))) ||
        !within(&w, LCK_A) || !within(&w, LCK_B) || !within(&w, LCK_C))
        return false;
    p->result = lcv_proved(product->plan->ctx, "all its obligations");
    lc_text_printf(&name, "plan %s", product->plan->name);
    p->claim = lc_text_take(product->plan->ctx, &name);
    return true;
}
