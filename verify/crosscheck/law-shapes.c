/* law-shapes.c - relations between shapes, pair by pair; shapes of shapes, by trying all.
 *
 * What is too large to be listed is left to the second opinion.
 */
#include "config.h"

#include <stdlib.h>

#include "laws.h"

#include "../../lib/nest.h"

/* ---- colex ---- */

/* The integral coordinate of the leaves of a shape; false: one is outside its extent. */
static bool integral(lcv_case *c, const lc_tuple *shape, const lc_int *at, lc_int *sum)
{
    lc_int place = lc_int_const(1);
    *sum = lc_int_const(0);
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++) {
        lc_int extent = lc_tuple_value(shape, k);
        if (lc_int_sign(at[k]) < 0 || !lc_int_lt(at[k], extent))
            return false;
        *sum = lc_int_add(c->ctx, *sum, lc_int_mul(c->ctx, place, at[k]));
        place = lc_int_mul(c->ctx, place, extent);
    }
    return true;
}

/* Pairs that have an input and an output of one integral coordinate differ in it: as many as
 * there are coordinates are all. */
lcv_result *lcv_relations_colex(lcv_case *c)
{
    const lc_tuple *s = c->args[0]->tuple, *t = c->args[1]->tuple;
    lcr_pairs v;
    if (lcr_map_list(c->r, c->value->relation, &v) != LCR_YES)
        return NULL;
    bool all = v.nin == lc_tuple_nleaves(s) && v.nout == lc_tuple_nleaves(t) &&
               lc_int_eq(lc_int_si(c->ctx, (int64_t)v.n), lc_tuple_size(c->ctx, s));
    size_t i = 0;
    for (; all && i < v.n; i++) {
        const lc_int *in = v.cell + i * (v.nin + v.nout);
        lc_int x, y;
        if (!integral(c, s, in, &x) || !integral(c, t, in + v.nin, &y) || !lc_int_eq(x, y))
            break;
    }
    bool holds = all && i == v.n;
    lcr_pairs_clear(&v);
    return lcv_judge(c, holds, LCV_BY_ENUMERATION,
                     "pair %z: the integral coordinates differ, or pairs are missing", i);
}

/* ---- coarsenings ---- */

#define MOST_LEAVES 12 /* of a shape of which all choices are tried */

/* The leaves merged with the one before but where a bit says that a mode begins. */
static lc_tuple *merged(lcv_case *c, const lc_tuple *s, unsigned begins)
{
    lc_int leaf[MOST_LEAVES] = {lc_tuple_value(s, 0)};
    size_t n = 1;
    for (size_t k = 1; k < lc_tuple_nleaves(s); k++) {
        if (begins >> (k - 1) & 1)
            leaf[n++] = lc_tuple_value(s, k);
        else
            leaf[n - 1] = lc_int_mul(c->ctx, leaf[n - 1], lc_tuple_value(s, k));
    }
    return lcv_kept(c->ctx,
                    n == 1 ? lc_tuple_leaf(c->ctx, leaf[0]) : lc_tuple_flat(c->ctx, n, leaf));
}

static int by_leaves(const void *a, const void *b)
{
    const lc_tuple *x = *(lc_tuple *const *)a, *y = *(lc_tuple *const *)b;
    size_t n = lc_tuple_nleaves(x), m = lc_tuple_nleaves(y);
    if (n != m)
        return n < m ? -1 : 1;
    for (size_t k = 0; k < n; k++) {
        int order = lc_int_cmp(lc_tuple_value(x, k), lc_tuple_value(y, k));
        if (order != 0)
            return order;
    }
    return 0;
}

/* All of them in order, each once; NULL with an error. */
static lc_tuple **all_merged(lcv_case *c, const lc_tuple *s, size_t *n)
{
    size_t choices = (size_t)1 << (lc_tuple_nleaves(s) - 1);
    lc_tuple **shape = lc_frame_alloc(c->ctx, choices, sizeof(lc_tuple *));
    for (size_t i = 0; shape && i < choices; i++)
        if (!(shape[i] = merged(c, s, (unsigned)i)))
            return NULL;
    if (shape)
        qsort(shape, choices, sizeof(lc_tuple *), by_leaves);
    *n = 0;
    for (size_t i = 0; shape && i < choices; i++)
        if (*n == 0 || by_leaves(&shape[*n - 1], &shape[i]) != 0)
            shape[(*n)++] = shape[i];
    return shape;
}

/* The modes of the value in order, compared with these shapes. */
static lcv_result *are_modes(lcv_case *c, size_t n, lc_tuple *const *shape)
{
    const lc_tuple *v = c->value->tuple;
    if (lc_tuple_rank(v) != n)
        return lcv_refute(c, LCV_BY_ENUMERATION, "modes%s: there are %z, not %z", "", n,
                          lc_tuple_rank(v));
    lc_tuple **mode = lc_frame_alloc(c->ctx, n, sizeof(lc_tuple *));
    for (size_t i = 0; mode && i < n; i++)
        if (!(mode[i] = lcv_part_of(c->ctx, v, i)))
            return NULL;
    if (!mode)
        return NULL;
    qsort(mode, n, sizeof(lc_tuple *), by_leaves);
    for (size_t i = 0; i < n; i++)
        if (!lc_tuple_equal(mode[i], shape[i]))
            return lcv_refute(c, LCV_BY_ENUMERATION, "mode %t: in its place is %t", mode[i],
                              shape[i]);
    return lcv_proved(c->ctx, LCV_BY_ENUMERATION);
}

lcv_result *lcv_law_coarsenings(lcv_case *c)
{
    const lc_tuple *s = c->args[0]->tuple, *v = c->value->tuple;
    size_t n;
    if (c->value->kind != LCV_TUPLE || lc_tuple_has_wildcard(v))
        return lcv_refute(c, LCV_BY_ENUMERATION, "value%s: it is no tuple of shapes", "");
    if (lc_tuple_nleaves(s) > MOST_LEAVES)
        return NULL;
    lc_tuple **shape = all_merged(c, s, &n);
    if (!shape)
        return NULL;
    if (!lc_tuple_is_leaf(v))
        return are_modes(c, n, shape);
    bool is = n > LC_COARSENINGS &&
              lc_int_eq(lc_tuple_value(v, 0), lc_int_si(c->ctx, (int64_t)n));
    return lcv_judge(c, is, LCV_BY_ENUMERATION, "shapes%s: there are %z", "", n);
}
