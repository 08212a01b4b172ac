/* place.c - where each part of a figure stands.
 *
 * Cells of one grid have one size: square, until a text needs more width. Labels of an axis stand
 * beside the grid, a strip a level, the innermost nearest to the cells; a label of several cells
 * has a line along these. Parts beside each other are centred on one height.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "absent.h"
#include "render.h"

#define MARGIN 12.0
#define GAP 28.0   /* between parts */
#define TITLE 13.0 /* sizes of letters */
#define VALUE 11.0
#define NOTE 8.5
#define LABEL 9.5
#define LINE 1.35     /* from one line to the next, in sizes */
#define PADDING 5.0   /* in a cell, on each side */
#define SMALLEST 24.0 /* of a cell */
#define NODE 26.0     /* from one node of arrows to the next */
#define HEAD 7.0      /* of an arrow */
#define ARROWS 90.0   /* between both columns of nodes */

typedef struct {
    double width, height;
} area;

typedef struct {
    area cell;
    double title;
    double left, top; /* labels */
} grid;

/* ---- texts ---- */

/* Widths of Helvetica's printable ASCII characters, in thousandths of the size. */
static const short helvetica[95] = {278, 278, 355, 556, 556, 889, 667, 191, 333,  333, 389, 584,
                                    278, 333, 278, 278, 556, 556, 556, 556, 556,  556, 556, 556,
                                    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
                                    722, 667, 611, 778, 722, 278, 500, 667, 556,  833, 722, 778,
                                    667, 778, 722, 667, 611, 722, 667, 944, 667,  667, 611, 278,
                                    278, 278, 469, 556, 333, 556, 556, 500, 556,  556, 278, 556,
                                    556, 222, 222, 500, 222, 833, 556, 556, 556,  556, 333, 500,
                                    278, 556, 500, 722, 500, 500, 500, 334, 260,  334, 584};

double lcv_text_width(const char *text, double size, unsigned style)
{
    double sum = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if ((*c & 0xc0) == 0x80) /* goes on with a character */
            continue;
        bool known = *c >= ' ' && *c < 127 && (style & LCV_TEXT_FIXED) == 0;
        sum += known ? helvetica[*c - ' '] : 602;
    }
    return sum * size / 1000 * ((style & LCV_TEXT_BOLD) != 0 ? 1.06 : 1);
}

bool lcv_arrow_head(double x1, double y1, double x2, double y2, lcv_point end[2])
{
    double length = sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
    if (length < 1)
        return false;
    double along_x = HEAD * (x2 - x1) / length, along_y = HEAD * (y2 - y1) / length;
    end[0] = (lcv_point){x2 - along_x + along_y / 2, y2 - along_y - along_x / 2};
    end[1] = (lcv_point){x2 - along_x - along_y / 2, y2 - along_y + along_x / 2};
    return true;
}

static size_t count_lines(const char *text)
{
    size_t n = 1;
    for (const char *c = text; *c; c++)
        n += *c == '\n' && c[1] != '\0';
    return n;
}

/* The line of a text that is left, in `line`; false after the last one. */
static bool next_line(const char **at, char *line, size_t room)
{
    if (**at == '\0')
        return false;
    size_t n = strcspn(*at, "\n"), taken = n < room ? n : room - 1;
    memcpy(line, *at, taken);
    line[taken] = '\0';
    *at += n + ((*at)[n] == '\n');
    return true;
}

#define LONGEST 1024 /* bytes of a line that is shown */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double title_height(const lcv_figure *f)
{
    return f->title ? TITLE * LINE * (double)count_lines(f->title) + 4 : 0;
}

static double lines_width(const char *text, double size, unsigned style)
{
    char line[LONGEST];
    double most = 0;
    while (next_line(&text, line, sizeof line))
        most = larger(most, lcv_text_width(line, size, style));
    return most;
}

/* ---- sizes ---- */

static double label_width(const lcv_level *level)
{
    double most = 0;
    for (size_t i = 0; i < level->n; i++)
        if (level->label[i].text)
            most = larger(most, lcv_text_width(level->label[i].text, LABEL, 0));
    return most;
}

static area cell_area(const lcv_figure *f)
{
    area cell = {SMALLEST, SMALLEST};
    bool notes = false;
    for (size_t i = 0; i < f->row.size * f->column.size; i++) {
        const lcv_cell *c = &f->cell[i];
        if (c->text)
            cell.width = larger(cell.width,
                                lcv_text_width(c->text, VALUE, LCV_TEXT_BOLD) + 2 * PADDING);
        if (c->note)
            cell.width = larger(cell.width, lcv_text_width(c->note, NOTE, 0) + 2 * PADDING);
        notes = notes || c->note;
    }
    if (notes)
        cell.height = VALUE * LINE + NOTE * LINE + PADDING;
    if (cell.width < 1.7 * cell.height)
        cell.width = cell.height = larger(cell.width, cell.height);
    return cell;
}

/* Labels of one cell each, the innermost, may be wider than a cell. */
static double widest_single(const lcv_axis *axis)
{
    double most = 0;
    for (size_t l = 0; l < axis->nlevels; l++)
        for (size_t i = 0; i < axis->level[l].n; i++) {
            const lcv_label *label = &axis->level[l].label[i];
            if (label->text && label->span == 1)
                most = larger(most, lcv_text_width(label->text, LABEL, 0) + 4);
        }
    return most;
}

static grid measure_grid(const lcv_figure *f)
{
    grid g = {.cell = cell_area(f), .title = title_height(f)};
    g.cell.width = larger(g.cell.width, widest_single(&f->column));
    for (size_t l = 0; l < f->row.nlevels; l++)
        g.left += label_width(&f->row.level[l]) + 9;
    g.top = (double)f->column.nlevels * (LABEL * LINE + 3);
    if (f->row.name)
        g.left += LABEL * LINE + 4;
    if (f->column.name)
        g.top += LABEL * LINE + 3;
    return g;
}

static area measure(const lcv_figure *f);

static area measure_parts(const lcv_figure *f)
{
    area all = {0, 0};
    bool beside = f->kind == LCV_FIGURE_BESIDE;
    for (size_t i = 0; i < f->nparts; i++) {
        area part = measure(f->part[i]);
        double gap = i > 0 ? GAP : 0;
        all.width = beside ? all.width + gap + part.width : larger(all.width, part.width);
        all.height = beside ? larger(all.height, part.height) : all.height + gap + part.height;
    }
    return all;
}

static double nodes_width(char *const *node, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (node[i])
            most = larger(most, lcv_text_width(node[i], VALUE, 0));
    return most;
}

static area measure(const lcv_figure *f)
{
    area a = {0, 0};
    switch (f->kind) {
    case LCV_FIGURE_GRID: {
        grid g = measure_grid(f);
        a = (area){g.left + g.cell.width * (double)f->column.size,
                   g.top + g.cell.height * (double)f->row.size};
        break;
    }
    case LCV_FIGURE_ARROWS:
        a.width = nodes_width(f->left, f->nleft) + ARROWS + nodes_width(f->right, f->nright);
        a.height = NODE * (double)(f->nleft > f->nright ? f->nleft : f->nright);
        break;
    case LCV_FIGURE_LINES:
        a.width = lines_width(f->lines, VALUE, LCV_TEXT_FIXED);
        a.height = VALUE * LINE * (double)count_lines(f->lines);
        break;
    case LCV_FIGURE_BESIDE:
    case LCV_FIGURE_ABOVE: a = measure_parts(f); break;
    }
    if (f->title)
        a.width = larger(a.width, lines_width(f->title, TITLE, LCV_TEXT_BOLD));
    a.height += title_height(f);
    return a;
}

void lcv_figure_size(const lcv_figure *f, double *width, double *height)
{
    area a = measure(f);
    *width = ceil(a.width + 2 * MARGIN);
    *height = ceil(a.height + 2 * MARGIN);
}

/* ---- painting ---- */

typedef struct {
    lcv_canvas *canvas;
    lcv_theme theme;
    const lcv_colours *colours;
} painter;

static void write(const painter *p, double x, double y, lcv_anchor anchor, double size,
                  unsigned style, lcv_rgb colour, const char *text)
{
    lcv_pen pen = {size, anchor, style, colour};
    p->canvas->text(p->canvas, x, y, &pen, text);
}

/* Lines below each other; y is the top. */
static void write_lines(const painter *p, double x, double y, double size, unsigned style,
                        const char *text)
{
    char line[LONGEST];
    while (next_line(&text, line, sizeof line)) {
        y += size * LINE;
        if (line[0] != '\0')
            write(p, x, y - size * (LINE - 1), LCV_TEXT_LEFT, size, style, p->colours->ink, line);
    }
}

static lcv_rgb ground_of(const painter *p, const lcv_cell *c)
{
    lcv_rgb ground = c->tone == LCV_NO_TONE ? p->colours->cell : lcv_tone(c->tone, p->theme);
    return (c->marks & LCV_MARK_FAINT) != 0 ? lcv_between(ground, p->colours->page, 0.75)
                                            : ground;
}

#define MOST_TONES 256 /* of which the cells are painted together */

static void paint_ground(const painter *p, const lcv_figure *f, const grid *g, size_t i, double x,
                         double y)
{
    if ((f->cell[i].marks & LCV_MARK_ABSENT) != 0)
        return;
    p->canvas->fill(p->canvas, x + g->cell.width * (double)(i % f->column.size),
                    y + g->cell.height * (double)(i / f->column.size), g->cell.width,
                    g->cell.height, ground_of(p, &f->cell[i]));
}

/* The grounds of the cells, those of one colour together, as media write them shorter so. */
static void paint_grounds(const painter *p, const lcv_figure *f, const grid *g, double x,
                          double y)
{
    size_t n = f->row.size * f->column.size;
    int most = LCV_NO_TONE;
    for (size_t i = 0; i < n; i++)
        most = f->cell[i].tone > most ? f->cell[i].tone : most;
    if (most >= MOST_TONES) {
        for (size_t i = 0; i < n; i++)
            paint_ground(p, f, g, i, x, y);
        return;
    }
    for (int tone = LCV_NO_TONE; tone <= most; tone++)
        for (unsigned faint = 0; faint <= LCV_MARK_FAINT; faint += LCV_MARK_FAINT)
            for (size_t i = 0; i < n; i++)
                if (f->cell[i].tone == tone && (f->cell[i].marks & LCV_MARK_FAINT) == faint)
                    paint_ground(p, f, g, i, x, y);
}

static void rule_of(const painter *p, lcv_edge rule, bool outside, lcv_rgb *colour,
                    double *weight)
{
    bool thick = outside || rule != LCV_RULE_THIN;
    *colour = thick ? p->colours->thick : p->colours->thin;
    *weight = rule == LCV_RULE_BLOCK ? 2.2 : thick ? 1.3 : 0.5;
}

/* Lines of one weight, all across the grid. */
static void paint_rules(const painter *p, const lcv_figure *f, const grid *g, double x, double y)
{
    double width = g->cell.width * (double)f->column.size;
    double height = g->cell.height * (double)f->row.size, weight;
    lcv_rgb colour;
    for (int thick = 0; thick < 2; thick++) {
        for (size_t i = 0; i <= f->row.size; i++) {
            bool outside = i == 0 || i == f->row.size;
            double at = y + g->cell.height * (double)i;
            rule_of(p, outside ? LCV_RULE_THIN : f->row.rule[i], outside, &colour, &weight);
            if ((weight > 1) == (thick != 0))
                p->canvas->line(p->canvas, x, at, x + width, at, colour, weight, false);
        }
        for (size_t i = 0; i <= f->column.size; i++) {
            bool outside = i == 0 || i == f->column.size;
            double at = x + g->cell.width * (double)i;
            rule_of(p, outside ? LCV_RULE_THIN : f->column.rule[i], outside, &colour, &weight);
            if ((weight > 1) == (thick != 0))
                p->canvas->line(p->canvas, at, y, at, y + height, colour, weight, false);
        }
    }
}

static void paint_cell(const painter *p, const lcv_cell *c, const grid *g, double x, double y)
{
    lcv_rgb ink = lcv_ink_on(ground_of(p, c));
    double middle = x + g->cell.width / 2, centre = y + g->cell.height / 2;
    bool strong = (c->marks & (LCV_MARK_FAULT | LCV_MARK_PICKED)) != 0;
    double up = c->note ? (NOTE * LINE) / 2 : 0;
    if ((c->marks & LCV_MARK_FAINT) != 0)
        ink = lcv_between(ink, p->colours->page, 0.45);
    if (c->text)
        write(p, middle, centre + VALUE * 0.36 - up, LCV_TEXT_MIDDLE, VALUE,
              strong ? LCV_TEXT_BOLD : 0, ink, c->text);
    if (c->note)
        write(p, middle, centre + NOTE * 0.36 + (c->text ? VALUE * LINE / 2 : 0), LCV_TEXT_MIDDLE,
              NOTE, 0, lcv_between(ink, ground_of(p, c), 0.25), c->note);
}

/* Frames come last, on top of all lines. */
static void paint_marks(const painter *p, const lcv_cell *c, const grid *g, double x, double y)
{
    bool fault = (c->marks & LCV_MARK_FAULT) != 0;
    double in = 1.2;
    if (fault || (c->marks & LCV_MARK_PICKED) != 0)
        p->canvas->frame(p->canvas, x + in, y + in, g->cell.width - 2 * in,
                         g->cell.height - 2 * in, fault ? p->colours->fault : p->colours->picked,
                         2.4);
}

static void paint_cells(const painter *p, const lcv_figure *f, const grid *g, double x, double y)
{
    for (int marks = 0; marks < 2; marks++)
        for (size_t i = 0; i < f->row.size * f->column.size; i++)
            (marks ? paint_marks : paint_cell)(p, &f->cell[i], g,
                                               x + g->cell.width * (double)(i % f->column.size),
                                               y + g->cell.height * (double)(i / f->column.size));
}

/* A level above the grid; `base` is the lower end of its strip. */
static void paint_above(const painter *p, const lcv_level *level, double cell, double x,
                        double base)
{
    for (size_t i = 0; i < level->n; i++) {
        const lcv_label *label = &level->label[i];
        double width = cell * (double)label->span;
        if (label->text)
            write(p, x + width / 2, base - 5, LCV_TEXT_MIDDLE, LABEL, 0, p->colours->quiet,
                  label->text);
        if (label->span > 1)
            p->canvas->line(p->canvas, x + 2, base - 2, x + width - 2, base - 2,
                            p->colours->quiet, 0.7, false);
        x += width;
    }
}

/* A level left of the grid; `base` is the right end of its strip. */
static void paint_beside(const painter *p, const lcv_level *level, double cell, double base,
                         double y)
{
    for (size_t i = 0; i < level->n; i++) {
        const lcv_label *label = &level->label[i];
        double height = cell * (double)label->span;
        if (label->text)
            write(p, base - 5, y + height / 2 + LABEL * 0.36, LCV_TEXT_RIGHT, LABEL, 0,
                  p->colours->quiet, label->text);
        if (label->span > 1)
            p->canvas->line(p->canvas, base - 2, y + 2, base - 2, y + height - 2,
                            p->colours->quiet, 0.7, false);
        y += height;
    }
}

static void paint_grid(const painter *p, const lcv_figure *f, double x, double y)
{
    grid g = measure_grid(f);
    double left = x + g.left, top = y + g.top, base = top;
    for (size_t l = 0; l < f->column.nlevels; l++, base -= LABEL * LINE + 3)
        paint_above(p, &f->column.level[l], g.cell.width, left, base);
    if (f->column.name)
        write(p, left, base - 4, LCV_TEXT_LEFT, LABEL, LCV_TEXT_BOLD, p->colours->quiet,
              f->column.name);
    base = left;
    for (size_t l = 0; l < f->row.nlevels; l++) {
        paint_beside(p, &f->row.level[l], g.cell.height, base, top);
        base -= label_width(&f->row.level[l]) + 9;
    }
    if (f->row.name)
        write(p, base - 4, top - 4, LCV_TEXT_RIGHT, LABEL, LCV_TEXT_BOLD, p->colours->quiet,
              f->row.name);
    paint_grounds(p, f, &g, left, top);
    paint_rules(p, f, &g, left, top);
    lcv_paint_absent(p->canvas, f, p->colours, g.cell.width, g.cell.height, left, top);
    paint_cells(p, f, &g, left, top);
}

static void paint_arrows(const painter *p, const lcv_figure *f, area all, double x, double y)
{
    double from = x + nodes_width(f->left, f->nleft), to = from + ARROWS, bottom = y + all.height;
    for (int right = 0; right < 2; right++)
        for (size_t i = 0; i < (right ? f->nright : f->nleft); i++) {
            const char *node = (right ? f->right : f->left)[i];
            if (node)
                write(p, right ? to : from, bottom - NODE * ((double)i + 0.5) + VALUE * 0.36,
                      right ? LCV_TEXT_LEFT : LCV_TEXT_RIGHT, VALUE, 0, p->colours->ink, node);
        }
    for (size_t i = 0; i < f->narrows; i++) {
        const lcv_arrow *a = &f->arrow[i];
        lcv_rgb colour = a->tone == LCV_NO_TONE
                             ? p->colours->ink
                             : lcv_between(lcv_tone(a->tone, p->theme), p->colours->ink, 0.45);
        p->canvas->line(p->canvas, from + 8, bottom - NODE * ((double)a->from + 0.5), to - 8,
                        bottom - NODE * ((double)a->to + 0.5), colour, 1.2, true);
    }
}

static void paint(const painter *p, const lcv_figure *f, double x, double y);

static void paint_parts(const painter *p, const lcv_figure *f, area all, double x, double y)
{
    for (size_t i = 0; i < f->nparts; i++) {
        area part = measure(f->part[i]);
        if (f->kind == LCV_FIGURE_BESIDE) {
            paint(p, f->part[i], x, y + (all.height - part.height) / 2);
            x += part.width + GAP;
        } else {
            paint(p, f->part[i], x, y);
            y += part.height + GAP;
        }
    }
}

static void paint(const painter *p, const lcv_figure *f, double x, double y)
{
    area all = measure(f);
    if (f->title)
        write_lines(p, x, y, TITLE, LCV_TEXT_BOLD, f->title);
    y += title_height(f);
    all.height -= title_height(f);
    switch (f->kind) {
    case LCV_FIGURE_GRID: paint_grid(p, f, x, y); break;
    case LCV_FIGURE_ARROWS: paint_arrows(p, f, all, x, y); break;
    case LCV_FIGURE_LINES: write_lines(p, x, y, VALUE, LCV_TEXT_FIXED, f->lines); break;
    case LCV_FIGURE_BESIDE:
    case LCV_FIGURE_ABOVE: paint_parts(p, f, all, x, y); break;
    }
}

void lcv_figure_paint(const lcv_figure *f, lcv_theme theme, lcv_canvas *canvas)
{
    painter p = {canvas, theme, lcv_colours_of(theme)};
    double width, height;
    lcv_figure_size(f, &width, &height);
    canvas->fill(canvas, 0, 0, width, height, p.colours->page);
    paint(&p, f, MARGIN, MARGIN);
}
