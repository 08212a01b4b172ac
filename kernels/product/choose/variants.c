/* variants.c - the sizes at which rows begin at multiples of 16 bytes. */
#include "config.h"

#include "variants.h"

static bool assume(lck_variant *v, const lck_product *product, lck_quantity q, int64_t n)
{
    return lck_variant_assume(v, lck_multiple_tree(product->plan, q, n));
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
    lck_variant_begin(v, p);
    for (int i = LCK_A; i <= LCK_C; i++)
        if (tensors >> i & 1 && !assume_rows(v, product, (lck_factor)i, boxes))
            return false;
    return v->e.status == LCV_EVAL_OK;
}
