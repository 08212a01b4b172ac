/* check_admissible.c - whether A o B exists, for every A of rank 3 with extents and
 * strides to 6 and every B = s:d with s and d to 12, against enumeration.
 *
 * A o B is a function f(i) = A(i d) of [0,s), A on its extended domain. It is a layout
 * when there are extents n_1 n_2 ... = s such that f is the sum of the digits of i times
 * f at their places: all factorizations are tried. LAYOUTCHECK_SWEEP=all puts the claim
 * to the prover for every pair, else for one in 97. */
#include "config.h"

#include "suite.h"

#include "../lib/algebra.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6, INNER = 12 };

typedef struct {
    int64_t extent[3], step[3];
} outer;

/* A(x), the last mode without end. */
static int64_t value_at(const outer *a, int64_t x)
{
    int64_t low = x % a->extent[0], middle = x / a->extent[0] % a->extent[1];
    int64_t high = x / (a->extent[0] * a->extent[1]);
    return low * a->step[0] + middle * a->step[1] + high * a->step[2];
}

/* f on [0,s) with f(0) = 0: some factorization makes it a layout. */
static bool is_layout(const int64_t *f, int64_t s)
{
    if (s == 1)
        return true;
    for (int64_t n = 2; n <= s; n++) {
        int64_t rest[INNER];
        bool fits = s % n == 0;
        for (int64_t x = 0; fits && x < s; x++)
            fits = f[x] == x % n * f[1] + f[x - x % n];
        for (int64_t j = 0; fits && j < s / n; j++)
            rest[j] = f[n * j];
        if (fits && is_layout(rest, s / n))
            return true;
    }
    return false;
}

/* The conditions of Cecka 3.3.2 (eq. 20 and 21, with ceilings, as corrected): d and every
 * prefix product P of A's extents divide one another; of the extents that are left,
 * ceil(S / ceil(d / P)), every prefix product below s divides s. */
static bool divisible(const outer *a, int64_t s, int64_t d)
{
    int64_t place = 1, left = s;
    for (int k = 0; k < 3; k++) {
        if (place % d != 0 && d % place != 0)
            return false;
        place *= a->extent[k];
    }
    place = 1;
    for (int k = 0; k < 2; k++) {
        int64_t delta = (d + place - 1) / place, kept = (a->extent[k] + delta - 1) / delta;
        place *= a->extent[k];
        if (kept >= left)
            return true;
        if (left % kept != 0)
            return false;
        left /= kept;
    }
    return true;
}

typedef struct {
    lc_ctx *ctx;
    lcr_ctx *r;
    const lcv_claim *claim;
    bool all;
    size_t pairs, exist, not_divisible, asked;
} sweep;

static lc_layout *layout_of(lc_ctx *ctx, size_t n, const int64_t *extent, const int64_t *step)
{
    lc_int s[3], d[3];
    for (size_t k = 0; k < n; k++) {
        s[k] = lc_int_si(ctx, extent[k]);
        d[k] = lc_int_si(ctx, step[k]);
    }
    return lc_layout_flat(ctx, n, s, d);
}

static bool claimed(sweep *w, lc_layout *a, lc_layout *b)
{
    lcv_value *arg[2] = {lcv_value_layout(w->ctx, lc_layout_ref(a)),
                         lcv_value_layout(w->ctx, lc_layout_ref(b))};
    lcv_result *result = lcv_prove(w->r, w->claim, 2, arg);
    ck_assert_ptr_nonnull(result);
    ck_assert_int_ne(result->verdict, LCV_UNKNOWN);
    bool holds = result->verdict == LCV_PROVED;
    lcv_result_free(result);
    lcv_value_free(arg[0]);
    lcv_value_free(arg[1]);
    w->asked++;
    return holds;
}

static void one_pair(sweep *w, const outer *a, lc_layout *outer_layout, int64_t s, int64_t d)
{
    int64_t f[INNER];
    for (int64_t i = 0; i < s; i++)
        f[i] = value_at(a, i * d);
    bool exists = is_layout(f, s);
    lc_layout *b = layout_of(w->ctx, 1, &s, &d), *r = lc_compose(w->ctx, outer_layout, b);
    bool wrong = (r != NULL) != exists;
    for (int64_t i = 0; r && i < s; i++)
        wrong = wrong || lc_int_get_si(lc_layout_at(w->ctx, r, lc_int_si(w->ctx, i))) != f[i];
    if (w->all || w->pairs % 97 == 0)
        wrong = wrong || claimed(w, outer_layout, b) != exists;
    if (wrong) {
        char *text = lc_layout_to_str(w->ctx, outer_layout);
        ck_abort_msg("%s o %d:%d: by enumeration it %s", text, (int)s, (int)d,
                     exists ? "exists" : "does not exist");
    }
    lc_layout_free(r);
    lc_layout_free(b);
    w->pairs++;
    w->exist += exists;
    w->not_divisible += exists && !divisible(a, s, d);
    if (!exists && divisible(a, s, d)) /* ck_assert_msg writes a mark each time */
        ck_abort_msg("the conditions hold, and there is no value");
}

TEST(every_small_pair)
{
    const char *all = getenv("LAYOUTCHECK_SWEEP");
    sweep w = {.ctx = lc_ctx_new(), .claim = lcv_claim_find("admissible")};
    w.r = lcr_ctx_new(w.ctx);
    w.all = all && strcmp(all, "all") == 0;
    outer a;
    int64_t at[6] = {1, 1, 1, 1, 1, 1};
    for (size_t k = 0; k < 6;) {
        memcpy(a.extent, at, sizeof a.extent);
        memcpy(a.step, at + 3, sizeof a.step);
        lc_layout *layout = layout_of(w.ctx, 3, a.extent, a.step);
        for (int64_t s = 1; s <= INNER; s++)
            for (int64_t d = 1; d <= INNER; d++)
                one_pair(&w, &a, layout, s, d);
        lc_layout_free(layout);
        for (k = 0; k < 6 && ++at[k] > MOST; k++)
            at[k] = 1;
    }
    printf("%zu pairs, %zu composites exist, %zu of them against the conditions of "
           "divisibility; the claim was asked %zu times\n",
           w.pairs, w.exist, w.not_divisible, w.asked);
    ck_assert_uint_eq(w.pairs, 46656u * 144u);
    lcr_ctx_free(w.r);
    lc_ctx_free(w.ctx);
}

SUITE_MAIN("admissible", every_small_pair)
