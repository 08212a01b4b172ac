/* text.c - figures in a terminal.
 *
 * A figure becomes a block, lines of text with the columns that each takes; parts beside each
 * other are blocks side by side. Escape sequences of colours take no column. A grid is a table:
 * labels above and beside it, a border, lines where tiles begin. One that is too wide goes on
 * below, with its row labels again.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "render.h"

typedef struct {
    size_t n, width;
    char **line;
    size_t *columns; /* of each line */
} block;

typedef struct {
    lc_ctx *ctx;
    const lcv_terminal *t;
} writer;

/* ---- blocks ---- */

static void clear_block(block *b)
{
    for (size_t i = 0; i < b->n; i++)
        free(b->line[i]);
    free(b->line);
    free(b->columns);
    *b = (block){0};
}

/* The number of UTF-8 characters outside of escape sequences. */
static size_t columns_of(const char *text)
{
    size_t n = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '\033')
            while (c[1] && *c != 'm')
                c++;
        else
            n += ((unsigned char)*c & 0xc0) != 0x80;
    }
    return n;
}

/* `ctx` may be NULL, as for lc_text_take. */
static bool lost(lc_ctx *ctx)
{
    if (ctx)
        lc_no_memory(ctx);
    return false;
}

/* Takes over the line. */
static bool add_line(const writer *w, block *b, char *line)
{
    char **more = realloc(b->line, (b->n + 1) * sizeof *more);
    size_t *columns = realloc(b->columns, (b->n + 1) * sizeof *columns);
    b->line = more ? more : b->line;
    b->columns = columns ? columns : b->columns;
    if (!line || !more || !columns) {
        free(line);
        return lost(w->ctx);
    }
    b->line[b->n] = line;
    b->columns[b->n] = columns_of(line);
    if (b->columns[b->n] > b->width)
        b->width = b->columns[b->n];
    b->n++;
    return true;
}

static bool add_text_line(const writer *w, block *b, lc_text *text)
{
    lc_text_add(text, "");
    return add_line(w, b, lc_text_take(w->ctx, text));
}

static bool add_lines(const writer *w, block *b, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        lc_text line = {0};
        lc_text_add_bytes(&line, text, n);
        if (!add_text_line(w, b, &line))
            return false;
        text += n + (text[n] == '\n');
    }
    return true;
}

/* ---- colours ---- */

static unsigned of_256(lcv_rgb c)
{
    return 16 + 36 * ((c.r * 5u + 127) / 255) + 6 * ((c.g * 5u + 127) / 255) +
           (c.b * 5u + 127) / 255;
}

static void add_colour(const writer *w, lc_text *out, const char *what, lcv_rgb c)
{
    if (w->t->colours == LCV_COLOURS_24_BIT)
        lc_text_printf(out, "\033[%s;2;%d;%d;%dm", what, c.r, c.g, c.b);
    else
        lc_text_printf(out, "\033[%s;5;%um", what, of_256(c));
}

/* The text of a cell in its room, with its colours. */
static void add_cell(const writer *w, lc_text *out, const lcv_cell *c, const char *text,
                     size_t room)
{
    bool coloured = w->t->colours != LCV_PLAIN;
    bool fault = (c->marks & LCV_MARK_FAULT) != 0, picked = (c->marks & LCV_MARK_PICKED) != 0;
    const lcv_colours *colours = lcv_colours_of(w->t->theme);
    bool marked = text && (fault || picked);
    const char *open = !marked ? ""
                       : fault ? ">"
                               : "[",
               *close = !marked ? ""
                        : fault ? "<"
                                : "]";
    size_t used = text ? columns_of(text) + 2 * strlen(open) : 0;
    if (coloured && (fault || picked || c->tone != LCV_NO_TONE)) {
        lcv_rgb ground = fault                              ? colours->fault
                         : picked && c->tone == LCV_NO_TONE ? colours->picked
                                                            : lcv_tone(c->tone, w->t->theme);
        if ((c->marks & LCV_MARK_FAINT) != 0)
            ground = lcv_between(ground, colours->page, 0.75);
        add_colour(w, out, "48", ground);
        add_colour(w, out, "38", lcv_ink_on(ground));
        lc_text_add(out, fault || picked ? "\033[1m" : "");
    }
    lc_text_add_char(out, ' ', room > used ? room - used : 0);
    if (text)
        lc_text_printf(out, "%s%s%s", open, text, close);
    if (coloured && (fault || picked || c->tone != LCV_NO_TONE))
        lc_text_add(out, "\033[0m");
}

/* ---- grids ---- */

typedef struct {
    const lcv_figure *f;
    size_t room;        /* columns of a cell, with a space before */
    size_t left;        /* of the row labels */
    bool notes;         /* cells have two lines */
    size_t first, last; /* the columns of the grid that are shown: [first, last) */
} table;

static size_t label_columns(const lcv_level *level)
{
    size_t most = 0;
    for (size_t i = 0; i < level->n; i++) {
        size_t n = level->label[i].text ? columns_of(level->label[i].text) : 0;
        most = n > most ? n : most;
    }
    return most;
}

static void measure_cells(table *t)
{
    const lcv_figure *f = t->f;
    for (size_t i = 0; i < f->row.size * f->column.size; i++) {
        const lcv_cell *c = &f->cell[i];
        size_t marks = (c->marks & (LCV_MARK_FAULT | LCV_MARK_PICKED)) != 0 ? 2 : 0;
        size_t n = c->text ? columns_of(c->text) + marks : 0;
        size_t m = c->note ? columns_of(c->note) : 0;
        t->room = n > t->room ? n : t->room;
        t->room = m > t->room ? m : t->room;
        t->notes = t->notes || c->note;
    }
    for (size_t l = 0; l < f->column.nlevels; l++)
        for (size_t i = 0; i < f->column.level[l].n; i++) {
            const lcv_label *label = &f->column.level[l].label[i];
            size_t n = label->text && label->span == 1 ? columns_of(label->text) : 0;
            t->room = n > t->room ? n : t->room;
        }
    t->room++;
    for (size_t l = 0; l < f->row.nlevels; l++)
        t->left += label_columns(&f->row.level[l]) + 1;
}

/* Is there a line before this column of the grid? */
static bool has_rule(const table *t, size_t column)
{
    return column == t->first || column == t->last || t->f->column.rule[column] != LCV_RULE_THIN;
}

/* Columns from one column of the grid to another, with the lines between. */
static size_t columns_between(const table *t, size_t from, size_t to)
{
    size_t n = (to - from) * t->room;
    for (size_t i = from + 1; i < to; i++)
        n += has_rule(t, i) ? 2 : 0;
    return n;
}

/* A level above the grid: each label in the middle of its cells, those of one cell at the right,
 * as numbers are. */
static bool add_level(const writer *w, block *b, const table *t, const lcv_level *level)
{
    lc_text line = {0};
    lc_text_add_char(&line, ' ', t->left + 1);
    size_t at = 0, owed = 0;
    for (size_t i = 0; i < level->n && at < t->last; i++) {
        const lcv_label *label = &level->label[i];
        size_t from = at < t->first ? t->first : at, end = at + label->span;
        at = end;
        if (end <= t->first)
            continue;
        end = end > t->last ? t->last : end;
        size_t room = columns_between(t, from, end);
        size_t n = label->text ? columns_of(label->text) : 0, after = 0;
        if (label->span > 1)
            after = room > n ? (room - n) / 2 : 0;
        lc_text_add_char(&line, ' ', owed + (room > n + after ? room - n - after : 0));
        lc_text_add(&line, label->text);
        owed = after + (end < t->last && has_rule(t, end) ? 2 : 0);
    }
    return add_text_line(w, b, &line);
}

typedef struct {
    const char *left, *cross, *right, *across;
} corners;

static bool add_border(const writer *w, block *b, const table *t, const corners *c)
{
    lc_text line = {0};
    lc_text_add_char(&line, ' ', t->left);
    for (size_t i = t->first; i < t->last; i++) {
        if (has_rule(t, i))
            lc_text_printf(&line, "%s%s", i == t->first ? c->left : c->across,
                           i == t->first ? "" : c->cross);
        for (size_t k = 0; k < t->room; k++)
            lc_text_add(&line, c->across);
    }
    lc_text_printf(&line, "%s%s", c->across, c->right);
    return add_text_line(w, b, &line);
}

/* The labels left of a row, the outermost first; a label of several rows at the first of them. */
static void add_row_labels(lc_text *line, const lcv_axis *axis, size_t row)
{
    for (size_t l = axis->nlevels; l-- > 0;) {
        const lcv_level *level = &axis->level[l];
        size_t room = label_columns(level), at = 0;
        const char *text = NULL;
        for (size_t i = 0; i < level->n && at <= row; at += level->label[i++].span)
            text = at == row ? level->label[i].text : NULL;
        size_t n = text ? columns_of(text) : 0;
        lc_text_add_char(line, ' ', room - n);
        lc_text_printf(line, "%s ", text ? text : "");
    }
}

static bool add_row(const writer *w, block *b, const table *t, size_t row, bool notes)
{
    const char *bar = w->t->unicode ? "\u2502" : "|";
    lc_text line = {0};
    if (notes)
        lc_text_add_char(&line, ' ', t->left);
    else
        add_row_labels(&line, &t->f->row, row);
    for (size_t i = t->first; i < t->last; i++) {
        const lcv_cell *c = &t->f->cell[row * t->f->column.size + i];
        if (has_rule(t, i))
            lc_text_printf(&line, "%s%s", i == t->first ? "" : " ", bar);
        lcv_cell under = *c;
        under.marks &= notes ? (unsigned)LCV_MARK_FAINT : ~0u;
        add_cell(w, &line, notes ? &under : c, notes ? c->note : c->text, t->room);
    }
    lc_text_printf(&line, " %s", bar);
    return add_text_line(w, b, &line);
}

static bool add_band(const writer *w, block *b, const table *t)
{
    static const corners plain = {"+", "+", "+", "-"};
    static const corners top = {"\u250c", "\u252c", "\u2510", "\u2500"};
    static const corners middle = {"\u251c", "\u253c", "\u2524", "\u2500"};
    static const corners bottom = {"\u2514", "\u2534", "\u2518", "\u2500"};
    const lcv_axis *row = &t->f->row;
    bool unicode = w->t->unicode, ok = true;
    for (size_t l = t->f->column.nlevels; ok && l-- > 0;)
        ok = add_level(w, b, t, &t->f->column.level[l]);
    ok = ok && add_border(w, b, t, unicode ? &top : &plain);
    for (size_t r = 0; ok && r < row->size; r++) {
        if (r > 0 && row->rule[r] != LCV_RULE_THIN)
            ok = add_border(w, b, t, unicode ? &middle : &plain);
        ok = ok && add_row(w, b, t, r, false) && (!t->notes || add_row(w, b, t, r, true));
    }
    return ok && add_border(w, b, t, unicode ? &bottom : &plain);
}

/* How many columns of the grid fit from `first` on; one at least. */
static size_t fitting(const writer *w, const table *t, size_t first)
{
    table band = *t;
    size_t n = t->f->column.size;
    band.first = first;
    for (band.last = n; w->t->width > 0 && band.last > first + 1; band.last--)
        if (t->left + columns_between(&band, first, band.last) + 3 <= w->t->width)
            break;
    return band.last;
}

static bool grid(const writer *w, block *b, const lcv_figure *f)
{
    table t = {.f = f};
    bool ok = true;
    measure_cells(&t);
    if (f->row.size == 0 || f->column.size == 0)
        return add_lines(w, b, "(empty)");
    for (size_t first = 0; ok && first < f->column.size; first = t.last) {
        t.first = first;
        t.last = fitting(w, &t, first);
        ok = add_band(w, b, &t);
    }
    return ok;
}

/* ---- the others ---- */

static bool arrows(const writer *w, block *b, const lcv_figure *f)
{
    size_t room = 0;
    for (size_t i = 0; i < f->nleft; i++) {
        size_t n = f->left[i] ? columns_of(f->left[i]) : 0;
        room = n > room ? n : room;
    }
    for (size_t i = 0; i < f->narrows; i++) {
        const char *from = f->left[f->arrow[i].from], *to = f->right[f->arrow[i].to];
        lc_text line = {0};
        lc_text_add_char(&line, ' ', room - (from ? columns_of(from) : 0));
        lc_text_printf(&line, "%s %s %s", from ? from : "", w->t->unicode ? "\u2192" : "->",
                       to ? to : "");
        if (!add_text_line(w, b, &line))
            return false;
    }
    return true;
}

static bool block_of(const writer *w, block *b, const lcv_figure *f);

/* Two blocks side by side, the second one taken over. */
static bool join(const writer *w, block *b, block *right)
{
    size_t n = b->n > right->n ? b->n : right->n, before = b->width;
    block both = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        lc_text line = {0};
        if (i < b->n)
            lc_text_add(&line, b->line[i]);
        if (i < right->n && right->columns[i] > 0) {
            lc_text_add_char(&line, ' ',
                             before - (i < b->n ? b->columns[i] : 0) + (before > 0 ? 3 : 0));
            lc_text_add(&line, right->line[i]);
        }
        ok = add_text_line(w, &both, &line);
    }
    clear_block(b);
    clear_block(right);
    *b = both;
    return ok;
}

static bool parts(const writer *w, block *b, const lcv_figure *f)
{
    bool ok = true;
    block row = {0};
    for (size_t i = 0; ok && i < f->nparts; i++) {
        block part = {0};
        ok = block_of(w, &part, f->part[i]);
        bool below = f->kind == LCV_FIGURE_ABOVE || (w->t->width > 0 && row.width > 0 &&
                                                     row.width + 3 + part.width > w->t->width);
        for (size_t k = 0; ok && below && k < row.n; k++)
            ok = add_line(w, b, strdup(row.line[k]));
        if (ok && below && row.n > 0)
            ok = add_line(w, b, strdup(""));
        if (below)
            clear_block(&row);
        ok = ok && join(w, &row, &part);
        clear_block(&part);
    }
    for (size_t k = 0; ok && k < row.n; k++)
        ok = add_line(w, b, strdup(row.line[k]));
    clear_block(&row);
    return ok;
}

static bool block_of(const writer *w, block *b, const lcv_figure *f)
{
    if (f->title && !add_lines(w, b, f->title))
        return false;
    switch (f->kind) {
    case LCV_FIGURE_GRID: return grid(w, b, f);
    case LCV_FIGURE_ARROWS: return arrows(w, b, f);
    case LCV_FIGURE_LINES: return add_lines(w, b, f->lines);
    case LCV_FIGURE_BESIDE:
    case LCV_FIGURE_ABOVE: return parts(w, b, f);
    }
    return true;
}

bool lcv_figure_text(lc_ctx *ctx, lc_text *out, const lcv_figure *f, const lcv_terminal *t)
{
    writer w = {ctx, t};
    block b = {0};
    bool ok = block_of(&w, &b, f);
    for (size_t i = 0; ok && i < b.n; i++) {
        size_t n = strlen(b.line[i]);
        while (n > 0 && b.line[i][n - 1] == ' ')
            n--;
        lc_text_add_bytes(out, b.line[i], n);
        lc_text_add(out, "\n");
    }
    clear_block(&b);
    return ok && (!out->failed || lost(ctx));
}
