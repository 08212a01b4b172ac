/* value.h - values of the claim language.
 *
 * An expression evaluates to a tagged, immutable, reference counted value. A tuple stands for a
 * shape, a coordinate, a compact layout or a by-mode tiler; the use decides (lcv_as_layout,
 * lcv_as_tiler). An integer is also a tuple.
 */
#ifndef LCV_VALUE_H
#define LCV_VALUE_H

#include "../../isl-bridge/operate.h"
#include "../../lib/encoding.h"
#include "../../lib/ints.h"
#include "../../lib/linear.h"
#include "../../lib/nest.h"
#include "../../lib/tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCV_TUPLE,   /* integer, shape, stride or coordinate */
    LCV_STRIDES, /* e0, (e1,(e0,6e1)), f18: strides that are no integers */
    LCV_LAYOUT,
    LCV_TENSOR,     /* an offset and a layout, {8} o (2,3):(1,2) */
    LCV_TILER,      /* <4:1, 8:2> */
    LCV_RELATION,   /* an isl map */
    LCV_SET,        /* an isl set: a relation without inputs */
    LCV_SWIZZLE,    /* S<3,4,3> */
    LCV_COMPOSED,   /* functions after offsets and a layout, S<3,4,3> o 0 o (8,64):(64,1),
                     (20:3) o 2 o (20:3) */
    LCV_LINEAR,     /* linear{lane: [1,2] -> out: 4} */
    LCV_AFFINE,     /* an offset and a linear layout, {3} o linear{lane: [1,2] -> out: 4} */
    LCV_MORPHISM,   /* morphism{(8,8,3) -> (8,8): 1,2,*} */
    LCV_NAMES,      /* names of dims, in or [in1,in2]: arguments of calls on linear layouts */
    LCV_TYPE,       /* int8 ... int64, uint8 ... uint64: an argument of fits() */
    LCV_PARAMETER,  /* a name of `param` (parameter.h) */
    LCV_EXPRESSION, /* an expression that depends on parameters */
    LCV_LIST,       /* [S<2,3,3>, S<3,3,3>]: for loops and functions of a file */
    LCV_ENCODING,   /* #ttg.blocked<{..}>: a layout of Triton for tensors of any shape */
    LCV_FUNCTION    /* a function that a file defines */
} lcv_kind;

struct lcv_definition; /* definition.h */
struct lcv_formula;    /* formula.h */

/* A function of a composed layout, applied to everything inside it, x -> f(offset + x): f is a
 * layout on its extended domain, or else a swizzle, which is the identity for b = 0. */
typedef struct {
    lc_tuple *offset;
    lc_layout *layout; /* or NULL */
    lc_swizzle swizzle;
} lcv_outer;

typedef struct lcv_value {
    int refs;
    lcv_kind kind;
    lc_tuple *tuple;          /* LCV_TUPLE; LCV_RELATION: the shape, if it is listed */
    lc_layout *layout;        /* LCV_LAYOUT, LCV_TENSOR, LCV_COMPOSED: the inner one;
                           LCV_STRIDES: extents of 1 with these strides */
    lc_tuple *offset;         /* LCV_TENSOR, LCV_COMPOSED: a value of the layout;
                           LCV_AFFINE: a number an output dim, added by XOR */
    lc_tiler *tiler;          /* LCV_TILER */
    lcr_map *relation;        /* LCV_RELATION, LCV_SET; NULL of a long list (points.h) */
    struct lcv_value *map_of; /* LCV_RELATION: it is the layout map of this; NULL: of nothing */
    lc_ints *values;          /* LCV_RELATION: those at 0, 1, ..., if it is listed;
                           LCV_SET: the elements in order, if it is a list (points.h) */
    size_t width;             /* LCV_SET that is a list: the integers of an element */
    bool written;       /* LCV_RELATION: as a map { .. } of the language; LCV_SET: the values of a
                     layout or of such a map, which are shown one by one where they are few */
    lc_swizzle swizzle; /* LCV_SWIZZLE; LCV_COMPOSED: the innermost, b = 0 for none */
    size_t nouters;     /* LCV_COMPOSED: the functions that follow it, the innermost first */
    lcv_outer *outer;
    lc_linear *linear;     /* LCV_LINEAR, LCV_AFFINE */
    lc_morphism *morphism; /* LCV_MORPHISM */
    size_t nnames;         /* LCV_NAMES; LCV_LAYOUT: of its modes, as a mesh has them, or 0 */
    char **name;
    int bits;                    /* LCV_TYPE: width; negative for a signed type */
    struct lcv_formula *formula; /* LCV_PARAMETER, LCV_EXPRESSION; LCV_RELATION: the map of few
                                    points that it was written as, or NULL */
    size_t nparts;               /* LCV_LIST */
    struct lcv_value **part;
    lc_encoding *encoding;             /* LCV_ENCODING */
    struct lcv_definition *definition; /* LCV_FUNCTION */
} lcv_value;

/* These take over the argument, also when they fail (NULL). */
lcv_value *lcv_value_tuple(lc_ctx *ctx, lc_tuple *t);
lcv_value *lcv_value_int(lc_ctx *ctx, lc_int value);
lcv_value *lcv_value_layout(lc_ctx *ctx, lc_layout *a);
/* The strides of a layout; integers if all are 0, which goes with any codomain. */
lcv_value *lcv_value_strides(lc_ctx *ctx, lc_layout *a);
/* n integers, tuples and strides, borrowed, as one tuple. */
lcv_value *lcv_value_tuple_of(lc_ctx *ctx, size_t n, lcv_value *const *part);
/* PyCuTe prints strides as coordinates: the tuple (1,2) beside an extent is e0 + 2e1. Is this
 * stride one, with a tuple or 0 beside every extent? Then its value, owned. */
bool lcv_strides_are_coordinates(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride);
lcv_value *lcv_coordinate_strides(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *stride);
lcv_value *lcv_value_tensor(lc_ctx *ctx, lc_int offset, lc_layout *a);
/* A tensor in any codomain. The offset and the values become nested alike; an integer 0 is the
 * zero of every codomain. */
lcv_value *lcv_value_tensor_at(lc_ctx *ctx, lc_tuple *offset, lc_layout *a);
lcv_value *lcv_value_tiler(lc_ctx *ctx, lc_tiler *t);
lcv_value *lcv_value_relation(lc_ctx *ctx, lcr_map *m);
lcv_value *lcv_value_set(lc_ctx *ctx, lcr_map *m);
/* A set without a relation of isl: its elements, of `width` integers each, in order and without
 * doubles. */
lcv_value *lcv_value_list_of_points(lc_ctx *ctx, size_t width, lc_ints *values);
/* The layout map m of a value, which the relation remembers. */
lcv_value *lcv_value_map_of(lc_ctx *ctx, lcr_map *m, const lcv_value *of);
lcv_value *lcv_value_swizzle(lc_ctx *ctx, lc_swizzle w);
/* Records LC_ERR_INVALID: a swizzle after a layout whose values are coordinates. */
void lcv_swizzle_misfit(lc_ctx *ctx, const lc_layout *inner);
/* x -> w(offset + a(x)). */
lcv_value *lcv_value_composed(lc_ctx *ctx, lc_swizzle w, lc_int offset, lc_layout *a);
lcv_value *lcv_value_linear(lc_ctx *ctx, lc_linear *l);
/* x -> offset xor l(x), the offset with a number an output dim; l itself where they are 0.
 * LC_ERR_INVALID: another number of numbers, one that its output dim does not have. */
lcv_value *lcv_value_affine(lc_ctx *ctx, lc_tuple *offset, lc_linear *l);
/* Is it a linear or an affine layout, a value with named dims? */
bool lcv_has_dims(const lcv_value *v);
/* The value of a linear or affine layout at 0, as an integral coordinate of the output; the
 * offset that has this integral coordinate. */
uint64_t lcv_affine_base(const lcv_value *v);
lc_tuple *lcv_affine_offset(lc_ctx *ctx, const lc_linear *l, uint64_t base);
/* An affine layout as a linear one with one more input dim, the last, of size 2, whose basis is
 * the offset. Kept. */
lc_linear *lcv_affine_extended(lc_ctx *ctx, const lcv_value *v);
lcv_value *lcv_value_morphism(lc_ctx *ctx, lc_morphism *f);
/* The names are copied. */
lcv_value *lcv_value_names(lc_ctx *ctx, size_t n, const char *const *name);
/* The layout with names for its modes, "dp,tp", as many as it has; takes over no argument. */
lcv_value *lcv_value_with_names(lc_ctx *ctx, const lcv_value *layout, const char *names);
lcv_value *lcv_value_type(lc_ctx *ctx, int bits, bool is_signed);
/* The values are shared. */
lcv_value *lcv_value_list(lc_ctx *ctx, size_t n, lcv_value *const *part);
lcv_value *lcv_value_encoding(lc_ctx *ctx, lc_encoding *e);

/* Another owner of the same value; the last one that frees it releases it. */
lcv_value *lcv_value_ref(const lcv_value *v);
void lcv_value_free(lcv_value *v);

/* "a layout", "an integer", ...: for messages. */
const char *lcv_value_describe(const lcv_value *v);
/* "layout", "integer", ...: for programs; these names stay. */
const char *lcv_kind_name(const lcv_value *v);
/* The text in the literal syntax; the caller frees it. */
char *lcv_value_to_str(lcr_ctx *r, const lcv_value *v);

/* ---- relations as functions (list.c) ----
 *
 * A relation that is a function from [0,n), or from the coordinates of a flat shape, to integers,
 * listed: a value that claims take where they take any function of an integral coordinate. A
 * layout map becomes what it is the map of. Errors: LC_ERR_INVALID for other relations, and
 * LC_ERR_BUDGET for more than LCV_LISTED inputs. */
#define LCV_LISTED 65536
lcv_value *lcv_value_listed(lcr_ctx *r, const char *claim, const lcv_value *relation);
/* The same of a relation with several inputs and one output; all others as they are. */
lcv_value *lcv_box_listed(lcr_ctx *r, const char *claim, const lcv_value *v);
/* The layout that a morphism realizes. */
lcv_value *lcv_value_realized(lc_ctx *ctx, const lcv_value *morphism);
/* The values, morphisms as these layouts; kept. */
lcv_value **lcv_values_realized(lc_ctx *ctx, size_t n, lcv_value *const *v);
bool lcv_has_morphism(size_t n, lcv_value *const *v);
/* The values with relations listed and morphisms realized; kept by the open frame. NULL with an
 * error. With `large_only` only large layout maps are listed: of more than LCV_LARGE_MAP modes,
 * or bits where bits are added modulo 2, which are too many for isl. */
#define LCV_LARGE_MAP 12
bool lcv_is_large_map(const lcv_value *v);
lcv_value **lcv_values_listed(lcr_ctx *r, const char *claim, bool large_only, size_t n,
                              lcv_value *const *v);
/* The value of a listed relation; false with an error past its inputs. */
bool lcv_listed_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *value);

/* ---- offsets (offset.c) ----
 *
 * The sum of two values, as the codomain adds: integers, coordinates, XOR. */
lc_tuple *lcv_add_values(lc_ctx *ctx, lc_codomain codomain, const lc_tuple *a, const lc_tuple *b);
bool lcv_is_zero(const lc_tuple *v);
/* Is it fN, which before a layout of XOR strides is the offset N? */
bool lcv_is_xor_element(const lcv_value *v);
/* Is it a tensor whose offset is not 0? */
bool lcv_has_offset(const lcv_value *v);
/* A literal that determines a layout: {(0,0)} o 4:e0 if the printed one does not tell the nesting
 * of axes that no stride has. */
char *lcv_layout_literal(lc_ctx *ctx, const lc_layout *a);
/* lc_layout_slice_value of a layout, a tensor, a shape, the inner part of a composed
 * layout: *value has the offset in it. Both are kept by the open frame. */
lc_layout *lcv_slice(lc_ctx *ctx, const lcv_value *v, const lc_tuple *crd, lc_tuple **value);

/* ---- composed layouts (composed.c) ----
 *
 * f o offset o g, x -> f(offset + g(x)): f is a layout, a tensor, a swizzle or composed, g one of
 * these or a shape, and the offset, NULL for 0, a value of g. It is flattened: the innermost is a
 * layout, whose domain is that of the whole; the functions outside take numbers and coordinates
 * of any size (Cecka 2.4, extended domain). A function that is only a layout after an offset
 * becomes a tensor. Errors: LC_ERR_INVALID if values are no coordinates of the function that
 * follows. */
lcv_value *lcv_value_after(lc_ctx *ctx, const lcv_value *f, const lc_tuple *offset,
                           const lcv_value *g);
/* The same functions outside another offset and layout, which it takes over. */
lcv_value *lcv_value_with_inner(lc_ctx *ctx, const lcv_value *composed, lc_tuple *offset,
                                lc_layout *a);
lc_tuple *lcv_outer_at(lc_ctx *ctx, const lcv_outer *o, const lc_tuple *x); /* f(x) */
/* The value of a composed layout whose offset and layout give the value `inner`. */
lc_tuple *lcv_composed_value(lc_ctx *ctx, const lcv_value *v, const lc_tuple *inner);
lc_tuple *lcv_composed_at(lc_ctx *ctx, const lcv_value *v, lc_int c);
/* Are all sums, and the arguments of all functions outside, integers? Then the same on
 * integers. */
bool lcv_composed_of_integers(const lcv_value *v);
lc_int lcv_composed_int(lc_ctx *ctx, const lcv_value *v, lc_int inner);
bool lcv_composed_equal(const lcv_value *v, const lcv_value *w); /* layout, offset apart */
/* The codomain, which says how values add, of a layout, tensor, composed layout or swizzle. */
lc_codomain lcv_codomain(const lcv_value *v);
char *lcv_composed_to_str(lc_ctx *ctx, const lcv_value *v);

/* Conversions. Owned results; NULL with LC_ERR_INVALID, saying what was found. */
bool lcv_as_int(lc_ctx *ctx, const lcv_value *v, lc_int *out);
/* A shape, also the shape of a layout, of a composed layout (the inner one's), of a swizzle (its
 * size) and of a linear layout (the sizes of its input dims). */
lc_tuple *lcv_as_tuple(lc_ctx *ctx, const lcv_value *v);
lc_layout *lcv_as_layout(lc_ctx *ctx, const lcv_value *v); /* a bare shape is compact */
lc_tiler *lcv_as_tiler(lc_ctx *ctx, const lcv_value *v);
/* The tiler of a value; an error where it has a `*`. */
lc_tiler *lcv_tiler_of_tiles(lc_ctx *ctx, const char *name, const lcv_value *v);
/* A linear layout, a swizzle, and an F2-linear layout, tensor or composed layout. *failure, if
 * given, is filled when lc_linear_from_layout fills it, and for a composed layout or tensor with
 * two coordinates whose XOR shows that it is not linear. */
lc_linear *lcv_as_linear(lc_ctx *ctx, const lcv_value *v, lc_linear_failure *failure);

/* Layouts, tensors, swizzles, composed and linear layouts are functions of an integral
 * coordinate. */
bool lcv_is_function(const lcv_value *v);
/* Is one of the values a relation or a set? */
bool lcv_has_relation(size_t n, lcv_value *const *v);
/* The value of such a function as one integer: for a linear layout the integral coordinate of its
 * output. An error past the domain of a linear layout. */
bool lcv_value_number_at(lc_ctx *ctx, const lcv_value *v, lc_int c, lc_int *number);

#ifdef __cplusplus
}
#endif

#endif
