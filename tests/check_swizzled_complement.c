/* check_swizzled_complement.c - complements under swizzles, by walking over all numbers. */
#include "config.h"

#include "../lib/linear.h"
#include "law.h"
#include "suite.h"

#include <string.h>

#define NUMBERS 96

static lc_swizzle random_swizzle(rnd *r)
{
    return (lc_swizzle){(int)rnd_in(r, 0, 3), (int)rnd_in(r, 0, 3), (int)rnd_in(r, -3, 3)};
}

/* S(x), bit by bit. */
static int64_t swizzled(lc_swizzle w, int64_t x)
{
    int64_t y = x;
    for (int bit = 0; bit < w.b; bit++) {
        int from = w.m + bit + (w.s > 0 ? w.s : 0);
        y ^= (x >> from & 1) << (from - w.s);
    }
    return y;
}

static bool permutes(lc_swizzle w, int64_t n)
{
    static bool seen[NUMBERS];
    bool all = true;
    memset(seen, 0, sizeof seen);
    for (int64_t x = 0; all && x < n; x++) {
        int64_t y = swizzled(w, x);
        all = y >= 0 && y < n && !seen[y];
        if (all)
            seen[y] = true;
    }
    return all;
}

/* Are the numbers below n S(A) xor S(C), once each, for values of A and C? */
static bool fill(law *l, lc_swizzle w, const lc_layout *a, const lc_layout *c, int64_t n)
{
    static bool of[NUMBERS], seen[NUMBERS];
    int64_t count = 0;
    memset(of, 0, sizeof of);
    memset(seen, 0, sizeof seen);
    for (int64_t x = 0; x < lc_int_get_si(lc_layout_size(l->ctx, a)); x++) {
        int64_t v = lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_si(l->ctx, x)));
        v = swizzled(w, v);
        if (v < 0 || v >= n)
            return false;
        of[v] = true;
    }
    for (int64_t y = 0; y < lc_int_get_si(lc_layout_size(l->ctx, c)); y++) {
        int64_t by = lc_int_get_si(lc_layout_at(l->ctx, c, lc_int_si(l->ctx, y)));
        by = swizzled(w, by);
        for (int64_t v = 0; v < n; v++) {
            if (!of[v])
                continue;
            if ((v ^ by) >= n || seen[v ^ by])
                return false;
            seen[v ^ by] = true;
            count++;
        }
    }
    return count == n;
}

/* Are all values of A below n, and is A(x) + C(y) always an XOR? */
static bool sums_are_xors(law *l, const lc_layout *a, const lc_layout *c, int64_t n)
{
    bool all = true;
    int64_t size = lc_int_get_si(lc_layout_size(l->ctx, a));
    for (int64_t x = 0; all && x < size; x++) {
        int64_t v = lc_int_get_si(lc_layout_at(l->ctx, a, lc_int_si(l->ctx, x)));
        all = v < n;
        for (int64_t y = 0; all && y < lc_int_get_si(lc_layout_size(l->ctx, c)); y++) {
            int64_t by = lc_int_get_si(lc_layout_at(l->ctx, c, lc_int_si(l->ctx, y)));
            all = (v & by) == 0;
        }
    }
    return all;
}

/* There is one where it fills [0,n) and sums are XORs; where they are not, it may fill by
 * accident. */
LAW(complements_under_swizzles, "complements under swizzles",
    CLASSES("a value", "no value", "no bijection"))
{
    rnd *r = &l->rnd;
    lc_swizzle w = random_swizzle(r);
    int64_t n = rnd_chance(r, 60) ? (int64_t)1 << rnd_in(r, 0, 6) : rnd_in(r, 1, NUMBERS);
    lc_int extent[3], step[3], size = lc_int_si(l->ctx, n);
    for (size_t i = 0; i < 3; i++) {
        bool power = rnd_chance(r, 70);
        extent[i] = lc_int_si(l->ctx, power ? 1 << rnd_in(r, 0, 2) : rnd_in(r, 1, 3));
        step[i] = lc_int_si(l->ctx, power ? 1 << rnd_in(r, 0, 5) : rnd_in(r, 0, 8));
    }
    lc_layout *a = law_own(l, lc_layout_flat(l->ctx, 3, extent, step));
    bool stays = permutes(w, n);
    if (lc_swizzle_permutes(l->ctx, w, size) != stays)
        return law_fail(l, "does S<%d,%d,%d> permute [0,%d)?", w.b, w.m, w.s, (int)n);
    lc_layout *c = law_own(l, lc_swizzled_complement(l->ctx, w, a, size));
    if (!c && lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE)
        return law_fail(l, "not the right error");
    law_saw(l, c ? 0 : stays ? 1 : 2);
    if (c)
        return (stays && fill(l, w, a, c, n)) ||
               law_fail(l, "complement(S<%d,%d,%d> o 0 o %s, %d) is %s", w.b, w.m, w.s,
                        law_show(l, a), (int)n, law_show(l, c));
    lc_layout *inner = stays ? law_own(l, lc_complement_to(l->ctx, a, size)) : NULL;
    return !inner || !sums_are_xors(l, a, inner, n) || !fill(l, w, a, inner, n) ||
           law_fail(l, "complement(S<%d,%d,%d> o 0 o %s, %d) has a value", w.b, w.m, w.s,
                    law_show(l, a), (int)n);
}

SUITE_MAIN("complements under swizzles", complements_under_swizzles)
