/* definition.h - a function that a file defines: let tile(X, n) = logical_divide(X, n).
 *
 * A value of kind LCV_FUNCTION has a definition: the names of its arguments, and an expression or
 * a claim in which they stand for values. The other names of the expression are those of the
 * file that defines the function, wherever it is called.
 */
#ifndef LCV_DEFINITION_H
#define LCV_DEFINITION_H

#include "../language/ast.h"
#include "scope.h"

typedef struct lcv_definition {
    char *call;             /* "tile(X, n)" */
    char *text;             /* "(X, n) -> logical_divide(X, n)", on one line */
    lcv_arena *arena;       /* of the trees */
    const lcv_ast *formals; /* a list of names */
    const lcv_ast *body;
    lcv_source *source; /* borrowed, as the scope */
    const lcv_scope *scope;
    lcv_span span; /* of the name */
} lcv_definition;

void lcv_definition_free(lcv_definition *definition);

#endif
