/* check_layout.c - layouts: values, slices, mode surgery, range. */
#include "config.h"

#include "big.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- values */

LAW(values_at_any_coordinate, "a layout's values", CLASSES("inside", "outside"))
{
    m_layout m;
    m_tuple shape, crd;
    rnd_layout(&l->rnd, 1024, &m);
    m_shape(&m, &shape);
    lc_layout *a = law_layout(l, &m);
    int64_t *table = law_own_memory(l, m_table(&m)), size = m_size(&m);
    for (int64_t i = 0; i < size; i += 1 + size / 64)
        if (lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_const((int32_t)i))) != table[i])
            return law_fail(l, "%s at %lld", law_text(l, &m), (long long)i);
    int64_t far = rnd_in(&l->rnd, -4 * size, 4 * size);
    if (lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_const((int32_t)far))) != m_at(&m, far))
        return law_fail(l, "%s at %lld", law_text(l, &m), (long long)far);
    bool outside = rnd_chance(&l->rnd, 40);
    law_saw(l, outside);
    rnd_crd(&l->rnd, &shape, outside, &crd);
    lc_int offset;
    if (!lc_layout_eval(l->ctx, a, law_tuple(l, &crd), &offset) ||
        lc_int_get_si(offset) != m_at_crd(&m, &crd))
        return law_fail(l, "%s at %s is not %lld", law_text(l, &m), law_tuple_text(l, &crd),
                        (long long)m_at_crd(&m, &crd));
    return true;
}

LAW(values_of_large_layouts, "values of layouts of any size", NULL)
{
    lc_layout *a = big_layout(l);
    mpz_t index, want, got;
    mpz_inits(index, want, got, NULL);
    bool same = true;
    for (int round = 0; round < 3 && same; round++) {
        big_index(l, a, round > 0, index);
        big_at(want, a, index);
        lc_int_get_mpz(got, lc_layout_at(l->ctx, a, lc_int_from_mpz(l->ctx, index)));
        same = mpz_cmp(got, want) == 0;
    }
    if (!same)
        law_fail(l, "%s at %s is %s, by GMP %s", law_show(l, a),
                 (char *)law_own_memory(l, mpz_get_str(NULL, 10, index)),
                 (char *)law_own_memory(l, mpz_get_str(NULL, 10, got)),
                 (char *)law_own_memory(l, mpz_get_str(NULL, 10, want)));
    mpz_clears(index, want, got, NULL);
    return same;
}

LAW(shape_stride_and_range, "shape, stride, size, range of a layout", NULL)
{
    m_layout m, mode;
    int64_t low, high;
    rnd_layout(&l->rnd, 1024, &m);
    lc_layout *a = law_layout(l, &m);
    const char *text = law_text(l, &m);
    if (strcmp(law_show(l, a), text) != 0)
        return law_fail(l, "%s prints as %s", text, law_show(l, a));
    m_range(&m, &low, &high);
    lc_int got_low, got_high;
    lc_layout_range(l->ctx, a, &got_low, &got_high);
    if (lc_int_get_si(got_low) != low || lc_int_get_si(got_high) != high)
        return law_fail(l, "the range of %s is not %lld to %lld", text, (long long)low,
                        (long long)high);
    if (lc_int_get_si(lc_layout_cosize(l->ctx, a)) != high + 1 ||
        lc_int_get_si(lc_layout_size(l->ctx, a)) != m_size(&m))
        return law_fail(l, "cosize or size of %s", text);
    if (lc_layout_rank(a) != m_rank(m.nest) || lc_layout_depth(a) != m_depth(m.nest) ||
        lc_layout_nleaves(a) != m.n)
        return law_fail(l, "rank, depth or leaves of %s", text);
    for (size_t i = 0; i < m_rank(m.nest); i++) {
        m_mode(&m, i, &mode);
        if (!law_same(l, law_own(l, lc_layout_mode(l->ctx, a, i)), true, &mode,
                      law_printf(l, "mode(%s,%zu)", text, i)))
            return false;
    }
    m_tuple shape;
    m_shape(&m, &shape);
    lc_tuple *s = law_own_tuple(l, lc_layout_shape(l->ctx, a));
    lc_tuple *d = law_own_tuple(l, lc_layout_stride(l->ctx, a));
    lc_layout *again = law_own(l, lc_layout_new(l->ctx, s, d));
    if (!again || !lc_layout_equal(a, again))
        return law_fail(l, "shape(A):stride(A) is not A = %s", text);
    return true;
}

LAW(compact_is_the_identity, "the compact layout of a shape is the identity", NULL)
{
    m_tuple shape;
    rnd_shape(&l->rnd, 1024, &shape);
    lc_layout *a = law_own(l, lc_layout_compact(l->ctx, law_tuple(l, &shape)));
    for (int64_t i = -3; i < m_tuple_size(&shape) + 3; i++)
        if (!a || lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_const((int32_t)i))) != i)
            return law_fail(l, "the compact layout %s is not the identity at %lld",
                            law_show(l, a), (long long)i);
    return true;
}

/* ---- mode surgery */

LAW(flatten_select_and_group, "flatten, unflatten, select, group", NULL)
{
    m_layout m, flat, grouped, picked, mode[6];
    rnd_layout(&l->rnd, 1024, &m);
    lc_layout *a = law_layout(l, &m);
    const char *text = law_text(l, &m);
    m_flatten(&m, &flat);
    lc_layout *f = law_own(l, lc_layout_flatten(l->ctx, a));
    if (!law_same(l, f, true, &flat, law_printf(l, "flatten(%s)", text)))
        return false;
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, a));
    if (!law_same(l, law_own(l, lc_layout_unflatten(l->ctx, f, shape)), true, &m,
                  law_printf(l, "unflatten of flatten(%s)", text)))
        return false;
    if (*m.nest != '(')
        return true;
    size_t rank = m_rank(m.nest), pick[6];
    size_t n = (size_t)rnd_in(&l->rnd, 1, 6);
    for (size_t i = 0; i < n; i++) {
        pick[i] = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
        m_mode(&m, pick[i], &mode[i]);
    }
    m_concat(n, mode, &picked);
    lc_layout *selected = law_own(l, lc_layout_select(l->ctx, a, n, pick));
    if (!law_same(l, selected, true, &picked,
                  law_printf(l, "%zu modes selected from %s, %zu first", n, text, pick[0])))
        return false;
    m_tuple s, d;
    m_shape(&m, &s);
    m_stride(&m, &d);
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    size_t j = (size_t)rnd_in(&l->rnd, (int64_t)i + 1, (int64_t)rank);
    m_tuple_group(&s, i, j, &s);
    m_layout_of(&grouped, &s, d.leaf);
    return law_same(l, law_own(l, lc_layout_group(l->ctx, a, i, j)), true, &grouped,
                    law_printf(l, "group(%s,%zu,%zu)", text, i, j));
}

LAW(concat_adds, "concat", NULL)
{
    m_layout mode[4], all;
    lc_layout *part[4];
    size_t n = (size_t)rnd_in(&l->rnd, 1, 4);
    for (size_t i = 0; i < n; i++) {
        rnd_layout(&l->rnd, 8, &mode[i]);
        part[i] = law_layout(l, &mode[i]);
    }
    m_concat(n, mode, &all);
    lc_layout *a = law_own(l, lc_layout_concat(l->ctx, n, part));
    if (!law_same(l, a, true, &all, law_printf(l, "concat of %zu layouts", n)))
        return false;
    /* Its value is the sum of the values of its parts. */
    int64_t sum = 0, index[4];
    lc_tuple *crd[4];
    for (size_t i = 0; i < n; i++) {
        index[i] = rnd_in(&l->rnd, 0, m_size(&mode[i]) - 1);
        sum += m_at(&mode[i], index[i]);
        crd[i] = law_own_tuple(l, lc_tuple_leaf(l->ctx, lc_int_const((int32_t)index[i])));
    }
    lc_int offset;
    lc_tuple *at = law_own_tuple(l, lc_tuple_of(l->ctx, n, crd));
    if (!lc_layout_eval(l->ctx, a, at, &offset) || lc_int_get_si(offset) != sum)
        return law_fail(l, "%s at %s is not %lld", law_text(l, &all), law_show_tuple(l, at),
                        (long long)sum);
    return true;
}

/* ---- slices */

/* c with an integral coordinate in the place of every wildcard, in order. */
static void fill(const m_tuple *crd, const int64_t *value, m_tuple *out)
{
    *out = *crd;
    size_t leaf = 0, next = 0;
    for (char *at = out->nest; *at; at++) {
        if (*at == '_') {
            *at = 'x';
            out->leaf[leaf] = value[next++];
        }
        leaf += *at == 'x';
    }
}

LAW(slices_are_what_is_left, "slice", NULL)
{
    m_layout m, want;
    m_tuple shape, crd, whole;
    int64_t offset;
    rnd_layout(&l->rnd, 1024, &m);
    m_shape(&m, &shape);
    rnd_slicer(&l->rnd, &shape, &crd);
    m_slice(&m, &crd, &offset, &want);
    lc_layout *a = law_layout(l, &m);
    lc_int got;
    lc_layout *left = law_own(l, lc_layout_slice(l->ctx, a, law_tuple(l, &crd), &got));
    const char *text = law_printf(l, "slice(%s,%s)", law_text(l, &m), law_tuple_text(l, &crd));
    if (!law_same(l, left, true, &want, text))
        return false;
    if (lc_int_get_si(got) != offset)
        return law_fail(l, "the offset of %s is not %lld", text, (long long)offset);
    /* A(c with _ filled) = offset + rest(what filled it), by integral coordinates of
     * the modes that were left. */
    const char *at = crd.nest, *in = m.nest;
    int64_t value[M_LEAVES], index = 0, weight = 1;
    size_t wild = 0, leaf = 0;
    for (; *at; at++) {
        if (*at != '_' && *at != 'x') {
            in++;
            continue;
        }
        const char *end = m_subtree_end(in);
        int64_t size = 1;
        for (size_t k = m_leaves(in, end); k > 0; k--)
            size *= m.shape[leaf++];
        in = end;
        if (*at == '_') {
            value[wild] = rnd_in(&l->rnd, 0, size - 1);
            index += value[wild++] * weight;
            weight *= size;
        }
    }
    fill(&crd, value, &whole);
    lc_int total;
    if (!lc_layout_eval(l->ctx, a, law_tuple(l, &whole), &total) ||
        lc_int_get_si(total) !=
            offset + lc_int_get_si(lc_layout_at(l->ctx, left, lc_int_const((int32_t)index))))
        return law_fail(l, "%s at %s is not its offset + its value at %lld", text,
                        law_tuple_text(l, &whole), (long long)index);
    return true;
}

LAW(a_slice_without_wildcards, "a slice without a wildcard is a value", NULL)
{
    m_layout m;
    m_tuple shape, crd;
    rnd_layout(&l->rnd, 1024, &m);
    m_shape(&m, &shape);
    rnd_crd(&l->rnd, &shape, rnd_chance(&l->rnd, 40), &crd);
    lc_int offset;
    lc_layout *left =
        law_own(l, lc_layout_slice(l->ctx, law_layout(l, &m), law_tuple(l, &crd), &offset));
    m_layout one;
    m_layout_leaf(&one, 1, 0);
    if (!law_same(l, left, true, &one, "a slice without a wildcard"))
        return false;
    if (lc_int_get_si(offset) != m_at_crd(&m, &crd))
        return law_fail(l, "the offset of slice(%s,%s)", law_text(l, &m),
                        law_tuple_text(l, &crd));
    return true;
}

/* ---- bad arguments */

static void refused_as(lc_ctx *ctx, bool failed, const char *what)
{
    ck_assert_msg(failed, "accepted: %s", what);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_str_ne(lc_ctx_message(ctx), "");
    lc_ctx_reset(ctx);
}
#define refused(ctx, failed) refused_as(ctx, failed, #failed)

TEST_CTX(bad_layouts)
{
    lc_int two[2] = {lc_int_const(2), lc_int_const(3)};
    lc_int zero[2] = {lc_int_const(2), lc_int_const(0)};
    lc_int below[2] = {lc_int_const(2), lc_int_const(-3)};
    refused(ctx, !lc_layout_flat(ctx, 2, zero, two));
    refused(ctx, !lc_layout_flat(ctx, 2, below, two));
    refused(ctx, !lc_layout_flat(ctx, 0, two, two));
    lc_tuple *shape = lc_tuple_flat(ctx, 2, zero);
    refused(ctx, !lc_layout_compact(ctx, shape));
    lc_tuple_free(shape);
    lc_layout *a = lc_layout_flat(ctx, 2, two, zero);
    ck_assert_ptr_nonnull(a);
    size_t none = 2;
    refused(ctx, !lc_layout_select(ctx, a, 1, &none));
    refused(ctx, !lc_layout_mode(ctx, a, 2));
    refused(ctx, !lc_layout_group(ctx, a, 0, 3));
    lc_int offset;
    lc_tuple *three = lc_tuple_flat(ctx, 3, (lc_int[]){two[0], two[0], two[0]});
    refused(ctx, !lc_layout_eval(ctx, a, three, &offset));
    refused(ctx, !lc_layout_slice(ctx, a, three, &offset));
    refused(ctx, !lc_layout_unflatten(ctx, a, three));
    lc_tuple_free(three);
    lc_layout_free(a);
}

SUITE_MAIN("layouts", values_at_any_coordinate, values_of_large_layouts, shape_stride_and_range,
           compact_is_the_identity, flatten_select_and_group, concat_adds,
           slices_are_what_is_left, a_slice_without_wildcards, bad_layouts)
