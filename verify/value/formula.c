#include "config.h"

#include "formula.h"

#include <stdlib.h>

void lcv_formula_free(lcv_formula *formula)
{
    if (!formula)
        return;
    free(formula->text);
    free(formula->obstacle);
    lc_tuple_free(formula->low);
    lc_tuple_free(formula->high);
    lcv_arena_free(formula->arena);
    free(formula->parameter);
    free(formula);
}

bool lcv_depends(const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_binding *binding = ast->kind == LCV_AST_NAME ? lcv_scope_find(scope, ast->text)
                                                           : NULL;
    const lcv_value *v = binding ? binding->value : NULL;
    if (v && (v->kind == LCV_PARAMETER || v->kind == LCV_EXPRESSION))
        return true;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (lcv_depends(scope, part))
            return true;
    return false;
}
