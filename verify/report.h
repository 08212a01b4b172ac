/* report.h - what the command prints, as text or as JSON.
 *
 * Results go to `out`, errors and notes to `err`. A report is the `user` of the
 * listener's functions below.
 */
#ifndef LCV_REPORT_H
#define LCV_REPORT_H

#include <stdio.h>

#include "script.h"

typedef struct {
    FILE *out, *err;
    bool files;    /* statements of files, each with its place; else one expression */
    bool verbose;  /* also what could not be cross-checked */
    bool progress; /* a line on `err` that says what is worked on */
    /* of the progress line */
    bool drawn;
    size_t done;
    double last; /* when it was drawn, in seconds */
} lcv_report;

void lcv_text_begin(void *report, const char *file, size_t line);
void lcv_text_outcome(void *report, const lcv_outcome *outcome);
void lcv_text_summary(lcv_report *report, const lcv_tally *tally);

/* Built with jansson? The functions do nothing without. */
bool lcv_json_available(void);
void lcv_json_outcome(void *report, const lcv_outcome *outcome);
void lcv_json_summary(lcv_report *report, const lcv_tally *tally);

const char *lcv_verdict_name(lcv_verdict verdict); /* "PROVED" */

#endif
