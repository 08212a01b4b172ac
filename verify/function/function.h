/* function.h - values as functions of an integral coordinate, for claims.
 *
 * Layouts, shapes, tensors, swizzles, composed layouts, linear layouts and relations seen
 * alike: a domain, a value at each coordinate of it, and a text that shows how the value
 * comes about. The value is an integer, or a coordinate with an integer an axis. More is known
 * of some functions, and questions (question.h) are decided by what is known:
 *
 *     layout    x -> offset + layout(x), the values adding as integers, axis by axis, or by
 *               XOR; its image in closed form is image.h
 *     matrix    X(c) = base xor the columns at the bits of c, an affine function over F2
 *     parts     w(offset + layout(x)), w a swizzle
 *     steps     one after the other, for a system in digits (counterexample.h of isl-bridge/)
 *     relation  an isl map, of which nothing else may be known
 *
 * Layouts and swizzles go on past their domain, linear layouts do not.
 *
 * A function borrows everything: what is made for it is kept by the frame that is open then
 * (kept.h), the frame of the proof. So are all objects that the functions of this room return.
 */
#ifndef LCV_FUNCTION_H
#define LCV_FUNCTION_H

#include "../../isl-bridge/counterexample.h"
#include "../value/kept.h"
#include "result.h"

typedef struct lcv_function {
    const char *name; /* X, A, ... */
    /* of a layout or a tensor, one axis of it, or all of them packed */
    lc_layout *layout;
    lc_int offset;
    lc_tuple *origin;  /* of coordinates, in the place of the offset; NULL: 0 */
    lcr_map *relation; /* with a layout: that which the relation was found to be */
    /* one axis of this function, or all of them packed, to be shown as it */
    const struct lcv_function *shown;
    char suffix[24]; /* " on axis 1": after the name, where one axis is meant */
    /* of any kind but a relation (lcv_arg_any) */
    lcv_value *value;
    lc_tuple *shape; /* of the domain */
    lc_int size;
    size_t nouts; /* above 1 for a linear layout only */
    bool affine;  /* there is a matrix */
    lc_f2 map;    /* bits of c to bits of the value; 64 rows */
    uint64_t base;
} lcv_function;

/* ---- arguments (argument.c) ----
 *
 * The functions take the names of the claim and of the parameter, which errors repeat: "composes
 * needs a layout R, not a relation". Layouts are of integers, but for the
 * functions that take their codomains, a sum of these: */
enum {
    LCV_OF_INTEGERS = 1,
    LCV_OF_COORDINATES = 2,
    LCV_OF_XOR = 4,
    LCV_OF_ALL = 7,
    LCV_FUNCTIONS = 8,
    LCV_RELATIONS = 16
};
lc_layout *lcv_arg_layout(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
lc_layout *lcv_arg_layout_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                             unsigned codomains);
lc_tuple *lcv_arg_shape(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
/* A shape that has coordinates: extents of 1 or more. */
lc_tuple *lcv_arg_domain(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
lc_tiler *lcv_arg_tiler(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v);
/* An integer of at least `least`. */
bool lcv_arg_int(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 int32_t least, lc_int *out);
/* A type: the least and the largest of its numbers. */
bool lcv_arg_type(lc_ctx *ctx, const char *claim, const lcv_value *v, lc_int *least,
                  lc_int *most);
/* The word that a claim may end with, `exact`; NULL: it is left out. */
bool lcv_takes_word(lc_ctx *ctx, const char *claim, const char *word, const lcv_value *v);
/* A layout, a tensor or a relation. */
bool lcv_arg_function_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                         unsigned codomains, lcv_function *out);
/* The same where a relation is of no use. */
bool lcv_arg_tensor(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                    lcv_function *out);
bool lcv_arg_tensor_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                       unsigned codomains, lcv_function *out);
/* One of these kinds: layouts and tensors of codomains; with LCV_FUNCTIONS also what follows,
 * of which strides that add by XOR are one; with LCV_RELATIONS relations. */
bool lcv_arg(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v, unsigned kinds,
             lcv_function *out);
/* A function of any kind but a relation, to integers, with its matrix where it has one. */
bool lcv_arg_any(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                 lcv_function *out);
/* A function of any kind to any values; `kind` is what is wanted, "a layout". Layouts and
 * tensors of integers are given no matrix. */
bool lcv_arg_all(lc_ctx *ctx, const char *claim, const char *kind, const char *name,
                 const lcv_value *v, lcv_function *out);
/* A layout as such a function. */
bool lcv_function_of(lc_ctx *ctx, const char *name, const lc_layout *a, lcv_function *out);

/* ---- values ---- */

/* A swizzle, a composed or a linear layout, a listed relation; a layout or a tensor whose
 * strides add by XOR. */
bool lcv_is_binary(const lcv_value *v);
bool lcv_is_xor(const lcv_value *v);
/* Has the value a layout whose strides, and so an offset before them, add by XOR? */
bool lcv_adds_by_xor(const lcv_value *v);
/* The layout whose values, but for an offset, come out of a function; NULL: another kind. */
const lc_layout *lcv_values_of(const lcv_value *v);

/* The value as one number, of a function to integers that is no relation; of a linear layout
 * the integral coordinate of its output, and bits past its domain do not count. */
lc_int lcv_function_at(lc_ctx *ctx, const lcv_function *f, lc_int c);
/* Is c a coordinate at which there is a value? */
bool lcv_function_has(const lcv_function *f, lc_int c);
/* Does the number stand for a coordinate of several output dims? */
bool lcv_function_is_place(const lcv_function *f, lc_int number);
/* A number as it is shown: then as that coordinate. */
lc_tuple *lcv_function_show(lc_ctx *ctx, const lcv_function *f, lc_int number);

/* The value and the coordinate c as they are shown: a coordinate of a layout or a tensor as one
 * of its top-level modes. */
lc_tuple *lcv_function_value(lc_ctx *ctx, const lcv_function *f, lc_int c);
lc_tuple *lcv_function_coordinate(lc_ctx *ctx, const lcv_function *f, lc_int c);

/* Of layouts and tensors: the least and the largest value; is the offset 0; the offset. */
void lcv_function_range(lc_ctx *ctx, const lcv_function *f, lc_int *low, lc_int *high);
bool lcv_function_is_layout(const lcv_function *f);
lc_tuple *lcv_function_offset(lc_ctx *ctx, const lcv_function *f);
/* The offset on an axis. */
lc_int lcv_function_origin(const lcv_function *f, size_t axis);
/* How the values are nested, of layouts, tensors and composed layouts; NULL: integers. */
const lc_tuple *lcv_function_profile(const lcv_function *f);

/* ---- views of functions of any kind (lcv_arg_any) ---- */

/* Shape, size and matrix of a function that has a value (matrix.c); the matrix alone. */
bool lcv_function_measure(lc_ctx *ctx, lcv_function *f);
void lcv_function_find_matrix(lc_ctx *ctx, lcv_function *f);

/* A composed layout's parts, a layout or a tensor being one without a swizzle (b = 0).
 * False for the others, strides that add by XOR among them, and functions outside a
 * swizzle. */
bool lcv_function_parts(const lcv_function *f, lc_swizzle *w, lcv_function *inner);
/* The argument of the swizzle, if there is one; not for a swizzle by itself. */
lc_int lcv_function_inner_at(lc_ctx *ctx, const lcv_function *f, lc_int c);
/* The steps hold what f holds; false when there are none: strides that add by XOR over no
 * power of two, or with an offset. */
#define LCV_MAX_STEPS 8
typedef struct {
    size_t n;
    lcr_step step[LCV_MAX_STEPS];
} lcv_steps;
bool lcv_function_steps(lc_ctx *ctx, const lcv_function *f, lcv_steps *s);
bool lcv_composed_steps(lc_ctx *ctx, const lcv_value *v, lcv_steps *s);
/* A shape of these functions of one size, for a system: the coarsest that refines both
 * shapes in order, where there is one, else that of f. */
lc_tuple *lcv_function_domain(lc_ctx *ctx, const lcv_function *f, const lcv_function *g);

/* All values, for sizes up to lcv_points() and numbers of 63 bits: sorted, with the
 * coordinate beside each. NULL otherwise, with or without an error. */
typedef struct {
    int64_t number;
    uint32_t c;
} lcv_point;
lcv_point *lcv_function_sorted(lc_ctx *ctx, const lcv_function *f, size_t *n);
/* The first of n of them with this number or a larger one. */
size_t lcv_points_from(const lcv_point *list, size_t n, int64_t number);

uint64_t lcv_to_word(lc_int a); /* the low 64 bits of a number that is not negative */

/* ---- written out (write.c) ---- */

/* The coordinate c is at fault, of a refuted claim: in numbers (verdict.h). */
void lcv_function_at_fault(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c);

/* `X(4) = S<1,2,1>(x(4)) = S<1,2,1>(x(0,1)) = S<1,2,1>(2) = 2`: a step that gives the value at
 * c so that it can be redone by hand. c is shown as the coordinate `shown` (NULL: as it is). */
void lcv_step_function(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                       const lc_tuple *shown);
/* The same, and which number the value of several output dims stands for. */
void lcv_step_number(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c);
void lcv_step_value(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                    const lcv_value *v, lc_int c);

#endif
