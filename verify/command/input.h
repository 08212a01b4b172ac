/* input.h - what is typed at the prompt, line by line, until it is complete.
 *
 * A text goes on after an open parenthesis, brace or bracket, and after an operator, a comma or a
 * word that something has to follow: `let A =`, `prove`, `A o`, `for i in 1..8`; a print of
 * several lines until its last. Comments are left out.
 */
#ifndef LCV_INPUT_H
#define LCV_INPUT_H

#include "../../lib/text.h"

/* {0} is empty. */
typedef struct {
    lc_text text; /* without comments; lines are joined by a blank */
    long depth;   /* of what is open */
    bool quoted;  /* a string that is not ended, which is an error, ends the text */
} lcv_input;

/* Adds a line; true: the text is complete. `named` are the definitions of names with a `#`
 * (../session/session.h), which begin no comment; or NULL. */
bool lcv_input_add(lcv_input *input, const char *named, const char *line, size_t length);
void lcv_input_clear(lcv_input *input);

/* The function or claim around the end of the text, the innermost that is open, as it is written:
 * its first letter, and its length; NULL: none. */
const char *lcv_input_call(const char *text, size_t end, size_t *length);

#endif
