/* language.h - texts of the claim language, run one by one.
 *
 *     language_open();
 *     language_check("2*3:4", "6:4");
 *     language_close();
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

void language_open(void);
void language_open_with(unsigned long budget); /* else 100,000 operations */
void language_close(void);
/* An expression or a claim: one outcome, which language_clear frees. */
void language_eval(const char *text, language_seen *s);
void language_prove(const char *text, language_seen *s);
void language_clear(language_seen *s);

/* The value of the text prints so. */
void language_check(const char *text, const char *value);

/* The same in a law; what prints is read again when value is the text. The text is
 * borrowed. */
bool language_gives(law *l, const char *text, const char *value);

typedef struct {
    const char *text, *value;
} language_row;
void language_check_rows(size_t n, const language_row *row);
#define LANGUAGE_ROWS(table) language_check_rows(sizeof table / sizeof *table, table)

/* An error: its column (0: any), parts of its message and of all that is printed. */
typedef struct {
    const char *text;
    size_t column;
    const char *message, *hint;
} language_error;
void language_check_errors(size_t n, const language_error *row);
#define LANGUAGE_ERRORS(table) language_check_errors(sizeof table / sizeof *table, table)

#endif
