/* lead.c - the axes that come first along m, n and k where wgmma may read the operands.
 *
 * A descriptor of wgmma has elements of 16 bytes side by side, so that the axis along which an
 * operand is contiguous has to be the first of its role. Axes are read in the order of C's rows
 * (kernels/product/read/tidy.c), which need not be that of an operand; a role has one order for
 * both of its tensors.
 */
#include "config.h"

#include "choice.h"

/* Before the axes of its role; the others keep their order. */
static void put_first(lck_product *product, size_t axis)
{
    const lck_product_axis moved = product->axis[axis];
    const lck_quantity bias = product->bias_stride[axis];
    size_t first = lck_first_axis(product, moved.role);
    for (size_t k = axis; k > first; k--) {
        product->axis[k] = product->axis[k - 1];
        product->bias_stride[k] = product->bias_stride[k - 1];
    }
    product->axis[first] = moved;
    product->bias_stride[first] = bias;
}

void lck_lead_with_operands(lck_product *product)
{
    /* along k that of A, if both have one */
    for (int i = LCK_B; i >= LCK_A; i--) {
        size_t axis = lck_product_contiguous(product, (lck_factor)i);
        if (axis < product->rank)
            put_first(product, axis);
    }
}
