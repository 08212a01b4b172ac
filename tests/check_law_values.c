/* check_law_values.c - the checker's opinion of values of the algebra whose sizes are parameters.
 *
 * Of a random operation the value is confirmed, but for a few; the value with one of its tokens
 * changed is not, wherever it is another one at numbers, as the algebra of numbers says.
 */
#include "config.h"

#include "law.h"
#include "suite.h"
#include "symbolic-operands.h"
#include "symbolic-opinion.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 6 /* numbers at which a changed value is compared */

static lcv_session *with_parameters, *with_numbers;
static size_t right, confirmed, wrong;

/* ---- opinions ---- */

static bool agrees(const symbolic_call *c, const char *value)
{
    return symbolic_is_confirmed(&(lcr_symbolic){c->name, c->n, c->arg, value}, "2");
}

/* A token of the value changed: a number, a parameter. */
static const char *changed(law *l, symbolic_maker *m, const char *value)
{
    static const char *const other[] = {"1", "2", "3", "8", "M", "N", "0", "K", "4", "16"};
    size_t n = strlen(value), at = (size_t)in(m, 0, (int64_t)n - 1), length = 1;
    while (!isalnum((unsigned char)value[at]))
        at = (at + 1) % n;
    while (at > 0 && isalnum((unsigned char)value[at - 1]))
        at--;
    while (isalnum((unsigned char)value[at + length]))
        length++;
    return law_printf(l, "%.*s%s%s", (int)at, value, ONE_OF(m, other), value + at + length);
}

/* Is it the value at some numbers? */
static bool differs(law *l, const symbolic_call *c, const char *value)
{
    char text[SYMBOLIC_TEXT];
    const char *claim = law_printf(l, "equal(%s, %s)", c->text, value);
    for (int i = 0; i < PLACES; i++) {
        symbolic_place at = symbolic_place_of(&l->rnd);
        if (strcmp(at.m, "1") != 0 && strcmp(at.n, "1") != 0 &&
            symbolic_is_refuted(with_numbers, claim, &at, text))
            return true;
    }
    return false;
}

static bool values_are_judged(law *l)
{
    static symbolic_maker m;
    m.rnd = l->rnd;
    symbolic_call c = symbolic_rnd_call(&m);
    lcv_answer *a = lcv_ask(with_parameters, LCV_ASK_EVAL, c.text);
    const char *shown = lcv_answer_value(a);
    char *value = shown && !strstr(shown, " or ") && !isalpha((unsigned char)shown[0])
                      ? strdup(shown)
                      : NULL;
    lcv_answer_free(a);
    bool ok = true;
    if (value) {
        bool yes = agrees(&c, value);
        right++;
        confirmed += yes;
        for (int i = 0; ok && i < 4; i++) {
            const char *other = changed(l, &m, value);
            bool denied = !agrees(&c, other);
            ok = denied || !differs(l, &c, other) ||
                 law_fail(l, "%s is %s, and %s is confirmed", c.text, value, other);
            wrong += denied;
        }
    }
    law_saw(l, value != NULL);
    free(value);
    l->rnd = m.rnd;
    return ok;
}

TEST(values)
{
    static const char *const classes[] = {"in cases, or without a value", "one value", NULL};
    with_parameters = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    with_numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert(with_parameters && with_numbers);
    lcv_answer_free(lcv_ask(with_parameters, LCV_ASK_SAY,
                            "param M >= 2, N >= 2, K >= 8\nassume K % 8 == 0\n"));
    law_check("values of the algebra", values_are_judged, classes);
    printf("# %zu values, %zu confirmed; %zu others denied\n", right, confirmed, wrong);
    ck_assert_uint_ge(10 * confirmed, 9 * right);
    lcv_session_free(with_parameters);
    lcv_session_free(with_numbers);
}

SUITE_MAIN("values with parameters", values)
