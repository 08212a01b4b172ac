#include "config.h"

#include "answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../function/result.h"
#include "../picture/render.h"
#include "session.h"

struct lcv_answer {
    lcv_answer *next;
    lcv_status status;
    lcv_verb verb;
    size_t line, column;
    char *file, *text, *name;
    char *value, *shape, *stride, *note;
    const char *kind; /* static */
    lcv_result *result;
    lcv_error error;
    char *message, *hint, *rendered;
    size_t error_line, error_column;
    bool confirmed;
    double seconds;
    char *explanation, *certificate, *svg;
};

/* ---- making ---- */

/* The answers of one question, while they come in. */
typedef struct {
    lcv_session *session;
    lcv_answer *first, **end;
    bool failed; /* there was no memory for one */
} answers;

static char *copy(answers *all, const char *text)
{
    char *made = text ? strdup(text) : NULL;
    all->failed |= text && !made;
    return made;
}

/* Takes over a text that is missing only where memory is. */
static char *made(answers *all, char *text)
{
    all->failed |= !text;
    return text;
}

static void add_value(answers *all, lcv_answer *a, const lcv_outcome *o)
{
    lc_ctx *ctx = all->session->ctx;
    const lcv_value *v = o->value;
    a->value = copy(all, o->value_text);
    if (!v)
        return;
    a->kind = lcv_kind_name(v);
    bool layout = v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR || v->kind == LCV_COMPOSED;
    lc_tuple *shape = layout || v->kind == LCV_SWIZZLE || lcv_has_dims(v) ? lcv_as_tuple(ctx, v)
                                                                          : NULL;
    if (shape)
        a->shape = made(all, lc_tuple_to_str(ctx, shape));
    if (layout)
        a->stride = made(all, lc_layout_stride_to_str(ctx, v->layout));
    lc_tuple_free(shape);
}

static void add_notes(answers *all, lcv_answer *a, const lcv_outcome *o)
{
    lc_text text = {0};
    lc_text_add(&text, o->note ? o->note : "");
    for (size_t i = 0; o->notes && i < o->notes->n; i++)
        lc_text_printf(&text, "%s%s", text.length > 0 ? "\n" : "",
                       lcv_message(o->notes->note[i].message));
    if (text.length > 0)
        a->note = made(all, lc_text_take(NULL, &text));
    lc_text_free(&text);
}

static void add_error(answers *all, lcv_answer *a, const lcv_diag *diag)
{
    a->error = diag->code;
    a->message = copy(all, lcv_message(diag->message));
    a->hint = copy(all, diag->hint);
    a->rendered = made(all, lcv_diag_to_str(diag));
    if (diag->source)
        lcv_source_place(diag->source, diag->span.begin, &a->error_line, &a->error_column);
}

static void add_disagreement(answers *all, lcv_answer *a, const lcv_disagreement *d)
{
    a->error = LCV_ERROR_INTERNAL;
    if (!a->message)
        a->message = copy(all, d->problem);
}

static void add_svg(answers *all, lcv_answer *a, const lcv_figure *figure)
{
    lc_text svg = {0};
    if (lcv_figure_svg(all->session->ctx, &svg, figure, LCV_LIGHT))
        a->svg = made(all, lc_text_take(NULL, &svg));
    else
        all->failed = true;
    lc_text_free(&svg);
}

static bool is_confirmed(const lcv_outcome *o)
{
    const lcv_confirmed *c = o->confirmed;
    return c && c->values + c->claims + c->read + c->computed > 0 &&
           lcv_confirmed_open(c->open) == 0;
}

static void fill(answers *all, lcv_answer *a, const lcv_outcome *o)
{
    a->status = o->status;
    a->verb = o->verb;
    a->line = o->line;
    a->column = o->column;
    a->file = copy(all, o->file);
    a->text = copy(all, o->text);
    a->name = copy(all, o->name);
    add_value(all, a, o);
    add_notes(all, a, o);
    if (o->result)
        a->result = lcv_result_copy(all->session->ctx, o->result);
    all->failed |= o->result && !a->result;
    if (o->error)
        add_error(all, a, o->error);
    if (o->disagreement)
        add_disagreement(all, a, o->disagreement);
    if (o->figure)
        add_svg(all, a, o->figure);
    a->confirmed = is_confirmed(o);
    a->seconds = o->seconds;
    a->explanation = copy(all, o->explanation);
    a->certificate = copy(all, o->certificate);
}

static void take(void *user, const lcv_outcome *outcome)
{
    answers *all = user;
    lcv_answer *a = all->failed ? NULL : calloc(1, sizeof *a);
    all->failed |= !a;
    if (!a)
        return;
    *all->end = a;
    all->end = &a->next;
    fill(all, a, outcome);
}

static void ask(lcv_session *session, lcv_asked what, const char *text, const lcv_listener *to)
{
    switch (what) {
    case LCV_ASK_EVAL: lcv_session_eval(session, text, to); break;
    case LCV_ASK_PROVE: lcv_session_prove(session, text, to); break;
    case LCV_ASK_SAY: lcv_session_say(session, text, to); break;
    case LCV_ASK_EXPLAIN: lcv_session_explain(session, text, to); break;
    case LCV_ASK_RELATION: lcv_session_relation(session, text, to); break;
    case LCV_ASK_C: lcv_session_code(session, text, to); break;
    case LCV_ASK_DRAW: lcv_session_draw(session, text, to); break;
    case LCV_ASK_CHECK: lcv_session_check(session, text, NULL, (lcv_span){0, 0}, to); break;
    }
}

lcv_answer *lcv_ask(lcv_session *session, lcv_asked what, const char *text)
{
    answers all = {.session = session};
    all.end = &all.first;
    lcv_listener listener = {.user = &all, .outcome = take};
    ask(session, what, text, &listener);
    lc_ctx_reset(session->ctx);
    if (!all.failed)
        return all.first;
    lcv_answer_free(all.first);
    return NULL;
}

void lcv_answer_free(lcv_answer *answer)
{
    while (answer) {
        lcv_answer *next = answer->next;
        char *text[] = {answer->file,  answer->text,     answer->name,        answer->value,
                        answer->shape, answer->stride,   answer->note,        answer->message,
                        answer->hint,  answer->rendered, answer->explanation, answer->certificate,
                        answer->svg};
        for (size_t i = 0; i < sizeof text / sizeof *text; i++)
            free(text[i]);
        lcv_result_free(answer->result);
        free(answer);
        answer = next;
    }
}

/* ---- looking ---- */

static const lcv_answer no_memory = {.status = LCV_INVALID,
                                     .error = LCV_ERROR_MEMORY,
                                     .file = LCV_TEXT,
                                     .line = 1,
                                     .column = 1,
                                     .message = LC_NO_MEMORY,
                                     .rendered = LC_NO_MEMORY};

static const lcv_answer *of(const lcv_answer *a)
{
    return a ? a : &no_memory;
}

static const lcv_counterexample *refuted(const lcv_answer *a)
{
    static const lcv_counterexample none;
    return lcv_is_refuted(of(a)->result) ? &a->result->counterexample : &none;
}

/* NULL for an empty text. */
static const char *some(const char *text)
{
    return text && *text != '\0' ? text : NULL;
}

#define LOOK(type, name, field)                                                                  \
    type lcv_answer_##name(const lcv_answer *a)                                                  \
    {                                                                                            \
        return of(a)->field;                                                                     \
    }

LOOK(const lcv_answer *, next, next)
LOOK(lcv_status, status, status)
LOOK(lcv_verb, verb, verb)
LOOK(const char *, text, text)
LOOK(const char *, name, name)
LOOK(const char *, file, file)
LOOK(size_t, line, line)
LOOK(size_t, column, column)
LOOK(const char *, value, value)
LOOK(const char *, kind, kind)
LOOK(const char *, shape, shape)
LOOK(const char *, stride, stride)
LOOK(const char *, note, note)
LOOK(lcv_error, error, error)
LOOK(const char *, message, message)
LOOK(const char *, hint, hint)
LOOK(size_t, error_line, error_line)
LOOK(size_t, error_column, error_column)
LOOK(const char *, rendered, rendered)
LOOK(bool, confirmed, confirmed)
LOOK(double, seconds, seconds)
LOOK(const char *, explanation, explanation)
LOOK(const char *, certificate, certificate)
LOOK(const char *, svg, svg)

int lcv_answer_verdict(const lcv_answer *a)
{
    return of(a)->result ? (int)a->result->verdict : LCV_NO_VERDICT;
}

const char *lcv_answer_method(const lcv_answer *a)
{
    return of(a)->result ? a->result->method : NULL;
}

const char *lcv_answer_reason(const lcv_answer *a)
{
    return of(a)->result ? a->result->reason : NULL;
}

const char *lcv_answer_where(const lcv_answer *a)
{
    return some(refuted(a)->where);
}

const char *lcv_answer_summary(const lcv_answer *a)
{
    return refuted(a)->summary;
}

size_t lcv_answer_nsteps(const lcv_answer *a)
{
    return refuted(a)->nsteps;
}

const char *lcv_answer_step(const lcv_answer *a, size_t i)
{
    return i < refuted(a)->nsteps ? refuted(a)->steps[i] : NULL;
}

size_t lcv_answer_nfaults(const lcv_answer *a)
{
    return refuted(a)->nfaults;
}

const lcv_fault *lcv_answer_fault(const lcv_answer *a, size_t i)
{
    return i < refuted(a)->nfaults ? &refuted(a)->faults[i] : NULL;
}

size_t lcv_answer_nparameters(const lcv_answer *a)
{
    return refuted(a)->nparameters;
}

const lcv_parameter_value *lcv_answer_parameter(const lcv_answer *a, size_t i)
{
    return i < refuted(a)->nparameters ? &refuted(a)->parameters[i] : NULL;
}

size_t lcv_leaves(const char *tuple, size_t room, int64_t *leaf)
{
    size_t n = 0;
    for (const char *at = tuple; at && *at != '\0';) {
        char *end = NULL;
        if (*at == '(' || *at == ')' || *at == ',' || *at == ' ') {
            at++;
            continue;
        }
        errno = 0;
        long long number = strtoll(at, &end, 10);
        if (end == at || errno != 0 || (*end != '\0' && !strchr(",) ", *end)))
            return SIZE_MAX;
        if (n < room)
            leaf[n] = number;
        n++;
        at = end;
    }
    return n;
}
