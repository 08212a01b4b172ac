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
#include "../value/relate.h"

#include <string.h>

#define SMALL_WITNESSES 16 /* coordinates tried for a simpler counterexample */

/* ---- helpers ---- */

/* A claim that needs one coordinate in and one offset out. */
static bool check_one_to_one(lc_ctx *ctx, const char *claim, const char *name, const lcr_map *m)
{
    if (lcr_map_nin(m) == 1 && lcr_map_nout(m) == 1)
        return true;
    lc_fail(ctx, LC_ERR_INVALID,
            "%s needs a relation %s from one coordinate to one offset, not from %zu to %zu",
            claim, name, lcr_map_nin(m), lcr_map_nout(m));
    return false;
}

/* A relation that is compared with a layout: as many integers as its values have. */
static bool check_dimensions(lc_ctx *ctx, const char *name, const lcr_map *m, size_t naxes)
{
    if (naxes == 1)
        return check_one_to_one(ctx, "equiv with a layout", name, m);
    if (lcr_map_nin(m) == 1 && lcr_map_nout(m) == naxes)
        return true;
    lc_fail(ctx, LC_ERR_INVALID,
            "equiv with a layout needs a relation %s from one coordinate to the %zu integers of "
            "its values, not from %zu to %zu",
            name, naxes, lcr_map_nin(m), lcr_map_nout(m));
    return false;
}

/* The value of m at a point: LCR_UNKNOWN also when there are several, which is no
 * error here. */
static lcr_answer value_at(lcr_ctx *r, const lcr_map *m, const lc_int *in, lc_int *out)
{
    lcr_answer answer = lcr_map_eval(r, m, in, out);
    if (answer == LCR_UNKNOWN && lc_ctx_code(lcr_ctx_lc(r)) != LC_ERR_MEMORY)
        lc_ctx_reset(lcr_ctx_lc(r));
    return answer;
}

static void step_value(lcr_ctx *r, lcv_result **result, const char *name, const lcr_map *m,
                       const lc_int *in)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *out = lc_frame_alloc(ctx, lcr_map_nout(m), sizeof *out);
    lc_tuple *point = out ? lcv_relation_point(ctx, lcr_map_nin(m), in) : NULL;
    if (!point)
        return;
    lcr_answer answer = value_at(r, m, in, out);
    lc_tuple *value = answer == LCR_YES ? lcv_relation_point(ctx, lcr_map_nout(m), out) : NULL;
    lcv_point_at_fault(ctx, result, name, point, value);
    if (answer == LCR_YES)
        lcv_step(ctx, result, "%s%c = %t", name, point, value);
    else
        lcv_step(ctx, result, "%s%c has %s value", name, point,
                 answer == LCR_NO ? "no" : "more than one");
}

/* A coordinate whose value is `value`, when it is the only one. */
static bool preimage(lcr_ctx *r, const lcr_map *m, lc_int value, lc_int *c)
{
    lcr_map *reverse = lcv_kept(lcr_ctx_lc(r), lcr_map_reverse(r, m));
    return reverse && value_at(r, reverse, &value, c) == LCR_YES;
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
static lcr_map *map_of(lcr_ctx *r, const lcv_function *f, size_t nin)
{
    if (f->relation)
        return f->relation;
    return lcv_has_dims(f->value) && nin == 1
               ? flat_map(r, f->value)
               : lcv_kept(lcr_ctx_lc(r), lcv_layout_map(r, f->value));
}

typedef struct {
    const char *x_name, *y_name;
    const lcr_map *x, *y;
    const lcv_function *x_of, *y_of; /* what they are relations of */
} map_pair;

static bool has_value(lcr_ctx *r, const lcr_map *m, const lc_int *in)
{
    lc_int *out = lc_frame_alloc(lcr_ctx_lc(r), lcr_map_nout(m), sizeof *out);
    return out && value_at(r, m, in, out) == LCR_YES;
}

/* The value of what a relation is of, in the terms of that; none past its domain. */
static void step_side(lcr_ctx *r, lcv_result **result, const lcv_function *f, const lcr_map *m,
                      const lc_int *in)
{
    bool one = lcr_map_nin(m) == 1 && has_value(r, m, in);
    if (one && !f->relation)
        lcv_step_function(lcr_ctx_lc(r), result, f, in[0], NULL);
    else
        step_value(r, result, f->name, m, in);
}

/* YES: both have one value at `in`, and they differ; NO: they agree. */
static lcr_answer values_differ(lcr_ctx *r, const map_pair *p, const lc_int *in, lc_int *x_out,
                                lc_int *y_out)
{
    lcr_answer x = value_at(r, p->x, in, x_out), y = value_at(r, p->y, in, y_out);
    if (x != LCR_YES || y != LCR_YES)
        return x == y && x == LCR_NO ? LCR_NO : LCR_UNKNOWN;
    for (size_t i = 0; i < lcr_map_nout(p->x); i++)
        if (!lc_int_eq(x_out[i], y_out[i]))
            return LCR_YES;
    return LCR_NO;
}

/* `in` is a point where the relations differ: x_out is a value there of one of them. Both are
 * room then. */
static lcv_result *maps_differ(lcr_ctx *r, const map_pair *p, lc_int *in, bool in_first,
                               lc_int *x_out, lc_int *y_out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t nout = lcr_map_nout(p->x);
    lc_tuple *only = lcv_relation_point(ctx, nout, x_out); /* paired with `in` by one of them */
    if (lcr_map_nin(p->x) == 1 && lc_int_lt(lc_int_const(SMALL_WITNESSES), in[0])) {
        for (int32_t c = 0; c < SMALL_WITNESSES; c++) {
            lc_int simple = lc_int_const(c);
            if (values_differ(r, p, &simple, x_out, y_out) == LCR_YES) {
                in[0] = simple;
                break;
            }
        }
    }
    lcr_answer differ = values_differ(r, p, in, x_out, y_out);
    if (differ == LCR_NO)
        return lcv_uncertified(ctx, "the comparison of relations");
    lc_tuple *point = lcv_relation_point(ctx, lcr_map_nin(p->x), in);
    lc_tuple *left = differ == LCR_YES ? lcv_relation_point(ctx, nout, x_out) : NULL;
    lc_tuple *right = differ == LCR_YES ? lcv_relation_point(ctx, nout, y_out) : NULL;
    lcv_result *result = lcv_relation_differs(ctx, point, left, right,
                                              in_first ? p->x_name : p->y_name,
                                              in_first ? p->y_name : p->x_name, only);
    step_side(r, &result, p->x_of, p->x, in);
    step_side(r, &result, p->y_of, p->y, in);
    return result;
}

static lcv_result *compare_maps(lcr_ctx *r, const map_pair *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t nin = lcr_map_nin(p->x), nout = lcr_map_nout(p->x);
    if (nin != lcr_map_nin(p->y) || nout != lcr_map_nout(p->y))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "dimensions"),
                           lcv_text(ctx, "%s maps %z to %z dimensions, %s maps %z to %z",
                                    p->x_name, nin, nout, p->y_name, lcr_map_nin(p->y),
                                    lcr_map_nout(p->y)));
    lc_int *in = lc_frame_alloc(ctx, nin + 2 * nout, sizeof *in);
    if (!in)
        return NULL;
    lc_int *out = in + nin;
    bool in_first = true;
    switch (lcr_map_equal(r, p->x, p->y, in, out, &in_first)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO: return maps_differ(r, p, in, in_first, out, out + nout);
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
        if (result || lc_ctx_code(ctx) != LC_OK)
            return result;
    }
    size_t nin = lcr_map_nin(relation->relation);
    lcr_map *a = map_of(r, x, nin), *b = a ? map_of(r, y, nin) : NULL;
    map_pair p = {x->name, y->name, a, b, x, y};
    return b ? compare_maps(r, &p) : NULL;
}

/* ---- injective ---- */

static lcv_result *map_collision(lcr_ctx *r, const char *name, const lcr_map *m,
                                 const lc_int *in1, const lc_int *in2)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *out = lc_frame_alloc(ctx, lcr_map_nout(m), sizeof *out);
    bool one_value = out && value_at(r, m, in1, out) == LCR_YES;
    lc_tuple *first = lcv_relation_point(ctx, lcr_map_nin(m), in1);
    lc_tuple *second = lcv_relation_point(ctx, lcr_map_nin(m), in2);
    lc_tuple *value = one_value ? lcv_relation_point(ctx, lcr_map_nout(m), out) : NULL;
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION,
                                     lcv_text(ctx, "c = %t and c' = %t", first, second),
                                     value ? lcv_text(ctx, "both are %t", value)
                                           : lcv_text(ctx, "they share a value"));
    step_value(r, &result, name, m, in1);
    step_value(r, &result, name, m, in2);
    return result;
}

lcv_result *lcv_relation_injective(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t nin = lcr_map_nin(m);
    lc_int *in = lc_frame_alloc(ctx, 2 * nin, sizeof *in);
    if (!in)
        return NULL;
    switch (lcr_map_injective(r, m, in, in + nin)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO: return map_collision(r, name, m, in, in + nin);
    default:
        return lcv_relation_unknown(ctx, lcv_text(ctx, "whether two inputs share an output"));
    }
}

/* ---- ranges ---- */

/* A value of m outside [least,most]; the coordinate is shown when it is unique. */
static lcv_result *value_outside(lcr_ctx *r, const char *name, const lcr_map *m, lc_int value,
                                 lc_int least, lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c = lc_int_const(0);
    bool unique = preimage(r, m, value, &c);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION,
                                     unique ? lcv_text(ctx, "c = %i", c)
                                            : lcv_text(ctx, "offset %i", value),
                                     lcv_text(ctx, "%i is outside [%i,%i)", value, least,
                                              lc_int_add(ctx, most, lc_int_const(1))));
    if (unique)
        step_value(r, &result, name, m, &c);
    return result;
}

/* Of a relation whose range has no ends, or that is empty. */
static lcv_result *pairs_in_range(lcr_ctx *r, const char *name, const lcr_map *m, lc_int least,
                                  lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int in, out;
    char *text = lcv_kept(ctx, lcv_text(ctx, "{ [c] : %i <= c <= %i }", least, most));
    lcr_map *within = text ? lcv_kept(ctx, lcr_set_parse(r, text)) : NULL;
    lcr_map *bad = within ? lcv_kept(ctx, lcr_map_outside(r, m, within)) : NULL;
    lcr_answer found = bad ? lcr_map_any(r, bad, &in, &out) : LCR_UNKNOWN;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "the range of the relation"));
    return found == LCR_YES ? value_outside(r, name, m, out, least, most)
                            : lcv_proved(ctx, LCV_BY_RELATION);
}

lcv_result *lcv_relation_in_range(lcr_ctx *r, const char *claim, const char *name,
                                  const lcr_map *m, lc_int least, lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!check_one_to_one(ctx, claim, name, m))
        return NULL;
    lc_int low, high;
    if (!lcr_map_range(r, m, &low, &high))
        return lc_ctx_code(ctx) == LC_OK
                   ? pairs_in_range(r, name, m, least, most)
                   : lcv_relation_unknown(ctx, lcv_text(ctx, "the range of the relation"));
    if (lc_int_lt(low, least))
        return value_outside(r, name, m, low, least, most);
    if (lc_int_lt(most, high))
        return value_outside(r, name, m, high, least, most);
    return lcv_proved_with(ctx, LCV_BY_RELATION,
                           lcv_text(ctx, "the offsets lie in [%i,%i]", low, high));
}

lcv_result *lcv_relation_onto(lcr_ctx *r, const char *claim, const char *name, const lcr_map *m,
                              lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!check_one_to_one(ctx, claim, name, m))
        return NULL;
    lc_int witness = lc_int_const(0), c;
    switch (lcr_map_range_is(r, m, n, &witness)) {
    case LCR_YES: return lcv_proved(ctx, LCV_BY_RELATION);
    case LCR_NO:
        if (lc_int_sign(witness) < 0 || lc_int_le(n, witness))
            return value_outside(r, name, m, witness, lc_int_const(0),
                                 lc_int_sub(ctx, n, lc_int_const(1)));
        if (preimage(r, m, witness, &c))
            return lcv_uncertified(ctx, "the range of a relation");
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "offset %i", witness),
                           lcv_text(ctx, "%i is never reached", witness));
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "whether the range is an interval"));
    }
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

lcv_result *lcv_relation_bijective(lcr_ctx *r, const char *claim, const char *name,
                                   const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int n;
    if (!check_one_to_one(ctx, claim, name, m))
        return NULL;
    lcv_result *result = domain_size(r, name, m, &n);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    result = lcv_relation_several(r, name, m);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    result = lcv_relation_injective(r, name, m);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return lcv_relation_onto(r, claim, name, m, n);
}

/* ---- is_linear, is_layout ---- */

/* The values at 0 to n - 1; false when some coordinate has none or several. */
static bool tabulate(lcr_ctx *r, const lcr_map *m, size_t n, lc_int *value)
{
    for (size_t c = 0; c < n; c++) {
        lc_int at = lc_int_si(lcr_ctx_lc(r), (int64_t)c);
        if (value_at(r, m, &at, &value[c]) != LCR_YES)
            return false;
    }
    return true;
}

static lcv_result *table_is_linear(lc_ctx *ctx, const char *name, size_t n, const lc_int *value)
{
    for (size_t c = 0; c < n; c++) {
        size_t x = c & (~c + 1), y = c & (c - 1);
        if (c == 0)
            x = y = 0;
        if (lc_int_eq(value[c], lcv_xor(ctx, value[x], value[y])))
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

lcv_result *lcv_relation_is_linear(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int n;
    if (!check_one_to_one(ctx, "is_linear", name, m))
        return NULL;
    lcv_result *result = domain_size(r, name, m, &n);
    if (result || lc_ctx_code(ctx) != LC_OK)
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
