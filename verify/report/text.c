/* text.c - results as a person reads them. */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* A text of several lines, each indented. */
static void print_indented(FILE *file, const char *indent, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        fprintf(file, "%s%.*s\n", indent, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_counterexample(const lcv_page *page, const lcv_counterexample *c)
{
    if (!c->summary)
        return;
    if (c->where && *c->where)
        fprintf(page->out, "  at %s: %s\n", c->where, c->summary);
    else
        fprintf(page->out, "  %s\n", c->summary);
    for (size_t i = 0; i < c->nsteps; i++)
        print_indented(page->out, "    ", c->steps[i]);
}

/* In the terminal's own green, red or yellow, which it shows on any ground: as it should be, not,
 * or undecided. */
static void print_word(const lcv_page *page, const lcv_outcome *outcome, const char *word)
{
    int colour = outcome->status == LCV_PASSED ? 32 : outcome->status == LCV_FAILED ? 31 : 33;
    if (page->terminal.colours != LCV_PLAIN)
        fprintf(page->out, "\033[%dm%s\033[0m", colour, word);
    else
        fputs(word, page->out);
}

static void print_figure(const lcv_page *page, const lcv_figure *figure, const char *indent)
{
    lc_text text = {0};
    lcv_terminal terminal = page->terminal;
    if (terminal.width > strlen(indent))
        terminal.width -= strlen(indent);
    if (lcv_figure_text(NULL, &text, figure, &terminal) && text.data)
        print_indented(page->out, indent, text.data);
    else
        fputs("layoutcheck: out of memory\n", page->err);
    lc_text_free(&text);
}

static void print_verdict(const lcv_page *page, const lcv_outcome *outcome)
{
    const lcv_result *result = outcome->result;
    bool refute = outcome->verb == LCV_REFUTE;
    print_word(page, outcome, lcv_verdict_name(result->verdict));
    if (refute && result->verdict == LCV_REFUTED)
        fputs(" as claimed:", page->out);
    if (refute && result->verdict == LCV_PROVED)
        fputs(" but claimed false:", page->out);
    fprintf(page->out, " %s\n", outcome->text);
    if (result->verdict == LCV_REFUTED)
        print_counterexample(page, &result->counterexample);
    if (outcome->figure) { /* its title says what stands above */
        lcv_figure figure = *outcome->figure;
        figure.title = figure.nparts > 0 ? NULL : figure.title;
        print_figure(page, &figure, "    ");
    }
    print_indented(page->out, "  ", result->reason);
    if (result->method && (!page->files || page->verbose))
        fprintf(page->out, "  by %s\n", result->method);
}

/* The truth of a claim that is evaluated. */
static void print_truth(const lcv_page *page, const lcv_outcome *outcome)
{
    const lcv_result *result = outcome->result;
    const char *truth = result->verdict == LCV_PROVED    ? "true"
                        : result->verdict == LCV_REFUTED ? "false"
                                                         : "unknown";
    if (outcome->figure && !page->files) { /* it was drawn */
        print_figure(page, outcome->figure, "");
        return;
    }
    if (page->files)
        fprintf(page->out, "%s is ", outcome->text);
    fprintf(page->out, "%s\n", truth);
    if (page->files)
        print_counterexample(page, &result->counterexample);
    if (result->verdict == LCV_UNKNOWN)
        print_indented(page->err, "  ", result->reason);
}

static void print_value(const lcv_page *page, const lcv_outcome *outcome)
{
    if (outcome->figure && !outcome->value_text) {
        print_figure(page, outcome->figure, "");
        return;
    }
    if (outcome->verb == LCV_LET)
        fprintf(page->out, "%s = %s\n", outcome->name, outcome->value_text);
    else if (!page->files)
        fprintf(page->out, "%s\n", outcome->value_text);
    else if (strcmp(outcome->text, outcome->value_text) == 0)
        fprintf(page->out, "%s\n", outcome->text);
    else
        fprintf(page->out, "%s = %s\n", outcome->text, outcome->value_text);
    if (outcome->note)
        fprintf(page->files ? page->out : page->err, "  left as it is written: %s\n",
                outcome->note);
}

static void print_disagreement(const lcv_page *page, const lcv_outcome *outcome)
{
    const lcv_disagreement *d = outcome->disagreement;
    fprintf(page->err,
            "%s:%zu:%zu: the algebra and the relation disagree\n"
            "This is a bug in layoutcheck. Please report all that follows:\n"
            "  version    %s\n"
            "  expression %s\n"
            "  operation  %s\n",
            outcome->file, outcome->line, outcome->column, PACKAGE_VERSION,
            outcome->text ? outcome->text : "", d->call ? d->call : "");
    if (d->value)
        fprintf(page->err, "  value      %s\n", d->value);
    if (d->law)
        fprintf(page->err, "  law        %s\n", d->law);
    if (d->method)
        fprintf(page->err, "  checked by %s\n", d->method);
    if (d->set)
        fprintf(page->err, "  isl's set  %s\n  has point  %s\n", d->set, d->point);
    fputs("  the law fails\n", page->err);
    print_indented(page->err, "    ", d->problem);
}

static void print_out_of_budget(const lcv_page *page, const lcv_outcome *outcome)
{
    if (page->files)
        fprintf(page->out, "%s:%zu: ", outcome->file, outcome->line);
    if (page->files || outcome->verb == LCV_PROVE) {
        print_word(page, outcome, "UNKNOWN");
        fprintf(page->out, " %s\n", outcome->text ? outcome->text : "");
    }
    lcv_print_error(page, outcome);
}

static void print_result(const lcv_page *page, const lcv_outcome *outcome)
{
    if (page->files)
        fprintf(page->out, "%s:%zu: ", outcome->file, outcome->line);
    if (outcome->result && outcome->verb == LCV_SHOW)
        print_truth(page, outcome);
    else if (outcome->result)
        print_verdict(page, outcome);
    else if (outcome->verb == LCV_IMPORT)
        fprintf(page->out, *outcome->name == '<' ? "import %s\n" : "import \"%s\"\n",
                outcome->name);
    else if (outcome->verb == LCV_PARAM || outcome->verb == LCV_ASSUME ||
             outcome->verb == LCV_FOR)
        fprintf(page->out, "%s %s\n", lcv_verb_name(outcome->verb), outcome->text);
    else if (outcome->verb == LCV_KERNEL)
        fprintf(page->out, "%s\n", outcome->text);
    else
        print_value(page, outcome);
}

/* Printed in full, together with the error that ended the statement. */
static void print_explanation(const lcv_page *page, const lcv_outcome *outcome)
{
    fputs(outcome->explanation, page->out);
    if (outcome->explanation[0] == '\0' && outcome->value_text)
        fprintf(page->out, "%s\n", outcome->value_text);
    if (outcome->status == LCV_DISAGREEMENT)
        print_disagreement(page, outcome);
    else if (outcome->error)
        lcv_print_error(page, outcome);
}

void lcv_print_confirmed(FILE *out, const lcv_tally *t)
{
    size_t open = lcv_confirmed_open(t->open);
    const char *before = ": ";
    fprintf(out, "%zu value%s and %zu claim%s confirmed by isl", t->values,
            t->values == 1 ? "" : "s", t->claims, t->claims == 1 ? "" : "s");
    if (t->read > 0)
        fprintf(out, "; %zu decided by reading alone", t->read);
    if (t->computed > 0)
        fprintf(out, "; %zu by the checker's arithmetic", t->computed);
    if (open > 0)
        fprintf(out, "; isl has no opinion on %zu", open);
    for (size_t i = 0; i < LCR_REASONS; i++) {
        if (t->open[i] == 0)
            continue;
        fprintf(out, "%s%s", before, lcr_reason_told((lcr_reason)i));
        if (t->open[i] < open)
            fprintf(out, " (%zu)", t->open[i]);
        before = ", ";
    }
}

static void print_confirmed(FILE *out, const lcv_tally *t)
{
    if (t->values + t->claims + t->read + t->computed + lcv_confirmed_open(t->open) == 0)
        return;
    lcv_print_confirmed(out, t);
    fputc('\n', out);
}

/* isl's answers: in full with -v; for one expression, only that something is not confirmed. */
static void print_opinion(const lcv_page *page, const lcv_outcome *outcome)
{
    const lcv_confirmed *c = outcome->confirmed;
    lcv_tally one = lcv_tally_of(outcome);
    size_t open = lcv_confirmed_open(c->open);
    if (!page->verbose && (page->files || open == 0))
        return;
    if (!page->verbose) {
        size_t all = one.values + one.claims + one.read + one.computed + open;
        if (open == all)
            fputs("note: isl has no opinion on this (-v says why)\n", page->err);
        else
            fprintf(page->err,
                    "note: isl has no opinion on %zu of %zu values and claims (-v says "
                    "why)\n",
                    open, all);
        return;
    }
    if (c->sets > 0)
        fprintf(page->err, "%s:%zu: isl has decided %zu set%s\n", outcome->file, outcome->line,
                c->sets, c->sets == 1 ? "" : "s");
    if (!page->files)
        print_confirmed(page->err, &one);
    if (c->why)
        fprintf(page->err, "%s:%zu: isl has no opinion on\n", outcome->file, outcome->line);
    if (c->why)
        print_indented(page->err, "  ", c->why);
}

static void print_interrupted(const lcv_page *page, const lcv_outcome *outcome)
{
    if (page->files)
        fprintf(page->out, "%s:%zu: ", outcome->file, outcome->line);
    print_word(page, outcome, "INTERRUPTED");
    fprintf(page->out, " %s\n", outcome->text ? outcome->text : "");
}

void lcv_text_render(const lcv_page *page, const lcv_outcome *outcome)
{
    if (outcome->status == LCV_INTERRUPTED)
        print_interrupted(page, outcome);
    else if (outcome->explanation)
        print_explanation(page, outcome);
    else if (outcome->status == LCV_DISAGREEMENT)
        print_disagreement(page, outcome);
    else if (outcome->status == LCV_INVALID)
        lcv_print_error(page, outcome);
    else if (outcome->error)
        print_out_of_budget(page, outcome);
    else if (outcome->read) /* else there are only notes */
        print_result(page, outcome);
    if (page->verbose && outcome->unchecked > 0)
        fprintf(page->err, "%s:%zu: note: %zu operation%s not cross-checked: out of budget\n",
                outcome->file, outcome->line, outcome->unchecked,
                outcome->unchecked == 1 ? "" : "s");
    if (outcome->confirmed)
        print_opinion(page, outcome);
}

/* Only files have a summary. */
void lcv_text_summary(lcv_report *report)
{
    const lcv_tally *tally = &report->tally;
    if (!report->files)
        return;
    print_confirmed(report->out, tally);
    fprintf(report->out, "%zu proved, %zu refuted, %zu unknown, %zu error%s", tally->proved,
            tally->refuted, tally->unknown + tally->undecided, tally->errors,
            tally->errors == 1 ? "" : "s");
    if (tally->disagreements > 0)
        fprintf(report->out, ", %zu disagreement%s", tally->disagreements,
                tally->disagreements == 1 ? "" : "s");
    if (tally->interrupted > 0)
        fputs("; interrupted", report->out);
    if (tally->failed > 0)
        fprintf(report->out, "; %zu not as claimed", tally->failed);
    if (tally->required > 0)
        fprintf(report->out, "; %zu not confirmed as required", tally->required);
    fputs(lcv_tally_status(tally) == 0 ? "; everything holds" : "", report->out);
    if (report->timed)
        fprintf(report->out, " (%.2f s)", lcv_report_seconds(report));
    fputc('\n', report->out);
}

const lcv_format lcv_format_text = {.name = "text",
                                    .render = lcv_text_render,
                                    .end = lcv_text_summary};
