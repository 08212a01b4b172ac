/* figure.h - what a picture shows, before it has a size: grids of cells, arrows between two
 * columns of nodes, lines of text, and figures beside and above each other.
 *
 * A figure is made by those who know layouts (verify/draw/) and rendered by those who know
 * media: as text for a terminal, as SVG, TikZ, PDF and PNG. It is built once, is owned by its
 * parent, and texts are copied into it. Makers return NULL with LC_ERR_MEMORY.
 *
 * A grid has rows and columns. A cell has a text (a value), a note (smaller, under it: a
 * thread and its value number, a bank), a tone (a number: equal tones have equal colours, and
 * neighbours in the palette are easily told apart) and marks. An axis of a grid has levels of
 * labels, the innermost nearest to the cells: the first level of an axis of shape (2,4) has a
 * label for each cell, the second one for each run of 2. A rule is drawn before a row or a
 * column in the weight of the tile that begins there.
 */
#ifndef LCV_FIGURE_H
#define LCV_FIGURE_H

#include "../../lib/text.h"

#define LCV_NO_TONE (-1)

enum {
    LCV_MARK_FAULT = 1,  /* the cell is at fault: of a counterexample, a bank conflict */
    LCV_MARK_PICKED = 2, /* in the slice, the tile, the image that is shown */
    LCV_MARK_FAINT = 4,  /* there, but not meant */
    LCV_MARK_ABSENT = 8  /* no cell is there: nothing is drawn */
};

typedef struct {
    char *text; /* or NULL */
    char *note; /* or NULL */
    int tone;
    unsigned marks;
} lcv_cell;

typedef enum { LCV_RULE_THIN, LCV_RULE_TILE, LCV_RULE_BLOCK } lcv_edge;

/* A run of `span` cells and what stands beside it. */
typedef struct {
    size_t span;
    char *text;
} lcv_label;

typedef struct {
    size_t n; /* labels; their spans add up to the number of cells */
    lcv_label *label;
} lcv_level;

typedef struct {
    char *name; /* "m", "lane", ...; or NULL */
    size_t size;
    size_t nlevels; /* the innermost first */
    lcv_level *level;
    lcv_edge *rule; /* before each cell */
    bool cut;       /* the last cell but one stands for those that are left out */
} lcv_axis;

typedef enum {
    LCV_FIGURE_GRID,
    LCV_FIGURE_ARROWS,
    LCV_FIGURE_LINES,
    LCV_FIGURE_BESIDE, /* parts from left to right */
    LCV_FIGURE_ABOVE   /* parts from top to bottom */
} lcv_figure_kind;

typedef struct {
    size_t from, to;
    int tone;
} lcv_arrow;

typedef struct lcv_figure {
    lcv_figure_kind kind;
    char *title; /* or NULL */
    /* LCV_FIGURE_GRID */
    lcv_axis row, column;
    lcv_cell *cell; /* row.size * column.size, row by row */
    /* LCV_FIGURE_ARROWS: nodes from bottom to top, as diagrams of nested tuples have them */
    size_t nleft, nright, narrows;
    char **left, **right;
    lcv_arrow *arrow;
    /* LCV_FIGURE_LINES: the text of which a line is rendered alike in every medium */
    char *lines;
    /* LCV_FIGURE_BESIDE, LCV_FIGURE_ABOVE */
    size_t nparts;
    struct lcv_figure **part;
} lcv_figure;

/* A grid of empty cells without levels and rules. The title is copied; NULL: none. */
lcv_figure *lcv_figure_grid(lc_ctx *ctx, const char *title, size_t rows, size_t columns);
lcv_figure *lcv_figure_arrows(lc_ctx *ctx, const char *title, size_t nleft, size_t nright);
lcv_figure *lcv_figure_lines(lc_ctx *ctx, const char *title, const char *lines);
lcv_figure *lcv_figure_beside(lc_ctx *ctx, const char *title);
lcv_figure *lcv_figure_above(lc_ctx *ctx, const char *title);
void lcv_figure_free(lcv_figure *f);
/* Returns the figure where `ok`; else frees it and returns NULL. */
lcv_figure *lcv_figure_made(lcv_figure *f, bool ok);

/* The cell, to be written to; texts are set by lcv_cell_text, which frees the old one. */
lcv_cell *lcv_figure_cell(lcv_figure *f, size_t row, size_t column);
bool lcv_cell_text(lc_ctx *ctx, lcv_cell *cell, const char *text);
bool lcv_cell_note(lc_ctx *ctx, lcv_cell *cell, const char *note);
/* Adds a level outside of the others: n labels, copied, whose spans add up to the number of
 * cells. */
bool lcv_axis_labels(lc_ctx *ctx, lcv_axis *axis, size_t n, const lcv_label *label);
bool lcv_axis_name(lc_ctx *ctx, lcv_axis *axis, const char *name);
/* Left and right nodes are named by lcv_figure_node; arrows join them. */
bool lcv_figure_node(lc_ctx *ctx, lcv_figure *f, bool right, size_t i, const char *text);
bool lcv_figure_arrow(lc_ctx *ctx, lcv_figure *f, size_t from, size_t to, int tone);
/* Takes over the part, also when it fails. A NULL part fails. */
bool lcv_figure_add(lc_ctx *ctx, lcv_figure *f, lcv_figure *part);
/* The same for a part that may be NULL for any reason: it is left out then. */
bool lcv_figure_add_any(lc_ctx *ctx, lcv_figure *f, lcv_figure *part);

#endif
