/* surgery.c - modes put in, left out and put in order, where sizes are parameters. */
#include "config.h"

#include "internal.h"

#include <string.h>

#include "../value/kept.h"

/* ---- several operands ---- */

/* The operation on tuples, or on layouts behind the offset of the first; the arguments past the
 * first n are values. */
static const lcv_form *on_operands(lcv_forms *f, const lcv_operation *of, size_t total, size_t n,
                                   const lcv_form *const *arg)
{
    const lcv_form *lifted[4] = {NULL}, *first = NULL;
    bool tuples = true;
    for (size_t i = 0; i < total; i++) {
        lifted[i] = i < n ? lcv_form_lift(f, arg[i]) : arg[i];
        if (!lifted[i])
            return NULL;
        tuples = tuples && (i >= n || lifted[i]->kind == LCV_FORM_TUPLE);
    }
    first = tuples ? lifted[0] : lcv_form_as_tensor(f, lifted[0]);
    if (!first)
        return NULL;
    lifted[0] = tuples ? first : lcv_form_without_offset(f, first);
    for (size_t i = 1; !tuples && i < n; i++)
        if (!(lifted[i] = lcv_form_as_layout(f, lifted[i])))
            return NULL;
    return lcv_form_after_offset_of(f, first, lcv_form_moved_about(f, of, total, n, lifted));
}

const lcv_form *lcv_sym_extend(const lcv_sym_call *c)
{
    return on_operands(c->f, c->of, c->n, 2, c->arg);
}

/* A, X, i in this order. */
static lcv_value *replace_last(lcv_call *call)
{
    lcv_value *arg[3] = {call->arg[0], call->arg[2], call->arg[1]};
    lcv_call other = *call;
    other.arg = arg;
    return lcv_op_replace(&other);
}

const lcv_form *lcv_sym_replace(const lcv_sym_call *c)
{
    const lcv_operation last = {.name = c->of->name, .apply = replace_last};
    const lcv_form *ordered[3] = {c->arg[0], c->arg[2], c->arg[1]};
    return on_operands(c->f, &last, c->n, 2, ordered);
}

/* ---- layouts of shapes ---- */

static bool is_strides(const lcv_form *form)
{
    return form->kind == LCV_FORM_STRIDES ||
           (form->kind == LCV_FORM_VALUE && form->value->kind == LCV_STRIDES);
}

static const lcv_form *with_strides(lcv_forms *f, const lcv_form *shape, const lcv_form *stride)
{
    const lcv_form *s = lcv_form_as_tuple(f, shape), *d = NULL;
    if (s)
        d = is_strides(stride) ? lcv_form_as_strides(f, stride) : lcv_form_as_tuple(f, stride);
    return d ? lcv_form_with_strides(f, s, d) : NULL;
}

const lcv_form *lcv_sym_make_layout(const lcv_sym_call *c)
{
    if (c->n == 1 && lcv_form_is_tuple(c->arg[0]))
        return lcv_form_as_layout(c->f, c->arg[0]);
    if (c->n == 2 && lcv_form_is_tuple(c->arg[0]) &&
        (lcv_form_is_tuple(c->arg[1]) || is_strides(c->arg[1])))
        return with_strides(c->f, c->arg[0], c->arg[1]);
    const lcv_form **part = lc_frame_alloc(c->f->ctx, c->n, sizeof(lcv_form *));
    for (size_t i = 0; part && i < c->n; i++)
        if (!(part[i] = lcv_form_as_layout(c->f, c->arg[i])))
            return NULL;
    return part ? lcv_form_concat(c->f, c->n, part) : NULL;
}

/* The integers of the order are no extents. */
const lcv_form *lcv_sym_make_ordered_layout(const lcv_sym_call *c)
{
    const lcv_form *shape = lcv_form_is_tuple(c->arg[0]) ? lcv_form_as_layout(c->f, c->arg[0])
                                                         : NULL;
    return shape ? lcv_form_applied(c->f, c->of, c->n, c->arg) : NULL;
}

const lcv_form *lcv_sym_identity(const lcv_sym_call *c)
{
    const lcv_form *shape = lcv_form_as_tuple(c->f, c->arg[0]);
    return shape ? lcv_form_computed(c->f, c->of, 1, &shape) : NULL;
}

/* ---- slices ---- */

static const lcv_form *flat_slice(lcv_forms *f, const lcv_form *tensor, const lcv_form *at)
{
    lcv_value *a = lcv_form_with_sizes(f, lcv_form_without_offset(f, tensor));
    lcv_value *crd = a ? lcv_form_with_sizes(f, at) : NULL;
    lc_tuple *modes, *flat;
    if (!crd || !lcv_spread(f->ctx, lcv_shape_of(f->ctx, a->layout), crd->tuple, &modes, &flat))
        return NULL;
    lc_layout *nested = lcv_kept(f->ctx, lc_layout_unflatten(f->ctx, a->layout, modes));
    lcv_form *spread = nested ? lcv_form_of_layout(f, nested, lcv_poly_of_int, f) : NULL;
    const lcv_form *to = lcv_form_of_tuple(f, flat, lcv_poly_of_int, f);
    if (!spread || !to)
        return NULL;
    spread->loose = tensor->loose;
    return lcv_form_after_offset_of(f, tensor, lcv_form_slice(f, spread, to));
}

const lcv_form *lcv_sym_flat_slice(const lcv_sym_call *c)
{
    const lcv_form *tensor = lcv_form_as_tensor(c->f, c->arg[0]);
    const lcv_form *at = tensor ? lcv_form_as_tuple(c->f, c->arg[1]) : NULL;
    return at ? flat_slice(c->f, tensor, at) : NULL;
}
