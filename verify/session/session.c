#include "config.h"

#include "calls.h"
#include "session.h"

#include <stdlib.h>

#include "../../isl-bridge/hints.h"
#include "../draw/draw.h"

lcv_session *lcv_session_new(lcv_options options)
{
    lcv_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->crosscheck = options.crosscheck;
    session->require_crosscheck = options.require_crosscheck;
    session->certify = options.certify;
    session->figures = options.figures;
    session->explanations = options.explanations;
    session->ctx = lc_ctx_new();
    session->r = session->ctx ? lcr_ctx_new(session->ctx) : NULL;
    if (!session->r) {
        lcv_session_free(session);
        return NULL;
    }
    lcr_use_hints(session->r);
    if (options.budget > 0)
        lcr_set_budget(session->r, options.budget == LCV_NO_LIMIT ? 0 : options.budget);
    return session;
}

void lcv_session_free(lcv_session *session)
{
    if (!session)
        return;
    while (session->modules) {
        lcv_module *next = session->modules->next;
        lcv_module_free(session->modules);
        session->modules = next;
    }
    while (session->said) {
        lcv_module *next = session->said->next;
        lcv_module_free(session->said);
        session->said = next;
    }
    lcv_words_free(session->words);
    lcr_ctx_free(session->r);
    lc_ctx_free(session->ctx);
    free(session);
}

void lcv_session_interrupt(lcv_session *session)
{
    lcr_interrupt(session->r);
}

void lcv_session_resume(lcv_session *session)
{
    lcr_resume(session->r);
}

bool lcv_session_interrupted(const lcv_session *session)
{
    return lc_ctx_interrupted(session->ctx);
}

const lc_doing *lcv_session_doing(const lcv_session *session)
{
    return lc_ctx_doing(session->ctx);
}

void lcv_session_set_doing(lcv_session *session, lc_doing *where)
{
    lc_ctx_set_doing(session->ctx, where);
}

void lcv_session_set_planner(lcv_session *session, const lcv_planner *planner)
{
    session->planner = planner;
}

void lcv_session_set_drawing(lcv_session *session, const lcv_draw_options *how, const char *tile)
{
    session->drawing = how;
    session->tile = tile;
}

const lcv_tally *lcv_session_tally(const lcv_session *session)
{
    return &session->tally;
}

size_t lcv_session_statements(const lcv_session *session)
{
    return session->number;
}
