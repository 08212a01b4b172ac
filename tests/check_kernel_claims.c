/* check_kernel_claims.c - feeds, multiplies, and the permutations of reorderings and registers,
 * of layouts, swizzled and linear layouts, against enumeration. */
#include "config.h"

#include "../isl-bridge/internal.h"
#include "../isl-bridge/recheck-confirm.h"
#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 5
#define MOST 128 /* coordinates */

static const char *const proved_or_refuted[] = {"proved", "refuted", NULL};

/* The claim has this verdict; the counterexamples of claims are redone elsewhere. */
static bool proves(law *l, const char *claim, bool holds)
{
    language_seen s;
    language_prove(claim, &s);
    lcv_verdict want = holds ? LCV_PROVED : LCV_REFUTED;
    bool right = s.claim && s.verdict == want;
    if (!right)
        law_fail(l, "%s: not %s: %s", claim, holds ? "proved" : "refuted", s.rendered);
    law_saw(l, holds ? 0 : 1);
    language_clear(&s);
    return right;
}

/* ---- thread-value layouts ---- */

/* By bits: those of threads, then those of values. */
typedef struct {
    int threads, values;
    int64_t step[BITS + 1];
    bool linear; /* steps add by XOR, and registers come first */
    int b, m, s; /* a swizzle, b = 0 for none */
} held;

static int64_t swizzled(const held *h, int64_t x)
{
    int64_t mask = (((int64_t)1 << h->b) - 1) << h->m;
    return h->b == 0 ? x : x ^ (x >> h->s & mask);
}

static int64_t element(const held *h, int64_t thread, int64_t value)
{
    int64_t c = thread | value << h->threads, sum = 0;
    for (int k = 0; k < h->threads + h->values; k++)
        if (c >> k & 1)
            sum = h->linear ? sum ^ h->step[k] : sum + h->step[k];
    return swizzled(h, sum);
}

static const char *bases(law *l, const held *h, int first, int n)
{
    const char *text = "";
    for (int k = 0; k < n; k++)
        text = law_printf(l, "%s%s%lld", text, k > 0 ? "," : "", (long long)h->step[first + k]);
    return text;
}

static const char *held_text(law *l, const held *h)
{
    const char *twos[] = {"", "2", "2,2", "2,2,2", "2,2,2,2"};
    const char *of_threads = bases(l, h, 0, h->threads);
    const char *of_values = bases(l, h, h->threads, h->values);
    if (h->linear)
        return law_printf(l, "linear{register: [%s], lane: [%s] -> out: 64}", of_values,
                          of_threads);
    const char *swizzle = h->b == 0 ? "" : law_printf(l, "S<%d,%d,%d> o 0 o ", h->b, h->m, h->s);
    return law_printf(l, "%s((%s,),(%s,)):((%s,),(%s,))", swizzle, twos[h->threads],
                      twos[h->values], of_threads, of_values);
}

static void rnd_held(rnd *r, held *h)
{
    *h = (held){.threads = (int)rnd_in(r, 1, 2), .values = (int)rnd_in(r, 1, 3)};
    h->linear = rnd_chance(r, 40);
    for (int k = 0; k < h->threads + h->values; k++)
        h->step[k] = rnd_chance(r, 60) ? (int64_t)1 << rnd_in(r, 0, 5) : rnd_in(r, 0, 31);
    if (!h->linear && rnd_chance(r, 30)) {
        h->b = (int)rnd_in(r, 1, 2);
        h->m = (int)rnd_in(r, 0, 1);
        h->s = (int)rnd_in(r, h->b, 3);
    }
}

/* Values in another order, and perhaps other steps or elements of another thread. */
static void rnd_order(rnd *r, held *h)
{
    for (int k = h->threads; k < h->threads + h->values; k++) {
        int other = (int)rnd_in(r, h->threads, h->threads + h->values - 1);
        int64_t step = h->step[k];
        h->step[k] = h->step[other];
        h->step[other] = step;
    }
    if (h->linear && h->values > 1 && rnd_chance(r, 50))
        h->step[h->threads] ^= h->step[h->threads + 1];
    if (h->linear && rnd_chance(r, 30)) /* an order that depends on the thread */
        h->step[0] ^= h->step[h->threads];
    if (rnd_chance(r, 40))
        h->step[rnd_in(r, 0, h->threads + h->values - 1)] = rnd_in(r, 0, 33) % 32;
}

static void elements_of(const held *h, int64_t thread, int64_t *out)
{
    for (int64_t v = 0; v < 1 << h->values; v++)
        out[v] = element(h, thread, v);
    qsort(out, (size_t)1 << h->values, sizeof *out, m_by_value);
}

static bool feeds_by_definition(const held *t, const held *u)
{
    bool same = t->threads == u->threads && t->values == u->values;
    for (int64_t thread = 0; same && thread < 1 << t->threads; thread++) {
        int64_t a[MOST], b[MOST];
        elements_of(t, thread, a);
        elements_of(u, thread, b);
        same = memcmp(a, b, sizeof *a << t->values) == 0;
    }
    return same;
}

LAW_SHARE(feeds, "feeds", 4, proved_or_refuted)
{
    held t, u;
    rnd_held(&l->rnd, &t);
    u = t;
    rnd_order(&l->rnd, &u);
    if (rnd_chance(&l->rnd, 5))
        u.threads--;
    if (u.threads == 0)
        return true;
    return proves(l, law_printf(l, "feeds(%s, %s)", held_text(l, &t), held_text(l, &u)),
                  feeds_by_definition(&t, &u));
}

/* T(t,v) = U(t,Q(v)) of the permutation that is shown, where there is one. */
LAW_SHARE(permutes, "register_permutation", 8, CLASSES("permutation", "none"))
{
    held t, u;
    language_seen s;
    rnd_held(&l->rnd, &t);
    u = t;
    rnd_order(&l->rnd, &u);
    const char *a = held_text(l, &t), *b = held_text(l, &u);
    bool fed = feeds_by_definition(&t, &u), ok = true;
    language_eval(law_printf(l, "register_permutation(%s, %s)", a, b), &s);
    bool made = s.value != NULL;
    if (made && !fed)
        ok = law_fail(l, "register_permutation(%s, %s) is %s", a, b, s.value);
    const char *q = made ? law_printf(l, "%s", s.value) : "";
    language_clear(&s);
    law_saw(l, made ? 0 : 1);
    for (int64_t v = 0; made && ok && v < 1 << t.values; v++) {
        language_eval(law_printf(l, "(%s)(%lld)", q, (long long)v), &s);
        int64_t to = s.value ? atoll(s.value) : -1;
        language_clear(&s);
        for (int64_t thread = 0; ok && thread < 1 << t.threads; thread++)
            if (to < 0 || to >= 1 << u.values ||
                element(&t, thread, v) != element(&u, thread, to))
                ok = law_fail(l, "%s at %lld: thread %lld of %s and %s", q, (long long)v,
                              (long long)thread, a, b);
    }
    return ok;
}

/* ---- products ---- */

typedef struct {
    int n;
    int64_t extent[6], step[3][6], s[3];
} product;

/* (m,n,k) in pieces, in any order, with the steps that belong to them. */
static void rnd_product(rnd *r, product *p)
{
    static const int index_of[3][2] = {{0, 2}, {1, 2}, {0, 1}};
    int64_t place[3] = {1, 1, 1};
    int of[6];
    p->n = (int)rnd_in(r, 3, 6);
    for (int k = 0; k < p->n; k++) {
        of[k] = k < 3 ? k : (int)rnd_in(r, 0, 2);
        p->extent[k] = rnd_in(r, 1, 3);
    }
    for (int k = 0; k < p->n; k++) {
        int other = (int)rnd_in(r, 0, p->n - 1), mode = of[k];
        of[k] = of[other];
        of[other] = mode;
    }
    for (int i = 0; i < 3; i++)
        p->s[i] = 1;
    for (int k = 0; k < p->n; k++)
        p->s[of[k]] *= p->extent[k];
    for (int k = 0; k < p->n; k++) {
        for (int i = 0; i < 3; i++)
            p->step[i][k] = of[k] == index_of[i][0]   ? place[of[k]]
                            : of[k] == index_of[i][1] ? place[of[k]] * p->s[index_of[i][0]]
                                                      : 0;
        place[of[k]] *= p->extent[k];
    }
    if (rnd_chance(r, 50))
        p->step[rnd_in(r, 0, 2)][rnd_in(r, 0, p->n - 1)] += rnd_in(r, -1, 2);
    if (rnd_chance(r, 10))
        p->s[rnd_in(r, 0, 2)] += 1;
}

static int64_t place_of(const product *p, int i, int64_t c)
{
    int64_t sum = 0;
    for (int k = 0; k < p->n; k++) {
        sum += c % p->extent[k] * p->step[i][k];
        c /= p->extent[k];
    }
    return sum;
}

static bool multiplies_by_definition(const product *p)
{
    int64_t size = 1, count = 0;
    for (int k = 0; k < p->n; k++)
        size *= p->extent[k];
    bool right = size == p->s[0] * p->s[1] * p->s[2];
    for (int64_t m = 0; right && m < p->s[0]; m++)
        for (int64_t n = 0; n < p->s[1]; n++)
            for (int64_t k = 0; k < p->s[2]; k++, count = 0) {
                for (int64_t c = 0; c < size; c++)
                    count += place_of(p, 0, c) == m + p->s[0] * k &&
                             place_of(p, 1, c) == n + p->s[1] * k &&
                             place_of(p, 2, c) == m + p->s[0] * n;
                right = right && count == 1;
            }
    return right;
}

static const char *numbers(law *l, int n, const int64_t *number)
{
    const char *text = "";
    for (int k = 0; k < n; k++)
        text = law_printf(l, "%s%lld,", text, (long long)number[k]);
    return law_printf(l, "(%s)", text);
}

LAW_SHARE(multiplies, "multiplies", 4, proved_or_refuted)
{
    product p;
    rnd_product(&l->rnd, &p);
    const char *text = "", *shape = numbers(l, p.n, p.extent);
    for (int i = 0; i < 3; i++)
        text = law_printf(l, "%s%s%s:%s, ", text,
                          rnd_chance(&l->rnd, 20) ? "S<0,0,0> o 0 o " : "", shape,
                          numbers(l, p.n, p.step[i]));
    return proves(l, law_printf(l, "multiplies(%s%s)", text, numbers(l, 3, p.s)),
                  multiplies_by_definition(&p));
}

/* ---- accesses of 32 lanes to words of 4 bytes ---- */

#define ADDRESS_BITS 7 /* 4 rows of 32 banks */
#define LANE_BITS 5

typedef struct {
    int64_t bit[LANE_BITS]; /* where each bit of a lane goes, by XOR */
    int vector;             /* bits of the words that a lane moves together: 0, 2 */
} lanes;

static int64_t address(const lanes *x, int64_t lane)
{
    int64_t sum = 0;
    for (int j = 0; j < LANE_BITS; j++)
        sum ^= lane >> j & 1 ? x->bit[j] : 0;
    return sum;
}

/* No two lanes of a phase want different rows of one bank. */
static bool is_free(int vector, int64_t (*at)(const void *of, int64_t lane), const void *of)
{
    int64_t phase = 32 >> vector, row = 32 >> vector;
    for (int64_t i = 0; i < 32; i++)
        for (int64_t k = i / phase * phase; k < i; k++) {
            int64_t a = at(of, i) >> vector, b = at(of, k) >> vector;
            if (a != b && a % row == b % row)
                return false;
        }
    return true;
}

/* An address and what is added to it at its two highest bits. */
typedef struct {
    const lanes *x;
    int64_t word[2];
} behind;

static int64_t behind_at(const void *of, int64_t lane)
{
    const behind *b = of;
    int64_t a = address(b->x, lane);
    return a ^ (a >> 5 & 1 ? b->word[0] : 0) ^ (a >> 6 & 1 ? b->word[1] : 0);
}

static bool all_free(size_t n, const lanes *x, const int64_t word[2])
{
    for (size_t i = 0; i < n; i++)
        if (!is_free(x[i].vector, behind_at, &(behind){&x[i], {word[0], word[1]}}))
            return false;
    return true;
}

/* The fewest XORs into the bank, of all; -1: none frees the accesses. */
static int fewest(size_t n, const lanes *x)
{
    int best = -1, fixed = 0;
    for (size_t i = 0; i < n; i++)
        fixed = x[i].vector > fixed ? x[i].vector : fixed;
    for (int64_t a = 0; a < 32; a += 1 << fixed)
        for (int64_t b = 0; b < 32; b += 1 << fixed) {
            int64_t word[2] = {a, b};
            int count = __builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)b);
            if ((best < 0 || count < best) && all_free(n, x, word))
                best = count;
        }
    return best;
}

static const char *access_text(law *l, const lanes *x)
{
    const char *text = "";
    for (int j = 0; j < LANE_BITS; j++)
        text = law_printf(l, "%s%s%lld", text, j > 0 ? "," : "", (long long)x->bit[j]);
    return law_printf(l, "[linear{in: [%s] -> in: 128}, %d]", text, 4 << x->vector);
}

static void rnd_lanes(rnd *r, lanes *x)
{
    x->vector = rnd_chance(r, 25) ? 2 : 0;
    for (int j = 0; j < LANE_BITS; j++) {
        x->bit[j] = rnd_chance(r, 70) ? (int64_t)1 << rnd_in(r, 0, ADDRESS_BITS - 1)
                                      : rnd_in(r, 0, 127);
        x->bit[j] = x->bit[j] >> x->vector << x->vector;
    }
}

/* The value at 32 and at 64 without these bits: what is added to the bank. */
static bool words_of(law *l, const char *value, int64_t word[2])
{
    for (int i = 0; i < 2; i++) {
        language_seen s;
        language_eval(law_printf(l, "(%s)(%d)", value, 32 << i), &s);
        bool made = s.value != NULL;
        word[i] = made ? atoll(s.value) & 31 : 0;
        language_clear(&s);
        if (!made)
            return law_fail(l, "%s has no value at %d", value, 32 << i);
    }
    return true;
}

LAW_SHARE(finds_xor, "find_swizzle", 16, CLASSES("found", "none"))
{
    lanes x[3];
    size_t n = (size_t)rnd_in(&l->rnd, 1, 3);
    const char *text = "";
    for (size_t i = 0; i < n; i++) {
        rnd_lanes(&l->rnd, &x[i]);
        text = law_printf(l, "%s%s%s", text, i > 0 ? ", " : "", access_text(l, &x[i]));
    }
    int want = fewest(n, x);
    language_seen s;
    language_eval(law_printf(l, "find_swizzle([%s])", text), &s);
    const char *value = s.value ? law_printf(l, "%s", s.value) : NULL;
    bool told = s.message && strstr(s.message, "too few") != NULL;
    language_clear(&s);
    law_saw(l, want >= 0 ? 0 : 1);
    if (!value)
        return want < 0 || told || law_fail(l, "[%s]: %d XORs would do", text, want);
    if (want < 0)
        return law_fail(l, "[%s]: %s, where nothing would do", text, value);
    if (strncmp(value, "linear", 6) != 0) /* swizzles have laws of their own */
        return true;
    int64_t word[2];
    if (!words_of(l, value, word))
        return false;
    int count = __builtin_popcountll((uint64_t)word[0]) + __builtin_popcountll((uint64_t)word[1]);
    return (all_free(n, x, word) && count == want) ||
           law_fail(l, "[%s]: %s, of %d XORs and not %d", text, value, count, want);
}

/* ---- paddings of (32,8):(1,32), (16,4,4):(1,16,64) ---- */

typedef struct {
    int n;
    int64_t extent[3], step[3];
    int64_t lane[LANE_BITS]; /* integral coordinates, which add */
} tile;

static int64_t tile_at(const void *of, int64_t lane)
{
    const tile *t = of;
    int64_t c = 0, sum = 0;
    for (int j = 0; j < LANE_BITS; j++)
        c += lane >> j & 1 ? t->lane[j] : 0;
    for (int k = 0; k < t->n; k++) {
        bool last = k + 1 == t->n;
        sum += (last ? c : c % t->extent[k]) * t->step[k];
        c /= t->extent[k];
    }
    return sum;
}

static int64_t cosize_of(const tile *t)
{
    int64_t sum = 1;
    for (int k = 0; k < t->n; k++)
        sum += (t->extent[k] - 1) * t->step[k];
    return sum;
}

/* The least cosize of a padding without conflicts; -1: there is none. */
static int64_t least_cosize(const tile *t)
{
    int64_t best = is_free(0, tile_at, t) ? cosize_of(t) : -1;
    for (int leaf = 0; best != cosize_of(t) && leaf < t->n; leaf++)
        for (int64_t p = 1; p < 32; p++) {
            tile u = *t;
            for (int k = 0; k < t->n; k++)
                if (t->step[k] % t->step[leaf] == 0)
                    u.step[k] = t->step[k] / t->step[leaf] * (t->step[leaf] + p);
            if ((best < 0 || cosize_of(&u) < best) && is_free(0, tile_at, &u))
                best = cosize_of(&u);
        }
    return best;
}

LAW_SHARE(finds_padding, "find_padding", 16, CLASSES("found"))
{
    static const tile tiles[] = {{2, {32, 8, 0}, {1, 32, 0}, {0}},
                                 {2, {8, 32, 0}, {32, 1, 0}, {0}},
                                 {3, {16, 4, 4}, {1, 16, 64}, {0}},
                                 {3, {4, 16, 4}, {16, 1, 64}, {0}}};
    tile t = tiles[rnd_in(&l->rnd, 0, 3)];
    for (int j = 0; j < LANE_BITS; j++) /* of 2^8 coordinates, each bit once */
        t.lane[j] = (int64_t)1 << rnd_in(&l->rnd, 0, 7);
    for (int j = 1; j < LANE_BITS; j++)
        for (int i = 0; i < j; i++)
            if (t.lane[i] == t.lane[j])
                t.lane[j] = 0;
    const char *a = law_printf(l, "%s:%s", numbers(l, t.n, t.extent), numbers(l, t.n, t.step));
    const char *x = law_printf(l, "(2,2,2,2,2):%s", numbers(l, LANE_BITS, t.lane));
    int64_t want = least_cosize(&t);
    language_seen s;
    language_eval(law_printf(l, "cosize(find_padding(%s, %s))", a, x), &s);
    int64_t got = s.value ? atoll(s.value) : -1;
    language_clear(&s);
    law_saw(l, want >= 0 ? 0 : 1);
    return got == want || law_fail(l, "find_padding(%s, %s): cosize %lld, not %lld", a, x,
                                   (long long)got, (long long)want);
}

/* What the checker is told of any layout behind another: one without conflicts. */
static const char *planted_hint(lit_pool *pool, const char *kind, const lit *x, const lit *y)
{
    (void)pool, (void)kind, (void)x, (void)y;
    return "(2,2,2,2,2):(1,2,4,8,16)";
}

/* Paddings by any number, with that hint: those that are confirmed have no conflicts. */
LAW(hint_is_harmless, "wrong hints of paddings", CLASSES("confirmed", "not"))
{
    tile t = {2, {32, 8, 0}, {1, 32, 0}, {0}}, u = t;
    for (int j = 0; j < LANE_BITS; j++)
        u.lane[j] = t.lane[j] = (int64_t)1 << (j + (j < 2 ? 0 : rnd_in(&l->rnd, 0, 1) * 3));
    u.step[1] += rnd_in(&l->rnd, 0, 31);
    const char *arg[] = {law_printf(l, "%s:%s", numbers(l, 2, t.extent), numbers(l, 2, t.step)),
                         law_printf(l, "(2,2,2,2,2):%s", numbers(l, LANE_BITS, t.lane))};
    const lcr_valued v = {"find_padding", 2, arg,
                          law_printf(l, "%s:%s", numbers(l, 2, u.extent), numbers(l, 2, u.step))};
    lcr_confirmation said;
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    r->find = planted_hint;
    bool ok = lcr_confirm_value(r, &v, &said), yes = said.opinion == LCR_AGREES;
    lcr_confirmation_clear(&said);
    lcr_ctx_free(r);
    law_saw(l, yes ? 0 : 1);
    return ok && (!yes || is_free(0, tile_at, &u) ||
                  law_fail(l, "confirmed: %s = find_padding(%s, %s)", v.value, arg[0], arg[1]));
}

SUITE_MAIN("kernel claims", feeds, permutes, multiplies, finds_xor, finds_padding,
           hint_is_harmless)
