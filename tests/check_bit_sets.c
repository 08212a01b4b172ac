/* check_bit_sets.c - sets of functions that add by XOR: isl and enumeration agree about swizzled
 * layouts, XOR strides, linear layouts and their compositions.
 *
 * Functions are tables of values here, made from their definitions. Each claim is confirmed with
 * the right verdict and with the wrong one: the wrong one is denied, with a point that is shown
 * where a set has one. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/recheck-confirm.h"
#include "../isl-bridge/relation.h"
#include "law.h"
#include "owned.h"
#include "swizzled.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions ---- */

#define POINTS 512

typedef struct {
    const char *text;
    int64_t n, value[POINTS];
    bool
        bijection; /* the last function is a swizzle or nothing: collisions are those before it */
} table;

static m_swizzle any_swizzle(rnd *r)
{
    m_swizzle w = {.b = (int)rnd_in(r, 1, 5), .m = (int)rnd_in(r, 0, 5)};
    w.s = (int)rnd_in(r, w.b, 5) * (rnd_chance(r, 50) ? 1 : -1);
    if (rnd_chance(r, 10)) /* bits that are taken are given, too */
        w.s = (int)rnd_in(r, 1, w.b);
    return w;
}

/* A layout, of extents that are any numbers, or powers of two with steps without carries. */
static void any_layout(rnd *r, m_layout *out)
{
    int64_t shape[3], stride[3], place = 1;
    size_t n = (size_t)rnd_in(r, 1, 3);
    bool bits = rnd_chance(r, 40), negative = rnd_chance(r, 20);
    for (size_t k = 0; k < n; k++) {
        shape[k] = bits ? INT64_C(1) << rnd_in(r, 0, 3) : rnd_in(r, 1, 7);
        stride[k] = bits                ? place
                    : rnd_chance(r, 50) ? rnd_in(r, 0, 40)
                                        : INT64_C(1) << rnd_in(r, 0, 6);
        stride[k] = negative && rnd_chance(r, 30) ? -stride[k] : stride[k];
        place *= shape[k] * (rnd_chance(r, 20) ? 2 : 1);
    }
    m_layout_flat(out, n, shape, stride);
}

static void swizzled(law *l, table *t, const m_layout *a, int64_t offset, m_swizzle w)
{
    t->n = m_size(a);
    for (int64_t c = 0; c < t->n; c++)
        t->value[c] = m_swizzle_at(w, offset + m_at(a, c));
    t->text = law_printf(l, "S<%d,%d,%d> o %lld o %s", w.b, w.m, w.s, (long long)offset,
                         law_text(l, a));
    t->bijection = true;
}

/* One more function, after an offset. */
static void followed(law *l, table *t, const m_layout *outer, m_swizzle w, int64_t offset)
{
    for (int64_t c = 0; c < t->n; c++) {
        int64_t x = offset + t->value[c];
        t->value[c] = outer ? m_at(outer, x) : m_swizzle_at(w, x);
    }
    if (outer)
        t->text = law_printf(l, "%s o %lld o %s", law_text(l, outer), (long long)offset, t->text);
    else
        t->text = law_printf(l, "S<%d,%d,%d> o %lld o %s", w.b, w.m, w.s, (long long)offset,
                             t->text);
    t->bijection = t->bijection && !outer;
}

/* The carry-less product. */
static int64_t xor_times(int64_t x, int64_t y)
{
    int64_t r = 0;
    for (int i = 0; i < 16; i++)
        r ^= (x >> i & 1) != 0 ? y << i : 0;
    return r;
}

/* Extents of (n1,n2), strides f1, f2; in bits where both are powers of two. */
static void xor_strides(law *l, table *t)
{
    rnd *r = &l->rnd;
    int64_t n = rnd_chance(r, 60) ? 4 : rnd_in(r, 2, 7);
    int64_t m = rnd_chance(r, 60) ? 8 : rnd_in(r, 2, 9);
    int64_t a = rnd_in(r, 0, 12), b = rnd_chance(r, 50) ? rnd_in(r, 0, 80) : 4 + rnd_in(r, 0, 1);
    t->n = n * m;
    for (int64_t c = 0; c < t->n; c++)
        t->value[c] = xor_times(c % n, a) ^ xor_times(c / n, b);
    t->text = law_printf(l, "(%lld,%lld):(f%lld,f%lld)", (long long)n, (long long)m, (long long)a,
                         (long long)b);
    t->bijection = true;
}

static void linear(law *l, table *t)
{
    int64_t column[8], bits = rnd_in(&l->rnd, 1, 6), out = rnd_in(&l->rnd, 1, 7);
    bool many = rnd_chance(&l->rnd, 30);
    t->text = "linear{in: [";
    for (int64_t i = 0; i < bits; i++) {
        bool single = rnd_chance(&l->rnd, 50);
        column[i] = single ? (1 << i) & ((1 << out) - 1) : rnd_in(&l->rnd, 0, (1 << out) - 1);
        t->text = many ? law_printf(l, "%s%s(%lld,%lld)", t->text, i > 0 ? ", " : "",
                                    (long long)(column[i] & 1), (long long)(column[i] >> 1))
                       : law_printf(l, "%s%s%lld", t->text, i > 0 ? ", " : "",
                                    (long long)column[i]);
    }
    t->text = many ? law_printf(l, "%s] -> a: 2, b: %d}", t->text, 1 << (out - 1))
                   : law_printf(l, "%s] -> a: %d}", t->text, 1 << out);
    t->n = INT64_C(1) << bits;
    for (int64_t c = 0; c < t->n; c++) {
        t->value[c] = 0;
        for (int64_t i = 0; i < bits; i++)
            t->value[c] ^= (c >> i & 1) != 0 ? column[i] : 0;
    }
    t->bijection = true;
}

/* A function, and another one that is the same, nearly so, or has nothing to do with it. */
static void pair(law *l, table *f, table *g)
{
    rnd *r = &l->rnd;
    m_layout a, b, outer;
    m_swizzle w = any_swizzle(r), v = w;
    int64_t offset = rnd_in(r, 0, 60), other = offset;
    any_layout(r, &a);
    b = a;
    if (rnd_chance(r, 30))
        b.stride[rnd_in(r, 0, (int64_t)b.n - 1)] += rnd_in(r, -1, 1);
    if (rnd_chance(r, 20))
        other += rnd_in(r, -1, 1);
    if (rnd_chance(r, 30))
        v = any_swizzle(r);
    swizzled(l, f, &a, offset, w);
    swizzled(l, g, &b, other, v);
    switch (rnd_in(r, 0, 6)) {
    case 0: /* S o S is the identity, where no bit is taken and given */
        followed(l, f, NULL, v, 0);
        g->n = m_size(&b);
        for (int64_t c = 0; c < g->n; c++)
            g->value[c] = other + m_at(&b, c);
        g->text = law_printf(l, "{%lld} o %s", (long long)other, law_text(l, &b));
        break;
    case 1:
        any_layout(r, &outer);
        followed(l, f, &outer, w, rnd_in(r, 0, 5));
        break;
    case 2: followed(l, f, NULL, any_swizzle(r), rnd_in(r, -3, 9)); break;
    case 3:
        xor_strides(l, f);
        if (rnd_chance(r, 30))
            linear(l, g);
        break;
    case 4:
        linear(l, f);
        if (rnd_chance(r, 70))
            xor_strides(l, g);
        break;
    default: break;
    }
    if (rnd_chance(r, 20))
        *g = *f;
}

/* ---- claims ---- */

/* What enumeration says of the values. */
static bool has(const table *t, int64_t value)
{
    for (int64_t c = 0; c < t->n; c++)
        if (t->value[c] == value)
            return true;
    return false;
}

static bool all_different(const table *t)
{
    for (int64_t c = 0; c < t->n; c++)
        for (int64_t d = 0; d < c; d++)
            if (t->value[c] == t->value[d])
                return false;
    return true;
}

static bool all_in(const table *t, int64_t n)
{
    bool all = true;
    for (int64_t c = 0; c < t->n; c++)
        all = all && t->value[c] >= 0 && t->value[c] < n;
    return all;
}

static bool reached(const table *t, int64_t n)
{
    bool all = true;
    for (int64_t v = 0; all && v < n; v++)
        all = has(t, v);
    return all;
}

static bool adds_by_xor(const table *t)
{
    bool all = (t->n & (t->n - 1)) == 0;
    for (int64_t c = 0; all && c < t->n; c++)
        for (int64_t d = 0; all && d < t->n; d++)
            all = t->value[c ^ d] == (t->value[c] ^ t->value[d]) && t->value[c] >= 0;
    return all;
}

/* Values at multiples of `step`: the longest run divides them, and what it leaves adds up. */
static bool is_layout_from(const table *t, int64_t step)
{
    int64_t n = t->n / step, run = 1;
    if (n == 1)
        return true;
    while (run < n && t->value[run * step] == run * t->value[step])
        run++;
    bool all = n % run == 0;
    for (int64_t c = 0; all && c < n; c++)
        all = t->value[c * step] == t->value[c % run * step] + t->value[(c - c % run) * step];
    return all && is_layout_from(t, run * step);
}

static bool is_claimed(const char *claim, const table *f, const table *g, int64_t n)
{
    bool all = true;
    if (strcmp(claim, "equiv") == 0)
        return f->n == g->n && memcmp(f->value, g->value, (size_t)f->n * sizeof *f->value) == 0;
    if (strcmp(claim, "injective") == 0)
        return all_different(f);
    if (strcmp(claim, "is_linear") == 0)
        return adds_by_xor(f);
    if (strcmp(claim, "is_layout") == 0)
        return f->value[0] == 0 && is_layout_from(f, 1);
    if (strcmp(claim, "in_bounds") == 0)
        return all_in(f, n);
    if (strcmp(claim, "covers") == 0)
        return reached(f, n);
    if (strcmp(claim, "surjective") == 0)
        return all_in(f, n) && reached(f, n);
    if (strcmp(claim, "compact") == 0)
        return all_different(f) && all_in(f, f->n);
    for (int64_t c = 0; c < f->n; c++)
        all = all && (strcmp(claim, "aligned") == 0    ? f->value[c] % n == 0
                      : strcmp(claim, "disjoint") == 0 ? f->value[c] == 0 || !has(g, f->value[c])
                                                       : has(g, f->value[c]));
    return all;
}

/* isl, or the checker; never the contrary. *by_isl: isl. */
static bool confirmed(law *l, lcr_ctx *r, const lcr_certified *c, bool right, bool *by_isl)
{
    lcr_confirmation said;
    const char *told = law_printf(l, "%s of %s, %s", c->claim, c->arg[0],
                                  c->n > 1 ? c->arg[1] : "");
    if (!lcr_confirm(r, c, &said))
        return law_fail(l, "%s: %s", told, lc_ctx_message(l->ctx));
    bool known = said.reason == LCR_BY_POINTS || lcr_reason_needs_no_set(said.reason);
    bool says_yes = said.opinion == LCR_AGREES || known, denies = said.opinion == LCR_DISAGREES;
    *by_isl = said.opinion == LCR_AGREES;
    bool ok = right ? says_yes : denies;
    if (!ok)
        law_fail(l, "%s: a %s verdict, %s: %s", told, right ? "right" : "wrong",
                 c->proved ? "PROVED" : "REFUTED", said.why ? said.why : "it is agreed to");
    bool shown = !denies || said.point || !c->proved || strcmp(said.by, "missing") == 0 ||
                 strcmp(said.why, "a set has a point") != 0;
    if (ok && !shown)
        ok = law_fail(l, "%s: no point is shown", told);
    lcr_confirmation_clear(&said);
    return ok;
}

static size_t swizzles(const char *text)
{
    size_t n = 0;
    for (; (text = strstr(text, "S<")) != NULL; text++)
        n++;
    return n;
}

/* A function with one value: its sets have no coordinate, so that arithmetic decides them. */
static bool is_constant(const table *t)
{
    for (int64_t c = 1; c < t->n; c++)
        if (t->value[c] != t->value[0])
            return false;
    return true;
}

/* That all is reached is looked at, unless it is a matter of parities; where no function of a
 * kind begins like this one; and what many XORs add up to, as several swizzles make them: values
 * in common, multiples of what is no power of two. */
static bool may_be_looked_at(const char *claim, const table *f, const table *g, int64_t n)
{
    static const char *const reach[] = {"covers",   "contained", "surjective", "compact",
                                        "disjoint", "is_linear", "is_layout"};
    for (size_t i = 0; i < sizeof reach / sizeof *reach; i++)
        if (strcmp(claim, reach[i]) == 0)
            return true;
    bool two = strcmp(claim, "equiv") == 0;
    return swizzles(f->text) + (two ? swizzles(g->text) : 0) > 1 ||
           (strcmp(claim, "aligned") == 0 && (n & (n - 1)) != 0) ||
           (strcmp(claim, "injective") == 0 && !f->bijection);
}

LAW_SHARE(claims_are_as_enumerated, "sets of functions that add by XOR", 2,
          CLASSES("true", "false", "by isl", "looked at"))
{
    static const char *const claim[] = {"equiv",    "injective", "in_bounds", "aligned",
                                        "disjoint", "contained", "covers",    "surjective",
                                        "compact",  "equiv",     "is_linear", "is_layout"};
    const size_t claims = sizeof claim / sizeof *claim;
    table *f = law_own_memory(l, calloc(1, sizeof *f));
    table *g = law_own_memory(l, calloc(1, sizeof *g));
    pair(l, f, g);
    const char *what = claim[l->index % claims];
    bool two = strcmp(what, "equiv") == 0 || strcmp(what, "disjoint") == 0 ||
               strcmp(what, "contained") == 0;
    bool one = strcmp(what, "injective") == 0 || strcmp(what, "compact") == 0 ||
               strncmp(what, "is_", 3) == 0;
    while (strncmp(what, "is_", 3) == 0 && strpbrk(f->text, "fb"))
        pair(l, f, g); /* of XOR strides, and several output dims, there is no evidence */
    int64_t n = rnd_in(&l->rnd, 1, 9), most = 0;
    for (int64_t c = 0; c < f->n; c++)
        most = f->value[c] > most ? f->value[c] : most;
    if (strcmp(what, "aligned") != 0 && rnd_chance(&l->rnd, 60))
        n = most + 1 - (most > 0 && rnd_chance(&l->rnd, 40));
    const char *arg[2] = {f->text, two ? g->text : law_printf(l, "%lld", (long long)n)};
    bool holds = is_claimed(what, f, g, n), by_isl, ignored;
    lcr_certified c = {NULL, what, one ? 1 : 2, arg, NULL, holds}, wrong = c;
    lcr_ctx *r = law_relations(l);
    wrong.proved = !holds;
    if (!confirmed(l, r, &c, true, &by_isl) || !confirmed(l, r, &wrong, false, &ignored))
        return false;
    bool by_size = strcmp(what, "equiv") == 0 && f->n != g->n;
    if (!by_isl && !by_size && !is_constant(f) && !may_be_looked_at(what, f, g, n))
        return law_fail(l, "%s of %s, %s is not decided by isl", what, arg[0], arg[1]);
    law_saw(l, holds ? 0 : 1);
    law_saw(l, by_isl ? 2 : 3);
    law_release(l);
    return true;
}

/* The checker looks at all coordinates where isl does not decide the sets within the budget, and
 * every integer is a multiple of 1. */
TEST_CTX(what_takes_isl_too_long)
{
    static const struct {
        const char *claim, *arg[2];
        size_t n;
        bool by_isl;
    } rows[] = {
        {"injective", {"(8,4,4):(1,8,64) o 1 o S<2,2,2> o 43 o (6,5,4):(-7,29,-39)"}, 1, false},
        {"aligned", {"(5,9):(f1,f49)", "1"}, 2, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lcr_ctx *r = lcr_ctx_new(ctx);
        lcr_certified c = {NULL, rows[i].claim, rows[i].n, rows[i].arg, NULL, true};
        lcr_confirmation said;
        ck_assert(lcr_confirm(r, &c, &said));
        ck_assert_int_eq(said.reason, rows[i].by_isl ? LCR_SURE : LCR_BY_POINTS);
        lcr_confirmation_clear(&said);
        c.proved = false;
        ck_assert(lcr_confirm(r, &c, &said));
        ck_assert_int_eq(said.opinion, LCR_DISAGREES);
        lcr_confirmation_clear(&said);
        lcr_ctx_free(r);
    }
}

/* ---- compositions ---- */

/* Each S<b,m,s> with b and m up to 5 and s from b to 5, up or down, in turn. */
static m_swizzle swizzle_number(size_t i)
{
    for (m_swizzle w = {.b = 1};; w.b = w.b % 5 + 1)
        for (w.m = 0; w.m <= 5; w.m++)
            for (int s = w.b; s <= 5; s++)
                for (int up = -1; up <= 1; up += 2)
                    if (i-- == 0) {
                        w.s = up * s;
                        return w;
                    }
}

/* R = A o B for B = n:d, A = S<b,m,s> o offset o (e1,e2):(d1,d2), both of any numbers: R has one
 * leaf and comes from a look-up. It is right where A o B runs straight before the swizzle. */
LAW_SHARE(compositions_are_as_enumerated, "compositions with swizzles", 4,
          CLASSES("composes", "does not"))
{
    rnd *r = &l->rnd;
    m_swizzle w = swizzle_number(l->index % 180);
    m_layout a, b, inner;
    any_layout(r, &a);
    m_layout_leaf(&b, rnd_in(r, 1, 12), rnd_in(r, 0, 9));
    int64_t offset = rnd_in(r, 0, 60), n = b.shape[0], d = b.stride[0];
    m_layout_leaf(&inner, n, m_at(&a, d));
    if (rnd_chance(r, 30))
        inner.stride[0] += rnd_in(r, -1, 1);
    bool holds = true, by_isl, ignored;
    for (int64_t c = 0; c < n; c++)
        holds = holds && m_swizzle_at(w, offset + m_at(&inner, c)) ==
                             m_swizzle_at(w, offset + m_at(&a, m_at(&b, c)));
    const char *head = law_printf(l, "S<%d,%d,%d> o %lld o", w.b, w.m, w.s, (long long)offset);
    const char *arg[3] = {law_printf(l, "%s %s", head, law_text(l, &inner)),
                          law_printf(l, "%s %s", head, law_text(l, &a)), law_text(l, &b)};
    lcr_certified c = {NULL, "composes", 3, arg, NULL, holds}, wrong = c;
    lcr_ctx *relations = law_relations(l);
    wrong.proved = !holds;
    law_saw(l, holds ? 0 : 1);
    bool ok = confirmed(l, relations, &c, true, &by_isl) &&
              confirmed(l, relations, &wrong, false, &ignored);
    return ok && (by_isl || law_fail(l, "%s is not decided by isl", arg[0]));
}

/* ---- large ones ---- */

/* A dense linear layout of n bits: unit columns with random ones added to them. */
static const char *dense(law *l, size_t n, uint64_t *column)
{
    for (size_t i = 0; i < n; i++)
        column[i] = UINT64_C(1) << i;
    for (size_t i = 0; i < 8 * n; i++) {
        size_t to = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
        size_t from = (size_t)rnd_in(&l->rnd, 0, (int64_t)n - 1);
        column[to] ^= to != from ? column[from] : 0;
    }
    return NULL;
}

static const char *linear_text(law *l, size_t n, const uint64_t *column)
{
    const char *text = "linear{in: [";
    for (size_t i = 0; i < n; i++)
        text = law_printf(l, "%s%s%llu", text, i > 0 ? "," : "", (unsigned long long)column[i]);
    return law_printf(l, "%s] -> out: %llu}", text, 1ULL << n);
}

/* Two of 40 bits: a bijection, the same one with a bit changed or a column that is a sum. */
LAW_SHARE(dense_layouts_are_decided, "dense linear layouts", 100, CLASSES("the same", "changed"))
{
    enum { BITS = 40 };
    uint64_t column[BITS], other[BITS];
    dense(l, BITS, column);
    memcpy(other, column, sizeof other);
    size_t at = (size_t)rnd_in(&l->rnd, 1, BITS - 1);
    bool changed = rnd_chance(&l->rnd, 50);
    if (changed)
        other[at] = other[0] ^ other[at - 1] * (at > 1);
    const char *arg[2] = {linear_text(l, BITS, column), linear_text(l, BITS, other)};
    const char *second[1] = {arg[1]}, *within[2] = {arg[1], "1099511627776"};
    lcr_certified claims[] = {{NULL, "equiv", 2, arg, NULL, !changed},
                              {NULL, "injective", 1, second, NULL, !changed},
                              {NULL, "bijective", 1, second, NULL, !changed},
                              {NULL, "surjective", 2, within, NULL, !changed},
                              {NULL, "covers", 2, within, NULL, !changed},
                              {NULL, "in_bounds", 2, within, NULL, true},
                              {NULL, "contained", 2, arg, NULL, !changed}};
    lcr_ctx *r = law_relations(l);
    law_saw(l, changed);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        lcr_certified wrong = claims[i];
        bool by_isl, ignored;
        wrong.proved = !wrong.proved;
        if (!confirmed(l, r, &claims[i], true, &by_isl) ||
            !confirmed(l, r, &wrong, false, &ignored))
            return false;
        if (!by_isl)
            return law_fail(l, "%s is not decided by isl", claims[i].claim);
    }
    return true;
}

SUITE_MAIN("bit sets", claims_are_as_enumerated, what_takes_isl_too_long,
           compositions_are_as_enumerated, dense_layouts_are_decided)
