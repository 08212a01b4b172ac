/* check_tuple.c - hierarchical tuples and their coordinates. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static bool same_tuple(law *l, const lc_tuple *got, const m_tuple *want, const char *what)
{
    const char *text = law_show_tuple(l, got), *expected = law_tuple_text(l, want);
    if (got && strcmp(text, expected) == 0)
        return true;
    return law_fail(l, "%s is %s, expected %s", what, text, expected);
}

/* ---- nesting */

LAW(rank_depth_and_modes, "rank, depth, size and modes of a tuple", NULL)
{
    m_tuple m, mode;
    rnd_shape(&l->rnd, 4096, &m);
    for (size_t i = 0; i < m.n; i++)
        if (rnd_chance(&l->rnd, 20))
            m.leaf[i] = rnd_in(&l->rnd, -9, 9);
    lc_tuple *t = law_tuple(l, &m);
    if (!same_tuple(l, t, &m, "the tuple"))
        return false;
    if (lc_tuple_rank(t) != m_rank(m.nest) || lc_tuple_depth(t) != m_depth(m.nest) ||
        lc_tuple_nleaves(t) != m.n || lc_tuple_is_leaf(t) != (*m.nest == 'x') ||
        lc_int_get_si(lc_tuple_size(l->ctx, t)) != m_tuple_size(&m))
        return law_fail(l, "rank, depth, leaves or size of %s", law_tuple_text(l, &m));
    for (size_t i = 0; i < m.n; i++)
        if (lc_int_get_si(lc_tuple_value(t, i)) != m.leaf[i] || lc_tuple_is_wildcard(t, i))
            return law_fail(l, "leaf %zu of %s", i, law_tuple_text(l, &m));
    for (size_t i = 0; i < m_rank(m.nest); i++) {
        m_tuple_mode(&m, i, &mode);
        lc_tuple *got = law_own_tuple(l, lc_tuple_mode(l->ctx, t, i));
        if (!same_tuple(l, got, &mode, law_printf(l, "mode %zu of %s", i, law_tuple_text(l, &m))))
            return false;
    }
    return true;
}

LAW(flatten_unflatten_and_group, "flatten, unflatten, like and group", NULL)
{
    m_tuple m, flat, grouped;
    rnd_shape(&l->rnd, 4096, &m);
    lc_tuple *t = law_tuple(l, &m);
    const char *text = law_tuple_text(l, &m);
    m_tuple_flatten(&m, &flat);
    lc_tuple *f = law_own_tuple(l, lc_tuple_flatten(l->ctx, t));
    if (!same_tuple(l, f, &flat, law_printf(l, "flatten of %s", text)))
        return false;
    lc_tuple *back = law_own_tuple(l, lc_tuple_unflatten(l->ctx, f, t));
    if (!same_tuple(l, back, &m, law_printf(l, "unflatten of flatten of %s", text)))
        return false;
    /* Other leaves under the same nesting. */
    m_tuple other = m;
    lc_int value[M_LEAVES];
    for (size_t i = 0; i < m.n; i++) {
        other.leaf[i] = rnd_in(&l->rnd, -50, 50);
        value[i] = lc_int_const((int32_t)other.leaf[i]);
    }
    lc_tuple *like = law_own_tuple(l, lc_tuple_like(l->ctx, t, value));
    if (!same_tuple(l, like, &other, law_printf(l, "other leaves like %s", text)))
        return false;
    if (!lc_tuple_congruent(t, like) || !lc_tuple_equal(t, back) ||
        lc_tuple_equal(t, like) != m_tuple_equal(&m, &other))
        return law_fail(l, "congruence or equality of %s", text);
    if (*m.nest != '(')
        return true;
    size_t rank = m_rank(m.nest);
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    size_t j = (size_t)rnd_in(&l->rnd, (int64_t)i + 1, (int64_t)rank);
    m_tuple_group(&m, i, j, &grouped);
    lc_tuple *g = law_own_tuple(l, lc_tuple_group(l->ctx, t, i, j));
    return same_tuple(l, g, &grouped, law_printf(l, "group(%s,%zu,%zu)", text, i, j));
}

/* Two tuples that are related often: b refines a, or is changed a little. */
static void related(rnd *r, m_tuple *a, m_tuple *b)
{
    rnd_shape(r, 4096, a);
    if (rnd_chance(r, 20))
        rnd_shape(r, 4096, b);
    else
        rnd_refine(r, a, b);
    if (rnd_chance(r, 25))
        b->leaf[rnd_in(r, 0, (int64_t)b->n - 1)]++;
    if (rnd_chance(r, 30)) {
        m_tuple t = *a;
        *a = *b;
        *b = t;
    }
}

LAW(congruent_and_compatible, "congruent, weakly congruent, compatible, refines",
    CLASSES("weakly congruent", "not weakly congruent", "compatible", "not compatible"))
{
    m_tuple a, b;
    related(&l->rnd, &a, &b);
    lc_tuple *x = law_tuple(l, &a), *y = law_tuple(l, &b);
    bool congruent = strcmp(a.nest, b.nest) == 0;
    bool weakly = m_weakly_congruent(a.nest, b.nest);
    bool compatible = m_compatible(&a, &b);
    law_saw(l, weakly ? 0 : 1);
    law_saw(l, compatible ? 2 : 3);
    const char *pair = law_printf(l, "%s and %s", law_tuple_text(l, &a), law_tuple_text(l, &b));
    if (lc_tuple_congruent(x, y) != congruent)
        return law_fail(l, "congruent(%s) should be %d", pair, congruent);
    if (lc_tuple_weakly_congruent(x, y) != weakly)
        return law_fail(l, "weakly_congruent(%s) should be %d", pair, weakly);
    if (lc_tuple_compatible(l->ctx, x, y) != compatible)
        return law_fail(l, "compatible(%s) should be %d", pair, compatible);
    if (lc_tuple_refines(l->ctx, y, x) != compatible)
        return law_fail(l, "refines(%s), reversed, should be %d", pair, compatible);
    if (lc_tuple_equal(x, y) != m_tuple_equal(&a, &b))
        return law_fail(l, "equality of %s", pair);
    return true;
}

/* ---- coordinates */

LAW(crd2idx_and_idx2crd, "crd2idx and idx2crd", CLASSES("inside", "outside"))
{
    m_tuple shape, crd, want;
    rnd_shape(&l->rnd, 4096, &shape);
    bool outside = rnd_chance(&l->rnd, 50);
    rnd_crd(&l->rnd, &shape, outside, &crd);
    law_saw(l, outside);
    lc_tuple *s = law_tuple(l, &shape), *c = law_tuple(l, &crd);
    int64_t index = m_crd2idx(&crd, &shape);
    const char *text = law_printf(l, "%s in %s", law_tuple_text(l, &crd),
                                  law_tuple_text(l, &shape));
    lc_int got;
    if (!lc_crd2idx(l->ctx, c, s, &got) || lc_int_get_si(got) != index)
        return law_fail(l, "crd2idx of %s is not %lld", text, (long long)index);
    m_idx2crd(index, &shape, &want);
    lc_tuple *natural = law_own_tuple(l, lc_idx2crd(l->ctx, got, s));
    if (!same_tuple(l, natural, &want, law_printf(l, "idx2crd of crd2idx of %s", text)))
        return false;
    /* The natural coordinate has the same index again, inside and outside. */
    if (!lc_crd2idx(l->ctx, natural, s, &got) || lc_int_get_si(got) != index)
        return law_fail(l, "crd2idx of idx2crd of %s", text);
    return true;
}

LAW(crd2crd, "crd2crd", NULL)
{
    m_tuple from, to, crd, want;
    rnd_shape(&l->rnd, 4096, &from);
    rnd_refine(&l->rnd, &from, &to);
    if (rnd_chance(&l->rnd, 50)) {
        m_tuple t = from;
        from = to;
        to = t;
    }
    rnd_crd(&l->rnd, &from, rnd_chance(&l->rnd, 40), &crd);
    m_idx2crd(m_crd2idx(&crd, &from), &to, &want);
    lc_tuple *c = law_tuple(l, &crd), *f = law_tuple(l, &from), *t = law_tuple(l, &to);
    lc_tuple *got = law_own_tuple(l, lc_crd2crd(l->ctx, c, f, t));
    return same_tuple(l, got, &want,
                      law_printf(l, "%s from %s to %s", law_tuple_text(l, &crd),
                                 law_tuple_text(l, &from), law_tuple_text(l, &to)));
}

LAW(coordinates_of_another_shape, "a coordinate that does not fit is refused",
    CLASSES("a coordinate", "no coordinate"))
{
    m_tuple a, b;
    related(&l->rnd, &a, &b);
    if (m_weakly_congruent(a.nest, b.nest)) {
        law_saw(l, 0);
        return true;
    }
    law_saw(l, 1);
    lc_int index;
    if (lc_crd2idx(l->ctx, law_tuple(l, &a), law_tuple(l, &b), &index) ||
        lc_ctx_code(l->ctx) != LC_ERR_INVALID || !*lc_ctx_message(l->ctx))
        return law_fail(l, "%s is taken for a coordinate of %s", law_tuple_text(l, &a),
                        law_tuple_text(l, &b));
    return true;
}

/* ---- limits and bad arguments */

static void prints(lc_ctx *ctx, lc_tuple *t, const char *expected)
{
    char *text = lc_tuple_to_str(ctx, t);
    ck_assert_str_eq(text, expected);
    free(text);
    lc_tuple_free(t);
}

TEST_CTX(wildcards_are_kept)
{
    lc_tuple *any = lc_tuple_wildcard(ctx);
    lc_tuple *part[3] = {any, lc_tuple_of(ctx, 2, (lc_tuple *[]){any, any}),
                         lc_tuple_leaf(ctx, lc_int_const(3))};
    lc_tuple *t = lc_tuple_of(ctx, 3, part);
    prints(ctx, lc_tuple_flatten(ctx, t), "(_,_,_,3)");
    prints(ctx, lc_tuple_flatten(ctx, any), "_");
    prints(ctx, lc_tuple_group(ctx, t, 1, 3), "(_,((_,_),3))");
    prints(ctx, lc_tuple_group(ctx, any, 0, 1), "((_,),)");
    lc_tuple_free(t);
    for (int i = 0; i < 3; i++)
        lc_tuple_free(part[i]);
}

TEST_CTX(wildcards)
{
    lc_tuple *part[2] = {lc_tuple_leaf(ctx, lc_int_const(3)), lc_tuple_wildcard(ctx)};
    lc_tuple *t = lc_tuple_of(ctx, 2, part);
    ck_assert(lc_tuple_has_wildcard(t) && !lc_tuple_has_wildcard(part[0]));
    ck_assert(!lc_tuple_is_wildcard(t, 0) && lc_tuple_is_wildcard(t, 1));
    char *text = lc_tuple_to_str(ctx, t);
    ck_assert_str_eq(text, "(3,_)");
    free(text);
    /* The wildcard is a value of its own, not an integer. */
    lc_tuple *zero[2] = {part[0], lc_tuple_leaf(ctx, lc_int_const(0))};
    lc_tuple *u = lc_tuple_of(ctx, 2, zero);
    ck_assert(!lc_tuple_equal(t, u) && lc_tuple_congruent(t, u));
    lc_int index;
    lc_tuple *shape = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(4), lc_int_const(5)});
    ck_assert(!lc_crd2idx(ctx, t, shape, &index));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_ctx_reset(ctx);
    ck_assert_ptr_null(lc_layout_compact(ctx, t));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_tuple_free(t);
    lc_tuple_free(u);
    lc_tuple_free(zero[1]);
    lc_tuple_free(shape);
    lc_tuple_free(part[0]);
    lc_tuple_free(part[1]);
}

TEST_CTX(depth_is_limited)
{
    lc_tuple *t = lc_tuple_leaf(ctx, lc_int_const(7));
    for (size_t depth = 1; depth <= LC_MAX_DEPTH; depth++) {
        lc_tuple *around = lc_tuple_of(ctx, 1, &t);
        ck_assert_ptr_nonnull(around);
        lc_tuple_free(t);
        t = around;
        ck_assert_uint_eq(lc_tuple_depth(t), depth);
    }
    ck_assert_ptr_null(lc_tuple_of(ctx, 1, &t));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    ck_assert_ptr_null(lc_tuple_group(ctx, t, 0, 1));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_layout *a = lc_layout_compact(ctx, t);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_null(lc_layout_concat(ctx, 1, &a));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_layout_free(a);
    lc_tuple_free(t);
}

TEST_CTX(leaves_are_limited)
{
    size_t n = LC_MAX_LEAVES;
    lc_int *value = calloc(n + 1, sizeof *value);
    for (size_t i = 0; i <= n; i++)
        value[i] = lc_int_const(1);
    lc_tuple *largest = lc_tuple_flat(ctx, n, value);
    ck_assert_ptr_nonnull(largest);
    ck_assert_ptr_null(lc_tuple_flat(ctx, n + 1, value));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_tuple *two[2] = {largest, largest};
    ck_assert_ptr_null(lc_tuple_of(ctx, 2, two));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_layout *a = lc_layout_compact(ctx, largest);
    ck_assert_ptr_nonnull(a);
    lc_layout *twice[2] = {a, a};
    ck_assert_ptr_null(lc_layout_concat(ctx, 2, twice));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_layout_free(a);
    lc_tuple_free(largest);
    free(value);
}

TEST_CTX(sizes_are_limited)
{
    /* 65 extents of 2^1024 - 1 make a size beyond LC_MAX_INT_BITS. */
    char text[2 + 256 + 1] = "0x";
    memset(text + 2, 'f', 256);
    text[258] = '\0';
    lc_int value[65];
    for (size_t i = 0; i < 65; i++)
        ck_assert(lc_int_parse(ctx, text, 258, &value[i]));
    lc_tuple *t = lc_tuple_flat(ctx, 65, value);
    ck_assert_ptr_nonnull(t);
    lc_tuple_size(ctx, t);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_LIMIT);
    lc_ctx_reset(ctx);
    lc_layout *a = lc_layout_compact(ctx, t);
    ck_assert_msg(a || lc_ctx_code(ctx) == LC_ERR_LIMIT, "%s", lc_ctx_message(ctx));
    lc_layout_free(a);
    lc_tuple_free(t);
}

static void refused(lc_ctx *ctx, const void *result)
{
    ck_assert_ptr_null(result);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_str_ne(lc_ctx_message(ctx), "");
    lc_ctx_reset(ctx);
}

TEST_CTX(bad_arguments)
{
    lc_tuple *two = lc_tuple_flat(ctx, 2, (lc_int[]){lc_int_const(2), lc_int_const(3)});
    lc_tuple *three =
        lc_tuple_flat(ctx, 3, (lc_int[]){lc_int_const(1), lc_int_const(2), lc_int_const(3)});
    refused(ctx, lc_tuple_of(ctx, 0, NULL));
    refused(ctx, lc_tuple_unflatten(ctx, two, three));
    refused(ctx, lc_tuple_group(ctx, three, 1, 1));
    refused(ctx, lc_tuple_group(ctx, three, 2, 4));
    refused(ctx, lc_tuple_group(ctx, three, 2, 1));
    refused(ctx, lc_tuple_mode(ctx, three, 3));
    refused(ctx, lc_layout_new(ctx, two, three));
    /* Sizes that differ have no coordinates in common. */
    lc_tuple *seven = lc_tuple_leaf(ctx, lc_int_const(7));
    refused(ctx, lc_crd2crd(ctx, two, two, seven));
    lc_tuple_free(seven);
    lc_tuple_free(two);
    lc_tuple_free(three);
}

SUITE_MAIN("tuples", rank_depth_and_modes, flatten_unflatten_and_group, congruent_and_compatible,
           crd2idx_and_idx2crd, crd2crd, coordinates_of_another_shape, wildcards,
           wildcards_are_kept, depth_is_limited, leaves_are_limited, sizes_are_limited,
           bad_arguments)
