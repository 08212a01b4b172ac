#include "config.h"

#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffer.h"
#include "eval.h"
#include "parameter.h"
#include "parse.h"
#include "plan.h"
#include "relate.h"

#define MAX_IMPORTS 100 /* files inside each other */
#define EXCERPT 400     /* bytes of an expression in an outcome */

typedef struct module {
    struct module *next;     /* of the session */
    struct module *importer; /* while it is read */
    bool reading, done;
    bool counted, passed; /* in the session's total, and its done */
    char *asked;          /* the path by which it was read ahead, or NULL */
    lcv_source *source;
    lcv_diag problem; /* of the text as a whole, until it is reported */
    lcv_scope scope;
    lcv_scope plans; /* their names */
} module;

struct lcv_session {
    lc_ctx *ctx;
    lcr_ctx *r;
    bool crosscheck, certify;
    const lcv_planner *planner;
    module *modules;
    lcv_tally tally;
    size_t number;      /* of the next outcome */
    size_t done, total; /* bytes of files that are checked */
    const module *root; /* the one under way, and how far it is */
    size_t root_at;
};

lcv_session *lcv_session_new(lcv_options options)
{
    lcv_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->crosscheck = options.crosscheck;
    session->certify = options.certify;
    session->ctx = lc_ctx_new();
    session->r = session->ctx ? lcr_ctx_new(session->ctx) : NULL;
    if (!session->r) {
        lcv_session_free(session);
        return NULL;
    }
    if (options.budget > 0)
        lcr_set_budget(session->r, options.budget);
    return session;
}

void lcv_session_set_planner(lcv_session *session, const lcv_planner *planner)
{
    session->planner = planner;
}

const lcv_tally *lcv_session_tally(const lcv_session *session)
{
    return &session->tally;
}

int lcv_tally_status(const lcv_tally *tally)
{
    if (tally->disagreements > 0)
        return 4;
    if (tally->errors > 0)
        return 2;
    if (tally->failed > 0)
        return 1;
    return tally->unknown > 0 || tally->undecided > 0 ? 3 : 0;
}

size_t lcv_session_statements(const lcv_session *session)
{
    return session->number;
}

lcv_tally lcv_tally_of(const lcv_outcome *outcome)
{
    lcv_tally one = {.statements = 1};
    if (outcome->result) {
        one.proved = outcome->result->verdict == LCV_PROVED;
        one.refuted = outcome->result->verdict == LCV_REFUTED;
        one.unknown = outcome->result->verdict == LCV_UNKNOWN;
    } else {
        one.undecided = outcome->status == LCV_UNDECIDED;
    }
    one.failed = outcome->status == LCV_FAILED;
    one.errors = outcome->status == LCV_INVALID;
    one.disagreements = outcome->status == LCV_DISAGREEMENT;
    return one;
}

void lcv_tally_add(lcv_tally *sum, const lcv_tally *more)
{
    sum->statements += more->statements;
    sum->proved += more->proved;
    sum->refuted += more->refuted;
    sum->unknown += more->unknown;
    sum->failed += more->failed;
    sum->undecided += more->undecided;
    sum->errors += more->errors;
    sum->disagreements += more->disagreements;
}

/* ---- one statement ---- */

/* A statement under way: where it stands, and what will be reported. */
typedef struct {
    lcv_session *session;
    module *module;
    const lcv_listener *listener;
    lcv_part part;
    bool parted; /* `part` was asked for */
    double began;
    lcv_diag diag;
    lcv_eval eval;
    lcv_outcome outcome;
    char *text, *value_text; /* owned, behind the outcome's */
    lcv_explanation explanation;
    char where[512]; /* "a.lay:3", for certificates */
    lcv_value *value;
    lcv_result *result;
} work;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void place(work *w, size_t offset)
{
    lcv_source *source = w->module->source;
    w->outcome.file = source->name;
    lcv_source_locate(source, offset, &w->outcome.line, &w->outcome.column);
    if (w->module == w->session->root)
        w->session->root_at = offset;
    w->outcome.done = w->session->done + w->session->root_at;
    w->outcome.total = w->session->total;
}

static void work_open(work *w, lcv_session *session, module *m, const lcv_listener *listener)
{
    *w = (work){.session = session, .module = m, .listener = listener, .began = now()};
    w->eval = (lcv_eval){.r = session->r,
                         .scope = &m->scope,
                         .source = m->source,
                         .crosscheck = session->crosscheck,
                         .diag = &w->diag};
    lc_ctx_reset(session->ctx);
}

static void ask_part(work *w)
{
    const lcv_listener *listener = w->listener;
    if (!w->parted && listener->part)
        w->part = listener->part(listener->user, w->session->number);
    w->parted = true;
    w->eval.crosscheck = w->eval.crosscheck && w->part == LCV_WHOLE;
}

static lcv_status status_of(const work *w)
{
    switch (w->eval.status) {
    case LCV_EVAL_DISAGREEMENT:
        return LCV_DISAGREEMENT;
    case LCV_EVAL_UNDECIDED:
        return LCV_UNDECIDED;
    case LCV_EVAL_OK:
        break;
    case LCV_EVAL_ERROR:
        return LCV_INVALID;
    }
    if (w->diag.failed)
        return LCV_INVALID;
    if (!w->result)
        return LCV_PASSED;
    if (w->result->verdict == LCV_UNKNOWN)
        return LCV_UNDECIDED;
    /* The truth of a claim that is shown is its value, whatever it is. */
    lcv_verdict wanted = w->outcome.verb == LCV_REFUTE ? LCV_REFUTED : LCV_PROVED;
    return w->result->verdict == wanted || w->outcome.verb == LCV_SHOW ? LCV_PASSED : LCV_FAILED;
}

/* What was told, an empty text where nothing was; NULL when it was not asked for. */
static const char *explanation_of(const work *w)
{
    const lcv_buffer *text = &w->explanation.text;
    return !w->eval.explain ? NULL : text->failed || !text->data ? "" : text->data;
}

static void report(work *w)
{
    lcv_outcome *outcome = &w->outcome;
    outcome->status = status_of(w);
    outcome->text = w->text;
    outcome->value = w->value;
    outcome->value_text = w->value_text;
    outcome->result = w->result;
    outcome->error = w->diag.failed ? &w->diag : NULL;
    outcome->disagreement =
        outcome->status == LCV_DISAGREEMENT ? &w->eval.disagreement : NULL;
    outcome->unchecked = w->eval.unchecked;
    outcome->certificate = w->eval.certificate;
    outcome->explanation = explanation_of(w);
    outcome->seconds = now() - w->began;
    lcv_tally one = lcv_tally_of(outcome);
    lcv_tally_add(&w->session->tally, &one);
    if (w->listener->outcome)
        w->listener->outcome(w->listener->user, outcome);
}

/* Report, count, and let go of everything. */
static void work_close(work *w)
{
    ask_part(w);
    w->session->number++;
    if (w->part == LCV_WHOLE)
        report(w);
    lcv_disagreement_clear(&w->eval.disagreement);
    lcv_diag_clear(&w->diag);
    lcv_value_free(w->value);
    lcv_result_free(w->result);
    free(w->text);
    free(w->value_text);
    free(w->eval.certificate);
    free(w->explanation.text.data);
}

/* The text of the value, in the literal syntax or as relations. */
static void render(work *w, lcv_span span, char *(*text_of)(lcr_ctx *, const lcv_value *))
{
    if (!w->value)
        return;
    lc_ctx_reset(w->session->ctx);
    w->value_text = text_of(w->session->r, w->value);
    if (!w->value_text)
        lcv_eval_failed(&w->eval, span);
}

static void show(work *w, const lcv_ast *expr)
{
    if (lcv_is_claim(&w->eval, expr)) {
        w->result = lcv_eval_claim(&w->eval, expr);
        return;
    }
    w->value = lcv_eval_any(&w->eval, expr);
    render(w, expr->span, lcv_value_to_str);
}

/* A picture in text. */
static char *drawing_of(lcr_ctx *r, const lcv_value *v)
{
    if (v->kind == LCV_MORPHISM)
        return lc_morphism_diagram(lcr_ctx_lc(r), v->morphism);
    return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID,
                   "%s is not drawn: expected a morphism, as morphism(A) of a tractable layout",
                   lcv_value_describe(v));
}

static void draw(work *w, const lcv_ast *expr)
{
    w->value = lcv_eval_value(&w->eval, expr);
    render(w, expr->span, drawing_of);
}

static void relate(work *w, const lcv_ast *expr)
{
    w->value = lcv_eval_value(&w->eval, expr);
    render(w, expr->span, lcv_relations_of);
}

static void explain(work *w, const lcv_ast *expr)
{
    w->eval.explain = &w->explanation;
    show(w, expr);
}

static void prove(work *w, const lcv_ast *expr)
{
    if (w->session->certify) {
        snprintf(w->where, sizeof w->where, "%.480s:%zu", w->outcome.file, w->outcome.line);
        w->eval.certify = w->where;
    }
    w->result = lcv_eval_claim(&w->eval, expr);
}

/* ---- names ---- */

static bool check_new_name(work *w, const char *name, lcv_span span)
{
    const lcv_binding *binding = lcv_scope_find(&w->module->scope, name);
    if (binding) {
        lcv_eval_fail(&w->eval, span, "'%s' is defined already", name);
        lcv_diag_note(&w->diag, binding->source, binding->span, "the first definition");
        return false;
    }
    return true;
}

/* Not defined already, not a word of the language. */
static bool check_free_name(work *w, const char *name, lcv_span span)
{
    if (!check_new_name(w, name, span))
        return false;
    if (!lcv_is_reserved(name))
        return true;
    bool stride = lcv_is_stride_word(name);
    lcv_eval_fail(&w->eval, span, "'%s' is %s", name,
                  stride ? "a stride, and no name" : "a word of the language");
    lcv_diag_hint(&w->diag, stride ? "e0, e1, ... are strides of coordinates, f0, f1, ... of "
                                     "XOR; e_0, e, f1x are names"
                                   : "functions, claims and types keep their names");
    return false;
}

static void let(work *w, const lcv_stmt *stmt)
{
    w->outcome.name = stmt->name;
    if (!check_free_name(w, stmt->name, stmt->name_span))
        return;
    if (w->part != LCV_VALUELESS)
        w->value = lcv_eval_any(&w->eval, stmt->expr);
    if (w->part == LCV_WHOLE)
        render(w, stmt->expr->span, lcv_value_to_str);
    if (!lcv_scope_add(&w->module->scope, stmt->name, w->value, w->module->source,
                       stmt->name_span))
        lcv_eval_fail(&w->eval, stmt->name_span, "out of memory");
}

/* ---- parameters ---- */

static void param(work *w, const lcv_stmt *stmt)
{
    for (const lcv_ast *item = stmt->expr->child; item; item = item->next) {
        lcv_span name = {item->span.begin, item->span.begin + strlen(item->text)};
        lcv_value *v = check_free_name(w, item->text, name) ? lcv_eval_parameter(&w->eval, item)
                                                            : NULL;
        if (w->eval.status == LCV_EVAL_OK &&
            !lcv_scope_add(&w->module->scope, item->text, v, w->module->source, name))
            lcv_eval_fail(&w->eval, name, "out of memory");
        lcv_value_free(v);
    }
}

static void assume(work *w, const lcv_stmt *stmt)
{
    lcv_value *v = lcv_eval_assumption(&w->eval, stmt->expr);
    if (v && !lcv_scope_assume(&w->module->scope, v))
        lcv_eval_fail(&w->eval, stmt->expr->span, "out of memory");
    lcv_value_free(v);
}

/* ---- plans ---- */

/* Plans have names of their own; that of a refuted one is not taken. */
static bool check_plan_name(work *w, const lcv_stmt *stmt)
{
    const lcv_binding *first = lcv_scope_find(&w->module->plans, stmt->name);
    if (stmt->verb == LCV_REFUTE)
        return true;
    if (first) {
        lcv_eval_fail(&w->eval, stmt->name_span, "there is a plan '%s' already", stmt->name);
        lcv_diag_note(&w->diag, first->source, first->span, "the first one");
        return false;
    }
    if (lcv_scope_add(&w->module->plans, stmt->name, NULL, w->module->source, stmt->name_span))
        return true;
    lcv_eval_fail(&w->eval, stmt->name_span, "out of memory");
    return false;
}

/* The text of the outcome is the claim that decides. */
static void plan(work *w, const lcv_stmt *stmt)
{
    if (!check_plan_name(w, stmt) || w->part != LCV_WHOLE)
        return;
    const lcv_planner *planner = w->session->planner;
    lcv_planning planning = {.name = stmt->name, .name_span = stmt->name_span,
                             .arguments = stmt->expr, .refuted = stmt->verb == LCV_REFUTE,
                             .e = &w->eval};
    w->outcome.name = stmt->name;
    if (!planner) {
        lcv_eval_fail(&w->eval, stmt->name_span, "no plans are made here");
        return;
    }
    planner->plan(planner->user, &planning);
    w->result = planning.result;
    if (planning.claim) {
        free(w->text);
        w->text = planning.claim;
    }
}

/* ---- files ---- */

static void module_free(module *m)
{
    if (!m)
        return;
    lcv_scope_clear(&m->scope);
    lcv_scope_clear(&m->plans);
    lcv_diag_clear(&m->problem);
    lcv_source_free(m->source);
    free(m->asked);
    free(m);
}

/* Takes over the source, also when it fails. */
static module *module_new(lcv_source *source)
{
    module *m = source ? calloc(1, sizeof *m) : NULL;
    if (m)
        m->source = source;
    else
        lcv_source_free(source);
    return m;
}

static module *find_module(const lcv_session *session, const char *path)
{
    module *m = path ? session->modules : NULL;
    while (m && (!m->source->path || strcmp(m->source->path, path) != 0))
        m = m->next;
    return m;
}

/* The module of a file, read before or now. NULL when it cannot be read, with
 * `diag` set but for its place. */
static module *open_module(lcv_session *session, const char *path, lcv_diag *diag)
{
    lcv_diag problem = {0};
    lcv_source *source = lcv_source_file(path, &problem);
    module *m = source ? find_module(session, source->path) : NULL;
    bool readable = source && (!problem.failed || problem.source);
    if (m || !readable) {
        lcv_source_free(source);
    } else if ((m = module_new(source)) != NULL) {
        m->problem = problem;
        problem = (lcv_diag){0};
        m->next = session->modules;
        session->modules = m;
    }
    if (!m)
        lcv_diag_set(diag, NULL, (lcv_span){0, 0}, "%s",
                     problem.message ? problem.message : "out of memory");
    lcv_diag_clear(&problem);
    return m;
}

/* The path of an import, relative to the file that imports. */
static char *import_path(const module *importer, const char *path)
{
    const char *name = importer->source->name;
    const char *slash = importer->source->path ? strrchr(name, '/') : NULL;
    lcv_buffer text = {0};
    if (path[0] != '/' && slash)
        lcv_buffer_bytes(&text, name, (size_t)(slash + 1 - name));
    else if (strcmp(path, "-") == 0)
        lcv_buffer_str(&text, "./"); /* a file of this name, not the standard input */
    lcv_buffer_str(&text, path);
    return lcv_buffer_take(&text);
}

/* "a.lay imports b.lay imports ", the chain from `first` to `from`. */
static void add_chain(lcv_buffer *text, const module *from, const module *first)
{
    if (from != first)
        add_chain(text, from->importer, first);
    lcv_buffer_printf(text, "%s imports ", from->source->name);
}

static void report_cycle(work *w, lcv_span span, const module *again)
{
    lcv_buffer text = {0};
    add_chain(&text, w->module, again);
    lcv_buffer_str(&text, again->source->name);
    char *chain = lcv_buffer_take(&text);
    lcv_eval_fail(&w->eval, span, "import cycle: %s", chain ? chain : "");
    free(chain);
}

static void import_names(work *w, const module *from, lcv_span span)
{
    for (size_t i = 0; i < from->scope.n; i++) {
        const lcv_binding *b = &from->scope.binding[i];
        const lcv_binding *mine = lcv_scope_find(&w->module->scope, b->name);
        if (mine && mine->source == b->source && mine->span.begin == b->span.begin)
            continue; /* the same definition, on two ways */
        if (mine) {
            lcv_eval_fail(&w->eval, span, "the import defines '%s', which is defined already",
                          b->name);
            lcv_diag_note(&w->diag, mine->source, mine->span, "the first definition");
            return;
        }
        if (!lcv_scope_add(&w->module->scope, b->name, b->value, b->source, b->span)) {
            lcv_eval_fail(&w->eval, span, "out of memory");
            return;
        }
    }
    for (size_t i = 0; i < from->scope.nassumptions; i++)
        if (!lcv_scope_assume(&w->module->scope, from->scope.assumption[i]))
            lcv_eval_fail(&w->eval, span, "out of memory");
}

static size_t import_depth(const module *m)
{
    size_t depth = 0;
    for (; m; m = m->importer)
        depth++;
    return depth;
}

static void check_module(lcv_session *session, module *m, module *importer,
                         const lcv_listener *listener);

static void import(work *w, const lcv_stmt *stmt)
{
    lcv_diag problem = {0};
    char *path = import_path(w->module, stmt->name);
    module *m = path ? open_module(w->session, path, &problem) : NULL;
    w->outcome.name = stmt->name;
    if (!m) {
        lcv_eval_fail(&w->eval, stmt->name_span, "%s",
                      problem.message ? problem.message : "out of memory");
    } else if (m->reading) {
        report_cycle(w, stmt->name_span, m);
    } else if (!m->done && import_depth(w->module) > MAX_IMPORTS) {
        lcv_eval_fail(&w->eval, stmt->name_span, "more than %d imports inside each other",
                      MAX_IMPORTS);
    } else {
        check_module(w->session, m, w->module, w->listener);
        import_names(w, m, stmt->name_span);
    }
    lcv_diag_clear(&problem);
    free(path);
}

/* A statement that defines nothing is skipped where only definitions count. */
static void run_verb(work *w, const lcv_stmt *stmt)
{
    switch (stmt->verb) {
    case LCV_LET:
        let(w, stmt);
        break;
    case LCV_SHOW:
        if (w->part == LCV_WHOLE)
            show(w, stmt->expr);
        break;
    case LCV_PROVE:
    case LCV_REFUTE:
        if (stmt->name)
            plan(w, stmt);
        else if (w->part == LCV_WHOLE)
            prove(w, stmt->expr);
        break;
    case LCV_IMPORT:
        import(w, stmt);
        break;
    case LCV_PARAM:
        if (w->part != LCV_VALUELESS)
            param(w, stmt);
        break;
    case LCV_ASSUME:
        if (w->part != LCV_VALUELESS)
            assume(w, stmt);
        break;
    case LCV_PLAN:
        plan(w, stmt);
        break;
    }
}

/* Does what follows see something of such a statement? */
static bool defines(lcv_verb verb)
{
    return verb == LCV_LET || verb == LCV_PARAM || verb == LCV_ASSUME;
}

/* What stands behind the verb; a plan is told by its own. */
static lcv_span text_of(const lcv_stmt *stmt)
{
    bool plan = stmt->verb == LCV_PLAN || (stmt->verb == LCV_REFUTE && stmt->name);
    return plan ? stmt->plan_span : stmt->expr ? stmt->expr->span : stmt->name_span;
}

static void run_statement(lcv_session *session, module *m, const lcv_stmt *stmt,
                          const lcv_listener *listener)
{
    work w;
    work_open(&w, session, m, listener);
    bool imports = stmt->verb == LCV_IMPORT;
    if (!imports)
        ask_part(&w);
    if (w.part == LCV_WHOLE || imports || defines(stmt->verb)) {
        place(&w, stmt->span.begin);
        w.outcome.read = true;
        w.outcome.verb = stmt->verb;
        w.text = lcv_source_excerpt(m->source, text_of(stmt), EXCERPT);
        w.outcome.text = w.text;
        if (listener->begin)
            listener->begin(listener->user, &w.outcome);
    }
    run_verb(&w, stmt);
    work_close(&w);
}

/* An error that belongs to no statement. */
static void report_error(lcv_session *session, module *m, lcv_diag *diag,
                         const lcv_listener *listener)
{
    work w;
    work_open(&w, session, m, listener);
    place(&w, diag->span.begin);
    w.diag = *diag;
    *diag = (lcv_diag){0};
    work_close(&w);
}

/* The last one says that what follows is not read. */
static void report_syntax_error(lcv_session *session, module *m, lcv_diag *diag, bool last,
                                const lcv_listener *listener)
{
    if (last) {
        lcv_span span = diag->span;
        lcv_diag_clear(diag);
        lcv_diag_set(diag, m->source, span,
                     "too many syntax errors: the rest of the file is not read");
    }
    report_error(session, m, diag, listener);
}

/* A file that is no script ends in as many errors. */
#define MAX_SYNTAX_ERRORS 100

static void run_statements(lcv_session *session, module *m, const lcv_listener *listener)
{
    lcv_parser *parser = lcv_parser_new(m->source);
    lcv_diag diag = {0};
    lcv_parse_status status = LCV_PARSE_ERROR;
    int errors = 0;
    if (!parser) {
        lcv_diag_set(&diag, NULL, (lcv_span){0, 0}, "out of memory");
        report_error(session, m, &diag, listener);
    }
    while (parser && status != LCV_PARSE_END && errors <= MAX_SYNTAX_ERRORS) {
        lcv_stmt stmt;
        lc_frame frame = lc_frame_open(session->ctx);
        status = lcv_parser_next(parser, &stmt, &diag);
        if (status == LCV_PARSED)
            run_statement(session, m, &stmt, listener);
        else if (status == LCV_PARSE_ERROR)
            report_syntax_error(session, m, &diag, ++errors > MAX_SYNTAX_ERRORS, listener);
        lc_frame_close(session->ctx, frame);
    }
    lcv_parser_free(parser);
}

/* Once a session. */
static void check_module(lcv_session *session, module *m, module *importer,
                         const lcv_listener *listener)
{
    if (m->done)
        return;
    m->reading = true;
    m->importer = importer;
    if (m->problem.failed)
        report_error(session, m, &m->problem, listener);
    else
        run_statements(session, m, listener);
    m->importer = NULL;
    m->reading = false;
    m->done = true;
}

static module *read_ahead(const lcv_session *session, const char *path)
{
    module *m = session->modules;
    while (m && (!m->asked || strcmp(m->asked, path) != 0))
        m = m->next;
    return m;
}

static void count_root(lcv_session *session, module *m)
{
    session->total += m->counted ? 0 : m->source->length;
    m->counted = true;
}

bool lcv_session_read(lcv_session *session, const char *path)
{
    lcv_diag problem = {0};
    module *m = read_ahead(session, path) ? NULL : open_module(session, path, &problem);
    bool ok = true;
    if (m && !m->asked) {
        m->asked = strdup(path);
        ok = m->asked != NULL;
    }
    if (m)
        count_root(session, m);
    lcv_diag_clear(&problem);
    return ok;
}

static void check_root(lcv_session *session, module *m, const lcv_listener *listener)
{
    count_root(session, m);
    session->root = m;
    session->root_at = 0;
    check_module(session, m, NULL, listener);
    session->root = NULL;
    session->root_at = 0;
    session->done += m->passed ? 0 : m->source->length;
    m->passed = true;
}

void lcv_session_check(lcv_session *session, const char *path, lcv_source *origin, lcv_span span,
                       const lcv_listener *listener)
{
    lcv_diag problem = {0};
    module *m = read_ahead(session, path);
    if (!m)
        m = open_module(session, path, &problem);
    if (m) {
        check_root(session, m, listener);
        return;
    }
    lcv_source nameless = {.name = (char *)path, .text = (char[]){""}};
    module asking = {.source = origin ? origin : &nameless};
    problem.source = origin;
    problem.span = span;
    report_error(session, &asking, &problem, listener);
}

/* ---- one expression ---- */

static void run_expression(lcv_session *session, module *m, lcv_verb verb,
                           void (*run)(work *, const lcv_ast *), const lcv_listener *listener)
{
    work w;
    lc_frame frame = lc_frame_open(session->ctx);
    lcv_parser *parser = lcv_parser_new(m->source);
    work_open(&w, session, m, listener);
    place(&w, 0);
    w.outcome.verb = verb;
    w.diag = m->problem;
    m->problem = (lcv_diag){0};
    if (!parser)
        lcv_diag_set(&w.diag, NULL, (lcv_span){0, 0}, "out of memory");
    lcv_ast *expr = w.diag.failed ? NULL : lcv_parser_expr(parser, &w.diag);
    w.outcome.read = expr != NULL;
    if (expr) {
        w.text = lcv_source_excerpt(m->source, expr->span, EXCERPT);
        run(&w, expr);
    }
    work_close(&w);
    lcv_parser_free(parser);
    lc_frame_close(session->ctx, frame);
}

static void run_text(lcv_session *session, const char *text, lcv_verb verb,
                     void (*run)(work *, const lcv_ast *), const lcv_listener *listener)
{
    lcv_diag problem = {0};
    module *m = module_new(lcv_source_text("<expr>", text, strlen(text), &problem));
    if (m) {
        m->problem = problem;
        run_expression(session, m, verb, run, listener);
    } else {
        lcv_diag_clear(&problem);
        session->tally.errors++;
    }
    module_free(m);
}

void lcv_session_eval(lcv_session *session, const char *text, const lcv_listener *listener)
{
    run_text(session, text, LCV_SHOW, show, listener);
}

void lcv_session_prove(lcv_session *session, const char *text, const lcv_listener *listener)
{
    run_text(session, text, LCV_PROVE, prove, listener);
}

void lcv_session_draw(lcv_session *session, const char *text, const lcv_listener *listener)
{
    run_text(session, text, LCV_SHOW, draw, listener);
}

void lcv_session_explain(lcv_session *session, const char *text, const lcv_listener *listener)
{
    run_text(session, text, LCV_SHOW, explain, listener);
}

void lcv_session_relation(lcv_session *session, const char *text, const lcv_listener *listener)
{
    run_text(session, text, LCV_SHOW, relate, listener);
}

void lcv_session_free(lcv_session *session)
{
    if (!session)
        return;
    while (session->modules) {
        module *next = session->modules->next;
        module_free(session->modules);
        session->modules = next;
    }
    lcr_ctx_free(session->r);
    lc_ctx_free(session->ctx);
    free(session);
}
