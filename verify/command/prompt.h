/* prompt.h - `layoutcheck` alone, on a terminal: a dialogue.
 *
 *     lay> let A = (4,8):(1,4)
 *     A = (4,8):(1,4)
 *     lay> injective(A)
 *     PROVED injective(A)
 *       by comparison
 *
 * An expression is evaluated, a claim proved; statements are those of files; a name may be
 * defined again. A text goes on in the next line while it is not complete (input.h). Commands:
 * help, explain, draw, relation, load, reset, quit. Ctrl-C ends a proof, or the line; Ctrl-D the
 * dialogue.
 */
#ifndef LCV_PROMPT_H
#define LCV_PROMPT_H

#include "../session/plan.h"
#include "../session/script.h"
#include "terminal.h"

typedef struct {
    lcv_options session;
    const lcv_planner *planner;
    bool verbose;
    lcv_colour_when colour;
    size_t nimports;
    const char *const *import; /* as of --import */
} lcv_prompt_options;

/* Returns the exit status. */
int lcv_prompt(const lcv_prompt_options *options);

#endif
