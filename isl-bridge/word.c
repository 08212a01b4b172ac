/* word.c - swizzles and matrices over F2 applied to expressions, within a system. */
#include "config.h"

#include "word.h"

#include <stdlib.h>
#include <string.h>

/* ---- blocks and cuts ---- */

uint64_t lcr_word_mixed(const lcr_word *w)
{
    uint64_t mixed = 0;
    for (unsigned i = 0; i < LCR_WORD_BITS; i++)
        if (w->source[i] != UINT64_C(1) << i)
            mixed |= UINT64_C(1) << i;
    return mixed;
}

void lcr_blocks_of(uint64_t mixed, lcr_blocks *blocks)
{
    unsigned from = 0;
    blocks->n = 0;
    for (unsigned i = 0; i < LCR_WORD_BITS; i++) {
        if ((mixed >> i & 1) == 0)
            continue;
        if (from < i)
            blocks->block[blocks->n++] = (lcr_block){from, i, false};
        blocks->block[blocks->n++] = (lcr_block){i, i + 1, true};
        from = i + 1;
    }
    blocks->block[blocks->n++] = (lcr_block){from, from, false};
}

void lcr_cuts_for(const lcr_word *w, const lcr_block *block, lcr_cuts *cuts)
{
    cuts->at[block->from] = true;
    cuts->at[block->to] = true;
    for (unsigned i = 0; block->is_bit && i < LCR_WORD_BITS; i++)
        if ((w->source[block->from] >> i & 1) != 0)
            cuts->at[i] = cuts->at[i + 1] = true;
}

/* ---- pieces ---- */

bool lcr_pieces_of(lcr_system *s, const lcr_expr *x, const lcr_cuts *cuts, lcr_pieces *pieces)
{
    lc_ctx *ctx = s->r->lc;
    size_t most = 1;
    for (unsigned k = 1; k <= LCR_WORD_BITS; k++)
        most += cuts->at[k];
    *pieces = (lcr_pieces){.n = 0, .expr = lc_alloc(ctx, most, sizeof(lcr_expr))};
    if (!pieces->expr)
        return false;
    pieces->expr[0] = *x;
    for (unsigned k = 1; k <= LCR_WORD_BITS; k++) {
        lcr_expr above, *below = &pieces->expr[pieces->n];
        if (!cuts->at[k])
            continue;
        lc_int divisor = lc_int_power_of_two(ctx, k - pieces->from[pieces->n]);
        lcr_expr all = *below;
        if (!lcr_system_divide(s, &all, divisor, &above, below)) {
            lcr_pieces_clear(pieces);
            return false;
        }
        pieces->from[++pieces->n] = k;
        pieces->expr[pieces->n] = above;
    }
    pieces->n++;
    return true;
}

void lcr_pieces_clear(lcr_pieces *pieces)
{
    free(pieces->expr);
    *pieces = (lcr_pieces){0};
}

/* The piece that starts at bit i. */
static const lcr_expr *piece_at(const lcr_pieces *pieces, unsigned i)
{
    size_t k = 0;
    while (pieces->from[k] != i)
        k++;
    return &pieces->expr[k];
}

void lcr_run_of(lc_ctx *ctx, const lcr_word *w, const lcr_pieces *pieces, const lcr_block *block,
                lcr_expr *run)
{
    bool endless = block->to == block->from;
    lcr_expr_zero(run);
    for (size_t k = 0; k < pieces->n; k++) {
        unsigned from = pieces->from[k];
        bool inside = from >= block->from && (endless || from < block->to);
        if (inside && !(w->closed && from >= LCR_WORD_BITS))
            lcr_expr_add(ctx, run, lc_int_power_of_two(ctx, from - block->from),
                         &pieces->expr[k]);
    }
}

/* ---- XORs ---- */

static void toggle(lcr_parity *parity, const lcr_expr *bit)
{
    for (size_t k = 0; k < parity->n; k++)
        if (lcr_expr_equal(parity->bit[k], bit)) {
            parity->bit[k] = parity->bit[--parity->n];
            return;
        }
    parity->bit[parity->n++] = bit;
}

void lcr_parity_add(lcr_parity *parity, const lcr_word *w, const lcr_pieces *pieces, unsigned i)
{
    for (unsigned k = 0; k < LCR_WORD_BITS; k++)
        if ((w->source[i] >> k & 1) != 0)
            toggle(parity, piece_at(pieces, k));
}

bool lcr_parity_fix(lcr_system *s, const lcr_parity *parity, bool odd)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr sum;
    lcr_expr_zero(&sum);
    lcr_expr_add_const(ctx, &sum, lc_int_const(odd ? -1 : 0));
    for (size_t k = 0; k < parity->n; k++) {
        bool against = parity->n == 2 && k == 1 && !odd; /* a xor b = 0: a - b = 0 */
        lcr_expr_add(ctx, &sum, lc_int_const(against ? -1 : 1), parity->bit[k]);
    }
    if (parity->n > 2) {
        size_t half = lcr_system_var(s, lc_int_const(0), lc_int_const((int32_t)parity->n / 2));
        if (half == SIZE_MAX)
            return false;
        lcr_expr_add_var(ctx, &sum, lc_int_const(-2), half);
    }
    return lcr_system_eq(s, &sum);
}

/* The XOR as an expression: the bits less twice a variable, and that within [0,1]. */
static bool parity_value(lcr_system *s, const lcr_parity *parity, lcr_expr *value)
{
    lc_ctx *ctx = s->r->lc;
    lcr_expr_zero(value);
    if (parity->n == 0)
        return true;
    if (parity->n == 1) {
        *value = *parity->bit[0];
        return true;
    }
    lcr_expr defined;
    lcr_expr_zero(&defined);
    for (size_t k = 0; k < parity->n; k++)
        lcr_expr_add(ctx, &defined, lc_int_const(1), parity->bit[k]);
    size_t half = lcr_system_var(s, lc_int_const(0), lc_int_const((int32_t)parity->n / 2));
    size_t bit = half == SIZE_MAX ? SIZE_MAX
                                  : lcr_system_var(s, lc_int_const(0), lc_int_const(1));
    if (bit == SIZE_MAX)
        return false;
    lcr_expr_add_var(ctx, &defined, lc_int_const(-2), half);
    lcr_expr_add_var(ctx, &defined, lc_int_const(-1), bit);
    lcr_expr_add_var(ctx, value, lc_int_const(1), bit);
    return lcr_system_eq(s, &defined);
}

/* ---- words ---- */

static void plain_sources(lcr_word *w)
{
    w->closed = false;
    for (unsigned i = 0; i < LCR_WORD_BITS; i++)
        w->source[i] = UINT64_C(1) << i;
}

/* The rows of a matrix are the sources. */
static void matrix_sources(const lc_f2 *map, lcr_word *w)
{
    lc_f2 rows = lc_f2_transpose(map);
    memcpy(w->source, rows.column, sizeof w->source);
}

static lc_f2 matrix_of(const lcr_word *w)
{
    lc_f2 rows = lc_f2_zero(LCR_WORD_BITS, LCR_WORD_BITS);
    memcpy(rows.column, w->source, sizeof w->source);
    return lc_f2_transpose(&rows);
}

/* A swizzle alone moves the bits of the word before it. */
static bool is_bare(const lcr_step *step)
{
    return !step->layout && !step->map && lc_int_is_zero(step->offset);
}

/* The steps from k on that make one word: k, and swizzles alone. Returns their end. */
static size_t group_sources(lcr_steps f, size_t k, lcr_word *w)
{
    plain_sources(w);
    if (f.step[k].map) {
        matrix_sources(f.step[k].map, w);
        w->closed = true;
    }
    for (size_t first = k; k < f.n && (k == first || is_bare(&f.step[k])); k++) {
        if (f.step[k].swizzle.b == 0)
            continue;
        lc_f2 before = matrix_of(w),
              swizzle = lc_swizzle_matrix(f.step[k].swizzle, LCR_WORD_BITS);
        lc_f2 both = lc_f2_multiply(&swizzle, &before);
        matrix_sources(&both, w);
    }
    return k;
}

void lcr_word_sources(lcr_steps f, lcr_word *w)
{
    plain_sources(w);
    for (size_t k = 0; k < f.n;)
        k = group_sources(f, k, w);
}

bool lcr_word_is_bijective(const lcr_word *w)
{
    lc_f2 map = matrix_of(w);
    return !w->closed && lc_f2_rank(&map) == LCR_WORD_BITS;
}

static bool add_digits(lcr_system *s, const lcr_word *w, const lcr_blocks *blocks,
                       const lcr_pieces *pieces, lcr_parity *parity, lcr_expr *value)
{
    lc_ctx *ctx = s->r->lc;
    for (size_t k = 0; k < blocks->n; k++) {
        const lcr_block *block = &blocks->block[k];
        lcr_expr digit;
        if (block->is_bit) {
            parity->n = 0;
            lcr_parity_add(parity, w, pieces, block->from);
            if (!parity_value(s, parity, &digit))
                return false;
        } else {
            lcr_run_of(ctx, w, pieces, block, &digit);
        }
        lcr_expr_add(ctx, value, lc_int_power_of_two(ctx, block->from), &digit);
    }
    return true;
}

bool lcr_word_value(lcr_system *s, const lcr_word *w, lcr_expr *value)
{
    uint64_t mixed = lcr_word_mixed(w);
    if (mixed == 0) {
        *value = w->x;
        return true;
    }
    lcr_blocks blocks;
    lcr_cuts cuts = {{false}};
    lcr_pieces pieces = {0};
    lcr_parity parity;
    lcr_blocks_of(mixed, &blocks);
    for (size_t k = 0; k < blocks.n; k++)
        lcr_cuts_for(w, &blocks.block[k], &cuts);
    lcr_expr_zero(value);
    bool ok = lcr_pieces_of(s, &w->x, &cuts, &pieces) &&
              add_digits(s, w, &blocks, &pieces, &parity, value);
    lcr_pieces_clear(&pieces);
    return ok;
}

/* offset + layout(x) */
static bool inner_value(lcr_system *s, const lcr_step *step, const lcr_expr *x, lcr_expr *value)
{
    if (!step->layout)
        *value = *x;
    else if (!lcr_system_apply(s, step->layout, 0, x, value))
        return false;
    lcr_expr_add_const(s->r->lc, value, step->offset);
    return true;
}

bool lcr_word_of(lcr_system *s, lcr_steps f, const lcr_expr *x, lcr_word *w)
{
    lcr_expr at = *x;
    lcr_word *inner = lc_alloc(s->r->lc, 1, sizeof *inner);
    bool ok = inner != NULL;
    w->x = at;
    for (size_t k = 0; ok && k < f.n;) {
        size_t next = group_sources(f, k, inner);
        ok = inner_value(s, &f.step[k], &at, &inner->x);
        w->x = inner->x;
        if (ok && next < f.n)
            ok = lcr_word_value(s, inner, &at);
        k = next;
    }
    free(inner);
    return ok;
}
