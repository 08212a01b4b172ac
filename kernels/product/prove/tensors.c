/* tensors.c - what must hold of the tensors of a product: of C each place is written
 * once, elements lie in their buffers, and what moves as one is aligned, for all sizes.
 *
 *   injective(C), in_bounds(A, N), 0 <= offset
 *   vectors             (K) % 8 == 0 of strides and offsets
 *   tensor maps         the same, of 16 bytes; boxes of at most 256 along an axis, 5 axes
 *                       (CUDA Driver API, cuTensorMapEncodeTiled)
 */
#include "config.h"

#include "proofs.h"

#include <string.h>

#define MAP_STRIDES ((int64_t)1 << 40) /* bytes */
#define MAP_BOX 256

static bool within(lck_proofs *w, lck_factor tensor)
{
    lck_quantity offset = w->product->offset[tensor];
    return (lck_is_number(offset, 0) ||
            lck_claims(w, "0 <= %s", lck_told(w, lck_quantity_tree(w->plan, offset)))) &&
           lck_claims(w, "in_bounds(%s, %s)", lck_factor_layout(w, tensor),
                      lck_factor_span(w, tensor));
}

/* ---- what moves as one ---- */

/* Claims that a quantity is a multiple of n; for a number that is one, without a line in the
 * header. */
static bool is_multiple(lck_proofs *w, lck_quantity q, int64_t n)
{
    int64_t value;
    if (n == 1 || (lc_expr_is_int(q.expr, &value) && value % n == 0))
        return true;
    return lck_claims(w, "%s", lck_told(w, lck_multiple_tree(w->plan, q, n)));
}

/* Claims that the strides of a tensor, but that of one axis, and its offset are multiples of
 * n. */
static bool begin_at_multiples(lck_proofs *w, lck_factor tensor, size_t but, int64_t n)
{
    const lck_product *product = w->product;
    for (size_t k = 0; k < product->rank; k++)
        if (k != but && lck_factor_has(tensor, product->axis[k].role) &&
            !is_multiple(w, product->axis[k].stride[tensor], n))
            return false;
    return is_multiple(w, product->offset[tensor], n);
}

/* The axis along which a tensor is contiguous, as the recipe has it: C along n, or in boxes that
 * are turned along m. */
static bool contiguous(lck_proofs *w, lck_factor tensor, size_t *axis)
{
    bool is;
    if (tensor == LCK_C) {
        const bool turned = w->recipe->tma_store && w->out.turned;
        *axis = lck_first_axis(w->product, turned ? LCK_ALONG_M : LCK_ALONG_N);
        is = lck_is_number(w->product->axis[*axis].stride[LCK_C], 1);
    } else {
        *axis = w->stage[tensor].inner;
        is = w->stage[tensor].contiguous;
    }
    return lck_claim_found(w,
                           is                ? NULL
                           : tensor == LCK_C ? "its stride along n is not 1"
                                             : "it has no stride of 1",
                           "%s is contiguous along an axis", lck_factor_name(w, tensor));
}

static bool vectors_aligned(lck_proofs *w, lck_factor tensor)
{
    int n = w->recipe->vector[tensor];
    size_t axis;
    return n <= 1 || (contiguous(w, tensor, &axis) && begin_at_multiples(w, tensor, axis, n));
}

/* ---- tensor maps ---- */

static const int *box_of(const lck_proofs *w, lck_factor tensor)
{
    return tensor == LCK_C ? w->out.box : w->stage[tensor].box;
}

/* max(64,128) <= 256 */
static bool boxes_are_small(lck_proofs *w, lck_factor tensor)
{
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (lck_factor_has(tensor, w->product->axis[k].role))
            made = lcv_build_add(made, lcv_build_int(w->arena, box_of(w, tensor)[k]));
    const char *box = lck_told(w, made);
    return lck_claims(w, "rank(%s) <= %d", box, LCK_MAX_MAP_RANK) &&
           lck_claims(w, "max(%s) <= %d", box, MAP_BOX);
}

/* (K) * 2 < 1099511627776, where bounds of the sizes do not show it. */
static bool strides_are_small(lck_proofs *w, lck_factor tensor)
{
    for (size_t k = 0; k < w->product->rank; k++) {
        const lck_product_axis *a = &w->product->axis[k];
        if (lck_factor_has(tensor, a->role) && a->stride[tensor].expr->high >= MAP_STRIDES / 8 &&
            !lck_claims(w, "(%s) * %d < %lld",
                        lck_told(w, lck_quantity_tree(w->plan, a->stride[tensor])),
                        w->product->element[tensor]->bytes, (long long)MAP_STRIDES))
            return false;
    }
    return true;
}

/* TMA writes whole runs of 16 bytes: rows that it writes end with one. */
static bool mapped(lck_proofs *w, lck_factor tensor)
{
    int bytes = w->product->element[tensor]->bytes;
    size_t axis;
    return contiguous(w, tensor, &axis) && begin_at_multiples(w, tensor, axis, 16 / bytes) &&
           (tensor != LCK_C || is_multiple(w, w->product->axis[axis].extent, 16 / bytes)) &&
           strides_are_small(w, tensor) && boxes_are_small(w, tensor);
}

/* ---- all of them ---- */

bool lck_prove_tensors(lck_proofs *w)
{
    if (!lck_claims(w, "injective(%s)", lck_factor_layout(w, LCK_C)) || !within(w, LCK_A) ||
        !within(w, LCK_B) || !within(w, LCK_C))
        return false;
    bool tma = w->recipe->method == LCK_WGMMAS;
    for (int i = LCK_A; i <= LCK_C; i++) {
        bool map = tma && (i != LCK_C || w->recipe->tma_store);
        if (!(map ? mapped(w, (lck_factor)i) : vectors_aligned(w, (lck_factor)i)))
            return false;
    }
    return true;
}
