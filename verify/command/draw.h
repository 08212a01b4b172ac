/* draw.h - the options of `draw`, and the file that it writes. */
#ifndef LCV_COMMAND_DRAW_H
#define LCV_COMMAND_DRAW_H

#include "../draw/draw.h"
#include "../report/report.h"
#include "terminal.h"

typedef struct {
    lcv_draw_options how;
    const char *tile, *file, *plan; /* NULL: none */
    lcv_theme theme;
    lcv_colour_when colour;
    bool claims;       /* --draw */
    bool steps;        /* those of a composition */
    const char *given; /* an option that is for pictures alone; NULL: none was given */
} lcv_drawing_options;

/* The value of an option --NAME, of "cells", "modes", "plan", "tile", "title", "tone", "as",
 * "theme", "limit", "color"; false after a message on stderr that says what is accepted. */
bool lcv_drawing_option(lcv_drawing_options *o, const char *name, const char *value);

/* The options behind the expression in a line of the prompt, `A --modes=0,1 -o a.svg`, which ends
 * after the expression from then on; `o` looks into it. False after a message. */
bool lcv_drawing_line(lcv_drawing_options *o, char *line);

/* Is the end of the file's name that of a kind of picture? Else a message says which there
 * are. */
bool lcv_is_picture(const char *file);
/* Writes the figure to the file, whole or not at all; false after a message. */
bool lcv_write_picture(lc_ctx *ctx, const lcv_figure *f, const lcv_drawing_options *o);

/* Outcomes of a listener: a figure goes to the file, and what is no figure of `draw` to the
 * report. */
typedef struct {
    const lcv_drawing_options *options;
    lcv_report *report;
    bool ok; /* no file could not be written */
} lcv_drawn_file;
void lcv_write_or_report(void *user, const lcv_outcome *outcome);

#endif
