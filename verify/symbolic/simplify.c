/* simplify.c - quotients and remainders of sums, and rotations, in maps; see simplify.h. */
#include "config.h"

#include "simplify.h"

#include <stdlib.h>
#include <string.h>

#include "../language/build.h"
#include "symbolic.h"

#define TERMS 12

bool lcv_alike(const lcv_ast *a, const lcv_ast *b)
{
    if (a->kind != b->kind || a->nchildren != b->nchildren || (a->child && a->op != b->op) ||
        (a->text && b->text && !a->child && strcmp(a->text, b->text) != 0))
        return false;
    for (a = a->child, b = b->child; a; a = a->next, b = b->next)
        if (!lcv_alike(a, b))
            return false;
    return true;
}

bool lcv_mentions(const lcv_ast *ast, const char *name)
{
    bool any = ast->kind == LCV_AST_NAME && strcmp(ast->text, name) == 0;
    for (const lcv_ast *part = ast->child; part && !any; part = part->next)
        any = lcv_mentions(part, name);
    return any;
}

lcv_ast *lcv_grouped(lcv_ast *ast)
{
    bool loose = ast && (ast->kind == LCV_AST_BINARY || ast->kind == LCV_AST_UNARY);
    return loose && ast->parentheses == 0 ? lcv_build_group(ast) : ast;
}

static lcv_ast *factor(lcv_ast *ast)
{
    return ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_MUL ? ast : lcv_grouped(ast);
}

static bool is_one(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_INT && strcmp(ast->text, "1") == 0;
}

lcv_ast *lcv_times(lcv_arena *arena, lcv_ast *a, lcv_ast *b)
{
    if (!a || !b || is_one(a))
        return a ? b : NULL;
    return is_one(b) ? a : lcv_build_op(arena, LCV_OP_MUL, factor(a), factor(b));
}

lcv_ast *lcv_with_parts(lcv_arena *arena, const lcv_ast *ast, lcv_rewriting *part,
                        const void *user)
{
    if (!ast->child)
        return lcv_ast_copy(arena, ast);
    lcv_ast *made = lcv_ast_new(arena, ast->kind, ast->span);
    if (made) {
        made->op = ast->op;
        made->text = ast->text;
        made->parentheses = ast->parentheses;
    }
    for (const lcv_ast *of = ast->child; of && made; of = of->next)
        made = lcv_build_add(made, part(arena, of, user));
    return made;
}

/* A number that fits; 0. */
static int64_t number(const lcv_ast *ast)
{
    int64_t n;
    return lcv_ast_number(ast, &n) ? n : 0;
}

/* Has it a value wherever its names have? It may be left out then. */
static bool is_total(const lcv_ast *ast)
{
    bool divides = ast->kind == LCV_AST_BINARY && ast->op >= LCV_OP_DIV &&
                   ast->op <= LCV_OP_SHR && ast->op != LCV_OP_BITAND && ast->op != LCV_OP_XOR &&
                   ast->op != LCV_OP_BITOR;
    bool all = ast->kind == LCV_AST_INT || ast->kind == LCV_AST_NAME ||
               ast->kind == LCV_AST_UNARY ||
               (ast->kind == LCV_AST_BINARY && (!divides || number(ast->last) > 0));
    for (const lcv_ast *part = ast->child; part && all; part = part->next)
        all = is_total(part);
    return all;
}

/* ---- sums ---- */

typedef struct {
    const lcv_ast *ast;
    bool minus;
} term;

/* The terms of a sum; TERMS + 1: too many. */
static size_t terms_of(const lcv_ast *ast, bool minus, size_t n, term *to)
{
    bool sum = ast->kind == LCV_AST_BINARY && (ast->op == LCV_OP_ADD || ast->op == LCV_OP_SUB);
    if (n > TERMS)
        return n;
    if (sum) {
        n = terms_of(ast->child, minus, n, to);
        return terms_of(ast->last, ast->op == LCV_OP_SUB ? !minus : minus, n, to);
    }
    if (n < TERMS)
        to[n] = (term){ast, minus};
    return n + 1;
}

static lcv_ast *sum_of(lcv_arena *arena, size_t n, const term *of)
{
    lcv_ast *all = NULL;
    for (size_t i = 0; i < n; i++) {
        lcv_ast *one = lcv_ast_copy(arena, of[i].ast);
        if (!all && of[i].minus)
            all = lcv_build_op(arena, LCV_OP_NEG, lcv_grouped(one), NULL);
        else
            all = all ? lcv_build_op(arena, of[i].minus ? LCV_OP_SUB : LCV_OP_ADD, all,
                                     of[i].minus ? lcv_grouped(one) : one)
                      : one;
    }
    return all ? all : lcv_build_int(arena, 0);
}

/* ---- multiples ---- */

size_t lcv_factors(const lcv_ast *ast, size_t n, const lcv_ast *to[LCV_FACTORS])
{
    if (ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_MUL)
        return lcv_factors(ast->last, lcv_factors(ast->child, n, to), to);
    if (n < LCV_FACTORS)
        to[n] = ast;
    return n < LCV_FACTORS ? n + 1 : LCV_FACTORS + 1;
}

/* What times `by` the term is; NULL: it is no such multiple, by its factors. */
static lcv_ast *multiple_of(lcv_arena *arena, const lcv_ast *ast, const lcv_ast *by)
{
    const lcv_ast *fa[LCV_FACTORS], *fb[LCV_FACTORS];
    size_t na = lcv_factors(ast, 0, fa), nb = lcv_factors(by, 0, fb), k;
    int64_t numbers = 1, by_numbers = 1;
    lcv_ast *all = NULL;
    if (na > LCV_FACTORS || nb > LCV_FACTORS)
        return NULL;
    for (size_t i = 0; i < nb; i++) {
        int64_t n = number(fb[i]);
        if (n != 0) {
            if (__builtin_mul_overflow(by_numbers, n, &by_numbers))
                return NULL;
            continue;
        }
        for (k = 0; k < na && !(fa[k] && lcv_alike(fa[k], fb[i]));)
            k++;
        if (k == na)
            return NULL;
        fa[k] = NULL;
    }
    for (k = 0; k < na; k++) {
        int64_t n = fa[k] ? number(fa[k]) : 0;
        if (n != 0 && __builtin_mul_overflow(numbers, n, &numbers))
            return NULL;
        if (fa[k] && n == 0)
            all = all ? lcv_build_op(arena, LCV_OP_MUL, all,
                                     lcv_grouped(lcv_ast_copy(arena, fa[k])))
                      : lcv_grouped(lcv_ast_copy(arena, fa[k]));
    }
    if (by_numbers == 0 || numbers % by_numbers != 0)
        return NULL;
    numbers /= by_numbers;
    if (!all || numbers != 1) {
        lcv_ast *factor = lcv_build_int(arena, numbers);
        all = all ? lcv_build_op(arena, LCV_OP_MUL, factor, all) : factor;
    }
    return all;
}

/* ---- quotients ---- */

/* (a*D + b) / D is a + b / D, and (a*D + b) % D is b % D. */
static lcv_ast *quotient(lcv_arena *arena, const lcv_ast *ast)
{
    term all[TERMS], left[TERMS];
    size_t n = terms_of(ast->child, false, 0, all), nleft = 0;
    lcv_ast *whole = NULL;
    if (n > TERMS || n < 2)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        lcv_ast *by = multiple_of(arena, all[i].ast, ast->last);
        if (!by || !is_total(by)) {
            left[nleft++] = all[i];
            continue;
        }
        by = all[i].minus ? lcv_build_op(arena, LCV_OP_NEG, lcv_grouped(by), NULL) : by;
        whole = whole ? lcv_build_op(arena, LCV_OP_ADD, whole, by) : by;
    }
    if (nleft == n)
        return NULL;
    bool gone = nleft == 0 && number(ast->last) > 0; /* 0 / D has a value */
    lcv_ast *rest = gone ? NULL
                         : lcv_build_op(arena, ast->op, lcv_grouped(sum_of(arena, nleft, left)),
                                        lcv_grouped(lcv_ast_copy(arena, ast->last)));
    if (ast->op == LCV_OP_MOD)
        return rest ? lcv_grouped(rest) : lcv_build_int(arena, 0);
    return rest ? lcv_grouped(lcv_build_op(arena, LCV_OP_ADD, whole, rest)) : lcv_grouped(whole);
}

lcv_ast *lcv_simplified(lcv_arena *arena, const lcv_ast *ast, const void *unused)
{
    lcv_ast *made = lcv_with_parts(arena, ast, lcv_simplified, unused);
    bool divides = made && made->kind == LCV_AST_BINARY &&
                   (made->op == LCV_OP_DIV || made->op == LCV_OP_MOD);
    lcv_ast *simple = divides ? quotient(arena, made) : NULL;
    return simple ? simple : made;
}

/* ---- rotations ---- */

/* A coordinate, its size, and the expression in which alone it stands; NULL: none was seen. */
typedef struct {
    lcv_arena *arena;
    const lcv_eval *e;
    const char *name;
    const lcv_ast *size, *inside;
    bool fails;
} rotation;

/* (x + e) % S, or (e - x) % S, of a coordinate x of [0,S) that e does not mention. */
static bool rotates(const lcv_ast *ast, const rotation *r)
{
    term all[TERMS];
    bool is = ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_MOD &&
              lcv_alike(ast->last, r->size);
    size_t n = is ? terms_of(ast->child, false, 0, all) : 0, alone = 0;
    for (size_t i = 0; n <= TERMS && i < n; i++)
        if (lcv_mentions(all[i].ast, r->name))
            alone += all[i].ast->kind == LCV_AST_NAME ? 1 : TERMS;
        else
            alone += is_total(all[i].ast) ? 0 : TERMS;
    return n >= 1 && n <= TERMS && alone == 1;
}

/* 1 << k */
static bool is_shift(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_SHL && number(ast->child) == 1;
}

/* Is the size a power of two: as a number, or by an assumption, `S == 1 << k`? */
static bool is_power(const rotation *r)
{
    int64_t n = number(r->size);
    bool is = (n > 0 && (n & (n - 1)) == 0) || is_shift(r->size);
    for (const lcv_scope *s = r->e->scope; s && !is; s = s->outside)
        for (size_t k = 0; k < s->nassumptions && !is; k++) {
            const lcv_ast *a = s->assumption[k]->formula->ast;
            bool equal = a->kind == LCV_AST_COMPARE && a->op == LCV_OP_EQ;
            is = equal && ((lcv_alike(a->child, r->size) && is_shift(a->last)) ||
                           (lcv_alike(a->last, r->size) && is_shift(a->child)));
        }
    return is;
}

static bool is_within(const rotation *r, const lcv_ast *ast)
{
    lcv_ast *least = lcv_build_op(r->arena, LCV_OP_GE, lcv_ast_copy(r->arena, ast),
                                  lcv_build_int(r->arena, 0));
    lcv_ast *less = lcv_build_op(r->arena, LCV_OP_LT, lcv_ast_copy(r->arena, ast),
                                 lcv_ast_copy(r->arena, r->size));
    return least && less && lcv_depends(r->e->scope, ast) && lcv_is_proved(r->e, least) &&
           lcv_is_proved(r->e, less);
}

/* x ^ e of a coordinate x of [0,S), S being a power of two, and an e of [0,S) of parameters. */
static bool flips(const lcv_ast *ast, const rotation *r)
{
    bool is = ast->kind == LCV_AST_BINARY && ast->op == LCV_OP_XOR;
    const lcv_ast *x = is ? ast->child : NULL, *e = is ? ast->last : NULL;
    if (is && x->kind != LCV_AST_NAME) {
        x = e;
        e = ast->child;
    }
    return is && x->kind == LCV_AST_NAME && strcmp(x->text, r->name) == 0 &&
           !lcv_mentions(e, r->name) && is_total(e) && is_power(r) && is_within(r, e);
}

static void look_for(const lcv_ast *ast, rotation *r)
{
    if (r->fails || !lcv_mentions(ast, r->name))
        return;
    if (rotates(ast, r) || flips(ast, r)) {
        r->fails = r->inside && !lcv_alike(r->inside, ast);
        r->inside = ast;
        return;
    }
    r->fails = ast->kind == LCV_AST_NAME;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        look_for(part, r);
}

static lcv_ast *unrotated(lcv_arena *arena, const lcv_ast *ast, const void *of)
{
    const rotation *r = of;
    return lcv_alike(ast, r->inside) ? lcv_build_leaf(arena, LCV_AST_NAME, "%s", r->name)
                                     : lcv_with_parts(arena, ast, unrotated, of);
}

lcv_ast *lcv_unrotated(lcv_arena *arena, const lcv_eval *e, const lcv_ast *ast, const char *name,
                       const lcv_ast *size)
{
    rotation r = {.arena = arena, .e = e, .name = name, .size = size};
    look_for(ast, &r);
    return r.inside && !r.fails ? unrotated(arena, ast, &r) : NULL;
}

const lcv_ast *lcv_unrotated_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map)
{
    const lcv_ast *names = map->child, *sizes = names->next, *value = sizes->next;
    const lcv_ast *name = names->child, *size = sizes->child;
    lcv_ast *made = NULL;
    if (value->next) /* a condition on the coordinates as they are */
        return map;
    for (; name && size; name = name->next, size = size->next) {
        bool named = false;
        for (const lcv_ast *other = size->next; other; other = other->next)
            named = named || lcv_mentions(other, name->text);
        lcv_ast *next = named ? NULL
                              : lcv_unrotated(arena, e, made ? made : value, name->text, size);
        made = next ? next : made;
    }
    const lcv_ast *all = made ? lcv_build_map(arena, map, lcv_ast_copy(arena, names),
                                              lcv_ast_copy(arena, sizes), made, NULL)
                              : NULL;
    return all ? all : map;
}
