/* parts.c - layouts put together from the parts of others. */
#include "config.h"

#include "../../../lib/size.h"

#include "parts.h"

#include <string.h>

/* ---- putting together ---- */

parts *lcr_parts_begin(lit_pool *pool)
{
    return lcr_parts_room(pool, PARTS_LEAVES);
}

parts *lcr_parts_room(lit_pool *pool, size_t room)
{
    parts *p = lcr_lit_alloc(pool, 1, sizeof *p);
    if (!p)
        return NULL;
    p->pool = pool;
    p->room = room;
    p->node = lcr_lit_alloc(pool, 2 * room, sizeof *p->node);
    p->extent = lcr_lit_alloc(pool, room, sizeof *p->extent);
    p->origin = lcr_lit_alloc(pool, room, sizeof *p->origin);
    p->path = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *p->path);
    return p->node && p->extent && p->origin && p->path ? p : NULL;
}

void lcr_parts_wrap(parts *p, size_t begin, size_t arity)
{
    if (arity < 2)
        return;
    lcr_parts_tuple(p, arity);
    if (p->failed)
        return;
    memmove(p->node + begin + 1, p->node + begin, (p->nodes - 1 - begin) * sizeof *p->node);
    p->node[begin] = (uint32_t)arity;
}

void lcr_parts_tuple(parts *p, size_t arity)
{
    p->failed = p->failed || p->nodes == 2 * p->room || arity == 0;
    if (!p->failed)
        p->node[p->nodes++] = (uint32_t)arity;
}

void lcr_parts_leaf(parts *p, lc_int extent)
{
    p->failed = p->failed || p->nodes == 2 * p->room || p->leaves == p->room;
    if (p->failed)
        return;
    p->node[p->nodes++] = 0;
    p->extent[p->leaves++] = extent;
}

/* The axis of a path; a new one at the end. SIZE_MAX: there are too many, or no memory. */
static size_t axis_of(parts *p, const lit_path *path)
{
    size_t j = lcr_path_add(&p->naxes, p->path, path);
    if (j != SIZE_MAX && !p->step[j])
        p->step[j] = lcr_lit_alloc(p->pool, p->room, sizeof *p->step[j]);
    return j != SIZE_MAX && p->step[j] ? j : SIZE_MAX;
}

void lcr_parts_step(parts *p, const lit_path *path, lc_int step)
{
    if (p->failed || lc_int_is_zero(step))
        return;
    size_t axis = axis_of(p, path);
    p->failed = axis == SIZE_MAX;
    if (!p->failed)
        p->step[axis][p->leaves - 1] = step;
}

static void joined_path(parts *p, const lit_path *under, const lit_path *path, lit_path *out)
{
    *out = *under;
    for (size_t d = 0; !p->failed && d < path->depth; d++)
        p->failed = !lcr_path_append(out, path->mode[d]);
}

void lcr_parts_layout(parts *p, const lit *a, const lit_path *under)
{
    size_t leaf = 0;
    p->failed = p->failed || !a;
    p->by_xor = p->by_xor || (a && a->by_xor);
    for (size_t node = 0; !p->failed && node < a->nnodes; node++) {
        if (a->node[node] != 0) {
            lcr_parts_tuple(p, a->node[node]);
            continue;
        }
        lcr_parts_leaf(p, a->extent[leaf]);
        for (size_t j = 0; !p->failed && j < a->naxes; j++) {
            lit_path own, path;
            lcr_fn_axis_path(a, j, &own);
            joined_path(p, under, &own, &path);
            lcr_parts_step(p, &path, a->step[j * a->n + leaf]);
        }
        leaf++;
    }
}

void lcr_parts_offset(parts *p, const lit *a)
{
    for (size_t j = 0; !p->failed && a->offset && j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        size_t axis = lc_int_is_zero(a->offset[j]) ? SIZE_MAX : axis_of(p, &path);
        if (axis == SIZE_MAX)
            continue;
        lc_int *sum = &p->offset[axis];
        *sum = a->by_xor ? lcr_lit_xor(p->pool->lc, *sum, a->offset[j])
                         : lc_int_add(p->pool->lc, *sum, a->offset[j]);
    }
}

void lcr_parts_identity(parts *p, const lit *a, const lit_path *path)
{
    size_t first = p->leaves;
    lcr_parts_layout(p, a ? lcr_lit_compact(p->pool, a) : NULL, path);
    for (size_t k = 0; !p->failed && k < a->n; k++)
        p->origin[first + k] = (parts_origin){a, k};
}

const lit *lcr_parts_end(const parts *p)
{
    size_t axes = p->naxes > 0 ? p->naxes : 1;
    lit *a = lcr_lit_alloc(p->pool, 1, sizeof *a);
    if (!a || p->failed)
        return NULL;
    *a = (lit){.kind = LIT_LAYOUT,
               .nnodes = p->nodes,
               .n = p->leaves,
               .naxes = axes,
               .by_xor = p->by_xor,
               .path = p->path,
               .offset = lcr_all_zero(axes, p->offset) ? NULL : (lc_int *)(uintptr_t)p->offset,
               .node = lcr_lit_alloc(p->pool, p->nodes, sizeof *a->node),
               .extent = lcr_lit_alloc(p->pool, p->leaves, sizeof *a->extent),
               .step = lcr_lit_alloc(p->pool, axes * p->leaves, sizeof *a->step)};
    if (!a->node || !a->extent || !a->step)
        return NULL;
    memcpy(a->node, p->node, p->nodes * sizeof *a->node);
    memcpy(a->extent, p->extent, p->leaves * sizeof *a->extent);
    for (size_t j = 0; j < p->naxes; j++) {
        a->basis = a->basis || p->path[j].depth > 0;
        memcpy(a->step + j * a->n, p->step[j], a->n * sizeof *a->step);
    }
    bool one_kind = !a->basis || !a->by_xor;
    for (size_t j = 0; j < p->naxes; j++)
        one_kind = one_kind && (p->path[j].depth > 0) == a->basis;
    return one_kind ? a : NULL;
}

/* ---- reading ---- */

/* The leaf after k goes on where k ends. By XOR, i + s j is i xor s j for powers of two s
 * only. */
static bool goes_on(lc_ctx *lc, const lit *a, size_t k)
{
    bool on = true;
    for (size_t j = 0; on && j < a->naxes; j++) {
        lc_int step = a->step[j * a->n + k];
        on = lc_int_eq(a->step[j * a->n + k + 1], lc_int_mul(lc, a->extent[k], step)) &&
             (!a->by_xor || lc_int_is_zero(step) || lc_int_is_power_of_two(a->extent[k]));
    }
    return on;
}

/* The leaves [first, last) of a subtree at a node. */
static bool coalesced_at(lc_ctx *lc, const lit *a, size_t node, size_t first, size_t last)
{
    const lc_int one = lc_int_const(1);
    bool flat = a->node[node] == 0 || (a->node[node] == last - first && last - first > 1);
    for (size_t k = first; flat && k < last && last - first > 1; k++)
        flat = !lc_int_known_equal(a->extent[k], one) && (k + 1 == last || !goes_on(lc, a, k));
    return flat;
}

/* A point that is leaf k stands still. */
static bool stands_still(const lit *a, size_t k)
{
    bool still = true;
    for (size_t j = 0; still && j < a->naxes; j++)
        still = lc_int_is_zero(a->step[j * a->n + k]);
    return still || !lc_int_is_one(a->extent[k]);
}

/* For all sizes: no extent may be 1. */
bool lcr_parts_coalesced(lc_ctx *lc, const lit *a)
{
    bool none = true;
    for (size_t k = 0; none && a->n > 1 && k < a->n; k++)
        none = !lc_int_is_one(a->extent[k]);
    return none && coalesced_at(lc, a, 0, 0, a->n);
}

/* Leaf k of the value has the extent and the strides of the leaf that it was taken from. */
static bool is_leaf_of(const lit *value, size_t k, const parts_origin *origin)
{
    const lit *a = origin->from;
    bool same = lc_int_eq(value->extent[k], a->extent[origin->leaf]);
    lit_path path;
    for (size_t j = 0; same && j < value->naxes; j++) {
        lcr_fn_axis_path(value, j, &path);
        same = lc_int_eq(value->step[j * value->n + k], lcr_fn_step(a, &path, origin->leaf));
    }
    for (size_t j = 0; same && j < a->naxes; j++) {
        lcr_fn_axis_path(a, j, &path);
        same = lc_int_eq(a->step[j * a->n + origin->leaf], lcr_fn_step(value, &path, k));
    }
    return same;
}

bool lcr_parts_forms(ev *e, const lit *value, const parts *w)
{
    size_t to = 0, leaf = 0, at = 0;
    bool nested = true, exact = true, coalesced = true;
    for (size_t node = 0; nested && node < w->nodes; node++) {
        nested = to < value->nnodes;
        if (w->node[node] != 0) {
            nested = nested && value->node[to++] == w->node[node];
            continue;
        }
        size_t from = to, first = leaf;
        to = nested ? lcr_lit_after(value, to, &leaf) : to;
        const parts_origin *origin = &w->origin[at++];
        if (nested && origin->from)
            exact = exact && value->node[from] == 0 && is_leaf_of(value, first, origin);
        else if (nested)
            coalesced = coalesced && coalesced_at(e->pool->lc, value, from, first, leaf) &&
                        (!w->still || leaf - first > 1 || stands_still(value, first));
    }
    return lcr_ev_condition(e, nested && to == value->nnodes, "the nesting is another") &&
           lcr_ev_condition(e, exact, "a mode is not as it was") &&
           lcr_ev_condition(e, coalesced, "two modes of the value are one");
}

const lit *lcr_parts_integers(lit_pool *pool, const lit *a, lc_int *step)
{
    lit *b = step ? lcr_lit_copy(pool, a) : NULL;
    if (!b)
        return NULL;
    b->basis = false;
    b->naxes = 1;
    b->step = step;
    return b;
}

const lit *lcr_parts_on_axis(lit_pool *pool, const lit *a, const lit_path *path)
{
    lc_int *step = lcr_lit_alloc(pool, a->n, sizeof *step);
    for (size_t k = 0; step && k < a->n; k++)
        step[k] = lcr_fn_step(a, path, k);
    return lcr_parts_integers(pool, a, step);
}

bool lcr_parts_equal(const lit *a, const lit *b)
{
    bool same = lcr_lit_congruent(a, b);
    for (size_t k = 0; same && k < a->n; k++)
        same = is_leaf_of(a, k, &(parts_origin){b, k});
    return same;
}

/* ---- tilers ---- */

/* A tiler, or tuples of them, on this mode of A. */
static void tile(ev *e, parts *p, const lit *tiler, const lit *a, const lit_path *path)
{
    tiler = tiler ? lcr_ev_tiler(e, tiler) : NULL;
    p->failed = p->failed || !tiler || !a;
    if (!p->failed && tiler->kind == LIT_LAYOUT) {
        lcr_parts_layout(p, tiler, path);
        return;
    }
    size_t rank = p->failed ? 0 : lcr_lit_rank(a);
    p->failed = p->failed || tiler->kind != LIT_TILER || tiler->nmodes > rank;
    lcr_parts_tuple(p, rank);
    for (size_t i = 0; !p->failed && i < rank; i++) {
        lit_path below = *path;
        const lit *mode = lcr_lit_mode(e->pool, a, i);
        p->failed = !lcr_path_append(&below, i);
        if (i < tiler->nmodes && !lcr_lit_is_any(tiler->mode[i]))
            tile(e, p, tiler->mode[i], mode, &below);
        else
            lcr_parts_identity(p, mode, &below);
    }
}

parts *lcr_ev_tiles(ev *e, const lit *a, const lit *tiler)
{
    const lit_path top = {.depth = 0};
    parts *p = lcr_parts_begin(e->pool);
    if (p)
        tile(e, p, tiler, a, &top);
    return p && !p->failed ? p : NULL;
}

/* A subtree of R, a leaf as a tuple of one where the tiler has one mode. */
static void add_modes(ev *e, const lit *r, const lit *tiler, lit *to, size_t *node)
{
    tiler = tiler && !lcr_lit_is_any(tiler) ? lcr_ev_tiler(e, tiler) : NULL;
    size_t leaf = 0, end = lcr_lit_after(r, *node, &leaf);
    if (!tiler || tiler->kind != LIT_TILER) {
        memcpy(to->node + to->nnodes, r->node + *node, (end - *node) * sizeof *to->node);
        to->nnodes += end - *node;
        *node = end;
    } else if (r->node[*node] == 0 && tiler->nmodes == 1) {
        to->node[to->nnodes++] = 1;
        add_modes(e, r, tiler->mode[0], to, node);
    } else {
        uint32_t arity = to->node[to->nnodes++] = r->node[(*node)++];
        for (uint32_t i = 0; i < arity; i++)
            add_modes(e, r, i < tiler->nmodes ? tiler->mode[i] : NULL, to, node);
    }
}

const lit *lcr_parts_in_modes(ev *e, const lit *r, const lit *tiler)
{
    size_t node = 0;
    if (r->kind != LIT_LAYOUT)
        return r;
    lit *to = lcr_lit_copy(e->pool, r);
    uint32_t *room = lcr_lit_alloc(e->pool, r->nnodes + LIT_MAX_DEPTH * r->n, sizeof *room);
    if (!to || !room)
        return NULL;
    to->node = room;
    to->nnodes = 0;
    add_modes(e, r, tiler, to, &node);
    return to;
}
