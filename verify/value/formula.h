/* formula.h - the definition of a parameter, or of an expression that depends on parameters.
 *
 * Values of the kinds LCV_PARAMETER and LCV_EXPRESSION have a formula: the range of a parameter;
 * or an expression as it was written, with the scope of its names.
 */
#ifndef LCV_FORMULA_H
#define LCV_FORMULA_H

#include "../language/ast.h"
#include "scope.h"

/* Parameters that one claim may depend on. */
#define LCV_MAX_PARAMETERS 16

typedef struct lcv_formula {
    char *text;           /* the name, or the expression on one line */
    char *obstacle;       /* why an expression has no value in symbols; or NULL */
    lc_tuple *low, *high; /* of a parameter: integers; high is NULL without an upper bound */
    /* of an expression */
    lcv_arena *arena;
    const lcv_ast *ast;
    lcv_source *source; /* of the definition; borrowed, as the scope */
    const lcv_scope *scope;
    unsigned height; /* depth of the tree, names being replaced by what they stand for */
    /* of an assumption: the parameters that it depends on; borrowed */
    size_t nparameters;
    const struct lcv_value **parameter;
    size_t order; /* of a parameter: the names defined before it */
} lcv_formula;

void lcv_formula_free(lcv_formula *formula);
/* A value of that kind, which takes over the formula, also when it fails (NULL). */
lcv_value *lcv_value_formula(lc_ctx *ctx, lcv_kind kind, lcv_formula *formula);
/* The bounds of a parameter; INT64_MIN and INT64_MAX where there are none, or they have more than
 * 64 bits. */
void lcv_formula_bounds(const lcv_formula *formula, int64_t *low, int64_t *high);
/* Is it an integer of 64 bits? Then *number, which else stays as it was. */
bool lcv_value_number(const struct lcv_value *v, int64_t *number);

/* Does the expression mention a parameter, or a table that is not known? Its names are those of
 * the scope. */
bool lcv_depends(const lcv_scope *scope, const lcv_ast *ast);

#endif
