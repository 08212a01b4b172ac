/* coordinate-model.h - the reference for layouts whose values are coordinates.
 *
 * Strides and values are plain arrays, an integer an axis; how the axes are nested is
 * spelled out as text, as the shape is (model.h). Every function walks all coordinates;
 * nothing is shared with the library.
 */
#ifndef TESTS_COORDINATE_MODEL_H
#define TESTS_COORDINATE_MODEL_H

#include "law.h"

#define C_AXES 6

typedef struct {
    int64_t axis[C_AXES];
} c_vector;

/* `axes` integers a stride, nested as `profile`, a tuple; integers alone have the profile
 * "x" and one axis. */
typedef struct {
    size_t n;
    char nest[M_NODES];
    int64_t shape[M_LEAVES];
    c_vector stride[M_LEAVES];
    size_t axes;
    char profile[M_NODES];
} c_layout;

/* ---- looking */

/* A layout of integers, and one on an axis of a profile. */
void c_integers(const m_layout *a, c_layout *out);
/* Axis i of it, as a layout of integers. */
void c_axis(const c_layout *a, size_t i, m_layout *out);
int64_t c_size(const c_layout *a);
void c_mode(const c_layout *a, size_t i, c_layout *out);
/* Of the same axes. */
void c_concat(size_t n, const c_layout *modes, c_layout *out);
bool c_equal_vectors(const c_layout *a, const c_vector *x, const c_vector *y);

/* The value at an integral coordinate; at a tuple, each integer of which is the integral
 * coordinate of what stands in its place. The tuple may leave out last modes, and may have
 * zeros where the shape has none. */
c_vector c_at(const c_layout *a, int64_t index);
c_vector c_at_crd(const c_layout *a, const char *nest, const int64_t *leaf);
/* At every integral coordinate; the caller frees it. */
c_vector *c_table(const c_layout *a);

/* ---- the algebra, from the definitions */

/* The coalesced layout of f on [0,n), f[0] = 0, if there is one: up to M_LEAVES modes. */
bool c_represent(size_t axes, const c_vector *f, int64_t n, size_t *count, int64_t *shape,
                 c_vector *stride);
void c_coalesce(const c_layout *a, c_layout *out);
/* By mode, after a profile; false when it has too many modes. */
bool c_coalesce_by(const c_layout *a, const char *profile, c_layout *out);
/* R with R(c) = A(B(c)), where B's values are integers or coordinates nested like A. */
bool c_compose(const c_layout *a, const c_layout *b, c_layout *out);
/* The complements of the axes, up to a size each or extendable, nested like the values; false
 * where an axis has none. Every stride of A is on one axis. */
bool c_complement(const c_layout *a, const int64_t *size, c_layout *out);

/* ---- random ones */

/* Axes 1 to 4 under a random nesting. */
void c_rnd_profile(rnd *r, char *profile, size_t *axes);
/* Of size at most max. Strides on one axis each, nested like a layout of integers on each;
 * on several axes; zero, negative, anything. */
void c_rnd_layout(rnd *r, int64_t max, c_layout *out);
/* Every stride on one axis at most; on each axis, a layout with gaps and without overlaps. */
void c_rnd_apart(rnd *r, int64_t max, c_layout *out);
/* B for a composition: values nested like A's shape or coarser, or integers. */
void c_rnd_inner(rnd *r, const c_layout *a, int64_t max, c_layout *out);

/* ---- the library's */

/* The strides as they are written, sums of multiples of basis elements: axes that no
 * stride has are not known to it. Or on all axes of the profile, when `whole`. */
lc_layout *c_lib(law *l, const c_layout *a, bool whole);
/* A tuple of the profile: leaf i is value->axis[i]. */
lc_tuple *c_lib_tuple(law *l, const char *nest, const int64_t *leaf);
/* The axes of a value or of the profile of a layout (NULL: of integers), for each of the
 * model's; SIZE_MAX where it has none. */
void c_match_axes(law *l, const c_layout *a, const lc_tuple *profile, size_t *axis);
/* It reads like the model's. */
bool c_same_layout(law *l, const c_layout *want, const lc_layout *got);
/* A coordinate against a value: an axis that a coordinate has not got counts as 0, and 0
 * may stand for a tuple of zeros. */
bool c_same_value(law *l, const c_layout *of, const c_vector *want, const lc_tuple *got);
/* `(4,8):(e0,6e1)`, `(4,8):(1,6)`; owned by the case. */
const char *c_text(law *l, const c_layout *a);
const char *c_vector_text(law *l, const c_layout *of, const c_vector *x);

/* Does each mode count along one axis at most? */
bool c_on_one_axis_each(const c_layout *a);

#endif
