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

const lcv_form *lcv_form_as_tensor(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_LAYOUT)
        return form;
    if (form->kind != LCV_FORM_VALUE || !lcv_has_offset(form->value))
        return lcv_form_as_layout(f, form);
    const lcv_value *v = form->value;
    const lc_poly *offset[LC_MAX_AXES];
    const lcv_form *layout =
        lcv_form_as_layout(f,
                           lcv_form_value(f, lcv_value_layout(f->ctx, lc_layout_ref(v->layout))));
    if (!layout || layout->naxes != lc_tuple_nleaves(v->offset))
        return lcv_obstacle(f, "an offset of another nesting than the values");
    for (size_t q = 0; q < layout->naxes; q++)
        offset[q] = lcv_size_int(f->symbols, lc_tuple_value(v->offset, q));
    return lcv_form_moved(f, layout, offset);
}

const lcv_form *lcv_form_without_offset(lcv_forms *f, const lcv_form *tensor)
{
    return !tensor || !tensor->offset ? tensor : lcv_form_moved(f, tensor, NULL);
}

const lcv_form *lcv_form_after_offset_of(lcv_forms *f, const lcv_form *tensor,
                                         const lcv_form *layout)
{
    if (!layout || !tensor->offset)
        return layout;
    layout = lcv_form_as_tensor(f, layout);
    if (!layout || layout->naxes != tensor->naxes)
        return lcv_obstacle(f, "an offset of another nesting than the values");
    const lc_poly *sum[LC_MAX_AXES];
    for (size_t q = 0; q < layout->naxes; q++)
        sum[q] = layout->offset ? lcv_size_add(f->symbols, tensor->offset[q], layout->offset[q])
                                : tensor->offset[q];
    return lcv_form_moved(f, layout, sum);
}

static bool is_zero(const lcv_form *offset)
{
    for (size_t i = 0; i < offset->n; i++)
        if (!offset->extent[i] || !lcv_size_is_zero(offset->extent[i]))
            return false;
    return true;
}

const lcv_form *lcv_form_tensor(lcv_forms *f, const lcv_form *place, const lcv_form *of)
{
    const lcv_form *offset = lcv_form_as_tuple(f, place);
    if (offset && lcv_form_is_composed(of))
        return is_zero(offset) ? of : lcv_form_composed_plus(f, of, lcv_form_as_int(f, offset));
    const lcv_form *a = offset ? lcv_form_as_tensor(f, of) : NULL;
    if (!a)
        return NULL;
    bool fits = a->profile ? lc_tuple_congruent(offset->nest, a->profile)
                           : lc_tuple_is_leaf(offset->nest);
    if (is_zero(offset))
        return a;
    if (!fits)
        return lcv_obstacle(f, "an offset that is not nested like the values");
    for (size_t q = 0; q < offset->n; q++)
        if (!offset->extent[q])
            return lcv_obstacle(f, "a wildcard in an offset");
    return lcv_form_after_offset_of(f, a,
                                    lcv_form_moved(f, lcv_form_without_offset(f, a),
                                                   offset->extent));
}

/* ---- slices ---- */

/* The layout, its slicing coordinate, and the sum that this adds on each axis. */
typedef struct {
    lcv_forms *f;
    const lcv_form *a, *at;
    const lc_poly *sum[LC_MAX_AXES];
    bool wild;
} slicing;

/* The coordinate of a leaf; it must be inside if the strides of modes of extent 1 are not
 * known. */
static bool add_leaf(slicing *s, size_t leaf, const lc_poly *digit)
{
    lcv_symbols *sizes = s->f->symbols;
    if (!digit)
        return false;
    const lc_poly *room = lcv_size_plus(sizes, lcv_size_sub(sizes, s->a->extent[leaf], digit),
                                        -1);
    if (s->a->loose && !lcv_size_is_zero(digit) &&
        (!lcv_facts_imply(s->f->facts, digit) || !lcv_facts_imply(s->f->facts, room)))
        return lcv_obstacle(s->f, "a coordinate that may lie outside a mode whose extent may be "
                                  "1") != NULL;
    for (size_t q = 0; q < s->a->naxes; q++)
        s->sum[q] = lcv_size_add(sizes, s->sum[q],
                                 lcv_size_mul(sizes, digit, s->a->step[q * s->a->n + leaf]));
    return true;
}

/* The digit of `rest` along a leaf that is not the last one, and what is left: by numbers, of
 * multiples, or of what lies within the leaf. */
static const lc_poly *digit_of(slicing *s, const lc_poly *extent, const lc_poly **rest)
{
    lcv_symbols *sizes = s->f->symbols;
    const lc_poly *whole = *rest, *zero = lcv_size_const(sizes, 0), *q;
    lc_int number;
    if (lc_poly_is_const(extent, &number)) {
        *rest = lcv_size_floor(sizes, whole, number);
        return lcv_size_sub(sizes, whole, lcv_size_mul(sizes, extent, *rest));
    }
    if ((q = lcv_size_quotient(sizes, whole, extent))) {
        *rest = q;
        return zero;
    }
    const lc_poly *room = lcv_size_plus(sizes, lcv_size_sub(sizes, extent, whole), -1);
    if (lcv_forms_ask(s->f, whole) == LCR_YES && lcv_forms_ask(s->f, room) == LCR_YES) {
        *rest = zero;
        return whole;
    }
    return lcv_obstacle(s->f, "the digits of the coordinate %S in a mode whose extent is %S",
                        lcv_size_to_str(sizes, whole), lcv_size_to_str(sizes, extent));
}

/* An integer for a mode of several leaves: its digits. The last leaf has no end. */
static bool add_digits(slicing *s, const lc_tuple *mode, const lc_poly *rest)
{
    size_t n = lc_tuple_nleaves(mode);
    for (size_t i = 0; i < n; i++) {
        size_t leaf = (size_t)lc_int_get_si(lc_tuple_value(mode, i));
        const lc_poly *digit = rest;
        if (i + 1 < n && !lcv_size_is_zero(rest))
            digit = digit_of(s, s->a->extent[leaf], &rest);
        if (!digit || !add_leaf(s, leaf, digit))
            return false;
    }
    return true;
}

/* The coordinate, nested like the layout or coarser. */
static bool walk(slicing *s, const lc_tuple *nest, const lc_tuple *at)
{
    lc_ctx *ctx = s->f->ctx;
    if (lc_tuple_is_leaf(at)) {
        const lc_poly *digit = s->at->extent[lc_int_get_si(lc_tuple_value(at, 0))];
        s->wild = s->wild || !digit;
        return !digit || add_digits(s, nest, digit);
    }
    bool ok = !lc_tuple_is_leaf(nest) && lc_tuple_rank(nest) == lc_tuple_rank(at);
    if (!ok)
        lcv_obstacle(s->f, "a coordinate that does not fit the shape");
    for (size_t i = 0; ok && i < lc_tuple_rank(at); i++) {
        lc_tuple *mode = lcv_part_of(ctx, nest, i), *part = lcv_part_of(ctx, at, i);
        ok = mode && part && walk(s, mode, part);
    }
    return ok;
}

/* The coordinate with 0 for its integers. */
static lc_tuple *at_zero(lcv_forms *f, const lcv_form *at, const lc_tuple *nest)
{
    lc_ctx *ctx = f->ctx;
    if (lc_tuple_is_leaf(nest))
        return lcv_kept(ctx, at->extent[lc_int_get_si(lc_tuple_value(nest, 0))]
                                 ? lc_tuple_leaf(ctx, lc_int_const(0))
                                 : lc_tuple_wildcard(ctx));
    size_t n = lc_tuple_rank(nest);
    lc_tuple **part = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; part && i < n; i++) {
        lc_tuple *below = lcv_part_of(ctx, nest, i);
        if (!below || !(part[i] = at_zero(f, at, below)))
            return NULL;
    }
    return part ? lcv_kept(ctx, lc_tuple_of(ctx, n, part)) : NULL;
}

/* Integers, one an axis, nested like the values of a. */
static const lcv_form *coordinate(lcv_forms *f, const lcv_form *a, const lc_poly *const *value)
{
    lc_tuple *nest = lcv_nest_from(f->ctx, a->profile, 0);
    return nest ? lcv_form_tuple(f, nest, value) : NULL;
}

const lcv_form *lcv_form_at(lcv_forms *f, const lcv_form *tensor, const lcv_form *at)
{
    slicing s = {.f = f, .a = lcv_form_without_offset(f, tensor), .at = at};
    const lc_poly *zero = lcv_size_const(f->symbols, 0);
    if (!s.a)
        return NULL;
    for (size_t q = 0; q < s.a->naxes; q++)
        s.sum[q] = tensor->offset ? tensor->offset[q] : zero;
    if (!walk(&s, s.a->nest, at->nest))
        return NULL;
    return s.a->profile ? coordinate(f, s.a, s.sum) : lcv_form_int(f, s.sum[0]);
}

const lcv_form *lcv_form_slice(lcv_forms *f, const lcv_form *of, const lcv_form *at)
{
    slicing s = {.f = f};
    const lcv_form *tensor = lcv_form_as_tensor(f, of);
    s.a = lcv_form_without_offset(f, tensor);
    s.at = s.a ? lcv_form_as_tuple(f, at) : NULL;
    if (!s.at)
        return NULL;
    for (size_t q = 0; q < s.a->naxes; q++)
        s.sum[q] = lcv_size_const(f->symbols, 0);
    if (!walk(&s, s.a->nest, s.at->nest))
        return NULL;
    if (!s.wild)
        return lcv_obstacle(f, "a slice that leaves nothing");
    lc_tuple *zero = at_zero(f, s.at, s.at->nest);
    const lcv_form *zeros = lcv_form_value(f, lcv_value_tuple(f->ctx, lc_tuple_ref(zero)));
    const lcv_form *arg[2] = {s.a, zeros};
    static const lcv_operation slice = {.name = "slice", .apply = lcv_slice_value};
    const lcv_form *rest = zeros ? lcv_form_moved_about(f, &slice, 2, 1, arg) : NULL;
    return lcv_form_after_offset_of(f, tensor, lcv_form_moved(f, rest, s.sum));
}
