/* check_opinions.c - morphisms as a second opinion on layouts: they agree with the algebra
 * where they have a value, notice a wrong one, and compose what the prover says composes,
 * but for gaps, which are counted by kind (LAYOUTCHECK_VERBOSE=1 prints the counts). */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/nest.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- values, right and wrong ---- */

typedef enum { COALESCE, COMPLEMENT, COMPLEMENT_TO, COMPOSE, DIVIDE, PRODUCT } kind;

static const struct {
    const char *name;
    kind kind;
    lc_layout *(*with_tiler)(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t);
} table[] = {
    {"coalesce", COALESCE, NULL},
    {"complement", COMPLEMENT, NULL},
    {"complement", COMPLEMENT_TO, NULL},
    {"compose", COMPOSE, lc_compose_tiler},
    {"logical_divide", DIVIDE, lc_logical_divide},
    {"zipped_divide", DIVIDE, lc_zipped_divide},
    {"tiled_divide", DIVIDE, lc_tiled_divide},
    {"flat_divide", DIVIDE, lc_flat_divide},
    {"logical_product", PRODUCT, lc_logical_product},
    {"zipped_product", PRODUCT, lc_zipped_product},
    {"tiled_product", PRODUCT, lc_tiled_product},
    {"flat_product", PRODUCT, lc_flat_product},
};

static lc_layout *by_algebra(law *l, size_t which, lc_layout *a, lc_layout *b, lc_int size)
{
    switch (table[which].kind) {
    case COALESCE: return law_own(l, lc_coalesce(l->ctx, a));
    case COMPLEMENT: return law_own(l, lc_complement(l->ctx, a));
    case COMPLEMENT_TO: return law_own(l, lc_complement_to(l->ctx, a, size));
    default:
        return law_own(l, table[which].with_tiler(l->ctx, a,
                                                  law_own_tiler(l, lc_tiler_layout(l->ctx, b))));
    }
}

static lc_layout *coalesced(law *l, lc_layout *a)
{
    lc_morphism *f = lc_morphism_of_layout(l->ctx, a);
    lc_morphism *g = f ? lc_morphism_coalesce(l->ctx, f) : NULL;
    lc_layout *value = g ? lc_morphism_layout(l->ctx, g) : NULL;
    lc_morphism_free(f);
    lc_morphism_free(g);
    return value ? law_own(l, value) : NULL;
}

static lc_layout *by_morphisms(law *l, size_t which, lc_layout *a, lc_layout *b, lc_int size)
{
    switch (table[which].kind) {
    case COALESCE: return coalesced(l, a);
    case COMPLEMENT: return law_own(l, lc_complement_by_morphism(l->ctx, a));
    case COMPLEMENT_TO: return law_own(l, lc_complement_to_by_morphism(l->ctx, a, size));
    case COMPOSE: return law_own(l, lc_compose_by_refinement(l->ctx, a, b));
    case DIVIDE: return law_own(l, lc_divide_by_morphism(l->ctx, a, b));
    default: return law_own(l, lc_product_by_morphism(l->ctx, a, b));
    }
}

/* A stride of a leaf of extent above 1, or how the last one goes on, changed. */
static lc_layout *spoiled(law *l, const lc_layout *value)
{
    m_layout a;
    ck_assert(law_model(l, value, &a));
    for (size_t i = a.n; i-- > 0;) {
        if (a.shape[i] == 1)
            continue;
        a.stride[i] += 1;
        return law_layout(l, &a);
    }
    return NULL;
}

/* The last leaf twice as long, so that the extension of a layout matters. */
static void twice_as_far(m_layout *a)
{
    a->shape[a->n - 1] *= 2;
}

typedef enum { NOTHING, THE_SAME, ANOTHER } opinion;

/* What morphisms say of a value: theirs is the same function, or another, or there is none. */
static opinion heard_of(law *l, size_t which, lc_layout *value, lc_layout *other)
{
    m_layout x, y;
    if (!other || !law_model(l, value, &x) || !law_model(l, other, &y))
        return NOTHING;
    if (table[which].kind == COMPLEMENT) { /* complement(A) goes on without end */
        twice_as_far(&x);
        twice_as_far(&y);
    }
    return m_equiv(&x, &y) ? THE_SAME : ANOTHER;
}

static const char *const heard_or_not[] = {"an opinion", "none", NULL};

LAW(second_opinions, "morphisms agree, and notice what is wrong", heard_or_not)
{
    m_layout a, b;
    size_t which = (size_t)rnd_in(&l->rnd, 0, sizeof table / sizeof *table - 1);
    rnd_nested(&l->rnd, 200, &a);
    if (rnd_chance(&l->rnd, 50))
        rnd_nested(&l->rnd, 40, &b);
    else
        rnd_inner(&l->rnd, &a, 40, &b);
    lc_int size = lc_int_si(l->ctx, rnd_in(&l->rnd, 1, 500));
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    lc_layout *value = by_algebra(l, which, x, y, size);
    const char *name = table[which].name;
    lc_layout *other = by_morphisms(l, which, x, y, size);
    if (!value) {
        law_saw(l, 1);
        return !other || table[which].kind == COALESCE ||
               law_fail(l, "%s of %s and %s: by morphisms it is %s", name, law_text(l, &a),
                        law_text(l, &b), law_show(l, other));
    }
    opinion heard = heard_of(l, which, value, other);
    if (heard == ANOTHER)
        return law_fail(l, "%s of %s and %s: morphisms refute %s", name, law_text(l, &a),
                        law_text(l, &b), law_show(l, value));
    law_saw(l, heard == THE_SAME ? 0 : 1);
    lc_layout *wrong = heard == THE_SAME ? spoiled(l, value) : NULL;
    return !wrong || heard_of(l, which, wrong, other) == ANOTHER ||
           law_fail(l, "%s of %s and %s: morphisms let %s pass for %s", name, law_text(l, &a),
                    law_text(l, &b), law_show(l, wrong), law_show(l, value));
}

static lc_layout *parsed(law *l, const char *text)
{
    m_layout a;
    ck_assert_msg(m_layout_parse(text, &a), "%s", text);
    return law_layout(l, &a);
}

/* The extendable complement goes on from the right place, though 1:8 and 1:9 are one function. */
TEST(open_end)
{
    law l = {.ctx = lc_ctx_new()};
    size_t complement = 1;
    lc_layout *other = law_own(&l, lc_complement_by_morphism(l.ctx, parsed(&l, "(2,2):(1,4)")));
    ck_assert_int_eq(heard_of(&l, complement, parsed(&l, "(2,1):(2,8)"), other), THE_SAME);
    ck_assert_int_eq(heard_of(&l, complement, parsed(&l, "(2,1):(2,9)"), other), ANOTHER);
    law_release(&l);
    lc_ctx_free(l.ctx);
}

/* ---- composition and admissibility ---- */

/* What a pair shows of "A o B has a value just when there is a mutual refinement", a gap
 * by the first reason that it has:
 *
 *   stride 0  A has a mode of stride 0, in which B may go as it likes: degenerate
 *   diagonal  a stride of B goes along several modes of A at once. That is straight as
 *             long as nothing carries, but no piece of a mode of A.
 *   part      B stays within a part of a mode of A that does not divide it, and goes on
 *             in the next. What is left out of the mode belongs to no entry.
 *
 * The last two are counterexamples: A and B are tractable, no mode is of stride 0. */
enum { REFINED, NEITHER, STRIDE_0, DIAGONAL, PART };
static const char *const kinds[] = {"refined", "neither", "gap: stride 0",
                                    "gap: diagonal or part", NULL};
static size_t diagonals;

/* In how many modes of A does x have a digit other than 0? */
static int modes_of(const m_layout *a, int64_t x)
{
    int modes = 0;
    for (size_t i = 0; i < a->n; i++) {
        int64_t digit = i + 1 < a->n ? x % a->shape[i] : x;
        modes += digit != 0;
        x /= a->shape[i];
    }
    return modes;
}

static int gap(const m_layout *a, const m_layout *b)
{
    m_layout simple, endless = *a;
    endless.shape[a->n - 1] *= 64; /* more than a step of B gets to the end of */
    m_coalesce(&endless, &simple);
    for (size_t i = 0; i < simple.n; i++)
        if (simple.stride[i] == 0)
            return STRIDE_0;
    for (size_t i = 0; i < b->n; i++)
        if (b->shape[i] > 1 && modes_of(&simple, b->stride[i]) > 1)
            return DIAGONAL;
    return PART;
}

/* The kind of a pair; -1: a composite that the prover denies, or no verdict. */
static int classify(law *l, const m_layout *a, const m_layout *b)
{
    language_seen seen;
    lc_layout *x = law_layout(l, a), *y = law_layout(l, b);
    bool refined = law_own(l, lc_compose_by_refinement(l->ctx, x, y)) != NULL;
    lc_ctx_reset(l->ctx);
    language_prove(law_printf(l, "admissible(%s, %s)", law_text(l, a), law_text(l, b)), &seen);
    ck_assert(seen.claim);
    lcv_verdict verdict = seen.verdict;
    language_clear(&seen);
    if (verdict == LCV_UNKNOWN || (refined && verdict == LCV_REFUTED))
        return -1;
    return refined ? REFINED : verdict == LCV_REFUTED ? NEITHER : gap(a, b);
}

static void random_tractable(law *l, int64_t max, m_layout *a)
{
    do
        rnd_nested(&l->rnd, max, a);
    while (!lc_layout_is_tractable(l->ctx, law_layout(l, a), NULL));
}

/* Extents and strides that do not divide one another: short ones of two modes. */
static void random_short(law *l, m_layout *a)
{
    rnd *r = &l->rnd;
    do {
        int64_t shape[2] = {rnd_in(r, 2, 4), rnd_in(r, 2, 4)};
        int64_t stride[2] = {rnd_in(r, 0, 6), rnd_in(r, 0, 12)};
        m_layout_flat(a, 2, shape, stride);
    } while (!lc_layout_is_tractable(l->ctx, law_layout(l, a), NULL));
}

/* The start of A's first mode, again and again. */
static void random_part(law *l, const m_layout *a, m_layout *b)
{
    rnd *r = &l->rnd;
    do {
        int64_t shape[2] = {rnd_in(r, 2, a->shape[0]), 2};
        int64_t stride[2] = {1, a->shape[0] * a->shape[1]};
        m_layout_flat(b, 2, shape, stride);
    } while (!lc_layout_is_tractable(l->ctx, law_layout(l, b), NULL));
}

static bool composes_just_when(law *l)
{
    m_layout a, b;
    if (rnd_chance(&l->rnd, 30)) {
        random_tractable(l, 200, &a);
        random_tractable(l, 60, &b);
    } else if (rnd_chance(&l->rnd, 50)) {
        random_short(l, &a);
        random_part(l, &a, &b);
    } else {
        random_short(l, &a);
        random_short(l, &b);
    }
    int k = classify(l, &a, &b);
    if (k < 0)
        return law_fail(l,
                        "%s o %s has a composite by refinement that the prover denies, or is "
                        "undecided",
                        law_text(l, &a), law_text(l, &b));
    diagonals += k == DIAGONAL;
    law_saw(l, k == PART ? DIAGONAL : (size_t)k);
    return true;
}

TEST(admissible_pairs)
{
    law_check_share("tractable pairs, refined and admissible", composes_just_when, kinds, 10);
    if (getenv("LAYOUTCHECK_VERBOSE"))
        printf("  of the gaps of the last kind %zu are diagonal\n", diagonals);
}

/* The smallest gap of each kind that has no reason before it, and pairs without one. */
static const struct {
    const char *a, *b, *composite;
    int kind;
} pairs[] = {
    {"(2,2):(0,1)", "2:3", "2:1", STRIDE_0},
    /* 0 and (1,1) of A: 5 is no stride of a piece of A, and 3 divides nothing there. */
    {"(2,2):(1,4)", "2:3", "2:5", DIAGONAL},
    /* Two of the three of A's first mode; then past the second. */
    {"(3,2):(2,1)", "(2,2):(1,6)", "(2,2):(2,2)", PART},
    /* No gaps: A is cut where B ends, and modes of A that are one are taken for one. */
    {"(3,2):(1,6)", "2:1", "2:1", REFINED},
    {"(4,2):(1,8)", "2:3", "2:3", REFINED},
    {"(2,2):(0,0)", "3:1", "3:0", REFINED},
    {"(2,2):(1,4)", "3:1", NULL, NEITHER},
};

TEST(smallest_gaps)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        law l = {.ctx = lc_ctx_new()};
        m_layout a, b;
        ck_assert(m_layout_parse(pairs[i].a, &a) && m_layout_parse(pairs[i].b, &b));
        ck_assert_int_eq(classify(&l, &a, &b), pairs[i].kind);
        lc_layout *r = law_own(&l, lc_compose(l.ctx, law_layout(&l, &a), law_layout(&l, &b)));
        if (pairs[i].composite)
            ck_assert_str_eq(law_show(&l, r), pairs[i].composite);
        else
            ck_assert_ptr_null(r);
        law_release(&l);
        lc_ctx_free(l.ctx);
    }
}

SUITE_MAIN("opinions", second_opinions, open_end, admissible_pairs, smallest_gaps)
