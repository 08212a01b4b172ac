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

const lcv_form *lcv_sym_make_layout_right(const lcv_sym_call *c)
{
    if (!lcv_form_is_tuple(c->arg[0]))
        return lcv_obstacle(c->f, "expected a shape");
    const lcv_form *left = lcv_form_as_layout(c->f, c->arg[0]);
    lcv_form *form = left ? lcv_form_layout(c->f, left->nest, 1, NULL) : NULL;
    const lc_poly *place = lcv_size_int(c->f->symbols, lc_int_const(1));
    for (size_t i = form ? form->n : 0; place && i-- > 0;) {
        form->extent[i] = left->extent[i];
        form->step[i] = place;
        place = lcv_size_mul(c->f->symbols, place, left->extent[i]);
    }
    return place ? form : NULL;
}

/* Each leaf moves by 1 on an axis of its own. */
const lcv_form *lcv_sym_identity(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *shape = lcv_form_as_tuple(f, c->arg[0]);
    lc_int *two = shape ? lc_frame_alloc(f->ctx, shape->n, sizeof *two) : NULL;
    for (size_t i = 0; two && i < shape->n; i++) {
        two[i] = lc_int_const(2);
        if (!shape->extent[i])
            return lcv_obstacle(f, "expected a shape");
        if (!lcv_forms_require(f, shape->extent[i], "the extent"))
            return NULL;
    }
    lc_tuple *like = two ? lcv_kept(f->ctx, lc_tuple_like(f->ctx, shape->nest, two)) : NULL;
    lc_layout *a = like ? lcv_kept(f->ctx, lc_layout_identity(f->ctx, like)) : NULL;
    lcv_form *form = a ? lcv_form_layout(f, shape->nest, lc_layout_naxes(a), lc_layout_profile(a))
                       : NULL;
    for (size_t i = 0; form && i < form->n; i++) {
        form->extent[i] = shape->extent[i];
        for (size_t q = 0; q < form->naxes; q++)
            form->step[q * form->n + i] = lcv_size_int(f->symbols, lc_layout_step_on(a, q, i));
    }
    return form;
}

const lcv_form *lcv_sym_product_each(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *shape = lcv_form_as_tuple(f, c->arg[0]);
    size_t rank = shape ? lc_tuple_rank(shape->nest) : 0, leaf = 0;
    lc_int *number = shape ? lc_frame_alloc(f->ctx, rank, sizeof *number) : NULL;
    const lc_poly **size = number ? lc_frame_alloc(f->ctx, rank, sizeof(lc_poly *)) : NULL;
    for (size_t i = 0; size && i < rank; i++) {
        lc_tuple *mode = lc_tuple_is_leaf(shape->nest) ? shape->nest
                                                       : lcv_part_of(f->ctx, shape->nest, i);
        number[i] = lc_int_const((int32_t)i);
        size[i] = lcv_size_const(f->symbols, 1);
        for (size_t k = 0; mode && k < lc_tuple_nleaves(mode); k++, leaf++)
            size[i] = shape->extent[leaf] ? lcv_size_mul(f->symbols, size[i], shape->extent[leaf])
                                          : lcv_obstacle(f, "expected a shape");
        if (!mode || !size[i])
            return NULL;
    }
    lc_tuple *flat = size ? lcv_kept(f->ctx, lc_tuple_flat(f->ctx, rank, number)) : NULL;
    return flat ? lcv_form_tuple(f, flat, size) : NULL;
}

/* ---- repetition ---- */

/* Is a stride 0 for all values of the parameters, or for none? */
static bool is_known(lcv_forms *f, const lc_poly *step)
{
    lcv_interval bounds = lcv_size_interval(f->symbols, step);
    return lcv_size_is_zero(step) || (bounds.bounded_below && lc_int_sign(bounds.low) > 0) ||
           (bounds.bounded_above && lc_int_sign(bounds.high) < 0);
}

const lcv_form *lcv_sym_filter_zeros(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *tensor = lcv_form_as_tensor(f, c->arg[0]);
    const lcv_form *a = tensor ? lcv_form_without_offset(f, tensor) : NULL;
    lcv_form *form = a ? lcv_form_layout(f, a->nest, a->naxes, a->profile) : NULL;
    if (!form)
        return NULL;
    if (a->loose)
        return lcv_obstacle(f, "the strides of this layout");
    memcpy(form->step, a->step, a->n * a->naxes * sizeof(lc_poly *));
    for (size_t i = 0; i < a->n; i++) {
        bool still = true;
        for (size_t q = 0; q < a->naxes; q++) {
            if (!is_known(f, a->step[q * a->n + i]))
                return lcv_obstacle(f, "a stride that may be 0 or not");
            still = still && lcv_size_is_zero(a->step[q * a->n + i]);
        }
        form->extent[i] = still ? lcv_size_const(f->symbols, 1) : a->extent[i];
    }
    return lcv_form_after_offset_of(f, tensor, form);
}

/* ---- slices ---- */

/* Nestings of numbers with `most` for each number that is a wildcard of the form. */
static lc_tuple *with_wildcards(lc_ctx *ctx, const lcv_form *at, const lc_tuple *nest)
{
    if (lc_tuple_is_leaf(nest))
        return at->extent[lc_int_get_si(lc_tuple_value(nest, 0))]
                   ? lcv_kept(ctx, lc_tuple_ref(nest))
                   : lcv_kept(ctx, lc_tuple_wildcard(ctx));
    size_t rank = lc_tuple_rank(nest);
    lc_tuple **part = lc_frame_alloc(ctx, rank, sizeof(lc_tuple *));
    for (size_t i = 0; part && i < rank; i++) {
        lc_tuple *mode = lcv_part_of(ctx, nest, i);
        if (!mode || !(part[i] = with_wildcards(ctx, at, mode)))
            return NULL;
    }
    return part ? lcv_kept(ctx, lc_tuple_of(ctx, rank, part)) : NULL;
}

/* The tuple whose leaves are those of `of` that `leaf` names, or wildcards. */
static const lcv_form *tuple_of_leaves(lcv_forms *f, const lcv_form *of, const lc_tuple *leaf)
{
    size_t n = lc_tuple_nleaves(leaf);
    lc_int *number = lc_frame_alloc(f->ctx, n, sizeof *number);
    const lc_poly **extent = lc_frame_alloc(f->ctx, n, sizeof(lc_poly *));
    if (!number || !extent)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        number[i] = lc_int_const((int32_t)i);
        extent[i] = lc_tuple_is_wildcard(leaf, i)
                        ? NULL
                        : of->extent[lc_int_get_si(lc_tuple_value(leaf, i))];
    }
    lc_tuple *nest = lcv_kept(f->ctx, lc_tuple_like(f->ctx, leaf, number));
    return nest ? lcv_form_tuple(f, nest, extent) : NULL;
}

/* The form under another nesting of its leaves. */
static const lcv_form *renested(lcv_forms *f, const lcv_form *a, const lc_tuple *nest)
{
    lcv_form *form = lcv_form_layout(f, nest, a->naxes, a->profile);
    if (!form)
        return NULL;
    memcpy(form->extent, a->extent, form->n * sizeof(lc_poly *));
    memcpy(form->step, a->step, form->n * form->naxes * sizeof(lc_poly *));
    form->loose = a->loose;
    return form;
}

static const lcv_form *flat_slice(lcv_forms *f, const lcv_form *tensor, const lcv_form *at)
{
    const lcv_form *a = lcv_form_without_offset(f, tensor);
    lc_tuple *crd = a ? with_wildcards(f->ctx, at, at->nest) : NULL, *modes, *flat;
    if (!crd || !lcv_spread(f->ctx, a->nest, crd, &modes, &flat))
        return NULL;
    const lcv_form *spread = renested(f, a, modes), *to = tuple_of_leaves(f, at, flat);
    return spread && to ? lcv_form_after_offset_of(f, tensor, lcv_form_slice(f, spread, to))
                        : NULL;
}

const lcv_form *lcv_sym_flat_slice(const lcv_sym_call *c)
{
    const lcv_form *tensor = lcv_form_as_tensor(c->f, c->arg[0]);
    const lcv_form *at = tensor ? lcv_form_as_tuple(c->f, c->arg[1]) : NULL;
    return at ? flat_slice(c->f, tensor, at) : NULL;
}

const lcv_form *lcv_sym_dice(const lcv_sym_call *c)
{
    lcv_forms *f = c->f;
    const lcv_form *at = lcv_form_as_tuple(f, c->arg[0]);
    if (!at)
        return NULL;
    if (!lcv_form_is_tuple(c->arg[1]))
        return lcv_obstacle(f, "%s of a layout that depends on parameters", c->of->name);
    const lcv_form *tuple = lcv_form_as_tuple(f, c->arg[1]);
    lc_tuple *crd = tuple ? with_wildcards(f->ctx, at, at->nest) : NULL;
    lcv_value *nest = crd ? lcv_kept(f->ctx, lcv_value_tuple(f->ctx, lc_tuple_ref(tuple->nest)))
                          : NULL;
    lcv_value *left = nest ? lcv_kept(f->ctx, lcv_dice(f->ctx, crd, nest)) : NULL;
    return left ? tuple_of_leaves(f, tuple, left->tuple) : NULL;
}
