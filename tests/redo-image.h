/* redo-image.h - lists of the values of functions, and what can be told from them. */
#ifndef TESTS_REDO_IMAGE_H
#define TESTS_REDO_IMAGE_H

#include "redo.h"

#define IMAGE_MOST ((int64_t)1 << 21)

typedef struct {
    const fn *f;
    size_t n;
    val *value; /* in order of the integral coordinate */
} image;

/* Lists the values, or, if they are coordinates, their numbers on one axis of the profile (NULL:
 * that of the strides); on_axis -1: the values as they are. */
bool image_of(const fn *f, long on_axis, const tree *profile, image *out);
/* Lists the values, those of several output dims as the numbers they stand for. */
bool image_of_numbers(const fn *f, image *out);
/* A tuple with a leaf for each axis of the strides: those of one function, or of all functions
 * that a claim is about. */
tree *image_profile(const fn *f);
tree *image_common_profile(const redo *r);
size_t image_count(const image *of, const val *v);
/* The numbers among the values, sorted, each once. */
int64_t *image_sorted(const image *of, size_t *n);
/* Are the modes of this layout the longest straight runs of the values? */
bool image_runs_are(const image *of, const fn *layout);
/* n times a value by the carry-less product. */
val image_times(const val *v, int64_t n);
/* How many of the values, from the first on, are 0, d, 2d, ..., d being the second one. */
int64_t image_straight(const val *value, int64_t n, bool by_xor);
/* Is there a layout whose n values are these, of strides that add up, or add by XOR? */
bool image_is_layout(const val *value, size_t n, bool by_xor);

#endif
