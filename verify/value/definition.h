/* definition.h - a function that a file defines: let tile(X, n) = logical_divide(X, n).
 *
 * A value of kind LCV_FUNCTION has a definition: the names of its arguments, and an expression or
 * a claim in which they stand for values. The other names of the expression are those of the
 * file that defines the function, wherever it is called. So are those of the defaults of
 * arguments, and of the claims that have to hold of them.
 */
#ifndef LCV_DEFINITION_H
#define LCV_DEFINITION_H

#include "../language/ast.h"
#include "scope.h"

typedef struct lcv_definition {
    char *call;             /* "tile(X, n)" */
    char *text;             /* "(X, n) -> logical_divide(X, n)", on one line */
    lcv_arena *arena;       /* of the trees */
    const lcv_ast *formals; /* a list of names, each perhaps with its default as a child */
    const lcv_ast *body;
    const lcv_ast *conditions; /* NULL, or a list of claims with their remedies (ast.h) */
    const lcv_ast *refuted;    /* NULL, or what is said where the claim is refuted (ast.h) */
    lcv_source *source;        /* borrowed, as the scope */
    const lcv_scope *scope;
    lcv_span span; /* of the name */
} lcv_definition;

void lcv_definition_free(lcv_definition *definition);
/* A value, which takes over the definition, also when it fails (NULL). */
lcv_value *lcv_value_definition(lc_ctx *ctx, lcv_definition *definition);

#endif
