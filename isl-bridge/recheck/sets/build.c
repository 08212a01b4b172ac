/* build.c - parts of nestings, and tuples made of them. */
#include "config.h"

#include "build.h"

#include <string.h>

/* ---- parts ---- */

/* The part whose nodes begin here. */
static lit_part part_at(const lit *a, size_t node, size_t leaf)
{
    lit_part p = {node, node, leaf, leaf};
    for (size_t open = 1; open > 0; open--) {
        p.last += a->node[p.end] == 0;
        open += a->node[p.end++];
    }
    return p;
}

lit_part lcr_part_whole(const lit *a)
{
    return part_at(a, 0, 0);
}

bool lcr_part_is_leaf(const lit *a, const lit_part *p)
{
    return a->node[p->node] == 0;
}

size_t lcr_part_rank(const lit *a, const lit_part *p)
{
    return lcr_part_is_leaf(a, p) ? 1 : a->node[p->node];
}

bool lcr_part_mode(const lit *a, const lit_part *p, size_t i, lit_part *mode)
{
    if (i >= lcr_part_rank(a, p))
        return false;
    lit_part m = lcr_part_is_leaf(a, p) ? *p : part_at(a, p->node + 1, p->first);
    for (; i > 0; i--)
        m = part_at(a, m.end, m.last);
    *mode = m;
    return true;
}

/* ---- construction ---- */

lit *lcr_build_tuple(lit_pool *pool, size_t nodes, size_t leaves)
{
    lit *t = lcr_lit_alloc(pool, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    *t = (lit){.kind = LIT_TUPLE,
               .naxes = 1,
               .node = lcr_lit_alloc(pool, nodes + 1, sizeof *t->node),
               .extent = lcr_lit_alloc(pool, leaves + 1, sizeof *t->extent),
               .any = lcr_lit_alloc(pool, leaves + 1, sizeof *t->any)};
    return t->node != NULL && t->extent != NULL && t->any != NULL ? t : NULL;
}

void lcr_build_open(lit *tuple, size_t arity)
{
    tuple->node[tuple->nnodes++] = (uint32_t)arity;
}

void lcr_build_leaf(lit *tuple, lc_int extent)
{
    tuple->node[tuple->nnodes++] = 0;
    tuple->extent[tuple->n++] = extent;
}

void lcr_build_part(lit *tuple, const lit *a, const lit_part *p)
{
    memcpy(tuple->node + tuple->nnodes, a->node + p->node, (p->end - p->node) * sizeof *a->node);
    tuple->nnodes += p->end - p->node;
    for (size_t k = p->first; k < p->last; k++) {
        tuple->any[tuple->n] = a->any != NULL && a->any[k];
        tuple->extent[tuple->n++] = a->extent[k];
    }
}

/* ---- comparison ---- */

static bool same_ints(const lc_int *a, const lc_int *b, size_t n)
{
    bool same = (a == NULL) == (b == NULL);
    for (size_t k = 0; same && a != NULL && k < n; k++)
        same = lc_int_eq(a[k], b[k]);
    return same;
}

bool lcr_lit_same_shape(const lit *a, const lit *b)
{
    bool same = lcr_lit_congruent(a, b) && a->n == b->n;
    for (size_t k = 0; same && k < a->n; k++) {
        bool any = a->any != NULL && a->any[k];
        same = any == (b->any != NULL && b->any[k]) &&
               (any || lc_int_eq(a->extent[k], b->extent[k]));
    }
    return same;
}

static bool same_paths(const lit *a, const lit *b)
{
    bool same = a->basis == b->basis;
    for (size_t j = 0; same && a->basis && j < a->naxes; j++)
        same = a->path[j].depth == b->path[j].depth &&
               memcmp(a->path[j].mode, b->path[j].mode,
                      a->path[j].depth * sizeof *a->path[j].mode) == 0;
    return same;
}

static bool same_steps(const lit *a, const lit *b)
{
    return a->xor == b->xor &&a->naxes == b->naxes && same_paths(a, b) &&
           same_ints(a->step, b->step, a->naxes * a->n) &&
           same_ints(a->offset, b->offset, a->naxes);
}

bool lcr_lit_same(const lit *a, const lit *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || !lcr_lit_congruent(a, b))
        return false;
    switch (a->kind) {
    case LIT_TUPLE: return lcr_lit_same_shape(a, b);
    case LIT_STRIDES: return same_steps(a, b);
    case LIT_LAYOUT:
    case LIT_SWIZZLE:
        return a->b == b->b && a->m == b->m && a->s == b->s && a->swizzled == b->swizzled &&
               lcr_lit_same_shape(a, b) && same_steps(a, b);
    case LIT_COMPOSED:
        return lcr_lit_same(a->outer, b->outer) && lcr_lit_same(a->inner, b->inner) &&
               same_ints(a->offset, b->offset, a->naxes);
    default: return false; /* of no other kind is anything made */
    }
}
