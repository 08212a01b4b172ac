#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* ---- nestings ---- */

size_t lc_nest_skip(const uint32_t *node, size_t at, size_t *leaves)
{
    size_t open = 1;
    for (; open > 0; at++) {
        open += node[at];
        open--;
        if (node[at] == 0 && leaves)
            ++*leaves;
    }
    return at;
}

static size_t depth_at(const uint32_t *node, size_t *at)
{
    uint32_t arity = node[(*at)++];
    size_t deepest = 0;
    for (uint32_t i = 0; i < arity; i++) {
        size_t depth = depth_at(node, at) + 1;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

size_t lc_nest_split(const uint32_t *node, size_t nnodes, size_t n, const size_t *leaf,
                     uint32_t *out)
{
    size_t made = 0, at = 0, t = 0;
    for (size_t k = 0; k < nnodes; k++) {
        if (node[k] != 0) {
            out[made++] = node[k];
            continue;
        }
        size_t first = t;
        while (t < n && leaf[t] == at)
            t++;
        if (t - first > 1)
            out[made++] = (uint32_t)(t - first);
        for (; first < t; first++)
            out[made++] = 0;
        at++;
    }
    return made;
}

size_t lc_nest_depth(const uint32_t *node)
{
    size_t at = 0;
    return depth_at(node, &at);
}

lc_span lc_nest_mode(const uint32_t *node, size_t nnodes, size_t nleaves, size_t i)
{
    if (node[0] == 0)
        return (lc_span){0, nnodes, 0, nleaves};
    lc_span span = {1, 1, 0, 0};
    for (size_t mode = 0; mode <= i; mode++) {
        span.node = span.node_end;
        span.leaf = span.leaf_end;
        if (node[span.node] == 0) {
            span.node_end++;
            span.leaf_end++;
        } else {
            span.node_end = lc_nest_skip(node, span.node, &span.leaf_end);
        }
    }
    return span;
}

lc_span lc_nest_modes(const uint32_t *node, size_t nnodes, size_t nleaves, size_t first,
                      size_t last)
{
    if (first == last)
        return (lc_span){nnodes, nnodes, nleaves, nleaves};
    lc_span span = lc_nest_mode(node, nnodes, nleaves, first);
    for (size_t mode = first + 1; mode < last; mode++)
        span.node_end = lc_nest_skip(node, span.node_end, &span.leaf_end);
    return span;
}

bool lc_leaves_check(lc_ctx *ctx, size_t nleaves)
{
    if (nleaves > LC_MAX_LEAVES)
        lc_fail(ctx, LC_ERR_LIMIT, "a tuple of %zu leaves: expected at most %d", nleaves,
                LC_MAX_LEAVES);
    return nleaves <= LC_MAX_LEAVES;
}

bool lc_nest_check(lc_ctx *ctx, const uint32_t *node, size_t nnodes, size_t nleaves)
{
    if (!lc_leaves_check(ctx, nleaves))
        return false;
    if (nnodes - nleaves <= LC_MAX_DEPTH) /* a nesting is no deeper than it has tuples */
        return true;
    size_t depth = lc_nest_depth(node);
    if (depth > LC_MAX_DEPTH)
        return lc_fail(ctx, LC_ERR_LIMIT, "a tuple nested %zu deep: expected at most %d", depth,
                       LC_MAX_DEPTH);
    return true;
}

/* ---- making ---- */

size_t lc_tuple_room(size_t nnodes, size_t nleaves)
{
    size_t size = sizeof(lc_tuple) + nleaves * sizeof(lc_int) + nnodes * sizeof(uint32_t);
    return (size + _Alignof(lc_tuple) - 1) / _Alignof(lc_tuple) * _Alignof(lc_tuple);
}

lc_tuple *lc_tuple_place(lc_block *block, void *memory, size_t nnodes, size_t nleaves)
{
    lc_tuple *t = memory;
    t->block = block;
    t->refs = 1;
    t->has_big = false;
    t->nnodes = nnodes;
    t->nleaves = nleaves;
    t->leaf = t->storage;
    t->node = (uint32_t *)(void *)(t->storage + nleaves);
    t->has_wildcard = false;
    t->wildcard = NULL;
    return t;
}

lc_tuple *lc_tuple_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves, bool wildcards)
{
    lc_tuple *t =
        malloc(lc_tuple_room(nnodes, nleaves) + (wildcards ? nleaves : 0) * sizeof(bool));
    if (!t)
        return lc_no_memory(ctx);
    t->own.values = 1;
    lc_tuple_place(&t->own, t, nnodes, nleaves);
    t->has_wildcard = wildcards;
    t->wildcard = wildcards ? (bool *)(void *)(t->node + nnodes) : NULL;
    return t;
}

void lc_tuple_discard(lc_tuple *t)
{
    lc_block_leave(t->block);
}

lc_tuple *lc_tuple_seal(lc_ctx *ctx, lc_tuple *t)
{
    bool ok = !ctx->int_failed;
    ctx->int_failed = false;
    if (!ok || !lc_int_own(ctx, t->nleaves, t->leaf, &t->has_big)) {
        lc_tuple_discard(t);
        return NULL;
    }
    return t;
}

lc_tuple *lc_tuple_leaf(lc_ctx *ctx, lc_int value)
{
    lc_tuple *t = lc_tuple_alloc(ctx, 1, 1, false);
    if (!t)
        return NULL;
    t->node[0] = 0;
    t->leaf[0] = value;
    return lc_tuple_seal(ctx, t);
}

lc_tuple *lc_tuple_wildcard(lc_ctx *ctx)
{
    lc_tuple *t = lc_tuple_alloc(ctx, 1, 1, true);
    if (!t)
        return NULL;
    t->node[0] = 0;
    t->leaf[0] = lc_int_const(0);
    t->wildcard[0] = true;
    return lc_tuple_seal(ctx, t);
}

static lc_tuple *empty(lc_ctx *ctx)
{
    return lc_fail(ctx, LC_ERR_INVALID, "an empty tuple: expected at least one element");
}

lc_tuple *lc_tuple_of(lc_ctx *ctx, size_t n, lc_tuple *const *children)
{
    size_t nnodes = 1, nleaves = 0;
    bool wildcards = false;
    if (n == 0)
        return empty(ctx);
    for (size_t i = 0; i < n; i++) {
        nnodes += children[i]->nnodes;
        nleaves += children[i]->nleaves;
        wildcards |= children[i]->has_wildcard;
    }
    lc_tuple *t = lc_tuple_alloc(ctx, nnodes, nleaves, wildcards);
    if (!t)
        return NULL;
    t->node[0] = (uint32_t)n;
    size_t node = 1, leaf = 0;
    for (size_t i = 0; i < n; i++) {
        const lc_tuple *c = children[i];
        memcpy(t->node + node, c->node, c->nnodes * sizeof(uint32_t));
        memcpy(t->leaf + leaf, c->leaf, c->nleaves * sizeof(lc_int));
        for (size_t k = 0; wildcards && k < c->nleaves; k++)
            t->wildcard[leaf + k] = c->wildcard && c->wildcard[k];
        node += c->nnodes;
        leaf += c->nleaves;
    }
    if (!lc_nest_check(ctx, t->node, t->nnodes, nleaves)) {
        lc_tuple_discard(t);
        return NULL;
    }
    return lc_tuple_seal(ctx, t);
}

lc_tuple *lc_tuple_flat(lc_ctx *ctx, size_t n, const lc_int *values)
{
    if (n == 0)
        return empty(ctx);
    lc_tuple *t = lc_leaves_check(ctx, n) ? lc_tuple_alloc(ctx, n + 1, n, false) : NULL;
    if (!t)
        return NULL;
    memset(t->node, 0, (n + 1) * sizeof(uint32_t));
    t->node[0] = (uint32_t)n;
    memcpy(t->leaf, values, n * sizeof(lc_int));
    return lc_tuple_seal(ctx, t);
}

lc_tuple *lc_tuple_point(lc_ctx *ctx, size_t n, const lc_int *values)
{
    return n == 1 ? lc_tuple_leaf(ctx, values[0]) : lc_tuple_flat(ctx, n, values);
}

lc_tuple *lc_tuple_of_nodes(lc_ctx *ctx, size_t nnodes, const uint32_t *node, size_t nleaves,
                            const lc_int *leaf)
{
    lc_tuple *t = lc_tuple_alloc(ctx, nnodes, nleaves, false);
    if (!t)
        return NULL;
    memcpy(t->node, node, nnodes * sizeof(uint32_t));
    memcpy(t->leaf, leaf, nleaves * sizeof(lc_int));
    return lc_tuple_seal(ctx, t);
}

lc_tuple *lc_tuple_like(lc_ctx *ctx, const lc_tuple *like, const lc_int *values)
{
    return lc_tuple_of_nodes(ctx, like->nnodes, like->node, like->nleaves, values);
}

lc_tuple *lc_tuple_ref(const lc_tuple *t)
{
    lc_tuple *shared = (lc_tuple *)(uintptr_t)t; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_tuple_free(lc_tuple *t)
{
    if (!t || --t->refs > 0)
        return;
    if (t->has_big)
        lc_int_disown(t->nleaves, t->leaf);
    lc_block_leave(t->block);
}

/* ---- looking ---- */

bool lc_tuple_is_leaf(const lc_tuple *t)
{
    return t->node[0] == 0;
}
size_t lc_tuple_rank(const lc_tuple *t)
{
    return lc_nest_rank(t->node);
}
size_t lc_tuple_depth(const lc_tuple *t)
{
    return lc_nest_depth(t->node);
}
size_t lc_tuple_nleaves(const lc_tuple *t)
{
    return t->nleaves;
}
lc_int lc_tuple_value(const lc_tuple *t, size_t leaf)
{
    return t->leaf[leaf];
}
bool lc_tuple_has_wildcard(const lc_tuple *t)
{
    return t->has_wildcard;
}

bool lc_tuple_is_wildcard(const lc_tuple *t, size_t leaf)
{
    return t->wildcard && t->wildcard[leaf];
}

lc_int lc_tuple_size(lc_ctx *ctx, const lc_tuple *t)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int size = lc_int_const(1);
    for (size_t i = 0; i < t->nleaves; i++)
        size = lc_int_mul(ctx, size, t->leaf[i]);
    return lc_frame_return(ctx, frame, size);
}

lc_tuple *lc_tuple_mode(lc_ctx *ctx, const lc_tuple *t, size_t i)
{
    if (i >= lc_tuple_rank(t))
        return lc_fail(ctx, LC_ERR_INVALID, "mode %zu of a tuple of rank %zu", i,
                       lc_tuple_rank(t));
    lc_span span = lc_nest_mode(t->node, t->nnodes, t->nleaves, i);
    size_t nleaves = span.leaf_end - span.leaf;
    lc_tuple *mode = lc_tuple_alloc(ctx, span.node_end - span.node, nleaves, t->has_wildcard);
    if (!mode)
        return NULL;
    memcpy(mode->node, t->node + span.node, mode->nnodes * sizeof(uint32_t));
    memcpy(mode->leaf, t->leaf + span.leaf, nleaves * sizeof(lc_int));
    bool wildcards = false;
    for (size_t k = 0; t->has_wildcard && k < nleaves; k++) {
        mode->wildcard[k] = t->wildcard[span.leaf + k];
        wildcards |= mode->wildcard[k];
    }
    mode->has_wildcard = wildcards;
    return lc_tuple_seal(ctx, mode);
}

/* ---- comparing ---- */

bool lc_tuple_congruent(const lc_tuple *a, const lc_tuple *b)
{
    return a->nnodes == b->nnodes && memcmp(a->node, b->node, a->nnodes * sizeof *a->node) == 0;
}

bool lc_tuple_equal(const lc_tuple *a, const lc_tuple *b)
{
    if (!lc_tuple_congruent(a, b))
        return false;
    for (size_t i = 0; i < a->nleaves; i++)
        if (lc_tuple_is_wildcard(a, i) != lc_tuple_is_wildcard(b, i) ||
            !lc_int_eq(a->leaf[i], b->leaf[i]))
            return false;
    return true;
}

/* Walks both nestings: where a has a leaf, b may have any subtree. When a context is given, the
 * leaf must also equal the size of that subtree. Iterative, since b is only ever skipped over. */
static bool coarser(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    size_t at = 0, leaf_a = 0, leaf_b = 0;
    for (size_t i = 0; i < a->nnodes; i++) {
        if (a->node[i] != 0) {
            if (b->node[at++] != a->node[i])
                return false;
            continue;
        }
        size_t first = leaf_b;
        at = lc_nest_skip(b->node, at, &leaf_b);
        lc_int size = lc_int_const(1);
        for (size_t k = first; ctx && k < leaf_b; k++)
            size = lc_int_mul(ctx, size, b->leaf[k]);
        if (ctx && !lc_int_eq(a->leaf[leaf_a], size))
            return false;
        leaf_a++;
    }
    return true;
}

bool lc_tuple_weakly_congruent(const lc_tuple *a, const lc_tuple *b)
{
    return coarser(NULL, a, b);
}

bool lc_tuple_compatible(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    lc_frame frame = lc_frame_open(ctx);
    bool answer = coarser(ctx, a, b);
    lc_frame_close(ctx, frame);
    return answer;
}

bool lc_tuple_refines(lc_ctx *ctx, const lc_tuple *a, const lc_tuple *b)
{
    return lc_tuple_compatible(ctx, b, a);
}

/* ---- nesting ---- */

/* The leaves of t in a tuple that is under construction. */
static void copy_leaves(lc_tuple *to, const lc_tuple *t)
{
    memcpy(to->leaf, t->leaf, t->nleaves * sizeof(lc_int));
    if (t->has_wildcard)
        memcpy(to->wildcard, t->wildcard, t->nleaves * sizeof(bool));
}

lc_tuple *lc_tuple_flatten(lc_ctx *ctx, const lc_tuple *t)
{
    size_t nnodes = lc_tuple_is_leaf(t) ? 1 : t->nleaves + 1;
    lc_tuple *flat = lc_tuple_alloc(ctx, nnodes, t->nleaves, t->has_wildcard);
    if (!flat)
        return NULL;
    memset(flat->node, 0, nnodes * sizeof(uint32_t));
    if (nnodes > 1)
        flat->node[0] = (uint32_t)t->nleaves;
    copy_leaves(flat, t);
    return lc_tuple_seal(ctx, flat);
}

bool lc_profile_fits(lc_ctx *ctx, size_t n, const lc_tuple *profile)
{
    if (n != profile->nleaves)
        lc_fail(ctx, LC_ERR_INVALID, "%zu leaves for a profile of %zu: expected as many", n,
                profile->nleaves);
    return n == profile->nleaves;
}

lc_tuple *lc_tuple_unflatten(lc_ctx *ctx, const lc_tuple *leaves, const lc_tuple *profile)
{
    if (!lc_profile_fits(ctx, leaves->nleaves, profile))
        return NULL;
    return lc_tuple_like(ctx, profile, leaves->leaf);
}

lc_tuple *lc_tuple_group(lc_ctx *ctx, const lc_tuple *t, size_t i, size_t j)
{
    size_t rank = lc_tuple_rank(t);
    if (i >= j || j > rank)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "modes %zu to %zu of a tuple of rank %zu: expected i < j <= rank", i, j,
                       rank);
    bool leaf = lc_tuple_is_leaf(t);
    lc_tuple *g = lc_tuple_alloc(ctx, t->nnodes + (leaf ? 2 : 1), t->nleaves, t->has_wildcard);
    if (!g)
        return NULL;
    copy_leaves(g, t);
    size_t first = leaf ? 0 : lc_nest_mode(t->node, t->nnodes, t->nleaves, i).node;
    size_t out = 0;
    if (leaf) {
        g->node[out++] = 1;
    } else {
        memcpy(g->node, t->node, first * sizeof(uint32_t));
        out = first;
    }
    g->node[out++] = (uint32_t)(j - i);
    memcpy(g->node + out, t->node + first, (t->nnodes - first) * sizeof(uint32_t));
    if (!leaf)
        g->node[0] = (uint32_t)(rank - (j - i) + 1);
    if (!lc_nest_check(ctx, g->node, g->nnodes, g->nleaves)) {
        lc_tuple_discard(g);
        return NULL;
    }
    return lc_tuple_seal(ctx, g);
}
