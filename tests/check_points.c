/* check_points.c - swizzles, composed layouts and linear layouts: their relations and
 * forms, against enumeration.
 *
 * The values of a case are a table, computed here from the definition of a swizzle.
 */
#include "config.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/value/relate.h"
#include "owned.h"
#include "suite.h"
#include "swizzled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 256

typedef struct {
    m_swizzled is;
    size_t n;
    int64_t at[POINTS];
    lcv_value *value;
} swizzled;

static void fill(law *l, swizzled *f)
{
    f->n = (size_t)m_size(&f->is.layout);
    for (size_t c = 0; c < f->n; c++)
        f->at[c] = m_swizzled_at(&f->is, (int64_t)c);
    f->value = law_swizzled(l, &f->is);
}

/* Extents of 2, 4, 8 and strides that are powers of two, at most `bits` of them. */
static void random_binary(rnd *r, int bits, m_layout *a)
{
    int left = bits;
    a->n = (size_t)rnd_in(r, 1, 4);
    for (size_t i = 0; i < a->n; i++) {
        int k = (int)rnd_in(r, 0, left > 3 ? 3 : left);
        left -= k;
        a->shape[i] = (int64_t)1 << k;
        a->stride[i] = rnd_chance(r, 10) ? 0 : (int64_t)1 << rnd_in(r, 0, 9);
    }
    rnd_nest(r, a->n, a->nest);
}

/* ---- claims ---- */

static const char *show(law *l, lcr_ctx *r, const lcv_value *v)
{
    char *text = lcv_value_to_str(r, v);
    const char *copy = law_printf(l, "%s", text ? text : "?");
    free(text);
    return copy;
}

/* Proves the claim and compares the verdict; the integers of the counterexample's place
 * go to c. */
static bool verdict(law *l, lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                    bool holds, long long c[2])
{
    lcv_result *result = lcv_prove(r, lcv_claim_find(name), n, args);
    const char *text = show(l, r, args[0]);
    const char *second = n > 1 ? show(l, r, args[1]) : "";
    if (!result)
        return law_fail(l, "%s(%s, %s): %s", name, text, second, lc_ctx_message(l->ctx));
    bool same = result->verdict == (holds ? LCV_PROVED : LCV_REFUTED);
    c[0] = c[1] = -1;
    if (result->verdict == LCV_REFUTED) {
        const char *where = result->counterexample.where, *other = strstr(where, "c' = ");
        if (strncmp(where, "c = ", 4) == 0)
            c[0] = atoll(where + 4);
        if (other)
            c[1] = atoll(other + 5);
    }
    if (!same)
        law_fail(l, "%s(%s, %s) is %s by %s", name, text, second, holds ? "true" : "false",
                 result->method);
    lcv_result_free(result);
    return same;
}

static bool linear(const swizzled *f)
{
    bool ok = m_is_power((int64_t)f->n);
    for (size_t x = 0; ok && x < f->n; x++)
        for (size_t y = 0; ok && y <= x; y++)
            ok = f->at[x ^ y] == (f->at[x] ^ f->at[y]) && f->at[x] >= 0;
    return ok;
}

/* ---- linear layouts of swizzled layouts ---- */

LAW(linear_and_back, "linear(X) of a swizzled layout", CLASSES("linear", "not linear"))
{
    swizzled f;
    f.is.swizzle = rnd_swizzle(&l->rnd);
    f.is.offset = 0;
    random_binary(&l->rnd, 8, &f.is.layout);
    fill(l, &f);
    bool is = linear(&f);
    lc_linear *made = lcv_as_linear(l->ctx, f.value, NULL);
    law_saw(l, made ? 0 : 1);
    if (!made) {
        lc_ctx_reset(l->ctx);
        return !is || !lc_swizzle_is_bijective(law_swizzle(l, f.is.swizzle)) ||
               law_fail(l, "no linear layout of %s", law_text(l, &f.is.layout));
    }
    lcv_value *v = law_own_value(l, lcv_value_linear(l->ctx, made));
    for (size_t c = 0; c < f.n; c++)
        if ((int64_t)lc_linear_at(v->linear, c) != f.at[c])
            return law_fail(l, "linear(X)(%zu) is not %lld", c, (long long)f.at[c]);
    lcr_ctx *r = law_relations(l);
    long long c[2];
    lcv_value *both[2] = {v, f.value};
    if (!verdict(l, r, "equiv", 2, both, true, c))
        return false;
    /* and back, where there is a swizzled layout to be found */
    lc_swizzle w;
    lc_layout *back = law_own(l, lc_swizzled_from_linear(l->ctx, v->linear, &w));
    if (!back)
        return law_fail(l, "no swizzled layout of linear(X): %s", lc_ctx_message(l->ctx));
    for (size_t k = 0; k < f.n; k++) {
        lc_int y = lc_layout_at(l->ctx, back, lc_int_si(l->ctx, (int64_t)k));
        if (lc_int_get_si(lc_swizzle_apply(l->ctx, w, y)) != f.at[k])
            return law_fail(l, "it does not come back at %zu", k);
    }
    return true;
}

/* One bit of one basis changes: refuted, at that bit. */
LAW(dense_matrices, "dense linear layouts", CLASSES("equal", "flipped"))
{
    unsigned n = (unsigned)rnd_in(&l->rnd, 1, 40);
    lc_dim in = {"a", n}, out = {"x", n};
    lc_f2 map = lc_f2_zero(n, n);
    for (unsigned j = 0; j < n; j++)
        map.column[j] = rnd_u64(&l->rnd) & lc_f2_mask(n);
    lc_f2 other = map;
    unsigned j = (unsigned)rnd_in(&l->rnd, 0, n - 1);
    bool same = rnd_chance(&l->rnd, 30);
    if (!same)
        other.column[j] ^= (uint64_t)1 << rnd_in(&l->rnd, 0, n - 1);
    lcv_value *args[2] = {
        law_own_value(l, lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 1, &in, 1, &out, &map))),
        law_own_value(l,
                      lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 1, &in, 1, &out, &other)))};
    long long c[2];
    law_saw(l, same ? 0 : 1);
    if (!verdict(l, law_relations(l), "equiv", 2, args, same, c))
        return false;
    return same || c[0] == 1ll << j || law_fail(l, "bit %u, not %lld", j, c[0]);
}

/* ---- relations ---- */

static bool check_map(law *l, lcr_ctx *r, lcr_map *m, const swizzled *f)
{
    bool ok = m != NULL;
    for (size_t c = 0; ok && c < f->n; c++) {
        lc_int in = lc_int_si(l->ctx, (int64_t)c), out;
        ok = lcr_map_eval(r, m, &in, &out) == LCR_YES && lc_int_get_si(out) == f->at[c];
    }
    lc_int past = lc_int_si(l->ctx, (int64_t)f->n), out;
    ok = ok && lcr_map_eval(r, m, &past, &out) == LCR_NO;
    /* the value shown is right; isl may take too long to say so */
    char *text = ok ? lcr_map_to_str(r, m) : NULL;
    lcr_map *read = text ? lcr_map_parse(r, text) : NULL;
    ok = ok && read && lcr_map_equal(r, m, read, NULL, NULL, NULL) != LCR_NO;
    for (size_t c = 0; ok && c < f->n; c++) {
        lc_int in = lc_int_si(l->ctx, (int64_t)c);
        ok = lcr_map_eval(r, read, &in, &out) == LCR_YES && lc_int_get_si(out) == f->at[c];
    }
    if (!ok)
        law_fail(l, "the relation of %s: %s", show(l, r, f->value),
                 text ? text : lc_ctx_message(l->ctx));
    lcr_map_free(read);
    free(text);
    lcr_map_free(m);
    return ok;
}

LAW_SHARE(relations_of_composed_layouts, "relations of composed layouts", 100, NULL)
{
    swizzled f;
    f.is.swizzle = rnd_swizzle(&l->rnd);
    f.is.swizzle.b = f.is.swizzle.b > 2 ? 2 : f.is.swizzle.b;
    f.is.offset = rnd_in(&l->rnd, -5, 40);
    rnd_layout(&l->rnd, 48, &f.is.layout);
    fill(l, &f);
    lcr_ctx *r = law_relations(l);
    return check_map(l, r, lcv_layout_map(r, f.value), &f);
}

/* index map o bits map o coordinate map = layout map, at every coordinate. */
LAW_SHARE(relations_of_linear_layouts, "relations of linear layouts", 50, NULL)
{
    unsigned bits[3] = {(unsigned)rnd_in(&l->rnd, 0, 2), (unsigned)rnd_in(&l->rnd, 0, 2),
                        (unsigned)rnd_in(&l->rnd, 0, 5)};
    lc_dim in[2] = {{"a", bits[0]}, {"b", bits[1]}}, out[1] = {{"x", bits[2]}};
    unsigned n = bits[0] + bits[1];
    lc_f2 map = lc_f2_zero(bits[2], n);
    for (unsigned j = 0; j < n; j++)
        map.column[j] = rnd_u64(&l->rnd) & lc_f2_mask(bits[2]);
    lcv_value *v =
        law_own_value(l, lcv_value_linear(l->ctx, lc_linear_new(l->ctx, 2, in, 1, out, &map)));
    lcr_ctx *r = law_relations(l);
    lcr_map *steps[3] = {lcv_coord_map(r, v), lcv_bits_map(r, v), lcv_index_map(r, v)};
    lcr_map *whole = lcv_layout_map(r, v);
    bool ok = whole && steps[0] && steps[1] && steps[2] != NULL;
    for (uint64_t x = 0; ok && x >> n == 0; x++) {
        lc_int c[2] = {lc_int_si(l->ctx, (int64_t)(x & lc_f2_mask(bits[0]))),
                       lc_int_si(l->ctx, (int64_t)(x >> bits[0]))};
        lc_int once, bit[8], moved[8], twice;
        ok = lcr_map_eval(r, whole, c, &once) == LCR_YES &&
             lcr_map_eval(r, steps[0], c, bit) == LCR_YES &&
             lcr_map_eval(r, steps[1], bit, moved) == LCR_YES &&
             lcr_map_eval(r, steps[2], moved, &twice) == LCR_YES && lc_int_eq(once, twice) &&
             (uint64_t)lc_int_get_si(once) == lc_f2_apply(&map, x);
    }
    if (!ok)
        law_fail(l, "the relations of %s: %s", show(l, r, v), lc_ctx_message(l->ctx));
    for (int i = 0; i < 3; i++)
        lcr_map_free(steps[i]);
    lcr_map_free(whole);
    return ok;
}

/* ---- every small swizzle ---- */

static bool holds(lcr_ctx *r, const char *name, size_t n, lcv_value *const *args)
{
    lcv_result *result = lcv_prove(r, lcv_claim_find(name), n, args);
    bool proved = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    return proved;
}

TEST(involutions)
{
    lc_ctx *ctx = suite_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    for (int b = 0; b <= 5; b++) {
        for (int m = 0; m <= 5; m++) {
            for (int s = -6; s <= 6; s++) {
                lc_swizzle w = {b, m, s};
                lcv_value *v = lcv_value_swizzle(ctx, w), *both[2] = {v, v};
                ck_assert(holds(r, "bijective", 1, &v) == (b == 0 || s != 0));
                ck_assert(holds(r, "right_inverts", 2, both) == (b <= abs(s)));
                ck_assert(holds(r, "is_linear", 1, &v));
                lcv_value_free(v);
            }
        }
    }
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

SUITE_MAIN("functions over F2", linear_and_back, dense_matrices, relations_of_composed_layouts,
           relations_of_linear_layouts, involutions)
