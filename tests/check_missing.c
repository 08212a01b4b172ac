/* check_missing.c - the assumptions that `explain` finds for refuted claims with parameters: at
 * every pair of small numbers that one admits the claim holds, by the same claim with numbers.
 * What a condition admits is computed here from its text.
 *
 * And those that would decide a claim that stays unknown: with the `assume` added it is proved.
 */
#include "config.h"

#include "law.h"
#include "suite.h"
#include "symbolic-claims.h"

#include "../verify/session/answer.h"

#include <stdio.h>
#include <string.h>

#define MOST 12 /* of each parameter */

static lcv_session *with_parameters, *with_numbers, *with_kinds;

/* The text with numbers in the place of M and N. */
static void instance(char *out, size_t room, const char *text, int m, int n)
{
    size_t used = 0;
    for (; *text != '\0' && used + 12 < room; text++)
        used += (size_t)(*text == 'M' || *text == 'N'
                             ? snprintf(out + used, room - used, "%d", *text == 'M' ? m : n)
                             : snprintf(out + used, room - used, "%c", *text));
    out[used] = '\0';
}

/* `M % 8 == 0`, `M <= N`, with `and` between several. */
static bool admits(const char *condition, int m, int n)
{
    char text[200], *part = text, op[3];
    instance(text, sizeof text, condition, m, n);
    while (part) {
        char *rest = strstr(part, " and ");
        int a, b;
        if (rest)
            *rest = '\0';
        ck_assert_msg(sscanf(part, "%d %2s %d", &a, op, &b) == 3, "%s", condition);
        bool met = strcmp(op, "<=") == 0   ? a <= b
                   : strcmp(op, ">=") == 0 ? a >= b
                   : strcmp(op, "==") == 0 ? a == b
                                           : b != 0 && a % b == 0;
        if (!met)
            return false;
        part = rest ? rest + 5 : NULL;
    }
    return true;
}

static bool holds_where_admitted(law *l, const char *claim, const char *condition)
{
    bool somewhere = false;
    for (int m = 1; m <= MOST; m++) {
        for (int n = 1; n <= MOST; n++) {
            char text[300];
            if (!admits(condition, m, n))
                continue;
            somewhere = true;
            instance(text, sizeof text, claim, m, n);
            lcv_answer *a = lcv_ask(with_numbers, LCV_ASK_PROVE, text);
            bool holds = lcv_answer_verdict(a) == LCV_PROVED;
            lcv_answer_free(a);
            if (!holds)
                return law_fail(l, "%s where %s: not at M = %d, N = %d", claim, condition, m, n);
        }
    }
    return somewhere || law_fail(l, "%s where %s: at no small numbers", claim, condition);
}

/* Claims that fail off a divisibility, a bound, a relation of the parameters. */
static void one_part(law *l, char *claim, size_t room)
{
    static const char *const shape[] = {
        "in_bounds((ceil_div(M,%d),%d):(%d,1), M)",
        "injective((M,N):(1,%d))",
        "injective((M,N):(%d,M))",
        "injective((M,N):(1,M+N-%d))",
        "partitions((ceil_div(M,%d),%d):(%d,1), M)",
        "in_bounds((M,N):(1,M+%d), M*N)",
        "in_bounds((M,N):(1,M), %d)",
        "aligned((M,2):(%d,N), %d)",
        "size((M,N):(1,M)) <= %d * N",
        "injective((M,):(0,))",
        "aligned((2,ceil_div(M,1),(M,ceil_div(M,2))):(1,2,(2*M,2*M*M)), 2)",
    };
    int tile = 1 << rnd_in(&l->rnd, 1, 3);
    snprintf(claim, room, shape[rnd_in(&l->rnd, 0, sizeof shape / sizeof *shape - 1)], tile, tile,
             tile);
}

/* One, or one beside another: what is enough for a part is not for the whole. */
static const char *random_claim(law *l)
{
    char first[100], second[100];
    one_part(l, first, sizeof first);
    one_part(l, second, sizeof second);
    return rnd_chance(&l->rnd, 60) ? law_printf(l, "%s", first)
                                   : law_printf(l, "%s and %s", first, second);
}

static const char *const classes[] = {"a condition", NULL};

static bool one_claim(law *l)
{
    const char *claim = random_claim(l);
    lcv_answer *a = lcv_ask(with_parameters, LCV_ASK_EXPLAIN, claim);
    const char *told = lcv_answer_explanation(a);
    bool ok = told || law_fail(l, "%s: %s", claim, lcv_answer_rendered(a));
    static const char before[] = "proved where ", after[] = " is assumed";
    for (const char *at = ok ? strstr(told, before) : NULL; ok && at; at = strstr(at, before)) {
        char condition[100];
        at += sizeof before - 1;
        const char *end = strstr(at, after);
        snprintf(condition, sizeof condition, "%.*s", (int)(end - at), at);
        ok = holds_where_admitted(l, claim, condition);
        law_saw(l, 0);
    }
    lcv_answer_free(a);
    return ok;
}

/* ---- claims that stay unknown ---- */

/* The answer with one more assumption. */
static bool is_proved_with(const char *assumption, const char *claim)
{
    char text[300];
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    snprintf(text, sizeof text, "%sassume %s\n", SYMBOLIC_PARAMETERS, assumption);
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, text));
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, claim);
    bool proved = lcv_answer_verdict(a) == LCV_PROVED;
    lcv_answer_free(a);
    lcv_session_free(session);
    return proved;
}

/* `advised` where there is an advice. */
static bool decided_as_advised(law *l, const char *claim, bool *advised)
{
    static const char before[] = "; proved with: assume ";
    lcv_answer *a = lcv_ask(with_kinds, LCV_ASK_PROVE, claim);
    const char *reason = lcv_answer_verdict(a) == LCV_UNKNOWN ? lcv_answer_reason(a) : NULL;
    const char *advice = reason ? strstr(reason, before) : NULL;
    bool ok = !advice || is_proved_with(advice + sizeof before - 1, claim) ||
              law_fail(l, "%s: not proved with%s", claim, advice + sizeof before - 1);
    *advised = advice != NULL;
    lcv_answer_free(a);
    return ok;
}

static bool one_unknown(law *l)
{
    static symbolic_maker maker;
    bool advised;
    const symbolic_kind *kinds = symbolic_kinds();
    size_t n = 0;
    while (kinds[n].name)
        n++;
    maker.rnd = l->rnd;
    const char *claim = symbolic_claim(&maker, &kinds[rnd_in(&maker.rnd, 0, (int64_t)n - 1)]);
    return decided_as_advised(l, claim, &advised);
}

TEST(advice_decides)
{
    with_kinds = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(with_kinds);
    lcv_answer_free(lcv_ask(with_kinds, LCV_ASK_SAY, SYMBOLIC_PARAMETERS));
    law none = {.name = "none"};
    bool advised;
    ck_assert(decided_as_advised(&none,
                                 "composes(compose((N,1):(2e1,2e0), 1:8), (N,1):(2e1,2e0), 1:8)",
                                 &advised));
    ck_assert(advised);
    law_check("advice decides", one_unknown, NULL);
    lcv_session_free(with_kinds);
}

TEST(conditions_are_enough)
{
    with_parameters = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    with_numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert(with_parameters && with_numbers);
    lcv_answer_free(lcv_ask(with_parameters, LCV_ASK_SAY, "param M >= 1, N >= 1"));
    law_check_share("conditions are enough", one_claim, classes, 40);
    lcv_session_free(with_parameters);
    lcv_session_free(with_numbers);
}

SUITE_MAIN("missing", conditions_are_enough, advice_decides)
