#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "regroup.h"

static bool rank_fits(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    size_t n = lc_tiler_rank(t), rank = lc_layout_rank(a);
    if (n <= rank)
        return true;
    return lc_fail(ctx, LC_ERR_INVALID,
                   "a tiler of %zu modes for a layout of rank %zu: expected at most %zu", n, rank,
                   rank);
}

/* The failure of a mode names the mode. */
static void fail_in_mode(lc_ctx *ctx, size_t i)
{
    char why[sizeof ctx->message];
    memcpy(why, ctx->message, sizeof why);
    if (ctx->code == LC_ERR_NO_VALUE || ctx->code == LC_ERR_INVALID || ctx->code == LC_ERR_BUDGET)
        lc_fail(ctx, ctx->code, "mode %zu: %s", i, why);
}

/* A mode that is left as it is; zipped, it is the tile, and 1:0 the rest. */
static lc_layout *left_alone(lc_ctx *ctx, const lc_layout *mode, bool zipped)
{
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    uint32_t node;
    lc_layout unit;
    lc_writer w;
    if (!lc_write_begin(ctx, &w, mode, mode->nnodes + (zipped ? 2 : 0), mode->nleaves + zipped))
        return NULL;
    if (zipped)
        lc_write_tuple(&w, 2);
    lc_write_layout(&w, mode);
    lc_view_flat(&unit, 1, &one, &zero, &node);
    if (zipped)
        lc_write_layout(&w, &unit);
    return lc_write_end(ctx, &w);
}

static lc_layout *regrouped(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op,
                            bool zipped);

/* What is made of a mode and its tiler. */
typedef struct {
    lc_pair_op op;
    bool zipped, once; /* once: by `op` itself, whatever stands inside of the tiler */
} making;

static lc_layout *made_of(lc_ctx *ctx, const lc_layout *mode, const lc_tiler *on,
                          const making *how)
{
    if (how->once)
        return how->op(ctx, mode, lc_tiler_as_layout(on));
    return on ? regrouped(ctx, mode, on, how->op, how->zipped)
              : left_alone(ctx, mode, how->zipped);
}

/* That of each mode that has a tiler. */
static bool make_pairs(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, const making *how,
                       lc_layout_list *pairs)
{
    size_t n = lc_tiler_rank(t);
    if (!rank_fits(ctx, a, t) || !lc_list_init(ctx, pairs, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        lc_layout mode;
        lc_view_mode(&mode, a, i);
        if (!lc_list_push(pairs, made_of(ctx, &mode, lc_tiler_on(t, i), how))) {
            fail_in_mode(ctx, i);
            lc_list_clear(pairs);
            return false;
        }
    }
    return true;
}

/* A writer with room for all pairs, the modes that stay as they are, and three tuples. */
static bool begin(lc_ctx *ctx, lc_writer *w, const lc_layout_list *pairs, const lc_layout *a,
                  lc_span alone)
{
    size_t nodes = 3 + a->nnodes, leaves = alone.leaf_end - alone.leaf;
    const lc_layout *part[pairs->n + 1];
    for (size_t i = 0; i < pairs->n; i++) {
        part[i] = pairs->item[i];
        nodes += part[i]->nnodes;
        leaves += part[i]->nleaves;
    }
    lc_layout rest;
    lc_view_span(&rest, a, alone);
    part[pairs->n] = &rest;
    return lc_write_begin_joined(ctx, w, pairs->n + (rest.nleaves > 0), part, nodes, leaves);
}

/* Mode `which` of every pair. */
static void write_halves(lc_writer *w, const lc_layout_list *pairs, size_t which)
{
    for (size_t i = 0; i < pairs->n; i++) {
        const lc_layout *pair = pairs->item[i];
        lc_write_span(w, pair, lc_nest_mode(pair->node, pair->nnodes, pair->nleaves, which));
    }
}

/* The pairs side by side, or all first halves and all second halves; then the modes that have no
 * tiler. */
static lc_layout *regrouped(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op,
                            bool zipped)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole)
        return op(ctx, a, whole);
    lc_layout_list pairs;
    if (!make_pairs(ctx, a, t, &(making){op, zipped, false}, &pairs))
        return NULL;
    size_t rank = lc_layout_rank(a);
    lc_span alone = lc_nest_modes(a->node, a->nnodes, a->nleaves, pairs.n, rank);
    lc_layout *result = NULL;
    lc_writer w;
    if (begin(ctx, &w, &pairs, a, alone)) {
        if (zipped) {
            lc_write_tuple(&w, 2);
            lc_write_tuple(&w, pairs.n);
            write_halves(&w, &pairs, 0);
        }
        lc_write_tuple(&w, rank);
        for (size_t i = 0; !zipped && i < pairs.n; i++)
            lc_write_layout(&w, pairs.item[i]);
        if (zipped)
            write_halves(&w, &pairs, 1);
        lc_write_span(&w, a, alone);
        result = lc_write_end(ctx, &w);
    }
    lc_list_clear(&pairs);
    return result;
}

lc_layout *lc_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op)
{
    return regrouped(ctx, a, t, op, false);
}

lc_layout *lc_zip_by_mode(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op)
{
    return regrouped(ctx, a, t, op, true);
}

/* Has every mode of the tiler a layout, and not tilers inside or none? */
static bool is_plain(const lc_tiler *t)
{
    bool plain = true;
    for (size_t i = 0; plain && i < lc_tiler_rank(t); i++)
        plain = lc_tiler_on(t, i) && lc_tiler_as_layout(lc_tiler_on(t, i));
    return plain;
}

lc_layout *lc_zip_with_modes(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t, lc_pair_op op,
                             lc_pair_op second)
{
    if (lc_tiler_as_layout(t) || !is_plain(t))
        return lc_zip_by_mode(ctx, a, t, op);
    lc_layout_list halves;
    if (!make_pairs(ctx, a, t, &(making){second, false, true}, &halves))
        return NULL;
    size_t rank = lc_layout_rank(a);
    lc_span tiled = lc_nest_modes(a->node, a->nnodes, a->nleaves, 0, halves.n);
    lc_span alone = lc_nest_modes(a->node, a->nnodes, a->nleaves, halves.n, rank);
    lc_span all = {0, a->nnodes, 0, a->nleaves};
    lc_layout *result = NULL;
    lc_writer w;
    if (begin(ctx, &w, &halves, a, all)) {
        lc_write_tuple(&w, 2);
        lc_write_tuple(&w, halves.n);
        lc_write_span(&w, a, tiled);
        lc_write_tuple(&w, rank);
        for (size_t i = 0; i < halves.n; i++)
            lc_write_layout(&w, halves.item[i]);
        lc_write_span(&w, a, alone);
        result = lc_write_end(ctx, &w);
    }
    lc_list_clear(&halves);
    return result;
}

/* All modes of a layout, without the tuple around them. */
static void write_modes(lc_writer *w, const lc_layout *a)
{
    lc_write_span(w, a, lc_nest_modes(a->node, a->nnodes, a->nleaves, 0, lc_layout_rank(a)));
}

lc_layout *lc_spread(lc_ctx *ctx, lc_layout *zipped, bool both)
{
    lc_layout *result = NULL, tile, rest;
    lc_writer w;
    if (!zipped)
        return NULL;
    lc_view_mode(&tile, zipped, 0);
    lc_view_mode(&rest, zipped, 1);
    if (lc_write_begin(ctx, &w, zipped, zipped->nnodes, zipped->nleaves)) {
        lc_write_tuple(&w, (both ? lc_layout_rank(&tile) : 1) + lc_layout_rank(&rest));
        if (both)
            write_modes(&w, &tile);
        else
            lc_write_layout(&w, &tile);
        write_modes(&w, &rest);
        result = lc_write_end(ctx, &w);
    }
    lc_layout_free(zipped);
    return result;
}

void lc_explain_needed(lc_ctx *ctx, const char *operation, const char *needed, const char *name,
                       const lc_layout *operand)
{
    if (ctx->code != LC_ERR_NO_VALUE)
        return;
    char why[sizeof ctx->message];
    memcpy(why, ctx->message, sizeof why);
    char *text = lc_layout_to_str(ctx, operand);
    if (text)
        lc_fail(ctx, LC_ERR_NO_VALUE, "no %s: it needs %s, %s = %.200s: %s", operation, needed,
                name, text, why);
    free(text);
}
