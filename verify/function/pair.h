/* pair.h - two functions whose values are compared. */
#ifndef LCV_PAIR_H
#define LCV_PAIR_H

#include "coordinates.h"

/* Some are functions of another kind than layouts, none has values that are coordinates. */
bool lcv_are_of_any_kind(size_t n, lcv_value *const *args);
/* Arguments as functions of any kind to integers, or as layouts on common axes; f have names. */
bool lcv_arg_pair(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_function f[2]);
/* Two layouts on common axes, packed alike as functions to integers. */
bool lcv_pack_pair(lc_ctx *ctx, const lcv_function *f, const lcv_function *g,
                   lcv_function packed[2]);

#endif
