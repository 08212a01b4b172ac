/* terminal.h - what the standard output can show. */
#ifndef LCV_COMMAND_TERMINAL_H
#define LCV_COMMAND_TERMINAL_H

#include <stdio.h>

#include "../picture/render.h"

typedef enum { LCV_COLOUR_AUTO, LCV_COLOUR_ALWAYS, LCV_COLOUR_NEVER } lcv_colour_when;

/* What a stream can show: colours where it is a terminal that has them (COLORTERM, TERM) and
 * NO_COLOR is not set; box characters where the locale has UTF-8; the width of the terminal, 0
 * where it is none. setlocale has been called. */
lcv_terminal lcv_terminal_of(FILE *stream, lcv_colour_when when);

#endif
