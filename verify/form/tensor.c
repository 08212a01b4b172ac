/* tensor.c - tensors with parameters: {M*i} o L, and slices of layouts.
 *
 * An offset has a size for each axis of the values. Operations on the domain side act on the
 * layout and keep the offset.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

/* ---- offsets ---- */

lcv_form *lcv_form_moved(lcv_forms *f, const lcv_form *layout, const lc_poly *const *offset)
{
    lcv_form *form = layout ? lcv_form_layout(f, layout->nest, layout->naxes, layout->profile)
                            : NULL;
    if (!form)
        return NULL;
    memcpy(form->extent, layout->extent, form->n * sizeof(lc_poly *));
    memcpy(form->step, layout->step, form->n * form->naxes * sizeof(lc_poly *));
    form->loose = layout->loose;
    if (!offset)
        return form;
    form->offset = lc_alloc(f->ctx, form->naxes, sizeof(lc_poly *));
    for (size_t q = 0; form->offset && q < form->naxes; q++)
        if (!(form->offset[q] = offset[q]))
            return NULL;
    return form->offset ? form : NULL;
}

const lcv_form *lcv_form_at_rest(lcv_forms *f, const lcv_form *layout)
{
    lcv_form *still = layout ? lcv_form_moved(f, layout, layout->offset) : NULL;
    for (size_t i = 0; still && i < still->n * still->naxes; i++)
        if (lcv_size_is_one(still->extent[i % still->n]))
            still->step[i] = lcv_size_const(f->symbols, 0);
    return still;
}

/* Is its offset 0? */
static bool is_still(const lcv_form *tensor)
{
    for (size_t q = 0; tensor->offset && q < tensor->naxes; q++)
        if (!lcv_size_is_zero(tensor->offset[q]))
            return false;
    return true;
}

const lcv_form *lcv_form_without_offset(lcv_forms *f, const lcv_form *tensor)
{
    return !tensor || !tensor->offset ? tensor : lcv_form_moved(f, tensor, NULL);
}

const lcv_form *lcv_form_as_tensor(lcv_forms *f, const lcv_form *form)
{
    if (form && form->kind == LCV_FORM_LAYOUT)
        return is_still(form) ? lcv_form_without_offset(f, form) : form;
    if (!form || form->kind != LCV_FORM_VALUE || !lcv_has_offset(form->value))
        return lcv_form_as_layout(f, form);
    return lcv_form_of(f, form->value, false);
}

const lcv_form *lcv_form_tensor(lcv_forms *f, const lcv_form *place, const lcv_form *of)
{
    const lcv_form *a = lcv_form_is_composed(of) ? of : lcv_form_as_tensor(f, of);
    const lcv_form *offset = a ? lcv_form_as_tuple(f, place) : NULL;
    const lcv_value *k = lcv_form_with_sizes(f, offset);
    const lcv_value *v = k ? lcv_form_with_sizes(f, a) : NULL;
    return v ? lcv_form_made(f, "an offset",
                             lcv_kept(f->ctx, lcv_value_after(f->ctx, NULL, k->tuple, v)),
                             a->loose)
             : NULL;
}

/* ---- slices ---- */

/* Where the strides of modes of extent 1 are not known the coordinate must lie inside. */
static bool is_inside(lcv_forms *f, const lcv_form *a, const lc_tuple *nest, const lcv_form *at,
                      const lc_tuple *crd)
{
    if (lc_tuple_is_leaf(crd)) {
        const lc_poly *digit = at->extent[lc_int_get_si(lc_tuple_value(crd, 0))];
        const lc_poly *room = lcv_size_const(f->symbols, 1);
        if (!digit || lcv_size_is_zero(digit))
            return true;
        for (size_t i = 0; i < lc_tuple_nleaves(nest); i++)
            room = lcv_size_mul(f->symbols, room,
                                a->extent[lc_int_get_si(lc_tuple_value(nest, i))]);
        room = lcv_size_plus(f->symbols, lcv_size_sub(f->symbols, room, digit), -1);
        return (lcv_facts_imply(f->facts, digit) && lcv_facts_imply(f->facts, room)) ||
               lcv_obstacle(f, "a coordinate that may lie outside a mode whose extent may be "
                               "1") != NULL;
    }
    bool ok = !lc_tuple_is_leaf(nest) && lc_tuple_rank(crd) <= lc_tuple_rank(nest);
    if (!ok)
        lcv_obstacle(f, "a coordinate that does not fit the shape");
    for (size_t i = 0; ok && i < lc_tuple_rank(crd); i++) {
        lc_tuple *mode = lcv_part_of(f->ctx, nest, i), *part = lcv_part_of(f->ctx, crd, i);
        ok = mode && part && is_inside(f, a, mode, at, part);
    }
    return ok;
}

/* One of the operations at a coordinate, of a layout. */
static const lcv_form *at_coordinate(lcv_forms *f, const lcv_operation *of, const lcv_form *a,
                                     const lcv_form *at)
{
    const lcv_form *crd = a ? lcv_form_as_tuple(f, at) : NULL;
    if (!crd || (a->loose && !is_inside(f, a, a->nest, crd, crd->nest)))
        return NULL;
    return lcv_form_applied(f, of, 2, (const lcv_form *const[]){a, crd});
}

const lcv_form *lcv_form_at(lcv_forms *f, const lcv_form *tensor, const lcv_form *at)
{
    static const lcv_operation of = {.name = "a value", .apply = lcv_evaluate_value};
    return at_coordinate(f, &of, tensor, at);
}

/* What is left of a layout, or of that inside of a composed one. */
static const lcv_form *slice(lcv_forms *f, const lcv_operation *by, const lcv_form *of,
                             const lcv_form *at)
{
    lcv_outer_form outside;
    const lcv_form *a = lcv_form_has_xor(of)
                            ? lcv_obstacle(f, "slices of strides that add by XOR")
                            : lcv_form_inside(f, of, &outside);
    const lcv_form *left = at_coordinate(f, by, a, at);
    return left ? lcv_form_after(f, outside, left) : NULL;
}

const lcv_form *lcv_form_slice(lcv_forms *f, const lcv_form *of, const lcv_form *at)
{
    static const lcv_operation by = {.name = "slice", .apply = lcv_slice_value};
    return slice(f, &by, of, at);
}

const lcv_form *lcv_sym_slice(const lcv_sym_call *c)
{
    return slice(c->f, c->of, c->arg[0], c->arg[1]);
}
