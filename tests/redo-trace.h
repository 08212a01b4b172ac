/* redo-trace.h - redoes the steps that `explain` tells of each operation, from the printed
 * arguments to the value. */
#ifndef TESTS_REDO_TRACE_H
#define TESTS_REDO_TRACE_H

#include "redo.h"

/* Redoes an explanation; false with a failure. *value is that of the last operation, "" if it has
 * none; *compositions is the number of compositions that have steps. */
bool redo_trace(const char *explanation, char **value, size_t *compositions);

#endif
