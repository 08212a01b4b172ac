/* contiguous.c - the axes along which a tensor of a product moves. */
#include "config.h"

#include "product.h"

bool lck_is_number(lck_quantity q, int64_t n)
{
    int64_t value;
    return lc_expr_is_int(q.expr, &value) && value == n;
}

bool lck_axis_moves(const lck_product *product, size_t k, lck_factor tensor)
{
    const lck_product_axis *a = &product->axis[k];
    return lck_factor_has(tensor, a->role) && !lck_is_number(a->extent, 1) &&
           !lck_is_number(a->stride[tensor], 0);
}

size_t lck_first_axis(const lck_product *product, lck_role role)
{
    size_t k = 0;
    while (k < product->rank && product->axis[k].role != role)
        k++;
    return k;
}

size_t lck_product_contiguous(const lck_product *product, lck_factor tensor)
{
    size_t found = product->rank;
    for (size_t k = 0; k < product->rank; k++) {
        const lck_product_axis *a = &product->axis[k];
        if (a->role == LCK_ALONG_L || !lck_factor_has(tensor, a->role) ||
            !lck_is_number(a->stride[tensor], 1))
            continue;
        if (found == product->rank ||
            a->extent.expr->high > product->axis[found].extent.expr->high)
            found = k;
    }
    return found;
}
