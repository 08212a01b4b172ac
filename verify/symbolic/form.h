/* form.h - forms (../form/form.h) of expressions: their values for all values of their parameters
 * at once.
 */
#ifndef LCV_SYMBOLIC_FORM_H
#define LCV_SYMBOLIC_FORM_H

#include "../form/form.h"
#include "instance.h"

/* Parameters that are numbers: one of finitely many cases. */
typedef struct {
    bool is[LCV_MAX_PARAMETERS];
    lc_int value[LCV_MAX_PARAMETERS];
} lcv_fixed;

/* `exact`: parameters with a residue are polynomials in the quotient (for proofs); otherwise they
 * are symbols themselves (for showing). NULL with an error in the context. */
lcv_forms *lcv_forms_new(const lcv_problem *problem, bool exact, const lcv_fixed *fixed);
void lcv_forms_free(lcv_forms *f);

/* The assumptions as facts; one that has no form is left out. */
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
