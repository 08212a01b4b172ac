/* code-expr.h - the output of isl's AST generator as expressions of lib/.
 *
 * isl's expressions have isl's names and operations. Some divisions promise something about their
 * dividend; this becomes a bound of the dividend (lc_expr_assume).
 */
#ifndef LCR_CODE_EXPR_H
#define LCR_CODE_EXPR_H

#include <isl/ast.h>

#include "../lib/expr.h"
#include "relation.h"

#define LCR_WRITING "writing C for a set" /* what isl was doing when it fails */

/* Takes over the expression of isl; NULL is one that isl failed to write. */
const lc_expr *lcr_expr_of_isl(lcr_ctx *r, lc_exprs *x, isl_ast_expr *e);

/* The error of a name that is no variable of the expression's; returns NULL. */
const lc_expr *lcr_no_variable(lcr_ctx *r, const char *name);

#endif
