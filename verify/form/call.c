/* call.c - functions of the language on forms. */
#include "config.h"

#include "modes.h"
#include "relation.h"

#include <string.h>

/* ---- surgery ---- */

const lcv_form *lcv_form_lift(lcv_forms *f, const lcv_form *form)
{
    if (form->kind != LCV_FORM_VALUE)
        return form;
    return form->value->kind == LCV_TUPLE ? lcv_form_as_tuple(f, form)
                                          : lcv_form_as_tensor(f, form);
}

const lcv_form *lcv_sym_surgery(const lcv_sym_call *c)
{
    const lcv_form *given = lcv_form_lift(c->f, c->arg[0]), *first = given;
    if (given && given->kind == LCV_FORM_LAYOUT)
        first = lcv_form_without_offset(c->f, given);
    const lcv_form **lifted = first ? lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *)) : NULL;
    if (!lifted)
        return NULL;
    memcpy(lifted, c->arg, c->n * sizeof(lcv_form *));
    lifted[0] = first;
    return lcv_form_after_offset_of(c->f, given,
                                    lcv_form_moved_about(c->f, c->of, c->n, 1, lifted));
}

/* Tuples stay tuples; among layouts a tuple is a compact layout. */
const lcv_form *lcv_sym_concat(const lcv_sym_call *c)
{
    const lcv_form **lifted = lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *));
    bool tuples = true;
    if (!lifted)
        return NULL;
    for (size_t i = 0; i < c->n; i++) {
        if (!(lifted[i] = lcv_form_lift(c->f, c->arg[i])))
            return NULL;
        tuples = tuples && lifted[i]->kind == LCV_FORM_TUPLE;
    }
    for (size_t i = 0; !tuples && i < c->n; i++)
        if (!(lifted[i] = lcv_form_as_layout(c->f, lifted[i])))
            return NULL;
    return lcv_form_moved_about(c->f, c->of, c->n, c->n, lifted);
}

const lcv_form *lcv_form_concat(lcv_forms *f, size_t n, const lcv_form *const *layout)
{
    static const lcv_operation of = {.name = "concat", .apply = lcv_op_concat};
    return lcv_form_moved_about(f, &of, n, n, layout);
}

/* ---- looking ---- */

const lcv_form *lcv_sym_shape(const lcv_sym_call *c)
{
    return lcv_form_as_tuple(c->f, c->arg[0]);
}

const lcv_form *lcv_sym_stride(const lcv_sym_call *c)
{
    const lcv_form *a = lcv_form_as_tensor(c->f, c->arg[0]);
    if (!a)
        return NULL;
    if (a->profile || a->loose)
        return lcv_obstacle(c->f, "the strides of this layout as a tuple");
    return lcv_form_tuple(c->f, a->nest, a->step);
}

const lcv_form *lcv_sym_cosize(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *a = lcv_form_as_tensor(f, c->arg[0]), *of = lcv_form_without_offset(f, a);
    const lcv_form *made = of ? lcv_form_computed(f, c->of, 1, &of) : NULL;
    const lc_poly *n = made && a->offset ? lcv_form_as_int(f, made) : NULL;
    return n ? lcv_form_int(f, lcv_size_add(f->symbols, n, a->offset[0])) : made;
}

/* ---- algebra ---- */

const lcv_form *lcv_sym_slice(const lcv_sym_call *c)
{
    return lcv_form_slice(c->f, c->arg[0], c->arg[1]);
}

const lcv_form *lcv_sym_compose(const lcv_sym_call *c)
{
    return lcv_form_compose(c->f, c->arg[0], c->arg[1]);
}

/* ---- calls ---- */

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
    for (size_t i = 0; i < n; i++)
        if (lcv_form_is_composed(arg[i]))
            return lcv_form_composed_call(f, of, n, arg);
    for (size_t i = 0; i < n; i++)
        if (lcv_form_has_xor(arg[i]))
            return lcv_form_xor_call(f, of, n, arg);
    const lcv_sym_call call = {f, of, n, arg};
    for (size_t i = 0; i < n; i++)
        if (lcv_form_is_morphism(arg[i]))
            return lcv_form_of_morphisms(f, of, n, arg);
    if (of->symbols_of_relations && (relations || !of->symbols))
        return of->symbols_of_relations(&call);
    return of->symbols && !relations ? of->symbols(&call) : out_of_reach(f, of);
}
