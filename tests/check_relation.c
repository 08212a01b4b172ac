/* check_relation.c - layouts as relations, and layouts back from relations. */
#include "config.h"

#include "../isl-bridge/recover.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The relation has one pair at `in`, with these numbers; or none when `out` is NULL. */
static bool maps_to(law *l, lcr_ctx *r, const lcr_map *m, const int64_t *in, const int64_t *out,
                    const char *what)
{
    lc_int x[M_LEAVES], y[M_LEAVES];
    for (size_t i = 0; m && i < lcr_map_nin(m); i++)
        x[i] = lc_int_si(l->ctx, in[i]);
    lcr_answer answer = m ? lcr_map_eval(r, m, x, y) : LCR_UNKNOWN;
    if (answer != (out ? LCR_YES : LCR_NO))
        return law_fail(l, "%s at %lld...: answer %d, %s", what, (long long)in[0], (int)answer,
                        lc_ctx_message(l->ctx));
    for (size_t i = 0; out && i < lcr_map_nout(m); i++)
        if (!lc_int_fits_si(y[i]) || lc_int_get_si(y[i]) != out[i])
            return law_fail(l, "%s at %lld...: entry %zu is not %lld", what, (long long)in[0], i,
                            (long long)out[i]);
    return true;
}

/* ---- the maps of a layout */

LAW_SHARE(the_maps_of_a_layout, "coordinate, index and layout maps", 10, NULL)
{
    m_layout a;
    m_tuple shape, crd;
    rnd_layout(&l->rnd, 256, &a);
    m_shape(&a, &shape);
    lcr_ctx *r = law_relations(l);
    lc_layout *x = law_layout(l, &a);
    const char *text = law_text(l, &a);
    lcr_map *coord = law_own_map(l, lcr_coord_map(r, law_tuple(l, &shape)));
    lcr_map *index = law_own_map(l, lcr_index_map(r, x));
    lcr_map *layout = law_own_map(l, lcr_layout_map(r, x));
    lcr_map *extended = law_own_map(l, lcr_extended_map(r, x));
    int64_t size = m_size(&a);
    for (int round = 0; round < 3; round++) {
        int64_t i = rnd_in(&l->rnd, 0, size - 1), value = m_at(&a, i);
        m_idx2crd(i, &shape, &crd);
        if (!maps_to(l, r, coord, &i, crd.leaf, law_printf(l, "coord_map of %s", text)) ||
            !maps_to(l, r, index, crd.leaf, &value, law_printf(l, "index_map of %s", text)) ||
            !maps_to(l, r, layout, &i, &value, law_printf(l, "layout_map of %s", text)))
            return false;
        int64_t far = rnd_in(&l->rnd, -2 * size, 3 * size), there = m_at(&a, far);
        if (!maps_to(l, r, extended, &far, &there, law_printf(l, "extended map of %s", text)))
            return false;
    }
    int64_t past = rnd_chance(&l->rnd, 50) ? size : -1;
    return maps_to(l, r, layout, &past, NULL, law_printf(l, "layout_map of %s", text)) &&
           maps_to(l, r, coord, &past, NULL, law_printf(l, "coord_map of %s", text));
}

/* The index map in the coordinates of a shape that the layout refines. */
LAW_SHARE(the_index_map_in_another_shape, "the index map in another shape", 10, NULL)
{
    m_layout a;
    m_tuple outer, inner, crd;
    rnd_shape(&l->rnd, 64, &outer);
    rnd_refine(&l->rnd, &outer, &inner);
    int64_t stride[M_LEAVES];
    for (size_t i = 0; i < inner.n; i++)
        stride[i] = rnd_in(&l->rnd, -5, 20);
    m_layout_of(&a, &inner, stride);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = law_own_map(l, lcr_index_map_in(r, law_layout(l, &a), law_tuple(l, &outer)));
    int64_t i = rnd_in(&l->rnd, 0, m_size(&a) - 1), value = m_at(&a, i);
    m_idx2crd(i, &outer, &crd);
    return maps_to(l, r, m, crd.leaf, &value,
                   law_printf(l, "index_map(%s,%s)", law_text(l, &a), law_tuple_text(l, &outer)));
}

/* ---- strides that add by XOR */

/* XOR over the leaves of the carry-less products of digits and strides. */
static int64_t xor_at(const m_tuple *digits, const int64_t *stride)
{
    int64_t value = 0;
    for (size_t k = 0; k < digits->n; k++)
        for (int64_t bit = 0; digits->leaf[k] >> bit > 0; bit++)
            if (digits->leaf[k] >> bit & 1)
                value ^= stride[k] << bit;
    return value;
}

static lc_layout *xor_layout(law *l, const m_tuple *shape, const int64_t *stride)
{
    lc_layout *unit[M_LEAVES];
    lc_tuple *extents = law_tuple(l, shape);
    for (size_t k = 0; k < shape->n; k++)
        unit[k] = law_own(l, lc_layout_xor(l->ctx, lc_int_si(l->ctx, stride[k])));
    lc_layout *flat = law_own(l, lc_layout_concat(l->ctx, shape->n, unit));
    lc_layout *strides = law_own(l, lc_layout_unflatten(l->ctx, flat, extents));
    return law_own(l, lc_layout_reshape(l->ctx, extents, strides));
}

/* In coordinates of any shape, the layout's own refining `outer`. */
LAW_SHARE(the_maps_of_strides_that_add_by_xor, "maps of strides that add by XOR", 10,
          CLASSES("2^n coordinates", "another number"))
{
    m_tuple outer, shape, digits, crd;
    rnd_shape(&l->rnd, 48, &outer);
    rnd_refine(&l->rnd, &outer, &shape);
    int64_t stride[M_LEAVES], size = m_tuple_size(&shape);
    bool bits = (size & (size - 1)) == 0;
    law_saw(l, bits ? 0 : 1);
    for (size_t k = 0; k < shape.n; k++)
        stride[k] = rnd_in(&l->rnd, 0, 20);
    lcr_ctx *r = law_relations(l);
    lc_layout *x = xor_layout(l, &shape, stride);
    lcr_map *index = law_own_map(l, lcr_index_map(r, x));
    lcr_map *other = law_own_map(l, lcr_index_map_in(r, x, law_tuple(l, &outer)));
    lcr_map *layout = law_own_map(l, lcr_layout_map(r, x));
    for (int round = 0; round < 3; round++) {
        int64_t i = rnd_in(&l->rnd, 0, size - 1), past = size + i;
        m_idx2crd(i, &shape, &digits);
        m_idx2crd(i, &outer, &crd);
        int64_t value = xor_at(&digits, stride);
        if (!maps_to(l, r, index, digits.leaf, &value, law_show(l, x)) ||
            !maps_to(l, r, other, crd.leaf, &value, law_show(l, x)) ||
            !maps_to(l, r, layout, &i, &value, law_show(l, x)) ||
            !maps_to(l, r, layout, &past, NULL, law_show(l, x)))
            return false;
    }
    return true;
}

LAW_SHARE(questions_about_a_map, "count, range, domain, injectivity of a map", 40,
          CLASSES("injective", "not injective"))
{
    m_layout a;
    rnd_layout(&l->rnd, 24, &a);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = law_own_map(l, lcr_layout_map(r, law_layout(l, &a)));
    const char *text = law_text(l, &a);
    lc_int count, low, high, one, two, n;
    int64_t least, most;
    m_range(&a, &least, &most);
    bool injective = m_injective(&a);
    law_saw(l, injective ? 0 : 1);
    if (!m || lcr_map_single_valued(r, m) != LCR_YES)
        return law_fail(l, "layout_map of %s is no function", text);
    if (lcr_map_count(r, m, &count) != LCR_YES || lc_int_get_si(count) != m_size(&a))
        return law_fail(l, "the pairs of layout_map of %s", text);
    if (!lcr_map_range(r, m, &low, &high) || lc_int_get_si(low) != least ||
        lc_int_get_si(high) != most)
        return law_fail(l, "the range of layout_map of %s", text);
    if (lcr_map_domain_is_interval(r, m, &n) != LCR_YES || lc_int_get_si(n) != m_size(&a))
        return law_fail(l, "the domain of layout_map of %s", text);
    if (lcr_map_injective(r, m, &one, &two) != (injective ? LCR_YES : LCR_NO))
        return law_fail(l, "injectivity of layout_map of %s", text);
    if (!injective) {
        int64_t x = lc_int_get_si(one), y = lc_int_get_si(two);
        if (x == y || x < 0 || y < 0 || x >= m_size(&a) || y >= m_size(&a) ||
            m_at(&a, x) != m_at(&a, y))
            return law_fail(l, "%s does not collide at %lld and %lld", text, (long long)x,
                            (long long)y);
    }
    return true;
}

/* ---- and back */

/* A function on [0, n): often a layout's, often with one value changed. */
static int64_t *rnd_function(law *l, int64_t *n)
{
    m_layout a;
    int64_t *table;
    if (rnd_chance(&l->rnd, 15)) {
        *n = rnd_in(&l->rnd, 1, 12);
        table = law_own_memory(l, calloc((size_t)*n, sizeof *table));
        for (int64_t i = 1; i < *n; i++)
            table[i] = rnd_in(&l->rnd, -2, 4);
        return table;
    }
    rnd_layout(&l->rnd, 32, &a);
    *n = m_size(&a);
    table = law_own_memory(l, m_table(&a));
    if (*n > 1 && rnd_chance(&l->rnd, 35))
        table[rnd_in(&l->rnd, 1, *n - 1)] += rnd_in(&l->rnd, 1, 3);
    return table;
}

static const char *as_relation(law *l, const int64_t *f, int64_t n)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int64_t i = 0; i < n; i++)
        fprintf(out, "%s[%" PRId64 "] -> [%" PRId64 "]", i ? "; " : "{ ", i, f[i]);
    fputs(" }", out);
    fclose(out);
    return law_own_memory(l, text);
}

LAW_SHARE(representability_is_exact, "a layout back from any relation", 10,
          CLASSES("a value", "no value"))
{
    int64_t n, shape[M_LEAVES], stride[M_LEAVES];
    size_t count;
    const int64_t *f = rnd_function(l, &n);
    m_layout want;
    bool exists = m_represent(f, n, &count, shape, stride);
    if (exists)
        m_layout_flat(&want, count, shape, stride);
    law_saw(l, exists ? 0 : 1);
    lcr_ctx *r = law_relations(l);
    const char *text = as_relation(l, f, n);
    lcr_map *m = law_own_map(l, lcr_map_parse(r, text));
    if (!m)
        return law_fail(l, "relation \"%s\" is not read: %s", text, lc_ctx_message(l->ctx));
    return law_same(l, law_own(l, lcr_recover(r, m)), exists, &want,
                    law_printf(l, "layout(relation \"%s\")", text));
}

/* From formulas: coalesced without a shape, itself with its own shape or strides. */
LAW_SHARE(layouts_back_from_their_maps, "a layout back from its own map", 100, NULL)
{
    m_layout a, simple, got;
    m_tuple shape, stride;
    rnd_layout(&l->rnd, 24, &a);
    m_coalesce(&a, &simple);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = law_own_map(l, lcr_layout_map(r, law_layout(l, &a)));
    const char *text = law_text(l, &a);
    if (!law_same(l, law_own(l, lcr_recover(r, m)), true, &simple,
                  law_printf(l, "layout(layout_map(%s))", text)))
        return false;
    m_shape(&a, &shape);
    lc_layout *shaped = law_own(l, lcr_recover_with_shape(r, m, law_tuple(l, &shape)));
    if (!law_model(l, shaped, &got))
        return law_fail(l, "layout(layout_map(%s), its shape) is %s", text, law_show(l, shaped));
    for (size_t i = 0; i < a.n; i++)
        if (a.shape[i] == 1 && i < got.n)
            got.stride[i] = a.stride[i]; /* has no meaning to a relation */
    if (!m_equal(&got, &a))
        return law_fail(l, "layout(layout_map(%s), its shape) is %s", text, law_show(l, shaped));
    m_stride(&simple, &stride);
    lc_layout *strided = law_own(l, lcr_recover_with_strides(r, m, law_tuple(l, &stride)));
    if (!law_model(l, strided, &got) || !m_equiv(&got, &a))
        return law_fail(l, "layout_with_strides(layout_map(%s),%s) is %s", text,
                        law_tuple_text(l, &stride), law_show(l, strided));
    return true;
}

/* With a shape that is not the function's, a value exists when the function is linear
 * in its coordinates. */
LAW_SHARE(a_layout_of_a_given_shape, "a layout of a given shape from any relation", 20,
          CLASSES("a value", "no value"))
{
    int64_t n, stride[M_LEAVES] = {0}, place = 1;
    const int64_t *f = rnd_function(l, &n);
    m_tuple one, shape;
    m_layout want;
    m_tuple_leaf(&one, n);
    rnd_refine(&l->rnd, &one, &shape);
    for (size_t i = 0; i < shape.n; place *= shape.leaf[i++])
        stride[i] = shape.leaf[i] > 1 ? f[place] : 0;
    m_layout_of(&want, &shape, stride);
    bool exists = true;
    for (int64_t i = 0; i < n && exists; i++)
        exists = m_at(&want, i) == f[i];
    law_saw(l, exists ? 0 : 1);
    lcr_ctx *r = law_relations(l);
    const char *text = as_relation(l, f, n);
    lcr_map *m = law_own_map(l, lcr_map_parse(r, text));
    lc_layout *got = m ? law_own(l, lcr_recover_with_shape(r, m, law_tuple(l, &shape))) : NULL;
    const char *what = law_printf(l, "layout(relation \"%s\", %s)", text,
                                  law_tuple_text(l, &shape));
    m_layout value;
    if (exists && law_model(l, got, &value)) {
        for (size_t i = 0; i < shape.n && i < value.n; i++)
            if (shape.leaf[i] == 1)
                value.stride[i] = 0;
        return m_equal(&value, &want) || law_fail(l, "%s is %s", what, law_show(l, got));
    }
    return law_same(l, got, exists, &want, what);
}

/* A text of isl's that is right is read, or the budget runs out: it is never said to be wrong. */
LAW(a_budget_is_no_mistake, "a relation read within any budget", CLASSES("read", "out of budget"))
{
    lcr_ctx *r = law_relations(l);
    int n = (int)rnd_in(&l->rnd, 1, 9), m = (int)rnd_in(&l->rnd, 2, 5);
    int d = (int)rnd_in(&l->rnd, -3, 3);
    const char *text = law_printf(
        l, "{ [i] -> [o, (%di + %d) mod %d, 4i - %d] : 1 <= i < %d and floor(i/%d) <= o < %d }",
        d, n, m, n, n, m, m);
    lcr_set_budget(r, (unsigned long)rnd_in(&l->rnd, 1, 40000));
    lcr_map *read = law_own_map(l, lcr_map_parse(r, text));
    lcr_set_budget(r, LCR_DEFAULT_BUDGET);
    law_saw(l, read ? 0 : 1);
    bool spent = !read && lc_ctx_code(l->ctx) == LC_ERR_BUDGET;
    if (!read && !spent)
        return law_fail(l, "relation \"%s\": %s", text, lc_ctx_message(l->ctx));
    lc_ctx_reset(l->ctx);
    return true;
}

SUITE_MAIN("relations", the_maps_of_a_layout, the_index_map_in_another_shape,
           the_maps_of_strides_that_add_by_xor, questions_about_a_map, representability_is_exact,
           layouts_back_from_their_maps, a_layout_of_a_given_shape, a_budget_is_no_mistake)
