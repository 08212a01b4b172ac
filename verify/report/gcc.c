/* gcc.c - results as compilers print them, for editors and for CI.
 *
 *     a.lay:3:1: error: refuted: injective((2,2):(1,1)): at c = (1,0) and c' = (0,1): both are 1
 *     a.lay:3:1: note: X(1,0) = 1
 *
 * There are lines for what is not as it should be, and for notes on input; a value and a claim
 * that holds have none. What is undecided is a warning. The tally comes last.
 */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* A message is one line: blanks stand for its ends of lines. */
static void put_line(FILE *out, const char *file, size_t line, size_t column, const char *kind,
                     const char *text)
{
    fprintf(out, "%s:%zu:%zu: %s: ", file, line, column, kind);
    for (; *text; text++)
        fputc(*text == '\n' ? ' ' : *text, out);
    fputc('\n', out);
}

/* A note a line of the text. */
static void put_notes(FILE *out, const lcv_outcome *o, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        fprintf(out, "%s:%zu:%zu: note: %.*s\n", o->file, o->line, o->column, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void put_at(FILE *out, const lcv_outcome *o, lcv_source *source, lcv_span span,
                   const char *kind, const char *text)
{
    size_t line = o->line, column = o->column;
    const char *file = o->file;
    if (source)
        file = lcv_source_place(source, span.begin, &line, &column);
    put_line(out, file, line, column, kind, text);
}

static void put_diag(FILE *out, const lcv_outcome *o)
{
    const lcv_diag *d = o->error;
    const char *kind = o->status == LCV_UNDECIDED ? "warning" : "error";
    put_at(out, o, d->source, d->span, kind, lcv_message(d->message));
    if (d->hint)
        put_at(out, o, d->source, d->span, "note", d->hint);
    if (d->note_source)
        put_at(out, o, d->note_source, d->note_span, "note", d->note);
}

static const char *word_of(const lcv_outcome *o)
{
    switch (o->status) {
    case LCV_FAILED: return o->result->verdict == LCV_REFUTED ? "refuted: " : "proved: ";
    case LCV_UNDECIDED: return "unknown: ";
    default: return "";
    }
}

static void put_trouble(FILE *out, const lcv_outcome *o)
{
    char *trouble = lcv_trouble(o), *line = NULL;
    size_t length;
    FILE *text = open_memstream(&line, &length);
    if (!text) {
        free(trouble);
        return;
    }
    fprintf(text, "%s%s%s%s", word_of(o), o->text ? o->text : "", o->text && trouble ? ": " : "",
            trouble ? trouble : "");
    fclose(text);
    put_line(out, o->file, o->line, o->column,
             o->status == LCV_UNDECIDED || o->status == LCV_INTERRUPTED ? "warning" : "error",
             line ? line : LC_NO_MEMORY);
    free(trouble);
    free(line);
}

static void put_disagreement(FILE *out, const lcv_outcome *o)
{
    const lcv_disagreement *d = o->disagreement;
    put_notes(out, o, "this is a bug in layoutcheck; --format=text prints all of it");
    put_notes(out, o, d->call);
    put_notes(out, o, d->problem);
}

static void render(const lcv_page *page, const lcv_outcome *o)
{
    const lcv_result *result = o->result;
    if (o->error && !o->disagreement)
        put_diag(page->out, o);
    else if (o->status != LCV_PASSED)
        put_trouble(page->out, o);
    if (o->disagreement)
        put_disagreement(page->out, o);
    for (size_t i = 0; o->status == LCV_FAILED && i < result->counterexample.nsteps; i++)
        put_notes(page->out, o, result->counterexample.steps[i]);
}

static void put_remark(FILE *out, const lcv_note *note)
{
    size_t line, column;
    const char *file = lcv_source_place(note->source, note->span.begin, &line, &column);
    put_line(out, file, line, column, "warning", lcv_message(note->message));
}

static void remarks(const lcv_page *page, const lcv_outcome *o)
{
    for (size_t i = 0; o->notes && i < o->notes->n; i++)
        put_remark(page->out, &o->notes->note[i]);
}

const lcv_format lcv_format_gcc = {.name = "gcc",
                                   .render = render,
                                   .notes = remarks,
                                   .end = lcv_text_summary};
