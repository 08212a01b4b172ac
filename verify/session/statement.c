#include "config.h"

#include "statement.h"

#include "../picture/figure.h"
#include "../symbolic/parameter.h"

#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lcv_draw_which draws_of(lcv_figures figures)
{
    return figures == LCV_FIGURES_OF_REFUTED ? LCV_DRAW_REFUTED
           : figures == LCV_FIGURES_OF_ALL   ? LCV_DRAW_ALL
                                             : LCV_DRAW_SCENES;
}

void lcv_work_open(lcv_work *w, lcv_session *session, lcv_module *m, const lcv_listener *listener)
{
    *w = (lcv_work){.session = session, .module = m, .listener = listener, .began = now()};
    w->eval = (lcv_eval){.r = session->r,
                         .ctx = session->ctx,
                         .scope = &m->scope,
                         .source = m->source,
                         .crosscheck = session->crosscheck,
                         .confirmed = session->crosscheck == LCV_CROSSCHECK_ISL ? &w->confirmed
                                                                                : NULL,
                         .figure = session->figures ? &w->figure : NULL,
                         .draws = draws_of(session->figures),
                         .drawing = session->drawing,
                         .steps = session->explanations ? &w->steps : NULL,
                         .explain = session->explanations ? &w->explanation : NULL,
                         .diag = &w->diag,
                         .notes = &w->notes};
    lc_ctx_reset(session->ctx);
    lcr_starved(session->r);
}

void lcv_work_say(lcv_work *w, char *text)
{
    if (!text)
        lc_ctx_starve(w->session->ctx);
    w->text = text;
    w->outcome.text = text;
}

void lcv_work_place(lcv_work *w, size_t offset)
{
    lcv_source *source = w->module->source;
    w->span = (lcv_span){offset, offset};
    w->outcome.file = lcv_source_place(source, offset, &w->outcome.line, &w->outcome.column);
    if (w->module == w->session->root)
        w->session->root_at = offset;
    w->outcome.done = w->session->done + w->session->root_at;
    w->outcome.total = w->session->total;
}

void lcv_work_ask_part(lcv_work *w)
{
    const lcv_listener *listener = w->listener;
    if (!w->parted && listener->part)
        w->part = listener->part(listener->user, w->session->number);
    w->parted = true;
    if (w->part != LCV_WHOLE)
        w->eval.crosscheck = LCV_CROSSCHECK_OFF;
}

static lcv_status status_of(const lcv_work *w)
{
    switch (w->eval.status) {
    case LCV_EVAL_DISAGREEMENT: return LCV_DISAGREEMENT;
    case LCV_EVAL_UNDECIDED: return LCV_UNDECIDED;
    case LCV_EVAL_OK: break;
    case LCV_EVAL_ERROR: return LCV_INVALID;
    }
    if (w->diag.failed)
        return LCV_INVALID;
    if (!w->result)
        return LCV_PASSED;
    if (w->result->verdict == LCV_UNKNOWN)
        return LCV_UNDECIDED;
    /* A claim that is shown passes, true or false: its truth is the value. */
    lcv_verdict wanted = w->outcome.verb == LCV_REFUTE ? LCV_REFUTED : LCV_PROVED;
    return w->result->verdict == wanted || w->outcome.verb == LCV_SHOW ? LCV_PASSED : LCV_FAILED;
}

/* The explanation, perhaps empty; NULL if it was not asked for. */
static const char *explanation_of(const lcv_work *w)
{
    const lc_text *text = &w->explanation.text;
    return !w->eval.explain ? NULL : text->failed ? "" : lc_text_peek(text);
}

/* The reason why an expression with parameters is shown as it is written. */
static const char *note_of(const lcv_work *w)
{
    bool written = w->outcome.verb == LCV_SHOW && w->value && w->value->kind == LCV_EXPRESSION;
    return written ? w->value->formula->obstacle : NULL;
}

/* Drops what was found after an interruption, or without memory: it is no answer. */
static void forget(lcv_work *w)
{
    lcv_diag_clear(&w->diag);
    lcv_notes_clear(&w->notes);
    lcv_disagreement_clear(&w->eval.disagreement);
    lcv_result_free(w->result);
    free(w->value_text);
    free(w->eval.certificate);
    lc_text_free(&w->explanation.text);
    lcv_figure_free(w->figure);
    w->figure = NULL;
    w->diag = (lcv_diag){0};
    w->notes = (lcv_notes){0};
    w->explanation = (lcv_explanation){0};
    w->result = NULL;
    w->value = NULL;
    w->value_text = w->eval.certificate = NULL;
    w->eval.explain = NULL;
    w->eval.confirmed = NULL;
    w->eval.unchecked = 0;
}

static lcv_status end(lcv_work *w)
{
    bool starved = lcr_starved(w->session->r) || w->explanation.text.failed;
    bool interrupted = lcv_session_interrupted(w->session);
    if (interrupted || starved)
        forget(w);
    if (starved && !interrupted)
        lcv_diag_no_memory(&w->diag, w->span);
    return interrupted ? LCV_INTERRUPTED : starved ? LCV_INVALID : status_of(w);
}

static void report(lcv_work *w)
{
    lcv_outcome *outcome = &w->outcome;
    outcome->status = end(w);
    outcome->text = w->text;
    outcome->value = w->value;
    outcome->ctx = w->session->ctx;
    outcome->value_text = w->value_text;
    outcome->note = note_of(w);
    outcome->result = w->result;
    outcome->error = w->diag.failed ? &w->diag : NULL;
    outcome->notes = &w->notes;
    outcome->disagreement = outcome->status == LCV_DISAGREEMENT ? &w->eval.disagreement : NULL;
    outcome->unchecked = w->eval.unchecked;
    outcome->confirmed = w->eval.confirmed;
    outcome->required = w->session->require_crosscheck;
    outcome->certificate = w->eval.certificate;
    outcome->explanation = explanation_of(w);
    outcome->obligations = w->obligations;
    outcome->figure = w->figure;
    outcome->seconds = now() - w->began;
    lcv_tally one = lcv_tally_of(outcome);
    lcv_tally_add(&w->session->tally, &one);
    if (w->listener->outcome)
        w->listener->outcome(w->listener->user, outcome);
}

void lcv_work_close(lcv_work *w)
{
    lcv_work_ask_part(w);
    w->session->number++;
    if (w->part == LCV_WHOLE)
        report(w);
    else
        w->module->starved |= lcr_starved(w->session->r);
    lcv_work_drop(w);
}

void lcv_work_drop(lcv_work *w)
{
    lcv_disagreement_clear(&w->eval.disagreement);
    lcv_diag_clear(&w->diag);
    lcv_notes_clear(&w->notes);
    lcv_result_free(w->result);
    lcv_figure_free(w->figure);
    lcv_applied_clear(&w->applied);
    lcv_scope_clear(&w->calls);
    free(w->text);
    free(w->value_text);
    free(w->eval.certificate);
    free(w->obligations);
    free(w->confirmed.why);
    free(w->steps.why);
    lc_text_free(&w->explanation.text);
}

void lcv_work_report_no_memory(lcv_session *session, const lcv_listener *listener)
{
    char nothing[] = "";
    lcv_source source = {.name = LCV_TEXT, .text = nothing};
    lcv_module asking = {.source = &source};
    lcv_diag diag = {0};
    lcv_diag_no_memory(&diag, (lcv_span){0, 0});
    lcv_work_report_error(session, &asking, &diag, listener);
}

void lcv_work_report_error(lcv_session *session, lcv_module *m, lcv_diag *diag,
                           const lcv_listener *listener)
{
    lcv_work w;
    lcv_work_open(&w, session, m, listener);
    lcv_work_place(&w, diag->span.begin);
    w.diag = *diag;
    *diag = (lcv_diag){0};
    lcv_work_close(&w);
}
