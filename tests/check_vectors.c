/* check_vectors.c - vectorizes, inverses and compact, of functions of every kind, against
 * their definitions by enumeration.
 *
 * A case is two tables of values. The coordinates of vectors are found by walking over them:
 * the first n, then translates of those from the least coordinate that is in none yet. */
#include "config.h"

#include "../isl-bridge/recheck.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/crosscheck/certificate.h"
#include "linear-model.h"
#include "owned.h"
#include "suite.h"
#include "swizzled.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 256

typedef struct {
    enum { LAYOUT, TENSOR, SWIZZLED, LINEAR } kind;
    m_swizzled is; /* all but a linear layout; b = 0 where there is no swizzle */
    size_t n;
    int64_t at[POINTS];
    lcv_value *value;
    const char *text;
} function;

/* ---- functions ---- */

static void finish(law *l, function *f)
{
    f->n = (size_t)m_size(&f->is.layout);
    for (size_t c = 0; c < f->n; c++)
        f->at[c] = m_swizzled_at(&f->is, (int64_t)c);
    lc_layout *a = lc_layout_ref(law_layout(l, &f->is.layout));
    if (f->kind == SWIZZLED)
        f->value = law_swizzled(l, &f->is);
    else if (f->kind == TENSOR)
        f->value = law_own_value(l, lcv_value_tensor(l->ctx, lc_int_si(l->ctx, f->is.offset),
                                                     lc_layout_ref(a)));
    else
        f->value = law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(a)));
    lc_layout_free(a);
    f->text = f->kind == SWIZZLED
                  ? law_swizzled_text(l, &f->is)
                  : law_printf(l, "{%" PRId64 "} o %s", f->is.offset, law_text(l, &f->is.layout));
}

static void of_layout(law *l, const m_layout *a, function *f)
{
    f->kind = LAYOUT;
    f->is = (m_swizzled){.offset = 0, .layout = *a};
    finish(l, f);
}

/* Extents and strides that are powers of two. */
static void rnd_binary(rnd *r, m_layout *a)
{
    int left = 7, place = 0;
    a->n = (size_t)rnd_in(r, 1, 4);
    for (size_t i = 0; i < a->n; i++) {
        int k = (int)rnd_in(r, 0, left > 3 ? 3 : left);
        left -= k;
        a->shape[i] = (int64_t)1 << k;
        a->stride[i] = (int64_t)1 << (rnd_chance(r, 70) ? place : (int)rnd_in(r, 0, 8));
        place += k;
    }
    rnd_nest(r, a->n, a->nest);
}

/* Layouts that begin with runs, and others. */
static void rnd_runs(rnd *r, m_layout *a)
{
    switch (rnd_in(r, 0, 3)) {
    case 0: rnd_bijection(r, POINTS, a); break;
    case 1: rnd_layout(r, POINTS, a); break;
    case 2: rnd_binary(r, a); break;
    default: {
        int64_t extent[3], stride[3], reach = 1;
        size_t n = (size_t)rnd_in(r, 1, 3);
        for (size_t i = 0; i < n; i++) {
            extent[i] = rnd_in(r, 1, 6);
            stride[i] = rnd_chance(r, 60)   ? reach
                        : rnd_chance(r, 40) ? reach + rnd_in(r, 1, 3)
                                            : rnd_in(r, 0, reach + 3);
            reach = extent[i] * (stride[i] > 0 ? stride[i] : 1);
        }
        m_layout_flat(a, n, extent, stride);
    }
    }
}

static void rnd_linear_function(law *l, function *f)
{
    ml a;
    ml_random(&l->rnd, 6, &a);
    f->kind = LINEAR;
    f->n = (size_t)1 << ml_bits(a.nins, a.in);
    for (size_t c = 0; c < f->n; c++)
        f->at[c] = (int64_t)ml_at(&a, c);
    f->value = law_own_value(l, lcv_value_linear(l->ctx, lc_linear_ref(ml_linear(l, &a))));
    f->text = ml_text(l, &a);
}

static void rnd_function(law *l, function *f)
{
    rnd *r = &l->rnd;
    int kind = (int)rnd_in(r, 0, 9);
    if (kind == 0) {
        rnd_linear_function(l, f);
        return;
    }
    f->kind = kind < 5 ? SWIZZLED : kind < 7 ? TENSOR : LAYOUT;
    f->is = (m_swizzled){.offset = 0};
    if (f->kind == SWIZZLED)
        f->is.swizzle = rnd_swizzle(r);
    if (f->kind != LAYOUT && rnd_chance(r, 40))
        f->is.offset = rnd_in(r, 0, 40);
    rnd_runs(r, &f->is.layout);
    finish(l, f);
}

/* One that has much in common with f. */
static void rnd_like(law *l, const function *f, function *g)
{
    rnd *r = &l->rnd;
    *g = *f;
    if (f->kind == LINEAR || rnd_chance(r, 30)) {
        if (rnd_chance(r, 60))
            rnd_function(l, g);
        return;
    }
    if (rnd_chance(r, 40))
        g->is.layout.stride[rnd_in(r, 0, (int64_t)g->is.layout.n - 1)] += rnd_in(r, 0, 2);
    if (rnd_chance(r, 30) && g->kind == SWIZZLED)
        g->is.swizzle = rnd_swizzle(r);
    if (rnd_chance(r, 20) && g->kind != LAYOUT)
        g->is.offset += rnd_in(r, 0, 4);
    finish(l, g);
}

/* Sums of what stands before the swizzle are XORs. */
static bool is_affine(const function *f)
{
    if (f->kind == LINEAR)
        return true;
    if ((f->n & (f->n - 1)) != 0 || f->is.offset < 0)
        return false;
    int64_t seen = f->is.offset;
    for (size_t bit = 1; bit < f->n; bit *= 2) {
        int64_t value = m_at(&f->is.layout, (int64_t)bit);
        if (value < 0 || (value & seen) != 0)
            return false;
        seen |= value;
    }
    return true;
}

/* ---- vectors ---- */

static bool consecutive(const int64_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t below = 0;
        int64_t low = v[0];
        for (size_t k = 0; k < n; k++) {
            low = v[k] < low ? v[k] : low;
            below += v[k] < v[i];
        }
        if (v[i] - low != (int64_t)below) /* equal ones have another rank */
            return false;
        for (size_t k = 0; k < i; k++)
            if (v[k] == v[i])
                return false;
    }
    return true;
}

static bool moves(const function *a, const function *b, const size_t *c, size_t n)
{
    int64_t x[POINTS], y[POINTS];
    for (size_t i = 0; i < n; i++) {
        x[i] = a->at[c[i]];
        y[i] = b->at[c[i]];
    }
    bool same = consecutive(x, n) && consecutive(y, n);
    for (size_t i = 0; i < n; i++)
        same = same && x[i] - x[0] == y[i] - y[0];
    return same;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b == 0 ? llabs(a) : gcd(b, a % b);
}

/* The gcd with the least value of f at n coordinates. */
static int64_t with_least(int64_t multiple, const function *f, const size_t *c, size_t n)
{
    int64_t low = f->at[c[0]];
    for (size_t i = 1; i < n; i++)
        low = f->at[c[i]] < low ? f->at[c[i]] : low;
    return gcd(multiple, low);
}

/* Translates of the coordinates `first`, by a sum or by XOR; at what multiples they begin, n or a
 * divisor of it, in a and in b. */
static bool all_move(const function *a, const function *b, size_t size, const int64_t *first,
                     size_t n, bool by_xor, int64_t multiple[2])
{
    bool taken[POINTS] = {false};
    size_t c[POINTS];
    multiple[0] = multiple[1] = (int64_t)n;
    for (size_t t = 0; t < size; t++) {
        if (taken[t])
            continue;
        for (size_t i = 0; i < n; i++) {
            c[i] = by_xor ? t ^ (size_t)first[i] : t + (size_t)first[i];
            if (first[i] < 0 || c[i] >= size || taken[c[i]])
                return false;
            taken[c[i]] = true;
        }
        if (!moves(a, b, c, n))
            return false;
        multiple[0] = with_least(multiple[0], a, c, n);
        multiple[1] = with_least(multiple[1], b, c, n);
    }
    return true;
}

/* Where both are i more than at 0, by a sum or by XOR: the least such coordinate, and how many
 * there are. */
static size_t common_place(const function *a, const function *b, size_t size, int64_t i,
                           bool by_xor, int64_t *place)
{
    size_t count = 0;
    *place = -1;
    for (size_t c = size; c-- > 0;) {
        int64_t x = by_xor ? a->at[c] ^ a->at[0] : a->at[c] - a->at[0];
        int64_t y = by_xor ? b->at[c] ^ b->at[0] : b->at[c] - b->at[0];
        if (x != i || y != i)
            continue;
        *place = (int64_t)c;
        count++;
    }
    return count;
}

/* Over F2 a place is made up of those of single bits. */
static bool places_by_xor(const function *a, const function *b, size_t size, size_t n,
                          int64_t *first)
{
    first[0] = 0;
    for (size_t i = 1; i < n; i++) {
        size_t low = i & (~i + 1);
        if (low != i)
            first[i] = first[low] ^ first[i ^ low];
        else if (common_place(a, b, size, (int64_t)i, true, &first[i]) == 0)
            return false;
    }
    return true;
}

/* The first n of max_common_layout(A,B). */
static bool places_of_layouts(law *l, const function *a, const function *b, size_t n,
                              int64_t *first)
{
    m_layout v;
    lc_layout *common = law_own(l, lc_max_common_layout(l->ctx, law_layout(l, &a->is.layout),
                                                        law_layout(l, &b->is.layout)));
    ck_assert(law_model(l, common, &v));
    for (size_t i = 0; i < n && (int64_t)n <= m_size(&v); i++)
        first[i] = m_at(&v, (int64_t)i);
    return (int64_t)n <= m_size(&v);
}

/* By definition. A tensor begins at an address, which is a multiple of n. */
static bool vectorizes(law *l, const function *a, const function *b, size_t n,
                       int64_t multiple[2])
{
    int64_t first[POINTS];
    if ((a->kind == TENSOR && a->is.offset % (int64_t)n != 0) ||
        (b->kind == TENSOR && b->is.offset % (int64_t)n != 0))
        return false;
    size_t size = a->n < b->n ? a->n : b->n;
    bool plain = a->kind <= TENSOR && b->kind <= TENSOR;
    bool by_xor = !plain && is_affine(a) && is_affine(b), found = n <= size;
    if (found && plain)
        found = places_of_layouts(l, a, b, n, first);
    else if (found && by_xor)
        found = (n & (n - 1)) == 0 && places_by_xor(a, b, size, n, first);
    for (size_t i = 0; !plain && !by_xor && found && i < n; i++)
        found = common_place(a, b, size, (int64_t)i, false, &first[i]) > 0;
    return found && all_move(a, b, size, first, n, by_xor, multiple);
}

/* If there is no choice where the first vector is, it does not matter that V is a layout. */
static bool without_choice(const function *a, const function *b, size_t n, bool *holds)
{
    int64_t first[POINTS], multiple[2];
    size_t size = a->n < b->n ? a->n : b->n;
    *holds = n <= size;
    for (size_t i = 0; i < n && n <= size; i++) {
        size_t count = common_place(a, b, size, (int64_t)i, false, &first[i]);
        if (count > 1)
            return false;
        *holds = *holds && count == 1;
    }
    *holds = *holds && all_move(a, b, size, first, n, false, multiple);
    return true;
}

/* ---- verdicts ---- */

static void count_rejected(void *user, const lcr_checked *checked)
{
    *(size_t *)user += checked->check == LCR_REJECTED;
}

/* The certificate says nothing else, and what it says is confirmed where there is evidence. */
static bool certified(law *l, lcr_ctx *r, const char *claim, size_t n, lcv_value *const *args,
                      const lcv_result *result, const char *what)
{
    size_t rejected = 0;
    char *block = lcv_certificate(r, "a.lay:1", lcv_claim_find(claim), n, args, result);
    if (!block)
        return law_fail(l, "%s: %s", what, lc_ctx_message(l->ctx));
    const char *text = law_printf(l, "%s%s", LCR_CERTIFICATE_HEAD, block);
    free(block);
    bool read = lcr_recheck(r, text, count_rejected, &rejected);
    return (read && rejected == 0) || law_fail(l, "%s: a certificate is rejected:%s", what, text);
}

/* `remark`, if given, is how what is said beside a proof ends, "" for nothing about multiples. */
static bool verdict(law *l, const char *claim, size_t n, lcv_value *const *args, bool holds,
                    const char *what, const char *remark, long long c[2])
{
    lcr_ctx *r = law_relations(l);
    lcv_result *result = lcv_prove(r, lcv_claim_find(claim), n, args);
    if (!result)
        return law_fail(l, "%s: %s", what, lc_ctx_message(l->ctx));
    bool ok = result->verdict == (holds ? LCV_PROVED : LCV_REFUTED);
    if (!ok)
        law_fail(l, "%s is %s by %s", what, holds ? "true" : "false", result->method);
    const char *begin = ok && holds && result->reason ? strstr(result->reason, "begin at") : NULL;
    if (ok && remark && strcmp(begin ? begin : "", remark) != 0)
        ok = law_fail(l, "%s: '%s' is not '%s'", what, begin ? begin : "", remark);
    if (!ok || holds ||
        sscanf(result->counterexample.where, "c = %lld and c' = %lld", &c[0], &c[1]) != 2)
        c[0] = c[1] = -1;
    ok = ok && (!rnd_chance(&l->rnd, 20) || certified(l, r, claim, n, args, result, what));
    lcv_result_free(result);
    law_saw(l, holds ? 0 : 1);
    return ok;
}

/* Two of one vector: too far apart, on one place, or not alike. */
static bool parted(const function *a, const function *b, size_t n, const long long c[2])
{
    int64_t x = a->at[c[1]] - a->at[c[0]], y = b->at[c[1]] - b->at[c[0]], most = (int64_t)n - 1;
    return x == 0 || y == 0 || llabs(x) > most || llabs(y) > most || x != y;
}

/* With `aligned`, and without: what is said then. */
static bool check_vectors(law *l, const function *a, const function *b, size_t n)
{
    static const char *const word[] = {"aligned"};
    lcv_value *args[4] = {a->value, b->value,
                          law_own_value(l, lcv_value_int(l->ctx, lc_int_si(l->ctx, (int64_t)n))),
                          law_own_value(l, lcv_value_names(l->ctx, 1, word))};
    int64_t multiple[2] = {0, 0}, all = (int64_t)n;
    bool move = vectorizes(l, a, b, n, multiple),
         whole = multiple[0] == all && multiple[1] == all;
    const char *remark = !move || whole ? ""
                                        : law_printf(l,
                                                     "begin at multiples of %" PRId64
                                                     " in A and of %" PRId64 " in B",
                                                     multiple[0], multiple[1]);
    for (size_t given = 3; given <= 4; given++) {
        bool aligned = given == 4;
        const char *what = law_printf(l, "vectorizes(%s, %s, %zu%s)", a->text, b->text, n,
                                      aligned ? ", aligned" : "");
        long long c[2];
        if (!verdict(l, "vectorizes", given, args, move && (whole || !aligned), what,
                     aligned ? "" : remark, c))
            return false;
        if (c[0] >= 0 && !parted(a, b, n, c))
            return law_fail(l, "%s: nothing is wrong with %lld and %lld", what, c[0], c[1]);
        if (aligned && move && !whole)
            law_saw(l, 2);
    }
    return true;
}

static bool vectors_of_layouts(law *l)
{
    function a, b;
    m_layout x;
    rnd_runs(&l->rnd, &x);
    of_layout(l, &x, &a);
    rnd_like(l, &a, &b);
    if (b.kind > TENSOR)
        b = a;
    size_t n = (size_t)(rnd_chance(&l->rnd, 40) ? x.shape[0] : rnd_in(&l->rnd, 1, 9));
    int64_t multiple[2];
    bool alone;
    if (a.kind == LAYOUT && b.kind == LAYOUT && without_choice(&a, &b, n, &alone) &&
        alone != vectorizes(l, &a, &b, n, multiple))
        return law_fail(l, "vectorizes(%s, %s, %zu): V is no layout there", a.text, b.text, n);
    return check_vectors(l, &a, &b, n);
}

static bool vectors_of_any_kind(law *l)
{
    function a, b;
    rnd_function(l, &a);
    rnd_like(l, &a, &b);
    if (rnd_chance(&l->rnd, 50)) {
        function t = a;
        a = b;
        b = t;
    }
    size_t n = (size_t)rnd_in(&l->rnd, 1, 9);
    if (a.kind != LINEAR && rnd_chance(&l->rnd, 40))
        n = (size_t)a.is.layout.shape[0];
    else if (rnd_chance(&l->rnd, 60))
        n = (size_t)1 << n % 4;
    return check_vectors(l, &a, &b, n);
}

/* With SOLVE_ONLY there are no functions seen to be linear over F2 but linear layouts. */
TEST(vectors_by_definition)
{
    static const char *const classes[] = {"vectors", "none", "vectors that begin elsewhere",
                                          NULL};
    law_check_share("vectorizes of layouts", vectors_of_layouts, classes, 2);
    if (!SOLVE_ONLY)
        law_check_share("vectorizes of functions of any kind", vectors_of_any_kind, classes, 2);
}

/* ---- inverses ---- */

static bool inside(const function *f, int64_t c)
{
    return c >= 0 && c < (int64_t)f->n;
}

/* Past its domain only a linear layout has no value. */
static bool at(const function *f, int64_t c, int64_t *value)
{
    if (f->kind == LINEAR && !inside(f, c))
        return false;
    *value = f->kind == LINEAR ? f->at[c] : m_swizzled_at(&f->is, c);
    return true;
}

static bool right_inverts(const function *r, const function *a)
{
    for (size_t k = 0; k < r->n; k++)
        if (!inside(a, r->at[k]) || a->at[r->at[k]] != (int64_t)k)
            return false;
    return true;
}

static bool left_inverts(const function *left, const function *a)
{
    for (size_t k = 0; k < a->n; k++) {
        int64_t place;
        if (!at(left, a->at[k], &place) || !inside(a, place) || a->at[place] != a->at[k])
            return false;
    }
    return true;
}

/* An inverse of A that is often one, at times by way of places past its end. */
static void rnd_inverse(law *l, const function *a, function *f)
{
    rnd *r = &l->rnd;
    if (a->kind == LINEAR || rnd_chance(r, 15)) {
        rnd_function(l, f);
        return;
    }
    lc_layout *x = law_layout(l, &a->is.layout);
    lc_layout *inverse = law_own(l, rnd_chance(r, 50) ? lc_right_inverse(l->ctx, x)
                                                      : lc_left_inverse(l->ctx, x));
    *f = *a;
    f->kind = LAYOUT;
    f->is = (m_swizzled){.offset = 0};
    if (!inverse || !law_model(l, inverse, &f->is.layout) || m_size(&f->is.layout) > POINTS)
        m_layout_leaf(&f->is.layout, rnd_in(r, 1, 9), rnd_in(r, 0, 3) * (int64_t)a->n);
    lc_ctx_reset(l->ctx);
    m_layout *g = &f->is.layout;
    size_t last = g->n - 1;
    if (rnd_chance(r, 30) && m_size(g) / g->shape[last] * (g->shape[last] + 2) <= POINTS)
        g->shape[last] += rnd_in(r, 0, 2);
    if (rnd_chance(r, 20))
        g->stride[last] = rnd_in(r, 0, 2) * (int64_t)a->n;
    finish(l, f);
}

static bool inverses(law *l, bool left)
{
    function a, f;
    rnd_function(l, &a);
    if (rnd_chance(&l->rnd, 50)) {
        m_layout x;
        rnd_runs(&l->rnd, &x);
        of_layout(l, &x, &a);
    }
    rnd_inverse(l, &a, &f);
    if (a.kind == TENSOR || f.kind == TENSOR) /* offsets are of no use here */
        return true;
    lcv_value *args[2] = {f.value, a.value};
    const char *claim = left ? "left_inverts" : "right_inverts";
    long long c[2];
    return verdict(l, claim, 2, args, left ? left_inverts(&f, &a) : right_inverts(&f, &a),
                   law_printf(l, "%s(%s, %s)", claim, f.text, a.text), NULL, c);
}

static bool right(law *l)
{
    return inverses(l, false);
}
static bool left(law *l)
{
    return inverses(l, true);
}

TEST(inverses_by_definition)
{
    static const char *const classes[] = {"inverse", "none", NULL};
    law_check_share("right_inverts of any kind", right, classes, 4);
    law_check_share("left_inverts of any kind", left, classes, 4);
}

/* ---- compact ---- */

LAW_SHARE(compact_by_definition, "compact of any kind", 4, CLASSES("compact", "not"))
{
    function f;
    long long c[2];
    rnd_function(l, &f);
    if (rnd_chance(&l->rnd, 40))
        rnd_linear_function(l, &f);
    bool holds = true;
    for (size_t v = 0; v < f.n; v++) {
        size_t count = 0;
        for (size_t k = 0; k < f.n; k++)
            count += f.at[k] == (int64_t)v;
        holds = holds && count == 1;
    }
    return verdict(l, "compact", 1, &f.value, holds, law_printf(l, "compact(%s)", f.text), NULL,
                   c);
}

SUITE_MAIN("vectors", vectors_by_definition, inverses_by_definition, compact_by_definition)
