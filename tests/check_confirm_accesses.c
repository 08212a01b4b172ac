/* check_confirm_accesses.c - second opinions of what accesses cost, against the rule of the
 * hardware, byte by byte: right numbers are confirmed by isl, wrong ones are denied, and the
 * certificates of both are judged alike. Values may be where lanes start, or those of vectors. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/recheck.h"
#include "law.h"
#include "owned.h"
#include "runs.h"
#include "swizzled.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 512

/* A function as text, and as the table of its values in the order of accesses. */
typedef struct {
    const char *x;
    int64_t n, at[POINTS], lanes, bytes, width, banks;
    int64_t vector; /* as an argument; 0: by itself, -1: `_` */
    const char *arch, *op;
    const char *phase; /* of each four lanes, of 32; NULL: in the order of lanes */
    bool broken[POINTS];
} question;

/* ---- the hardware ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static void enlist(int64_t *list, int64_t *n, int64_t value)
{
    for (int64_t i = *n; i > 0; i--)
        if (list[i - 1] == value)
            return;
    list[(*n)++] = value;
}

static int64_t lanes_of(const question *q, int64_t first)
{
    return q->n - first < q->lanes ? q->n - first : q->lanes;
}

static int64_t phase_of(const question *q, int64_t lane)
{
    int64_t wide = q->width < 4 ? 4 : q->width;
    return q->phase ? lane / 32 * 8 + q->phase[lane % 32 / 4] - '0' : lane * wide / q->banks / 4;
}

/* Words of the busiest bank, of the lanes of a phase. */
static int64_t rounds(const question *q, int64_t first, int64_t phase)
{
    static int64_t words[64][64 * 4];
    int64_t n[64] = {0}, most = 0;
    for (int64_t i = first; i < first + lanes_of(q, first); i++)
        for (int64_t b = 0; phase_of(q, i - first) == phase && b < q->width; b++) {
            int64_t word = floor_div(q->bytes * q->at[i] + b, 4), bank = word & (q->banks - 1);
            enlist(words[bank], &n[bank], word);
            most = n[bank] > most ? n[bank] : most;
        }
    return most;
}

static int64_t conflicts(const question *q, int64_t first)
{
    int64_t extra = 0, n;
    for (int64_t phase = 0; phase < 16; phase++)
        extra += (n = rounds(q, first, phase)) > 0 ? n - 1 : 0;
    return extra;
}

static int64_t sectors(const question *q, int64_t first, int64_t *least)
{
    static int64_t touched[64], byte[64 * 32];
    int64_t n = 0, bytes = 0;
    for (int64_t i = first; i < first + lanes_of(q, first); i++)
        for (int64_t b = 0; b < q->width; b++) {
            enlist(touched, &n, floor_div(q->bytes * q->at[i] + b, 32));
            enlist(byte, &bytes, q->bytes * q->at[i] + b);
        }
    *least = (bytes + 31) / 32;
    return n;
}

/* The worst of all accesses. */
typedef struct {
    bool aligned, coalesced; /* and every vector is one */
    int64_t conflicts, sectors;
} costs;

static costs costs_of(const question *q)
{
    costs c = {true, true, 0, 0};
    for (int64_t i = 0; i < q->n; i++)
        c.aligned = c.aligned && q->bytes * q->at[i] % q->width == 0 && !q->broken[i];
    for (int64_t first = 0; c.aligned && first < q->n; first += q->lanes) {
        int64_t least, n = sectors(q, first, &least);
        int64_t extra = q->width <= 16 ? conflicts(q, first) : 0;
        c.conflicts = extra > c.conflicts ? extra : c.conflicts;
        c.sectors = n > c.sectors ? n : c.sectors;
        c.coalesced = c.coalesced && n == least;
    }
    return c;
}

/* ---- functions ---- */

/* Of all values, those where lanes start. */
static void take_vectors(law *l, question *q, const m_threads *t)
{
    rnd *r = &l->rnd;
    int64_t whole = q->width / q->bytes;
    bool fits = q->width % q->bytes == 0 && t->values % whole == 0;
    q->vector = fits && rnd_chance(r, 40) ? whole : rnd_in(r, -1, 1);
    int64_t vector = q->vector > 0 ? q->vector : m_own_vector(t, q->at, q->bytes, q->width);
    m_vector_starts(t, q->n, q->at, vector, q->broken);
    q->n /= vector;
}

/* The first values of a thread are side by side, mostly. */
static void random_run(rnd *r, const question *q, m_layout *a)
{
    size_t first = m_rank(a->nest) > 1 ? m_leaves(a->nest + 1, m_subtree_end(a->nest + 1)) : 0;
    int64_t whole = q->width / q->bytes;
    if (whole < 2 || first >= a->n || !rnd_chance(r, 60))
        return;
    a->stride[first] = 1;
    if (m_size(a) / a->shape[first] * whole * 2 <= POINTS)
        a->shape[first] = whole * rnd_in(r, 1, 2);
}

static bool a_layout(law *l, question *q)
{
    m_layout a;
    if (rnd_chance(&l->rnd, 50))
        rnd_layout(&l->rnd, POINTS, &a);
    else
        rnd_bijection(&l->rnd, POINTS, &a);
    if (rnd_chance(&l->rnd, 30)) /* rows of the tile with room between them */
        a.stride[a.n - 1] += rnd_in(&l->rnd, 0, 8);
    random_run(&l->rnd, q, &a);
    q->x = law_text(l, &a);
    q->n = m_size(&a);
    for (int64_t c = 0; c < q->n; c++)
        q->at[c] = m_at(&a, c);
    m_threads threads = m_threads_of(&a);
    take_vectors(l, q, &threads);
    return true;
}

/* A tile of vectors with a swizzle, the offset often 0. */
static bool a_swizzled(law *l, question *q)
{
    rnd *r = &l->rnd;
    int64_t power = (int64_t)1 << rnd_in(r, 2, 4), other = rnd_in(r, 3, 24);
    int64_t shape[] = {power, rnd_chance(r, 50) ? other : 2 * power};
    bool rows = rnd_chance(r, 50);
    int64_t pad = rnd_in(r, 0, 3) == 0 ? rnd_in(r, 1, 4) : 0,
            step = (int64_t)1 << rnd_in(r, 0, 3);
    int64_t stride[] = {rows ? step : shape[1] * step + pad, rows ? shape[0] * step + pad : step};
    m_swizzled s = {.swizzle = rnd_swizzle(r), .offset = rnd_chance(r, 70) ? 0 : rnd_in(r, 0, 9)};
    m_layout_flat(&s.layout, 2, shape, stride);
    random_run(r, q, &s.layout);
    q->x = law_swizzled_text(l, &s);
    q->n = m_size(&s.layout);
    for (int64_t c = 0; c < q->n; c++)
        q->at[c] = m_swizzled_at(&s, c);
    m_threads threads = m_threads_of(&s.layout);
    take_vectors(l, q, &threads);
    return true;
}

/* Bits of the lanes come first in the order of accesses. */
static bool a_linear(law *l, question *q)
{
    rnd *r = &l->rnd;
    int64_t column[9], registers = rnd_in(r, 0, 3), lane = rnd_in(r, 1, 5),
                       bits = registers + lane;
    const char *text = "linear{register: [";
    for (int64_t i = 0; i < bits; i++) {
        column[i] = i < registers && rnd_chance(r, 60) ? (int64_t)1 << i
                    : rnd_chance(r, 60)                ? (int64_t)1 << rnd_in(r, 0, 9)
                                                       : rnd_in(r, 0, 1023);
        text = law_printf(l, "%s%s%lld", text,
                          i == registers            ? "], lane: ["
                          : i > 0 && i != registers ? ","
                                                    : "",
                          (long long)column[i]);
    }
    q->x = law_printf(l, "%s] -> offset: 1024}", text);
    q->n = (int64_t)1 << bits;
    q->lanes = q->lanes > (int64_t)1 << lane ? (int64_t)1 << lane : q->lanes;
    for (int64_t c = 0; c < q->n; c++) {
        q->at[c] = 0;
        for (int64_t i = 0; i < bits; i++)
            q->at[c] ^= c >> i & 1 ? column[i] : 0;
    }
    m_threads threads = {1, (int64_t)1 << registers, true};
    take_vectors(l, q, &threads);
    question from = *q;
    int64_t left = q->n >> lane; /* of registers, which stand before lanes */
    for (int64_t c = 0; c < q->n; c++) {
        int64_t in = (c >> lane) + (c & (((int64_t)1 << lane) - 1)) * left;
        q->at[c] = from.at[in];
        q->broken[c] = from.broken[in];
    }
    return true;
}

/* What more than 32 lanes of shared memory are: accesses of 16 bytes of MI300 and MI350. */
static void some_processor(rnd *r, question *q)
{
    bool writes = rnd_chance(r, 30), mi300 = rnd_chance(r, 50);
    q->arch = mi300 ? "gfx942" : "gfx950";
    q->op = writes ? "write" : "read";
    q->phase = writes ? NULL : mi300 ? "01231032" : "01101001";
    q->banks = writes || mi300 ? 32 : 64;
    q->width = 16;
}

static bool some_question(law *l, question *q, bool banked)
{
    rnd *r = &l->rnd;
    q->arch = q->op = q->phase = NULL;
    bool any = rnd_chance(r, 30);
    q->lanes = any ? rnd_in(r, 1, 64) : (int64_t)1 << rnd_in(r, 2, 6);
    q->bytes = rnd_chance(r, 80) ? (int64_t)1 << rnd_in(r, 0, 4) : rnd_in(r, 1, 12);
    q->banks = rnd_chance(r, 70) ? 32 : 64;
    q->width = rnd_chance(r, 60) && q->bytes < 32 && (q->bytes & (q->bytes - 1)) == 0
                   ? q->bytes
                   : (int64_t)1 << rnd_in(r, 0, banked ? 4 : 5);
    if (l->index % 3 == 2) {
        q->lanes = (int64_t)1 << rnd_in(r, 2, 6);
        q->bytes = rnd_chance(r, 93) ? (int64_t)1 << rnd_in(r, 0, 3) : 3; /* bits that carry */
    }
    if (banked && q->lanes > 32)
        some_processor(r, q);
    if (l->index % 3 == 2)
        return a_linear(l, q);
    return l->index % 3 == 0 ? a_layout(l, q) : a_swizzled(l, q);
}

/* ---- opinions ---- */

enum { BY_ISL, OTHERWISE, PROVED, REFUTED };
static const char *const classes[] = {"confirmed by isl", "not by isl", "PROVED", "REFUTED",
                                      NULL};

static const char *told(law *l, const lcr_certified *c)
{
    const char *text = law_printf(l, "%s of", c->claim);
    for (size_t i = 0; i < c->n; i++)
        text = law_printf(l, "%s %s", text, c->arg[i]);
    return law_printf(l, "%s, %s", text, c->proved ? "PROVED" : "REFUTED");
}

static void keep_check(void *user, const lcr_checked *checked)
{
    lcr_check *check = user;
    *check = checked->check;
}

/* The certificate is confirmed; a wrong verdict has none. */
static bool certificates(law *l, lcr_ctx *r, const lcr_certified *c, bool right)
{
    bool certain, ok = false;
    lcr_check check = LCR_UNCERTAIN;
    char *block = lcr_certify(r, c, &certain);
    if (!block)
        ok = !right && lc_ctx_code(l->ctx) == LC_ERR_INTERNAL;
    lc_ctx_reset(l->ctx);
    if (block && right) {
        const char *text = law_printf(l, "%s%s", LCR_CERTIFICATE_HEAD, block);
        ok = lcr_recheck(r, text, keep_check, &check) &&
             check == (certain ? LCR_CONFIRMED : LCR_UNCERTAIN);
    }
    free(block);
    return ok || law_fail(l, "the certificate of %s", told(l, c));
}

/* Sets that are no decision of isl's: none is needed, or the accesses are of too many kinds. */
static size_t asked, by_points;

static bool right(law *l, lcr_ctx *r, const lcr_certified *c)
{
    lcr_confirmation said;
    if (!lcr_confirm(r, c, &said))
        return law_fail(l, "%s: %s", told(l, c), lc_ctx_message(l->ctx));
    bool ok = said.opinion == LCR_AGREES || lcr_reason_needs_no_set(said.reason) ||
              said.reason == LCR_BY_POINTS;
    asked++;
    by_points += said.reason == LCR_BY_POINTS;
    law_saw(l, said.opinion == LCR_AGREES ? BY_ISL : OTHERWISE);
    law_saw(l, c->proved ? PROVED : REFUTED);
    if (!ok)
        law_fail(l, "%s is not confirmed: %s", told(l, c), said.why);
    lcr_confirmation_clear(&said);
    return ok;
}

/* It is denied, and it is said why: a set with its point, or how the claim fails. */
static bool wrong(law *l, lcr_ctx *r, const lcr_certified *c)
{
    lcr_confirmation said;
    if (!lcr_confirm(r, c, &said))
        return law_fail(l, "%s: %s", told(l, c), lc_ctx_message(l->ctx));
    bool ok = said.opinion == LCR_DISAGREES && said.why &&
              (said.set || strcmp(said.why, "a set has a point") != 0);
    if (!ok)
        law_fail(l, "%s is not denied: %s", told(l, c), said.why ? said.why : "confirmed");
    lcr_confirmation_clear(&said);
    return ok;
}

static bool claimed(law *l, const char *claim, size_t n, const char *const *arg, bool holds)
{
    lcr_certified c = {"a.lay:1", claim, n, arg, NULL, holds};
    lcr_certified other = {"a.lay:1", claim, n, arg, NULL, !holds};
    lcr_ctx *r = law_relations(l);
    return right(l, r, &c) && wrong(l, r, &other) &&
           (!rnd_chance(&l->rnd, 30) ||
            (certificates(l, r, &c, true) && certificates(l, r, &other, false)));
}

static bool compared(int64_t a, const char *relation, int64_t b)
{
    return strcmp(relation, "==") == 0   ? a == b
           : strcmp(relation, "!=") == 0 ? a != b
           : strcmp(relation, "<=") == 0 ? a <= b
                                         : a >= b;
}

static const char *number(law *l, int64_t n)
{
    return law_printf(l, "%lld", (long long)n);
}

/* A claim that compares has a number at the end: the cost, one beside it, or another. */
static bool ask(law *l, const question *q, const costs *cost, bool banked)
{
    static const char *const relation[] = {"==", "!=", "<=", ">="};
    const char *arg[9] = {q->x, number(l, q->lanes), number(l, q->bytes), number(l, q->width),
                          number(l, q->banks)};
    size_t n = banked ? 5 : 4;
    if (q->vector != 0)
        arg[n++] = q->vector > 0 ? number(l, q->vector) : "_";
    if (q->arch) {
        arg[5] = q->vector > 0 ? arg[5] : "_";
        arg[6] = q->arch;
        arg[7] = q->op;
        n = 8;
    }
    int64_t is = banked ? cost->conflicts : cost->sectors;
    if (rnd_chance(&l->rnd, 25) || (!cost->aligned && rnd_chance(&l->rnd, 50)))
        return claimed(l, banked ? "conflict_free" : "coalesced", n, arg,
                       cost->aligned && (banked ? is == 0 : cost->coalesced));
    const char *by = cost->aligned ? relation[rnd_in(&l->rnd, 0, 3)] : "<=";
    int64_t bound = rnd_chance(&l->rnd, 80) ? is + rnd_in(&l->rnd, -1, 1)
                                            : rnd_in(&l->rnd, 0, 63);
    arg[n] = number(l, bound);
    return claimed(l, law_printf(l, "%s %s", banked ? "conflicts" : "sectors", by), n + 1, arg,
                   cost->aligned && compared(is, by, bound));
}

static bool costs_of_accesses(law *l)
{
    static question q;
    bool banked = rnd_chance(&l->rnd, 50);
    if (!some_question(l, &q, banked))
        return false;
    costs cost = costs_of(&q);
    return ask(l, &q, &cost, banked);
}

TEST(costs_by_isl)
{
    law_check_share("second opinions of what accesses cost", costs_of_accesses, classes, 4);
    ck_assert_msg(20 * by_points <= asked + 40, "%zu of %zu are decided by points", by_points,
                  asked);
}

SUITE_MAIN("confirm_accesses", costs_by_isl)
