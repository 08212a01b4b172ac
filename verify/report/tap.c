/* tap.c - results as TAP (https://testanything.org).
 *
 * The version is 13: the output would be the same in version 14, which older harnesses, like
 * Perl's, refuse to read.
 *
 * A test point is a claim of a file, or any other statement that failed; definitions and shown
 * values are comments. A claim that is as it should be is `ok`. A claim that is not, or is
 * UNKNOWN and so did not pass, is `not ok`. A block of YAML follows each test point: the verdict,
 * the method, the counterexample and the place. A run that is interrupted bails out: what was not
 * begun has no test point.
 */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

/* A description: its '#' and '\' are escaped. */
static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

/* A double-quoted scalar; the escapes are those of JSON. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputs("\"\n", out);
}

/* Writes nothing if there is no text. */
static void put_field(FILE *out, int indent, const char *key, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(out, "%*s%s: ", indent, "", key);
    put_quoted(out, text);
}

/* ---- a test point ---- */

static void put_counterexample(FILE *out, const lcv_counterexample *c)
{
    fputs("  counterexample:\n", out);
    put_field(out, 4, "where", c->where);
    put_field(out, 4, "summary", c->summary);
    if (c->nsteps > 0)
        fputs("    steps:\n", out);
    for (size_t i = 0; i < c->nsteps; i++) {
        fputs("      - ", out);
        put_quoted(out, c->steps[i]);
    }
}

static void put_result(FILE *out, const lcv_result *result)
{
    static const char *const verdict[] = {"proved", "refuted", "unknown"};
    fprintf(out, "  verdict: %s\n", verdict[result->verdict]);
    put_field(out, 2, "method", result->method);
    put_field(out, 2, "reason", result->reason);
    if (result->verdict == LCV_REFUTED)
        put_counterexample(out, &result->counterexample);
}

static void put_disagreement(FILE *out, const lcv_disagreement *d)
{
    fputs("  disagreement:\n", out);
    put_field(out, 4, "version", PACKAGE_VERSION);
    put_field(out, 4, "operation", d->call);
    put_field(out, 4, "value", d->value);
    put_field(out, 4, "law", d->law);
    put_field(out, 4, "method", d->method);
    put_field(out, 4, "problem", d->problem);
}

static void put_yaml(const lcv_page *page, const lcv_outcome *outcome)
{
    char *trouble = lcv_trouble(outcome);
    FILE *out = page->out;
    fputs("  ---\n", out);
    put_field(out, 2, "message", trouble);
    if (outcome->status != LCV_PASSED)
        fprintf(out, "  severity: %s\n", outcome->status == LCV_FAILED ? "fail" : "error");
    fprintf(out, "  status: %s\n", lcv_status_name(outcome->status));
    put_field(out, 2, "value", outcome->value_text);
    put_field(out, 2, "note", outcome->note);
    if (outcome->result)
        put_result(out, outcome->result);
    if (outcome->error)
        put_field(out, 2, "hint", outcome->error->hint);
    if (outcome->disagreement)
        put_disagreement(out, outcome->disagreement);
    fputs("  at:\n", out);
    put_field(out, 4, "file", outcome->file);
    fprintf(out, "    line: %zu\n    column: %zu\n  ...\n", outcome->line, outcome->column);
    free(trouble);
}

static void put_description(const lcv_page *page, const lcv_outcome *outcome)
{
    if (page->files) {
        put_escaped(page->out, outcome->file);
        fprintf(page->out, ":%zu: ", outcome->line);
    }
    if (page->files && outcome->read && outcome->verb != LCV_PLAN) /* the text includes it */
        fprintf(page->out, "%s ", lcv_verb_name(outcome->verb));
    if (outcome->read && outcome->verb == LCV_LET && outcome->name)
        fprintf(page->out, "%s = ", outcome->name);
    put_escaped(page->out, outcome->text ? outcome->text : "not a statement");
    fputc('\n', page->out);
}

static bool is_claim(const lcv_outcome *outcome)
{
    return outcome->read && (outcome->verb == LCV_PROVE || outcome->verb == LCV_REFUTE ||
                             outcome->verb == LCV_PLAN);
}

/* The output of the text format, each line a comment. */
static void put_comments(const lcv_page *page, const lcv_outcome *outcome)
{
    char *text = NULL;
    size_t length = 0;
    lcv_page inner = *page;
    inner.terminal = (lcv_terminal){0};
    inner.out = open_memstream(&text, &length);
    if (!inner.out)
        return;
    lcv_text_render(&inner, outcome);
    fclose(inner.out);
    for (const char *line = text; line && *line;) {
        size_t n = strcspn(line, "\n");
        fprintf(page->out, "# %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    free(text);
}

/* A test point begins at " - ": what stands before it is known only when it is put out. */
static void render(const lcv_page *page, const lcv_outcome *outcome)
{
    if (page->files && outcome->status == LCV_PASSED && !is_claim(outcome)) {
        put_comments(page, outcome);
        return;
    }
    fputs(" - ", page->out);
    put_description(page, outcome);
    put_yaml(page, outcome);
    lcv_print_error(page, outcome);
}

/* ---- the whole ---- */

static void begin(lcv_report *report)
{
    fputs("TAP version 13\n", report->out);
}

static void put(lcv_report *report, const lcv_item *item)
{
    if (item->test != LCV_NO_TEST)
        fprintf(report->out, "%sok %zu", item->test == LCV_TEST_PASSED ? "" : "not ",
                report->tests);
    if (item->out)
        fwrite(item->out, 1, item->nout, report->out);
    else
        fputc('\n', report->out);
    fflush(report->out);
}

static void end(lcv_report *report)
{
    if (report->timed)
        fprintf(report->out, "# %.2f s\n", lcv_report_seconds(report));
    if (report->tally.interrupted > 0) {
        fputs("Bail out! interrupted\n", report->out);
        return;
    }
    fprintf(report->out, "1..%zu%s\n", report->tests,
            report->tests == 0 ? " # SKIP there is no claim" : "");
}

const lcv_format lcv_format_tap = {
    .name = "tap", .numbers = true, .render = render, .begin = begin, .put = put, .end = end};
