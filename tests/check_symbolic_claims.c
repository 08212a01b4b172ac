/* check_symbolic_claims.c - claims of every kind whose sizes are parameters, against the same
 * claims about numbers.
 *
 * A claim of M, N and K that is proved must not be refuted with numbers in their place, and one
 * that is refuted has to be with the numbers that its counterexample names: the prover of numbers
 * knows nothing of symbols. With SOLVE_ONLY a proof in symbols is tried of every claim, also
 * where the first numbers refute it. How many of each kind are decided is what
 * tests/symbolic-table.c tells.
 */
#include "config.h"

#include "law.h"
#include "suite.h"
#include "symbolic-claims.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <stdio.h>
#include <string.h>

#define PLACES 12 /* numbers tried of a claim that is proved */

static lcv_session *with_parameters, *with_numbers;

static bool holds_at_numbers(law *l, const char *claim)
{
    char text[SYMBOLIC_TEXT];
    for (int i = 0; i < PLACES; i++) {
        symbolic_place at = symbolic_place_of(&l->rnd);
        if (symbolic_is_refuted(with_numbers, claim, &at, text))
            return law_fail(l, "%s is proved, and %s is refuted", claim, text);
    }
    return true;
}

static bool fails_at_its_numbers(law *l, const char *claim, const lcv_answer *a)
{
    char text[SYMBOLIC_TEXT];
    symbolic_place at;
    return (symbolic_place_found(a, &at) &&
            symbolic_is_refuted(with_numbers, claim, &at, text)) ||
           law_fail(l, "%s is refuted, and not at M = %s, N = %s, K = %s", claim, at.m, at.n,
                    at.k);
}

static bool agrees(law *l, const char *claim)
{
    lcv_answer *a = lcv_ask(with_parameters, LCV_ASK_PROVE, claim);
    int verdict = lcv_answer_verdict(a);
    ck_assert_int_ne(lcv_answer_status(a), LCV_DISAGREEMENT);
    if (lcv_answer_error(a) == LCV_ERROR_INTERNAL) {
        law_fail(l, "%s: %s", claim, lcv_answer_message(a));
        lcv_answer_free(a);
        return false;
    }
    law_saw(l, verdict == LCV_PROVED ? 0 : verdict == LCV_REFUTED ? 1 : 2);
    bool ok = verdict == LCV_PROVED    ? holds_at_numbers(l, claim)
              : verdict == LCV_REFUTED ? fails_at_its_numbers(l, claim, a)
                                       : true;
    lcv_answer_free(a);
    return ok;
}

/* ---- laws: the kinds of one operand each ---- */

static bool is_access(const symbolic_kind *kind)
{
    static const char *const names[] = {"coalesced", "conflict_free", "conflicts", "sectors"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(kind->name, names[i]) == 0)
            return true;
    return false;
}

/* Accesses where there is no operand. */
static bool of_operand(law *l, const char *operand)
{
    static symbolic_maker maker;
    const symbolic_kind *kinds = symbolic_kinds(), *of[100];
    size_t n = 0;
    for (const symbolic_kind *k = kinds; k->name && n < 100; k++)
        if (operand ? strcmp(k->operand, operand) == 0 : is_access(k))
            of[n++] = k;
    maker.rnd = l->rnd;
    const symbolic_kind *kind = of[rnd_in(&maker.rnd, 0, (int64_t)n - 1)];
    const char *claim = symbolic_claim(&maker, kind);
    return agrees(l, claim);
}

static bool of_layouts(law *l)
{
    return of_operand(l, "layouts");
}

static bool of_swizzled(law *l)
{
    return of_operand(l, "swizzled");
}

static bool of_composed(law *l)
{
    return of_operand(l, "composed");
}

static bool of_coordinates(law *l)
{
    return of_operand(l, "coordinates");
}

static bool of_words(law *l)
{
    return of_operand(l, "XOR");
}

static bool of_morphisms(law *l)
{
    return of_operand(l, "morphisms");
}

static bool of_accesses(law *l)
{
    return of_operand(l, NULL);
}

TEST(verdicts_are_those_of_numbers)
{
    static const char *const classes[] = {"proved", "refuted", NULL};
    with_parameters = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    with_numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert(with_parameters && with_numbers);
    lc_ctx_set_shortcuts(with_parameters->ctx, !SOLVE_ONLY);
    lcv_answer_free(lcv_ask(with_parameters, LCV_ASK_SAY, SYMBOLIC_PARAMETERS));
    law_check_share("claims about layouts", of_layouts, classes, 8);
    law_check_share("claims about swizzled layouts", of_swizzled, classes, 8);
    law_check_share("claims about composed layouts", of_composed, classes, 8);
    law_check_share("claims about coordinates", of_coordinates, classes, 8);
    law_check_share("claims about words", of_words, classes, 8);
    law_check_share("claims about morphisms", of_morphisms, classes, 8);
    law_check_share("claims about accesses", of_accesses, classes, 4);
    lcv_session_free(with_parameters);
    lcv_session_free(with_numbers);
}

SUITE_MAIN("symbolic claims", verdicts_are_those_of_numbers)
