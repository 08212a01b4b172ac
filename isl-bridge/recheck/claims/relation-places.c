/* relation-places.c - claims that outputs of relations are, or are all of, certain places.
 *
 * The places are the coordinates of a shape, an output for each of its leaves, or the outputs of
 * another relation. isl takes one set from the other, and what is left is put as sets:
 *
 *   in_bounds     outputs that are no places
 *   surjective    the same; places that are no output
 *   bijective     the same, the places being those of the smallest box from 0 on; two inputs of
 *                 one output; two outputs of one input
 *   partitions    surjective; two inputs of one output; two outputs of one input
 *   covers,       places that are no output
 *   contained
 *   disjoint      places of both, but for the first one
 *   equal         of sets: elements of one that are none of the other
 */
#include "config.h"

#include "../sets/relation-isl.h"
#include "claims.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>

/* The places below n numbers. */
static isl_set *box_of(ev *e, size_t n, const lc_int *extent)
{
    lcr_ctx *isl = e->pool->isl;
    isl_set *box = isl_set_universe(isl_space_set_alloc(isl->isl, 0, (unsigned)n));
    for (unsigned k = 0; k < n; k++) {
        lc_int last = lc_int_sub(e->pool->lc, extent[k], lc_int_const(1));
        box = isl_set_lower_bound_val(box, isl_dim_set, k, lcr_val(isl, lc_int_const(0)));
        box = isl_set_upper_bound_val(box, isl_dim_set, k, lcr_val(isl, last));
    }
    return box;
}

static bool is_shape(const lit *a)
{
    return a->kind == LIT_TUPLE && !a->any;
}

/* The outputs, the elements of a set, the coordinates of a shape; NULL with an error, or where it
 * is no relation that isl reads, or, for `several`, one of a single input and output. */
static isl_set *outputs(ev *e, const lit *a, bool several)
{
    if (is_shape(a) && !several)
        return e->pool->isl ? box_of(e, a->n, a->extent) : NULL;
    isl_map *map = lcr_relation_of_literal(e, a);
    bool is = map && (!several || isl_map_dim(map, isl_dim_in) != 1 ||
                      isl_map_dim(map, isl_dim_out) != 1);
    isl_set *out = is ? isl_map_range(isl_map_copy(map)) : NULL;
    isl_map_free(map);
    return out;
}

/* Outputs of a relation, and places for them; false where these are others, or it has other
 * outputs. */
typedef struct {
    isl_set *out, *box;
} places;

static bool open(ev *e, const lit *x, bool several, size_t n, const lc_int *extent, places *p)
{
    *p = (places){.out = outputs(e, x, several)};
    bool is = p->out && isl_set_dim(p->out, isl_dim_set) == (isl_size)n;
    p->box = is ? box_of(e, n, extent) : NULL;
    return p->box != NULL;
}

static bool done(places *p, bool ok)
{
    isl_set_free(p->out);
    isl_set_free(p->box);
    return ok;
}

/* What is in one of two sets and not in the other. */
static bool left_of(ev *e, isl_set *set, isl_set *without)
{
    return lcr_relation_is_simple(e, without) &&
           lcr_relation_left(e, isl_set_subtract(isl_set_copy(set), isl_set_copy(without)));
}

/* Adds a part unless it is empty: isl then need not bring its digits into a normal form. */
static isl_set *add_part(isl_set *all, isl_set *part)
{
    if (isl_set_is_empty(part) == isl_bool_true) {
        isl_set_free(part);
        return all;
    }
    return isl_set_union(all, part);
}

/* The elements of a set that are not in the box, by the side on which they are outside. */
static isl_set *outside_box(ev *e, isl_set *set, size_t n, const lc_int *extent)
{
    lcr_ctx *isl = e->pool->isl;
    isl_set *outside = isl_set_empty(isl_set_get_space(set));
    for (unsigned k = 0; k < n; k++) {
        isl_set *low = isl_set_upper_bound_si(isl_set_copy(set), isl_dim_set, k, -1);
        isl_set *high = isl_set_lower_bound_val(isl_set_copy(set), isl_dim_set, k,
                                                lcr_val(isl, extent[k]));
        outside = add_part(add_part(outside, low), high);
    }
    return outside;
}

/* What stood in the way of other evidence is no matter. */
static void begin(ev *e)
{
    *e->out = (lcr_evidence){.by = "relation", .holds = true};
    e->none = false;
}

/* ---- boxes ---- */

bool lcr_ev_relation_in_box(ev *e, const lit *x, const lit *shape, bool onto)
{
    places p = {NULL, NULL};
    begin(e);
    if (!is_shape(shape) || !open(e, x, true, shape->n, shape->extent, &p))
        return done(&p, lcr_ev_not(e));
    isl_set *outside = outside_box(e, p.out, shape->n, shape->extent);
    return done(&p, lcr_relation_left(e, outside) && (!onto || left_of(e, p.box, p.out)));
}

/* One past the last place of each output; false: it has none, perhaps with an error. */
static bool extents(ev *e, isl_set *out, size_t n, lc_int *extent)
{
    bool is = true;
    for (size_t k = 0; is && k < n; k++) {
        isl_val *last = isl_set_dim_max_val(isl_set_copy(out), (int)k);
        is = last && isl_val_is_int(last) == isl_bool_true;
        if (!is)
            isl_val_free(last);
        else if ((is = lcr_int(e->pool->isl, last, &extent[k])))
            extent[k] = lc_int_add(e->pool->lc, extent[k], lc_int_const(1));
    }
    return is;
}

/* Pairs of different elements; the map is taken over. */
static bool different(ev *e, isl_map *map)
{
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    return lcr_relation_pairs_left(e, isl_map_intersect(map, isl_map_lex_lt(space)));
}

static bool one_each(ev *e, isl_map *map)
{
    isl_map *reverse = isl_map_reverse(isl_map_copy(map));
    bool ok = map &&
              different(e, isl_map_apply_range(isl_map_copy(map), isl_map_copy(reverse))) &&
              different(e, isl_map_apply_range(isl_map_copy(reverse), isl_map_copy(map)));
    isl_map_free(reverse);
    return ok;
}

static bool literal_one_each(ev *e, const lit *x)
{
    isl_map *map = lcr_relation_of_literal(e, x);
    bool ok = map && one_each(e, map);
    isl_map_free(map);
    return ok;
}

bool lcr_ev_relation_fills_box(ev *e, const lit *x)
{
    begin(e);
    places p = {.out = outputs(e, x, true)};
    isl_size n = p.out ? isl_set_dim(p.out, isl_dim_set) : 0;
    lc_int *extent = n > 0 ? lcr_lit_alloc(e->pool, (size_t)n, sizeof *extent) : NULL;
    bool is = extent && extents(e, p.out, (size_t)n, extent);
    p.box = is ? box_of(e, (size_t)n, extent) : NULL;
    if (n > 0 && !is && lcr_ev_ok(e))
        return done(&p, lcr_ev_condition(e, false, "the outputs have no ends"));
    return done(&p, p.box ? left_of(e, p.out, p.box) && left_of(e, p.box, p.out) &&
                                literal_one_each(e, x)
                          : lcr_ev_not(e));
}

/* The pairs whose outputs are below the guard, which has one, or _, for each; NULL: it has
 * not. */
static isl_map *guarded(ev *e, isl_map *map, const lit *under)
{
    if (!under)
        return map;
    bool all = under->n == 1 && under->any && under->any[0];
    bool fits = under->kind == LIT_TUPLE && under->n == (size_t)isl_map_dim(map, isl_dim_out);
    if (!all && !fits)
        return isl_map_free(map);
    for (unsigned k = 0; !all && k < under->n; k++)
        if (!under->any || !under->any[k])
            map = isl_map_upper_bound_val(map, isl_dim_out, k,
                                          lcr_val(e->pool->isl,
                                                  lc_int_sub(e->pool->lc, under->extent[k],
                                                             lc_int_const(1))));
    return map;
}

/* The places of a shape, or, of single outputs, as many integers. */
static isl_set *places_of(ev *e, const lit *shape, isl_size n)
{
    lc_int size = lcr_lit_span(e->pool->lc, shape, 0, shape->n);
    if (n == 1)
        return box_of(e, 1, &size);
    return (size_t)n == shape->n ? box_of(e, shape->n, shape->extent) : NULL;
}

bool lcr_ev_relation_partitions(ev *e, const lit *x, const lit *shape, const lit *under)
{
    begin(e);
    isl_map *map = is_shape(shape) && e->pool->isl ? lcr_relation_of_literal(e, x) : NULL;
    map = map ? guarded(e, map, under) : NULL;
    places p = {.out = map ? isl_map_range(isl_map_copy(map)) : NULL};
    p.box = map ? places_of(e, shape, isl_map_dim(map, isl_dim_out)) : NULL;
    bool known = p.box != NULL;
    bool ok = known && left_of(e, p.out, p.box) && left_of(e, p.box, p.out) && one_each(e, map);
    isl_map_free(map);
    return done(&p, known ? ok : lcr_ev_ok(e) && lcr_ev_not(e));
}

/* ---- what is reached ---- */

/* What two reach, in as many integers; false: nothing is known. */
static bool open_pair(ev *e, const lit *x, const lit *y, places *p)
{
    begin(e);
    *p = (places){.out = outputs(e, x, false)};
    p->box = p->out ? outputs(e, y, false) : NULL;
    return p->box && isl_set_dim(p->out, isl_dim_set) == isl_set_dim(p->box, isl_dim_set);
}

bool lcr_ev_relation_covers(ev *e, const lit *x, const lit *n)
{
    places p;
    return done(&p, open_pair(e, x, n, &p) ? left_of(e, p.box, p.out) : lcr_ev_not(e));
}

bool lcr_ev_relation_contained(ev *e, const lit *t, const lit *a)
{
    places p;
    return done(&p, open_pair(e, t, a, &p) ? left_of(e, p.out, p.box) : lcr_ev_not(e));
}

bool lcr_ev_sets_equal(ev *e, const lit *x, const lit *y)
{
    places p;
    return done(&p, open_pair(e, x, y, &p) ? left_of(e, p.out, p.box) && left_of(e, p.box, p.out)
                                           : lcr_ev_not(e));
}

/* But for the integers 0. */
bool lcr_ev_relation_disjoint(ev *e, const lit *a, const lit *b)
{
    places p;
    if (!open_pair(e, a, b, &p))
        return done(&p, lcr_ev_not(e));
    isl_set *both = isl_set_intersect(isl_set_copy(p.out), isl_set_copy(p.box));
    isl_set *zero = isl_set_universe(isl_set_get_space(both));
    isl_size n = isl_set_dim(zero, isl_dim_set);
    for (isl_size k = 0; k < n; k++)
        zero = isl_set_fix_si(zero, isl_dim_set, (unsigned)k, 0);
    return done(&p, lcr_relation_left(e, isl_set_subtract(both, zero)));
}
