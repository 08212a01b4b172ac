/* check_coordinate_claims.c - claims about layouts of coordinates as functions:
 * composition, equivalence, inverses, against enumeration. */
#include "config.h"

#include "coordinate-claim.h"
#include "owned.h"
#include "suite.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"

#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

/* Small domains are enumerated by the prover, too; larger ones are solved. */
static int64_t rnd_room(rnd *r)
{
    return rnd_chance(r, 80) ? 300 : 3000;
}

/* Coordinates, or integers at times. */
static void rnd_outer(rnd *r, int64_t max, c_layout *a)
{
    m_layout integers;
    if (rnd_chance(r, 75)) {
        c_rnd_layout(r, max, a);
    } else {
        rnd_layout(r, max, &integers);
        c_integers(&integers, a);
    }
}

/* ---- composition */

static c_vector composite_at(const c_layout *a, const c_layout *b, int64_t c)
{
    c_vector x = c_at(b, c);
    return c_at_crd(a, b->profile, x.axis);
}

/* B's shape, with A's values at single steps for strides. */
static void naive(const c_layout *a, const c_layout *b, c_layout *out)
{
    c_layout r = *b;
    r.axes = a->axes;
    strcpy(r.profile, a->profile);
    for (size_t k = 0; k < b->n; k++)
        r.stride[k] = c_at_crd(a, b->profile, b->stride[k].axis);
    *out = r;
}

static bool is_composite(const c_layout *R, const c_layout *a, const c_layout *b)
{
    m_tuple fine = cc_shape(R), coarse = cc_shape(b);
    bool same = m_compatible(&coarse, &fine);
    for (int64_t c = 0; same && c < c_size(R); c++) {
        c_vector x = c_at(R, c), y = composite_at(a, b, c);
        same = c_equal_vectors(a, &x, &y);
    }
    return same;
}

LAW(composes, "composes", proved_or_refuted)
{
    c_layout R, a, b, fine;
    rnd_outer(&l->rnd, 1000, &a);
    c_rnd_inner(&l->rnd, &a, rnd_room(&l->rnd), &b);
    if (!c_compose(&a, &b, &R))
        naive(&a, &b, &R);
    if (rnd_chance(&l->rnd, 20)) {
        cc_refine(&l->rnd, &R, &fine);
        R = fine;
    }
    if (rnd_chance(&l->rnd, 30))
        cc_spoil(&l->rnd, &R);
    bool holds = is_composite(&R, &a, &b);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &R);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    if (!claim_prove(&c, "composes", holds))
        return false;
    m_tuple domain = cc_shape(&b);
    int64_t at;
    if (holds || strcmp(c.where, "shape") == 0)
        return true;
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector x = c_at(&R, at), y = composite_at(&a, &b, at);
    return cc_differ(&c, &a, &x, &y) && cc_step_is(&c, 0, &a, &x) && cc_step_is(&c, 1, &a, &y);
}

/* By the algebra's value, and where every candidate breaks. */
LAW(admissible, "admissible", proved_or_refuted)
{
    c_layout R, a, b;
    rnd_outer(&l->rnd, 1000, &a);
    c_rnd_inner(&l->rnd, &a, rnd_room(&l->rnd), &b);
    bool holds = c_compose(&a, &b, &R);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    if (!claim_prove(&c, "admissible", holds))
        return false;
    m_tuple domain = cc_shape(&b);
    int64_t at;
    if (holds)
        return true;
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector y = composite_at(&a, &b, at);
    return cc_step_is(&c, 0, &a, &y);
}

/* ---- the same function */

static void rnd_pair(rnd *r, c_layout *x, c_layout *y)
{
    c_rnd_layout(r, rnd_room(r), x);
    switch (rnd_in(r, 0, 2)) {
    case 0: *y = *x; break;
    case 1: cc_refine(r, x, y); break;
    default: c_coalesce(x, y);
    }
    for (int times = 0; times < 3 && rnd_chance(r, 40); times++)
        cc_spoil(r, y);
}

static c_vector moved(const c_layout *a, const c_vector *offset, int64_t c)
{
    c_vector value = c_at(a, c);
    for (size_t q = 0; q < a->axes; q++)
        value.axis[q] += offset->axis[q];
    return value;
}

LAW(equiv, "equiv", proved_or_refuted)
{
    c_layout x, y;
    c_vector p = {{0}}, s;
    rnd_pair(&l->rnd, &x, &y);
    for (size_t q = 0; q < x.axes && rnd_chance(&l->rnd, 30); q++)
        p.axis[q] = rnd_in(&l->rnd, -5, 5);
    s = p;
    if (rnd_chance(&l->rnd, 10))
        s.axis[0] += rnd_in(&l->rnd, 1, 3);
    bool holds = c_size(&x) == c_size(&y);
    int64_t first = 0;
    for (; holds && first < c_size(&x); first++) {
        c_vector v = moved(&x, &p, first), w = moved(&y, &s, first);
        if (!c_equal_vectors(&x, &v, &w))
            break;
    }
    holds = holds && first == c_size(&x);
    claim c;
    claim_begin(l, &c);
    cc_tensor(&c, &p, &x);
    cc_tensor(&c, &s, &y);
    if (!claim_prove(&c, "equiv", holds))
        return false;
    m_tuple domain;
    int64_t at;
    if (holds || strcmp(c.where, "size") == 0)
        return true;
    m_tuple_leaf(&domain, c_size(&x));
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector v = moved(&x, &p, at), w = moved(&y, &s, at);
    return (at == first ||
            law_fail(l, "they differ at %lld, before %lld", (long long)first, (long long)at)) &&
           cc_differ(&c, &x, &v, &w) && cc_step_is(&c, 0, &x, &v) && cc_step_is(&c, 1, &x, &w);
}

/* A linear layout with as many output dims as the layout has axes, flat: the values at
 * single bits are those of the layout, one of them changed at times. */
LAW_SHARE(equiv_linear, "equiv with linear layouts", 2, proved_or_refuted)
{
    rnd *r = &l->rnd;
    c_layout x = {.axes = (size_t)rnd_in(r, 2, 3)};
    strcpy(x.profile, x.axes == 2 ? "(xx)" : "(xxx)");
    x.n = (size_t)rnd_in(r, 1, 3);
    rnd_nest(r, x.n, x.nest);
    unsigned bits = 0;
    for (size_t k = 0; k < x.n; k++) {
        x.shape[k] = (int64_t)1 << rnd_in(r, 0, 3);
        for (size_t q = 0; q < x.axes; q++)
            if (rnd_chance(r, 60))
                x.stride[k].axis[q] = rnd_chance(r, 80) ? (int64_t)1 << rnd_in(r, 0, 5)
                                                        : rnd_in(r, 0, 7);
        for (int64_t s = x.shape[k]; s > 1; s /= 2)
            bits++;
    }
    lc_int bases[64];
    for (unsigned j = 0; j < bits; j++) {
        c_vector v = c_at(&x, (int64_t)1 << j);
        if (rnd_chance(r, 5))
            v.axis[0] ^= 1;
        for (size_t q = 0; q < x.axes; q++)
            bases[j * x.axes + q] = lc_int_si(l->ctx, v.axis[q]);
    }
    lc_linear_in in = {"in", bits, bases};
    lc_dim out[3] = {{"a", 16}, {"b", 16}, {"c", 16}};
    lc_linear *linear = lc_linear_from_bases(l->ctx, 1, &in, x.axes, out);
    bool holds = linear != NULL;
    for (int64_t c = 0; holds && c < c_size(&x); c++) {
        c_vector v = c_at(&x, c);
        uint64_t word = lc_linear_at(linear, (uint64_t)c);
        for (size_t q = 0; q < x.axes; q++)
            holds = holds && v.axis[q] == (int64_t)lc_linear_digit(linear, q, word);
    }
    char *text = linear ? lc_linear_to_str(l->ctx, linear) : NULL;
    law_own_memory(l, text);
    claim c;
    claim_begin(l, &c);
    bool first = rnd_chance(r, 50);
    if (first)
        cc_layout(&c, &x);
    claim_value(&c, lcv_value_linear(l->ctx, linear), text ? text : "?");
    if (!first)
        cc_layout(&c, &x);
    if (!claim_prove(&c, "equiv", holds) || holds)
        return holds && !l->failure;
    m_tuple domain;
    int64_t at;
    m_tuple_leaf(&domain, c_size(&x));
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector v = c_at(&x, at), w = {{0}};
    uint64_t word = lc_linear_at(linear, (uint64_t)at);
    for (size_t q = 0; q < x.axes; q++)
        w.axis[q] = (int64_t)lc_linear_digit(linear, q, word);
    return cc_differ(&c, &x, first ? &v : &w, first ? &w : &v);
}

/* ---- inverses */

static bool is_coordinate(const c_layout *a, int64_t c)
{
    return c >= 0 && c < c_size(a);
}

/* A right inverse of the library, its strides changed at times. */
LAW(right_inverts, "right_inverts", proved_or_refuted)
{
    c_layout a, want;
    m_layout R;
    if (rnd_chance(&l->rnd, 60))
        c_rnd_apart(&l->rnd, rnd_room(&l->rnd), &a);
    else
        c_rnd_layout(&l->rnd, rnd_room(&l->rnd), &a);
    lc_layout *inverse = law_own(l, lc_right_inverse(l->ctx, c_lib(l, &a, true)));
    if (!law_model(l, inverse, &R))
        return law_fail(l, "no right inverse of %s", c_text(l, &a));
    if (rnd_chance(&l->rnd, 60)) {
        size_t k = (size_t)rnd_in(&l->rnd, 0, (int64_t)R.n - 1);
        R.stride[k] += rnd_in(&l->rnd, 1, 3);
        if (rnd_chance(&l->rnd, 30))
            R.shape[k] += 1;
    }
    m_tuple domain;
    m_shape(&R, &domain);
    cc_coordinates(&domain, a.profile, &want);
    bool holds = true;
    for (int64_t k = 0; holds && k < m_size(&R); k++) {
        c_vector x = c_at(&a, m_at(&R, k)), y = c_at(&want, k);
        holds = is_coordinate(&a, m_at(&R, k)) && c_equal_vectors(&a, &x, &y);
    }
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "R", &R);
    c.names = 0;
    cc_layout(&c, &a);
    if (!claim_prove(&c, "right_inverts", holds))
        return false;
    int64_t at;
    if (holds)
        return true;
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    if (strstr(c.summary, "no coordinate"))
        return !is_coordinate(&a, m_at(&R, at)) || law_fail(l, "%s is one", c.where);
    c_vector x = c_at(&a, m_at(&R, at)), y = c_at(&want, at);
    return cc_differ(&c, &a, &x, &y) && cc_step_is(&c, 0, &a, &x);
}

/* Any layout nested like the values. */
static void rnd_left(rnd *r, const c_layout *a, m_layout *left)
{
    m_tuple shape = {.n = a->axes};
    int64_t stride[C_AXES];
    strcpy(shape.nest, a->profile);
    for (size_t q = 0; q < a->axes; q++) {
        shape.leaf[q] = rnd_in(r, 1, 6);
        stride[q] = rnd_in(r, 0, 12);
    }
    m_layout_of(left, &shape, stride);
}

LAW(left_inverts, "left_inverts", proved_or_refuted)
{
    c_layout a, left;
    m_layout integers;
    c_rnd_apart(&l->rnd, rnd_room(&l->rnd), &a);
    lc_layout *inverse = law_own(l, lc_left_inverse(l->ctx, c_lib(l, &a, true)));
    if (!inverse || rnd_chance(&l->rnd, 20))
        rnd_left(&l->rnd, &a, &integers);
    else if (!law_model(l, inverse, &integers))
        return law_fail(l, "the left inverse of %s is too large", c_text(l, &a));
    if (rnd_chance(&l->rnd, 40))
        integers.stride[rnd_in(&l->rnd, 0, (int64_t)integers.n - 1)] += rnd_in(&l->rnd, 1, 3);
    c_integers(&integers, &left);
    bool holds = true;
    for (int64_t i = 0; holds && i < c_size(&a); i++) {
        c_vector x = c_at(&a, i), k = c_at_crd(&left, a.profile, x.axis), y;
        y = c_at(&a, k.axis[0]);
        holds = is_coordinate(&a, k.axis[0]) && c_equal_vectors(&a, &x, &y);
    }
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "L", &integers);
    c.names = 0;
    cc_layout(&c, &a);
    if (!claim_prove(&c, "left_inverts", holds))
        return false;
    m_tuple domain = cc_shape(&a);
    int64_t at;
    if (holds)
        return true;
    if (!claim_place(&c, "c = ", &domain, &at))
        return false;
    c_vector x = c_at(&a, at), k = c_at_crd(&left, a.profile, x.axis), y;
    if (strstr(c.summary, "no coordinate"))
        return !is_coordinate(&a, k.axis[0]) || law_fail(l, "%s is one", c.where);
    y = c_at(&a, k.axis[0]);
    return cc_differ(&c, &a, &y, &x) && cc_step_is(&c, 0, &a, &y) && cc_step_is(&c, 1, &a, &x);
}

/* ---- what is no claim */

static lcv_value *layout_value(law *l, const char *profile, size_t n, const int64_t *shape,
                               const int64_t *axis)
{
    c_layout a = {.n = n, .axes = m_leaves(profile, profile + strlen(profile))};
    m_tuple t;
    m_tuple_flat(&t, n, shape);
    strcpy(a.nest, t.nest);
    strcpy(a.profile, profile);
    for (size_t k = 0; k < n; k++) {
        a.shape[k] = shape[k];
        a.stride[k].axis[axis[k]] = 1;
    }
    lcv_value *v = lcv_value_layout(l->ctx, lc_layout_ref(c_lib(l, &a, true)));
    law_own_value(l, v);
    return v;
}

static bool fails(law *l, lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                  const char *message)
{
    lcv_result *result = lcv_prove(r, lcv_claim_find(name), n, args);
    bool none = !result;
    lcv_result_free(result);
    return (none && lc_ctx_code(l->ctx) == LC_ERR_INVALID &&
            strcmp(lc_ctx_message(l->ctx), message) == 0) ||
           law_fail(l, "%s: '%s' should be '%s'", name, lc_ctx_message(l->ctx), message);
}

LAW_SHARE(values_that_do_not_go_together, "errors", 10000, NULL)
{
    int64_t shape[2] = {4, 8}, axis[2] = {0, 1}, last[2] = {1, 2}, one[2] = {0, 0};
    lcv_value *flat = layout_value(l, "(xx)", 2, shape, axis);
    lcv_value *nested = layout_value(l, "((xx)x)", 2, shape, last);
    lcv_value *integers = layout_value(l, "x", 2, shape, one);
    lcv_value *count = lcv_value_int(l->ctx, lc_int_const(32));
    law_own_value(l, count);
    claim c;
    claim_begin(l, &c);
    lcv_value *const pair[] = {flat, integers, flat}, *const shapes[] = {flat, nested};
    lcv_value *const numbers[] = {flat, count};
    return fails(l, c.r, "equiv", 2, pair,
                 "the values of X, such as (3,7), and of Y, such as 10, cannot be compared: "
                 "expected integers for both, or coordinates that are nested alike") &&
           fails(l, c.r, "equiv", 2, shapes,
                 "the values of X, such as (3,7), and of Y, such as ((0,3),7), cannot be "
                 "compared: expected integers for both, or coordinates that are nested alike") &&
           fails(l, c.r, "composes", 3, pair,
                 "the values of R, such as (3,7), and of A o B, such as 10, cannot be compared: "
                 "expected integers for both, or coordinates that are nested alike") &&
           fails(
               l, c.r, "admissible", 2, shapes,
               "the values of B are coordinates ((1,1),1), and those of A = (4,8):(e0,e1) are "
               "not nested like that: expected an integer, or a tuple of at most as many modes, "
               "for each mode of A") &&
           fails(l, c.r, "aligned", 2, numbers,
                 "aligned needs a layout X with integer strides, not (4,8):(e0,e1)") &&
           fails(l, c.r, "surjective", 2, numbers,
                 "surjective needs a shape S of which the values of X, such as (3,7), may be "
                 "coordinates, not 32");
}

SUITE_MAIN("claims about coordinates", composes, admissible, equiv, equiv_linear, right_inverts,
           left_inverts, values_that_do_not_go_together)
