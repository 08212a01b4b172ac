/* asked.h - an expression that a session evaluates, with all opinions of it. */
#ifndef TESTS_ASKED_H
#define TESTS_ASKED_H

#include "../verify/value/value.h"
#include "law.h"

typedef struct {
    lcv_value *value; /* owned by the case; NULL: the session has another status than passed */
    char text[1024];  /* of the error, or empty */
} asked;

asked law_ask(law *l, const char *text);

#endif
