/* mirror.c - products with m for n, and A for B.
 *
 * Kernels store results that follow each other along n: a product of which C is contiguous along
 * m is made as its mirror image. So is one whose atoms take their rows from n (choose.c). The
 * kernel has the tensors in the order of the plan again, once it is made.
 */
#include "config.h"

#include "mirror.h"

static void swap_ints(int *pair)
{
    int first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_wanted(lck_wanted *wanted)
{
    int64_t extent = wanted->extent[0];
    bool nested = wanted->nested[0];
    wanted->extent[0] = wanted->extent[1];
    wanted->extent[1] = extent;
    wanted->nested[0] = wanted->nested[1];
    wanted->nested[1] = nested;
    swap_ints(wanted->warps);
    swap_ints(wanted->cluster);
}

static lck_product_axis mirrored_axis(const lck_product_axis *a)
{
    lck_product_axis out = *a;
    out.role = a->role == LCK_ALONG_M   ? LCK_ALONG_N
               : a->role == LCK_ALONG_N ? LCK_ALONG_M
                                        : a->role;
    out.stride[LCK_A] = a->stride[LCK_B];
    out.stride[LCK_B] = a->stride[LCK_A];
    return out;
}

/* The axes along n before those along m. */
static void swap_axes(lck_product *product)
{
    lck_product was = *product;
    size_t n = 0;
    for (int role = 0; role < LCK_ROLES; role++)
        for (size_t k = 0; k < was.rank; k++) {
            lck_product_axis a = mirrored_axis(&was.axis[k]);
            if ((int)a.role != role)
                continue;
            product->bias_stride[n] = was.bias_stride[k];
            product->axis[n++] = a;
        }
}

void lck_mirror_product(lck_product *product, lck_wanted *wanted)
{
    const lck_element *element = product->element[LCK_A];
    lck_quantity offset = product->offset[LCK_A];
    product->element[LCK_A] = product->element[LCK_B];
    product->element[LCK_B] = element;
    product->offset[LCK_A] = product->offset[LCK_B];
    product->offset[LCK_B] = offset;
    product->mirrored = !product->mirrored;
    swap_axes(product);
    swap_wanted(wanted);
}

/* ---- the kernel ---- */

static void swap_number(int *array)
{
    if (*array == LCK_A || *array == LCK_B)
        *array = LCK_A + LCK_B - *array;
}

static void swap_statements(lck_statement *s)
{
    for (; s; s = s->next) {
        swap_number(&s->array);
        swap_number(&s->to.array);
        swap_number(&s->from.array);
        swap_number(&s->a.array);
        swap_number(&s->b.array);
        swap_statements(s->body);
        swap_statements(s->otherwise);
    }
}

void lck_mirror_kernel(lck_kernel *kernel)
{
    lck_array array = kernel->array[LCK_A];
    const char *name = array.name;
    kernel->array[LCK_A] = kernel->array[LCK_B];
    array.name = kernel->array[LCK_B].name;
    kernel->array[LCK_A].name = name;
    kernel->array[LCK_B] = array;
    for (size_t k = 0; k < kernel->rank; k++) {
        const lc_expr **stride = kernel->counter[k].stride, *first = stride[LCK_A];
        stride[LCK_A] = stride[LCK_B];
        stride[LCK_B] = first;
    }
    for (size_t i = 0; i < kernel->nmaps; i++)
        swap_number(&kernel->map[i].tensor);
    swap_statements(kernel->body);
}
