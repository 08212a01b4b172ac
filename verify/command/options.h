/* options.h - the options of a command line, and what is said of a wrong one. */
#ifndef LCV_OPTIONS_H
#define LCV_OPTIONS_H

#include "command.h"
#include "draw.h"

#define LCV_BAD_USAGE 2     /* the exit status */
#define LCV_MOST_IMPORTS 16 /* of one command */

typedef struct {
    lcv_options session;
    const lcv_format *format;
    unsigned jobs;
    bool verbose, quiet, untimed;
    bool c;                  /* relations as C */
    const char *certificate; /* the file to write; NULL: none */
    lcv_drawing_options drawing;
    size_t nimports;
    const char *import[LCV_MOST_IMPORTS];
} lcv_settings;

/* Changes `s`, which has what holds without options, and returns where the operands begin; -1
 * where the program ends here, with *status. `extension` is what the layer above adds to the
 * help and to --version. */
int lcv_read_options(int argc, char **argv, const lcv_extension *extension, lcv_settings *s,
                     int *status);

/* Prints the message, whose format has one %s for `what`, and how the command is used. Returns
 * LCV_BAD_USAGE. */
int lcv_bad_usage(const char *format, const char *what);

#endif
