/* form.h - forms (../form/form.h) of expressions: their values for all values of their parameters
 * at once.
 */
#ifndef LCV_SYMBOLIC_FORM_H
#define LCV_SYMBOLIC_FORM_H

#include "../form/form.h"
#include "instance.h"

#define LCV_MAX_SPLITS 12 /* conditions of one case */

/* A case of a proof: parameters that are numbers, or lie within other bounds than their own, and
 * sizes of other forms, which are open, that are not negative. */
typedef struct {
    bool is[LCV_MAX_PARAMETERS], from[LCV_MAX_PARAMETERS], to[LCV_MAX_PARAMETERS];
    lc_int value[LCV_MAX_PARAMETERS], low[LCV_MAX_PARAMETERS], high[LCV_MAX_PARAMETERS];
    size_t n;
    const lcv_forms *of[LCV_MAX_SPLITS];
    const lc_poly *least[LCV_MAX_SPLITS];
} lcv_fixed;

/* ---- cases (cases.c) ---- */

/* The two cases that the open question of the forms makes of one: p >= 0, and p < 0. False when
 * there is none, or too many conditions. */
bool lcv_case_split(const lcv_problem *problem, const lcv_forms *f, const lcv_fixed *of,
                    lcv_fixed side[2]);
/* Makes one case of two, if they differ only in a condition and its negation. False where they do
 * not. */
bool lcv_case_join(const lcv_problem *problem, lcv_fixed *fixed, const lcv_fixed *other);
/* Do these numbers of the parameters belong to the case? */
bool lcv_case_admits(const lcv_problem *problem, const lcv_fixed *fixed, const lc_int *value);
/* The bounds of parameter i in a case, which may be NULL. */
lc_int lcv_case_low(const lcv_problem *problem, const lcv_fixed *fixed, size_t i);
bool lcv_case_high(const lcv_problem *problem, const lcv_fixed *fixed, size_t i, lc_int *high);
/* The text of the condition p >= 0, p a size of these forms; the caller frees it. */
char *lcv_case_order(const lcv_problem *problem, const lcv_forms *f, const lc_poly *p);
/* Condition i of a case, in the language; NULL after the last. The caller frees it. */
char *lcv_case_condition(const lcv_problem *problem, const lcv_fixed *fixed, size_t i);
/* All of them: "M == 1 and N >= 2"; the caller frees it. */
char *lcv_case_text(const lcv_problem *problem, const lcv_fixed *fixed);

/* `exact`: parameters with a residue are polynomials in the quotient (for proofs); otherwise they
 * are symbols themselves (for showing). NULL with an error in the context. */
lcv_forms *lcv_forms_new(const lcv_problem *problem, bool exact, const lcv_fixed *fixed);
void lcv_forms_free(lcv_forms *f);

/* Adds the assumptions as facts; one that has no form is left out. */
void lcv_forms_assume(lcv_forms *f);

/* ---- expressions (expression.c) ---- */

const lcv_form *lcv_form_eval(lcv_forms *f, const lcv_ast *ast);
/* {M} o (M,N):(1,M): the layout, and its offset; the form and 0 if it is no tensor. */
const lcv_form *lcv_form_eval_tensor(lcv_forms *f, const lcv_ast *ast, const lc_poly **offset);

/* ---- claims (claim.c) ---- */

/* The claim for all values of the parameters. False: not shown, and the obstacle says what is
 * missing; *hint may then be set to parameters at which the claim is worth a try. `sample` is an
 * instance at which it holds. */
bool lcv_form_claim(lcv_forms *f, const lcv_ast *ast, const lc_int *sample, lc_int *hint,
                    bool *hinted);

#endif
