/* fill.c - which vectors of a stage a thread takes, and where they are. */
#include "config.h"

#include "fill.h"

#include <string.h>

bool lck_fill_has(const lck_making *w, lck_factor tensor, size_t k)
{
    lck_role role = w->product->axis[k].role;
    return role != LCK_ALONG_L && lck_factor_has(tensor, role);
}

/* ---- which elements a thread takes ---- */

/* The axes in the order of the numbers of vectors. */
static size_t order_axes(const lck_making *w, const lck_fill *f, size_t *order)
{
    size_t n = 0;
    lck_role role = w->product->axis[f->along].role;
    order[n++] = f->along;
    for (int same = 1; same >= 0; same--)
        for (size_t k = 0; k < w->product->rank; k++)
            if (k != f->along && lck_fill_has(w, f->tensor, k) &&
                (w->product->axis[k].role == role) == same)
                order[n++] = k;
    return n;
}

/* Vectors of a stage along an axis. */
static int64_t vectors_along(const lck_making *w, const lck_fill *f, size_t k)
{
    return w->recipe->tile[k] / (k == f->along ? f->width : 1);
}

/* The coordinates in the tile of a vector. */
static void vector_at(const lck_making *w, const lck_fill *f, int64_t number, int64_t *crd)
{
    size_t order[LCK_MAX_RANK], n = order_axes(w, f, order);
    memset(crd, 0, LCK_MAX_RANK * sizeof *crd);
    for (size_t i = 0; i < n; i++) {
        int64_t along = vectors_along(w, f, order[i]);
        crd[order[i]] = number % along * (order[i] == f->along ? f->width : 1);
        number /= along;
    }
}

int64_t lck_fill_step(const lck_fill *f)
{
    return f->stage.step[f->along];
}

static int64_t swizzled_place(const lck_making *w, const lck_fill *f, int64_t number, int64_t e)
{
    int64_t crd[LCK_MAX_RANK];
    vector_at(w, f, number, crd);
    int64_t place = lck_tile_place(w->product, &f->stage, crd) + e * lck_fill_step(f);
    return (int64_t)lc_swizzle_apply_word(f->stage.swizzle, (uint64_t)place);
}

static int64_t plain_place(const lck_making *w, const lck_fill *f, int64_t number)
{
    int64_t crd[LCK_MAX_RANK];
    vector_at(w, f, number, crd);
    return lck_tile_place(w->product, &f->stage, crd);
}

/* Does each digit of a vector's number depend on the thread alone, or on i alone, or is it a sum
 * without a carry? */
static bool digits_are_apart(const lck_making *w, const lck_fill *f)
{
    size_t order[LCK_MAX_RANK], n = order_axes(w, f, order);
    int64_t threads = w->kernel->threads, low = 1;
    for (size_t i = 0; i < n; i++) {
        int64_t high = low * vectors_along(w, f, order[i]);
        if (threads % high != 0 && low % threads != 0 &&
            (threads % low != 0 || high % threads != 0))
            return false;
        low = high;
    }
    return true;
}

/* Is the place of every element the sum of that of the thread, of that of i, and of its place in
 * the vector? */
static bool places_are_apart(const lck_making *w, const lck_fill *f)
{
    int64_t threads = w->kernel->threads;
    if (!digits_are_apart(w, f))
        return false;
    for (int64_t q = 0; q < f->vectors; q++) {
        int64_t of_thread = swizzled_place(w, f, q % threads, 0);
        int64_t of_i = plain_place(w, f, q / threads * threads);
        for (int e = 0; e < f->width; e++)
            if (swizzled_place(w, f, q, e) != of_thread + of_i + e * lck_fill_step(f))
                return false;
    }
    return true;
}

bool lck_fill_keeps_vectors(const lck_making *w, const lck_fill *f)
{
    for (int64_t q = 0; q < f->vectors; q++) {
        int64_t first = swizzled_place(w, f, q, 0);
        for (int e = 0; e < f->width; e++)
            if (first % f->width != 0 || swizzled_place(w, f, q, e) != first + e)
                return false;
    }
    return f->stage.elements % f->width == 0;
}

/* ---- the same as expressions ---- */

/* A digit of thread + i * threads, of `extent` values from `low` on; the part of the thread, or
 * that of i, if they are apart. */
static const lc_expr *digit_of(lck_making *w, const lck_fill *f, const lc_expr *thread,
                               const lc_expr *i, int64_t low, int64_t extent)
{
    int64_t threads = w->kernel->threads, high = low * extent;
    if (!f->apart) {
        const lc_expr *q = lc_expr_add_scaled(w->x, thread, threads, i);
        return lck_mod_by(w, lck_div_by(w, q, low), extent);
    }
    const lc_expr *of_thread = low % threads == 0
                                   ? lck_int(w, 0)
                                   : lck_mod_by(w, lck_div_by(w, thread, low), extent);
    const lc_expr *of_i = lck_int(w, 0);
    if (low % threads == 0)
        of_i = lck_mod_by(w, lck_div_by(w, i, low / threads), extent);
    else if (threads % high != 0)
        of_i = lck_mul_by(w, lck_mod_by(w, i, high / threads), threads / low);
    return lck_add(w, of_thread, of_i);
}

bool lck_fill_crd(lck_making *w, const lck_fill *f, const lc_expr *thread, const lc_expr *i,
                  const lc_expr **in)
{
    size_t order[LCK_MAX_RANK], n = order_axes(w, f, order);
    int64_t low = 1;
    for (size_t k = 0; k < w->product->rank; k++)
        in[k] = lck_int(w, 0);
    for (size_t j = 0; j < n; j++) {
        size_t k = order[j];
        int64_t extent = vectors_along(w, f, k);
        const lc_expr *digit = digit_of(w, f, thread, i, low, extent);
        in[k] = lck_mul_by(w, digit, k == f->along ? f->width : 1);
        if (!in[k])
            return false;
        low *= extent;
    }
    return true;
}

const lc_expr *lck_stage_place(lck_making *w, const lck_tile_stage *s, const lc_expr *const *in)
{
    const lc_expr *place = lck_int(w, 0);
    for (size_t k = 0; k < w->product->rank; k++) {
        if (k == s->inner && s->inner_chunks > 1) {
            place = lck_add(w, place, lck_mod_by(w, in[k], s->chunk));
            place = lc_expr_add_scaled(w->x, place, s->chunk * s->rows,
                                       lck_div_by(w, in[k], s->chunk));
        } else {
            place = lc_expr_add_scaled(w->x, place, s->step[k], in[k]);
        }
    }
    return place;
}

const lc_expr *lck_swizzled(lck_making *w, lc_swizzle s, const lc_expr *offset)
{
    if (s.b == 0)
        return offset;
    const lc_expr *bits = lck_div_by(w, offset, (int64_t)1 << (s.m + s.s));
    bits = lck_mod_by(w, bits, (int64_t)1 << s.b);
    return lck_xor(w, offset, lck_mul_by(w, bits, (int64_t)1 << s.m));
}

const lc_expr *lck_fill_from(lck_making *w, const lck_fill *f, const lc_expr *const *in)
{
    const lc_expr *place = lck_int(w, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (lck_fill_has(w, f->tensor, k))
            place = lck_add(w, place, lck_mul(w, in[k], w->stride[f->tensor][k]));
    return place;
}

/* ---- begin ---- */

static const lc_expr *tile_place(lck_making *w, const lck_fill *f)
{
    const lc_expr *place = w->kernel->array[f->tensor].offset;
    for (size_t k = 0; k < w->product->rank; k++) {
        lck_role role = w->product->axis[k].role;
        if (role == LCK_ALONG_L || (role != LCK_ALONG_K && lck_fill_has(w, f->tensor, k)))
            place = lck_add(w, place, lck_mul(w, w->at[k], w->stride[f->tensor][k]));
    }
    return place;
}

const lc_expr *lck_fill_ends(lck_making *w, const lck_fill *f, bool contracted)
{
    const lc_expr *whole = lck_int(w, 1);
    for (size_t k = 0; k < w->product->rank; k++)
        if (lck_fill_has(w, f->tensor, k) &&
            (w->product->axis[k].role == LCK_ALONG_K) == contracted) {
            const lc_expr *end = lck_add_by(w, w->at[k], w->recipe->tile[k]);
            whole = lck_all(w, whole, lck_le(w, end, w->extent[k]));
        }
    return whole;
}

static void choose_vectors(lck_making *w, lck_fill *f)
{
    const lck_recipe *recipe = w->recipe;
    int64_t threads = w->kernel->threads;
    f->along = f->stage.inner;
    f->width = recipe->vector[f->tensor];
    if (!f->stage.contiguous || f->width < 1 || recipe->tile[f->along] % f->width != 0)
        f->width = 1;
    f->vectors = f->stage.elements / f->width;
    f->count = (f->vectors + threads - 1) / threads;
    int bytes = f->width * f->stage.element->bytes;
    if (w->kernel->alignment < bytes)
        w->kernel->alignment = bytes;
    f->apart = places_are_apart(w, f);
    f->copies = bytes >= 4 && lck_fill_keeps_vectors(w, f);
}

bool lck_fill_begin(lck_making *w, lck_factor tensor, int array, lck_fill *out)
{
    bool is_a = tensor == LCK_A;
    *out = (lck_fill){.tensor = tensor, .array = array};
    lck_product_stage(w->product, w->recipe, tensor, &out->stage);
    choose_vectors(w, out);
    const lc_expr *zero = lck_int(w, 0);
    const lc_expr *thread = out->apart ? w->kernel->thread : zero;
    if (!lck_fill_crd(w, out, thread, zero, out->in))
        return false;
    for (size_t k = 0; k < w->product->rank; k++)
        out->in[k] = lck_name_of(w, is_a ? "in_a" : "in_b", out->in[k]);
    const lc_expr *from = lck_add(w, tile_place(w, out), lck_fill_from(w, out, out->in));
    out->from = lck_name_of(w, is_a ? "from_a" : "from_b", from);
    const lc_expr *to = lck_swizzled(w, out->stage.swizzle,
                                     lck_stage_place(w, &out->stage, out->in));
    out->to = lck_name_of(w, is_a ? "to_a" : "to_b", to);
    out->whole = lck_name_of(w, is_a ? "whole_a" : "whole_b", lck_fill_ends(w, out, false));
    return out->from && out->to && out->whole;
}

/* The k blocks that are whole: those below the whole ones of the last axis, if all blocks of the
 * other axes are. */
static const lc_expr *whole_blocks(lck_making *w)
{
    size_t last = 0;
    const lc_expr *blocks = lck_int(w, 1), *even = lck_int(w, 1);
    for (size_t k = 0; k < w->product->rank; k++)
        last = w->product->axis[k].role == LCK_ALONG_K ? k : last;
    for (size_t k = 0; k < w->product->rank; k++) {
        if (w->product->axis[k].role != LCK_ALONG_K)
            continue;
        int64_t tile = w->recipe->tile[k];
        blocks = lck_mul(w, blocks, lck_div_by(w, w->extent[k], tile));
        const lc_expr *rest = lck_mod_by(w, w->extent[k], tile);
        if (k != last)
            even = lck_all(w, even, lck_eq_by(w, rest, 0));
    }
    return lc_expr_select(w->x, even, blocks, lck_int(w, 0));
}

const lc_expr *lck_fill_blocks_inside(lck_making *w, const lck_fill *fill, int ahead)
{
    const lc_expr *blocks = lck_sub_by(w, whole_blocks(w), ahead);
    blocks = lck_max_by(w, blocks, 0);
    const lc_expr *whole = lck_all(w, fill[LCK_A].whole, fill[LCK_B].whole);
    return lck_name_of(w, "blocks_inside", lc_expr_select(w->x, whole, blocks, lck_int(w, 0)));
}
