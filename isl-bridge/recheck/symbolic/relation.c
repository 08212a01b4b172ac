/* relation.c - what operations and claims say of relations with parameters.
 *
 * Each value is compared with what isl makes of the arguments, pair by pair: what is in one of
 * them only is empty. relation-claims.c has the claims, relation-law.c the operations.
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
    t->s->stated += empty == isl_bool_true; /* of coordinates, or of the parameters */
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

bool lcr_rel_pairs_in(rel_statement *t, isl_map *a, isl_map *b)
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
    return lcr_rel_pairs_in(t, isl_map_copy(a), isl_map_copy(b))
               ? lcr_rel_pairs_in(t, b, a)
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

bool lcr_rel_shown(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from)
{
    rel_statement t;
    bool ok = lcr_rel_open(r, s, p, from, &t);
    if (ok) {
        lcr_begin_on(r, lcr_relation_weight(8, 32));
        ok = from->value ? lcr_rel_law(&t) : lcr_rel_claim(&t);
    }
    lcr_rel_close(&t);
    isl_ctx_reset_error(r->isl);
    return ok;
}
