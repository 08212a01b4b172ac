/* figure.c - see figure.h. */
#include "figure.h"

#include <stdlib.h>
#include <string.h>

static bool set_text(lc_ctx *ctx, char **to, const char *text)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    if (text != NULL && copy == NULL)
        return lc_no_memory(ctx);
    free(*to);
    *to = copy;
    return true;
}

static lcv_figure *make(lc_ctx *ctx, lcv_figure_kind kind, const char *title)
{
    lcv_figure *f = calloc(1, sizeof *f);
    if (f == NULL)
        return lc_no_memory(ctx);
    f->kind = kind;
    return lcv_figure_made(f, set_text(ctx, &f->title, title));
}

lcv_figure *lcv_figure_grid(lc_ctx *ctx, const char *title, size_t rows, size_t columns)
{
    lcv_figure *f = make(ctx, LCV_FIGURE_GRID, title);
    if (f == NULL)
        return NULL;
    bool fits = columns == 0 || rows <= SIZE_MAX / sizeof *f->cell / columns;
    f->cell = fits ? calloc(rows * columns + 1, sizeof *f->cell) : NULL;
    f->row.rule = calloc(rows + 1, sizeof *f->row.rule);
    f->column.rule = calloc(columns + 1, sizeof *f->column.rule);
    if (f->cell == NULL || f->row.rule == NULL || f->column.rule == NULL) {
        lc_no_memory(ctx);
        lcv_figure_free(f);
        return NULL;
    }
    f->row.size = rows;
    f->column.size = columns;
    for (size_t i = 0; i < rows * columns; i++)
        f->cell[i].tone = LCV_NO_TONE;
    return f;
}

lcv_figure *lcv_figure_arrows(lc_ctx *ctx, const char *title, size_t nleft, size_t nright)
{
    lcv_figure *f = make(ctx, LCV_FIGURE_ARROWS, title);
    if (f == NULL)
        return NULL;
    f->left = calloc(nleft + 1, sizeof *f->left);
    f->right = calloc(nright + 1, sizeof *f->right);
    if (f->left == NULL || f->right == NULL) {
        lc_no_memory(ctx);
        lcv_figure_free(f);
        return NULL;
    }
    f->nleft = nleft;
    f->nright = nright;
    return f;
}

lcv_figure *lcv_figure_lines(lc_ctx *ctx, const char *title, const char *lines)
{
    lcv_figure *f = make(ctx, LCV_FIGURE_LINES, title);
    if (f == NULL || set_text(ctx, &f->lines, lines))
        return f;
    lcv_figure_free(f);
    return NULL;
}

lcv_figure *lcv_figure_beside(lc_ctx *ctx, const char *title)
{
    return make(ctx, LCV_FIGURE_BESIDE, title);
}

lcv_figure *lcv_figure_above(lc_ctx *ctx, const char *title)
{
    return make(ctx, LCV_FIGURE_ABOVE, title);
}

static void clear_axis(lcv_axis *axis)
{
    for (size_t i = 0; i < axis->nlevels; i++) {
        for (size_t j = 0; j < axis->level[i].n; j++)
            free(axis->level[i].label[j].text);
        free(axis->level[i].label);
    }
    free(axis->level);
    free(axis->rule);
    free(axis->name);
}

static void free_texts(char **text, size_t n)
{
    for (size_t i = 0; text != NULL && i < n; i++)
        free(text[i]);
    free(text);
}

void lcv_figure_free(lcv_figure *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; f->cell != NULL && i < f->row.size * f->column.size; i++) {
        free(f->cell[i].text);
        free(f->cell[i].note);
    }
    free(f->cell);
    clear_axis(&f->row);
    clear_axis(&f->column);
    free_texts(f->left, f->nleft);
    free_texts(f->right, f->nright);
    free(f->arrow);
    for (size_t i = 0; i < f->nparts; i++)
        lcv_figure_free(f->part[i]);
    free(f->part);
    free(f->lines);
    free(f->title);
    free(f);
}

lcv_figure *lcv_figure_made(lcv_figure *f, bool ok)
{
    if (ok)
        return f;
    lcv_figure_free(f);
    return NULL;
}

lcv_cell *lcv_figure_cell(lcv_figure *f, size_t row, size_t column)
{
    return &f->cell[row * f->column.size + column];
}

bool lcv_cell_text(lc_ctx *ctx, lcv_cell *cell, const char *text)
{
    return set_text(ctx, &cell->text, text);
}

bool lcv_cell_note(lc_ctx *ctx, lcv_cell *cell, const char *note)
{
    return set_text(ctx, &cell->note, note);
}

bool lcv_axis_name(lc_ctx *ctx, lcv_axis *axis, const char *name)
{
    return set_text(ctx, &axis->name, name);
}

bool lcv_axis_labels(lc_ctx *ctx, lcv_axis *axis, size_t n, const lcv_label *label)
{
    lcv_level *more = realloc(axis->level, (axis->nlevels + 1) * sizeof *more);
    if (more != NULL)
        axis->level = more;
    lcv_label *labels = calloc(n + 1, sizeof *labels);
    if (more == NULL || labels == NULL) {
        free(labels);
        return lc_no_memory(ctx);
    }
    axis->level[axis->nlevels++] = (lcv_level){n, labels};
    for (size_t i = 0; i < n; i++) {
        labels[i].span = label[i].span;
        if (!set_text(ctx, &labels[i].text, label[i].text))
            return false;
    }
    return true;
}

bool lcv_figure_node(lc_ctx *ctx, lcv_figure *f, bool right, size_t i, const char *text)
{
    return set_text(ctx, right ? &f->right[i] : &f->left[i], text);
}

bool lcv_figure_arrow(lc_ctx *ctx, lcv_figure *f, size_t from, size_t to, int tone)
{
    lcv_arrow *more = realloc(f->arrow, (f->narrows + 1) * sizeof *more);
    if (more == NULL)
        return lc_no_memory(ctx);
    f->arrow = more;
    f->arrow[f->narrows++] = (lcv_arrow){from, to, tone};
    return true;
}

bool lcv_figure_add_any(lc_ctx *ctx, lcv_figure *f, lcv_figure *part)
{
    lc_ctx_reset(ctx);
    return !part || lcv_figure_add(ctx, f, part);
}

bool lcv_figure_add(lc_ctx *ctx, lcv_figure *f, lcv_figure *part)
{
    if (part == NULL)
        return false;
    lcv_figure **more = realloc(f->part, (f->nparts + 1) * sizeof *more);
    if (more == NULL) {
        lc_no_memory(ctx);
        lcv_figure_free(part);
        return false;
    }
    f->part = more;
    f->part[f->nparts++] = part;
    return true;
}
