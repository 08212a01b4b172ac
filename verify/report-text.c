#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report.h"

#define REDRAW 0.05 /* seconds between two states of the progress line */

/* ---- the progress line ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void erase(lcv_report *report)
{
    if (report->drawn)
        fputs("\r\033[K", report->err);
    report->drawn = false;
}

void lcv_text_begin(void *user, const char *file, size_t line)
{
    lcv_report *report = user;
    double time = report->progress ? now() : 0;
    if (!report->progress || time - report->last < REDRAW)
        return;
    erase(report);
    fprintf(report->err, "%zu done, checking %.60s:%zu", report->done, file, line);
    fflush(report->err);
    report->drawn = true;
    report->last = time;
}

/* ---- results ---- */

const char *lcv_verdict_name(lcv_verdict verdict)
{
    return verdict == LCV_PROVED ? "PROVED" : verdict == LCV_REFUTED ? "REFUTED" : "UNKNOWN";
}

/* A text of several lines, each indented. */
static void print_indented(FILE *file, const char *indent, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        fprintf(file, "%s%.*s\n", indent, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_counterexample(const lcv_report *report, const lcv_counterexample *c)
{
    if (!c->summary)
        return;
    if (c->where && *c->where)
        fprintf(report->out, "  at %s: %s\n", c->where, c->summary);
    else
        fprintf(report->out, "  %s\n", c->summary);
    for (size_t i = 0; i < c->nsteps; i++)
        print_indented(report->out, "    ", c->steps[i]);
}

static void print_verdict(const lcv_report *report, const lcv_outcome *outcome)
{
    const lcv_result *result = outcome->result;
    bool refute = outcome->verb == LCV_REFUTE;
    fputs(lcv_verdict_name(result->verdict), report->out);
    if (refute && result->verdict == LCV_REFUTED)
        fputs(" as claimed:", report->out);
    if (refute && result->verdict == LCV_PROVED)
        fputs(" but claimed false:", report->out);
    fprintf(report->out, " %s\n", outcome->text);
    if (result->verdict == LCV_REFUTED)
        print_counterexample(report, &result->counterexample);
    print_indented(report->out, "  ", result->reason);
    if (result->method && (!report->files || report->verbose))
        fprintf(report->out, "  by %s\n", result->method);
}

/* The truth of a claim that is evaluated. */
static void print_truth(const lcv_report *report, const lcv_outcome *outcome)
{
    const lcv_result *result = outcome->result;
    const char *truth = result->verdict == LCV_PROVED    ? "true"
                        : result->verdict == LCV_REFUTED ? "false"
                                                         : "unknown";
    if (report->files)
        fprintf(report->out, "%s is ", outcome->text);
    fprintf(report->out, "%s\n", truth);
    if (report->files)
        print_counterexample(report, &result->counterexample);
    if (result->verdict == LCV_UNKNOWN)
        print_indented(report->err, "  ", result->reason);
}

static void print_value(const lcv_report *report, const lcv_outcome *outcome)
{
    if (!report->files)
        fprintf(report->out, "%s\n", outcome->value_text);
    else if (outcome->verb == LCV_LET)
        fprintf(report->out, "%s = %s\n", outcome->name, outcome->value_text);
    else if (strcmp(outcome->text, outcome->value_text) == 0)
        fprintf(report->out, "%s\n", outcome->text);
    else
        fprintf(report->out, "%s = %s\n", outcome->text, outcome->value_text);
}

static void print_error(const lcv_report *report, const lcv_diag *error)
{
    char *text = error ? lcv_diag_to_str(error) : NULL;
    fputs(text ? text : "error: out of memory\n", report->err);
    free(text);
}

static void print_disagreement(const lcv_report *report, const lcv_outcome *outcome)
{
    const lcv_disagreement *d = outcome->disagreement;
    fprintf(report->err,
            "%s:%zu:%zu: the algebra and the relation disagree\n"
            "This is a bug in layoutcheck. Please report all that follows:\n"
            "  version    %s\n"
            "  expression %s\n"
            "  operation  %s\n",
            outcome->file, outcome->line, outcome->column, PACKAGE_VERSION,
            outcome->text ? outcome->text : "", d->call ? d->call : "");
    if (d->value)
        fprintf(report->err, "  value      %s\n", d->value);
    fputs("  the law fails\n", report->err);
    print_indented(report->err, "    ", d->problem);
}

static void print_out_of_budget(const lcv_report *report, const lcv_outcome *outcome)
{
    if (report->files)
        fprintf(report->out, "%s:%zu: ", outcome->file, outcome->line);
    if (report->files || outcome->verb == LCV_PROVE)
        fprintf(report->out, "UNKNOWN %s\n", outcome->text ? outcome->text : "");
    fflush(report->out);
    print_error(report, outcome->error);
}

static void print_result(const lcv_report *report, const lcv_outcome *outcome)
{
    if (report->files)
        fprintf(report->out, "%s:%zu: ", outcome->file, outcome->line);
    if (outcome->result && outcome->verb == LCV_SHOW)
        print_truth(report, outcome);
    else if (outcome->result)
        print_verdict(report, outcome);
    else if (outcome->verb == LCV_IMPORT)
        fprintf(report->out, "import \"%s\"\n", outcome->name);
    else
        print_value(report, outcome);
}

/* Told in full; what stopped it is told with it. */
static void print_explanation(lcv_report *report, const lcv_outcome *outcome)
{
    fputs(outcome->explanation, report->out);
    if (outcome->explanation[0] == '\0' && outcome->value_text)
        fprintf(report->out, "%s\n", outcome->value_text);
    if (outcome->status == LCV_DISAGREEMENT)
        print_disagreement(report, outcome);
    else if (outcome->error) {
        fflush(report->out);
        print_error(report, outcome->error);
    }
}

void lcv_text_outcome(void *user, const lcv_outcome *outcome)
{
    lcv_report *report = user;
    report->done++;
    erase(report);
    fflush(report->err);
    if (outcome->status == LCV_DISAGREEMENT || outcome->status == LCV_INVALID)
        fflush(report->out);
    if (outcome->explanation)
        print_explanation(report, outcome);
    else if (outcome->status == LCV_DISAGREEMENT)
        print_disagreement(report, outcome);
    else if (outcome->status == LCV_INVALID)
        print_error(report, outcome->error);
    else if (outcome->error)
        print_out_of_budget(report, outcome);
    else
        print_result(report, outcome);
    if (report->verbose && outcome->unchecked > 0) {
        fflush(report->out);
        fprintf(report->err, "%s:%zu: note: %zu operation%s not cross-checked: out of budget\n",
                outcome->file, outcome->line, outcome->unchecked,
                outcome->unchecked == 1 ? "" : "s");
    }
}

void lcv_text_summary(lcv_report *report, const lcv_tally *tally)
{
    erase(report);
    fprintf(report->out, "%zu proved, %zu refuted, %zu unknown, %zu error%s", tally->proved,
            tally->refuted, tally->unknown + tally->undecided, tally->errors,
            tally->errors == 1 ? "" : "s");
    if (tally->disagreements > 0)
        fprintf(report->out, ", %zu disagreement%s", tally->disagreements,
                tally->disagreements == 1 ? "" : "s");
    if (tally->failed > 0)
        fprintf(report->out, "; %zu not as claimed", tally->failed);
    fputs(lcv_tally_status(tally) == 0 ? "; everything holds\n" : "\n", report->out);
}
