/* code-expr.h - the output of isl's AST generator as expressions of lib/.
 *
 * isl's expressions have isl's names and operations. Some divisions promise something about their
 * dividend; this becomes a bound of the dividend (lc_expr_assume).
 */
#ifndef LCR_CODE_EXPR_H
#define LCR_CODE_EXPR_H

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/set.h>

#include "../lib/expr.h"
#include "relation.h"

#define LCR_WRITING "writing C for a set" /* what isl was doing when it fails */

/* Takes over the expression of isl; NULL is one that isl failed to write. */
const lc_expr *lcr_expr_of_isl(lcr_ctx *r, lc_exprs *x, isl_ast_expr *e);

/* The error of a name that is no variable of the expression's; returns NULL. */
const lc_expr *lcr_no_variable(lcr_ctx *r, const char *name);

/* ---- questions to isl: for code.c, code-relation.c ----
 *
 * Sets and functions are taken over. NULL is failure, with an error. */

/* Are x and the text there, and x of this context? Else an error. */
bool lcr_code_arguments(lcr_ctx *r, lc_exprs *x, const char *text);
/* Records isl's failure, where there is no other error; returns NULL. */
void *lcr_code_failed(lcr_ctx *r);
/* The set over parameters alone: its dimensions become some. */
isl_set *lcr_code_names(lcr_ctx *r, isl_set *set);
/* The parameters of the set that are variables of x, in the bounds of those. */
isl_set *lcr_code_bounds(lc_exprs *x, isl_set *set);
/* The context that a text says, NULL for no text, with the parameters of the space besides its
 * own. */
isl_set *lcr_code_context(lcr_ctx *r, lc_exprs *x, const char *text, isl_space *space);
/* The only output of a map over parameters as a function; NULL with LC_ERR_INVALID where the map
 * is none. */
isl_pw_aff *lcr_code_is_function(lcr_ctx *r, isl_map *map);
/* The expressions of a set and a function over parameters; NULL: there is an error. */
const lc_expr *lcr_code_set(lcr_ctx *r, lc_exprs *x, isl_set *set, isl_set *known);
const lc_expr *lcr_code_function(lcr_ctx *r, lc_exprs *x, isl_pw_aff *f, isl_set *known);

#endif
