/* rest-values.c - expressions of maps as sums of products of quotients; see rests.h. */
#include "config.h"

#include "../../lib/int64.h"

#include "rests.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"

#define FEW 256 /* numbers of a coordinate */

/* ---- symbols ---- */

/* Points for the rests as they are; false: too many. */
static bool count_points(lcv_rests *t)
{
    t->npoints = 1;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->n; i++) {
            lcv_rest_symbol *s = &t->symbol[i];
            *(pass == 0 ? &s->full_stride : &s->period_stride) = t->npoints;
            t->npoints *= (size_t)(pass == 0 ? s->full : s->period);
            if (t->npoints > LCV_REST_POINTS)
                return false;
        }
        t->nfull = pass == 0 ? t->npoints : t->nfull;
    }
    t->asks = false;
    return true;
}

/* The rests are those of a multiple of D. */
static bool divide(lcv_rest_symbol *s, int64_t by)
{
    int64_t all;
    if (__builtin_mul_overflow(s->full * s->period, by, &all) || all > LCV_REST_POINTS)
        return false;
    bool whole = s->number && all >= s->content && s->content <= LCV_REST_POINTS;
    s->full = whole ? s->content : lc_int64_gcd(s->content, all);
    s->period = whole ? 1 : all / s->full;
    return true;
}

bool lcv_rests_refine(lcv_rests *t)
{
    const lcv_rest_symbol before = t->symbol[t->wanted];
    if (t->asks && t->factor > 1 && divide(&t->symbol[t->wanted], t->factor) && count_points(t))
        return true;
    t->symbol[t->wanted] = before;
    count_points(t);
    return false;
}

static size_t add_symbol(lcv_rests *t, const lcv_rest_symbol *s)
{
    if (t->n == LCV_REST_SYMBOLS)
        return SIZE_MAX;
    t->symbol[t->n] = *s;
    t->symbol[t->n].full = t->symbol[t->n].period = 1;
    t->symbol[t->n].full_stride = t->symbol[t->n].period_stride = 1;
    return t->n++;
}

static size_t parameter_of(lcv_rests *t, const lcv_value *v)
{
    for (size_t i = t->ncoordinates; i < t->n; i++)
        if (t->symbol[i].parameter == v)
            return i;
    const lcv_rest_symbol s = {.parameter = v, .content = 1};
    return add_symbol(t, &s);
}

/* The number in a size: it is a polynomial with this content; 1. */
static void read_size(lcv_rests *t, lcv_rest_symbol *s)
{
    const lcv_rest_sum *size = lcv_rest_value(t, t->e->scope, s->size);
    int64_t content = 0;
    for (size_t k = 0; size && k < size->n; k++)
        content = lc_int64_gcd(content, size->at[k][0]);
    const int64_t *pure = size ? lcv_rest_pure(t, size) : NULL;
    s->number = pure && pure[0] > 0;
    s->content = content > 0 ? content : 1;
    s->count = s->content == 1 ? s->size
                               : lcv_rest_text(t,
                                               lcv_rest_operate(t, LCV_OP_DIV, size,
                                                                lcv_rest_number(t, s->content)),
                                               0);
}

bool lcv_rests_open(lcv_rests *t, lcv_arena *arena, const lcv_eval *e, const lcv_ast *map,
                    bool listed)
{
    const lcv_ast *name = map->child->child, *size = map->child->next->child;
    *t = (lcv_rests){.arena = arena, .e = e, .npoints = 1, .nfull = 1};
    for (; name && size; name = name->next, size = size->next) {
        const lcv_rest_symbol s = {.name = name->text, .size = size, .content = 1};
        if (lcv_names_any(size, map->child) || size->kind == LCV_AST_WILDCARD ||
            add_symbol(t, &s) == SIZE_MAX)
            return false;
    }
    size_t n = t->n;
    t->ncoordinates = n;
    for (size_t i = 0; i < n; i++)
        read_size(t, &t->symbol[i]);
    for (size_t i = 0; i < n && listed; i++)
        if (t->symbol[i].number && t->symbol[i].content <= FEW)
            t->symbol[i].full = t->symbol[i].content;
    return !name && !size && count_points(t);
}

/* ---- expressions ---- */

/* A coordinate may not hide a name: a definition has none of them. */
static const lcv_rest_sum *named(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    for (size_t i = 0; i < t->ngiven; i++)
        if (strcmp(t->given[i].name, ast->text) == 0)
            return t->given[i].is;
    for (size_t i = 0; t->ngiven == 0 && i < t->ncoordinates; i++)
        if (strcmp(t->symbol[i].name, ast->text) == 0)
            return lcv_rest_symbol_value(t, i);
    const lcv_binding *binding = lcv_scope_find(scope, ast->text);
    const lcv_value *v = binding ? binding->value : NULL;
    if (v && v->kind == LCV_PARAMETER) {
        size_t i = parameter_of(t, v);
        return i == SIZE_MAX ? NULL : lcv_rest_symbol_value(t, i);
    }
    if (v && v->kind == LCV_EXPRESSION)
        return lcv_rest_value(t, v->formula->scope, v->formula->ast);
    int64_t number;
    return v && lcv_value_number(v, &number) ? lcv_rest_number(t, number) : NULL;
}

/* The first where the condition holds, else the other. */
static const lcv_rest_sum *chosen(lcv_rests *t, const bool *when, const lcv_rest_sum *a,
                                  const lcv_rest_sum *b)
{
    int64_t *is = when ? lcv_arena_alloc(t->arena, t->npoints * sizeof *is) : NULL;
    for (size_t i = 0; is && i < t->npoints; i++)
        is[i] = when[i];
    const lcv_rest_sum *apart = lcv_rest_mul(t, lcv_rest_table(t, is), lcv_rest_add(t, a, -1, b));
    return lcv_rest_add(t, b, 1, apart);
}

/* Where a op b; they differ by a number at each point. */
static const bool *compared(lcv_rests *t, lcv_op op, const lcv_rest_sum *a, const lcv_rest_sum *b)
{
    const int64_t *apart = lcv_rest_pure(t, lcv_rest_add(t, a, -1, b));
    bool *is = apart ? lcv_arena_alloc(t->arena, t->npoints * sizeof *is) : NULL;
    for (size_t i = 0; is && i < t->npoints; i++)
        is[i] = lcv_op_holds(op, (apart[i] > 0) - (apart[i] < 0));
    return is;
}

/* Where a condition holds; NULL: it is not known at each point. */
static const bool *condition_of(lcv_rests *t, const lcv_scope *scope, const lcv_ast *c)
{
    if (c->kind == LCV_AST_COMPARE)
        return compared(t, c->op, lcv_rest_value(t, scope, c->child),
                        lcv_rest_value(t, scope, c->last));
    if (c->kind != LCV_AST_LOGIC) /* an integer holds unless it is 0 */
        return compared(t, LCV_OP_NE, lcv_rest_value(t, scope, c), lcv_rest_number(t, 0));
    const bool *a = condition_of(t, scope, c->child);
    const bool *b = c->op == LCV_OP_NOT ? a : condition_of(t, scope, c->last);
    bool *is = a && b ? lcv_arena_alloc(t->arena, t->npoints * sizeof *is) : NULL;
    for (size_t i = 0; is && i < t->npoints; i++)
        is[i] = c->op == LCV_OP_NOT ? !a[i] : c->op == LCV_OP_AND ? a[i] && b[i] : a[i] || b[i];
    return is;
}

/* Pieces: the last one is so wherever no other is. */
static const lcv_rest_sum *piece(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_rest_sum *value = lcv_rest_value(t, scope, ast);
    const lcv_ast *when = ast->next;
    if (!when)
        return value;
    return when->next
               ? chosen(t, condition_of(t, scope, when), value, piece(t, scope, when->next))
               : NULL;
}

static const lcv_rest_sum *greatest_divisor(lcv_rests *t, const lcv_rest_sum *a,
                                            const lcv_rest_sum *b)
{
    const int64_t *y = lcv_rest_pure(t, b), *x = NULL;
    int64_t *made = y ? lcv_arena_alloc(t->arena, t->npoints * sizeof *made) : NULL;
    for (size_t i = 0; made && i < t->npoints; i++)
        if (y[i] <= 0)
            return NULL;
    x = made ? lcv_rest_pure(t, lcv_rest_operate(t, LCV_OP_MOD, a, b)) : NULL;
    for (size_t i = 0; x && i < t->npoints; i++)
        made[i] = lc_int64_gcd(y[i], x[i]);
    return x ? lcv_rest_table(t, made) : NULL;
}

/* ceil_div(a, b) = floor((a + b - 1) / b) */
static const lcv_rest_sum *rounded(lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b)
{
    const lcv_rest_sum *more = lcv_rest_add(t, a, 1, b);
    return lcv_rest_operate(t, LCV_OP_DIV, lcv_rest_add(t, more, -1, lcv_rest_number(t, 1)), b);
}

static const lcv_rest_sum *called(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    const char *name = ast->child->kind == LCV_AST_NAME ? ast->child->text : "";
    if (ast->nchildren < 2 || lcv_scope_find(scope, name))
        return NULL;
    const lcv_rest_sum *a = lcv_rest_value(t, scope, ast->child->next);
    if (strcmp(name, "abs") == 0 && ast->nchildren == 2)
        return chosen(t, compared(t, LCV_OP_GE, a, lcv_rest_number(t, 0)), a,
                      lcv_rest_add(t, lcv_rest_number(t, 0), -1, a));
    for (const lcv_ast *arg = ast->child->next->next; arg && a; arg = arg->next) {
        const lcv_rest_sum *b = lcv_rest_value(t, scope, arg);
        if (strcmp(name, "min") == 0)
            a = chosen(t, compared(t, LCV_OP_LE, a, b), a, b);
        else if (strcmp(name, "max") == 0)
            a = chosen(t, compared(t, LCV_OP_GE, a, b), a, b);
        else if (strcmp(name, "gcd") == 0)
            a = greatest_divisor(t, a, b);
        else if (strcmp(name, "ceil_div") == 0)
            a = rounded(t, a, b);
        else
            a = strcmp(name, "round_up") == 0 ? lcv_rest_mul(t, rounded(t, a, b), b) : NULL;
    }
    return a;
}

static const lcv_rest_sum *binary(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    const lcv_rest_sum *a = lcv_rest_value(t, scope, ast->child);
    const lcv_rest_sum *b = a ? lcv_rest_value(t, scope, ast->last) : NULL;
    switch (ast->op) {
    case LCV_OP_ADD: return lcv_rest_add(t, a, 1, b);
    case LCV_OP_SUB: return lcv_rest_add(t, a, -1, b);
    case LCV_OP_MUL: return lcv_rest_mul(t, a, b);
    default: return lcv_rest_operate(t, ast->op, a, b);
    }
}

/* 0 or 1 */
static const lcv_rest_sum *truth(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    return chosen(t, condition_of(t, scope, ast), lcv_rest_number(t, 1), lcv_rest_number(t, 0));
}

const lcv_rest_sum *lcv_rest_value(lcv_rests *t, const lcv_scope *scope, const lcv_ast *ast)
{
    int64_t n;
    switch (ast->kind) {
    case LCV_AST_INT: return lcv_ast_number(ast, &n) ? lcv_rest_number(t, n) : NULL;
    case LCV_AST_NAME: return named(t, scope, ast);
    case LCV_AST_UNARY:
        return lcv_rest_add(t, lcv_rest_number(t, ast->op == LCV_OP_BITNOT ? -1 : 0), -1,
                            lcv_rest_value(t, scope, ast->child));
    case LCV_AST_BINARY: return binary(t, scope, ast);
    case LCV_AST_APPLY: return called(t, scope, ast);
    case LCV_AST_PIECES: return piece(t, scope, ast->child);
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC: return truth(t, scope, ast);
    default: return NULL;
    }
}

/* ---- assumptions ---- */

/* A condition that depends on more than the rests says nothing; it asks for more of those that
 * there are. */
const bool *lcv_rests_allowed(lcv_rests *t)
{
    bool *all = lcv_arena_alloc(t->arena, t->npoints * sizeof *all);
    bool asks = false;
    size_t wanted = 0;
    int64_t factor = 1;
    for (size_t i = 0; all && i < t->npoints; i++)
        all[i] = true;
    for (const lcv_scope *s = t->e->scope; s && all; s = s->outside)
        for (size_t k = 0; k < s->nassumptions; k++) {
            const lcv_formula *f = s->assumption[k]->formula;
            size_t n = t->n, ncoordinates = t->ncoordinates;
            t->ncoordinates = 0; /* whose names mean something else there */
            t->asks = false;
            const bool *holds = condition_of(t, f->scope, f->ast);
            t->ncoordinates = ncoordinates;
            t->n = n; /* parameters of this assumption alone */
            for (size_t i = 0; holds && i < t->npoints; i++)
                all[i] = all[i] && holds[i];
            if (!asks && !holds && t->asks && t->wanted < n && t->symbol[t->wanted].period > 1) {
                asks = true;
                wanted = t->wanted;
                factor = t->factor;
            }
        }
    t->asks = asks;
    t->wanted = asks ? wanted : t->wanted;
    t->factor = asks ? factor : t->factor;
    return all;
}

/* ---- as text ---- */

/* A quotient of a coordinate is that of y, by its period; of a parameter, of it. */
static lcv_ast *quotient_text(lcv_rests *t, size_t symbol)
{
    const lcv_rest_symbol *s = &t->symbol[symbol];
    const char *name = s->name ? s->name : s->parameter->formula->text;
    lcv_ast *made = lcv_build_leaf(t->arena, LCV_AST_NAME, "%s", name);
    if (s->name || s->period == 1)
        return made;
    return lcv_build_group(
        lcv_build_op(t->arena, LCV_OP_DIV, made, lcv_build_int(t->arena, s->period)));
}

lcv_ast *lcv_rest_text(lcv_rests *t, const lcv_rest_sum *a, size_t point)
{
    lcv_ast *all = NULL;
    for (size_t k = a->n; k-- > 0;) {
        int64_t by = a->at[k][point];
        lcv_ast *term = by != 1 || a->of[k].n == 0 ? lcv_build_int(t->arena, by < 0 ? -by : by)
                                                   : NULL;
        if (by == 0 || by == INT64_MIN)
            continue;
        for (size_t i = 0; i < a->of[k].n; i++) {
            lcv_ast *q = quotient_text(t, a->of[k].of[i]);
            term = term ? lcv_build_op(t->arena, LCV_OP_MUL, term, q) : q;
        }
        if (by < 0)
            all = all ? lcv_build_op(t->arena, LCV_OP_SUB, all, term)
                      : lcv_build_op(t->arena, LCV_OP_NEG, lcv_build_group(term), NULL);
        else
            all = all ? lcv_build_op(t->arena, LCV_OP_ADD, all, term) : term;
    }
    return all ? all : lcv_build_int(t->arena, 0);
}
