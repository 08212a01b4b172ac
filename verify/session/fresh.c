/* fresh.c - sizes that a print leaves open, `?` and `?{i64 div=8}`, as parameters.
 *
 * Each becomes a parameter of its own, n1, n2, ..., 1 or more, and a multiple of what it says it
 * is divisible by. Those of a `let` are names of the file from then on, those of other statements
 * names within them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "../symbolic/parameter.h"
#include "expand.h"

typedef struct {
    lcv_work *w;
    lcv_scope *scope; /* where the parameters are bound */
    lcv_arena *arena;
} binding;

/* The number behind div=, or div:; 1 where there is none. */
static long divisor(const char *text)
{
    const char *at = strstr(text, "div");
    at = at ? at + 3 + strspn(at + 3, " =:") : NULL;
    long n = at ? strtol(at, NULL, 10) : 1;
    return n > 0 ? n : 1;
}

/* The first of n1, n2, ... that nothing is called. */
static const char *new_name(const binding *b)
{
    char name[32];
    unsigned long i = 0;
    do
        snprintf(name, sizeof name, "n%lu", ++i);
    while (lcv_scope_find(b->scope, name));
    const lcv_ast *leaf = lcv_build_leaf(b->arena, LCV_AST_NAME, "%s", name);
    return leaf ? leaf->text : NULL;
}

/* assume NAME % n == 0 */
static bool assume(binding *b, const char *name, lcv_span span, long n)
{
    lcv_eval *e = &b->w->eval;
    lcv_ast *claim = lcv_build_op(b->arena, LCV_OP_EQ,
                                  lcv_build_op(b->arena, LCV_OP_MOD,
                                               lcv_build_leaf(b->arena, LCV_AST_NAME, "%s", name),
                                               lcv_build_int(b->arena, n)),
                                  lcv_build_int(b->arena, 0));
    if (!claim)
        return lcv_eval_no_memory(e, span);
    lcv_ast_place(claim, span);
    lcv_value *v = lcv_eval_assumption(e, claim);
    char *text = v ? lcv_ast_text(claim) : NULL;
    if (v && text) { /* not the text of the print */
        free(v->formula->text);
        v->formula->text = text;
    }
    if (v && text && lcv_scope_assume(b->scope, v))
        return true;
    return v ? lcv_eval_no_memory(e, span) : false;
}

/* The parameter, in the place of `?`. */
static bool bind(binding *b, lcv_ast *ast)
{
    lcv_eval *e = &b->w->eval;
    long n = divisor(ast->text);
    const char *name = new_name(b);
    lcv_ast *low = lcv_build_int(b->arena, strstr(ast->text, "least=0") ? 0 : 1), /* offsets */
        *param = name ? lcv_build(b->arena, LCV_AST_PARAM, 1, low) : NULL;
    if (!param)
        return lcv_eval_no_memory(e, ast->span);
    lcv_ast_place(param, ast->span);
    param->text = name;
    param->op = LCV_OP_GE;
    lcv_value *v = lcv_eval_parameter(e, param);
    if (!v)
        return false;
    if (!lcv_scope_add(b->scope, name, v, e->source, ast->span))
        return lcv_eval_no_memory(e, ast->span);
    ast->kind = LCV_AST_NAME;
    ast->text = name;
    return n == 1 || assume(b, name, ast->span, n);
}

/* In the order of the text. */
static bool bind_all(binding *b, lcv_ast *ast)
{
    if (ast->kind == LCV_AST_FRESH)
        return bind(b, ast);
    if (ast->kind == LCV_AST_COMPOSE && ast->last->span.begin < ast->child->span.begin)
        return bind_all(b, ast->last) && bind_all(b, ast->child);
    for (lcv_ast *part = ast->child; part; part = part->next)
        if (!bind_all(b, part))
            return false;
    return true;
}

static bool has_fresh(const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_FRESH)
        return true;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (has_fresh(part))
            return true;
    return false;
}

bool lcv_bind_fresh(lcv_work *w, lcv_ast *expr)
{
    binding b = {.w = w, .scope = &w->module->scope};
    if (!has_fresh(expr))
        return true;
    if (w->outcome.verb != LCV_LET && w->outcome.verb != LCV_ASSUME) {
        b.scope = lcv_scope_inside(&w->calls, w->eval.scope);
        if (!b.scope)
            return lcv_eval_no_memory(&w->eval, expr->span);
        w->eval.scope = b.scope;
    }
    if (!b.scope->arena && !(b.scope->arena = lcv_arena_new()))
        return lcv_eval_no_memory(&w->eval, expr->span);
    b.arena = b.scope->arena;
    return bind_all(&b, expr);
}
