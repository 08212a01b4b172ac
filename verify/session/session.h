/* session.h - a session from the inside (script.h is the outside).
 *
 *     script.c, expression.c    a file, or an expression: statement by statement
 *     dialogue.c                texts one after the other
 *     perform.h                         what is done about one, by its verb
 *     statement.h                       one under way, and its outcome
 *     module.h                          files
 */
#ifndef LCV_SESSION_H
#define LCV_SESSION_H

#include "module.h"
#include "plan.h"
#include "script.h"

struct lcv_session {
    lc_ctx *ctx;
    lcr_ctx *r;
    lcv_opinions crosscheck;
    bool require_crosscheck, certify;
    lcv_figures figures;
    bool explanations;
    const lcv_planner *planner;
    const struct lcv_draw_options *drawing; /* NULL: as usual */
    const char *tile;                       /* of pictures, an expression; or NULL */
    lcv_module *modules;
    lcv_module *said;            /* the texts of a dialogue, the last one first */
    struct lcv_word_made *words; /* a list by `next` (calls.h) */
    lcv_tally tally;
    size_t number;          /* of the next outcome */
    size_t done, total;     /* bytes of files that are checked */
    const lcv_module *root; /* the statement under way, and how far it is */
    size_t root_at;
};

#define LCV_TEXT "<expr>" /* the name of a source that is no file */

/* dialogue.c: the names that texts see; NULL: none. */
const lcv_scope *lcv_session_names(const lcv_session *session);
const lcv_scope *lcv_session_kernels(const lcv_session *session);
/* The definitions of attributes, `#NAME = #ttg.x<`, a line each, which tell their names from
 * comments; the caller frees the text. NULL: there are none. */
char *lcv_session_attributes(const lcv_session *session);

/* dialogue.c: does the text begin with a statement? */
bool lcv_begins_statement(const char *text);

/* text.c: says the statements before an expression, which become blanks; false after an error. */
bool lcv_session_say_first(lcv_session *session, char *text, const lcv_listener *listener);

/* expression.c: the value of one expression, or the proof of one claim. */
void lcv_session_judge(lcv_session *session, const char *text, const lcv_listener *listener);

#endif
