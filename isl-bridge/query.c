/* query.c - questions to one relation.
 *
 * A relation of few pairs is listed, and the list answers; isl answers for the others.
 */
#include "config.h"

#include "../lib/ints.h"

#include "internal.h"
#include "operate.h"

#include <isl/ilp.h>
#include <stdlib.h>

/* ---- sets ---- */

lcr_answer lcr_sample(lcr_ctx *r, isl_set *set, size_t n, lc_int *out, const char *doing)
{
    isl_point *p = isl_set_sample_point(set);
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(p), doing);
    if (none == LCR_NO)
        return lcr_point_ints(r, p, n, out) ? LCR_YES : LCR_UNKNOWN;
    isl_point_free(p);
    return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
}

lcr_answer lcr_set_bound(lcr_ctx *r, isl_set *set, unsigned dim, bool largest, lc_int *bound)
{
    isl_val *v = largest ? isl_set_dim_max_val(isl_set_copy(set), (int)dim)
                         : isl_set_dim_min_val(isl_set_copy(set), (int)dim);
    lcr_answer found = lcr_isl_answer(r, isl_val_is_int(v), "bounding a set");
    if (found == LCR_YES)
        return lcr_int(r, v, bound) ? LCR_YES : LCR_UNKNOWN;
    isl_val_free(v);
    return found;
}

lcr_answer lcr_set_bounds(lcr_ctx *r, isl_set *set, unsigned dim, lc_int *low, lc_int *high)
{
    lcr_answer found = lcr_set_bound(r, set, dim, false, low);
    return found == LCR_YES ? lcr_set_bound(r, set, dim, true, high) : found;
}

/* 0 <= x < n in the space given, which is taken over. */
static isl_set *interval(lcr_ctx *r, isl_space *space, lc_int n)
{
    isl_set *set = isl_set_lower_bound_si(isl_set_universe(space), isl_dim_set, 0, 0);
    return isl_set_upper_bound_val(set, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, n), 1));
}

/* ---- lists ---- */

void lcr_ints_copy(size_t n, lc_int *to, const lc_int *from)
{
    for (size_t k = 0; to && k < n; k++)
        to[k] = from[k];
}

lcr_answer lcr_map_list(lcr_ctx *r, const lcr_map *m, lcr_pairs *table)
{
    lcr_answer answer = lcr_pairs_of(r, m, table);
    if (answer == LCR_UNKNOWN && lc_ctx_code(r->lc) == LC_ERR_BUDGET) {
        lc_ctx_reset(r->lc);
        answer = LCR_NO;
    }
    lcr_begin_on(r, m->weight);
    return answer;
}

/* ---- functions, one to one ---- */

lcr_answer lcr_map_single_valued(lcr_ctx *r, const lcr_map *m)
{
    if (m->function)
        return LCR_YES;
    lcr_pairs t;
    lcr_answer answer = lcr_map_list(r, m, &t);
    if (answer == LCR_NO)
        return lcr_isl_answer(r, lcr_is_function(m->map), "is the relation a function");
    for (size_t i = 1; answer == LCR_YES && i < t.n; i++)
        if (lc_ints_order(t.nin, lcr_pairs_in(&t, i - 1), lcr_pairs_in(&t, i)) == 0)
            answer = LCR_NO;
    lcr_pairs_clear(&t);
    return answer;
}

static lcr_answer injective_table(lc_ctx *ctx, const lcr_pairs *t, lc_int *in1, lc_int *in2)
{
    size_t *row = lcr_pairs_by_output(ctx, t);
    lcr_answer answer = row ? LCR_YES : LCR_UNKNOWN;
    for (size_t i = 1; answer == LCR_YES && i < t->n; i++) {
        if (lc_ints_order(t->nout, lcr_pairs_out(t, row[i - 1]), lcr_pairs_out(t, row[i])) != 0)
            continue;
        lcr_ints_copy(t->nin, in1, lcr_pairs_in(t, row[i - 1]));
        lcr_ints_copy(t->nin, in2, lcr_pairs_in(t, row[i]));
        answer = LCR_NO;
    }
    free(row);
    return answer;
}

/* Two different inputs that share an output. */
static lcr_answer shared_output(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2)
{
    size_t nin = lcr_map_nin(m);
    bool small = lcr_check_weight(r, m->weight) && lcr_map_whole(r, m);
    lc_int *pair = small ? lc_alloc(r->lc, 2 * nin, sizeof *pair) : NULL;
    if (!pair)
        return LCR_UNKNOWN;
    isl_map *sharing = isl_map_apply_range(isl_map_copy(m->map),
                                           isl_map_reverse(isl_map_copy(m->map)));
    isl_space *domain = isl_space_domain(isl_map_get_space(m->map));
    sharing = isl_map_intersect(sharing, isl_map_lex_lt(domain));
    lcr_answer found = lcr_sample(r, isl_map_wrap(sharing), 2 * nin, pair,
                                  "looking for a collision");
    if (found == LCR_YES) {
        lcr_ints_copy(nin, in1, pair);
        lcr_ints_copy(nin, in2, pair + nin);
    }
    free(pair);
    return found;
}

lcr_answer lcr_map_injective(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2)
{
    lcr_pairs t;
    lcr_answer answer = lcr_map_list(r, m, &t);
    if (answer == LCR_YES) {
        answer = injective_table(r->lc, &t, in1, in2);
    } else if (answer == LCR_NO && m->inverse) {
        answer = LCR_YES;
    } else if (answer == LCR_NO) {
        answer = shared_output(r, m, in1, in2);
        if (answer != LCR_UNKNOWN)
            answer = answer == LCR_YES ? LCR_NO : LCR_YES;
    }
    lcr_pairs_clear(&t);
    return answer;
}

/* ---- sizes ---- */

/* The number of points of a set that is a box; NO when the set is no box, or infinite. */
static lcr_answer box_count(lcr_ctx *r, isl_set *set, lc_int *count)
{
    isl_size n = isl_set_dim(set, isl_dim_set);
    *count = lc_int_const(1);
    if (n < 0 || isl_set_is_box(set) != isl_bool_true)
        return LCR_NO;
    for (unsigned k = 0; k < (unsigned)n; k++) {
        lc_int low, high;
        lcr_answer found = lcr_set_bounds(r, set, k, &low, &high);
        if (found != LCR_YES)
            return found;
        lc_int width = lc_int_add(r->lc, lc_int_sub(r->lc, high, low), lc_int_const(1));
        *count = lc_int_mul(r->lc, *count, width);
    }
    return LCR_YES;
}

/* The number of points of a set, which is taken over: at once for a box, one by one for
 * others. */
static lcr_answer set_count(lcr_ctx *r, isl_set *set, lc_int *count)
{
    lcr_answer answer = lcr_isl_answer(r, isl_set_is_bounded(set), "counting a relation");
    if (answer == LCR_YES) {
        answer = box_count(r, set, count);
        if (answer == LCR_NO) {
            isl_val *v = isl_set_count_val(set);
            answer = lcr_isl_answer(r, isl_val_is_int(v), "counting a relation");
            if (!lcr_int(r, v, count))
                answer = LCR_UNKNOWN;
        }
    }
    isl_set_free(set);
    return answer;
}

lcr_answer lcr_map_count(lcr_ctx *r, const lcr_map *m, lc_int *count)
{
    lcr_pairs t;
    lcr_answer answer = lcr_map_list(r, m, &t);
    if (answer == LCR_YES) {
        *count = lc_int_si(r->lc, (int64_t)t.n);
    } else if (answer == LCR_NO) {
        lcr_begin_on_side(r, m);
        answer = set_count(r,
                           m->function ? lcr_map_domain(m) : isl_map_wrap(isl_map_copy(m->map)),
                           count);
    }
    lcr_pairs_clear(&t);
    return answer;
}

/* ---- ranges ---- */

static bool check_one_output(lcr_ctx *r, const lcr_map *m)
{
    if (lcr_map_nout(m) == 1)
        return true;
    return lc_fail(r->lc, LC_ERR_INVALID, "the relation has %zu outputs: expected one",
                   lcr_map_nout(m));
}

static lcr_answer table_range_is(lc_ctx *ctx, const lcr_pairs *t, lc_int n, lc_int *witness)
{
    size_t *row = lcr_pairs_by_output(ctx, t);
    lc_int next = lc_int_const(0); /* [0,next) has been seen */
    for (size_t i = 0; row && i < t->n; i++) {
        lc_int value = *lcr_pairs_out(t, row[i]), after = lc_int_add(ctx, value, lc_int_const(1));
        if (lc_int_sign(value) < 0 || lc_int_le(n, value) || lc_int_lt(next, value)) {
            bool outside = lc_int_sign(value) < 0 || !lc_int_lt(next, n);
            *witness = outside ? value : next;
            free(row);
            return LCR_NO;
        }
        next = after;
    }
    free(row);
    *witness = next;
    return !row ? LCR_UNKNOWN : lc_int_eq(next, n) ? LCR_YES : LCR_NO;
}

bool lcr_map_range(lcr_ctx *r, const lcr_map *m, lc_int *low, lc_int *high)
{
    lcr_pairs t;
    if (!check_one_output(r, m))
        return false;
    lcr_answer answer = lcr_map_list(r, m, &t);
    if (answer == LCR_YES) {
        for (size_t i = 0; i < t.n; i++) {
            lc_int value = *lcr_pairs_out(&t, i);
            *low = i == 0 ? value : lc_int_min(*low, value);
            *high = i == 0 ? value : lc_int_max(*high, value);
        }
        answer = t.n > 0 ? LCR_YES : LCR_NO;
    } else if (answer == LCR_NO && lcr_map_whole(r, m)) {
        isl_set *range = isl_map_range(isl_map_copy(m->map));
        answer = lcr_set_bounds(r, range, 0, low, high);
        isl_set_free(range);
    }
    lcr_pairs_clear(&t);
    return answer == LCR_YES;
}

/* There are as many inputs as values, all different and in range: every value is reached. */
static lcr_answer onto_by_count(lcr_ctx *r, const lcr_map *m, lc_int n)
{
    lc_int count;
    if (!m->function || lcr_map_count(r, m, &count) != LCR_YES || !lc_int_eq(count, n))
        return LCR_UNKNOWN;
    return lcr_map_injective(r, m, NULL, NULL) == LCR_YES ? LCR_YES : LCR_UNKNOWN;
}

static lcr_answer large_range_is(lcr_ctx *r, const lcr_map *m, lc_int n, lc_int *witness)
{
    lc_int low, high, last = lc_int_sub(r->lc, n, lc_int_const(1));
    if (lcr_map_range(r, m, &low, &high)) {
        *witness = !lc_int_is_zero(low) ? lc_int_min(low, lc_int_const(0))
                                        : lc_int_max(high, last);
        if (!lc_int_is_zero(low) || !lc_int_eq(high, last))
            return LCR_NO;
        if (onto_by_count(r, m, n) == LCR_YES)
            return LCR_YES;
    }
    if (lc_ctx_code(r->lc) == LC_ERR_BUDGET)
        lc_ctx_reset(r->lc);
    if (!lcr_check_weight(r, m->weight) || !lcr_map_whole(r, m))
        return LCR_UNKNOWN;
    lcr_begin_on(r, m->weight);
    isl_space *space = isl_space_range(isl_map_get_space(m->map));
    isl_set *range = isl_map_range(isl_map_copy(m->map));
    isl_set *all = interval(r, space, n);
    isl_set *outside = isl_set_subtract(isl_set_copy(range), isl_set_copy(all));
    lcr_answer found = lcr_sample(r, outside, 1, witness, "comparing a range");
    if (found == LCR_NO)
        found = lcr_sample(r, isl_set_subtract(isl_set_copy(all), isl_set_copy(range)), 1,
                           witness, "comparing a range");
    isl_set_free(range);
    isl_set_free(all);
    return found == LCR_UNKNOWN ? LCR_UNKNOWN : found == LCR_YES ? LCR_NO : LCR_YES;
}

lcr_answer lcr_map_range_is(lcr_ctx *r, const lcr_map *m, lc_int n, lc_int *witness)
{
    lc_int unused;
    lcr_pairs t;
    if (!check_one_output(r, m))
        return LCR_UNKNOWN;
    if (!witness)
        witness = &unused;
    lcr_answer answer = lcr_map_list(r, m, &t);
    if (answer == LCR_YES)
        answer = table_range_is(r->lc, &t, n, witness);
    else if (answer == LCR_NO)
        answer = large_range_is(r, m, n, witness);
    lcr_pairs_clear(&t);
    return answer;
}

lcr_answer lcr_map_domain_is_interval(lcr_ctx *r, const lcr_map *m, lc_int *n)
{
    if (lcr_map_nin(m) != 1) {
        lc_fail(r->lc, LC_ERR_INVALID, "the relation has %zu inputs: expected one",
                lcr_map_nin(m));
        return LCR_UNKNOWN;
    }
    return lcr_map_domain_is_box(r, m, n);
}

/* ---- values ---- */

static lcr_answer eval_function(lcr_ctx *r, const lcr_map *m, isl_point *at, lc_int *out)
{
    size_t nout = lcr_map_nout(m);
    lcr_answer answer = LCR_YES;
    for (size_t k = 0; answer == LCR_YES && k < nout; k++) {
        isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(m->function, (int)k);
        isl_val *v = isl_pw_aff_eval(value, isl_point_copy(at));
        lcr_answer none = lcr_isl_answer(r, isl_val_is_nan(v), "evaluating a relation");
        if (none != LCR_NO)
            isl_val_free(v);
        if (none != LCR_NO)
            answer = none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
        else if (!lcr_int(r, v, &out[k]))
            answer = LCR_UNKNOWN;
    }
    isl_point_free(at);
    return answer;
}

static lcr_answer eval_relation(lcr_ctx *r, const lcr_map *m, isl_point *at, lc_int *out)
{
    isl_map *here = isl_map_intersect_domain(isl_map_copy(m->map), isl_set_from_point(at));
    isl_set *values = isl_map_range(here);
    isl_point *first = isl_set_sample_point(isl_set_copy(values));
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(first), "evaluating a relation");
    lcr_answer one = LCR_UNKNOWN;
    if (none == LCR_NO) {
        isl_set *others = isl_set_subtract(isl_set_copy(values),
                                           isl_set_from_point(isl_point_copy(first)));
        one = lcr_isl_answer(r, isl_set_is_empty(others), "evaluating a relation");
        isl_set_free(others);
    }
    isl_set_free(values);
    if (one == LCR_YES)
        return lcr_point_ints(r, first, lcr_map_nout(m), out) ? LCR_YES : LCR_UNKNOWN;
    if (one == LCR_NO)
        lc_fail(r->lc, LC_ERR_INVALID, "the relation has more than one value at the coordinate");
    isl_point_free(first);
    return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
}

lcr_answer lcr_map_eval(lcr_ctx *r, const lcr_map *m, const lc_int *in, lc_int *out)
{
    lcr_begin_on_side(r, m);
    isl_space *space = isl_space_domain(lcr_map_space(m));
    isl_point *at = lcr_point(r, space, lcr_map_nin(m), in);
    if (!at)
        return lcr_isl_failed(r, "evaluating a relation");
    if (m->function && lcr_map_nout(m) > 0)
        return eval_function(r, m, at, out);
    return eval_relation(r, m, at, out);
}
