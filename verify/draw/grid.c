/* grid.c - see grid.h. */
#include "config.h"

#include "grid.h"

#include <stdlib.h>
#include <string.h>

#include "../value/text.h"

#define AS_USUAL 8192 /* cells, at most, of a figure without a limit */
#define SEVERAL 16    /* grids, at most, of one that is not cut */

bool lcv_cell_value(lc_ctx *ctx, lcv_cell *cell, const lc_tuple *value)
{
    char *text = value ? lcv_kept(ctx, lc_tuple_to_str(ctx, value)) : NULL;
    if (!text)
        return false;
    if (!lc_tuple_has_wildcard(value))
        cell->tone = lcv_tone_of(ctx, lc_tuple_value(value, 0));
    return lcv_cell_text(ctx, cell, text);
}

int lcv_tone_of(lc_ctx *ctx, lc_int number)
{
    return (int)lc_int_get_si(lc_int_fmod(ctx, number, lc_int_const(1 << 30)));
}

/* ---- which modes run where ---- */

/* A figure under way: the sides, and the modes of which each coordinate is a grid. */
typedef struct {
    const lcv_cell_maker *maker;
    const lcv_domain *domain;
    const lcv_draw_options *how;
    size_t rank, nrest, rest[LC_MAX_LEAVES];
    lc_int weight[LC_MAX_LEAVES]; /* of each mode */
    const lc_tuple *mode[LC_MAX_LEAVES];
    lcv_side down, across, others; /* others: of the modes in rest */
} grids;

static bool open_modes(lc_ctx *ctx, grids *g)
{
    lc_int weight = lc_int_const(1);
    g->rank = lc_tuple_rank(g->domain->shape);
    for (size_t i = 0; i < g->rank; i++) {
        g->mode[i] = lcv_part_of(ctx, g->domain->shape, i);
        if (!g->mode[i])
            return false;
        g->weight[i] = weight;
        weight = lc_int_mul(ctx, weight, lc_tuple_size(ctx, g->mode[i]));
    }
    return true;
}

static bool check_modes(lc_ctx *ctx, const grids *g, const lcv_draw_options *o)
{
    bool one = o->nmodes == 2 && (o->mode[0] == LCV_NO_MODE || o->mode[1] == LCV_NO_MODE);
    if (o->nmodes > g->rank && !one)
        lc_fail(ctx, LC_ERR_INVALID,
                "two modes were asked for, and there is one: expected --modes=0, which is a row");
    else if (o->nmodes == 2 && o->mode[0] == o->mode[1])
        lc_fail(ctx, LC_ERR_INVALID, "mode %zu cannot run both down and across", o->mode[0]);
    for (size_t i = 0; lc_ctx_code(ctx) == LC_OK && i < o->nmodes; i++)
        if (o->mode[i] != LCV_NO_MODE && o->mode[i] >= g->rank)
            lc_fail(ctx, LC_ERR_INVALID, "there is no mode %zu: the modes are 0 to %zu",
                    o->mode[i], g->rank - 1);
    return lc_ctx_code(ctx) == LC_OK;
}

/* The coordinates that are kept, on modes that run along one side. */
static lc_int *kept_on(lc_ctx *ctx, const grids *g, size_t n, const size_t *mode)
{
    const lcv_domain *d = g->domain;
    lc_int *kept = lc_frame_alloc(ctx, d->nkept + 1, sizeof *kept);
    for (size_t k = 0; kept && k < d->nkept; k++) {
        lc_int weight = lc_int_const(1);
        kept[k] = lc_int_const(0);
        for (size_t i = 0; i < n; i++) {
            lc_int size = lc_tuple_size(ctx, g->mode[mode[i]]);
            lc_int at = lc_int_fdiv(ctx, d->kept[k], g->weight[mode[i]]);
            kept[k] = lc_int_add(ctx, kept[k],
                                 lc_int_mul(ctx, weight, lc_int_fmod(ctx, at, size)));
            weight = lc_int_mul(ctx, weight, size);
        }
    }
    return kept;
}

static bool side(lc_ctx *ctx, const grids *g, size_t mode, lcv_room room, lcv_side *out)
{
    bool there = mode != LCV_NO_MODE;
    lc_int *kept = kept_on(ctx, g, there, &mode);
    if (!kept || !lcv_side_make(ctx, there ? g->mode[mode] : NULL,
                                there ? g->weight[mode] : lc_int_const(0), room, g->domain->nkept,
                                kept, out))
        return false;
    out->name = there && g->domain->name ? g->domain->name[mode] : NULL;
    return true;
}

static bool rest(lc_ctx *ctx, grids *g, size_t down, size_t across, lcv_room room)
{
    lc_tuple *part[LC_MAX_LEAVES];
    g->nrest = 0;
    for (size_t i = 0; i < g->rank; i++)
        if (i != down && i != across) {
            part[g->nrest] = (lc_tuple *)(uintptr_t)g->mode[i];
            g->rest[g->nrest++] = i;
        }
    lc_tuple *all = g->nrest > 0 ? lcv_kept(ctx, lc_tuple_of(ctx, g->nrest, part)) : NULL;
    lc_int *kept = kept_on(ctx, g, g->nrest, g->rest);
    return kept && (all || g->nrest == 0) &&
           lcv_side_make(ctx, all, lc_int_const(0), room, g->domain->nkept, kept, &g->others);
}

static bool sides(lc_ctx *ctx, grids *g, const lcv_draw_options *o, lcv_room cells, lcv_room more)
{
    size_t down = LCV_NO_MODE, across = 0;
    if (o->nmodes == 2 || (o->nmodes == 0 && g->rank > 1)) {
        down = o->nmodes == 2 ? o->mode[0] : 0;
        across = o->nmodes == 2 ? o->mode[1] : 1;
    } else if (o->nmodes == 1) {
        across = o->mode[0];
    }
    return side(ctx, g, down, cells, &g->down) && side(ctx, g, across, cells, &g->across) &&
           rest(ctx, g, down, across, more);
}

/* The sides are as long as asked for, or as few cells as usual. */
static bool choose_sides(lc_ctx *ctx, grids *g, const lcv_draw_options *o)
{
    size_t limit = o->limit;
    if (limit > LCV_DRAW_CELLS)
        limit = LCV_DRAW_CELLS;
    if (limit > 0) {
        lcv_room room = {limit + 2, limit, false}, more = {limit + 2, limit, true};
        if (!sides(ctx, g, o, room, more))
            return false;
        if (g->down.n > LCV_DRAW_CELLS / g->across.n / g->others.n)
            return lc_fail(ctx, LC_ERR_LIMIT,
                           "the picture would have more than %d cells: expected a smaller limit",
                           LCV_DRAW_CELLS);
        return true;
    }
    for (size_t whole = LCV_DRAW_WHOLE; whole >= LCV_DRAW_FEW; whole /= 2) {
        lcv_room cells = {whole, LCV_DRAW_FEW, false}, more = {SEVERAL, SEVERAL / 4, true};
        if (!sides(ctx, g, o, cells, more))
            return false;
        if (g->down.n * g->across.n * g->others.n <= AS_USUAL)
            break;
    }
    return true;
}

/* ---- one grid ---- */

static void set_tone(const lcv_draw_options *o, size_t row, size_t column, lcv_cell *cell)
{
    if (cell->tone == LCV_NO_TONE)
        return;
    if (o->tone == LCV_TONE_ROW || o->tone == LCV_TONE_COLUMN)
        cell->tone = (int)(o->tone == LCV_TONE_ROW ? row : column);
    if (o->tones > 0)
        cell->tone %= (int)o->tones;
    if (o->tone == LCV_TONE_NONE)
        cell->tone = LCV_NO_TONE;
}

/* A letter for a number: those of the alphabet, capitals after them, and again. */
static bool set_letter(lc_ctx *ctx, lcv_cell *cell)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    lc_int number;
    char letter[2] = {0, 0};
    if (!cell->text || !lc_int_parse(ctx, cell->text, strlen(cell->text), &number))
        return true;
    letter[0] = letters[lc_int_get_si(lc_int_fmod(ctx, number, lc_int_const(52)))];
    return lcv_cell_text(ctx, cell, letter);
}

static bool set_text(const grids *g, lc_int c, lcv_cell *cell)
{
    lc_ctx *ctx = g->maker->ctx;
    char *at;
    switch (g->how->cells) {
    case LCV_CELL_COORDINATE:
        at = lcv_kept(ctx, lcv_text(ctx, "%T", lc_idx2crd(ctx, c, g->domain->shape)));
        return at && (cell->note || lcv_cell_note(ctx, cell, at));
    case LCV_CELL_LETTER: return set_letter(ctx, cell);
    case LCV_CELL_NOTHING:
        return (!cell->text || lcv_cell_text(ctx, cell, "")) &&
               (!cell->note || lcv_cell_note(ctx, cell, ""));
    default: return true;
    }
}

static bool make(const grids *g, lc_int c, size_t row, size_t column, lcv_cell *cell)
{
    bool ok = g->maker->make(g->maker->user, c, cell) && set_text(g, c, cell);
    set_tone(g->how, row, column, cell);
    return ok;
}

static bool fill(const grids *g, lc_int base, lcv_figure *f)
{
    lc_ctx *ctx = g->maker->ctx;
    bool ok = true;
    for (size_t i = 0; ok && i < g->down.n; i++)
        for (size_t j = 0; ok && j < g->across.n; j++) {
            lcv_cell *cell = lcv_figure_cell(f, i, j);
            lc_frame frame = lc_frame_open(ctx);
            lc_int c = lc_int_add(ctx, base, lc_int_mul(ctx, g->down.at[i], g->down.weight));
            c = lc_int_add(ctx, c, lc_int_mul(ctx, g->across.at[j], g->across.weight));
            if (lcv_side_gap(&g->down, i) || lcv_side_gap(&g->across, j))
                ok = lcv_cell_text(ctx, cell, LCV_ELLIPSIS);
            else
                ok = make(g, c, i, j, cell);
            lc_frame_close(ctx, frame);
        }
    return ok;
}

static lcv_figure *grid(const grids *g, const char *title, lc_int base)
{
    lc_ctx *ctx = g->maker->ctx;
    lcv_figure *f = lcv_figure_grid(ctx, title, g->down.n, g->across.n);
    if (f && lcv_side_label(ctx, &g->down, &f->row) &&
        lcv_side_label(ctx, &g->across, &f->column) && fill(g, base, f))
        return f;
    lcv_figure_free(f);
    return NULL;
}

/* ---- all of them ---- */

/* The coordinate of grid k, `(_,_,3)`, or `warp = 3`, and where it begins. Kept. */
static char *place(lc_ctx *ctx, const grids *g, lc_int k, lc_int *base)
{
    lc_text text = {0};
    size_t next = 0;
    *base = lc_int_const(0);
    for (size_t i = 0; i < g->rank; i++) {
        bool fixed = next < g->nrest && g->rest[next] == i;
        lc_int size = lc_tuple_size(ctx, g->mode[i]), at = lc_int_fmod(ctx, k, size);
        if (fixed) {
            *base = lc_int_add(ctx, *base, lc_int_mul(ctx, at, g->weight[i]));
            k = lc_int_fdiv(ctx, k, size);
        }
        if (g->domain->name && fixed)
            lcv_text_add(ctx, &text, "%s%s = %i", next > 0 ? ", " : "", g->domain->name[i], at);
        else if (!g->domain->name && fixed)
            lcv_text_add(ctx, &text, "%s%i", i > 0 ? "," : "(", at);
        else if (!g->domain->name)
            lcv_text_add(ctx, &text, i > 0 ? ",_" : "(_");
        next += fixed;
    }
    if (!g->domain->name)
        lc_text_add(&text, ")");
    return lcv_kept(ctx, lc_text_take(ctx, &text));
}

static lcv_figure *part(lc_ctx *ctx, const grids *g, size_t i)
{
    lc_int base;
    if (lcv_side_gap(&g->others, i))
        return lcv_figure_lines(ctx, NULL, LCV_ELLIPSIS);
    char *title = place(ctx, g, g->others.at[i], &base);
    return title ? grid(g, title, base) : NULL;
}

static lcv_figure *all(const grids *g, const char *title)
{
    lc_ctx *ctx = g->maker->ctx;
    if (g->nrest == 0)
        return grid(g, title, lc_int_const(0));
    lcv_figure *f = lcv_figure_above(ctx, title);
    bool ok = f != NULL;
    for (size_t i = 0; ok && i < g->others.n; i++)
        ok = lcv_figure_add(ctx, f, part(ctx, g, i));
    if (ok)
        return f;
    lcv_figure_free(f);
    return NULL;
}

lcv_figure *lcv_grids(const lcv_cell_maker *maker, const char *title, const lcv_domain *domain,
                      const lcv_draw_options *o)
{
    lc_ctx *ctx = maker->ctx;
    lc_frame frame = lc_frame_open(ctx);
    grids *g = lc_frame_alloc(ctx, 1, sizeof *g);
    lcv_figure *f = NULL;
    if (g) {
        g->maker = maker;
        g->domain = domain;
        g->how = o;
        if (open_modes(ctx, g) && check_modes(ctx, g, o) && choose_sides(ctx, g, o))
            f = all(g, title);
    }
    lc_frame_close(ctx, frame);
    return f;
}
