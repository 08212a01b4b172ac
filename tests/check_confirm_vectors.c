/* check_confirm_vectors.c - second opinions of vectorizes, against its definition: vectors are
 * translates of the first one, by sums or, linear over F2, by XOR, and each of them is n
 * consecutive offsets of A, and of B, in the same order, from a multiple of n on if they are to
 * be aligned. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/recheck.h"
#include "law.h"
#include "owned.h"
#include "swizzled.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 512

/* Functions as text and as tables. */
typedef struct {
    const char *a, *b;
    int64_t size, n, x[POINTS], y[POINTS];
    bool by_xor, aligned; /* vectors are to begin at multiples of n */
} question;

/* ---- the definition ---- */

typedef enum { HOLDS, FAILS, CHOICE } answer;

/* The elements of one vector are consecutive, and in one order. */
static bool moves(const question *q, const int64_t *c)
{
    int64_t low = q->x[c[0]], other = q->y[c[0]];
    bool seen[POINTS] = {false}, all = true;
    for (int64_t i = 0; i < q->n; i++) {
        low = q->x[c[i]] < low ? q->x[c[i]] : low;
        other = q->y[c[i]] < other ? q->y[c[i]] : other;
    }
    for (int64_t i = 0; i < q->n; i++) {
        int64_t here = q->x[c[i]] - low;
        all = all && here < q->n && here == q->y[c[i]] - other && !seen[here];
        if (all)
            seen[here] = true;
    }
    return all && (!q->aligned || (low % q->n == 0 && other % q->n == 0));
}

/* The coordinates of the first vector; of XOR, those of 1, 2, 4, ... and what they add up to. */
static answer first_vector(const question *q, int64_t *first)
{
    answer is = HOLDS;
    for (int64_t i = 0; i < q->n; i++) {
        int64_t found = 0, rest = i & (i - 1);
        if (q->by_xor && i > 0 && rest != 0) {
            first[i] = first[rest] ^ first[i ^ rest];
            continue;
        }
        for (int64_t c = q->size - 1; c >= 0; c--) {
            int64_t x = q->by_xor ? q->x[c] ^ q->x[0] : q->x[c] - q->x[0];
            int64_t y = q->by_xor ? q->y[c] ^ q->y[0] : q->y[c] - q->y[0];
            if (x == i && y == i) {
                first[i] = c;
                found++;
            }
        }
        if (found == 0)
            return FAILS;
        is = found > 1 ? CHOICE : is;
    }
    return is;
}

static answer vectorizes(const question *q)
{
    int64_t first[POINTS], c[POINTS];
    bool taken[POINTS] = {false};
    if (q->n > q->size || (q->by_xor && (q->n & (q->n - 1)) != 0))
        return FAILS;
    answer is = first_vector(q, first);
    if (is == FAILS || (is == CHOICE && !q->by_xor))
        return is;
    for (int64_t t = 0; t < q->size; t++) {
        if (taken[t])
            continue;
        for (int64_t i = 0; i < q->n; i++) {
            c[i] = q->by_xor ? t ^ first[i] : t + first[i];
            if (c[i] >= q->size || taken[c[i]])
                return FAILS;
            taken[c[i]] = true;
        }
        if (!moves(q, c))
            return FAILS;
    }
    return HOLDS;
}

/* ---- functions ---- */

static void of_layout(law *l, const m_layout *m, const char **text, int64_t *at, int64_t *size)
{
    *text = law_text(l, m);
    *size = m_size(m);
    for (int64_t c = 0; c < *size; c++)
        at[c] = m_at(m, c);
}

/* Vectors along some mode, of both or of neither, in rows that may have gaps. */
static void layouts(law *l, question *q)
{
    rnd *r = &l->rnd;
    m_layout a, b;
    int64_t left, right, shape[3], stride[3], gap = rnd_in(r, 0, 3);
    for (int k = 0; k < 3; k++)
        shape[k] = rnd_in(r, 1, 8);
    int inner = (int)rnd_in(r, 0, 2), next = (inner + 1) % 3, last = (inner + 2) % 3;
    stride[inner] = 1;
    stride[next] = shape[inner] + (rnd_chance(r, 60) ? 0 : gap);
    stride[last] = stride[next] * shape[next] + (rnd_chance(r, 60) ? 0 : gap);
    m_layout_flat(&a, 3, shape, stride);
    if (rnd_chance(r, 20))
        rnd_layout(r, 64, &a);
    b = a;
    if (rnd_chance(r, 50)) {
        stride[next] += rnd_in(r, 0, 3);
        stride[last] = stride[next] * shape[next] + rnd_in(r, 0, 2);
        m_layout_flat(&b, 3, shape, stride);
    }
    if (rnd_chance(r, 10))
        rnd_bijection(r, 64, &b);
    of_layout(l, &a, &q->a, q->x, &left);
    of_layout(l, &b, &q->b, q->y, &right);
    q->size = left < right ? left : right;
    q->by_xor = false;
    q->n = rnd_chance(r, 50) ? shape[inner] : rnd_in(r, 1, 9);
}

/* A swizzled tile of 2^bits rows, whose values are linear over F2. */
static const char *of_swizzle(law *l, int64_t rows, int64_t columns, int64_t *at)
{
    rnd *r = &l->rnd;
    bool by_rows = rnd_chance(r, 70);
    int64_t shape[] = {rows, columns};
    int64_t stride[] = {by_rows ? columns : 1, by_rows ? 1 : rows};
    m_swizzled s = {.swizzle = rnd_swizzle(r)};
    s.swizzle.m = (int)rnd_in(r, 1, 4);
    m_layout_flat(&s.layout, 2, shape, stride);
    for (int64_t c = 0; c < rows * columns; c++)
        at[c] = m_swizzled_at(&s, c);
    return law_swizzled_text(l, &s);
}

static const char *of_bits(law *l, int64_t bits, int64_t *at)
{
    int64_t column[9];
    const char *text = "linear{in: [";
    for (int64_t i = 0; i < bits; i++) {
        column[i] = rnd_chance(&l->rnd, 80)
                        ? (int64_t)1 << (rnd_chance(&l->rnd, 70) ? i : bits - i)
                        : rnd_in(&l->rnd, 0, 511);
        text = law_printf(l, "%s%s%lld", text, i > 0 ? "," : "", (long long)column[i]);
    }
    for (int64_t c = 0; c < (int64_t)1 << bits; c++) {
        at[c] = 0;
        for (int64_t i = 0; i < bits; i++)
            at[c] ^= c >> i & 1 ? column[i] : 0;
    }
    return law_printf(l, "%s] -> out: 1024}", text);
}

static void bits(law *l, question *q)
{
    rnd *r = &l->rnd;
    int64_t row_bits = rnd_in(r, 1, 4), column_bits = rnd_in(r, 1, 4),
            all = row_bits + column_bits;
    q->size = (int64_t)1 << all;
    q->by_xor = true;
    q->n = rnd_chance(r, 90) ? (int64_t)1 << rnd_in(r, 0, 4) : rnd_in(r, 1, 9);
    q->a = rnd_chance(r, 60)
               ? of_swizzle(l, (int64_t)1 << row_bits, (int64_t)1 << column_bits, q->x)
               : of_bits(l, all, q->x);
    q->b = q->a;
    memcpy(q->y, q->x, sizeof q->y);
    if (rnd_chance(r, 50))
        q->b = rnd_chance(r, 50)
                   ? of_swizzle(l, (int64_t)1 << row_bits, (int64_t)1 << column_bits, q->y)
                   : of_bits(l, all, q->y);
}

/* ---- opinions ---- */

enum { PROVED, REFUTED, BY_ISL };

static const char *told(law *l, const lcr_certified *c)
{
    return law_printf(l, "vectorizes of %s, %s, %s%s: %s", c->arg[0], c->arg[1], c->arg[2],
                      c->n > 3 ? ", aligned" : "", c->proved ? "PROVED" : "REFUTED");
}

static bool opinion(law *l, lcr_ctx *r, const lcr_certified *c, bool right, bool *by_isl)
{
    lcr_confirmation said;
    if (!lcr_confirm(r, c, &said))
        return law_fail(l, "%s: %s", told(l, c), lc_ctx_message(l->ctx));
    *by_isl = said.opinion == LCR_AGREES;
    bool ok = !right ? said.opinion == LCR_DISAGREES && said.why &&
                           (said.set || strcmp(said.why, "a set has a point") != 0)
                     : *by_isl || said.reason == LCR_BY_POINTS ||
                           lcr_reason_needs_no_set(said.reason);
    if (!ok)
        law_fail(l, "%s: %s", told(l, c), said.why ? said.why : "confirmed");
    lcr_confirmation_clear(&said);
    return ok;
}

static void keep_check(void *user, const lcr_checked *checked)
{
    lcr_check *check = user;
    *check = checked->check;
}

static bool has_certificate(law *l, lcr_ctx *r, const lcr_certified *c)
{
    bool certain;
    lcr_check check = LCR_UNCERTAIN;
    char *block = lcr_certify(r, c, &certain);
    bool ok = block && certain &&
              lcr_recheck(r, law_printf(l, "%s%s", LCR_CERTIFICATE_HEAD, block), keep_check,
                          &check) &&
              check == LCR_CONFIRMED;
    free(block);
    return ok || law_fail(l, "no certificate that is confirmed of %s", told(l, c));
}

/* The first vector as a layout, something like it, or where there may be none. */
static const char *rnd_witness(law *l, const question *q)
{
    rnd *r = &l->rnd;
    int64_t first[POINTS] = {0}, x = rnd_in(r, 1, q->n);
    first_vector(q, first);
    x = q->n % x == 0 ? x : q->n;
    if (rnd_chance(r, 20))
        return law_printf(l, "%lld", (long long)rnd_in(r, -1, q->n));
    const char *f = law_printf(l, "(%lld,%lld):(%lld,%lld)", (long long)x, (long long)(q->n / x),
                               (long long)(x > 1 ? first[1] : 0),
                               (long long)(x < q->n ? first[x] : 0));
    if (rnd_chance(r, 20))
        f = law_printf(l, "%lld:%lld", (long long)(q->n + rnd_in(r, 0, 1)),
                       (long long)rnd_in(r, 0, 4));
    return rnd_chance(r, 50) ? law_printf(l, "{%lld} o %s", (long long)rnd_in(r, 0, q->size), f)
                             : f;
}

/* A witness confirms no wrong verdict, and isl some right ones. */
static bool with_witness(law *l, lcr_ctx *r, lcr_certified c, const question *q, answer is)
{
    lcr_confirmation said;
    c.witness = rnd_witness(l, q);
    c.proved = rnd_chance(&l->rnd, 50);
    bool asked = lcr_confirm(r, &c, &said), agrees = said.opinion == LCR_AGREES;
    bool yes = agrees || lcr_reason_needs_no_set(said.reason);
    lcr_confirmation_clear(&said);
    if (agrees)
        law_saw(l, BY_ISL);
    return asked && (!yes || c.proved == (is == HOLDS) ||
                     law_fail(l, "%s: confirmed by %s", told(l, &c), c.witness));
}

static size_t asked, by_isl;

static bool ask(law *l, const question *q, answer is)
{
    const char *arg[] = {q->a, q->b, law_printf(l, "%lld", (long long)q->n), "aligned"};
    size_t n = q->aligned ? 4 : 3;
    lcr_certified c = {"a.lay:1", "vectorizes", n, arg, NULL, is == HOLDS};
    lcr_certified other = {"a.lay:1", "vectorizes", n, arg, NULL, is != HOLDS};
    lcr_ctx *r = law_relations(l);
    bool isl = false, ignored;
    bool ok = opinion(l, r, &c, true, &isl) && opinion(l, r, &other, false, &ignored) &&
              (!rnd_chance(&l->rnd, 30) || has_certificate(l, r, &c)) &&
              (q->by_xor || with_witness(l, r, c, q, is));
    asked += q->by_xor;
    by_isl += isl;
    law_saw(l, is == HOLDS ? PROVED : REFUTED);
    if (isl)
        law_saw(l, BY_ISL);
    return ok;
}

static bool vectors_by_definition(law *l)
{
    static question q;
    if (l->index % 2 == 0)
        layouts(l, &q);
    else
        bits(l, &q);
    q.aligned = rnd_chance(&l->rnd, 40);
    answer is = vectorizes(&q);
    return (is == CHOICE && !q.by_xor) || ask(l, &q, is);
}

TEST(vectors_by_isl)
{
    static const char *const classes[] = {"PROVED", "REFUTED", "confirmed by isl", NULL};
    law_check_share("second opinions of vectors", vectors_by_definition, classes, 4);
    ck_assert_msg(5 * by_isl >= 4 * asked, "isl confirms %zu of %zu of bits", by_isl, asked);
}

SUITE_MAIN("confirm_vectors", vectors_by_isl)
