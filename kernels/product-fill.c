/* product-fill.c - stages are filled by loads and stores, through registers. */
#include "config.h"

#include "product-fill.h"

#include <string.h>

static bool has_axis(const lck_making *w, lck_factor tensor, size_t k)
{
    lck_role role = w->product->axis[k].role;
    return role == LCK_ALONG_K || role == (tensor == LCK_A ? LCK_ALONG_M : LCK_ALONG_N);
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
            if (k != f->along && has_axis(w, f->tensor, k) &&
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

static int64_t step_of(const lck_fill *f)
{
    return f->stage.step[f->along];
}

static int64_t swizzled_place(const lck_making *w, const lck_fill *f, int64_t number, int64_t e)
{
    int64_t crd[LCK_MAX_RANK];
    vector_at(w, f, number, crd);
    int64_t place = lck_tile_place(w->product, &f->stage, crd) + e * step_of(f);
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
            if (swizzled_place(w, f, q, e) != of_thread + of_i + e * step_of(f))
                return false;
    }
    return true;
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
        return lck_op_int(w, LC_EXPR_MOD, lck_op_int(w, LC_EXPR_DIV, q, low), extent);
    }
    const lc_expr *of_thread = low % threads == 0
                                   ? lck_int_of(w, 0)
                                   : lck_op_int(w, LC_EXPR_MOD,
                                                lck_op_int(w, LC_EXPR_DIV, thread, low), extent);
    const lc_expr *of_i = lck_int_of(w, 0);
    if (low % threads == 0)
        of_i = lck_op_int(w, LC_EXPR_MOD, lck_op_int(w, LC_EXPR_DIV, i, low / threads), extent);
    else if (threads % high != 0)
        of_i = lck_op_int(w, LC_EXPR_MUL, lck_op_int(w, LC_EXPR_MOD, i, high / threads),
                          threads / low);
    return lck_op_of(w, LC_EXPR_ADD, of_thread, of_i);
}

static bool coordinates(lck_making *w, const lck_fill *f, const lc_expr *thread, const lc_expr *i,
                        const lc_expr **in)
{
    size_t order[LCK_MAX_RANK], n = order_axes(w, f, order);
    int64_t low = 1;
    for (size_t k = 0; k < w->product->rank; k++)
        in[k] = lck_int_of(w, 0);
    for (size_t j = 0; j < n; j++) {
        size_t k = order[j];
        int64_t extent = vectors_along(w, f, k);
        const lc_expr *digit = digit_of(w, f, thread, i, low, extent);
        in[k] = lck_op_int(w, LC_EXPR_MUL, digit, k == f->along ? f->width : 1);
        if (!in[k])
            return false;
        low *= extent;
    }
    return true;
}

static const lc_expr *stage_place(lck_making *w, const lck_fill *f, const lc_expr *const *in)
{
    const lck_tile_stage *s = &f->stage;
    const lc_expr *place = lck_int_of(w, 0);
    for (size_t k = 0; k < w->product->rank; k++) {
        if (k == s->inner && s->inner_chunks > 1) {
            place = lck_op_of(w, LC_EXPR_ADD, place, lck_op_int(w, LC_EXPR_MOD, in[k], s->chunk));
            place = lc_expr_add_scaled(w->x, place, s->chunk * s->rows,
                                       lck_op_int(w, LC_EXPR_DIV, in[k], s->chunk));
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
    const lc_expr *bits = lck_op_int(w, LC_EXPR_DIV, offset, (int64_t)1 << (s.m + s.s));
    bits = lck_op_int(w, LC_EXPR_MOD, bits, (int64_t)1 << s.b);
    return lck_op_of(w, LC_EXPR_XOR, offset, lck_op_int(w, LC_EXPR_MUL, bits, (int64_t)1 << s.m));
}

/* The place in the tensor of what begins at these coordinates, in the tile or in a vector: without
 * where the tile begins. */
static const lc_expr *steps_in(lck_making *w, const lck_fill *f, const lc_expr *const *in)
{
    const lc_expr *place = lck_int_of(w, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (has_axis(w, f->tensor, k))
            place = lck_op_of(w, LC_EXPR_ADD, place,
                              lck_op_of(w, LC_EXPR_MUL, in[k], w->stride[f->tensor][k]));
    return place;
}

/* ---- begin ---- */

static const lc_expr *tile_place(lck_making *w, const lck_fill *f)
{
    const lc_expr *place = w->kernel->array[f->tensor].offset;
    for (size_t k = 0; k < w->product->rank; k++) {
        lck_role role = w->product->axis[k].role;
        if (role == LCK_ALONG_L || (role != LCK_ALONG_K && has_axis(w, f->tensor, k)))
            place = lck_op_of(w, LC_EXPR_ADD, place,
                              lck_op_of(w, LC_EXPR_MUL, w->at[k], w->stride[f->tensor][k]));
    }
    return place;
}

static const lc_expr *ends_inside(lck_making *w, const lck_fill *f, bool contracted)
{
    const lc_expr *whole = lck_int_of(w, 1);
    for (size_t k = 0; k < w->product->rank; k++)
        if (has_axis(w, f->tensor, k) &&
            (w->product->axis[k].role == LCK_ALONG_K) == contracted) {
            const lc_expr *end = lck_op_int(w, LC_EXPR_ADD, w->at[k], w->recipe->tile[k]);
            whole = lck_op_of(w, LC_EXPR_ALL, whole, lck_op_of(w, LC_EXPR_LE, end, w->extent[k]));
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
}

bool lck_fill_begin(lck_making *w, lck_factor tensor, int array, lck_fill *out)
{
    bool is_a = tensor == LCK_A;
    *out = (lck_fill){.tensor = tensor, .array = array};
    lck_product_stage(w->product, w->recipe, tensor, &out->stage);
    choose_vectors(w, out);
    const lc_expr *zero = lck_int_of(w, 0);
    const lc_expr *thread = out->apart ? w->kernel->thread : zero;
    if (!coordinates(w, out, thread, zero, out->in))
        return false;
    for (size_t k = 0; k < w->product->rank; k++)
        out->in[k] = lck_name_of(w, is_a ? "in_a" : "in_b", out->in[k]);
    const lc_expr *from = lck_op_of(w, LC_EXPR_ADD, tile_place(w, out),
                                    steps_in(w, out, out->in));
    out->from = lck_name_of(w, is_a ? "from_a" : "from_b", from);
    const lc_expr *to = lck_swizzled(w, out->stage.swizzle, stage_place(w, out, out->in));
    out->to = lck_name_of(w, is_a ? "to_a" : "to_b", to);
    out->whole = lck_name_of(w, is_a ? "whole_a" : "whole_b", ends_inside(w, out, false));
    return out->from && out->to && out->whole;
}

/* ---- one vector ---- */

/* A vector of the thread, in a loop over them. */
typedef struct {
    const lc_expr *i, *in[LCK_MAX_RANK]; /* coordinates in the tile; of i alone, if apart */
    const lc_expr *from;                 /* its place in the tensor */
} vector;

/* Where the k block is, as a variable. */
static const lc_expr *block_place(lck_making *w, const lck_fill *f)
{
    const lc_expr *place = lck_int_of(w, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (w->product->axis[k].role == LCK_ALONG_K)
            place = lck_op_of(w, LC_EXPR_ADD, place,
                              lck_op_of(w, LC_EXPR_MUL, w->at[k], w->stride[f->tensor][k]));
    return lck_name_of(w, f->tensor == LCK_A ? "block_a" : "block_b", place);
}

/* Opens the loop over the vectors of a thread. */
static bool open_vectors(lck_making *w, const lck_fill *f, vector *v)
{
    *v = (vector){.i = lck_count_of(w, "i", lck_int_of(w, f->count))};
    lck_for(&w->out, v->i, f->count);
    if (!coordinates(w, f, f->apart ? lck_int_of(w, 0) : w->kernel->thread, v->i, v->in))
        return false;
    if (f->vectors != f->count * w->kernel->threads) {
        const lc_expr *number = lc_expr_add_scaled(w->x, w->kernel->thread, w->kernel->threads,
                                                   v->i);
        lck_if(&w->out, lck_op_int(w, LC_EXPR_LT, number, f->vectors));
    }
    return true;
}

static void close_vectors(lck_making *w, const lck_fill *f)
{
    if (f->vectors != f->count * w->kernel->threads)
        lck_end(&w->out);
    lck_end(&w->out);
}

/* Register e of a vector. */
static const lc_expr *register_of(lck_making *w, const lck_fill *f, const vector *v, int e)
{
    return lck_op_int(w, LC_EXPR_ADD, lck_op_int(w, LC_EXPR_MUL, v->i, f->width), e);
}

static void load_vector(lck_making *w, const lck_fill *f, const vector *v, int file)
{
    lck_load(&w->out, f->tensor, v->from, file, register_of(w, f, v, 0), 1, f->width);
}

/* Is the element inside, e elements along the vector? */
static const lc_expr *is_inside(lck_making *w, const lck_fill *f, const vector *v, int e)
{
    const lc_expr *inside = lck_int_of(w, 1);
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!has_axis(w, f->tensor, k))
            continue;
        const lc_expr *crd = lck_op_of(w, LC_EXPR_ADD, w->at[k],
                                       lck_op_of(w, LC_EXPR_ADD, f->in[k], v->in[k]));
        crd = lck_op_int(w, LC_EXPR_ADD, crd, k == f->along ? e : 0);
        inside = lck_op_of(w, LC_EXPR_ALL, inside, lck_op_of(w, LC_EXPR_LT, crd, w->extent[k]));
    }
    return inside;
}

/* One element of it, or 0. */
static void load_element(lck_making *w, const lck_fill *f, const vector *v, int file, int e)
{
    const lc_expr *at = register_of(w, f, v, e);
    lck_if(&w->out, is_inside(w, f, v, e));
    lck_load(&w->out, f->tensor, lck_op_int(w, LC_EXPR_ADD, v->from, e), file, at, 1, 1);
    lck_else(&w->out);
    lck_zero(&w->out, (lck_register){file, at});
    lck_end(&w->out);
}

static void load_guarded(lck_making *w, const lck_fill *f, const vector *v, int file)
{
    if (f->width > 1) {
        lck_if(&w->out, is_inside(w, f, v, f->width - 1));
        load_vector(w, f, v, file);
        lck_else(&w->out);
    }
    for (int e = 0; e < f->width; e++)
        load_element(w, f, v, file, e);
    if (f->width > 1)
        lck_end(&w->out);
}

/* ---- all of them ---- */

int lck_fill_registers(const lck_fill *f)
{
    return (int)f->count * f->width;
}

static void load_all(lck_making *w, const lck_fill *f, int file, const lc_expr *block,
                     bool guarded)
{
    vector v;
    if (!open_vectors(w, f, &v)) {
        w->out.failed = true;
        return;
    }
    v.from = lck_op_of(w, LC_EXPR_ADD, lck_op_of(w, LC_EXPR_ADD, f->from, block),
                       steps_in(w, f, v.in));
    if (guarded)
        load_guarded(w, f, &v, file);
    else
        load_vector(w, f, &v, file);
    close_vectors(w, f);
}

void lck_fill_load(lck_making *w, const lck_fill *f, int file)
{
    const lc_expr *whole = lck_op_of(w, LC_EXPR_ALL, f->whole, ends_inside(w, f, true));
    const lc_expr *block = block_place(w, f);
    int64_t always;
    if (lc_expr_is_int(whole, &always) && always) {
        load_all(w, f, file, block, false);
        return;
    }
    lck_if(&w->out, whole);
    load_all(w, f, file, block, false);
    lck_else(&w->out);
    load_all(w, f, file, block, true);
    lck_end(&w->out);
}

/* The place of element e of a vector in a stage. */
static const lc_expr *put_place(lck_making *w, const lck_fill *f, const vector *v, int e)
{
    int64_t step = e * step_of(f);
    if (f->apart)
        return lck_op_of(w, LC_EXPR_ADD, f->to,
                         lck_op_int(w, LC_EXPR_ADD, stage_place(w, f, v->in), step));
    const lc_expr *place = lck_op_int(w, LC_EXPR_ADD, stage_place(w, f, v->in), step);
    return lck_swizzled(w, f->stage.swizzle, place);
}

/* Do vectors stay whole in a stage, from multiples of their length on? */
static bool puts_vectors(const lck_making *w, const lck_fill *f)
{
    for (int64_t q = 0; q < f->vectors; q++) {
        int64_t first = swizzled_place(w, f, q, 0);
        for (int e = 0; e < f->width; e++)
            if (first % f->width != 0 || swizzled_place(w, f, q, e) != first + e)
                return false;
    }
    return f->stage.elements % f->width == 0;
}

void lck_fill_put(lck_making *w, const lck_fill *f, int file, const lc_expr *slot)
{
    vector v;
    if (!open_vectors(w, f, &v)) {
        w->out.failed = true;
        return;
    }
    bool whole = puts_vectors(w, f);
    for (int e = 0; e < (whole ? 1 : f->width); e++)
        lck_store(&w->out, f->array, lck_op_of(w, LC_EXPR_ADD, slot, put_place(w, f, &v, e)),
                  file, register_of(w, f, &v, e), 1, whole ? f->width : 1);
    close_vectors(w, f);
}
