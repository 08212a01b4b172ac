/* nest.c - morphisms of nested tuples whose entries depend on parameters. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

const lcv_form *lcv_form_morphism(lcv_forms *f, const lcv_form *domain, const lcv_form *codomain,
                                  const size_t *image)
{
    if (!domain || !codomain)
        return NULL;
    for (size_t i = 0; i < domain->n; i++) {
        const lc_poly *entry = domain->extent[i];
        const lc_poly *to = image[i] == LC_STAR ? entry : codomain->extent[image[i]];
        if (!entry || !to)
            return lcv_obstacle(f, "a morphism with a wildcard");
        if (!lc_poly_equal(entry, to))
            return lcv_obstacle(f, "entry %z of the domain is %S, its image is %S", i + 1,
                                lcv_size_to_str(f->symbols, entry),
                                lcv_size_to_str(f->symbols, to));
    }
    for (size_t j = 0; j < codomain->n; j++)
        if (!codomain->extent[j] || !lcv_forms_require(f, codomain->extent[j], "an entry"))
            return lcv_obstacle(f, "a morphism with a wildcard");
    for (size_t i = 0; i < domain->n; i++)
        if (!lcv_forms_require(f, domain->extent[i], "an entry"))
            return NULL;
    lcv_form *form = lcv_form_new(f, LCV_FORM_MORPHISM);
    if (!form)
        return NULL;
    form->nest = lc_tuple_ref(domain->nest);
    form->n = domain->n;
    form->extent = lc_alloc(f->ctx, form->n, sizeof *form->extent);
    form->image = lc_alloc(f->ctx, form->n, sizeof *form->image);
    form->codomain = codomain;
    if (!form->extent || !form->image)
        return NULL;
    memcpy(form->extent, domain->extent, form->n * sizeof *form->extent);
    memcpy(form->image, image, form->n * sizeof *form->image);
    return form;
}

bool lcv_form_is_morphism(const lcv_form *form)
{
    return form->kind == LCV_FORM_MORPHISM ||
           (form->kind == LCV_FORM_VALUE && form->value->kind == LCV_MORPHISM);
}

const lcv_form *lcv_form_of_morphism(lcv_forms *f, const lc_morphism *m)
{
    const lc_tuple *domain = lc_morphism_domain(m), *codomain = lc_morphism_codomain(m);
    const lcv_form *from = lcv_form_of_tuple(f, domain, lcv_poly_of_int, f);
    const lcv_form *to = from ? lcv_form_of_tuple(f, codomain, lcv_poly_of_int, f) : NULL;
    size_t image[LC_MAX_LEAVES];
    for (size_t i = 0; to && i < from->n; i++)
        image[i] = lc_morphism_image(m, i);
    return lcv_form_morphism(f, from, to, image);
}

/* One without parameters, too; NULL with an obstacle. */
static const lcv_form *lifted(lcv_forms *f, const lcv_form *form)
{
    return form->kind == LCV_FORM_MORPHISM ? form
                                           : lcv_form_of_morphism(f, form->value->morphism);
}

const lcv_form *lcv_form_realized(lcv_forms *f, const lcv_form *form)
{
    lcv_value *m = lcv_form_with_sizes(f, form);
    lc_layout *a = m ? lcv_kept(f->ctx, lc_morphism_layout(f->ctx, m->morphism)) : NULL;
    return a ? lcv_form_of_layout(f, a, lcv_poly_of_int, f)
             : lcv_obstacle(f, "the layout of a morphism");
}

/* ---- calls ---- */

/* As lib/ computes it. */
static const lcv_form *apply(lcv_forms *f, const lcv_operation *of, size_t n,
                             const lcv_form *const *arg)
{
    lcv_operation plainly = *of;
    plainly.apply = of->apply_to_morphisms;
    return lcv_form_computed(f, &plainly, n, arg);
}

const lcv_form *lcv_form_of_morphisms(lcv_forms *f, const lcv_operation *of, size_t n,
                                      const lcv_form *const *arg)
{
    const lcv_form **as = lc_frame_alloc(f->ctx, n, sizeof(lcv_form *)), *form = NULL;
    bool all = true, ok = as != NULL;
    for (size_t i = 0; i < n; i++)
        all = all && lcv_form_is_morphism(arg[i]);
    bool morphisms = of->apply_to_morphisms && (all || !of->realizes) &&
                     (of->morphism_args == n || of->morphism_args == LCV_ANY_NUMBER);
    for (size_t i = 0; ok && i < n; i++)
        ok = (as[i] = lcv_form_is_morphism(arg[i]) && !morphisms ? lcv_form_realized(f, arg[i])
                                                                 : arg[i]) != NULL;
    if (ok)
        form = morphisms                     ? apply(f, of, n, arg)
               : of->realizes && of->symbols ? of->symbols(&(lcv_sym_call){f, of, n, as})
                                             : lcv_obstacle(f,
                                                            "%s of what depends on parameters "
                                                            "is out of reach",
                                                            of->name);
    return form;
}

const lcv_form *lcv_form_as_morphism(lcv_forms *f, const lcv_form *form)
{
    return lcv_form_is_morphism(form) ? lifted(f, form) : lcv_obstacle(f, "expected a morphism");
}
