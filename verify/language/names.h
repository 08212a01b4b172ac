/* names.h - the parameters of relations and sets in isl's syntax, [n,m] -> { [c] -> [n*c] }.
 */
#ifndef LCV_NAMES_H
#define LCV_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define LCV_ISL_NAME 128 /* bytes of a name; longer ones are cut */

/* The next name before the arrow. *at begins as the text; false: there are no more. */
bool lcv_isl_parameter(const char **at, char name[LCV_ISL_NAME]);

/* The next name anywhere in the text, likewise. */
bool lcv_isl_word(const char **at, char name[LCV_ISL_NAME]);

/* Is it a word of isl's syntax, so that no parameter can have this name there? */
bool lcv_is_isl_word(const char *name);

#endif
