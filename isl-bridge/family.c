/* family.c - relations with parameters, and questions about all of their numbers. */
#include "config.h"

#include "family.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- families ---- */

static isl_map *copy(const lcr_map *m)
{
    return isl_map_copy(m->map);
}

static isl_set *elements(const lcr_map *set)
{
    return isl_map_range(copy(set));
}

static isl_set *context_of(const lcr_map *context)
{
    return isl_map_params(copy(context));
}

/* A set with elements; a relation without inputs. */
static isl_map *read_set(lcr_ctx *r, const char *text)
{
    isl_set *set = lcr_read_set(r, text);
    if (set && isl_set_is_params(set) == isl_bool_true) {
        lc_fail(r->lc, LC_ERR_INVALID, "the set has no elements of its own: %s", LCR_A_SET);
        set = isl_set_free(set);
    }
    return set ? isl_map_from_range(isl_set_flatten(set)) : NULL;
}

lcr_map *lcr_family_parse(lcr_ctx *r, const char *text, bool set)
{
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_map *map = set ? read_set(r, text) : isl_map_flatten(lcr_read_relation(r, text));
    for (int i = 0; map && i < 2; i++) {
        enum isl_dim_type side = i == 0 ? isl_dim_in : isl_dim_out;
        if (isl_map_has_tuple_id(map, side) == isl_bool_true)
            map = isl_map_reset_tuple_id(map, side);
    }
    if (!map && lc_ctx_code(r->lc) == LC_OK)
        lcr_isl_failed(r, "reading a relation");
    return map ? lcr_map_made(r, map, lcr_bits_of_text(text)) : NULL;
}

lcr_map *lcr_context_parse(lcr_ctx *r, const char *text)
{
    lcr_begin(r);
    isl_set *set = lcr_read_set(r, text);
    return set ? lcr_map_made(r, isl_map_from_range(isl_set_from_params(isl_set_params(set))),
                              lcr_bits_of_text(text))
               : NULL;
}

size_t lcr_map_nparameters(const lcr_map *m)
{
    isl_size n = m->map ? isl_map_dim(m->map, isl_dim_param) : 0;
    return n < 0 ? 0 : (size_t)n;
}

const char *lcr_map_parameter(const lcr_map *m, size_t i)
{
    const char *name = isl_map_get_dim_name(m->map, isl_dim_param, (unsigned)i);
    return name ? name : "";
}

static isl_map *drop(isl_map *map, const char *name, isl_val *value)
{
    int at = isl_map_find_dim_by_name(map, isl_dim_param, name);
    if (at >= 0 && value)
        map = isl_map_fix_val(map, isl_dim_param, (unsigned)at, isl_val_copy(value));
    if (at >= 0)
        map = isl_map_project_out(map, isl_dim_param, (unsigned)at, 1);
    isl_val_free(value);
    return map;
}

lcr_map *lcr_family_at(lcr_ctx *r, const lcr_map *m, size_t n, const char *const *name,
                       const lc_int *value)
{
    size_t bits = m->bits;
    if (!lcr_begin_on_maps(r, m, NULL))
        return NULL;
    isl_map *map = copy(m);
    for (size_t i = 0; i < n; i++) {
        map = drop(map, name[i], lcr_val(r, value[i]));
        bits = lc_int_bits(value[i]) > bits ? lc_int_bits(value[i]) : bits;
    }
    return lcr_map_made(r, map, bits);
}

lcr_map *lcr_family_with(lcr_ctx *r, const lcr_map *m, const lcr_map *context)
{
    return lcr_begin_on_maps(r, m, context)
               ? lcr_map_made(r, isl_map_intersect_params(copy(m), context_of(context)), m->bits)
               : NULL;
}

/* The context of the parameters that m has. */
static isl_set *context_for(const lcr_map *m, const lcr_map *context)
{
    isl_map *here = copy(context);
    for (size_t i = lcr_map_nparameters(context); i-- > 0;) {
        const char *name = lcr_map_parameter(context, i);
        if (isl_map_find_dim_by_name(m->map, isl_dim_param, name) < 0)
            here = isl_map_project_out(here, isl_dim_param, (unsigned)i, 1);
    }
    return isl_map_params(here);
}

lcr_map *lcr_family_within(lcr_ctx *r, const lcr_map *m, const lcr_map *context)
{
    if (!lcr_begin_on_maps(r, m, context))
        return NULL;
    isl_set *here = context_for(m, context), *numbers = isl_map_params(copy(m));
    isl_bool is = isl_set_is_subset(numbers, here);
    isl_set_free(numbers);
    if (is == isl_bool_true) {
        isl_set_free(here);
        return lcr_map_ref(m);
    }
    return lcr_map_made(r, isl_map_intersect_params(copy(m), here), m->bits);
}

lcr_map *lcr_family_without(lcr_ctx *r, const lcr_map *m, const char *parameter)
{
    return lcr_begin_on_maps(r, m, NULL)
               ? lcr_map_made(r, drop(copy(m), parameter, NULL), m->bits)
               : NULL;
}

lcr_map *lcr_family_fix(lcr_ctx *r, const lcr_map *m, const lcr_map *inputs, const bool *fixed)
{
    if (!lcr_begin_on_maps(r, m, inputs))
        return NULL;
    isl_map *map = isl_map_intersect_domain(copy(m), elements(inputs));
    for (size_t k = lcr_map_nin(m); k-- > 0;)
        if (fixed[k])
            map = isl_map_project_out(map, isl_dim_in, (unsigned)k, 1);
    return lcr_map_made(r, map, m->bits + inputs->bits);
}

/* ---- questions ---- */

/* The numbers of the parameters at a point, which is taken over, of dimensions that begin with
 * them, in the order of `space`. */
static bool take_numbers(lcr_ctx *r, lcr_all *all, isl_space *space, isl_point *point)
{
    bool ok = true;
    for (size_t i = 0; ok && i < all->n; i++) {
        int at = isl_space_find_dim_by_name(space, isl_dim_param, all->name[i]);
        if (at >= 0)
            ok = lcr_int(r, isl_point_get_coordinate_val(point, isl_dim_set, at), &all->at[i]);
    }
    isl_point_free(point);
    all->met = ok;
    return ok;
}

/* Is there no point, of a set that is taken over, at any numbers of the context? */
static lcr_answer none(lcr_ctx *r, lcr_all *all, isl_set *bad, const char *doing)
{
    bad = isl_set_intersect_params(bad, context_of(all->context));
    isl_space *space = isl_set_get_space(bad);
    isl_size n = isl_set_dim(bad, isl_dim_param);
    if (n > 0) /* isl samples dimensions */
        bad = isl_set_move_dims(isl_set_flatten(bad), isl_dim_set, 0, isl_dim_param, 0,
                                (unsigned)n);
    isl_point *point = isl_set_sample_point(bad);
    lcr_answer empty = lcr_isl_answer(r, isl_point_is_void(point), doing);
    if (empty == LCR_NO && !all->met)
        empty = take_numbers(r, all, space, point) ? LCR_NO : LCR_UNKNOWN;
    else
        isl_point_free(point);
    isl_space_free(space);
    return empty;
}

static lcr_answer no_pairs(lcr_ctx *r, lcr_all *all, isl_map *map, const char *doing)
{
    return none(r, all, isl_set_flatten(isl_map_wrap(map)), doing);
}

lcr_answer lcr_all_empty(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    return lcr_begin_on_maps(r, m, all->context)
               ? no_pairs(r, all, copy(m), "is the relation empty")
               : LCR_UNKNOWN;
}

lcr_answer lcr_all_have(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    if (!lcr_begin_on_maps(r, m, all->context))
        return LCR_UNKNOWN;
    isl_set *lacking = isl_set_subtract(context_of(all->context), isl_map_params(copy(m)));
    return none(r, all, isl_set_from_params(lacking), "has the relation a pair");
}

/* isl does not finish with the complement of many floors. */
#define MOST_DIVS 12

static isl_stat count_divs(isl_basic_map *part, void *user)
{
    isl_size n = isl_basic_map_dim(part, isl_dim_div);
    *(size_t *)user += n > 0 ? (size_t)n : 0;
    isl_basic_map_free(part);
    return isl_stat_ok;
}

static bool is_simple(lcr_ctx *r, isl_map *map)
{
    size_t divs = 0;
    if (isl_map_foreach_basic_map(map, count_divs, &divs) == isl_stat_ok && divs > MOST_DIVS)
        lc_fail(r->lc, LC_ERR_BUDGET, "undecided: a relation of more than %d floors", MOST_DIVS);
    return divs <= MOST_DIVS;
}

/* Both are taken over. */
static lcr_answer subset(lcr_ctx *r, lcr_all *all, isl_map *a, isl_map *b)
{
    b = isl_map_coalesce(b);
    if (b && is_simple(r, b))
        return no_pairs(r, all, isl_map_subtract(a, b), "comparing relations");
    isl_map_free(a);
    isl_map_free(b);
    return LCR_UNKNOWN;
}

lcr_answer lcr_all_subset(lcr_ctx *r, lcr_all *all, const lcr_map *a, const lcr_map *b)
{
    if (lcr_map_nin(a) != lcr_map_nin(b) || lcr_map_nout(a) != lcr_map_nout(b))
        return LCR_NO;
    return lcr_begin_on_maps(r, a, b) ? subset(r, all, copy(a), copy(b)) : LCR_UNKNOWN;
}

/* Pairs of different elements; the map is taken over. */
static lcr_answer all_same(lcr_ctx *r, lcr_all *all, isl_map *map, const char *doing)
{
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    return no_pairs(r, all, isl_map_intersect(map, isl_map_lex_lt(space)), doing);
}

lcr_answer lcr_all_single_valued(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    if (!lcr_begin_on_maps(r, m, m))
        return LCR_UNKNOWN;
    return all_same(r, all, isl_map_apply_range(isl_map_reverse(copy(m)), copy(m)),
                    "is the relation a function");
}

lcr_answer lcr_all_injective(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    if (!lcr_begin_on_maps(r, m, m))
        return LCR_UNKNOWN;
    return all_same(r, all, isl_map_apply_range(copy(m), isl_map_reverse(copy(m))),
                    "looking for a collision");
}

/* ---- boxes ---- */

/* The elements with another number, or with `by` less, at coordinate k. */
static isl_set *moved(isl_set *set, unsigned k, int by)
{
    isl_space *space = isl_space_map_from_set(isl_set_get_space(set));
    isl_multi_aff *move = isl_multi_aff_identity(space);
    isl_aff *at = isl_aff_add_constant_si(isl_multi_aff_get_aff(move, (int)k), by);
    return isl_set_apply(set, isl_map_from_multi_aff(isl_multi_aff_set_aff(move, (int)k, at)));
}

static isl_set *from_zero(isl_set *set, unsigned k)
{
    return isl_set_lower_bound_si(set, isl_dim_set, k, 0);
}

/* The places c with c_k = x_k for some element x. */
static isl_set *shadow(isl_set *set, unsigned k)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    for (unsigned i = 0; n > 0 && i < (unsigned)n; i++)
        if (i != k)
            set = isl_set_insert_dims(isl_set_project_out(set, isl_dim_set, i, 1), isl_dim_set, i,
                                      1);
    return set;
}

static lcr_answer set_subset(lcr_ctx *r, lcr_all *all, isl_set *a, isl_set *b)
{
    return subset(r, all, isl_map_from_range(a), isl_map_from_range(b));
}

/* The numbers at coordinate k are [0,n). */
static lcr_answer is_interval(lcr_ctx *r, lcr_all *all, isl_set *set, unsigned k)
{
    isl_set *side = shadow(isl_set_copy(set), k);
    isl_set *negative = isl_set_upper_bound_si(isl_set_copy(side), isl_dim_set, k, -1);
    lcr_answer is = none(r, all, negative, "the inputs of a relation");
    if (is == LCR_YES)
        is = set_subset(r, all, from_zero(moved(isl_set_copy(side), k, -1), k),
                        isl_set_copy(side));
    isl_set_free(side);
    return is;
}

lcr_answer lcr_all_box(lcr_ctx *r, lcr_all *all, const lcr_map *m)
{
    if (!lcr_begin_on_maps(r, m, all->context))
        return LCR_UNKNOWN;
    isl_set *set = isl_set_intersect_params(elements(m), context_of(all->context));
    isl_set *box = isl_set_universe(isl_set_get_space(set));
    isl_size n = isl_set_dim(set, isl_dim_set);
    lcr_answer is = lcr_isl_answer(r, isl_set_is_bounded(set), "the bounds of a set");
    for (unsigned k = 0; is == LCR_YES && n > 0 && k < (unsigned)n; k++) {
        is = is_interval(r, all, set, k);
        box = isl_set_intersect(box, shadow(isl_set_copy(set), k));
    }
    if (is == LCR_YES && n > 1)
        is = set_subset(r, all, isl_set_copy(box), isl_set_copy(set));
    isl_set_free(box);
    isl_set_free(set);
    return is;
}
