/* help.h - the functions and claims of the language, from the catalogue. */
#ifndef LCV_HELP_H
#define LCV_HELP_H

#include "../session/plan.h"

/* All signatures, side by side. */
void lcv_print_signatures(void);

/* `layoutcheck help`: names by topics. */
void lcv_print_overview(const lcv_planner *planner);

/* `layoutcheck help NAME...`: the definition of each, with its source, an example, which is run
 * for it, and what to see also. Returns the exit status: 2 for an unknown name. */
int lcv_print_rows(int n, char *const *name, const lcv_planner *planner);

#endif
