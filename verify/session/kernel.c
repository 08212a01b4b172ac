/* kernel.c - the `kernel` statement, and claims about the kernels that it names.
 *
 *     kernel K("transpose.ptx", entry="transpose", block=(32,8))
 *     prove race_free(K)
 *
 * The session knows the names alone: what a kernel is, and whether a claim holds of it, is for
 * the reader of kernels (plan.h).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "calls.h"
#include "perform.h"

static const lcv_kernel_reader *reader_of(const lcv_work *w)
{
    return w->session->planner ? w->session->planner->kernels : NULL;
}

static bool take_name(lcv_work *w, const lcv_stmt *stmt)
{
    const lcv_binding *first = lcv_scope_find(&w->module->kernels, stmt->name);
    if (!first)
        first = lcv_scope_own(&w->module->scope, stmt->name);
    if (first) {
        lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, stmt->name_span, "'%s' is defined already",
                         stmt->name);
        return lcv_diag_note(&w->diag, first->source, first->span, "the first definition");
    }
    if (lcv_is_reserved(stmt->name))
        return lcv_eval_fail_as(&w->eval, LCV_ERROR_NAME, stmt->name_span,
                                "'%s' is a word of the language", stmt->name);
    if (lcv_scope_add(&w->module->kernels, stmt->name, NULL, w->module->source, stmt->name_span))
        return true;
    return lcv_eval_no_memory(&w->eval, stmt->name_span);
}

/* The first argument, a text; NULL with an error. */
static const lcv_ast *file_of(lcv_work *w, const lcv_stmt *stmt)
{
    const lcv_ast *file = stmt->expr->child;
    if (file->kind == LCV_AST_STRING && file->text[0] != '\0')
        return file;
    lcv_eval_fail(&w->eval, file->span, "a kernel begins with the name of its file");
    return lcv_diag_hint(&w->diag, "expected kernel %s(\"FILE\", KEY = VALUE, ...)", stmt->name);
}

void lcv_perform_kernel(lcv_work *w, const lcv_stmt *stmt)
{
    const lcv_kernel_reader *reader = reader_of(w);
    w->eval.explain = NULL;
    w->outcome.name = stmt->name;
    if (!reader) {
        lcv_eval_fail(&w->eval, stmt->name_span, "no kernels are read here");
        return;
    }
    const lcv_ast *file = take_name(w, stmt) ? file_of(w, stmt) : NULL;
    if (!file || w->part == LCV_VALUELESS || !lcv_make_calls(w, stmt->expr))
        return;
    char *path = lcv_module_path(w->module, file->text);
    lcv_ast rest = *stmt->expr;
    rest.child = file->next;
    lcv_planning planning = {.what = "kernel",
                             .name = stmt->name,
                             .name_span = stmt->name_span,
                             .arguments = &rest,
                             .session = w->session,
                             .e = &w->eval};
    if (path)
        reader->read(reader->user, &planning, path);
    else
        lcv_eval_no_memory(&w->eval, file->span);
    free(path);
    lcv_result_free(planning.result);
    free(planning.claim);
    free(planning.obligations);
}

/* ---- claims ---- */

static bool has_name(const lcv_kernel_reader *reader, const char *claim)
{
    const char *name, *definition;
    for (size_t i = 0; (name = reader->name(i, &definition)); i++)
        if (strcmp(name, claim) == 0)
            return true;
    return false;
}

bool lcv_is_kernel_claim(const lcv_work *w, const lcv_ast *expr)
{
    const lcv_kernel_reader *reader = reader_of(w);
    if (!reader || expr->kind != LCV_AST_APPLY || expr->attribute ||
        expr->child->kind != LCV_AST_NAME)
        return false;
    const char *claim = expr->child->text;
    const lcv_ast *first = expr->child->next;
    if (first && first->kind == LCV_AST_NAME && lcv_scope_find(&w->module->kernels, first->text))
        return true;
    return has_name(reader, claim) && !lcv_is_reserved(claim) &&
           !lcv_scope_find(w->eval.scope, claim);
}

/* Lists the claims about kernels, as a hint. */
static void list_claims(lcv_work *w, const lcv_kernel_reader *reader)
{
    lc_text text = {0};
    const char *name, *definition;
    for (size_t i = 0; (name = reader->name(i, &definition)); i++)
        lc_text_printf(&text, "%s%s", i ? ", " : "", name);
    lcv_diag_hint(&w->diag, "claims about a kernel: %s", lc_text_peek(&text));
    lc_text_free(&text);
}

void lcv_perform_kernel_claim(lcv_work *w, const lcv_ast *expr)
{
    const lcv_kernel_reader *reader = reader_of(w);
    const char *claim = expr->child->text;
    const lcv_ast *kernel = expr->child->next;
    const lcv_binding *bound = kernel && kernel->kind == LCV_AST_NAME
                                   ? lcv_scope_find(&w->module->kernels, kernel->text)
                                   : NULL;
    if (!bound) {
        lcv_eval_fail(&w->eval, kernel ? kernel->span : expr->span,
                      "'%s' is a claim about a kernel", claim);
        lcv_diag_hint(&w->diag, "expected a name that kernel NAME(\"FILE\", ...) defines");
        return;
    }
    if (!has_name(reader, claim)) {
        lcv_eval_fail(&w->eval, expr->child->span, "'%s' is no claim about a kernel", claim);
        list_claims(w, reader);
        return;
    }
    lcv_ast rest = *expr;
    rest.kind = LCV_AST_LIST;
    rest.child = kernel->next;
    lcv_planning planning = {.what = "kernel",
                             .name = bound->name,
                             .name_span = expr->span,
                             .arguments = &rest,
                             .session = w->session,
                             .e = &w->eval};
    reader->claim(reader->user, &planning, claim);
    w->result = planning.result;
    w->obligations = planning.obligations;
    free(planning.claim);
}
