/* relation-values.c - what operations say of relations and sets, in isl's own maps; relations of
 * values.
 *
 * isl reads the arguments and the value and does the operation: what is in one of the two results
 * only is empty. What the value is made of is not looked at: a complement is judged by what it
 * has to do. A relation of a layout, or a layout of a relation, is stated from the literal
 * (sets/graph.h).
 */
#include "config.h"

#include "laws.h"
#include "../sets/basic.h"
#include "../sets/relation.h"

#include "../../internal.h"

#include <isl/ilp.h>

/* ---- operations that isl has, too ---- */

static isl_map *same(rel *t)
{
    return t->a;
}

static isl_map *composite(rel *t)
{
    return lcr_rel_after(t, t->a, t->b);
}

static bool compose(rel *t)
{
    const lcr_statement *s = t->s;
    bool known, ok = lcr_written_same(t->e, s->value, s->arg[0], s->arg[1], &known);
    if (!ok || known)
        return ok;
    static const rel_row maps = {"compose", 2, "mm", 'm', NULL, composite, NULL, 0};
    return lcr_rel_say(t, &maps);
}

/* The coordinate of the other shape with the same integral coordinate. */
static isl_map *colex(rel *t)
{
    return lcr_rel_after(t, t->b, lcr_rel_inverse(t, t->a));
}

static isl_map *domain(rel *t)
{
    return lcr_rel_domain(t, t->a);
}

static isl_map *range(rel *t)
{
    return lcr_rel_range(t, t->a);
}

static isl_map *guard(rel *t)
{
    return lcr_rel_domain(t, composite(t));
}

static isl_map *restricted(rel *t)
{
    return lcr_rel_at(t, t->a, t->b);
}

static isl_map *image(rel *t)
{
    return lcr_rel_range(t, restricted(t));
}

static isl_map *inverse(rel *t)
{
    return lcr_rel_inverse(t, t->a);
}

static isl_map *least_inverse(rel *t)
{
    return lcr_rel_keep(t, isl_map_lexmin(isl_map_reverse(isl_map_copy(t->a))));
}

static isl_map *concatenated(rel *t)
{
    isl_map *all = t->a;
    for (size_t i = 1; i < t->s->n; i++)
        all = lcr_rel_sum(t, all, lcr_rel_keep(t, lcr_rel_argument(t, t->s->arg[i], 'm')));
    return all;
}

/* Without the inputs that are given. */
static isl_map *slice(rel *t)
{
    isl_map *m = restricted(t) ? isl_map_copy(restricted(t)) : NULL;
    for (unsigned k = (unsigned)lcr_rel_nout(t->b); k-- > 0;)
        if (isl_map_involves_dims(t->b, isl_dim_out, k, 1) == isl_bool_true)
            m = isl_map_project_out(m, isl_dim_in, k, 1);
    return lcr_rel_keep(t, m);
}

/* ---- integers ---- */

/* x -> x - 1, each of the coordinates of a set. */
static isl_map *one_before(rel *t, isl_map *set)
{
    isl_multi_aff *f =
        isl_multi_aff_identity(isl_space_map_from_set(isl_space_range(isl_map_get_space(set))));
    for (int k = 0; k < (int)lcr_rel_nout(set); k++)
        f = isl_multi_aff_set_aff(f, k, isl_aff_add_constant_si(isl_multi_aff_get_aff(f, k), -1));
    return lcr_rel_keep(t, isl_map_from_multi_aff(f));
}

/* All outputs are at or before those of the value less 1, which are there. */
static bool cosize(rel *t)
{
    isl_map *all = lcr_rel_range(t, t->a);
    isl_map *last = lcr_rel_range(t, lcr_rel_at(t, one_before(t, t->v), t->v));
    isl_map *later = lcr_rel_keep(t, isl_map_lex_lt(isl_space_range(isl_map_get_space(last))));
    return lcr_rel_none(t,
                        lcr_rel_shared(t, all, lcr_rel_range(t, lcr_rel_at(t, later, last)))) &&
           lcr_rel_in(t, last, all);
}

/* ---- complements, divides and products, of numbers ---- */

/* Copies of the values, moved by those of the complement, are disjoint and leave no gap. */
static bool complement(rel *t)
{
    isl_map *copies = lcr_rel_sum(t, t->a, t->v);
    isl_map *all = t->b ? t->b : lcr_rel_up_to(t, lcr_rel_range(t, t->a));
    return lcr_rel_nout(t->a) == 1 && lcr_rel_one_to_one(t, copies) &&
           lcr_rel_in(t, all, lcr_rel_range(t, copies));
}

/* all: (x, y) -> part(x) + t(y); the map t. */
static isl_map *moved_by(rel *t, isl_map *part, isl_map *all)
{
    unsigned nx = (unsigned)lcr_rel_nin(part), n = (unsigned)lcr_rel_nin(all);
    if (lcr_rel_nout(part) != 1 || lcr_rel_nout(all) != 1 || n < nx)
        return NULL;
    isl_map *minus = isl_map_neg(isl_map_copy(part));
    minus = isl_map_insert_dims(minus, isl_dim_in, nx, n - nx);
    return lcr_rel_keep(t, isl_map_project_out(isl_map_sum(isl_map_copy(all), minus), isl_dim_in,
                                               0, nx));
}

/* Copies of A, one for each input of B; those that begin elsewhere share nothing. */
static bool product(rel *t)
{
    isl_map *by = moved_by(t, t->a, t->v);
    isl_map *apart = lcr_rel_sum(t, t->a, lcr_rel_identity(t, lcr_rel_range(t, by)));
    return lcr_rel_same(t, lcr_rel_sum(t, t->a, by), t->v) && lcr_rel_one_to_one(t, apart);
}

/* Of A that is one to one: the coordinates are those of B, moved, each once; copies that leave
 * the inputs of A lack the pairs there. */
static bool divide(rel *t)
{
    isl_map *inputs = lcr_rel_domain(t, t->a);
    isl_map *place = lcr_rel_after(t, lcr_rel_inverse(t, t->a), t->v);
    place = lcr_rel_keep(t, isl_map_compute_divs(isl_map_copy(place)));
    isl_map *copies = lcr_rel_to(t, lcr_rel_sum(t, t->b, moved_by(t, t->b, place)), inputs);
    return isl_map_is_injective(t->a) == isl_bool_true && lcr_rel_same(t, copies, place) &&
           lcr_rel_one_to_one(t, place) && lcr_rel_in(t, inputs, lcr_rel_range(t, place));
}

/* ---- sizes ---- */

/* As many pairs as isl counts. */
static bool counted(rel *t, lc_int said)
{
    lc_int n;
    isl_set *pairs = isl_map_wrap(isl_map_copy(t->a));
    isl_val *count = isl_set_count_val(pairs);
    isl_set_free(pairs);
    return lcr_int(t->r, count, &n) &&
           lcr_ev_condition(t->e, lc_int_eq(said, n), "it has another size");
}

/* With x also x + step, of an element below another, at coordinate k. */
static bool is_run(rel *t, isl_map *set, int k, isl_val *step)
{
    isl_space *space = isl_space_map_from_set(isl_space_range(isl_map_get_space(set)));
    isl_multi_aff *move = isl_multi_aff_identity(isl_space_copy(space));
    isl_aff *next = isl_aff_add_constant_val(isl_multi_aff_get_aff(move, k), isl_val_copy(step));
    isl_map *moved = isl_map_from_multi_aff(isl_multi_aff_set_aff(move, k, next));
    isl_map *below = isl_map_universe(space);
    for (int i = 0; i < (int)lcr_rel_nout(set); i++)
        below = i == k ? isl_map_order_ge(below, isl_dim_in, i, isl_dim_out, i)
                       : isl_map_equate(below, isl_dim_in, i, isl_dim_out, i);
    moved = lcr_rel_range(t, lcr_rel_at(t, lcr_rel_keep(t, moved), set));
    below = lcr_rel_range(t, lcr_rel_at(t, lcr_rel_keep(t, below), set));
    return lcr_rel_in(t, lcr_rel_shared(t, moved, below), set);
}

/* How many steps it is from the first to the last of a run, and one; false: it is no size. */
static bool length_of(rel *t, isl_map *set, int k, isl_val *step, lc_int *n)
{
    isl_pw_aff *width = isl_pw_aff_sub(isl_set_dim_max(lcr_rel_set(set), k),
                                       isl_set_dim_min(lcr_rel_set(set), k));
    if (isl_val_is_pos(step) == isl_bool_true)
        width = isl_pw_aff_floor(isl_pw_aff_scale_down_val(width, isl_val_copy(step)));
    width = isl_pw_aff_coalesce(width);
    bool ok = lcr_basic_size(t->e, width, n);
    *n = lc_int_add(t->r->lc, *n, lc_int_const(1));
    return ok;
}

/* A function, or a set, that runs along each of its coordinates: the product of these. */
static bool size(rel *t)
{
    lc_int said, n = lc_int_const(1), one;
    isl_map *all = lcr_rel_nin(t->a) == 0 ? t->a : lcr_rel_domain(t, t->a);
    if (!lcr_ev_integer(t->s->value, &said))
        return false;
    if (!t->e->pool->sizes)
        return counted(t, said);
    bool ok = lcr_rel_nin(t->a) == 0 || lcr_rel_is_function(t, t->a);
    ok = ok && lcr_rel_some(t, all) && lcr_rel_is_grid(t, all);
    for (int k = 0; ok && k < (int)lcr_rel_nout(all); k++) {
        isl_set *set = lcr_rel_set(all);
        isl_val *step = isl_set_get_stride(set, k);
        isl_set_free(set);
        ok = is_run(t, all, k, step) && length_of(t, all, k, step, &one);
        isl_val_free(step);
        n = lc_int_mul(t->r->lc, n, one);
    }
    return ok && lcr_ev_same_number(t->e, n, said);
}

/* ---- the table ---- */

#define SAYS(what) what, NULL, NULL, 0
#define IS(what) NULL, what, NULL, 0
#define OF_BOTH(what) NULL, NULL, what, 0

const rel_row lcr_rel_laws[] = {
    {"coalesce", 1, "m", 'm', IS(same)},
    {"complement", 1, "mp", 'm', SAYS(complement)},
    {"colex", 2, "kk", 'm', IS(colex)},
    {"compose", 2, "..", '.', SAYS(compose)},
    {"concat", 1, "m*", 'm', IS(concatenated)},
    {"cosize", 1, "m", 'i', SAYS(cosize)},
    {"difference", 2, "oo", 'm', OF_BOTH(isl_map_subtract)},
    {"domain", 1, "m", 'm', IS(domain)},
    {"evaluate", 2, "mi", 'i', IS(image)},
    {"guard", 2, "mm", 'm', IS(guard)},
    {"image", 2, "mp", 'm', IS(image)},
    {"intersect", 2, "oo", 'm', OF_BOTH(isl_map_intersect)},
    {"inverse", 1, "m", 'm', IS(inverse)},
    {"layout_map", 1, "m", 'm', IS(same)},
    {"left_inverse", 1, "m", 'm', IS(inverse)},
    {"logical_divide", 2, "mm", 'm', SAYS(divide)},
    {"logical_product", 2, "mm", 'm', SAYS(product)},
    {"range", 1, "m", 'm', IS(range)},
    {"restrict", 2, "mp", 'm', IS(restricted)},
    {"right_inverse", 1, "m", 'm', IS(least_inverse)},
    {"size", 1, "m", '.', SAYS(size)},
    {"slice", 2, "mi", 'm', IS(slice)},
    {"union", 2, "oo", 'm', OF_BOTH(isl_map_union)},
    {NULL, 0, NULL, '.', SAYS(NULL)},
};

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
    {"coord_map", 1, "..", coordinates, OF_LAYOUTS, 0},
    {"index_map", 1, "..", map_of_layout, OF_LAYOUTS, GRAPH_INDEX},
    {"layout", 1, "..", layout, OF_RELATIONS, 0},
    {"layout_map", 1, ".", map_of_layout, OF_LAYOUTS, GRAPH_VALUES},
    {"linear", 1, ".", linear, OF_RELATIONS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
