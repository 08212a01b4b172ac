/* grid.h - grids over the coordinates of a shape, for the files of this room.
 *
 * A side of a grid has the cells of one mode, or one cell without a mode. The modes that run
 * along neither side give a grid each coordinate. What stands in a cell is up to who draws: an
 * lcv_cell_maker is asked for each cell, with its integral coordinate in the shape.
 */
#ifndef LCV_GRID_H
#define LCV_GRID_H

#include "../value/kept.h"
#include "draw.h"

/* The cells of a mode that are shown. Kept by the open frame. */
typedef struct {
    const lc_tuple *shape; /* of the mode; NULL: there is none, and one cell */
    const char *name;      /* of the mode; or NULL */
    lc_int weight;         /* of a step along the mode, in the integral coordinate */
    size_t n;
    lc_int *at; /* the coordinate in each cell; -1: an ellipsis */
    bool cut;   /* there is an ellipsis */
} lcv_side;

/* The shape of a function to be drawn, as modes; names of the modes, or NULL. A side that is cut
 * keeps the integral coordinates `kept` and those next to them. */
typedef struct {
    const lc_tuple *shape;
    const char *const *name;
    size_t nkept;
    const lc_int *kept;
} lcv_domain;

typedef struct {
    lc_ctx *ctx;
    bool (*make)(void *user, lc_int c, lcv_cell *cell);
    void *user;
} lcv_cell_maker;

#define LCV_ELLIPSIS "..."

/* How many cells a side may have, and how many are left of one that has more, before the
 * ellipsis and the last. */
typedef struct {
    size_t whole, few;
    bool alone; /* a side that keeps coordinates shows only these */
} lcv_room;

/* The shape is borrowed; `kept` are coordinates of the mode. False with an error. */
bool lcv_side_make(lc_ctx *ctx, const lc_tuple *shape, lc_int weight, lcv_room room, size_t nkept,
                   const lc_int *kept, lcv_side *out);
/* Is this cell the ellipsis? */
bool lcv_side_gap(const lcv_side *side, size_t i);
/* Labels and rules of an axis of a figure, from the coordinates of the mode. */
bool lcv_side_label(lc_ctx *ctx, const lcv_side *side, lcv_axis *axis);

/* The figure of all of the shape: a grid, or grids above each other. */
lcv_figure *lcv_grids(const lcv_cell_maker *maker, const char *title, const lcv_domain *domain,
                      const lcv_draw_options *o);

/* Writes a value and its tone into a cell; then, the tone of a number. */
bool lcv_cell_value(lc_ctx *ctx, lcv_cell *cell, const lc_tuple *value);
int lcv_tone_of(lc_ctx *ctx, lc_int number);

#endif
