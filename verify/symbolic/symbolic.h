/* symbolic.h - claims with parameters: refuted at an instance, proved for all.
 *
 * A claim that depends on parameters is tried at a few instances first: numbers for the
 * parameters make it a claim of prove.h. One that fails is the counterexample. Then it is
 * proved in symbols: the arguments as tuples and layouts whose integers are polynomials
 * (form.h), the claim as linear systems over parameters and coordinates together
 * (facts.h). What the symbols cannot show is tried at more instances, and at all of them
 * where there are few enough. Otherwise the answer is UNKNOWN, and says what is out of reach.
 */
#ifndef LCV_SYMBOLIC_H
#define LCV_SYMBOLIC_H

#include "instance.h"

/* The value of an expression; of one that depends on parameters an LCV_EXPRESSION: in symbols
 * where it has such a value, and as it is written where not. */
lcv_value *lcv_any_value(lcv_eval *e, const lcv_ast *ast);

/* A claim, which is decided for all values of the parameters that it depends on. NULL with the
 * status set: no value at some instance. */
lcv_result *lcv_any_claim(lcv_eval *e, const lcv_ast *ast);

#endif
