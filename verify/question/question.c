/* question.c - asking one decider after the other. */
#include "config.h"

#include "question.h"

lcr_answer lcv_decide(lcr_ctx *r, const char *what, const lcv_method *methods, void *question,
                      lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    for (const lcv_method *m = methods; m->decide != NULL; m++) {
        if (m->is_shortcut && !lc_ctx_shortcuts(ctx))
            continue;
        if (lc_ctx_ends(ctx))
            return LCR_UNKNOWN;
        lc_ctx_does(ctx, what, m->method);
        found->method = m->method;
        lcr_answer answer = m->decide(r, question, found);
        bool failed = lc_ctx_code(ctx) != LC_OK && !lcv_out_of_budget(ctx);
        if (failed || answer != LCR_UNKNOWN)
            return failed ? LCR_UNKNOWN : answer;
    }
    return LCR_UNKNOWN;
}
