/* split-map.c - a coordinate that a map divides, as its quotient and its rest.
 *
 * Where x / D and x % D stand in a map, x of [0,S) is q*D + r, and the map one of (q,r). Where
 * S = K*D, q is of [0,K) and r of [0,D), whatever D is: of D <= 0 there is no x either. Else, D
 * being 1 or more, q is of [0,ceil_div(S,D)) and r of [0,min(D, S - q*D)). D may depend on
 * coordinates before x. The values are the same, as often.
 */
#include "config.h"

#include "as-layout.h"

#include <string.h>

#include "../language/build.h"
#include "../tables/problem.h"
#include "simplify.h"
#include "symbolic.h"

#define MOST LCV_MAX_COORDINATES
#define SPLITS 4

typedef struct {
    lcv_arena *arena;
    const lcv_eval *e;
    size_t n, made;
    const lcv_ast *name[MOST], *size[MOST], *value, *where;
} splitting;

/* The last coordinate that the expression names; *any: there is one. */
static size_t last_named(const splitting *s, const lcv_ast *ast, bool *any)
{
    size_t last = 0;
    *any = false;
    for (size_t i = 0; i < s->n; i++)
        if (ast->kind == LCV_AST_NAME && strcmp(ast->text, s->name[i]->text) == 0) {
            *any = true;
            return i;
        }
    for (const lcv_ast *part = ast->child; part; part = part->next) {
        bool here;
        size_t i = last_named(s, part, &here);
        last = here && (!*any || i > last) ? i : last;
        *any = *any || here;
    }
    return last;
}

/* x / D, or x % D, of a D that depends on coordinates before x alone; NULL. */
static const lcv_ast *quotient_in(const splitting *s, const lcv_ast *ast, size_t *x)
{
    bool named, any;
    if (ast->kind == LCV_AST_BINARY && (ast->op == LCV_OP_DIV || ast->op == LCV_OP_MOD) &&
        ast->child->kind == LCV_AST_NAME) {
        *x = last_named(s, ast->child, &named);
        size_t last = last_named(s, ast->last, &any);
        if (named && (!any || last < *x))
            return ast;
    }
    const lcv_ast *found = NULL;
    for (const lcv_ast *part = ast->child; part && !found; part = part->next)
        found = quotient_in(s, part, x);
    return found;
}

/* ---- what is written instead ---- */

typedef struct {
    const splitting *s;
    const char *x;
    const lcv_ast *by, *q, *r;
} splits;

static lcv_ast *times(lcv_arena *arena, const lcv_ast *a, const lcv_ast *b)
{
    return lcv_build_op(arena, LCV_OP_MUL, lcv_grouped(lcv_ast_copy(arena, a)),
                        lcv_grouped(lcv_ast_copy(arena, b)));
}

static lcv_ast *instead(lcv_arena *arena, const lcv_ast *ast, const void *user)
{
    const splits *w = user;
    const lcv_ast *x = ast->kind == LCV_AST_BINARY ? ast->child : ast;
    bool is = x->kind == LCV_AST_NAME && strcmp(x->text, w->x) == 0;
    if (is && x == ast)
        return lcv_grouped(lcv_build_op(arena, LCV_OP_ADD, times(arena, w->q, w->by),
                                        lcv_ast_copy(arena, w->r)));
    if (is && (ast->op == LCV_OP_DIV || ast->op == LCV_OP_MOD) && lcv_alike(ast->last, w->by))
        return lcv_ast_copy(arena, ast->op == LCV_OP_DIV ? w->q : w->r);
    return lcv_with_parts(arena, ast, instead, w);
}

/* ---- sizes ---- */

static lcv_ast *product_of(lcv_arena *arena, size_t n, const lcv_ast *const *of)
{
    lcv_ast *all = n == 0 ? lcv_build_int(arena, 1) : lcv_ast_copy(arena, of[0]);
    for (size_t i = 1; i < n; i++)
        all = lcv_build_op(arena, LCV_OP_MUL, lcv_grouped(all),
                           lcv_grouped(lcv_ast_copy(arena, of[i])));
    return all;
}

/* Takes out of both what they share, into `common`; its number, SIZE_MAX: too many factors. */
static size_t share(const lcv_ast *a, const lcv_ast *b, size_t *na, const lcv_ast **fa,
                    size_t *nb, const lcv_ast **fb, const lcv_ast **common)
{
    size_t n = 0;
    *na = lcv_factors(a, 0, fa);
    *nb = lcv_factors(b, 0, fb);
    if (*na > LCV_FACTORS || *nb > LCV_FACTORS)
        return SIZE_MAX;
    for (size_t i = 0; i < *na;) {
        size_t k = 0;
        while (k < *nb && !lcv_alike(fa[i], fb[k]))
            k++;
        if (k == *nb) {
            i++;
            continue;
        }
        common[n++] = fa[i];
        fa[i] = fa[--*na];
        fb[k] = fb[--*nb];
    }
    return n;
}

static bool is_positive(const splitting *s, const lcv_ast *ast)
{
    const lcv_ast *claim = lcv_build_op(s->arena, LCV_OP_GE, lcv_ast_copy(s->arena, ast),
                                        lcv_build_int(s->arena, 1));
    bool any;
    last_named(s, ast, &any);
    return claim && !any && lcv_is_proved(s->e, claim);
}

/* a == b, as polynomials of coordinates and parameters. */
static bool same(const splitting *s, const lcv_ast *a, const lcv_ast *b)
{
    lcv_sums *sums = lcv_arena_alloc(s->arena, sizeof *sums);
    const lcv_ast *less = lcv_build_op(s->arena, LCV_OP_SUB, lcv_ast_copy(s->arena, a),
                                       lcv_ast_copy(s->arena, b));
    int64_t number;
    if (!sums || !less)
        return false;
    sums->arena = s->arena;
    lcv_lowering l = {.sums = sums, .scope = s->e->scope, .source = s->e->source};
    for (size_t i = 0; i < s->n; i++) {
        const lcv_unknown_integer u = {.kind = LCV_U_COORDINATE, .name = s->name[i]->text};
        l.coordinate[l.ncoordinates++] =
            (lcv_named){.name = s->name[i]->text,
                        .sum = lcv_sum_unknown(sums, lcv_sums_add(sums, &u))};
    }
    const lcv_sum *made = lcv_lower_integer(&l, less);
    return made && lcv_sum_is_number(made, &number) && number == 0;
}

/* The two operands of min(a, b); else the expression, and NULL. */
static void operands(const splitting *s, const lcv_ast *ast, const lcv_ast *of[2])
{
    bool least = lcv_ast_calls(ast, "min") && ast->nchildren == 3 &&
                 !lcv_scope_find(s->e->scope, "min");
    of[0] = least ? ast->child->next : ast;
    of[1] = least ? ast->last : NULL;
}

/* M / n, of a parameter M that is assumed to be a multiple of the number n, for the first such
 * factor, where the factors that `by` has more than the size are one number; or NULL. */
static lcv_ast *divided_factor(const splitting *s, size_t na, const lcv_ast **fa, size_t nb,
                               const lcv_ast **fb)
{
    for (size_t i = 0; i < na && nb == 1 && fb[0]->kind == LCV_AST_INT; i++) {
        lcv_ast *rest = lcv_build_op(s->arena, LCV_OP_MOD, lcv_ast_copy(s->arena, fa[i]),
                                     lcv_ast_copy(s->arena, fb[0]));
        lcv_ast *claim = lcv_build_op(s->arena, LCV_OP_EQ, rest, lcv_build_int(s->arena, 0));
        if (fa[i]->kind != LCV_AST_NAME || !claim || !lcv_is_proved(s->e, claim))
            continue;
        return lcv_grouped(lcv_build_op(s->arena, LCV_OP_DIV, lcv_ast_copy(s->arena, fa[i]),
                                        lcv_ast_copy(s->arena, fb[0])));
    }
    return NULL;
}

/* K of 1 or more with size = K * by; NULL: none was found. Of min(a,b) = K * min(c,d) each is K
 * times its own. */
static lcv_ast *exact(const splitting *s, const lcv_ast *size, const lcv_ast *by)
{
    const lcv_ast *a[2], *b[2], *fa[LCV_FACTORS], *fb[LCV_FACTORS], *common[LCV_FACTORS];
    size_t na, nb;
    operands(s, size, a);
    operands(s, by, b);
    for (size_t i = 0; i < 2 && b[i] && !a[1] == !b[1]; i++) {
        if (share(a[0], b[i], &na, fa, &nb, fb, common) == SIZE_MAX)
            continue;
        if (nb > 0) {
            const lcv_ast *part = divided_factor(s, na, fa, nb, fb);
            for (size_t k = 0; part && k < na; k++)
                if (lcv_alike(fa[k], part->child)) {
                    fa[k] = part;
                    break;
                }
            if (!part)
                continue;
        }
        lcv_ast *k = product_of(s->arena, na, fa);
        if (k && is_positive(s, k) && (!a[1] || same(s, a[1], times(s->arena, b[1 - i], k))))
            return k;
    }
    return NULL;
}

/* ceil_div(size, by), without what both share. */
static lcv_ast *ragged(const splitting *s, const lcv_ast *size, const lcv_ast *by)
{
    const lcv_ast *fa[LCV_FACTORS], *fb[LCV_FACTORS], *common[LCV_FACTORS];
    size_t na, nb, n = share(size, by, &na, fa, &nb, fb, common);
    if (n == SIZE_MAX || !is_positive(s, by))
        return NULL;
    if (n > 0 && !is_positive(s, product_of(s->arena, n, common)))
        return NULL;
    return lcv_build_call(s->arena, "ceil_div", 2, product_of(s->arena, na, fa),
                          product_of(s->arena, nb, fb));
}

/* ---- maps ---- */

/* One coordinate as two; false: there is none to split. */
static bool split(splitting *s)
{
    size_t x;
    const lcv_ast *found = quotient_in(s, s->value, &x);
    if (!found || s->n == MOST || s->made == SPLITS)
        return false;
    splits w = {.s = s, .x = s->name[x]->text, .by = found->last};
    const lcv_ast *size = s->size[x];
    w.q = lcv_build_leaf(s->arena, LCV_AST_NAME, "$q%zu", s->made);
    w.r = lcv_build_leaf(s->arena, LCV_AST_NAME, "$r%zu", s->made++);
    const lcv_ast *k = exact(s, size, w.by), *rest = w.by;
    if (!k && (k = ragged(s, size, w.by))) {
        lcv_ast *left = lcv_build_op(s->arena, LCV_OP_SUB,
                                     lcv_grouped(lcv_ast_copy(s->arena, size)),
                                     times(s->arena, w.q, w.by));
        rest = lcv_build_call(s->arena, "min", 2, lcv_ast_copy(s->arena, w.by), left);
    }
    if (!k || !rest || !w.q || !w.r)
        return false;
    for (size_t i = x + 1; i < s->n; i++)
        s->size[i] = instead(s->arena, s->size[i], &w);
    s->value = lcv_simplified(s->arena, instead(s->arena, s->value, &w), NULL);
    s->where = s->where ? instead(s->arena, s->where, &w) : NULL;
    memmove(&s->name[x + 2], &s->name[x + 1], (s->n - x - 1) * sizeof *s->name);
    memmove(&s->size[x + 2], &s->size[x + 1], (s->n - x - 1) * sizeof *s->size);
    s->name[x] = w.q;
    s->name[x + 1] = w.r;
    s->size[x] = k;
    s->size[x + 1] = rest;
    s->n++;
    return s->value != NULL;
}

const lcv_ast *lcv_split_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map)
{
    splitting s = {.arena = arena, .e = e, .value = map->child->next->next};
    const lcv_ast *name = map->child->child, *size = map->child->next->child;
    s.where = s.value->next;
    for (; name && size && s.n < MOST; name = name->next, size = size->next) {
        s.name[s.n] = name;
        s.size[s.n++] = size;
    }
    if (name || size)
        return NULL;
    while (split(&s))
        ;
    for (size_t i = 0; i < s.n && !s.where; i++) {
        bool named = false;
        for (size_t k = i + 1; k < s.n; k++)
            named = named || lcv_mentions(s.size[k], s.name[i]->text);
        const lcv_ast *value = named
                                   ? NULL
                                   : lcv_unrotated(arena, e, s.value, s.name[i]->text, s.size[i]);
        s.value = value ? value : s.value;
    }
    lcv_ast *names = lcv_build(arena, LCV_AST_TUPLE, 0);
    lcv_ast *sizes = lcv_build(arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; i < s.n; i++) {
        names = lcv_build_add(names, lcv_ast_copy(arena, s.name[i]));
        sizes = lcv_build_add(sizes, lcv_ast_copy(arena, s.size[i]));
    }
    return s.n > map->child->nchildren
               ? lcv_build_map(arena, NULL, names, sizes, lcv_ast_copy(arena, s.value),
                               s.where ? lcv_ast_copy(arena, s.where) : NULL)
               : NULL;
}
