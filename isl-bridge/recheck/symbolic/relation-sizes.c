/* relation-sizes.c - relations of layouts with parameters; the size of a relation. */
#include "config.h"

#include "relation.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/polynomial.h>

static rel_statement *statement(rel *t)
{
    return t->of;
}

static const lit *shape(rel *t, size_t i)
{
    return i < t->n ? statement(t)->arg[i].sizes : NULL;
}

static isl_map *integral(rel *t, size_t i)
{
    return shape(t, i) ? lcr_rel_integral(statement(t), shape(t, i)) : NULL;
}

/* ---- relations of layouts ---- */

/* Shapes of as many coordinates. */
static bool same_size(rel *t)
{
    lc_ctx *lc = t->r->lc;
    return shape(t, 0) && shape(t, 1) &&
           lc_int_known_equal(lcr_lit_size(lc, shape(t, 0)), lcr_lit_size(lc, shape(t, 1)));
}

static bool is(rel *t, isl_map *want)
{
    isl_map *value = want ? t->kind->map(t, REL_VALUE) : NULL;
    if (value)
        return lcr_rel_same_maps(t, isl_map_compute_divs(want), value);
    isl_map_free(want);
    return false;
}

static bool coord_map(rel *t)
{
    bool other = t->n > 1;
    return (!other || same_size(t)) && is(t, isl_map_reverse(integral(t, other)));
}

static bool index_map(rel *t)
{
    if (t->n > 1)
        return same_size(t) && is(t, isl_map_apply_range(integral(t, 1), t->kind->map(t, 0)));
    return shape(t, 0) && is(t, lcr_rel_natural(statement(t), shape(t, 0)));
}

static bool colex(rel *t)
{
    return same_size(t) &&
           is(t, isl_map_apply_range(integral(t, 0), isl_map_reverse(integral(t, 1))));
}

/* ---- sizes ---- */

/* With x also x + step, of an element below another, at coordinate k. */
static bool is_run(rel *t, isl_set *set, unsigned k, isl_val *step)
{
    isl_space *space = isl_space_map_from_set(isl_set_get_space(set));
    isl_multi_aff *move = isl_multi_aff_identity(isl_space_copy(space));
    isl_aff *next = isl_aff_add_constant_val(isl_multi_aff_get_aff(move, (int)k), step);
    isl_set *moved =
        isl_set_apply(isl_set_copy(set),
                      isl_map_from_multi_aff(isl_multi_aff_set_aff(move, (int)k, next)));
    isl_map *below = isl_map_universe(space);
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (unsigned i = 0; n > 0 && i < (unsigned)n; i++)
        below = i == k ? isl_map_order_ge(below, isl_dim_in, (int)i, isl_dim_out, (int)i)
                       : isl_map_equate(below, isl_dim_in, (int)i, isl_dim_out, (int)i);
    return lcr_rel_in(t, isl_set_intersect(moved, isl_set_apply(isl_set_copy(set), below)),
                      isl_set_copy(set));
}

static isl_pw_qpolynomial *count_along(isl_set *set, unsigned k, isl_val *step)
{
    isl_pw_aff *high = isl_set_dim_max(isl_set_copy(set), (int)k);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(set), (int)k);
    isl_pw_aff *width = isl_pw_aff_sub(high, low);
    if (isl_val_is_pos(step) == isl_bool_true)
        width = isl_pw_aff_floor(isl_pw_aff_scale_down_val(width, isl_val_copy(step)));
    isl_val_free(step);
    isl_val *one = isl_val_one(isl_set_get_ctx(set));
    isl_pw_qpolynomial *count = isl_pw_qpolynomial_from_pw_aff(width);
    return isl_pw_qpolynomial_add(
        count,
        isl_pw_qpolynomial_from_qpolynomial(
            isl_qpolynomial_val_on_domain(isl_pw_qpolynomial_get_domain_space(count), one)));
}

/* A polynomial in parameters. */
static isl_pw_qpolynomial *polynomial(rel_statement *t, const poly *p)
{
    isl_pw_qpolynomial *all = NULL;
    for (size_t i = 0; i < p->n; i++) {
        const poly *number = lcr_poly_int(t->s->pool, p->term[i].factor);
        isl_pw_qpolynomial *term = isl_pw_qpolynomial_from_pw_aff(lcr_rel_size(t, number));
        for (size_t k = 0; k < lcr_monomial_degree(p->term[i].of); k++) {
            const poly *v = lcr_poly_var(t->s->pool, lcr_monomial_var(p->term[i].of, k));
            term = isl_pw_qpolynomial_mul(term,
                                          isl_pw_qpolynomial_from_pw_aff(lcr_rel_size(t, v)));
        }
        all = all ? isl_pw_qpolynomial_add(all, term) : term;
    }
    return all;
}

static bool are_equal(rel_statement *t, isl_pw_qpolynomial *a, isl_pw_qpolynomial *b)
{
    isl_pw_qpolynomial *off = isl_pw_qpolynomial_sub(a, b);
    off = isl_pw_qpolynomial_intersect_params(off, isl_set_copy(t->context));
    isl_bool zero = isl_pw_qpolynomial_is_zero(off);
    isl_pw_qpolynomial_free(off);
    isl_ctx_reset_error(t->t.r->isl);
    t->s->sets += zero == isl_bool_true;
    t->s->stated += zero == isl_bool_true; /* an identity */
    return zero == isl_bool_true;
}

/* A function, or a set, that runs along each of its coordinates: the product of these. */
static bool size(rel *t)
{
    rel_statement *of = statement(t);
    lc_int said;
    isl_map *m = t->kind->map(t, 0);
    bool set = of->arg[0].set;
    isl_set *all = set ? isl_map_range(isl_map_copy(m)) : isl_map_domain(isl_map_copy(m));
    bool ok = m && of->value.sizes && lcr_ev_integer(of->value.sizes, &said) &&
              (set || lcr_rel_is_function(t, isl_map_copy(m)));
    isl_map_free(m);
    all = isl_set_align_params(all, lcr_rel_parameters(of));
    all = isl_set_intersect_params(all, isl_set_copy(of->context));
    isl_size n = isl_set_dim(all, isl_dim_set);
    ok = ok && n > 0 && t->kind->some(t, isl_set_copy(all)) &&
         lcr_rel_in(t, lcr_rel_grid(all), isl_set_copy(all));
    isl_pw_qpolynomial *product = NULL;
    for (unsigned k = 0; ok && k < (unsigned)n; k++) {
        isl_val *step = isl_set_get_stride(all, (int)k);
        ok = is_run(t, all, k, isl_val_copy(step));
        isl_pw_qpolynomial *one = count_along(all, k, step);
        product = product ? isl_pw_qpolynomial_mul(product, one) : one;
    }
    if (ok)
        ok = are_equal(of, product, polynomial(of, lcr_size_poly(of->s, said)));
    else
        isl_pw_qpolynomial_free(product);
    isl_set_free(all);
    return ok;
}

const rel_row lcr_rel_sizes[] = {
    {"colex", 2, colex, 0},
    {"coord_map", 1, coord_map, 0},
    {"index_map", 1, index_map, 0},
    {"size", 1, size, 0},
    {NULL, 0, NULL, 0},
};
