/* expression.c - one expression by itself, in a text that is no file: the argument of
 * `layoutcheck eval` and of similar commands.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/parse.h"
#include "perform.h"

static void run_expression(lcv_session *session, lcv_module *m, lcv_verb verb,
                           void (*run)(lcv_work *, const lcv_ast *), const lcv_listener *listener)
{
    lcv_work w;
    lc_frame frame = lc_frame_open(session->ctx);
    lcv_parser *parser = lcv_parser_new(m->source);
    lcv_work_open(&w, session, m, listener);
    lcv_work_place(&w, 0);
    w.outcome.verb = verb;
    w.diag = m->problem;
    m->problem = (lcv_diag){0};
    if (!parser)
        lcv_diag_no_memory(&w.diag, (lcv_span){0, 0});
    lcv_ast *expr = w.diag.failed ? NULL : lcv_parser_expr(parser, &w.diag);
    w.outcome.read = expr != NULL;
    if (expr) {
        lcv_work_say(&w, lcv_source_excerpt(m->source, expr->span, LCV_EXCERPT));
        w.eval.explain = run == lcv_perform_explain ? &w.explanation : NULL; /* calls, too */
        lcv_perform_with_calls(&w, expr, run);
    }
    lcv_work_close(&w);
    lcv_parser_free(parser);
    lc_frame_close(session->ctx, frame);
}

static void run_one(lcv_session *session, const char *text, lcv_verb verb,
                    void (*run)(lcv_work *, const lcv_ast *), const lcv_listener *listener)
{
    lcv_diag problem = {0};
    lcv_module *m = lcv_module_new(lcv_source_text(LCV_TEXT, text, strlen(text), &problem));
    if (m) {
        m->problem = problem;
        m->scope.outside = lcv_session_names(session);
        m->kernels.outside = lcv_session_kernels(session);
        m->source->named = lcv_session_attributes(session);
        run_expression(session, m, verb, run, listener);
    } else {
        lcv_diag_clear(&problem);
        lcv_work_report_no_memory(session, listener);
    }
    lcv_module_free(m);
}

static void run_text(lcv_session *session, const char *text, lcv_verb verb,
                     void (*run)(lcv_work *, const lcv_ast *), const lcv_listener *listener)
{
    char *own = strdup(text);
    if (!own)
        lcv_work_report_no_memory(session, listener);
    else if (lcv_session_say_first(session, own, listener))
        run_one(session, own, verb, run, listener);
    free(own);
}

static void judge(lcv_work *w, const lcv_ast *expr)
{
    bool claim = lcv_is_claim(&w->eval, expr) || lcv_is_kernel_claim(w, expr);
    w->outcome.verb = claim ? LCV_PROVE : LCV_SHOW;
    (claim ? lcv_perform_prove : lcv_perform_show)(w, expr);
}

#define RUN(name, verb, run)                                                                     \
    void lcv_session_##name(lcv_session *session, const char *text,                              \
                            const lcv_listener *listener)                                        \
    {                                                                                            \
        run_text(session, text, verb, run, listener);                                            \
    }

RUN(eval, LCV_SHOW, lcv_perform_show)
RUN(prove, LCV_PROVE, lcv_perform_prove)
RUN(judge, LCV_SHOW, judge)
RUN(draw, LCV_SHOW, lcv_perform_draw)
RUN(draw_steps, LCV_SHOW, lcv_perform_draw_steps)
RUN(explain, LCV_SHOW, lcv_perform_explain)
RUN(relation, LCV_SHOW, lcv_perform_relate)
RUN(code, LCV_SHOW, lcv_perform_code)
