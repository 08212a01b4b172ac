/* relation.c - what claims say of relations and sets: a row a claim, in isl's own maps.
 *
 * The places are the coordinates of a shape, the elements of a set, or the outputs of another
 * relation. Each row says what must not be:
 *
 *   injective      two inputs of one output
 *   bijective,     a coordinate that is no place, or a place that is none, of the smallest box
 *   compact        from 0 on; two inputs of one output, two outputs of one input
 *   in_bounds,     an output that is no place
 *   fits, aligned
 *   covers         a place that is no output
 *   surjective     both, or, where a function has as many inputs as places, two inputs of one
 *   partitions     surjective, injective, and two outputs of one input
 *   contained      an output that is none of the other
 *   disjoint       an output of both, but for 0
 *   equal, equiv   a pair, or an element, of one only
 *   composes       an output of B that is no input of A; a pair of R only, or of A o B only
 *   right_inverts  an output of R that is no input of A; a pair of A o R that is not (k,k)
 *   left_inverts   an output of A that is no input of L, or of L o A that is none of A; a pair
 *                  of A o L o A only, or of A only
 *   complements    an output of both but 0; a later input of C with no larger value, two values
 *                  of one; a place of [0,N) that is no sum
 *   divides_into   of A that is one to one: a pair of D at 0 in its last inputs only, or of A o
 *                  T only; two inputs of D with one value of A; a value of A that is none of D,
 *                  and, for `exact`, one of D that is none of A
 *   is_layout,     with parameters, a pair of R(x + y), in a box, that is none of R(x) + R(y)
 *   admissible
 *
 * A relation from a box that follows integers is one of its integral coordinate.
 */
#include "config.h"

#include "../sets/relation.h"
#include "claims.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/ilp.h>

static isl_map *map(rel *t, size_t i)
{
    return t->kind->map(t, i);
}

static isl_set *domain(isl_map *m) /* which stays, as in the next */
{
    return isl_map_domain(isl_map_copy(m));
}

static isl_set *range(isl_map *m)
{
    return isl_map_range(isl_map_copy(m));
}

/* Those that an argument says, or the outputs. */
static isl_set *places(rel *t, size_t i)
{
    isl_set *set = t->kind->places(t, i);
    return set ? set : lcr_rel_outputs(t, i);
}

static bool is_set(rel *t, size_t i)
{
    isl_map *m = map(t, i);
    bool is = m && lcr_rel_nin(m) == 0;
    isl_map_free(m);
    return is;
}

static bool is_single(isl_map *m)
{
    return m && lcr_rel_nin(m) == 1 && lcr_rel_nout(m) == 1;
}

/* ---- boxes ---- */

/* x -> x + by on coordinate k. */
static isl_map *step(isl_set *set, size_t k, int by)
{
    isl_multi_aff *step = isl_multi_aff_identity(isl_space_map_from_set(isl_set_get_space(set)));
    isl_aff *next = isl_aff_add_constant_si(isl_multi_aff_get_aff(step, (int)k), by);
    return isl_map_from_multi_aff(isl_multi_aff_set_aff(step, (int)k, next));
}

/* The coordinates of a box from 0 on: none below 0, with each but 0 the one before it, all
 * combinations; the set is taken over. */
static bool fills_box(rel *t, isl_set *set)
{
    size_t n = set ? (size_t)isl_set_dim(set, isl_dim_set) : 0;
    bool ok = n > 0;
    if (ok && isl_set_is_bounded(set) != isl_bool_true)
        ok = t->kind->holds(t, false, "the places have no ends");
    else if (ok)
        ok = t->kind->some(t, isl_set_copy(set));
    for (unsigned k = 0; ok && k < n; k++) {
        isl_set *below = isl_set_apply(isl_set_copy(set), step(set, k, -1));
        ok = t->kind->none(t, isl_set_upper_bound_si(isl_set_copy(set), isl_dim_set, k, -1)) &&
             lcr_rel_in(t, isl_set_lower_bound_si(below, isl_dim_set, k, 0), isl_set_copy(set));
    }
    ok = ok && (n == 1 || lcr_rel_in(t, lcr_rel_grid(set), isl_set_copy(set)));
    isl_set_free(set);
    return ok;
}

/* (i, j, ..) -> i + n_0 j + ..., where all of the box is there; NULL: it is none. */
static isl_map *places_in_box(rel *t, isl_set *inputs)
{
    isl_size n = isl_set_dim(inputs, isl_dim_set);
    isl_set *box = isl_set_universe(isl_set_get_space(inputs));
    isl_aff *place =
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(inputs)));
    isl_val *before = isl_val_one(t->r->isl);
    for (unsigned k = 0; n > 0 && k < (unsigned)n; k++) {
        isl_val *end = isl_set_dim_max_val(isl_set_copy(inputs), (int)k);
        if (isl_val_is_int(end) != isl_bool_true) {
            isl_val_free(end);
            box = isl_set_free(box);
            break;
        }
        box = isl_set_lower_bound_si(box, isl_dim_set, k, 0);
        box = isl_set_upper_bound_val(box, isl_dim_set, k, isl_val_copy(end));
        place = isl_aff_set_coefficient_val(place, isl_dim_in, (int)k, isl_val_copy(before));
        before = isl_val_mul(before, isl_val_add_ui(end, 1));
    }
    isl_val_free(before);
    bool is = box && isl_set_is_equal(box, inputs) == isl_bool_true;
    isl_set_free(inputs);
    isl_map *map = isl_map_intersect_domain(isl_map_from_aff(place), box);
    return is ? map : isl_map_free(map);
}

/* As many integers as there are places in a box, which is taken over. */
static isl_set *numbers_of(rel *t, isl_set *box)
{
    isl_val *last = isl_set_dim_max_val(isl_map_range(places_in_box(t, box)), 0);
    isl_set *all = isl_set_universe(isl_space_set_alloc(t->r->isl, 0, 1));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    return isl_set_upper_bound_val(all, isl_dim_set, 0, last);
}

/* ---- one relation ---- */

static bool injective(rel *t)
{
    return lcr_rel_one_to_one(t, map(t, 0));
}

/* Of integers, the outputs are among the inputs: these are as many. */
static bool bijective(rel *t)
{
    isl_map *m = map(t, 0);
    bool single = is_single(m);
    bool ok = m && fills_box(t, single ? domain(m) : range(m)) &&
              lcr_rel_is_function(t, isl_map_copy(m)) && lcr_rel_one_to_one(t, isl_map_copy(m)) &&
              (!single || lcr_rel_outputs_in(t, isl_map_copy(m), domain(m)));
    isl_map_free(m);
    return ok;
}

static bool in_bounds(rel *t)
{
    return lcr_rel_outputs_in(t, map(t, 0), t->kind->places(t, 1));
}

/* Does isl find that a function has as many inputs as places, and these have ends? */
static bool as_many(isl_map *m, isl_set *all)
{
    isl_set *inputs = domain(m);
    bool is = is_single(m) && isl_set_dim(all, isl_dim_set) == 1 &&
              isl_set_is_equal(inputs, all) == isl_bool_true &&
              isl_set_is_bounded(all) == isl_bool_true &&
              isl_map_is_single_valued(m) == isl_bool_true;
    isl_set_free(inputs);
    return is;
}

/* The map stays. */
static bool is_onto(rel *t, isl_map *m, isl_set *all)
{
    bool counted = m && all && as_many(m, all);
    if (!lcr_rel_outputs_in(t, isl_map_copy(m), isl_set_copy(all))) {
        isl_set_free(all);
        return false;
    }
    if (!counted)
        return lcr_rel_in(t, all, range(m));
    isl_set_free(all);
    return lcr_rel_one_to_one(t, isl_map_copy(m));
}

static bool surjective(rel *t)
{
    isl_map *m = map(t, 0);
    bool ok = is_onto(t, m, t->kind->places(t, 1));
    isl_map_free(m);
    return ok;
}

/* The pairs whose outputs are below the guard, which has one, or _, for each. */
static isl_map *guarded(rel *t, isl_map *m)
{
    isl_set *guard = t->n > 2 && !t->for_all ? t->kind->at(t, 2) : NULL;
    if (t->n <= 2 || !guard)
        return t->n <= 2 ? m : isl_map_free(m);
    unsigned n = (unsigned)isl_set_dim(guard, isl_dim_set);
    bool all = n == 1 && isl_set_involves_dims(guard, isl_dim_set, 0, 1) == isl_bool_false;
    if (!all && n != lcr_rel_nout(m))
        m = isl_map_free(m);
    for (unsigned k = 0; !all && k < n; k++)
        if (isl_set_involves_dims(guard, isl_dim_set, k, 1) == isl_bool_true)
            m = isl_map_upper_bound_val(
                m, isl_dim_out, k,
                isl_val_sub_ui(isl_set_dim_max_val(isl_set_copy(guard), (int)k), 1));
    isl_set_free(guard);
    return m;
}

static bool partitions(rel *t)
{
    isl_map *m = guarded(t, map(t, 0));
    isl_set *all = m ? t->kind->places(t, 1) : NULL;
    if (all && lcr_rel_nout(m) == 1 && isl_set_dim(all, isl_dim_set) > 1)
        all = numbers_of(t, all);
    bool ok = all && lcr_rel_is_function(t, isl_map_copy(m)) &&
              lcr_rel_one_to_one(t, isl_map_copy(m)) && is_onto(t, m, isl_set_copy(all));
    isl_set_free(all);
    isl_map_free(m);
    return ok;
}

/* ---- what is reached ---- */

static bool covers(rel *t)
{
    return lcr_rel_in(t, places(t, 1), lcr_rel_outputs(t, 0));
}

/* The outputs: for all numbers, of a function from a box to integers. */
static isl_set *values(rel *t, size_t i)
{
    isl_map *m = t->for_all ? map(t, i) : NULL;
    bool ok = !t->for_all || (m && lcr_rel_nout(m) == 1 && fills_box(t, domain(m)) &&
                              lcr_rel_is_function(t, isl_map_copy(m)));
    isl_map_free(m);
    return ok ? lcr_rel_outputs(t, i) : NULL;
}

/* The multiples of n, which is the same whatever the parameters. */
static bool aligned(rel *t)
{
    isl_set *one = t->kind->at(t, 1);
    isl_val *n = isl_set_dim_max_val(isl_set_copy(one), 0), *least = isl_set_dim_min_val(one, 0);
    bool is = isl_val_is_pos(n) == isl_bool_true && isl_val_eq(n, least) == isl_bool_true;
    isl_val_free(least);
    isl_local_space *line = isl_local_space_from_space(isl_space_set_alloc(t->r->isl, 0, 1));
    isl_aff *x = isl_aff_var_on_domain(line, isl_dim_set, 0);
    isl_set *times = isl_map_range(isl_map_from_aff(isl_aff_scale_val(x, n)));
    if (is)
        return lcr_rel_in(t, values(t, 0), times);
    isl_set_free(times);
    return false;
}

static bool contained(rel *t)
{
    return lcr_rel_in(t, lcr_rel_outputs(t, 0), lcr_rel_outputs(t, 1));
}

static bool shared_is_0(rel *t, isl_set *a, isl_set *b)
{
    bool alike = a && b && isl_set_dim(a, isl_dim_set) == isl_set_dim(b, isl_dim_set);
    isl_set *zero = alike ? isl_set_universe(isl_set_get_space(a)) : NULL;
    for (unsigned k = 0; alike && k < (unsigned)isl_set_dim(a, isl_dim_set); k++)
        zero = isl_set_fix_si(zero, isl_dim_set, k, 0);
    if (alike)
        return lcr_rel_in(t, isl_set_intersect(a, b), zero);
    isl_set_free(a);
    isl_set_free(b);
    return false;
}

static bool disjoint(rel *t)
{
    return shared_is_0(t, lcr_rel_outputs(t, 0), lcr_rel_outputs(t, 1));
}

static bool equiv(rel *t)
{
    return is_set(t, 0) || is_set(t, 1) ? lcr_rel_same_sets(t, places(t, 0), places(t, 1))
                                        : lcr_rel_same_maps(t, map(t, 0), map(t, 1));
}

/* ---- composites and inverses ---- */

/* The first arguments, freed together. */
typedef struct {
    isl_map *x, *y, *z;
} maps;

static bool open(rel *t, size_t n, maps *m)
{
    *m = (maps){.x = map(t, 0)};
    m->y = m->x ? map(t, 1) : NULL;
    m->z = m->y && n > 2 ? map(t, 2) : NULL;
    return m->y && (n < 3 || m->z);
}

static bool done(maps *m, bool ok)
{
    isl_map_free(m->x);
    isl_map_free(m->y);
    isl_map_free(m->z);
    return ok;
}

/* outer o inner; both stay. */
static isl_map *after(isl_map *outer, isl_map *inner)
{
    return lcr_rel_after(isl_map_copy(outer), isl_map_copy(inner));
}

/* It follows `values` integers: *m as a function of the integral coordinate, if it has to be. */
static bool takes(rel *t, isl_map **m, size_t values)
{
    if (lcr_rel_nin(*m) == values)
        return true;
    isl_map *place = values == 1 ? places_in_box(t, domain(*m)) : NULL;
    if (place)
        *m = isl_map_apply_range(isl_map_reverse(place), *m);
    return place != NULL;
}

/* Every output of the inner relation is an input of the outer one; both stay. */
static bool goes_on(rel *t, isl_map *inner, isl_map *outer)
{
    return lcr_rel_outputs_in(t, isl_map_copy(inner), domain(outer));
}

/* The last axes that a layout of coordinates does not name are 0. */
static isl_map *fill_axes(rel *t, isl_map *m, size_t values)
{
    size_t have = lcr_rel_nout(m);
    if (have >= values || !t->kind->is_open(t, 0))
        return m;
    m = isl_map_insert_dims(m, isl_dim_out, (unsigned)have, (unsigned)(values - have));
    for (; have < values; have++)
        m = isl_map_fix_si(m, isl_dim_out, (unsigned)have, 0);
    return m;
}

static bool composes(rel *t)
{
    maps m; /* R, A, B */
    bool ok = open(t, 3, &m) && takes(t, &m.y, lcr_rel_nout(m.z)) && goes_on(t, m.z, m.y);
    if (ok)
        m.x = fill_axes(t, m.x, lcr_rel_nout(m.y));
    ok = ok && (lcr_rel_nin(m.x) == 1 ? takes(t, &m.z, 1) : takes(t, &m.x, lcr_rel_nin(m.z)));
    return done(&m, ok && lcr_rel_same_maps(t, after(m.y, m.z), isl_map_copy(m.x)));
}

static bool right_inverts(rel *t)
{
    maps m; /* R, A */
    bool ok = open(t, 2, &m) && takes(t, &m.y, lcr_rel_nout(m.x)) &&
              lcr_rel_nin(m.x) == lcr_rel_nout(m.y) && goes_on(t, m.x, m.y);
    isl_map *both = ok ? after(m.y, m.x) : NULL;
    isl_map *same = both ? isl_map_identity(isl_map_get_space(both)) : NULL;
    return done(&m, lcr_rel_pairs_in(t, both, same));
}

static bool left_inverts(rel *t)
{
    maps m; /* L, A */
    bool ok = open(t, 2, &m) && takes(t, &m.y, lcr_rel_nout(m.x)) &&
              takes(t, &m.x, lcr_rel_nout(m.y)) && goes_on(t, m.y, m.x);
    isl_map *back = ok ? after(m.x, m.y) : NULL;
    ok = back && goes_on(t, back, m.y) &&
         lcr_rel_same_maps(t, after(m.y, back), isl_map_copy(m.y));
    isl_map_free(back);
    return done(&m, ok);
}

/* ---- complements and divides ---- */

/* { x -> y : x comes before y }, the last coordinate being major; inputs are taken over. */
static isl_map *before(isl_space *inputs)
{
    isl_size n = isl_space_dim(inputs, isl_dim_set);
    isl_map *any = isl_map_universe(isl_space_map_from_set(inputs));
    isl_map *all = isl_map_empty(isl_map_get_space(any));
    for (isl_size k = 0; k < n; k++) {
        isl_map *part = isl_map_copy(any);
        for (isl_size j = k + 1; j < n; j++)
            part = isl_map_equate(part, isl_dim_in, (int)j, isl_dim_out, (int)j);
        all = isl_map_union(all, isl_map_order_lt(part, isl_dim_in, (int)k, isl_dim_out, (int)k));
    }
    isl_map_free(any);
    return all;
}

/* A later input of C has a larger value, which it has alone. */
static bool increases(rel *t, isl_map *c)
{
    isl_map *fall = isl_map_lex_ge(isl_space_range(isl_map_get_space(c)));
    isl_map *both = isl_map_product(isl_map_copy(c), isl_map_copy(c));
    both = isl_map_intersect_range(both, isl_map_wrap(fall));
    both = isl_map_intersect_domain(both,
                                    isl_map_wrap(before(isl_space_domain(isl_map_get_space(c)))));
    return lcr_rel_no_pair(t, both) && lcr_rel_is_function(t, isl_map_copy(c));
}

static bool complements(rel *t)
{
    maps m; /* C, A */
    bool ok = open(t, 2, &m) && lcr_rel_nout(m.x) == 1 && lcr_rel_nout(m.y) == 1 &&
              shared_is_0(t, range(m.x), range(m.y)) && increases(t, m.x);
    if (ok && t->n > 2)
        ok = lcr_rel_in(t, t->kind->places(t, 2),
                        isl_map_range(lcr_rel_sum(isl_map_copy(m.y), isl_map_copy(m.x))));
    return done(&m, ok);
}

/* D at 0 in the inputs after the first ones. */
static isl_map *first_inputs(isl_map *d, size_t first)
{
    isl_map *part = isl_map_copy(d);
    for (size_t k = lcr_rel_nin(d); k-- > first;) {
        part = isl_map_fix_si(part, isl_dim_in, (unsigned)k, 0);
        part = isl_map_project_out(part, isl_dim_in, (unsigned)k, 1);
    }
    return part;
}

static bool divides_into(rel *t)
{
    maps m; /* D, A, T */
    bool ok = open(t, 3, &m) && takes(t, &m.y, lcr_rel_nout(m.z)) &&
              lcr_rel_nin(m.x) > lcr_rel_nin(m.z) && isl_map_is_injective(m.y) == isl_bool_true &&
              lcr_rel_same_maps(t, first_inputs(m.x, lcr_rel_nin(m.z)), after(m.y, m.z));
    ok = ok && lcr_rel_one_to_one(t, isl_map_intersect_range(isl_map_copy(m.x), range(m.y))) &&
         lcr_rel_in(t, range(m.y), range(m.x)) &&
         (t->n < 4 || lcr_rel_in(t, range(m.x), range(m.y)));
    return done(&m, ok);
}

/* ---- layouts, with parameters ---- */

/* R(x + y) = R(x) + R(y), on a box; the map is taken over. */
static bool adds(rel *t, isl_map *m)
{
    bool ok = m && fills_box(t, domain(m)) && lcr_rel_is_function(t, isl_map_copy(m));
    if (ok) {
        isl_map *apart = lcr_rel_sum(isl_map_copy(m), isl_map_copy(m));
        isl_map *same =
            isl_map_identity(isl_space_map_from_set(isl_space_domain(isl_map_get_space(m))));
        isl_map *at = lcr_rel_after(isl_map_copy(m), lcr_rel_sum(isl_map_copy(same), same));
        at = isl_map_intersect_domain(at, domain(apart));
        ok = lcr_rel_pairs_in(t, at, apart);
    }
    isl_map_free(m);
    return ok;
}

static bool is_layout(rel *t)
{
    return adds(t, map(t, 0));
}

static bool admissible(rel *t)
{
    maps m; /* A, B */
    bool ok = open(t, 2, &m) && goes_on(t, m.y, m.x) && adds(t, after(m.x, m.y));
    return done(&m, ok);
}

/* ---- the table ---- */

const rel_row lcr_rel_claims[] = {
    {"admissible", 2, admissible, 0},
    {"aligned", 2, aligned, 0},
    {"bijective", 1, bijective, 0},
    {"compact", 1, bijective, 0},
    {"complements", 2, complements, 0},
    {"composes", 3, composes, 0},
    {"contained", 2, contained, 0},
    {"covers", 2, covers, 0},
    {"disjoint", 2, disjoint, 0},
    {"divides_into", 3, divides_into, 0},
    {"equal", 2, equiv, 0},
    {"equiv", 2, equiv, 0},
    {"fits", 2, in_bounds, 0},
    {"in_bounds", 2, in_bounds, 0},
    {"injective", 1, injective, 0},
    {"is_layout", 1, is_layout, 0},
    {"left_inverts", 2, left_inverts, 0},
    {"partitions", 2, partitions, 0},
    {"right_inverts", 2, right_inverts, 0},
    {"surjective", 2, surjective, 0},
    {NULL, 0, NULL, 0},
};

bool lcr_ev_relation(ev *e, const char *claim, size_t n, const lit *const *arg)
{
    lcr_statement s = {.claim = claim, .n = n};
    *e->out = (lcr_evidence){.by = "relation", .holds = true};
    e->none = false;
    for (size_t i = 0; i < n; i++)
        s.arg[i] = arg[i];
    return lcr_ev_related(e, lcr_rel_claims, &s);
}

/* ---- is_linear, is_layout, of numbers ---- */

#define EVALUATIONS 1024

/* The one value at an input; false: none, or several, or an error. */
static bool value_at(void *of, lc_int c, lc_int *value)
{
    lcr_ctx *r = ((ev *)of)->pool->isl;
    isl_set *at =
        isl_map_range(isl_map_fix_val(isl_map_copy(r->read), isl_dim_in, 0, lcr_val(r, c)));
    isl_val *most = isl_set_dim_max_val(isl_set_copy(at), 0);
    isl_val *least = isl_set_dim_min_val(at, 0);
    bool is = isl_val_is_int(most) == isl_bool_true && isl_val_eq(least, most) == isl_bool_true;
    isl_val_free(least);
    if (is)
        return lcr_int(r, most, value);
    isl_val_free(most);
    return false;
}

bool lcr_ev_relation_is_like(ev *e, const lit *x, bool linear)
{
    lc_int n;
    size_t looks = EVALUATIONS;
    bool negative;
    e->out->by = "relation";
    isl_map *m = lcr_relation_of_text(e, x->word, x->set); /* which is kept */
    isl_set *inputs = is_single(m) ? domain(m) : NULL;
    isl_map_free(m);
    if (!inputs)
        return lcr_ev_ok(e) && lcr_ev_not(e);
    isl_val *end = isl_set_dim_max_val(inputs, 0);
    if (isl_val_is_int(end) != isl_bool_true) {
        isl_val_free(end);
        return lcr_ev_condition(e, false, "the inputs have no ends");
    }
    if (!lcr_int(e->pool->isl, isl_val_add_ui(end, 1), &n))
        return false;
    if (lc_int_le(n, lc_int_const(0)))
        return lcr_ev_condition(e, false, "an input is negative");
    if (linear && !lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the size is no power of two");
    const lit *to = linear && !lc_int_is_one(n)
                        ? lcr_ev_linear_through(e, n, value_at, e, &negative)
                        : lcr_ev_layout_through(e, n, value_at, e, &looks);
    if (!lcr_ev_ok(e) || (!to && looks == 0))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    if (to)
        return lcr_ev_is_relation_of(e, to, x);
    isl_map *below = isl_map_upper_bound_si(isl_map_copy(e->pool->isl->read), isl_dim_out, 0, -1);
    bool some = isl_map_is_empty(below) == isl_bool_false;
    return some ? lcr_relation_left(e, isl_map_wrap(below))
                : (isl_map_free(below), lcr_ev_condition(e, false, "a value is missing"));
}
