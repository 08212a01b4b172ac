/* linear.c - values that are made of bits, from text and by their definitions: linear layouts,
 * swizzles, strides that add by XOR. */
#include "config.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

#define MAX_BITS 64

/* A linear layout under construction: base[i * LIT_MAX_AXES + j] is the number of basis i for
 * output dim j, and basis i has numbers[i] of them. */
typedef struct {
    lit *a;
    lc_int *base;
    size_t numbers[MAX_BITS];
} bases;

/* `name:`, of a dim that none of the n before it is. */
static bool read_dim(reader *in, lit_dim *dim, size_t n)
{
    if (n == LIT_MAX_AXES || !(dim[n].name = lcr_rd_name(in)))
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(dim[i].name, dim[n].name) == 0)
            return lcr_rd_wrong(in, "a name that stands there once");
    return lcr_rd_need(in, ":");
}

/* One basis, 5 or (1,4); without output dims it is (). */
static bool read_basis(reader *in, lc_int *number, size_t *n)
{
    *n = 0;
    if (!lcr_rd_take(in, "("))
        return lcr_rd_number(in, &number[(*n)++]);
    do {
        if (lcr_rd_take(in, ")"))
            return true;
        if (*n == LIT_MAX_AXES || !lcr_rd_number(in, &number[*n]))
            return false;
        ++*n;
    } while (lcr_rd_take(in, ","));
    return lcr_rd_need(in, ")");
}

/* The bases of one input dim, appended. */
static bool read_bases(reader *in, bases *b)
{
    size_t before = b->a->bits;
    if (!lcr_rd_need(in, "["))
        return false;
    while (!lcr_rd_ends(in, "]", b->a->bits == before)) {
        size_t i = b->a->bits;
        if (lcr_rd_failed(in))
            return false;
        if (i == MAX_BITS || !read_basis(in, &b->base[i * LIT_MAX_AXES], &b->numbers[i]))
            return lcr_rd_wrong(in, "bases, at most 64");
        b->a->bits++;
    }
    return true;
}

static bool read_ins(reader *in, bases *b)
{
    lit *a = b->a;
    while (!lcr_rd_ends(in, "->", a->nins == 0)) {
        lit_dim *dim = &a->in[a->nins];
        size_t first = a->bits;
        if (lcr_rd_failed(in) || !read_dim(in, a->in, a->nins) || !read_bases(in, b))
            return lcr_rd_wrong(in, "an input dim");
        dim->first = first;
        dim->bits = a->bits - first;
        a->nins++;
        if (strcmp(dim->name, "lane") == 0) {
            a->has_lane = true;
            a->lane_bit = dim->first;
            a->lane_bits = dim->bits;
        }
    }
    return true;
}

static bool read_outs(reader *in, bases *b)
{
    lit *a = b->a;
    size_t rows = 0, j;
    lc_int size;
    for (a->naxes = 0; !lcr_rd_ends(in, "}", a->naxes == 0); a->naxes++) {
        j = a->naxes;
        if (lcr_rd_failed(in) || !read_dim(in, a->outs, j) || !lcr_rd_number(in, &size) ||
            !lc_int_is_power_of_two(size))
            return lcr_rd_wrong(in, "an output dim with a power of two");
        for (size_t i = 0; i < a->bits; i++)
            if (lc_int_lt(b->base[i * LIT_MAX_AXES + j], lc_int_const(0)) ||
                !lc_int_lt(b->base[i * LIT_MAX_AXES + j], size))
                return lcr_rd_wrong(in, "bases within the output dim before this");
        a->out[j] = size;
        a->outs[j].first = rows;
        a->outs[j].bits = lc_int_bits(size) - 1;
        rows += a->outs[j].bits;
    }
    for (size_t i = 0; i < a->bits; i++)
        if (b->numbers[i] != a->naxes)
            return lcr_rd_wrong(in, "a number of each basis for every output dim, before this");
    return true;
}

/* The sizes of the input dims as a shape, nested where there are several, and the columns. */
static const lit *finish(reader *in, const bases *b)
{
    lit *a = b->a;
    a->n = a->nins > 1 ? a->nins : 1;
    a->nnodes = a->nins > 1 ? 1 + a->nins : 1;
    a->node = lcr_lit_alloc(in->pool, a->nnodes, sizeof *a->node);
    a->extent = lcr_lit_alloc(in->pool, a->n, sizeof *a->extent);
    a->column = lcr_lit_alloc(in->pool, a->bits * a->naxes + 1, sizeof *a->column);
    if (!a->node || !a->extent || !a->column)
        return NULL;
    a->node[0] = a->nins > 1 ? (uint32_t)a->nins : 0;
    for (size_t k = 0; k < a->n; k++) {
        a->extent[k] = lc_int_const(1);
        for (size_t i = 0; k < a->nins && i < a->in[k].bits; i++)
            a->extent[k] = lc_int_add(in->pool->lc, a->extent[k], a->extent[k]);
    }
    for (size_t j = 0; j < a->naxes; j++)
        for (size_t i = 0; i < a->bits; i++)
            a->column[j * a->bits + i] = b->base[i * LIT_MAX_AXES + j];
    return a;
}

const lit *lcr_rd_linear(reader *in)
{
    bases b = {.a = lcr_lit_alloc(in->pool, 1, sizeof *b.a),
               .base = lcr_lit_alloc(in->pool, (size_t)MAX_BITS * LIT_MAX_AXES, sizeof *b.base)};
    lit_dim *dims = lcr_lit_alloc(in->pool, (size_t)2 * LIT_MAX_AXES, sizeof *dims);
    lc_int *out = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *out);
    if (!b.a || !b.base || !dims || !out)
        return NULL;
    b.a->kind = LIT_LINEAR;
    b.a->in = dims;
    b.a->outs = dims + LIT_MAX_AXES;
    b.a->out = out;
    return read_ins(in, &b) && read_outs(in, &b) ? finish(in, &b) : NULL;
}

const lit *lcr_rd_affine(reader *in, size_t n, const lc_int *offset)
{
    const lit *l = lcr_rd_linear(in);
    if (!l)
        return NULL;
    if (n != l->naxes)
        return lcr_rd_wrong(in, "a number of the offset for each output dim");
    lit *a = lcr_lit_composed(in->pool, NULL, l);
    lc_int *value = lcr_lit_alloc(in->pool, l->naxes + 1, sizeof *value);
    if (!a || !value)
        return NULL;
    for (size_t j = 0; j < l->naxes; j++) {
        value[j] = offset[j];
        if (lc_int_lt(value[j], lc_int_const(0)) || !lc_int_lt(value[j], l->out[j]))
            return lcr_rd_wrong(in, "an offset within the output dims");
    }
    a->by_xor = true;
    a->offset = value;
    a->bits = l->bits;
    a->out = l->out;
    a->nins = l->nins;
    a->in = l->in;
    a->outs = l->outs;
    a->has_lane = l->has_lane;
    a->lane_bit = l->lane_bit;
    a->lane_bits = l->lane_bits;
    return a;
}

/* ---- strides ---- */

/* Does it have one bit? */
static bool is_power(lc_int a)
{
    return !lc_int_is_size(a) && lc_int_is_power_of_two(a);
}

bool lcr_rd_bits(reader *in, lit *a, size_t leaf, int sign, lc_int d)
{
    if (sign < 0 || a->basis || lcr_lit_has_integers(a) || !lc_int_is_zero(a->step[leaf]))
        return lcr_rd_wrong(in, "strides of one kind");
    a->by_xor = true;
    if (!lcr_rd_number(in, &a->step[leaf]))
        return false;
    if (!is_power(a->step[leaf]) && (lc_int_is_size(d) || !is_power(d)))
        return lcr_rd_wrong(in, "a power of 2 times a word before this");
    a->step[leaf] = lc_int_mul(in->pool->lc, d, a->step[leaf]);
    return lc_int_le(lc_int_const(0), a->step[leaf]) || lcr_rd_wrong(in, "bits before this");
}

/* ---- swizzles ---- */

lit *lcr_rd_swizzle(reader *in)
{
    int b, m, s;
    if (!lcr_rd_small(in, 0, 62, &b) || !lcr_rd_need(in, ",") || !lcr_rd_small(in, 0, 62, &m) ||
        !lcr_rd_need(in, ",") || !lcr_rd_small(in, -62, 62, &s) || !lcr_rd_need(in, ">"))
        return NULL;
    lit *a = lcr_rd_of_one_size(in, LIT_SWIZZLE,
                                lcr_lit_power(in->pool->lc, (size_t)(b + m + abs(s))));
    if (!a)
        return NULL;
    a->b = b;
    a->m = m;
    a->s = s;
    return a;
}

const lit *lcr_rd_swizzled(reader *in, const lit *w, const lit *g)
{
    if (g->basis || g->naxes != 1)
        return lcr_rd_wrong(in, "numbers for a swizzle");
    if (g->kind != LIT_LAYOUT || g->b > 0)
        return lcr_lit_composed(in->pool, w, g);
    lit *a = lcr_lit_copy(in->pool, g);
    if (!a)
        return NULL;
    a->swizzled = true;
    a->b = w->b;
    a->m = w->m;
    a->s = w->s;
    return a;
}

/* ---- values ---- */

lc_int lcr_lit_xor(lc_ctx *lc, lc_int a, lc_int b)
{
    return lc_int_is_small(a) && lc_int_is_small(b)
               ? lc_int_si(lc, lc_int_get_si(a) ^ lc_int_get_si(b))
               : lc_int_xor(lc, a, b);
}

lc_int lcr_lit_xor_times(lc_ctx *lc, lc_int i, lc_int d)
{
    lc_int r = lc_int_const(0);
    for (size_t bit = 0; bit < lc_int_bits(i); bit++)
        if (lc_int_bit(i, bit))
            r = lcr_lit_xor(lc, r, lc_int_mul(lc, d, lcr_lit_power(lc, bit)));
    return r;
}

lc_int lcr_lit_swizzled(lc_ctx *lc, const lit *w, lc_int x)
{
    lc_int moved = lc_int_const(0);
    for (int i = 0; i < w->b; i++) {
        int from = w->m + (w->s > 0 ? w->s : 0) + i;
        if (lc_int_bit(x, (size_t)from))
            moved = lc_int_add(lc, moved, lcr_lit_power(lc, (size_t)(from - w->s)));
    }
    return lcr_lit_xor(lc, x, moved);
}

size_t lcr_lit_swizzle_end(const lit *w)
{
    return (size_t)(w->b + w->m + (w->s < 0 ? -w->s : w->s));
}

void lcr_lit_linear_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value)
{
    for (size_t j = 0; j < a->naxes; j++) {
        value[j] = lc_int_const(0);
        for (size_t i = 0; i < a->bits; i++)
            if (lc_int_bit(c, i))
                value[j] = lcr_lit_xor(lc, value[j], a->column[j * a->bits + i]);
    }
}
