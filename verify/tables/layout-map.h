/* layout-map.h - a layout beside a map in equiv, written as a map.
 *
 * Both are compared at integral coordinates, the first axis fastest. A shape is its compact
 * layout. At numbers, the layout is a map of its leaves, and points are compared in order. For
 * all numbers, it is a map with coordinates like those of the other map.
 */
#ifndef LCV_TABLES_LAYOUT_MAP_H
#define LCV_TABLES_LAYOUT_MAP_H

#include "problem.h"

/* The layout, or the shape, of integers, as map { ($0,$1) in (M,8) -> $0*(1) + $1*(M) }, nodes of
 * the arena; NULL: it is none of these, or of too many leaves, or no memory. */
const lcv_ast *lcv_layout_as_map(lcv_arena *arena, const lcv_argument *layout);

/* How it is written for all numbers. ALONE: by one coordinate, or by one a mode, which is right
 * whatever the sizes are. ALONG: by the coordinates of the map, in its scope, which is right
 * where the two products are equal. The sizes are to be 0 or more. */
typedef enum { LCV_LAYOUT_ALONE, LCV_LAYOUT_ALONG } lcv_layout_way;
typedef struct {
    const lcv_ast *map;
    const lcv_ast *product[2]; /* of the layout, of the map; ALONG */
    size_t n;
    const lcv_ast *size[2 * LCV_MAX_COORDINATES]; /* extents, and with ALONG the map's sizes */
} lcv_layout_map;

/* False: it cannot be written so, or no memory. */
bool lcv_layout_beside(lcv_arena *arena, const lcv_argument *layout, const lcv_argument *map,
                       lcv_layout_way way, lcv_layout_map *out);

#endif
