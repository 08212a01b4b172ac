/* draw.h - figures (../picture/figure.h) of values, and of operations with their arguments.
 *
 * A layout, a tensor, a swizzle, a composed or a linear layout, a shape, a listed relation is a
 * function of a coordinate with modes. It is drawn as a grid with one mode down and one across,
 * and one grid for each coordinate of the others. The labels beside a side of the grid are the
 * integral coordinate of its mode, then, where the mode is nested, the coordinates of its leaves,
 * the innermost nearest to the cells. Rules stand where the runs of a leaf begin.
 *
 * A side that is longer than the limit has its first cells, a cell with an ellipsis, and its last
 * one. Nothing is enumerated that is not drawn.
 *
 * Figures are owned; NULL with an error in the context of the session: LC_ERR_INVALID for what
 * has no picture, LC_ERR_LIMIT for one of too many cells.
 */
#ifndef LCV_DRAW_H
#define LCV_DRAW_H

#include "../picture/figure.h"
#include "../row/row.h"

typedef enum {
    LCV_AS_USUAL,  /* as the kind of the value says */
    LCV_AS_GRID,   /* values in cells */
    LCV_AS_TV,     /* the tile that a thread-value layout partitions; thread and value in cells */
    LCV_AS_BITS,   /* the matrix over F2 */
    LCV_AS_ARROWS, /* from inputs to outputs */
    LCV_AS_MAX
} lcv_draw_look;

/* What the colour of a cell says. */
typedef enum {
    LCV_TONE_USUAL, /* the value modulo 8, of thread-value layouts the thread, of tiles theirs */
    LCV_TONE_ROW,
    LCV_TONE_COLUMN,
    LCV_TONE_VALUE, /* the number of a thread's value */
    LCV_TONE_WARP,
    LCV_TONE_NONE,
    LCV_TONE_MAX
} lcv_tone_by;

/* What stands in a cell. */
typedef enum {
    LCV_CELL_USUAL,
    LCV_CELL_COORDINATE, /* also its coordinate, below the value */
    LCV_CELL_LETTER,     /* a letter for each value: a to z, A to Z, and again */
    LCV_CELL_NOTHING,
    LCV_CELL_MAX
} lcv_cell_has;

/* {0}: as usual. */
#define LCV_NO_MODE ((size_t)-1)

typedef struct lcv_draw_options {
    size_t nmodes;         /* given: 0, 1 (a row) or 2 */
    size_t mode[2];        /* down and across, one of which may be LCV_NO_MODE; one in a row */
    const lcv_value *tile; /* the shape of the tile of a thread-value layout; or NULL */
    lcv_draw_look look;
    lcv_tone_by tone;
    size_t tones; /* the number of tones, modulo which they repeat; 0: as usual */
    lcv_cell_has cells;
    const char *title; /* of the whole picture, in the place of its own; or NULL */
    size_t limit; /* cells of a side before the ellipsis; 0: LCV_DRAW_WHOLE, or the first few */
} lcv_draw_options;

#define LCV_DRAW_WHOLE 64 /* without a limit, longer sides are cut to */
#define LCV_DRAW_FEW 16   /* these, and the last one */
#define LCV_DRAW_CELLS (1 << 20)

/* The look of a name, "grid", "tv", "bits", "arrows"; false: there is none of that name.
 * lcv_look_name is its name, NULL past the last. */
bool lcv_look_find(const char *name, lcv_draw_look *out);
const char *lcv_look_name(lcv_draw_look look);

/* A call with its value, for the functions that rows name (`draw` of lcv_operation). */
typedef struct lcv_drawing {
    lcr_ctx *r;
    lc_ctx *ctx;
    const lcv_operation *of;
    size_t n;
    lcv_value *const *arg;
    const lcv_value *value;
    const lcv_draw_options *how;
} lcv_drawing;

lcv_figure *lcv_draw_value(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *o);
/* The operation with its arguments and its value, where its row says how; else the value. */
lcv_figure *lcv_draw_operation(lcr_ctx *r, const lcv_operation *of, size_t n,
                               lcv_value *const *arg, const lcv_value *value,
                               const lcv_draw_options *o);

#endif
