/* redo-told.h - operations and claims whose steps are modes, one after the other, parts, or
 * conditions: a reader of each kind of line. */
#ifndef TESTS_REDO_TOLD_H
#define TESTS_REDO_TOLD_H

#include "redo.h"

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
/* Redoes a line; *known: it is one of these kinds. */
bool told_line(told_steps *t, const char *line, bool *known);
bool told_finish(const told_steps *t);

/* ---- what the readers share ---- */

/* A leaf of a layout of integers, and the product of the extents before it. */
typedef struct {
    int64_t extent, step, place;
} told_mode;

bool told_wrong(const char *line);
/* SIZE_MAX: it is no layout of integers. */
size_t told_leaves(const fn *f, told_mode out[256]);
/* Is there such a leaf in the first argument? A place below 0 is any. */
bool told_has_mode(const told_steps *t, int64_t s, int64_t d, int64_t place);
void told_push(told_steps *t, int64_t extent, int64_t step);
fn *told_made(const told_steps *t);
bool told_same(const fn *f, const fn *g); /* shape and values */

bool told_part_line(told_steps *t, const char *line, bool *known);  /* redo-parts.c */
bool told_check_line(told_steps *t, const char *line, bool *known); /* redo-checks.c */
bool told_bits_line(const fn *a, const char *line, bool *known);    /* of a linear layout */

#endif
