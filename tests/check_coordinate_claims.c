/* check_coordinate_claims.c - layouts of coordinates beside linear layouts of several output
 * dims, against enumeration, and values that do not go together. */
#include "config.h"

#include "coordinate-claim.h"
#include "owned.h"
#include "suite.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"

#include <stdlib.h>
#include <string.h>

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

/* ---- the same function */

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

SUITE_MAIN("claims about coordinates", equiv_linear, values_that_do_not_go_together)
