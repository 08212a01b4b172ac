/* rows.c - which elements of the tensors of a product lie side by side, for all sizes. */
#include "config.h"

#include "choice.h"

#include <stdlib.h>

#include "../../../verify/language/build.h"

/* Is the quantity a multiple of n for all sizes? */
static bool is_multiple(const lck_product *product, lcv_planning *p, lck_quantity q, int64_t n)
{
    return lck_divides(product->plan, p, n, q);
}

size_t lck_product_unaligned(const lck_product *product, lcv_planning *p, lck_factor tensor,
                             int64_t n, lck_quantity *out)
{
    size_t axis = lck_product_contiguous(product, tensor), found = 0;
    if (!is_multiple(product, p, product->offset[tensor], n))
        out[found++] = product->offset[tensor];
    for (size_t k = 0; k < product->rank; k++)
        if (k != axis && lck_axis_moves(product, k, tensor) &&
            !is_multiple(product, p, product->axis[k].stride[tensor], n))
            out[found++] = product->axis[k].stride[tensor];
    return found;
}

bool lck_product_ragged(const lck_product *product, lcv_planning *p, lck_factor tensor, int64_t n,
                        lck_quantity *out)
{
    size_t axis = lck_product_contiguous(product, tensor);
    if (axis == product->rank || is_multiple(product, p, product->axis[axis].extent, n))
        return false;
    *out = product->axis[axis].extent;
    return true;
}

int lck_product_vector(const lck_product *product, lcv_planning *p, lck_factor tensor)
{
    lck_quantity q[LCK_MAX_RANK + 1];
    size_t axis = lck_product_contiguous(product, tensor);
    int width = axis == product->rank ? 1 : 16 / product->element[tensor]->bytes;
    while (width > 1 && lck_product_unaligned(product, p, tensor, width, q) > 0)
        width /= 2;
    return width > 0 ? width : 1;
}

/* In the plan. */
static const char *name_of(const lck_product *product, lck_factor tensor)
{
    static const char *const name[] = {"a", "b", "c"};
    return name[product->mirrored && tensor != LCK_C ? LCK_A + LCK_B - (int)tensor : (int)tensor];
}

#define MOST_MAP_AXES LCK_MAX_MAP_RANK

bool lck_product_by_tma(const lck_product *product, lcv_planning *p, lck_factor tensor,
                        char **why)
{
    const char *name = name_of(product, tensor);
    size_t axis = lck_product_contiguous(product, tensor), n = 0;
    int multiple = 16 / product->element[tensor]->bytes;
    lc_text text = {0};
    *why = NULL;
    for (size_t k = 0; k < product->rank; k++)
        n += lck_axis_moves(product, k, tensor);
    if (axis == product->rank) {
        lc_text_printf(&text, "no stride of %s along m, n or k is 1", name);
    } else if (n > MOST_MAP_AXES) {
        lc_text_printf(&text, "%s has %zu axes, and a tensor map at most %d", name, n,
                       MOST_MAP_AXES);
    } else {
        lck_quantity q[LCK_MAX_RANK + 1];
        bool ragged = tensor == LCK_C && lck_product_ragged(product, p, tensor, multiple, q);
        if (!ragged && lck_product_unaligned(product, p, tensor, multiple, q) == 0)
            return true;
        char *number = lcv_ast_text(lck_quantity_tree(product->plan, q[0]));
        lc_text_printf(&text,
                       "rows of %s %s %s, which is not proved to be a multiple of %d elements, "
                       "16 bytes",
                       name, ragged ? "have a length of" : "begin at multiples of",
                       number ? number : "a number", multiple);
        free(number);
    }
    *why = lc_text_take(product->plan->ctx, &text);
    return false;
}

char *lck_not_by_wgmma(const lck_product *product, lcv_planning *p, lck_factor tensor)
{
    char *why;
    lc_text text = {0};
    if (!lck_product_by_tma(product, p, tensor, &why))
        return why;
    const size_t axis = lck_product_contiguous(product, tensor);
    const lck_role role = product->axis[axis].role;
    if (product->element[tensor]->bytes != 2 && role != LCK_ALONG_K)
        lc_text_printf(&text,
                       "%s is not contiguous along k, as elements of other than 16 bits must be",
                       name_of(product, tensor));
    else if (axis != lck_first_axis(product, role))
        lc_text_printf(&text, "rows of %s lie along another axis of k than those of %s",
                       name_of(product, tensor), name_of(product, LCK_A + LCK_B - (int)tensor));
    return text.length > 0 ? lc_text_take(product->plan->ctx, &text) : NULL;
}
