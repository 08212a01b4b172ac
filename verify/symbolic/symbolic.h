/* symbolic.h - claims with parameters: refuted at an instance, proved for all.
 *
 * A claim that depends on parameters is tried at a few instances first: numbers for the
 * parameters make it a claim of prove.h. A failure there is the counterexample. The claim is then
 * proved in symbols: the arguments are tuples and layouts whose integers are polynomials
 * (form.h), and the claim becomes linear systems over parameters and coordinates together
 * (facts.h). If symbols do not show it, it is tried at more instances, and at all of them if they
 * are few enough. Otherwise the answer is UNKNOWN, and says what is out of reach.
 */
#ifndef LCV_SYMBOLIC_H
#define LCV_SYMBOLIC_H

#include "instance.h"

/* The value of an expression. An expression that depends on parameters gives an LCV_EXPRESSION:
 * in symbols if it has such a value, otherwise as it is written. */
lcv_value *lcv_any_value(lcv_eval *e, const lcv_ast *ast);

/* What kind of value an expression that depends on parameters has at some numbers for them. False
 * with an error. */
bool lcv_any_look(lcv_eval *e, const lcv_ast *ast, lcv_look *look);

/* A claim, which is decided for all values of the parameters that it depends on. NULL with the
 * status set: no value at some instance. */
lcv_result *lcv_any_claim(lcv_eval *e, const lcv_ast *ast);

/* Is the claim proved? Nothing is reported, and isl is not asked for a second opinion. */
bool lcv_is_proved(const lcv_eval *e, const lcv_ast *claim);

/* Is it conflicts(X, ..), sectors(X, ..)? */
bool lcv_is_measure(const lcv_scope *scope, const lcv_ast *ast);
/* measure.c: the number that a measure of accesses is for all parameters; NULL: it is not shown
 * to be one, *obstacle perhaps saying why. The caller frees both. */
char *lcv_measure_text(const lcv_problem *p, char **obstacle);

#endif
