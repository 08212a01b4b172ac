/* name.c - names in maps: coordinates, arguments, integers, parameters, what `let` has bound. */
#include "config.h"

#include <string.h>

#include "combine.h"

const lcv_ast *lcv_table_of(const lcv_value *v)
{
    bool table = v && v->kind == LCV_EXPRESSION && v->formula->ast->kind == LCV_AST_UNKNOWN;
    return table ? v->formula->ast : NULL;
}

/* An expression behind a name, in the scope where it stands. */
static const lcv_cases *defined(lcv_lowering *l, const lcv_formula *formula)
{
    const lcv_scope *scope = l->scope;
    lcv_source *source = l->source;
    size_t n = l->ncoordinates;
    l->scope = formula->scope;
    l->source = formula->source;
    l->ncoordinates = 0;
    const lcv_cases *made = lcv_lower(l, formula->ast);
    l->scope = scope;
    l->source = source;
    l->ncoordinates = n;
    return made;
}

const lcv_cases *lcv_lower_nothing(lcv_lowering *l, const lcv_ast *ast,
                                   const lcv_binding *binding)
{
    if (binding)
        lcv_lower_fail(l, ast, "its definition failed", "'%.80s' has no value", ast->text);
    else
        lcv_lower_fail(l, ast,
                       "names in a map are its coordinates, integers, parameters and tables",
                       "unknown name '%.80s'", ast->text);
    return NULL;
}

/* Its bounds are those that it was declared with. */
static const lcv_cases *parameter(lcv_lowering *l, const lcv_ast *ast, const lcv_value *v)
{
    lcv_unknown_integer u = {.kind = LCV_U_PARAMETER, .name = v->formula->text, .value = v};
    int64_t high;
    lcv_formula_bounds(v->formula, &u.low, &high);
    lcv_range range = {0};
    if (u.low != INT64_MIN && high != INT64_MAX)
        range = lcv_range_between(u.low, high);
    return lcv_cases_single(l, ast, lcv_sum_unknown(l->sums, lcv_sums_add(l->sums, &u)), range);
}

const lcv_cases *lcv_lower_name(lcv_lowering *l, const lcv_ast *ast)
{
    for (size_t i = l->ncoordinates; i-- > 0;)
        if (strcmp(l->coordinate[i].name, ast->text) == 0)
            return l->coordinate[i].given
                       ? l->coordinate[i].given
                       : lcv_cases_single(l, ast, l->coordinate[i].sum, l->coordinate[i].range);
    const lcv_binding *binding = lcv_scope_find(l->scope, ast->text);
    const lcv_value *v = binding ? binding->value : NULL;
    int64_t number;
    if (!v)
        return lcv_lower_nothing(l, ast, binding);
    if (lcv_value_number(v, &number))
        return lcv_cases_number(l, ast, number);
    if (lcv_table_of(v))
        return lcv_lower_fail(l, ast, "an entry is written T[i], or T(i)", "%.80s is a table",
                              ast->text);
    if (l->number && (v->kind == LCV_PARAMETER || v->kind == LCV_EXPRESSION) &&
        l->number(l->user, v, &number))
        return lcv_cases_number(l, ast, number);
    if (v->kind == LCV_EXPRESSION)
        return defined(l, v->formula);
    if (v->kind != LCV_PARAMETER)
        return lcv_lower_fail(l, ast, "names in a map are integers", "%.80s is %s", ast->text,
                              lcv_value_describe(v));
    return parameter(l, ast, v);
}
