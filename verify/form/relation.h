/* relation.h - relations and sets with parameters, as forms.
 *
 * The form of a relation is a family (isl-bridge/family.h) whose parameters have the names that
 * they have in the language, for the numbers that satisfy the ranges and those assumptions that
 * isl can state: sums of multiples of parameters, of their floors and minima. A layout whose
 * extents and strides are sizes is a relation where no parameter is multiplied with a coordinate
 * or divides one: (4,N):(1,4) is, (N,4):(4,1) is, (4,N):(N,1) is not.
 */
#ifndef LCV_FORM_RELATION_H
#define LCV_FORM_RELATION_H

#include "../../isl-bridge/family.h"
#include "../../lib/text.h"
#include "internal.h"

/* ---- isl's syntax (isl-text.c); false: a product of parameters ---- */

/* Adds "[M,N] -> ", with one more name unless it is NULL; adds a size. */
void lcv_isl_names(lcv_forms *f, const char *also, lc_text *out);
bool lcv_isl_size(lcv_forms *f, lc_text *out, const lc_poly *p);
/* The relation of a layout, the map of its integral coordinate, or that of natural ones; the
 * digits of integral coordinates. NULL with an obstacle. The caller frees the text. */
char *lcv_isl_layout_map(lcv_forms *f, const lcv_form *tensor);
char *lcv_isl_index_map(lcv_forms *f, const lcv_form *tensor);
char *lcv_isl_coord_map(lcv_forms *f, const lcv_form *shape);
/* The set 0 <= x_k < leaf k of a tuple whose leaves are at least `least`, 0 or 1; the set of the
 * x with x_k = leaf k wherever that is not `_`. The caller frees the text; NULL with an
 * obstacle. */
char *lcv_isl_box(lcv_forms *f, const lcv_form *shape, int32_t least);
char *lcv_isl_place(lcv_forms *f, const lcv_form *at);

/* ---- forms (relation.c) ---- */

/* A relation or a set, with parameters or as a value? */
bool lcv_form_is_relation(const lcv_form *form);
bool lcv_form_is_set(const lcv_form *form);
/* The form of a family, which is taken over and restricted to the context. */
const lcv_form *lcv_form_relation(lcv_forms *f, lcr_map *m, bool set);
/* The same of a text, which it frees. */
const lcv_form *lcv_form_of_isl(lcv_forms *f, char *text, bool set);
/* The family, which is taken over, with this size for one of its parameters, which is dropped. */
lcr_map *lcv_forms_define(lcv_forms *f, lcr_map *m, const char *name, const lc_poly *size);

/* The relation that a form is, or stands for: a layout for its layout map. Where a set is asked
 * for, a tuple is a box. They live as long as the forms; NULL with an obstacle. */
const lcr_map *lcv_form_map(lcv_forms *f, const lcv_form *form);
const lcr_map *lcv_form_elements(lcv_forms *f, const lcv_form *form);
const lc_poly *lcv_form_of_size(lcv_forms *f, const lcr_size *size);

/* A question about all numbers (family.h), with the places of its answer. */
typedef struct {
    lcr_all all;
    const char *name[LCV_MAX_PARAMETERS];
    lc_int at[LCV_MAX_PARAMETERS];
} lcv_for_all;
/* `instance`: numbers to begin with, or NULL. False with an obstacle. */
bool lcv_for_all_open(lcv_forms *f, lcv_for_all *q, const lc_int *instance);
/* Is the answer YES? Else the obstacle says that this was not shown. */
bool lcv_for_all_yes(lcv_forms *f, const lcv_for_all *q, lcr_answer answer, const char *what);

/* ---- operations (relational.c), which rows of the catalogue name ---- */

lcv_operate_symbols lcv_rel_colex, lcv_rel_compose, lcv_rel_coord_map, lcv_rel_cosize,
    lcv_rel_index_map, lcv_rel_layout_map, lcv_rel_left_inverse, lcv_rel_size, lcv_rel_slice;
/* The operation as on relations without parameters, which isl does for families alike; the same
 * with a set as the second argument. */
lcv_operate_symbols lcv_rel_applied, lcv_rel_applied_to_set;
/* R(c); NULL with an obstacle. */
const lcv_form *lcv_rel_evaluate(lcv_forms *f, const lcv_form *of, const lcv_form *at);

#endif
