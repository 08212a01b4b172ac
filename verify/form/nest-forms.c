/* nest-forms.c - claims about morphisms whose entries depend on parameters. Entries that may be 1
 * vanish at some of them: what is claimed asks that they are 2 or more. */
#include "config.h"

#include "claims.h"
#include "modes.h"

#include <string.h>

static bool is_zero(const lc_poly *p)
{
    lc_int number;
    return lc_poly_is_const(p, &number) && lc_int_is_zero(number);
}

static bool two_or_more(lcv_forms *f, const lc_poly *p)
{
    return lcv_forms_is_one(f, p) == LCR_NO ||
           lcv_obstacle(f, "it was not shown that %S >= 2 (an entry that may vanish)",
                        lcv_size_to_str(f->symbols, p));
}

bool lcv_form_same_morphism(const lcv_form *x, const lcv_form *y)
{
    bool same = lc_tuple_equal(x->nest, y->nest) &&
                lc_tuple_equal(x->codomain->nest, y->codomain->nest) &&
                memcmp(x->image, y->image, x->n * sizeof *x->image) == 0;
    for (size_t i = 0; same && i < x->n; i++)
        same = lc_poly_equal(x->extent[i], y->extent[i]);
    for (size_t j = 0; same && j < x->codomain->n; j++)
        same = lc_poly_equal(x->codomain->extent[j], y->codomain->extent[j]);
    return same;
}

/* A codomain entry that no entry goes to. */
static bool is_left(const lcv_form *m, size_t j)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->image[i] == j)
            return false;
    return true;
}

bool lcv_sym_standard_form(lcv_proof *p)
{
    const lcv_form *m = lcv_form_as_morphism(p->f, p->arg[0]);
    if (!m)
        return false;
    const lcv_form *to = m->codomain;
    bool is = lc_tuple_is_leaf(to->nest) || lc_tuple_rank(to->nest) == to->n;
    for (size_t j = 0; is && j < to->n; j++)
        is = !is_left(m, j) || (j + 1 < to->n && !is_left(m, j + 1));
    if (!is)
        return lcv_obstacle(p->f,
                            "the codomain is not flat, or an entry lies before none that is "
                            "met");
    for (size_t j = 0; j < to->n; j++)
        if (is_left(m, j) && !two_or_more(p->f, to->extent[j]))
            return false;
    return true;
}

bool lcv_sym_non_degenerate(lcv_proof *p)
{
    bool morphism = lcv_form_is_morphism(p->arg[0]);
    const lcv_form *x = morphism ? lcv_form_as_morphism(p->f, p->arg[0])
                                 : lcv_form_as_layout(p->f, p->arg[0]);
    if (!x || (!morphism && x->profile))
        return x && lcv_obstacle(p->f, "a layout of coordinates");
    for (size_t i = 0; i < x->n; i++) {
        bool goes = morphism ? x->image[i] != LC_STAR : !is_zero(x->step[i]);
        if (goes && !two_or_more(p->f, x->extent[i]))
            return false;
    }
    return true;
}

/* The operation on two morphisms has a value. */
static bool exists(lcv_proof *p, const char *name, lcv_operate *apply, size_t first)
{
    const lcv_operation of = {.name = name, .apply_to_morphisms = apply, .morphism_args = 2};
    const lcv_form *f = lcv_form_as_morphism(p->f, p->arg[first]);
    const lcv_form *g = f ? lcv_form_as_morphism(p->f, p->arg[1 - first]) : NULL;
    if (p->n > 2)
        return lcv_obstacle(p->f, "`exact`, which is asked at numbers") != NULL;
    return g && lcv_form_of_morphisms(p->f, &of, 2, (const lcv_form *const[]){f, g}) != NULL;
}

bool lcv_sym_divides(lcv_proof *p)
{
    return exists(p, "logical_divide", lcv_morphism_divide, 1);
}

bool lcv_sym_product_admissible(lcv_proof *p)
{
    return exists(p, "logical_product", lcv_morphism_product, 0);
}

/* Strides that are a chain are those of neighbours, too. */
bool lcv_sym_tractable(lcv_proof *p)
{
    lcv_modes m;
    if (!lcv_modes_by_stride(p->f, lcv_form_as_layout(p->f, p->arg[0]), &m))
        return false;
    for (size_t k = 0; k + 1 < m.n; k++) {
        const lc_poly *end = lcv_size_mul(p->s, m.mode[k].extent, m.mode[k].step);
        if (!lcv_forms_quotient(p->f, m.mode[k + 1].step, end))
            return lcv_obstacle(p->f, "it was not shown that %S divides %S",
                                lcv_size_to_str(p->s, end),
                                lcv_size_to_str(p->s, m.mode[k + 1].step)) != NULL;
    }
    return true;
}
