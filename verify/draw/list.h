/* list.h - pictures of lists, among them the atoms of the library. */
#ifndef LCV_DRAW_LIST_H
#define LCV_DRAW_LIST_H

#include "draw.h"

lcv_figure *lcv_draw_list(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *how);

#endif
