/* import.c - import: the file of a path, its statements, then its names. */
#include "config.h"

#include "library.h"
#include "perform.h"

#include <stdlib.h>
#include <string.h>

#define MAX_IMPORTS 100 /* files inside each other */

/* "a.lay imports b.lay imports ", the chain from `first` to `from`. */
static void add_chain(lc_text *text, const lcv_module *from, const lcv_module *first)
{
    if (from != first)
        add_chain(text, from->importer, first);
    lc_text_printf(text, "%s imports ", from->source->name);
}

static void report_cycle(lcv_work *w, lcv_span span, const lcv_module *again)
{
    lc_text text = {0};
    add_chain(&text, w->module, again);
    lc_text_add(&text, again->source->name);
    lcv_eval_fail_as(&w->eval, LCV_ERROR_FILE, span, "import cycle: %s", lc_text_peek(&text));
    lc_text_free(&text);
}

static void import_names(lcv_work *w, const lcv_module *from, lcv_span span)
{
    for (size_t i = 0; i < from->scope.n; i++) {
        const lcv_binding *b = &from->scope.binding[i];
        const lcv_binding *mine = lcv_scope_own(&w->module->scope, b->name);
        if (mine && mine->source == b->source && mine->span.begin == b->span.begin)
            continue; /* the same definition, by two paths */
        if (mine) {
            lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, span,
                             "the import defines '%s', which is defined already", b->name);
            lcv_diag_note(&w->diag, mine->source, mine->span, "the first definition");
            return;
        }
        if (!lcv_scope_add(&w->module->scope, b->name, b->value, b->source, b->span)) {
            lcv_eval_no_memory(&w->eval, span);
            return;
        }
    }
    for (size_t i = 0; i < from->scope.nassumptions; i++)
        if (!lcv_scope_assume(&w->module->scope, from->scope.assumption[i]))
            lcv_eval_no_memory(&w->eval, span);
}

static size_t import_depth(const lcv_module *m)
{
    size_t depth = 0;
    for (; m; m = m->importer)
        depth++;
    return depth;
}

/* ---- the library ---- */

static void no_library(lcv_work *w, const lcv_stmt *stmt)
{
    lc_text names = {0};
    lcv_eval_fail_as(&w->eval, LCV_ERROR_FILE, stmt->name_span, "there is no <%s>", stmt->name);
    for (const lcv_library_file *file = lcv_library; file->name; file++)
        lc_text_printf(&names, "%s<%s>", file == lcv_library ? "" : ", ", file->name);
    lcv_diag_hint(&w->diag, "the library has %s; a file is imported by its name in quotes",
                  lc_text_peek(&names));
    lc_text_free(&names);
}

/* Of a file of the library only the definitions are performed, and reported to nobody. */
static lcv_part define_alone(void *user, size_t number)
{
    (void)user;
    (void)number;
    return LCV_DEFINITION;
}

void lcv_module_define(lcv_session *session, lcv_module *m, lcv_module *importer)
{
    static const lcv_listener nobody = {.part = define_alone};
    size_t number = session->number; /* of outcomes, of which it has none */
    if (!m->reading)
        lcv_module_check(session, m, importer, &nobody);
    session->number = number;
    if (m->starved)
        lc_ctx_starve(session->ctx);
}

static void import_library(lcv_work *w, const lcv_stmt *stmt)
{
    lcv_module *m = lcv_module_library(w->session, stmt->name);
    if (!m) {
        no_library(w, stmt);
        return;
    }
    w->outcome.name = m->source->name;
    lcv_module_define(w->session, m, w->module);
    import_names(w, m, stmt->name_span);
}

void lcv_perform_import(lcv_work *w, const lcv_stmt *stmt)
{
    if (stmt->embedded) {
        import_library(w, stmt);
        return;
    }
    lcv_diag problem = {0};
    char *path = lcv_module_path(w->module, stmt->name);
    lcv_module *m = path ? lcv_module_open(w->session, path, &problem) : NULL;
    w->outcome.name = stmt->name;
    if (!m) {
        lcv_eval_fail_as(&w->eval, problem.code, stmt->name_span, "%s",
                         lcv_message(problem.message));
    } else if (m->reading) {
        report_cycle(w, stmt->name_span, m);
    } else if (!m->done && import_depth(w->module) > MAX_IMPORTS) {
        lcv_eval_fail_as(&w->eval, LCV_ERROR_LIMIT, stmt->name_span,
                         "more than %d imports inside each other", MAX_IMPORTS);
    } else {
        lcv_module_check(w->session, m, w->module, w->listener);
        if (!lcv_session_interrupted(w->session))
            import_names(w, m, stmt->name_span);
    }
    lcv_diag_clear(&problem);
    free(path);
}
