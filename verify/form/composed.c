/* composed.c - functions after tensors of integers or coordinates: S o {k} o B, A o 0 o B.
 *
 * The function is a swizzle, or a layout on its extended domain. It stays outside: what divides,
 * joins or slices modes acts on the tensor inside, whose shape is that of the whole; so does what
 * is added to its values. A swizzle of no bits is a function, too. A o 0 o B has the values of
 * the layout A o B where this exists; the nesting of that may be finer.
 */
#include "config.h"

#include "modes.h"

#include <string.h>

/* ---- forms ---- */

const lcv_form *lcv_form_after(lcv_forms *f, lcv_outer_form outside, const lcv_form *of)
{
    const lcv_form *inner = lcv_form_as_tensor(f, of);
    if (!inner || !outside.any)
        return inner ? of : NULL;
    if (inner->profile && !outside.layout)
        return lcv_obstacle(f, "a swizzle after a layout whose values are coordinates");
    lcv_value *v = lcv_kept(f->ctx, lcv_value_of_after(f, &outside, inner));
    return lcv_form_made(f, "a composed layout", v, inner->loose);
}

const lcv_form *lcv_form_after_layout(lcv_forms *f, const lcv_form *outer, const lcv_form *inner)
{
    if (lcv_form_is_composed(outer) || lcv_form_has_xor(outer))
        return lcv_obstacle(f, "functions after a composed layout, beside parameters");
    const lcv_form *layout = lcv_form_as_layout(f, outer);
    return layout ? lcv_form_after(f, (lcv_outer_form){.any = true, .layout = layout}, inner)
                  : NULL;
}

bool lcv_form_is_composed(const lcv_form *form)
{
    return form && form->value && form->value->kind == LCV_COMPOSED;
}

/* The one function of a value that has no more, and what is added to it. */
static bool read_outside(lcv_forms *f, const lcv_value *v, lcv_outer_form *out)
{
    *out = (lcv_outer_form){.any = true, .swizzle = v->swizzle};
    const lcv_outer *o = v->outer, *last = v->nouters > 0 ? &o[v->nouters - 1] : NULL;
    bool moved = last && !last->layout && last->swizzle.b == 0 && lc_tuple_is_leaf(last->offset);
    if (moved)
        out->plus = lcv_poly_of_int(f, lc_tuple_value(last->offset, 0));
    if (v->nouters == (size_t)moved)
        return true;
    if (v->nouters > (size_t)1 + moved || v->swizzle.b > 0 || !o->layout ||
        !lcv_is_zero(o->offset))
        return lcv_obstacle(f, "functions after a composed layout, beside parameters") != NULL;
    lcv_value *layout = lcv_kept(f->ctx, lcv_value_layout(f->ctx, lc_layout_ref(o->layout)));
    out->layout = layout ? lcv_form_as_layout(f, lcv_form_of(f, layout, false)) : NULL;
    return out->layout != NULL;
}

const lcv_form *lcv_form_inside(lcv_forms *f, const lcv_form *form, lcv_outer_form *out)
{
    *out = (lcv_outer_form){.any = false};
    if (!lcv_form_is_composed(form))
        return lcv_form_as_tensor(f, form);
    const lcv_value *v = form->value;
    if (!read_outside(f, v, out))
        return NULL;
    lcv_value *tensor = lcv_kept(f->ctx, lcv_value_tensor_at(f->ctx, lc_tuple_ref(v->offset),
                                                             lc_layout_ref(v->layout)));
    return tensor ? lcv_form_as_tensor(f, lcv_form_of(f, tensor, form->loose)) : NULL;
}

/* The layout inside with its offset k as a mode more, 2:k. */
static const lcv_form *widened(lcv_forms *f, const lcv_form *inner)
{
    size_t n = inner->n;
    lc_tuple *last = lcv_kept(f->ctx, lc_tuple_leaf(f->ctx, lc_int_si(f->ctx, (int64_t)n)));
    lc_tuple *part[2] = {inner->nest, last};
    lc_tuple *nest = last ? lcv_kept(f->ctx, lc_tuple_of(f->ctx, 2, part)) : NULL;
    lcv_form *wide = lcv_form_layout(f, nest, inner->naxes, inner->profile);
    if (!wide)
        return NULL;
    memcpy(wide->extent, inner->extent, n * sizeof(lc_poly *));
    wide->extent[n] = lcv_size_const(f->symbols, 2);
    for (size_t q = 0; q < inner->naxes; q++) {
        memcpy(wide->step + q * wide->n, inner->step + q * n, n * sizeof(lc_poly *));
        wide->step[q * wide->n + n] = inner->offset[q];
    }
    wide->loose = inner->loose;
    return wide->extent[n] ? wide : NULL;
}

/* A o k o B: where no digit of k + B(c) carries, A(k) is the offset of A o B. */
static const lcv_form *compose_moved(lcv_forms *f, const lcv_form *outer, const lcv_form *inner)
{
    if (!inner->offset)
        return lcv_form_compose(f, outer, inner);
    const lcv_form *wide = widened(f, inner);
    const lcv_form *both = wide ? lcv_form_compose(f, outer, wide) : NULL;
    const lcv_form *made = both ? lcv_form_as_layout(f, lcv_form_mode(f, both, 0)) : NULL;
    const lcv_form *moved = made ? lcv_form_as_layout(f, lcv_form_mode(f, both, 1)) : NULL;
    const lc_poly *offset[LC_MAX_AXES];
    if (!moved)
        return NULL;
    for (size_t q = 0; q < moved->naxes; q++)
        offset[q] = moved->step[q * moved->n];
    return lcv_form_moved(f, made, offset);
}

const lcv_form *lcv_form_flattened(lcv_forms *f, const lcv_form *form)
{
    lcv_outer_form outside;
    if (!lcv_form_is_composed(form))
        return form;
    const lcv_form *inner = lcv_form_inside(f, form, &outside);
    if (!inner || !outside.layout)
        return inner ? form : NULL;
    inner = lcv_form_at_rest(f, inner);
    const lcv_form *arg[2] = {outside.layout, inner};
    const lcv_form *made = inner ? compose_moved(f, outside.layout, inner) : NULL;
    lcv_forms_step(f, "compose", 2, arg, made);
    return made && outside.plus ? lcv_form_tensor(f, lcv_form_int(f, outside.plus), made) : made;
}

const lcv_form *lcv_form_unswizzled(lcv_forms *f, const lcv_form *form, lc_swizzle *w)
{
    lcv_outer_form outside;
    const lcv_form *flat = lcv_form_flattened(f, form);
    const lcv_form *inner = flat ? lcv_form_inside(f, flat, &outside) : NULL;
    *w = inner && outside.swizzle.b > 0 ? outside.swizzle : (lc_swizzle){0, 0, 0};
    return inner && outside.plus ? lcv_obstacle(f, "a number that is added to swizzled values")
                                 : inner;
}
