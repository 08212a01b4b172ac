/* read-composed.c - literals of composed layouts and tensors.
 *
 *   f o offset o g      f a swizzle or a layout, g again such a function
 *   { offset } o g
 */
#include "config.h"

#include "read.h"

#include <stdlib.h>

#define MAX_FUNCTIONS 1024

typedef struct {
    lc_int *value;
    nesting at;
} place;

static place *read_place(reader *in)
{
    place *p = lcr_lit_alloc(in->pool, 1, sizeof *p);
    if (p != NULL)
        p->value = lcr_rd_integers(in, &p->at);
    return p != NULL && p->value != NULL ? p : NULL;
}

static bool is_zero(const place *p)
{
    for (size_t i = 0; i < p->at.n; i++)
        if (!lc_int_is_zero(p->value[i]))
            return false;
    return true;
}

/* `outer`, NULL for the identity, at the values of `inner`. */
static lit *composed(reader *in, const lit *outer, const lit *inner)
{
    const lit *values = outer != NULL ? outer : inner;
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (lit){.kind = LIT_COMPOSED, .nnodes = inner->nnodes, .n = inner->n,
               .node = inner->node, .extent = inner->extent, .basis = values->basis,
               .xor = values->xor, .naxes = values->naxes, .path = values->path,
               .outer = outer, .inner = inner};
    return a;
}

/* An offset of 0 says how coordinates are nested, and no more. */
static const lit *at_zero(reader *in, const lit *g, const place *offset)
{
    if (!g->basis || offset->at.n == 1)
        return g;
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = *g;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, &offset->at, NULL);
    return a->offset_nesting != NULL ? a : NULL;
}

/* The function after an offset. */
static const lit *moved(reader *in, const lit *g, const place *offset)
{
    bool plain = g->kind == LIT_LAYOUT && g->b == 0 && g->offset == NULL;
    if (is_zero(offset) && !(plain && !g->basis))
        return at_zero(in, g, offset);
    const lit *to = plain ? g : composed(in, NULL, g);
    return to != NULL ? lcr_rd_with_offset(in, to, offset->value, &offset->at) : NULL;
}

/* S(offset + layout) is one literal. */
static const lit *swizzled(reader *in, const lit *w, const lit *g)
{
    if (g->basis || g->naxes != 1)
        return lcr_rd_wrong(in, "numbers for a swizzle");
    if (g->kind != LIT_LAYOUT || g->b > 0)
        return composed(in, w, g);
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = *g;
    a->swizzled = true;
    a->b = w->b;
    a->m = w->m;
    a->s = w->s;
    return a;
}

static const lit *function(reader *in, size_t depth);

/* What follows f: nothing, or an offset and a function. */
static const lit *rest(reader *in, const lit *f, size_t depth)
{
    if (f == NULL || !lcr_rd_take(in, "o"))
        return f;
    if (depth == MAX_FUNCTIONS || (f->kind != LIT_LAYOUT && f->kind != LIT_SWIZZLE))
        return lcr_rd_wrong(in, "a layout or a swizzle before 'o', and not too many");
    const place *offset = read_place(in);
    const lit *g = offset != NULL && lcr_rd_need(in, "o") ? function(in, depth + 1) : NULL;
    g = g != NULL ? moved(in, g, offset) : NULL;
    if (g == NULL)
        return NULL;
    return f->kind == LIT_SWIZZLE ? swizzled(in, f, g) : composed(in, f, g);
}

static const lit *function(reader *in, size_t depth)
{
    const lit *f = lcr_rd_take(in, "S<") ? lcr_rd_swizzle(in) : lcr_rd_layout(in);
    if (f != NULL && f->kind != LIT_LAYOUT && f->kind != LIT_SWIZZLE)
        return lcr_rd_wrong(in, "a layout or a swizzle");
    return rest(in, f, depth);
}

const lit *lcr_rd_composed(reader *in, const lit *first)
{
    return rest(in, first, 0);
}

const lit *lcr_rd_tensor(reader *in)
{
    const place *offset = read_place(in);
    if (offset == NULL || !lcr_rd_need(in, "}") || !lcr_rd_need(in, "o"))
        return NULL;
    const lit *g = function(in, 0);
    return g != NULL && g->kind != LIT_SWIZZLE ? moved(in, g, offset)
                                               : lcr_rd_wrong(in, "a layout after the offset");
}
