/* operands.c - the arguments of a refuted claim that its text does not show: the value of a name,
 * a call, a composition or a parameter is a step of its own, `X = (2,8):(7,1)`, before the
 * others.
 */
#include "config.h"

#include <string.h>

#include "eval.h"
#include "../function/result.h"

#define LONGEST 600 /* the most bytes of a value in a step */
#define NAME_ROOM 64

/* ---- literals ---- */

static bool is_literal(const lcv_ast *ast);

static bool all_literal(const lcv_ast *first)
{
    for (const lcv_ast *ast = first; ast; ast = ast->next)
        if (!is_literal(ast))
            return false;
    return true;
}

/* Calls that write a value without computing one. */
static bool is_constructor(const lcv_ast *callee)
{
    const lcv_operation *of = callee->kind == LCV_AST_NAME ? lcv_operation_called(callee->text)
                                                           : NULL;
    return of && of->writes;
}

static bool has_stride(const lcv_ast *ast)
{
    bool has = ast->kind == LCV_AST_STRIDE;
    for (const lcv_ast *child = ast->child; child && !has; child = child->next)
        has = has_stride(child);
    return has;
}

/* A sum of strides, e0+3e1, writes a value; 5*7 + 2 computes one, and so does the swizzle of a
 * pointer, which acts on bytes. */
static bool is_literal(const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_NAME || ast->kind == LCV_AST_COMPOSE ||
        ast->kind == LCV_AST_POINTER || (ast->kind == LCV_AST_BINARY && !has_stride(ast)))
        return false;
    if (ast->kind == LCV_AST_APPLY)
        return is_constructor(ast->child) && all_literal(ast->child->next);
    return all_literal(ast->child);
}

/* `S<1,2,1> o 8 o (4,8):(1,2)` writes a composed layout, `{8} o 4:1` a tensor. */
static bool writes_value(const lcv_ast *ast, const lcv_value *v)
{
    if (ast->kind != LCV_AST_COMPOSE)
        return v->kind == LCV_TYPE || v->kind == LCV_NAMES || is_literal(ast);
    if (v->kind != LCV_COMPOSED && v->kind != LCV_TENSOR)
        return false;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (!writes_value(part, v))
            return false;
    return true;
}

/* ---- steps ---- */

/* `X = S<1,2,1> o x with x = (4,8):(1,2)`: is there a step with the parts already? */
static bool has_parts(const lcv_result *result, const char *name)
{
    const lcv_counterexample *c = &result->counterexample;
    size_t n = strlen(name);
    for (size_t i = 0; i < c->nsteps; i++)
        if (strncmp(c->steps[i], name, n) == 0 && strncmp(c->steps[i] + n, " = ", 3) == 0 &&
            strstr(c->steps[i], " with "))
            return true;
    return false;
}

/* An integer has another name than the signature gives it where the file, or a parameter, has
 * that name: what is written there, `8*N = 512`. NULL: the signature's does. */
static const char *name_of_own(lcv_eval *e, const char *word, const lcv_ast *ast,
                               const lcv_value *v)
{
    bool integer = v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple);
    bool same = ast->kind == LCV_AST_NAME && strcmp(ast->text, word) == 0;
    if (!integer || same || !lcv_scope_find(e->scope, word))
        return NULL;
    return lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->span, NAME_ROOM));
}

static void add_operand(lcv_eval *e, const char *name, size_t length, const lcv_ast *ast,
                        const lcv_value *v, lcv_result **result)
{
    char room[NAME_ROOM], *text = lcv_kept(e->ctx, lcv_value_to_str(e->r, v));
    length = length < sizeof room ? length : sizeof room - 1;
    memcpy(room, name, length);
    room[length] = '\0';
    const char *own = name_of_own(e, room, ast, v), *word = own ? own : room;
    if (text && *result && strlen(text) <= LONGEST && !has_parts(*result, word))
        lcv_step_once(e->ctx, result, "%s = %s", word, text);
}

/* Moves the last n steps before the others. */
static void operands_first(lcv_result *result, size_t n)
{
    lcv_counterexample *c = &result->counterexample;
    for (size_t k = 0; k < n; k++) {
        char *last = c->steps[c->nsteps - 1];
        memmove(c->steps + 1, c->steps, (c->nsteps - 1) * sizeof(char *));
        c->steps[0] = last;
    }
}

void lcv_tell_operands(lcv_eval *e, const lcv_ast *call, const char *signature,
                       const lcv_arguments *arguments, lcv_result **result)
{
    if (!*result || (*result)->verdict != LCV_REFUTED)
        return;
    size_t before = (*result)->counterexample.nsteps, i = 0, told = 0;
    const lcv_ast *list[8];
    size_t place[8];
    for (const lcv_ast *part = call->child->next; part && told < 8; part = part->next, i++) {
        bool named = part->kind == LCV_AST_KEYWORD;
        size_t at = named ? lcv_signature_find(signature, part->text) : i;
        list[told] = named ? part->child : part;
        place[told] = at;
        told += at < arguments->n && arguments->value[at] &&
                !writes_value(list[told], arguments->value[at]);
    }
    for (size_t k = 0; k < told; k++) {
        const char *name = "";
        size_t length = lcv_signature_name(signature, place[k], &name);
        add_operand(e, name, length, list[k], arguments->value[place[k]], result);
    }
    if (*result)
        operands_first(*result, (*result)->counterexample.nsteps - before);
}
