/* collide.h - two coordinates with the same value. */
#ifndef LCV_COLLIDE_H
#define LCV_COLLIDE_H

#include "question.h"

/* Coordinates c != d of f with f(c) = f(d); f is to integers, and no relation. c comes before
 * d where they were listed. */
lcr_answer lcv_collide(lcr_ctx *r, const lcv_function *f, lcv_finding *found);
lcr_answer lcv_collide_layout(lcr_ctx *r, const lc_layout *a, lcv_finding *found);

/* There are none, as a result, and what was found. */
lcv_result *lcv_find_no_collision(lcr_ctx *r, const lcv_function *f, lcv_finding *found);
/* f may be to coordinates, too. */
lcv_result *lcv_injective(lcr_ctx *r, const lcv_function *f);

#endif
