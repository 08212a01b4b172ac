/* output.h - a file that is written whole or not at all.
 *
 * It is written beside its place and then renamed. What is no regular file, such as /dev/stdout,
 * is written to as it is; "-" is the standard output.
 */
#ifndef LCV_COMMAND_OUTPUT_H
#define LCV_COMMAND_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *stream; /* NULL: none is open */
    const char *file;
    char *beside; /* NULL: written in its place */
} lcv_output;

/* False after a message on stderr. The name is borrowed. */
bool lcv_output_open(lcv_output *o, const char *file);
/* Puts the file in its place, unless something is wrong, a text that the message has; NULL: all
 * is well so far. False after the message. */
bool lcv_output_close(lcv_output *o, const char *wrong);

#endif
