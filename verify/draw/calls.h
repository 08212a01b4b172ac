/* calls.h - pictures of calls, for the rows of operations (`draw`). NULL without an error: the
 * value alone is drawn. */
#ifndef LCV_DRAW_CALLS_H
#define LCV_DRAW_CALLS_H

#include "draw.h"

/* A with the cells that a slice or a composition takes, beside the value. */
lcv_draw_call lcv_draw_taken;
lcv_draw_call lcv_draw_at;     /* A with the cell of a coordinate */
lcv_draw_call lcv_draw_divide; /* A, B and the value in tones of their tiles */
lcv_draw_call lcv_draw_copies; /* A, B and the value in tones of the copies of A */
lcv_draw_call lcv_draw_beside; /* A beside the value */

#endif
