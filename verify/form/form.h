/* form.h - values in symbols: tuples and layouts whose integers depend on parameters.
 *
 * A form is the value of an expression with parameters for all their values at once: a tuple, a
 * relation or a set, or a layout of integer or coordinate strides, perhaps after an offset, made
 * of sizes (symbols.h); or a plain value if no parameter remains. ../symbolic/form.h makes it
 * from an expression. Many expressions have no form: coalesce((M,N):(1,M)) has another rank if N
 * is 1. The obstacle then says what is out of reach.
 *
 * The strides of modes of extent 1 sometimes differ from those of the algebra: its quotient of
 * 100:1 by 128 is (128,1):(1,0), that of M:1 is (128,ceil_div(M,128)):(1,128) for all M. Such a
 * form is `loose`: only the same function on its domain.
 *
 * All forms belong to the context in which they are made, an lcv_forms.
 */
#ifndef LCV_FORM_H
#define LCV_FORM_H

#include "../operation/operation.h"
#include "../value/formula.h"
#include "facts.h"

typedef enum {
    LCV_FORM_VALUE, /* without parameters */
    LCV_FORM_SIZED, /* strides, a composed layout, a morphism: a value with sizes (sized.c) */
    LCV_FORM_TUPLE,
    LCV_FORM_LAYOUT,
    LCV_FORM_XOR,     /* a layout of strides that add by XOR (xor-strides.c) */
    LCV_FORM_RELATION /* a relation or a set with parameters (relation.h) */
} lcv_form_kind;

/* The function of a composed layout: a swizzle, perhaps of no bits, or a layout on its extended
 * domain, and a number that is added to its values; or none. */
typedef struct {
    bool any;
    lc_swizzle swizzle;
    const struct lcv_form *layout; /* NULL: it is the swizzle */
    const lc_poly *plus;           /* NULL: 0 */
} lcv_outer_form;

typedef struct lcv_form {
    lcv_form_kind kind;
    lcv_value *value; /* VALUE, SIZED */
    /* TUPLE, LAYOUT, XOR. The leaves of `nest` are their numbers, 0 to n - 1. */
    lc_tuple *nest;
    size_t n;
    const lc_poly **extent; /* n; for a tuple its integers, NULL for a wildcard */
    /* LAYOUT, XOR: a leaf for each axis of coordinates (lib/layout.h); NULL for integers. */
    lc_tuple *profile;
    size_t naxes;
    const lc_poly **step;   /* step[axis * n + leaf] */
    bool loose;             /* LAYOUT, and of a composed layout what is inside */
    const lc_poly **offset; /* LAYOUT: the offset of a tensor, one an axis; NULL: 0 */
    lcr_map *relation;      /* RELATION */
    bool set, layout_map;   /* RELATION; of a layout of several modes */
} lcv_form;

typedef struct lcv_forms lcv_forms;

lc_ctx *lcv_forms_ctx(const lcv_forms *f);
lcv_symbols *lcv_forms_symbols(const lcv_forms *f);
lcv_facts *lcv_forms_facts(const lcv_forms *f);

/* The assumption a op b as a fact. An assumption that is false for all values makes every claim
 * vacuous. */
bool lcv_forms_assumed(lcv_forms *f, lcv_op op, const lc_poly *a, const lc_poly *b);
bool lcv_forms_vacuous(const lcv_forms *f);

/* What is out of reach, in the directives of lcv_text; returns NULL. The first one stays. An
 * error of the context, such as a limit, becomes one. */
void *lcv_obstacle(lcv_forms *f, const char *format, ...);
const char *lcv_forms_obstacle(const lcv_forms *f); /* NULL: none */

void lcv_forms_clear_obstacle(lcv_forms *f); /* another way is tried */

/* Remarks beside a proof. Vectors of n elements, 0 for no vectors, begin in A and in B at
 * multiples of `multiple`, divisors of n. Disjoint layouts share `shared`, "offset 0", all the
 * same; or NULL. */
typedef struct {
    lc_int n, multiple[2];
    const char *shared;
} lcv_form_said;
lcv_form_said *lcv_forms_said(lcv_forms *f);

/* Adds a condition for the value to exist: p >= 1, p being the quantity called `what`. False for
 * a NULL p, or with an error. */
bool lcv_forms_require(lcv_forms *f, const lc_poly *p, const char *what);
/* Do the conditions follow from the assumptions? Else the obstacle says which does not. */
bool lcv_forms_settle(lcv_forms *f);

/* ---- questions (ask.c) ---- */

/* Is p >= 0 for all values, for none? LCR_UNKNOWN: neither was found. The first question without
 * an answer stays open: it is one to split the values of the parameters by. */
lcr_answer lcv_forms_ask(lcv_forms *f, const lc_poly *p);
/* Is a size that is at least 1 equal to 1; are two sizes equal; is one 0? */
lcr_answer lcv_forms_is_one(lcv_forms *f, const lc_poly *extent);
lcr_answer lcv_forms_is_equal(lcv_forms *f, const lc_poly *a, const lc_poly *b);
lcr_answer lcv_forms_is_zero(lcv_forms *f, const lc_poly *p);
/* Makes "is p >= 0?" the open question, if there is none yet. */
void lcv_forms_leave_open(lcv_forms *f, const lc_poly *p);
/* Is it loose? If so, it is asked whether its extents are 1. */
bool lcv_form_is_loose(lcv_forms *f, const lcv_form *form);
/* The size p of other forms of the same parameters as a size of f; NULL where p has unknowns of a
 * proof. */
const lc_poly *lcv_forms_copied(lcv_forms *f, const lcv_forms *from, const lc_poly *p);

/* ---- making ---- */

/* Takes over the value. */
const lcv_form *lcv_form_value(lcv_forms *f, lcv_value *value);
const lcv_form *lcv_form_int(lcv_forms *f, const lc_poly *p);
/* The polynomials are copied as pointers. */
const lcv_form *lcv_form_tuple(lcv_forms *f, const lc_tuple *nest, const lc_poly *const *leaf);
/* An empty layout of this nesting, to be filled. */
lcv_form *lcv_form_layout(lcv_forms *f, const lc_tuple *nest, size_t naxes,
                          const lc_tuple *profile);

/* ---- as what is needed; NULL with an obstacle ---- */

const lc_poly *lcv_form_as_int(lcv_forms *f, const lcv_form *form);
const lcv_form *lcv_form_as_tuple(lcv_forms *f, const lcv_form *form); /* a layout's shape */
const lcv_form *lcv_form_as_layout(lcv_forms *f, const lcv_form *form);
/* The same, but a tensor, a layout with an offset, is allowed; without one that is 0. */
const lcv_form *lcv_form_as_tensor(lcv_forms *f, const lcv_form *form);
bool lcv_form_is_strides(const lcv_form *form);
/* A form without parameters as a value: borrowed; NULL without an obstacle when it has some. */
lcv_value *lcv_form_as_value(lcv_forms *f, const lcv_form *form);
const lc_poly *lcv_form_size(lcv_forms *f, const lcv_form *form);

/* Calls (call.c), arithmetic on strides (stride.c), tuples of tuples and strides. */
const lcv_form *lcv_form_call(lcv_forms *f, const lcv_operation *of, size_t n,
                              const lcv_form *const *arg);
/* A call in symbols, of an operation that has a function for it. */
typedef struct lcv_sym_call {
    lcv_forms *f;
    const lcv_operation *of;
    size_t n;
    const lcv_form *const *arg;
} lcv_sym_call;
/* The operation on arguments with sizes, as lib/ computes it (sized.c); rows of the catalogue
 * name which: `applied` as they are; `computed` with all strides known, and tuples being shapes
 * or layouts; `first` so of the first argument; `joined` with tuples being layouts among layouts;
 * `inside` computed, unless strides add by XOR; `algebra` of layouts without an offset. */
lcv_operate_symbols lcv_sym_algebra, lcv_sym_applied, lcv_sym_computed, lcv_sym_first,
    lcv_sym_inside, lcv_sym_joined;
/* Others with a function of their own. */
lcv_operate_symbols lcv_sym_compose, lcv_sym_divide, lcv_sym_make_layout, lcv_sym_slice;
const lcv_form *lcv_form_stride_arithmetic(lcv_forms *f, lcv_op op, const lcv_form *a,
                                           const lcv_form *b);
const lcv_form *lcv_form_tuple_of(lcv_forms *f, size_t n, const lcv_form *const *part);
/* A layout with these strides, congruent with the shape. */
const lcv_form *lcv_form_with_strides(lcv_forms *f, const lcv_form *shape,
                                      const lcv_form *stride);

const lcv_form *lcv_form_compose(lcv_forms *f, const lcv_form *a, const lcv_form *b);

/* Tensors (tensor.c): {place} o of; the part that the wildcards of a coordinate leave; a layout
 * with these offsets, NULL for none; a tensor without its offset. */
const lcv_form *lcv_form_tensor(lcv_forms *f, const lcv_form *place, const lcv_form *of);
const lcv_form *lcv_form_slice(lcv_forms *f, const lcv_form *of, const lcv_form *at);
/* The value of a tensor at a coordinate without wildcards, nested like the shape or coarser. */
const lcv_form *lcv_form_at(lcv_forms *f, const lcv_form *tensor, const lcv_form *at);
lcv_form *lcv_form_moved(lcv_forms *f, const lcv_form *layout, const lc_poly *const *offset);
const lcv_form *lcv_form_without_offset(lcv_forms *f, const lcv_form *tensor);
/* A leaf of extent 1 is only asked for at 0, whatever its stride: with strides of 0 there. */
const lcv_form *lcv_form_at_rest(lcv_forms *f, const lcv_form *layout);

/* Composed layouts (composed.c): a function, or none, after a tensor; A o inner, as it is
 * written; has a form, or its value, a function outside; the tensor inside, and the function. */
const lcv_form *lcv_form_after(lcv_forms *f, lcv_outer_form outside, const lcv_form *of);
const lcv_form *lcv_form_after_layout(lcv_forms *f, const lcv_form *outer, const lcv_form *inner);
bool lcv_form_is_composed(const lcv_form *form);
const lcv_form *lcv_form_inside(lcv_forms *f, const lcv_form *form, lcv_outer_form *out);
/* As a function: one layout in the place of A o 0 o B, of the same values and perhaps a finer
 * nesting, and other forms as they are; the same without its swizzle, b = 0 for none, to whose
 * values nothing is added. */
const lcv_form *lcv_form_flattened(lcv_forms *f, const lcv_form *form);
const lcv_form *lcv_form_unswizzled(lcv_forms *f, const lcv_form *form, lc_swizzle *w);

/* Strides that add by XOR, 9*M -> f(9*M) (xor-strides.c): has a form, or its value, such ones; a
 * layout of them; the composition with an inner layout. */
bool lcv_form_has_xor(const lcv_form *form);
const lcv_form *lcv_form_as_xor(lcv_forms *f, const lcv_form *form);
const lcv_form *lcv_form_xor_compose(lcv_forms *f, const lcv_form *words, const lcv_form *inner);

/* Morphisms (nest.c), with parameters in their entries or without: from one tuple to another, of
 * equal entries where they are joined; the layout that one realizes. */
const lcv_form *lcv_form_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                  const size_t *image);
bool lcv_form_is_morphism(const lcv_form *form);
const lcv_form *lcv_form_realized(lcv_forms *f, const lcv_form *form);

/* An operation that a tiler applies to each mode (by-mode.c): the steps are kept. */
const lcv_form *lcv_form_each(lcv_forms *f, const lcv_operation *of, const lcv_form *x,
                              const lc_tiler *t);

/* ---- steps ---- */

/* An operation of the language on forms with the form that it gave, or without one a claim that
 * was proved. `tuple` and `layout` are literals made of their parts, `tensor` an offset before a
 * layout; operators have their own names. Arguments that are not given are NULL. */
typedef struct {
    const char *name;
    size_t n;
    const lcv_form **arg;
    const lcv_form *value;
} lcv_form_step;

/* Keeps a step; only lack of memory is reported. A value that is NULL is not kept. */
void lcv_forms_step(lcv_forms *f, const char *name, size_t n, const lcv_form *const *arg,
                    const lcv_form *value);
void lcv_forms_proved(lcv_forms *f, const char *claim, size_t n, const lcv_form *const *arg);
/* Drops the steps after the first n. */
void lcv_forms_forget(lcv_forms *f, size_t n);
/* All of them so far; *complete: none was lost. */
size_t lcv_forms_steps(const lcv_forms *f, const lcv_form_step **step, bool *complete);

/* ---- looking ---- */

/* The text in the literal syntax; the caller frees it. */
char *lcv_form_to_str(lcv_forms *f, const lcv_form *form);
/* Is this the value at numbers for the symbols? Strides of modes of extent 1 do not count in
 * a loose form. */
bool lcv_form_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                     const lcv_value *value);
/* The values of the symbols at an instance. */
void lcv_forms_at(const lcv_forms *f, const lc_int *value, lc_int *symbol);

#endif
