/* nest.c - morphisms of nested tuples whose entries depend on parameters. */
#include "config.h"

#include "internal.h"

const lcv_form *lcv_form_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                  const size_t *image)
{
    const lcv_form *side[2] = {domain, codomain};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; side[k] && i < side[k]->n; i++)
            if (!side[k]->extent[i] || !lcv_forms_require(f, side[k]->extent[i], "an entry"))
                return lcv_obstacle(f, "a morphism with a wildcard");
    if (!domain || !codomain)
        return NULL;
    lcv_value *v = lcv_value_of_morphism(f, domain, codomain, image);
    return lcv_form_made(f, "a morphism", lcv_kept(f->ctx, v), false);
}

bool lcv_form_is_morphism(const lcv_form *form)
{
    return form->value && form->value->kind == LCV_MORPHISM;
}

const lcv_form *lcv_form_realized(lcv_forms *f, const lcv_form *form)
{
    lc_layout *a = lcv_kept(f->ctx, lc_morphism_layout(f->ctx, form->value->morphism));
    return a ? lcv_form_of_layout(f, a) : lcv_obstacle(f, "the layout of a morphism");
}
