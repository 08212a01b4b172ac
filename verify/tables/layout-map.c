/* layout-map.c - layouts written as maps: a coordinate x of extents e0, e1, .. and strides
 * s0, s1, .. has the value x%e0*s0 + x/e0%e1*s1 + .. + x/(e0*e1..)*sn.
 */
#include "config.h"

#include "layout-map.h"

#include <string.h>

#include "../language/build.h"

#define MOST LCV_MAX_COORDINATES
#define MAX_DEPTH 16

/* The leaves of a layout, and where its modes end. */
typedef struct {
    lcv_arena *arena;
    size_t n, nmodes, end[MOST];
    const lcv_ast *extent[MOST];
    lcv_ast *stride[MOST];
} leaves;

/* ---- leaves ---- */

static bool is_integer(const lcv_scope *scope, const lcv_ast *ast, size_t depth)
{
    if (ast->kind == LCV_AST_NAME) {
        const lcv_binding *binding = lcv_scope_find(scope, ast->text);
        const lcv_value *v = binding ? binding->value : NULL;
        if (v && v->kind == LCV_EXPRESSION && depth < MAX_DEPTH)
            return is_integer(v->formula->scope, v->formula->ast, depth + 1);
        return v &&
               (v->kind == LCV_PARAMETER || (v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple)));
    }
    bool is = ast->kind == LCV_AST_INT || ast->kind == LCV_AST_BINARY ||
              ast->kind == LCV_AST_UNARY ||
              (ast->kind == LCV_AST_APPLY && strcmp(ast->child->text, "ceil_div") == 0);
    const lcv_ast *part = ast->kind == LCV_AST_APPLY ? ast->child->next : ast->child;
    for (; is && part; part = part->next)
        is = is_integer(scope, part, depth);
    return is;
}

/* The integers of a tuple, n of them at most; their number, n + 1: there are more, or others. */
static size_t integers_of(const lcv_scope *scope, const lcv_ast *ast, size_t n,
                          const lcv_ast **to)
{
    size_t found = 0;
    if (ast->kind != LCV_AST_TUPLE) {
        to[0] = ast;
        return n > 0 && is_integer(scope, ast, 0) ? 1 : n + 1;
    }
    for (const lcv_ast *part = ast->child; part && found <= n; part = part->next)
        found += found < n ? integers_of(scope, part, n - found, to + found) : 1;
    return found;
}

static lcv_ast *times(lcv_arena *arena, lcv_ast *a, const lcv_ast *b)
{
    lcv_ast *copy = b ? lcv_ast_copy(arena, b) : NULL;
    return a ? lcv_build_op(arena, LCV_OP_MUL, a, copy) : copy;
}

/* e_first * ... * e_(end-1); NULL: there are none, or no memory. */
static lcv_ast *product(const leaves *of, size_t first, size_t end)
{
    lcv_ast *all = NULL;
    for (size_t k = first; k < end; k++)
        all = times(of->arena, all, of->extent[k]);
    return all;
}

static bool read_leaves(lcv_arena *arena, const lcv_argument *a, leaves *to)
{
    bool layout = a->ast->kind == LCV_AST_LAYOUT;
    const lcv_ast *shape = layout ? a->ast->child : a->ast, *stride[MOST];
    *to = (leaves){.arena = arena};
    to->n = integers_of(a->scope, shape, MOST, to->extent);
    if (to->n == 0 || to->n > MOST ||
        (layout && integers_of(a->scope, a->ast->last, MOST, stride) != to->n))
        return false;
    const lcv_ast *mode = shape->kind == LCV_AST_TUPLE ? shape->child : shape, *unused[MOST];
    for (size_t at = 0; at < to->n; mode = mode->next) {
        at += integers_of(a->scope, mode, MOST, unused);
        to->end[to->nmodes++] = at;
    }
    for (size_t k = 0; k < to->n; k++)
        to->stride[k] = layout   ? lcv_ast_copy(arena, stride[k])
                        : k == 0 ? lcv_build_int(arena, 1)
                                 : product(to, 0, k);
    return true;
}

/* ---- maps ---- */

static lcv_ast *coordinate(lcv_arena *arena, size_t i)
{
    return lcv_build_leaf(arena, LCV_AST_NAME, "$%zu", i);
}

/* The value at x of the leaves [first, end); x is copied. */
static lcv_ast *value_at(const leaves *of, const lcv_ast *x, size_t first, size_t end)
{
    lcv_arena *arena = of->arena;
    lcv_ast *all = NULL;
    for (size_t k = first; k < end; k++) {
        lcv_ast *digit = lcv_ast_copy(arena, x);
        if (k > first)
            digit = lcv_build_op(arena, LCV_OP_DIV, digit, product(of, first, k));
        if (k + 1 < end)
            digit = lcv_build_op(arena, LCV_OP_MOD, digit, lcv_ast_copy(arena, of->extent[k]));
        lcv_ast *term = times(arena, digit, of->stride[k]);
        all = k == first ? term : lcv_build_op(arena, LCV_OP_ADD, all, term);
    }
    return all;
}

/* map { ($0, ..) in (..) -> .. } with a coordinate for each run of leaves. */
static lcv_ast *by_runs(const leaves *of, size_t n, const size_t *end)
{
    lcv_arena *arena = of->arena;
    lcv_ast *names = lcv_build(arena, LCV_AST_TUPLE, 0), *value = NULL;
    lcv_ast *sizes = lcv_build(arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0, first = 0; i < n && names && sizes; first = end[i++]) {
        lcv_ast *part = value_at(of, coordinate(arena, i), first, end[i]);
        names = lcv_build_add(names, coordinate(arena, i));
        sizes = lcv_build_add(sizes, product(of, first, end[i]));
        value = i == 0 ? part : lcv_build_op(arena, LCV_OP_ADD, value, part);
    }
    return lcv_build(arena, LCV_AST_MAP, 3, names, sizes, value);
}

const lcv_ast *lcv_layout_as_map(lcv_arena *arena, const lcv_argument *layout)
{
    leaves of;
    size_t each[MOST];
    if (!read_leaves(arena, layout, &of))
        return NULL;
    for (size_t k = 0; k < of.n; k++)
        each[k] = k + 1;
    return by_runs(&of, of.n, each);
}

/* map { (i,j) in (I,J) -> .. } of i + j*I. */
static bool along(const leaves *of, const lcv_ast *map, lcv_layout_map *out)
{
    lcv_arena *arena = of->arena;
    const lcv_ast *names = map->child, *sizes = names->next;
    lcv_ast *x = NULL, *place = NULL;
    if (sizes->next->next || lcv_names_any(sizes, names) || sizes->nchildren > MOST)
        return false;
    for (const lcv_ast *i = names->child, *size = sizes->child; i && size;
         i = i->next, size = size->next) {
        lcv_ast *own = lcv_ast_copy(arena, i);
        x = x ? lcv_build_op(arena, LCV_OP_ADD, x, times(arena, own, place)) : own;
        place = times(arena, place, size);
        out->size[out->n++] = size;
    }
    out->product[0] = product(of, 0, of->n);
    out->product[1] = place;
    out->map = x ? lcv_build(arena, LCV_AST_MAP, 3, lcv_ast_copy(arena, names),
                             lcv_ast_copy(arena, sizes), value_at(of, x, 0, of->n))
                 : NULL;
    return out->map && out->product[0] && place;
}

bool lcv_layout_beside(lcv_arena *arena, const lcv_argument *layout, const lcv_argument *map,
                       lcv_layout_way way, lcv_layout_map *out)
{
    leaves of;
    *out = (lcv_layout_map){.map = NULL};
    if (!read_leaves(arena, layout, &of))
        return false;
    memcpy(out->size, of.extent, of.n * sizeof *of.extent);
    out->n = of.n;
    if (way == LCV_LAYOUT_ALONG)
        return layout->scope == map->scope && along(&of, map->ast, out);
    size_t nin = map->ast->child->nchildren;
    if (nin == 1)
        out->map = by_runs(&of, 1, &of.n);
    else if (nin == of.nmodes)
        out->map = by_runs(&of, of.nmodes, of.end);
    return out->map != NULL;
}
