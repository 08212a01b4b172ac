/* image.h - the offsets of a layout as sums, and what can be read off them. */
#ifndef LCV_IMAGE_H
#define LCV_IMAGE_H

#include "function.h"

/* The offsets of a layout: low + { sum c_k step_k : 0 <= c_k < extent_k }, over
 * the modes of extent above 1 and stride other than 0, negative strides reflected,
 * in order of step. reach_k is the largest sum of modes 0 to k. */
typedef struct {
    size_t leaf; /* of the layout */
    lc_int extent, step, reach;
    bool reflected;
} lcv_mode;

typedef struct {
    const lc_layout *layout;
    lc_int low, high;
    lc_int repeats; /* product of the extents of stride 0: how often each sum comes */
    size_t n;
    lcv_mode *mode;
} lcv_image;

bool lcv_image_of(lc_ctx *ctx, const lc_layout *a, lc_int offset, lcv_image *image);

/* Every step is larger than the reach of the modes before it: different sums
 * everywhere, and digits can be read off greedily. */
bool lcv_image_apart(const lcv_image *image);
/* The first mode whose step is more than 1 past the reach of those before it; n
 * when there is none and the image is all of [low, high]. The value before that
 * step, low + reach + 1, is the least integer above low that is not reached: modes
 * from there on contribute more, those before it less. */
size_t lcv_image_gap(lc_ctx *ctx, const lcv_image *image, lc_int *value);
/* A natural coordinate with this offset. */
lcr_answer lcv_image_find(lcr_ctx *r, const lcv_image *image, lc_int value, lc_int *natural);
/* How many natural coordinates have this offset; false when it takes too long. */
bool lcv_image_count(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *count);
/* The offsets next to a value that is none, below and above; false unless the image
 * is apart and the value lies between its ends. */
bool lcv_image_neighbours(lc_ctx *ctx, const lcv_image *image, lc_int value, lc_int *below,
                          lc_int *above);
/* A step that tells why the gap is one. */
void lcv_step_gap(lc_ctx *ctx, lcv_result **result, const char *name, const lcv_image *image,
                  size_t mode);
/* Do two layouts reach every offset equally often? When not, *offset is the least
 * that they do not, and *more how much more often a reaches it. */
bool lcv_same_multiset(lc_ctx *ctx, const lcv_image *a, const lcv_image *b, lc_int *offset,
                       lc_int *more);

#endif
