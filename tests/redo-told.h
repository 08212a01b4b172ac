/* redo-told.h - readers of the lines in which `explain` tells of modes, one after the other, of
 * parts, or of conditions. */
#ifndef TESTS_REDO_TOLD_H
#define TESTS_REDO_TOLD_H

#include "redo.h"

typedef struct {
    const char *name, *value;
    fn *a, *b;                    /* the first two arguments */
    fn *x, *y, *star, *both;      /* of the current mode: what is divided by what */
    fn *became;                   /* the result of the parts */
    bool walks;                   /* the lines tell the modes of the value, one by one */
    int64_t covered;              /* how far these modes reach */
    size_t made;                  /* number of modes so far */
    int64_t extent[64], step[64]; /* of each */
} told_steps;

void told_begin(told_steps *t, const char *name, size_t n, char *const *arg, const char *value);
/* Redoes a line; *known says whether it is of a kind that is known. */
bool told_line(told_steps *t, const char *line, bool *known);
bool told_finish(const told_steps *t);

/* ---- what the readers share ---- */

/* A leaf of a layout of integers, and the product of the extents before it. */
typedef struct {
    int64_t extent, step, place;
} told_mode;

bool told_wrong(const char *line);
/* The number of leaves of a layout of integers; SIZE_MAX: it is none. */
size_t told_leaves(const fn *f, told_mode out[256]);
/* Does the first argument have such a leaf? A place below 0 stands for any. */
bool told_has_mode(const told_steps *t, int64_t s, int64_t d, int64_t place);
void told_push(told_steps *t, int64_t extent, int64_t step);
fn *told_made(const told_steps *t);
bool told_same(const fn *f, const fn *g); /* shape and values */

bool told_part_line(told_steps *t, const char *line, bool *known);  /* redo-parts.c */
bool told_check_line(told_steps *t, const char *line, bool *known); /* redo-checks.c */
bool told_bits_line(const fn *a, const char *line, bool *known);    /* of a linear layout */

#endif
