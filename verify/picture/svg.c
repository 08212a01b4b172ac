/* svg.c - figures as SVG 1.1.
 *
 * Shapes of one colour that follow each other are one path, and texts of one pen one group, so
 * that a grid takes some 50 bytes a cell.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "render.h"

typedef struct {
    lcv_canvas canvas; /* first: a canvas is one of these */
    lc_text *out;
    enum { NOTHING, FILLS, LINES, TEXTS } open;
    lcv_rgb colour;
    double weight;
    lcv_pen pen;
} svg;

static bool same(lcv_rgb a, lcv_rgb b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* A number with two decimals at most. */
static void number(svg *s, const char *before, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.2f", x);
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '0')
        text[--n] = '\0';
    if (n > 0 && text[n - 1] == '.')
        text[n - 1] = '\0';
    lc_text_printf(s->out, "%s%s", before, strcmp(text, "-0") == 0 ? "0" : text);
}

static void colour(svg *s, const char *name, lcv_rgb c)
{
    lc_text_printf(s->out, " %s=\"#%02x%02x%02x\"", name, c.r, c.g, c.b);
}

static void finish(svg *s)
{
    if (s->open == FILLS || s->open == LINES)
        lc_text_add(s->out, "\"/>\n");
    else if (s->open == TEXTS)
        lc_text_add(s->out, "</g>\n");
    s->open = NOTHING;
}

static void escape(svg *s, const char *text)
{
    for (const char *c = text; *c; c++) {
        const char *entity = *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : *c == '&' ? "&amp;" : NULL;
        if (entity)
            lc_text_add(s->out, entity);
        else if ((unsigned char)*c >= ' ' && *c != 0x7f)
            lc_text_add_char(s->out, *c, 1);
        else /* control characters are none of XML's */
            lc_text_add(s->out, "?");
    }
}

/* As a part of the open path. */
static void box(svg *s, double x, double y, double width, double height)
{
    number(s, "M", x);
    number(s, " ", y);
    number(s, "h", width);
    number(s, "v", height);
    number(s, "h", -width);
    lc_text_add(s->out, "z");
}

static void fill(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ground)
{
    svg *s = (svg *)c;
    if (s->open != FILLS || !same(s->colour, ground)) {
        finish(s);
        lc_text_add(s->out, "<path");
        colour(s, "fill", ground);
        lc_text_add(s->out, " d=\"");
        s->open = FILLS;
        s->colour = ground;
    }
    box(s, x, y, width, height);
}

static void begin_lines(svg *s, lcv_rgb ink, double weight)
{
    if (s->open == LINES && same(s->colour, ink) && s->weight >= weight && s->weight <= weight)
        return;
    finish(s);
    lc_text_add(s->out, "<path fill=\"none\"");
    colour(s, "stroke", ink);
    number(s, " stroke-width=\"", weight);
    lc_text_add(s->out, "\" d=\"");
    s->open = LINES;
    s->colour = ink;
    s->weight = weight;
}

static void frame(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ink,
                  double weight)
{
    svg *s = (svg *)c;
    begin_lines(s, ink, weight);
    box(s, x, y, width, height);
}

static void line(lcv_canvas *c, double x1, double y1, double x2, double y2, lcv_rgb ink,
                 double weight, bool arrow)
{
    svg *s = (svg *)c;
    begin_lines(s, ink, weight);
    number(s, "M", x1);
    number(s, " ", y1);
    number(s, "L", x2);
    number(s, " ", y2);
    lcv_point head[2];
    if (!arrow || !lcv_arrow_head(x1, y1, x2, y2, head))
        return;
    number(s, "M", head[0].x);
    number(s, " ", head[0].y);
    number(s, "L", x2);
    number(s, " ", y2);
    number(s, "L", head[1].x);
    number(s, " ", head[1].y);
}

static bool same_pen(const lcv_pen *a, const lcv_pen *b)
{
    return a->size >= b->size && a->size <= b->size && a->anchor == b->anchor &&
           a->style == b->style && same(a->colour, b->colour);
}

/* May it end beyond the picture in a font of other metrics than the placing has, as a browser
 * takes that has no Helvetica? Its width is then said. */
static bool reaches_right(const lcv_pen *pen)
{
    return pen->anchor == LCV_TEXT_LEFT && (pen->style & LCV_TEXT_FIXED) == 0;
}

static void text(lcv_canvas *c, double x, double y, const lcv_pen *pen, const char *string)
{
    static const char *const anchor[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    svg *s = (svg *)c;
    if (s->open != TEXTS || !same_pen(&s->pen, pen)) {
        finish(s);
        number(s, "<g font-size=\"", pen->size);
        lc_text_printf(s->out, "\"%s", anchor[pen->anchor]);
        if ((pen->style & LCV_TEXT_BOLD) != 0)
            lc_text_add(s->out, " font-weight=\"bold\"");
        if ((pen->style & LCV_TEXT_FIXED) != 0)
            lc_text_add(s->out, " font-family=\"Liberation Mono, Menlo, monospace\" "
                                "xml:space=\"preserve\"");
        colour(s, "fill", pen->colour);
        lc_text_add(s->out, ">\n");
        s->open = TEXTS;
        s->pen = *pen;
    }
    number(s, "<text x=\"", x);
    number(s, "\" y=\"", y);
    if (reaches_right(pen)) {
        number(s, "\" textLength=\"", lcv_text_width(string, pen->size, pen->style));
        lc_text_add(s->out, "\" lengthAdjust=\"spacingAndGlyphs");
    }
    lc_text_add(s->out, "\">");
    escape(s, string);
    lc_text_add(s->out, "</text>\n");
}

/* The first title of a figure and its parts, in their order. */
static const char *title_of(const lcv_figure *f)
{
    if (f->title)
        return f->title;
    for (size_t i = 0; i < f->nparts; i++) {
        const char *title = title_of(f->part[i]);
        if (title)
            return title;
    }
    return NULL;
}

bool lcv_figure_svg(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme)
{
    svg s = {{fill, frame, line, text},       out, NOTHING, {0, 0, 0}, 0,
             {0, LCV_TEXT_LEFT, 0, {0, 0, 0}}};
    double width, height;
    lcv_figure_size(f, &width, &height);
    lc_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
                   "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, "
                   "Liberation Sans, sans-serif\">\n",
                   width, height, width, height);
    const char *title = title_of(f);
    if (title) {
        lc_text_add(out, "<title>");
        escape(&s, title);
        lc_text_add(out, "</title>\n");
    }
    lcv_figure_paint(f, theme, &s.canvas);
    finish(&s);
    lc_text_add(out, "</svg>\n");
    if (out->failed)
        lc_no_memory(ctx);
    return !out->failed;
}
