/* law-relation-tiles.c - sizes, parts and tilings of relations, by listing their pairs.
 *
 * As in law-relations.c; these laws sum and compare values, one output at a time.
 */
#include "config.h"

#include <stdlib.h>

#include "laws.h"

/* The pairs of a relation, or of the layout map of a value; false: too many, or an error. */
static bool list(lcv_case *c, const lcv_value *v, lcr_pairs *pairs)
{
    lcr_map *m = v->kind == LCV_SET ? lcr_map_ref(v->relation) : lcv_layout_map(c->r, v);
    *pairs = (lcr_pairs){0};
    bool ok = m && lcr_map_list(c->r, m, pairs) == LCR_YES;
    lcr_map_free(m);
    if (!ok && lc_ctx_code(c->ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(c->ctx);
    return ok;
}

static const lc_int *input(const lcr_pairs *p, size_t i)
{
    return p->cell + i * (p->nin + p->nout);
}

static const lc_int *output(const lcr_pairs *p, size_t i)
{
    return input(p, i) + p->nin;
}

static bool same(size_t n, const lc_int *a, const lc_int *b)
{
    for (size_t k = 0; k < n; k++)
        if (!lc_int_eq(a[k], b[k]))
            return false;
    return true;
}

/* The number of the pair with an input, of a function; x.n: there is none. */
static size_t find(const lcr_pairs *p, const lc_int *in)
{
    for (size_t i = 0; i < p->n; i++)
        if (same(p->nin, input(p, i), in))
            return i;
    return p->n;
}

/* ---- sizes ---- */

lcv_result *lcv_relations_size(lcv_case *c)
{
    lcr_pairs x;
    if (!list(c, c->args[0], &x))
        return NULL;
    lc_int n = lc_int_si(c->ctx, (int64_t)x.n), found = lc_tuple_value(c->value->tuple, 0);
    lcr_pairs_clear(&x);
    return lcv_judge(c, lc_int_eq(n, found), LCV_BY_ENUMERATION, "size: %i is not %i", found, n);
}

/* Is x before y in the order of coordinates? */
static bool before(size_t n, const lc_int *x, const lc_int *y)
{
    for (size_t k = 0; k < n; k++)
        if (!lc_int_eq(x[k], y[k]))
            return lc_int_lt(x[k], y[k]);
    return false;
}

lcv_result *lcv_relations_cosize(lcv_case *c)
{
    lcr_pairs x;
    size_t last = 0;
    if (!list(c, c->args[0], &x))
        return NULL;
    for (size_t i = 1; i < x.n; i++)
        if (before(x.nout, output(&x, last), output(&x, i)))
            last = i;
    bool is = x.n > 0 && lc_tuple_nleaves(c->value->tuple) == x.nout;
    for (size_t k = 0; is && k < x.nout; k++)
        is = lc_int_eq(lc_tuple_value(c->value->tuple, k),
                       lc_int_add(c->ctx, output(&x, last)[k], lc_int_const(1)));
    lcr_pairs_clear(&x);
    return lcv_judge(c, is, LCV_BY_ENUMERATION, "cosize: %t is not one more than the last value",
                     c->value->tuple);
}

/* ---- parts ---- */

/* Every pair of the relation at the coordinate is one of the value, which has no others. */
lcv_result *lcv_relations_slice(lcv_case *c)
{
    lcr_pairs x, v = {0};
    const lc_tuple *crd = c->args[1]->tuple;
    size_t at = 0;
    bool is = list(c, c->args[0], &x) && list(c, c->value, &v), whole = true;
    for (size_t i = 0; is && i < x.n && whole; i++) {
        bool here = true;
        size_t left = 0;
        for (size_t k = 0; k < x.nin; k++)
            here = here && (lc_tuple_is_wildcard(crd, k) ||
                            lc_int_eq(input(&x, i)[k], lc_tuple_value(crd, k)));
        if (!here)
            continue;
        whole = at < v.n && same(x.nout, output(&x, i), output(&v, at));
        for (size_t k = 0; whole && k < x.nin; k++)
            if (lc_tuple_is_wildcard(crd, k))
                whole = lc_int_eq(input(&x, i)[k], input(&v, at)[left++]);
        at++;
    }
    lcv_result *result = !is ? NULL
                             : lcv_judge(c, whole && at == v.n, LCV_BY_ENUMERATION,
                                         "pair %z: the value has not the pairs at %t", at, crd);
    lcr_pairs_clear(&x);
    lcr_pairs_clear(&v);
    return result;
}

/* The values at which the parts of the inputs are added up: all of them, with no others. */
static bool is_sum(lcv_case *c, const lcr_pairs *v, size_t n, const lcr_pairs *part)
{
    bool is = true;
    size_t pairs = 1;
    for (size_t i = 0; i < n; i++)
        pairs *= part[i].n;
    for (size_t i = 0; is && i < v->n; i++) {
        const lc_int *in = input(v, i);
        for (size_t q = 0; is && q < v->nout; q++) {
            lc_int sum = lc_int_const(0);
            const lc_int *at = in;
            for (size_t k = 0; is && k < n; at += part[k++].nin) {
                size_t row = find(&part[k], at);
                is = row < part[k].n;
                if (is)
                    sum = lc_int_add(c->ctx, sum, output(&part[k], row)[q]);
            }
            is = is && lc_int_eq(sum, output(v, i)[q]);
        }
    }
    return is && v->n == pairs;
}

#define MOST_PARTS 8

lcv_result *lcv_relations_concat(lcv_case *c)
{
    lcr_pairs part[MOST_PARTS] = {{0}}, v = {0};
    bool ok = c->n <= MOST_PARTS && list(c, c->value, &v) && v.n <= 4096;
    for (size_t i = 0; ok && i < c->n; i++)
        ok = list(c, c->args[i], &part[i]);
    lcv_result *result = ok ? lcv_judge(c, is_sum(c, &v, c->n, part), LCV_BY_ENUMERATION,
                                        "pairs%s: they are not the sums of those of the parts",
                                        "")
                            : NULL;
    for (size_t i = 0; i < MOST_PARTS; i++)
        lcr_pairs_clear(&part[i]);
    lcr_pairs_clear(&v);
    return result;
}

/* ---- tilings ---- */

/* How often x + t is reached by values x and t, for integers from 0 on; NULL with an error. */
static uint8_t *reached(lcv_case *c, const lcr_pairs *x, const lcr_pairs *t, size_t *n,
                        bool *twice)
{
    int64_t most = 0;
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < t->n; k++) {
            lc_int sum = lc_int_add(c->ctx, *output(x, i), *output(t, k));
            if (!lc_int_fits_si(sum) || lc_int_sign(sum) < 0)
                return NULL;
            most = lc_int_get_si(sum) > most ? lc_int_get_si(sum) : most;
        }
    uint8_t *times = most < INT64_C(1) << 24 ? lc_alloc(c->ctx, (size_t)most + 1, 1) : NULL;
    *n = times ? (size_t)most + 1 : 0;
    for (size_t i = 0; i < *n; i++)
        times[i] = 0;
    *twice = false;
    for (size_t i = 0; times && i < x->n; i++)
        for (size_t k = 0; k < t->n; k++) {
            lc_int sum = lc_int_add(c->ctx, *output(x, i), *output(t, k));
            uint8_t *at = &times[lc_int_get_si(sum)];
            *twice = *twice || *at > 0;
            *at = 1;
        }
    return times;
}

/* Copies of the values of A, moved by those of its complement, are disjoint and fill [0,M). */
lcv_result *lcv_relations_complement(lcv_case *c)
{
    lcr_pairs x, t = {0};
    size_t n = 0, gap = 0;
    bool twice = false;
    lc_int up_to = lc_int_const(0);
    bool listed = list(c, c->args[0], &x) && list(c, c->value, &t) && x.nout == 1 && t.nout == 1;
    uint8_t *times = listed ? reached(c, &x, &t, &n, &twice) : NULL;
    for (size_t i = 0; i < x.n; i++)
        up_to = lc_int_max(up_to, lc_int_add(c->ctx, *output(&x, i), lc_int_const(1)));
    if (c->n > 1)
        up_to = lc_tuple_value(c->args[1]->tuple, 0);
    while (times && gap < n && times[gap] > 0)
        gap++;
    lc_int filled = lc_int_si(c->ctx, (int64_t)gap);
    lcv_result *result = times ? lcv_judge(c, !twice && lc_int_le(up_to, filled),
                                           LCV_BY_ENUMERATION,
                                           twice ? "offset %i: copies of the values meet"
                                                 : "offset %i: no copy of the values reaches it",
                                           filled)
                               : NULL;
    free(times);
    lcr_pairs_clear(&x);
    lcr_pairs_clear(&t);
    return result;
}

static int by_value(const void *a, const void *b)
{
    return lc_int_cmp(*(const lc_int *)a, *(const lc_int *)b);
}

static lc_int *values_in_order(lcv_case *c, const lcr_pairs *p)
{
    lc_int *value = lc_alloc(c->ctx, p->n + 1, sizeof *value);
    for (size_t i = 0; value && i < p->n; i++)
        value[i] = *output(p, i);
    if (value)
        qsort(value, p->n, sizeof *value, by_value);
    return value;
}

/* The values of A, each as often as A has it; those of A o B come with 0 as the second input. */
lcv_result *lcv_relations_divide(lcv_case *c)
{
    lcr_pairs a, b = {0}, d = {0};
    bool is = list(c, c->args[0], &a) && list(c, c->args[1], &b) && list(c, c->value, &d) &&
              a.nout == 1 && d.nout == 1 && b.nout == a.nin && d.nin == b.nin + 1 && d.n <= 4096;
    lc_int *all = is ? values_in_order(c, &a) : NULL, *found = is ? values_in_order(c, &d) : NULL;
    lcv_result *result = NULL;
    if (all && found) {
        bool holds = a.n == d.n && same(a.n, all, found);
        for (size_t i = 0; holds && i < d.n; i++) {
            if (!lc_int_is_zero(input(&d, i)[b.nin]))
                continue;
            size_t y = find(&b, input(&d, i)), z = y < b.n ? find(&a, output(&b, y)) : a.n;
            holds = z < a.n && lc_int_eq(*output(&a, z), *output(&d, i));
        }
        result = lcv_judge(c, holds, LCV_BY_ENUMERATION,
                           "values%s: they are not those of A, tile by tile", "");
    }
    free(all);
    free(found);
    lcr_pairs_clear(&a);
    lcr_pairs_clear(&b);
    lcr_pairs_clear(&d);
    return result;
}

/* Where the copy of A that a pair of the product is in begins; false: it is in none. */
static bool begins_at(lcv_case *c, const lcr_pairs *p, size_t i, const lcr_pairs *a, lc_int *at)
{
    size_t x = find(a, input(p, i));
    if (x < a->n)
        *at = lc_int_sub(c->ctx, *output(p, i), *output(a, x));
    return x < a->n;
}

static bool are_copies(lcv_case *c, const lcr_pairs *p, const lcr_pairs *a, const lcr_pairs *b)
{
    lc_int *at = lc_frame_alloc(c->ctx, p->n + 1, sizeof *at);
    bool holds = at && p->n == a->n * b->n;
    for (size_t i = 0; holds && i < p->n; i++) {
        holds = begins_at(c, p, i, a, &at[i]);
        for (size_t j = 0; holds && j < i; j++) {
            bool one = same(b->nin, input(p, i) + a->nin, input(p, j) + a->nin);
            holds = lc_int_eq(at[i], at[j]) || (!one && !lc_int_eq(*output(p, i), *output(p, j)));
        }
    }
    return holds;
}

/* Copies of A, all alike, one for each input of B; two copies are the same or disjoint. */
lcv_result *lcv_relations_product(lcv_case *c)
{
    lcr_pairs a, b = {0}, p = {0};
    bool is = list(c, c->args[0], &a) && list(c, c->args[1], &b) && list(c, c->value, &p) &&
              a.nout == 1 && p.nout == 1 && p.nin == a.nin + b.nin && p.n <= 4096 && a.n > 0;
    lcv_result *result = NULL;
    if (is)
        result = lcv_judge(c, are_copies(c, &p, &a, &b), LCV_BY_ENUMERATION,
                           "values%s: they are not copies of A that share nothing", "");
    lcr_pairs_clear(&a);
    lcr_pairs_clear(&b);
    lcr_pairs_clear(&p);
    return result;
}
