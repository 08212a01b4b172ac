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
        words = words || lcv_form_has_xor(part[i]);
        others = others || !(lcv_form_has_xor(part[i]) || lcv_form_is_tuple(part[i]));
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
        form->kind = LCV_FORM_XOR;
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

static lcv_value *scaled(lcv_call *call)
{
    lc_int factor = lc_tuple_value(call->arg[1]->tuple, 0);
    return lcv_value_strides(call->ctx, lc_layout_scale(call->ctx, factor, call->arg[0]->layout));
}

static lcv_value *added(lcv_call *call)
{
    return lcv_value_strides(call->ctx, lc_layout_add(call->ctx, call->arg[0]->layout,
                                                      call->arg[1]->layout));
}

/* The strides, or 0, by an integer. */
static const lcv_form *multiple(lcv_forms *f, const lcv_form *a, const lc_poly *factor)
{
    static const lcv_operation of = {.name = "a multiple", .apply = scaled};
    const lcv_form *arg[2] = {lcv_form_has_xor(a) ? lcv_form_as_strides(f, a) : as_layout(f, a),
                              lcv_form_int(f, factor)};
    return arg[0] && arg[1] ? lcv_form_applied(f, &of, 2, arg) : NULL;
}

static const lcv_form *sum(lcv_forms *f, const lcv_form *a, const lcv_form *b)
{
    static const lcv_operation of = {.name = "a sum", .apply = added};
    const lcv_form *arg[2] = {as_layout(f, a), as_layout(f, b)};
    return arg[0] && arg[1] ? lcv_form_applied(f, &of, 2, arg) : NULL;
}

const lcv_form *lcv_form_stride_arithmetic(lcv_forms *f, lcv_op op, const lcv_form *a,
                                           const lcv_form *b)
{
    const lc_poly *minus = lcv_size_const(f->symbols, -1);
    if (op == LCV_OP_MUL)
        return lcv_form_is_tuple(a) ? multiple(f, b, lcv_form_as_int(f, a))
                                    : multiple(f, a, lcv_form_as_int(f, b));
    if (lcv_form_has_xor(a) || (b && lcv_form_has_xor(b)))
        return lcv_obstacle(f, "sums of strides that add by XOR, with parameters");
    switch (op) {
    case LCV_OP_NEG: return multiple(f, a, minus);
    case LCV_OP_SUB: b = multiple(f, b, minus); return b ? sum(f, a, b) : NULL;
    case LCV_OP_ADD: return sum(f, a, b);
    default: return lcv_obstacle(f, "a quotient of strides");
    }
}
