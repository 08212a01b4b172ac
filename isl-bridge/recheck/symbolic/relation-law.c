/* relation-law.c - what operations say of relations with parameters: isl does them on its own
 * maps, and what is in the value or in its result only is empty. */
#include "config.h"

#include "relation.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/polynomial.h>
#include <stdlib.h>
#include <string.h>

static isl_map *integral(rel_statement *t, size_t i)
{
    return lcr_rel_arg_shape(t, i) ? lcr_rel_integral(t, lcr_rel_arg_shape(t, i)) : NULL;
}

/* ---- operations ---- */

typedef isl_map *expected(rel_statement *t);

/* Shapes of as many coordinates. */
static bool same_size(rel_statement *t)
{
    return lcr_rel_arg_shape(t, 0) && lcr_rel_arg_shape(t, 1) &&
           lcr_poly_equal(lcr_sv_product(t->s, lcr_rel_arg_shape(t, 0)),
                          lcr_sv_product(t->s, lcr_rel_arg_shape(t, 1)));
}

static isl_map *coord_map(rel_statement *t)
{
    bool other = t->n > 1 && t->arg[1].text;
    return other && !same_size(t) ? NULL : isl_map_reverse(integral(t, other));
}

static isl_map *layout_map(rel_statement *t)
{
    return lcr_rel_arg_map(t, 0);
}

static isl_map *index_map(rel_statement *t)
{
    if (t->n > 1 && t->arg[1].text)
        return same_size(t) ? isl_map_apply_range(integral(t, 1), lcr_rel_arg_map(t, 0)) : NULL;
    return lcr_rel_arg_shape(t, 0) ? lcr_rel_natural(t, lcr_rel_arg_shape(t, 0)) : NULL;
}

static isl_map *colex(rel_statement *t)
{
    return same_size(t) ? isl_map_apply_range(integral(t, 0), isl_map_reverse(integral(t, 1)))
                        : NULL;
}

static isl_map *domain(rel_statement *t)
{
    return isl_map_from_range(isl_map_domain(lcr_rel_arg_map(t, 0)));
}

static isl_map *range(rel_statement *t)
{
    return isl_map_from_range(isl_map_range(lcr_rel_arg_map(t, 0)));
}

static isl_map *image(rel_statement *t)
{
    return isl_map_from_range(isl_set_apply(lcr_rel_arg_set(t, 1), lcr_rel_arg_map(t, 0)));
}

static isl_map *restricted(rel_statement *t)
{
    return isl_map_intersect_domain(lcr_rel_arg_map(t, 0), lcr_rel_arg_set(t, 1));
}

static isl_map *guard(rel_statement *t)
{
    return isl_map_from_range(
        isl_map_domain(isl_map_apply_range(lcr_rel_arg_map(t, 1), lcr_rel_arg_map(t, 0))));
}

static isl_map *composite(rel_statement *t)
{
    return isl_map_apply_range(lcr_rel_arg_map(t, 1), lcr_rel_arg_map(t, 0));
}

static isl_map *reverse(rel_statement *t)
{
    return isl_map_reverse(lcr_rel_arg_map(t, 0));
}

static isl_map *least(rel_statement *t)
{
    return isl_map_lexmin(reverse(t));
}

/* Sets as relations without inputs. */
static isl_map *operand(rel_statement *t, size_t i)
{
    return t->value.set ? isl_map_from_range(lcr_rel_arg_set(t, i)) : lcr_rel_arg_map(t, i);
}

static isl_map *united(rel_statement *t)
{
    return isl_map_union(operand(t, 0), operand(t, 1));
}

static isl_map *shared(rel_statement *t)
{
    return isl_map_intersect(operand(t, 0), operand(t, 1));
}

static isl_map *left(rel_statement *t)
{
    return isl_map_subtract(operand(t, 0), operand(t, 1));
}

/* (x, y) -> a(x) + b(y) */
static isl_map *sum(isl_map *a, isl_map *b)
{
    isl_map *both = isl_map_product(a, b);
    isl_space *outputs = isl_space_unwrap(isl_space_range(isl_map_get_space(both)));
    isl_map *first = isl_map_domain_map(isl_map_universe(isl_space_copy(outputs)));
    isl_map *second = isl_map_range_map(isl_map_universe(outputs));
    return isl_map_flatten_domain(isl_map_apply_range(both, isl_map_sum(first, second)));
}

static isl_map *side_by_side(rel_statement *t)
{
    isl_map *all = lcr_rel_arg_map(t, 0);
    for (size_t i = 1; all && i < t->n; i++)
        all = sum(all, lcr_rel_arg_map(t, i));
    return all;
}

static isl_map *slice(rel_statement *t)
{
    const sv *at = lcr_rel_arg_shape(t, 1);
    isl_map *map =
        at ? isl_map_intersect_domain(lcr_rel_arg_map(t, 0), lcr_rel_place(t, &t->arg[1])) : NULL;
    for (size_t k = at ? at->n : 0; map && k-- > 0;)
        if (at->extent[k])
            map = isl_map_project_out(map, isl_dim_in, (unsigned)k, 1);
    return map;
}

/* The value is the relation, or the set, that isl makes. */
static bool is(rel_statement *t, expected *make)
{
    isl_map *want = t->value.map ? make(t) : NULL;
    return want && lcr_rel_same_maps(t, want, isl_map_copy(t->value.map));
}

/* ---- integers ---- */

static bool evaluates(rel_statement *t)
{
    isl_set *place = t->n > 1 ? lcr_rel_place(t, &t->arg[1]) : NULL;
    isl_set *found = place ? isl_set_apply(place, lcr_rel_arg_map(t, 0)) : NULL;
    return found && lcr_rel_same_sets(t, found, lcr_rel_place(t, &t->value));
}

static isl_set *counted(rel_statement *t)
{
    return t->arg[0].set ? lcr_rel_arg_set(t, 0) : isl_map_domain(lcr_rel_arg_map(t, 0));
}

/* The places before, or at, those of a set. */
static bool ends(rel_statement *t)
{
    isl_set *all = t->arg[0].set ? lcr_rel_arg_set(t, 0) : isl_map_range(lcr_rel_arg_map(t, 0));
    isl_set *end = lcr_rel_place(t, &t->value);
    if (!all || !end || isl_set_dim(all, isl_dim_set) != isl_set_dim(end, isl_dim_set)) {
        isl_set_free(all);
        isl_set_free(end);
        return false;
    }
    isl_space *space = isl_space_map_from_set(isl_set_get_space(end));
    isl_multi_aff *back = isl_multi_aff_identity(space);
    for (size_t k = 0; k < t->value.sizes->n; k++)
        back = isl_multi_aff_set_aff(back, (int)k,
                                     isl_aff_add_constant_si(isl_multi_aff_get_aff(back, (int)k),
                                                             -1));
    isl_set *last = isl_set_apply(end, isl_map_from_multi_aff(back));
    isl_map *later = isl_map_lex_lt(isl_set_get_space(last));
    isl_set *past = isl_set_intersect(isl_set_copy(all),
                                      isl_set_apply(isl_set_copy(last), later));
    return lcr_rel_none(t, past) && lcr_rel_in(t, last, all);
}

/* With x also x + step, of an element below another, at coordinate k. */
static bool is_run(rel_statement *t, isl_set *set, unsigned k, isl_val *step)
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
    isl_ctx_reset_error(t->r->isl);
    t->s->sets += zero == isl_bool_true;
    t->s->stated += zero == isl_bool_true; /* an identity */
    return zero == isl_bool_true;
}

static bool counts(rel_statement *t)
{
    const poly *said;
    if (!t->value.sizes || !lcr_sv_is_size(t->value.sizes, &said) ||
        (!t->arg[0].set && !lcr_rel_is_function(t, lcr_rel_arg_map(t, 0))))
        return false;
    isl_set *set = isl_set_align_params(counted(t), lcr_rel_parameters(t));
    set = isl_set_intersect_params(set, isl_set_copy(t->context));
    isl_size n = isl_set_dim(set, isl_dim_set);
    bool ok = set && n > 0 && lcr_rel_some(t, isl_set_copy(set)) &&
              lcr_rel_in(t, lcr_rel_grid(set), isl_set_copy(set));
    isl_pw_qpolynomial *product = NULL;
    for (unsigned k = 0; ok && k < (unsigned)n; k++) {
        isl_val *step = isl_set_get_stride(set, (int)k);
        ok = is_run(t, set, k, isl_val_copy(step));
        isl_pw_qpolynomial *one = count_along(set, k, step);
        product = product ? isl_pw_qpolynomial_mul(product, one) : one;
    }
    ok = ok && are_equal(t, product, polynomial(t, said));
    isl_set_free(set);
    return ok;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    size_t n;
    expected *make;
    bool (*shown)(rel_statement *t); /* of integers */
} table[] = {
    {"coalesce", 1, layout_map, NULL},   {"colex", 2, colex, NULL},
    {"compose", 2, composite, NULL},     {"concat", 1, side_by_side, NULL},
    {"coord_map", 1, coord_map, NULL},   {"cosize", 1, NULL, ends},
    {"difference", 2, left, NULL},       {"domain", 1, domain, NULL},
    {"evaluate", 2, NULL, evaluates},    {"guard", 2, guard, NULL},
    {"image", 2, image, NULL},           {"index_map", 1, index_map, NULL},
    {"intersect", 2, shared, NULL},      {"inverse", 1, reverse, NULL},
    {"layout_map", 1, layout_map, NULL}, {"left_inverse", 1, reverse, NULL},
    {"range", 1, range, NULL},           {"restrict", 2, restricted, NULL},
    {"right_inverse", 1, least, NULL},   {"size", 1, NULL, counts},
    {"slice", 2, slice, NULL},           {"union", 2, united, NULL},
};

const char *lcr_rel_law_name(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i].name : NULL;
}

bool lcr_rel_law(rel_statement *t)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return t->n >= table[i].n &&
                   (table[i].make ? is(t, table[i].make) : table[i].shown(t));
    return false;
}
