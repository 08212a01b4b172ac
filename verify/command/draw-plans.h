/* draw-plans.h - `layoutcheck draw FILE.lay`: the pictures of the plans of a file. */
#ifndef LCV_DRAW_PLANS_H
#define LCV_DRAW_PLANS_H

#include "draw.h"

/* The name of a file rather than an expression? */
bool lcv_is_plan_file(const char *argument);
/* Draws the plans, or the one that the options name, on the terminal; to a file one alone. The
 * exit status: 0, or 2 where something is wrong with the file or nothing was drawn. */
int lcv_draw_plans(lcv_session *session, const lcv_drawing_options *o, const char *path);

#endif
