/* check_law_claims.c - the checker's opinion of claims whose sizes are parameters, where they
 * fail.
 *
 * A claim that is refuted with numbers for its parameters must not be confirmed for all of them.
 * The arguments are those of random claims of every kind (symbolic-claims.h), as values.
 */
#include "config.h"

#include "law.h"
#include "suite.h"
#include "symbolic-claims.h"
#include "symbolic-opinion.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGS 6
#define PLACES 8 /* numbers at which a claim is tried */

static lcv_session *with_parameters, *with_numbers;
static size_t confirmed, denied;

/* A claim as the checker takes it. */
typedef struct {
    const char *name, *arg[ARGS];
    size_t n;
} literal;

/* ---- reading ---- */

/* The text from `at` on, up to a comma or a closing parenthesis outside of all others. */
static const char *argument(law *l, const char **at)
{
    const char *begin = *at;
    int depth = 0;
    for (; **at && (depth > 0 || (**at != ',' && **at != ')')); ++*at)
        depth += (**at == '(' || **at == '{' || (**at == '<' && (*at)[1] != '=')) -
                 (**at == ')' || **at == '}' || (**at == '>' && (*at)[-1] != '-'));
    return law_printf(l, "%.*s", (int)(*at - begin), begin);
}

/* bytes=2: its place among the arguments of an access, and the value. */
static size_t keyword(const char **arg)
{
    static const char *const word[] = {"lanes=", "bytes=", "width=", "banks="};
    for (size_t i = 0; i < 4; i++)
        if (strncmp(*arg, word[i], 6) == 0) {
            *arg += 6;
            return i + 1;
        }
    return SIZE_MAX;
}

/* The value of an expression; NULL: it has cases, or none. */
static const char *value_of(law *l, const char *text)
{
    lcv_answer *a = lcv_ask(with_parameters, LCV_ASK_EVAL, text);
    const char *value = lcv_answer_value(a);
    bool one = value && !strstr(value, " or ") && !strstr(value, " if ");
    const char *copy = one ? law_printf(l, "%s", value) : NULL;
    lcv_answer_free(a);
    return copy;
}

static bool read_claim(law *l, const char *text, literal *out)
{
    const char *at = strchr(text, '('), *end = strstr(text, ") <= ");
    *out = (literal){.name = law_printf(l, "%.*s%s", (int)(at - text), text, end ? " <=" : "")};
    bool access = end || strncmp(text, "conflict_free", 13) == 0 ||
                  strncmp(text, "coalesced", 9) == 0;
    do {
        at += strspn(at + 1, " ") + 1;
        const char *arg = argument(l, &at);
        size_t place = access ? keyword(&arg) : SIZE_MAX;
        place = place == SIZE_MAX ? out->n : place;
        const char *value = place < ARGS ? value_of(l, arg) : NULL;
        if (!value)
            return false;
        out->arg[place] = value;
        out->n = place + 1 > out->n ? place + 1 : out->n;
    } while (*at == ',');
    if (!access)
        return true;
    const char *bytes = out->n > 2 && out->arg[2] ? out->arg[2] : "4";
    const char *const otherwise[] = {"", "32", bytes, bytes, "32"};
    size_t all = !end ? out->n : strncmp(text, "conflicts", 9) == 0 ? 5 : 4;
    for (size_t i = 1; i < all; i++)
        out->arg[i] = i < out->n && out->arg[i] ? out->arg[i] : otherwise[i];
    out->n = all;
    if (end)
        out->arg[out->n++] = law_printf(l, "%s", end + 5);
    return true;
}

/* ---- opinions ---- */

static bool agrees(const literal *c)
{
    return symbolic_is_confirmed(&(lcr_symbolic){c->name, c->n, c->arg, NULL}, "1");
}

static bool is_refuted(law *l, const char *claim, char text[SYMBOLIC_TEXT])
{
    for (int i = 0; i < PLACES; i++) {
        symbolic_place at = symbolic_place_of(&l->rnd);
        if (symbolic_is_refuted(with_numbers, claim, &at, text))
            return true;
    }
    return false;
}

static bool false_ones_are_not_confirmed(law *l)
{
    char text[SYMBOLIC_TEXT];
    const char *claim = law_printf(l, "%s", symbolic_rnd_claim(&l->rnd));
    literal c;
    if (!read_claim(l, claim, &c)) {
        law_saw(l, 2);
        return true;
    }
    bool refuted = is_refuted(l, claim, text), yes = agrees(&c);
    law_saw(l, refuted);
    confirmed += yes;
    denied += refuted;
    return !refuted || !yes || law_fail(l, "%s is confirmed, and %s is refuted", claim, text);
}

TEST(claims)
{
    static const char *const classes[] = {"not refuted", "refuted", "arguments in cases", NULL};
    with_parameters = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    with_numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert(with_parameters && with_numbers);
    lcv_answer_free(lcv_ask(with_parameters, LCV_ASK_SAY, SYMBOLIC_PARAMETERS));
    law_check("false claims with parameters", false_ones_are_not_confirmed, classes);
    printf("# %zu claims are confirmed, %zu are refuted\n", confirmed, denied);
    ck_assert_uint_gt(confirmed, denied / 4);
    lcv_session_free(with_parameters);
    lcv_session_free(with_numbers);
}

SUITE_MAIN("false claims with parameters", claims)
