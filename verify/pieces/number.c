#include "config.h"

#include "../../lib/int64.h"

#include "../language/build.h"
#include "../value/definition.h"
#include "number.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 16 /* calls inside each other */

static lcv_there hole(lcv_world *w, const char *why)
{
    w->hole = why;
    return LCV_HOLE;
}

/* In the scope of the definition, without coordinates. */
static lcv_there defined_at(lcv_world *w, const lcv_formula *formula, int64_t *value)
{
    const lcv_scope *scope = w->scope;
    size_t n = w->ncoordinates;
    w->scope = formula->scope;
    w->ncoordinates = 0;
    lcv_there made = lcv_integer_at(w, formula->ast, value);
    w->scope = scope;
    w->ncoordinates = n;
    return made;
}

static lcv_there name_at(lcv_world *w, const lcv_ast *ast, int64_t *value)
{
    for (size_t i = w->ncoordinates; i-- > 0;)
        if (strcmp(w->coordinate[i], ast->text) == 0) {
            *value = w->at[i];
            return LCV_THERE;
        }
    const lcv_binding *binding = lcv_scope_find(w->scope, ast->text);
    const lcv_value *v = binding ? binding->value : NULL;
    if (!v)
        return LCV_BEYOND;
    for (size_t i = 0; i < w->nparameters; i++)
        if (w->parameter[i] == v) {
            *value = w->number[i];
            return LCV_THERE;
        }
    if (v->kind == LCV_EXPRESSION)
        return defined_at(w, v->formula, value);
    return lcv_value_number(v, value) ? LCV_THERE : LCV_BEYOND;
}

static lcv_there shift(lcv_world *w, lcv_op op, int64_t a, int64_t b, int64_t *value)
{
    if (b < 0)
        return hole(w, "a shift by a negative number");
    if (op == LCV_OP_SHR)
        *value = a >> (b > 63 ? 63 : b); /* rounds down */
    else if (a == 0)
        *value = 0;
    else if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, value))
        return LCV_BEYOND;
    return LCV_THERE;
}

static lcv_there compute(lcv_world *w, lcv_op op, int64_t a, int64_t b, int64_t *value)
{
    bool past = false;
    int64_t q;
    if (op == LCV_OP_SHL || op == LCV_OP_SHR)
        return shift(w, op, a, b, value);
    if (op == LCV_OP_BITAND || op == LCV_OP_XOR || op == LCV_OP_BITOR) {
        *value = op == LCV_OP_BITAND ? a & b : op == LCV_OP_XOR ? a ^ b : a | b;
        return LCV_THERE;
    }
    if (op == LCV_OP_DIV || op == LCV_OP_MOD) {
        if (b == 0)
            return hole(w, "division by zero");
        if (a == INT64_MIN && b == -1)
            return LCV_BEYOND;
        q = a / b - (a % b != 0 && (a < 0) != (b < 0));
        *value = op == LCV_OP_DIV ? q : a - q * b;
        return LCV_THERE;
    }
    if (op == LCV_OP_ADD)
        past = __builtin_add_overflow(a, b, value);
    else if (op == LCV_OP_SUB)
        past = __builtin_sub_overflow(a, b, value);
    else
        past = __builtin_mul_overflow(a, b, value);
    return past ? LCV_BEYOND : LCV_THERE;
}

static lcv_there entry_at(lcv_world *w, const lcv_known_table *t, const lcv_ast *first,
                          int64_t *value)
{
    size_t place = 0, stride = 1, k = 0;
    for (const lcv_ast *index = first; index; index = index->next, k++) {
        int64_t at;
        lcv_there there = lcv_integer_at(w, index, &at);
        if (there != LCV_THERE || k == t->nindices)
            return there != LCV_THERE ? there : LCV_BEYOND;
        if (at < t->low[k] || at >= t->end[k])
            return hole(w, "outside of the table");
        place += (size_t)(at - t->low[k]) * stride;
        stride *= (size_t)(t->end[k] - t->low[k]);
    }
    if (place >= t->known)
        return LCV_BEYOND;
    *value = t->entry[place];
    return LCV_THERE;
}

/* The body, where the arguments stand in the place of coordinates. */
static lcv_there function_at(lcv_world *w, const lcv_ast *ast, const lcv_definition *f,
                             int64_t *value)
{
    lcv_world body = *w;
    const lcv_ast *arg = ast->child->next, *formal = f->formals->child;
    lcv_there there = w->depth == MAX_DEPTH || f->conditions ? LCV_BEYOND : LCV_THERE;
    body.scope = f->scope;
    body.ncoordinates = 0;
    body.depth++;
    for (; there == LCV_THERE && arg && formal; arg = arg->next, formal = formal->next) {
        if (body.ncoordinates == LCV_MAX_COORDINATES || arg->kind == LCV_AST_KEYWORD)
            return LCV_BEYOND;
        body.coordinate[body.ncoordinates] = formal->text;
        there = lcv_integer_at(w, arg, &body.at[body.ncoordinates++]);
    }
    if (there == LCV_THERE && (arg || formal))
        return LCV_BEYOND;
    there = there == LCV_THERE ? lcv_integer_at(&body, f->body, value) : there;
    w->hole = there == LCV_HOLE && body.hole ? body.hole : w->hole;
    return there;
}

static lcv_there call_at(lcv_world *w, const lcv_ast *ast, int64_t *value)
{
    const char *name = ast->child->kind == LCV_AST_NAME ? ast->child->text : "";
    const lcv_binding *binding = lcv_scope_find(w->scope, name);
    for (size_t i = 0; binding && i < w->ntables; i++)
        if (w->table[i].of == binding->value)
            return entry_at(w, &w->table[i], ast->child->next, value);
    if (binding && binding->value && binding->value->kind == LCV_FUNCTION)
        return function_at(w, ast, binding->value->definition, value);
    if (binding || ast->nchildren < 2)
        return LCV_BEYOND;
    int64_t a, b;
    lcv_there there = lcv_integer_at(w, ast->child->next, &a);
    if (ast->nchildren == 2 && strcmp(name, "abs") == 0)
        return there != LCV_THERE || a >= 0 ? (*value = a, there)
                                            : compute(w, LCV_OP_SUB, 0, a, value);
    if (ast->nchildren < 3)
        return LCV_BEYOND;
    for (const lcv_ast *arg = ast->child->next->next; there == LCV_THERE && arg;
         arg = arg->next) {
        if ((there = lcv_integer_at(w, arg, &b)) != LCV_THERE)
            break;
        if (strcmp(name, "min") == 0)
            a = b < a ? b : a;
        else if (strcmp(name, "max") == 0)
            a = b > a ? b : a;
        else if (strcmp(name, "gcd") == 0)
            a = lc_int64_gcd(a, b);
        else if (strcmp(name, "ceil_div") != 0 && strcmp(name, "round_up") != 0)
            return LCV_BEYOND;
        else if ((there = compute(w, LCV_OP_ADD, a, b, &a)) == LCV_THERE &&
                 (there = compute(w, LCV_OP_SUB, a, 1, &a)) == LCV_THERE &&
                 (there = compute(w, LCV_OP_DIV, a, b, &a)) == LCV_THERE && name[0] == 'r')
            there = compute(w, LCV_OP_MUL, a, b, &a);
    }
    *value = a;
    return there;
}

static lcv_there pieces_at(lcv_world *w, const lcv_ast *ast, size_t *n, int64_t *value)
{
    const lcv_ast *when;
    for (const lcv_ast *piece = ast->child; piece; piece = when ? when->next : NULL) {
        bool holds = true;
        when = piece->next;
        lcv_there there = when ? lcv_holds_at(w, when, &holds) : LCV_THERE;
        if (there != LCV_THERE || holds)
            return there != LCV_THERE ? there : lcv_values_at(w, piece, n, value);
    }
    return hole(w, "no piece holds");
}

lcv_there lcv_integer_at(lcv_world *w, const lcv_ast *ast, int64_t *value)
{
    int64_t a, b, one[LCV_MAX_VALUES];
    size_t n;
    bool holds = false;
    lcv_there there;
    switch (ast->kind) {
    case LCV_AST_INT: return lcv_ast_number(ast, value) ? LCV_THERE : LCV_BEYOND;
    case LCV_AST_NAME: return name_at(w, ast, value);
    case LCV_AST_UNARY:
        there = lcv_integer_at(w, ast->child, &a);
        b = ast->op == LCV_OP_BITNOT ? -1 : 0;
        return there == LCV_THERE ? compute(w, LCV_OP_SUB, b, a, value) : there;
    case LCV_AST_BINARY:
        if ((there = lcv_integer_at(w, ast->child, &a)) != LCV_THERE ||
            (there = lcv_integer_at(w, ast->child->next, &b)) != LCV_THERE)
            return there;
        return compute(w, ast->op, a, b, value);
    case LCV_AST_INDEX:
    case LCV_AST_APPLY: return call_at(w, ast, value);
    case LCV_AST_PIECES:
        there = pieces_at(w, ast, &n, one);
        *value = there == LCV_THERE ? one[0] : 0;
        return there != LCV_THERE || n == 1 ? there : LCV_BEYOND;
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC:
        there = lcv_holds_at(w, ast, &holds);
        *value = holds;
        return there;
    default: return LCV_BEYOND;
    }
}

lcv_there lcv_values_at(lcv_world *w, const lcv_ast *ast, size_t *n,
                        int64_t value[LCV_MAX_VALUES])
{
    *n = 0;
    if (ast->kind == LCV_AST_PIECES)
        return pieces_at(w, ast, n, value);
    if (ast->kind != LCV_AST_TUPLE)
        return lcv_integer_at(w, ast, &value[(*n)++]);
    for (const lcv_ast *part = ast->child; part; part = part->next) {
        lcv_there there = *n < LCV_MAX_VALUES ? lcv_integer_at(w, part, &value[(*n)++])
                                              : LCV_BEYOND;
        if (there != LCV_THERE)
            return there;
    }
    return LCV_THERE;
}

lcv_there lcv_holds_at(lcv_world *w, const lcv_ast *c, bool *holds)
{
    int64_t a, b;
    lcv_there there;
    if (c->kind == LCV_AST_LOGIC) {
        there = lcv_holds_at(w, c->child, holds);
        if (c->op == LCV_OP_NOT)
            *holds = !*holds;
        else if (there == LCV_THERE && *holds == (c->op == LCV_OP_AND))
            there = lcv_holds_at(w, c->child->next, holds);
        return there;
    }
    if (c->kind != LCV_AST_COMPARE) { /* an integer holds unless it is 0 */
        there = lcv_integer_at(w, c, &a);
        *holds = a != 0;
        return there;
    }
    if ((there = lcv_integer_at(w, c->child, &a)) != LCV_THERE ||
        (there = lcv_integer_at(w, c->child->next, &b)) != LCV_THERE)
        return there;
    *holds = lcv_op_holds(c->op, (a > b) - (a < b));
    return LCV_THERE;
}

/* ---- all coordinates ---- */

typedef struct {
    lcv_world *w;
    const lcv_ast *pieces, *where;
    size_t left, steps; /* points; coordinates of all axes, of which some have no point */
    bool corners;
    lcv_visit_coordinate *visit;
    void *user;
} walking;

#define STEPS_OF_A_POINT 16

static lcv_there visit_here(walking *k)
{
    int64_t value[LCV_MAX_VALUES];
    size_t n;
    bool inside = true;
    lcv_there there = k->where ? lcv_holds_at(k->w, k->where, &inside) : LCV_THERE;
    if (there != LCV_THERE || !inside)
        return there;
    there = lcv_values_at(k->w, k->pieces, &n, value);
    return there == LCV_THERE ? k->visit(k->user, k->w, n, value) : there;
}

/* The coordinate after this one along an axis; of corners 0, 1, the middle one and the last. */
static int64_t next(const walking *k, int64_t at, int64_t end)
{
    if (!k->corners || at < 1)
        return at + 1;
    return at < end / 2 ? end / 2 : at < end - 1 ? end - 1 : end;
}

static lcv_there walk(walking *k, const lcv_ast *name, const lcv_ast *size)
{
    lcv_world *w = k->w;
    int64_t end;
    if (!name) {
        if (k->left-- == 0) {
            k->left = 0;
            return LCV_BEYOND;
        }
        return visit_here(k);
    }
    lcv_there there = lcv_integer_at(w, size, &end);
    if (there == LCV_THERE && w->ncoordinates == LCV_MAX_COORDINATES)
        return LCV_BEYOND;
    size_t i = w->ncoordinates++;
    w->coordinate[i] = name->text;
    for (w->at[i] = 0; there == LCV_THERE && w->at[i] < end; w->at[i] = next(k, w->at[i], end)) {
        there = k->steps-- > 0 ? walk(k, name->next, size->next) : LCV_BEYOND;
        if (there != LCV_THERE)
            return there; /* the world stays at the coordinate */
    }
    w->ncoordinates = i;
    return there;
}

lcv_there lcv_walk_map(lcv_world *w, const lcv_ast *map, size_t most, bool corners,
                       lcv_visit_coordinate *visit, void *user)
{
    walking k = {.w = w,
                 .pieces = map->child->next->next,
                 .where = map->child->next->next->next,
                 .left = most,
                 .steps = (most + 1) * STEPS_OF_A_POINT,
                 .corners = corners,
                 .visit = visit,
                 .user = user};
    return walk(&k, map->child->child, map->child->next->child);
}
