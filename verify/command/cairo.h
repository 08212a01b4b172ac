/* cairo.h - figures as PDF and PNG, by cairo. */
#ifndef LCV_COMMAND_CAIRO_H
#define LCV_COMMAND_CAIRO_H

#include <stdio.h>

#include "../picture/render.h"

/* Writes to the stream. NULL, or what went wrong: a text that is not freed. A PNG has two pixels
 * a point, fewer where it would have more than LCV_MOST_PIXELS. */
#define LCV_MOST_PIXELS (1 << 26)
const char *lcv_write_pdf(FILE *out, const lcv_figure *f, lcv_theme theme);
const char *lcv_write_png(FILE *out, const lcv_figure *f, lcv_theme theme);

#endif
