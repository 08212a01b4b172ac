/* access.h - shared memory by banks. */
#ifndef LCV_DRAW_ACCESS_H
#define LCV_DRAW_ACCESS_H

#include "draw.h"

/* A function to places of elements of so many bytes, each with its bank; owned. NULL with an
 * error. */
lcv_figure *lcv_draw_by_banks(lcr_ctx *r, const char *title, const lcv_value *v, unsigned bytes,
                              const lcv_draw_options *how);

#endif
