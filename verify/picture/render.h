/* render.h - figures in media: a terminal, SVG, TikZ; and on any canvas.
 *
 * Functions that add to a text return false with an error in the context, which may be NULL for
 * lcv_figure_text; what they added stays.
 */
#ifndef LCV_RENDER_H
#define LCV_RENDER_H

#include "canvas.h"

typedef enum { LCV_LIGHT, LCV_DARK } lcv_theme;

typedef struct {
    enum { LCV_PLAIN, LCV_COLOURS_256, LCV_COLOURS_24_BIT } colours;
    bool unicode; /* lines are drawn with box characters */
    size_t width; /* columns of a terminal, past which a grid goes on below; 0: any */
    lcv_theme theme;
} lcv_terminal;

/* Grids as aligned tables. Where there is no colour, a cell at fault is >12<, a picked one
 * [12]. */
bool lcv_figure_text(lc_ctx *ctx, lc_text *out, const lcv_figure *f, const lcv_terminal *t);

/* One <svg> element, with the title and the size; numbers and labels are text. Nothing in it has
 * a name, so that a page may hold many. */
bool lcv_figure_svg(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme);

/* A tikzpicture, to be read by a document; and in a document of the class standalone. */
bool lcv_figure_tikz(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme);
bool lcv_figure_tex(lc_ctx *ctx, lc_text *out, const lcv_figure *f, lcv_theme theme);

/* The size in points, and the figure itself. */
void lcv_figure_size(const lcv_figure *f, double *width, double *height);
void lcv_figure_paint(const lcv_figure *f, lcv_theme theme, lcv_canvas *canvas);

/* ---- colours (palette.c) ---- */

/* The colour of a tone: neighbouring tones are easily told apart, and no two of the first 36 are
 * the same. */
lcv_rgb lcv_tone(int tone, lcv_theme theme);
/* The colour of letters on this ground: black or white, whichever has more contrast. */
lcv_rgb lcv_ink_on(lcv_rgb ground);
/* Between both colours, `part` of the way from a to b. */
lcv_rgb lcv_between(lcv_rgb a, lcv_rgb b, double part);

typedef struct {
    lcv_rgb page, ink, quiet; /* the ground, letters, labels */
    lcv_rgb thin, thick;      /* lines between cells, and between tiles */
    lcv_rgb cell;             /* of no tone */
    lcv_rgb fault, picked;    /* frames */
} lcv_colours;
const lcv_colours *lcv_colours_of(lcv_theme theme);

#endif
