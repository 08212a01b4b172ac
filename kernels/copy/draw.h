/* draw.h - the picture of a copy (verify/picture/figure.h).
 *
 * The steps as lines, tiles over the tensor, threads over the tile, shared memory by banks. The
 * figure is owned; NULL without an error, as a plan stands without a picture.
 */
#ifndef LCK_DRAW_COPY_H
#define LCK_DRAW_COPY_H

#include "../plan/plan.h"

/* p->drawing says how. */
struct lcv_figure *lck_draw_copy(const lck_plan *plan, lcv_planning *p);

#endif
