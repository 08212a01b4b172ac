#include "config.h"

#include "../language/names.h"
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

void lcv_formula_bounds(const lcv_formula *formula, int64_t *low, int64_t *high)
{
    const lc_tuple *end = formula->high;
    lc_int least = lc_tuple_value(formula->low, 0);
    *low = lc_int_fits_si(least) ? lc_int_get_si(least) : INT64_MIN;
    *high = end && lc_int_fits_si(lc_tuple_value(end, 0)) ? lc_int_get_si(lc_tuple_value(end, 0))
                                                          : INT64_MAX;
}

bool lcv_value_number(const lcv_value *v, int64_t *number)
{
    bool is = v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) &&
              !lc_tuple_has_wildcard(v->tuple) && lc_int_fits_si(lc_tuple_value(v->tuple, 0));
    if (is)
        *number = lc_int_get_si(lc_tuple_value(v->tuple, 0));
    return is;
}

static bool is_open(const lcv_scope *scope, const char *name)
{
    const lcv_binding *binding = lcv_scope_find(scope, name);
    const lcv_value *v = binding ? binding->value : NULL;
    return v && (v->kind == LCV_PARAMETER || v->kind == LCV_EXPRESSION);
}

/* Does the text of a relation name a parameter? */
static bool text_depends(const lcv_scope *scope, const char *text)
{
    char name[LCV_ISL_NAME];
    while (lcv_isl_parameter(&text, name))
        if (is_open(scope, name))
            return true;
    return false;
}

bool lcv_depends(const lcv_scope *scope, const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_NAME && is_open(scope, ast->text))
        return true;
    if (lcv_ast_is_isl(ast) && text_depends(scope, ast->text))
        return true;
    if (ast->kind == LCV_AST_UNKNOWN)
        return true;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (lcv_depends(scope, part))
            return true;
    return false;
}
