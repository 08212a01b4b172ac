/* check_law_relation.c - relations of values, and planted errors, given to isl alone.
 *
 * A wrong relation is the right one with another number in its text. That it is another
 * relation is decided by comparing the two.
 */
#include "config.h"

#include "suite.h"

#include "pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/confirm.h"
#include "../verify/session.h"

static const char *const argument[] = {
    "A",          "N",           "T",     "S",          "linear(J)",
    "S<2,1,2>",   "S<1,0,-3>",   "{n} o A", "identity(T)", "(4,2):(f3,f5)",
    "{k} o (3,4):(f1,f6)",       "S<2,0,1> o k o J", "J o k o A",
    "linear{a: [(1,2),(0,3)], b: [(3,1)] -> x: 4, y: 4}",
};
static const char *const operation[] = {"coord_map", "index_map", "bits_map", "layout_map"};
#define COUNT(array) (sizeof array / sizeof *array)
#define NCALLS (COUNT(argument) * COUNT(operation))

static struct {
    size_t values, confirmed, wrong, caught;
    size_t open[LCR_REASONS];
} seen[COUNT(operation)];

/* ---- values ---- */

static void keep_value(void *user, const lcv_outcome *outcome)
{
    lcv_value **v = user;
    if (outcome->value != NULL && outcome->status == LCV_PASSED)
        *v = lcv_value_ref((lcv_value *)outcome->value);
}

static void free_session(void *s) { lcv_session_free(s); }
static void free_value(void *v) { lcv_value_free(v); }

static lcv_value *value_of(law *l, lcv_session *s, const char *text)
{
    lcv_value *v = NULL;
    lcv_listener listener = {.user = &v, .outcome = keep_value};
    lcv_session_eval(s, text, &listener);
    if (v != NULL)
        law_own_with(l, v, free_value);
    return v;
}

/* Another number at one of the places where there are some; NULL: there are none. */
static const char *mistaken(law *l, const char *text)
{
    size_t at[256], n = 0;
    for (size_t i = 1; text[i] != '\0' && n < 256; i++)
        if (isdigit((unsigned char)text[i]) && !isalnum((unsigned char)text[i - 1]))
            at[n++] = i;
    if (n == 0)
        return NULL;
    size_t place = at[rnd_in(&l->rnd, 0, (int64_t)n - 1)];
    size_t digits = strspn(text + place, "0123456789");
    long long x = digits < 12 ? atoll(text + place) : 7;
    return law_printf(l, "%.*s%lld%s", (int)place, text,
                      rnd_chance(&l->rnd, 50) ? x + 1 : 2 * x, text + place + digits);
}

/* ---- opinions ---- */

typedef struct {
    lcv_session *session;
    const char *operation, *text;
    lcv_value *arg;
} call;

static bool ask(law *l, const call *c, const lcv_value *value, lcr_confirmation *said)
{
    lcv_value *arg[1] = {c->arg};
    lc_ctx_reset(c->session->ctx);
    return lcv_confirm_value(c->session->r, c->operation, 1, arg, value, said) ||
           law_fail(l, "%s: %s", c->text, lc_ctx_message(c->session->ctx));
}

static bool right_value(law *l, const call *c, const lcv_value *value, size_t which)
{
    lcr_confirmation said;
    if (!ask(l, c, value, &said))
        return false;
    bool ok = said.opinion != LCR_DISAGREES ||
              law_fail(l, "the value of %s is denied: %s; %s has %s", c->text, said.why,
                       said.set != NULL ? said.set : "no set",
                       said.point != NULL ? said.point : "");
    seen[which].confirmed += said.opinion == LCR_AGREES;
    seen[which].open[said.reason]++;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool wrong_value(law *l, const call *c, const lcv_value *value, const char *text,
                        size_t which)
{
    lcr_confirmation said;
    lcv_value *other = value_of(l, c->session, text);
    if (other == NULL || other->kind != LCV_RELATION)
        return true;
    lc_ctx_reset(c->session->ctx);
    lcr_answer equal = lcr_map_equal(c->session->r, value->relation, other->relation, NULL, NULL,
                                     NULL);
    if (equal == LCR_UNKNOWN || !ask(l, c, other, &said))
        return equal == LCR_UNKNOWN;
    bool agrees = said.opinion == LCR_AGREES, denied = said.opinion == LCR_DISAGREES;
    bool ok = equal == LCR_YES ? !denied || law_fail(l, "%s: %s is denied", c->text, text)
                               : !agrees || law_fail(l, "%s: %s is confirmed", c->text, text);
    seen[which].wrong += equal == LCR_NO;
    seen[which].caught += equal == LCR_NO && denied;
    lcr_confirmation_clear(&said);
    return ok;
}

static bool one_call(law *l, const char *name, const char *arg, size_t which)
{
    call c = {.session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF}),
              .operation = name};
    law_own_with(l, c.session, free_session);
    c.arg = value_of(l, c.session, arg);
    c.text = law_printf(l, "%s(%s)", name, arg);
    lcv_value *value = c.arg != NULL ? value_of(l, c.session, c.text) : NULL;
    if (value == NULL)
        return true;
    char *text = lcv_value_to_str(c.session->r, value);
    law_own_memory(l, text);
    seen[which].values++;
    bool ok = right_value(l, &c, value, which);
    for (size_t i = 0; ok && i < 3; i++) {
        const char *wrong = mistaken(l, text);
        ok = wrong == NULL || wrong_value(l, &c, value, wrong, which);
    }
    return ok;
}

static bool planted_errors(law *l)
{
    size_t which = l->index / COUNT(argument) % COUNT(operation);
    const char *arg = argument[l->index % COUNT(argument)];
    bool ok = one_call(l, operation[which], pattern_text(l, arg, pattern_values(l)), which);
    law_release(l);
    return ok;
}

START_TEST(test_planted)
{
    static const char *const classes[] = {NULL};
    law_check_share("relations and planted errors", planted_errors, classes, 8);
    if (getenv("LAYOUTCHECK_CASE") != NULL)
        return;
    for (size_t i = 0; i < COUNT(operation); i++) {
        printf("# %s: %zu values, %zu confirmed, %zu out of budget, %zu without evidence; "
               "%zu of %zu errors caught\n", operation[i], seen[i].values, seen[i].confirmed,
               seen[i].open[LCR_NO_BUDGET], seen[i].open[LCR_NO_EVIDENCE], seen[i].caught,
               seen[i].wrong);
        ck_assert_msg(10 * seen[i].confirmed >= 9 * seen[i].values, "%s: few are confirmed",
                      operation[i]);
        ck_assert_msg(10 * seen[i].caught >= 9 * seen[i].wrong, "%s: few errors are caught",
                      operation[i]);
    }
}
END_TEST

SUITE_MAIN("law relation", test_planted)
