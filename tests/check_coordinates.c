/* check_coordinates.c - layouts whose values are coordinates: values, text, equality,
 * slices, mode surgery, coalescing. */
#include "config.h"

#include "big.h"
#include "coordinate-model.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* Strides as written, or on all axes of the profile. */
static lc_layout *lib(law *l, const c_layout *a)
{
    return c_lib(l, a, rnd_chance(&l->rnd, 50));
}

static m_tuple shape_of(const c_layout *a)
{
    m_tuple shape = {.n = a->n};
    strcpy(shape.nest, a->nest);
    memcpy(shape.leaf, a->shape, a->n * sizeof *a->shape);
    return shape;
}

/* ---- values ---- */

static bool value_is(law *l, const c_layout *a, const lc_tuple *got, const c_vector *want,
                     const char *at)
{
    return c_same_value(l, a, want, got) ||
           law_fail(l, "%s at %s is %s, not %s", c_text(l, a), at, law_show_tuple(l, got),
                    c_vector_text(l, a, want));
}

LAW(values_at_any_coordinate, "values that are coordinates", CLASSES("inside", "outside"))
{
    c_layout m;
    m_tuple crd;
    c_rnd_layout(&l->rnd, 256, &m);
    lc_layout *a = lib(l, &m);
    int64_t size = c_size(&m), far = rnd_in(&l->rnd, -4 * size, 4 * size);
    for (int64_t i = 0; i <= size; i += 1 + size / 32) {
        int64_t at = i == size ? far : i;
        c_vector want = c_at(&m, at);
        lc_tuple *got = law_own_tuple(l, lc_layout_value_at(l->ctx, a, lc_int_si(l->ctx, at)));
        if (!value_is(l, &m, got, &want, law_printf(l, "%lld", (long long)at)))
            return false;
    }
    bool outside = rnd_chance(&l->rnd, 40);
    m_tuple shape = shape_of(&m);
    rnd_crd(&l->rnd, &shape, outside, &crd);
    c_vector want = c_at_crd(&m, crd.nest, crd.leaf);
    lc_tuple *got = law_own_tuple(l, lc_layout_value(l->ctx, a, law_tuple(l, &crd)));
    law_saw(l, outside);
    return value_is(l, &m, got, &want, law_tuple_text(l, &crd));
}

/* On all axes of the profile a value is nested exactly like it. */
LAW(values_are_nested_like_the_profile, "values are nested like the profile", NULL)
{
    c_layout m;
    c_rnd_layout(&l->rnd, 64, &m);
    int64_t at = rnd_in(&l->rnd, 0, c_size(&m) - 1);
    c_vector want = c_at(&m, at);
    lc_layout *a = c_lib(l, &m, true);
    lc_tuple *got = law_own_tuple(l, lc_layout_value_at(l->ctx, a, lc_int_si(l->ctx, at)));
    if (lc_layout_codomain(a) != LC_COORDINATES || lc_layout_naxes(a) != m.axes)
        return law_fail(l, "%s has %zu axes", c_text(l, &m), lc_layout_naxes(a));
    const char *text = c_vector_text(l, &m, &want);
    return strcmp(law_show_tuple(l, got), text) == 0 ||
           law_fail(l, "%s at %lld is %s, not %s", c_text(l, &m), (long long)at,
                    law_show_tuple(l, got), text);
}

/* Sums of large layouts of integers, each on an axis of its own. */
LAW(values_of_large_layouts, "values that are coordinates, of any size", NULL)
{
    lc_layout *axis[3], *a = NULL;
    lc_tuple *profile = c_lib_tuple(l, "(x(xx))", (int64_t[]){1, 1, 1});
    axis[0] = big_layout(l);
    size_t n = lc_layout_nleaves(axis[0]);
    for (size_t q = 0; q < 3; q++) {
        lc_int step[8];
        for (size_t k = 0; k < n; k++)
            step[k] = lc_int_mul(l->ctx, lc_layout_step(axis[0], n - 1 - k),
                                 lc_int_const((int32_t)rnd_in(&l->rnd, -3, 3)));
        lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, axis[0]));
        lc_tuple *stride = law_own_tuple(l, lc_tuple_like(l->ctx, shape, step));
        if (q > 0)
            axis[q] = law_own(l, lc_layout_new(l->ctx, shape, stride));
        lc_layout *part = law_own(l, lc_layout_on_axis(l->ctx, axis[q], profile, q));
        a = a ? law_own(l, lc_layout_add(l->ctx, a, part)) : part;
    }
    mpz_t index, want, got;
    mpz_inits(index, want, got, NULL);
    bool same = true;
    for (int round = 0; round < 3 && same; round++) {
        big_index(l, axis[0], round > 0, index);
        lc_int at = lc_int_from_mpz(l->ctx, index);
        lc_tuple *value = law_own_tuple(l, lc_layout_value_at(l->ctx, a, at));
        for (size_t q = 0; q < 3 && same; q++) {
            big_at(want, axis[q], index);
            lc_int_get_mpz(got, lc_tuple_value(value, q));
            same = mpz_cmp(got, want) == 0;
            lc_int_get_mpz(got, lc_layout_at_axis(l->ctx, a, q, at));
            same = same && mpz_cmp(got, want) == 0;
        }
        if (!same)
            law_fail(l, "%s at %s is %s", law_show(l, a),
                     (char *)law_own_memory(l, mpz_get_str(NULL, 10, index)),
                     law_show_tuple(l, value));
    }
    mpz_clears(index, want, got, NULL);
    return same;
}

/* ---- looking ---- */

/* Strides as they were given, and read again as they are printed. */
LAW(strides_and_text, "strides that are coordinates, and their text", NULL)
{
    c_layout m;
    size_t axis[C_AXES];
    c_rnd_layout(&l->rnd, 1024, &m);
    lc_layout *a = lib(l, &m);
    const char *text = c_text(l, &m);
    if (strcmp(law_show(l, a), text) != 0)
        return law_fail(l, "%s prints as %s", text, law_show(l, a));
    const char *strides = law_own_memory(l, lc_layout_stride_to_str(l->ctx, a));
    if (strcmp(strides, strchr(text, ':') + 1) != 0)
        return law_fail(l, "the strides of %s print as %s", text, strides);
    c_match_axes(l, &m, lc_layout_profile(a), axis);
    for (size_t q = 0; q < m.axes; q++) {
        m_layout want;
        c_axis(&m, q, &want);
        for (size_t k = 0; k < m.n; k++)
            if (axis[q] == SIZE_MAX
                    ? want.stride[k] != 0
                    : lc_int_get_si(lc_layout_step_on(a, axis[q], k)) != want.stride[k])
                return law_fail(l, "leaf %zu of %s on axis %zu", k, text, q);
        if (axis[q] != SIZE_MAX &&
            !law_same(l, law_own(l, lc_layout_axis(l->ctx, a, axis[q])), true, &want,
                      law_printf(l, "axis %zu of %s", q, text)))
            return false;
    }
    bool none = lc_layout_codomain(a) == LC_INTEGERS; /* no stride but 0 was written */
    lc_tuple *stride = law_own_tuple(l, lc_layout_stride(l->ctx, a));
    return none == (stride != NULL) ||
           law_fail(l, "the strides of %s as integers: %s", text, law_show_tuple(l, stride));
}

/* One more axis, in front of the others or after them, or deeper: the same strides. */
LAW(equal_strides_on_different_axes, "equality where profiles differ",
    CLASSES("equal", "different"))
{
    c_layout m, other;
    c_rnd_layout(&l->rnd, 256, &m);
    lc_layout *a = c_lib(l, &m, true), *b = c_lib(l, &m, false);
    const char *text = c_text(l, &m);
    if (!lc_layout_equal(a, b) || !lc_layout_equal(b, a) || !lc_layout_equal(a, a))
        return law_fail(l, "%s is not itself", text);
    other = m;
    size_t k = (size_t)rnd_in(&l->rnd, 0, (int64_t)m.n - 1);
    size_t q = (size_t)rnd_in(&l->rnd, 0, (int64_t)m.axes - 1);
    if (rnd_chance(&l->rnd, 50)) {
        other.stride[k].axis[q] += rnd_chance(&l->rnd, 50) ? 1 : -other.stride[k].axis[q];
    } else if (m.axes < C_AXES) {
        other.axes++; /* a new last axis */
        strcpy(strrchr(other.profile, ')'), "x)");
        if (rnd_chance(&l->rnd, 50))
            other.stride[k].axis[m.axes] = 1;
    }
    bool same = true;
    for (size_t i = 0; i < m.n; i++)
        same = same && c_equal_vectors(&other, &m.stride[i], &other.stride[i]);
    law_saw(l, !same);
    lc_layout *c = lib(l, &other);
    return (lc_layout_equal(a, c) == same && lc_layout_equal(c, b) == same) ||
           law_fail(l, "%s and %s are %s", text, c_text(l, &other), same ? "equal" : "different");
}

/* ---- slices ---- */

LAW(slices_and_their_offsets, "slices of layouts of coordinates", NULL)
{
    c_layout m;
    m_layout axis, left;
    m_tuple crd, shape;
    c_rnd_layout(&l->rnd, 256, &m);
    shape = shape_of(&m);
    bool wild = rnd_chance(&l->rnd, 80);
    if (wild)
        rnd_slicer(&l->rnd, &shape, &crd);
    else
        rnd_crd(&l->rnd, &shape, rnd_chance(&l->rnd, 40), &crd);
    c_vector offset = {{0}};
    c_layout want = {.axes = m.axes};
    strcpy(want.profile, m.profile);
    for (size_t q = 0; q < m.axes; q++) { /* axis by axis, as the model of integers slices */
        c_axis(&m, q, &axis);
        m_slice(&axis, &crd, &offset.axis[q], &left);
        want.n = left.n;
        strcpy(want.nest, left.nest);
        memcpy(want.shape, left.shape, left.n * sizeof *left.shape);
        for (size_t k = 0; k < left.n; k++)
            want.stride[k].axis[q] = left.stride[k];
    }
    lc_tuple *value = NULL;
    lc_layout *got =
        law_own(l, lc_layout_slice_value(l->ctx, lib(l, &m), law_tuple(l, &crd), &value));
    law_own_tuple(l, value);
    const char *what = law_printf(l, "slice(%s,%s)", c_text(l, &m), law_tuple_text(l, &crd));
    if (!c_same_layout(l, &want, got))
        return law_fail(l, "%s is %s, not %s", what, law_show(l, got), c_text(l, &want));
    return c_same_value(l, &m, &offset, value) ||
           law_fail(l, "%s: the offset is %s, not %s", what, law_show_tuple(l, value),
                    c_vector_text(l, &m, &offset));
}

/* ---- mode surgery ---- */

LAW(select_flatten_and_group, "mode surgery on layouts of coordinates", NULL)
{
    c_layout m, mode[6], want;
    c_rnd_layout(&l->rnd, 256, &m);
    lc_layout *a = lib(l, &m);
    const char *text = c_text(l, &m);
    size_t rank = m_rank(m.nest), pick[6], n = (size_t)rnd_in(&l->rnd, 1, 6);
    for (size_t i = 0; i < n; i++) {
        pick[i] = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
        c_mode(&m, pick[i], &mode[i]);
    }
    c_concat(n, mode, &want);
    lc_layout *got = law_own(l, lc_layout_select(l->ctx, a, n, pick));
    if (!c_same_layout(l, &want, got))
        return law_fail(l, "%zu modes of %s: %s, not %s", n, text, law_show(l, got),
                        c_text(l, &want));
    m_tuple shape = shape_of(&m), flat, grouped;
    m_tuple_flatten(&shape, &flat);
    want = m;
    strcpy(want.nest, flat.nest);
    got = law_own(l, lc_layout_flatten(l->ctx, a));
    if (!c_same_layout(l, &want, got))
        return law_fail(l, "flatten(%s) is %s", text, law_show(l, got));
    got = law_own(l, lc_layout_unflatten(l->ctx, got, law_tuple(l, &shape)));
    if (!c_same_layout(l, &m, got))
        return law_fail(l, "unflatten(flatten(%s)) is %s", text, law_show(l, got));
    if (*m.nest != '(')
        return true;
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    size_t j = (size_t)rnd_in(&l->rnd, (int64_t)i + 1, (int64_t)rank);
    m_tuple_group(&shape, i, j, &grouped);
    strcpy(want.nest, grouped.nest);
    got = law_own(l, lc_layout_group(l->ctx, a, i, j));
    return c_same_layout(l, &want, got) ||
           law_fail(l, "group(%s,%zu,%zu) is %s", text, i, j, law_show(l, got));
}

/* Do two nestings of axes go together, where only what has a stride counts? A mode that
 * is an integer by one is no tuple by the other. */
static bool go_together(const c_layout *a, const char *p, size_t *i, const c_layout *b,
                        const char *q, size_t *j)
{
    if (*p != '(' || *q != '(') {
        const char *end = *p == '(' ? m_subtree_end(p) : p + 1;
        const char *other = *q == '(' ? m_subtree_end(q) : q + 1;
        bool used[2] = {false, false};
        size_t n = m_leaves(p, end), m = m_leaves(q, other);
        for (size_t x = *i; x < *i + n; x++)
            for (size_t k = 0; k < a->n; k++)
                used[0] |= a->stride[k].axis[x] != 0;
        for (size_t x = *j; x < *j + m; x++)
            for (size_t k = 0; k < b->n; k++)
                used[1] |= b->stride[k].axis[x] != 0;
        *i += n;
        *j += m;
        return *p == *q || !used[0] || !used[1];
    }
    bool fit = true;
    for (p++, q++; *p != ')' && *q != ')'; p = m_subtree_end(p), q = m_subtree_end(q))
        fit = go_together(a, p, i, b, q, j) && fit;
    for (; *p != ')'; p = m_subtree_end(p))
        *i += m_leaves(p, m_subtree_end(p));
    for (; *q != ')'; q = m_subtree_end(q))
        *j += m_leaves(q, m_subtree_end(q));
    return fit;
}

/* Strides as written know only of the axes they name; layouts of different profiles may
 * stand side by side, and their values are the sums. */
LAW(concat_joins_profiles, "concat of layouts of coordinates",
    CLASSES("profiles that go together", "others"))
{
    c_layout m[2];
    size_t i = 0, j = 0;
    c_rnd_layout(&l->rnd, 32, &m[0]);
    c_rnd_layout(&l->rnd, 32, &m[1]);
    if (rnd_chance(&l->rnd, 40)) {
        m[1].axes = m[0].axes;
        strcpy(m[1].profile, m[0].profile);
        for (size_t k = 0; k < m[1].n; k++)
            for (size_t q = m[1].axes; q < C_AXES; q++)
                m[1].stride[k].axis[q] = 0;
    }
    bool fit = go_together(&m[0], m[0].profile, &i, &m[1], m[1].profile, &j);
    lc_layout *part[2] = {c_lib(l, &m[0], false), c_lib(l, &m[1], false)};
    const char *what = law_printf(l, "concat(%s,%s)", c_text(l, &m[0]), c_text(l, &m[1]));
    lc_layout *a = law_own(l, lc_layout_concat(l->ctx, 2, part));
    law_saw(l, fit ? 0 : 1);
    if (!fit)
        return (!a && lc_ctx_code(l->ctx) == LC_ERR_INVALID) ||
               law_fail(l, "%s is %s", what, law_show(l, a));
    const char *x = law_show(l, part[0]), *y = law_show(l, part[1]);
    const char *p = strchr(x, ':'), *q = strchr(y, ':');
    const char *text = law_printf(l, "(%.*s,%.*s):(%s,%s)", (int)(p - x), x, (int)(q - y), y,
                                  p + 1, q + 1);
    if (!a || strcmp(law_show(l, a), text) != 0)
        return law_fail(l, "%s is %s", what, law_show(l, a));
    for (size_t w = 0; w < 2; w++) { /* the modes are what they were */
        lc_layout *mode = law_own(l, lc_layout_mode(l->ctx, a, w));
        if (!mode || !lc_layout_equal(mode, part[w]))
            return law_fail(l, "mode %zu of %s is %s", w, what, law_show(l, mode));
    }
    return true;
}

/* ---- coalescing ---- */

LAW(coalescing_keeps_the_function, "coalesce of layouts of coordinates",
    CLASSES("fewer modes", "as many", "no such mode"))
{
    c_layout m, want;
    c_rnd_layout(&l->rnd, 512, &m);
    lc_layout *a = lib(l, &m);
    bool by_mode = rnd_chance(&l->rnd, 50);
    char profile[M_NODES] = "x";
    int64_t ones[M_LEAVES];
    for (size_t i = 0; i < M_LEAVES; i++)
        ones[i] = 1;
    if (by_mode)
        rnd_nest(&l->rnd, (size_t)rnd_in(&l->rnd, 1, 4), profile);
    bool exists = c_coalesce_by(&m, profile, &want);
    law_saw(l, !exists ? 2 : want.n < m.n ? 0 : 1);
    lc_tuple *tuple = c_lib_tuple(l, profile, ones);
    lc_layout *got = law_own(l,
                             by_mode ? lc_coalesce_by(l->ctx, a, tuple) : lc_coalesce(l->ctx, a));
    const char *what = law_printf(l, "coalesce(%s,%s)", c_text(l, &m), law_show_tuple(l, tuple));
    if (!exists)
        return (!got && lc_ctx_code(l->ctx) == LC_ERR_INVALID) ||
               law_fail(l, "%s is %s", what, law_show(l, got));
    return c_same_layout(l, &want, got) ||
           law_fail(l, "%s is %s, not %s", what, law_show(l, got), c_text(l, &want));
}

LAW(filters, "filter of layouts of coordinates", NULL)
{
    c_layout m, active, want;
    c_rnd_layout(&l->rnd, 256, &m);
    active = m;
    active.n = 0;
    for (size_t k = 0; k < m.n; k++) {
        bool idle = true;
        for (size_t q = 0; q < m.axes; q++)
            idle = idle && m.stride[k].axis[q] == 0;
        if (!idle) {
            active.shape[active.n] = m.shape[k];
            active.stride[active.n++] = m.stride[k];
        }
    }
    strcpy(active.nest, "x");
    if (active.n == 0) {
        active.n = 1;
        active.shape[0] = 1;
        active.stride[0] = (c_vector){{0}};
    } else if (active.n > 1) {
        memset(active.nest, 'x', active.n + 2);
        active.nest[0] = '(';
        active.nest[active.n + 1] = ')';
        active.nest[active.n + 2] = '\0';
    }
    c_coalesce(&active, &want);
    lc_layout *got = law_own(l, lc_filter(l->ctx, lib(l, &m)));
    return c_same_layout(l, &want, got) || law_fail(l, "filter(%s) is %s, not %s", c_text(l, &m),
                                                    law_show(l, got), c_text(l, &want));
}

/* ---- identities ---- */

LAW(identity_layouts, "the identity of a shape", NULL)
{
    m_tuple shape, crd;
    rnd_shape(&l->rnd, 1024, &shape);
    lc_layout *a = law_own(l, lc_layout_identity(l->ctx, law_tuple(l, &shape)));
    int64_t i = rnd_in(&l->rnd, 0, m_tuple_size(&shape) - 1);
    m_idx2crd(i, &shape, &crd);
    lc_tuple *at = law_tuple(l, &crd);
    lc_tuple *natural = law_own_tuple(l, a ? lc_layout_value(l->ctx, a, at) : NULL);
    lc_tuple *integral = law_own_tuple(l, a ? lc_layout_value_at(l->ctx, a, lc_int_si(l->ctx, i))
                                            : NULL);
    return (natural && integral && lc_tuple_equal(natural, at) && lc_tuple_equal(integral, at)) ||
           law_fail(l, "the identity %s of %s at %lld is %s", law_show(l, a),
                    law_tuple_text(l, &shape), (long long)i, law_show_tuple(l, natural));
}

SUITE_MAIN("layouts of coordinates", values_at_any_coordinate, values_are_nested_like_the_profile,
           values_of_large_layouts, strides_and_text, equal_strides_on_different_axes,
           slices_and_their_offsets, select_flatten_and_group, concat_joins_profiles,
           coalescing_keeps_the_function, filters, identity_layouts)
