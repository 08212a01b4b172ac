/* size-text.h - literals with the parameters M and N in them, at numbers.
 *
 * A reader by itself, which shares nothing with the library: tuples, layouts with integer
 * strides or strides on e0, e1 and e2, an offset before a layout; sizes of + - * / %, ceil_div,
 * min, max.
 */
#ifndef TESTS_SIZE_TEXT_H
#define TESTS_SIZE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ST_LEAVES 24
#define ST_AXES 3

typedef struct {
    bool layout, basis;
    char nest[160]; /* the parentheses and commas of the shape */
    size_t n;
    int64_t extent[ST_LEAVES]; /* of a tuple its integers; -1 for `_` */
    int64_t step[ST_LEAVES][ST_AXES], offset[ST_AXES];
} st_value;

/* False: it is no literal of these kinds. */
bool st_read(const char *text, int64_t m, int64_t n, st_value *out);
/* The same shape, offset and strides, but for those of modes of extent 1. */
bool st_same(const st_value *a, const st_value *b);
/* The values at the coordinate with these digits. */
void st_at(const st_value *a, const int64_t *digit, int64_t value[ST_AXES]);
/* Digits 0 to begin with; false after the last. */
bool st_next(const st_value *a, int64_t *digit);
/* -1: an extent is below 1, or there are too many to be walked. */
int64_t st_count(const st_value *a, int64_t most);

#endif
