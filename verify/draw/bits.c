/* bits.c - matrices over F2. */
#include "config.h"

#include "looks.h"

#include "../value/text.h"

/* The matrix under way. */
typedef struct {
    lc_ctx *ctx;
    const lcv_function *f;
    const lc_linear *l; /* which names the bits; or NULL */
    unsigned rows, columns;
    bool shifted; /* the last column is the value at 0 */
} bits;

static unsigned length(uint64_t word)
{
    return word == 0 ? 0 : 64 - (unsigned)__builtin_clzll(word);
}

static void measure(bits *b)
{
    uint64_t all = b->f->base;
    for (unsigned j = 0; j < b->f->map.cols; j++)
        all |= b->f->map.column[j];
    b->shifted = b->f->base != 0;
    b->columns = b->f->map.cols + b->shifted;
    b->rows = b->l ? lc_linear_out_bits(b->l) : length(all);
}

static bool fill(const bits *b, lcv_figure *f)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < b->rows; i++)
        for (unsigned j = 0; ok && j < b->columns; j++) {
            uint64_t word = j < b->f->map.cols ? b->f->map.column[j] : b->f->base;
            bool one = (word >> i & 1) != 0;
            lcv_cell *cell = lcv_figure_cell(f, i, j);
            cell->tone = one ? (int)j : LCV_NO_TONE;
            cell->marks = one ? 0 : LCV_MARK_FAINT;
            ok = lcv_cell_text(b->ctx, cell, one ? "1" : "0");
        }
    return ok;
}

/* 0, 1, ... from the bit of each dim, or of all; "+" for the value at 0. */
static bool label_bits(const bits *b, lcv_axis *axis, bool in, size_t ndims)
{
    lc_ctx *ctx = b->ctx;
    lcv_label *bit = lc_frame_alloc(ctx, axis->size + 1, sizeof *bit);
    lcv_label *dim = lc_frame_alloc(ctx, axis->size + 1, sizeof *dim);
    size_t n = 0, named = 0;
    for (size_t d = 0; bit && dim && d < ndims; d++) {
        lc_dim of = in ? lc_linear_in_dim(b->l, d) : lc_linear_out_dim(b->l, d);
        if (of.bits > 0 && n > 0)
            axis->rule[n] = LCV_RULE_TILE;
        if (of.bits > 0)
            dim[named++] = (lcv_label){of.bits, lcv_kept(ctx, lcv_text(ctx, "%s", of.name))};
        for (unsigned k = 0; k < of.bits; k++)
            bit[n++] = (lcv_label){1, lcv_kept(ctx, lcv_text(ctx, "%z", (size_t)k))};
    }
    size_t all = axis->size - (in && b->shifted);
    for (; bit && dim && n < all; n++)
        bit[n] = (lcv_label){1, lcv_kept(ctx, lcv_text(ctx, "%z", n))};
    if (bit && dim && n < axis->size) {
        axis->rule[n] = LCV_RULE_BLOCK;
        bit[n++] = (lcv_label){1, lcv_kept(ctx, lcv_text(ctx, "+"))};
    }
    if (!bit || !dim || !lcv_axis_labels(ctx, axis, n, bit))
        return false;
    return named == 0 || lcv_axis_labels(ctx, axis, named, dim);
}

lcv_figure *lcv_draw_bits(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_shown s;
    (void)how;
    if (!lcv_shown_open(r, v, &s))
        return NULL;
    if (!s.f.affine)
        lcv_function_find_matrix(ctx, &s.f);
    if (!s.f.affine)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s is not drawn as bits: it is not affine over F2; expected a size that "
                       "is a power of two and values whose bits add without a carry",
                       lcv_value_describe(v));
    bits b = {.ctx = ctx, .f = &s.f};
    b.l = s.f.value->kind == LCV_LINEAR ? s.f.value->linear : NULL;
    measure(&b);
    if (b.rows == 0 || b.columns == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "%s has no bits to be drawn", lcv_value_describe(v));
    char *title = lcv_named(r, NULL, v);
    lcv_figure *f = title ? lcv_figure_grid(ctx, title, b.rows, b.columns) : NULL;
    if (f && fill(&b, f) && label_bits(&b, &f->row, false, b.l ? lc_linear_nouts(b.l) : 0) &&
        label_bits(&b, &f->column, true, b.l ? lc_linear_nins(b.l) : 0))
        return f;
    lcv_figure_free(f);
    return NULL;
}
