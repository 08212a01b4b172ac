/* check_forms.c - values in symbols against values at numbers.
 *
 * An expression that depends on M and N prints in symbols. With numbers written in the
 * place of M and N, what was printed and the expression itself must be the same function,
 * nested alike: the expression is computed by the algebra, which knows nothing of symbols.
 */
#include "config.h"

#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- expressions ---- */

static int64_t in(law *l, int64_t low, int64_t high)
{
    return rnd_in(&l->rnd, low, high);
}

static const char *rnd_size(law *l, int depth)
{
    int64_t c = in(l, 1, 6);
    switch (in(l, 0, depth > 0 ? 8 : 2)) {
    case 0: return "M";
    case 1: return "N";
    case 2: return law_printf(l, "%d", (int)c);
    case 3: return law_printf(l, "ceil_div(%s, %d)", rnd_size(l, depth - 1), (int)c);
    case 4: return law_printf(l, "(%s / %d)", rnd_size(l, depth - 1), (int)c);
    case 5: return law_printf(l, "(%s %% %d)", rnd_size(l, depth - 1), (int)c);
    case 6:
        return law_printf(l, "%s(%s, %s)", rnd_chance(&l->rnd, 50) ? "min" : "max",
                          rnd_size(l, depth - 1), rnd_size(l, depth - 1));
    case 7:
        return law_printf(l, "(%s %s %s)", rnd_size(l, depth - 1),
                          rnd_chance(&l->rnd, 50) ? "+" : "-", rnd_size(l, depth - 1));
    default: return law_printf(l, "%s * %s", rnd_size(l, depth - 1), rnd_size(l, depth - 1));
    }
}

/* Layouts of two modes without modes inside, of integers and of coordinates. */
static const char *rnd_matrix(law *l, bool *coordinates)
{
    static const char *const matrix[] = {"(M,N):(1,M)", "(M,N):(N,1)", "(M,N):(3,3*M+1)",
                                         "(N,ceil_div(M,3)):(2,2*N)", "(M,N)"};
    static const char *const of_coordinates[] = {"(M,N):(e0,e1)", "(N,M):(e1,3*e0)",
                                                 "(ceil_div(M,4),N):(4e0,2*N*e1)",
                                                 "(M,N):(M*e0,e1+e0)"};
    *coordinates = rnd_chance(&l->rnd, 50);
    return *coordinates ? of_coordinates[in(l, 0, 3)] : matrix[in(l, 0, 4)];
}

static const char *rnd_divided(law *l, const char *a)
{
    static const char *const name[] = {"logical", "zipped", "tiled", "flat"};
    return law_printf(l, "%s_divide(%s, (%d,%d))", name[in(l, 0, 3)], a, (int)in(l, 1, 5),
                      (int)in(l, 1, 5));
}

static const char *rnd_layout_text(law *l)
{
    bool coordinates;
    const char *a = rnd_matrix(l, &coordinates);
    for (int64_t steps = in(l, 0, 3); steps > 0; steps--) {
        switch (in(l, 0, 6)) {
        case 0: a = rnd_divided(l, a); break;
        case 1: a = law_printf(l, "flatten(%s)", a); break;
        case 2: a = law_printf(l, "mode(%s, %d)", a, (int)in(l, 0, 1)); break;
        case 3: a = law_printf(l, "select(%s, 1, 0)", a); break;
        case 4: a = law_printf(l, "group(%s, 0, %d)", a, (int)in(l, 1, 2)); break;
        case 5:
            a = law_printf(l, "concat(%s, %d:%s)", a, (int)in(l, 1, 4),
                           coordinates ? "e1" : "7*N");
            break;
        default: a = law_printf(l, "compose(%s, (%d,%d))", a, (int)in(l, 1, 4), (int)in(l, 1, 4));
        }
    }
    return a;
}

/* Coordinates into a matrix in memory. */
static const char *rnd_address(law *l)
{
    static const char *const matrix[] = {"(M,N):(1,M)", "(M,N):(N,1)", "(M,N):(1,M+N)",
                                         "(M,N):(2e1,e0)"};
    return law_printf(l, "compose(%s, zipped_divide((M,N):(e0,e1), (%d,%d)))",
                      matrix[in(l, 0, 3)], (int)in(l, 1, 5), (int)in(l, 1, 5));
}

/* ---- in symbols, and at numbers ---- */

static void keep_value(void *user, const lcv_outcome *outcome)
{
    char **text = user;
    free(*text);
    *text = outcome->value_text && !outcome->error ? strdup(outcome->value_text) : NULL;
}

/* What `show` prints; NULL when the expression has no value anywhere. */
static const char *in_symbols(law *l, const char *expression)
{
    char path[] = "check_forms.XXXXXX", *shown = NULL;
    FILE *file = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "param M >= 1, N >= 1\nshow %s\n", expression);
    ck_assert_int_eq(fclose(file), 0);
    lcv_listener listener = {.user = &shown, .outcome = keep_value};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    ck_assert_ptr_nonnull(session);
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_session_free(session);
    unlink(path);
    return law_own_memory(l, shown);
}

static const char *at_numbers(law *l, const char *text, int64_t m, int64_t n)
{
    char *made = calloc(1, 4 * strlen(text) + 1), *end = made;
    law_own_memory(l, made);
    for (; *text; text++)
        end += *text == 'M' || *text == 'N' ? sprintf(end, "%d", (int)(*text == 'M' ? m : n))
                                            : sprintf(end, "%c", *text);
    return made;
}

static bool is_true(const char *claim)
{
    language_seen s;
    language_prove(claim, &s);
    bool proved = s.claim && s.verdict == LCV_PROVED;
    language_clear(&s);
    return proved;
}

static bool has_value(const char *text)
{
    language_seen s;
    language_eval(text, &s);
    bool value = s.status == LCV_PASSED;
    language_clear(&s);
    return value;
}

static bool differs(law *l, const char *expression, const char *shown, const char *x,
                    const char *y)
{
    return law_fail(l, "%s prints as %s, but %s and %s are not the same", expression, shown, x,
                    y);
}

static bool sizes_agree(law *l)
{
    const char *expression = rnd_size(l, 3), *shown = in_symbols(l, expression);
    if (!strpbrk(expression, "MN"))
        return true;
    if (!shown)
        return law_fail(l, "%s has no value", expression);
    for (int i = 0; i < 8; i++) {
        int64_t m = in(l, 1, 30), n = in(l, 1, 30);
        const char *x = at_numbers(l, expression, m, n), *y = at_numbers(l, shown, m, n);
        if (!is_true(law_printf(l, "%s == %s", x, y)))
            return differs(l, expression, shown, x, y);
    }
    return true;
}

static bool layouts_agree(law *l)
{
    const char *expression = rnd_chance(&l->rnd, 20) ? rnd_address(l) : rnd_layout_text(l);
    const char *shown = in_symbols(l, expression);
    if (!shown) /* there is no such mode, a tiler of more modes ... */
        return true;
    law_saw(l, strstr(shown, "divide") || strstr(shown, "compose") ? 1 : 0);
    for (int i = 0; i < 4; i++) {
        int64_t m = in(l, 1, 13), n = in(l, 1, 13);
        const char *x = at_numbers(l, expression, m, n), *y = at_numbers(l, shown, m, n);
        if (!has_value(x))
            continue;
        if (!is_true(law_printf(l, "congruent(%s, %s)", x, y)) ||
            !is_true(law_printf(l, "equiv(%s, %s)", x, y)))
            return differs(l, expression, shown, x, y);
    }
    return true;
}

START_TEST(test_forms)
{
    static const char *const classes[] = {"in symbols", "as written", NULL};
    language_open();
    law_check_share("sizes in symbols", sizes_agree, NULL, 4);
    law_check_share("layouts in symbols", layouts_agree, classes, 4);
    language_close();
}
END_TEST

SUITE_MAIN("forms", test_forms)
