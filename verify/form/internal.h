/* internal.h - what the files of forms share. */
#ifndef LCV_FORM_INTERNAL_H
#define LCV_FORM_INTERNAL_H

#include "form.h"

#include "../../lib/size.h"

/* A condition for values to exist. */
typedef struct {
    const lc_poly *p; /* p >= 1 */
    const char *what;
} lcv_requirement;

typedef struct lcv_size lcv_size;

/* A comparison of sizes that nothing settles: is p >= 0? */
typedef struct {
    const lc_poly *p;
    lc_int a, b;
    const char *relation; /* NULL: none */
} lcv_left_open;

struct lcv_forms {
    lc_sizes field; /* of integers that are sizes (sizes.c) */
    lcv_left_open left;
    const lc_int *at; /* numbers for the symbols, where a form is to be a value there */
    lcr_ctx *r;
    lc_ctx *ctx;
    lcv_symbols *symbols;
    lcv_facts *facts;
    size_t nparameters;
    const lc_poly *parameter[LCV_MAX_PARAMETERS];
    size_t symbol[LCV_MAX_PARAMETERS]; /* SIZE_MAX for a number */
    bool vacuous;
    size_t nassumed, assumed_room;
    lcv_fact *assumed;       /* what is assumed */
    struct lcr_map *context; /* the same for isl (relation.h), once it is asked for */
    char *obstacle;
    const lc_poly *open; /* is it >= 0? (ask.c) */
    bool loosely;        /* what is not known to be 1 is not */
    bool loosened;       /* that was needed */
    size_t nforms, room;
    lcv_form **form;
    size_t nsizes, sizes_room;
    lcv_size **size;
    size_t nrequired, nsettled, required_room;
    lcv_requirement *required;
    size_t nsteps, steps_room;
    lcv_form_step *step;
    bool lost; /* a step */
    lcv_form_said said;
    struct lcv_reading *reading; /* makes forms of expressions; its argument */
};

/* Forms without parameters as yet. Freeing them does not free their reader. */
lcv_forms *lcv_forms_open(lcr_ctx *r);
void lcv_forms_close(lcv_forms *f);

/* Memory of the forms, zeroed. */
lcv_form *lcv_form_new(lcv_forms *f, lcv_form_kind kind);
/* The nesting with its leaves numbered from `first` on. */
lc_tuple *lcv_nest_from(lc_ctx *ctx, const lc_tuple *nest, size_t first);
/* Of integers, with parameters or without? */
bool lcv_form_is_tuple(const lcv_form *form);
/* Forms of tuples and layouts of numbers, by what each number stands for. */
typedef const lc_poly *lcv_size_of(void *user, lc_int number);
const lcv_form *lcv_form_of_tuple(lcv_forms *f, const lc_tuple *t, lcv_size_of *size, void *user);
lcv_form *lcv_form_of_layout(lcv_forms *f, const lc_layout *a, lcv_size_of *size, void *user);
const lcv_form *lcv_form_of_morphism(lcv_forms *f, const lc_morphism *m);
/* The layout with these numbers for its extents and strides, axis by axis. */
lc_layout *lcv_form_layout_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                              const lc_int *step);
/* The same of strides that add by XOR (xor-strides.c). */
lc_layout *lcv_form_xor_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                           const lc_int *step);
/* A leaf of number 0. */
lc_tuple *lcv_nest_leaf(lc_ctx *ctx);

/* Sizes (sizes.c): a polynomial as an integer of lib/ that lives as long as the forms, and
 * back. */
void lcv_sizes_open(lcv_forms *f);
void lcv_sizes_close(lcv_forms *f);
const lc_poly *lcv_poly_of_int(void *f, lc_int number);
/* The form as a value with sizes for its integers, to compute with: no tensor, nothing composed. */
lcv_value *lcv_form_with_sizes(lcv_forms *f, const lcv_form *form);
/* The form as a value at numbers for the symbols; kept. */
lcv_value *lcv_form_at_numbers(lcv_forms *f, const lcv_form *form, const lc_int *symbol);
/* The operation as lib/ computes it. NULL with an obstacle, and perhaps an open question. */
const lcv_form *lcv_form_computed(lcv_forms *f, const lcv_operation *of, size_t n,
                                  const lcv_form *const *arg);
/* The same, of which an argument may be loose, and so the result, or no extents. */
const lcv_form *lcv_form_applied(lcv_forms *f, const lcv_operation *of, size_t n,
                                 const lcv_form *const *arg);
/* The same on the first `n` of `total` arguments; the others are values. */
const lcv_form *lcv_form_moved_about(lcv_forms *f, const lcv_operation *of, size_t total,
                                     size_t n, const lcv_form *const *arg);
/* A value without parameters in the form that surgery needs. */
const lcv_form *lcv_form_lift(lcv_forms *f, const lcv_form *form);
/* Mode i of a layout or a tuple; modes side by side (by-mode.c). */
const lcv_form *lcv_form_mode(lcv_forms *f, const lcv_form *a, size_t i);
const lcv_form *lcv_form_joined(lcv_forms *f, size_t n, const lcv_form *const *part);
/* Layouts side by side, with the axes of all. */
const lcv_form *lcv_form_concat(lcv_forms *f, size_t n, const lcv_form *const *layout);

#endif
