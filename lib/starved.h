/* starved.h - memory that ran out where no context was there to say so. */
#ifndef LC_STARVED_H
#define LC_STARVED_H

#include <stdbool.h>

/* Has a text of this thread (text.h) failed for memory since this was asked last? lc_ctx_starved
 * asks it, so that a text without a context is not missed. */
bool lc_text_starved(void);
/* As if one had. */
void lc_text_starve(void);

#endif
