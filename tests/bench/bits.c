/* bits.c - swizzles, also on their relations alone, and dense linear layouts. */
#include "config.h"

#include "bench.h"

#include "../../isl-bridge/bits.h"
#include "plain.h"
#include "../../verify/session/script.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 5
#define DENSE 20 /* pairs of random matrices */

static void remember(void *user, const lcv_outcome *outcome)
{
    *(lcv_status *)user = outcome->status;
}

/* The median time of a claim; `*right` turns false when it does not end as expected. */
static double prove(lcv_session *session, const char *claim, lcv_status expected, bool *right)
{
    double seconds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        lcv_status status = LCV_INVALID;
        lcv_listener listener = {.user = &status, .outcome = remember};
        double start = bench_now();
        lcv_session_prove(session, claim, &listener);
        seconds[i] = bench_now() - start;
        *right = *right && status == expected;
    }
    return bench_spread_of(seconds, ROUNDS).median;
}

/* ---- swizzles */

enum { INVOLUTION, BIJECTIVE, CLAIMS };
static const char *const claim_name[CLAIMS] = {"involution", "bijective"};

static void claim_text(int claim, int b, int m, int s, char *out, size_t room)
{
    if (claim == INVOLUTION)
        snprintf(out, room, "equiv(S<%d,%d,%d> o S<%d,%d,%d>, %lld:1)", b, m, s, b, m, s,
                 1ll << (b + m + abs(s)));
    else
        snprintf(out, room, "bijective(S<%d,%d,%d>)", b, m, s);
}

static bool all_swizzles(lcv_session *session)
{
    bool right = true;
    printf("%-14s %10s %10s   every S<b,m,s> with b, m <= 5, b <= |s| <= 6\n", "", "median",
           "slowest");
    for (int claim = 0; claim < CLAIMS; claim++) {
        double seconds[1024];
        size_t n = 0;
        for (int b = 0; b <= 5; b++)
            for (int m = 0; m <= 5; m++)
                for (int s = -6; s <= 6; s++) {
                    char text[128];
                    if (abs(s) < b)
                        continue;
                    claim_text(claim, b, m, s, text, sizeof text);
                    seconds[n++] = prove(session, text, LCV_PASSED, &right);
                }
        bench_spread all = bench_spread_of(seconds, n);
        printf("%-14s %10s %10s   %zu claims\n", claim_name[claim], bench_seconds(all.median),
               bench_seconds(all.high), n);
    }
    return right;
}

typedef struct {
    lcr_ctx *r;
    int claim;
    lc_swizzle w;
    lc_int size;
} question;

/* The swizzle's layout map twice against the identity; injective with the range [0, size). */
static lcr_answer ask(void *user)
{
    question *q = user;
    lc_ctx *ctx = lcr_ctx_lc(q->r);
    lcr_answer answer = LCR_UNKNOWN;
    lcr_map *map = lcr_swizzle_layout_map(q->r, q->w);
    if (map && q->claim == INVOLUTION) {
        lc_int one = lc_int_const(1);
        lc_layout *line = lc_layout_flat(ctx, 1, &q->size, &one);
        lcr_map *twice = lcr_map_compose(q->r, map, map);
        lcr_map *identity = line ? lcr_layout_map(q->r, line) : NULL;
        if (twice && identity)
            answer = plain_equal(q->r, twice, identity);
        lcr_map_free(identity);
        lcr_map_free(twice);
        lc_layout_free(line);
    } else if (map) {
        answer = plain_injective(q->r, map);
        if (answer == LCR_YES)
            answer = plain_range_is(q->r, map, q->size);
    }
    lcr_map_free(map);
    return answer;
}

static bool on_relations(lcv_session *session, lcr_ctx *r)
{
    static const int swizzle[][3] = {{1, 2, 1}, {2, 0, 2}, {2, 3, 2}, {3, 3, 3}, {3, 4, 3}};
    bool right = true;
    printf("\n%-26s %12s %12s\n", "", "layoutcheck", "relations");
    for (size_t i = 0; i < sizeof swizzle / sizeof *swizzle; i++)
        for (int claim = 0; claim < CLAIMS; claim++) {
            const int *v = swizzle[i];
            char text[128], name[64];
            claim_text(claim, v[0], v[1], v[2], text, sizeof text);
            snprintf(name, sizeof name, "S<%d,%d,%d> %s", v[0], v[1], v[2], claim_name[claim]);
            question q = {.r = r,
                          .claim = claim,
                          .size = lc_int_const(1 << (v[0] + v[1] + v[2]))};
            if (!lc_swizzle_make(lcr_ctx_lc(r), lc_int_const(v[0]), lc_int_const(v[1]),
                                 lc_int_const(v[2]), &q.w))
                return false;
            bench_reply reply;
            double ours = prove(session, text, LCV_PASSED, &right);
            bool answered = bench_in_child(ask, &q, &reply);
            printf("%-26s %12s %12s\n", name, bench_seconds(ours),
                   !answered                     ? "over 10 s"
                   : reply.answer == LCR_UNKNOWN ? "no answer"
                                                 : bench_seconds(reply.seconds));
            right = right && (!answered || reply.answer != LCR_NO);
        }
    return right;
}

/* ---- dense matrices */

static uint64_t next(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

static int write_linear(char *out, size_t room, const uint64_t *basis, int bits)
{
    int n = snprintf(out, room, "linear{in: [");
    for (int i = 0; i < bits; i++)
        n += snprintf(out + n, room - (size_t)n, "%s%" PRIu64, i ? "," : "", basis[i]);
    return n + snprintf(out + n, room - (size_t)n, "] -> out: %lld}", 1ll << bits);
}

static bool dense(lcv_session *session, int bits)
{
    double same[DENSE], flipped[DENSE];
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15), basis[64];
    bool right = true;
    for (int k = 0; k < DENSE; k++) {
        char text[8192];
        for (int i = 0; i < bits; i++)
            basis[i] = next(&state) & ((UINT64_C(1) << bits) - 1);
        for (int flip = 0; flip < 2; flip++) {
            int n = snprintf(text, sizeof text, "equiv(");
            n += write_linear(text + n, sizeof text - (size_t)n, basis, bits);
            n += snprintf(text + n, sizeof text - (size_t)n, ", ");
            if (flip)
                basis[next(&state) % (unsigned)bits] ^= UINT64_C(1)
                                                        << next(&state) % (unsigned)bits;
            n += write_linear(text + n, sizeof text - (size_t)n, basis, bits);
            snprintf(text + n, sizeof text - (size_t)n, ")");
            (flip ? flipped : same)[k] = prove(session, text, flip ? LCV_FAILED : LCV_PASSED,
                                               &right);
        }
    }
    bench_spread x = bench_spread_of(same, DENSE), y = bench_spread_of(flipped, DENSE);
    printf("%4d bits %18s %12s %18s %12s\n", bits, bench_seconds(x.median), bench_seconds(x.high),
           bench_seconds(y.median), bench_seconds(y.high));
    return right;
}

bool bench_bits(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    bool right = r && session;
    printf("Swizzles and linear layouts\n\n");
    if (right) {
        lcr_set_budget(r, 0);
        right = all_swizzles(session);
        right = on_relations(session, r) && right;
        printf("\nrandom dense linear layouts compared\n%9s %18s %12s %18s %12s\n", "", "equal",
               "slowest", "one bit flipped", "slowest");
        for (int bits = 16; bits <= 60; bits += bits == 16 ? 24 : 20)
            right = dense(session, bits) && right;
        if (!right)
            printf("an answer is not what it should be\n");
    }
    printf("\n");
    lcv_session_free(session);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return right;
}
