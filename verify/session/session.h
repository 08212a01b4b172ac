/* session.h - a session from the inside (script.h is the outside).
 *
 *     script.c, session-expression.c    a file, or an expression: statement by statement
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
    bool require_crosscheck, certify, figures;
    const lcv_planner *planner;
    const struct lcv_draw_options *drawing; /* NULL: as usual */
    const char *tile;                       /* of pictures, an expression; or NULL */
    lcv_module *modules;
    struct lcv_word_made *words; /* a list by `next` (calls.h) */
    lcv_tally tally;
    size_t number;          /* of the next outcome */
    size_t done, total;     /* bytes of files that are checked */
    const lcv_module *root; /* the statement under way, and how far it is */
    size_t root_at;
};

#endif
