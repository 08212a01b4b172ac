/* parts.c - layouts put together from the parts of others. */
#include "config.h"

#include "../../../lib/size.h"

#include "parts.h"

#include <string.h>

/* ---- putting together ---- */

parts *lcr_parts_begin(lit_pool *pool)
{
    parts *p = lcr_lit_alloc(pool, 1, sizeof *p);
    if (!p)
        return NULL;
    p->pool = pool;
    p->path = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *p->path);
    return p->path ? p : NULL;
}

void lcr_parts_tuple(parts *p, size_t arity)
{
    p->failed = p->failed || p->nodes == 2 * PARTS_LEAVES || arity == 0;
    if (!p->failed)
        p->node[p->nodes++] = (uint32_t)arity;
}

void lcr_parts_leaf(parts *p, lc_int extent)
{
    p->failed = p->failed || p->nodes == 2 * PARTS_LEAVES || p->leaves == PARTS_LEAVES;
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
        p->step[j] = lcr_lit_alloc(p->pool, PARTS_LEAVES, sizeof *p->step[j]);
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
            coalesced = coalesced && coalesced_at(e->pool->lc, value, from, first, leaf);
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

bool lcr_parts_equal(const lit *a, const lit *b)
{
    bool same = lcr_lit_congruent(a, b);
    for (size_t k = 0; same && k < a->n; k++)
        same = is_leaf_of(a, k, &(parts_origin){b, k});
    return same;
}

const lit *lcr_parts_on_leaves(lit_pool *pool, const lit *value, const lit *w)
{
    lit *b = lcr_lit_copy(pool, w);
    lc_int *step = lcr_lit_alloc(pool, w->naxes * value->n, sizeof *step);
    lc_int place = lc_int_const(1);
    size_t node = 0, to = 0, leaf = 0, at = 0;
    if (!b || !step)
        return NULL;
    for (; node < w->nnodes; node++) {
        size_t first = leaf;
        if (w->node[node] != 0) {
            to++;
            continue;
        }
        to = lcr_lit_after(value, to, &leaf);
        place = lc_int_const(1);
        for (size_t k = first; k < leaf; k++) {
            if (w->by_xor && !lc_int_is_power_of_two(place) && !lc_int_is_zero(w->step[at]))
                return NULL;
            for (size_t j = 0; j < w->naxes; j++)
                step[j * value->n + k] = lc_int_mul(pool->lc, place, w->step[j * w->n + at]);
            place = lc_int_mul(pool->lc, place, value->extent[k]);
        }
        at++;
    }
    b->nnodes = value->nnodes;
    b->n = value->n;
    b->node = value->node;
    b->extent = value->extent;
    b->step = step;
    return b;
}

/* ---- one function ---- */

/* Two layouts over leaves that refine those of both. */
typedef struct {
    parts *a, *b;
    lc_int left[2], place[2]; /* of the leaf of each: what is left, and what was before it */
} refining;

static void add_digit(parts *p, const lit *a, size_t leaf, lc_int extent, lc_int *left,
                      lc_int *place)
{
    lc_ctx *lc = p->pool->lc;
    lcr_parts_leaf(p, extent);
    p->by_xor = p->by_xor || a->by_xor; /* i place d is a shift of i d for powers of two */
    p->failed = p->failed ||
                (a->by_xor && !lc_int_is_zero(a->step[leaf]) && !lc_int_is_power_of_two(*place));
    for (size_t j = 0; j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        lcr_parts_step(p, &path, lc_int_mul(lc, *place, a->step[j * a->n + leaf]));
    }
    *left = lc_int_fdiv(lc, *left, extent);
    *place = lc_int_mul(lc, *place, extent);
}

/* False: there are no such leaves, and with an error when something failed. */
static bool refine(ev *e, const lit *a, const lit *b, refining *r)
{
    lc_ctx *lc = e->pool->lc;
    lc_int one = lc_int_const(1);
    size_t i = 0, j = 0;
    *r = (refining){lcr_parts_begin(e->pool), lcr_parts_begin(e->pool), {one, one}, {one, one}};
    if (!r->a || !r->b)
        return false;
    for (;;) {
        while (lc_int_is_one(r->left[0]) && i < a->n) {
            r->left[0] = a->extent[i++];
            r->place[0] = one;
        }
        while (lc_int_is_one(r->left[1]) && j < b->n) {
            r->left[1] = b->extent[j++];
            r->place[1] = one;
        }
        lc_int digit = lc_int_min(r->left[0], r->left[1]);
        if (lc_int_is_one(digit))
            break;
        if (!lc_int_divides(lc, digit, r->left[0]) || !lc_int_divides(lc, digit, r->left[1]))
            return false;
        add_digit(r->a, a, i - 1, digit, &r->left[0], &r->place[0]);
        add_digit(r->b, b, j - 1, digit, &r->left[1], &r->place[1]);
    }
    return r->a->leaves > 0 && lc_int_is_one(r->left[0]) && lc_int_is_one(r->left[1]);
}

/* With a tuple around its leaves. */
static const lit *flat_of(parts *p)
{
    lit *a = (lit *)(uintptr_t)lcr_parts_end(p);
    if (!a || a->n == 1)
        return a;
    uint32_t *node = lcr_lit_alloc(p->pool, a->n + 1, sizeof *node);
    if (!node)
        return NULL;
    node[0] = (uint32_t)a->n;
    a->node = node;
    a->nnodes = a->n + 1;
    return a;
}

static bool is_refinable(const lit *a)
{
    return a->kind == LIT_LAYOUT && a->b == 0 && !a->swizzled && !a->offset;
}

bool lcr_parts_same(ev *e, const lit *a, const lit *b)
{
    refining r;
    bool known = is_refinable(a) && is_refinable(b) && refine(e, a, b, &r);
    const lit *x = known ? flat_of(r.a) : NULL, *y = x ? flat_of(r.b) : NULL;
    if (!y)
        return lcr_ev_ok(e) && lcr_ev_equiv(e, a, b);
    fn f = {1, {x}}, g = {1, {y}};
    if (!x->by_xor && !y->by_xor)
        return lcr_ev_same(e, &f, &g, x);
    return lcr_ev_same_in_bits(e, &f, &g, x, &known) && (known || lcr_ev_equiv(e, a, b));
}
