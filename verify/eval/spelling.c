/* spelling.c - calls of names that are spelt otherwise here (catalogue/spellings.h). */
#include "config.h"

#include <stdlib.h>

#include "../catalogue/spellings.h"
#include "../catalogue/words.h"
#include "eval.h"

#define MOST 8 /* arguments that are written out */

/* Is it a name of the language, or of the file? */
static bool is_known(const lcv_scope *scope, const char *name)
{
    return lcv_scope_find(scope, name) || lcv_operation_called(name) || lcv_claim_find(name) ||
           lcv_word_find(name, 0);
}

void lcv_respell(const lcv_scope *scope, lcv_ast *ast)
{
    lcv_ast *callee = ast->kind == LCV_AST_APPLY ? ast->child : NULL;
    while (callee && callee->kind == LCV_AST_INDEX) /* f[1](A) */
        callee = callee->child;
    bool named = callee && callee->kind == LCV_AST_NAME && !is_known(scope, callee->text);
    const lcv_alias *alias = named ? lcv_alias_find(callee->text) : NULL;
    if (alias)
        callee->text = alias->as;
    for (lcv_ast *part = ast->child; part; part = part->next)
        lcv_respell(scope, part);
}

/* Reads the texts of the arguments. Returns their number. */
static size_t read_arguments(lcv_eval *e, const lcv_ast *first, const char *text[MOST])
{
    size_t n = 0;
    for (const lcv_ast *arg = first; arg && n < MOST; arg = arg->next)
        if (!(text[n++] = lcv_kept(e->ctx, lcv_source_excerpt(e->source, arg->span, 80))))
            return 0;
    return n;
}

bool lcv_eval_hint_spelling(lcv_eval *e, const lcv_ast *call, bool any)
{
    const lcv_ast *callee = call->kind == LCV_AST_APPLY ? call->child : call;
    const char *arg[MOST];
    int fits = 0;
    size_t n = read_arguments(e, callee == call ? NULL : callee->next, arg);
    const lcv_spelling *s = lcv_spelling_find(callee->text, n, &fits);
    char *text = s && (fits || any) ? lcv_kept(e->ctx, lcv_spelling_text(s, fits ? n : 0, arg))
                                    : NULL;
    if (!text)
        return false;
    lcv_diag_hint(e->diag, "%s's %s is written %s here%s%s", s->of, fits ? callee->text : s->call,
                  text, s->remark ? ": " : "", s->remark ? s->remark : "");
    return true;
}
