/* tilings.c - divides and products.
 *
 * logical   V(c) = A(W(c)), W = (T,C) on each mode, or F(W(c)) (laws/tiling.h)
 * zipped    the same, W with all tiles first
 * tiled     the zipped one with its second mode spread: V is nested anew, as W is
 * flat      with both modes spread
 * blocked   mode i is (mode i of A, mode i of A* o B), 1:0 where there are fewer
 * raked     the other way round
 * tile_to_shape   blocked, B being as many copies as the shape takes in each mode, rounded up;
 *           a mode begins after all of less order, modes of equal order together, modes of one
 *           copy stand still
 */
#include "config.h"

#include "../sets/outside.h"
#include "laws.h"
#include "tiling.h"

#include <string.h>

/* ---- spread modes ---- */

/* How many modes from a node on have together just this size; 0: none. A size of 1 has one. */
static size_t modes_of_size(lc_ctx *lc, const lit *value, size_t node, size_t leaf, lc_int size,
                            size_t most)
{
    lc_int have = lc_int_const(1);
    for (size_t n = 1; n <= most; n++) {
        size_t first = leaf;
        node = lcr_lit_after(value, node, &leaf);
        have = lc_int_mul(lc, have, lcr_lit_span(lc, value, first, leaf));
        if (lc_int_eq(have, size))
            return n;
    }
    return 0;
}

/* Nodes [node, end), `n` modes, as one: in a tuple, or the mode itself where it stands for
 * a leaf. */
static size_t gathered(uint32_t *to, const lit *value, size_t node, size_t end, size_t n,
                       bool leaf)
{
    size_t at = 0;
    if (n != 1 || !leaf)
        to[at++] = (uint32_t)n;
    memcpy(to + at, value->node + node, (end - node) * sizeof *to);
    return at + end - node;
}

/* The value of a tiled or flat form as a zipped one, nested as W is; NULL with an error, or
 * where it is no such value. */
static const lit *zipped_of(ev *e, const lit *value, const lit *w, bool both)
{
    size_t arity = value->node[0], node = 1, leaf = 0, at = 1, from = 0, rest = 1;
    lit *a = lcr_lit_copy(e->pool, value);
    uint32_t *to = lcr_lit_alloc(e->pool, value->nnodes + 3, sizeof *to);
    if (!a || !to || arity < 2)
        return NULL;
    size_t tiles = 1;
    if (both)
        tiles = w->node[1] != 0
                    ? w->node[1]
                    : modes_of_size(e->pool->lc, value, 1, 0, w->extent[0], arity - 1);
    if (tiles == 0 || tiles >= arity)
        return NULL;
    for (size_t i = 0; i < tiles; i++)
        node = lcr_lit_after(value, node, &leaf);
    rest = lcr_lit_after(w, 1, &from);
    to[0] = 2;
    at += gathered(to + at, value, 1, node, tiles, !both || w->node[1] == 0);
    at += gathered(to + at, value, node, value->nnodes, arity - tiles, w->node[rest] == 0);
    a->node = to;
    a->nnodes = at;
    return a;
}

typedef enum { LOGICAL, ZIPPED, TILED, FLAT, FORMS } form;

static const lit *regrouped(ev *e, const lit *value, const parts *w, form f)
{
    const lit *coordinates = f == TILED || f == FLAT ? lcr_parts_end(w) : NULL;
    if (f == LOGICAL || f == ZIPPED)
        return value;
    return coordinates ? zipped_of(e, value, coordinates, f == FLAT) : NULL;
}

/* ---- divides and products ---- */

static bool has_forms(ev *e, const lit *value, const parts *w, form f)
{
    lcr_evidence scratch = {.holds = true};
    ev other = {e->pool, &scratch, false};
    const lit *to = regrouped(e, value, w, f);
    return to && lcr_parts_forms(&other, to, w) && scratch.holds;
}

/* A T whose strides are 0 may be one of coordinates; then it leaves the modes of A as they are,
 * or their leaves, where it would leave one. */
static const parts *of_this_kind(ev *e, const lcr_statement *s, const lit *a, const parts *w,
                                 form f)
{
    if (!w || !w->unsure || has_forms(e, s->value, w, f))
        return w;
    for (int each = 0; each <= 1; each++) {
        const parts *other = lcr_tiling_still(e, a, s->arg[1], f != LOGICAL, each);
        if (other && has_forms(e, s->value, other, f))
            return other;
    }
    return w;
}

enum { DIVIDE = FORMS * TILING_DIVIDE, PRODUCT = FORMS * TILING_PRODUCT }; /* plus the form */

static bool tiled(ev *e, const lcr_statement *s)
{
    const lcr_tiling_kind kind = (lcr_tiling_kind)(s->how / FORMS);
    const form f = (form)(s->how % FORMS);
    const lit *a = s->arg[0];
    const lit *to = kind == TILING_PRODUCT ? lcr_tiling_product(e, a, s->arg[1]) : a;
    const parts *w = NULL;
    e->out->by = "difference";
    if (to)
        w = lcr_tiling_coordinates(e, a, s->arg[1], kind, f != LOGICAL);
    w = of_this_kind(e, s, a, w, f);
    if (!w)
        return lcr_ev_ok(e);
    const lit *value = regrouped(e, s->value, w, f);
    if (!value)
        return lcr_ev_condition(e, false, "the nesting is another") &&
               lc_ctx_code(e->pool->lc) == LC_OK;
    return lcr_tiling_holds(e, value, to, w);
}

/* ---- blocked and raked ---- */

/* Mode i of A as coordinates of its place in F = (A, A*). */
static void add_block(ev *e, parts *w, const lit *a, size_t i)
{
    lit_path path = {.depth = 1, .mode = {0}};
    if (i >= lcr_lit_rank(a))
        lcr_parts_leaf(w, lc_int_const(1));
    else if (a->node[0] != 0 && !lcr_path_append(&path, i))
        w->failed = true;
    else
        lcr_parts_identity(w, lcr_lit_mode(e->pool, a, i), &path);
}

static void add_grid(ev *e, parts *w, const lit *b, size_t i)
{
    const lit_path path = {.depth = 1, .mode = {1}};
    if (i >= lcr_lit_rank(b))
        lcr_parts_leaf(w, lc_int_const(1));
    else
        lcr_parts_layout(w, lcr_lit_mode(e->pool, b, i), &path);
}

static bool paired(ev *e, const lit *value, const lit *a, const lit *b, bool raked)
{
    parts *f = lcr_parts_begin(e->pool), *w = lcr_parts_begin(e->pool);
    size_t rank = lcr_lit_rank(a), other = lcr_lit_rank(b);
    if (!f || !w)
        return false;
    rank = rank > other ? rank : other;
    lcr_tiling_pair(e, f, a, b);
    if (a->node[0] != 0 || b->node[0] != 0)
        lcr_parts_tuple(w, rank);
    for (size_t i = 0; i < rank; i++) {
        lcr_parts_tuple(w, 2);
        if (raked)
            add_grid(e, w, b, i);
        add_block(e, w, a, i);
        if (!raked)
            add_grid(e, w, b, i);
    }
    e->out->by = "difference";
    const lit *to = lcr_parts_end(f);
    if (!to || w->failed)
        return e->out->holds ? lcr_ev_not(e) : lcr_ev_ok(e);
    return lcr_tiling_holds(e, value, to, w);
}

enum { BLOCKED, RAKED };

static bool product(ev *e, const lcr_statement *s)
{
    if (s->arg[1]->kind != LIT_LAYOUT || lcr_has_outside(s->arg[1]))
        return lcr_ev_not(e);
    return paired(e, s->value, s->arg[0], s->arg[1], s->how == RAKED);
}

/* ---- tile_to_shape ---- */

/* The copies of A along mode i of the shape. */
static lc_int copies_along(ev *e, const lit *a, const lit *shape, size_t i)
{
    lc_int one = lc_int_const(1);
    const lit *target = lcr_lit_mode(e->pool, shape, i);
    const lit *mode = i < lcr_lit_rank(a) ? lcr_lit_mode(e->pool, a, i) : NULL;
    if (!target)
        return one;
    return lc_int_cdiv(e->pool->lc, lcr_lit_size(e->pool->lc, target),
                       mode ? lcr_lit_size(e->pool->lc, mode) : one);
}

/* The copies of all modes of less order than mode i, of which there are `rank`. */
static lc_int copies_before(lc_ctx *lc, size_t rank, const lc_int *count, const lit *order,
                            size_t i)
{
    lc_int before = lc_int_const(1);
    for (size_t k = 0; k < rank; k++)
        if (order ? lc_int_lt(order->extent[k], order->extent[i]) : k < i)
            before = lc_int_mul(lc, before, count[k]);
    return before;
}

static const lit *grid_of(ev *e, const lit *a, const lit *shape, const lit *order)
{
    const lit_path top = {.depth = 0};
    size_t rank = lcr_lit_rank(shape);
    parts *p = lcr_parts_begin(e->pool);
    lc_int *count = lcr_lit_alloc(e->pool, rank, sizeof *count);
    if (!p || !count)
        return NULL;
    for (size_t i = 0; i < rank; i++)
        count[i] = copies_along(e, a, shape, i);
    if (shape->node[0] != 0)
        lcr_parts_tuple(p, rank);
    for (size_t i = 0; i < rank; i++) {
        lcr_parts_leaf(p, count[i]);
        if (!lc_int_is_one(count[i]))
            lcr_parts_step(p, &top, copies_before(e->pool->lc, rank, count, order, i));
    }
    return lcr_parts_end(p);
}

static bool tile_to_shape(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *order = s->n > 2 ? s->arg[2] : NULL;
    bool ordered = !order || (order->kind == LIT_TUPLE && order->n == lcr_lit_rank(s->arg[1]));
    if (s->arg[1]->kind != LIT_TUPLE || !ordered)
        return lcr_ev_not(e);
    const lit *grid = grid_of(e, a, s->arg[1], order);
    return grid && paired(e, s->value, a, grid, false);
}

const ev_row lcr_laws_tilings[] = {
    {"blocked_product", 2, "ix", product, OF_LAYOUTS, BLOCKED},
    {"flat_divide", 2, "i.", tiled, OF_LAYOUTS, DIVIDE + FLAT},
    {"flat_product", 2, "i.", tiled, OF_LAYOUTS, PRODUCT + FLAT},
    {"logical_divide", 2, "i.", tiled, OF_LAYOUTS, DIVIDE + LOGICAL},
    {"logical_product", 2, "i.", tiled, OF_LAYOUTS, PRODUCT + LOGICAL},
    {"raked_product", 2, "ix", product, OF_LAYOUTS, RAKED},
    {"tile_to_shape", 2, "i..", tile_to_shape, OF_LAYOUTS, 0},
    {"tiled_divide", 2, "i.", tiled, OF_LAYOUTS, DIVIDE + TILED},
    {"tiled_product", 2, "i.", tiled, OF_LAYOUTS, PRODUCT + TILED},
    {"zipped_divide", 2, "i.", tiled, OF_LAYOUTS, DIVIDE + ZIPPED},
    {"zipped_product", 2, "i.", tiled, OF_LAYOUTS, PRODUCT + ZIPPED},
    {NULL, 0, NULL, NULL, 0, 0},
};
