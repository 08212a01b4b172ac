/* canvas.h - what a medium has to draw: rectangles, lines and texts, in points from the top left.
 *
 * A figure is placed once (place.c), on any canvas: SVG (svg.c), TikZ (tikz.c), and cairo's
 * surfaces in the command (../command/cairo.c). A canvas keeps its own failures.
 */
#ifndef LCV_CANVAS_H
#define LCV_CANVAS_H

#include "figure.h"

typedef struct {
    unsigned char r, g, b;
} lcv_rgb;

typedef enum { LCV_TEXT_LEFT, LCV_TEXT_MIDDLE, LCV_TEXT_RIGHT } lcv_anchor;

enum { LCV_TEXT_BOLD = 1, LCV_TEXT_FIXED = 2 /* all characters have one width */ };

typedef struct {
    double size; /* of the font */
    lcv_anchor anchor;
    unsigned style;
    lcv_rgb colour;
} lcv_pen;

typedef struct lcv_canvas lcv_canvas;
struct lcv_canvas {
    void (*fill)(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb colour);
    void (*frame)(lcv_canvas *c, double x, double y, double width, double height, lcv_rgb colour,
                  double weight);
    /* With a head at the second point, where it is an arrow. */
    void (*line)(lcv_canvas *c, double x1, double y1, double x2, double y2, lcv_rgb colour,
                 double weight, bool arrow);
    /* One line of UTF-8 whose letters stand on y. */
    void (*text)(lcv_canvas *c, double x, double y, const lcv_pen *pen, const char *text);
};

/* The width of a text, as Helvetica and fonts of its metrics have it, or as wide letters have it
 * (LCV_TEXT_FIXED). */
double lcv_text_width(const char *text, double size, unsigned style);

typedef struct {
    double x, y;
} lcv_point;

/* The ends of the two strokes of an arrow's head at the second point; false: it has no length. */
bool lcv_arrow_head(double x1, double y1, double x2, double y2, lcv_point end[2]);

#endif
