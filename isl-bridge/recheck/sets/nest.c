/* nest.c - what is made of morphisms, and the layouts that they realize. */
#include "config.h"

#include "../../../lib/size.h"

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

bool lcr_nest_same_but_ones(const lit *f, const lit *g)
{
    bool same = lcr_lit_same_extents(f, g) && lcr_lit_same_extents(f->codomain, g->codomain);
    for (size_t i = 0; same && i < f->n; i++)
        same = lc_int_known_equal(f->extent[i], lc_int_const(1)) || f->image[i] == g->image[i];
    return same;
}

bool lcr_nest_is_standard(ev *e, const lit *f)
{
    const lit *to = f->codomain;
    bool *taken = lcr_lit_alloc(e->pool, to->n + 1, sizeof *taken), any = false;
    if (!taken)
        return false;
    for (size_t i = 0; i < f->n; i++)
        if (f->image[i] != 0)
            any = taken[f->image[i] - 1] = true;
    if (!any)
        return to->n == 1 && to->nnodes == 1 && lc_int_is_one(to->extent[0]);
    bool all = lcr_lit_is_flat(to);
    for (size_t j = 0; all && j < to->n; j++)
        all = taken[j] || (!lc_int_is_one(to->extent[j]) && taken[j + 1]);
    return all;
}

const lit *lcr_nest_layout(ev *e, const lit *f)
{
    const lc_int *place = lcr_lit_places(e->pool, f->codomain);
    lc_int *step = lcr_lit_alloc(e->pool, f->n, sizeof *step);
    if (!place || !step)
        return NULL;
    for (size_t i = 0; i < f->n; i++)
        step[i] = f->image[i] == 0 ? lc_int_const(0) : place[f->image[i] - 1];
    const lit a = {.kind = LIT_LAYOUT,
                   .nnodes = f->nnodes,
                   .n = f->n,
                   .node = f->node,
                   .extent = f->extent,
                   .naxes = 1,
                   .step = step};
    return lcr_lit_copy(e->pool, &a);
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

/* ---- composition ---- */

/* A side of a morphism whose leaves are joined to entries of one tuple, to be cut where another
 * tuple has a boundary. */
typedef struct {
    const lit *side;
    const size_t *joined; /* the entry of a leaf, from 1 on; 0: none */
    const lc_int *own, *other;
    size_t nother;
    lit *made;
    lc_int *start; /* of each piece that is joined, else 0 */
} cutting;

/* The next boundary of the other tuple past `low`, or `high` if that comes first. */
static lc_int next_cut(const cutting *c, lc_int low, lc_int high)
{
    for (size_t k = 0; k <= c->nother; k++)
        if (lc_int_lt(low, c->other[k]))
            return lc_int_min(c->other[k], high);
    return high;
}

/* The pieces of leaf i; 0: a boundary is no multiple of the one before. */
static size_t cut_leaf(ev *e, cutting *c, size_t i)
{
    lit *made = c->made;
    size_t j = c->joined[i], first = made->n;
    lc_int low = j != 0 ? c->own[j - 1] : lc_int_const(0);
    lc_int high = j != 0 ? c->own[j] : low;
    do {
        lc_int end = j != 0 ? next_cut(c, low, high) : high;
        if (j != 0 && !lc_int_divides(e->pool->lc, low, end))
            return 0;
        c->start[made->n] = low;
        made->extent[made->n++] = j != 0 ? lc_int_fdiv(e->pool->lc, end, low)
                                         : c->side->extent[i];
        low = end;
    } while (lc_int_lt(low, high));
    return made->n - first;
}

/* The side with its leaves cut, those of several pieces tuples of them. False: it cannot be cut,
 * or an error. */
static bool cut(ev *e, cutting *c)
{
    const lit *side = c->side;
    size_t most = side->n + c->nother + 1;
    c->made = morphism_to(e, NULL, side->nnodes + 2 * most, most);
    c->start = lcr_lit_alloc(e->pool, most, sizeof *c->start);
    if (!c->made || !c->start)
        return false;
    lit *made = c->made;
    made->n = made->nnodes = 0;
    for (size_t node = 0, leaf = 0; node < side->nnodes; node++) {
        size_t pieces = side->node[node] == 0 ? cut_leaf(e, c, leaf++) : 1;
        if (pieces == 0)
            return false;
        made->node[made->nnodes++] = pieces > 1 ? (uint32_t)pieces : side->node[node];
        for (size_t k = 0; pieces > 1 && k < pieces; k++)
            made->node[made->nnodes++] = 0;
    }
    return true;
}

/* Pieces go where a piece of `to` begins at the same place. False: one is past the end of what
 * the outer one takes. */
static bool join_pieces(const cutting *from, const cutting *to, lc_int end)
{
    lit *h = from->made;
    for (size_t i = 0; i < h->n; i++) {
        h->image[i] = 0;
        if (lc_int_known_equal(h->extent[i], lc_int_const(1)) ||
            lc_int_known_equal(from->start[i], lc_int_const(0)))
            continue;
        if (lc_int_le(end, from->start[i]))
            return false;
        for (size_t j = 0; j < to->made->n; j++)
            if (!lc_int_known_equal(to->made->extent[j], lc_int_const(1)) &&
                lc_int_known_equal(to->start[j], from->start[i]))
                h->image[i] = j + 1;
    }
    return true;
}

/* The tuples between f and g differ: each is cut where the other has a boundary. */
static const lit *after_refinement(ev *e, const lit *g, const lit *f)
{
    const lit *middle = f->codomain;
    const lc_int *inner = lcr_lit_places(e->pool, middle), *outer = lcr_lit_places(e->pool, g);
    size_t *back = lcr_lit_alloc(e->pool, g->codomain->n, sizeof *back);
    if (!inner || !outer || !back)
        return NULL;
    memset(back, 0, g->codomain->n * sizeof *back);
    for (size_t k = 0; k < g->n; k++)
        if (g->image[k] != 0)
            back[g->image[k] - 1] = k + 1;
    cutting from = {f, f->image, inner, outer, g->n, NULL, NULL};
    cutting to = {g->codomain, back, outer, inner, middle->n, NULL, NULL};
    if (!cut(e, &from) || !cut(e, &to) || !join_pieces(&from, &to, outer[g->n]))
        return NULL;
    to.made->kind = LIT_TUPLE;
    from.made->codomain = to.made;
    return from.made;
}

/* Entry by entry. */
static const lit *after_same(ev *e, const lit *g, const lit *f)
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

const lit *lcr_nest_after(ev *e, const lit *g, const lit *f)
{
    return lcr_lit_same_extents(f->codomain, g) ? after_same(e, g, f) : after_refinement(e, g, f);
}

/* ---- other operations ---- */

const lit *lcr_nest_extended(ev *e, const lit *f, lc_int entry)
{
    size_t n = f->codomain->n;
    lit *g = morphism_to(e, NULL, 1, 1), *to = morphism_to(e, NULL, n + 2, n + 1);
    if (!g || !to)
        return NULL;
    to->kind = LIT_TUPLE;
    memset(to->node, 0, to->nnodes * sizeof *to->node);
    to->node[0] = (uint32_t)(n + 1);
    memcpy(to->extent, f->codomain->extent, n * sizeof *to->extent);
    to->extent[n] = entry;
    *g = *f;
    g->codomain = to;
    return g;
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
