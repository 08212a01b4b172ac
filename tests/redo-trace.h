/* redo-trace.h - what `explain` tells, redone: every operation's steps, from the arguments as
 * they are printed to the value. */
#ifndef TESTS_REDO_TRACE_H
#define TESTS_REDO_TRACE_H

#include "redo.h"

/* Redoes an explanation; *value is that of the last operation, "" where there is none. False
 * with the failure. *compositions counts those with steps. */
bool redo_trace(const char *explanation, char **value, size_t *compositions);

/* ---- redo-told.c: operations whose steps are modes, one after the other, or parts ---- */

typedef struct {
    const char *name, *value;
    fn *a, *b;                    /* the first two arguments */
    fn *x, *y, *star, *both;      /* of the mode under way: what is divided by what */
    fn *became;                   /* what the parts came to */
    bool walks;                   /* modes are told that make the value */
    int64_t covered;              /* how far the walk has come */
    size_t made;                  /* modes that were told */
    int64_t extent[64], step[64]; /* these */
} told_steps;

void told_begin(told_steps *t, const char *name, size_t n, char *const *arg, const char *value);
/* A line of these, redone; *known: it is one. */
bool told_line(told_steps *t, const char *line, bool *known);
bool told_finish(const told_steps *t);

#endif
