/* linear-conversion.c - how elements move from one layout of a tensor to another one.
 *
 * The input dims say where elements are: in a register of a lane of a warp of a block, the names
 * that Triton has. A register whose basis is 0 holds a copy of another one of its thread, and is
 * left out: what it holds moves nowhere.
 */
#include "config.h"

#include <string.h>

#include "linear-internal.h"

#define REGISTER "register"

/* Without the registers that are copies. */
static lc_linear *without_copies(lc_ctx *ctx, const lc_linear *l)
{
    return lc_dims_find(l->nins, l->in, REGISTER) < l->nins
               ? lc_linear_remove_zero_bases(ctx, l, REGISTER)
               : lc_linear_ref(l);
}

/* Is the last dim of both sides one on which nothing moves? */
static bool last_stays(const lc_linear *c)
{
    if (c->nins == 0 || c->nouts == 0)
        return false;
    const char *name = c->in[c->nins - 1].name;
    return strcmp(name, c->out[c->nouts - 1].name) == 0 && lc_linear_is_trivial_over(c, 1, &name);
}

lc_linear *lc_linear_conversion(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    lc_linear *from = without_copies(ctx, a), *to = from ? without_copies(ctx, b) : NULL;
    lc_linear *c = to ? lc_linear_invert_and_compose(ctx, from, to) : NULL;
    lc_linear_free(from);
    lc_linear_free(to);
    while (c && last_stays(c)) {
        lc_linear *rest = lc_linear_quotient(ctx, c, 1, &(const char *){c->in[c->nins - 1].name});
        lc_linear_free(c);
        c = rest;
    }
    return c;
}

/* ---- places ---- */

/* Dims that Triton's layouts have even where they leave them out, of size 1. */
static bool is_place(const char *name)
{
    static const char *const place[] = {REGISTER, "lane", "warp", "block"};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        if (strcmp(place[i], name) == 0)
            return true;
    return false;
}

static bool is_copy(const lc_linear *l, const char *name, unsigned column)
{
    return strcmp(name, REGISTER) == 0 && l->map.column[column] == 0;
}

/* The bits of an input dim that count; 0 where there is no such dim. */
static unsigned bits_of_place(const lc_linear *l, const char *name)
{
    size_t i = lc_dims_find(l->nins, l->in, name);
    unsigned first = lc_dims_bits(i < l->nins ? i : 0, l->in), bits = 0;
    for (unsigned bit = 0; i < l->nins && bit < l->in[i].bits; bit++)
        bits += !is_copy(l, name, first + bit);
    return bits;
}

/* The output dims of both are the same. */
static bool same_tensor(lc_ctx *ctx, const lc_linear *l, const lc_linear *m)
{
    char a[LC_DIMS_ROOM], b[LC_DIMS_ROOM];
    bool same = l->nouts == m->nouts;
    for (size_t i = 0; same && i < l->nouts; i++)
        same = l->out[i].bits == m->out[i].bits && strcmp(l->out[i].name, m->out[i].name) == 0;
    if (!same)
        lc_fail(ctx, LC_ERR_INVALID,
                "layouts of different tensors, with the output dims %s and %s: expected the same "
                "names and sizes, in the same order",
                lc_dims_names(l->nouts, l->out, a), lc_dims_names(m->nouts, m->out, b));
    return same;
}

/* A number for each name, as large as both need. */
static bool add_places(lc_ctx *ctx, const lc_linear *l, const lc_linear *m, size_t n,
                       const char *const *names, lc_dims *out)
{
    char all[LC_DIMS_ROOM];
    for (size_t i = 0; i < n; i++) {
        unsigned mine = bits_of_place(l, names[i]), other = bits_of_place(m, names[i]);
        bool there = lc_dims_find(l->nins, l->in, names[i]) < l->nins ||
                     lc_dims_find(m->nins, m->in, names[i]) < m->nins || is_place(names[i]);
        if (!there)
            return lc_fail(ctx, LC_ERR_INVALID, "no input dim '%.80s': expected some of %s",
                           names[i], lc_dims_names(l->nins, l->in, all));
        if (lc_dims_find(out->n, out->dim, names[i]) < out->n)
            return lc_dims_twice(ctx, "output", names[i]);
        if (!lc_dims_push(ctx, out, names[i], mine > other ? mine : other))
            return false;
    }
    if (lc_dims_bits(out->n, out->dim) <= LC_LINEAR_BITS)
        return true;
    return lc_fail(ctx, LC_ERR_LIMIT, "values with their places of %u bits: expected at most %d",
                   lc_dims_bits(out->n, out->dim), LC_LINEAR_BITS);
}

lc_linear *lc_linear_placed(lc_ctx *ctx, const lc_linear *l, const lc_linear *m, size_t n,
                            const char *const *names)
{
    lc_dims out = {.n = 0};
    unsigned start[LC_LINEAR_DIMS];
    for (size_t i = 0; i < l->nouts; i++)
        if (!lc_dims_push(ctx, &out, l->out[i].name, l->out[i].bits))
            return NULL;
    if (!same_tensor(ctx, l, m) || !add_places(ctx, l, m, n, names, &out))
        return NULL;
    lc_dims_starts(out.n, out.dim, start);
    lc_f2 map = l->map;
    map.rows = lc_dims_bits(out.n, out.dim);
    for (size_t k = l->nouts; k < out.n; k++) {
        size_t i = lc_dims_find(l->nins, l->in, out.dim[k].name);
        unsigned column = lc_dims_bits(i < l->nins ? i : 0, l->in), place = start[k];
        for (unsigned bit = 0; i < l->nins && bit < l->in[i].bits; bit++, column++)
            if (!is_copy(l, out.dim[k].name, column))
                map.column[column] |= (uint64_t)1 << place++;
    }
    return lc_linear_new(ctx, l->nins, l->in, out.n, out.dim, &map);
}
