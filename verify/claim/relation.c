/* relation.c - the claims that also speak of relations, asked of isl.
 *
 * A relation has no shape to work with, so the questions go to the relational
 * layer (relation.h) as they are; counterexamples are evaluated again on the
 * relation before they are shown.
 */
#include "config.h"

#include "relations.h"

#include "../../isl-bridge/operate.h"
#include "../../isl-bridge/recover.h"
#include "../../lib/ints.h"
#include "../value/relate.h"

#include <string.h>

#define SMALL_WITNESSES 16 /* coordinates tried for a simpler counterexample */

/* ---- helpers ---- */

/* A claim that needs one coordinate in and one offset out. */
static bool check_one_to_one(lc_ctx *ctx, const char *claim, const char *name, const lcr_map *m)
{
    if (lcr_map_nin(m) == 1 && lcr_map_nout(m) == 1)
        return true;
    return lc_fail(
        ctx, LC_ERR_INVALID,
        "%s needs a relation %s from one coordinate to one offset, not from %zu to %zu", claim,
        name, lcr_map_nin(m), lcr_map_nout(m));
}

/* A relation that is compared with a layout: as many integers as its values have. */
static bool check_dimensions(lc_ctx *ctx, const char *name, const lcr_map *m, size_t naxes)
{
    if (naxes == 1)
        return check_one_to_one(ctx, "equiv with a layout", name, m);
    if (lcr_map_nin(m) == 1 && lcr_map_nout(m) == naxes)
        return true;
    return lc_fail(
        ctx, LC_ERR_INVALID,
        "equiv with a layout needs a relation %s from one coordinate to the %zu integers of "
        "its values, not from %zu to %zu",
        name, naxes, lcr_map_nin(m), lcr_map_nout(m));
}

/* The value at a point: LCR_UNKNOWN also when there are several, which is no error here. */
static lcr_answer value_of(lcr_ctx *r, const lcv_places *p, const lc_int *in, lc_int *out)
{
    size_t first, many = p->pair ? lcv_pairs_at(p, in, &first) : 0;
    lcr_answer answer = !p->pair    ? lcr_map_eval(r, p->map, in, out)
                        : many == 0 ? LCR_NO
                        : many == 1 ? LCR_YES
                                    : LCR_UNKNOWN;
    if (many == 1)
        memcpy(out, lcv_pair_at(p, first) + p->nin, p->nout * sizeof *out);
    if (answer == LCR_UNKNOWN && lc_ctx_code(lcr_ctx_lc(r)) != LC_ERR_MEMORY)
        lc_ctx_reset(lcr_ctx_lc(r));
    return answer;
}

static void step_value(lcr_ctx *r, lcv_result **result, const lcv_places *p, const lc_int *in)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *out = lc_frame_alloc(ctx, p->nout + 1, sizeof *out);
    lc_tuple *point = out ? lcv_integers_of(ctx, p->nin, in) : NULL;
    if (!point)
        return;
    lcr_answer answer = value_of(r, p, in, out);
    lc_tuple *value = answer == LCR_YES ? lcv_integers_of(ctx, p->nout, out) : NULL;
    lcv_point_at_fault(ctx, result, p->name, point, value);
    if (answer == LCR_YES)
        lcv_step(ctx, result, "%s%c = %t", p->name, point, value);
    else
        lcv_step(ctx, result, "%s%c has %s value", p->name, point,
                 answer == LCR_NO ? "no" : "more than one");
}

/* ---- equiv ---- */

/* One coordinate in stands for the dims of a linear layout. */
static lcr_map *flat_map(lcr_ctx *r, const lcv_value *linear)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_linear *l = lc_linear_flatten_ins(ctx, linear->linear);
    lc_tuple *offset = linear->offset ? lc_tuple_ref(linear->offset) : NULL;
    lcv_value *flat = lcv_kept(ctx, offset ? lcv_value_affine(ctx, offset, l)
                                           : lcv_value_linear(ctx, l));
    return flat ? lcv_kept(ctx, lcv_layout_map(r, flat)) : NULL;
}

/* The relation of a function, to be compared with one of so many inputs. */
static bool side_of(const lcv_relation_claim *q, const lcv_function *f, size_t nin, lcv_places *p)
{
    lcr_map *m = f->relation ? f->relation
                 : lcv_has_dims(f->value) && nin == 1
                     ? flat_map(q->r, f->value)
                     : lcv_kept(q->ctx, lcv_layout_map(q->r, f->value));
    *p = (lcv_places){.name = f->name, .map = m, .is = f};
    p->nin = m ? lcr_map_nin(m) : 0;
    p->nout = m ? lcr_map_nout(m) : 0;
    return m != NULL;
}

/* The value of what a relation is of, in the terms of that; none past its domain. */
static void step_side(lcr_ctx *r, lcv_result **result, const lcv_places *p, const lc_int *in)
{
    lc_int *out = lc_frame_alloc(lcr_ctx_lc(r), p->nout + 1, sizeof *out);
    bool one = out && p->nin == 1 && value_of(r, p, in, out) == LCR_YES;
    if (one && p->is && !p->is->relation)
        lcv_step_function(lcr_ctx_lc(r), result, p->is, in[0], NULL);
    else
        step_value(r, result, p, in);
}

/* YES: both have one value at `in`, and they differ; NO: they agree. */
static lcr_answer values_differ(lcr_ctx *r, const lcv_places *p, const lcv_places *q,
                                const lc_int *in, lc_int *x_out, lc_int *y_out)
{
    lcr_answer x = value_of(r, p, in, x_out), y = value_of(r, q, in, y_out);
    if (x != LCR_YES || y != LCR_YES)
        return x == y && x == LCR_NO ? LCR_NO : LCR_UNKNOWN;
    return lc_ints_order(p->nout, x_out, y_out) != 0 ? LCR_YES : LCR_NO;
}

/* `in` is a point where the relations differ: x_out is a value there of one of them. Both are
 * room then. */
static lcv_result *maps_differ(lcr_ctx *r, const lcv_places *p, const lcv_places *q, lc_int *in,
                               bool in_first, lc_int *x_out, lc_int *y_out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t nout = p->nout;
    const char *has = in_first ? p->name : q->name, *lacks = in_first ? q->name : p->name;
    lc_tuple *only = lcv_integers_of(ctx, nout, x_out); /* paired with `in` by one of them */
    if (p->nin == 1 && lc_int_lt(lc_int_const(SMALL_WITNESSES), in[0])) {
        for (int32_t c = 0; c < SMALL_WITNESSES; c++) {
            lc_int simple = lc_int_const(c);
            if (values_differ(r, p, q, &simple, x_out, y_out) == LCR_YES) {
                in[0] = simple;
                break;
            }
        }
    }
    lcr_answer differ = values_differ(r, p, q, in, x_out, y_out);
    if (differ == LCR_NO)
        return lcv_uncertified(ctx, "the comparison of relations");
    lc_tuple *point = lcv_integers_of(ctx, p->nin, in);
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", point),
                    differ == LCR_YES
                        ? lcv_text(ctx, "%t is not %t", lcv_integers_of(ctx, nout, x_out),
                                   lcv_integers_of(ctx, nout, y_out))
                        : lcv_text(ctx, "%s has the value %t, %s has not", has, only, lacks));
    if (differ != LCR_YES)
        lcv_point_at_fault(ctx, &result, has, point, only);
    step_side(r, &result, p, in);
    step_side(r, &result, q, in);
    return result;
}

/* A pair of one that the other lacks. */
static lcr_answer are_equal(lcr_ctx *r, const lcv_places *x, const lcv_places *y, lc_int *pair,
                            bool *in_first)
{
    bool listed = x->pair && y->pair;
    const lc_int *left = listed ? lcv_pairs_left(x, y) : NULL;
    *in_first = left != NULL;
    if (listed && !left)
        left = lcv_pairs_left(y, x);
    if (left)
        memcpy(pair, left, (x->nin + x->nout) * sizeof *pair);
    return listed             ? (left ? LCR_NO : LCR_YES)
           : x->map && y->map ? lcr_map_equal(r, x->map, y->map, pair, pair + x->nin, in_first)
                              : LCR_UNKNOWN;
}

lcv_result *lcv_relation_same(const lcv_relation_claim *q, const lcv_places *x,
                              const lcv_places *y)
{
    lc_ctx *ctx = q->ctx;
    size_t nin = x->nin, nout = x->nout;
    if (nin != y->nin || nout != y->nout)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "dimensions"),
                           lcv_text(ctx, "%s maps %z to %z dimensions, %s maps %z to %z", x->name,
                                    nin, nout, y->name, y->nin, y->nout));
    lc_int *in = lc_frame_alloc(ctx, nin + 2 * nout + 1, sizeof *in);
    if (!in)
        return NULL;
    lc_int *out = in + nin;
    bool in_first = true;
    switch (are_equal(q->r, x, y, in, &in_first)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO: return maps_differ(q->r, x, y, in, in_first, out, out + nout);
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "whether the relations are equal"));
    }
}

/* The number of coordinates, when they are [0,size). */
static bool size_of(lcr_ctx *r, const lcv_function *f, lc_int *size)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (f->layout) {
        *size = lc_layout_size(ctx, f->layout);
        return true;
    }
    lcr_answer interval = lcr_map_domain_is_interval(r, f->relation, size);
    if (interval == LCR_UNKNOWN)
        lcv_out_of_budget(ctx);
    return interval == LCR_YES;
}

/* NULL without an error when the sizes are the same, or left to the comparison. */
static lcv_result *sizes_differ(lcr_ctx *r, const lcv_function *x, const lcv_function *y)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int m, n;
    if (!size_of(r, x, &m) || !size_of(r, y, &n) || lc_int_eq(m, n))
        return NULL;
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                                     lcv_text(ctx, "%i is not %i", m, n));
    lcv_step(ctx, &result, "%s has %i coordinates, %s has %i", x->name, m, y->name, n);
    return result;
}

lcv_result *lcv_relation_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_function *relation = x->relation ? x : y, *other = x->relation ? y : x;
    if (other->layout && lc_layout_codomain(other->layout) != LC_XOR) {
        if (!check_dimensions(ctx, relation->name, relation->relation,
                              lc_layout_naxes(other->layout)))
            return NULL;
        lcv_result *result = sizes_differ(r, x, y);
        if (!lcv_goes_on(ctx, result))
            return result;
    }
    lcv_relation_claim q = {r, ctx, "equiv"};
    lcv_places a, b;
    size_t nin = lcr_map_nin(relation->relation);
    return side_of(&q, x, nin, &a) && side_of(&q, y, nin, &b) ? lcv_relation_same(&q, &a, &b)
                                                              : NULL;
}

/* ---- injective ---- */

static lcv_result *map_collision(lcr_ctx *r, const lcv_places *p, const lc_int *in1,
                                 const lc_int *in2)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *out = lc_frame_alloc(ctx, p->nout + 1, sizeof *out);
    bool one_value = out && value_of(r, p, in1, out) == LCR_YES;
    lc_tuple *first = lcv_integers_of(ctx, p->nin, in1);
    lc_tuple *second = lcv_integers_of(ctx, p->nin, in2);
    lc_tuple *value = one_value ? lcv_integers_of(ctx, p->nout, out) : NULL;
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION,
                                     lcv_text(ctx, "c = %t and c' = %t", first, second),
                                     value ? lcv_text(ctx, "both are %t", value)
                                           : lcv_text(ctx, "they share a value"));
    step_value(r, &result, p, in1);
    step_value(r, &result, p, in2);
    return result;
}

lcv_result *lcv_places_collide(const lcv_relation_claim *q, lcv_places *p)
{
    const lcv_output *of = lcv_outputs_of(q->ctx, p);
    for (size_t i = 1; of && i < p->n; i++)
        if (lcv_output_cmp(&of[i - 1], &of[i]) == 0)
            return map_collision(q->r, p, of[i - 1].out - p->nin, of[i].out - p->nin);
    return NULL;
}

lcv_result *lcv_relation_injective(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places p = {.name = name, .nin = lcr_map_nin(m), .nout = lcr_map_nout(m)};
    lc_int *in = lc_frame_alloc(ctx, 2 * p.nin + 1, sizeof *in);
    p.map = (lcr_map *)(uintptr_t)m;
    if (!in)
        return NULL;
    switch (lcr_map_injective(r, m, in, in + p.nin)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO: return map_collision(r, &p, in, in + p.nin);
    default:
        return lcv_relation_unknown(ctx, lcv_text(ctx, "whether two inputs share an output"));
    }
}

/* ---- ranges ---- */

lcv_result *lcv_relation_in_range(lcr_ctx *r, const char *claim, const char *name,
                                  const lcr_map *m, lc_int least, lc_int most)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), claim};
    lcv_places x, numbers;
    lc_int low, high;
    if (lcr_map_nout(m) != 1 && !check_one_to_one(q.ctx, claim, name, m))
        return NULL;
    if (lcr_map_range(r, m, &low, &high) && lc_int_le(least, low) && lc_int_le(high, most))
        return lcv_proved_with(q.ctx, LCV_BY_RELATION,
                               lcv_text(q.ctx, "the offsets lie in [%i,%i]", low, high));
    if (lc_ctx_code(q.ctx) != LC_OK)
        return lcv_relation_unknown(q.ctx, lcv_text(q.ctx, "the range of the relation"));
    return lcv_places_of_map(&q, name, lcr_map_ref(m), &x) &&
                   lcv_places_between(&q, least, most, &numbers)
               ? lcv_proved_unless(q.ctx, lcv_places_outside(&q, &x, &numbers))
               : NULL;
}

lcv_result *lcv_relation_onto(lcr_ctx *r, const char *claim, const char *name, const lcr_map *m,
                              lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int witness = lc_int_const(0), last = lc_int_sub(ctx, n, lc_int_const(1));
    if (!check_one_to_one(ctx, claim, name, m))
        return NULL;
    switch (lcr_map_range_is(r, m, n, &witness)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO:
        return lc_int_sign(witness) < 0 || lc_int_lt(last, witness)
                   ? lcv_relation_in_range(r, claim, name, m, lc_int_const(0), last)
                   : lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "offset %i", witness),
                                 lcv_text(ctx, "%i is never reached", witness));
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "whether the range is an interval"));
    }
}

/* ---- is_linear, is_layout ---- */

/* The values at 0 to n - 1; false when some coordinate has none or several. */
static bool tabulate(lcr_ctx *r, const lcr_map *m, size_t n, lc_int *value)
{
    lcv_places p = {.map = (lcr_map *)(uintptr_t)m};
    bool all = true;
    for (size_t c = 0; all && c < n; c++) {
        lc_int at = lc_int_si(lcr_ctx_lc(r), (int64_t)c);
        all = value_of(r, &p, &at, &value[c]) == LCR_YES;
    }
    return all;
}

static lcv_result *table_is_linear(lc_ctx *ctx, const char *name, size_t n, const lc_int *value)
{
    for (size_t c = 0; c < n; c++) {
        size_t x = c & (~c + 1), y = c & (c - 1);
        if (c == 0)
            x = y = 0;
        if (lc_int_eq(value[c], lc_xor(ctx, value[x], value[y])))
            continue;
        lc_int xy[2] = {lc_int_si(ctx, (int64_t)x), lc_int_si(ctx, (int64_t)y)};
        lc_int three[3] = {value[x], value[y], value[c]};
        lcv_function f = {.name = name};
        return lcv_not_linear(ctx, LCV_BY_ENUMERATION, &f, xy, three);
    }
    return lcv_proved(ctx, LCV_BY_ENUMERATION);
}

static lcv_result *enumerated_is_linear(lcr_ctx *r, const char *name, const lcr_map *m, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), n))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx, "%i coordinates of a relation are too many to enumerate",
                                    n));
    size_t count = (size_t)lc_int_get_si(n);
    lc_int *value = lc_frame_alloc(ctx, count, sizeof *value);
    if (!value)
        return NULL;
    return tabulate(r, m, count, value)
               ? table_is_linear(ctx, name, count, value)
               : lcv_refuted(ctx, LCV_BY_ENUMERATION, lcv_text(ctx, ""),
                             lcv_text(ctx, "%s has more than one value at some coordinate",
                                      name));
}

/* The domain as [0,n); a result when it is not or that is unknown. */
static lcv_result *domain_size(lcr_ctx *r, const char *name, const lcr_map *m, lc_int *n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (lcr_map_domain_is_interval(r, m, n)) {
    case LCR_YES: return NULL;
    case LCR_NO:
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "domain"),
                           lcv_text(ctx, "the domain of %s is not [0,n) for any n", name));
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "whether the domain is an interval"));
    }
}

lcv_result *lcv_relation_is_linear(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int n;
    if (!check_one_to_one(ctx, "is_linear", name, m))
        return NULL;
    lcv_result *result = domain_size(r, name, m, &n);
    if (!lcv_goes_on(ctx, result))
        return result;
    if (!lc_int_is_power_of_two(n))
        return lcv_size_not_linear(ctx, n);
    lc_layout *a = lcv_kept(ctx, lcr_recover(r, m));
    if (!a) { /* no layout, or not found: its values decide */
        if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE)
            lc_ctx_reset(ctx);
        return lcv_out_of_budget(ctx) ? enumerated_is_linear(r, name, m, n) : NULL;
    }
    lcv_function f = {.name = name, .layout = a, .relation = (lcr_map *)(uintptr_t)m};
    return lcv_layout_is_linear(ctx, &f);
}

lcv_result *lcv_relation_is_layout(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_relation_claim q = {r, ctx, "is_layout"};
    lc_tuple *shape;
    if (lcr_map_nin(m) != 1)
        m = lcv_relation_integral(&q, m, &shape);
    if (!m)
        return lc_ctx_code(ctx) != LC_OK
                   ? lcv_relation_unknown(ctx, lcv_text(ctx, "whether the inputs are a box"))
                   : lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "domain"),
                                 lcv_text(ctx, "the inputs of %s are no box, 0 <= c_k < n_k",
                                          name));
    lc_layout *a = lcv_kept(ctx, lcr_recover(r, m));
    if (a)
        return lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "%s = %L", name, a));
    if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE) {
        /* the message says where every candidate breaks, and both values */
        static const char prefix[] = "no layout has these values: ";
        const char *message = lc_ctx_message(ctx);
        if (strncmp(message, prefix, sizeof prefix - 1) == 0)
            message += sizeof prefix - 1;
        char *why = lcv_text(ctx, "no layout has the values of %s: %s", name, message);
        lc_ctx_reset(ctx);
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, ""), why);
    }
    return lcv_relation_unknown(ctx, lcv_text(ctx, "whether a layout has these values"));
}
