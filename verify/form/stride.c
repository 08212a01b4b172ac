/* stride.c - strides of coordinates, and those that add by XOR, with parameters: M*e0,
 * (e0,(N*e1,e1)), M*f64. They are values with sizes (../value/stride.c).
 */
#include "config.h"

#include "../value/strides.h"
#include "internal.h"

bool lcv_form_is_strides(const lcv_form *form)
{
    return form->value && form->value->kind == LCV_STRIDES;
}

const lcv_form *lcv_form_tuple_of(lcv_forms *f, size_t n, const lcv_form *const *part)
{
    lcv_value **value = lc_frame_alloc(f->ctx, n, sizeof(lcv_value *));
    for (size_t i = 0; value && i < n; i++)
        if (!(value[i] = lcv_form_with_sizes(f, part[i])))
            return NULL;
    lcv_value *v = value ? lcv_kept(f->ctx, lcv_value_tuple_of(f->ctx, n, value)) : NULL;
    return lcv_form_made(f, "a tuple", v, false);
}

const lcv_form *lcv_form_with_strides(lcv_forms *f, const lcv_form *shape, const lcv_form *stride)
{
    lc_ctx *ctx = f->ctx;
    const lcv_value *s = lcv_form_with_sizes(f, shape);
    const lcv_value *d = s ? lcv_form_with_sizes(f, stride) : NULL;
    if (!d)
        return NULL;
    for (size_t i = 0; i < shape->n; i++)
        if (shape->extent[i] && !lcv_forms_require(f, shape->extent[i], "the extent"))
            return NULL;
    lc_layout *a = d->kind == LCV_STRIDES ? lc_layout_reshape(ctx, s->tuple, d->layout)
                                          : lc_layout_new(ctx, s->tuple, d->tuple);
    return lcv_form_made(f, "a layout", lcv_kept(ctx, lcv_value_layout(ctx, a)), false);
}

const lcv_form *lcv_form_stride_arithmetic(lcv_forms *f, lcv_op op, const lcv_form *a,
                                           const lcv_form *b)
{
    const lcv_value *x = lcv_form_with_sizes(f, a);
    const lcv_value *y = x && b ? lcv_form_with_sizes(f, b) : NULL;
    if (!x || (b && !y))
        return NULL;
    lcv_value *v = lcv_kept(f->ctx, lcv_strides_computed(f->ctx, op, x, y));
    return lcv_form_made(f, lcv_op_name(op), v, false);
}
