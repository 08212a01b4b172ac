/* language.h - texts of the claim language, run one by one in a session of the test. What needs
 * no code is a row of tests/language.
 *
 *     language_check("2*3:4", "6:4");
 */
#ifndef TESTS_LANGUAGE_H
#define TESTS_LANGUAGE_H

#include "../verify/session/script.h"
#include "law.h"

/* What the listener saw last. */
typedef struct {
    size_t outcomes;
    lcv_status status;
    bool claim;
    lcv_verdict verdict;
    size_t line, column; /* of the error */
    char *value, *message, *hint, *rendered;
} language_seen;

/* Opens a session with a budget other than 100,000 operations, for what follows until
 * language_close. */
void language_open_with(unsigned long budget);
void language_close(void);
/* An expression or a claim: one outcome, which language_clear frees. */
void language_eval(const char *text, language_seen *s);
void language_prove(const char *text, language_seen *s);
void language_clear(language_seen *s);

/* Checks that the value of the text prints as `value`. */
void language_check(const char *text, const char *value);

/* The same in a law; what prints is read again when value is the text. The text is
 * borrowed. */
bool language_gives(law *l, const char *text, const char *value);

#endif
