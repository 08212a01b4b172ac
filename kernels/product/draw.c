/* draw.c - the picture of a product: its steps, the threads that hold the sums of a tile
 * of C, and the atom, A and B around C. */
#include "config.h"

#include "draw.h"

#include <inttypes.h>

#include "../../verify/draw/product.h"
#include "../../verify/draw/tile.h"
#include "lower/stages.h"

#define ATOMS "sm90" /* the file that has the atoms of all methods */

/* ---- steps ---- */

static lcv_figure *draw_steps(lc_ctx *ctx, const lck_recipe *recipe, const lck_kernel *kernel)
{
    static const char *const method[] = {"multiply-adds", "mma", "wgmma"};
    lc_text text = {0};
    lc_text_printf(&text, "%s\n", kernel->making ? kernel->making : "");
    lc_text_printf(&text, "a block of %d threads makes a tile of C, %" PRId64 " by %" PRId64 "\n",
                   kernel->threads, recipe->extent[0], recipe->extent[1]);
    lc_text_printf(&text, "for each tile of k, %" PRId64 " deep:\n", recipe->extent[2]);
    lc_text_printf(&text,
                   "  1 A, %" PRId64 " by %" PRId64 ", and B, %" PRId64 " by %" PRId64
                   ", go to shared memory%s\n",
                   recipe->extent[0], recipe->extent[2], recipe->extent[1], recipe->extent[2],
                   recipe->stages > 1 ? ", while others are multiplied" : "");
    if (recipe->method == LCK_FMA)
        lc_text_printf(&text, "  2 threads add products by %s\n", method[recipe->method]);
    else
        lc_text_printf(&text, "  2 %s add products by %s, m %d, n %d, k %d\n",
                       recipe->method == LCK_WGMMAS ? "warpgroups" : "warps",
                       method[recipe->method], recipe->atom.m, recipe->atom.n, recipe->atom.k);
    lc_text_add(&text, "then the sums are stored to C\n");
    char *lines = lcv_kept(ctx, lc_text_take(ctx, &text));
    return lines ? lcv_figure_lines(ctx, NULL, lines) : NULL;
}

/* ---- values ---- */

/* The value of a text in the scope of the library; kept. NULL without an error. */
static lcv_value *value_of(lcv_planning *p, const char *text)
{
    lcv_diag ignored = {0};
    lcv_eval at = *p->e;
    lcv_planning asked = *p;
    at.diag = &ignored;
    asked.e = &at;
    lcv_value *v = text ? lcv_planning_library(&asked, ATOMS, text) : NULL;
    lcv_diag_clear(&ignored);
    lc_ctx_reset(p->e->ctx);
    return v;
}

static void add_modes(lc_text *text, size_t n, const lck_mode *mode, int64_t rows, bool steps)
{
    lc_text_add(text, "(");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(text, "%s%" PRId64, i > 0 ? "," : "",
                       steps ? mode[i].step[0] + rows * mode[i].step[1] : mode[i].extent);
    lc_text_add(text, ")");
}

/* The sums of threads as places in (M,N): "((8,4),(2,4)):((..),(..))"; kept. */
static char *text_of_part(lc_ctx *ctx, const lck_part *part, int64_t rows)
{
    lc_text text = {0};
    for (int steps = 0; steps < 2; steps++) {
        lc_text_add(&text, steps ? ":(" : "(");
        add_modes(&text, part->nthreads, part->thread, rows, steps != 0);
        lc_text_add(&text, ",");
        add_modes(&text, part->nvalues, part->value, rows, steps != 0);
        lc_text_add(&text, ")");
    }
    return lcv_kept(ctx, lc_text_take(ctx, &text));
}

/* ---- pictures ---- */

static lcv_figure *draw_sums(const lck_product *product, const lck_recipe *recipe,
                             lcv_planning *p)
{
    lc_ctx *ctx = p->e->ctx;
    lck_part part;
    lcv_holders h;
    const lc_int extent[2] = {lc_int_si(ctx, recipe->extent[0]),
                              lc_int_si(ctx, recipe->extent[1])};
    lc_tuple *tile = lcv_kept(ctx, lc_tuple_flat(ctx, 2, extent));
    if (!tile || !lck_product_sums(product, recipe, &part))
        return NULL;
    lcv_value *tv = value_of(p, text_of_part(ctx, &part, recipe->extent[0]));
    return tv && lcv_holders_open(p->e->r, tv, tile, &h)
               ? lcv_holders_grids(&h, "a tile of C: the threads that hold its sums", 0, NULL, 0,
                                   p->drawing)
               : NULL;
}

/* Where the part of each warp begins, along m or n. */
static bool label_warps(lc_ctx *ctx, const lck_recipe *recipe, int role, lcv_axis *axis)
{
    lcv_label *label = lc_frame_alloc(ctx, axis->size, sizeof *label);
    for (size_t i = 0; label && i < axis->size; i++) {
        lc_text text = {0};
        lc_text_printf(&text, "%" PRId64,
                       (int64_t)i * (recipe->extent[role] / recipe->warps[role]));
        label[i] = (lcv_label){1, lcv_kept(ctx, lc_text_take(ctx, &text))};
        if (!label[i].text)
            return false;
    }
    return label && lcv_axis_name(ctx, axis, role == 0 ? "m" : "n") &&
           lcv_axis_labels(ctx, axis, axis->size, label);
}

/* The parts of warps, or warpgroups, the first fastest along m. */
static lcv_figure *draw_warps(const lck_recipe *recipe, lcv_planning *p)
{
    lc_ctx *ctx = p->e->ctx;
    bool groups = recipe->method == LCK_WGMMAS;
    size_t rows = (size_t)recipe->warps[0], columns = (size_t)recipe->warps[1];
    lcv_figure *f = lcv_figure_grid(ctx,
                                    groups ? "a tile of C: the parts of warpgroups"
                                           : "a tile of C: the parts of warps",
                                    rows, columns);
    bool ok = f && label_warps(ctx, recipe, 0, &f->row) &&
              label_warps(ctx, recipe, 1, &f->column);
    for (size_t i = 0; ok && i < rows * columns; i++) {
        size_t warp = i / columns + rows * (i % columns);
        lc_text text = {0};
        lc_text_printf(&text, "%s%zu", groups ? "G" : "W", warp);
        char *shown = lcv_kept(ctx, lc_text_take(ctx, &text));
        f->cell[i].tone = (int)warp;
        ok = shown && lcv_cell_text(ctx, &f->cell[i], shown);
    }
    if (ok)
        return f;
    lcv_figure_free(f);
    return NULL;
}

static lcv_figure *draw_atom(const lck_recipe *recipe, lcv_planning *p)
{
    if (recipe->method == LCK_FMA)
        return NULL;
    lc_text text = {0};
    lc_text_add(&text, recipe->atom.name);
    if (recipe->method == LCK_WGMMAS)
        lc_text_printf(&text, "(%d)", recipe->atom.n);
    lcv_value *atom = value_of(p, lcv_kept(p->e->ctx, lc_text_take(p->e->ctx, &text)));
    return atom && lcv_is_mma(atom) ? lcv_draw_mma(p->e->r, atom, p->drawing) : NULL;
}

lcv_figure *lck_draw_product(const lck_product *product, const lck_recipe *recipe,
                             const lck_kernel *kernel, lcv_planning *p)
{
    lc_ctx *ctx = p->e->ctx;
    lcv_figure *all = lcv_figure_above(ctx, p->name);
    if (all && lcv_figure_add_any(ctx, all, draw_steps(ctx, recipe, kernel)) &&
        lcv_figure_add_any(ctx, all, draw_warps(recipe, p)) &&
        lcv_figure_add_any(ctx, all, draw_sums(product, recipe, p)) &&
        lcv_figure_add_any(ctx, all, draw_atom(recipe, p)))
        return all;
    lcv_figure_free(all);
    return NULL;
}
