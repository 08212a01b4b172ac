/* check_stated.c - isl confirms only what a set states: one of at least one coordinate or
 * parameter, which is not a condition on the way. The rest is the checker's own reading or
 * arithmetic, in confirmations and in certificates, for numbers and for parameters. */
#include "config.h"

#include "suite.h"
#include "symbolic-opinion.h"

#include "../isl-bridge/recheck.h"
#include "../lib/text.h"
#include "../verify/session/answer.h"

#include <string.h>

/* ---- numbers ---- */

typedef struct {
    const char *name, *arg[4], *value; /* NULL: a claim */
    bool proved;
    lcr_reason reason; /* LCR_SURE: isl confirms it */
} statement;

static const statement of_numbers[] = {
    {"injective", {"(4,8):(1,4)"}, NULL, true, LCR_SURE},
    {"injective", {"(4,8):(1,3)"}, NULL, false, LCR_SURE},
    /* the sets of one coordinate have no dimension: { [] : ... } */
    {"in_bounds", {"1:f19", "2"}, NULL, true, LCR_BY_ARITHMETIC},
    {"bijective", {"S<0,0,0>"}, NULL, true, LCR_BY_ARITHMETIC},
    {"bijective", {"S<1,0,1>"}, NULL, true, LCR_SURE},
    /* sizes and quotients */
    {"compatible", {"(6,20)", "((2,3),(4,5))"}, NULL, true, LCR_BY_ARITHMETIC},
    {"compatible", {"(6,20)", "((2,3),(4,4))"}, NULL, false, LCR_BY_ARITHMETIC},
    {"tractable", {"(4,8):(1,4)"}, NULL, true, LCR_BY_ARITHMETIC},
    {"equiv", {"4:1", "5:1"}, NULL, false, LCR_BY_ARITHMETIC},
    {"surjective", {"(4,8):(1,5)", "33"}, NULL, false, LCR_BY_ARITHMETIC},
    /* as it stands */
    {"congruent", {"(4,8)", "(2,3)"}, NULL, true, LCR_BY_READING},
    {"congruent", {"(4,8)", "5"}, NULL, false, LCR_BY_READING},
    {"equal", {"(4,8)", "(4,8)"}, NULL, true, LCR_BY_READING},
    /* isl has left nothing of a difference, whose coordinates the set still has */
    {"in_bounds",
     {"relation \"{ [i, j] -> [64i + (3i + j) mod 64] : 0 <= i < 64 and 0 <= j < 64 }\"", "4096"},
     NULL,
     true,
     LCR_SURE},
    /* values */
    {"compose", {"(4,8):(1,4)", "8:2"}, "8:2", true, LCR_SURE},
    {"coalesce", {"(1,1):(3,3)"}, "1:0", true, LCR_SURE},
    {"coalesce", {"(1,1):(3,3)"}, "1:8", false, LCR_SURE}, /* denied */
    {"inverse", {"1:1"}, "1:0", true, LCR_SURE},
    {"inverse", {"1:1"}, "1:1", false, LCR_SURE},
    {"inverse", {"1:0"}, "1:1", false, LCR_SURE},
    {"left_inverse", {"8:0"}, "1:0", true, LCR_SURE},
    {"left_inverse", {"8:0"}, "3:0", false, LCR_SURE},
    {"chain", {"3", "1"}, "{3} o 2:-2", true, LCR_SURE},
    {"gcd", {"12", "18"}, "6", true, LCR_BY_ARITHMETIC},
    {"rank", {"(4,8):(1,4)"}, "2", true, LCR_BY_READING},
};

static size_t arguments(const statement *s)
{
    size_t n = 0;
    while (n < 4 && s->arg[n])
        n++;
    return n;
}

TEST_ISL(numbers)
{
    for (size_t i = 0; i < sizeof of_numbers / sizeof *of_numbers; i++) {
        const statement *s = &of_numbers[i];
        lcr_certified claim = {NULL, s->name, arguments(s), s->arg, NULL, s->proved};
        lcr_valued valued = {s->name, arguments(s), s->arg, s->value};
        lcr_confirmation said;
        ck_assert(s->value ? lcr_confirm_value(r, &valued, &said)
                           : lcr_confirm(r, &claim, &said));
        ck_assert_msg(said.reason == s->reason, "%s(%s): %s, %zu sets", s->name, s->arg[0],
                      lcr_reason_text(said.reason), said.sets);
        ck_assert_int_eq(said.opinion, s->reason != LCR_SURE    ? LCR_UNSURE
                                       : s->value && !s->proved ? LCR_DISAGREES
                                                                : LCR_AGREES);
        lcr_confirmation_clear(&said);
    }
}

/* ---- parameters: M, N >= 1, K a multiple of 8 ---- */

static const statement of_parameters[] = {
    {"injective", {"(M,N):(1,M)"}, NULL, true, LCR_SURE},
    {"in_bounds", {"(M,N):(1,M)", "M*N"}, NULL, true, LCR_SURE},
    {"aligned", {"(M,N):(8*N,16)", "8"}, NULL, true, LCR_SURE},
    /* that M is 1 or more, and extents are, is asked; that M divides the steps is computed */
    {"aligned", {"(M,N):(M*N,16*M)", "M"}, NULL, true, LCR_BY_ARITHMETIC},
    {"reorders", {"(M,N):(1,M)", "(N,M):(M,1)"}, NULL, true, LCR_SURE},
    {"multiplies",
     {"(M,N,K):(e0,0,e1)", "(M,N,K):(0,e0,e1)", "(M,N,K):(e0,e1,0)", "(M,N,K)"},
     NULL,
     true,
     LCR_SURE},
    {"compatible", {"(M,N)", "(M,N)"}, NULL, true, LCR_BY_ARITHMETIC},
    {"congruent", {"(M,N)", "(4,N)"}, NULL, true, LCR_BY_READING},
    {"*", {"M", "N"}, "M*N", true, LCR_BY_ARITHMETIC},
    {"/", {"M*8", "8"}, "M", true, LCR_BY_ARITHMETIC},
    {"/", {"M", "8"}, "M/8", true, LCR_SURE},
};

TEST(parameters)
{
    for (size_t i = 0; i < sizeof of_parameters / sizeof *of_parameters; i++) {
        const statement *s = &of_parameters[i];
        const lcr_symbolic question = {s->name, arguments(s), s->arg, s->value};
        lcr_reason reason;
        lcr_opinion opinion = symbolic_opinion(&question, "1", &reason);
        ck_assert_msg(reason == s->reason, "%s(%s): %s", s->name, s->arg[0],
                      lcr_reason_text(reason));
        ck_assert_int_eq(opinion, s->reason == LCR_SURE ? LCR_AGREES : LCR_UNSURE);
    }
}

/* ---- statements and their certificates ---- */

static const struct {
    const char *claim;
    bool by_isl;
} claims[] = {
    {"injective((4,8):(1,4))", true},
    {"injective((4,8):(1,3))", true},
    {"compatible((6,20), ((2,3),(4,5)))", false},
    {"congruent((4,8), (2,3))", false},
    {"injective((M,N):(1,M))", true},
    {"aligned((M,N):(M*N,16*M), M)", false},
    {"multiplies((M,N,2):(e0,0,e1), (M,N,2):(0,e0,e1), (M,N,2):(e0,e1,0), (M,N,2))", true},
    {"reorders((M,ceil_div(N,4)):(1,M), (ceil_div(N,4),M):(M,1))", true},
};

static void keep(void *user, const lcr_checked *checked)
{
    *(lcr_checked *)user = *checked;
}

static void keep_confirmed(void *user, const lcv_outcome *outcome)
{
    lcv_tally *tally = user;
    *tally = lcv_tally_of(outcome);
}

TEST(certificates)
{
    lcv_session *session =
        lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .certify = true});
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, "param M >= 1, N >= 1\n"));
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        lcv_tally tally;
        lcr_checked checked = {.check = LCR_REJECTED};
        const lcv_listener listener = {.user = &tally, .outcome = keep_confirmed};
        lcv_session_prove(session, claims[i].claim, &listener);
        ck_assert_msg(tally.claims == claims[i].by_isl, "%s", claims[i].claim);
        ck_assert_uint_eq(tally.claims + tally.read + tally.computed, 1);
        lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, claims[i].claim);
        lc_text file = {0};
        lc_text_printf(&file, "%s%s", LCR_CERTIFICATE_HEAD, lcv_answer_certificate(a));
        ck_assert(lcr_recheck(r, lc_text_peek(&file), keep, &checked));
        ck_assert_msg(checked.check == LCR_CONFIRMED && checked.by_isl == claims[i].by_isl, "%s",
                      lc_text_peek(&file));
        lc_text_free(&file);
        lcv_answer_free(a);
    }
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    lcv_session_free(session);
}

SUITE_MAIN("stated", numbers, parameters, certificates)
