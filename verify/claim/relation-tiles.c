/* relation-tiles.c - complements, composites that are layouts, and divides, of relations.
 *
 *   complements   C and A, which go to integers, share no value but 0; C is a function that
 *                 increases with its coordinate, the last input first; with N, the sums of a
 *                 value of A and one of C cover [0,N)
 *   admissible    every output of B is an input of A; A o B is a layout on each mode of B alone,
 *                 and the sum of these layouts
 *   divides_into  D at 0 in the inputs after those of T is A o T; every value of A is one of D as
 *                 often as of A
 *
 * isl subtracts and orders; values that come several times are counted, as lists.
 */
#include "config.h"

#include "../../isl-bridge/recover.h"
#include "../value/relate.h"
#include "relations.h"

/* ---- complements ---- */

static bool goes_to_integers(const lcv_relation_claim *q, const lcv_places *x)
{
    if (x->nout != 1)
        lc_fail(q->ctx, LC_ERR_INVALID,
                "%s needs relations to integers: the values of %s have %zu", q->claim, x->name,
                x->nout);
    return x->nout == 1;
}

/* Two coordinates of C, the later with no larger value, or one with two; NULL without an error
 * where there are none. */
static lcv_result *does_not_increase(const lcv_relation_claim *q, const lcv_places *c)
{
    size_t n = lcr_map_nin(c->map);
    lc_int *in = lc_frame_alloc(q->ctx, 2 * n + 2, sizeof *in), *out = in ? in + 2 * n : NULL;
    lcv_result *result = in ? lcv_relation_several(q->r, c->name, c->map) : NULL;
    if (!in || !lcv_goes_on(q->ctx, result))
        return result;
    lcr_answer ordered = lcr_map_increases(q->r, c->map, in, in + n);
    if (ordered == LCR_YES)
        return NULL;
    if (ordered == LCR_UNKNOWN || lcr_map_eval(q->r, c->map, in, &out[0]) != LCR_YES ||
        lcr_map_eval(q->r, c->map, in + n, &out[1]) != LCR_YES)
        return lcv_relation_unknown(q->ctx, lcv_text(q->ctx, "whether %s increases", c->name));
    lc_tuple *x = lcv_integers_of(q->ctx, n, in), *y = lcv_integers_of(q->ctx, n, in + n);
    result = lcv_refuted(q->ctx, LCV_BY_RELATION, lcv_text(q->ctx, "c = %t and c' = %t", x, y),
                         lcv_text(q->ctx, "%s does not increase", c->name));
    lcv_step(q->ctx, &result, "%s%c = %i", c->name, x, out[0]);
    lcv_step(q->ctx, &result, "%s%c = %i", c->name, y, out[1]);
    return result;
}

/* Sums of values of A and C cover [0,N). */
static lcv_result *covers(const lcv_relation_claim *q, const lcv_places *a, const lcv_places *c,
                          const lcv_value *n)
{
    lcv_places sums;
    return lcv_places_of_map(q, "(A,C)", lcr_map_concat(q->r, a->map, c->map), &sums)
               ? lcv_places_reach(q, &sums, n)
               : NULL;
}

lcv_result *lcv_pairs_complement(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "complements"};
    lcv_places c, a;
    lc_int bound;
    if (!lcv_relation_open(&q, "C", args[0], &c) || !lcv_relation_open(&q, "A", args[1], &a) ||
        !goes_to_integers(&q, &c) || !goes_to_integers(&q, &a) ||
        (n > 2 && !lcv_arg_int(q.ctx, q.claim, "N", args[2], 1, &bound)))
        return NULL;
    lcv_result *result = lcv_unless_proved(lcv_places_apart(&q, &c, &a));
    if (lcv_goes_on(q.ctx, result))
        result = does_not_increase(&q, &c);
    return n > 2 && lcv_goes_on(q.ctx, result) ? covers(&q, &a, &c, args[2])
                                               : lcv_proved_unless(q.ctx, result);
}

/* ---- composites that are layouts ---- */

/* B by the modes of its shape: a relation from a box, or a layout. *shape: NULL where the inputs
 * of B are integers. */
static lcr_map *by_mode(const lcv_relation_claim *q, const lcv_value *v, lcr_map *m,
                        lc_tuple **shape)
{
    *shape = NULL;
    if (v->kind == LCV_LAYOUT && lc_layout_nleaves(v->layout) > 1 &&
        lc_layout_codomain(v->layout) != LC_XOR) {
        lc_tuple *s = lcv_shape_of(q->ctx, v->layout);
        *shape = s ? lcv_kept(q->ctx, lc_tuple_flatten(q->ctx, s)) : NULL;
        return *shape ? lcv_kept(q->ctx, lcr_index_map(q->r, v->layout)) : NULL;
    }
    if (lcr_map_nin(m) > 1)
        lcv_relation_integral(q, m, shape);
    return m;
}

lcr_map *lcv_relation_at_zero(lcr_ctx *r, const lcr_map *m, size_t from, size_t to)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lcr_map_nin(m);
    bool *fixed = lc_frame_alloc(ctx, n + 1, sizeof *fixed);
    lc_int *zero = fixed ? lc_frame_alloc(ctx, n + 1, sizeof *zero) : NULL;
    for (size_t k = 0; zero && k < n; k++) {
        fixed[k] = k < from || k >= to;
        zero[k] = lc_int_const(0);
    }
    return zero ? lcv_kept(ctx, lcr_map_fix(r, m, fixed, zero)) : NULL;
}

lcr_map *lcv_relation_onto_set(lcr_ctx *r, const lcr_map *m, const lcr_map *set)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *back = lcv_kept(ctx, lcr_map_reverse(r, m));
    lcr_map *left = back ? lcv_kept(ctx, lcr_map_restrict(r, back, set)) : NULL;
    return left ? lcv_kept(ctx, lcr_map_reverse(r, left)) : NULL;
}

/* The layout with the values on each mode; NULL with an error, LC_ERR_NO_VALUE: there is none. */
static lc_layout *layout_by_mode(const lcv_relation_claim *q, const lcr_map *m)
{
    size_t n = lcr_map_nin(m);
    lc_layout **part = lc_frame_alloc(q->ctx, n + 1, sizeof *part);
    for (size_t k = 0; part && k < n; k++) {
        const lcr_map *mode = n > 1 ? lcv_relation_at_zero(q->r, m, k, k + 1) : m;
        part[k] = mode ? lcv_kept(q->ctx, lcr_recover(q->r, mode)) : NULL;
        if (!part[k])
            return NULL;
    }
    return part && n > 1 ? lcv_kept(q->ctx, lc_layout_concat(q->ctx, n, part))
           : part        ? part[0]
                         : NULL;
}

/* A layout has its coordinates in a box; NULL: so has B, as far as is known. */
static lcv_result *outside_a_box(const lcv_relation_claim *q, const lcr_map *b)
{
    size_t n = lcr_map_nin(b);
    lc_int *extent = lc_frame_alloc(q->ctx, n + 1, sizeof *extent);
    if (!extent || n < 2 || lcr_map_domain_is_box(q->r, b, extent) != LCR_NO)
        return NULL;
    return lcv_refuted(q->ctx, LCV_BY_RELATION, lcv_text(q->ctx, "domain"),
                       lcv_text(q->ctx, "the inputs of B are no box, 0 <= c_k < n_k"));
}

/* The composite of A and B by the modes of B, and the only layout that it may be. *result: what
 * is known without it. */
static bool composite(const lcv_relation_claim *q, lcv_value *const *args, lcr_map **whole,
                      lc_layout **only, lcv_result **result)
{
    lcv_places a, b;
    lc_tuple *shape;
    *result = NULL;
    if (!lcv_relation_open(q, "A", args[0], &a) || !lcv_relation_open(q, "B", args[1], &b) ||
        !lcv_relation_follows(q, &b, &a))
        return false;
    *result = lcv_relation_leads_out(q, &b, &a);
    if (!*result)
        *result = outside_a_box(q, b.map);
    b.map = *result ? NULL : by_mode(q, args[1], b.map, &shape);
    *whole = b.map ? lcv_kept(q->ctx, lcr_map_compose(q->r, a.map, b.map)) : NULL;
    *only = *whole ? layout_by_mode(q, *whole) : NULL;
    return *only != NULL;
}

lc_layout *lcv_pairs_composite(lcr_ctx *r, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "admissible"};
    lcr_map *whole;
    lc_layout *only = NULL;
    lcv_result *result;
    bool is = composite(&q, args, &whole, &only, &result);
    lcv_result_free(result);
    return is ? only : NULL;
}

/* `no layout has these values: there are several at c = 1`, as the reason. */
static lcv_result *no_layout(const lcv_relation_claim *q)
{
    char *why = lcv_text(q->ctx, "A o B: %s", lc_ctx_message(q->ctx));
    lc_ctx_reset(q->ctx);
    return lcv_refuted(q->ctx, LCV_BY_RELATION, lcv_text(q->ctx, ""), why);
}

lcv_result *lcv_pairs_admit(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "admissible"};
    lcr_map *whole;
    lc_layout *only;
    lcv_result *result;
    lc_tuple *shape;
    (void)n;
    if (!composite(&q, args, &whole, &only, &result))
        return result ? result
               : lc_ctx_code(q.ctx) == LC_ERR_NO_VALUE
                   ? no_layout(&q)
                   : lcv_relation_unknown(q.ctx, lcv_text(q.ctx, "the composite"));
    if (lcr_map_nin(whole) > 1)
        whole = lcv_relation_integral(&q, whole, &shape);
    if (!whole && lc_ctx_code(q.ctx) == LC_OK)
        return lcv_relation_unknown(q.ctx, lcv_text(q.ctx, "the inputs of B"));
    lcv_places x, y;
    result = whole && lcv_places_of_map(&q, "(A o B)", lcr_map_ref(whole), &x) &&
                     lcv_places_of_map(&q, "R", lcr_layout_map(r, only), &y)
                 ? lcv_unless_proved(lcv_relation_same(&q, &x, &y))
                 : NULL;
    return lcv_goes_on(q.ctx, result)
               ? lcv_proved_with(q.ctx, LCV_BY_CONSTRUCTION, lcv_text(q.ctx, "R = %L", only))
               : result;
}

/* ---- divides ---- */

static size_t run_of(const lcv_output *all, size_t n, size_t from)
{
    size_t end = from;
    while (end < n && lcv_output_cmp(&all[end], &all[from]) == 0)
        end++;
    return end - from;
}

static lcv_result *counted(const lcv_relation_claim *q, const lcv_output *value, size_t by_a,
                           size_t by_d)
{
    lc_tuple *at = lcv_integers_of(q->ctx, value->n, value->out);
    lcv_result *result = lcv_refuted(q->ctx, LCV_BY_COUNTING, lcv_text(q->ctx, "value %t", at),
                                     by_a == 0   ? lcv_text(q->ctx, "A does not have it")
                                     : by_d == 0 ? lcv_text(q->ctx, "D does not have it")
                                                 : lcv_text(q->ctx, "D has it another number of "
                                                                    "times than A"));
    lcv_step(q->ctx, &result, "A has it %z times, D %z", by_a, by_d);
    return result;
}

/* Every value of A is one of D as often; and D has no other, where it is `exact`. */
static lcv_result *same_values(const lcv_relation_claim *q, lcv_places *d, lcv_places *a,
                               bool exact)
{
    const lcv_output *x = lcv_outputs_of(q->ctx, a), *y = lcv_outputs_of(q->ctx, d);
    if (!x || !y) {
        if (lc_ctx_code(q->ctx) == LC_OK)
            lc_fail(q->ctx, LC_ERR_BUDGET, "%s: the relations were not listed", q->claim);
        return lcv_relation_unknown(q->ctx, lcv_text(q->ctx, "how often each value is reached"));
    }
    for (size_t i = 0, j = 0; i < a->n || j < d->n;) {
        int order = i == a->n ? 1 : j == d->n ? -1 : lcv_output_cmp(&x[i], &y[j]);
        size_t by_a = order <= 0 ? run_of(x, a->n, i) : 0;
        size_t by_d = order >= 0 ? run_of(y, d->n, j) : 0;
        if (order < 0 || (order == 0 && by_a != by_d) || (order > 0 && exact))
            return counted(q, order <= 0 ? &x[i] : &y[j], by_a, by_d);
        i += by_a;
        j += by_d;
    }
    return lcv_proved(q->ctx, LCV_BY_COUNTING);
}

lcv_result *lcv_pairs_divide_into(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "divides_into"};
    lcv_places d, a, t, tile, first;
    if (!lcv_takes_word(q.ctx, q.claim, "exact", n > 3 ? args[3] : NULL) ||
        !lcv_relation_open(&q, "D", args[0], &d) || !lcv_relation_open(&q, "A", args[1], &a) ||
        !lcv_relation_open(&q, "T", args[2], &t) || !lcv_relation_follows(&q, &t, &a))
        return NULL;
    if (d.nin <= t.nin)
        return lc_fail(q.ctx, LC_ERR_INVALID,
                       "%s needs a relation D with the inputs of T first, and then others: D has "
                       "%zu, T has %zu",
                       q.claim, d.nin, t.nin);
    if (!lcv_places_of_map(&q, "(A o T)", lcr_map_compose(r, a.map, t.map), &tile) ||
        !lcv_places_of_map(&q, "D((_,0))", lcr_map_ref(lcv_relation_at_zero(r, d.map, 0, t.nin)),
                           &first))
        return NULL;
    lcv_result *result = lcv_unless_proved(lcv_relation_same(&q, &first, &tile));
    return lcv_goes_on(q.ctx, result) ? same_values(&q, &d, &a, n > 3) : result;
}

/* ---- partitions of what takes part, or of several ---- */

/* { [i0, i1] : i0 < 4 }, for an `under` with an integer, or _, for each value; NULL with an
 * error. */
static lcr_map *below(const lcv_relation_claim *q, const lcv_value *under, size_t n)
{
    lc_int bound;
    lc_text text = {0};
    const lc_tuple *t = under->kind == LCV_TUPLE ? under->tuple : NULL;
    bool fits = t ? lc_tuple_nleaves(t) == n : n == 1 && lcv_as_int(q->ctx, under, &bound);
    if (!fits)
        return lc_fail(
            q->ctx, LC_ERR_INVALID,
            "partitions needs `under` with an integer, or _, for each of the %zu values "
            "of TV",
            n);
    lcv_text_add(q->ctx, &text, "{ [");
    for (size_t k = 0; k < n; k++)
        lcv_text_add(q->ctx, &text, "%si%z", k > 0 ? ", " : "", k);
    lcv_text_add(q->ctx, &text, "] : 0 = 0");
    for (size_t k = 0; k < n; k++)
        if (!t || !lc_tuple_is_wildcard(t, k))
            lcv_text_add(q->ctx, &text, " and i%z < %i", k, t ? lc_tuple_value(t, k) : bound);
    lcv_text_add(q->ctx, &text, " }");
    char *set = lcv_kept(q->ctx, lc_text_take(q->ctx, &text));
    return set ? lcv_kept(q->ctx, lcr_set_parse(q->r, set)) : NULL;
}

/* The pairs whose output is below the guard. */
static lcr_map *guarded(const lcv_relation_claim *q, const lcr_map *tv, const lcv_value *under)
{
    lcr_map *set = below(q, under, lcr_map_nout(tv));
    return set ? lcv_relation_onto_set(q->r, tv, set) : NULL;
}

/* Each place has k inputs. */
static lcv_result *each_times(const lcv_relation_claim *q, const lcr_map *tv, const lcv_value *s,
                              lc_int k)
{
    lc_tuple *shape = lcv_arg_domain(q->ctx, q->claim, "S", s);
    lcv_places p = {0};
    bool listed = shape && lcv_places_of_map(q, "S", lcr_map_reverse(q->r, tv), &p) && p.pair;
    lc_int n = listed ? lc_tuple_size(q->ctx, shape) : lc_int_const(0), *at = p.in;
    if (!listed)
        return lcv_relation_unknown(q->ctx, lcv_text(q->ctx, "how often each place is reached"));
    if (lc_int_lt(lc_int_const(LCV_LISTED), n))
        return lcv_unknown(q->ctx, LCV_BY_COUNTING,
                           lcv_text(q->ctx, "%i places are too many to be counted", n));
    size_t first, all = (size_t)lc_int_get_si(n);
    for (size_t place = 0, left; place < all; place++) {
        left = place;
        for (size_t i = 0; i < p.nin; i++) {
            size_t extent = (size_t)lc_int_get_si(lc_tuple_value(shape, i));
            at[i] = lc_int_si(q->ctx, (int64_t)(left % extent));
            left /= extent;
        }
        lc_int many = lc_int_si(q->ctx, (int64_t)lcv_pairs_at(&p, at, &first));
        if (!lc_int_eq(many, k))
            return lcv_refuted(q->ctx, LCV_BY_COUNTING,
                               lcv_text(q->ctx, "%t", lcv_integers_of(q->ctx, p.nin, at)),
                               lcv_text(q->ctx, "it is reached %i times, not %i", many, k));
    }
    return lcv_proved(q->ctx, LCV_BY_COUNTING);
}

/* S as the places of so many integers. */
static lcv_value *places_of(const lcv_relation_claim *q, const lcv_value *s, size_t n)
{
    lc_tuple *shape = n == 1 ? lcv_arg_domain(q->ctx, q->claim, "S", s) : NULL;
    return shape    ? lcv_kept(q->ctx, lcv_value_int(q->ctx, lc_tuple_size(q->ctx, shape)))
           : n == 1 ? NULL
                    : lcv_kept(q->ctx, lcv_value_ref(s));
}

lcv_result *lcv_pairs_partition(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "partitions"};
    lc_int k = lc_int_const(1);
    const lcv_value *under = n > 2 ? args[2] : NULL;
    bool all = !under || (under->kind == LCV_TUPLE && lc_tuple_is_leaf(under->tuple) &&
                          lc_tuple_has_wildcard(under->tuple));
    if (n > 3 && !lcv_arg_int(q.ctx, q.claim, "times", args[3], 1, &k))
        return NULL;
    if (!all && !lc_int_is_one(k))
        return lc_fail(q.ctx, LC_ERR_INVALID, "partitions takes `under` or `times`, not both");
    lcr_map *m = all ? args[0]->relation : guarded(&q, args[0]->relation, under);
    lcv_value *tv = m ? lcv_kept(q.ctx, lcv_value_relation(q.ctx, lcr_map_ref(m))) : NULL;
    lcv_value *s = tv ? places_of(&q, args[1], lcr_map_nout(m)) : NULL;
    if (!s || lc_int_is_one(k))
        return s ? lcv_places_partition(r, 2, (lcv_value *[]){tv, s}) : NULL;
    lcv_result *inside = lcv_places_contained(r, 2, (lcv_value *[]){tv, s});
    inside = lcv_unless_proved(inside);
    return lcv_goes_on(q.ctx, inside) ? each_times(&q, m, s, k) : inside;
}
