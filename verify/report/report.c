/* report.c - making items and putting them out; functions that the formats share. */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../lib/text.h"

const lcv_format *lcv_format_find(const char *name)
{
    static const lcv_format *const format[] = {&lcv_format_text,  &lcv_format_gcc,
                                               &lcv_format_json,  &lcv_format_tap,
                                               &lcv_format_junit, &lcv_format_html};
    for (size_t i = 0; i < sizeof format / sizeof *format; i++)
        if (strcmp(format[i]->name, name) == 0)
            return format[i];
    return NULL;
}

const char *lcv_status_name(lcv_status status)
{
    static const char *const name[] = {"passed", "failed",       "unknown",
                                       "error",  "disagreement", "interrupted"};
    return name[status];
}

static char *counterexample_line(const lcv_counterexample *c)
{
    lc_text text = {0};
    if (c->where && *c->where)
        lc_text_printf(&text, "at %s: ", c->where);
    lc_text_add(&text, c->summary);
    return lc_text_take(NULL, &text);
}

char *lcv_trouble(const lcv_outcome *outcome)
{
    const lcv_result *result = outcome->result;
    if (outcome->status == LCV_PASSED)
        return NULL;
    if (outcome->status == LCV_INTERRUPTED)
        return strdup(LC_INTERRUPTED);
    if (outcome->disagreement)
        return strdup("the algebra and the relation disagree");
    if (outcome->error)
        return strdup(lcv_message(outcome->error->message));
    if (result && result->verdict == LCV_UNKNOWN)
        return strdup(result->reason ? result->reason : "not decided");
    if (result && result->verdict == LCV_REFUTED)
        return counterexample_line(&result->counterexample);
    return strdup("the claim holds, and was claimed false");
}

/* The word before the message in colour. */
static void print_in_red(FILE *err, const char *text)
{
    static const char word[] = "error:";
    const char *at = strstr(text, word);
    if (at)
        fprintf(err, "%.*s\033[31m%s\033[0m%s", (int)(at - text), text, word,
                at + sizeof word - 1);
    else
        fputs(text, err);
}

void lcv_print_error(const lcv_page *page, const lcv_outcome *outcome)
{
    char *text = outcome->error ? lcv_diag_to_str(outcome->error) : NULL;
    if (text && page->red_errors)
        print_in_red(page->err, text);
    else
        fputs(text ? text : outcome->error ? "error: out of memory\n" : "", page->err);
    free(text);
}

/* Prints the notes of an outcome on page->err. */
static void print_notes(const lcv_page *page, const lcv_outcome *outcome)
{
    for (size_t i = 0; outcome->notes && i < outcome->notes->n; i++) {
        char *text = lcv_note_to_str(&outcome->notes->note[i]);
        fputs(text ? text : "note: out of memory\n", page->err);
        free(text);
    }
}

/* ---- items ---- */

static lcv_test test_of(const lcv_report *report, const lcv_outcome *outcome)
{
    bool claim = outcome->read && (outcome->verb == LCV_PROVE || outcome->verb == LCV_REFUTE ||
                                   outcome->verb == LCV_PLAN);
    switch (outcome->status) {
    case LCV_PASSED: return claim || !report->files ? LCV_TEST_PASSED : LCV_NO_TEST;
    case LCV_FAILED: return LCV_TEST_FAILED;
    default: return LCV_TEST_ERROR;
    }
}

/* The texts of both outputs, on sheets of the report's or on some of its own. False: memory ran
 * out. */
static bool write_texts(const lcv_report *report, const lcv_outcome *outcome, lcv_item *item)
{
    lcv_sheets *sheets = report->sheets ? report->sheets : lcv_sheets_open();
    if (!sheets)
        return false;
    lcv_page page = {.out = sheets->out.stream,
                     .err = sheets->err.stream,
                     .files = report->files,
                     .verbose = report->verbose,
                     .untimed = report->untimed,
                     .terminal = report->terminal,
                     .red_errors = report->red_errors};
    report->format->render(&page, outcome);
    (report->format->notes ? report->format->notes : print_notes)(&page, outcome);
    item->out = lcv_sheet_take(&sheets->out, &item->nout);
    item->err = lcv_sheet_take(&sheets->err, &item->nerr);
    if (sheets != report->sheets)
        lcv_sheets_close(sheets);
    return item->out && item->err;
}

/* An item that only says that there was no memory. */
static void make_lost(lcv_item *item)
{
    lcv_item_clear(item);
    item->test = LCV_TEST_ERROR;
    item->tally = (lcv_tally){.statements = 1, .errors = 1};
}

void lcv_item_make(const lcv_report *report, const lcv_outcome *outcome, lcv_item *item)
{
    lcv_tally tally = lcv_tally_of(outcome);
    *item = (lcv_item){.test = test_of(report, outcome),
                       .tally = tally,
                       .as_claimed = outcome->status == LCV_PASSED && tally.required == 0,
                       .disputed = outcome->status == LCV_DISAGREEMENT && outcome->read &&
                                   outcome->verb == LCV_LET,
                       .seconds = outcome->seconds,
                       .line = outcome->line,
                       .done = outcome->done,
                       .total = outcome->total,
                       .file = strdup(outcome->file ? outcome->file : "")};
    if (outcome->certificate) {
        item->certificate = strdup(outcome->certificate);
        item->ncertificate = strlen(outcome->certificate);
    }
    bool copied = item->file && (item->certificate || !outcome->certificate);
    copied = copied && write_texts(report, outcome, item);
    if (!copied || (outcome->ctx && lc_ctx_starved(outcome->ctx)))
        make_lost(item);
}

void lcv_item_clear(lcv_item *item)
{
    free(item->file);
    free(item->out);
    free(item->err);
    free(item->certificate);
    *item = (lcv_item){0};
}

/* ---- reports ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void clear_line(lcv_report *report)
{
    if (report->clear)
        report->clear(report->user);
}

void lcv_report_begin(lcv_report *report)
{
    if (report->began == 0)
        report->began = now();
    if (!report->sheets)
        report->sheets = lcv_sheets_open(); /* or each item has its own */
    if (report->format->begin)
        report->format->begin(report);
}

double lcv_report_seconds(const lcv_report *report)
{
    return now() - report->began;
}

/* Flushes `out` before something is written to `err`. */
static void put_errors(lcv_report *report, const lcv_item *item)
{
    const char *lost = item->err ? NULL : "layoutcheck: error: out of memory\n";
    if (!lost && item->nerr == 0)
        return;
    fflush(report->out);
    if (lost)
        fputs(lost, report->err);
    else
        fwrite(item->err, 1, item->nerr, report->err);
    fflush(report->err);
}

/* Tests have numbers, and come all. */
static bool is_left_out(const lcv_report *report, const lcv_item *item)
{
    return report->quiet && item->as_claimed &&
           !(report->format->numbers && item->test != LCV_NO_TEST);
}

static void put_item(lcv_report *report, const lcv_item *item)
{
    if (report->format->put)
        report->format->put(report, item);
    else if (item->out)
        fwrite(item->out, 1, item->nout, report->out);
    put_errors(report, item);
}

void lcv_report_put(lcv_report *report, const lcv_item *item)
{
    clear_line(report);
    lcv_tally_add(&report->tally, &item->tally);
    report->tests += item->test != LCV_NO_TEST;
    if (!is_left_out(report, item))
        put_item(report, item);
    if (report->certificate && item->certificate)
        fwrite(item->certificate, 1, item->ncertificate, report->certificate);
}

void lcv_report_end(lcv_report *report)
{
    clear_line(report);
    if (report->format->end)
        report->format->end(report);
    lcv_sheets_close(report->sheets);
    report->sheets = NULL;
}

void lcv_report_outcome(void *user, const lcv_outcome *outcome)
{
    lcv_report *report = user;
    lcv_item item;
    lcv_item_make(report, outcome, &item);
    lcv_report_put(report, &item);
    lcv_item_clear(&item);
}
