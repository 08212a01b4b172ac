/* starved.h - memory that ran out where no context was there to say so. */
#ifndef LC_STARVED_H
#define LC_STARVED_H

#include <stdbool.h>

/* Has a text of this thread (text.h) failed for lack of memory since the last call?
 * lc_ctx_starved asks it, so that a failure without a context counts, too. */
bool lc_text_starved(void);
/* Records such a failure. */
void lc_text_starve(void);

#endif
