/* relation.c - what operations say of relations and sets, in isl's own maps; relations of values.
 *
 * isl reads the arguments and the value and does the operation: what is in one of the two results
 * only is empty. What the value is made of is not looked at: a complement is judged by what it
 * has to do. A relation of a layout, or a layout of a relation, is stated from the literal
 * (sets/graph.h).
 */
#include "config.h"

#include "laws.h"
#include "../sets/relation.h"

#include "../../internal.h"

#include <isl/ilp.h>

static isl_map *map(rel *t, size_t i)
{
    return t->kind->map(t, i);
}

/* A tuple is a box where the value is a set, else a compact layout. */
static isl_map *operand(rel *t, size_t i)
{
    isl_map *value = map(t, REL_VALUE);
    isl_set *set = value && lcr_rel_nin(value) == 0 ? t->kind->places(t, i) : NULL;
    isl_map_free(value);
    return set ? isl_map_from_range(set) : map(t, i);
}

/* ---- operations that isl has, too ---- */

enum {
    COMPOSE,
    DOMAIN,
    RANGE,
    IMAGE,
    RESTRICT,
    GUARD,
    UNION,
    INTERSECT,
    DIFFERENCE,
    SAME,
    REVERSE,
    LEAST_REVERSE,
    CONCAT,
    SLICE
};

static isl_map *sum_of_all(rel *t)
{
    isl_map *all = map(t, 0);
    for (size_t i = 1; all && i < t->n; i++)
        all = lcr_rel_sum(all, map(t, i));
    return all;
}

/* Without the inputs that are given. */
static isl_map *slice(rel *t)
{
    isl_set *at = t->kind->at(t, 1);
    isl_map *m = map(t, 0);
    if (!at || !m || (size_t)isl_set_dim(at, isl_dim_set) != lcr_rel_nin(m)) {
        isl_set_free(at);
        return isl_map_free(m);
    }
    m = isl_map_intersect_domain(m, isl_set_copy(at));
    for (unsigned k = (unsigned)isl_set_dim(at, isl_dim_set); k-- > 0;)
        if (isl_set_involves_dims(at, isl_dim_set, k, 1) == isl_bool_true)
            m = isl_map_project_out(m, isl_dim_in, k, 1);
    isl_set_free(at);
    return m;
}

static bool alike(isl_map *x, isl_map *y)
{
    return x && y && lcr_rel_nin(x) == lcr_rel_nin(y) && lcr_rel_nout(x) == lcr_rel_nout(y);
}

static isl_map *of_both(rel *t, isl_map *make(isl_map *, isl_map *))
{
    isl_map *x = operand(t, 0), *y = x ? operand(t, 1) : NULL;
    if (alike(x, y))
        return make(x, y);
    isl_map_free(x);
    return isl_map_free(y);
}

static isl_map *with_places(rel *t, isl_map *make(isl_map *, isl_set *))
{
    isl_map *x = map(t, 0);
    isl_set *y = x ? t->kind->places(t, 1) : NULL;
    if (y && (size_t)isl_set_dim(y, isl_dim_set) == lcr_rel_nin(x))
        return make(x, y);
    isl_set_free(y);
    return isl_map_free(x);
}

static isl_map *result_of(rel *t)
{
    switch (t->how) {
    case COMPOSE: return lcr_rel_after(map(t, 0), map(t, 1));
    case DOMAIN: return isl_map_from_range(isl_map_domain(map(t, 0)));
    case RANGE: return isl_map_from_range(lcr_rel_outputs(t, 0));
    case IMAGE:
        return isl_map_from_range(isl_map_range(with_places(t, isl_map_intersect_domain)));
    case RESTRICT: return with_places(t, isl_map_intersect_domain);
    case GUARD: return isl_map_from_range(isl_map_domain(lcr_rel_after(map(t, 0), map(t, 1))));
    case UNION: return of_both(t, isl_map_union);
    case INTERSECT: return of_both(t, isl_map_intersect);
    case DIFFERENCE: return of_both(t, isl_map_subtract);
    case REVERSE: return isl_map_reverse(map(t, 0));
    case LEAST_REVERSE: return isl_map_lexmin(isl_map_reverse(map(t, 0)));
    case CONCAT: return sum_of_all(t);
    case SLICE: return slice(t);
    default: return map(t, 0);
    }
}

static bool is(rel *t)
{
    isl_map *value = map(t, REL_VALUE), *want = value ? result_of(t) : NULL;
    if (want)
        return lcr_rel_same_maps(t, want, value);
    isl_map_free(value);
    return false;
}

/* Functions that are written as such are composed as they are. */
static bool compose(rel *t)
{
    isl_pw_multi_aff *a = t->kind->function(t, 0), *b = a ? t->kind->function(t, 1) : NULL;
    isl_pw_multi_aff *value = b ? t->kind->function(t, REL_VALUE) : NULL;
    if (value && isl_pw_multi_aff_dim(b, isl_dim_out) == isl_pw_multi_aff_dim(a, isl_dim_in))
        return lcr_rel_same_functions(t, isl_pw_multi_aff_pullback_pw_multi_aff(a, b), value);
    isl_pw_multi_aff_free(a);
    isl_pw_multi_aff_free(b);
    isl_pw_multi_aff_free(value);
    return is(t);
}

/* ---- integers ---- */

static bool evaluate(rel *t)
{
    isl_set *at = t->kind->at(t, 1), *value = at ? t->kind->at(t, REL_VALUE) : NULL;
    isl_map *m = value ? map(t, 0) : NULL;
    if (m && (size_t)isl_set_dim(at, isl_dim_set) == lcr_rel_nin(m))
        return lcr_rel_same_sets(t, isl_set_apply(at, m), value);
    isl_set_free(at);
    isl_set_free(value);
    isl_map_free(m);
    return false;
}

/* All outputs are at or before those of the value less 1, which are there. */
static bool cosize(rel *t)
{
    isl_set *all = lcr_rel_outputs(t, 0), *end = all ? t->kind->at(t, REL_VALUE) : NULL;
    if (!end || isl_set_dim(all, isl_dim_set) != isl_set_dim(end, isl_dim_set)) {
        isl_set_free(all);
        isl_set_free(end);
        return false;
    }
    isl_multi_aff *back = isl_multi_aff_identity(isl_space_map_from_set(isl_set_get_space(end)));
    for (int k = 0; k < isl_set_dim(end, isl_dim_set); k++)
        back = isl_multi_aff_set_aff(back, k,
                                     isl_aff_add_constant_si(isl_multi_aff_get_aff(back, k), -1));
    isl_set *last = isl_set_apply(end, isl_map_from_multi_aff(back));
    isl_set *later = isl_set_apply(isl_set_copy(last), isl_map_lex_lt(isl_set_get_space(last)));
    bool ok = t->kind->none(t, isl_set_intersect(isl_set_copy(all), later));
    if (ok)
        return lcr_rel_in(t, last, all);
    isl_set_free(last);
    isl_set_free(all);
    return false;
}

/* ---- complements, divides and products ---- */

/* [0,n), or up to the last output. */
static isl_set *whole(rel *t, isl_map *m)
{
    if (t->n > 1)
        return t->kind->places(t, 1);
    isl_set *all = isl_set_universe(isl_space_set_alloc(t->r->isl, 0, 1));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    return isl_set_upper_bound_val(all, isl_dim_set, 0,
                                   isl_set_dim_max_val(isl_map_range(isl_map_copy(m)), 0));
}

/* Copies of the values, moved by those of the complement, are disjoint and leave no gap. */
static bool complement(rel *t)
{
    isl_map *x = map(t, 0), *value = x ? map(t, REL_VALUE) : NULL;
    bool ok = value && lcr_rel_nout(x) == 1 && lcr_rel_nout(value) == 1;
    isl_map *copies = ok ? lcr_rel_sum(isl_map_copy(x), isl_map_copy(value)) : NULL;
    ok = copies && lcr_rel_one_to_one(t, isl_map_copy(copies)) &&
         lcr_rel_in(t, whole(t, x), isl_map_range(isl_map_copy(copies)));
    isl_map_free(copies);
    isl_map_free(x);
    isl_map_free(value);
    return ok;
}

/* all: (x, y) -> part(x) + t(y); the map t, NULL: isl has failed. Both stay. */
static isl_map *moved_by(isl_map *part, isl_map *all)
{
    size_t nx = lcr_rel_nin(part), n = lcr_rel_nin(all);
    isl_map *minus = isl_map_neg(isl_map_copy(part));
    minus = isl_map_insert_dims(minus, isl_dim_in, (unsigned)nx, (unsigned)(n - nx));
    isl_map *t = isl_map_sum(isl_map_copy(all), minus);
    return isl_map_project_out(t, isl_dim_in, 0, (unsigned)nx);
}

/* It is so, with one t for each y, but for values that are not `within` (NULL: all are). */
static bool is_moved(rel *t, isl_map *part, isl_map *all, isl_map *by, isl_set *within)
{
    isl_map *sum = lcr_rel_sum(isl_map_copy(part), isl_map_copy(by));
    if (within)
        sum = isl_map_intersect_range(sum, isl_set_copy(within));
    return lcr_rel_same_maps(t, sum, isl_map_copy(all));
}

/* The arguments and the value, freed together. */
typedef struct {
    isl_map *x, *y, *value;
} maps;

static bool open(rel *t, maps *m)
{
    *m = (maps){.x = map(t, 0)};
    m->y = m->x ? map(t, 1) : NULL;
    m->value = m->y ? map(t, REL_VALUE) : NULL;
    return m->value != NULL;
}

static bool done(maps *m, bool ok)
{
    isl_map_free(m->x);
    isl_map_free(m->y);
    isl_map_free(m->value);
    return ok;
}

static bool begins_with(isl_map *value, isl_map *part)
{
    return lcr_rel_nout(part) == 1 && lcr_rel_nin(value) >= lcr_rel_nin(part);
}

/* Copies of A, one for each input of B; those that begin elsewhere share nothing. */
static bool product(rel *t)
{
    maps m;
    if (!open(t, &m) || !begins_with(m.value, m.x) || lcr_rel_nout(m.value) != 1)
        return done(&m, false);
    isl_map *by = moved_by(m.x, m.value);
    isl_map *places = isl_set_identity(isl_map_range(isl_map_copy(by)));
    bool ok = is_moved(t, m.x, m.value, by, NULL) &&
              lcr_rel_one_to_one(t, lcr_rel_sum(isl_map_copy(m.x), isl_map_copy(places)));
    isl_map_free(places);
    isl_map_free(by);
    return done(&m, ok);
}

/* Of A that is one to one: the coordinates are those of B, moved, each once; copies that leave
 * the inputs of A lack the pairs there. */
static bool divide(rel *t)
{
    maps m;
    if (!open(t, &m) || isl_map_is_injective(m.x) != isl_bool_true ||
        !begins_with(m.value, m.y) || lcr_rel_nout(m.x) != lcr_rel_nout(m.value))
        return done(&m, false);
    isl_map *place = isl_map_apply_range(isl_map_copy(m.value),
                                         isl_map_reverse(isl_map_copy(m.x)));
    place = isl_map_compute_divs(place);
    isl_map *by = moved_by(m.y, place);
    isl_set *inputs = isl_map_domain(isl_map_copy(m.x));
    bool ok = is_moved(t, m.y, place, by, inputs) && lcr_rel_one_to_one(t, isl_map_copy(place)) &&
              lcr_rel_in(t, isl_set_copy(inputs), isl_map_range(isl_map_copy(place)));
    isl_set_free(inputs);
    isl_map_free(by);
    isl_map_free(place);
    return done(&m, ok);
}

const rel_row lcr_rel_laws[] = {
    {"coalesce", 1, is, SAME},
    {"compose", 2, compose, COMPOSE},
    {"concat", 1, is, CONCAT},
    {"cosize", 1, cosize, 0},
    {"difference", 2, is, DIFFERENCE},
    {"domain", 1, is, DOMAIN},
    {"evaluate", 2, evaluate, 0},
    {"guard", 2, is, GUARD},
    {"image", 2, is, IMAGE},
    {"intersect", 2, is, INTERSECT},
    {"inverse", 1, is, REVERSE},
    {"layout_map", 1, is, SAME},
    {"left_inverse", 1, is, REVERSE},
    {"range", 1, is, RANGE},
    {"restrict", 2, is, RESTRICT},
    {"right_inverse", 1, is, LEAST_REVERSE},
    {"slice", 2, is, SLICE},
    {"union", 2, is, UNION},
    {NULL, 0, NULL, 0},
};

/* ---- of numbers ---- */

static const rel_row of_numbers[] = {
    {"complement", 1, complement, 0},
    {"logical_divide", 2, divide, 0},
    {"logical_product", 2, product, 0},
    {NULL, 0, NULL, 0},
};

static bool related(ev *e, const lcr_statement *s)
{
    bool also = lcr_rel_row(of_numbers, s->claim, s->n) != NULL;
    return lcr_ev_related(e, also ? of_numbers : lcr_rel_laws, s);
}

/* As many pairs as isl counts. */
static bool size(ev *e, const lcr_statement *s)
{
    lc_int n, counted;
    const lit *x = s->arg[0];
    if (x->kind != LIT_RELATION || !lcr_ev_integer(s->value, &n))
        return lcr_ev_not(e);
    e->out->by = "relation";
    isl_set *pairs = isl_map_wrap(lcr_relation_of_text(e, x->word, x->set));
    isl_val *found = isl_set_count_val(pairs);
    isl_set_free(pairs);
    return lcr_ev_ok(e) && lcr_int(e->pool->isl, found, &counted) &&
           lcr_ev_condition(e, lc_int_eq(n, counted), "it has another size");
}

/* ---- relations of values ---- */

static bool graph_of(ev *e, const lit *x, const lit *shape, graph_kind kind, const lit *relation)
{
    x = lcr_ev_layout(e, x);
    if (!x)
        return false;
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    return lcr_ev_is_graph(e, lcr_graph_of(e->pool, x, shape, kind), relation);
}

/* The index may be of the coordinates of another shape. */
static bool map_of_layout(ev *e, const lcr_statement *s)
{
    const lit *shape = s->n > 1 ? s->arg[1] : NULL;
    if (shape && shape->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    return graph_of(e, s->arg[0], shape, (graph_kind)s->how, s->value);
}

/* The coordinates of X, or of another shape. */
static bool coordinates(ev *e, const lcr_statement *s)
{
    const lit *x = s->arg[0], *shape = s->n > 1 ? s->arg[1] : x;
    if (s->n > 1 && (shape->kind != LIT_TUPLE || shape->any || x->any))
        return lcr_ev_not(e);
    lc_int size = lcr_lit_size(e->pool->lc, x);
    return lcr_ev_condition(e, lc_int_eq(size, lcr_lit_size(e->pool->lc, shape)),
                            "the sizes differ") &&
           graph_of(e, shape, NULL, GRAPH_COORDINATES, s->value);
}

static bool colex(ev *e, const lcr_statement *s)
{
    lc_ctx *lc = e->pool->lc;
    const lit *from = s->arg[0], *to = s->arg[1];
    if (from->kind != LIT_TUPLE || to->kind != LIT_TUPLE || from->any || to->any)
        return lcr_ev_not(e);
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, from), lcr_lit_size(lc, to)),
                            "the sizes differ") &&
           lcr_ev_is_graph(e, lcr_graph_of_shapes(e->pool, from, to), s->value);
}

/* The sizes of the modes of x, as a shape. */
static const lit *sizes_of_modes(ev *e, const lit *x)
{
    size_t rank = lcr_lit_rank(x);
    lit *sizes = lcr_lit_flat(e->pool, rank);
    for (size_t i = 0; sizes && i < rank; i++) {
        const lit *mode = lcr_lit_mode(e->pool, x, i);
        sizes->extent[i] = mode ? lcr_lit_size(e->pool->lc, mode) : lc_int_const(0);
    }
    return sizes;
}

/* The layout has this shape, and is the relation, whose inputs are an integral coordinate, the
 * leaves of a natural one, or the coordinates in the modes. */
static bool layout(ev *e, const lcr_statement *s)
{
    const lit *v = s->value, *modes = NULL;
    if (v->kind != LIT_LAYOUT || (s->n > 1 && s->arg[1]->kind != LIT_TUPLE))
        return lcr_ev_not(e);
    size_t inputs = lcr_relation_inputs(s->arg[0]);
    if (inputs > 1 && inputs != v->n && !(modes = sizes_of_modes(e, v)))
        return lcr_ev_not(e);
    return lcr_ev_condition(e, s->n < 2 || lcr_lit_same_extents(v, s->arg[1]),
                            "it has another shape") &&
           graph_of(e, v, modes, inputs > 1 ? GRAPH_INDEX : GRAPH_VALUES, s->arg[0]);
}

static bool linear(ev *e, const lcr_statement *s)
{
    return s->value->kind == LIT_LINEAR ? lcr_ev_equiv(e, s->value, s->arg[0]) : lcr_ev_not(e);
}

const ev_row lcr_laws_relation[] = {
    {"bits_map", 1, ".", map_of_layout, OF_LAYOUTS, GRAPH_BITS},
    {"coalesce", 1, "x", related, OF_RELATIONS, 0},
    {"colex", 2, "..", colex, OF_LAYOUTS, 0},
    {"complement", 1, "x.", related, OF_RELATIONS, 0},
    {"compose", 2, "xx", related, OF_RELATIONS, 0},
    {"concat", 1, "x*", related, OF_RELATIONS, 0},
    {"coord_map", 1, "..", coordinates, OF_LAYOUTS, 0},
    {"cosize", 1, "x", related, OF_RELATIONS, 0},
    {"difference", 2, "..", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"domain", 1, ".", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"evaluate", 2, "..", related, OF_RELATIONS, 0},
    {"guard", 2, "xx", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"image", 2, "..", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"index_map", 1, "..", map_of_layout, OF_LAYOUTS, GRAPH_INDEX},
    {"intersect", 2, "..", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"inverse", 1, "x", related, OF_RELATIONS, 0},
    {"layout", 1, "..", layout, OF_RELATIONS, 0},
    {"layout_map", 1, ".", map_of_layout, OF_LAYOUTS, GRAPH_VALUES},
    {"layout_map", 1, ".", related, OF_RELATIONS, 0},
    {"left_inverse", 1, "x", related, OF_RELATIONS, 0},
    {"linear", 1, ".", linear, OF_RELATIONS, 0},
    {"logical_divide", 2, "xx", related, OF_RELATIONS, 0},
    {"logical_product", 2, "xx", related, OF_RELATIONS, 0},
    {"range", 1, ".", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"restrict", 2, "..", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {"right_inverse", 1, "x", related, OF_RELATIONS, 0},
    {"size", 1, "x", size, OF_RELATIONS, 0},
    {"slice", 2, "x.", related, OF_RELATIONS, 0},
    {"union", 2, "..", related, OF_RELATIONS | OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
