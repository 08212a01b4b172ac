/* diag.h - diagnostics: the error in an input, its place, and input that would be accepted.
 *
 * A diagnostic has a message (the error), a hint (input that would be accepted), a span (the
 * place) and, when another place matters, that place as a note: the parenthesis that is not
 * closed, the first definition of a name. It is a plain value: {0} means that there is no error;
 * the first error recorded stays.
 *
 * Input that is accepted and may still be a mistake gets a note: the value stays, and the note
 * says where to look.
 */
#ifndef LCV_DIAG_H
#define LCV_DIAG_H

#include "../../lib/ctx.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What kind of error it is: numbers and names stay as they are. */
typedef enum {
    LCV_ERROR_NONE,
    LCV_ERROR_SYNTAX,   /* "syntax": the text is no expression, no statement */
    LCV_ERROR_NAME,     /* "name": a name that is unknown, taken, or without a value */
    LCV_ERROR_ARGUMENT, /* "argument": of the wrong kind, malformed, too many or too few */
    LCV_ERROR_NO_VALUE, /* "no-value": the arguments are fine, no such value exists */
    LCV_ERROR_LIMIT,    /* "limit": a size, depth or rank is past a documented limit */
    LCV_ERROR_BUDGET,   /* "budget": undecided within the work allowed */
    LCV_ERROR_FILE,     /* "file": it cannot be read */
    LCV_ERROR_MEMORY,   /* "memory": there is none */
    LCV_ERROR_INTERNAL  /* "internal": a bug in layoutcheck */
} lcv_error;
const char *lcv_error_name(lcv_error code); /* "none" for LCV_ERROR_NONE */
lcv_error lcv_error_of(lc_code code);

struct lcv_diag {
    bool failed;
    lcv_error code;
    bool wanted;        /* it says what a function expects of its arguments */
    lcv_source *source; /* NULL: no text to quote */
    lcv_span span;
    char *message;           /* NULL after a failure: no memory for the message */
    char *hint;              /* or NULL */
    lcv_source *note_source; /* NULL: no second place */
    lcv_span note_span;
    const char *note; /* static text */
};

/* Record an error, of a code, or LCV_ERROR_ARGUMENT; returns false, so that a function can return
 * it. */
bool lcv_diag_set_as(lcv_diag *diag, lcv_error code, lcv_source *source, lcv_span span,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
bool lcv_diag_set(lcv_diag *diag, lcv_source *source, lcv_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts text before the message of the error just recorded. */
void lcv_diag_prefix(lcv_diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a hint, or a note, to the error just recorded, and returns NULL, for a function that
 * fails; a second hint is ignored. */
void *lcv_diag_hint(lcv_diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Replaces the hint. */
void lcv_diag_instead(lcv_diag *diag, const char *hint);
void *lcv_diag_note(lcv_diag *diag, lcv_source *source, lcv_span span, const char *note);
/* Records that memory ran out. */
void *lcv_diag_no_memory(lcv_diag *diag, lcv_span span);
void lcv_diag_clear(lcv_diag *diag);
/* The message, or, for NULL, that memory ran out. */
const char *lcv_message(const char *message);

/* The diagnostic as lines: "file:1:5: error: ...", the quoted line (cut to a window when it is
 * long), the caret, the hint, the note. The caller frees it. */
char *lcv_diag_to_str(const lcv_diag *diag);

/* ---- notes ---- */

#define LCV_MAX_NOTES 4

typedef struct {
    lcv_source *source;
    lcv_span span;
    char *message; /* NULL: there was no memory for it */
} lcv_note;

/* The first few notes of a statement, one for each place; {0}: none. */
typedef struct lcv_notes {
    size_t n;
    lcv_note note[LCV_MAX_NOTES];
} lcv_notes;

/* Adds a note; past LCV_MAX_NOTES, and at a place that has one, it is ignored. */
void lcv_notes_add(lcv_notes *notes, lcv_source *source, lcv_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lcv_notes_clear(lcv_notes *notes);
/* A note like a diagnostic: "file:1:5: note: ...", the quoted line, the caret. The caller frees
 * it. */
char *lcv_note_to_str(const lcv_note *note);

/* The name of `names` that is nearest to `name`; NULL when none is near. */
const char *lcv_nearest(const char *name, size_t n, const char *const *names);
/* Lists those of `names` that are as near as the nearest, LCV_NEAR at most; returns their
 * number. */
#define LCV_NEAR 4
size_t lcv_nearest_of(const char *name, size_t n, const char *const *names,
                      const char *near[LCV_NEAR]);

#ifdef __cplusplus
}
#endif

#endif
