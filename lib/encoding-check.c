/* encoding-check.c - do the fields of an encoding fit it, and each other? */
#include "config.h"

#include "encoding-internal.h"

#define MOST (UINT64_C(1) << 20) /* of anything that is counted: products of a few stay small */

static const char *key_of(const lc_encoding *e, lc_field_id id)
{
    return lc_encoding_form_field(lc_encoding_form_of(e->kind), id)->key;
}

static bool wrong(lc_ctx *ctx, const lc_encoding *e, lc_field_id id, const char *expected)
{
    return lc_fail(ctx, LC_ERR_INVALID, "the field %s of %s: expected %s", key_of(e, id),
                   lc_encoding_form_of(e->kind)->name, expected) != NULL;
}

/* Every number below the width, once each. */
static bool is_order(lc_field f)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < f.columns; i++)
        if (f.number[i] < f.columns)
            seen |= UINT64_C(1) << f.number[i];
    return seen == (UINT64_C(1) << f.columns) - 1;
}

static bool check_order(lc_ctx *ctx, const lc_encoding *e, lc_field_id id)
{
    return !e->field[id].given || is_order(e->field[id]) ||
           wrong(ctx, e, id, "each dim once, the minor one first, as in [1, 0]");
}

static bool check_powers(lc_ctx *ctx, const lc_encoding *e, lc_field_id id)
{
    lc_field f = e->field[id];
    for (size_t i = 0; i < f.rows * f.columns; i++)
        if (!lc_is_power(f.number[i]) || f.number[i] > MOST)
            return wrong(ctx, e, id, "powers of two, of at most 2^20");
    return true;
}

/* As many numbers in lists as the tensor has dims. */
static bool check_widths(lc_ctx *ctx, const lc_encoding *e, size_t rank)
{
    static const lc_field_id by_dim[] = {LC_FIELD_SIZE_PER_THREAD,
                                         LC_FIELD_THREADS_PER_WARP,
                                         LC_FIELD_WARPS_PER_CTA,
                                         LC_FIELD_ORDER,
                                         LC_FIELD_CGA,
                                         LC_FIELD_CTAS_PER_CGA,
                                         LC_FIELD_CTA_SPLIT,
                                         LC_FIELD_CTA_ORDER,
                                         LC_FIELD_TILES_PER_WARP,
                                         LC_FIELD_REGISTER,
                                         LC_FIELD_LANE,
                                         LC_FIELD_WARP,
                                         LC_FIELD_BLOCK,
                                         LC_FIELD_OFFSET,
                                         LC_FIELD_SHAPE};
    for (size_t i = 0; i < sizeof by_dim / sizeof *by_dim; i++) {
        size_t width = lc_encoding_width(e, by_dim[i]);
        if (width != 0 && width != rank)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "the field %s of %s: expected %zu numbers, one a dim; found %zu",
                           key_of(e, by_dim[i]), lc_encoding_form_of(e->kind)->name, rank,
                           width) != NULL;
    }
    return true;
}

static bool check_given(lc_ctx *ctx, const lc_encoding *e)
{
    const lc_encoding_form *form = lc_encoding_form_of(e->kind);
    for (size_t i = 0; i < form->nfields; i++) {
        const lc_field_form *f = &form->field[i];
        bool given = f->id == LC_FIELD_PARENT ? e->parent != NULL : e->field[f->id].given;
        if (!given && !f->optional)
            return lc_fail(ctx, LC_ERR_INVALID, "%s without the field %s: expected it",
                           form->name, f->key) != NULL;
    }
    return true;
}

static bool check_cga(lc_ctx *ctx, const lc_encoding *e)
{
    lc_field ctas = e->field[LC_FIELD_CTAS_PER_CGA], split = e->field[LC_FIELD_CTA_SPLIT];
    bool some = ctas.given || split.given || e->field[LC_FIELD_CTA_ORDER].given;
    bool all = ctas.given && split.given && e->field[LC_FIELD_CTA_ORDER].given;
    if (some && !all)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "CTAsPerCGA, CTASplitNum and CTAOrder stand together: expected all of "
                       "them") != NULL;
    for (size_t i = 0; all && i < ctas.columns && i < split.columns; i++)
        if (split.number[i] > ctas.number[i])
            return wrong(ctx, e, LC_FIELD_CTA_SPLIT, "no more parts than CTAsPerCGA has blocks");
    return true;
}

static bool has_tiles(const lc_encoding *e)
{
    lc_field f = e->field[LC_FIELD_TILES_PER_WARP];
    for (size_t i = 0; f.given && i < f.columns; i++)
        if (f.number[i] != 1)
            return true;
    return false;
}

static bool check_instruction(lc_ctx *ctx, const lc_encoding *e, size_t rank)
{
    lc_field f = e->field[LC_FIELD_INSTRUCTION];
    for (size_t i = 0; f.given && i < f.columns; i++)
        if (f.number[i] == 0 || f.number[i] > MOST)
            return wrong(ctx, e, LC_FIELD_INSTRUCTION, "numbers from 1 to 2^20");
    uint64_t version = lc_encoding_number(e, LC_FIELD_VERSION);
    if (e->kind == LC_ENCODING_MMA && version != 2 && version != 3)
        return wrong(ctx, e, LC_FIELD_VERSION,
                     "2 (mma) or 3 (wgmma); accumulators of 5 lie in tensor memory");
    if (e->kind == LC_ENCODING_WMMA && (version < 1 || version > 3))
        return wrong(ctx, e, LC_FIELD_VERSION, "1, 2 or 3");
    if (e->kind == LC_ENCODING_MMA && (rank < 2 || (version == 3 && rank != 2)))
        return wrong(ctx, e, LC_FIELD_WARPS_PER_CTA,
                     version == 3 ? "two numbers" : "two numbers or more");
    if (e->kind == LC_ENCODING_MMA && (f.columns < 2 || f.columns > 3))
        return wrong(ctx, e, LC_FIELD_INSTRUCTION,
                     "m and n, as in [16, 8]; or m, n and k, as in [16, 64, 16]");
    if (e->kind == LC_ENCODING_MFMA &&
        (f.columns < 2 || !lc_is_power(f.number[0] * f.number[1]) ||
         f.number[0] * f.number[1] < 256 || f.number[0] > 64 || f.number[1] > 64))
        return wrong(ctx, e, LC_FIELD_INSTRUCTION, "m, n and k, as in [32, 32, 8]");
    if (e->kind == LC_ENCODING_WMMA && f.given &&
        (f.columns != 3 || f.number[0] != 16 || f.number[1] != 16))
        return wrong(ctx, e, LC_FIELD_INSTRUCTION, "16, 16 and k, as in [16, 16, 32]");
    if (e->kind == LC_ENCODING_WMMA && e->field[LC_FIELD_WARPS_PER_CTA].given &&
        ((e->field[LC_FIELD_CGA].given && e->field[LC_FIELD_CGA].rows > 0) ||
         e->field[LC_FIELD_CTAS_PER_CGA].given || has_tiles(e)))
        return wrong(ctx, e, LC_FIELD_WARPS_PER_CTA,
                     "ctaLayout, as Triton 3.9 prints it, where blocks or several tiles a warp "
                     "are said: the order of the tiles was another one before");
    if ((e->kind == LC_ENCODING_MFMA || (e->kind == LC_ENCODING_WMMA && rank != 0)) &&
        (rank < 2 || rank > 3))
        return lc_fail(ctx, LC_ERR_INVALID, "%s of %zu dims: expected 2, or 3 with a batch",
                       lc_encoding_form_of(e->kind)->name, rank) != NULL;
    return true;
}

static bool check_parent(lc_ctx *ctx, const lc_encoding *e)
{
    lc_encoding_kind of = e->parent ? e->parent->kind : e->kind;
    if (e->kind == LC_ENCODING_SLICE && of >= LC_ENCODING_SWIZZLED)
        return wrong(ctx, e, LC_FIELD_PARENT, "a layout of registers, not of shared memory");
    if (e->kind == LC_ENCODING_SLICE && lc_encoding_rank(e->parent) != 0 &&
        (lc_encoding_rank(e->parent) < 2 ||
         lc_encoding_number(e, LC_FIELD_DIM) >= lc_encoding_rank(e->parent)))
        return wrong(ctx, e, LC_FIELD_DIM,
                     "a dim of the parent, of which it leaves at least one");
    if (e->kind != LC_ENCODING_DOT)
        return true;
    if (of != LC_ENCODING_BLOCKED && of != LC_ENCODING_MMA && of != LC_ENCODING_MFMA &&
        of != LC_ENCODING_WMMA)
        return wrong(ctx, e, LC_FIELD_PARENT,
                     "the layout of a product: blocked, nvidia_mma, amd_mfma or amd_wmma");
    if (lc_encoding_rank(e->parent) == 1)
        return wrong(ctx, e, LC_FIELD_PARENT, "a layout of two dims or more");
    return lc_encoding_number(e, LC_FIELD_OPERAND) <= 1 ||
           wrong(ctx, e, LC_FIELD_OPERAND, "0 for A or 1 for B");
}

static bool check_shared(lc_ctx *ctx, const lc_encoding *e)
{
    uint64_t bytes = lc_encoding_number(e, LC_FIELD_SWIZZLE_BYTES);
    uint64_t bits = lc_encoding_number(e, LC_FIELD_ELEMENT_BITS);
    if (e->kind == LC_ENCODING_NVMMA &&
        ((bytes != 0 && bytes != 32 && bytes != 64 && bytes != 128) || bytes > 128))
        return wrong(ctx, e, LC_FIELD_SWIZZLE_BYTES, "0, 32, 64 or 128");
    if (e->kind == LC_ENCODING_NVMMA && (!lc_is_power(bits) || bits < 4 || bits > 64))
        return wrong(ctx, e, LC_FIELD_ELEMENT_BITS, "4, 8, 16, 32 or 64");
    if (e->kind == LC_ENCODING_PADDED && e->field[LC_FIELD_PADDING].columns != 2)
        return wrong(ctx, e, LC_FIELD_PADDING, "intervals and paddings, as in [64:+8]");
    if (e->kind == LC_ENCODING_PADDED && !e->field[LC_FIELD_OFFSET].given &&
        !(e->field[LC_FIELD_ORDER].given && e->field[LC_FIELD_SHAPE].given))
        return wrong(ctx, e, LC_FIELD_OFFSET,
                     "the bases of the offset, or order and shape, as in {order = [1, 0], shape "
                     "= [32, 64]}");
    return true;
}

bool lc_encoding_fits(lc_ctx *ctx, const lc_encoding *e)
{
    static const lc_field_id power[] = {LC_FIELD_SIZE_PER_THREAD,
                                        LC_FIELD_THREADS_PER_WARP,
                                        LC_FIELD_WARPS_PER_CTA,
                                        LC_FIELD_CTAS_PER_CGA,
                                        LC_FIELD_CTA_SPLIT,
                                        LC_FIELD_TILES_PER_WARP,
                                        LC_FIELD_VEC,
                                        LC_FIELD_PER_PHASE,
                                        LC_FIELD_MAX_PHASE,
                                        LC_FIELD_PADDING};
    if (!check_given(ctx, e) || !check_parent(ctx, e))
        return false;
    size_t rank = lc_encoding_rank(e);
    bool nests = e->kind == LC_ENCODING_DOT || e->kind == LC_ENCODING_SLICE;
    if (rank > LC_ENCODING_RANK)
        return lc_fail(ctx, LC_ERR_LIMIT, "%s of %zu dims: expected at most %d",
                       lc_encoding_form_of(e->kind)->name, rank, LC_ENCODING_RANK) != NULL;
    if (rank == 0 && !nests && e->kind != LC_ENCODING_NVMMA && e->kind != LC_ENCODING_WMMA)
        return lc_fail(ctx, LC_ERR_INVALID, "%s without a number of a dim: expected one or more",
                       lc_encoding_form_of(e->kind)->name) != NULL;
    for (size_t i = 0; i < sizeof power / sizeof *power; i++)
        if (!check_powers(ctx, e, power[i]))
            return false;
    if (lc_encoding_number(e, LC_FIELD_K_WIDTH) != 0 && !check_powers(ctx, e, LC_FIELD_K_WIDTH))
        return false;
    return (nests || rank == 0 || check_widths(ctx, e, rank)) &&
           check_order(ctx, e, LC_FIELD_ORDER) && check_order(ctx, e, LC_FIELD_CTA_ORDER) &&
           check_cga(ctx, e) && check_instruction(ctx, e, rank) && check_shared(ctx, e);
}
