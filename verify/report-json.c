/* report-json.c - results as JSON (jansson).
 *
 * `eval`, `prove` and `relation` print one object. `check` prints one object a
 * statement and a last one for the whole, each on a line of its own.
 *
 *   status        "passed", "failed", "unknown", "error", "disagreement"
 *   file, line, column   where the statement begins
 *   statement     "let", "show", "prove", "refute", "import"
 *   text          the expression
 *   name          of let: what it binds; of import: the file
 *   value, kind   of let and show: the value in the literal syntax (of `relation`:
 *                 the isl relations, a line each), and "integer", "tuple",
 *                 "layout", "tensor", "tiler", "relation", "type"
 *   verdict       of a claim: "proved", "refuted", "unknown"
 *   method        of a claim: how it was decided
 *   reason        of a claim: what was tried, or a remark
 *   counterexample   {where, summary, steps: [...]}
 *   error         {message, file, line, column, hint, rendered}: rendered is the
 *                 text with the quoted line
 *   disagreement  {call, value, problem}
 *   unchecked     operations whose cross-check came to no answer, when not 0
 *
 * Fields that do not apply are left out. The last object of `check`:
 *   summary       {statements, proved, refuted, unknown, errors, failed,
 *                 disagreements, exit}
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

#include "buffer.h"

bool lcv_json_available(void)
{
    return true;
}

/* A string; bytes that are not UTF-8 (of a file's name) become '?'. */
static json_t *string_of(const char *text)
{
    json_t *made = json_string(text);
    if (made)
        return made;
    lcv_buffer clean = {0};
    for (size_t left = strlen(text); left > 0;) {
        size_t n = lcv_utf8_length(text, left);
        lcv_buffer_bytes(&clean, n > 0 ? text : "?", n > 0 ? n : 1);
        text += n > 0 ? n : 1;
        left -= n > 0 ? n : 1;
    }
    char *copy = lcv_buffer_take(&clean);
    made = copy ? json_string(copy) : NULL;
    free(copy);
    return made;
}

/* Fields that have no text are left out. */
static void put(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, string_of(text));
}

static void put_number(json_t *object, const char *key, size_t number)
{
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

static const char *kind_name(const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE:
        return lc_tuple_is_leaf(v->tuple) ? "integer" : "tuple";
    case LCV_STRIDES:
        return "stride";
    case LCV_LAYOUT:
        return "layout";
    case LCV_TENSOR:
        return "tensor";
    case LCV_TILER:
        return "tiler";
    case LCV_RELATION:
        return "relation";
    case LCV_SWIZZLE:
        return "swizzle";
    case LCV_COMPOSED:
        return "composed";
    case LCV_LINEAR:
        return "linear";
    case LCV_MORPHISM:
        return "morphism";
    case LCV_NAMES:
        return "names";
    case LCV_TYPE:
        break;
    }
    return "type";
}

static const char *status_name(lcv_status status)
{
    static const char *const name[] = {"passed", "failed", "unknown", "error", "disagreement"};
    return name[status];
}

static json_t *counterexample(const lcv_counterexample *c)
{
    json_t *object = json_object(), *steps = json_array();
    if (c->where && *c->where)
        put(object, "where", c->where);
    put(object, "summary", c->summary);
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

static json_t *error(const lcv_diag *diag)
{
    json_t *object = json_object();
    put(object, "message", diag->message ? diag->message : "out of memory");
    if (diag->source) {
        size_t line, column;
        lcv_source_locate(diag->source, diag->span.begin, &line, &column);
        put(object, "file", diag->source->name);
        put_number(object, "line", line);
        put_number(object, "column", column);
    }
    put(object, "hint", diag->hint);
    char *text = lcv_diag_to_str(diag);
    put(object, "rendered", text);
    free(text);
    return object;
}

static json_t *disagreement(const lcv_disagreement *d)
{
    json_t *object = json_object();
    put(object, "call", d->call);
    put(object, "value", d->value);
    put(object, "problem", d->problem);
    return object;
}

static json_t *outcome_object(const lcv_outcome *outcome)
{
    json_t *object = json_object();
    put(object, "status", status_name(outcome->status));
    put(object, "file", outcome->file);
    put_number(object, "line", outcome->line);
    put_number(object, "column", outcome->column);
    if (outcome->read)
        put(object, "statement", lcv_verb_name(outcome->verb));
    put(object, "text", outcome->text);
    put(object, "name", outcome->name);
    put(object, "value", outcome->value_text);
    put(object, "explanation", outcome->explanation);
    if (outcome->value)
        put(object, "kind", kind_name(outcome->value));
    if (outcome->result)
        put_result(object, outcome->result);
    if (outcome->error)
        json_object_set_new(object, "error", error(outcome->error));
    if (outcome->disagreement)
        json_object_set_new(object, "disagreement", disagreement(outcome->disagreement));
    if (outcome->unchecked > 0)
        put_number(object, "unchecked", outcome->unchecked);
    return object;
}

static void print_object(lcv_report *report, json_t *object)
{
    size_t flags = JSON_PRESERVE_ORDER | (report->files ? JSON_COMPACT : JSON_INDENT(2));
    json_dumpf(object, report->out, flags);
    fputc('\n', report->out);
    json_decref(object);
}

/* Errors are in the object, and in words where errors are looked for. */
void lcv_json_outcome(void *user, const lcv_outcome *outcome)
{
    lcv_report *report = user;
    print_object(report, outcome_object(outcome));
    fflush(report->out);
    char *text = outcome->error ? lcv_diag_to_str(outcome->error) : NULL;
    fputs(text ? text : "", report->err);
    free(text);
}

void lcv_json_summary(lcv_report *report, const lcv_tally *tally)
{
    json_t *object = json_object(), *summary = json_object();
    put_number(summary, "statements", tally->statements);
    put_number(summary, "proved", tally->proved);
    put_number(summary, "refuted", tally->refuted);
    put_number(summary, "unknown", tally->unknown + tally->undecided);
    put_number(summary, "errors", tally->errors);
    put_number(summary, "failed", tally->failed);
    put_number(summary, "disagreements", tally->disagreements);
    put_number(summary, "exit", (size_t)lcv_tally_status(tally));
    json_object_set_new(object, "summary", summary);
    print_object(report, object);
}

#else

bool lcv_json_available(void)
{
    return false;
}

void lcv_json_outcome(void *user, const lcv_outcome *outcome)
{
    (void)user;
    (void)outcome;
}

void lcv_json_summary(lcv_report *report, const lcv_tally *tally)
{
    (void)report;
    (void)tally;
}

#endif
