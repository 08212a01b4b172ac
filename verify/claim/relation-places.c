/* relation-places.c - claims about sets, and about relations with several outputs.
 *
 * The values are places: elements of sets, outputs of relations, values of a layout that stands
 * beside them. A shape beside them is a box of places. Pairs that are listed are looked up among
 * those of the other side; else isl subtracts and intersects what is reached. Where pairs may be
 * too many for a list, isl is asked first whether there is a counterexample at all. A place that
 * is left is the counterexample.
 */
#include "config.h"

#include "relations.h"

#include "../value/points.h"
#include "../value/relate.h"

#include <stdlib.h>
#include <string.h>

bool lcv_has_places(size_t n, lcv_value *const *v)
{
    for (size_t i = 0; i < n; i++)
        if (v[i]->kind == LCV_SET ||
            (v[i]->kind == LCV_RELATION && !v[i]->map_of && lcr_map_nout(v[i]->relation) != 1))
            return true;
    return false;
}

static lcr_map *box_of(lcr_ctx *r, const char *claim, const char *name, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lcv_arg_domain(ctx, claim, name, v);
    size_t n = shape ? lc_tuple_nleaves(shape) : 0;
    lc_int *extent = shape ? lc_frame_alloc(ctx, n + 1, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_tuple_value(shape, k);
    return extent ? lcr_set_of_box(r, n, extent) : NULL;
}

static lcr_map *map_of(lcr_ctx *r, const char *claim, const char *name, const lcv_value *v)
{
    if (v->kind == LCV_RELATION || v->kind == LCV_SET)
        return lcr_map_ref(v->relation);
    if (v->kind == LCV_TUPLE)
        return box_of(r, claim, name, v);
    if (lcv_is_function(v))
        return lcv_layout_map(r, v);
    return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID, "%s needs a relation or a set %s, not %s",
                   claim, name, lcv_value_describe(v));
}

/* ---- lists ---- */

/* The elements of a set that is a list. */
static bool take_list(lc_ctx *ctx, const lcv_value *set, lcv_places *p)
{
    const size_t n = lcv_points_count(set);
    lcv_outputs *to = &p->listed;
    to->pair = lc_frame_alloc(ctx, n * p->nout + 1, sizeof *to->pair);
    to->of = to->pair ? lc_frame_alloc(ctx, n + 1, sizeof *to->of) : NULL;
    to->n = to->of ? n : 0;
    for (size_t i = 0; i < to->n * p->nout; i++)
        to->pair[i] = lc_ints_at(set->values, i);
    for (size_t i = 0; i < to->n; i++)
        to->of[i] = (lcv_output){to->pair + i * p->nout, p->nout};
    return to->of != NULL;
}

/* The pairs, where they can be listed. False with an error. */
static bool list(lcr_ctx *r, lcv_places *p)
{
    p->many = false;
    lcr_answer listed = lcv_outputs_of(r, p->map, &p->listed);
    return listed != LCR_UNKNOWN || lcv_out_of_budget(lcr_ctx_lc(r));
}

/* Keeps pair i as the one that is shown. */
static void take_pair(lcv_places *p, size_t i)
{
    size_t nin = p->nin, nout = p->nout;
    memcpy(p->in, p->listed.pair + i * (nin + nout), (nin + nout) * sizeof *p->in);
}

static bool reaches(const lcv_places *p, const lc_int *out)
{
    lcv_output key = {out, p->nout};
    return bsearch(&key, p->listed.of, p->listed.n, sizeof key, lcv_output_cmp) != NULL;
}

static const lc_int *output(const lcv_places *p, size_t i)
{
    size_t nin = p->nin;
    return p->listed.pair + i * (nin + p->nout) + nin;
}

static bool are_zero(size_t n, const lc_int *out)
{
    for (size_t k = 0; k < n; k++)
        if (!lc_int_is_zero(out[k]))
            return false;
    return true;
}

/* A pair of p whose output q reaches, not being the integers 0, or does not reach; taken. */
static bool look_up(lcv_places *p, const lcv_places *q, bool common)
{
    for (size_t i = 0; i < p->listed.n; i++) {
        const lc_int *out = output(p, i);
        if (reaches(q, out) == common && !(common && are_zero(p->nout, out))) {
            take_pair(p, i);
            return true;
        }
    }
    return false;
}

/* isl's map; a list of many elements needs none. */
static bool find_map(lcr_ctx *r, const char *claim, const lcv_value *v, lcv_places *p)
{
    if (v->kind == LCV_SET && v->values) {
        p->nout = v->width;
        p->map = v->relation;
        return true;
    }
    p->map = lcv_kept(lcr_ctx_lc(r), map_of(r, claim, p->name, v));
    p->nin = p->map ? lcr_map_nin(p->map) : 0;
    p->nout = p->map ? lcr_map_nout(p->map) : 0;
    return p->map != NULL;
}

bool lcv_places_open(lcr_ctx *r, const char *claim, const char *name, const lcv_value *v,
                     lcv_places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *p = (lcv_places){.name = name};
    if (!find_map(r, claim, v, p))
        return false;
    p->in = lc_frame_alloc(ctx, p->nin + p->nout + 1, sizeof *p->in);
    p->out = p->in ? p->in + p->nin : NULL;
    if (p->out && v->kind == LCV_SET && v->values)
        return take_list(ctx, v, p);
    p->many = p->out && !lcr_map_is_small(r, p->map);
    return p->out && (p->many ? lc_ctx_code(ctx) == LC_OK : list(r, p));
}

/* Pairs that may be many are listed when they are asked for. */
static bool is_listed(lcr_ctx *r, lcv_places *p)
{
    return (!p->many || list(r, p)) && p->listed.of;
}

static bool both_listed(lcr_ctx *r, lcv_places *p, lcv_places *q)
{
    return is_listed(r, p) && is_listed(r, q);
}

/* What isl's map reaches. False with an error, also of a list of many elements. */
static bool find_reached(lcr_ctx *r, lcv_places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!p->map)
        return lc_fail(ctx, LC_ERR_BUDGET, "a list of %zu elements beside a set that is none",
                       p->listed.n);
    if (!p->reached)
        p->reached = lcv_kept(ctx, lcr_map_range_set(r, p->map));
    return p->reached != NULL;
}

static bool find_both(lcr_ctx *r, lcv_places *p, lcv_places *q)
{
    return find_reached(r, p) && find_reached(r, q);
}

static bool same_dimensions(lc_ctx *ctx, const char *claim, const lcv_places *p,
                            const lcv_places *q)
{
    size_t n = p->nout, m = q->nout;
    if (n != m)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s: the values of %s have %zu integers, those of %s %zu: expected as many",
                claim, p->name, n, q->name, m);
    return n == m;
}

static bool open_pair(lcr_ctx *r, const char *claim, const char *const name[2],
                      lcv_value *const *args, lcv_places *p, lcv_places *q)
{
    return lcv_places_open(r, claim, name[0], args[0], p) &&
           lcv_places_open(r, claim, name[1], args[1], q) &&
           same_dimensions(lcr_ctx_lc(r), claim, p, q);
}

/* ---- counterexamples ---- */

static lc_tuple *value(lc_ctx *ctx, const lcv_places *p)
{
    return lcv_relation_point(ctx, p->nout, p->out);
}

/* `c = (0,1)`; the element itself of a set. */
static char *where_of(lc_ctx *ctx, const lcv_places *p, const char *c)
{
    size_t nin = p->nin;
    return nin == 0 ? lcv_text(ctx, "%t", value(ctx, p))
                    : lcv_text(ctx, "%s = %t", c, lcv_relation_point(ctx, nin, p->in));
}

static void step(lc_ctx *ctx, lcv_result **result, const lcv_places *p)
{
    size_t nin = p->nin;
    if (nin > 0) {
        lcv_step(ctx, result, "%s%c = %t", p->name, lcv_relation_point(ctx, nin, p->in),
                 value(ctx, p));
        lcv_point_at_fault(ctx, result, p->name, lcv_relation_point(ctx, nin, p->in),
                           value(ctx, p));
    } else {
        lcv_value_at_fault(ctx, result, p->name, value(ctx, p));
    }
}

/* An input whose output is the one that is there. */
static bool find_input(lcr_ctx *r, lcv_places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = p->nout;
    bool *fixed = lc_frame_alloc(ctx, n + 1, sizeof *fixed);
    for (size_t k = 0; fixed && k < n; k++)
        fixed[k] = true;
    lcr_map *reverse = fixed ? lcv_kept(ctx, lcr_map_reverse(r, p->map)) : NULL;
    lcr_map *inputs = reverse ? lcv_kept(ctx, lcr_map_fix(r, reverse, fixed, p->out)) : NULL;
    return inputs && lcr_map_any(r, inputs, NULL, p->in) == LCR_YES;
}

/* ---- what is reached ---- */

/* A pair of p whose output q does not reach, as isl finds it. */
static lcr_answer look_outside(lcr_ctx *r, lcv_places *p, lcv_places *q)
{
    lcr_map *bad = find_both(r, p, q)
                       ? lcv_kept(lcr_ctx_lc(r), lcr_map_outside(r, p->map, q->reached))
                       : NULL;
    return bad ? lcr_map_any(r, bad, p->in, p->out) : LCR_UNKNOWN;
}

lcv_result *lcv_places_outside(lcr_ctx *r, const char *claim, lcv_places *p, lcv_places *q)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const bool many = (p->many || q->many) && p->map && q->map;
    lcr_answer found = many ? look_outside(r, p, q) : LCR_UNKNOWN;
    if (found == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(ctx);
    if (found != LCR_NO && both_listed(r, p, q))
        found = look_up(p, q, false) ? LCR_YES : LCR_NO;
    else if (found == LCR_UNKNOWN)
        found = look_outside(r, p, q);
    if (found == LCR_NO)
        return NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", claim));
    char *told = q->bounds ? lcv_text(ctx, "%t is %s", value(ctx, p), q->bounds)
                           : lcv_text(ctx, "%t is not a value of %s", value(ctx, p), q->name);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION, where_of(ctx, p, "c"), told);
    step(ctx, &result, p);
    return result;
}

lcv_result *lcv_places_missing(lcr_ctx *r, const char *claim, lcv_places *p, lcv_places *q)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_answer found = LCR_UNKNOWN;
    if (both_listed(r, p, q)) {
        found = look_up(q, p, false) ? LCR_YES : LCR_NO;
    } else if (find_both(r, p, q)) {
        lcr_map *left = lcv_kept(ctx, lcr_map_boolean(r, LCR_DIFFERENCE, q->reached, p->reached));
        found = left ? lcr_map_any(r, left, NULL, q->out) : LCR_UNKNOWN;
    }
    if (found == LCR_NO)
        return NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", claim));
    return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "%t", value(ctx, q)),
                       lcv_text(ctx, "%t is never reached", value(ctx, q)));
}

lcv_result *lcv_proved_unless(lc_ctx *ctx, lcv_result *result)
{
    return result || lc_ctx_code(ctx) != LC_OK ? result : lcv_proved(ctx, LCV_BY_RELATION);
}

lcv_result *lcv_places_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    static const char *const name[2] = {"T", "A"};
    lcv_places t, a;
    (void)n;
    return open_pair(r, "contained", name, args, &t, &a)
               ? lcv_proved_unless(lcr_ctx_lc(r), lcv_places_outside(r, "contained", &t, &a))
               : NULL;
}

lcv_result *lcv_set_in_bounds(lcr_ctx *r, lcv_value *const *args)
{
    static const char *const name[2] = {"X", "N"};
    lcv_places x, s;
    return open_pair(r, "in_bounds", name, args, &x, &s)
               ? lcv_proved_unless(lcr_ctx_lc(r), lcv_places_outside(r, "in_bounds", &x, &s))
               : NULL;
}

lcv_result *lcv_places_reach(lcr_ctx *r, const char *claim, const char *x_name,
                             const char *n_name, lcv_value *const *args)
{
    const char *const name[2] = {x_name, n_name};
    lcv_places x, s;
    return open_pair(r, claim, name, args, &x, &s)
               ? lcv_proved_unless(lcr_ctx_lc(r), lcv_places_missing(r, claim, &x, &s))
               : NULL;
}

lcv_result *lcv_places_cover(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return lcv_places_reach(r, "covers", "X", "N", args);
}

/* A pair whose output, an integer, is no multiple of n. */
static lcr_answer find_odd(lcr_ctx *r, lcv_places *p, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const bool listed = is_listed(r, p);
    for (size_t i = 0; listed && i < p->listed.n; i++)
        if (!lc_int_divides(ctx, n, output(p, i)[0])) {
            take_pair(p, i);
            return LCR_YES;
        }
    if (listed)
        return LCR_NO;
    char *text = lcv_kept(ctx, lcv_text(ctx, "{ [x] : x mod %i = 0 }", n));
    lcr_map *multiples = text ? lcv_kept(ctx, lcr_set_parse(r, text)) : NULL;
    lcr_map *bad = multiples ? lcv_kept(ctx, lcr_map_outside(r, p->map, multiples)) : NULL;
    return bad ? lcr_map_any(r, bad, p->in, p->out) : LCR_UNKNOWN;
}

lcv_result *lcv_places_align(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places p;
    lc_int by;
    (void)n;
    if (!lcv_arg_int(ctx, "aligned", "n", args[1], 1, &by) ||
        !lcv_places_open(r, "aligned", "X", args[0], &p))
        return NULL;
    if (p.nout != 1)
        return lc_fail(ctx, LC_ERR_INVALID, "aligned needs values X of one integer, not of %zu",
                       p.nout);
    lcr_answer found = find_odd(r, &p, by);
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "aligned"));
    if (found == LCR_NO)
        return lcv_proved_unless(ctx, NULL);
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_RELATION, where_of(ctx, &p, "c"),
                    lcv_text(ctx, "%t is not a multiple of %i", value(ctx, &p), by));
    step(ctx, &result, &p);
    return result;
}

/* The elements of two sets. */
static lcv_result *same_elements(lcr_ctx *r, const char *claim, lcv_value *const *args)
{
    static const char *const name[2] = {"X", "Y"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places x, y;
    if (!open_pair(r, claim, name, args, &x, &y))
        return NULL;
    lcv_result *result = lcv_places_outside(r, claim, &x, &y);
    if (!result && lc_ctx_code(ctx) == LC_OK)
        result = lcv_places_outside(r, claim, &y, &x);
    return lcv_proved_unless(ctx, result);
}

lcv_result *lcv_sets_equal(lcr_ctx *r, const char *claim, lcv_value *const *args)
{
    for (size_t i = 0; i < 2; i++)
        if (args[i]->kind != LCV_SET && args[i]->kind != LCV_TUPLE)
            return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID,
                           "%s compares a set with a set or a shape, not with %s", claim,
                           lcv_value_describe(args[i]));
    return same_elements(r, claim, args);
}

/* ---- two that share a place ---- */

/* All integers are 0. */
static lcr_map *origin(lcr_ctx *r, size_t n)
{
    lc_int *one = lc_frame_alloc(lcr_ctx_lc(r), n + 1, sizeof *one);
    for (size_t k = 0; one && k < n; k++)
        one[k] = lc_int_const(1);
    return one ? lcv_kept(lcr_ctx_lc(r), lcr_set_of_box(r, n, one)) : NULL;
}

/* A place of both, with a pair of each. */
static lcr_answer share(lcr_ctx *r, lcv_places *a, lcv_places *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = a->nout;
    if (!find_both(r, a, b))
        return LCR_UNKNOWN;
    lcr_map *both = lcv_kept(ctx, lcr_map_boolean(r, LCR_INTERSECTION, a->reached, b->reached));
    lcr_map *zero = both ? origin(r, n) : NULL;
    lcr_map *bad = zero ? lcv_kept(ctx, lcr_map_boolean(r, LCR_DIFFERENCE, both, zero)) : NULL;
    lcr_answer found = bad ? lcr_map_any(r, bad, NULL, a->out) : LCR_UNKNOWN;
    if (found != LCR_YES)
        return found;
    memcpy(b->out, a->out, n * sizeof *b->out);
    return (a->nin == 0 || find_input(r, a)) && (b->nin == 0 || find_input(r, b)) ? LCR_YES
                                                                                  : LCR_UNKNOWN;
}

static lcr_answer share_listed(lcv_places *a, lcv_places *b)
{
    size_t n = a->nout;
    if (!look_up(a, b, true))
        return LCR_NO;
    const lcv_output shared = {a->out, n};
    for (size_t i = 0; i < b->listed.n; i++)
        if (lcv_output_cmp(&shared, &(lcv_output){output(b, i), n}) == 0) {
            take_pair(b, i);
            return LCR_YES;
        }
    return LCR_UNKNOWN;
}

/* Is the origin, whose integers are 0 and put into `out`, a place of both? */
static bool reach_origin(lcr_ctx *r, lcv_places *a, lcv_places *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places *side[2] = {a, b};
    lcr_map *zero = NULL;
    for (size_t k = 0; k < a->nout; k++)
        a->out[k] = lc_int_const(0);
    if (both_listed(r, a, b))
        return reaches(a, a->out) && reaches(b, a->out);
    bool both = find_both(r, a, b) && (zero = origin(r, a->nout)) != NULL;
    for (size_t k = 0; both && k < 2; k++) {
        lcr_map *rest = lcv_kept(ctx,
                                 lcr_map_boolean(r, LCR_INTERSECTION, side[k]->reached, zero));
        both = rest && lcr_map_any(r, rest, NULL, a->out) == LCR_YES;
    }
    return both;
}

/* `they share the value (0,0)`; NULL: not, or it was not found. */
static char *zero_shared(lcr_ctx *r, lcv_places *a, lcv_places *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    return reach_origin(r, a, b) ? lcv_text(ctx, "they share the value %t", value(ctx, a)) : NULL;
}

lcv_result *lcv_places_apart(lcr_ctx *r, const char *claim, const char *const name[2],
                             lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places a, b;
    if (!open_pair(r, claim, name, args, &a, &b))
        return NULL;
    lcr_answer found = both_listed(r, &a, &b) ? share_listed(&a, &b) : share(r, &a, &b);
    if (found == LCR_NO) {
        char *shared = zero_shared(r, &a, &b);
        return shared                   ? lcv_proved_with(ctx, LCV_BY_RELATION, shared)
               : lcv_out_of_budget(ctx) ? lcv_proved(ctx, LCV_BY_RELATION)
                                        : NULL;
    }
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", claim));
    bool sets = a.nin == 0 && b.nin == 0;
    char *where = where_of(ctx, &a, "c");
    if (!sets)
        where = lcv_text(ctx, "%S and %S", where, where_of(ctx, &b, "c'"));
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION, where,
                                     lcv_text(ctx, "%t is a value of both", value(ctx, &a)));
    step(ctx, &result, &a);
    step(ctx, &result, &b);
    return result;
}

lcv_result *lcv_places_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    static const char *const name[2] = {"A", "B"};
    (void)n;
    return lcv_places_apart(r, "disjoint", name, args);
}

/* ---- partitions ---- */

/* Each place of S is the output at just one input. */
lcv_result *lcv_places_partition(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    static const char *const name[2] = {"TV", "S"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places tv, s;
    if (args[0]->kind != LCV_RELATION && n > 2)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a relation TV beside a set S, not %s",
                       lcv_value_describe(args[0]));
    if (args[0]->kind == LCV_SET)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a layout or a relation TV, not a set");
    if (n > 2)
        return lcv_pairs_partition(r, n, args);
    if (!open_pair(r, "partitions", name, args, &tv, &s))
        return NULL;
    lcv_result *result = lcv_relation_several(r, "TV", tv.map);
    if (!result && lc_ctx_code(ctx) == LC_OK)
        result = lcv_places_outside(r, "partitions", &tv, &s);
    if (!result && lc_ctx_code(ctx) == LC_OK)
        result = lcv_places_missing(r, "partitions", &tv, &s);
    return result || lc_ctx_code(ctx) != LC_OK ? result : lcv_relation_injective(r, "TV", tv.map);
}
