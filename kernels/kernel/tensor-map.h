/* tensor-map.h - the numbers by which cuTensorMapEncodeTiled names what a tensor map says. */
#ifndef LCK_TENSOR_MAP_H
#define LCK_TENSOR_MAP_H

#include "kernel.h"

/* CUtensorMapDataType of an element, whose bits are moved; CUtensorMapSwizzle of a span of bytes;
 * the other numbers of every map: no interleaving, L2 lines of 128 bytes, zeros outside. */
int lck_map_type(const lck_element *element);
int lck_map_swizzle(int span);
enum { LCK_MAP_INTERLEAVE = 0, LCK_MAP_PROMOTION = 2, LCK_MAP_FILL = 0 };

#endif
