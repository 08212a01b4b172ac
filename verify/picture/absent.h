/* absent.h - cells of a grid that are not there (LCV_MARK_ABSENT), for place.c.
 *
 * The rules of a grid run all across it. Where no cells are, they are painted over with the
 * page, but for the edges of cells that are there. The size of a cell, and the grid's corner.
 */
#ifndef LCV_ABSENT_H
#define LCV_ABSENT_H

#include "render.h"

void lcv_paint_absent(lcv_canvas *canvas, const lcv_figure *f, const lcv_colours *colours,
                      double w, double h, double x, double y);

#endif
