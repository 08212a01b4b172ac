/* stride.c - strides of coordinates with parameters: M*e0, (e0,(N*e1,e1)).
 *
 * Strides are the layout of their nesting with extents that do not count. The language's own
 * concat finds which stride belongs to which axis (call.c).
 */
#include "config.h"

#include "internal.h"

/* Integers as strides: only 0 goes with coordinates. */
static const lcv_form *zeros(lcv_forms *f, const lcv_form *integers)
{
    const lcv_form *t = lcv_form_as_tuple(f, integers);
    lcv_form *form = t ? lcv_form_layout(f, t->nest, 1, NULL) : NULL;
    for (size_t i = 0; form && i < form->n; i++) {
        if (!t->extent[i] || !lcv_size_is_zero(t->extent[i]))
            return lcv_obstacle(f, "integers beside strides of coordinates");
        form->extent[i] = lcv_size_const(f->symbols, 1);
        form->step[i] = t->extent[i];
    }
    return form;
}

/* The stride as a layout of extents 1. */
static const lcv_form *as_layout(lcv_forms *f, const lcv_form *form)
{
    if (lcv_form_is_tuple(form))
        return zeros(f, form);
    lcv_form *copy = lcv_form_moved(f, lcv_form_as_strides(f, form), NULL);
    for (size_t i = 0; copy && i < copy->n; i++)
        copy->extent[i] = lcv_size_const(f->symbols, 1);
    return copy;
}

static const lcv_form *as_strides(const lcv_form *layout)
{
    if (layout)
        ((lcv_form *)(uintptr_t)layout)->kind = LCV_FORM_STRIDES; /* nobody else has it */
    return layout;
}

static const lcv_form *side_by_side(lcv_forms *f, size_t n, const lcv_form *const *part)
{
    const lcv_form **layout = lc_frame_alloc(f->ctx, n, sizeof(lcv_form *));
    for (size_t i = 0; layout && i < n; i++)
        if (!(layout[i] = as_layout(f, part[i])))
            return NULL;
    return layout ? lcv_form_concat(f, n, layout) : NULL;
}

const lcv_form *lcv_form_stride_tuple(lcv_forms *f, size_t n, const lcv_form *const *part)
{
    bool words = false, others = false;
    for (size_t i = 0; i < n; i++) {
        words = words || lcv_form_has_words(part[i]);
        others = others || !(lcv_form_has_words(part[i]) || lcv_form_is_tuple(part[i]));
    }
    if (words && others)
        return lcv_obstacle(f, "strides of coordinates beside those that add by XOR");
    lcv_form *made = (lcv_form *)(uintptr_t)as_strides(side_by_side(f, n, part));
    if (made)
        made->by_xor = words;
    return made;
}

const lcv_form *lcv_form_with_strides(lcv_forms *f, const lcv_form *shape, const lcv_form *stride)
{
    bool integers = stride->kind == LCV_FORM_TUPLE;
    if (!lc_tuple_congruent(shape->nest, stride->nest))
        return lcv_obstacle(f, "the stride is not congruent with the shape");
    lcv_form *form = lcv_form_layout(f, shape->nest, integers ? 1 : stride->naxes,
                                     stride->profile);
    if (form && stride->by_xor)
        form->kind = LCV_FORM_WORDS;
    for (size_t i = 0; form && i < form->n; i++) {
        if (!shape->extent[i] || (integers && !stride->extent[i]))
            return lcv_obstacle(f, "a wildcard in a layout");
        form->extent[i] = shape->extent[i];
        if (!lcv_forms_require(f, form->extent[i], "the extent"))
            return NULL;
    }
    for (size_t i = 0; form && i < form->n * form->naxes; i++)
        form->step[i] = integers ? stride->extent[i] : stride->step[i];
    return form;
}

/* ---- arithmetic ---- */

/* factor * a */
static const lcv_form *multiple(lcv_forms *f, const lc_poly *factor, const lcv_form *a)
{
    const lcv_form *strides = factor ? as_layout(f, a) : NULL;
    if (!strides)
        return NULL;
    for (size_t i = 0; i < strides->n * strides->naxes; i++)
        strides->step[i] = lcv_size_mul(f->symbols, factor, strides->step[i]);
    return as_strides(strides);
}

/* a + b of single strides, on the axes of both. */
static const lcv_form *sum(lcv_forms *f, const lcv_form *a, const lcv_form *b)
{
    const lcv_form *part[2] = {a, b}, *both = side_by_side(f, 2, part);
    if (!both)
        return NULL;
    if (both->n != 2)
        return lcv_obstacle(f, "a sum of tuples of strides");
    lcv_form *form = lcv_form_layout(f, lcv_nest_leaf(f->ctx), both->naxes, both->profile);
    for (size_t axis = 0; form && axis < form->naxes; axis++)
        form->step[axis] = lcv_size_add(f->symbols, both->step[2 * axis],
                                        both->step[2 * axis + 1]);
    if (form)
        form->extent[0] = both->extent[0];
    return as_strides(form);
}

const lcv_form *lcv_form_stride_arithmetic(lcv_forms *f, lcv_op op, const lcv_form *a,
                                           const lcv_form *b)
{
    const lc_poly *minus = lcv_size_const(f->symbols, -1);
    if (lcv_form_has_words(a) || (b && lcv_form_has_words(b))) {
        if (op != LCV_OP_MUL)
            return lcv_obstacle(f, "sums of strides that add by XOR, with parameters");
        return lcv_form_is_tuple(a) ? lcv_form_words_multiple(f, lcv_form_as_int(f, a), b)
                                    : lcv_form_words_multiple(f, lcv_form_as_int(f, b), a);
    }
    switch (op) {
    case LCV_OP_NEG: return multiple(f, minus, a);
    case LCV_OP_MUL:
        return lcv_form_is_tuple(a) ? multiple(f, lcv_form_as_int(f, a), b)
                                    : multiple(f, lcv_form_as_int(f, b), a);
    case LCV_OP_SUB: b = multiple(f, minus, b); return b ? sum(f, a, b) : NULL;
    case LCV_OP_ADD: return sum(f, a, b);
    default: return lcv_obstacle(f, "a quotient of strides");
    }
}
