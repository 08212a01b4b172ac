/* json.c - results as JSON (jansson).
 *
 * `eval`, `prove` and `relation` print one object. `check` prints one object a
 * statement and a last one for the whole, each on a line of its own.
 *
 *   status        "passed", "failed", "unknown", "error", "disagreement"
 *   file, line, column   where the statement begins
 *   statement     "let", "show", "prove", "refute", "import", "param", "assume", "plan",
 *                 "for"
 *   text          the expression
 *   name          of let: what it binds; of import: the file, or <NAME>
 *   value, kind   of let and show: the value in the literal syntax (of `relation`:
 *                 the isl relations, a line each), and "integer", "tuple",
 *                 "layout", "tensor", "tiler", "relation", "type", "expression" (one
 *                 that depends on parameters, in symbols)
 *   note          of show: why an expression is left as it is written
 *   verdict       of a claim: "proved", "refuted", "unknown"
 *   method        of a claim: how it was decided
 *   reason        of a claim: what was tried, or a remark
 *   counterexample   {where, summary, steps: [...]}, of a claim with parameters also
 *                 parameters: {"M": 129, "N": 1}
 *   error         {message, file, line, column, hint, rendered}: rendered is the
 *                 text with the quoted line
 *   notes         [{message, file, line, column, rendered}]: of an input that is accepted
 *                 and may still be a mistake
 *   disagreement  {version, call, value, law, method, problem, set, point}: everything that
 *                 a report of the bug needs
 *   crosscheck    {by, sets, seconds, values, claims, read, open: {REASON: n}, why: [...]}:
 *                 what isl has confirmed: sets that it decided, values and claims that it
 *                 confirmed, those that are as the literals read, and those that are not
 *                 confirmed, by the reason, with a line of each; by: "isl" or "reading" where
 *                 there are none of these
 *   unchecked     operations whose cross-check came to no answer, when not 0
 *
 * Fields that do not apply are left out. The last object of `check`:
 *   summary       {statements, proved, refuted, unknown, errors, failed,
 *                 disagreements, exit}, and confirmed {values, claims, read, open: {..}}
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

#include "../../lib/text.h"

/* A string; bytes that are not UTF-8 (of a file's name) become '?'. */
static json_t *string_of(const char *text)
{
    json_t *made = json_string(text);
    if (made)
        return made;
    lc_text clean = {0};
    for (size_t left = strlen(text); left > 0;) {
        size_t n = lcv_utf8_length(text, left);
        lc_text_add_bytes(&clean, n > 0 ? text : "?", n > 0 ? n : 1);
        text += n > 0 ? n : 1;
        left -= n > 0 ? n : 1;
    }
    char *copy = lc_text_take(NULL, &clean);
    made = copy ? json_string(copy) : NULL;
    free(copy);
    return made;
}

/* Fields without a text are left out. */
static void put(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, string_of(text));
}

static void put_number(json_t *object, const char *key, size_t number)
{
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

/* Numbers as JSON numbers, or as strings of digits if JSON cannot hold them. */
static json_t *parameters(const lcv_counterexample *c)
{
    json_t *object = json_object();
    for (size_t i = 0; i < c->nparameters; i++) {
        const char *value = c->parameters[i].value;
        char *end = NULL;
        errno = 0;
        long long number = value ? strtoll(value, &end, 10) : 0;
        json_t *made = value && errno == 0 && *end == '\0' ? json_integer(number)
                                                           : string_of(value ? value : "");
        if (c->parameters[i].name)
            json_object_set_new(object, c->parameters[i].name, made);
        else
            json_decref(made);
    }
    return object;
}

static json_t *counterexample(const lcv_counterexample *c)
{
    json_t *object = json_object(), *steps = json_array();
    if (c->where && *c->where)
        put(object, "where", c->where);
    put(object, "summary", c->summary);
    if (c->nparameters > 0)
        json_object_set_new(object, "parameters", parameters(c));
    for (size_t i = 0; i < c->nsteps; i++)
        json_array_append_new(steps, string_of(c->steps[i]));
    json_object_set_new(object, "steps", steps);
    return object;
}

static void put_result(json_t *object, const lcv_result *result)
{
    static const char *const verdict[] = {"proved", "refuted", "unknown"};
    put(object, "verdict", verdict[result->verdict]);
    put(object, "method", result->method);
    put(object, "reason", result->reason);
    if (result->verdict == LCV_REFUTED)
        json_object_set_new(object, "counterexample", counterexample(&result->counterexample));
}

static void put_place(json_t *object, lcv_source *source, lcv_span span)
{
    size_t line, column;
    lcv_source_locate(source, span.begin, &line, &column);
    put(object, "file", source->name);
    put_number(object, "line", line);
    put_number(object, "column", column);
}

static json_t *error(const lcv_diag *diag)
{
    json_t *object = json_object();
    put(object, "message", lcv_message(diag->message));
    if (diag->source)
        put_place(object, diag->source, diag->span);
    put(object, "hint", diag->hint);
    char *text = lcv_diag_to_str(diag);
    put(object, "rendered", text);
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
        put(object, "message", lcv_message(note->message));
        put_place(object, note->source, note->span);
        put(object, "rendered", text);
        free(text);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *disagreement(const lcv_disagreement *d)
{
    json_t *object = json_object();
    put(object, "version", PACKAGE_VERSION);
    put(object, "call", d->call);
    put(object, "value", d->value);
    put(object, "law", d->law);
    put(object, "method", d->method);
    put(object, "problem", d->problem);
    put(object, "set", d->set);
    put(object, "point", d->point);
    return object;
}

static json_t *open_of(const size_t open[LCR_REASONS])
{
    json_t *object = json_object();
    for (size_t i = 0; i < LCR_REASONS; i++)
        if (open[i] > 0)
            put_number(object, lcr_reason_text((lcr_reason)i), open[i]);
    return object;
}

static void put_counts(json_t *object, size_t values, size_t claims, size_t read,
                       const size_t open[LCR_REASONS])
{
    put_number(object, "values", values);
    put_number(object, "claims", claims);
    put_number(object, "read", read);
    json_object_set_new(object, "open", open_of(open));
}

static json_t *lines_of(const char *text)
{
    json_t *array = json_array();
    for (const char *end; *text != '\0'; text = *end == '\0' ? end : end + 1) {
        end = strchr(text, '\n');
        end = end ? end : text + strlen(text);
        char *line = strndup(text, (size_t)(end - text));
        json_array_append_new(array, string_of(line ? line : ""));
        free(line);
    }
    return array;
}

static json_t *crosscheck(const lcv_confirmed *c)
{
    json_t *object = json_object();
    if (lcv_confirmed_open(c->open) == 0)
        put(object, "by", c->values + c->claims > 0 ? "isl" : "reading");
    put_number(object, "sets", c->sets);
    json_object_set_new(object, "seconds", json_real(c->seconds));
    put_counts(object, c->values, c->claims, c->read, c->open);
    if (c->why)
        json_object_set_new(object, "why", lines_of(c->why));
    return object;
}

static bool has_opinion(const lcv_confirmed *c)
{
    return c && c->values + c->claims + c->read + lcv_confirmed_open(c->open) > 0;
}

/* The picture as plain text. */
static void put_picture(json_t *object, const lcv_figure *figure)
{
    lc_text text = {0};
    lcv_terminal plain = {0};
    if (lcv_figure_text(NULL, &text, figure, &plain))
        put(object, "value", text.data);
    lc_text_free(&text);
}

static json_t *outcome_object(const lcv_outcome *outcome)
{
    json_t *object = json_object();
    put(object, "status", lcv_status_name(outcome->status));
    put(object, "file", outcome->file);
    put_number(object, "line", outcome->line);
    put_number(object, "column", outcome->column);
    if (outcome->read)
        put(object, "statement", lcv_verb_name(outcome->verb));
    put(object, "text", outcome->text);
    put(object, "name", outcome->name);
    put(object, "value", outcome->value_text);
    if (outcome->figure && !outcome->value_text)
        put_picture(object, outcome->figure);
    put(object, "note", outcome->note);
    put(object, "explanation", outcome->explanation);
    if (outcome->value)
        put(object, "kind", lcv_kind_name(outcome->value));
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
        put_number(object, "unchecked", outcome->unchecked);
    return object;
}

static void print_object(FILE *out, json_t *object, bool one_line)
{
    size_t flags = JSON_PRESERVE_ORDER | (one_line ? JSON_COMPACT : JSON_INDENT(2));
    json_dumpf(object, out, flags | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(object);
}

/* Errors are in the object, and in words on standard error. */
static void render(const lcv_page *page, const lcv_outcome *outcome)
{
    print_object(page->out, outcome_object(outcome), page->files);
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
    json_t *object = json_object(), *summary = json_object();
    put_number(summary, "statements", tally->statements);
    put_number(summary, "proved", tally->proved);
    put_number(summary, "refuted", tally->refuted);
    put_number(summary, "unknown", tally->unknown + tally->undecided);
    put_number(summary, "errors", tally->errors);
    put_number(summary, "failed", tally->failed);
    put_number(summary, "disagreements", tally->disagreements);
    if (tally->interrupted > 0)
        json_object_set_new(summary, "interrupted", json_true());
    json_object_set_new(summary, "seconds", json_real(lcv_report_seconds(report)));
    put_number(summary, "exit", (size_t)lcv_tally_status(tally));
    if (tally->values + tally->claims + tally->read + lcv_confirmed_open(tally->open) > 0) {
        json_t *counts = json_object();
        put_counts(counts, tally->values, tally->claims, tally->read, tally->open);
        json_object_set_new(summary, "confirmed", counts);
    }
    json_object_set_new(object, "summary", summary);
    print_object(report->out, object, true);
}

const lcv_format lcv_format_json = {.name = "json",
                                    .render = render,
                                    .put = put_object,
                                    .end = print_summary};

#else

const lcv_format lcv_format_json = {.name = "json", .needs = "jansson"};

#endif
