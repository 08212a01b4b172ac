#include "config.h"

#include "symbolic-opinion.h"

bool symbolic_is_confirmed(const lcr_symbolic *question, const char *low)
{
    const lcr_parameter parameter[] = {{"M", low, NULL}, {"N", low, NULL}, {"K", "8", NULL}};
    static const char *const assumption[] = {"K-8*(K/8) == 0"};
    const lcr_parameters given = {3, parameter, 1, assumption, false};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcr_confirmation said;
    bool ok = lcr_confirm_symbolic(r, &given, question, &said);
    bool yes = ok && (said.opinion == LCR_AGREES ||
                      (said.opinion == LCR_UNSURE && said.reason == LCR_BY_READING));
    if (ok)
        lcr_confirmation_clear(&said);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return yes;
}
