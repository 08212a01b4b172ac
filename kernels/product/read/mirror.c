/* mirror.c - products with m and n, and A and B, exchanged.
 *
 * Kernels store results that follow each other along n: a product of which C is contiguous along
 * m is made as its mirror image. So is one whose atoms take their rows from n (choose.c). The
 * kernel has the tensors in the order of the plan again, once it is made.
 */
#include "config.h"

#include "mirror.h"

#define SWAP(type, pair)                                                                         \
    do {                                                                                         \
        type first = (pair)[0];                                                                  \
        (pair)[0] = (pair)[1];                                                                   \
        (pair)[1] = first;                                                                       \
    } while (0)

static void swap_wanted(lck_wanted *wanted)
{
    SWAP(int64_t, wanted->extent);
    SWAP(bool, wanted->nested);
    SWAP(int, wanted->warps);
    SWAP(int, wanted->cluster);
}

static lck_product_axis mirrored_axis(const lck_product_axis *a)
{
    lck_product_axis out = *a;
    out.role = a->role == LCK_ALONG_M   ? LCK_ALONG_N
               : a->role == LCK_ALONG_N ? LCK_ALONG_M
                                        : a->role;
    SWAP(lck_quantity, out.stride);
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
    SWAP(const lck_element *, product->element); /* A and B are 0 and 1 */
    SWAP(lck_quantity, product->offset);
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
    const char *names[] = {kernel->array[LCK_A].name, kernel->array[LCK_B].name};
    SWAP(lck_array, kernel->array);
    kernel->array[LCK_A].name = names[0];
    kernel->array[LCK_B].name = names[1];
    for (size_t k = 0; k < kernel->rank; k++)
        SWAP(const lc_expr *, kernel->counter[k].stride);
    for (size_t i = 0; i < kernel->nmaps; i++)
        swap_number(&kernel->map[i].tensor);
    swap_statements(kernel->body);
}
