/* vectors.c - conflict_free(X, bytes=b, vector=v): v consecutive values of a thread are one.
 *
 * X is a layout of (thread,value), its first mode the T threads; they have N values each, of
 * which v make a vector: v divides N. Besides, the claim is that of three, which the prover and
 * isl both know:
 *
 *     equiv((v,1):(1,0) o 0 o X o 0 o V, (T,N/v,v):(0,0,1))   value r of a vector is r modulo v,
 *     equiv((v,1):(0,v) o 0 o X o 0 o V, X o 0 o W)           and in the v offsets of its first,
 *     conflict_free(X o F, bytes=b, width=v*b)                the first values have no conflicts
 *
 * with V = (T,N/v,v):(1,v*T,T), W = (T,N/v,v):(1,v*T,0) and F = (T,N/v):(1,v*T). So vectors start
 * at multiples of v, as the width wants it. The same is said of coalesced(X, ..), and of
 * conflicts(X, ..) and sectors(X, ..) where they are compared.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "expand.h"

/* What the calls are made of; the trees in it are copied for each use. */
typedef struct {
    lcv_arena *arena;
    const lcv_ast *x, *v, *bytes;
} vectors;

static lcv_ast *call(const lcv_ast *ast, const char *const *name, size_t n)
{
    bool named = ast->kind == LCV_AST_APPLY && ast->child->kind == LCV_AST_NAME &&
                 ast->child->next;
    for (size_t i = 0; named && i < n; i++)
        if (strcmp(ast->child->text, name[i]) == 0)
            return ast->child->next;
    return NULL;
}

/* The value of vector=.., and that of another keyword; NULL: none. */
static lcv_ast *keyword(const lcv_ast *args, const char *name)
{
    for (const lcv_ast *arg = args; arg; arg = arg->next)
        if (arg->kind == LCV_AST_KEYWORD && arg->text && strcmp(arg->text, name) == 0)
            return arg->child;
    return NULL;
}

/* ---- what it stands for ---- */

static lcv_ast *copy(const vectors *s, const lcv_ast *of)
{
    lcv_ast *made = of ? lcv_ast_copy(s->arena, of) : NULL;
    if (made)
        made->next = NULL;
    return made;
}

static lcv_ast *x(const vectors *s)
{
    return lcv_build_group(copy(s, s->x));
}

static lcv_ast *v(const vectors *s)
{
    return lcv_build_group(copy(s, s->v));
}

static lcv_ast *number(const vectors *s, int64_t n)
{
    return lcv_build_int(s->arena, n);
}

static lcv_ast *times(const vectors *s, lcv_ast *a, lcv_ast *b)
{
    return lcv_build_group(lcv_build_op(s->arena, LCV_OP_MUL, a, b));
}

static lcv_ast *divided(const vectors *s, lcv_ast *a, lcv_ast *b)
{
    return lcv_build_group(lcv_build_op(s->arena, LCV_OP_DIV, a, b));
}

/* T */
static lcv_ast *threads(const vectors *s)
{
    lcv_ast *first = lcv_build_call(s->arena, "mode", 2, x(s), number(s, 0));
    return lcv_build_call(s->arena, "size", 1, first);
}

/* N/v */
static lcv_ast *per_thread(const vectors *s)
{
    lcv_ast *all = lcv_build_call(s->arena, "size", 1, x(s));
    return divided(s, divided(s, all, threads(s)), v(s));
}

/* (T,N/v,v):(a,b,c) */
static lcv_ast *of_three(const vectors *s, lcv_ast *a, lcv_ast *b, lcv_ast *c)
{
    lcv_arena *arena = s->arena;
    lcv_ast *shape = lcv_build(arena, LCV_AST_TUPLE, 3, threads(s), per_thread(s), v(s));
    lcv_ast *stride = lcv_build(arena, LCV_AST_TUPLE, 3, a, b, c);
    return lcv_build_group(lcv_build(arena, LCV_AST_LAYOUT, 2, shape, stride));
}

/* V and W, whose last strides are T and 0. */
static lcv_ast *places(const vectors *s, lcv_ast *last)
{
    return of_three(s, number(s, 1), times(s, v(s), threads(s)), last);
}

/* a o 0 o b, a function whether or not it is a layout. */
static lcv_ast *composed(const vectors *s, lcv_ast *a, lcv_ast *b)
{
    lcv_ast *behind = lcv_build(s->arena, LCV_AST_COMPOSE, 2, number(s, 0), b);
    return lcv_build_group(lcv_build(s->arena, LCV_AST_COMPOSE, 2, a, behind));
}

/* (v,1):(1,0) is the remainder modulo v, (v,1):(0,v) the rest. */
static lcv_ast *part(const vectors *s, bool remainder)
{
    lcv_ast *stride = remainder
                          ? lcv_build(s->arena, LCV_AST_TUPLE, 2, number(s, 1), number(s, 0))
                          : lcv_build(s->arena, LCV_AST_TUPLE, 2, number(s, 0), v(s));
    lcv_ast *shape = lcv_build(s->arena, LCV_AST_TUPLE, 2, v(s), number(s, 1));
    return lcv_build_group(lcv_build(s->arena, LCV_AST_LAYOUT, 2, shape, stride));
}

/* size(X) % (v*T) == 0: a thread has whole vectors. */
static lcv_ast *come_out_even(const vectors *s)
{
    lcv_ast *all = lcv_build_call(s->arena, "size", 1, x(s));
    lcv_ast *rest = lcv_build_op(s->arena, LCV_OP_MOD, all, times(s, v(s), threads(s)));
    return lcv_build_op(s->arena, LCV_OP_EQ, rest, number(s, 0));
}

/* The values of a vector are consecutive offsets. */
static lcv_ast *are_consecutive(const vectors *s)
{
    lcv_ast *values = composed(s, part(s, true), composed(s, x(s), places(s, threads(s))));
    lcv_ast *inside = lcv_build_call(s->arena, "equiv", 2, values,
                                     of_three(s, number(s, 0), number(s, 0), number(s, 1)));
    lcv_ast *rest = composed(s, part(s, false), composed(s, x(s), places(s, threads(s))));
    lcv_ast *same = lcv_build_call(s->arena, "equiv", 2, rest,
                                   composed(s, x(s), places(s, number(s, 0))));
    return lcv_build_op(s->arena, LCV_OP_AND, inside, same);
}

/* X o F */
static lcv_ast *first_values(const vectors *s)
{
    lcv_arena *arena = s->arena;
    lcv_ast *shape = lcv_build(arena, LCV_AST_TUPLE, 2, threads(s), per_thread(s));
    lcv_ast *stride = lcv_build(arena, LCV_AST_TUPLE, 2, number(s, 1),
                                times(s, v(s), threads(s)));
    lcv_ast *first = lcv_build_group(lcv_build(arena, LCV_AST_LAYOUT, 2, shape, stride));
    return lcv_build_group(lcv_build(arena, LCV_AST_COMPOSE, 2, x(s), first));
}

static lcv_ast *width(const vectors *s)
{
    return times(s, v(s), s->bytes ? lcv_build_group(copy(s, s->bytes)) : number(s, 4));
}

/* The call with X o F, without `vector`, with the width. */
static lcv_ast *of_first_values(const vectors *s, const lcv_ast *old)
{
    lcv_ast *made = lcv_build_call(s->arena, old->child->text, 1, first_values(s));
    for (const lcv_ast *arg = old->child->next->next; made && arg; arg = arg->next)
        if (arg->kind != LCV_AST_KEYWORD || strcmp(arg->text, "vector") != 0)
            made = lcv_build_add(made, copy(s, arg));
    return lcv_build_add(made, lcv_build_keyword(s->arena, "width", width(s)));
}

/* ---- trees ---- */

static void place(lcv_ast *ast, lcv_span span)
{
    ast->span = span;
    for (lcv_ast *child = ast->child; child; child = child->next)
        place(child, span);
}

/* The node, whose call of these is `of`, becomes what it stands for. */
static bool replace(lcv_eval *e, lcv_arena *arena, lcv_ast *ast, lcv_ast *of)
{
    lcv_ast *args = of->child->next, *given = keyword(args, "width");
    if (given) {
        lcv_eval_fail(e, given->span, "a lane moves its vector: the width is that of vector=v");
        lcv_diag_hint(e->diag, "expected vector=v without width, which is v * bytes");
        return false;
    }
    const vectors s = {arena, args, keyword(args, "vector"), keyword(args, "bytes")};
    lcv_ast *made = of_first_values(&s, of), *whole = made;
    const lcv_span span = ast->span, of_call = of->span;
    if (made && ast != of) { /* a comparison: its other side stays */
        made->next = of->next;
        place(made, of_call);
        *of = *made;
        whole = lcv_build(arena, ast->kind, 0);
        if (whole) {
            lcv_ast *next = whole->next;
            *whole = *ast;
            whole->next = next;
        }
    } else if (made) {
        place(made, of_call);
    }
    lcv_ast *even = whole ? come_out_even(&s) : NULL, *claim = even ? are_consecutive(&s) : NULL;
    if (claim) {
        place(even, of_call);
        place(claim, of_call);
        claim = lcv_build_op(arena, LCV_OP_AND, even, claim);
    }
    claim = claim ? lcv_build_op(arena, LCV_OP_AND, claim, whole) : NULL;
    if (!claim)
        return lcv_eval_no_memory(e, span) != NULL;
    claim->span = span;
    claim->next = ast->next;
    claim->parentheses = ast->parentheses;
    *ast = *claim;
    return true;
}

bool lcv_expand_vectors(lcv_eval *e, lcv_arena *arena, lcv_ast *ast)
{
    static const char *const claims[] = {"conflict_free", "coalesced"}, *const numbers[] = {
                                                                            "conflicts",
                                                                            "sectors"};
    lcv_ast *args = call(ast, claims, 2), *of = ast;
    if (ast->kind == LCV_AST_COMPARE)
        for (of = ast->child; of && !((args = call(of, numbers, 2)) && keyword(args, "vector"));)
            of = of->next;
    if (of && args && keyword(args, "vector"))
        return replace(e, arena, ast, of);
    for (lcv_ast *child = ast->child; child; child = child->next)
        if (!lcv_expand_vectors(e, arena, child))
            return false;
    return true;
}

bool lcv_has_vectors(const lcv_ast *ast)
{
    bool has = ast->kind == LCV_AST_KEYWORD && ast->text && strcmp(ast->text, "vector") == 0;
    for (const lcv_ast *child = ast->child; !has && child; child = child->next)
        has = lcv_has_vectors(child);
    return has;
}
