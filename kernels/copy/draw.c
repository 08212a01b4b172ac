/* draw.c - the picture of a copy: its steps, threads over the tile, shared memory by banks,
 * tiles over the tensor. */
#include "config.h"

#include "draw.h"

#include "../../verify/draw/access.h"
#include "../../verify/draw/tile.h"

/* ---- steps ---- */

/* "2 put, 4 elements at a time, without conflicts" */
static void tell_access(const lck_plan *plan, lck_access access, int number, lc_text *text)
{
    static const char *const what[] = {"from the source into registers", "into shared memory",
                                       "from shared memory", "to the destination"};
    int width = plan->partition[access].width;
    int64_t conflicts;
    lc_text_printf(text, "%d %s %s, ", number, lck_access_name[access], what[access]);
    lc_text_printf(text, width == 1 ? "one element at a time" : "%d elements at a time", width);
    bool shared = access == LCK_PUTS || access == LCK_GETS;
    if (shared && !lck_is_relation(plan, LCK_SHARED) &&
        lck_stage_all_conflicts(plan, access, &conflicts))
        lc_text_printf(text, ", %lld bank conflicts in a block", (long long)conflicts);
    lc_text_add(text, "\n");
}

static lcv_figure *draw_steps(const lck_plan *plan)
{
    lc_text text = {0};
    int number = 0;
    lc_text_add(&text, "a block of ");
    lc_text_printf(&text, "%lld threads takes a tile of (",
                   (long long)lck_part_threads(&plan->partition[LCK_LOADS]));
    for (size_t i = 0; i < plan->rank; i++)
        lc_text_printf(&text, "%s%lld", i > 0 ? "," : "", (long long)plan->axis[i].tile);
    lc_text_printf(&text, ") elements of %s\n", plan->element->name);
    for (int i = LCK_LOADS; i <= LCK_STORES; i++) {
        if (!plan->staged && (i == LCK_PUTS || i == LCK_GETS))
            continue;
        tell_access(plan, (lck_access)i, ++number, &text);
        if (i == LCK_PUTS && plan->barrier)
            lc_text_printf(&text, "%d barrier\n", ++number);
    }
    char *lines = lcv_kept(plan->ctx, lc_text_take(plan->ctx, &text));
    return lines ? lcv_figure_lines(plan->ctx, NULL, lines) : NULL;
}

/* ---- the tile ---- */

/* The value of an expression of the plan, whose second opinion was asked for already; kept. */
static lcv_value *value_of(lcv_planning *p, const lcv_ast *tree)
{
    lcv_diag ignored = {0};
    lcv_eval at = *p->e;
    at.crosscheck = LCV_CROSSCHECK_OFF;
    at.confirmed = NULL;
    at.diag = &ignored;
    at.notes = NULL;
    lcv_value *v = tree ? lcv_eval_value(&at, tree) : NULL;
    lcv_diag_clear(&ignored);
    return v;
}

static lc_tuple *tile_of(const lck_plan *plan)
{
    lc_int extent[LCK_MAX_RANK];
    for (size_t i = 0; i < plan->rank; i++)
        extent[i] = lc_int_si(plan->ctx, plan->axis[i].tile);
    return lcv_kept(plan->ctx, lc_tuple_flat(plan->ctx, plan->rank, extent));
}

/* NULL without an error for a tile that is too large. */
static lcv_figure *draw_part(const lck_plan *plan, lcv_planning *p, lck_access access)
{
    static const char *const title[] = {"threads that load", "threads that put",
                                        "threads that get", "threads that store"};
    lcv_holders h;
    lcv_value *tv = value_of(p, lck_part_tree(plan, access));
    lc_tuple *tile = tile_of(plan);
    return tv && tile && lcv_holders_open(p->e->r, tv, tile, &h)
               ? lcv_holders_grids(&h, title[access], 0, NULL, 0, p->drawing)
               : NULL;
}

static lcv_figure *draw_stage(const lck_plan *plan, lcv_planning *p)
{
    lcv_value *stage = plan->staged ? value_of(p, lck_stage_tree(plan)) : NULL;
    unsigned bytes = (unsigned)plan->element->bytes;
    return stage
               ? lcv_draw_by_banks(p->e->r, "shared memory: where elements lie, and their banks",
                                   stage, bytes, p->drawing)
               : NULL;
}

/* ---- tiles over the tensor ---- */

#define CORNERS 3 /* tiles of an axis before the ellipsis */

/* Cells of an axis: all tiles where they are known and few, else the first and an ellipsis. */
static size_t cells_of(const lck_plan *plan, size_t axis)
{
    int64_t extent, tile = plan->axis[axis].tile;
    bool known = lc_expr_is_int(plan->axis[axis].extent.expr, &extent);
    int64_t tiles = known ? (extent + tile - 1) / tile : CORNERS + 2;
    return tiles <= CORNERS + 1 ? (size_t)tiles : CORNERS + 1;
}

/* Does the last cell stand for more tiles? */
static bool is_cut(const lck_plan *plan, size_t axis)
{
    int64_t extent, tile = plan->axis[axis].tile;
    return !lc_expr_is_int(plan->axis[axis].extent.expr, &extent) ||
           (extent + tile - 1) / tile > CORNERS + 1;
}

/* Where the first tiles of an axis begin. */
static bool label_axis(const lck_plan *plan, size_t axis, lcv_axis *out)
{
    lcv_label *label = lc_frame_alloc(plan->ctx, out->size, sizeof *label);
    for (size_t i = 0; label && i < out->size; i++) {
        lc_text text = {0};
        if (i < CORNERS || !is_cut(plan, axis))
            lc_text_printf(&text, "%lld", (long long)i * (long long)plan->axis[axis].tile);
        else
            lc_text_add(&text, "...");
        label[i] = (lcv_label){1, lcv_kept(plan->ctx, lc_text_take(plan->ctx, &text))};
        if (!label[i].text)
            return false;
    }
    return label && lcv_axis_labels(plan->ctx, out, out->size, label);
}

static bool fill_tiles(const lck_plan *plan, lcv_figure *f)
{
    for (size_t i = 0; i < f->row.size; i++)
        for (size_t j = 0; j < f->column.size; j++) {
            lcv_cell *cell = lcv_figure_cell(f, i, j);
            lc_text text = {0};
            bool gap = (i == CORNERS && is_cut(plan, 0)) ||
                       (j == CORNERS && is_cut(plan, plan->rank > 1));
            if (gap)
                lc_text_add(&text, "...");
            else if (plan->rank > 1)
                lc_text_printf(&text, "(%zu,%zu)", i, j);
            else
                lc_text_printf(&text, "%zu", j);
            cell->tone = gap ? LCV_NO_TONE : (int)(i * (CORNERS + 1) + j);
            char *shown = lcv_kept(plan->ctx, lc_text_take(plan->ctx, &text));
            if (!shown || !lcv_cell_text(plan->ctx, cell, shown))
                return false;
        }
    return true;
}

static lcv_figure *draw_tiles(const lck_plan *plan)
{
    lc_text text = {0};
    lc_text_printf(&text, "tiles over the tensor: blocks run along axis %zu first",
                   plan->order[0]);
    if (plan->rank > 2)
        lc_text_add(&text, "; axes 0 and 1");
    char *title = lcv_kept(plan->ctx, lc_text_take(plan->ctx, &text));
    bool flat = plan->rank < 2;
    lcv_figure *f = title ? lcv_figure_grid(plan->ctx, title, flat ? 1 : cells_of(plan, 0),
                                            cells_of(plan, flat ? 0 : 1))
                          : NULL;
    return lcv_figure_made(f, f && (flat || label_axis(plan, 0, &f->row)) &&
                                  label_axis(plan, flat ? 0 : 1, &f->column) &&
                                  fill_tiles(plan, f));
}

/* ---- all of it ---- */

static lcv_figure *draw_threads(const lck_plan *plan, lcv_planning *p)
{
    lcv_figure *f = lcv_figure_beside(plan->ctx, NULL);
    bool ok = f && lcv_figure_add_any(plan->ctx, f, draw_part(plan, p, LCK_LOADS)) &&
              lcv_figure_add_any(plan->ctx, f, draw_part(plan, p, LCK_STORES));
    return lcv_figure_made(f, ok && f->nparts > 0);
}

lcv_figure *lck_draw_copy(const lck_plan *plan, lcv_planning *p)
{
    lcv_figure *all = lcv_figure_above(plan->ctx, p->name);
    return lcv_figure_made(all, all && lcv_figure_add_any(plan->ctx, all, draw_steps(plan)) &&
                                    lcv_figure_add_any(plan->ctx, all, draw_tiles(plan)) &&
                                    lcv_figure_add_any(plan->ctx, all, draw_threads(plan, p)) &&
                                    lcv_figure_add_any(plan->ctx, all, draw_stage(plan, p)));
}
