/* script.c - files, their statements one after the other. */
#include "config.h"

#include "script.h"

#include <string.h>

#include "../language/parse.h"
#include "loop.h"
#include "perform.h"

/* ---- one statement ---- */

/* Do later statements depend on such a statement? */
static bool defines(lcv_verb verb)
{
    return verb == LCV_LET || verb == LCV_PARAM || verb == LCV_ASSUME || verb == LCV_KERNEL;
}

/* The text behind the verb; a plan has its own text. */
static lcv_span text_of(const lcv_stmt *stmt)
{
    bool plan = stmt->verb == LCV_PLAN || stmt->verb == LCV_KERNEL ||
                (stmt->verb == LCV_REFUTE && stmt->name);
    return plan ? stmt->plan_span : stmt->expr ? stmt->expr->span : stmt->name_span;
}

static void run_statement(lcv_session *session, lcv_module *m, const lcv_stmt *stmt,
                          const lcv_listener *listener)
{
    lcv_work w;
    if (stmt->verb == LCV_FOR) {
        lcv_run_loop(session, m, stmt, listener);
        return;
    }
    lcv_work_open(&w, session, m, listener);
    bool imports = stmt->verb == LCV_IMPORT;
    if (!imports)
        lcv_work_ask_part(&w);
    if (w.part == LCV_WHOLE || imports || defines(stmt->verb)) {
        lcv_work_place(&w, stmt->span.begin);
        w.outcome.read = true;
        w.outcome.verb = stmt->verb;
        lcv_work_say(&w, lcv_source_excerpt(m->source, text_of(stmt), LCV_EXCERPT));
        if (listener->begin)
            listener->begin(listener->user, &w.outcome);
    }
    lcv_perform(&w, stmt);
    lcv_work_close(&w);
}

/* ---- the statements of a file ---- */

/* The last error says that the rest is not read. */
static void report_syntax_error(lcv_session *session, lcv_module *m, lcv_diag *diag, bool last,
                                const lcv_listener *listener)
{
    if (last) {
        lcv_span span = diag->span;
        lcv_diag_clear(diag);
        lcv_diag_set(diag, m->source, span,
                     "too many syntax errors: the rest of the file is not read");
    }
    lcv_work_report_error(session, m, diag, listener);
}

/* The most errors of a file, in case it is no script at all. */
#define MAX_SYNTAX_ERRORS 100

/* Goes past the next statements as far as other sessions have told where they end. Statements
 * that import or define have other numbers than their place says. */
static bool go_past(lcv_session *session, lcv_parser *parser, const lcv_listener *listener)
{
    size_t end = SIZE_MAX, next;
    bool may = listener->end_of && lcv_parser_asks(parser);
    while (may && (next = listener->end_of(listener->user, session->number, &may)) != SIZE_MAX) {
        end = next;
        session->number++;
    }
    if (end != SIZE_MAX)
        lcv_parser_go(parser, end);
    return end != SIZE_MAX;
}

static void tell_end(const lcv_session *session, const lcv_parser *parser, const lcv_stmt *stmt,
                     const lcv_listener *listener)
{
    bool asks = stmt->verb == LCV_SHOW || stmt->verb == LCV_PROVE ||
                (stmt->verb == LCV_REFUTE && !stmt->name);
    size_t end = lcv_parser_at(parser);
    if (listener->read && asks && end != LCV_NOWHERE)
        listener->read(listener->user, session->number, end, lcv_parser_asks(parser));
}

/* One more statement; false: it was the last, or there are too many errors. */
static bool run_next(lcv_session *session, lcv_module *m, lcv_parser *parser, int *errors,
                     const lcv_listener *listener)
{
    lcv_diag diag = {0};
    lcv_stmt stmt;
    if (go_past(session, parser, listener))
        return true;
    lc_frame frame = lc_frame_open(session->ctx);
    lcv_parse_status status = lcv_parser_next(parser, &stmt, &diag);
    if (status == LCV_PARSED) {
        lcv_source_pass(m->source, stmt.span.begin);
        tell_end(session, parser, &stmt, listener);
        run_statement(session, m, &stmt, listener);
    } else if (status == LCV_PARSE_ERROR) {
        report_syntax_error(session, m, &diag, ++*errors > MAX_SYNTAX_ERRORS, listener);
    }
    lc_frame_close(session->ctx, frame);
    return status != LCV_PARSE_END && *errors <= MAX_SYNTAX_ERRORS;
}

static void run_statements(lcv_session *session, lcv_module *m, const lcv_listener *listener)
{
    lcv_parser *parser = lcv_parser_new(m->source);
    int errors = 0;
    if (!parser) {
        lcv_diag diag = {0};
        lcv_diag_no_memory(&diag, (lcv_span){0, 0});
        lcv_work_report_error(session, m, &diag, listener);
        m->starved = true;
    }
    while (parser && !lcv_session_interrupted(session) &&
           run_next(session, m, parser, &errors, listener)) {
    }
    lcv_parser_free(parser);
}

static void forget_names(lcv_module *m)
{
    lcv_scope_clear(&m->scope);
    lcv_scope_clear(&m->plans);
    lcv_scope_clear(&m->kernels);
}

/* A kernel's source whose comments claim nothing: no mistake by itself, where all files of a
 * folder are checked. */
static void note_silence(lcv_session *session, lcv_module *m, const lcv_listener *listener)
{
    lcv_work w;
    lcv_work_open(&w, session, m, listener);
    lcv_work_place(&w, 0);
    lcv_notes_add(&w.notes, m->source, (lcv_span){0, 0},
                  "nothing is claimed here: no comment begins with 'layoutcheck:', such as "
                  "'layoutcheck: prove injective(A)'");
    lcv_work_close(&w);
}

void lcv_module_check(lcv_session *session, lcv_module *m, lcv_module *importer,
                      const lcv_listener *listener)
{
    if (m->done)
        return;
    m->reading = true;
    m->importer = importer;
    if (m->problem.failed)
        lcv_work_report_error(session, m, &m->problem, listener);
    else if (m->source->silent)
        note_silence(session, m, listener);
    else
        run_statements(session, m, listener);
    m->importer = NULL;
    m->reading = false;
    m->done = !lcv_session_interrupted(session);
    if (!m->done) /* it is read again from its beginning */
        forget_names(m);
}

/* ---- files that are asked for ---- */

static void count_root(lcv_session *session, lcv_module *m)
{
    session->total += m->counted ? 0 : m->source->length;
    m->counted = true;
}

bool lcv_session_read(lcv_session *session, const char *path)
{
    lcv_diag problem = {0};
    bool again = lcv_module_asked(session, path) != NULL;
    lcv_module *m = again ? NULL : lcv_module_open(session, path, &problem);
    bool ok = m || problem.code != LCV_ERROR_MEMORY;
    if (m && !m->asked) {
        m->asked = strdup(path);
        ok = m->asked != NULL;
    }
    if (m)
        count_root(session, m);
    lcv_diag_clear(&problem);
    return ok;
}

static void check_root(lcv_session *session, lcv_module *m, const lcv_listener *listener)
{
    count_root(session, m);
    session->root = m;
    session->root_at = 0;
    lcv_module_check(session, m, NULL, listener);
    session->root = NULL;
    session->root_at = 0;
    session->done += m->passed ? 0 : m->source->length;
    m->passed = true;
}

void lcv_session_check(lcv_session *session, const char *path, lcv_source *origin, lcv_span span,
                       const lcv_listener *listener)
{
    lcv_diag problem = {0};
    if (lcv_session_interrupted(session))
        return;
    lcv_module *m = lcv_module_asked(session, path);
    if (!m)
        m = lcv_module_open(session, path, &problem);
    if (m) {
        check_root(session, m, listener);
        return;
    }
    lcv_source nameless = {.name = (char *)path, .text = (char[]){""}};
    lcv_module asking = {.source = origin ? origin : &nameless};
    problem.source = origin;
    problem.span = span;
    lcv_work_report_error(session, &asking, &problem, listener);
}
