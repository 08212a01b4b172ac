/* opinion.h - what the checker says of a value, for tests. */
#ifndef TESTS_OPINION_H
#define TESTS_OPINION_H

#include "../verify/crosscheck/confirm.h"

/* Does isl, or where there is no set to ask about, the checker alone confirm that this is the
 * value of an operation (SAID_RIGHT), deny it (SAID_WRONG), or neither? */
typedef enum { SAID_RIGHT, SAID_WRONG, SAID_NOTHING } said_of_value;
said_of_value opinion_of_value(lcr_ctx *r, const char *operation, size_t n,
                               lcv_value *const *args, const lcv_value *value);

#endif
