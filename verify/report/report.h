/* report.h - the output of the command: text, lines as compilers have them, JSON, TAP, JUnit or a
 * page.
 *
 * Results go to `out`, errors and notes to `err`. A report is made in two steps. The format makes
 * an item from an outcome: the bytes for both outputs, and the counts. Items are then put out in
 * the order of the statements, with the number of a test and the totals, which are known only
 * then. An item may pass from one process to another in between (jobs.h).
 *
 *     lcv_report report = {.format = lcv_format_find("tap"), .out = stdout, .err = stderr};
 *     lcv_report_begin(&report);
 *     lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
 *     ... lcv_session_check(session, file, ..., &listener) ...
 *     lcv_report_end(&report);
 */
#ifndef LCV_REPORT_H
#define LCV_REPORT_H

#include <stdio.h>

#include "../picture/render.h"
#include "../session/script.h"
#include "sheets.h"

/* The kind of test that an item is: a definition is none, a claim is one. */
typedef enum { LCV_NO_TEST, LCV_TEST_PASSED, LCV_TEST_FAILED, LCV_TEST_ERROR } lcv_test;

typedef struct {
    lcv_test test;
    lcv_tally tally; /* of this outcome */
    bool disputed;   /* a definition whose value the cross-check refutes */
    bool as_claimed; /* a value, or a claim that is as it should be: --quiet leaves it out */
    double seconds;
    size_t line, done, total; /* as in the outcome */
    char *file;
    char *out, *err; /* bytes, NUL-terminated */
    size_t nout, nerr;
    char *certificate; /* the certificate of a claim; or NULL */
    size_t ncertificate;
} lcv_item;

/* The page on which a format writes one outcome. */
typedef struct {
    FILE *out, *err;
    bool files;            /* statements of files, each with its place; else one expression */
    bool verbose;          /* also what could not be cross-checked */
    bool untimed;          /* a page: no times */
    lcv_terminal terminal; /* of `out`: figures are drawn on it, and verdicts have colours */
    bool red_errors;       /* `err` has colours, too */
} lcv_page;

typedef struct lcv_report lcv_report;

typedef struct {
    const char *name;
    const char *needs; /* a library that this build lacks, or NULL */
    bool numbers;      /* its tests have numbers, or are counted: none is left out */
    void (*render)(const lcv_page *page, const lcv_outcome *outcome);
    /* The notes of an outcome; NULL: printed on page->err. */
    void (*notes)(const lcv_page *page, const lcv_outcome *outcome);
    /* NULL: the bytes of the item, nothing before and after all of them. */
    void (*begin)(lcv_report *report);
    void (*put)(lcv_report *report, const lcv_item *item);
    void (*end)(lcv_report *report);
} lcv_format;

struct lcv_report {
    const lcv_format *format;
    FILE *out, *err;
    FILE *certificate; /* the stream for certificates; or NULL */
    bool files, verbose;
    bool quiet;                 /* only what is not as claimed, and the totals */
    bool timed;                 /* the totals in words say how long it took */
    bool untimed;               /* a page: no times */
    const lcv_options *options; /* a page: those of the run, or NULL */
    double began;
    lcv_terminal terminal; /* that of `out`; {0}: plain text of any width */
    bool red_errors;       /* `err` has colours, too */
    /* Called before anything is put out, to remove a progress line. May be NULL. */
    void (*clear)(void *user);
    void *user;
    lcv_tally tally; /* of all items */
    size_t tests;
    lcv_sheets *sheets;            /* between its beginning and its end */
    struct lcv_suites *suites;     /* of JUnit */
    struct lcv_sections *sections; /* of a page */
};

/* The format "text", "gcc", "json", "tap", "junit" or "html"; NULL for other names. */
const lcv_format *lcv_format_find(const char *name);

/* Begins a report, which lcv_report_end ends, and starts its clock if `began` is 0. Items may be
 * made of a report that was not begun. lcv_report_seconds: the time since then. */
void lcv_report_begin(lcv_report *report);
double lcv_report_seconds(const lcv_report *report);
void lcv_report_put(lcv_report *report, const lcv_item *item);
/* Puts out totals and the like; the tally stays. */
void lcv_report_end(lcv_report *report);

/* Always makes an item: without memory for it, an error that says so. */
void lcv_item_make(const lcv_report *report, const lcv_outcome *outcome, lcv_item *item);
void lcv_item_clear(lcv_item *item);

/* Both steps at once, for an lcv_listener. */
void lcv_report_outcome(void *report, const lcv_outcome *outcome);

/* ---- between the files of this room ---- */

extern const lcv_format lcv_format_text, lcv_format_gcc, lcv_format_json, lcv_format_tap,
    lcv_format_junit, lcv_format_html;

const char *lcv_status_name(lcv_status status); /* "passed", "failed", "unknown" ... */
/* Renders an outcome as --format=text does. */
void lcv_text_render(const lcv_page *page, const lcv_outcome *outcome);
/* The totals in words, of files. */
void lcv_text_summary(lcv_report *report);
/* `12 values and 31 claims confirmed by isl; 3 decided by reading alone; isl has no opinion on 1:
 * the budget ran out`, of the last two those that there are. */
void lcv_print_confirmed(FILE *out, const lcv_tally *t);
/* Prints the error of an outcome on page->err. */
void lcv_print_error(const lcv_page *page, const lcv_outcome *outcome);
/* The failure in one line: "at c = 2: 3 is not 7", the message of an error ...; NULL without a
 * failure or when memory ran out. The caller frees it. */
char *lcv_trouble(const lcv_outcome *outcome);

#endif
