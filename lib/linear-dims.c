/* linear-dims.c - linear layouts: the same function with other dims, or part of it.
 *
 * The matrix does not know of dims: flattening and reshaping leave it as it is. Choosing or
 * moving dims chooses or moves groups of columns (inputs) or rows (outputs).
 */
#include "config.h"

#include <string.h>

#include "linear-internal.h"

/* ---- choosing ---- */

bool lc_dims_choose(lc_ctx *ctx, const char *side, size_t n, const lc_dim *dim, size_t nnames,
                    const char *const *names, bool *chosen)
{
    char all[LC_DIMS_ROOM];
    memset(chosen, 0, n * sizeof *chosen);
    for (size_t k = 0; k < nnames; k++) {
        size_t i = lc_dims_find(n, dim, names[k]);
        if (i == n)
            return lc_fail(ctx, LC_ERR_INVALID, "no %s dim '%.80s': expected one of %s", side,
                           names[k], lc_dims_names(n, dim, all));
        if (chosen[i]) {
            return lc_dims_twice(ctx, side, dim[i].name);
        }
        chosen[i] = true;
    }
    return true;
}

/* The layout of the dims chosen, in their order. */
static lc_linear *part(lc_ctx *ctx, const lc_linear *l, const bool *ins, const bool *outs)
{
    lc_dims in = {0}, out = {0};
    unsigned shift[LC_LINEAR_DIMS], rows = 0, column = 0;
    for (size_t i = 0; i < l->nouts; i++) {
        shift[i] = outs[i] ? rows : LC_LINEAR_BITS; /* past the word: dropped */
        if (outs[i]) {
            rows += l->out[i].bits;
            lc_dims_push(ctx, &out, l->out[i].name, l->out[i].bits);
        }
    }
    lc_f2 map = lc_f2_zero(rows, 0);
    for (size_t i = 0; i < l->nins; i++) {
        for (unsigned bit = 0; ins[i] && bit < l->in[i].bits; bit++)
            map.column[map.cols++] = lc_dims_move(l->nouts, l->out, shift,
                                                  l->map.column[column + bit]);
        column += l->in[i].bits;
        if (ins[i])
            lc_dims_push(ctx, &in, l->in[i].name, l->in[i].bits);
    }
    return lc_linear_new(ctx, in.n, in.dim, out.n, out.dim, &map);
}

lc_linear *lc_linear_sublayout(lc_ctx *ctx, const lc_linear *l, size_t nins,
                               const char *const *ins, size_t nouts, const char *const *outs)
{
    bool in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    if (!lc_dims_choose(ctx, "input", l->nins, l->in, nins, ins, in) ||
        !lc_dims_choose(ctx, "output", l->nouts, l->out, nouts, outs, out))
        return NULL;
    return part(ctx, l, in, out);
}

lc_linear *lc_linear_quotient(lc_ctx *ctx, const lc_linear *l, size_t n, const char *const *names)
{
    bool in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    if (!lc_linear_is_trivial_over(l, n, names))
        return lc_fail(
            ctx, LC_ERR_NO_VALUE,
            "no quotient: the layout is not the identity on the dims named, apart from "
            "the others");
    if (!lc_dims_choose(ctx, "input", l->nins, l->in, n, names, in) ||
        !lc_dims_choose(ctx, "output", l->nouts, l->out, n, names, out))
        return NULL;
    for (size_t i = 0; i < l->nins; i++)
        in[i] = !in[i];
    for (size_t i = 0; i < l->nouts; i++)
        out[i] = !out[i];
    return part(ctx, l, in, out);
}

/* ---- the same bits under other names ---- */

static lc_linear *with_ins(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim)
{
    return lc_linear_new(ctx, n, dim, l->nouts, l->out, &l->map);
}

static lc_linear *with_outs(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim)
{
    return lc_linear_new(ctx, l->nins, l->in, n, dim, &l->map);
}

lc_linear *lc_linear_flatten_ins(lc_ctx *ctx, const lc_linear *l)
{
    if (l->nins == 0)
        return with_ins(ctx, l, 0, NULL);
    lc_dim all = {l->in[0].name, l->map.cols};
    return with_ins(ctx, l, 1, &all);
}

lc_linear *lc_linear_flatten_outs(lc_ctx *ctx, const lc_linear *l)
{
    if (l->nouts == 0)
        return with_outs(ctx, l, 0, NULL);
    lc_dim all = {l->out[0].name, l->map.rows};
    return with_outs(ctx, l, 1, &all);
}

/* The number of bits is the same as before; sums that do not fit an unsigned are past every
 * limit. */
static bool reshapes(lc_ctx *ctx, const char *side, unsigned bits, size_t n, const lc_dim *dim)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += dim[i].bits;
    if (sum != bits)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s dims of 2^%llu elements in all for 2^%u: expected the same number", side,
                (unsigned long long)sum, bits);
    return sum == bits;
}

lc_linear *lc_linear_reshape_ins(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim)
{
    return reshapes(ctx, "input", l->map.cols, n, dim) ? with_ins(ctx, l, n, dim) : NULL;
}

lc_linear *lc_linear_reshape_outs(lc_ctx *ctx, const lc_linear *l, size_t n, const lc_dim *dim)
{
    return reshapes(ctx, "output", l->map.rows, n, dim) ? with_outs(ctx, l, n, dim) : NULL;
}

static lc_linear *without(lc_ctx *ctx, const lc_linear *l, const char *side, const char *name)
{
    bool inputs = strcmp(side, "input") == 0;
    size_t n = inputs ? l->nins : l->nouts, left = 0;
    const lc_dim *dim = inputs ? l->in : l->out;
    bool chosen[LC_LINEAR_DIMS];
    lc_dim rest[LC_LINEAR_DIMS];
    if (!lc_dims_choose(ctx, side, n, dim, 1, &name, chosen))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!chosen[i])
            rest[left++] = dim[i];
        else if (dim[i].bits > 0)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "the %s dim '%s' has the size 2^%u: expected 1 to leave it out", side,
                           dim[i].name, dim[i].bits);
    }
    return inputs ? with_ins(ctx, l, left, rest) : with_outs(ctx, l, left, rest);
}

lc_linear *lc_linear_unsqueeze_in(lc_ctx *ctx, const lc_linear *l, const char *name)
{
    return without(ctx, l, "input", name);
}

lc_linear *lc_linear_unsqueeze_out(lc_ctx *ctx, const lc_linear *l, const char *name)
{
    return without(ctx, l, "output", name);
}

/* ---- another order ---- */

/* The dims in the order of the names, and which dim stands where. */
static bool reorder(lc_ctx *ctx, const char *side, size_t n, const lc_dim *dim, size_t nnames,
                    const char *const *names, lc_dim *to, size_t *place)
{
    bool chosen[LC_LINEAR_DIMS];
    char all[LC_DIMS_ROOM];
    if (!lc_dims_choose(ctx, side, n, dim, nnames, names, chosen))
        return false;
    if (nnames != n)
        return lc_fail(ctx, LC_ERR_INVALID, "%zu names for the %s dims %s: expected all %zu",
                       nnames, side, lc_dims_names(n, dim, all), n);
    for (size_t k = 0; k < n; k++) {
        place[k] = lc_dims_find(n, dim, names[k]);
        to[k] = dim[place[k]];
    }
    return true;
}

lc_linear *lc_linear_transpose_ins(lc_ctx *ctx, const lc_linear *l, size_t n,
                                   const char *const *names)
{
    lc_dim in[LC_LINEAR_DIMS];
    size_t place[LC_LINEAR_DIMS];
    unsigned start[LC_LINEAR_DIMS];
    if (!reorder(ctx, "input", l->nins, l->in, n, names, in, place))
        return NULL;
    lc_dims_starts(l->nins, l->in, start);
    lc_f2 map = lc_f2_zero(l->map.rows, 0);
    for (size_t k = 0; k < n; k++)
        for (unsigned bit = 0; bit < in[k].bits; bit++)
            map.column[map.cols++] = l->map.column[start[place[k]] + bit];
    return lc_linear_new(ctx, n, in, l->nouts, l->out, &map);
}

lc_linear *lc_linear_transpose_outs(lc_ctx *ctx, const lc_linear *l, size_t n,
                                    const char *const *names)
{
    lc_dim out[LC_LINEAR_DIMS];
    size_t place[LC_LINEAR_DIMS];
    unsigned start[LC_LINEAR_DIMS], shift[LC_LINEAR_DIMS];
    if (!reorder(ctx, "output", l->nouts, l->out, n, names, out, place))
        return NULL;
    lc_dims_starts(n, out, start);
    for (size_t k = 0; k < n; k++)
        shift[place[k]] = start[k];
    lc_f2 map = lc_f2_zero(l->map.rows, l->map.cols);
    for (unsigned j = 0; j < map.cols; j++)
        map.column[j] = lc_dims_move(l->nouts, l->out, shift, l->map.column[j]);
    return lc_linear_new(ctx, l->nins, l->in, n, out, &map);
}

/* ---- another size ---- */

static bool resized(lc_ctx *ctx, const char *side, size_t n, const lc_dim *dim, const char *name,
                    lc_int size, lc_dim *to, size_t *at)
{
    bool chosen[LC_LINEAR_DIMS];
    lc_dim other;
    if (!lc_dims_choose(ctx, side, n, dim, 1, &name, chosen) ||
        !lc_dim_make(ctx, name, size, &other))
        return false;
    *at = lc_dims_find(n, dim, name);
    for (size_t i = 0; i < n; i++)
        to[i] = i == *at ? other : dim[i];
    unsigned bits = lc_dims_bits(n, to);
    if (bits > LC_LINEAR_BITS)
        lc_fail(ctx, LC_ERR_LIMIT, "2^%u for the %s dim '%s' makes %u bits: expected at most %d",
                other.bits, side, name, bits, LC_LINEAR_BITS);
    return bits <= LC_LINEAR_BITS;
}

lc_linear *lc_linear_resize_in(lc_ctx *ctx, const lc_linear *l, const char *name, lc_int size)
{
    lc_dim in[LC_LINEAR_DIMS];
    size_t at;
    if (!resized(ctx, "input", l->nins, l->in, name, size, in, &at))
        return NULL;
    lc_f2 map = lc_f2_zero(l->map.rows, 0);
    unsigned column = 0;
    for (size_t i = 0; i < l->nins; i++) {
        for (unsigned bit = 0; bit < in[i].bits; bit++)
            map.column[map.cols++] = bit < l->in[i].bits ? l->map.column[column + bit] : 0;
        column += l->in[i].bits;
    }
    return lc_linear_new(ctx, l->nins, in, l->nouts, l->out, &map);
}

lc_linear *lc_linear_resize_out(lc_ctx *ctx, const lc_linear *l, const char *name, lc_int size)
{
    lc_dim out[LC_LINEAR_DIMS];
    unsigned start[LC_LINEAR_DIMS];
    size_t at;
    if (!resized(ctx, "output", l->nouts, l->out, name, size, out, &at))
        return NULL;
    lc_dims_starts(l->nouts, out, start);
    lc_f2 map = lc_f2_zero(lc_dims_bits(l->nouts, out), l->map.cols);
    unsigned place = lc_dims_bits(at, l->out);
    uint64_t mine = lc_word_up(lc_f2_mask(l->out[at].bits), place);
    for (unsigned j = 0; j < map.cols; j++) {
        uint64_t value = l->map.column[j];
        if (lc_linear_digit(l, at, value) & ~lc_f2_mask(out[at].bits))
            value &= ~mine; /* it reaches the new size */
        map.column[j] = lc_dims_move(l->nouts, l->out, start, value);
    }
    return lc_linear_new(ctx, l->nins, l->in, l->nouts, out, &map);
}

lc_linear *lc_linear_remove_zero_bases(lc_ctx *ctx, const lc_linear *l, const char *name)
{
    lc_dim in[LC_LINEAR_DIMS];
    bool chosen[LC_LINEAR_DIMS];
    if (!lc_dims_choose(ctx, "input", l->nins, l->in, 1, &name, chosen))
        return NULL;
    lc_f2 map = lc_f2_zero(l->map.rows, 0);
    unsigned column = 0;
    for (size_t i = 0; i < l->nins; i++) {
        in[i] = (lc_dim){l->in[i].name, 0};
        for (unsigned bit = 0; bit < l->in[i].bits; bit++, column++) {
            if (chosen[i] && l->map.column[column] == 0)
                continue;
            map.column[map.cols++] = l->map.column[column];
            in[i].bits++;
        }
    }
    return lc_linear_new(ctx, l->nins, in, l->nouts, l->out, &map);
}

/* ---- putting side by side ---- */

/* The dims that two layouts have to share for a concatenation. */
static bool shared(lc_ctx *ctx, const char *side, size_t n, const lc_dim *a, size_t m,
                   const lc_dim *b)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = a[i].bits == b[i].bits && strcmp(a[i].name, b[i].name) == 0;
    char an[LC_DIMS_ROOM], bn[LC_DIMS_ROOM];
    if (!same)
        lc_fail(ctx, LC_ERR_INVALID,
                "a concatenation of layouts with the %s dims %s and %s: expected the same names "
                "and sizes in the same order",
                side, lc_dims_names(n, a, an), lc_dims_names(m, b, bn));
    return same;
}

static bool join(lc_ctx *ctx, size_t n, const lc_dim *a, size_t m, const lc_dim *b, lc_dims *all)
{
    all->n = 0;
    for (size_t i = 0; i < n; i++)
        if (!lc_dims_push(ctx, all, a[i].name, a[i].bits))
            return false;
    for (size_t i = 0; i < m; i++)
        if (!lc_dims_push(ctx, all, b[i].name, b[i].bits))
            return false;
    if (lc_dims_bits(all->n, all->dim) > LC_LINEAR_BITS)
        return lc_fail(ctx, LC_ERR_LIMIT, "a concatenation of %u bits: expected at most %d",
                       lc_dims_bits(all->n, all->dim), LC_LINEAR_BITS);
    return true;
}

lc_linear *lc_linear_concat_ins(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    lc_dims in;
    if (!shared(ctx, "output", a->nouts, a->out, b->nouts, b->out) ||
        !join(ctx, a->nins, a->in, b->nins, b->in, &in))
        return NULL;
    lc_f2 map = lc_f2_append(&a->map, &b->map);
    return lc_linear_new(ctx, in.n, in.dim, a->nouts, a->out, &map);
}

lc_linear *lc_linear_concat_outs(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    lc_dims out;
    if (!shared(ctx, "input", a->nins, a->in, b->nins, b->in) ||
        !join(ctx, a->nouts, a->out, b->nouts, b->out, &out))
        return NULL;
    lc_f2 map = lc_f2_zero(a->map.rows + b->map.rows, a->map.cols);
    for (unsigned j = 0; j < map.cols; j++)
        map.column[j] = a->map.column[j] | lc_word_up(b->map.column[j], a->map.rows);
    return lc_linear_new(ctx, a->nins, a->in, out.n, out.dim, &map);
}
