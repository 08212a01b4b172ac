/* linear-complement.c - what a linear layout leaves out, and its divides and products.
 *
 * Both are made of the complement as for layouts: l o (t, t*) and (l, l* o t), with XOR in the
 * place of sums.
 */
#include "config.h"

#include "algebra.h"
#include "linear-internal.h"

#include <stdlib.h>

lc_linear *lc_linear_complement(lc_ctx *ctx, const lc_linear *l)
{
    lc_dim in[LC_LINEAR_DIMS];
    lc_f2 map = lc_f2_zero(l->map.rows, 0);
    uint64_t leading = lc_f2_leading_bits(&l->map);
    unsigned row = 0;
    for (size_t i = 0; i < l->nouts; i++) {
        in[i] = (lc_dim){l->out[i].name, 0};
        for (unsigned bit = 0; bit < l->out[i].bits; bit++, row++) {
            if (leading >> row & 1)
                continue;
            map.column[map.cols++] = (uint64_t)1 << row;
            in[i].bits++;
        }
    }
    return lc_linear_new(ctx, l->nouts, in, l->nouts, l->out, &map);
}

/* ---- side by side ---- */

static bool few_bits(lc_ctx *ctx, const char *side, const lc_dims *dims)
{
    unsigned bits = lc_dims_bits(dims->n, dims->dim);
    if (bits > LC_LINEAR_BITS)
        lc_fail(ctx, LC_ERR_LIMIT, "a layout of %u %s bits: expected at most %d", bits, side,
                LC_LINEAR_BITS);
    return bits <= LC_LINEAR_BITS;
}

/* The dims of a, then those that only b has; a dim of both has the bits of both. */
static bool join_ins(lc_ctx *ctx, const lc_linear *a, const lc_linear *b, lc_dims *in)
{
    in->n = 0;
    for (size_t i = 0; i < a->nins; i++) {
        size_t j = lc_dims_find(b->nins, b->in, a->in[i].name);
        unsigned more = j < b->nins ? b->in[j].bits : 0;
        if (!lc_dims_push(ctx, in, a->in[i].name, a->in[i].bits + more))
            return false;
    }
    for (size_t j = 0; j < b->nins; j++)
        if (lc_dims_find(a->nins, a->in, b->in[j].name) == a->nins &&
            !lc_dims_push(ctx, in, b->in[j].name, b->in[j].bits))
            return false;
    return few_bits(ctx, "input", in);
}

static void append_bases(lc_f2 *map, const lc_linear *l, const char *name)
{
    size_t i = lc_dims_find(l->nins, l->in, name);
    unsigned start = i < l->nins ? lc_dims_bits(i, l->in) : 0;
    for (unsigned bit = 0; i < l->nins && bit < l->in[i].bits; bit++)
        map->column[map->cols++] = l->map.column[start + bit];
}

/* (a, b), with the same output dims: in an input dim of both a's bits are the low ones. */
static lc_linear *join(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    lc_dims in;
    if (!join_ins(ctx, a, b, &in))
        return NULL;
    lc_f2 map = lc_f2_zero(a->map.rows, 0);
    for (size_t i = 0; i < in.n; i++) {
        append_bases(&map, a, in.dim[i].name);
        append_bases(&map, b, in.dim[i].name);
    }
    return lc_linear_new(ctx, in.n, in.dim, a->nouts, a->out, &map);
}

/* ---- within another space ---- */

/* l with these output dims, which have all of its own; the others are 0. */
static lc_linear *within(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim)
{
    unsigned start[LC_LINEAR_DIMS], shift[LC_LINEAR_DIMS];
    lc_dims_starts(n, dim, start);
    for (size_t i = 0; i < l->nouts; i++)
        shift[i] = start[lc_dims_find(n, dim, l->out[i].name)];
    lc_f2 map = lc_f2_zero(lc_dims_bits(n, dim), l->map.cols);
    for (unsigned j = 0; j < map.cols; j++)
        map.column[j] = lc_dims_move(l->nouts, l->out, shift, l->map.column[j]);
    return lc_linear_new(ctx, l->nins, l->in, n, dim, &map);
}

static bool is_tile_of(lc_ctx *ctx, const lc_linear *t, const lc_linear *l)
{
    for (size_t i = 0; i < t->nouts; i++) {
        size_t j = lc_dims_find(l->nins, l->in, t->out[i].name);
        if (j < l->nins && t->out[i].bits <= l->in[j].bits)
            continue;
        if (j == l->nins)
            lc_fail(ctx, LC_ERR_INVALID,
                    "the tile has the output dim '%s': expected input dims of the layout",
                    t->out[i].name);
        else
            lc_fail(ctx, LC_ERR_INVALID,
                    "the dim '%s' has the size 2^%u in the tile and 2^%u in the layout: expected "
                    "no more than there",
                    t->out[i].name, t->out[i].bits, l->in[j].bits);
        return false;
    }
    return true;
}

/* ---- divide and product ---- */

lc_linear *lc_linear_logical_divide(lc_ctx *ctx, const lc_linear *l, const lc_linear *t)
{
    if (!is_tile_of(ctx, t, l))
        return NULL;
    lc_linear *tile = within(ctx, t, l->nins, l->in);
    lc_linear *rest = tile ? lc_linear_complement(ctx, tile) : NULL;
    lc_linear *both = rest ? join(ctx, tile, rest) : NULL;
    lc_linear *divided = both ? lc_linear_compose(ctx, l, both) : NULL;
    lc_linear_free(both);
    lc_linear_free(rest);
    lc_linear_free(tile);
    return divided;
}

/* The output dims of l with as many bits more as its complement lacks for the values of t. */
static bool room_for(lc_ctx *ctx, const lc_linear *l, const lc_linear *t, lc_dims *out)
{
    uint64_t leading = lc_f2_leading_bits(&l->map);
    out->n = 0;
    for (size_t i = 0; i < l->nouts; i++) {
        size_t j = lc_dims_find(t->nouts, t->out, l->out[i].name);
        unsigned bits = l->out[i].bits, need = j < t->nouts ? t->out[j].bits : 0;
        uint64_t own = lc_linear_digit(l, i, leading);
        unsigned left = bits - (unsigned)__builtin_popcountll(own);
        if (!lc_dims_push(ctx, out, l->out[i].name, bits + (need > left ? need - left : 0)))
            return false;
    }
    for (size_t j = 0; j < t->nouts; j++)
        if (lc_dims_find(l->nouts, l->out, t->out[j].name) == l->nouts &&
            !lc_dims_push(ctx, out, t->out[j].name, t->out[j].bits))
            return false;
    return few_bits(ctx, "output", out);
}

lc_linear *lc_linear_logical_product(lc_ctx *ctx, const lc_linear *l, const lc_linear *t)
{
    lc_dims out;
    if (!room_for(ctx, l, t, &out))
        return NULL;
    lc_linear *wide = within(ctx, l, out.n, out.dim);
    lc_linear *rest = wide ? lc_linear_complement(ctx, wide) : NULL;
    lc_linear *tile = rest ? within(ctx, t, rest->nins, rest->in) : NULL;
    lc_linear *copies = tile ? lc_linear_compose(ctx, rest, tile) : NULL;
    lc_linear *product = copies ? join(ctx, wide, copies) : NULL;
    lc_linear_free(copies);
    lc_linear_free(tile);
    lc_linear_free(rest);
    lc_linear_free(wide);
    return product;
}

/* ---- under a swizzle ---- */

/* Modes side by side whose multiples have no bits in common: all of their bits, how many values
 * they have together, and the largest. */
typedef struct {
    uint64_t bits;
    lc_int size, last;
} apart;

/* Adds a mode: the bits from the lowest of its stride to the highest of its last multiple. False:
 * some are there already, so that a sum may carry, or they do not fit a word. */
static bool add_mode(lc_ctx *ctx, apart *to, lc_int extent, lc_int stride)
{
    uint64_t step, last, bits = 0;
    lc_int end = lc_int_mul(ctx, lc_int_sub(ctx, extent, lc_int_const(1)), stride);
    if (!lc_int_to_word(stride, &step) || !lc_int_to_word(end, &last))
        return false;
    for (uint64_t bit = step & -step; bit && bit <= last; bit <<= 1)
        bits |= bit;
    bool free = (to->bits & bits) == 0;
    to->bits |= bits;
    to->last = lc_int_add(ctx, to->last, end);
    if (bits)
        to->size = lc_int_mul(ctx, to->size, extent);
    return free;
}

static bool add_modes(lc_ctx *ctx, apart *to, const lc_layout *a)
{
    bool all = true;
    for (size_t i = 0; all && i < lc_layout_nleaves(a); i++)
        all = add_mode(ctx, to, lc_layout_extent(a, i), lc_layout_step(a, i));
    return all;
}

/* The modes of A and C add by XOR, and their n values end at n. */
static bool fills(lc_ctx *ctx, const lc_layout *a, const lc_layout *c, lc_int n)
{
    apart both = {0, lc_int_const(1), lc_int_const(0)};
    lc_layout *whole = lc_coalesce(ctx, a);
    bool by_xor = whole && add_modes(ctx, &both, whole) && add_modes(ctx, &both, c);
    lc_layout_free(whole);
    if (!whole)
        return false;
    bool ends = lc_int_eq(both.size, n) &&
                lc_int_eq(lc_int_add(ctx, both.last, lc_int_const(1)), n);
    if (!by_xor || !ends)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                by_xor ? "no complement under the swizzle: the copies of the layout do not fill "
                         "the numbers below the size"
                       : "no complement under the swizzle: modes of the layout and of its "
                         "complement share bits, so that their sums are not XORs");
    return by_xor && ends;
}

lc_layout *lc_swizzled_complement(lc_ctx *ctx, lc_swizzle w, const lc_layout *a, lc_int n)
{
    if (!lc_swizzle_permutes(ctx, w, n))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no complement under the swizzle: it is no bijection of the numbers below "
                       "the size");
    lc_layout *c = lc_complement_to(ctx, a, n);
    if (c && fills(ctx, a, c, n))
        return c;
    lc_layout_free(c);
    return NULL;
}
