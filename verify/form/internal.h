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
/* Of integers, with parameters or without? */
bool lcv_form_is_tuple(const lcv_form *form);
/* Forms of tuples and layouts of integers, perhaps sizes. */
const lcv_form *lcv_form_of_tuple(lcv_forms *f, const lc_tuple *t);
lcv_form *lcv_form_of_layout(lcv_forms *f, const lc_layout *a);
/* The layout with these numbers for its extents and strides, axis by axis. */
lc_layout *lcv_form_layout_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                              const lc_int *step);
/* The same of strides that add by XOR (xor-strides.c). */
lc_layout *lcv_form_xor_at(lcv_forms *f, const lcv_form *form, const lc_int *extent,
                           const lc_int *step);
/* A leaf of number 0. */
lc_tuple *lcv_nest_leaf(lc_ctx *ctx);

/* Sizes (sizes.c): a polynomial as an integer of lib/ that lives as long as the forms, and back.
 * For NULL the field becomes open, and any number is returned. */
void lcv_sizes_open(lcv_forms *f);
void lcv_sizes_close(lcv_forms *f);
lc_int lcv_int_of_poly(lcv_forms *f, const lc_poly *p);
const lc_poly *lcv_poly_of_int(lcv_forms *f, lc_int number);
/* sized.c: the form as a value with sizes for its integers; at numbers for the symbols. Kept. */
lcv_value *lcv_form_with_sizes(lcv_forms *f, const lcv_form *form);
lcv_value *lcv_form_at_numbers(lcv_forms *f, const lcv_form *form, const lc_int *symbol);
/* A function, or none, after a tensor, and a morphism as values with sizes; owned. */
lcv_value *lcv_value_of_after(lcv_forms *f, const lcv_outer_form *out, const lcv_form *inner);
lcv_value *lcv_value_of_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                 const size_t *image);
/* A value with sizes as a form, perhaps a loose one; the same of what `name` has made of sizes:
 * NULL with an obstacle, and perhaps an open question, where it has made nothing. */
const lcv_form *lcv_form_of(lcv_forms *f, lcv_value *v, bool loose);
const lcv_form *lcv_form_made(lcv_forms *f, const char *name, lcv_value *v, bool loose);
/* The operation as lib/ computes it, of strict arguments, and of any. */
const lcv_form *lcv_form_computed(lcv_forms *f, const lcv_operation *of, size_t n,
                                  const lcv_form *const *arg);
const lcv_form *lcv_form_applied(lcv_forms *f, const lcv_operation *of, size_t n,
                                 const lcv_form *const *arg);
/* Mode i of a layout or a tuple; modes side by side (by-mode.c). */
const lcv_form *lcv_form_mode(lcv_forms *f, const lcv_form *a, size_t i);
const lcv_form *lcv_form_joined(lcv_forms *f, size_t n, const lcv_form *const *part);

#endif
