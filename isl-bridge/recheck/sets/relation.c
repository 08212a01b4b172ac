/* relation.c - what isl's own maps have to be; maps of literals. */
#include "config.h"

#include "relation.h"

#include "basic.h"

#include "../../internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- maps ---- */

static size_t count(isl_size n)
{
    return n > 0 ? (size_t)n : 0;
}

size_t lcr_rel_nin(isl_map *map)
{
    return count(isl_map_dim(map, isl_dim_in));
}

size_t lcr_rel_nout(isl_map *map)
{
    return count(isl_map_dim(map, isl_dim_out));
}

isl_map *lcr_rel_after(isl_map *outer, isl_map *inner)
{
    if (inner && outer && lcr_rel_nout(inner) == lcr_rel_nin(outer))
        return isl_map_apply_range(inner, outer);
    isl_map_free(inner);
    return isl_map_free(outer);
}

isl_map *lcr_rel_sum(isl_map *a, isl_map *b)
{
    if (!a || !b || lcr_rel_nout(a) != lcr_rel_nout(b)) {
        isl_map_free(a);
        return isl_map_free(b);
    }
    isl_map *both = isl_map_product(a, b);
    isl_space *outputs = isl_space_unwrap(isl_space_range(isl_map_get_space(both)));
    isl_map *first = isl_map_domain_map(isl_map_universe(isl_space_copy(outputs)));
    isl_map *second = isl_map_range_map(isl_map_universe(outputs));
    return isl_map_flatten_domain(isl_map_apply_range(both, isl_map_sum(first, second)));
}

isl_set *lcr_rel_outputs(rel *t, size_t i)
{
    return isl_map_range(t->kind->map(t, i));
}

isl_set *lcr_rel_grid(isl_set *set)
{
    isl_set *grid = NULL;
    unsigned n = (unsigned)isl_set_dim(set, isl_dim_set);
    for (unsigned k = 0; k < n; k++) {
        isl_set *side = isl_set_project_out(isl_set_copy(set), isl_dim_set, k + 1, n - k - 1);
        side = isl_set_project_out(side, isl_dim_set, 0, k);
        side = isl_set_from_basic_set(isl_set_simple_hull(side));
        grid = grid ? isl_set_flat_product(grid, side) : side;
    }
    return grid;
}

/* ---- what has to be empty ---- */

/* isl does not finish with the complement of many floors. */
#define MOST_FLOORS 12

static isl_stat count_floors(isl_basic_set *part, void *user)
{
    *(size_t *)user += count(isl_basic_set_dim(part, isl_dim_div));
    isl_basic_set_free(part);
    return isl_stat_ok;
}

static bool is_simple(rel *t, isl_set *set)
{
    size_t floors = 0;
    bool is = isl_set_foreach_basic_set(set, count_floors, &floors) == isl_stat_ok;
    return (is && floors <= MOST_FLOORS) ||
           lc_fail(t->r->lc, LC_ERR_LIMIT, "a relation of more than %d floors", MOST_FLOORS);
}

bool lcr_rel_no_pair(rel *t, isl_map *map)
{
    return t->kind->none(t, isl_map_wrap(map));
}

bool lcr_rel_in(rel *t, isl_set *a, isl_set *b)
{
    bool alike = a && b && isl_set_dim(a, isl_dim_set) == isl_set_dim(b, isl_dim_set);
    if (alike && is_simple(t, b))
        return t->kind->none(t, isl_set_subtract(a, b));
    isl_set_free(a);
    isl_set_free(b);
    return false;
}

bool lcr_rel_same_sets(rel *t, isl_set *a, isl_set *b)
{
    bool ok = lcr_rel_in(t, isl_set_copy(a), isl_set_copy(b));
    if (ok)
        return lcr_rel_in(t, b, a);
    isl_set_free(a);
    isl_set_free(b);
    return false;
}

/* x -> [y -> z]: no y is less than its z at a coordinate, or, for `both`, more. */
static bool none_apart(rel *t, isl_map *pairs, bool both)
{
    isl_space *ends = isl_space_unwrap(isl_space_range(isl_map_get_space(pairs)));
    size_t n = count(isl_space_dim(ends, isl_dim_in));
    bool ok = ends != NULL;
    for (size_t k = 0; ok && k < (both ? 2 * n : n); k++) {
        isl_map *order = isl_map_universe(isl_space_copy(ends));
        int at = (int)(k % n);
        order = k < n ? isl_map_order_lt(order, isl_dim_in, at, isl_dim_out, at)
                      : isl_map_order_gt(order, isl_dim_in, at, isl_dim_out, at);
        ok = lcr_rel_no_pair(t,
                             isl_map_intersect_range(isl_map_copy(pairs), isl_map_wrap(order)));
    }
    isl_space_free(ends);
    isl_map_free(pairs);
    return ok;
}

bool lcr_rel_is_function(rel *t, isl_map *map)
{
    return none_apart(t, isl_map_range_product(isl_map_copy(map), map), false);
}

bool lcr_rel_one_to_one(rel *t, isl_map *map)
{
    return lcr_rel_is_function(t, isl_map_reverse(map));
}

bool lcr_rel_outputs_in(rel *t, isl_map *map, isl_set *places)
{
    if (map && places && lcr_rel_nout(map) == count(isl_set_dim(places, isl_dim_set)) &&
        is_simple(t, places))
        return lcr_rel_no_pair(t, isl_map_subtract_range(map, places));
    isl_map_free(map);
    isl_set_free(places);
    return false;
}

static bool alike(isl_map *a, isl_map *b)
{
    return a && b && lcr_rel_nin(a) == lcr_rel_nin(b) && lcr_rel_nout(a) == lcr_rel_nout(b);
}

static bool drop(isl_map *a, isl_map *b)
{
    isl_map_free(a);
    isl_map_free(b);
    return false;
}

/* An input of a that is none of b; another output, at an input of both, than that of the function
 * b: isl needs no complement of b. Both stay. */
static bool inputs_in(rel *t, isl_map *a, isl_map *b)
{
    isl_set *inputs = isl_map_domain(isl_map_copy(b));
    return lcr_rel_no_pair(t, isl_map_subtract_domain(isl_map_copy(a), inputs));
}

static bool outputs_of(rel *t, isl_map *a, isl_map *b)
{
    return none_apart(t, isl_map_range_product(isl_map_copy(a), isl_map_copy(b)), true);
}

bool lcr_rel_pairs_in(rel *t, isl_map *a, isl_map *b)
{
    if (!alike(a, b))
        return drop(a, b);
    if (isl_map_is_single_valued(b) != isl_bool_true)
        return lcr_rel_no_pair(t, isl_map_subtract(a, b));
    bool ok = inputs_in(t, a, b) && outputs_of(t, a, b);
    drop(a, b);
    return ok;
}

/* With a function that has the same inputs, the pairs of the other one are all of it. */
bool lcr_rel_same_maps(rel *t, isl_map *a, isl_map *b)
{
    if (a && b && !alike(a, b)) {
        drop(a, b);
        return t->kind->holds(t, false, "they have other numbers of inputs or outputs");
    }
    bool ok = a && b;
    if (ok && isl_map_is_single_valued(b) == isl_bool_true)
        ok = inputs_in(t, a, b) && inputs_in(t, b, a) && outputs_of(t, a, b);
    else if (ok)
        ok = lcr_rel_pairs_in(t, isl_map_copy(a), isl_map_copy(b)) &&
             lcr_rel_pairs_in(t, isl_map_copy(b), isl_map_copy(a));
    drop(a, b);
    return ok;
}

static isl_stat keep_piece(isl_set *where, isl_multi_aff *f, void *user)
{
    isl_multi_aff **kept = user;
    isl_set_free(where);
    isl_multi_aff_free(*kept);
    *kept = f;
    return isl_stat_ok;
}

/* The only piece of a function. */
static isl_multi_aff *piece_of(isl_pw_multi_aff *f)
{
    isl_multi_aff *kept = NULL;
    isl_pw_multi_aff_foreach_piece(f, keep_piece, &kept);
    return kept;
}

static bool same_pieces(rel *t, isl_pw_multi_aff *f, isl_pw_multi_aff *g)
{
    isl_set *inputs = isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(f));
    bool ok = lcr_rel_same_sets(t, isl_set_copy(inputs),
                                isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(g)));
    isl_multi_aff *a = piece_of(f), *b = piece_of(g);
    isl_size n = isl_multi_aff_dim(a, isl_dim_out);
    for (int k = 0; ok && k < 2 * n; k++) {
        isl_aff *x = isl_multi_aff_get_aff(k < n ? a : b, k % n);
        isl_aff *y = isl_multi_aff_get_aff(k < n ? b : a, k % n);
        ok = t->kind->none(t, isl_set_intersect(isl_set_copy(inputs), isl_aff_lt_set(x, y)));
    }
    isl_set_free(inputs);
    isl_multi_aff_free(a);
    isl_multi_aff_free(b);
    return ok;
}

bool lcr_rel_same_functions(rel *t, isl_pw_multi_aff *f, isl_pw_multi_aff *g)
{
    bool pieces = isl_pw_multi_aff_n_piece(f) == 1 && isl_pw_multi_aff_n_piece(g) == 1 &&
                  isl_pw_multi_aff_dim(f, isl_dim_in) == isl_pw_multi_aff_dim(g, isl_dim_in) &&
                  isl_pw_multi_aff_dim(f, isl_dim_out) == isl_pw_multi_aff_dim(g, isl_dim_out);
    if (!pieces)
        return lcr_rel_same_maps(t, isl_map_from_pw_multi_aff(f), isl_map_from_pw_multi_aff(g));
    bool ok = same_pieces(t, f, g);
    isl_pw_multi_aff_free(f);
    isl_pw_multi_aff_free(g);
    return ok;
}

const rel_row *lcr_rel_row(const rel_row *rows, const char *name, size_t n)
{
    for (; rows->name != NULL; rows++)
        if (strcmp(rows->name, name) == 0 && n >= rows->least)
            return rows;
    return NULL;
}

bool lcr_rel_say(rel *t, const rel_row *row)
{
    if (row)
        t->how = row->how;
    return row && row->row(t);
}

/* ---- texts ---- */

void lcr_begin_on_text(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_system_weight(8, 1 + strlen(text) / 4));
}

void lcr_text_not_read(lcr_ctx *r, lc_code code, const char *what, const char *text)
{
    if (lcr_out_of_budget(r))
        lc_fail(r->lc, LC_ERR_BUDGET, "isl does not read the %s %.200s within the budget", what,
                text);
    else
        lc_fail(r->lc, code, "isl does not read the %s %.200s", what, text);
    isl_ctx_reset_error(r->isl);
}

isl_map *lcr_relation_of_text(ev *e, const char *text, bool set)
{
    lcr_ctx *r = e->pool->isl;
    if (!r || *text == '#')
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a relation that isl is not to read");
    lcr_begin_on_text(r, text);
    if (r->read && strcmp(r->read_text, text) == 0)
        return isl_map_copy(r->read);
    isl_map *map = set ? isl_map_from_range(isl_set_read_from_str(r->isl, text))
                       : isl_map_read_from_str(r->isl, text);
    map = isl_map_compute_divs(map);
    if (!map) {
        lcr_text_not_read(r, LC_ERR_LIMIT, set ? "set" : "relation", text);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        enum isl_dim_type side = i == 0 ? isl_dim_in : isl_dim_out;
        if (isl_map_has_tuple_id(map, side) == isl_bool_true)
            map = isl_map_reset_tuple_id(map, side);
    }
    lcr_forget_read(r);
    r->read_text = strdup(text);
    r->read = r->read_text ? isl_map_copy(map) : NULL;
    return map;
}

static isl_stat is_whole(isl_set *where, isl_multi_aff *f, void *user)
{
    bool *whole = user;
    for (int k = 0; k < isl_multi_aff_dim(f, isl_dim_out); k++) {
        isl_aff *value = isl_multi_aff_get_aff(f, k);
        isl_val *by = isl_aff_get_denominator_val(value);
        *whole = *whole && isl_val_is_one(by) == isl_bool_true &&
                 isl_aff_is_nan(value) == isl_bool_false;
        isl_val_free(by);
        isl_aff_free(value);
    }
    isl_set_free(where);
    isl_multi_aff_free(f);
    return isl_stat_ok;
}

/* isl adds the values of several pieces, and a fraction is a value of it, too. */
isl_pw_multi_aff *lcr_relation_written(ev *e, const char *text)
{
    lcr_ctx *r = e->pool->isl;
    if (!r || *text == '#' || strchr(text, ';') || !strstr(text, "->"))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0)); /* out of it, isl tells an error of syntax */
    isl_pw_multi_aff *f = isl_pw_multi_aff_read_from_str(r->isl, text);
    lcr_begin_on_text(r, text);
    bool whole = f && isl_pw_multi_aff_dim(f, isl_dim_param) == 0;
    if (whole && isl_pw_multi_aff_foreach_piece(f, is_whole, &whole) != isl_stat_ok)
        whole = false;
    for (int i = 0; f && i < 2; i++) {
        enum isl_dim_type side = i == 0 ? isl_dim_in : isl_dim_out;
        if (isl_pw_multi_aff_has_tuple_id(f, side) == isl_bool_true)
            f = isl_pw_multi_aff_reset_tuple_id(f, side);
    }
    isl_ctx_reset_error(r->isl);
    return f && whole ? f : isl_pw_multi_aff_free(f);
}

isl_pw_multi_aff *lcr_relation_function(ev *e, const char *text)
{
    isl_pw_multi_aff *f = lcr_relation_written(e, text);
    isl_map *map = f ? NULL : lcr_relation_of_text(e, text, false);
    isl_bool is = isl_map_is_single_valued(map);
    if (map && is == isl_bool_false) {
        lcr_ev_single_valued(e, map);
        return NULL;
    }
    f = f ? f : isl_pw_multi_aff_from_map(map);
    if (!f && lcr_ev_ok(e) && e->pool->isl)
        lcr_isl_failed(e->pool->isl, "a relation");
    return f;
}

size_t lcr_relation_inputs(const lit *relation)
{
    const char *text = relation->word;
    while (*text == '#' && strchr(text, '\n'))
        text = strchr(text, '\n') + 1;
    const char *at = strchr(text, '['), *end = at ? strchr(at, ']') : NULL;
    size_t n = 1;
    for (; at && end && at < end; at++)
        n += *at == ',';
    return end ? n : 0;
}

/* ---- literals ---- */

/* The literals of a statement about numbers. */
typedef struct {
    ev *e;
    const lcr_statement *s;
} numbers;

static const lit *literal(rel *t, size_t i)
{
    const numbers *of = t->of;
    return i == REL_VALUE ? of->s->value : i < t->n ? of->s->arg[i] : NULL;
}

static ev *evidence_of(rel *t)
{
    return ((const numbers *)t->of)->e;
}

static isl_map *map_of(rel *t, size_t i)
{
    const lit *a = literal(t, i);
    ev *e = evidence_of(t);
    if (!a || (a->kind == LIT_TUPLE && a->any))
        return NULL;
    if (a->kind == LIT_RELATION || a->kind == LIT_LISTED)
        return lcr_relation_of_text(e, a->word, a->set);
    a = lcr_ev_layout(e, a);
    lcr_graph *g = a && lcr_lit_is_function(a) ? lcr_graph_of(e->pool, a, NULL, GRAPH_VALUES)
                                               : NULL;
    if (g && a->kind == LIT_LINEAR && g->nin > 1)
        lcr_graph_join(g);
    const char *text = g ? lcr_sys_graph(&g->d->s, g->nin, g->in, g->nout, g->out) : NULL;
    return text ? lcr_relation_of_text(e, text, false) : NULL;
}

isl_set *lcr_relation_box(lcr_ctx *r, size_t n, const lc_int *least, const lc_int *most)
{
    isl_set *box = isl_set_universe(isl_space_set_alloc(r->isl, 0, (unsigned)n));
    for (unsigned k = 0; k < n; k++) {
        box = isl_set_lower_bound_val(box, isl_dim_set, k, lcr_val(r, least[k]));
        box = isl_set_upper_bound_val(box, isl_dim_set, k, lcr_val(r, most[k]));
    }
    return box;
}

static isl_pw_multi_aff *function_of(rel *t, size_t i)
{
    const lit *a = literal(t, i);
    return a && a->kind == LIT_RELATION && !a->set ? lcr_relation_written(evidence_of(t), a->word)
                                                   : NULL;
}

static isl_set *places_of(rel *t, size_t i)
{
    const lit *a = literal(t, i);
    lc_ctx *lc = t->r->lc;
    lc_int ends[2 * LIT_MAX_AXES];
    if (a && a->kind == LIT_RELATION && a->set)
        return isl_map_range(map_of(t, i));
    if (a && a->kind == LIT_WORD)
        return lcr_ev_type(evidence_of(t), a, &ends[0], &ends[1])
                   ? lcr_relation_box(t->r, 1, &ends[0], &ends[1])
                   : NULL;
    if (!a || a->kind != LIT_TUPLE || a->any || a->n > LIT_MAX_AXES)
        return NULL;
    for (size_t k = 0; k < a->n; k++) {
        ends[k] = lc_int_const(0);
        ends[LIT_MAX_AXES + k] = lc_int_sub(lc, a->extent[k], lc_int_const(1));
    }
    return lcr_relation_box(t->r, a->n, ends, ends + LIT_MAX_AXES);
}

static isl_set *at_place(rel *t, size_t i)
{
    const lit *a = literal(t, i);
    if (!a || a->kind != LIT_TUPLE)
        return NULL;
    isl_set *set = isl_set_universe(isl_space_set_alloc(t->r->isl, 0, (unsigned)a->n));
    for (unsigned k = 0; k < a->n; k++)
        if (!a->any || !a->any[k])
            set = isl_set_fix_val(set, isl_dim_set, k, lcr_val(t->r, a->extent[k]));
    return set;
}

static bool is_open(rel *t, size_t i)
{
    const lit *a = literal(t, i);
    return a && a->kind == LIT_LAYOUT && a->basis;
}

/* ---- evidence ---- */

/* isl has left nothing of a set of n coordinates: one of no point. */
static bool add_nothing(ev *e, isl_size n)
{
    sys s = lcr_sys_new(e->pool);
    const sys_sum one = lcr_sys_number(lc_int_const(1));
    if (n > SYS_VARS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    for (isl_size i = 0; i < n; i++)
        lcr_sys_free(&s, 'x');
    return lcr_ev_relate(e, &s, &one, SYS_EQ);
}

bool lcr_relation_left(ev *e, isl_set *set)
{
    lcr_ctx *r = e->pool->isl;
    set = isl_set_compute_divs(set);
    if (set && isl_set_is_wrapping(set) == isl_bool_true)
        set = isl_set_flatten(set);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    isl_size coordinates = isl_set_dim(set, isl_dim_set);
    isl_set_free(set);
    isl_size n = isl_basic_set_list_n_basic_set(parts);
    bool ok = parts && n >= 0 && lcr_isl_ok(r);
    if (!ok && lcr_ev_ok(e) && !lcr_isl_ok(r))
        lcr_isl_failed(r, "a relation");
    if (ok && n == 0)
        ok = add_nothing(e, coordinates);
    for (isl_size i = 0; ok && i < n; i++) {
        isl_basic_set *part = isl_basic_set_list_get_basic_set(parts, (int)i);
        ok = lcr_basic_add(e, part);
        isl_basic_set_free(part);
    }
    isl_basic_set_list_free(parts);
    return ok;
}

static bool left(rel *t, isl_set *set)
{
    return lcr_relation_left(evidence_of(t), set);
}

static bool condition(rel *t, bool holds, const char *words)
{
    return lcr_ev_condition(evidence_of(t), holds, words);
}

static bool some(rel *t, isl_set *set)
{
    isl_bool empty = isl_set_is_empty(set);
    isl_set_free(set);
    return empty != isl_bool_error && condition(t, empty == isl_bool_false, "there is no place");
}

static const rel_kind of_numbers = {map_of,  function_of, places_of, at_place,
                                    is_open, left,        some,      condition};

static bool same(rel *t)
{
    isl_pw_multi_aff *f = function_of(t, 0), *g = f ? function_of(t, 1) : NULL;
    if (g)
        return lcr_rel_same_functions(t, f, g);
    isl_pw_multi_aff_free(f);
    return lcr_rel_same_maps(t, map_of(t, 0), map_of(t, 1));
}

bool lcr_ev_related(ev *e, const rel_row *rows, const lcr_statement *s)
{
    numbers of = {e, s};
    rel t = {.kind = &of_numbers, .of = &of, .r = e->pool->isl, .n = s->n};
    if (!t.r)
        return lcr_ev_not(e);
    lcr_begin(t.r);
    e->out->by = "relation";
    return lcr_rel_say(&t, lcr_rel_row(rows, s->claim, s->n)) || (lcr_ev_ok(e) && lcr_ev_not(e));
}

bool lcr_ev_relations_equal(ev *e, const lit *x, const lit *y)
{
    static const rel_row rows[] = {{"equal", 2, same, 0}, {NULL, 0, NULL, 0}};
    const lcr_statement s = {.claim = "equal", .n = 2, .arg = {x, y}};
    return x->kind != LIT_RELATION   ? lcr_ev_is_relation_of(e, x, y)
           : y->kind != LIT_RELATION ? lcr_ev_is_relation_of(e, y, x)
                                     : lcr_ev_related(e, rows, &s);
}

bool lcr_ev_single_valued(ev *e, isl_map *map)
{
    numbers of = {e, NULL};
    rel t = {.kind = &of_numbers, .of = &of, .r = e->pool->isl};
    return lcr_rel_is_function(&t, map);
}
