/* relation-isl.c - relations that isl reads, and what it leaves of them, as sets. */
#include "config.h"

#include "relation-isl.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <string.h>

/* What isl gave back, which is NULL where it has failed. */
static bool worked(ev *e, const void *result)
{
    if (!result && lcr_ev_ok(e))
        lcr_isl_failed(e->pool->isl, "a relation");
    return result != NULL;
}

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

/* A relation, or a set as one without inputs. */
static isl_map *map_of_text(ev *e, const char *text, bool set)
{
    lcr_ctx *r = e->pool->isl;
    if (!r)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a relation that only isl reads");
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

isl_map *lcr_relation_of_text(ev *e, const char *text)
{
    return map_of_text(e, text, false);
}

#define MOST_VALUES 4096
#define MOST_RUNS 32 /* isl compares pairs of them */

/* A piece of the graph: c -> value + (c - first) step, an axis each. */
static isl_map *run_of(lcr_ctx *r, size_t n, const size_t *place, int64_t first, int64_t end,
                       const lc_int *value, const lc_int *step)
{
    isl_set *inputs = isl_set_universe(isl_space_set_alloc(r->isl, 0, 1));
    inputs = isl_set_lower_bound_si(inputs, isl_dim_set, 0, (int)first);
    inputs = isl_set_upper_bound_si(inputs, isl_dim_set, 0, (int)end - 1);
    isl_local_space *line = isl_local_space_from_space(isl_space_set_alloc(r->isl, 0, 1));
    isl_multi_aff *values = isl_multi_aff_zero(isl_space_alloc(r->isl, 0, 1, (unsigned)n));
    for (size_t q = 0; q < n; q++) {
        lc_int begin = lc_int_mul(r->lc, step[q], lc_int_si(r->lc, first));
        isl_aff *at = isl_aff_zero_on_domain(isl_local_space_copy(line));
        at = isl_aff_set_coefficient_val(at, isl_dim_in, 0, lcr_val(r, step[q]));
        at = isl_aff_set_constant_val(at, lcr_val(r, lc_int_sub(r->lc, value[q], begin)));
        values = isl_multi_aff_set_aff(values, (int)place[q], at);
    }
    isl_local_space_free(line);
    return isl_map_intersect_domain(isl_map_from_multi_aff(values), inputs);
}

/* Are the axes those of a flat coordinate, all of them? *place: of each. A literal lists them as
 * its strides name them. */
static bool places_of_axes(const lit *a, size_t *place)
{
    bool taken[LIT_MAX_AXES] = {false}, all = a->naxes > 0 && a->naxes <= LIT_MAX_AXES;
    for (size_t q = 0; all && q < a->naxes; q++) {
        place[q] = a->naxes == 1 ? 0 : a->path[q].depth == 1 ? a->path[q].mode[0] : LIT_MAX_AXES;
        all = place[q] < a->naxes && !taken[place[q]];
        if (all)
            taken[place[q]] = true;
    }
    return all;
}

/* The map of a function of few coordinates, run by run of values of one difference. */
static isl_map *map_of_values(ev *e, const lit *a)
{
    lc_ctx *lc = e->pool->lc;
    lcr_ctx *r = e->pool->isl;
    lc_int size = lcr_lit_size(lc, a), at[LIT_MAX_AXES], next[LIT_MAX_AXES], step[LIT_MAX_AXES];
    size_t place[LIT_MAX_AXES], runs = 0;
    if (!r || !places_of_axes(a, place) || lc_int_lt(lc_int_const(MOST_VALUES), size))
        return NULL;
    int64_t n = lc_int_get_si(size);
    lcr_begin_on(r, lcr_system_weight(8, 64));
    isl_map *map = isl_map_empty(isl_space_alloc(r->isl, 0, 1, (unsigned)a->naxes));
    for (int64_t first = 0, end; map && first < n; first = end) {
        bool is = lcr_lit_at(lc, a, lc_int_si(lc, first), at);
        for (size_t q = 0; q < a->naxes; q++)
            step[q] = lc_int_const(0);
        for (end = first + 1; is && end < n; end++) {
            is = lcr_lit_at(lc, a, lc_int_si(lc, end), next);
            bool goes_on = is;
            for (size_t q = 0; goes_on && q < a->naxes; q++) {
                lc_int moved = lc_int_sub(lc, next[q], at[q]);
                step[q] = end == first + 1 ? moved : step[q];
                goes_on = lc_int_eq(moved, lc_int_mul(lc, step[q], lc_int_si(lc, end - first)));
            }
            if (!goes_on)
                break;
        }
        is = is && ++runs <= MOST_RUNS;
        if (!is)
            map = isl_map_free(map);
        map = is ? isl_map_union(map, run_of(r, a->naxes, place, first, end, at, step)) : NULL;
    }
    return map;
}

/* The map of a layout of integers, which has one text; of others that of their values. */
static isl_map *map_of_literal(ev *e, const lit *a)
{
    if (!lcr_lit_is_affine(a) && a->kind != LIT_LISTED)
        return map_of_values(e, a);
    lcr_graph *g = lcr_lit_is_affine(a) ? lcr_graph_of(e->pool, a, NULL, GRAPH_VALUES) : NULL;
    const char *text = g && g->nout == 1 ? lcr_sys_graph(&g->d->s, &g->in[0], &g->out[0]) : NULL;
    if (!text && lcr_ev_ok(e))
        return map_of_values(e, a);
    return text ? lcr_relation_of_text(e, text) : NULL;
}

isl_map *lcr_relation_of_literal(ev *e, const lit *a)
{
    if (a->kind == LIT_RELATION)
        return map_of_text(e, a->word, a->set);
    return lcr_lit_is_function(a) ? map_of_literal(e, a) : NULL;
}

static isl_map *map_of_step(ev *e, const lcr_relation *f, size_t i)
{
    return f->text[i] ? lcr_relation_of_text(e, f->text[i]) : map_of_literal(e, f->of[i]);
}

isl_map *lcr_relation_map(ev *e, const lcr_relation *f)
{
    isl_map *map = map_of_step(e, f, 0);
    for (size_t i = 1; map && i < f->n; i++) {
        isl_map *next = map_of_step(e, f, i);
        if (!next || isl_map_dim(map, isl_dim_out) != isl_map_dim(next, isl_dim_in)) {
            if (next)
                lc_fail(e->pool->lc, LC_ERR_LIMIT, "relations between other spaces");
            isl_map_free(next);
            isl_map_free(map);
            return NULL;
        }
        map = isl_map_apply_range(map, next);
        worked(e, map);
    }
    return map;
}

isl_map *lcr_relation_sum(isl_map *a, isl_map *b)
{
    isl_map *both = isl_map_product(isl_map_copy(a), isl_map_copy(b));
    isl_space *outputs = isl_space_unwrap(isl_space_range(isl_map_get_space(both)));
    isl_map *first = isl_map_domain_map(isl_map_universe(isl_space_copy(outputs)));
    isl_map *second = isl_map_range_map(isl_map_universe(outputs));
    isl_map *add = isl_map_sum(first, isl_map_reset_tuple_id(second, isl_dim_out));
    return isl_map_flatten_domain(isl_map_apply_range(both, add));
}

/* ---- as sets ---- */

static bool add_part(ev *e, isl_basic_set *part)
{
    lcr_map_text to;
    quo *d = lcr_quo_new(e->pool);
    isl_size n = isl_basic_set_dim(part, isl_dim_set);
    bool ok = d && n >= 0 && n <= SYS_VARS;
    const sys_sum *in = ok ? lcr_quo_free(d, (size_t)n) : NULL;
    isl_basic_map *map = isl_basic_map_from_domain(part);
    ok = in && lcr_basic_read(e->pool->isl, d, map, (size_t)n, in, &to);
    isl_basic_map_free(map);
    if (!ok && lcr_ev_ok(e))
        lc_fail(e->pool->lc, LC_ERR_LIMIT, "a part of a relation that is too large");
    if (ok)
        lcr_relation_say(d, &to);
    return ok && lcr_ev_add(e, &d->s);
}

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
    set = isl_set_compute_divs(set);
    if (set && isl_set_is_wrapping(set) == isl_bool_true)
        set = isl_set_flatten(set);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    isl_size coordinates = isl_set_dim(set, isl_dim_set);
    isl_set_free(set);
    isl_size n = isl_basic_set_list_n_basic_set(parts);
    bool ok = worked(e, parts) && n >= 0;
    if (ok && n == 0)
        ok = add_nothing(e, coordinates);
    for (isl_size i = 0; ok && i < n; i++)
        ok = add_part(e, isl_basic_set_list_get_basic_set(parts, (int)i));
    isl_basic_set_list_free(parts);
    return ok;
}

static isl_stat count_divs(isl_basic_set *part, void *user)
{
    isl_size n = isl_basic_set_dim(part, isl_dim_div);
    *(size_t *)user += n > 0 ? (size_t)n : 0;
    isl_basic_set_free(part);
    return isl_stat_ok;
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

/* isl does not finish with the complement of many digits. */
#define MOST_DIVS 12

bool lcr_relation_is_simple(ev *e, isl_set *set)
{
    size_t divs = 0;
    bool is = isl_set_foreach_basic_set(set, count_divs, &divs) == isl_stat_ok;
    if (is && divs <= MOST_DIVS)
        return true;
    return lc_fail(e->pool->lc, LC_ERR_LIMIT, "a relation of more than %d digits", MOST_DIVS);
}

bool lcr_relation_apart(ev *e, isl_set *x, isl_set *y, bool both)
{
    bool ok = lcr_relation_left(e, isl_set_subtract(isl_set_copy(x), isl_set_copy(y)));
    if (!ok || !both) {
        isl_set_free(x);
        isl_set_free(y);
        return ok;
    }
    return lcr_relation_left(e, isl_set_subtract(y, x));
}

bool lcr_relation_pairs_left(ev *e, isl_map *map)
{
    return worked(e, map) && lcr_relation_left(e, isl_map_wrap(map));
}

static bool same_spaces(isl_map *x, isl_map *y)
{
    return isl_map_dim(x, isl_dim_in) == isl_map_dim(y, isl_dim_in) &&
           isl_map_dim(x, isl_dim_out) == isl_map_dim(y, isl_dim_out);
}

bool lcr_relation_same(ev *e, isl_map *x, isl_map *y)
{
    if (!same_spaces(x, y))
        return lcr_ev_condition(e, false, "they have other numbers of inputs or outputs");
    return lcr_relation_apart(e, isl_map_wrap(isl_map_copy(x)), isl_map_wrap(isl_map_copy(y)),
                              true);
}

bool lcr_relation_compare(ev *e, const lcr_relation *f, const lcr_relation *g)
{
    isl_map *x = lcr_relation_map(e, f), *y = x ? lcr_relation_map(e, g) : NULL;
    bool ok = y && lcr_relation_same(e, x, y);
    isl_map_free(x);
    isl_map_free(y);
    return ok;
}
