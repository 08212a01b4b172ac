/* statement.h - a statement under way: its place, and the outcome to be reported.
 *
 *     lcv_work w;
 *     lcv_work_open(&w, session, m, listener);
 *     lcv_work_place(&w, stmt->span.begin);
 *     ...                                       sets w.value, w.result, or errors in w.eval
 *     lcv_work_close(&w);                       one outcome to the listener
 *
 * Several sessions can share the statements of the same files (lcv_listener.part): statements
 * outside this session's part are counted, but not reported.
 */
#ifndef LCV_STATEMENT_H
#define LCV_STATEMENT_H

#include "../eval/eval.h"
#include "session.h"

typedef struct {
    lcv_session *session;
    lcv_module *module;
    const lcv_listener *listener;
    lcv_part part;
    bool parted; /* `part` was asked for */
    double began;
    lcv_span span; /* its place, an empty one */
    lcv_diag diag;
    lcv_notes notes;
    lcv_eval eval;
    lcv_confirmed confirmed;
    lcv_confirmed steps; /* of an explanation that goes with another answer */
    lcv_outcome outcome;
    char *text, *value_text; /* owned, behind the outcome's */
    lcv_explanation explanation;
    char *obligations; /* of a plan; or NULL */
    char where[512];   /* "a.lay:3", for certificates, without blanks */
    lcv_value *value;
    lcv_result *result;
    struct lcv_figure *figure; /* owned */
    lcv_applied applied;       /* for it */
    lcv_span called; /* the expression with calls of functions of a file (calls.h); or empty */
    size_t ncalls;
    lcv_scope calls; /* owns their scopes, unless a definition keeps them */
} lcv_work;

#define LCV_EXCERPT 400 /* bytes of an expression in an outcome */

void lcv_work_open(lcv_work *w, lcv_session *session, lcv_module *m,
                   const lcv_listener *listener);
/* The text of the statement, which is taken over; NULL: there is no memory for it. */
void lcv_work_say(lcv_work *w, char *text);
/* The line and column, and how far the files are done. */
void lcv_work_place(lcv_work *w, size_t offset);
/* Asks the listener, once, which part of the statement is to be done. */
void lcv_work_ask_part(lcv_work *w);
/* Reports and counts the outcome, and frees everything. */
void lcv_work_close(lcv_work *w);
/* Frees everything, without an outcome: the work is no statement by itself. */
void lcv_work_drop(lcv_work *w);

/* Reports an error that belongs to no statement; takes it over. */
void lcv_work_report_error(lcv_session *session, lcv_module *m, lcv_diag *diag,
                           const lcv_listener *listener);
/* The same where there was no memory for a module. */
void lcv_work_report_no_memory(lcv_session *session, const lcv_listener *listener);

#endif
