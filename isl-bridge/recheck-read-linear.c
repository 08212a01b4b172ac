/* recheck-read-linear.c - linear layouts of a certificate from text. */
#include "config.h"

#include "recheck-read.h"

#include <string.h>

/* A name of a dim that none of those before it has. */
typedef struct {
    size_t n;
    const char *begin[2 * LIT_MAX_AXES];
    size_t length[2 * LIT_MAX_AXES];
} names;

static bool new_name(reader *in, names *known, size_t first)
{
    while (*in->at == ' ')
        in->at++;
    const char *begin = in->at;
    if (known->n == 2 * LIT_MAX_AXES || !lcr_rd_name(in))
        return false;
    size_t length = (size_t)(in->at - begin);
    for (size_t i = first; i < known->n; i++)
        if (known->length[i] == length && strncmp(known->begin[i], begin, length) == 0)
            return lcr_rd_wrong(in, "a name that stands there once");
    known->begin[known->n] = begin;
    known->length[known->n++] = length;
    return true;
}

/* The last of the names. */
static bool is_named(const names *known, const char *text)
{
    size_t last = known->n - 1, n = strlen(text);
    return known->length[last] == n && strncmp(known->begin[last], text, n) == 0;
}

/* Is this the end of a list? Else what follows is its next element, after a comma but for the
 * first. */
static bool ends(reader *in, const char *end, bool first)
{
    if (lcr_rd_take(in, end))
        return true;
    if (!first)
        lcr_rd_need(in, ",");
    return false;
}

static bool failed(const reader *in) { return lc_ctx_code(in->pool->lc) != LC_OK; }

/* The bases of one input dim, appended: base[i * LIT_MAX_AXES + j], numbers[i] of them. */
static bool read_bases(reader *in, lit *a, lc_int *base, size_t *numbers)
{
    size_t before = a->bits;
    if (!lcr_rd_need(in, "["))
        return false;
    while (!ends(in, "]", a->bits == before)) {
        if (failed(in))
            return false;
        nesting *t = lcr_lit_alloc(in->pool, 1, sizeof *t);
        lc_int *basis = t != NULL && a->bits < 64 ? lcr_rd_integers(in, t) : NULL;
        if (basis == NULL || t->n > LIT_MAX_AXES)
            return lcr_rd_wrong(in, "bases, at most 64");
        for (size_t j = 0; j < t->n; j++)
            base[a->bits * LIT_MAX_AXES + j] = basis[j];
        numbers[a->bits++] = t->n;
    }
    return true;
}

/* The literal of these input dims, which a has the bits of, and outputs. */
static const lit *linear_of(reader *in, nesting *t, lc_int *extent, const lit *lanes,
                            const lc_int *base, size_t outs, lc_int *out)
{
    size_t bits = lanes->bits;
    t->node[0] = (uint32_t)t->n;
    nesting one = {.nnodes = 1, .n = 1};
    if (t->n == 0)
        extent[0] = lc_int_const(1);
    lit *a = lcr_rd_literal(in, LIT_LINEAR, t->n < 2 ? &one : t, extent);
    if (a == NULL)
        return NULL;
    a->has_lane = lanes->has_lane;
    a->lane_bit = lanes->lane_bit;
    a->lane_bits = lanes->lane_bits;
    a->bits = bits;
    a->naxes = outs;
    a->out = out;
    a->column = lcr_lit_alloc(in->pool, bits * outs + 1, sizeof *a->column);
    for (size_t j = 0; a->column != NULL && j < outs; j++)
        for (size_t i = 0; i < bits; i++)
            a->column[j * bits + i] = base[i * LIT_MAX_AXES + j];
    return a->column != NULL && outs > 0 ? a : NULL;
}

const lit *lcr_rd_linear(reader *in)
{
    lc_ctx *lc = in->pool->lc;
    nesting t = {.nnodes = 1};
    names known = {0};
    size_t numbers[64];
    lc_int *extent = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *extent), size;
    lc_int *base = lcr_lit_alloc(in->pool, (size_t)64 * LIT_MAX_AXES, sizeof *base);
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (extent == NULL || base == NULL || a == NULL)
        return NULL;
    while (!ends(in, "->", t.n == 0)) {
        size_t before = a->bits;
        if (failed(in) || t.n == LIT_MAX_AXES || !new_name(in, &known, 0) ||
            !lcr_rd_need(in, ":") || !read_bases(in, a, base, numbers))
            return lcr_rd_wrong(in, "an input dim");
        if (is_named(&known, "lane")) {
            a->has_lane = true;
            a->lane_bit = before;
            a->lane_bits = a->bits - before;
        }
        extent[t.n] = lc_int_const(1);
        for (size_t i = before; i < a->bits; i++)
            extent[t.n] = lc_int_add(lc, extent[t.n], extent[t.n]);
        t.node[t.nnodes++] = 0;
        t.n++;
    }
    size_t bits = a->bits, outs = 0, ins = known.n;
    lc_int *out = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *out);
    if (out == NULL)
        return NULL;
    while (!ends(in, "}", outs == 0)) {
        if (failed(in) || outs == LIT_MAX_AXES || !new_name(in, &known, ins) ||
            !lcr_rd_need(in, ":") || !lcr_rd_number(in, &size) || !lc_int_is_power_of_two(size))
            return lcr_rd_wrong(in, "an output dim with a power of two");
        for (size_t i = 0; i < bits; i++)
            if (lc_int_sign(base[i * LIT_MAX_AXES + outs]) < 0 ||
                !lc_int_lt(base[i * LIT_MAX_AXES + outs], size))
                return lcr_rd_wrong(in, "bases within the output dim before this");
        out[outs++] = size;
    }
    for (size_t i = 0; i < bits; i++)
        if (numbers[i] != outs)
            return lcr_rd_wrong(in, "a number of each basis for every output dim, before this");
    return linear_of(in, &t, extent, a, base, outs, out);
}
