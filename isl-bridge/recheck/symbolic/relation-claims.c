/* relation-claims.c - what claims say of relations with parameters.
 *
 * A claim is the emptiness of what it forbids:
 *
 *   injective     pairs of R^-1 o R, one larger at a coordinate; a function: those of R o R^-1
 *   in_bounds     outputs without the places; surjective, covers: and places without the outputs
 *   bijective     both, the places being the inputs; of several outputs the ends of these
 *   partitions    in_bounds, injective and covers
 *   complements   places of both but 0; a later input of C with no larger value; places of [0,N)
 *                 that are no sum
 *   is_layout     pairs of R(x + y), in the box, that are none of R(x) + R(y)
 *   the others    what is on one side, and not on the other
 */
#include "config.h"

#include "../sets/relation-isl.h"
#include "relation.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <string.h>

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

/* R, A and B as they are; freed together. */
typedef struct {
    isl_map *R, *a, *b;
} maps;

static bool open_maps(rel_statement *t, size_t n, maps *m)
{
    *m = (maps){.R = lcr_rel_arg_map(t, 0)};
    m->a = m->R ? lcr_rel_arg_map(t, 1) : NULL;
    m->b = m->a && n > 2 ? lcr_rel_arg_map(t, 2) : NULL;
    return m->a && (n < 3 || m->b);
}

static void close_maps(maps *m)
{
    isl_map_free(m->R);
    isl_map_free(m->a);
    isl_map_free(m->b);
}

static isl_map *after(isl_map *outer, isl_map *inner)
{
    return isl_map_dim(inner, isl_dim_out) == isl_map_dim(outer, isl_dim_in)
               ? isl_map_apply_range(isl_map_copy(inner), isl_map_copy(outer))
               : NULL;
}

/* Every output of the inner relation is an input of the outer one. */
static bool goes_on(rel_statement *t, isl_map *inner, isl_map *outer)
{
    return lcr_rel_in(t, isl_map_range(isl_map_copy(inner)), isl_map_domain(isl_map_copy(outer)));
}

static bool right_inverts(rel_statement *t)
{
    maps m;
    bool ok = open_maps(t, 2, &m) && goes_on(t, m.R, m.a);
    isl_map *both = ok ? after(m.a, m.R) : NULL;
    ok = both && isl_map_dim(both, isl_dim_in) == isl_map_dim(both, isl_dim_out);
    ok = ok ? is_identity(t, both) : (isl_map_free(both), false);
    close_maps(&m);
    return ok;
}

static bool left_inverts(rel_statement *t)
{
    maps m; /* L, A */
    bool ok = t->arg[0].map && open_maps(t, 2, &m);
    if (!ok)
        return false;
    isl_map *back = goes_on(t, m.a, m.R) ? after(m.R, m.a) : NULL;
    isl_map *round = back && goes_on(t, back, m.a) ? after(m.a, back) : NULL;
    ok = round && lcr_rel_same_maps(t, round, isl_map_copy(m.a));
    isl_map_free(back);
    close_maps(&m);
    return ok;
}

static bool composes(rel_statement *t)
{
    maps m;
    bool are = t->arg[0].map && t->arg[1].map && t->n > 2 && t->arg[2].map;
    bool ok = are && open_maps(t, 3, &m);
    if (!ok)
        return false;
    isl_map *both = goes_on(t, m.b, m.a) ? after(m.a, m.b) : NULL;
    ok = both && lcr_rel_same_maps(t, both, isl_map_copy(m.R));
    close_maps(&m);
    return ok;
}

/* ---- partitions, complements, layouts ---- */

static bool partitions(rel_statement *t)
{
    isl_map *map = lcr_rel_arg_map(t, 0);
    bool ok = t->n == 2 && map && lcr_rel_is_function(t, isl_map_copy(map)) &&
              one_to_one(t, isl_map_copy(map)) && surjective(t);
    isl_map_free(map);
    return ok;
}

/* A later input of C has no larger value. */
static bool increases(rel_statement *t, isl_map *c)
{
    isl_map *fall = isl_map_lex_ge(isl_space_range(isl_map_get_space(c)));
    isl_map *later = isl_map_lex_lt(isl_space_domain(isl_map_get_space(c)));
    fall = isl_map_apply_range(isl_map_copy(c), fall);
    fall = isl_map_apply_range(fall, isl_map_reverse(isl_map_copy(c)));
    return lcr_rel_no_pair(t, isl_map_intersect(fall, later)) &&
           lcr_rel_is_function(t, isl_map_copy(c));
}

static bool complements(rel_statement *t)
{
    maps m; /* C, A */
    bool ok = open_maps(t, 2, &m) && is_single(m.R) && isl_map_dim(m.a, isl_dim_out) == 1;
    if (ok) {
        isl_set *both = isl_set_intersect(isl_map_range(isl_map_copy(m.R)),
                                          isl_map_range(isl_map_copy(m.a)));
        ok = lcr_rel_in(t, both, between(t, lc_int_const(0), lc_int_const(0))) &&
             increases(t, m.R);
    }
    if (ok && t->n > 2)
        ok = lcr_rel_in(t, lcr_rel_arg_set(t, 2), isl_map_range(lcr_relation_sum(m.a, m.R)));
    close_maps(&m);
    return ok;
}

/* x, y -> x + y. */
static isl_map *plus(isl_space *inputs)
{
    isl_map *same = isl_map_identity(isl_space_map_from_set(inputs));
    isl_map *sum = lcr_relation_sum(same, same);
    isl_map_free(same);
    return sum;
}

/* R(x + y) = R(x) + R(y), on a box; the map is taken over. */
static bool adds(rel_statement *t, isl_map *map)
{
    bool ok = map && fills_box(t, isl_map_domain(isl_map_copy(map))) &&
              lcr_rel_is_function(t, isl_map_copy(map));
    if (ok) {
        isl_map *apart = lcr_relation_sum(map, map);
        isl_map *at = isl_map_apply_range(plus(isl_space_domain(isl_map_get_space(map))),
                                          isl_map_copy(map));
        at = isl_map_intersect_domain(at, isl_map_domain(isl_map_copy(apart)));
        ok = lcr_rel_pairs_in(t, at, apart);
    }
    isl_map_free(map);
    return ok;
}

static bool is_layout(rel_statement *t)
{
    return adds(t, lcr_rel_arg_map(t, 0));
}

static bool admissible(rel_statement *t)
{
    maps m; /* A, B */
    bool ok = open_maps(t, 2, &m) && goes_on(t, m.a, m.R) && adds(t, after(m.R, m.a));
    close_maps(&m);
    return ok;
}

/* Of A that is one to one, D has each value of A once. */
static bool divides_into(rel_statement *t)
{
    maps m; /* D, A, T */
    bool ok = open_maps(t, 3, &m);
    isl_map *tile = ok ? after(m.a, m.b) : NULL, *first = NULL, *of_a = NULL;
    isl_size n = ok ? isl_map_dim(m.R, isl_dim_in) : 0;
    isl_size of_t = ok ? isl_map_dim(m.b, isl_dim_in) : 0;
    if (tile && n > of_t) {
        first = isl_map_copy(m.R);
        for (isl_size k = n; k-- > of_t;) {
            first = isl_map_fix_si(first, isl_dim_in, (unsigned)k, 0);
            first = isl_map_project_out(first, isl_dim_in, (unsigned)k, 1);
        }
        of_a = isl_map_intersect_range(isl_map_copy(m.R), isl_map_range(isl_map_copy(m.a)));
    }
    ok = of_a && lcr_rel_same_maps(t, first, isl_map_copy(tile)) &&
         one_to_one(t, isl_map_copy(m.a)) && one_to_one(t, isl_map_copy(of_a)) &&
         lcr_rel_in(t, isl_map_range(isl_map_copy(m.a)), isl_map_range(isl_map_copy(m.R))) &&
         (t->n < 4 ||
          lcr_rel_in(t, isl_map_range(isl_map_copy(m.R)), isl_map_range(isl_map_copy(m.a))));
    isl_map_free(of_a);
    isl_map_free(tile);
    close_maps(&m);
    return ok;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    size_t n;
    bool (*shown)(rel_statement *t);
} table[] = {
    {"admissible", 2, admissible},
    {"aligned", 2, aligned},
    {"bijective", 1, bijective},
    {"compact", 1, bijective},
    {"complements", 2, complements},
    {"composes", 3, composes},
    {"contained", 2, contained},
    {"covers", 2, covers},
    {"disjoint", 2, disjoint},
    {"divides_into", 3, divides_into},
    {"equal", 2, equiv},
    {"equiv", 2, equiv},
    {"fits", 2, fits},
    {"in_bounds", 2, in_bounds},
    {"injective", 1, injective},
    {"is_layout", 1, is_layout},
    {"left_inverts", 2, left_inverts},
    {"partitions", 2, partitions},
    {"right_inverts", 2, right_inverts},
    {"surjective", 2, surjective},
};

const char *lcr_rel_claim_name(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i].name : NULL;
}

bool lcr_rel_claim(rel_statement *t)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return t->n >= table[i].n && t->arg[table[i].n - 1].text && table[i].shown(t);
    return false;
}
