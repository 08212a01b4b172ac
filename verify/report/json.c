/* json.c - results as JSON (jansson): a record a line, one for each statement or for the text
 * that was asked about, and of files one more for the whole. report.schema.json says which fields
 * there are, and when; fields that do not apply are left out.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

#include "../../lib/text.h"
#include "json-value.h"

static json_t *parameters(const lcv_counterexample *c)
{
    json_t *object = json_object();
    for (size_t i = 0; i < c->nparameters; i++)
        if (c->parameters[i].name && c->parameters[i].value)
            json_object_set_new(object, c->parameters[i].name,
                                lcv_json_integer(c->parameters[i].value));
    return object;
}

static json_t *fault(const lcv_fault *f)
{
    json_t *object = json_object();
    lcv_json_put(object, "of", f->of);
    if (f->at)
        json_object_set_new(object, "at", lcv_json_integer(f->at));
    if (f->coordinate)
        json_object_set_new(object, "coordinate", lcv_json_tuple(f->coordinate));
    if (f->roles)
        json_object_set_new(object, "roles", lcv_json_list(f->roles));
    if (f->value)
        json_object_set_new(object, "value", lcv_json_tuple(f->value));
    return object;
}

static json_t *counterexample(const lcv_counterexample *c)
{
    json_t *object = json_object(), *steps = json_array();
    if (c->where && *c->where)
        lcv_json_put(object, "where", c->where);
    lcv_json_put(object, "summary", c->summary);
    if (c->nparameters > 0)
        json_object_set_new(object, "parameters", parameters(c));
    for (size_t i = 0; i < c->nsteps; i++)
        json_array_append_new(steps, lcv_json_string(c->steps[i]));
    json_object_set_new(object, "steps", steps);
    json_t *faults = json_array();
    for (size_t i = 0; i < c->nfaults; i++)
        json_array_append_new(faults, fault(&c->faults[i]));
    json_object_set_new(object, "faults", faults);
    return object;
}

static void put_result(json_t *object, const lcv_result *result)
{
    static const char *const verdict[] = {"proved", "refuted", "unknown"};
    lcv_json_put(object, "verdict", verdict[result->verdict]);
    lcv_json_put(object, "method", result->method);
    lcv_json_put(object, "reason", result->reason);
    if (result->verdict == LCV_REFUTED)
        json_object_set_new(object, "counterexample", counterexample(&result->counterexample));
}

static void put_place(json_t *object, lcv_source *source, lcv_span span)
{
    size_t line, column;
    lcv_json_put(object, "file", lcv_source_place(source, span.begin, &line, &column));
    lcv_json_put_number(object, "line", line);
    lcv_json_put_number(object, "column", column);
}

static json_t *error(const lcv_diag *diag)
{
    json_t *object = json_object();
    lcv_json_put(object, "code", lcv_error_name(diag->code));
    lcv_json_put(object, "message", lcv_message(diag->message));
    if (diag->source)
        put_place(object, diag->source, diag->span);
    lcv_json_put(object, "hint", diag->hint);
    char *text = lcv_diag_to_str(diag);
    lcv_json_put(object, "rendered", text);
    free(text);
    return object;
}

static json_t *notes_of(const lcv_notes *notes)
{
    json_t *array = json_array();
    for (size_t i = 0; i < notes->n; i++) {
        const lcv_note *note = &notes->note[i];
        json_t *object = json_object();
        char *text = lcv_note_to_str(note);
        lcv_json_put(object, "message", lcv_message(note->message));
        put_place(object, note->source, note->span);
        lcv_json_put(object, "rendered", text);
        free(text);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *disagreement(const lcv_disagreement *d)
{
    json_t *object = json_object();
    lcv_json_put(object, "version", PACKAGE_VERSION);
    lcv_json_put(object, "call", d->call);
    lcv_json_put(object, "value", d->value);
    lcv_json_put(object, "law", d->law);
    lcv_json_put(object, "method", d->method);
    lcv_json_put(object, "problem", d->problem);
    lcv_json_put(object, "set", d->set);
    lcv_json_put(object, "point", d->point);
    return object;
}

static json_t *open_of(const size_t open[LCR_REASONS])
{
    json_t *object = json_object();
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (open[i] > 0)
            lcv_json_put_number(object, lcr_reason_text((lcr_reason)i), open[i]);
    return object;
}

static void put_counts(json_t *object, size_t values, size_t claims, size_t read, size_t computed,
                       const size_t open[LCR_REASONS])
{
    lcv_json_put_number(object, "values", values);
    lcv_json_put_number(object, "claims", claims);
    lcv_json_put_number(object, "read", read);
    lcv_json_put_number(object, "computed", computed);
    json_object_set_new(object, "open", open_of(open));
}

static json_t *lines_of(const char *text)
{
    json_t *array = json_array();
    for (const char *end; *text != '\0'; text = *end == '\0' ? end : end + 1) {
        end = strchr(text, '\n');
        end = end ? end : text + strlen(text);
        char *line = strndup(text, (size_t)(end - text));
        json_array_append_new(array, lcv_json_string(line ? line : ""));
        free(line);
    }
    return array;
}

static json_t *crosscheck(const lcv_confirmed *c)
{
    json_t *object = json_object();
    if (lcv_confirmed_open(c->open) == 0)
        lcv_json_put(object, "by",
                     c->values + c->claims > 0 ? "isl"
                     : c->computed > 0         ? "arithmetic"
                                               : "reading");
    lcv_json_put_number(object, "sets", c->sets);
    json_object_set_new(object, "seconds", json_real(c->seconds));
    put_counts(object, c->values, c->claims, c->read, c->computed, c->open);
    if (c->why)
        json_object_set_new(object, "why", lines_of(c->why));
    return object;
}

static bool has_opinion(const lcv_confirmed *c)
{
    return c && c->values + c->claims + c->read + c->computed + lcv_confirmed_open(c->open) > 0;
}

/* The picture as plain text. */
static void put_picture(json_t *object, const lcv_figure *figure)
{
    lc_text text = {0};
    lcv_terminal plain = {0};
    if (lcv_figure_text(NULL, &text, figure, &plain))
        lcv_json_put(object, "picture", text.data);
    lc_text_free(&text);
}

/* A line each, the names of those that have one being comments before it. */
static json_t *relations(const char *text)
{
    json_t *array = json_array();
    char *name = NULL;
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (*text == '#') {
            free(name);
            name = strndup(text + 2, n - 2);
            continue;
        }
        json_t *one = json_object();
        lcv_json_put(one, "name", name);
        json_object_set_new(one, "text", json_stringn(text, n));
        json_array_append_new(array, one);
    }
    free(name);
    return array;
}

static void put_value(json_t *object, const lcv_outcome *o)
{
    bool literal = o->text_kind == LCV_LITERAL;
    if (o->value)
        json_object_set_new(object, "value",
                            lcv_json_value(o->ctx, o->value, literal ? o->value_text : NULL));
    if (o->value_text && o->text_kind == LCV_RELATION_TEXT)
        json_object_set_new(object, "relations", relations(o->value_text));
    else if (!literal)
        lcv_json_put(object, "c", o->value_text);
}

/* The obligations of a plan: a line each, after it an indented one, the method. */
static json_t *obligations(const char *text)
{
    json_t *array = json_array(), *last = NULL;
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        size_t blanks = strspn(text, " ");
        if (blanks == 0)
            json_array_append_new(array, last = json_pack("{s:s%}", "claim", text, n));
        else if (last && blanks < n)
            json_object_set_new(last, "method", json_stringn(text + blanks, n - blanks));
    }
    return array;
}

static json_t *outcome_object(const lcv_outcome *outcome)
{
    json_t *object = lcv_json_record("outcome");
    lcv_json_put(object, "status", lcv_status_name(outcome->status));
    lcv_json_put(object, "file", outcome->file);
    lcv_json_put_number(object, "line", outcome->line);
    lcv_json_put_number(object, "column", outcome->column);
    if (outcome->read)
        lcv_json_put(object, "statement", lcv_verb_name(outcome->verb));
    lcv_json_put(object, "text", outcome->text);
    lcv_json_put(object, "name", outcome->name);
    put_value(object, outcome);
    if (outcome->figure && !outcome->result && !outcome->value_text)
        put_picture(object, outcome->figure);
    lcv_json_put(object, "note", outcome->note);
    lcv_json_put(object, "explanation", outcome->explanation);
    if (outcome->result)
        put_result(object, outcome->result);
    if (outcome->error)
        json_object_set_new(object, "error", error(outcome->error));
    if (outcome->notes && outcome->notes->n > 0)
        json_object_set_new(object, "notes", notes_of(outcome->notes));
    if (has_opinion(outcome->confirmed))
        json_object_set_new(object, "crosscheck", crosscheck(outcome->confirmed));
    if (outcome->disagreement)
        json_object_set_new(object, "disagreement", disagreement(outcome->disagreement));
    if (outcome->unchecked > 0)
        lcv_json_put_number(object, "unchecked", outcome->unchecked);
    if (outcome->obligations)
        json_object_set_new(object, "obligations", obligations(outcome->obligations));
    json_object_set_new(object, "seconds", json_real(outcome->seconds));
    return object;
}

/* Errors are in the object, and in words on standard error. */
static void render(const lcv_page *page, const lcv_outcome *outcome)
{
    lcv_json_print(page->out, outcome_object(outcome));
    lcv_print_error(page, outcome);
}

/* Flushes, so that each object can be read at once. */
static void put_object(lcv_report *report, const lcv_item *item)
{
    if (item->out)
        fwrite(item->out, 1, item->nout, report->out);
    fflush(report->out);
}

static void print_summary(lcv_report *report)
{
    const lcv_tally *tally = &report->tally;
    if (!report->files)
        return;
    json_t *summary = lcv_json_record("summary");
    lcv_json_put_number(summary, "statements", tally->statements);
    lcv_json_put_number(summary, "proved", tally->proved);
    lcv_json_put_number(summary, "refuted", tally->refuted);
    lcv_json_put_number(summary, "unknown", tally->unknown + tally->undecided);
    lcv_json_put_number(summary, "errors", tally->errors);
    lcv_json_put_number(summary, "failed", tally->failed);
    lcv_json_put_number(summary, "disagreements", tally->disagreements);
    if (tally->interrupted > 0)
        json_object_set_new(summary, "interrupted", json_true());
    json_object_set_new(summary, "seconds", json_real(lcv_report_seconds(report)));
    lcv_json_put_number(summary, "exit", (size_t)lcv_tally_status(tally));
    if (tally->values + tally->claims + tally->read + tally->computed +
            lcv_confirmed_open(tally->open) >
        0) {
        json_t *counts = json_object();
        put_counts(counts, tally->values, tally->claims, tally->read, tally->computed,
                   tally->open);
        json_object_set_new(summary, "confirmed", counts);
    }
    lcv_json_print(report->out, summary);
}

const lcv_format lcv_format_json = {.name = "json",
                                    .render = render,
                                    .put = put_object,
                                    .end = print_summary};

#else

const lcv_format lcv_format_json = {.name = "json", .needs = "jansson"};

#endif
