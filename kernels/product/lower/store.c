/* store.c - the epilogue of a product: C = activation(alpha * sum + beta * C + bias), converted
 * to the element of C, where it is inside. */
#include "config.h"

#include "lowering.h"

#include <string.h>

static lck_register at(int file, const lc_expr *first)
{
    return (lck_register){file, first};
}

static const lc_expr *bias_place(lck_making *w, const lc_expr *const *crd)
{
    const lc_expr *place = lc_expr_int(w->x, 0);
    for (size_t k = 0; k < w->product->rank; k++) {
        int64_t zero;
        const lc_expr *stride = w->kernel->counter[k].stride[w->bias];
        if (!lc_expr_is_int(stride, &zero) || zero != 0)
            place = lck_add(w, place, lck_mul(w, crd[k], stride));
    }
    return place;
}

/* A register for an operand of the epilogue, of the type of the sums: the first file that is
 * named so, made when it is first asked for. */
static int operand_file(lck_making *w, const char *name, const lck_element *element)
{
    for (size_t i = 0; i < w->kernel->nfiles; i++)
        if (w->kernel->file[i].name == name)
            return (int)i;
    if (!lck_kernel_file(w->kernel, name, element, 1))
        w->out.failed = true;
    return (int)w->kernel->nfiles - 1;
}

static const char operand_name[] = "operand", moved_name[] = "moved";

/* Loads an element of a tensor of C's type, as a number of the type of the sums. */
static lck_register load_operand(lck_making *w, int array, const lc_expr *place)
{
    const lc_expr *zero = lc_expr_int(w->x, 0);
    int operand = operand_file(w, operand_name, w->product->accumulate);
    if (w->product->element[LCK_C] == w->product->accumulate) {
        lck_load(&w->out, array, place, operand, zero, 1, 1);
    } else {
        int moved = operand_file(w, moved_name, w->product->element[LCK_C]);
        lck_load(&w->out, array, place, moved, zero, 1, 1);
        lck_convert(&w->out, at(operand, zero), at(moved, zero), 1);
    }
    return at(operand, zero);
}

static void scale(lck_making *w, int scalar, lck_register held)
{
    const lc_expr *zero = lc_expr_int(w->x, 0);
    int operand = operand_file(w, operand_name, w->product->accumulate);
    lck_load(&w->out, scalar, zero, operand, zero, 1, 1);
    lck_apply(&w->out, LCK_TIMES, held, at(operand, zero));
}

/* held += beta * C: the product is in the register of the operand, beta in another. */
static void add_old(lck_making *w, lck_register held, const lc_expr *place)
{
    static const char factor_name[] = "factor";
    const lc_expr *zero = lc_expr_int(w->x, 0);
    int factor = operand_file(w, factor_name, w->product->accumulate);
    lck_register old = load_operand(w, LCK_C, place);
    lck_load(&w->out, w->beta, zero, factor, zero, 1, 1);
    lck_apply(&w->out, LCK_TIMES, old, at(factor, zero));
    lck_apply(&w->out, LCK_PLUS, held, old);
}

void lck_making_finish(lck_making *w, lck_register held, const lc_expr *const *crd)
{
    if (w->alpha >= 0)
        scale(w, w->alpha, held);
    if (w->beta >= 0)
        add_old(w, held, lck_making_place(w, LCK_C, crd));
    if (w->bias >= 0)
        lck_apply(&w->out, LCK_PLUS, held, load_operand(w, w->bias, bias_place(w, crd)));
    if (w->product->activation == LCK_RELU)
        lck_apply(&w->out, LCK_MAX_0, held, held);
    if (w->product->activation == LCK_GELU)
        lck_apply(&w->out, LCK_GAUSS, held, held);
}

bool lck_making_result(lck_making *w, int width, int *file)
{
    const lck_element *c = w->product->element[LCK_C];
    const bool converted = c != w->product->accumulate;
    if (w->kernel->alignment < width * c->bytes)
        w->kernel->alignment = width * c->bytes;
    *file = converted ? (int)w->kernel->nfiles : -1;
    return !converted || lck_kernel_file(w->kernel, "result", c, width);
}

/* Stores results that are all inside. */
static void store_inside(lck_making *w, int sums, const lc_expr *first, int scratch,
                         const lc_expr *const *crd, int width)
{
    const lc_expr *here[LCK_MAX_RANK], *zero = lc_expr_int(w->x, 0);
    const size_t n = lck_first_axis(w->product, LCK_ALONG_N);
    memcpy(here, crd, w->product->rank * sizeof *here);
    for (int i = 0; i < width; i++) {
        here[n] = lck_add_by(w, crd[n], i);
        lck_making_finish(w, at(sums, lck_add_by(w, first, i)), here);
    }
    const lc_expr *place = lck_making_place(w, LCK_C, crd);
    if (w->product->element[LCK_C] == w->product->accumulate) {
        lck_store(&w->out, LCK_C, place, sums, first, 1, width);
    } else {
        lck_convert(&w->out, at(scratch, zero), at(sums, first), width);
        lck_store(&w->out, LCK_C, place, scratch, zero, 1, width);
    }
}

void lck_making_store(lck_making *w, int sums, const lc_expr *first, int scratch,
                      const lc_expr *const *crd, int width)
{
    const unsigned roles = 1u << LCK_ALONG_M | 1u << LCK_ALONG_N | 1u << LCK_ALONG_L;
    const lc_expr *here[LCK_MAX_RANK];
    const size_t n = lck_first_axis(w->product, LCK_ALONG_N);
    memcpy(here, crd, w->product->rank * sizeof *here);
    here[n] = lck_add_by(w, crd[n], width - 1);
    lck_if(&w->out, lck_making_inside(w, roles, here));
    store_inside(w, sums, first, scratch, crd, width);
    if (width > 1)
        lck_else(&w->out);
    for (int i = 0; i < width && width > 1; i++) {
        here[n] = lck_add_by(w, crd[n], i);
        lck_if(&w->out, lck_making_inside(w, roles, here));
        store_inside(w, sums, lck_add_by(w, first, i), scratch, here, 1);
        lck_end(&w->out);
    }
    lck_end(&w->out);
}
