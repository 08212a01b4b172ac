/* redo-trace.h - what `explain` tells, redone: every operation's steps, from the arguments as
 * they are printed to the value. */
#ifndef TESTS_REDO_TRACE_H
#define TESTS_REDO_TRACE_H

#include "redo.h"

/* Redoes an explanation; *value is that of the last operation, "" where there is none. False
 * with the failure. *compositions counts those with steps. */
bool redo_trace(const char *explanation, char **value, size_t *compositions);

#endif
