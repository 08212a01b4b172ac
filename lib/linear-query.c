/* linear-query.c - linear layouts: values, and questions about the function. */
#include "config.h"

#include "linear-internal.h"

/* ---- values ---- */

uint64_t lc_linear_at(const lc_linear *l, uint64_t x)
{
    return lc_f2_apply(&l->map, x);
}

/* One number of a coordinate, of `bits` bits. */
static bool number(lc_ctx *ctx, lc_int value, unsigned bits, const char *name, uint64_t *word)
{
    if (lc_int_to_word(value, word) && (*word & ~lc_f2_mask(bits)) == 0)
        return true;
    char text[LC_NUMBER_ROOM];
    return lc_fail(ctx, LC_ERR_INVALID, "the coordinate %s%s%s%s: expected 0 to %llu",
                   lc_number(value, text), name ? " of the input dim '" : "", name ? name : "",
                   name ? "'" : "", (unsigned long long)lc_f2_mask(bits));
}

static bool coordinate(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_int *crd, uint64_t *x)
{
    char names[LC_DIMS_ROOM];
    unsigned start[LC_LINEAR_DIMS];
    if (n == 1 && l->nins != 1)
        return number(ctx, crd[0], l->map.cols, NULL, x);
    if (n != l->nins)
        return lc_fail(
            ctx, LC_ERR_INVALID,
            "a coordinate of %zu numbers for the input dims %s: expected one for each of the "
            "%zu, or an integral coordinate",
            n, lc_dims_names(l->nins, l->in, names), l->nins);
    lc_dims_starts(l->nins, l->in, start);
    *x = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t digit;
        if (!number(ctx, crd[i], l->in[i].bits, l->in[i].name, &digit))
            return false;
        *x |= lc_word_up(digit, start[i]);
    }
    return true;
}

bool lc_linear_eval(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_int *crd, lc_int *value)
{
    uint64_t x;
    if (!coordinate(ctx, l, n, crd, &x))
        return false;
    uint64_t y = lc_linear_at(l, x);
    for (size_t i = 0; i < l->nouts; i++)
        value[i] = lc_int_from_word(ctx, lc_linear_digit(l, i, y));
    return true;
}

/* ---- kinds of functions ---- */

bool lc_linear_injective(const lc_linear *l)
{
    return lc_f2_rank(&l->map) == l->map.cols;
}

bool lc_linear_surjective(const lc_linear *l)
{
    return lc_f2_rank(&l->map) == l->map.rows;
}

bool lc_linear_invertible(const lc_linear *l)
{
    return l->map.rows == l->map.cols && lc_linear_surjective(l);
}

/* The values are closed under XOR: [0,n) is among them when the powers of two in it
 * are, up to the highest bit of n - 1. */
bool lc_linear_covers(lc_ctx *ctx, const lc_linear *l, lc_int n)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int last = lc_int_sub(ctx, n, lc_int_const(1));
    size_t bits = lc_int_sign(last) > 0 ? lc_int_bits(last) : 0;
    lc_frame_close(ctx, frame);
    if (bits > l->map.rows)
        return false;
    lc_f2 units = lc_f2_zero(l->map.rows, (unsigned)bits), x;
    for (unsigned j = 0; j < bits; j++)
        units.column[j] = (uint64_t)1 << j;
    return lc_f2_solve_all(&l->map, &units, &x, NULL);
}

void lc_linear_free_variable_masks(const lc_linear *l, uint64_t *mask)
{
    uint64_t all = lc_f2_free_bits(&l->map);
    for (size_t i = 0; i < l->nins; i++) {
        mask[i] = all & lc_f2_mask(l->in[i].bits);
        all = lc_word_down(all, l->in[i].bits);
    }
}

/* ---- blocks of the matrix ---- */

static bool among(const char *name, size_t n, const char *const *names)
{
    lc_dim dim = {name, 0};
    for (size_t i = 0; i < n; i++)
        if (lc_dims_find(1, &dim, names[i]) == 0)
            return true;
    return false;
}

/* The mask of the bits of the dims that are among `names`. */
static uint64_t bits_of(size_t ndims, const lc_dim *dim, size_t n, const char *const *names)
{
    unsigned start[LC_LINEAR_DIMS];
    uint64_t mask = 0;
    lc_dims_starts(ndims, dim, start);
    for (size_t i = 0; i < ndims; i++)
        if (among(dim[i].name, n, names))
            mask |= lc_word_up(lc_f2_mask(dim[i].bits), start[i]);
    return mask;
}

bool lc_linear_is_trivial_over(const lc_linear *l, size_t n, const char *const *names)
{
    unsigned in_start[LC_LINEAR_DIMS], out_start[LC_LINEAR_DIMS];
    uint64_t expected[LC_F2_MAX] = {0};
    lc_dims_starts(l->nins, l->in, in_start);
    lc_dims_starts(l->nouts, l->out, out_start);
    for (size_t k = 0; k < n; k++) {
        size_t i, j;
        if (!lc_linear_find_in(l, names[k], &i) || !lc_linear_find_out(l, names[k], &j) ||
            l->in[i].bits != l->out[j].bits)
            return false;
        for (unsigned bit = 0; bit < l->in[i].bits; bit++)
            expected[in_start[i] + bit] = (uint64_t)1 << (out_start[j] + bit);
    }
    uint64_t ins = bits_of(l->nins, l->in, n, names), outs = bits_of(l->nouts, l->out, n, names);
    for (unsigned j = 0; j < l->map.cols; j++) {
        /* a column of the named dims counts as a whole, another in their rows only */
        uint64_t rows = ins >> j & 1 ? ~(uint64_t)0 : outs;
        if ((l->map.column[j] & rows) != expected[j])
            return false;
    }
    return true;
}

bool lc_linear_is_zero(lc_ctx *ctx, const lc_linear *l, size_t nins, const char *const *ins,
                       size_t nouts, const char *const *outs, bool *zero)
{
    bool in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    if (!lc_dims_choose(ctx, "input", l->nins, l->in, nins, ins, in) ||
        !lc_dims_choose(ctx, "output", l->nouts, l->out, nouts, outs, out))
        return false;
    uint64_t cols = bits_of(l->nins, l->in, nins, ins);
    uint64_t rows = bits_of(l->nouts, l->out, nouts, outs);
    *zero = true;
    for (; cols; cols &= cols - 1)
        *zero = *zero && (l->map.column[__builtin_ctzll(cols)] & rows) == 0;
    return true;
}

/* ---- vectors ---- */

/* The first bases of the first input dim that are 1, 2, 4, ... of the first output dim, as long
 * as no other basis has one of their bits. */
lc_int lc_linear_num_consecutive(lc_ctx *ctx, const lc_linear *l)
{
    unsigned bits = 0, limit = 0;
    if (l->nins > 0 && l->nouts > 0)
        limit = l->in[0].bits < l->out[0].bits ? l->in[0].bits : l->out[0].bits;
    while (bits < limit && l->map.column[bits] == (uint64_t)1 << bits)
        bits++;
    uint64_t others = 0;
    for (unsigned j = bits; j < l->map.cols; j++)
        others |= l->map.column[j];
    while (bits > 0 && others & lc_f2_mask(bits))
        bits--; /* what is dropped lies above the bits kept */
    lc_frame frame = lc_frame_open(ctx);
    lc_int half = lc_int_from_word(ctx, (uint64_t)1 << (bits > 0 ? bits - 1 : 0));
    return lc_frame_return(ctx, frame, bits > 0 ? lc_int_add(ctx, half, half) : half);
}
