/* redo-image.h - the values of a function, listed; what no list of theirs can be. */
#ifndef TESTS_REDO_IMAGE_H
#define TESTS_REDO_IMAGE_H

#include "redo.h"

#define IMAGE_MOST ((int64_t)1 << 21)

typedef struct {
    const fn *f;
    size_t n;
    val *value; /* in order of the integral coordinate */
} image;

/* On one axis of coordinates, numbers, the axes being those of the profile (NULL: of the
 * strides); -1: as they are. */
bool image_of(const fn *f, long on_axis, const tree *profile, image *out);
/* The same with numbers for values of several output dims. */
bool image_of_numbers(const fn *f, image *out);
/* A tuple with a leaf for each axis that some stride has, of one function, of all that a claim is
 * about. */
tree *image_profile(const fn *f);
tree *image_common_profile(const redo *r);
size_t image_count(const image *of, const val *v);
/* Numbers in order, each once. */
int64_t *image_sorted(const image *of, size_t *n);
/* Are these the modes of straight runs, each as long as it goes? */
bool image_runs_are(const image *of, const fn *layout);
/* n times a value, carry-less. */
val image_times(const val *v, int64_t n);
/* How far values go straight from 0 on. */
int64_t image_straight(const val *value, int64_t n, bool by_xor);
/* Is there a layout whose n values are these, of strides that add up, or add by XOR? */
bool image_is_layout(const val *value, size_t n, bool by_xor);

#endif
