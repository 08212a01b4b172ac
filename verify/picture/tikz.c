/* tikz.c - figures as TikZ, alone, for a document that reads it, or in a document of the class
 * standalone. Points are big points (bp), and y goes up. */
#include "config.h"

#include <string.h>

#include "render.h"

typedef struct {
    lcv_canvas canvas; /* first: a canvas is one of these */
    lc_text *out;
} tikz;

/* rgb,255:red,1;green,2;blue,3: an expression of xcolor. */
static void colour(tikz *t, const char *name, lcv_rgb c)
{
    lc_text_printf(t->out, "%s={rgb,255:red,%d;green,%d;blue,%d}", name, c.r, c.g, c.b);
}

static void fill(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ground)
{
    tikz *t = (tikz *)c;
    lc_text_add(t->out, "\\fill[");
    colour(t, "fill", ground);
    lc_text_printf(t->out, "] (%.2f,%.2f) rectangle +(%.2f,%.2f);\n", x, -y, width, -height);
}

static void frame(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ink,
                  double weight)
{
    tikz *t = (tikz *)c;
    lc_text_add(t->out, "\\draw[");
    colour(t, "draw", ink);
    lc_text_printf(t->out, ",line width=%.2fbp] (%.2f,%.2f) rectangle +(%.2f,%.2f);\n", weight, x,
                   -y, width, -height);
}

static void line(lcv_canvas *c, double x1, double y1, double x2, double y2, lcv_rgb ink,
                 double weight, bool arrow)
{
    tikz *t = (tikz *)c;
    lc_text_printf(t->out, "\\draw[%s", arrow ? "->," : "");
    colour(t, "draw", ink);
    lc_text_printf(t->out, ",line width=%.2fbp] (%.2f,%.2f) -- (%.2f,%.2f);\n", weight, x1, -y1,
                   x2, -y2);
}

/* TeX's own characters; spaces stay as many as they are. */
static void escape(tikz *t, const char *text, bool spaces)
{
    /* Commands for these hold in every encoding of fonts. */
    static const char named[] = "\\^~<>|\"";
    static const char *const name[] = {"textbackslash", "textasciicircum", "textasciitilde",
                                       "textless",      "textgreater",     "textbar",
                                       "char34"};
    for (const char *c = text; *c; c++) {
        const char *at = strchr(named, *c);
        if (strchr("#$%&_{}", *c))
            lc_text_printf(t->out, "\\%c", *c);
        else if (at)
            lc_text_printf(t->out, "\\%s{}", name[at - named]);
        else if (strncmp(c, "\u2026", 3) == 0) {
            lc_text_add(t->out, "\\dots{}");
            c += 2;
        } else if (*c == ' ' && spaces)
            lc_text_add(t->out, "\\ ");
        else if ((unsigned char)*c >= ' ')
            lc_text_add_char(t->out, *c, 1);
    }
}

static void text(lcv_canvas *c, double x, double y, const lcv_pen *pen, const char *string)
{
    static const char *const anchor[] = {"base west", "base", "base east"};
    tikz *t = (tikz *)c;
    bool fixed = (pen->style & LCV_TEXT_FIXED) != 0;
    lc_text_printf(t->out, "\\node[anchor=%s,inner sep=0,", anchor[pen->anchor]);
    colour(t, "text", pen->colour);
    lc_text_printf(t->out, "] at (%.2f,%.2f) {\\fontsize{%.1f}{%.1f}%s%s ", x, -y, pen->size,
                   pen->size * 1.2, fixed ? "\\ttfamily" : "\\sffamily",
                   (pen->style & LCV_TEXT_BOLD) != 0 ? "\\bfseries" : "");
    escape(t, string, fixed);
    lc_text_add(t->out, "};\n");
}

static void picture(lc_text *out, const lcv_figure *f, lcv_theme theme)
{
    tikz t = {{fill, frame, line, text}, out};
    lc_text_add(out, "\\begin{tikzpicture}[x=1bp,y=1bp]\n");
    lcv_figure_paint(f, theme, &t.canvas);
    lc_text_add(out, "\\end{tikzpicture}\n");
}

static bool written(lc_ctx *ctx, const lc_text *out)
{
    if (out->failed)
        lc_no_memory(ctx);
    return !out->failed;
}

bool lcv_figure_tikz(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme)
{
    picture(out, f, theme);
    return written(ctx, out);
}

bool lcv_figure_tex(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme)
{
    lc_text_add(out, "\\documentclass[tikz]{standalone}\n"
                     "\\usepackage[scaled]{helvet}\n"
                     "\\usepackage[T1]{fontenc}\n"
                     "\\begin{document}\n");
    picture(out, f, theme);
    lc_text_add(out, "\\end{document}\n");
    return written(ctx, out);
}
