/* check_coordinate_crosscheck.c - the cross-check of operations on coordinates: what the
 * algebra gives passes, and a value that is deliberately wrong does not. */
#include "config.h"

#include "../isl-bridge/recover.h"
#include "coordinate-claim.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const right_or_wrong[] = {"right", "wrong", NULL};

/* The value of an operation, and often one with another stride in its place, on the axes
 * of `like`. */
static bool check_layout(claim *c, const char *operation, lc_layout *value, const c_layout *like)
{
    law *l = c->law;
    c_layout changed;
    if (!law_own(l, value)) {
        if (lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE)
            return true;
        return law_fail(l, "%s: %s", operation, lc_ctx_message(l->ctx));
    }
    bool ok = true;
    if (rnd_chance(&l->rnd, 50) && cc_model(l, value, like, &changed) &&
        cc_spoil(&l->rnd, &changed)) {
        ok = false;
        value = c_lib(l, &changed, true);
    }
    return claim_crosscheck(c, operation,
                            law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value))), ok);
}

/* ---- modes */

typedef lc_layout *unary_function(lc_ctx *ctx, const lc_layout *a);

static bool unary(law *l, const char *name, unary_function *apply)
{
    c_layout a;
    c_rnd_layout(&l->rnd, 500, &a);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    return check_layout(&c, name, apply(l->ctx, c_lib(l, &a, true)), &a);
}

LAW_SHARE(law_flatten, "flatten", 10, right_or_wrong)
{
    return unary(l, "flatten", lc_layout_flatten);
}
LAW_SHARE(law_coalesce, "coalesce", 5, right_or_wrong)
{
    return unary(l, "coalesce", lc_coalesce);
}
LAW_SHARE(law_filter, "filter", 10, right_or_wrong)
{
    return unary(l, "filter", lc_filter);
}

/* The same function with a leaf split is not coalesced. */
LAW_SHARE(not_coalesced, "not coalesced", 10, right_or_wrong)
{
    c_layout a, b;
    c_rnd_layout(&l->rnd, 300, &a);
    c_coalesce(&a, &b);
    bool split = rnd_chance(&l->rnd, 50);
    if (split)
        cc_refine(&l->rnd, &b, &b);
    if (b.nest[0] == '(') { /* the leaves at one level */
        m_tuple t;
        m_tuple_flat(&t, b.n, b.shape);
        strcpy(b.nest, t.nest);
    }
    bool mergeable = false;
    for (size_t k = 0; k + 1 < b.n; k++) {
        bool goes_on = true;
        for (size_t q = 0; q < b.axes; q++)
            goes_on = goes_on && b.stride[k + 1].axis[q] == b.shape[k] * b.stride[k].axis[q];
        mergeable = mergeable || goes_on;
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    lcv_value *v = lcv_value_layout(l->ctx, lc_layout_ref(c_lib(l, &b, true)));
    return claim_crosscheck(&c, "coalesce", law_own_value(l, v), !mergeable);
}

/* On the axes of the first, strides of the second beyond these dropped. */
static void same_axes(const c_layout *a, c_layout *b)
{
    for (size_t k = 0; k < b->n; k++)
        for (size_t q = a->axes; q < C_AXES; q++)
            b->stride[k].axis[q] = 0;
    b->axes = a->axes;
    strcpy(b->profile, a->profile);
}

LAW_SHARE(surgery, "concat, select, group, mode", 5, right_or_wrong)
{
    c_layout a, b;
    c_rnd_layout(&l->rnd, 300, &a);
    c_rnd_layout(&l->rnd, 300, &b);
    same_axes(&a, &b);
    lc_layout *x = c_lib(l, &a, true), *both[2] = {x, c_lib(l, &b, true)};
    size_t rank = lc_layout_rank(x);
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    size_t j = (size_t)rnd_in(&l->rnd, (int64_t)i, (int64_t)rank - 1);
    size_t chosen[2] = {j, i};
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    switch (rnd_in(&l->rnd, 0, 3)) {
    case 0:
        cc_layout(&c, &b);
        return check_layout(&c, "concat", lc_layout_concat(l->ctx, 2, both), &a);
    case 1:
        claim_int(&c, (int64_t)j);
        claim_int(&c, (int64_t)i);
        return check_layout(&c, "select", lc_layout_select(l->ctx, x, 2, chosen), &a);
    case 2:
        claim_int(&c, (int64_t)i);
        claim_int(&c, (int64_t)j + 1);
        return check_layout(&c, "group", lc_layout_group(l->ctx, x, i, j + 1), &a);
    default:
        claim_int(&c, (int64_t)i);
        return check_layout(&c, "mode", lc_layout_mode(l->ctx, x, i), &a);
    }
}

/* An integer of a tuple changed. */
static lc_tuple *spoiled(law *l, const lc_tuple *t)
{
    size_t n = lc_tuple_nleaves(t), at = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
    lc_int leaf[C_AXES];
    for (size_t i = 0; i < n; i++)
        leaf[i] = lc_int_add(l->ctx, lc_tuple_value(t, i), lc_int_const(i == at));
    return law_own_tuple(l, lc_tuple_like(l->ctx, t, leaf));
}

LAW_SHARE(slice, "slice", 5, right_or_wrong)
{
    c_layout a;
    m_tuple crd;
    c_rnd_layout(&l->rnd, 300, &a);
    m_tuple shape = cc_shape(&a);
    rnd_slicer(&l->rnd, &shape, &crd);
    lc_tuple *offset;
    lc_layout *rest = law_own(l, lc_layout_slice_value(l->ctx, c_lib(l, &a, true),
                                                       law_tuple(l, &crd), &offset));
    law_own_tuple(l, offset);
    bool ok = rnd_chance(&l->rnd, 50);
    if (!ok)
        offset = spoiled(l, offset);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    claim_tuple(&c, &crd);
    lcv_value *v = lcv_value_tensor_at(l->ctx, lc_tuple_ref(offset), lc_layout_ref(rest));
    return claim_crosscheck(&c, "slice", law_own_value(l, v), ok);
}

/* ---- values */

static bool check_value(claim *c, const char *operation, lc_tuple *value)
{
    bool ok = rnd_chance(&c->law->rnd, 50);
    if (!ok)
        value = spoiled(c->law, value);
    return claim_crosscheck(c, operation,
                            law_own_value(c->law,
                                          lcv_value_tuple(c->law->ctx, lc_tuple_ref(value))),
                            ok);
}

LAW_SHARE(evaluate, "evaluate", 20, right_or_wrong)
{
    c_layout a;
    m_tuple crd;
    c_vector offset = {{0}};
    c_rnd_layout(&l->rnd, 500, &a);
    for (size_t q = 0; q < a.axes && rnd_chance(&l->rnd, 30); q++)
        offset.axis[q] = rnd_in(&l->rnd, -5, 5);
    m_tuple shape = cc_shape(&a);
    rnd_crd(&l->rnd, &shape, rnd_chance(&l->rnd, 50), &crd);
    c_vector value = c_at_crd(&a, crd.nest, crd.leaf);
    for (size_t q = 0; q < a.axes; q++)
        value.axis[q] += offset.axis[q];
    claim c;
    claim_begin(l, &c);
    cc_tensor(&c, &offset, &a);
    claim_tuple(&c, &crd);
    return check_value(&c, "evaluate", c_lib_tuple(l, a.profile, value.axis));
}

LAW_SHARE(sizes, "cosize", 10, right_or_wrong)
{
    c_layout a;
    int64_t most[C_AXES], low;
    c_rnd_layout(&l->rnd, 500, &a);
    for (size_t q = 0; q < a.axes; q++) {
        m_layout axis;
        c_axis(&a, q, &axis);
        m_range(&axis, &low, &most[q]);
        most[q]++;
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    return check_value(&c, "cosize", c_lib_tuple(l, a.profile, most));
}

LAW_SHARE(identity, "identity", 10, right_or_wrong)
{
    m_tuple shape;
    c_layout a;
    rnd_shape(&l->rnd, 200, &shape);
    if (shape.n > C_AXES || shape.nest[0] != '(')
        return true;
    cc_coordinates(&shape, shape.nest, &a);
    claim c;
    claim_begin(l, &c);
    claim_tuple(&c, &shape);
    return check_layout(&c, "identity", lc_layout_identity(l->ctx, law_tuple(l, &shape)), &a);
}

LAW_SHARE(recovered, "layout of a relation", 40, right_or_wrong)
{
    c_layout a;
    c_rnd_layout(&l->rnd, 40, &a);
    if (a.axes == 1)
        return true;
    claim c;
    claim_begin(l, &c);
    lcr_map *m = lcr_layout_map(c.r, c_lib(l, &a, true));
    claim_relation(&c, m);
    lc_layout *found = lcr_recover(c.r, m);
    c_layout flat = a; /* the nesting of values is no part of a relation */
    memset(flat.profile, 'x', sizeof flat.profile);
    flat.profile[0] = '(';
    strcpy(flat.profile + 1 + a.axes, ")");
    return check_layout(&c, "layout", found, &flat);
}

/* ---- composition */

LAW_SHARE(compose, "compose", 5, right_or_wrong)
{
    c_layout a, b;
    c_rnd_layout(&l->rnd, 500, &a);
    c_rnd_inner(&l->rnd, &a, 500, &b);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    return check_layout(&c, "compose", lc_compose(l->ctx, c_lib(l, &a, true), c_lib(l, &b, true)),
                        &a);
}

/* A layout of integers by coordinates of it. */
LAW_SHARE(compose_integers, "compose with coordinates", 10, right_or_wrong)
{
    m_layout integers;
    c_layout a, b;
    rnd_layout(&l->rnd, 500, &integers);
    c_integers(&integers, &a);
    c_rnd_inner(&l->rnd, &a, 500, &b);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    return check_layout(&c, "compose", lc_compose(l->ctx, c_lib(l, &a, true), c_lib(l, &b, true)),
                        &a);
}

typedef lc_layout *with_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

static bool tiling(law *l, const char *const *name, with_tiler *const *apply)
{
    c_layout a, t;
    size_t which = (size_t)rnd_in(&l->rnd, 0, 3);
    c_rnd_apart(&l->rnd, 200, &a);
    c_rnd_inner(&l->rnd, &a, 60, &t);
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &t);
    lc_tiler *tiler = lc_tiler_layout(l->ctx, c_lib(l, &t, true));
    lc_layout *value = apply[which](l->ctx, c_lib(l, &a, true), tiler);
    lc_tiler_free(tiler);
    if (!value && lc_ctx_code(l->ctx) == LC_ERR_INVALID)
        return true; /* coordinates that are none of A, a product by integers */
    return check_layout(&c, name[which], value, &a);
}

LAW_SHARE(divide, "divide", 10, right_or_wrong)
{
    static const char *const name[] = {"logical_divide", "zipped_divide", "tiled_divide",
                                       "flat_divide"};
    static with_tiler *const apply[] = {lc_logical_divide, lc_zipped_divide, lc_tiled_divide,
                                        lc_flat_divide};
    return tiling(l, name, apply);
}

/* B's values are nested like those of A, or integers. */
LAW_SHARE(product, "product", 10, right_or_wrong)
{
    static const char *const name[] = {"logical_product", "zipped_product", "blocked_product",
                                       "raked_product"};
    size_t which = (size_t)rnd_in(&l->rnd, 0, 3);
    c_layout a, b;
    m_layout integers;
    c_rnd_apart(&l->rnd, 100, &a);
    if (rnd_chance(&l->rnd, 50)) {
        rnd_bijection(&l->rnd, 30, &integers);
        c_integers(&integers, &b);
    } else {
        c_rnd_apart(&l->rnd, 30, &b);
        if (b.axes < a.axes)
            return true;
        same_axes(&a, &b);
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    cc_layout(&c, &b);
    lc_layout *x = c_lib(l, &a, true), *y = c_lib(l, &b, true), *value;
    lc_tiler *t = lc_tiler_layout(l->ctx, y);
    value = which == 0   ? lc_logical_product(l->ctx, x, t)
            : which == 1 ? lc_zipped_product(l->ctx, x, t)
            : which == 2 ? lc_blocked_product(l->ctx, x, y)
                         : lc_raked_product(l->ctx, x, y);
    lc_tiler_free(t);
    return check_layout(&c, name[which], value, &a);
}

/* ---- inverses and complements */

/* A layout of integers, changed at times so that the law fails, which enumeration says. */
static bool check_inverse(law *l, const c_layout *a, const char *name, lc_layout *inverse)
{
    m_layout m;
    c_layout want, left;
    if (!law_own(l, inverse))
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE ||
               law_fail(l, "%s: %s", name, lc_ctx_message(l->ctx));
    if (!law_model(l, inverse, &m))
        return true;
    if (rnd_chance(&l->rnd, 60))
        m.stride[rnd_in(&l->rnd, 0, (int64_t)m.n - 1)] += rnd_in(&l->rnd, 1, 2);
    bool ok = true;
    m_tuple domain;
    m_shape(&m, &domain);
    cc_coordinates(&domain, a->profile, &want);
    c_integers(&m, &left);
    bool is_left = strcmp(name, "left_inverse") == 0;
    int64_t n = is_left ? c_size(a) : m_size(&m);
    for (int64_t i = 0; ok && i < n; i++) {
        c_vector x = is_left ? c_at(a, i) : c_at(&want, i), y;
        y = is_left ? c_at_crd(&left, a->profile, x.axis) : (c_vector){{m_at(&m, i)}};
        y = c_at(a, y.axis[0]);
        ok = c_equal_vectors(a, &x, &y);
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, a);
    return claim_crosscheck(&c, name,
                            law_own_value(l, lcv_value_layout(l->ctx,
                                                              lc_layout_ref(law_layout(l, &m)))),
                            ok);
}

LAW_SHARE(right_inverse, "right_inverse", 5, right_or_wrong)
{
    c_layout a;
    c_rnd_apart(&l->rnd, 200, &a);
    return check_inverse(l, &a, "right_inverse", lc_right_inverse(l->ctx, c_lib(l, &a, true)));
}

LAW_SHARE(left_inverse, "left_inverse", 5, right_or_wrong)
{
    c_layout a;
    c_rnd_apart(&l->rnd, 200, &a);
    return check_inverse(l, &a, "left_inverse", lc_left_inverse(l->ctx, c_lib(l, &a, true)));
}

/* A leaf with a choice that stands still does not increase. */
LAW_SHARE(complement, "complement", 5, right_or_wrong)
{
    c_layout a, m;
    c_rnd_apart(&l->rnd, 100, &a);
    bool ok = true;
    lc_layout *value = law_own(l, lc_complement(l->ctx, c_lib(l, &a, true)));
    if (!value)
        return law_fail(l, "complement: %s", lc_ctx_message(l->ctx));
    if (rnd_chance(&l->rnd, 50) && cc_model(l, value, &a, &m)) {
        size_t k = (size_t)rnd_in(&l->rnd, 0, (int64_t)m.n - 1);
        m.stride[k] = (c_vector){{0}};
        if (m.shape[k] == 1)
            return true; /* it is the one that extends, or none that counts */
        ok = false;
        value = c_lib(l, &m, true);
    }
    claim c;
    claim_begin(l, &c);
    cc_layout(&c, &a);
    return claim_crosscheck(&c, "complement",
                            law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value))), ok);
}

SUITE_MAIN("cross-check of coordinates", law_flatten, law_filter, law_coalesce, not_coalesced,
           surgery, slice, evaluate, sizes, identity, recovered, compose, compose_integers,
           divide, product, right_inverse, left_inverse, complement)
