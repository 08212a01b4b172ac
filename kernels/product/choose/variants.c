/* variants.c - the sizes at which rows begin at multiples of 16 bytes. */
#include "config.h"

#include "variants.h"

#include <stdlib.h>
#include <string.h>

#include "../../../verify/language/build.h"
#include "../../../verify/symbolic/parameter.h"

/* One more assumption; one that is there already, of another tensor, counts once. */
static bool assume(lck_variant *v, const lck_product *product, lck_quantity q, int64_t n)
{
    lcv_diag ignored = {0};
    lcv_source *source = lcv_ast_print(lck_multiple_tree(product->plan, q, n), "<plan>");
    lcv_ast *tree = lck_multiple_tree(product->plan, q, n);
    lcv_value *made = NULL;
    if (!source || !tree || v->n == sizeof v->source / sizeof *v->source) {
        lcv_source_free(source);
        return false;
    }
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->source[i]->text, source->text) == 0) {
            lcv_source_free(source);
            return true;
        }
    lcv_source_free(source);
    source = lcv_ast_print(tree, "<plan>");
    if (source) {
        v->source[v->n++] = source;
        lcv_eval at = v->e;
        at.source = source;
        at.diag = &ignored;
        made = lcv_eval_assumption(&at, tree);
    }
    lcv_diag_clear(&ignored);
    lc_ctx_reset(product->plan->ctx);
    return made && lcv_scope_assume(&v->scope, made);
}

static bool assume_rows(lck_variant *v, const lck_product *product, lck_factor tensor, bool boxes)
{
    lck_quantity q[LCK_MAX_RANK + 1];
    int64_t multiple = 16 / product->element[tensor]->bytes;
    size_t n = lck_product_unaligned(product, &v->p, tensor, multiple, q);
    for (size_t i = 0; i < n; i++)
        if (!assume(v, product, q[i], multiple))
            return false;
    return !boxes || tensor != LCK_C ||
           !lck_product_ragged(product, &v->p, tensor, multiple, q) ||
           assume(v, product, q[0], multiple);
}

bool lck_variant_open(lck_variant *v, lcv_planning *p, const lck_product *product,
                      unsigned tensors, bool boxes)
{
    *v = (lck_variant){.p = *p, .e = *p->e, .scope = {.outside = p->e->scope}};
    v->p.e = &v->e;
    v->p.result = NULL;
    v->p.claim = NULL;
    v->e.scope = &v->scope;
    for (int i = LCK_A; i <= LCK_C; i++)
        if (tensors >> i & 1 && !assume_rows(v, product, (lck_factor)i, boxes))
            return false;
    return v->e.status == LCV_EVAL_OK;
}

void lck_variant_close(lck_variant *v, lcv_planning *p)
{
    lck_forget_result(p);
    p->result = v->p.result;
    p->claim = v->p.claim;
    p->e->status = v->e.status;
    p->e->disagreement = v->e.disagreement;
    p->e->unchecked = v->e.unchecked;
    lcv_scope_clear(&v->scope);
    for (size_t i = 0; i < v->n; i++)
        lcv_source_free(v->source[i]);
}
