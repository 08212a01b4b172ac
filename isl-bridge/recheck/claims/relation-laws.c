/* relation-laws.c - claims that relations are composites, inverses, complements and divides.
 *
 * isl composes, reverses and adds the relations, and what is left is put as sets:
 *
 *   composes       outputs of B that are no inputs of A; pairs of R only, and of A o B only
 *   right_inverts  outputs of R that are no inputs of A; pairs of A o R that are not (k,k)
 *   left_inverts   outputs of A that are no inputs of L, and of L o A that are none of A; pairs
 *                  of A o L o A only, and of A only
 *   complements    places of both but 0; a later input of C with no larger value; two values at
 *                  one input of C; places of [0,N) that are no sum
 *   divides_into   pairs of D at 0 in the last inputs only, and of A o T only; where A is one to
 *                  one: two inputs of D with one value of A; values of A that are none of D, and,
 *                  for `exact`, of D that are none of A
 *
 * A relation from a box that follows integers is one of its integral coordinate.
 */
#include "config.h"

#include "../sets/relation-isl.h"
#include "claims.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>

/* NULL: it is no relation that isl reads, or an error. */
static isl_map *map_of(ev *e, const lit *a)
{
    a = lcr_ev_layout(e, a);
    return a && e->pool->isl ? lcr_relation_of_literal(e, a) : NULL;
}

/* The maps of a claim, freed together. */
typedef struct {
    isl_map *x, *y, *z;
} maps;

static bool done(ev *e, maps *m, bool known, bool ok)
{
    isl_map_free(m->x);
    isl_map_free(m->y);
    isl_map_free(m->z);
    return known ? ok : lcr_ev_ok(e) && lcr_ev_not(e);
}

/* What stood in the way of other evidence is no matter. */
static bool open(ev *e, const lit *x, const lit *y, const lit *z, maps *m)
{
    *m = (maps){.x = NULL};
    *e->out = (lcr_evidence){.by = "relation", .holds = true};
    e->none = false;
    m->x = map_of(e, x);
    m->y = m->x ? map_of(e, y) : NULL;
    m->z = m->y && z ? map_of(e, z) : NULL;
    return m->y && (!z || m->z);
}

static size_t nin(isl_map *m)
{
    isl_size n = isl_map_dim(m, isl_dim_in);
    return n < 0 ? 0 : (size_t)n;
}

static size_t nout(isl_map *m)
{
    isl_size n = isl_map_dim(m, isl_dim_out);
    return n < 0 ? 0 : (size_t)n;
}

/* outer o inner; both stay. */
static isl_map *after(isl_map *outer, isl_map *inner)
{
    return isl_map_apply_range(isl_map_copy(inner), isl_map_copy(outer));
}

/* ---- integral coordinates ---- */

/* (i, j, ..) -> i + n_0 j + ..., where all of the box is there; NULL: it is none. */
static isl_map *places_in_box(ev *e, isl_set *inputs)
{
    lcr_ctx *r = e->pool->isl;
    isl_size n = isl_set_dim(inputs, isl_dim_set);
    isl_set *box = isl_set_universe(isl_set_get_space(inputs));
    isl_aff *place =
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(inputs)));
    lc_int step = lc_int_const(1), last;
    bool is = true;
    for (isl_size k = 0; is && k < n; k++) {
        isl_val *end = isl_set_dim_max_val(isl_set_copy(inputs), (int)k);
        is = end && isl_val_is_int(end) == isl_bool_true;
        if (!is) {
            isl_val_free(end);
            break;
        }
        box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)k, 0);
        box = isl_set_upper_bound_val(box, isl_dim_set, (unsigned)k, isl_val_copy(end));
        place = isl_aff_set_coefficient_val(place, isl_dim_in, (int)k, lcr_val(r, step));
        is = lcr_int(r, end, &last);
        step = lc_int_mul(e->pool->lc, step, lc_int_add(e->pool->lc, last, lc_int_const(1)));
    }
    is = is && isl_set_is_equal(box, inputs) == isl_bool_true;
    isl_map *map = isl_map_intersect_domain(isl_map_from_aff(place), box);
    return is ? map : isl_map_free(map);
}

/* It follows `values` integers: *m as a function of the integral coordinate, if it has to be. */
static bool takes(ev *e, isl_map **m, size_t values)
{
    if (nin(*m) == values)
        return true;
    isl_set *inputs = isl_map_domain(isl_map_copy(*m));
    isl_map *place = values == 1 ? places_in_box(e, inputs) : NULL;
    isl_set_free(inputs);
    if (place)
        *m = isl_map_apply_range(isl_map_reverse(place), *m);
    return place != NULL;
}

/* ---- parts ---- */

/* Outputs of the inner relation that are no inputs of the outer one. */
static bool leads_out(ev *e, isl_map *inner, isl_map *outer)
{
    isl_set *inputs = isl_map_domain(isl_map_copy(outer));
    if (!lcr_relation_is_simple(e, inputs)) {
        isl_set_free(inputs);
        return false;
    }
    return lcr_relation_left(e, isl_set_subtract(isl_map_range(isl_map_copy(inner)), inputs));
}

static bool same(ev *e, isl_map *made, isl_map *as)
{
    bool ok = lcr_relation_same(e, made, as);
    isl_map_free(made);
    return ok;
}

/* ---- composites and inverses ---- */

static isl_map *add_zeros(isl_map *m, size_t first, size_t n)
{
    m = isl_map_insert_dims(m, isl_dim_out, (unsigned)first, (unsigned)n);
    for (size_t k = first; k < first + n; k++)
        m = isl_map_fix_si(m, isl_dim_out, (unsigned)k, 0);
    return m;
}

/* The axes that a layout of coordinates does not name are 0. */
static void fill_axes(const lit *x, isl_map **m, size_t values)
{
    size_t have = nout(*m), place = 0;
    if (!x->basis || have >= values)
        return;
    if (have == 1 && x->naxes == 1 && x->path[0].depth > 0)
        place = x->path[0].mode[0];
    if (have == 1 && place < values)
        *m = add_zeros(*m, 0, place);
    *m = add_zeros(*m, nout(*m), values - nout(*m));
}

bool lcr_ev_relations_compose(ev *e, const lit *R, const lit *a, const lit *b)
{
    maps m; /* R, A, B */
    bool known = open(e, R, a, b, &m) && takes(e, &m.y, nout(m.z));
    bool ok = known && leads_out(e, m.z, m.y);
    if (ok)
        fill_axes(R, &m.x, nout(m.y));
    if (ok)
        known = nin(m.x) == 1 ? takes(e, &m.z, 1) : takes(e, &m.x, nin(m.z));
    return done(e, &m, known, ok && known && same(e, after(m.y, m.z), m.x));
}

bool lcr_ev_relations_right_invert(ev *e, const lit *R, const lit *a)
{
    maps m; /* R, A */
    bool known = open(e, R, a, NULL, &m) && takes(e, &m.y, nout(m.x)) && nin(m.x) == nout(m.y);
    bool ok = known && leads_out(e, m.x, m.y);
    if (ok) {
        isl_map *both = after(m.y, m.x);
        isl_map *identity = isl_map_identity(isl_map_get_space(both));
        ok = lcr_relation_pairs_left(e, isl_map_subtract(both, identity));
    }
    return done(e, &m, known, ok);
}

bool lcr_ev_relations_left_invert(ev *e, const lit *l, const lit *a)
{
    maps m; /* L, A */
    bool known = open(e, l, a, NULL, &m) && takes(e, &m.y, nout(m.x)) &&
                 takes(e, &m.x, nout(m.y));
    bool ok = known && leads_out(e, m.y, m.x);
    isl_map *there = ok ? after(m.x, m.y) : NULL;
    ok = ok && leads_out(e, there, m.y) && same(e, after(m.y, there), m.y);
    isl_map_free(there);
    return done(e, &m, known, ok);
}

/* ---- complements ---- */

/* { x -> y : x comes before y }, the last coordinate being major; inputs are taken over. */
static isl_map *before(isl_space *inputs)
{
    isl_map *all = NULL;
    isl_size n = isl_space_dim(inputs, isl_dim_set);
    for (isl_size k = 0; k < n; k++) {
        isl_map *part = isl_map_universe(isl_space_map_from_set(isl_space_copy(inputs)));
        for (isl_size j = k + 1; j < n; j++)
            part = isl_map_equate(part, isl_dim_in, (int)j, isl_dim_out, (int)j);
        part = isl_map_order_lt(part, isl_dim_in, (int)k, isl_dim_out, (int)k);
        all = all ? isl_map_union(all, part) : part;
    }
    if (!all)
        all = isl_map_empty(isl_space_map_from_set(isl_space_copy(inputs)));
    isl_space_free(inputs);
    return all;
}

/* Inputs of C of which the later has no larger value; values of one input. */
static bool increases(ev *e, isl_map *c)
{
    isl_map *reverse = isl_map_reverse(isl_map_copy(c));
    isl_space *values = isl_space_range(isl_map_get_space(c));
    isl_map *fall = isl_map_apply_range(isl_map_copy(c), isl_map_lex_ge(isl_space_copy(values)));
    fall = isl_map_apply_range(fall, isl_map_copy(reverse));
    fall = isl_map_intersect(fall, before(isl_space_domain(isl_map_get_space(c))));
    isl_map *two = isl_map_apply_range(reverse, isl_map_copy(c));
    two = isl_map_intersect(two, isl_map_lex_lt(values));
    bool ok = lcr_relation_pairs_left(e, fall);
    if (ok)
        return lcr_relation_pairs_left(e, two);
    isl_map_free(two);
    return false;
}

/* Places of [0,n) that no sum of outputs is. */
static bool covers(ev *e, isl_map *a, isl_map *c, lc_int n)
{
    lc_int least = lc_int_const(0), most = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    isl_map *sums = lcr_relation_sum(a, c);
    isl_set *all = lcr_relation_box(e->pool->isl, 1, &least, &most),
            *reached = isl_map_range(sums);
    if (!lcr_relation_is_simple(e, reached)) {
        isl_set_free(all);
        isl_set_free(reached);
        return false;
    }
    return lcr_relation_left(e, isl_set_subtract(all, reached));
}

bool lcr_ev_relations_complement(ev *e, const lit *c, const lit *a, const lc_int *n)
{
    maps m;
    bool known = open(e, c, a, NULL, &m) && nout(m.x) == 1 && nout(m.y) == 1;
    bool ok = known && lcr_ev_relation_disjoint(e, c, a) && increases(e, m.x) &&
              (!n || covers(e, m.y, m.x, *n));
    return done(e, &m, known, ok);
}

/* ---- divides ---- */

/* Two inputs of one output. */
static isl_map *collisions(isl_map *m)
{
    isl_map *meet = isl_map_apply_range(isl_map_copy(m), isl_map_reverse(isl_map_copy(m)));
    return isl_map_intersect(meet, isl_map_lex_lt(isl_space_domain(isl_map_get_space(m))));
}

/* Values of x that are none of y. */
static bool values_left(ev *e, isl_map *x, isl_map *y)
{
    isl_set *values = isl_map_range(isl_map_copy(y));
    if (!lcr_relation_is_simple(e, values)) {
        isl_set_free(values);
        return false;
    }
    return lcr_relation_left(e, isl_set_subtract(isl_map_range(isl_map_copy(x)), values));
}

/* D at 0 in the inputs after the first ones. */
static isl_map *first_inputs(isl_map *d, size_t first)
{
    isl_map *part = isl_map_copy(d);
    for (size_t k = nin(d); k-- > first;) {
        part = isl_map_fix_si(part, isl_dim_in, (unsigned)k, 0);
        part = isl_map_project_out(part, isl_dim_in, (unsigned)k, 1);
    }
    return part;
}

bool lcr_ev_relations_divide_into(ev *e, const lit *d, const lit *a, const lit *t, bool exact)
{
    maps m; /* D, A, T */
    bool known = open(e, d, a, t, &m) && takes(e, &m.y, nout(m.z)) && nin(m.x) > nin(m.z) &&
                 isl_map_is_injective(m.y) == isl_bool_true;
    bool ok = known;
    if (known) {
        isl_map *tile = after(m.y, m.z);
        ok = same(e, first_inputs(m.x, nin(m.z)), tile);
        isl_map_free(tile);
    }
    if (ok) {
        isl_set *values = isl_map_range(isl_map_copy(m.y));
        isl_map *of_a = isl_map_intersect_range(isl_map_copy(m.x), values);
        ok = lcr_relation_pairs_left(e, collisions(of_a)) && values_left(e, m.y, m.x) &&
             (!exact || values_left(e, m.x, m.y));
        isl_map_free(of_a);
    }
    return done(e, &m, known, ok);
}
