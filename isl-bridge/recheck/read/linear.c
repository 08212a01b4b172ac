/* linear.c - linear layouts from text. */
#include "config.h"

#include "read.h"

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
