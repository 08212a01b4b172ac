/* inline.c - a map without calls of functions of the file: their bodies stand in their place.
 *
 * A body is read in the scope of its definition, a map in its own; calls stay where a name of the
 * body means something else there, and so do calls with arguments by name or defaults.
 */
#include "config.h"

#include <string.h>

#include "../language/build.h"
#include "../value/definition.h"
#include "as-layout.h"
#include "simplify.h"

#define MAX_DEPTH 16    /* calls inside each other */
#define MAX_NODES 20000 /* of the tree that is made */

typedef struct {
    const lcv_scope *scope;
    const lcv_ast *formals, *arguments; /* of the call around; or NULL */
    unsigned depth;
    size_t *left;
} inlining;

static lcv_rewriting inlined;

/* The argument that stands for the name; NULL: none. */
static const lcv_ast *argument_of(const inlining *in, const char *name)
{
    const lcv_ast *arg = in->arguments, *formal = in->formals ? in->formals->child : NULL;
    for (; formal && arg; formal = formal->next, arg = arg->next)
        if (strcmp(formal->text, name) == 0)
            return arg;
    return NULL;
}

/* The function that is called, if its body can stand here. */
static const lcv_definition *called(const inlining *in, const lcv_ast *ast)
{
    const lcv_binding *b = ast->kind == LCV_AST_APPLY && ast->child->kind == LCV_AST_NAME
                               ? lcv_scope_find(in->scope, ast->child->text)
                               : NULL;
    bool function = b && b->value && b->value->kind == LCV_FUNCTION;
    const lcv_definition *f = function ? b->value->definition : NULL;
    bool fits = f && !f->conditions && in->depth < MAX_DEPTH &&
                f->formals->nchildren == ast->nchildren - 1;
    for (const lcv_ast *arg = fits ? ast->child->next : NULL; arg; arg = arg->next)
        fits = fits && arg->kind != LCV_AST_KEYWORD;
    return fits && lcv_means_the_same(f->scope, in->scope, f->body, f->formals) ? f : NULL;
}

/* The arguments, as the call around has them, in the body. */
static lcv_ast *body_of(lcv_arena *arena, const inlining *in, const lcv_definition *f,
                        const lcv_ast *call)
{
    lcv_ast *list = lcv_build(arena, LCV_AST_LIST, 0);
    for (const lcv_ast *arg = call->child->next; arg && list; arg = arg->next)
        list = lcv_build_add(list, inlined(arena, arg, in));
    if (!list)
        return NULL;
    const inlining inside = {in->scope, f->formals, list->child, in->depth + 1, in->left};
    return lcv_build_group(inlined(arena, f->body, &inside));
}

static lcv_ast *inlined(lcv_arena *arena, const lcv_ast *ast, const void *user)
{
    const inlining *in = user;
    const lcv_ast *given = ast->kind == LCV_AST_NAME ? argument_of(in, ast->text) : NULL;
    const lcv_definition *f = given ? NULL : called(in, ast);
    if (*in->left == 0)
        return NULL;
    --*in->left;
    if (given)
        return lcv_build_group(lcv_ast_copy(arena, given));
    return f ? body_of(arena, in, f, ast) : lcv_with_parts(arena, ast, inlined, in);
}

static bool has_call(const inlining *in, const lcv_ast *ast)
{
    bool has = called(in, ast) != NULL;
    for (const lcv_ast *part = ast->child; part && !has; part = part->next)
        has = has_call(in, part);
    return has;
}

const lcv_ast *lcv_inline_calls(lcv_arena *arena, const lcv_scope *scope, const lcv_ast *map)
{
    size_t left = MAX_NODES;
    const inlining in = {.scope = scope, .left = &left};
    const lcv_ast *made = has_call(&in, map) ? inlined(arena, map, &in) : NULL;
    return made ? made : map;
}
