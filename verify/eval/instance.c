/* instance.c - the values of parameters, and of names that depend on them. */
#include "config.h"

#include "eval.h"

#include <stdint.h>

#include "../value/formula.h"

size_t lcv_place_by_address(size_t n, const lcv_value *const *list, const lcv_value *v)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)list[middle] < (uintptr_t)v)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The expression behind a name, in the file that defines it. */
static lcv_value *eval_definition(lcv_eval *e, const lcv_formula *f)
{
    lcv_source *source = e->source;
    const lcv_scope *scope = e->scope;
    e->source = f->source;
    e->scope = f->scope;
    lcv_value *v = lcv_eval_value(e, f->ast);
    e->source = source;
    e->scope = scope;
    return v;
}

lcv_value *lcv_eval_instance(lcv_eval *e, const lcv_value *v, lcv_span span)
{
    lcv_instance *at = e->instance;
    if (!at)
        return lcv_eval_fail(e, span, "%s has no value here: expected one without parameters",
                             lcv_value_describe(v));
    for (size_t i = 0; i < at->nparameters; i++)
        if (at->parameter[i] == v)
            return lcv_eval_kept(e, span, lcv_value_int(e->ctx, at->number[i]));
    size_t i = lcv_place_by_address(at->nexpressions, at->expression, v);
    if (i == at->nexpressions || at->expression[i] != v)
        return lcv_eval_fail(e, span, "%s that the claim does not depend on",
                             lcv_value_describe(v));
    if (!at->value[i])
        at->value[i] = eval_definition(e, v->formula);
    return at->value[i];
}
