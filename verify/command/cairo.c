/* cairo.c - see cairo.h. */
#include "config.h"

#include <math.h>

#include "cairo-library.h"
#include "cairo.h"

#define PIXELS_A_POINT 2.0

static const lcv_cairo *cairo; /* once it is loaded */
static const char missing[] = "libcairo.so.2 cannot be loaded";

typedef struct {
    lcv_canvas canvas; /* first: a canvas is one of these */
    cairo_t *cr;
} surface;

static void use(const surface *s, lcv_rgb c)
{
    cairo->set_source_rgb(s->cr, c.r / 255., c.g / 255., c.b / 255.);
}

static void fill(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ground)
{
    surface *s = (surface *)c;
    use(s, ground);
    cairo->rectangle(s->cr, x, y, width, height);
    cairo->fill(s->cr);
}

static void stroke(const surface *s, lcv_rgb ink, double weight)
{
    use(s, ink);
    cairo->set_line_width(s->cr, weight);
    cairo->stroke(s->cr);
}

static void frame(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb ink,
                  double weight)
{
    surface *s = (surface *)c;
    cairo->rectangle(s->cr, x, y, width, height);
    stroke(s, ink, weight);
}

static void line(lcv_canvas *c, double x1, double y1, double x2, double y2, lcv_rgb ink,
                 double weight, bool arrow)
{
    surface *s = (surface *)c;
    lcv_point head[2];
    cairo->move_to(s->cr, x1, y1);
    cairo->line_to(s->cr, x2, y2);
    if (arrow && lcv_arrow_head(x1, y1, x2, y2, head)) {
        cairo->move_to(s->cr, head[0].x, head[0].y);
        cairo->line_to(s->cr, x2, y2);
        cairo->line_to(s->cr, head[1].x, head[1].y);
    }
    stroke(s, ink, weight);
}

/* A font of other metrics than the placing has is made narrower where its text is too wide. */
static void text(lcv_canvas *c, double x, double y, const lcv_pen *pen, const char *string)
{
    surface *s = (surface *)c;
    bool fixed = (pen->style & LCV_TEXT_FIXED) != 0;
    double room = lcv_text_width(string, pen->size, pen->style);
    cairo_text_extents_t is;
    cairo->select_font_face(s->cr, fixed ? "monospace" : "Helvetica", CAIRO_FONT_SLANT_NORMAL,
                            (pen->style & LCV_TEXT_BOLD) != 0 ? CAIRO_FONT_WEIGHT_BOLD
                                                              : CAIRO_FONT_WEIGHT_NORMAL);
    cairo->set_font_size(s->cr, pen->size);
    cairo->text_extents(s->cr, string, &is);
    double narrower = is.x_advance > room && room > 0 ? room / is.x_advance : 1;
    double width = is.x_advance * narrower;
    cairo->save(s->cr);
    cairo->translate(s->cr,
                     pen->anchor == LCV_TEXT_LEFT     ? x
                     : pen->anchor == LCV_TEXT_MIDDLE ? x - width / 2
                                                      : x - width,
                     y);
    cairo->scale(s->cr, narrower, 1);
    cairo->move_to(s->cr, 0, 0);
    use(s, pen->colour);
    cairo->show_text(s->cr, string);
    cairo->restore(s->cr);
}

static cairo_status_t append(void *out, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, out) == length ? CAIRO_STATUS_SUCCESS
                                                  : CAIRO_STATUS_WRITE_ERROR;
}

/* Takes over the surface; NULL, or what went wrong with it. */
static const char *paint(cairo_surface_t *on, double scale, const lcv_figure *f, lcv_theme theme,
                         FILE *png)
{
    surface s = {{fill, frame, line, text}, cairo->create(on)};
    cairo->scale(s.cr, scale, scale);
    lcv_figure_paint(f, theme, &s.canvas);
    cairo_status_t status = cairo->status(s.cr);
    cairo->destroy(s.cr);
    if (status == CAIRO_STATUS_SUCCESS && png)
        status = cairo->surface_write_to_png_stream(on, append, png);
    cairo->surface_finish(on);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo->surface_status(on);
    cairo->surface_destroy(on);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo->status_to_string(status);
}

const char *lcv_write_pdf(FILE *out, const lcv_figure *f, lcv_theme theme)
{
    double width, height;
    if (!(cairo = lcv_cairo_load()))
        return missing;
    lcv_figure_size(f, &width, &height);
    cairo_surface_t *pdf = cairo->pdf_surface_create_for_stream(append, out, width, height);
    cairo->pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    return paint(pdf, 1, f, theme, NULL);
}

const char *lcv_write_png(FILE *out, const lcv_figure *f, lcv_theme theme)
{
    double width, height, scale = PIXELS_A_POINT;
    if (!(cairo = lcv_cairo_load()))
        return missing;
    lcv_figure_size(f, &width, &height);
    if (width * height * scale * scale > LCV_MOST_PIXELS)
        scale = sqrt(LCV_MOST_PIXELS / (width * height));
    return paint(cairo->image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * scale),
                                             (int)ceil(height * scale)),
                 scale, f, theme, out);
}
