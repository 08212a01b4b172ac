/* relate.h - the relations of values, and the text of `layoutcheck relation`. */
#ifndef LCV_RELATE_H
#define LCV_RELATE_H

#include "value.h"

/* The maps of a layout, a tensor, a swizzle, a composed or a linear layout; the layout
 * map of a relation is itself. NULL with an error, also where there is no such map. */
lcr_map *lcv_coord_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_bits_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_index_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_layout_map(lcr_ctx *r, const lcv_value *value);

/* x -> x + offset, axis by axis, after a map, which is taken over. */
lcr_map *lcv_shift_map(lcr_ctx *r, const lc_tuple *offset, lcr_map *map);

/* One map a line, in isl's syntax: a relation as it is, a layout or a shape as its
 * coordinate, index and layout map, each after a comment line that names it; the
 * same for a tensor, with its offset, and for what is linear over F2, with its bits
 * map. Of a dense function over F2 it is a map for each digit of its outputs, after a
 * comment line that says so. The caller frees it. NULL with an error. */
char *lcv_relations_of(lcr_ctx *r, const lcv_value *value);

#endif
