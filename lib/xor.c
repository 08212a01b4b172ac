/* xor.c - the columns of layouts whose strides add by XOR, and the largest value. */
#include "config.h"

#include "xor.h"

#include <stdlib.h>
#include <string.h>

bool lc_share_bits(lc_int a, lc_int b)
{
    mpz_t x, y;
    if (lc_int_is_small(a) && lc_int_is_small(b))
        return (a.word & b.word) != 0;
    mpz_init(x);
    mpz_init(y);
    lc_int_get_mpz(x, a);
    lc_int_get_mpz(y, b);
    mpz_and(x, x, y);
    bool shared = mpz_sgn(x) != 0;
    mpz_clear(x);
    mpz_clear(y);
    return shared;
}

/* ---- columns ---- */

/* Bits of the coordinates below an extent. */
static size_t bits_below(lc_ctx *ctx, lc_int extent)
{
    lc_frame frame = lc_frame_open(ctx);
    size_t bits = lc_int_bits(lc_int_sub(ctx, extent, lc_int_const(1)));
    lc_frame_close(ctx, frame);
    return bits;
}

static bool count_columns(lc_ctx *ctx, const lc_layout *a, size_t *first)
{
    first[0] = 0;
    for (size_t k = 0; k < a->nleaves; k++) {
        first[k + 1] = first[k] + bits_below(ctx, a->extent[k]);
        if (first[k + 1] <= LC_XOR_COLUMNS)
            continue;
        return lc_fail(ctx, LC_ERR_BUDGET,
                       "undecided: coordinates of more than %d bits in strides that add by XOR",
                       LC_XOR_COLUMNS);
    }
    return true;
}

bool lc_columns_of(lc_ctx *ctx, const lc_layout *a, size_t axis, lc_columns *out)
{
    *out = (lc_columns){.first = lc_alloc(ctx, a->nleaves + 1, sizeof *out->first)};
    if (!out->first)
        return false;
    if (count_columns(ctx, a, out->first))
        out->value = lc_alloc(ctx, out->first[a->nleaves], sizeof *out->value);
    if (!out->value) {
        lc_columns_free(out);
        return false;
    }
    out->n = out->first[a->nleaves];
    for (size_t k = 0; k < a->nleaves; k++) {
        lc_int value = lc_step(a, axis, k);
        for (size_t t = out->first[k]; t < out->first[k + 1]; t++) {
            out->value[t] = value;
            value = lc_int_add(ctx, value, value);
        }
    }
    return true;
}

void lc_columns_free(lc_columns *columns)
{
    free(columns->first);
    free(columns->value);
    *columns = (lc_columns){0};
}

bool lc_columns_apart(lc_ctx *ctx, size_t n, const lc_int *value)
{
    lc_int seen = lc_int_const(0);
    lc_frame frame = lc_frame_open(ctx);
    size_t t = 0;
    for (; t < n && lc_int_sign(value[t]) >= 0 && !lc_share_bits(seen, value[t]); t++)
        seen = lc_frame_return(ctx, frame, lc_xor(ctx, seen, value[t]));
    lc_frame_close(ctx, frame);
    return t == n;
}

lc_layout *lc_layout_flat_xor(lc_ctx *ctx, size_t n, const lc_int *extent, const lc_int *step)
{
    size_t modes = n > 0 ? n : 1;
    lc_layout *a = lc_layout_alloc_in(ctx, LC_XOR, NULL, modes == 1 ? 1 : modes + 1, modes);
    if (!a)
        return NULL;
    memset(a->node, 0, a->nnodes * sizeof *a->node);
    if (modes > 1)
        a->node[0] = (uint32_t)modes;
    a->extent[0] = lc_int_const(1);
    a->step[0] = lc_int_const(0);
    for (size_t k = 0; k < n; k++) {
        a->extent[k] = extent[k];
        a->step[k] = step[k];
    }
    return lc_layout_seal(ctx, a);
}

void lc_view_integers(lc_layout *view, const lc_layout *a)
{
    lc_view_span(view, a, (lc_span){0, a->nnodes, 0, a->nleaves});
    view->codomain = LC_INTEGERS;
}

/* ---- the largest value ----
 *
 * The coordinates below an extent s fall into blocks, one for each bit b that is set in s: the
 * bits above b are those of s, bit b is clear, those below are free. Once a block is chosen in
 * every leaf, the values are a base and all XORs of the free columns, and the largest is found
 * greedily: the columns are reduced to pivots of different highest bits, and from the highest
 * down a pivot is added where its highest bit is still clear. */

#define WORK_MAX ((size_t)1 << 26) /* blocks by columns by columns */

/* An echelon basis, by highest bit from above. */
typedef struct {
    size_t n;
    lc_int *pivot;
} echelon;

static void echelon_add(lc_ctx *ctx, echelon *e, lc_int value)
{
    size_t at = 0;
    for (; at < e->n && lc_int_bits(e->pivot[at]) >= lc_int_bits(value); at++)
        if (lc_int_bits(e->pivot[at]) == lc_int_bits(value))
            value = lc_xor(ctx, value, e->pivot[at]);
    if (lc_int_is_zero(value))
        return;
    memmove(e->pivot + at + 1, e->pivot + at, (e->n - at) * sizeof *e->pivot);
    e->pivot[at] = value;
    e->n++;
}

static lc_int echelon_largest(lc_ctx *ctx, const echelon *e, lc_int base)
{
    for (size_t i = 0; i < e->n; i++)
        if (!lc_int_bit(base, lc_int_bits(e->pivot[i]) - 1))
            base = lc_xor(ctx, base, e->pivot[i]);
    return base;
}

/* The largest value of the blocks given by a bit for each leaf. */
static lc_int largest_in_blocks(lc_ctx *ctx, const lc_layout *a, const lc_columns *columns,
                                const size_t *block, lc_int *room)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int base = lc_int_const(0);
    echelon e = {0, room};
    for (size_t k = 0; k < a->nleaves; k++) {
        for (size_t t = columns->first[k]; t < columns->first[k + 1]; t++) {
            size_t bit = t - columns->first[k];
            if (bit < block[k])
                echelon_add(ctx, &e, columns->value[t]);
            else if (bit > block[k] && lc_int_bit(a->extent[k], bit))
                base = lc_xor(ctx, base, columns->value[t]);
        }
    }
    return lc_frame_return(ctx, frame, echelon_largest(ctx, &e, base));
}

static size_t lowest_bit_from(lc_int a, size_t bit)
{
    while (!lc_int_bit(a, bit))
        bit++;
    return bit;
}

/* The next choice of blocks; false after the last. */
static bool next_blocks(const lc_layout *a, size_t *block)
{
    for (size_t k = 0; k < a->nleaves; k++) {
        if (block[k] + 1 < lc_int_bits(a->extent[k])) {
            block[k] = lowest_bit_from(a->extent[k], block[k] + 1);
            return true;
        }
        block[k] = lowest_bit_from(a->extent[k], 0);
    }
    return false;
}

static bool few_blocks(lc_ctx *ctx, const lc_layout *a, size_t columns)
{
    size_t blocks = 1, most = WORK_MAX / (columns * columns + 1);
    for (size_t k = 0; k < a->nleaves && blocks <= most; k++) {
        size_t set = 0;
        for (size_t i = 0; i < lc_int_bits(a->extent[k]); i++)
            set += lc_int_bit(a->extent[k], i);
        blocks *= set;
    }
    if (blocks > most)
        lc_fail(ctx, LC_ERR_BUDGET,
                "the largest value is undecided: the extents that are no powers of two make more "
                "than %zu blocks of bits",
                most);
    return blocks <= most;
}

bool lc_layout_largest(lc_ctx *ctx, const lc_layout *a, lc_int *largest)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_columns columns;
    *largest = lc_int_const(0);
    bool ok = lc_columns_of(ctx, a, 0, &columns) && few_blocks(ctx, a, columns.n);
    lc_int *room = ok ? lc_alloc(ctx, columns.n + 1, sizeof *room) : NULL;
    size_t *block = room ? lc_alloc(ctx, a->nleaves, sizeof *block) : NULL;
    ok = block != NULL;
    if (ok) {
        for (size_t k = 0; k < a->nleaves; k++)
            block[k] = lowest_bit_from(a->extent[k], 0);
        do
            *largest = lc_int_max(*largest, largest_in_blocks(ctx, a, &columns, block, room));
        while (next_blocks(a, block));
    }
    free(block);
    free(room);
    lc_columns_free(&columns);
    *largest = lc_frame_return(ctx, frame, *largest);
    ok = ok && !ctx->int_failed;
    ctx->int_failed = false; /* said by the result */
    return ok;
}
