/* nest.c - what is made of morphisms, and the layouts that they realize. */
#include "config.h"

#include "nest.h"

#include <string.h>

bool lcr_nest_is_map(ev *e, const lit *f)
{
    bool *taken = lcr_lit_alloc(e->pool, f->codomain->n, sizeof *taken);
    bool is = taken != NULL;
    for (size_t i = 0; is && i < f->n; i++) {
        size_t j = f->image[i];
        if (j == 0)
            continue;
        is = j <= f->codomain->n && !taken[j - 1] &&
             lc_int_eq(f->extent[i], f->codomain->extent[j - 1]);
        if (is)
            taken[j - 1] = true;
    }
    return is;
}

bool lcr_nest_same(const lit *f, const lit *g)
{
    return lcr_lit_same_extents(f, g) && lcr_lit_same_extents(f->codomain, g->codomain) &&
           memcmp(f->image, g->image, f->n * sizeof *f->image) == 0;
}

const lit *lcr_nest_layout(ev *e, const lit *f)
{
    const lit *to = f->codomain;
    lit *a = lcr_lit_alloc(e->pool, 1, sizeof *a);
    lc_int *place = lcr_lit_alloc(e->pool, to->n + 1, sizeof *place);
    lc_int *step = lcr_lit_alloc(e->pool, f->n, sizeof *step);
    if (!a || !place || !step)
        return NULL;
    place[0] = lc_int_const(1);
    for (size_t j = 0; j < to->n; j++)
        place[j + 1] = lc_int_mul(e->pool->lc, place[j], to->extent[j]);
    for (size_t i = 0; i < f->n; i++)
        step[i] = f->image[i] == 0 ? lc_int_const(0) : place[f->image[i] - 1];
    *a = (lit){.kind = LIT_LAYOUT,
               .nnodes = f->nnodes,
               .n = f->n,
               .node = f->node,
               .extent = f->extent,
               .naxes = 1,
               .step = step};
    return a;
}

/* With room for so many nodes and entries, none of which has an image. */
static lit *morphism_to(ev *e, const lit *codomain, size_t nnodes, size_t n)
{
    lit *f = lcr_lit_alloc(e->pool, 1, sizeof *f);
    if (!f)
        return NULL;
    *f = (lit){.kind = LIT_MORPHISM,
               .nnodes = nnodes,
               .n = n,
               .naxes = 1,
               .codomain = codomain,
               .node = lcr_lit_alloc(e->pool, nnodes, sizeof *f->node),
               .extent = lcr_lit_alloc(e->pool, n, sizeof *f->extent),
               .image = lcr_lit_alloc(e->pool, n, sizeof *f->image)};
    return f->node && f->extent && f->image ? f : NULL;
}

const lit *lcr_nest_after(ev *e, const lit *g, const lit *f)
{
    lit *h = morphism_to(e, g->codomain, f->nnodes, f->n);
    if (!h)
        return NULL;
    h->node = f->node;
    h->extent = f->extent;
    for (size_t i = 0; i < f->n; i++)
        h->image[i] = f->image[i] == 0 ? 0 : g->image[f->image[i] - 1];
    return h;
}

const lit *lcr_nest_complement(ev *e, const lit *f)
{
    const lit *to = f->codomain;
    lit *c = morphism_to(e, to, to->n + 1, to->n);
    bool *taken = lcr_lit_alloc(e->pool, to->n, sizeof *taken);
    if (!c || !taken)
        return NULL;
    for (size_t i = 0; i < f->n; i++)
        if (f->image[i] != 0)
            taken[f->image[i] - 1] = true;
    c->n = 0;
    for (size_t j = 0; j < to->n; j++)
        if (!taken[j]) {
            c->extent[c->n] = to->extent[j];
            c->image[c->n++] = j + 1;
        }
    if (c->n == 0)
        c->extent[c->n++] = lc_int_const(1);
    c->nnodes = c->n > 1 ? c->n + 1 : 1;
    c->node[0] = c->n > 1 ? (uint32_t)c->n : 0;
    return c;
}

const lit *lcr_nest_beside(ev *e, const lit *f, const lit *g)
{
    lit *h = morphism_to(e, f->codomain, 1 + f->nnodes + g->nnodes, f->n + g->n);
    if (!h)
        return NULL;
    h->node[0] = 2;
    memcpy(h->node + 1, f->node, f->nnodes * sizeof *h->node);
    memcpy(h->node + 1 + f->nnodes, g->node, g->nnodes * sizeof *h->node);
    memcpy(h->extent, f->extent, f->n * sizeof *h->extent);
    memcpy(h->extent + f->n, g->extent, g->n * sizeof *h->extent);
    memcpy(h->image, f->image, f->n * sizeof *h->image);
    memcpy(h->image + f->n, g->image, g->n * sizeof *h->image);
    return h;
}

/* The leaves of `finer` from leaf `at` on, at its node `to`, for a leaf of this size: one that
 * is the same, or a tuple of them. 0: it is neither. */
static size_t pieces(ev *e, const lit *finer, size_t to, size_t at, lc_int size)
{
    size_t n = finer->node[to];
    lc_int product = lc_int_const(1);
    for (size_t i = 0; i < n; i++) {
        if (finer->node[to + 1 + i] != 0)
            return 0;
        product = lc_int_mul(e->pool->lc, product, finer->extent[at + i]);
    }
    if (n == 0)
        return lc_int_eq(finer->extent[at], size) ? 1 : 0;
    return n > 1 && lc_int_eq(product, size) ? n : 0;
}

bool lcr_nest_splits(ev *e, const lit *coarse, const lit *finer, size_t *count)
{
    size_t to = 0, at = 0, leaf = 0;
    for (size_t node = 0; node < coarse->nnodes; node++) {
        if (to >= finer->nnodes)
            return false;
        if (coarse->node[node] != 0) {
            if (finer->node[to++] != coarse->node[node])
                return false;
            continue;
        }
        size_t n = pieces(e, finer, to, at, coarse->extent[leaf]);
        if (n == 0)
            return false;
        count[leaf++] = n;
        at += n;
        to += n > 1 ? n + 1 : 1;
    }
    return to == finer->nnodes;
}
