/* graph.c - the inputs and outputs of the relations of a value. */
#include "config.h"

#include "graph.h"

#include "xor.h"

#include <string.h>

static lcr_graph *graph_new(lit_pool *pool)
{
    lcr_graph *g = lcr_lit_alloc(pool, 1, sizeof *g);
    if (!g || !(g->d = lcr_quo_new(pool)))
        return NULL;
    g->in = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *g->in);
    g->out = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *g->out);
    g->least = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *g->least);
    g->most = lcr_lit_alloc(pool, GRAPH_OUTPUTS, sizeof *g->most);
    bool room = g->in && g->out && g->least && g->most != NULL;
    return room ? g : NULL;
}

/* ---- the domain ---- */

typedef struct {
    size_t nbits;
    sys_sum *leaf, *bit; /* of the leaves; of those that are bits only, all */
    bool all_bits;
} domain;

static bool open_domain(quo *d, const lit *x, bool bits, domain *to)
{
    *to = (domain){0, lcr_lit_alloc(d->s.pool, x->n + 1, sizeof *to->leaf),
                   lcr_lit_alloc(d->s.pool, SYS_VARS, sizeof *to->bit), bits};
    if (!to->leaf || !to->bit ||
        !lcr_value_coordinates(d, x, 'c', bits ? VALUE_BITS : VALUE_NUMBERS, to->leaf))
        return false;
    for (; bits && to->nbits < d->s.n; to->nbits++)
        to->bit[to->nbits] = lcr_sys_variable(to->nbits);
    for (size_t k = 0; k < x->n; k++)
        to->all_bits = to->all_bits && !lc_int_is_size(x->extent[k]) &&
                       lc_int_is_power_of_two(x->extent[k]);
    return true;
}

/* ---- inputs ---- */

static void add_input(lcr_graph *g, const sys_sum *x, lc_int extent)
{
    g->in[g->nin] = *x;
    g->least[g->nin] = lc_int_const(0);
    g->most[g->nin++] = lc_int_sub(g->d->s.pool->lc, extent, lc_int_const(1));
}

/* The integral coordinate, one for each dim of a linear layout. */
static void integral_inputs(lcr_graph *g, const lit *x, const sys_sum *leaf)
{
    lc_int place = lc_int_const(1);
    sys_sum whole = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < x->n; k++) {
        if (x->kind == LIT_LINEAR) {
            add_input(g, &leaf[k], x->extent[k]);
            continue;
        }
        lcr_sys_add(&g->d->s, &whole, place, &leaf[k]);
        place = lc_int_mul(g->d->s.pool->lc, place, x->extent[k]);
    }
    if (x->kind != LIT_LINEAR)
        add_input(g, &whole, place);
}

static void bit_inputs(lcr_graph *g, const lit *x, size_t n, const sys_sum *bit)
{
    bool highest_first = x->kind == LIT_SWIZZLE;
    for (size_t i = 0; i < n; i++)
        add_input(g, &bit[highest_first ? n - 1 - i : i], lc_int_const(2));
}

/* ---- outputs ---- */

static bool outputs(lcr_graph *g, const lit *x, const sys_sum *value)
{
    size_t axis[FN_LEAVES];
    g->nout = lcr_fn_value_leaves(x, axis);
    for (size_t i = 0; i < g->nout; i++) {
        lcr_sys_zero(&g->out[i]);
        if (axis[i] < x->naxes)
            g->out[i] = value[axis[i]];
    }
    return g->nout > 0;
}

/* ---- the relations ---- */

static bool coordinates(lcr_graph *g, const lit *x, const domain *of)
{
    bool bits = x->kind == LIT_LINEAR || x->kind == LIT_SWIZZLE;
    integral_inputs(g, x, of->leaf);
    g->nout = bits ? of->nbits : x->n;
    if (g->nout > GRAPH_OUTPUTS)
        return false;
    for (size_t i = 0; i < g->nout; i++)
        g->out[i] = !bits                    ? of->leaf[i]
                    : x->kind == LIT_SWIZZLE ? of->bit[g->nout - 1 - i]
                                             : of->bit[i];
    return true;
}

/* Of an integral coordinate, or of all leaves. */
static bool values(lcr_graph *g, const lit *x, const domain *of, bool integral, sys_sum *value)
{
    if (integral)
        integral_inputs(g, x, of->leaf);
    for (size_t k = 0; !integral && k < x->n; k++)
        add_input(g, &of->leaf[k], x->extent[k]);
    return lcr_value_at_leaves(g->d, x, of->leaf, value) && outputs(g, x, value);
}

/* From bits to the numbers that they are, of swizzles and linear layouts. */
static bool index_of_bits(lcr_graph *g, const lit *x)
{
    sys_sum *bit = lcr_lit_alloc(g->d->s.pool, SYS_VARS, sizeof *bit);
    const lc_int *size = x->kind == LIT_LINEAR ? x->out : x->extent;
    size_t n = 0;
    if (!bit)
        return false;
    for (g->nout = 0; g->nout < x->naxes; g->nout++) {
        lcr_sys_zero(&g->out[g->nout]);
        for (size_t i = 0; i + 1 < lc_int_bits(size[g->nout]) && !g->d->s.failed; i++) {
            size_t var = lcr_sys_bit(&g->d->s, 'c');
            bit[n++] = lcr_sys_variable(var);
            lcr_sys_add_var(&g->d->s, &g->out[g->nout], lcr_lit_power(g->d->s.pool->lc, i), var);
        }
    }
    bit_inputs(g, x, n, bit);
    return !g->d->s.failed;
}

static bool index_in(lcr_graph *g, const lit *x, const lit *shape, sys_sum *value)
{
    domain of;
    lit integral = *shape;
    integral.kind = LIT_LAYOUT;
    if (!open_domain(g->d, shape, lcr_value_has_bits(&(fn){1, {x}}), &of))
        return false;
    integral_inputs(g, &integral, of.leaf);
    sys_sum whole = g->in[0];
    g->nin = 0;
    for (size_t k = 0; k < shape->n; k++)
        add_input(g, &of.leaf[k], shape->extent[k]);
    return lcr_value_at(g->d, x, NULL, &whole, value) && outputs(g, x, value);
}

static bool bits(lcr_graph *g, const lit *x, const domain *of, sys_sum *value)
{
    lc_int least, most;
    if (!of->all_bits || (x->kind != LIT_LINEAR && x->naxes > 1) || x->basis)
        return false;
    bit_inputs(g, x, of->nbits, of->bit);
    if (x->kind == LIT_LINEAR || x->kind == LIT_SWIZZLE) {
        sys_sum *bit = lcr_lit_alloc(g->d->s.pool, GRAPH_OUTPUTS, sizeof *bit);
        g->nout = bit ? lcr_xor_bits(g->d, x, of->bit, bit) : 0;
        for (size_t i = 0; i < g->nout; i++)
            g->out[i] = bit[x->kind == LIT_SWIZZLE ? g->nout - 1 - i : i];
        return bit != NULL;
    }
    g->loose = true; /* how many there are is not said */
    if (!lcr_value_at_leaves(g->d, x, of->leaf, value) ||
        !lcr_sys_range(&g->d->s, value, &least, &most) || lc_int_lt(least, lc_int_const(0)) ||
        lc_int_bits(most) > GRAPH_OUTPUTS)
        return false;
    g->nout = lc_int_bits(most);
    for (size_t i = 0; i < g->nout; i++)
        lcr_quo_bit(g->d, value, i, &g->out[i]);
    return true;
}

/* An offset and a linear layout. */
static bool is_affine(const lit *x)
{
    return x->kind == LIT_COMPOSED && !x->outer && x->inner->kind == LIT_LINEAR;
}

lcr_graph *lcr_graph_of(lit_pool *pool, const lit *x, const lit *shape, graph_kind kind)
{
    if (is_affine(x) && kind != GRAPH_COORDINATES)
        return NULL;
    if (is_affine(x)) /* whose coordinates know nothing of the offset */
        x = x->inner;
    lcr_graph *g = graph_new(pool);
    sys_sum *value = lcr_lit_alloc(pool, x->naxes + 1, sizeof *value);
    bool by_bits = x->kind == LIT_LINEAR || x->kind == LIT_SWIZZLE, ok;
    domain of;
    if (!g || !value || x->n > GRAPH_OUTPUTS ||
        (kind != GRAPH_INDEX && x->kind == LIT_LINEAR && x->bits == 0 && x->n == 1)) /* or none */
        return NULL;
    if (kind == GRAPH_INDEX && by_bits)
        ok = !shape && index_of_bits(g, x);
    else if (kind == GRAPH_INDEX && shape)
        ok = shape->n <= GRAPH_OUTPUTS && index_in(g, x, shape, value);
    else if (!open_domain(g->d, x, kind == GRAPH_BITS || lcr_value_has_bits(&(fn){1, {x}}), &of))
        ok = false;
    else
        ok = kind == GRAPH_COORDINATES ? coordinates(g, x, &of)
             : kind == GRAPH_BITS      ? bits(g, x, &of, value)
                                       : values(g, x, &of, kind == GRAPH_VALUES, value);
    return ok && !g->d->s.failed ? g : NULL;
}

void lcr_graph_join(lcr_graph *g)
{
    lc_ctx *lc = g->d->s.pool->lc;
    lc_int place = lc_int_const(1), last = lc_int_const(0);
    sys_sum whole = {.constant = lc_int_const(0)};
    for (size_t k = 0; k < g->nin; k++) {
        lcr_sys_add(&g->d->s, &whole, place, &g->in[k]);
        last = lc_int_add(lc, last, lc_int_mul(lc, place, g->most[k]));
        place = lc_int_mul(lc, place, lc_int_add(lc, g->most[k], lc_int_const(1)));
    }
    g->in[0] = whole;
    g->least[0] = lc_int_const(0);
    g->most[0] = last;
    g->nin = 1;
}
