/* compose.c - composition of forms, by their kinds; that of layouts is lib's (sized.c). */
#include "config.h"

#include "modes.h"

static const lcv_form *compose(lcv_forms *f, const lcv_form *a, const lcv_form *inner)
{
    static const lcv_operation of = {.name = "compose", .apply = lcv_compose_values};
    return lcv_form_computed(f, &of, 2, (const lcv_form *const[]){a, inner});
}

/* A tensor of integers whose offset is never 0: A o {k} o B is A o k o B, and not a layout. */
static bool is_moved(lcv_forms *f, const lcv_form *inner)
{
    bool offset = inner->offset ||
                  (inner->kind == LCV_FORM_VALUE && lcv_has_offset(inner->value));
    const lcv_form *tensor = offset ? lcv_form_as_tensor(f, inner) : NULL;
    return tensor && tensor->offset && !tensor->profile &&
           lcv_forms_is_zero(f, tensor->offset[0]) == LCR_NO;
}

const lcv_form *lcv_form_compose(lcv_forms *f, const lcv_form *outer, const lcv_form *inner)
{
    static const lcv_operation of_morphisms = {.name = "compose",
                                               .apply_to_morphisms = lcv_morphism_compose,
                                               .morphism_args = 2};
    const lcv_form *both[2] = {outer, inner};
    lcv_kind kind = outer->value ? outer->value->kind : LCV_LAYOUT;
    if (kind == LCV_MORPHISM && lcv_form_is_morphism(inner))
        return lcv_form_computed(f, &of_morphisms, 2, both);
    if (kind == LCV_SWIZZLE)
        return lcv_form_after(f, (lcv_outer_form){.any = true, .swizzle = outer->value->swizzle},
                              inner);
    if (kind == LCV_COMPOSED) {
        lcv_outer_form outside;
        const lcv_form *within = lcv_form_inside(f, outer, &outside);
        const lcv_form *made = within ? lcv_form_compose(f, within, inner) : NULL;
        return made ? lcv_form_after(f, outside, made) : NULL;
    }
    if (lcv_form_has_xor(outer))
        return lcv_form_xor_compose(f, outer, inner);
    if (is_moved(f, inner))
        return lcv_form_after_layout(f, outer, inner);
    if (inner->offset && !(inner = lcv_form_as_tensor(f, inner)))
        return NULL;
    bool layouts = !inner->offset && !lcv_form_is_composed(inner) &&
                   !(inner->value && inner->value->kind == LCV_SWIZZLE);
    return layouts ? compose(f, lcv_form_is_morphism(outer) ? lcv_form_realized(f, outer) : outer,
                             inner)
                   : lcv_obstacle(f, "a composition with what may be moved");
}

const lcv_form *lcv_sym_compose(const lcv_sym_call *c)
{
    return lcv_form_compose(c->f, c->arg[0], c->arg[1]);
}
