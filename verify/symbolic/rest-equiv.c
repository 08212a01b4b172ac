/* rest-equiv.c - equiv of a map and another map, a layout, or a swizzle after one.
 *
 * The first map has the coordinates. Those of the other function are digits of sums of them,
 * where the sizes of both fall into groups of one product. Both are then values of the same rests
 * (rests.h): they are the same function if all their factors are the same at all points.
 */
#include "config.h"

#include "rests.h"

#include <string.h>

#include "../language/build.h"
#include "as-layout.h"

/* A function as it is written; the scope is that of its names. */
typedef struct {
    lcv_rests *t;
    const lcv_scope *scope;
    size_t n;
    const lcv_rest_sum *at[LCV_REST_SYMBOLS], *size[LCV_REST_SYMBOLS];
} other;

/* ---- coordinates ---- */

static bool is_number(lcv_rests *t, const lcv_rest_sum *a)
{
    const int64_t *at = lcv_rest_pure(t, a);
    for (size_t i = 0; at && i < t->npoints; i++)
        if (at[i] != at[0] || at[0] <= 0)
            return false;
    return at != NULL;
}

/* Of coordinates [i,end) of the first map, the digits that are leaves [k,last) of the other. */
static bool digits(other *o, size_t i, size_t end, size_t k, size_t last)
{
    lcv_rests *t = o->t;
    const lcv_rest_sum *all = lcv_rest_number(t, 0), *by = lcv_rest_number(t, 1);
    for (; i < end; i++) {
        all = lcv_rest_add(t, all, 1, lcv_rest_mul(t, by, lcv_rest_symbol_value(t, i)));
        by = lcv_rest_mul(t, by, lcv_rest_value(t, t->e->scope, t->symbol[i].size));
    }
    for (; k < last; k++) {
        bool rest = k + 1 < last;
        o->at[k] = rest ? lcv_rest_operate(t, LCV_OP_MOD, all, o->size[k]) : all;
        all = rest ? lcv_rest_operate(t, LCV_OP_DIV, all, o->size[k]) : all;
        if (!o->at[k])
            return false;
    }
    return true;
}

/* Groups of coordinates, and of leaves, of one product, in order. */
static bool match(other *o)
{
    lcv_rests *t = o->t;
    size_t i = 0, k = 0;
    while (i < t->ncoordinates && k < o->n) {
        size_t first = i, leaf = k;
        const lcv_rest_sum *a = lcv_rest_value(t, t->e->scope, t->symbol[i++].size);
        const lcv_rest_sum *b = o->size[k++];
        while (a && b && !lcv_rest_same(t, a, b, NULL)) {
            const int64_t *x = is_number(t, a) ? lcv_rest_pure(t, a) : NULL;
            const int64_t *y = is_number(t, b) ? lcv_rest_pure(t, b) : NULL;
            if (y && (!x || *x > *y) && k < o->n)
                b = lcv_rest_mul(t, b, o->size[k++]);
            else if (x && i < t->ncoordinates)
                a = lcv_rest_mul(t, a, lcv_rest_value(t, t->e->scope, t->symbol[i++].size));
            else
                return false;
        }
        if (!a || !b || !digits(o, first, i, leaf, k))
            return false;
    }
    return i == t->ncoordinates && k == o->n;
}

/* ---- layouts ---- */

/* The leaves of a tuple of integers. */
static bool add_leaves(const lcv_ast *ast, size_t *n, const lcv_ast **leaf)
{
    if (ast->kind != LCV_AST_TUPLE) {
        if (*n == LCV_REST_SYMBOLS || ast->kind == LCV_AST_WILDCARD)
            return false;
        leaf[(*n)++] = ast;
        return true;
    }
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (!add_leaves(part, n, leaf))
            return false;
    return ast->nchildren > 0;
}

static const lcv_rest_sum *layout_value(other *o, const lcv_ast *layout)
{
    const lcv_ast *size[LCV_REST_SYMBOLS], *step[LCV_REST_SYMBOLS];
    size_t n = 0;
    const lcv_rest_sum *sum = lcv_rest_number(o->t, 0);
    o->n = 0;
    if (!add_leaves(layout->child, &o->n, size) || !add_leaves(layout->last, &n, step) ||
        n != o->n)
        return NULL;
    for (size_t k = 0; k < n; k++)
        if (!(o->size[k] = lcv_rest_value(o->t, o->scope, size[k])))
            return NULL;
    if (!match(o))
        return NULL;
    for (size_t k = 0; k < n; k++)
        sum = lcv_rest_add(o->t, sum, 1,
                           lcv_rest_mul(o->t, o->at[k], lcv_rest_value(o->t, o->scope, step[k])));
    return sum;
}

/* S<b,m,s>(x) = x ^ shifted bits [m + s, m + s + b) of x, by s bits down. */
static const lcv_rest_sum *swizzled(lcv_rests *t, int64_t b, int64_t m, int64_t s,
                                    const lcv_rest_sum *x)
{
    if (b < 0 || m < 0 || b > 30 || m > 30 || s > 30 || s < -30)
        return NULL;
    const lcv_rest_sum *mask = lcv_rest_number(t, (((int64_t)1 << b) - 1)
                                                      << (m + (s > 0 ? s : 0)));
    const lcv_rest_sum *bits = lcv_rest_operate(t, LCV_OP_BITAND, x, mask);
    bits = lcv_rest_operate(t, s > 0 ? LCV_OP_SHR : LCV_OP_SHL, bits,
                            lcv_rest_number(t, s > 0 ? s : -s));
    return lcv_rest_operate(t, LCV_OP_XOR, x, bits);
}

/* A number that stands in a swizzle. */
static bool number_of(other *o, const lcv_ast *ast, int64_t *n)
{
    const int64_t *at = ast ? lcv_rest_pure(o->t, lcv_rest_value(o->t, o->scope, ast)) : NULL;
    *n = at ? at[0] : 0;
    return at != NULL;
}

static const lcv_rest_sum *swizzle_value(other *o, const lcv_ast *ast, const lcv_rest_sum *x)
{
    int64_t b, m, s;
    const lcv_binding *named = ast->kind == LCV_AST_NAME ? lcv_scope_find(o->scope, ast->text)
                                                         : NULL;
    const lcv_value *v = named ? named->value : NULL;
    if (v && v->kind == LCV_SWIZZLE)
        return swizzled(o->t, v->swizzle.b, v->swizzle.m, v->swizzle.s, x);
    bool is = ast->kind == LCV_AST_SWIZZLE && number_of(o, ast->child, &b) &&
              number_of(o, ast->child->next, &m) && number_of(o, ast->last, &s);
    return is ? swizzled(o->t, b, m, s, x) : NULL;
}

/* ---- functions ---- */

static const lcv_rest_sum *value_of(other *o, const lcv_ast *ast, bool inside, unsigned depth);

/* Swizzles and offsets before a layout; an integer is an offset only behind a swizzle. */
static const lcv_rest_sum *composed(other *o, const lcv_ast *ast, bool inside, unsigned depth)
{
    const lcv_ast *outer = ast->child;
    const lcv_rest_sum *x = value_of(o, ast->last, true, depth + 1);
    if (!x)
        return NULL;
    if (outer->kind == LCV_AST_OFFSET)
        return lcv_rest_add(o->t, lcv_rest_value(o->t, o->scope, outer->child), 1, x);
    const lcv_rest_sum *made = swizzle_value(o, outer, x);
    if (made || !inside)
        return made;
    return lcv_rest_add(o->t, lcv_rest_value(o->t, o->scope, outer), 1, x);
}

/* Of the other map at digits of the first one's coordinates. */
static const lcv_rest_sum *map_value(other *o, const lcv_ast *map)
{
    lcv_rests *t = o->t;
    const lcv_ast *name = map->child->child, *size = map->child->next->child;
    const lcv_ast *value = lcv_map_value(map);
    o->n = 0;
    for (; size && o->n < LCV_MAX_COORDINATES; size = size->next)
        if (!(o->size[o->n++] = lcv_rest_value(t, o->scope, size)))
            return NULL;
    if (size || !value || value->kind == LCV_AST_TUPLE || map->child->next->next->next ||
        !match(o))
        return NULL;
    for (size_t k = 0; k < o->n; k++, name = name->next)
        t->given[k] = (lcv_rest_given){name->text, o->at[k]};
    t->ngiven = o->n;
    const lcv_rest_sum *made = lcv_rest_value(t, o->scope, value);
    t->ngiven = 0;
    return made;
}

static const lcv_rest_sum *value_of(other *o, const lcv_ast *ast, bool inside, unsigned depth)
{
    const lcv_ast *map = lcv_map_behind(o->t->arena, o->t->e, ast);
    if (map)
        return inside ? NULL : map_value(o, map);
    lcv_eval at = *o->t->e;
    at.scope = o->scope;
    const lcv_argument a = lcv_argument_behind(&at, ast);
    if (depth == 4)
        return NULL;
    const lcv_scope *scope = o->scope;
    o->scope = a.scope;
    const lcv_rest_sum *made = a.ast->kind == LCV_AST_LAYOUT ? layout_value(o, a.ast)
                               : a.ast->kind == LCV_AST_COMPOSE
                                   ? composed(o, a.ast, inside, depth)
                                   : NULL;
    o->scope = scope;
    return made;
}

/* ---- where they differ ---- */

/* The value at a point, the quotient of one coordinate being 1, SIZE_MAX: of none, all others 0.
 * False: it does not fit. */
static bool value_at(const lcv_rest_sum *a, size_t point, size_t one, int64_t *value)
{
    *value = 0;
    for (size_t k = 0; k < a->n; k++) {
        bool there = true;
        for (size_t i = 0; i < a->of[k].n; i++)
            there = there && a->of[k].of[i] == one;
        if (there && __builtin_add_overflow(*value, a->at[k][point], value))
            return false;
    }
    return true;
}

/* The coordinate there; false: it is outside of the map, or there are parameters. */
static bool coordinate_at(const lcv_rests *t, size_t point, size_t one, int64_t *at)
{
    bool inside = t->n == t->ncoordinates && t->n <= LCV_MAX_COORDINATES;
    for (size_t i = 0; inside && i < t->n; i++) {
        const lcv_rest_symbol *s = &t->symbol[i];
        int64_t rest = (int64_t)(point / s->period_stride) % s->period;
        at[i] = (int64_t)(point / s->full_stride) % s->full + s->full * rest;
        at[i] += i == one ? s->full * s->period : 0;
        inside = s->number && at[i] < s->content;
    }
    return inside;
}

static void find_difference(const lcv_rests *t, const lcv_rest_sum *a, const lcv_rest_sum *b,
                            lcv_rest_difference *d)
{
    for (size_t k = 0; k <= t->n; k++)
        for (size_t p = 0; p < t->npoints && !d->found; p++) {
            size_t one = k == 0 ? SIZE_MAX : k - 1;
            d->n = t->n;
            d->found = value_at(a, p, one, &d->value[0]) && value_at(b, p, one, &d->value[1]) &&
                       d->value[0] != d->value[1] && coordinate_at(t, p, one, d->at);
        }
}

/* The first argument is a map of one output without a condition. */
static bool agree(lcv_arena *arena, const lcv_eval *e, const lcv_ast *x, const lcv_ast *y,
                  bool listed, lcv_rest_difference *d)
{
    lcv_rests *t = lcv_arena_alloc(arena, sizeof *t);
    const lcv_ast *map = lcv_map_behind(arena, e, x), *value = map ? lcv_map_value(map) : NULL;
    if (!t || !value || value->kind == LCV_AST_TUPLE || map->child->next->next->next ||
        !lcv_rests_open(t, arena, e, map, listed))
        return false;
    do {
        other o = {.t = t, .scope = e->scope};
        const lcv_rest_sum *a = lcv_rest_value(t, e->scope, value);
        const lcv_rest_sum *b = a ? value_of(&o, y, false, 0) : NULL;
        if (a && b && lcv_rest_same(t, a, b, lcv_rests_allowed(t)))
            return true;
        if (a && b)
            find_difference(t, a, b, d);
        if (a && b)
            return false;
    } while (lcv_rests_refine(t));
    return false;
}

bool lcv_rests_agree(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                     lcv_rest_difference *d)
{
    const lcv_ast *x = claim->child->next, *y = claim->last;
    bool both = claim->nchildren == 3 && y->kind != LCV_AST_KEYWORD, same = false;
    *d = (lcv_rest_difference){.found = false};
    for (size_t listed = 0; both && !same && !d->found && listed < 2; listed++) {
        same = agree(arena, e, x, y, listed, d) ||
               (!d->found && agree(arena, e, y, x, listed, d));
        d->turned = d->found && !same && !lcv_map_behind(arena, e, x);
    }
    return same;
}
