/* move.c - stages are filled: by loads and stores through registers, or by copies. */
#include "config.h"

#include "fill.h"

/* ---- one vector ---- */

/* A vector of the thread, in a loop over them. */
typedef struct {
    const lc_expr *i, *in[LCK_MAX_RANK]; /* coordinates in the tile; of i alone, if apart */
    const lc_expr *from;                 /* its place in the tensor */
} vector;

/* Where the k block is in the tensor, as a variable. */
static const lc_expr *block_place(lck_making *w, const lck_fill *f)
{
    const lc_expr *place = lck_int(w, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (w->product->axis[k].role == LCK_ALONG_K)
            place = lck_add(w, place, lck_mul(w, w->at[k], w->stride[f->tensor][k]));
    return lck_name_of(w, f->tensor == LCK_A ? "block_a" : "block_b", place);
}

/* Opens the loop over the vectors `part`, part + parts, .. of a thread; false: there are none, or
 * there is an error. */
static bool open_vectors(lck_making *w, const lck_fill *f, int part, int parts, vector *v)
{
    int64_t count = (f->count - part + parts - 1) / parts;
    if (count <= 0)
        return false;
    const lc_expr *i = lck_count_of(w, "i", lck_int(w, count));
    lck_for(&w->out, i, count);
    *v = (vector){.i = lc_expr_add_scaled(w->x, lck_int(w, part), parts, i)};
    if (!v->i || !lck_fill_crd(w, f, f->apart ? lck_int(w, 0) : w->kernel->thread, v->i, v->in)) {
        w->out.failed = true;
        return false;
    }
    if (f->vectors != f->count * w->kernel->threads) {
        const lc_expr *number = lc_expr_add_scaled(w->x, w->kernel->thread, w->kernel->threads,
                                                   v->i);
        lck_if(&w->out, lck_lt_by(w, number, f->vectors));
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
    return lck_add_by(w, lck_mul_by(w, v->i, f->width), e);
}

static void load_vector(lck_making *w, const lck_fill *f, const vector *v, int file)
{
    lck_load(&w->out, f->tensor, v->from, file, register_of(w, f, v, 0), 1, f->width);
}

/* Is the element inside, e elements along the vector? */
static const lc_expr *is_inside(lck_making *w, const lck_fill *f, const vector *v, int e)
{
    const lc_expr *inside = lck_int(w, 1);
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!lck_fill_has(w, f->tensor, k))
            continue;
        const lc_expr *crd = lck_add(w, w->at[k], lck_add(w, f->in[k], v->in[k]));
        crd = lck_add_by(w, crd, k == f->along ? e : 0);
        inside = lck_all(w, inside, lck_lt(w, crd, w->extent[k]));
    }
    return inside;
}

/* One element of it, or 0. */
static void load_element(lck_making *w, const lck_fill *f, const vector *v, int file, int e)
{
    const lc_expr *at = register_of(w, f, v, e);
    lck_if(&w->out, is_inside(w, f, v, e));
    lck_load(&w->out, f->tensor, lck_add_by(w, v->from, e), file, at, 1, 1);
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
    if (!open_vectors(w, f, 0, 1, &v))
        return;
    v.from = lck_add(w, lck_add(w, f->from, block), lck_fill_from(w, f, v.in));
    if (guarded)
        load_guarded(w, f, &v, file);
    else
        load_vector(w, f, &v, file);
    close_vectors(w, f);
}

/* Is all of the stage inside? 1: known to be. */
static const lc_expr *all_inside(lck_making *w, const lck_fill *f)
{
    return lck_all(w, f->whole, lck_fill_ends(w, f, true));
}

static bool is_known(const lc_expr *condition)
{
    int64_t value;
    return lc_expr_is_int(condition, &value) && value;
}

void lck_fill_load(lck_making *w, const lck_fill *f, int file, bool inside)
{
    const lc_expr *whole = all_inside(w, f), *block = block_place(w, f);
    if (inside || is_known(whole)) {
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
    int64_t step = e * lck_fill_step(f);
    if (f->apart)
        return lck_add(w, f->to, lck_add_by(w, lck_stage_place(w, &f->stage, v->in), step));
    const lc_expr *place = lck_add_by(w, lck_stage_place(w, &f->stage, v->in), step);
    return lck_swizzled(w, f->stage.swizzle, place);
}

void lck_fill_put(lck_making *w, const lck_fill *f, int file, const lc_expr *slot)
{
    vector v;
    if (!open_vectors(w, f, 0, 1, &v))
        return;
    bool whole = lck_fill_keeps_vectors(w, f);
    for (int e = 0; e < (whole ? 1 : f->width); e++)
        lck_store(&w->out, f->array, lck_add(w, slot, put_place(w, f, &v, e)), file,
                  register_of(w, f, &v, e), 1, whole ? f->width : 1);
    close_vectors(w, f);
}

/* ---- copies ---- */

/* Elements of a vector that are inside. */
static const lc_expr *present(lck_making *w, const lck_fill *f, const vector *v)
{
    const lc_expr *inside = lck_int(w, 1), *left = lck_int(w, f->width);
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!lck_fill_has(w, f->tensor, k))
            continue;
        const lc_expr *crd = lck_add(w, w->at[k], lck_add(w, f->in[k], v->in[k]));
        if (k == f->along && f->width > 1)
            left = lck_min_by(w, lck_max_by(w, lck_sub(w, w->extent[k], crd), 0), f->width);
        else
            inside = lck_all(w, inside, lck_lt(w, crd, w->extent[k]));
    }
    return lc_expr_select(w->x, inside, left, lck_int(w, 0));
}

void lck_fill_copy(lck_making *w, const lck_fill *f, const lc_expr *slot, int part, int parts,
                   bool inside)
{
    vector v;
    const lc_expr *block = block_place(w, f);
    if (!open_vectors(w, f, part, parts, &v))
        return;
    v.from = lck_add(w, lck_add(w, f->from, block), lck_fill_from(w, f, v.in));
    lck_place from = {f->tensor, v.from};
    lck_place to = {f->array, lck_add(w, slot, put_place(w, f, &v, 0))};
    bool whole = inside || is_known(all_inside(w, f));
    lck_copy_async(&w->out, to, from, f->width, whole ? NULL : present(w, f, &v));
    close_vectors(w, f);
}
