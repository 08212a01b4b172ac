/* call.c - functions of the language on forms. */
#include "config.h"

#include "relation.h"

/* Calls the function itself once no argument has parameters. */
static const lcv_form *call_plainly(lcv_forms *f, const lcv_operation *of, size_t n,
                                    const lcv_form *const *arg)
{
    lcv_value **value = lc_frame_alloc(f->ctx, n, sizeof(lcv_value *));
    size_t have = 0;
    while (value && have < n && (value[have] = lcv_form_as_value(f, arg[have])))
        have++;
    lcv_call call = {f->r, f->ctx, of->name, n, value, n};
    lcv_value *v = value && have == n ? lcv_apply(&call, of) : NULL;
    return v ? lcv_form_value(f, v) : lcv_obstacle(f, "%s has no value", of->name);
}

static const lcv_form *out_of_reach(lcv_forms *f, const lcv_operation *of)
{
    return lcv_obstacle(f, "%s of what depends on parameters is out of reach", of->name);
}

const lcv_form *lcv_form_call(lcv_forms *f, const lcv_operation *of, size_t n,
                              const lcv_form *const *arg)
{
    bool plain = true, strict = true, relations = false;
    if (n < of->min_args || n > of->max_args)
        return lcv_obstacle(f, "%s of %z arguments", of->name, n);
    for (size_t i = 0; i < n; i++)
        relations = relations || lcv_form_is_relation(arg[i]);
    for (size_t i = 0; plain && i < n; i++) {
        strict = strict && !arg[i]->loose;
        plain = lcv_form_as_value(f, arg[i]) != NULL;
    }
    if (plain && strict)
        return call_plainly(f, of, n, arg);
    const lcv_sym_call call = {f, of, n, arg};
    bool morphisms = false;
    for (size_t i = 0; i < n; i++)
        morphisms = morphisms || lcv_form_is_morphism(arg[i]);
    if (of->symbols_of_relations && (relations || (!of->symbols && !morphisms)))
        return of->symbols_of_relations(&call);
    if (of->symbols && !relations)
        return of->symbols(&call);
    return morphisms && of->apply_to_morphisms ? lcv_sym_computed(&call) : out_of_reach(f, of);
}
