/* encoding-tile.c - tiles that grow. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "encoding-tile.h"
#include "internal.h"

void lc_tile_order(size_t order[LC_ENCODING_RANK], size_t rank, bool exchanged)
{
    for (size_t i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    if (exchanged && rank >= 2) {
        order[0] = rank - 2;
        order[1] = rank - 1;
    }
}

void lc_tile_begin(lc_tile *t, bool shared, size_t rank, const size_t *order)
{
    t->shared = shared;
    t->failed = false;
    t->rank = rank;
    memset(t->n, 0, sizeof t->n);
    lc_tile_order(t->order, rank, false);
    for (size_t d = 0; d < rank; d++) {
        t->extent[d] = 1;
        if (order)
            t->order[d] = order[d];
    }
}

/* A basis of zeros; NULL when there is no room. */
static uint64_t *next_basis(lc_tile *t, lc_tile_in in)
{
    if (t->n[in] == LC_TILE_BASES) {
        t->failed = true;
        return NULL;
    }
    uint64_t *basis = t->basis[in][t->n[in]++];
    memset(basis, 0, sizeof t->basis[0][0]);
    return basis;
}

void lc_tile_grow(lc_tile *t, lc_tile_in in, size_t dim, uint64_t n)
{
    for (; n > 1; n /= 2) {
        uint64_t *basis = t->extent[dim] < LC_TILE_EXTENT ? next_basis(t, in) : NULL;
        if (!basis) {
            t->failed = true;
            return;
        }
        basis[dim] = t->extent[dim];
        t->extent[dim] *= 2;
    }
}

void lc_tile_repeat(lc_tile *t, lc_tile_in in, uint64_t n)
{
    for (; n > 1 && next_basis(t, in); n /= 2)
        ;
}

void lc_tile_spread(lc_tile *t, lc_tile_in in, const uint64_t *extent, const size_t *order,
                    size_t repeats)
{
    for (size_t i = 0; i < t->rank; i++) {
        if (order[i] == repeats)
            lc_tile_repeat(t, in, extent[order[i]]);
        else
            lc_tile_grow(t, in, order[i], extent[order[i]]);
    }
}

void lc_tile_push(lc_tile *t, lc_tile_in in, const uint64_t *basis)
{
    uint64_t *to = next_basis(t, in);
    for (size_t d = 0; to && d < t->rank; d++) {
        to[d] = basis[d];
        t->failed |= basis[d] >= LC_TILE_EXTENT;
        while (t->extent[d] <= basis[d] && !t->failed)
            t->extent[d] *= 2;
    }
}

void lc_tile_fill(lc_tile *t, const uint64_t *shape)
{
    for (size_t i = 0; i < t->rank && !t->failed; i++) {
        size_t d = t->order[i];
        if (t->extent[d] < shape[d])
            lc_tile_grow(t, LC_TILE_REGISTER, d, shape[d] / t->extent[d]);
    }
}

static bool is_zero(const uint64_t *basis, size_t rank)
{
    while (rank > 0 && basis[rank - 1] == 0)
        rank--;
    return rank == 0;
}

void lc_tile_trim(lc_tile *t, const uint64_t *shape, bool drop)
{
    for (size_t in = 0; in < LC_TILE_INS; in++) {
        size_t kept = 0;
        for (size_t i = 0; i < t->n[in]; i++) {
            uint64_t *basis = t->basis[in][i];
            bool cut = false;
            for (size_t d = 0; d < t->rank; d++) {
                if (basis[d] < shape[d])
                    continue;
                basis[d] = 0;
                cut = true;
            }
            if (drop && cut && in == LC_TILE_REGISTER && is_zero(basis, t->rank))
                continue;
            memmove(t->basis[in][kept++], basis, sizeof t->basis[0][0]);
        }
        t->n[in] = kept;
    }
    for (size_t d = 0; d < t->rank; d++)
        t->extent[d] = t->extent[d] < shape[d] ? t->extent[d] : shape[d];
}

/* ---- blocks ---- */

/* CTAsPerCGA, CTASplitNum, CTAOrder: in this order, the blocks that split a dim, then those that
 * repeat it. */
static void blocks_of_older(const lc_encoding *e, size_t rank, lc_tile_blocks *out)
{
    lc_field ctas = lc_encoding_field(e, LC_FIELD_CTAS_PER_CGA);
    lc_field split = lc_encoding_field(e, LC_FIELD_CTA_SPLIT);
    lc_field order = lc_encoding_field(e, LC_FIELD_CTA_ORDER);
    for (size_t i = 0; i < rank; i++) {
        size_t d = (size_t)order.number[i];
        for (uint64_t part = 1; part < ctas.number[d] && out->n < LC_TILE_BASES; part *= 2) {
            memset(out->basis[out->n], 0, sizeof out->basis[0]);
            out->basis[out->n++][d] = part < split.number[d] ? part : 0;
        }
    }
}

bool lc_tile_blocks_of(lc_ctx *ctx, const lc_encoding *e, size_t rank, size_t k,
                       lc_tile_blocks *out)
{
    lc_field cga = lc_encoding_field(e, LC_FIELD_CGA);
    out->n = 0;
    if (cga.given && cga.rows > 0 && cga.columns != rank)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "CGALayout has rows of %zu numbers for a tensor of %zu dims", cga.columns,
                       rank) != NULL;
    if (cga.given) {
        for (size_t i = 0; i < cga.rows; i++, out->n++)
            for (size_t d = 0; d < rank; d++)
                out->basis[i][d] = cga.number[i * rank + d];
    } else if (lc_encoding_field(e, LC_FIELD_CTAS_PER_CGA).given) {
        blocks_of_older(e, rank, out);
    }
    for (size_t i = 0; k != LC_TILE_NONE && i < out->n; i++)
        out->basis[i][k] = 0;
    return true;
}

/* The number of parts along a dim. */
static uint64_t parts_along(const lc_tile_blocks *blocks, size_t d)
{
    uint64_t parts = 1;
    for (size_t i = 0; i < blocks->n; i++)
        while (parts <= blocks->basis[i][d])
            parts *= 2;
    return parts;
}

void lc_tile_part(const lc_tile_blocks *blocks, size_t rank, const uint64_t *shape,
                  uint64_t part[LC_ENCODING_RANK])
{
    for (size_t d = 0; d < rank; d++) {
        uint64_t parts = parts_along(blocks, d);
        part[d] = parts < shape[d] ? shape[d] / parts : 1;
    }
}

void lc_tile_finish(lc_tile *t, const lc_tile_blocks *blocks, const uint64_t *shape)
{
    uint64_t part[LC_ENCODING_RANK];
    lc_tile_part(blocks, t->rank, shape, part);
    lc_tile_fill(t, part);
    lc_tile_trim(t, part, false);
    for (size_t i = 0; i < blocks->n; i++) {
        uint64_t *basis = next_basis(t, LC_TILE_BLOCK);
        for (size_t d = 0; basis && d < t->rank; d++) {
            uint64_t at = blocks->basis[i][d] * part[d];
            basis[d] = at < shape[d] ? at : 0;
        }
    }
    for (size_t d = 0; d < t->rank; d++)
        t->extent[d] = shape[d];
}

/* ---- the linear layout ---- */

lc_linear *lc_tile_linear(lc_ctx *ctx, const lc_tile *t)
{
    static const char *const threads[] = {"register", "lane", "warp", "block"};
    static const char *const memory[] = {"offset", NULL, NULL, "block"};
    const char *const *name = t->shared ? memory : threads;
    char text[LC_ENCODING_RANK][8];
    lc_dim out[LC_ENCODING_RANK];
    lc_linear_in in[LC_TILE_INS];
    size_t nins = 0;
    if (t->failed)
        return lc_fail(
            ctx, LC_ERR_LIMIT,
            "the encoding needs an input dim of more than %d bits, or a tensor of more "
            "than 2^60 elements along a dim",
            LC_TILE_BASES);
    for (size_t d = 0; d < t->rank; d++) {
        snprintf(text[d], sizeof text[d], "dim%zu", d);
        if (!lc_dim_make(ctx, text[d], lc_int_si(ctx, (int64_t)t->extent[d]), &out[d]))
            return NULL;
    }
    for (size_t i = 0; i < LC_TILE_INS; i++) {
        lc_int *number = lc_frame_alloc(ctx, t->n[i] * t->rank + 1, sizeof *number);
        for (size_t j = 0; number && j < t->n[i] * t->rank; j++)
            number[j] = lc_int_si(ctx, (int64_t)t->basis[i][j / t->rank][j % t->rank]);
        if (!number)
            return NULL;
        if (name[i])
            in[nins++] = (lc_linear_in){name[i], t->n[i], number};
    }
    return lc_linear_from_bases(ctx, nins, in, t->rank, out);
}
