/* relation.c - what operations and claims say of relations with parameters.
 *
 * Each value is compared with what isl makes of the arguments, pair by pair: what is in one of
 * them only is empty. A claim is the emptiness of what it forbids:
 *
 *   injective     pairs of R^-1 o R, one larger at a coordinate; a function: those of R o R^-1
 *   in_bounds     outputs without the places; surjective, covers: and places without the outputs
 *   bijective     both, the places being the inputs; of several outputs the ends of these
 *   the others    what is on one side, and not on the other
 */
#include "config.h"

#include "relation.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/polynomial.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking ---- */

/* The numbers of the parameters at a point of a set, which is taken over. */
static void take_numbers(rel_statement *t, isl_set *set)
{
    sym *s = t->s;
    isl_space *space = isl_set_get_space(set);
    isl_size n = isl_set_dim(set, isl_dim_param);
    if (n > 0)
        set = isl_set_move_dims(isl_set_flatten(set), isl_dim_set, 0, isl_dim_param, 0,
                                (unsigned)n);
    isl_point *point = isl_set_sample_point(set);
    s->met = isl_point_is_void(point) == isl_bool_false;
    for (size_t i = 0; s->met && i < s->nparameters; i++) {
        int at = isl_space_find_dim_by_name(space, isl_dim_param, s->var[i].name);
        s->at[i] = s->var[i].low;
        if (at >= 0)
            s->met = lcr_int(t->r, isl_point_get_coordinate_val(point, isl_dim_set, at),
                             &s->at[i]);
    }
    isl_point_free(point);
    isl_space_free(space);
}

/* There is no point, at any numbers; the set is taken over. */
bool lcr_rel_none(rel_statement *t, isl_set *set)
{
    isl_ctx_reset_operations(t->r->isl); /* each question has a budget */
    set = isl_set_intersect_params(set, isl_set_copy(t->context));
    isl_bool empty = isl_set_is_empty(set);
    if (lcr_out_of_budget(t->r))
        t->s->no_budget = true;
    t->s->sets += empty == isl_bool_true;
    if (empty == isl_bool_false && !t->s->met)
        take_numbers(t, set);
    else
        isl_set_free(set);
    isl_ctx_reset_error(t->r->isl);
    return empty == isl_bool_true;
}

bool lcr_rel_no_pair(rel_statement *t, isl_map *map)
{
    return lcr_rel_none(t, isl_map_wrap(map));
}

/* a is in b; both are taken over. */
bool lcr_rel_in(rel_statement *t, isl_set *a, isl_set *b)
{
    if (a && b && isl_set_dim(a, isl_dim_set) == isl_set_dim(b, isl_dim_set))
        return lcr_rel_none(t, isl_set_subtract(a, b));
    isl_set_free(a);
    isl_set_free(b);
    return false;
}

static bool alike(isl_map *a, isl_map *b)
{
    return a && b && isl_map_dim(a, isl_dim_in) == isl_map_dim(b, isl_dim_in) &&
           isl_map_dim(a, isl_dim_out) == isl_map_dim(b, isl_dim_out);
}

static bool pairs_in(rel_statement *t, isl_map *a, isl_map *b)
{
    if (alike(a, b))
        return lcr_rel_no_pair(t, isl_map_subtract(a, b));
    isl_map_free(a);
    isl_map_free(b);
    return false;
}

bool lcr_rel_same_sets(rel_statement *t, isl_set *a, isl_set *b)
{
    return lcr_rel_in(t, isl_set_copy(a), isl_set_copy(b))
               ? lcr_rel_in(t, b, a)
               : (isl_set_free(a), isl_set_free(b), false);
}

bool lcr_rel_same_maps(rel_statement *t, isl_map *a, isl_map *b)
{
    return pairs_in(t, isl_map_copy(a), isl_map_copy(b))
               ? pairs_in(t, b, a)
               : (isl_map_free(a), isl_map_free(b), false);
}

/* At all numbers there is an element; the set is taken over. */
bool lcr_rel_some(rel_statement *t, isl_set *set)
{
    isl_set *lacking = isl_set_subtract(isl_set_copy(t->context), isl_set_params(set));
    return lcr_rel_none(t, isl_set_from_params(lacking));
}

/* Two outputs of one input differ at some coordinate, one of them being the larger. */
bool lcr_rel_is_function(rel_statement *t, isl_map *map)
{
    isl_map *both = isl_map_apply_range(isl_map_reverse(isl_map_copy(map)), isl_map_copy(map));
    isl_size n = isl_map_dim(map, isl_dim_out);
    bool ok = n >= 0;
    isl_map_free(map);
    for (int k = 0; ok && k < n; k++)
        ok = lcr_rel_no_pair(t,
                             isl_map_order_lt(isl_map_copy(both), isl_dim_in, k, isl_dim_out, k));
    isl_map_free(both);
    return ok;
}

isl_set *lcr_rel_grid(isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    isl_set *grid = NULL;
    for (unsigned k = 0; n > 0 && k < (unsigned)n; k++) {
        isl_set *side = isl_set_project_out(isl_set_copy(set), isl_dim_set, k + 1,
                                            (unsigned)n - k - 1);
        side = isl_set_project_out(side, isl_dim_set, 0, k);
        side = isl_set_from_basic_set(isl_set_simple_hull(side));
        grid = grid ? isl_set_flat_product(grid, side) : side;
    }
    return grid;
}

/* ---- arguments ---- */

isl_map *lcr_rel_arg_map(rel_statement *t, size_t i)
{
    return i < t->n ? lcr_rel_map(t, &t->arg[i]) : NULL;
}

isl_set *lcr_rel_arg_set(rel_statement *t, size_t i)
{
    return i < t->n ? lcr_rel_elements(t, &t->arg[i]) : NULL;
}

const sv *lcr_rel_arg_shape(rel_statement *t, size_t i)
{
    return i < t->n ? t->arg[i].sizes : NULL;
}

/* ---- claims ---- */

static bool one_to_one(rel_statement *t, isl_map *map)
{
    return map && lcr_rel_is_function(t, isl_map_reverse(map));
}

static bool injective(rel_statement *t)
{
    return one_to_one(t, lcr_rel_arg_map(t, 0));
}

/* [0,n) for some n, with each x > 0 also x - 1, on each coordinate, in all combinations. */
static bool fills_box(rel_statement *t, isl_set *set)
{
    isl_size n = set ? isl_set_dim(set, isl_dim_set) : 0;
    bool ok = n > 0 && isl_set_is_bounded(set) == isl_bool_true &&
              lcr_rel_some(t, isl_set_copy(set));
    for (unsigned k = 0; ok && k < (unsigned)n; k++) {
        isl_space *space = isl_space_map_from_set(isl_set_get_space(set));
        isl_multi_aff *step = isl_multi_aff_identity(space);
        isl_aff *less = isl_aff_add_constant_si(isl_multi_aff_get_aff(step, (int)k), -1);
        isl_map *down = isl_map_from_multi_aff(isl_multi_aff_set_aff(step, (int)k, less));
        isl_set *below = isl_set_apply(isl_set_copy(set), down);
        ok = lcr_rel_none(t, isl_set_upper_bound_si(isl_set_copy(set), isl_dim_set, k, -1)) &&
             lcr_rel_in(t, isl_set_lower_bound_si(below, isl_dim_set, k, 0), isl_set_copy(set));
    }
    ok = ok && (n == 1 || lcr_rel_in(t, lcr_rel_grid(set), isl_set_copy(set)));
    isl_set_free(set);
    return ok;
}

static bool is_single(isl_map *map)
{
    return map && isl_map_dim(map, isl_dim_in) == 1 && isl_map_dim(map, isl_dim_out) == 1;
}

/* Of integers, the outputs are among the inputs: these are as many. */
static bool bijective(rel_statement *t)
{
    isl_map *map = lcr_rel_arg_map(t, 0);
    bool single = is_single(map);
    isl_set *places = !map     ? NULL
                      : single ? isl_map_domain(isl_map_copy(map))
                               : isl_map_range(isl_map_copy(map));
    bool ok = map && fills_box(t, places) && lcr_rel_is_function(t, isl_map_copy(map)) &&
              one_to_one(t, isl_map_copy(map)) &&
              (!single || lcr_rel_in(t, isl_map_range(isl_map_copy(map)),
                                     isl_map_domain(isl_map_copy(map))));
    isl_map_free(map);
    return ok;
}

/* A function from [0,n) to integers; NULL where it is not shown to be one. */
static isl_map *function(rel_statement *t, size_t i)
{
    isl_map *map = lcr_rel_arg_map(t, i);
    bool ok = is_single(map) && fills_box(t, isl_map_domain(isl_map_copy(map))) &&
              lcr_rel_is_function(t, isl_map_copy(map));
    return ok ? map : isl_map_free(map);
}

/* The values of a function, the elements of a set. */
static isl_set *values(rel_statement *t, size_t i)
{
    return t->arg[i].set ? lcr_rel_arg_set(t, i) : isl_map_range(function(t, i));
}

static bool in_bounds(rel_statement *t)
{
    return lcr_rel_in(t, isl_map_range(lcr_rel_arg_map(t, 0)), lcr_rel_arg_set(t, 1));
}

/* As many inputs as places, each with an output of its own. */
static bool as_many(rel_statement *t)
{
    isl_map *map = lcr_rel_arg_map(t, 0);
    bool ok = is_single(map) &&
              lcr_rel_same_sets(t, isl_map_domain(isl_map_copy(map)), lcr_rel_arg_set(t, 1)) &&
              lcr_rel_is_function(t, isl_map_copy(map)) && one_to_one(t, isl_map_copy(map));
    isl_map_free(map);
    return ok;
}

static bool surjective(rel_statement *t)
{
    return in_bounds(t) &&
           (lcr_rel_in(t, lcr_rel_arg_set(t, 1), isl_map_range(lcr_rel_arg_map(t, 0))) ||
            as_many(t));
}

static bool covers(rel_statement *t)
{
    return lcr_rel_in(t, lcr_rel_arg_set(t, 1), values(t, 0));
}

static isl_set *between(rel_statement *t, lc_int low, lc_int high)
{
    isl_set *set = isl_set_universe(isl_space_set_alloc(t->r->isl, 0, 1));
    set = isl_set_lower_bound_val(set, isl_dim_set, 0, lcr_val(t->r, low));
    return isl_set_upper_bound_val(set, isl_dim_set, 0, lcr_val(t->r, high));
}

static bool fits(rel_statement *t)
{
    const sv *type = lcr_rel_arg_shape(t, 1);
    const poly *least, *bound;
    lc_int low, end;
    return type && type->kind == SV_WORD &&
           lcr_sym_type_bounds(t->s, type->word, &least, &bound) &&
           lcr_poly_is_int(least, &low) && lcr_poly_is_int(bound, &end) &&
           lcr_rel_in(t, isl_map_range(lcr_rel_arg_map(t, 0)),
                      between(t, low, lc_int_sub(t->r->lc, end, lc_int_const(1))));
}

static bool aligned(rel_statement *t)
{
    const sv *size = lcr_rel_arg_shape(t, 1);
    const poly *p;
    lc_int n;
    if (!size || !lcr_sv_is_size(size, &p) || !lcr_poly_is_int(p, &n) || lc_int_sign(n) <= 0)
        return false;
    isl_map *times = isl_map_from_aff(isl_aff_scale_val(
        isl_aff_var_on_domain(isl_local_space_from_space(isl_space_set_alloc(t->r->isl, 0, 1)),
                              isl_dim_set, 0),
        lcr_val(t->r, n)));
    return lcr_rel_in(t, values(t, 0), isl_map_range(times));
}

static bool equiv(rel_statement *t)
{
    if (t->arg[0].set && t->arg[1].set) {
        isl_set *a = lcr_rel_arg_set(t, 0), *b = a ? lcr_rel_arg_set(t, 1) : NULL;
        return lcr_rel_same_sets(t, a, b);
    }
    isl_map *x = lcr_rel_arg_map(t, 0), *y = lcr_rel_arg_map(t, 1);
    if (x && y)
        return lcr_rel_same_maps(t, x, y);
    isl_map_free(x);
    isl_map_free(y);
    return false;
}

static bool contained(rel_statement *t)
{
    isl_set *x = values(t, 0), *y = x ? values(t, 1) : NULL;
    return lcr_rel_in(t, x, y);
}

static bool disjoint(rel_statement *t)
{
    isl_set *x = values(t, 0), *y = x ? values(t, 1) : NULL;
    return lcr_rel_in(t, isl_set_intersect(x, y), between(t, lc_int_const(0), lc_int_const(0)));
}

/* ---- inverses, compositions ---- */

/* y -> x, and the identity on what they are maps of. */
static bool is_identity(rel_statement *t, isl_map *map)
{
    return map &&
           lcr_rel_no_pair(t, isl_map_subtract(map, isl_map_identity(isl_map_get_space(map))));
}

static bool right_inverts(rel_statement *t)
{
    isl_map *R = function(t, 0), *a = R ? function(t, 1) : NULL;
    bool ok = a &&
              lcr_rel_in(t, isl_map_range(isl_map_copy(R)), isl_map_domain(isl_map_copy(a))) &&
              is_identity(t, isl_map_apply_range(isl_map_copy(R), isl_map_copy(a)));
    isl_map_free(R);
    isl_map_free(a);
    return ok;
}

static bool left_inverts(rel_statement *t)
{
    isl_map *l = t->arg[0].map ? function(t, 0) : NULL, *a = l ? function(t, 1) : NULL;
    bool ok = a && lcr_rel_in(t, isl_map_range(isl_map_copy(a)), isl_map_domain(isl_map_copy(l)));
    isl_map *back = ok ? isl_map_apply_range(isl_map_copy(a), isl_map_copy(l)) : NULL;
    ok = back &&
         lcr_rel_in(t, isl_map_range(isl_map_copy(back)), isl_map_domain(isl_map_copy(a))) &&
         lcr_rel_same_maps(t, isl_map_apply_range(isl_map_copy(back), isl_map_copy(a)),
                           isl_map_copy(a));
    isl_map_free(back);
    isl_map_free(l);
    isl_map_free(a);
    return ok;
}

static bool composes(rel_statement *t)
{
    isl_map *R = t->arg[0].map && t->arg[1].map && t->n > 2 && t->arg[2].map ? function(t, 0)
                                                                             : NULL;
    isl_map *a = R ? function(t, 1) : NULL, *b = a ? function(t, 2) : NULL;
    bool ok = b &&
              lcr_rel_in(t, isl_map_range(isl_map_copy(b)), isl_map_domain(isl_map_copy(a))) &&
              lcr_rel_same_maps(t, isl_map_apply_range(isl_map_copy(b), isl_map_copy(a)),
                                isl_map_copy(R));
    isl_map_free(R);
    isl_map_free(a);
    isl_map_free(b);
    return ok;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    size_t n;
    bool (*shown)(rel_statement *t);
} table[] = {
    {"aligned", 2, aligned},
    {"bijective", 1, bijective},
    {"compact", 1, bijective},
    {"composes", 3, composes},
    {"contained", 2, contained},
    {"covers", 2, covers},
    {"disjoint", 2, disjoint},
    {"equal", 2, equiv},
    {"equiv", 2, equiv},
    {"fits", 2, fits},
    {"in_bounds", 2, in_bounds},
    {"injective", 1, injective},
    {"left_inverts", 2, left_inverts},
    {"right_inverts", 2, right_inverts},
    {"surjective", 2, surjective},
};

const char *lcr_rel_claim_name(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i].name : NULL;
}

static bool claim(rel_statement *t)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return t->n >= table[i].n && t->arg[table[i].n - 1].text && table[i].shown(t);
    return false;
}

bool lcr_rel_shown(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from)
{
    rel_statement t;
    bool ok = lcr_rel_open(r, s, p, from, &t);
    if (ok) {
        lcr_begin_on(r, lcr_relation_weight(8, 32));
        ok = from->value ? lcr_rel_law(&t) : claim(&t);
    }
    lcr_rel_close(&t);
    isl_ctx_reset_error(r->isl);
    return ok;
}
