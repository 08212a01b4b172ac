/* draw.c - the picture of attention: its steps, the turns of warpgroups, and the blocks of keys
 * that tiles of queries take. */
#include "config.h"

#include "reading.h"

#include "../../isl-bridge/operate.h"
#include "../../verify/picture/figure.h"

#include <stdio.h>
#include <stdlib.h>

enum { TILES = 6, STEPS = 4 }; /* that are drawn */

static lcv_figure *draw_steps(const lck_attention *a, const lck_kernel *kernel, lc_ctx *ctx)
{
    const int queries = lck_attention_queries(a);
    lc_text text = {0};
    lc_text_printf(&text, "%s\n", kernel->making);
    lc_text_printf(&text, "a block of %d threads makes %s of %d quer%s of %s\n", kernel->threads,
                   a->split ? "a part" : "the result", queries, queries == 1 ? "y" : "ies",
                   a->packed > 1 ? "all heads that share keys" : "a head");
    lc_text_printf(&text, "for each block j of %d keys, %s:\n", a->keys,
                   a->split ? "of those of a split" : "from the last to the first");
    lc_text_add(&text, "  1 S = Q K_j^T is begun, and O += P V of the block before\n"
                       "  2 the maximum m of rows, P = 2^(S - m), the sums l of rows\n"
                       "  3 O is multiplied by 2^(m before - m)\n");
    lc_text_add(&text, a->split
                           ? "then O, m and l are a part, and another launch adds the parts: the "
                             "sum of\n2^(m_s - m) O_s by that of 2^(m_s - m) l_s\n"
                           : "then O / l goes through shared memory to the result\n");
    char *lines = lcv_kept(ctx, lc_text_take(ctx, &text));
    return lines ? lcv_figure_lines(ctx, NULL, lines) : NULL;
}

/* A cell with this text, of a tone; "": an empty one. */
static bool show(lc_ctx *ctx, lcv_figure *f, size_t row, size_t column, int tone,
                 const char *format, int number)
{
    lcv_cell *cell = lcv_figure_cell(f, row, column);
    lc_text text = {0};
    lc_text_printf(&text, format, number);
    cell->tone = tone;
    char *shown = lcv_kept(ctx, lc_text_take(ctx, &text));
    return shown && lcv_cell_text(ctx, cell, shown);
}

static bool label(lc_ctx *ctx, lcv_axis *axis, const char *name, const char *format, int step)
{
    lcv_label *labels = lc_frame_alloc(ctx, axis->size, sizeof *labels);
    for (size_t i = 0; labels && i < axis->size; i++) {
        lc_text text = {0};
        lc_text_printf(&text, format, (int)i * step);
        labels[i] = (lcv_label){1, lcv_kept(ctx, lc_text_take(ctx, &text))};
        if (!labels[i].text)
            return false;
    }
    return labels && lcv_axis_name(ctx, axis, name) &&
           lcv_axis_labels(ctx, axis, axis->size, labels);
}

/* Warpgroups take turns: in turn r = groups * j + g the products of step j of warpgroup g are
 * begun; its exponentials follow while those of the others are made. */
static lcv_figure *draw_time(const lck_attention *a, lc_ctx *ctx)
{
    const size_t groups = (size_t)a->groups, turns = STEPS * groups + 1;
    lcv_figure *f = lcv_figure_grid(ctx, "turns: products and exponentials of warpgroups", groups,
                                    turns);
    bool ok = f && label(ctx, &f->row, "g", "%d", 1) && label(ctx, &f->column, "turn", "%d", 1);
    for (size_t g = 0; ok && g < groups; g++)
        for (size_t r = 0; ok && r < turns; r++) {
            const bool multiplies = r >= g && (r - g) % groups == 0;
            const int step = r >= g ? (int)((r - g) / groups) : -1;
            ok = step < 0     ? show(ctx, f, g, r, -1, "", 0)
                 : multiplies ? show(ctx, f, g, r, (int)g, step ? "QK PV %d" : "QK %d", step)
                              : show(ctx, f, g, r, -1, "exp %d", step);
        }
    return lcv_figure_made(f, ok);
}

/* Is there a query of a tile and a key of a block that it sees, or that it does not, of as many
 * queries as keys? */
static lcr_answer has_pair(const lck_attention *a, int tile, int block, bool seen)
{
    const int rows = lck_attention_queries(a), all = TILES * rows;
    char keys[16];
    lc_text text = {0};
    snprintf(keys, sizeof keys, "%d", all);
    lc_text_printf(&text, "{ [q, k] : %d <= q < %d and %d <= k < %d and %s(k < %d and ",
                   tile * rows, (tile + 1) * rows, block * a->keys, (block + 1) * a->keys,
                   seen ? "" : "not ", all);
    lck_attention_seen(a, &text, "q", "k", "0", keys);
    lc_text_add(&text, ") }");
    char *pairs = lc_text_take(a->plan->ctx, &text);
    lcr_map *m = pairs ? lcr_set_parse(a->r, pairs) : NULL;
    const lcr_answer empty = m ? lcr_map_is_empty(a->r, m) : LCR_UNKNOWN;
    lcr_map_free(m);
    free(pairs);
    return empty == LCR_UNKNOWN ? empty : empty == LCR_YES ? LCR_NO : LCR_YES;
}

/* What a tile does with a block of keys: nothing, compares, counts all of it. */
static bool show_block(const lck_attention *a, lc_ctx *ctx, lcv_figure *f, int tile, int block)
{
    const lcr_answer some = has_pair(a, tile, block, true);
    const lcr_answer lacks = has_pair(a, tile, block, false);
    if (some == LCR_UNKNOWN || lacks == LCR_UNKNOWN)
        return false;
    return show(ctx, f, (size_t)tile, (size_t)block, some == LCR_NO ? -1 : lacks == LCR_YES,
                some == LCR_NO     ? ""
                : lacks == LCR_YES ? "some"
                                   : "all",
                0);
}

static lcv_figure *draw_blocks(const lck_attention *a, lc_ctx *ctx)
{
    const int rows = lck_attention_queries(a), blocks = (TILES * rows + a->keys - 1) / a->keys;
    lcv_figure *f = lcv_figure_grid(ctx,
                                    "blocks of keys that tiles of queries take, with "
                                    "as many keys as queries",
                                    TILES, (size_t)blocks);
    bool ok = f && label(ctx, &f->row, "q", "%d", rows) &&
              label(ctx, &f->column, "k", "%d", a->keys);
    for (int i = 0; ok && i < TILES * blocks; i++)
        ok = show_block(a, ctx, f, i / blocks, i % blocks);
    return lcv_figure_made(f, ok);
}

/* The splits that blocks of keys belong to, of four. */
static lcv_figure *draw_splits(lc_ctx *ctx, int keys)
{
    enum { SPLITS = 4, BLOCKS = 10 };
    lcv_figure *f = lcv_figure_grid(ctx, "splits, of 4, that take blocks of keys", 1, BLOCKS);
    bool ok = f && label(ctx, &f->row, "", "", 1) && label(ctx, &f->column, "k", "%d", keys);
    for (int b = 0; ok && b < BLOCKS; b++)
        ok = show(ctx, f, 0, (size_t)b, b % SPLITS, "%d", b % SPLITS);
    return lcv_figure_made(f, ok);
}

lcv_figure *lck_draw_attention(const lck_attention *a, const lck_kernel *kernel, lcv_planning *p)
{
    lc_ctx *ctx = p->e->ctx;
    lcv_figure *all = lcv_figure_above(ctx, p->name);
    const lck_kernel *of = a->split ? kernel->before : kernel;
    bool ok = all && lcv_figure_add_any(ctx, all, draw_steps(a, of, ctx));
    if (a->split)
        ok = ok && lcv_figure_add_any(ctx, all, draw_splits(ctx, a->keys));
    else
        ok = ok && lcv_figure_add_any(ctx, all, draw_time(a, ctx)) &&
             lcv_figure_add_any(ctx, all, draw_blocks(a, ctx));
    return lcv_figure_made(all, ok);
}
