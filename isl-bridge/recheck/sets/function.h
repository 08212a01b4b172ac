/* function.h - functions of coordinates, in sets and by evaluation.
 *
 * A function here is a chain of literals, the first applied to the integral coordinate of
 * a domain; of no literals, it is the integral coordinate itself. Values are one sum of variables
 * an axis.
 */
#ifndef LCR_RECHECK_FUNCTION_H
#define LCR_RECHECK_FUNCTION_H

#include "sets.h"

#define FN_STEPS 16

typedef struct {
    size_t n;
    const lit *step[FN_STEPS];
} fn;

/* A variable for each leaf; `extended`: the last one without an upper bound. */
void lcr_fn_coordinates(sys *s, const lit *a, char letter, bool extended, size_t *var);
/* The same for the difference of two coordinates: with the leaves taken in the order `leaf`, they
 * are equal before number `first`, and the second is larger there. lcr_fn_order gives the order:
 * leaves as they stand, or, if strides are sizes, the largest strides first. */
void lcr_fn_order(const lit_pool *pool, const lit *a, size_t *leaf);
void lcr_fn_differences(sys *s, const lit *a, const size_t *leaf, size_t first, size_t *var);
/* The integral coordinate of the leaves [first, last). */
void lcr_fn_integral(sys *s, const lit *a, size_t first, size_t last, const size_t *var,
                     sys_sum *x);
/* The value of a layout at its natural coordinate, on an axis: without its offset; with it. */
sys_sum lcr_fn_moved(sys *s, const lit *a, size_t axis, const size_t *var);
sys_sum lcr_fn_on_axis(sys *s, const lit *a, size_t axis, const size_t *var);

/* A leaf of extent above 1 with a stride on an axis: that stride, its magnitude (`size`), and the
 * product of the extents of the leaves before it (`place`). */
typedef struct {
    size_t leaf;
    lc_int extent, step, size, place;
} fn_mode;

/* Those of a layout, by the size of their strides, then by extent, then as they stand; NULL with
 * an error. */
fn_mode *lcr_fn_modes(lit_pool *pool, const lit *a, size_t axis, size_t *n);

/* A layout at all of its coordinates. False, perhaps with an error: they are too many. */
typedef struct {
    sys s;
    size_t var[SYS_VARS];
    sys_sum *value; /* of each axis */
} fn_values;
bool lcr_fn_values(lit_pool *pool, const lit *a, fn_values *v);

/* Room for its values, and those on the way to them. */
size_t lcr_fn_room(const fn *f);
/* The axes of its values, and the path of each; a depth of 0 where values are integers. */
size_t lcr_fn_naxes(const fn *f);
void lcr_fn_path(const fn *f, size_t axis, lit_path *path);
void lcr_fn_axis_path(const lit *a, size_t axis, lit_path *path);
/* The axis of each leaf, in order, of the smallest nesting in which the values of a are
 * coordinates; naxes for a leaf without an axis. Of other values, all axes. Returns the number of
 * leaves; 0: there are more than FN_LEAVES, or an axis is no leaf. */
#define FN_LEAVES 128
size_t lcr_fn_value_leaves(const lit *a, size_t axis[FN_LEAVES]);
size_t lcr_fn_axis(const lit *a, const lit_path *path);
/* Goes through the axes of f, then those that only g has: at[] is the number of the axis in f and
 * in g, SIZE_MAX where one lacks it and so has values 0. False: there are no more. */
bool lcr_fn_next_axis(const fn *f, const fn *g, size_t *i, size_t at[2]);
/* The stride of a leaf on the axis of a path, the offset there. */
lc_int lcr_fn_step(const lit *a, const lit_path *path, size_t leaf);
lc_int lcr_fn_offset(const lit *a, const lit_path *path);

/* By evaluation, at an integral coordinate. */
bool lcr_fn_at(lc_ctx *lc, const fn *f, lc_int c, lc_int *value);
/* Linear in natural coordinates. */
bool lcr_fn_is_affine(const fn *f);

#endif
