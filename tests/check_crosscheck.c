/* check_crosscheck.c - the cross-check: what the algebra gives passes, and a value
 * that is deliberately wrong does not, for each operation of the language. */
#include "config.h"

#include "../isl-bridge/recover.h"
#include "claim.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const right_or_wrong[] = {"right", "wrong", NULL};

/* A stride of a leaf of extent above 1, changed: another function. False when there
 * is no such leaf. */
static bool spoil(rnd *r, m_layout *a)
{
    for (size_t tries = 0; tries < 2 * a->n; tries++) {
        size_t i = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
        if (a->shape[i] > 1) {
            a->stride[i] += rnd_chance(r, 50) ? 1 : -1;
            return true;
        }
    }
    return false;
}

/* The value of an operation, and often a wrong one in its place. `right` says whether
 * a changed value happens to be right, too, which the checker need not accept; NULL: it never
 * is. */
static bool check_layout(claim *c, const char *operation, lc_layout *value,
                         bool (*right)(const m_layout *value, const void *about),
                         const void *about)
{
    law *l = c->law;
    m_layout changed;
    if (!law_own(l, value)) {
        if (lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE)
            return true;
        return law_fail(l, "%s: %s", operation, lc_ctx_message(l->ctx));
    }
    bool ok = true;
    if (rnd_chance(&l->rnd, 50) && law_model(l, value, &changed) && spoil(&l->rnd, &changed)) {
        ok = right && right(&changed, about);
        if (ok)
            return true;
        value = law_layout(l, &changed);
    }
    lcv_value *v = law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value)));
    return claim_crosscheck(c, operation, v, ok);
}

static bool check_int(claim *c, const char *operation, int64_t value)
{
    rnd *r = &c->law->rnd;
    bool ok = rnd_chance(r, 50);
    lc_int n = lc_int_si(c->law->ctx, ok ? value : value + (rnd_chance(r, 50) ? 1 : -1));
    return claim_crosscheck(c, operation, law_own_value(c->law, lcv_value_int(c->law->ctx, n)),
                            ok);
}

/* ---- modes */

static lc_layout *flatten(law *l, lc_layout *a)
{
    return lc_layout_flatten(l->ctx, a);
}
static lc_layout *filter(law *l, lc_layout *a)
{
    return lc_filter(l->ctx, a);
}
static lc_layout *coalesce(law *l, lc_layout *a)
{
    return lc_coalesce(l->ctx, a);
}

static bool unary(law *l, const char *name, lc_layout *(*apply)(law *, lc_layout *))
{
    m_layout a;
    rnd_layout(&l->rnd, 2000, &a);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    return check_layout(&c, name, apply(l, law_layout(l, &a)), NULL, NULL);
}

LAW_SHARE(law_flatten, "flatten", 10, right_or_wrong)
{
    return unary(l, "flatten", flatten);
}
LAW_SHARE(law_filter, "filter", 10, right_or_wrong)
{
    return unary(l, "filter", filter);
}
LAW_SHARE(law_coalesce, "coalesce", 5, right_or_wrong)
{
    return unary(l, "coalesce", coalesce);
}

LAW_SHARE(coalesce_by_mode, "coalesce by mode", 5, right_or_wrong)
{
    m_layout a;
    m_tuple profile;
    rnd_layout(&l->rnd, 2000, &a);
    int64_t ones[M_LEAVES];
    for (size_t i = 0; i < M_LEAVES; i++)
        ones[i] = 1;
    m_tuple_flat(&profile, m_rank(a.nest), ones);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_tuple(&c, &profile);
    return check_layout(&c, "coalesce",
                        lc_coalesce_by(l->ctx, law_layout(l, &a), law_tuple(l, &profile)), NULL,
                        NULL);
}

/* A layout that is not coalesced is no value of coalesce, the same function or not. */
LAW_SHARE(not_coalesced, "not coalesced", 10, right_or_wrong)
{
    m_layout nested, a, least;
    rnd_layout(&l->rnd, 500, &nested);
    m_layout_flat(&a, nested.n, nested.shape, nested.stride);
    m_coalesce(&a, &least);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    lcv_value *v = law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &a))));
    return claim_crosscheck(&c, "coalesce", v, m_equal(&a, &least));
}

LAW_SHARE(surgery, "concat, select, group, mode", 5, right_or_wrong)
{
    m_layout a, b;
    rnd_layout(&l->rnd, 500, &a);
    rnd_layout(&l->rnd, 500, &b);
    lc_layout *x = law_layout(l, &a), *both[2] = {x, law_layout(l, &b)};
    size_t rank = lc_layout_rank(x);
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    size_t j = (size_t)rnd_in(&l->rnd, (int64_t)i, (int64_t)rank - 1);
    size_t chosen[2] = {j, i};
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    switch (rnd_in(&l->rnd, 0, 3)) {
    case 0:
        claim_layout(&c, "B", &b);
        return check_layout(&c, "concat", lc_layout_concat(l->ctx, 2, both), NULL, NULL);
    case 1:
        claim_int(&c, (int64_t)j);
        claim_int(&c, (int64_t)i);
        return check_layout(&c, "select", lc_layout_select(l->ctx, x, 2, chosen), NULL, NULL);
    case 2:
        claim_int(&c, (int64_t)i);
        claim_int(&c, (int64_t)j + 1);
        return check_layout(&c, "group", lc_layout_group(l->ctx, x, i, j + 1), NULL, NULL);
    default:
        claim_int(&c, (int64_t)i);
        return check_layout(&c, "mode", lc_layout_mode(l->ctx, x, i), NULL, NULL);
    }
}

LAW_SHARE(slice, "slice", 5, right_or_wrong)
{
    m_layout a;
    m_tuple shape, crd;
    rnd_layout(&l->rnd, 500, &a);
    m_shape(&a, &shape);
    rnd_slicer(&l->rnd, &shape, &crd);
    lc_int offset;
    lc_layout *rest =
        law_own(l, lc_layout_slice(l->ctx, law_layout(l, &a), law_tuple(l, &crd), &offset));
    bool ok = rnd_chance(&l->rnd, 50);
    if (!ok)
        offset = lc_int_add(l->ctx, offset, lc_int_const(1));
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_tuple(&c, &crd);
    return claim_crosscheck(
        &c, "slice", law_own_value(l, lcv_value_tensor(l->ctx, offset, lc_layout_ref(rest))), ok);
}

/* ---- values */

LAW_SHARE(evaluate, "evaluate", 20, right_or_wrong)
{
    m_layout a;
    m_tuple shape, crd;
    rnd_layout(&l->rnd, 2000, &a);
    m_shape(&a, &shape);
    rnd_crd(&l->rnd, &shape, rnd_chance(&l->rnd, 50), &crd);
    int64_t offset = rnd_chance(&l->rnd, 30) ? rnd_in(&l->rnd, -5, 5) : 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "X", offset, &a);
    claim_tuple(&c, &crd);
    return check_int(&c, "evaluate", offset + m_at_crd(&a, &crd));
}

LAW_SHARE(sizes, "size, cosize", 10, right_or_wrong)
{
    m_layout a;
    int64_t low, high;
    rnd_layout(&l->rnd, 2000, &a);
    m_range(&a, &low, &high);
    bool cosize = rnd_chance(&l->rnd, 50);
    int64_t offset = rnd_chance(&l->rnd, 30) ? rnd_in(&l->rnd, -5, 5) : 0;
    claim c;
    claim_begin(l, &c);
    claim_tensor(&c, "A", offset, &a);
    return check_int(&c, cosize ? "cosize" : "size", cosize ? offset + high + 1 : m_size(&a));
}

LAW_SHARE(recovered, "layout of a relation", 40, right_or_wrong)
{
    m_layout a;
    rnd_layout(&l->rnd, 48, &a);
    claim c;
    claim_begin(l, &c);
    lcr_map *m = lcr_layout_map(c.r, law_layout(l, &a));
    claim_relation(&c, m);
    return check_layout(&c, "layout", lcr_recover(c.r, m), NULL, NULL);
}

/* ---- composition */

LAW_SHARE(compose, "compose", 5, right_or_wrong)
{
    m_layout a, b;
    rnd_layout(&l->rnd, 2000, &a);
    rnd_inner(&l->rnd, &a, 2000, &b);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "B", &b);
    return check_layout(&c, "compose", lc_compose(l->ctx, law_layout(l, &a), law_layout(l, &b)),
                        NULL, NULL);
}

typedef lc_layout *with_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);

static bool tiling(law *l, const char *const *name, with_tiler *const *apply, size_t n)
{
    m_layout a;
    m_tiler t;
    size_t which = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
    rnd_layout(&l->rnd, 500, &a);
    if (rnd_chance(&l->rnd, 50))
        rnd_nested(&l->rnd, 500, &a);
    rnd_tiler(&l->rnd, &a, &t);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_tiler(&c, &t);
    c.names = 0; /* steps name modes and complements */
    lc_layout *value = apply[which](l->ctx, law_layout(l, &a), law_tiler(l, &t));
    m_tiler_clear(&t);
    return check_layout(&c, name[which], value, NULL, NULL);
}

LAW_SHARE(compose_tiler, "compose by mode", 10, right_or_wrong)
{
    static const char *const name[] = {"compose"};
    static with_tiler *const apply[] = {lc_compose_tiler};
    return tiling(l, name, apply, 1);
}

LAW_SHARE(divide, "divides", 5, right_or_wrong)
{
    static const char *const name[] = {"logical_divide", "zipped_divide", "tiled_divide",
                                       "flat_divide"};
    static with_tiler *const apply[] = {lc_logical_divide, lc_zipped_divide, lc_tiled_divide,
                                        lc_flat_divide};
    return tiling(l, name, apply, 4);
}

LAW_SHARE(product, "products", 5, right_or_wrong)
{
    static const char *const name[] = {"logical_product", "zipped_product", "tiled_product",
                                       "flat_product"};
    static with_tiler *const apply[] = {lc_logical_product, lc_zipped_product, lc_tiled_product,
                                        lc_flat_product};
    return tiling(l, name, apply, 4);
}

LAW_SHARE(paired, "blocked and raked products", 10, right_or_wrong)
{
    m_layout a, b;
    bool raked = rnd_chance(&l->rnd, 50);
    rnd_nested(&l->rnd, 60, &a);
    rnd_bijection(&l->rnd, 60, &b);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_layout(&c, "B", &b);
    c.names = 0;
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    return check_layout(&c, raked ? "raked_product" : "blocked_product",
                        raked ? lc_raked_product(l->ctx, x, y) : lc_blocked_product(l->ctx, x, y),
                        NULL, NULL);
}

LAW_SHARE(tile_to_shape, "tile_to_shape", 10, right_or_wrong)
{
    m_layout a;
    m_tuple target, order;
    int64_t extent[M_LEAVES], by[M_LEAVES];
    bool ordered = rnd_chance(&l->rnd, 50);
    rnd_nested(&l->rnd, 60, &a);
    size_t rank = m_rank(a.nest);
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        m_mode(&a, i, &mode);
        extent[i] = m_size(&mode) * rnd_in(&l->rnd, 1, 3);
        by[i] = rnd_in(&l->rnd, 1, 5);
    }
    m_tuple_flat(&target, rank, extent);
    m_tuple_flat(&order, rank, by);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_tuple(&c, &target);
    if (ordered)
        claim_tuple(&c, &order);
    c.names = 0;
    lc_tuple *steps = ordered ? law_tuple(l, &order) : NULL;
    lc_layout *value = lc_tile_to_shape(l->ctx, law_layout(l, &a), law_tuple(l, &target), steps);
    return check_layout(&c, "tile_to_shape", value, NULL, NULL);
}

/* ---- complements */

/* In the place of a complement: a layout whose first value is an offset of A, or one
 * that does not grow. */
static bool wrong_complement(law *l, const m_layout *a, const char *operation, claim *c,
                             bool bounded)
{
    int64_t low, high, one = 1;
    m_range(a, &low, &high);
    m_layout wrong;
    if (rnd_chance(&l->rnd, 50) && high > 0) {
        one = bounded ? 2 : 1;
        m_layout_flat(&wrong, 1, &one, &high);
    } else {
        int64_t shape[2] = {2, 2}, stride[2] = {high + 5, high + 5};
        m_layout_flat(&wrong, 2, shape, stride);
    }
    lcv_value *v = law_own_value(l,
                                 lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &wrong))));
    claim_name(c, "C", &wrong);
    return claim_crosscheck(c, operation, v, false);
}

LAW_SHARE(complements, "complements", 2, right_or_wrong)
{
    m_layout a;
    rnd_nested(&l->rnd, 400, &a);
    if (rnd_chance(&l->rnd, 20)) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)a.n - 1);
        a.stride[i] = rnd_chance(&l->rnd, 50) ? 0 : -a.stride[i];
    }
    int64_t n = rnd_in(&l->rnd, 1, 1500), which = rnd_in(&l->rnd, 0, 2);
    const char *operation = which == 2 ? "gap_complement" : "complement";
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    if (which > 0)
        claim_int(&c, n);
    if (rnd_chance(&l->rnd, 40))
        return wrong_complement(l, &a, operation, &c, which > 0);
    lc_layout *x = law_layout(l, &a);
    lc_int size = lc_int_si(l->ctx, n);
    lc_layout *value = law_own(l, which == 0   ? lc_complement(l->ctx, x)
                                  : which == 1 ? lc_complement_to(l->ctx, x, size)
                                               : lc_gap_complement(l->ctx, x, size));
    return !value ||
           claim_crosscheck(&c, operation,
                            law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value))),
                            true);
}

/* ---- inverses and vectors */

static bool right_law(const m_layout *value, const void *about)
{
    const m_layout *a = about;
    bool holds = true;
    for (int64_t k = 0; holds && k < m_size(value); k++) {
        int64_t c = m_at(value, k);
        holds = c >= 0 && c < m_size(a) && m_at(a, c) == k;
    }
    return holds;
}

static bool left_law(const m_layout *value, const void *about)
{
    const m_layout *a = about;
    bool holds = true;
    for (int64_t i = 0; holds && i < m_size(a); i++)
        holds = m_at(a, m_at(value, m_at(a, i))) == m_at(a, i);
    return holds;
}

/* Its values are coordinates of A, which has as many. */
static bool inverse_law(const m_layout *value, const void *about)
{
    int64_t low, high;
    m_range(value, &low, &high);
    return low >= 0 && high < m_size(about) && right_law(value, about);
}

LAW_SHARE(inverses, "inverses", 2, right_or_wrong)
{
    m_layout a;
    int64_t which = rnd_in(&l->rnd, 0, 2);
    if (which == 0)
        rnd_layout(&l->rnd, 2000, &a);
    else if (which == 1)
        rnd_nested(&l->rnd, 2000, &a);
    else
        rnd_bijection(&l->rnd, 2000, &a);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    c.names = 0;
    lc_layout *x = law_layout(l, &a);
    if (which == 0)
        return check_layout(&c, "right_inverse", lc_right_inverse(l->ctx, x), right_law, &a);
    if (which == 1)
        return check_layout(&c, "left_inverse", lc_left_inverse(l->ctx, x), left_law, &a);
    return check_layout(&c, "inverse", lc_inverse(l->ctx, x), inverse_law, &a);
}

LAW_SHARE(vectors, "common vectors", 5, right_or_wrong)
{
    m_layout a[2], common;
    rnd_bijection(&l->rnd, 500, &a[0]);
    a[1] = a[0];
    if (rnd_chance(&l->rnd, 60))
        rnd_bijection(&l->rnd, 500, &a[1]);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a[0]);
    claim_layout(&c, "B", &a[1]);
    lc_layout *v =
        law_own(l, lc_max_common_layout(l->ctx, law_layout(l, &a[0]), law_layout(l, &a[1])));
    if (!law_model(l, v, &common))
        return law_fail(l, "no common layout");
    if (rnd_chance(&l->rnd, 50))
        return check_int(&c, "max_common_vector", m_size(&common));
    bool ok = !rnd_chance(&l->rnd, 50) || !spoil(&l->rnd, &common) ||
              (right_law(&common, &a[0]) && right_law(&common, &a[1]));
    claim_name(&c, "V", &common);
    return claim_crosscheck(
        &c, "max_common_layout",
        law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &common)))), ok);
}

LAW_SHARE(recasts, "recasts", 5, right_or_wrong)
{
    m_layout a;
    rnd_layout(&l->rnd, 500, &a);
    int64_t n = (int64_t)1 << rnd_in(&l->rnd, 0, 3);
    bool up = rnd_chance(&l->rnd, 50);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    claim_int(&c, n);
    lc_layout *x = law_layout(l, &a);
    lc_int factor = lc_int_si(l->ctx, n);
    return check_layout(&c, up ? "upcast" : "downcast",
                        up ? lc_upcast(l->ctx, x, factor) : lc_downcast(l->ctx, x, factor), NULL,
                        NULL);
}

/* A(R(k)) = k, but by way of what lies past A's last coordinate. */
LAW_SHARE(outer_inverse, "inverses past the domain", 100, right_or_wrong)
{
    m_layout a, outer;
    int64_t n = rnd_in(&l->rnd, 2, 3000), shape[2] = {n, 1}, stride[2] = {1, 1};
    m_layout_flat(&a, 2, shape, stride);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    bool right = rnd_chance(&l->rnd, 50);
    stride[0] = right ? 1 : n;
    m_layout_flat(&outer, 1, shape, stride);
    lcv_value *v = law_own_value(l,
                                 lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, &outer))));
    return claim_crosscheck(&c, "inverse", v, right);
}

/* ---- large layouts: nothing is enumerated, and it takes no longer */

/* The modes of a compact layout of up to 2^50 elements, in another order of strides,
 * at times with a gap below one of them. */
static void rnd_large(rnd *r, m_layout *a)
{
    size_t n = (size_t)rnd_in(r, 2, 5), order[5];
    int64_t shape[5], stride[5], covered = 1;
    for (size_t i = 0; i < n; i++) {
        shape[i] = (rnd_chance(r, 20) ? 3 : 1) * ((int64_t)1 << rnd_in(r, 6, 8));
        order[i] = i;
    }
    for (size_t i = n; i-- > 1;) {
        size_t j = (size_t)rnd_in(r, 0, (int64_t)i), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (size_t i = 0; i < n; i++) {
        stride[order[i]] = covered;
        covered *= shape[order[i]] * (rnd_chance(r, 15) ? 2 : 1);
    }
    m_layout_flat(a, n, shape, stride);
}

/* The modes of A in another order: A o B exists. */
static void rnd_order(rnd *r, const m_layout *a, m_layout *b)
{
    int64_t shape[M_LEAVES], stride[M_LEAVES], place = 1;
    size_t at = (size_t)rnd_in(r, 0, (int64_t)a->n - 1);
    for (size_t i = 0; i < a->n; i++) {
        shape[(i + at) % a->n] = a->shape[i];
        stride[(i + at) % a->n] = place;
        place *= a->shape[i];
    }
    m_layout_flat(b, a->n, shape, stride);
}

LAW_SHARE(large_layouts, "large layouts", 10, right_or_wrong)
{
    m_layout a, b;
    rnd_large(&l->rnd, &a);
    rnd_order(&l->rnd, &a, &b);
    int64_t which = rnd_in(&l->rnd, 0, 3);
    claim c;
    claim_begin(l, &c);
    claim_layout(&c, "A", &a);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    if (which == 0) {
        claim_layout(&c, "B", &b);
        return check_layout(&c, "compose", lc_compose(l->ctx, x, y), NULL, NULL);
    }
    c.names = 0;
    if (which == 1)
        return check_layout(&c, "coalesce", lc_coalesce(l->ctx, x), NULL, NULL);
    const char *operation = which == 2 ? "right_inverse" : "left_inverse";
    lc_layout *value = law_own(l, which == 2 ? lc_right_inverse(l->ctx, x)
                                             : lc_left_inverse(l->ctx, x));
    ck_assert_ptr_nonnull(value);
    return claim_crosscheck(&c, operation,
                            law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(value))),
                            true);
}

SUITE_MAIN("crosscheck", law_flatten, law_filter, law_coalesce, coalesce_by_mode, not_coalesced,
           surgery, slice, evaluate, sizes, recovered, compose, compose_tiler, divide, product,
           paired, tile_to_shape, complements, outer_inverse, inverses, vectors, recasts,
           large_layouts)
