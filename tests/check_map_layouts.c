/* check_map_layouts.c - equiv of maps and layouts with parameters, at integral coordinates,
 * against enumeration.
 *
 * A random layout is written as the index formula of its modes; the layout beside it has other
 * modes, and now and then another extent or stride. A verdict that is wrong fails, a proof or a
 * counterexample; most of what is true is proved.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <stdio.h>
#include <string.h>

#define MOST_LEAVES 3

static lcv_session *session;
static size_t truths, found;

#define NUMBER(name, of)                                                                         \
    static int64_t name(int64_t c, int64_t b)                                                    \
    {                                                                                            \
        (void)c;                                                                                 \
        (void)b;                                                                                 \
        return of;                                                                               \
    }
NUMBER(none, 0)
NUMBER(one, 1)
NUMBER(two, 2)
NUMBER(three, 3)
NUMBER(four, 4)
NUMBER(just_c, c)
NUMBER(just_b, b)
NUMBER(twice_c, 2 * c)
NUMBER(product, b *c)

/* Of the parameters C and B. The first are extents, too. */
static const struct {
    const char *text;
    int64_t (*at)(int64_t c, int64_t b);
} number[] = {{"2", two}, {"3", three}, {"C", just_c},      {"B", just_b}, {"2*C", twice_c},
              {"1", one}, {"0", none},  {"(B*C)", product}, {"4", four}};
enum { EXTENTS = 5, NUMBERS = 9 };

/* A layout, or the map of its leaves whose coordinates are its modes. */
typedef struct {
    size_t n, nmodes, end[MOST_LEAVES], extent[MOST_LEAVES], stride[MOST_LEAVES];
} nest;

/* Runs of leaves as modes. */
static void group(law *l, nest *a)
{
    a->nmodes = 0;
    for (size_t k = 1; k <= a->n; k++)
        if (k == a->n || rnd_chance(&l->rnd, 50))
            a->end[a->nmodes++] = k;
}

static nest random_nest(law *l)
{
    nest a = {.n = (size_t)rnd_in(&l->rnd, 1, MOST_LEAVES)};
    for (size_t k = 0; k < a.n; k++) {
        a.extent[k] = (size_t)rnd_in(&l->rnd, 0, EXTENTS - 1);
        a.stride[k] = (size_t)rnd_in(&l->rnd, 0, NUMBERS - 1);
    }
    group(l, &a);
    return a;
}

static const char *joined(law *l, const nest *a, size_t first, size_t end, const size_t *of,
                          char with)
{
    const char *all = number[of[first]].text;
    for (size_t k = first + 1; k < end; k++)
        all = law_printf(l, "%s%c%s", all, with, number[of[k]].text);
    return with == ',' && a->nmodes > 1 && end > first + 1 ? law_printf(l, "(%s)", all) : all;
}

static const char *layout_text(law *l, const nest *a)
{
    const char *shape = "", *stride = "";
    for (size_t i = 0, first = 0; i < a->nmodes; first = a->end[i++]) {
        const char *comma = i > 0 ? "," : "";
        shape = law_printf(l, "%s%s%s", shape, comma,
                           joined(l, a, first, a->end[i], a->extent, ','));
        stride = law_printf(l, "%s%s%s", stride, comma,
                            joined(l, a, first, a->end[i], a->stride, ','));
    }
    return law_printf(l, "(%s):(%s)", shape, stride);
}

static const char *nest_as_map(law *l, const nest *a)
{
    const char *names = "", *sizes = "", *value = "";
    for (size_t i = 0, first = 0; i < a->nmodes; first = a->end[i++]) {
        const char *comma = i > 0 ? "," : "";
        names = law_printf(l, "%s%si%zu", names, comma, i);
        sizes = law_printf(l, "%s%s%s", sizes, comma,
                           joined(l, a, first, a->end[i], a->extent, '*'));
        for (size_t k = first; k < a->end[i]; k++) {
            const char *digit = law_printf(l, "i%zu", i);
            if (k > first)
                digit = law_printf(l, "%s/(%s)", digit, joined(l, a, first, k, a->extent, '*'));
            if (k + 1 < a->end[i])
                digit = law_printf(l, "%s%%(%s)", digit, number[a->extent[k]].text);
            value = law_printf(l, "%s%s%s*%s", value, k > 0 ? " + " : "", digit,
                               number[a->stride[k]].text);
        }
    }
    return law_printf(l, "map { (%s) in (%s) -> %s }", names, sizes, value);
}

static int64_t nest_size(const nest *a, int64_t c, int64_t b)
{
    int64_t all = 1;
    for (size_t k = 0; k < a->n; k++)
        all *= number[a->extent[k]].at(c, b);
    return all;
}

static int64_t nest_at(const nest *a, int64_t x, int64_t c, int64_t b)
{
    int64_t value = 0;
    for (size_t k = 0; k < a->n; k++) {
        int64_t extent = number[a->extent[k]].at(c, b);
        value += x % extent * number[a->stride[k]].at(c, b);
        x /= extent;
    }
    return value;
}

static bool is_same(const nest *x, const nest *y)
{
    for (int64_t c = 1; c <= 5; c++)
        for (int64_t b = 1; b <= 5; b++) {
            int64_t n = nest_size(x, c, b);
            if (nest_size(y, c, b) != n)
                return false;
            for (int64_t i = 0; i < n; i++)
                if (nest_at(x, i, c, b) != nest_at(y, i, c, b))
                    return false;
        }
    return true;
}

static bool map_and_layout(law *l)
{
    nest x = random_nest(l), y = x;
    group(l, &y);
    if (rnd_chance(&l->rnd, 30))
        y.extent[rnd_in(&l->rnd, 0, (int64_t)y.n - 1)] = (size_t)rnd_in(&l->rnd, 0, EXTENTS - 1);
    if (rnd_chance(&l->rnd, 30))
        y.stride[rnd_in(&l->rnd, 0, (int64_t)y.n - 1)] = (size_t)rnd_in(&l->rnd, 0, NUMBERS - 1);
    const char *written = nest_as_map(l, &x), *layout = layout_text(l, &y);
    bool first = rnd_chance(&l->rnd, 50), truth = is_same(&x, &y);
    const char *text = law_printf(l, "equiv(%s, %s)", first ? written : layout,
                                  first ? layout : written);
    lcv_answer *answer = lcv_ask(session, LCV_ASK_PROVE, text);
    bool answered = lcv_answer_status(answer) != LCV_INVALID;
    lcv_verdict verdict = answered ? lcv_answer_verdict(answer) : LCV_UNKNOWN;
    truths += truth;
    found += verdict == LCV_PROVED && truth;
    law_saw(l, truth ? 0 : 1);
    bool ok = answered && verdict != (truth ? LCV_REFUTED : LCV_PROVED);
    if (!ok)
        law_fail(l, "%s: %s, and it is %s: %s", text, lcv_verdict_name(verdict),
                 truth ? "true" : "false", lcv_answer_rendered(answer));
    lcv_answer_free(answer);
    return ok;
}

TEST(maps_and_layouts)
{
    static const char *const classes[] = {"true", "false", NULL};
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, "param C >= 1, B >= 1"));
    law_check_share("maps and layouts", map_and_layout, classes, 4);
    lcv_session_free(session);
    printf("# %zu true, %zu of these proved\n", truths, found);
    if (truths >= 20)
        ck_assert_msg(10 * found >= 8 * truths, "%zu of %zu are proved", found, truths);
}

SUITE_MAIN("maps and layouts", maps_and_layouts)
