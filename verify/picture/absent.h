/* absent.h - absent cells of a grid (LCV_MARK_ABSENT), for place.c.
 *
 * The rules of a grid run all across it. Over absent cells they are painted over in the colour of
 * the page, but for the edges of other cells. w and h are the size of a cell, x and y the grid's
 * corner.
 */
#ifndef LCV_ABSENT_H
#define LCV_ABSENT_H

#include "render.h"

void lcv_paint_absent(lcv_canvas *canvas, const lcv_figure *f, const lcv_colours *colours,
                      double w, double h, double x, double y);

#endif
