#include "config.h"

#include "symbolic-opinion.h"

#include "../isl-bridge/hints.h"

#include <check.h>
#include <string.h>

lcr_opinion symbolic_opinion(const lcr_symbolic *question, const char *low, lcr_reason *reason)
{
    const lcr_parameter parameter[] = {{"M", low, NULL}, {"N", low, NULL}, {"K", "8", NULL}};
    static const char *const assumption[] = {"K-8*(K/8) == 0"};
    const lcr_parameters given = {3, parameter, 1, assumption, false};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcr_confirmation said;
    lcr_use_hints(r);
    if (!lcr_confirm_symbolic(r, &given, question, &said))
        said = (lcr_confirmation){.opinion = LCR_UNSURE, .reason = LCR_NOT_READ};
    lcr_opinion opinion = said.opinion;
    *reason = said.reason;
    if (said.point) /* of integers; of a set without coordinates it is empty */
        ck_assert_uint_eq(strspn(said.point, "-0123456789 "), strlen(said.point));
    lcr_confirmation_clear(&said);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return opinion;
}

bool symbolic_is_confirmed(const lcr_symbolic *question, const char *low)
{
    lcr_reason reason;
    lcr_opinion opinion = symbolic_opinion(question, low, &reason);
    return opinion == LCR_AGREES || (opinion == LCR_UNSURE && lcr_reason_needs_no_set(reason));
}
