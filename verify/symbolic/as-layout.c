#include "config.h"

#include "as-layout.h"

#include <string.h>

#include "../language/build.h"
#include "../tables/problem.h"
#include "simplify.h"

#define MOST LCV_MAX_COORDINATES

/* A sum of multiples of coordinates; NULL: 0. */
typedef struct {
    lcv_ast *constant, *by[MOST];
} linear;

typedef struct {
    lcv_arena *arena;
    const lcv_scope *scope;
    lcv_source *source;
    const lcv_ast *names;
    lcv_ast *extent[MOST];
    size_t n;
    linear value[MOST];
    lcv_ast *below[MOST]; /* of these values only are those that are less; or NULL */
} reading;

/* ---- claims ---- */

bool lcv_means_the_same(const lcv_scope *a, const lcv_scope *b, const lcv_ast *ast,
                        const lcv_ast *names)
{
    bool same = a == b || ast->kind != LCV_AST_NAME || lcv_names_any(ast, names);
    if (!same) {
        const lcv_binding *x = lcv_scope_find(a, ast->text), *y = lcv_scope_find(b, ast->text);
        same = x == y || (x && y && x->value == y->value);
    }
    for (const lcv_ast *part = ast->child; part && same; part = part->next)
        same = lcv_means_the_same(a, b, part, names);
    return same;
}

const lcv_ast *lcv_map_argument(const lcv_eval *e, const lcv_ast *ast)
{
    if (!ast || ast->kind == LCV_AST_KEYWORD)
        return NULL;
    const lcv_argument a = lcv_argument_behind(e, ast);
    bool map = lcv_is_map_argument(&a) && a.ast->nchildren >= 3 &&
               a.ast->child->kind == LCV_AST_TUPLE;
    return map && lcv_means_the_same(a.scope, e->scope, a.ast, a.ast->child) ? a.ast : NULL;
}

/* That of the first one. */
static const lcv_ast *map_of(const lcv_eval *e, const lcv_ast *claim)
{
    return lcv_map_argument(e, claim->kind == LCV_AST_APPLY ? claim->child->next : NULL);
}

const lcv_ast *lcv_map_behind(lcv_arena *arena, const lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *map = lcv_map_argument(e, ast);
    return map ? lcv_inline_calls(arena, e->scope, map) : NULL;
}

const lcv_ast *lcv_map_in_claim(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim)
{
    return lcv_map_behind(arena, e, claim->kind == LCV_AST_APPLY ? claim->child->next : NULL);
}

/* The value of a map that has one piece; NULL. */
const lcv_ast *lcv_map_value(const lcv_ast *map)
{
    const lcv_ast *value = map->child->next->next;
    if (value->kind == LCV_AST_PIECES)
        value = value->nchildren == 1 ? value->child : NULL;
    return value;
}

/* NAME(map, S): the tree of the claim, with the place of the one that was read. */
static const lcv_ast *claim_of(lcv_arena *arena, const lcv_ast *claim, const char *name,
                               lcv_ast *about, const lcv_ast *second, lcv_ast *under)
{
    lcv_ast *made = lcv_build_call(arena, name, 1, about);
    if (second)
        made = lcv_build_add(made, lcv_ast_copy(arena, second));
    if (under)
        made = lcv_build_add(made, lcv_build_keyword(arena, "under", under));
    if (made)
        made->span = claim->span;
    return made;
}

/* ---- the guard in the map ---- */

/* x < bound, and `all` before it; `_` bounds nothing. */
static lcv_ast *with_bound(lcv_arena *arena, lcv_ast *all, const lcv_ast *x, const lcv_ast *bound)
{
    if (bound->kind == LCV_AST_WILDCARD)
        return all;
    lcv_ast *less = lcv_build_op(arena, LCV_OP_LT, lcv_ast_copy(arena, x),
                                 lcv_ast_copy(arena, bound));
    if (less)
        less->span = bound->span;
    return all ? lcv_build_op(arena, LCV_OP_AND, all, less) : less;
}

static lcv_ast *guarded(lcv_arena *arena, const lcv_ast *map, const lcv_ast *value,
                        const lcv_ast *under)
{
    const lcv_ast *names = map->child, *sizes = names->next, *where = sizes->next->next;
    lcv_ast *all = where ? lcv_ast_copy(arena, where) : NULL;
    bool tuple = value->kind == LCV_AST_TUPLE;
    const lcv_ast *x = tuple ? value->child : value, *bound = tuple ? under->child : under;
    for (; x && bound; x = tuple ? x->next : NULL, bound = tuple ? bound->next : NULL)
        all = with_bound(arena, all, x, bound);
    return lcv_build_map(arena, map, lcv_ast_copy(arena, names), lcv_ast_copy(arena, sizes),
                         lcv_ast_copy(arena, sizes->next), all);
}

const lcv_ast *lcv_guard_in_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim)
{
    const lcv_ast *map = lcv_ast_calls(claim, "partitions") && claim->nchildren == 4
                             ? map_of(e, claim)
                             : NULL;
    const lcv_ast *value = map ? lcv_map_value(map) : NULL, *under = claim->last;
    if (!value || claim->child->next->next->kind == LCV_AST_KEYWORD ||
        (under->kind == LCV_AST_KEYWORD && strcmp(under->text, "under") != 0))
        return NULL;
    under = under->kind == LCV_AST_KEYWORD ? under->child : under;
    bool tuple = value->kind == LCV_AST_TUPLE, bounds = under->kind == LCV_AST_TUPLE;
    if (tuple != bounds || (tuple && value->nchildren != under->nchildren))
        return NULL;
    return claim_of(arena, claim, "partitions", guarded(arena, map, value, under),
                    claim->child->next->next, NULL);
}

/* ---- sums ---- */

static bool is_number(const lcv_ast *ast, const char *text)
{
    return ast->kind == LCV_AST_INT && strcmp(ast->text, text) == 0;
}

/* A copy in which round_up(a, b), a word that maps alone know as it stands, is
 * ceil_div(a, b) * b. */
static lcv_ast *constant(lcv_arena *arena, const lcv_ast *ast, const void *unused)
{
    if (!lcv_ast_calls(ast, "round_up") || ast->nchildren != 3)
        return lcv_with_parts(arena, ast, constant, unused);
    lcv_ast *a = constant(arena, ast->child->next, unused);
    lcv_ast *b = constant(arena, ast->last, unused);
    lcv_ast *made = lcv_build_call(arena, "ceil_div", 2, a, b ? lcv_ast_copy(arena, b) : NULL);
    return lcv_times(arena, made, b);
}

static lcv_ast *times(const reading *r, lcv_ast *a, const lcv_ast *b)
{
    return a && b ? lcv_times(r->arena, a, constant(r->arena, b, NULL)) : NULL;
}

static lcv_ast *negative(const reading *r, lcv_ast *a)
{
    if (!a || (a->kind == LCV_AST_UNARY && a->op == LCV_OP_NEG))
        return a ? a->child : NULL;
    return lcv_build_op(r->arena, LCV_OP_NEG, lcv_grouped(a), NULL);
}

static lcv_ast *sum(const reading *r, lcv_ast *a, lcv_ast *b)
{
    return a && b ? lcv_build_op(r->arena, LCV_OP_ADD, a, b) : a ? a : b;
}

static bool is_constant(const reading *r, const lcv_ast *ast)
{
    return !lcv_names_any(ast, r->names);
}

static bool linear_of(const reading *r, const lcv_ast *ast, linear *to);

static bool product(const reading *r, const lcv_ast *ast, linear *to)
{
    const lcv_ast *a = ast->child, *b = a->next;
    bool first = is_constant(r, a);
    if ((!first && !is_constant(r, b)) || !linear_of(r, first ? b : a, to))
        return false;
    for (size_t i = 0; i < r->names->nchildren; i++)
        to->by[i] = times(r, to->by[i], first ? a : b);
    to->constant = times(r, to->constant, first ? a : b);
    return true;
}

/* The expression as such a sum; false: it is none. */
static bool linear_of(const reading *r, const lcv_ast *ast, linear *to)
{
    linear b = {NULL, {NULL}};
    size_t n = r->names->nchildren, i = 0;
    *to = b;
    if (is_constant(r, ast)) {
        to->constant = is_number(ast, "0") ? NULL : constant(r->arena, ast, NULL);
        return true;
    }
    if (ast->kind == LCV_AST_NAME) {
        const lcv_ast *name = r->names->child;
        for (; strcmp(name->text, ast->text) != 0; name = name->next)
            i++;
        to->by[i] = lcv_build_int(r->arena, 1);
        return true;
    }
    bool minus = ast->op == LCV_OP_SUB || ast->op == LCV_OP_NEG;
    if (ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_MUL)
        return product(r, ast, to);
    if ((ast->kind != LCV_AST_BINARY && ast->kind != LCV_AST_UNARY) ||
        (!minus && ast->op != LCV_OP_ADD) || !linear_of(r, ast->last, &b) ||
        (ast->kind == LCV_AST_BINARY && !linear_of(r, ast->child, to)))
        return false;
    for (; i < n; i++)
        to->by[i] = sum(r, to->by[i], minus ? negative(r, b.by[i]) : b.by[i]);
    to->constant = sum(r, to->constant, minus ? negative(r, b.constant) : b.constant);
    return true;
}

/* Are they equal where both have a value? */
static bool same(const reading *r, const lcv_ast *a, const lcv_ast *b)
{
    lcv_sums *sums = a && b ? lcv_arena_alloc(r->arena, sizeof *sums) : NULL;
    int64_t number;
    if (!sums)
        return a == b;
    sums->arena = r->arena;
    lcv_lowering l = {.sums = sums, .scope = r->scope, .source = r->source};
    const lcv_ast *less = lcv_build_op(r->arena, LCV_OP_SUB, lcv_ast_copy(r->arena, a),
                                       lcv_ast_copy(r->arena, b));
    const lcv_cases *made = less ? lcv_lower(&l, less) : NULL;
    bool all = made && made->nvalues == 1;
    for (size_t i = 0; all && i < made->n; i++)
        all = !made->of[i].value ||
              (lcv_sum_is_number(made->of[i].value[0], &number) && number == 0);
    return all;
}

/* ---- maps ---- */

/* The difference of two expressions, coordinates being in it, is less than 0, or at most. */
static bool add_bound(reading *r, const lcv_ast *a, const lcv_ast *b, bool at_most)
{
    linear less;
    lcv_ast *difference = lcv_build_op(r->arena, LCV_OP_SUB, lcv_ast_copy(r->arena, a),
                                       lcv_ast_copy(r->arena, b));
    if (!difference || !linear_of(r, difference, &less))
        return false;
    lcv_ast *bound = negative(r, less.constant);
    bound = at_most || !bound ? sum(r, bound, lcv_build_int(r->arena, at_most)) : bound;
    for (size_t k = 0; k < r->n; k++) {
        bool it = !r->below[k];
        for (size_t i = 0; it && i < r->names->nchildren; i++)
            it = same(r, less.by[i], r->value[k].by[i]);
        if (it)
            return (r->below[k] = bound) != NULL;
    }
    return false;
}

static bool add_condition(reading *r, const lcv_ast *where)
{
    const lcv_ast *a = where->child, *b = a ? a->next : NULL;
    if (where->kind == LCV_AST_LOGIC && where->op == LCV_OP_AND)
        return add_condition(r, a) && add_condition(r, b);
    bool less = where->op == LCV_OP_LT || where->op == LCV_OP_LE;
    bool more = where->op == LCV_OP_GT || where->op == LCV_OP_GE;
    return where->kind == LCV_AST_COMPARE && (less || more) &&
           add_bound(r, less ? a : b, less ? b : a,
                     where->op == LCV_OP_LE || where->op == LCV_OP_GE);
}

/* A size min(a, b), of which b depends on other coordinates, is a with the condition that the
 * coordinate is less than b. */
static bool add_size(reading *r, size_t i, const lcv_ast *name, const lcv_ast *size)
{
    const lcv_ast *a = size, *b = NULL;
    if (lcv_ast_calls(size, "min") && size->nchildren == 3 && !lcv_scope_find(r->scope, "min") &&
        !is_constant(r, size)) {
        a = size->child->next;
        b = a->next;
        if (!is_constant(r, a)) {
            b = a;
            a = a->next;
        }
    }
    if (a->kind == LCV_AST_WILDCARD || !is_constant(r, a))
        return false;
    r->extent[i] = constant(r->arena, a, NULL);
    return !b || add_bound(r, name, b, false);
}

static bool read_map(reading *r, const lcv_ast *map)
{
    const lcv_ast *value = lcv_map_value(map), *where = map->child->next->next->next;
    r->names = map->child;
    if (!value || r->names->nchildren > MOST)
        return false;
    bool tuple = value->kind == LCV_AST_TUPLE;
    if (tuple && (value->nchildren < 2 || value->nchildren > MOST))
        return false;
    for (const lcv_ast *x = tuple ? value->child : value; x; x = tuple ? x->next : NULL)
        if (!linear_of(r, x, &r->value[r->n]) || r->value[r->n++].constant)
            return false;
    const lcv_ast *name = r->names->child, *size = r->names->next->child;
    for (size_t i = 0; name && size; i++, name = name->next, size = size->next)
        if (!add_size(r, i, name, size))
            return false;
    return !where || add_condition(r, where);
}

/* ---- layouts ---- */

/* The stride of coordinate i: a number, or a sum of multiples of e0, e1, .. */
static lcv_ast *stride(const reading *r, size_t i)
{
    lcv_ast *all = r->n == 1 ? r->value[0].by[i] : NULL;
    for (size_t k = 0; k < r->n && r->n > 1; k++) {
        const lcv_ast *e = lcv_build_leaf(r->arena, LCV_AST_STRIDE, "e%zu", k);
        lcv_ast *by = r->value[k].by[i];
        all = sum(r, all, by ? times(r, lcv_ast_copy(r->arena, by), e) : NULL);
    }
    return all ? lcv_ast_copy(r->arena, all) : lcv_build_int(r->arena, 0);
}

static lcv_ast *layout(const reading *r)
{
    lcv_ast *shape = lcv_build(r->arena, LCV_AST_TUPLE, 0);
    lcv_ast *strides = lcv_build(r->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < r->names->nchildren; i++) {
        shape = lcv_build_add(shape, lcv_ast_copy(r->arena, r->extent[i]));
        strides = lcv_build_add(strides, stride(r, i));
    }
    return lcv_build(r->arena, LCV_AST_LAYOUT, 2, shape, strides);
}

/* The bounds of its values; NULL: there are none, or no memory. */
static lcv_ast *bounds(const reading *r)
{
    lcv_ast *all = lcv_build(r->arena, LCV_AST_TUPLE, 0);
    bool any = false;
    for (size_t k = 0; k < r->n; k++) {
        any = any || r->below[k];
        if (r->n == 1)
            return r->below[k] ? lcv_ast_copy(r->arena, r->below[k]) : NULL;
        all = lcv_build_add(all, r->below[k] ? lcv_ast_copy(r->arena, r->below[k])
                                             : lcv_build_leaf(r->arena, LCV_AST_WILDCARD, "_"));
    }
    return any ? all : NULL;
}

size_t lcv_claims_of_layout(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                            const lcv_ast *to[LCV_AS_LAYOUT])
{
    const lcv_ast *map = claim->nchildren <= 3 ? map_of(e, claim) : NULL;
    reading r = {.arena = arena, .scope = e->scope, .source = e->source};
    if (!map)
        return 0;
    map = lcv_inline_calls(arena, e->scope, map);
    if (!read_map(&r, map)) { /* perhaps the map of other coordinates */
        r = (reading){.arena = arena, .scope = e->scope, .source = e->source};
        map = lcv_split_map(arena, e, map);
        if (!map)
            return 0;
        if (!read_map(&r, map)) { /* as it stands there, with entries of tables */
            *to = lcv_ast_calls(claim, "partitions covers surjective " LCV_OF_FEWER)
                      ? claim_of(arena, claim, claim->child->text, lcv_ast_copy(arena, map),
                                 claim->child->next->next, NULL)
                      : NULL;
            return *to != NULL;
        }
    }
    const lcv_ast *second = claim->child->next->next;
    lcv_ast *under = bounds(&r), *all = under ? lcv_ast_copy(arena, under) : NULL;
    size_t n = 0;
    const bool fewer = lcv_ast_calls(claim, LCV_OF_FEWER);
    const bool each = lcv_ast_calls(claim, "partitions injective in_bounds covers surjective");
    if ((fewer || (each && !under)) &&
        (to[n] = claim_of(arena, claim, claim->child->text, layout(&r), second, NULL)))
        n++;
    if (each && all &&
        (to[n] = claim_of(arena, claim, "partitions", layout(&r), second ? second : all, under)))
        n++;
    return n;
}
