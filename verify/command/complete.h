/* complete.h - what the tab key offers at the prompt.
 *
 * At the beginning of a line: commands and the words that begin statements. Anywhere: names that
 * the session has defined, functions, claims, words. Inside a call: the names of its arguments,
 * `lanes=`, and the keys of a plan. After `load` and `import "`: files; after `import <`: files
 * of the library; after `help`: everything that has help.
 */
#ifndef LCV_COMPLETE_H
#define LCV_COMPLETE_H

#include "../session/plan.h"
#include "../session/script.h"

/* Sets readline up; names are those of *session, which may become another one. */
void lcv_complete_open(lcv_session *const *session, const lcv_planner *planner,
                       const char *const *commands);

#endif
