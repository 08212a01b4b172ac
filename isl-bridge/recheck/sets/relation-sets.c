/* relation-sets.c - statements in isl's own maps: what is made of them, and what they have to
 * be.
 */
#include "config.h"

#include "relation.h"

#include "basic.h"
#include "listed.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <limits.h>
#include <string.h>

/* ---- maps ---- */

struct rel_kept {
    struct rel_kept *before;
    isl_map *map;
};

isl_map *lcr_rel_keep(rel *t, isl_map *map)
{
    struct rel_kept *one = map ? lcr_lit_alloc(t->e->pool, 1, sizeof *one) : NULL;
    if (!one)
        return isl_map_free(map);
    *one = (struct rel_kept){t->kept, map};
    t->kept = one;
    return map;
}

static isl_map *of_set(rel *t, isl_set *set)
{
    return lcr_rel_keep(t, isl_map_from_range(set));
}

isl_set *lcr_rel_set(isl_map *set)
{
    return isl_map_range(isl_map_copy(set));
}

size_t lcr_rel_nin(isl_map *map)
{
    isl_size n = isl_map_dim(map, isl_dim_in);
    return n > 0 ? (size_t)n : 0;
}

size_t lcr_rel_nout(isl_map *map)
{
    isl_size n = isl_map_dim(map, isl_dim_out);
    return n > 0 ? (size_t)n : 0;
}

/* as many of both */
static bool are_alike(isl_map *a, isl_map *b)
{
    return a && b && lcr_rel_nin(a) == lcr_rel_nin(b) && lcr_rel_nout(a) == lcr_rel_nout(b);
}

isl_map *lcr_rel_domain(rel *t, isl_map *map)
{
    return of_set(t, isl_map_domain(isl_map_copy(map)));
}

isl_map *lcr_rel_range(rel *t, isl_map *map)
{
    return of_set(t, lcr_rel_set(map));
}

isl_map *lcr_rel_inverse(rel *t, isl_map *map)
{
    return lcr_rel_keep(t, isl_map_reverse(isl_map_copy(map)));
}

isl_map *lcr_rel_after(rel *t, isl_map *outer, isl_map *inner)
{
    bool fit = outer && inner && lcr_rel_nout(inner) == lcr_rel_nin(outer);
    return fit ? lcr_rel_keep(t, isl_map_apply_range(isl_map_copy(inner), isl_map_copy(outer)))
               : NULL;
}

isl_map *lcr_rel_sum(rel *t, isl_map *a, isl_map *b)
{
    if (!a || !b || lcr_rel_nout(a) != lcr_rel_nout(b))
        return NULL;
    isl_map *both = isl_map_product(isl_map_copy(a), isl_map_copy(b));
    isl_space *outputs = isl_space_unwrap(isl_space_range(isl_map_get_space(both)));
    isl_map *first = isl_map_domain_map(isl_map_universe(isl_space_copy(outputs)));
    isl_map *second = isl_map_range_map(isl_map_universe(outputs));
    both = isl_map_apply_range(both, isl_map_sum(first, second));
    return lcr_rel_keep(t, isl_map_flatten_domain(both));
}

isl_map *lcr_rel_at(rel *t, isl_map *map, isl_map *inputs)
{
    bool fit = map && inputs && lcr_rel_nout(inputs) == lcr_rel_nin(map);
    return fit ? lcr_rel_keep(t, isl_map_intersect_domain(isl_map_copy(map), lcr_rel_set(inputs)))
               : NULL;
}

isl_map *lcr_rel_to(rel *t, isl_map *map, isl_map *outputs)
{
    bool fit = map && outputs && lcr_rel_nout(outputs) == lcr_rel_nout(map);
    return fit ? lcr_rel_keep(t, isl_map_intersect_range(isl_map_copy(map), lcr_rel_set(outputs)))
               : NULL;
}

isl_map *lcr_rel_identity(rel *t, isl_map *set)
{
    return lcr_rel_keep(t, isl_set_identity(lcr_rel_set(set)));
}

isl_map *lcr_rel_shared(rel *t, isl_map *a, isl_map *b)
{
    return are_alike(a, b) ? lcr_rel_keep(t, isl_map_intersect(isl_map_copy(a), isl_map_copy(b)))
                           : NULL;
}

isl_map *lcr_rel_up_to(rel *t, isl_map *integers)
{
    isl_set *set = lcr_rel_set(integers), *all = isl_set_universe(isl_set_get_space(set));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    return of_set(t, isl_set_upper_bound_val(all, isl_dim_set, 0, isl_set_dim_max_val(set, 0)));
}

/* ---- what must not be ---- */

/* isl does not finish with the complement of many floors. */
#define MOST_FLOORS 12
/* Sums of bits have many: what isl decides of them it decides in a part of the budget. */
#define SOME_FLOORS 6
#define PART 10

static isl_stat count_floors(isl_basic_map *part, void *user)
{
    *(isl_size *)user += isl_basic_map_dim(part, isl_dim_div);
    isl_basic_map_free(part);
    return isl_stat_ok;
}

/* How many; past all where isl fails. */
static isl_size floors_of(isl_map *map)
{
    isl_size floors = 0;
    bool is = isl_map_foreach_basic_map(map, count_floors, &floors) == isl_stat_ok;
    return is ? floors : INT_MAX;
}

static bool is_simple(rel *t, isl_map *map)
{
    return floors_of(map) <= MOST_FLOORS ||
           lc_fail(t->r->lc, LC_ERR_LIMIT, "a relation of more than %d floors", MOST_FLOORS);
}

bool lcr_rel_none(rel *t, isl_map *map)
{
    if (!map)
        return false;
    isl_set *set = lcr_rel_nin(map) == 0 ? lcr_rel_set(map) : isl_map_wrap(isl_map_copy(map));
    return lcr_relation_left(t->e, set);
}

/* What isl has made, which is taken over, is none. */
static bool left(rel *t, isl_map *map)
{
    bool none = lcr_rel_none(t, map);
    isl_map_free(map);
    return none;
}

bool lcr_rel_some(rel *t, isl_map *set)
{
    isl_set *where = isl_set_params(lcr_rel_set(set));
    if (isl_set_dim(where, isl_dim_param) > 0) {
        isl_set *known = lcr_basic_known(t->e);
        return lcr_relation_left(t->e, isl_set_from_params(isl_set_subtract(known, where)));
    }
    isl_bool empty = isl_set_is_empty(where);
    isl_set_free(where);
    return empty != isl_bool_error &&
           lcr_ev_condition(t->e, empty == isl_bool_false, "there is no place");
}

static isl_map *output(isl_map *map, unsigned k)
{
    unsigned n = (unsigned)lcr_rel_nout(map);
    map = isl_map_project_out(isl_map_copy(map), isl_dim_out, k + 1, n - k - 1);
    return isl_map_project_out(map, isl_dim_out, 0, k);
}

/* At no input an output of a is less than one of b, or, for `both`, more: at no coordinate. */
static bool none_apart(rel *t, isl_map *a, isl_map *b, bool both)
{
    bool ok = true;
    for (unsigned k = 0; ok && k < lcr_rel_nout(a); k++) {
        isl_map *pairs = isl_map_range_product(output(a, k), output(b, k));
        isl_map *any =
            isl_map_universe(isl_space_unwrap(isl_space_range(isl_map_get_space(pairs))));
        isl_map *less = isl_map_order_lt(isl_map_copy(any), isl_dim_in, 0, isl_dim_out, 0);
        isl_map *more = isl_map_order_gt(any, isl_dim_in, 0, isl_dim_out, 0);
        ok = left(t, isl_map_intersect_range(isl_map_copy(pairs), isl_map_wrap(less)));
        more = isl_map_intersect_range(pairs, isl_map_wrap(more));
        ok = ok && both ? left(t, more) : (isl_map_free(more), ok);
    }
    return ok;
}

/* An input of a that is none of b. */
static bool inputs_in(rel *t, isl_map *a, isl_map *b)
{
    return lcr_relation_left(t->e, isl_set_subtract(isl_map_domain(isl_map_copy(a)),
                                                    isl_map_domain(isl_map_copy(b))));
}

static bool is_function(isl_map *map)
{
    return lcr_rel_nin(map) > 0 && isl_map_is_single_valued(map) == isl_bool_true;
}

/* Where b is a function, isl needs no complement of it: another output than that of b. */
static bool is_in(rel *t, isl_map *a, isl_map *b, bool function)
{
    if (function)
        return inputs_in(t, a, b) && none_apart(t, a, b, true);
    return (lcr_rel_nin(b) > 0 || is_simple(t, b)) &&
           left(t, lcr_subtract(isl_map_copy(a), isl_map_copy(b)));
}

bool lcr_rel_in(rel *t, isl_map *a, isl_map *b)
{
    return are_alike(a, b) && is_in(t, a, b, is_function(b));
}

/* With a function that has the same inputs, the pairs of the other one are all of it. */
bool lcr_rel_same(rel *t, isl_map *a, isl_map *b)
{
    if (!a || !b || !are_alike(a, b))
        return a && b &&
               lcr_ev_condition(t->e, false, "they have other numbers of inputs or outputs");
    bool function = is_function(b);
    return is_in(t, a, b, function) && (function ? inputs_in(t, b, a) : lcr_rel_in(t, b, a));
}

bool lcr_rel_is_function(rel *t, isl_map *map)
{
    return map && none_apart(t, map, map, false);
}

/* Where two inputs of one output are found in a list, they alone are stated: a search of isl's
 * among many floors would be long. */
bool lcr_rel_one_to_one(rel *t, isl_map *map)
{
    bool first = map && map == t->a && t->s && floors_of(map) > 0;
    isl_set *pair = first ? lcr_listed_collision(t->e, t->s->arg[0]) : NULL;
    if (pair)
        map = lcr_rel_at(t, map, of_set(t, pair));
    return lcr_rel_is_function(t, lcr_rel_inverse(t, map));
}

bool lcr_rel_goes_to(rel *t, isl_map *map, isl_map *places)
{
    return map && places && lcr_rel_nout(map) == lcr_rel_nout(places) && is_simple(t, places) &&
           left(t, isl_map_subtract_range(isl_map_copy(map), lcr_rel_set(places)));
}

/* ---- boxes ---- */

bool lcr_rel_is_grid(rel *t, isl_map *set)
{
    isl_map *grid = NULL;
    unsigned n = (unsigned)lcr_rel_nout(set);
    for (unsigned k = 0; k < n; k++) {
        isl_map *side = isl_map_project_out(isl_map_copy(set), isl_dim_out, k + 1, n - k - 1);
        side = isl_map_project_out(side, isl_dim_out, 0, k);
        side = isl_map_from_basic_map(isl_map_simple_hull(side));
        grid = grid ? isl_map_flat_range_product(grid, side) : side;
    }
    return n == 1 ? (isl_map_free(grid), true) : lcr_rel_in(t, lcr_rel_keep(t, grid), set);
}

/* No element is below 0 at a coordinate; with each, what is nowhere above it; all
 * combinations. */
bool lcr_rel_fills_box(rel *t, isl_map *places)
{
    isl_set *set = lcr_rel_set(places);
    unsigned n = (unsigned)lcr_rel_nout(places);
    bool bounded = isl_set_is_bounded(set) == isl_bool_true, ok = set && n > 0;
    isl_map *lower = isl_map_universe(isl_space_map_from_set(isl_set_get_space(set)));
    if (ok && !bounded)
        ok = lcr_ev_condition(t->e, false, "the places have no ends");
    for (unsigned k = 0; k < n; k++) {
        ok = ok && lcr_relation_left(t->e, isl_set_upper_bound_si(isl_set_copy(set), isl_dim_set,
                                                                  k, -1));
        lower = isl_map_order_ge(lower, isl_dim_in, (int)k, isl_dim_out, (int)k);
        lower = isl_map_lower_bound_si(lower, isl_dim_out, k, 0);
    }
    lower = of_set(t, isl_set_apply(set, lower));
    return ok && (!bounded || (lcr_rel_in(t, lower, places) && lcr_rel_is_grid(t, places)));
}

/* ---- rows ---- */

const rel_row *lcr_rel_row(const rel_row *rows, const char *name, size_t n)
{
    for (; rows->name != NULL; rows++) {
        bool any = strchr(rows->args, '*') != NULL;
        if (strcmp(rows->name, name) == 0 && n >= rows->least && (any || n <= strlen(rows->args)))
            return rows;
    }
    return NULL;
}

static bool read_argument(rel *t, const rel_row *row, size_t i, isl_map **map)
{
    const lit *a = i == SIZE_MAX ? t->s->value : i < t->s->n ? t->s->arg[i] : NULL;
    char letter = !a ? '.' : i == SIZE_MAX ? row->value : row->args[i];
    if (letter == '.' || letter == '*')
        return true;
    *map = lcr_rel_keep(t, lcr_rel_argument(t, a, letter));
    return *map != NULL;
}

bool lcr_rel_say(rel *t, const rel_row *row)
{
    if (!read_argument(t, row, SIZE_MAX, &t->v) || !read_argument(t, row, 0, &t->a) ||
        !read_argument(t, row, 1, &t->b) || !read_argument(t, row, 2, &t->c))
        return false;
    if (t->a && floors_of(t->a) > SOME_FLOORS)
        lcr_begin_on(t->r, PART);
    if (row->says)
        return row->says(t);
    if (row->is)
        return lcr_rel_same(t, row->is(t), t->v);
    isl_map *both = are_alike(t->a, t->b) ? row->of_both(isl_map_copy(t->a), isl_map_copy(t->b))
                                          : NULL;
    return lcr_rel_same(t, lcr_rel_keep(t, both), t->v);
}

/* All maps of the statement are freed; no evidence where nothing was said. */
static bool end(rel *t, bool ok)
{
    ev *e = t->e;
    if (!ok && lcr_ev_ok(e) && !lcr_isl_ok(t->r))
        lcr_isl_failed(t->r, "a relation");
    for (; t->kept; t->kept = t->kept->before)
        isl_map_free(t->kept->map);
    return ok || (lcr_ev_ok(e) && lcr_ev_not(e));
}

bool lcr_ev_related(ev *e, const rel_row *row, const lcr_statement *s)
{
    rel t = {.e = e, .r = e->pool->isl, .s = s};
    if (!t.r || !row)
        return lcr_ev_not(e);
    lcr_begin(t.r);
    e->out->by = "relation";
    return end(&t, lcr_rel_say(&t, row));
}

bool lcr_ev_relation_is(ev *e, const lit *relation, isl_map *map)
{
    rel t = {.e = e, .r = e->pool->isl};
    e->out->by = "relation";
    t.a = lcr_rel_keep(&t, map);
    t.v = t.a ? lcr_rel_keep(&t, lcr_rel_argument(&t, relation, 'm')) : NULL;
    return end(&t, t.v && lcr_rel_same(&t, t.a, t.v));
}

bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y)
{
    return x->kind != LIT_RELATION ? lcr_ev_is_relation_of(e, x, y)
           : y->kind != LIT_RELATION
               ? lcr_ev_is_relation_of(e, y, x)
               : lcr_ev_relation_is(e, y, lcr_relation_of_text(e, x->word, x->set));
}
