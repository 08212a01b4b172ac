/* check_points.c - swizzles, composed layouts and linear layouts: their relations, the
 * claims about them and the cross-check of their operations, against enumeration.
 *
 * The values of a case are a table, computed here from the definition of a swizzle.
 */
#include "config.h"

#include "../isl-bridge/bits.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/value/relate.h"
#include "opinion.h"
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

static void random_function(law *l, swizzled *f)
{
    f->is.swizzle = rnd_swizzle(&l->rnd);
    f->is.offset = rnd_chance(&l->rnd, 50) ? 0 : rnd_in(&l->rnd, -20, 300);
    int kind = (int)rnd_in(&l->rnd, 0, 2);
    if (kind == 0)
        random_binary(&l->rnd, 8, &f->is.layout);
    else if (kind == 1)
        rnd_layout(&l->rnd, POINTS, &f->is.layout);
    else
        rnd_bijection(&l->rnd, POINTS, &f->is.layout);
    fill(l, f);
}

/* ---- claims ---- */

static const char *show(law *l, lcr_ctx *r, const lcv_value *v)
{
    char *text = lcv_value_to_str(r, v);
    const char *copy = law_printf(l, "%s", text ? text : "?");
    free(text);
    return copy;
}

/* With SOLVE_ONLY it is systems in digits that decide, but for few claims. */
static size_t decided, in_digits;

static void check_solved(void)
{
    ck_assert_msg(!SOLVE_ONLY || in_digits * 3 >= decided, "%zu of %zu claims in digits",
                  in_digits, decided);
    decided = in_digits = 0;
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
    decided++;
    in_digits += strcmp(result->method, "linear system in digits") == 0;
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

static bool integer_claim(law *l, lcr_ctx *r, const char *name, const swizzled *f, int64_t n,
                          bool holds, long long c[2])
{
    lcv_value *args[2] = {f->value, law_int_value(l, n)};
    return verdict(l, r, name, 2, args, holds, c);
}

static bool reached(const swizzled *f, int64_t value)
{
    for (size_t c = 0; c < f->n; c++)
        if (f->at[c] == value)
            return true;
    return false;
}

static bool covers_up_to(const swizzled *f, int64_t n)
{
    for (int64_t v = 0; v < n; v++)
        if (!reached(f, v))
            return false;
    return true;
}

static bool inside(const swizzled *f, int64_t n)
{
    for (size_t c = 0; c < f->n; c++)
        if (f->at[c] < 0 || f->at[c] >= n)
            return false;
    return true;
}

static bool apart(const swizzled *f)
{
    for (size_t c = 0; c < f->n; c++)
        for (size_t d = 0; d < c; d++)
            if (f->at[c] == f->at[d])
                return false;
    return true;
}

static bool is_power(size_t n)
{
    return (n & (n - 1)) == 0;
}

static bool linear(const swizzled *f)
{
    bool ok = is_power(f->n);
    for (size_t x = 0; ok && x < f->n; x++)
        for (size_t y = 0; ok && y <= x; y++)
            ok = f->at[x ^ y] == (f->at[x] ^ f->at[y]) && f->at[x] >= 0;
    return ok;
}

static bool one_function(law *l)
{
    swizzled f;
    long long c[2];
    random_function(l, &f);
    lcr_ctx *r = law_relations(l);
    int64_t n = rnd_chance(&l->rnd, 50) ? (int64_t)f.n : rnd_in(&l->rnd, 0, 600);
    bool once = apart(&f), in = inside(&f, n), all = covers_up_to(&f, n);
    law_saw(l, once ? 0 : 1);
    if (!verdict(l, r, "injective", 1, &f.value, once, c))
        return false;
    if (!once && (c[0] == c[1] || f.at[c[0]] != f.at[c[1]]))
        return law_fail(l, "%lld and %lld do not meet", c[0], c[1]);
    if (!integer_claim(l, r, "in_bounds", &f, n, in, c))
        return false;
    if (!in && f.at[c[0]] >= 0 && f.at[c[0]] < n)
        return law_fail(l, "%lld is in bounds", c[0]);
    bool sized = once && inside(&f, (int64_t)f.n);
    if (!integer_claim(l, r, "covers", &f, n, all, c) ||
        !integer_claim(l, r, "surjective", &f, n, all && in, c) ||
        !integer_claim(l, r, "partitions", &f, (int64_t)f.n, sized, c) ||
        !verdict(l, r, "bijective", 1, &f.value, sized, c))
        return false;
    bool is = linear(&f);
    law_saw(l, is ? 2 : 3);
    return verdict(l, r, "is_linear", 1, &f.value, is, c);
}

TEST(claims_by_enumeration)
{
    law_check_share("claims about swizzled layouts", one_function,
                    CLASSES("injective", "not injective", "linear", "not linear"), 5);
    check_solved();
}

/* A function, and one that is much like it. */
static void random_pair(law *l, swizzled *f, swizzled *g)
{
    random_function(l, f);
    *g = *f;
    switch (rnd_in(&l->rnd, 0, 4)) {
    case 0: g->is.swizzle = rnd_swizzle(&l->rnd); break;
    case 1: g->is.layout.stride[rnd_in(&l->rnd, 0, (int64_t)g->is.layout.n - 1)] += 1; break;
    case 2: g->is.offset += rnd_in(&l->rnd, 0, 1); break;
    case 3: random_function(l, g); break;
    default: break;
    }
    fill(l, g);
}

/* Of disjoint functions it is told whether they share 0. */
static bool tells_of_zero(law *l, lcr_ctx *r, lcv_value *const *args, bool shared)
{
    lcv_result *result = lcv_prove(r, lcv_claim_find("disjoint"), 2, args);
    bool told = result && result->reason && strcmp(result->reason, "they share offset 0") == 0;
    bool other = result && result->reason && !told;
    lcv_result_free(result);
    return (told == shared && !other) ||
           law_fail(l, "disjoint: offset 0 is %sshared", shared ? "" : "not ");
}

static bool two_functions(law *l)
{
    swizzled f, g;
    long long c[2];
    random_pair(l, &f, &g);
    lcr_ctx *r = law_relations(l);
    bool same = f.n == g.n && memcmp(f.at, g.at, f.n * sizeof f.at[0]) == 0;
    bool within = true, disjoint = true;
    for (size_t k = 0; k < f.n; k++) {
        bool both = reached(&g, f.at[k]);
        within = within && both;
        disjoint = disjoint && (!both || f.at[k] == 0);
    }
    lcv_value *args[2] = {f.value, g.value};
    law_saw(l, same ? 0 : 1);
    law_saw(l, within ? 2 : 3);
    if (!verdict(l, r, "equiv", 2, args, same, c))
        return false;
    if (!same && f.n == g.n && f.at[c[0]] == g.at[c[0]])
        return law_fail(l, "they agree at %lld", c[0]);
    if (!verdict(l, r, "contained", 2, args, within, c))
        return false;
    if (!within && reached(&g, f.at[c[0]]))
        return law_fail(l, "%lld is reached", (long long)f.at[c[0]]);
    if (!verdict(l, r, "disjoint", 2, args, disjoint, c))
        return false;
    if (!disjoint && (f.at[c[0]] != g.at[c[1]] || f.at[c[0]] == 0))
        return law_fail(l, "%lld and %lld share nothing", c[0], c[1]);
    return !disjoint || tells_of_zero(l, r, args, reached(&f, 0) && reached(&g, 0));
}

TEST(pairs_by_enumeration)
{
    law_check_share("claims about two swizzled layouts", two_functions,
                    CLASSES("equal", "different", "contained", "not contained"), 5);
    check_solved();
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

/* ---- cross-check ---- */

/* An operation's own value passes, with one bit of one basis flipped it does not. */
LAW_SHARE(operations_are_checked, "the cross-check of linear layouts", 5,
          CLASSES("right", "wrong"))
{
    lcr_ctx *r = law_relations(l);
    lc_dim in[2] = {{"a", 2}, {"b", 2}}, out[2] = {{"x", 2}, {"y", 2}};
    lc_f2 map;
    do {
        map = lc_f2_zero(4, 4);
        for (unsigned j = 0; j < 4; j++)
            map.column[j] = rnd_u64(&l->rnd) & 15;
    } while (lc_f2_rank(&map) < 4);
    static const char *const names[] = {"invert",       "pseudoinvert", "product",
                                        "flatten_outs", "flatten_ins",  "invert_and_compose",
                                        "compose",      "divide_left",  "divide_right"};
    size_t which = (size_t)rnd_in(&l->rnd, 0, 8);
    lc_linear *a = lc_linear_new(l->ctx, 2, in, 2, out, &map), *b = NULL, *value = NULL;
    if (which == 0)
        value = lc_linear_invert(l->ctx, a);
    else if (which == 1)
        value = lc_linear_pseudoinvert(l->ctx, a);
    else if (which == 2)
        value = lc_linear_product(l->ctx, a, b = lc_linear_ref(a));
    else if (which == 3)
        value = lc_linear_flatten_outs(l->ctx, a);
    else if (which == 4)
        value = lc_linear_flatten_ins(l->ctx, a);
    else if (which == 5)
        value = lc_linear_invert_and_compose(l->ctx, a, b = lc_linear_ref(a));
    else if (which == 6)
        value = lc_linear_compose(l->ctx, a, b = lc_linear_invert(l->ctx, a));
    else {
        lc_linear *whole = lc_linear_product(l->ctx, a, a);
        b = lc_linear_ref(a);
        value = which == 7 ? lc_linear_divide_left(l->ctx, whole, b)
                           : lc_linear_divide_right(l->ctx, whole, b);
        lc_linear_free(a);
        a = whole;
    }
    lcv_value *args[2] = {law_own_value(l, lcv_value_linear(l->ctx, a)), NULL};
    if (b)
        args[1] = law_own_value(l, lcv_value_linear(l->ctx, b));
    lcv_value *v = law_own_value(l, lcv_value_linear(l->ctx, value));
    bool wrong = rnd_chance(&l->rnd, 50);
    law_saw(l, wrong ? 1 : 0);
    if (wrong) {
        lc_dim i[8], o[8];
        lc_f2 bad = *lc_linear_matrix(v->linear);
        for (size_t k = 0; k < lc_linear_nins(v->linear); k++)
            i[k] = lc_linear_in_dim(v->linear, k);
        for (size_t k = 0; k < lc_linear_nouts(v->linear); k++)
            o[k] = lc_linear_out_dim(v->linear, k);
        bad.column[rnd_in(&l->rnd, 0, bad.cols - 1)] ^= (uint64_t)1
                                                        << rnd_in(&l->rnd, 0, bad.rows - 1);
        lc_linear *flip = lc_linear_new(l->ctx, lc_linear_nins(v->linear), i,
                                        lc_linear_nouts(v->linear), o, &bad);
        v = law_own_value(l, lcv_value_linear(l->ctx, flip));
    }
    bool ok = opinion_of_value(r, names[which], b ? 2 : 1, args, v) ==
              (wrong ? SAID_WRONG : SAID_RIGHT);
    return ok || law_fail(l, "%s(%s) = %s is %s", names[which], show(l, r, args[0]),
                          show(l, r, v), wrong ? "wrong" : "right");
}

/* Evaluation, slices and recasts; a value one off is found. */
LAW_SHARE(evaluations_are_checked, "the cross-check of swizzled layouts", 20,
          CLASSES("right", "wrong"))
{
    swizzled f;
    random_function(l, &f);
    lcr_ctx *r = law_relations(l);
    int64_t c = rnd_in(&l->rnd, 0, (int64_t)f.n - 1);
    bool wrong = rnd_chance(&l->rnd, 50);
    law_saw(l, wrong ? 1 : 0);
    lcv_value *args[2] = {f.value, law_int_value(l, c)};
    lcv_value *v =
        law_own_value(l, lcv_value_int(l->ctx, lc_int_si(l->ctx, f.at[c] + (wrong ? 1 : 0))));
    bool ok = opinion_of_value(r, "evaluate", 2, args, v) == (wrong ? SAID_WRONG : SAID_RIGHT);
    if (!ok)
        return law_fail(l, "%s(%lld)", show(l, r, f.value), (long long)c);

    lc_swizzle w = law_swizzle(l, f.is.swizzle), u;
    int32_t n = 1 << rnd_in(&l->rnd, 0, 3);
    bool up = rnd_chance(&l->rnd, 50);
    bool made = up ? lc_swizzle_upcast(l->ctx, w, lc_int_const(n), &u)
                   : lc_swizzle_downcast(l->ctx, w, lc_int_const(n), &u);
    lc_ctx_reset(l->ctx);
    if (!made)
        return true;
    bool moved = wrong && u.b > 0 && u.s != 0;
    u.m += moved;
    lcv_value *cast[2] = {law_own_value(l, lcv_value_swizzle(l->ctx, w)),
                          law_own_value(l, lcv_value_int(l->ctx, lc_int_const(n)))};
    v = law_own_value(l, lcv_value_swizzle(l->ctx, u));
    ok = opinion_of_value(r, up ? "upcast" : "downcast", 2, cast, v) ==
         (moved ? SAID_WRONG : SAID_RIGHT);
    return ok || law_fail(l, "%s of %s by %d is %s", up ? "upcast" : "downcast",
                          show(l, r, cast[0]), (int)n, show(l, r, v));
}

SUITE_MAIN("functions over F2", claims_by_enumeration, pairs_by_enumeration, linear_and_back,
           dense_matrices, relations_of_composed_layouts, relations_of_linear_layouts,
           involutions, operations_are_checked, evaluations_are_checked)
