/* tiling.h - which coordinates of a shape a layout reaches, and how often, under a guard.
 *
 * A kernel on a problem whose sizes are no multiples of the tile's launches more (block,
 * thread, value) than there are elements. A guard says which of them take part: those whose
 * coordinate is below a bound on each axis that has one, as in `if (m < M && n < N)`. Those
 * that take part must reach each coordinate of the shape exactly once, and no other.
 *
 * Found in two ways: point by point, in a table of the shape; and axis by axis, where each
 * leaf of the layout has a stride on one axis only, so that the coordinates reached are all
 * combinations of what is reached on each (image.c).
 */
#ifndef LCV_TILING_H
#define LCV_TILING_H

#include "collide.h"
#include "../function/image.h"

typedef struct {
    size_t axis;   /* of the layout's values; SIZE_MAX: they are 0 here */
    lc_int offset; /* of a tensor */
    lc_int bound;  /* coordinates of the shape: 0 to bound - 1 */
    bool guarded;  /* only coordinates below `guard` take part */
    lc_int guard;
} lcv_tiling_axis;

typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lc_layout *layout;
    const lc_tuple *nest; /* of the coordinates, a leaf an axis */
    size_t n;
    lcv_tiling_axis axis[LC_MAX_AXES];
} lcv_tiling;

typedef enum {
    LCV_TILING_HOLDS,
    LCV_TILING_TWICE,   /* c and other reach one coordinate */
    LCV_TILING_OUTSIDE, /* c takes part and is not of the shape */
    LCV_TILING_NEVER,   /* the coordinate `missing` */
    LCV_TILING_UNKNOWN  /* not decided, or an error */
} lcv_tiling_answer;

typedef struct {
    lcv_tiling_answer answer;
    lc_int c, other; /* integral coordinates of the layout */
    lc_int missing[LC_MAX_AXES];
} lcv_tiling_finding;

/* The coordinate that c reaches, one integer an axis. */
void lcv_tiling_at(const lcv_tiling *t, lc_int c, lc_int *value);

/* UNKNOWN for layouts of more than `most` coordinates (at most 2^22). */
lcv_tiling_finding lcv_tiling_by_points(const lcv_tiling *t, int64_t most);
lcv_tiling_finding lcv_tiling_by_axes(const lcv_tiling *t);

#endif
