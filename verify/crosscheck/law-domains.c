/* law-domains.c - what two shapes have in common, by the ends of their leaves, all with all;
 * where a layout does not move.
 */
#include "config.h"

#include "laws.h"

/* ---- ends of leaves ---- */

/* Where leaves of extents other than 1 end, the integral coordinates below them; the first is the
 * beginning of all. */
typedef struct {
    size_t n;
    lc_int *at;
} ends;

static bool ends_of(lcv_case *c, const lcv_value *v, ends *to)
{
    lc_tuple *shape = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, v));
    size_t n = shape ? lc_tuple_nleaves(shape) : 0;
    *to = (ends){1, shape ? lc_frame_alloc(c->ctx, n + 1, sizeof(lc_int)) : NULL};
    if (!to->at)
        return false;
    to->at[0] = lc_int_const(1);
    for (size_t k = 0; k < n; k++)
        if (!lc_int_is_one(lc_tuple_value(shape, k))) {
            to->at[to->n] = lc_int_mul(c->ctx, to->at[to->n - 1], lc_tuple_value(shape, k));
            to->n++;
        }
    return true;
}

static bool is_end(const ends *e, lc_int at)
{
    for (size_t i = 0; i < e->n; i++)
        if (lc_int_eq(e->at[i], at))
            return true;
    return false;
}

/* The ends of the value are those that are in one of the shapes, or in both. */
static lcv_result *check_ends(lcv_case *c, bool both)
{
    ends s, t, v;
    if (c->value->kind != LCV_TUPLE || !ends_of(c, c->args[0], &s) ||
        !ends_of(c, c->args[1], &t) || !ends_of(c, c->value, &v))
        return NULL;
    const lc_tuple *value = c->value->tuple;
    lcv_result *result =
        lcv_judge(c,
                  lc_tuple_depth(value) <= 1 && (v.n == lc_tuple_nleaves(value) + 1 || v.n == 1),
                  LCV_BY_COMPARISON, "shape: %t is not flat, or has leaves of 1", value);
    const ends *all[3] = {&s, &t, &v};
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; lcv_holds(result) && i < all[k]->n; i++) {
            lc_int at = all[k]->at[i];
            bool in = both ? is_end(&s, at) && is_end(&t, at) : is_end(&s, at) || is_end(&t, at);
            lcv_and(c, &result, in == is_end(&v, at), LCV_BY_COMPARISON,
                    "end: %t has a leaf that ends at %i, or should have", value, at);
        }
    return result;
}

lcv_result *lcv_law_common_refinement(lcv_case *c)
{
    return check_ends(c, false);
}

lcv_result *lcv_law_common_coarsening(lcv_case *c)
{
    return check_ends(c, true);
}

/* Each leaf of the one with each of the other: multiples of both beginnings below both ends. */
lcv_result *lcv_law_greatest_common_domain(lcv_case *c)
{
    ends s, t;
    const lc_layout *value = c->value->kind == LCV_LAYOUT ? c->value->layout : NULL;
    if (!value || !ends_of(c, c->args[0], &s) || !ends_of(c, c->args[1], &t))
        return NULL;
    lcv_result *result = lcv_proved(c->ctx, LCV_BY_COMPARISON);
    lc_int one = lc_int_const(1);
    size_t n = 0;
    for (size_t i = 0; i + 1 < s.n; i++)
        for (size_t j = 0; j + 1 < t.n && lcv_holds(result); j++) {
            lc_int from = lc_int_fdiv(c->ctx, lc_int_mul(c->ctx, s.at[i], t.at[j]),
                                      lc_int_gcd(c->ctx, s.at[i], t.at[j]));
            lc_int end = lc_int_gcd(c->ctx, s.at[i + 1], t.at[j + 1]);
            if (!lc_int_divides(c->ctx, from, end) || lc_int_eq(from, end))
                continue;
            bool same = n < lc_layout_nleaves(value) &&
                        lc_int_eq(lc_layout_step(value, n), from) &&
                        lc_int_eq(lc_int_mul(c->ctx, lc_layout_extent(value, n), from), end);
            lcv_and(c, &result, same, LCV_BY_COMPARISON,
                    "leaf %z: it does not go from %i to the end that both leaves have", n, from);
            n++;
        }
    bool none = n == 0 && lc_layout_nleaves(value) == 1 &&
                lc_int_eq(lc_layout_extent(value, 0), one);
    lcv_and(c, &result, none || n == lc_layout_nleaves(value), LCV_BY_COMPARISON,
            "rank: %L has other leaves than these %z", value, n);
    return result;
}

/* ---- the null space ---- */

lcv_result *lcv_law_nullspace(lcv_case *c)
{
    lc_layout *a = c->value->kind == LCV_LAYOUT ? lcv_layout_of(c, c->args[0]) : NULL;
    lc_tuple *shape = a ? lcv_shape_of(c->ctx, a) : NULL;
    lc_layout *place = shape ? lcv_kept(c->ctx, lc_layout_compact(c->ctx, shape)) : NULL;
    if (!place)
        return NULL;
    lcv_leaves list = lcv_leaves_like(c, c->value->layout);
    size_t n = 0;
    for (size_t k = 0; k < lc_layout_nleaves(a); k++) {
        bool still = true;
        for (size_t q = 0; q < lc_layout_naxes(a); q++)
            still = still && lc_int_is_zero(lc_layout_step_on(a, q, k));
        if (still)
            lcv_leaves_add_range(&list, place, k, k + 1);
        n += still;
    }
    if (n == 0)
        lcv_leaves_add_unit(&list);
    return lcv_check_leaves(&list, c->value->layout);
}
