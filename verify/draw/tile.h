/* tile.h - who holds each element of a tile.
 *
 * The values of a thread-value layout are elements of a tile, as integral coordinates of its
 * shape or as coordinates. Its first mode are threads, the others values of a thread; of a linear
 * layout the dims `register` and `value` are values, all others threads. Elements are cells with
 * a thread and a value as the PTX ISA has them, in a tone for each thread.
 */
#ifndef LCV_DRAW_TILE_H
#define LCV_DRAW_TILE_H

#include "function.h"

#define LCV_TILE_ELEMENTS 65536 /* and as many coordinates; larger tiles are not looked through */

/* All is kept by the open frame. */
typedef struct {
    lcv_shown tv;
    const lc_tuple *shape;
    size_t elements, points;
    uint32_t *first, *next; /* chains of coordinates, plus 1, of one value; 0 ends one */
    char letter;            /* of values: 'V', or 'a' for elements of A */
    const lc_layout *ids;   /* the number of each thread; NULL: as they are counted */
    lcv_tone_by tone;
} lcv_holders;

/* False, perhaps without an error, where the tile is too large or TV no function. Values outside
 * of the tile are left out. */
bool lcv_holders_open(lcr_ctx *r, const lcv_value *tv, const lc_tuple *shape, lcv_holders *out);
/* The element that TV has at a coordinate; false: none of the tile. */
bool lcv_holders_element(const lcv_holders *h, lc_int c, size_t *element);
/* Text, note and tone of an element: empty where nobody holds it. */
bool lcv_holders_cell(const lcv_holders *h, size_t element, lcv_cell *cell);

/* The tile as grids; the elements `marked`, which stay where it is cut, have a mark. Owned. */
lcv_figure *lcv_holders_grids(const lcv_holders *h, const char *title, size_t nmarked,
                              const lc_int *marked, unsigned mark, const lcv_draw_options *how);

#endif
