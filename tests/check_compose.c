/* check_compose.c - composition: when it exists, and its value. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

/* ---- against enumeration */

static bool composes(law *l, const m_layout *a, const m_layout *b)
{
    m_layout want;
    bool exists = m_compose(a, b, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_compose(l->ctx, law_layout(l, a), law_layout(l, b)));
    const char *what = law_printf(l, "compose(%s,%s)", law_text(l, a), law_text(l, b));
    if (!law_same(l, got, exists, &want, what))
        return false;
    if (!exists)
        return *lc_ctx_message(l->ctx) || law_fail(l, "%s: no reason given", what);
    /* Laws 16 and 17 once more, at every coordinate. */
    m_tuple outer, inner;
    m_shape(b, &outer);
    m_shape(&want, &inner);
    if (!m_compatible(&outer, &inner))
        return law_fail(l, "%s is %s, whose shape does not refine B's", what, law_text(l, &want));
    for (int64_t i = 0; i < m_size(b); i++)
        if (m_at(&want, i) != m_at(a, m_at(b, i)))
            return law_fail(l, "%s at %lld", what, (long long)i);
    return true;
}

LAW(compose_is_exact, "compose exists and is what enumeration says", exists_or_not)
{
    m_layout a, b;
    rnd_layout(&l->rnd, 1024, &a);
    rnd_inner(&l->rnd, &a, 256, &b);
    return composes(l, &a, &b);
}

/* A layout of so many leaves, with extents and strides between these. */
static void rnd_any(rnd *r, const int64_t leaves[2], const int64_t extent[2],
                    const int64_t stride[2], m_layout *out)
{
    m_tuple shape = {.n = (size_t)rnd_in(r, leaves[0], leaves[1])};
    int64_t step[8];
    rnd_nest(r, shape.n, shape.nest);
    for (size_t i = 0; i < shape.n; i++) {
        shape.leaf[i] = rnd_in(r, extent[0], extent[1]);
        step[i] = rnd_in(r, stride[0], stride[1]);
    }
    m_layout_of(out, &shape, step);
}

/* A and B of unrelated shapes: nothing divides anything. */
LAW(compose_of_unrelated_layouts, "compose of unrelated layouts", exists_or_not)
{
    m_layout a, b;
    rnd_layout(&l->rnd, 64, &a);
    rnd_any(&l->rnd, (int64_t[]){1, 3}, (int64_t[]){1, 6}, (int64_t[]){-12, 30}, &b);
    return composes(l, &a, &b);
}

/* Gains of different carries that cancel are where a search is needed: strides and
 * extents from a very small set make them frequent. */
LAW(compose_where_gains_cancel, "compose where gains of carries cancel", exists_or_not)
{
    m_layout a, b;
    rnd_any(&l->rnd, (int64_t[]){2, 6}, (int64_t[]){2, 3}, (int64_t[]){-2, 2}, &a);
    rnd_any(&l->rnd, (int64_t[]){1, 4}, (int64_t[]){1, 4}, (int64_t[]){-9, 40}, &b);
    return composes(l, &a, &b);
}

/* ---- tilers */

LAW(compose_with_tilers, "compose with tilers",
    CLASSES("a value", "no value", "by mode", "by a layout"))
{
    m_layout a, want;
    m_tiler t;
    rnd_layout(&l->rnd, 1024, &a);
    rnd_tiler(&l->rnd, &a, &t);
    bool exists = m_compose_tiler(&a, &t, &want);
    law_saw(l, exists ? 0 : 1);
    law_saw(l, t.n ? 2 : 3);
    lc_layout *got = law_own(l, lc_compose_tiler(l->ctx, law_layout(l, &a), law_tiler(l, &t)));
    bool same = law_same(l, got, exists, &want,
                         law_printf(l, "compose(%s,%s)", law_text(l, &a), law_tiler_text(l, &t)));
    m_tiler_clear(&t);
    return same;
}

/* ---- laws */

/* The coalesced layout of a function is unique. */
static bool same_function(law *l, const lc_layout *x, const lc_layout *y)
{
    lc_layout *p = law_own(l, lc_coalesce(l->ctx, x)), *q = law_own(l, lc_coalesce(l->ctx, y));
    return p && q && lc_layout_equal(p, q);
}

/* A o (B o C) = (A o B) o C at every coordinate, where all of these exist and B o C
 * stays inside what (A o B) knows: its last extents may not be the ones extended. */
LAW(compose_is_associative, "compose is associative", CLASSES("all defined"))
{
    m_layout a, b, c, bc, ab;
    rnd_layout(&l->rnd, 256, &a);
    rnd_inner(&l->rnd, &a, 128, &b);
    rnd_inner(&l->rnd, &b, 64, &c);
    int64_t low, high;
    m_range(&c, &low, &high);
    if (low < 0 || high >= m_size(&b) || !m_compose(&b, &c, &bc) || !m_compose(&a, &b, &ab)) {
        law_saw(l, 1);
        return true;
    }
    law_saw(l, 0);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b), *z = law_layout(l, &c);
    lc_layout *yz = law_own(l, lc_compose(l->ctx, y, z));
    lc_layout *xy = law_own(l, lc_compose(l->ctx, x, y));
    const char *text = law_printf(l, "A = %s, B = %s, C = %s", law_text(l, &a), law_text(l, &b),
                                  law_text(l, &c));
    if (!yz || !xy)
        return law_fail(l, "%s: B o C or A o B has no value", text);
    lc_layout *right = law_own(l, lc_compose(l->ctx, x, yz));
    lc_layout *left = law_own(l, lc_compose(l->ctx, xy, z));
    if (!right && !left)
        return true;
    /* The same function, so the same coalesced layout; only their nestings, and with
     * them the existence of one, may differ. */
    if (!left || !right) {
        m_layout f;
        int64_t size = m_size(&c), shape[M_LEAVES], stride[M_LEAVES];
        int64_t *table = law_own_memory(l, calloc((size_t)size, sizeof *table));
        size_t n;
        for (int64_t i = 0; i < size; i++)
            table[i] = m_at(&a, m_at(&b, m_at(&c, i)));
        if (!m_represent(table, size, &n, shape, stride))
            return law_fail(l, "%s: A o (B o C) = %s, (A o B) o C = %s, but no layout exists",
                            text, law_show(l, right), law_show(l, left));
        m_layout_flat(&f, n, shape, stride);
        return true;
    }
    if (!same_function(l, left, right))
        return law_fail(l, "%s: A o (B o C) = %s, (A o B) o C = %s", text, law_show(l, right),
                        law_show(l, left));
    return true;
}

/* The compact layout of A's shape is a right identity up to nesting, 'size : 1' a left
 * one on what stays inside. */
LAW(identities_of_compose, "the identity composes to the same function", NULL)
{
    m_layout a, want;
    rnd_layout(&l->rnd, 512, &a);
    lc_layout *x = law_layout(l, &a);
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, x));
    lc_layout *identity = law_own(l, lc_layout_compact(l->ctx, shape));
    lc_layout *r = law_own(l, lc_compose(l->ctx, x, identity));
    if (!r || !same_function(l, r, x))
        return law_fail(l, "%s o its identity is %s", law_text(l, &a), law_show(l, r));
    lc_int length = lc_layout_cosize(l->ctx, x), one = lc_int_const(1);
    lc_layout *line = law_own(l, lc_layout_flat(l->ctx, 1, &length, &one));
    r = law_own(l, lc_compose(l->ctx, line, x));
    m_layout n;
    m_layout_leaf(&n, 1, 1);
    bool exists = m_compose(&n, &a, &want);
    return law_same(l, r, exists, &want, law_printf(l, "identity o %s", law_text(l, &a)));
}

/* ---- why there is no value */

/* Every leaf of B with the values at its own coordinates: what a layout would need. */
static int64_t along(const m_layout *a, const m_layout *b, size_t leaf, int64_t x)
{
    return m_at(a, x * b->stride[leaf]);
}

/* A composite would be linear along the leaf for `run` steps; `run` does not divide
 * what is left of the extent. */
static bool check_run(law *l, const m_layout *a, const m_layout *b, const lc_compose_failure *f,
                      const m_tuple *crd, const char *what)
{
    int64_t left = lc_int_get_si(f->extent), run = lc_int_get_si(f->run);
    int64_t step = lc_int_get_si(f->stride);
    if (f->leaf >= b->n || run < 2 || left % run == 0 || b->shape[f->leaf] % left != 0)
        return law_fail(l, "%s: a run of %lld in %lld", what, (long long)run, (long long)left);
    int64_t done = b->shape[f->leaf] / left;
    if (step != b->stride[f->leaf] * done)
        return law_fail(l, "%s: the stride at fault is %lld", what, (long long)step);
    for (int64_t i = 0; i < run; i++)
        if (m_at(a, i * step) != i * m_at(a, step))
            return law_fail(l, "%s: no run of %lld", what, (long long)run);
    if (m_at(a, run * step) == run * m_at(a, step))
        return law_fail(l, "%s: the run of %lld goes on", what, (long long)run);
    for (size_t i = 0; i < b->n; i++)
        if (crd->leaf[i] != (i == f->leaf ? run * done : 0))
            return law_fail(l, "%s: the coordinate shown is %s", what, law_tuple_text(l, crd));
    if (lc_int_get_si(f->candidate) != run * m_at(a, step))
        return law_fail(l, "%s: the straight line has %lld there", what,
                        (long long)(run * m_at(a, step)));
    return true;
}

/* The value at the coordinate is not the sum of the values that any layout has along the leaves.
 * Where several modes of one leaf are involved, along each of them. */
static bool check_additive(law *l, const m_layout *a, const m_layout *b,
                           const lc_compose_failure *f, const m_tuple *crd, const char *what)
{
    int64_t sum = 0;
    size_t involved = 0;
    for (size_t i = 0; i < b->n; i++) {
        sum += along(a, b, i, crd->leaf[i]);
        involved += crd->leaf[i] != 0;
    }
    if (involved == 0 || f->leaf >= b->n || crd->leaf[f->leaf] == 0)
        return law_fail(l, "%s: leaf %zu at %s", what, f->leaf, law_tuple_text(l, crd));
    if (involved > 1 && lc_int_get_si(f->candidate) == sum)
        return true;
    /* The leaf breaks in itself: the modes found so far are its greedy ones. */
    int64_t parts = 0;
    for (size_t i = 0; i < b->n; i++) {
        int64_t x = crd->leaf[i], left = b->shape[i], done = 1;
        while (left > 1) {
            int64_t step = b->stride[i] * done, run = 2;
            while (run < left && m_at(a, run * step) == run * m_at(a, step))
                run++;
            parts += x % run * m_at(a, step);
            x /= run;
            if (left % run != 0)
                return law_fail(l, "%s: leaf %zu breaks by its run", what, i);
            left /= run;
            done *= run;
        }
    }
    if (lc_int_get_si(f->candidate) != parts)
        return law_fail(l, "%s: the parts at %s add up to %lld", what, law_tuple_text(l, crd),
                        (long long)parts);
    return true;
}

LAW(failures_are_explained, "what explain says is so",
    CLASSES("a value", "a run that does not divide", "parts that do not add up"))
{
    m_layout a, b, want;
    rnd_layout(&l->rnd, 256, &a);
    rnd_inner(&l->rnd, &a, 128, &b);
    if (m_compose(&a, &b, &want)) {
        law_saw(l, 0);
        return true;
    }
    lc_compose_failure f;
    const char *what = law_printf(l, "explain compose(%s,%s)", law_text(l, &a), law_text(l, &b));
    lc_layout *got =
        law_own(l, lc_compose_explain(l->ctx, law_layout(l, &a), law_layout(l, &b), &f));
    if (got || lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE || !f.crd)
        return law_fail(l, "%s: %s", what, law_show(l, got));
    law_own_tuple(l, f.crd);
    m_tuple crd, shape;
    m_shape(&b, &shape);
    crd = shape;
    if (lc_tuple_nleaves(f.crd) != b.n)
        return law_fail(l, "%s: the coordinate shown is %s", what, law_show_tuple(l, f.crd));
    for (size_t i = 0; i < b.n; i++) {
        crd.leaf[i] = lc_int_get_si(lc_tuple_value(f.crd, i));
        if (crd.leaf[i] < 0 || crd.leaf[i] >= b.shape[i])
            return law_fail(l, "%s: %s is no coordinate of B", what, law_tuple_text(l, &crd));
    }
    if (strcmp(law_show_tuple(l, f.crd), law_tuple_text(l, &crd)) != 0)
        return law_fail(l, "%s: %s has not B's nesting", what, law_show_tuple(l, f.crd));
    int64_t value = m_at(&a, m_at_crd(&b, &crd));
    if (lc_int_get_si(f.value) != value || lc_int_get_si(f.candidate) == value)
        return law_fail(l, "%s: at %s the value is %lld, told %lld and %lld", what,
                        law_tuple_text(l, &crd), (long long)value,
                        (long long)lc_int_get_si(f.value), (long long)lc_int_get_si(f.candidate));
    law_saw(l, f.reason == LC_COMPOSE_RUN ? 1 : 2);
    return f.reason == LC_COMPOSE_RUN ? check_run(l, &a, &b, &f, &crd, what)
                                      : check_additive(l, &a, &b, &f, &crd, what);
}

/* ---- any size */

LAW(compose_of_large_layouts, "compose at any size", exists_or_not)
{
    lc_layout *a = big_layout(l), *b = big_inner(l, a);
    lc_compose_failure f;
    lc_layout *r = law_own(l, lc_compose_explain(l->ctx, a, b, &f));
    mpz_t index, x, y;
    mpz_inits(index, x, y, NULL);
    bool same = true;
    if (r) {
        law_saw(l, 0);
        for (int round = 0; round < 8 && same; round++) {
            big_index(l, b, false, index);
            big_at(x, r, index);
            big_at(y, b, index);
            big_at(y, a, y);
            same = mpz_cmp(x, y) == 0;
        }
    } else if (lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE && f.crd) {
        law_saw(l, 1);
        law_own_tuple(l, f.crd);
        lc_int at;
        lc_int_get_mpz(index, lc_layout_eval(l->ctx, b, f.crd, &at) ? at : lc_int_const(0));
        big_at(x, a, index);
        lc_int_get_mpz(y, f.value);
        same = mpz_cmp(x, y) == 0 && !lc_int_eq(f.value, f.candidate);
    } else {
        /* Undecided, where gains cancel over more carries than are looked at: rare. */
        law_saw(l, 2);
        same = lc_ctx_code(l->ctx) == LC_ERR_BUDGET && l->seen[2] <= 1 + l->index / 1000;
    }
    mpz_clears(index, x, y, NULL);
    return same ||
           law_fail(l, "compose(%s,%s) is %s", law_show(l, a), law_show(l, b), law_show(l, r));
}

/* ---- single facts */

static lc_layout *flat(lc_ctx *ctx, size_t n, const int32_t *shape, const int32_t *stride)
{
    lc_int s[8], d[8];
    for (size_t i = 0; i < n; i++) {
        s[i] = lc_int_const(shape[i]);
        d[i] = lc_int_const(stride[i]);
    }
    return lc_layout_flat(ctx, n, s, d);
}

/* (4,6,8):(2,3,5) o 6:3 has no value; CuTe returns (2,3):(6,3), which has 3 at 2 where
 * A(B(2)) = A(6) = 7. */
TEST_CTX(a_composite_that_does_not_exist)
{
    lc_layout *a = flat(ctx, 3, (int32_t[]){4, 6, 8}, (int32_t[]){2, 3, 5});
    lc_layout *b = flat(ctx, 1, (int32_t[]){6}, (int32_t[]){3});
    ck_assert_ptr_null(lc_compose(ctx, a, b));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
    ck_assert_int_eq(lc_int_get_si(lc_layout_at(ctx, a, lc_int_const(6))), 7);
    lc_layout_free(a);
    lc_layout_free(b);
}

/* Both parts of B give 2:1, and (2,2):(1,1) has 2 at (1,1), but A(2) = 80. */
TEST_CTX(parts_that_overlap)
{
    lc_layout *a = flat(ctx, 2, (int32_t[]){2, 2}, (int32_t[]){1, 80});
    lc_layout *b = flat(ctx, 2, (int32_t[]){2, 2}, (int32_t[]){1, 1});
    lc_compose_failure f;
    ck_assert_ptr_null(lc_compose_explain(ctx, a, b, &f));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_NO_VALUE);
    ck_assert_int_eq(f.reason, LC_COMPOSE_ADDITIVE);
    ck_assert_int_eq(lc_int_get_si(f.value), 80);
    ck_assert_int_eq(lc_int_get_si(f.candidate), 2);
    lc_tuple_free(f.crd);
    lc_layout_free(a);
    lc_layout_free(b);
}

TEST_CTX(a_tiler_of_too_many_modes)
{
    lc_layout *a = flat(ctx, 2, (int32_t[]){2, 2}, (int32_t[]){1, 2});
    lc_tuple *shape = lc_tuple_flat(ctx, 3, (lc_int[]){{1}, {1}, {1}});
    lc_tiler *t = lc_tiler_shape(ctx, shape);
    ck_assert_ptr_null(lc_compose_tiler(ctx, a, t));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_null(lc_logical_divide(ctx, a, t));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_ptr_null(lc_zipped_product(ctx, a, t));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    lc_tiler_free(t);
    lc_tuple_free(shape);
    lc_layout_free(a);
}

/* ---- in words, and by runs */

/* Extents of 1 among the modes, and strides of which products do not fit a word. */
static void any_modes(law *l, int64_t largest, m_layout *a)
{
    m_tuple shape;
    int64_t stride[5], size = 1;
    shape.n = (size_t)rnd_in(&l->rnd, 1, 5);
    rnd_nest(&l->rnd, shape.n, shape.nest);
    for (size_t i = 0; i < shape.n; i++) {
        shape.leaf[i] = rnd_in(&l->rnd, 1, 4);
        stride[i] = rnd_in(&l->rnd, 0, 3) ? size : rnd_in(&l->rnd, -largest, largest);
        size *= shape.leaf[i];
    }
    m_layout_of(a, &shape, stride);
}

/* Where the composite is found in words, it is that by runs; where it does not exist, the message
 * is the same. */
LAW(compose_in_words_is_that_by_runs, "compose in words, and by runs", exists_or_not)
{
    m_layout a, b;
    any_modes(l, rnd_in(&l->rnd, 0, 3) ? 12 : (int64_t)1 << 61, &a);
    any_modes(l, 24, &b);
    const lc_layout *outer = law_layout(l, &a), *inner = law_layout(l, &b);
    lc_layout *words = law_own(l, lc_compose(l->ctx, outer, inner));
    char *why = law_own_memory(l, strdup(lc_ctx_message(l->ctx)));
    bool shortcuts = lc_ctx_shortcuts(l->ctx);
    lc_ctx_set_shortcuts(l->ctx, false);
    lc_layout *runs = law_own(l, lc_compose(l->ctx, outer, inner));
    lc_ctx_set_shortcuts(l->ctx, shortcuts);
    law_saw(l, runs ? 0 : 1);
    bool same = runs && words ? lc_layout_equal(runs, words)
                              : !runs && !words && strcmp(why, lc_ctx_message(l->ctx)) == 0;
    return same || law_fail(l, "compose(%s,%s) is %s in words, %s by runs", law_text(l, &a),
                            law_text(l, &b), law_show(l, words), law_show(l, runs));
}

SUITE_MAIN("composition", compose_is_exact, compose_of_unrelated_layouts,
           compose_where_gains_cancel, compose_with_tilers, compose_is_associative,
           identities_of_compose, failures_are_explained, compose_of_large_layouts,
           compose_in_words_is_that_by_runs, a_composite_that_does_not_exist, parts_that_overlap,
           a_tiler_of_too_many_modes)
