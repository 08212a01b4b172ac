/* check_symbolic_claims.c - claims about pairs of layouts, swizzles and accesses whose sizes are
 * parameters, against the same claims about numbers.
 *
 * A claim of M and N that is proved must not be refuted with numbers in the place of M and N: the
 * prover of numbers knows nothing of symbols.
 */
#include "config.h"

#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODES 3
#define PLACES 12 /* numbers tried of a claim that is proved */

/* ---- layouts ---- */

static int64_t in(law *l, int64_t low, int64_t high)
{
    return rnd_in(&l->rnd, low, high);
}

static const char *one_of(law *l, size_t n, const char *const *text)
{
    return text[in(l, 0, (int64_t)n - 1)];
}

#define ONE_OF(l, list) one_of(l, sizeof(list) / sizeof *(list), list)

typedef struct {
    size_t n;
    const char *extent[MODES], *stride[MODES];
} modes;

/* Modes in some order, each stride the end of the one before it, or past it. */
static modes rnd_modes(law *l, size_t least)
{
    static const char *const extent[] = {"2", "4", "8", "3", "M", "N", "2*M", "4*N", "8*M", "1"};
    static const char *const first[] = {"1", "1", "1", "2", "N"};
    static const char *const more[] = {"%s*2", "%s*N", "%s*M", "(%s+1)"};
    static const char *const odd[] = {"0", "1", "M", "7"};
    modes m = {.n = (size_t)in(l, (int64_t)least, MODES)};
    size_t order[MODES] = {0, 1, 2};
    const char *end = ONE_OF(l, first);
    for (size_t i = m.n; i > 1; i--) {
        size_t k = (size_t)in(l, 0, (int64_t)i - 1), last = order[i - 1];
        order[i - 1] = order[k];
        order[k] = last;
    }
    for (size_t i = 0; i < m.n; i++) {
        size_t k = order[i];
        m.extent[k] = ONE_OF(l, extent);
        m.stride[k] = end;
        end = law_printf(l, "%s*%s", end, m.extent[k]);
        if (rnd_chance(&l->rnd, 20)) {
            const char *format = ONE_OF(l, more);
            end = law_printf(l, strstr(format, "+") ? "(%s+1)" : "%s%s", end,
                             strstr(format, "+") ? "" : format + 2);
        }
    }
    if (rnd_chance(&l->rnd, 15))
        m.stride[in(l, 0, (int64_t)m.n - 1)] = ONE_OF(l, odd);
    return m;
}

static const char *tuple(law *l, size_t n, const char *const *part)
{
    return n == 1   ? law_printf(l, "(%s)", part[0])
           : n == 2 ? law_printf(l, "(%s,%s)", part[0], part[1])
                    : law_printf(l, "(%s,%s,%s)", part[0], part[1], part[2]);
}

static const char *text(law *l, const modes *m)
{
    return law_printf(l, "%s:%s", tuple(l, m->n, m->extent), tuple(l, m->n, m->stride));
}

static const char *rnd_layout_text(law *l)
{
    modes m = rnd_modes(l, 1);
    return text(l, &m);
}

/* Less of it: a shorter mode, every other coordinate, fewer modes. */
static const char *rnd_part(law *l, modes m)
{
    size_t k = (size_t)in(l, 0, (int64_t)m.n - 1);
    switch (in(l, 0, 3)) {
    case 0: m.extent[k] = "1"; break;
    case 1: m.extent[k] = "2"; break;
    case 2: m.stride[k] = law_printf(l, "2*%s", m.stride[k]); break;
    default: break;
    }
    if (m.n > 1 && rnd_chance(&l->rnd, 50))
        m.n--;
    return text(l, &m);
}

/* Its modes in two parts. */
static void halves(law *l, const modes *m, const char **x, const char **y)
{
    modes a = {1, {"1"}, {"0"}}, b = a;
    size_t n = 0, k = 0;
    for (size_t i = 0; i < m->n; i++) {
        modes *to = rnd_chance(&l->rnd, 50) ? &a : &b;
        size_t *at = to == &a ? &n : &k;
        to->extent[*at] = m->extent[i];
        to->stride[*at] = m->stride[i];
        to->n = ++*at;
    }
    *x = text(l, &a);
    *y = text(l, &b);
}

/* ---- claims ---- */

static const char *rnd_pair(law *l)
{
    static const char *const tile[] = {"2", "4:1", "8", "2:2", "(2,2):(1,4)"};
    static const char *const by[] = {"1", "2", "4", "8"};
    modes m = rnd_modes(l, 1);
    const char *a = text(l, &m), *x, *y, *t = ONE_OF(l, tile);
    halves(l, &m, &x, &y);
    switch (in(l, 0, 11)) {
    case 0: return law_printf(l, "contained(%s, %s)", rnd_part(l, m), a);
    case 1: return law_printf(l, "disjoint(%s, %s)", x, y);
    case 2: return law_printf(l, "complements(%s, %s)", x, y);
    case 3: return law_printf(l, "complements(complement(%s, 8*M*N), %s, 8*M*N)", a, a);
    case 4: return law_printf(l, "right_inverts(right_inverse(%s), %s)", a, a);
    case 5: return law_printf(l, "left_inverts(left_inverse(%s), %s)", a, a);
    case 6: return law_printf(l, "divides_into(logical_divide(%s, %s), %s, %s)", a, t, a, t);
    case 7:
        return law_printf(l, "vectorizes(%s, %s, %s)", a,
                          rnd_chance(&l->rnd, 80) ? a : rnd_layout_text(l), ONE_OF(l, by));
    case 8: return law_printf(l, "admissible(%s, %s)", a, rnd_layout_text(l));
    case 9: return law_printf(l, "tractable(%s)", a);
    case 10: return law_printf(l, "is_linear(%s)", a);
    default:
        return law_printf(l, "equiv(coalesce(%s), %s)", a,
                          rnd_chance(&l->rnd, 80) ? a : rnd_part(l, m));
    }
}

static const char *const swizzle[] = {"S<3,3,3>", "S<2,4,3>",  "S<3,4,3>", "S<1,3,3>",
                                      "S<2,3,3>", "S<3,3,-3>", "S<3,2,3>", "S<1,2,1>"};

static const char *rnd_swizzled(law *l)
{
    static const char *const one[] = {"injective", "bijective", "compact"};
    static const char *const two[] = {"in_bounds", "covers", "surjective", "partitions",
                                      "aligned"};
    static const char *const number[] = {"512*M*N", "64*M", "100", "2", "8", "16", "4096*M"};
    modes m = rnd_modes(l, 2);
    const char *w = ONE_OF(l, swizzle), *a = text(l, &m), *x, *y;
    const char *v = rnd_chance(&l->rnd, 80) ? w : ONE_OF(l, swizzle);
    m.extent[0] = rnd_chance(&l->rnd, 50) ? "64" : m.extent[0];
    halves(l, &m, &x, &y);
    const char *size = m.n == 2
                           ? law_printf(l, "%s*%s", m.extent[0], m.extent[1])
                           : law_printf(l, "%s*%s*%s", m.extent[0], m.extent[1], m.extent[2]);
    a = text(l, &m);
    const char *s = law_printf(l, "%s o %s", w, a);
    switch (in(l, 0, 6)) {
    case 0: return law_printf(l, "%s(%s)", ONE_OF(l, one), s);
    case 1:
        return law_printf(l, "%s(%s, %s)", ONE_OF(l, two), s,
                          rnd_chance(&l->rnd, 60) ? size : ONE_OF(l, number));
    case 2: return law_printf(l, "equiv(%s, %s o %s)", s, v, a);
    case 3: return law_printf(l, "contained(%s o %s, %s)", v, rnd_part(l, m), s);
    case 4: return law_printf(l, "disjoint(%s o %s, %s o %s)", w, x, v, y);
    case 5: return law_printf(l, "composes(%s, %s, %s)", s, v, a);
    default: return law_printf(l, "equiv(%s, %s)", s, a);
    }
}

static const char *rnd_access(law *l)
{
    static const char *const first[] = {"1", "2", "4", "32", "64", "33", "8"};
    static const char *const second[] = {"32", "8", "1", "64", "40", "32*N", "M"};
    static const char *const third[] = {"256", "64*M", "32", "1", "32*M", "N"};
    static const char *const lanes[] = {"8", "32", "4", "16"};
    static const char *const rows[] = {"4", "8", "M", "2"};
    static const char *const stages[] = {"M", "N", "2*M"};
    static const char *const bytes[] = {"",          ", bytes=2",           ", bytes=1",
                                        ", bytes=8", ", bytes=2, width=16", ", width=16"};
    const modes m = {(size_t)in(l, 2, 3),
                     {ONE_OF(l, lanes), ONE_OF(l, rows), ONE_OF(l, stages)},
                     {ONE_OF(l, first), ONE_OF(l, second), ONE_OF(l, third)}};
    const char *x = text(l, &m), *b = ONE_OF(l, bytes);
    if (rnd_chance(&l->rnd, 50))
        x = law_printf(l, "%s o %s", ONE_OF(l, swizzle), x);
    switch (in(l, 0, 3)) {
    case 0: return law_printf(l, "conflict_free(%s%s)", x, b);
    case 1: return law_printf(l, "coalesced(%s%s)", x, b);
    case 2: return law_printf(l, "conflicts(%s%s) <= %d", x, b, (int)in(l, 0, 8));
    default: return law_printf(l, "sectors(%s%s) <= %d", x, b, (int)in(l, 1, 33));
    }
}

/* ---- in symbols, and at numbers ---- */

static void keep_verdict(void *user, const lcv_outcome *outcome)
{
    ck_assert_int_ne(outcome->status, LCV_DISAGREEMENT);
    if (outcome->result)
        *(lcv_verdict *)user = outcome->result->verdict;
}

static lcv_verdict in_symbols(const char *claim)
{
    char path[] = "check_symbolic_claims.XXXXXX";
    lcv_verdict verdict = LCV_UNKNOWN;
    FILE *file = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "param M >= 1, N >= 1\nprove %s\n", claim);
    ck_assert_int_eq(fclose(file), 0);
    lcv_listener listener = {.user = &verdict, .outcome = keep_verdict};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    ck_assert_ptr_nonnull(session);
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_session_free(session);
    unlink(path);
    return verdict;
}

static const char *at_numbers(law *l, const char *claim, int64_t m, int64_t n)
{
    char *made = calloc(1, 4 * strlen(claim) + 1), *end = made;
    law_own_memory(l, made);
    for (; *claim; claim++)
        end += *claim == 'M' || *claim == 'N' ? sprintf(end, "%d", (int)(*claim == 'M' ? m : n))
                                              : sprintf(end, "%c", *claim);
    return made;
}

static bool is_false(const char *claim)
{
    language_seen s;
    language_prove(claim, &s);
    bool wrong = s.claim && s.verdict == LCV_REFUTED;
    language_clear(&s);
    return wrong;
}

static bool holds(law *l, const char *claim)
{
    static const int64_t place[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33};
    lcv_verdict verdict = in_symbols(claim);
    law_saw(l, verdict == LCV_PROVED ? 0 : verdict == LCV_REFUTED ? 1 : 2);
    for (int i = 0; verdict == LCV_PROVED && i < PLACES; i++) {
        int64_t m = place[in(l, 0, 11)], n = place[in(l, 0, 11)];
        const char *there = at_numbers(l, claim, m, n);
        if (is_false(there))
            return law_fail(l, "%s is proved, and %s is refuted", claim, there);
    }
    return true;
}

static bool pairs_hold(law *l)
{
    return holds(l, rnd_pair(l));
}

static bool swizzles_hold(law *l)
{
    return holds(l, rnd_swizzled(l));
}

static bool accesses_hold(law *l)
{
    return holds(l, rnd_access(l));
}

START_TEST(test_claims)
{
    static const char *const classes[] = {"proved", "refuted", "unknown or in error", NULL};
    language_open();
    law_check_share("claims about pairs", pairs_hold, classes, 8);
    law_check_share("claims about swizzled layouts", swizzles_hold, classes, 8);
    law_check_share("claims about accesses", accesses_hold, classes, 8);
    language_close();
}
END_TEST

SUITE_MAIN("symbolic claims", test_claims)
