/* relation-places.c - sets, and values of relations with several outputs, beside each other.
 *
 * The values are places: elements of sets, outputs of relations, values of a layout that stands
 * beside them. A shape beside them is a box of places. Pairs that are listed are looked up among
 * those of the other side; else isl subtracts and intersects what is reached. Where there may be
 * too many for a list, isl is asked first whether there is a counterexample at all. A place that
 * is left is the counterexample.
 */
#include "config.h"

#include "relations.h"

#include "../value/points.h"
#include "../value/relate.h"

#include <stdlib.h>
#include <string.h>

static lcr_map *box_of(const lcv_relation_claim *q, const char *name, const lcv_value *v)
{
    lc_tuple *shape = lcv_arg_domain(q->ctx, q->claim, name, v);
    size_t n = shape ? lc_tuple_nleaves(shape) : 0;
    lc_int *extent = shape ? lc_frame_alloc(q->ctx, n + 1, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_tuple_value(shape, k);
    return extent ? lcr_set_of_box(q->r, n, extent) : NULL;
}

static lcr_map *map_of(const lcv_relation_claim *q, const char *name, const lcv_value *v)
{
    if (v->kind == LCV_RELATION || v->kind == LCV_SET)
        return lcr_map_ref(v->relation);
    if (v->kind == LCV_TUPLE)
        return box_of(q, name, v);
    if (lcv_is_function(v))
        return lcv_layout_map(q->r, v);
    return lc_fail(q->ctx, LC_ERR_INVALID, "%s needs a relation or a set %s, not %s", q->claim,
                   name, lcv_value_describe(v));
}

/* A set that is a list has a map where it has few runs. */
static bool open_list(const lcv_relation_claim *q, const char *name, const lcv_value *set,
                      lcv_places *p)
{
    const size_t n = lcv_points_count(set), cells = n * set->width;
    lc_int *cell = lc_frame_alloc(q->ctx, cells + 1, sizeof *cell);
    for (size_t i = 0; cell && i < cells; i++)
        cell[i] = lc_ints_at(set->values, i);
    *p = (lcv_places){.name = name, .nout = set->width, .map = set->relation};
    return lcv_places_of_list(q, n, cell, p);
}

bool lcv_places_open(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                     lcv_places *p)
{
    if (v->kind == LCV_SET && v->values)
        return open_list(q, name, v, p);
    return lcv_places_of_many(q, name, map_of(q, name, v), p) &&
           (lcr_map_is_small(q->r, p->map) ? lcv_places_list(q, p)
                                           : lc_ctx_code(q->ctx) == LC_OK);
}

/* With room, and bounds, which are taken over. */
static bool as_numbers(const lcv_relation_claim *q, char *bounds, lcv_places *p)
{
    p->bounds = lcv_kept(q->ctx, bounds);
    return p->bounds && lcv_places_room(q, p);
}

bool lcv_places_between(const lcv_relation_claim *q, lc_int low, lc_int high, lcv_places *p)
{
    lc_int end = lc_int_add(q->ctx, high, lc_int_const(1));
    *p = (lcv_places){.nout = 1, .numbers = LCV_BETWEEN, .low = low, .high = high};
    return as_numbers(q, lcv_text(q->ctx, "outside [%i,%i)", low, end), p);
}

bool lcv_places_multiples(const lcv_relation_claim *q, lc_int of, lcv_places *p)
{
    *p = (lcv_places){.nout = 1, .numbers = LCV_MULTIPLES, .low = of};
    return as_numbers(q, lcv_text(q->ctx, "not a multiple of %i", of), p);
}

bool lcv_places_box(const lcv_relation_claim *q, size_t n, lc_int *extent, lcv_places *p)
{
    *p = (lcv_places){.nout = n, .numbers = LCV_BOX, .extent = extent};
    return as_numbers(q,
                      n == 1 ? lcv_text(q->ctx, "outside [0,%i)", extent[0])
                             : lcv_text(q->ctx, "no coordinate of %t",
                                        lcv_integers_of(q->ctx, n, extent)),
                      p);
}

/* ---- lists ---- */

/* Keeps pair i as the one that is shown. */
static bool take_pair(lcv_places *p, size_t i)
{
    memcpy(p->in, lcv_pair_at(p, i), (p->nin + p->nout) * sizeof *p->in);
    return true;
}

/* Pairs that may be many are listed when they are asked for. */
static bool is_listed(const lcv_relation_claim *q, lcv_places *p)
{
    return (!p->many || lcv_places_list(q, p)) && p->pair;
}

/* May values be looked up among those of p? */
static bool is_known(const lcv_relation_claim *q, lcv_places *p)
{
    return p->numbers != LCV_PLACES || ((is_listed(q, p) || p->of) && lcv_outputs_of(q->ctx, p));
}

/* Is an integer one of those that p stands for? */
static bool is_number(lc_ctx *ctx, const lcv_places *p, size_t k, lc_int x)
{
    switch (p->numbers) {
    case LCV_BETWEEN: return lc_int_le(p->low, x) && lc_int_le(x, p->high);
    case LCV_MULTIPLES: return lc_int_sign(p->low) > 0 && lc_int_divides(ctx, p->low, x);
    default: return lc_int_sign(x) >= 0 && lc_int_lt(x, p->extent[k]);
    }
}

static bool reaches(lc_ctx *ctx, const lcv_places *p, const lc_int *out)
{
    lcv_output key = {out, p->nout};
    if (p->numbers == LCV_PLACES)
        return bsearch(&key, p->of, p->n, sizeof key, lcv_output_cmp) != NULL;
    size_t k = 0;
    while (k < p->nout && is_number(ctx, p, k, out[k]))
        k++;
    return k == p->nout;
}

static bool are_zero(size_t n, const lc_int *out)
{
    size_t k = 0;
    while (k < n && lc_int_is_zero(out[k]))
        k++;
    return k == n;
}

/* A pair of p whose value q reaches, not being the integers 0, or does not reach; taken. */
static bool look_up(lc_ctx *ctx, lcv_places *p, const lcv_places *q, bool common)
{
    for (size_t i = 0; i < p->n; i++) {
        const lc_int *out = lcv_pair_at(p, i) + p->nin;
        if (reaches(ctx, q, out) == common && !(common && are_zero(p->nout, out)))
            return take_pair(p, i);
    }
    return false;
}

/* The first place of a box, the first integer fastest, that p does not reach: it is among the
 * first of one more than p has. */
static bool first_left(lc_ctx *ctx, const lcv_places *p, lcv_places *box)
{
    for (size_t k = 0; k < box->nout; k++)
        if (lc_int_sign(box->extent[k]) <= 0)
            return false;
    for (size_t i = 0; i <= p->n; i++) {
        lc_int rest = lc_int_si(ctx, (int64_t)i);
        for (size_t k = 0; k < box->nout; k++) {
            box->out[k] = lc_int_fmod(ctx, rest, box->extent[k]);
            rest = lc_int_fdiv(ctx, rest, box->extent[k]);
        }
        if (!lc_int_is_zero(rest) || !reaches(ctx, p, box->out))
            return lc_int_is_zero(rest);
    }
    return false;
}

/* ---- isl ---- */

/* Integers as isl's set. */
static lcr_map *numbers_of(const lcv_relation_claim *q, const lcv_places *p)
{
    char *text = p->numbers == LCV_MULTIPLES
                     ? lcv_text(q->ctx, "{ [x] : x mod %i = 0 }", p->low)
                     : lcv_text(q->ctx, "{ [x] : %i <= x <= %i }", p->low, p->high);
    text = lcv_kept(q->ctx, text);
    return text ? lcr_set_parse(q->r, text) : NULL;
}

/* Has isl a set of it? A box is for lists alone. */
static bool has_set(const lcv_places *p)
{
    return p->reached || p->map || p->numbers == LCV_BETWEEN || p->numbers == LCV_MULTIPLES;
}

/* What isl's map reaches. False with an error, also of a list of many elements. */
static bool find_reached(const lcv_relation_claim *q, lcv_places *p)
{
    if (!has_set(p))
        return lc_fail(q->ctx, LC_ERR_BUDGET, "a list of %zu elements beside a set that is none",
                       p->n);
    if (!p->reached)
        p->reached = lcv_kept(q->ctx, p->numbers != LCV_PLACES ? numbers_of(q, p)
                                      : p->taken               ? lcr_map_domain_set(q->r, p->map)
                                                               : lcr_map_range_set(q->r, p->map));
    return p->reached != NULL;
}

static bool find_both(const lcv_relation_claim *q, lcv_places *a, lcv_places *b)
{
    return find_reached(q, a) && find_reached(q, b);
}

static lcr_map *both_of(const lcv_relation_claim *q, lcr_boolean how, const lcr_map *a,
                        const lcr_map *b)
{
    return a && b ? lcv_kept(q->ctx, lcr_map_boolean(q->r, how, a, b)) : NULL;
}

/* ---- counterexamples ---- */

static lc_tuple *value(lc_ctx *ctx, const lcv_places *p)
{
    return lcv_integers_of(ctx, p->nout, p->out);
}

/* `c = (0,1)`; the element itself of a set. */
static char *where_of(lc_ctx *ctx, const lcv_places *p, const char *c)
{
    size_t nin = p->nin;
    return nin == 0 ? lcv_text(ctx, "%t", value(ctx, p))
                    : lcv_text(ctx, "%s = %t", c, lcv_integers_of(ctx, nin, p->in));
}

static void step(lc_ctx *ctx, lcv_result **result, const lcv_places *p)
{
    lc_tuple *at = p->nin > 0 ? lcv_integers_of(ctx, p->nin, p->in) : NULL;
    if (at) {
        lcv_step(ctx, result, "%s%c = %t", p->name, at, value(ctx, p));
        lcv_point_at_fault(ctx, result, p->name, at, value(ctx, p));
    } else {
        lcv_value_at_fault(ctx, result, p->name, value(ctx, p));
    }
}

/* An input whose value is the one that is there. */
static bool find_input(const lcv_relation_claim *q, lcv_places *p)
{
    bool *fixed = lc_frame_alloc(q->ctx, p->nout + 1, sizeof *fixed);
    for (size_t k = 0; fixed && k < p->nout; k++)
        fixed[k] = true;
    lcr_map *reverse = fixed ? lcv_kept(q->ctx, lcr_map_reverse(q->r, p->map)) : NULL;
    lcr_map *inputs = reverse ? lcv_kept(q->ctx, lcr_map_fix(q->r, reverse, fixed, p->out))
                              : NULL;
    return inputs && lcr_map_any(q->r, inputs, NULL, p->in) == LCR_YES;
}

/* ---- what is reached ---- */

/* A pair of p whose value the other does not have, as isl finds it. */
static lcr_answer look_outside(const lcv_relation_claim *q, lcv_places *p, lcv_places *other)
{
    lcr_map *bad = find_both(q, p, other)
                       ? lcv_kept(q->ctx, lcr_map_outside(q->r, p->map, other->reached))
                       : NULL;
    return bad ? lcr_map_any(q->r, bad, p->in, p->out) : LCR_UNKNOWN;
}

lcv_result *lcv_places_outside(const lcv_relation_claim *q, lcv_places *p, lcv_places *other)
{
    lc_ctx *ctx = q->ctx;
    const bool many = (p->many || other->many) && has_set(p) && has_set(other);
    lcr_answer found = many ? look_outside(q, p, other) : LCR_UNKNOWN;
    if (found == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(ctx);
    if (found != LCR_NO && is_listed(q, p) && is_known(q, other))
        found = look_up(ctx, p, other, false) ? LCR_YES : LCR_NO;
    else if (found == LCR_UNKNOWN)
        found = look_outside(q, p, other);
    if (found == LCR_NO)
        return NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", q->claim));
    char *told = other->bounds
                     ? lcv_text(ctx, "%t is %s", value(ctx, p), other->bounds)
                     : lcv_text(ctx, "%t is not a value of %s", value(ctx, p), other->name);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION, where_of(ctx, p, "c"), told);
    step(ctx, &result, p);
    return result;
}

lcv_result *lcv_places_missing(const lcv_relation_claim *q, lcv_places *p, lcv_places *other)
{
    lc_ctx *ctx = q->ctx;
    lcr_answer found = LCR_UNKNOWN;
    if (other->numbers == LCV_BOX && is_known(q, p)) {
        found = first_left(ctx, p, other) ? LCR_YES : LCR_NO;
    } else if (is_listed(q, other) && is_known(q, p)) {
        found = look_up(ctx, other, p, false) ? LCR_YES : LCR_NO;
    } else if (find_both(q, p, other)) {
        lcr_map *left = both_of(q, LCR_DIFFERENCE, other->reached, p->reached);
        found = left ? lcr_map_any(q->r, left, NULL, other->out) : LCR_UNKNOWN;
    }
    if (found == LCR_NO)
        return NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", q->claim));
    return lcv_refuted(ctx, LCV_BY_RELATION,
                       lcv_text(ctx, other->nout == 1 ? "offset %t" : "coordinate %t",
                                value(ctx, other)),
                       lcv_text(ctx, "%t is never reached", value(ctx, other)));
}

lcv_result *lcv_proved_unless(lc_ctx *ctx, lcv_result *result)
{
    return lcv_goes_on(ctx, result) ? lcv_proved(ctx, LCV_BY_RELATION) : result;
}

bool lcv_goes_on(lc_ctx *ctx, const lcv_result *result)
{
    return !result && lc_ctx_code(ctx) == LC_OK;
}

lcv_result *lcv_unless_proved(lcv_result *result)
{
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return NULL;
}

bool lcv_same_dimensions(const lcv_relation_claim *q, const lcv_places *a, const lcv_places *b)
{
    if (a->nout != b->nout)
        lc_fail(q->ctx, LC_ERR_INVALID,
                "%s: the values of %s have %zu integers, those of %s %zu: expected as many",
                q->claim, a->name, a->nout, b->name, b->nout);
    return a->nout == b->nout;
}

/* ---- two that share a place ---- */

/* All integers are 0. */
static lcr_map *origin(const lcv_relation_claim *q, size_t n)
{
    lc_int *one = lc_frame_alloc(q->ctx, n + 1, sizeof *one);
    for (size_t k = 0; one && k < n; k++)
        one[k] = lc_int_const(1);
    return one ? lcv_kept(q->ctx, lcr_set_of_box(q->r, n, one)) : NULL;
}

/* A place of both, with a pair of each. */
static lcr_answer share(const lcv_relation_claim *q, lcv_places *a, lcv_places *b)
{
    if (!find_both(q, a, b))
        return LCR_UNKNOWN;
    lcr_map *both = both_of(q, LCR_INTERSECTION, a->reached, b->reached);
    lcr_map *bad = both ? both_of(q, LCR_DIFFERENCE, both, origin(q, a->nout)) : NULL;
    lcr_answer found = bad ? lcr_map_any(q->r, bad, NULL, a->out) : LCR_UNKNOWN;
    if (found != LCR_YES)
        return found;
    memcpy(b->out, a->out, a->nout * sizeof *b->out);
    return (a->nin == 0 || find_input(q, a)) && (b->nin == 0 || find_input(q, b)) ? LCR_YES
                                                                                  : LCR_UNKNOWN;
}

static lcr_answer share_listed(lc_ctx *ctx, lcv_places *a, lcv_places *b)
{
    if (!look_up(ctx, a, b, true))
        return LCR_NO;
    size_t i = 0;
    while (i < b->n && lcv_output_cmp(&(lcv_output){lcv_pair_at(b, i) + b->nin, b->nout},
                                      &(lcv_output){a->out, a->nout}) != 0)
        i++;
    return i < b->n && take_pair(b, i) ? LCR_YES : LCR_UNKNOWN;
}

/* Is the origin, whose integers are 0 and put into `out`, a place of both? */
static bool reach_origin(const lcv_relation_claim *q, bool listed, lcv_places *a, lcv_places *b)
{
    for (size_t k = 0; k < a->nout; k++)
        a->out[k] = lc_int_const(0);
    if (listed)
        return reaches(q->ctx, a, a->out) && reaches(q->ctx, b, a->out);
    lcr_map *left = find_both(q, a, b) ? both_of(q, LCR_INTERSECTION, a->reached, b->reached)
                                       : NULL;
    left = left ? both_of(q, LCR_INTERSECTION, left, origin(q, a->nout)) : NULL;
    return left && lcr_map_any(q->r, left, NULL, a->out) == LCR_YES;
}

lcv_result *lcv_places_apart(const lcv_relation_claim *q, lcv_places *a, lcv_places *b)
{
    lc_ctx *ctx = q->ctx;
    if (!lcv_same_dimensions(q, a, b))
        return NULL;
    bool listed = is_listed(q, a) && is_listed(q, b) && lcv_outputs_of(ctx, a) &&
                  lcv_outputs_of(ctx, b);
    lcr_answer found = listed ? share_listed(ctx, a, b) : share(q, a, b);
    if (found == LCR_NO && reach_origin(q, listed, a, b))
        return lcv_proved_with(ctx, LCV_BY_RELATION,
                               lcv_text(ctx, "they share the value %t", value(ctx, a)));
    if (found == LCR_NO)
        return lcv_out_of_budget(ctx) ? lcv_proved(ctx, LCV_BY_RELATION) : NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", q->claim));
    bool sets = a->nin == 0 && b->nin == 0;
    char *where = where_of(ctx, a, "c");
    if (!sets)
        where = lcv_text(ctx, "%S and %S", where, where_of(ctx, b, "c'"));
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION, where,
                                     lcv_text(ctx, "%t is a value of both", value(ctx, a)));
    step(ctx, &result, a);
    step(ctx, &result, b);
    return result;
}
