/* parameter.h - parameters, and expressions that depend on them.
 *
 * `param M >= 1, N in 1..64` binds names to parameters, `assume M % 8 == 0` restricts their
 * values. An expression that mentions a parameter, itself or through other names, has no value by
 * itself. `let` binds it as it was written: an LCV_EXPRESSION, with the scope of its names. It
 * has a value at an instance, where each parameter is a number (instance.h), and perhaps one in
 * symbols (symbolic.h).
 */
#ifndef LCV_PARAMETER_H
#define LCV_PARAMETER_H

#include "../eval/eval.h"
#include "../value/formula.h"

/* One parameter of a `param` statement (LCV_AST_PARAM); NULL with the status set. */
lcv_value *lcv_eval_parameter(lcv_eval *e, const lcv_ast *ast);
/* The assumption of an `assume` statement, an expression that is a comparison; checked
 * against those made before. NULL with the status set. */
lcv_value *lcv_eval_assumption(lcv_eval *e, const lcv_ast *ast);
/* An expression that depends on parameters, as it is written. */
lcv_value *lcv_eval_expression(lcv_eval *e, const lcv_ast *ast);

#endif
