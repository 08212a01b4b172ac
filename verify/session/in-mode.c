#include "config.h"

#include "in-mode.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../catalogue/words.h"
#include "../language/build.h"
#include "../symbolic/symbolic.h"
#include "../value/text.h"

#define MAX_PATH 64

/* The modes of a call f[i,...](A, ...). */
typedef struct {
    size_t n, mode[MAX_PATH];
} path;

/* ---- what is called ---- */

/* f of f[i] or f[i][j]; NULL: something else is called. */
static const lcv_ast *function_of(const lcv_ast *callee)
{
    const lcv_ast *f = callee;
    while (f->kind == LCV_AST_INDEX)
        f = f->child;
    return f != callee && f->kind == LCV_AST_NAME ? f : NULL;
}

bool lcv_is_mode_call(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_ast *f = ast->kind == LCV_AST_APPLY ? function_of(ast->child) : NULL;
    const lcv_binding *bound = f ? lcv_scope_find(scope, f->text) : NULL;
    (void)w;
    if (!f || bound)
        return bound && bound->value && bound->value->kind == LCV_FUNCTION;
    return lcv_operation_called(f->text) || lcv_claim_find(f->text) || lcv_word_find(f->text, 0);
}

void lcv_mode_call_of_whole(const lcv_ast *ast, lcv_ast *whole, lcv_ast *name)
{
    *name = *function_of(ast->child);
    name->next = ast->child->next;
    *whole = *ast;
    whole->child = name;
}

/* ---- the path ---- */

static bool add_modes(lcv_eval *e, const lcv_ast *ast, const lcv_value *v, path *p)
{
    bool numbers = v->kind == LCV_TUPLE;
    for (size_t k = 0; numbers && k < lc_tuple_nleaves(v->tuple); k++) {
        lc_int i = lc_tuple_value(v->tuple, k);
        numbers = !lc_tuple_is_wildcard(v->tuple, k) && lc_int_sign(i) >= 0 &&
                  lc_int_fits_si(i) && p->n < MAX_PATH;
        if (numbers)
            p->mode[p->n++] = (size_t)lc_int_get_si(i);
    }
    if (!numbers)
        lcv_eval_fail(e, ast->span, "expected the number of a mode, found %s",
                      lcv_value_describe(v));
    return numbers;
}

/* Of f[0][1,2] the path is 0, 1, 2. */
static bool read_path(lcv_calls *c, lcv_scope *made, lcv_ast *callee, path *p)
{
    lcv_eval *e = &c->w->eval;
    if (callee->kind != LCV_AST_INDEX)
        return true;
    if (!read_path(c, made, callee->child, p))
        return false;
    for (lcv_ast *i = callee->child->next; i; i = i->next) {
        if (i->kind == LCV_AST_RANGE)
            return lcv_eval_fail(e, i->span, "expected the number of a mode, found a range");
        lcv_value *v = lcv_expand(c, made, i, false) ? lcv_any_value(e, i) : NULL;
        if (!v || !add_modes(e, i, v, p))
            return false;
    }
    return true;
}

/* ---- trees ---- */

/* All nodes stand where the call does. */
static lcv_ast *placed(lcv_ast *ast, lcv_span span)
{
    if (ast)
        ast->span = span;
    for (lcv_ast *part = ast ? ast->child : NULL; part; part = part->next)
        placed(part, span);
    return ast;
}

/* mode(A, i, ...) */
static lcv_ast *mode_of(lcv_arena *arena, const lcv_ast *a, lcv_span span, size_t n,
                        const size_t *mode)
{
    lcv_ast *call = lcv_build_call(arena, "mode", 0);
    for (size_t i = 0; call && i < n; i++)
        call = lcv_build_add(call, lcv_build_int(arena, (int64_t)mode[i]));
    lcv_ast *of = placed(call, span) ? lcv_ast_copy(arena, a) : NULL;
    if (!of)
        return NULL;
    of->next = call->child->next; /* behind the name */
    call->child->next = of;
    call->last = call->last == call->child ? of : call->last;
    call->nchildren++;
    call->height = of->height >= call->height ? of->height + 1 : call->height;
    return call;
}

/* f(MODE, ...) with the arguments of the call past the first; takes MODE over. */
static lcv_ast *call_on(lcv_arena *arena, const lcv_ast *ast, lcv_ast *mode)
{
    const lcv_ast *f = function_of(ast->child), *first = ast->child->next;
    if (!first->next && strcmp(f->text, "mode") == 0) /* mode[i](A) is the mode */
        return mode;
    lcv_ast *call = placed(lcv_build_call(arena, f->text, 0), ast->span);
    if (!call || !mode)
        return NULL;
    call->child->span = f->span;
    lcv_ast_add(call, mode);
    for (const lcv_ast *rest = first->next; rest; rest = rest->next) {
        lcv_ast *copy = lcv_ast_copy(arena, rest);
        if (!copy)
            return NULL;
        lcv_ast_add(call, copy);
    }
    return call;
}

/* ---- names of values on the way ---- */

/* A name for a value, by a text that no file has for a name; NULL with an error. */
static lcv_ast *named(lcv_calls *c, lcv_scope *made, const char *text, lcv_span span,
                      lcv_value *v)
{
    lcv_eval *e = &c->w->eval;
    bool known = text &&
                 (lcv_scope_find(made, text) || lcv_scope_add(made, text, v, e->source, span));
    lcv_ast *name = known ? lcv_build_leaf(made->arena, LCV_AST_NAME, "%s", text) : NULL;
    return name ? placed(name, span) : lcv_eval_no_memory(e, span);
}

static lcv_value *value_of(const lcv_scope *made, const lcv_ast *name)
{
    const lcv_binding *bound = name ? lcv_scope_find(made, name->text) : NULL;
    return bound ? bound->value : NULL;
}

static bool is_symbolic(const lcv_value *v)
{
    return v->kind == LCV_EXPRESSION || v->kind == LCV_PARAMETER;
}

/* What a name stands for, with parameters or without. */
static bool look_at(lcv_calls *c, lcv_scope *made, const lcv_ast *name, lcv_look *look)
{
    const lcv_value *v = value_of(made, name);
    if (v && is_symbolic(v))
        return lcv_any_look(&c->w->eval, name, look);
    *look = (lcv_look){.kind = v ? v->kind : LCV_TYPE,
                       .outside = v && (v->kind == LCV_COMPOSED || lcv_has_offset(v))};
    return v != NULL;
}

/* ---- the operand ---- */

static bool keeps_tuples(const lcv_eval *e, const char *f)
{
    const lcv_operation *of = lcv_scope_find(e->scope, f) ? NULL : lcv_operation_called(f);
    return of && of->keeps_tuples;
}

/* A shape as its layout, for what makes layouts: A with `_` for a mode is A, and no tuple. */
static lcv_ast *as_layout(lcv_calls *c, lcv_scope *made, const lcv_ast *name)
{
    lcv_eval *e = &c->w->eval;
    lcv_arena *arena = made->arena;
    lcv_ast *any = lcv_ast_new(arena, LCV_AST_WILDCARD, name->span);
    lcv_ast *tiler = any ? lcv_build(arena, LCV_AST_TILER, 1, any) : NULL;
    lcv_ast *copy = tiler ? lcv_ast_copy(arena, name) : NULL;
    lcv_ast *call = copy ? lcv_build_call(arena, "compose", 2, copy, tiler) : NULL;
    if (!placed(call, name->span))
        return lcv_eval_no_memory(e, name->span);
    char *text = lcv_kept(e->ctx, lcv_text(e->ctx, "the layout %s", name->text));
    lcv_value *v = lcv_any_value(e, call);
    return v ? named(c, made, text, name->span, v) : NULL;
}

/* The name of A, evaluated once: a layout or a tuple, with what is outside. */
static lcv_ast *operand(lcv_calls *c, lcv_scope *made, const lcv_ast *ast, lcv_look *look)
{
    lcv_eval *e = &c->w->eval;
    const lcv_ast *first = ast->child->next;
    lcv_value *v = lcv_value_or_list(e, first);
    char *text = v ? lcv_kept(e->ctx, lcv_source_excerpt(e->source, first->span, SIZE_MAX))
                   : NULL;
    lcv_ast *name = !v                            ? NULL
                    : first->kind == LCV_AST_NAME ? lcv_ast_copy(made->arena, first)
                                                  : named(c, made, text, first->span, v);
    if (!name || !look_at(c, made, name, look))
        return NULL;
    if (look->kind == LCV_TUPLE && !keeps_tuples(e, function_of(ast->child)->text)) {
        look->kind = LCV_LAYOUT;
        return as_layout(c, made, name);
    }
    if (look->kind == LCV_TUPLE || look->kind == LCV_LAYOUT || look->kind == LCV_TENSOR ||
        look->kind == LCV_COMPOSED)
        return name;
    v = value_of(made, name);
    return lcv_eval_fail(e, first->span, "a mode of %s: expected a layout or a tuple",
                         is_symbolic(v) ? "what depends on parameters" : lcv_value_describe(v));
}

/* The mode as a value with a name. */
static lcv_ast *named_mode(lcv_calls *c, lcv_scope *made, const lcv_ast *a, const path *p)
{
    lcv_eval *e = &c->w->eval;
    lcv_ast *mode = mode_of(made->arena, a, a->span, p->n, p->mode);
    lcv_value *v = mode ? lcv_any_value(e, mode) : lcv_eval_no_memory(e, a->span);
    lc_text text = {0};
    for (size_t i = 0; i < p->n; i++)
        lc_text_printf(&text, i > 0 ? ",%zu" : "mode %zu", p->mode[i]);
    lc_text_printf(&text, " of %s", a->text);
    char *name = lcv_kept(e->ctx, lc_text_take(e->ctx, &text));
    return v ? named(c, made, name, a->span, v) : NULL;
}

/* ---- what depends on parameters ---- */

/* concat(mode(A,0), ..., X, ...) with X in the place of a mode; NULL with an error. */
static lcv_ast *put(lcv_calls *c, lcv_arena *arena, const lcv_ast *a, const lcv_ast *x, size_t n,
                    const size_t *mode)
{
    lcv_look look;
    if (n == 0)
        return lcv_ast_copy(arena, x);
    if (!lcv_any_look(&c->w->eval, a, &look))
        return NULL;
    lcv_ast *call = placed(lcv_build_call(arena, "concat", 0), a->span);
    for (size_t i = 0; call && i < look.rank; i++) {
        lcv_ast *part = mode_of(arena, a, a->span, 1, &i);
        if (part && i == mode[0])
            part = put(c, arena, part, x, n - 1, mode + 1);
        if (!part)
            return NULL;
        lcv_ast_add(call, part);
    }
    return call;
}

static lcv_value *put_in_symbols(lcv_calls *c, lcv_scope *made, const lcv_ast *ast,
                                 const lcv_ast *a, const lcv_look *of, const path *p,
                                 lcv_value *v)
{
    lcv_eval *e = &c->w->eval;
    char *call = lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->span, SIZE_MAX));
    char *text = call ? lcv_kept(e->ctx, lcv_text(e->ctx, "the mode of %s", call)) : NULL;
    lcv_ast *x = text ? named(c, made, text, ast->span, v) : lcv_eval_no_memory(e, ast->span);
    lcv_look look;
    if (!x || !look_at(c, made, x, &look))
        return NULL;
    if ((of->kind == LCV_TUPLE) != (look.kind == LCV_TUPLE))
        return v;
    if (of->outside || look.outside) {
        lcv_eval_fail(e, ast->span,
                      "a mode, with parameters, of what has an offset or functions "
                      "outside of a layout");
        return lcv_diag_hint(e->diag, "expected the layout alone, and what is outside before the "
                                      "call, as in {8} o compose[1](A, B)");
    }
    lcv_ast *all = put(c, made->arena, a, x, p->n, p->mode);
    if (!all)
        return e->diag->failed ? NULL : lcv_eval_no_memory(e, ast->span);
    all->span = ast->span;
    return lcv_any_value(e, all);
}

/* ---- the value ---- */

static lcv_value *value_of_mode(lcv_calls *c, lcv_scope *made, lcv_ast *ast)
{
    lcv_eval *e = &c->w->eval;
    path p = {0};
    lcv_look look;
    lcv_ast *a = operand(c, made, ast, &look);
    if (!a || !read_path(c, made, ast->child, &p))
        return NULL;
    lcv_ast *mode = named_mode(c, made, a, &p);
    lcv_ast *call = mode ? call_on(made->arena, ast, mode) : NULL;
    if (!call)
        return e->diag->failed ? NULL : lcv_eval_no_memory(e, ast->span);
    lcv_value *of = value_of(made, a);
    lcv_value *v = lcv_expand(c, made, call, false) ? lcv_value_or_list(e, call) : NULL;
    if (!v)
        return lcv_eval_in_mode(e, p.n, p.mode);
    return is_symbolic(of) || is_symbolic(v) ? put_in_symbols(c, made, ast, a, &look, &p, v)
                                             : lcv_eval_replaced(e, ast, of, p.n, p.mode, v);
}

/* ---- calls ---- */

/* Is it about the mode, with nothing to be put anywhere? */
static bool looks(const lcv_calls *c, const lcv_ast *call)
{
    if (call->kind != LCV_AST_APPLY || call->child->kind != LCV_AST_NAME)
        return true; /* the mode itself */
    const lcv_operation *of = lcv_operation_called(call->child->text);
    bool bound = lcv_scope_find(c->w->eval.scope, call->child->text) != NULL;
    return (!bound && of && of->looks) || lcv_expands_to_claim(c->w, c->w->eval.scope, call);
}

bool lcv_expand_mode_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, bool claim)
{
    lcv_eval *e = &c->w->eval;
    lcv_ast *first = ast->child->next;
    const lcv_ast *f = function_of(ast->child);
    path p = {0};
    if (!first || first->kind == LCV_AST_KEYWORD) {
        lcv_eval_fail(e, ast->span, "%s of one mode has no argument by position", f->text);
        return lcv_diag_hint(e->diag, "expected %s[1](A, ...), with the layout first", f->text);
    }
    if (!made->arena && !(made->arena = lcv_arena_new()))
        return lcv_eval_no_memory(e, ast->span) != NULL;
    for (lcv_ast *arg = first; arg; arg = arg->next)
        if (!lcv_expand(c, made, arg, false))
            return false;
    lcv_ast *call = call_on(made->arena, ast, lcv_ast_copy(made->arena, first));
    if (call && !looks(c, call))
        return lcv_name_call(c, made, ast, value_of_mode);
    if (!call || !read_path(c, made, ast->child, &p))
        return call || e->diag->failed ? false : lcv_eval_no_memory(e, ast->span) != NULL;
    call = call_on(made->arena, ast, mode_of(made->arena, first, first->span, p.n, p.mode));
    if (!call)
        return lcv_eval_no_memory(e, ast->span) != NULL;
    call->next = ast->next;
    call->parentheses = ast->parentheses;
    *ast = *call;
    return lcv_expand(c, made, ast, claim);
}
