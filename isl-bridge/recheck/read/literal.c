/* literal.c - values by their definitions. */
#include "config.h"

#include "literal.h"

#include "../../../lib/size.h"

#include <stdlib.h>
#include <string.h>

struct lit_block {
    lit_block *next;
    max_align_t data[];
};

void *lcr_lit_alloc(lit_pool *pool, size_t count, size_t size)
{
    bool fits = size == 0 || count <= SIZE_MAX / 2 / size;
    lit_block *block = fits ? calloc(1, sizeof *block + count * size) : NULL;
    if (!block)
        return lc_no_memory(pool->lc);
    block->next = pool->blocks;
    pool->blocks = block;
    return block->data;
}

void lcr_lit_pool_clear(lit_pool *pool)
{
    for (lit_block *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    pool->blocks = NULL;
}

bool lcr_lit_is_function(const lit *a)
{
    return a->kind == LIT_LAYOUT || a->kind == LIT_SWIZZLE || a->kind == LIT_COMPOSED ||
           a->kind == LIT_LISTED || (a->kind == LIT_LINEAR && a->naxes > 0);
}

bool lcr_lit_has_dims(const lit *a)
{
    return a->kind == LIT_LINEAR || (a->kind == LIT_COMPOSED && a->out);
}

bool lcr_lit_is_affine(const lit *a)
{
    return a->kind == LIT_LAYOUT && !a->by_xor && a->b == 0;
}

size_t lcr_lit_moves(const lit *a, size_t leaf)
{
    size_t axes = 0;
    for (size_t j = 0; j < a->naxes; j++)
        axes += !lc_int_known_equal(a->step[j * a->n + leaf], lc_int_const(0));
    return axes;
}

bool lcr_lit_is_still(const lit *a)
{
    return lcr_all_zero(a->naxes * a->n, a->step);
}

bool lcr_lit_has_integers(const lit *a)
{
    return !a->basis && !a->by_xor && !lcr_all_zero(a->n, a->step);
}

bool lcr_lit_is_integers(const lit *a)
{
    return lcr_lit_is_affine(a) && !a->basis;
}

lc_int lcr_lit_span(lc_ctx *lc, const lit *a, size_t first, size_t last)
{
    lc_int size = lc_int_const(1);
    for (size_t k = first; k < last; k++)
        size = lc_int_mul(lc, size, a->extent[k]);
    return size;
}

lc_int lcr_lit_size(lc_ctx *lc, const lit *a)
{
    return lcr_lit_span(lc, a, 0, a->n);
}

/* ---- numbers ---- */

lc_int lcr_lit_power(lc_ctx *lc, size_t bit)
{
    lc_int p = lc_int_si(lc, INT64_C(1) << (bit < 61 ? bit : 61));
    for (; bit > 61; bit--)
        p = lc_int_add(lc, p, p);
    return p;
}

bool lcr_same_ints(size_t n, const lc_int *a, const lc_int *b)
{
    bool same = true;
    for (size_t k = 0; same && k < n; k++)
        same = lc_int_eq(a[k], b[k]);
    return same;
}

bool lcr_all_zero(size_t n, const lc_int *a)
{
    bool zero = true;
    for (size_t k = 0; zero && a && k < n; k++)
        zero = lc_int_known_equal(a[k], lc_int_const(0));
    return zero;
}

/* ---- paths ---- */

bool lcr_path_same(const lit_path *a, const lit_path *b)
{
    return a->depth == b->depth && memcmp(a->mode, b->mode, a->depth * sizeof *a->mode) == 0;
}

/* ---- making ---- */

lit *lcr_lit_copy(lit_pool *pool, const lit *a)
{
    lit *b = lcr_lit_alloc(pool, 1, sizeof *b);
    if (b)
        *b = *a;
    return b;
}

lit *lcr_lit_composed(lit_pool *pool, const lit *outer, const lit *inner)
{
    const lit *values = outer ? outer : inner;
    lit *a = lcr_lit_alloc(pool, 1, sizeof *a);
    if (!a)
        return NULL;
    *a = (lit){.kind = LIT_COMPOSED,
               .nnodes = inner->nnodes,
               .n = inner->n,
               .node = inner->node,
               .extent = inner->extent,
               .basis = values->basis,
               .by_xor = values->by_xor && values->b == 0, /* a swizzle's values are integers */
               .naxes = values->naxes,
               .path = values->path,
               .outer = outer,
               .inner = inner};
    return a;
}

lit *lcr_lit_flat(lit_pool *pool, size_t n)
{
    lit *a = lcr_lit_alloc(pool, 1, sizeof *a);
    uint32_t *node = lcr_lit_alloc(pool, n + 1, sizeof *node);
    lc_int *extent = lcr_lit_alloc(pool, 2 * (n + 1), sizeof *extent);
    if (!a || !node || !extent)
        return NULL;
    *a = (lit){
        .kind = LIT_LAYOUT, .naxes = 1, .node = node, .extent = extent, .step = extent + n + 1};
    lcr_lit_use(a, n);
    return a;
}

void lcr_lit_use(lit *a, size_t n)
{
    if (n == 0) {
        a->extent[0] = lc_int_const(1);
        a->step[0] = lc_int_const(0);
    }
    a->n = n > 0 ? n : 1;
    a->nnodes = n > 1 ? n + 1 : 1;
    a->node[0] = n > 1 ? (uint32_t)n : 0;
}

void lcr_lit_end_like(lit *to, const lit *of)
{
    to->offset = of->offset;
    to->swizzled = of->swizzled;
    to->b = of->b;
    to->m = of->m;
    to->s = of->s;
}

const lit *lcr_lit_moving(lit_pool *pool, const lit *a)
{
    lit *b = lcr_lit_copy(pool, a);
    if (!b || !(b->extent = lcr_lit_alloc(pool, a->n, sizeof *b->extent)))
        return NULL;
    for (size_t k = 0; k < a->n; k++)
        b->extent[k] = lcr_lit_moves(a, k) > 0 ? a->extent[k] : lc_int_const(1);
    return b;
}

const lit *lcr_lit_integer(lit_pool *pool, lc_int n)
{
    lit *a = lcr_lit_flat(pool, 1);
    if (!a)
        return NULL;
    a->kind = LIT_TUPLE;
    a->extent[0] = n;
    return a;
}

lc_int *lcr_lit_places(lit_pool *pool, const lit *a)
{
    lc_int *place = lcr_lit_alloc(pool, a->n + 1, sizeof *place);
    if (place)
        place[0] = lc_int_const(1);
    for (size_t k = 0; place && k < a->n; k++)
        place[k + 1] = lc_int_mul(pool->lc, place[k], a->extent[k]);
    return place;
}

lit *lcr_lit_compact(lit_pool *pool, const lit *shape)
{
    for (size_t k = 0; k < shape->n; k++)
        if (lc_int_le(shape->extent[k], lc_int_const(0)))
            return lc_fail(pool->lc, LC_ERR_INVALID, "an extent below 1");
    const lit a = {.kind = LIT_LAYOUT,
                   .nnodes = shape->nnodes,
                   .n = shape->n,
                   .node = shape->node,
                   .extent = shape->extent,
                   .naxes = 1,
                   .step = lcr_lit_places(pool, shape)};
    return a.step ? lcr_lit_copy(pool, &a) : NULL;
}

/* ---- modes ---- */

size_t lcr_lit_rank(const lit *a)
{
    return a->node[0] == 0 ? 1 : a->node[0];
}

bool lcr_lit_is_flat(const lit *a)
{
    return a->nnodes == (a->n > 1 ? a->n + 1 : 1);
}

size_t lcr_lit_after(const lit *a, size_t node, size_t *leaves)
{
    for (size_t open = 1; open > 0; open--) {
        *leaves += a->node[node] == 0;
        open += a->node[node++];
    }
    return node;
}

/* Its nodes from `node` on, n modes, whose leaves begin at `leaf`; the first node of the
 * result is left to the caller. */
static lit *part_of(lit_pool *pool, const lit *a, size_t node, size_t leaf, size_t n)
{
    lit *b = lcr_lit_alloc(pool, 1, sizeof *b);
    size_t end = node, leaves = 0;
    while (n-- > 0)
        end = lcr_lit_after(a, end, &leaves);
    uint32_t *nodes = lcr_lit_alloc(pool, 1 + end - node, sizeof *nodes);
    lc_int *step = lcr_lit_alloc(pool, a->naxes * leaves, sizeof *step);
    if (!b || !nodes || !step)
        return NULL;
    *b = *a;
    b->n = leaves;
    b->nnodes = 1 + end - node;
    b->node = nodes;
    b->extent = a->extent + leaf;
    b->any = a->any ? a->any + leaf : NULL;
    b->step = step;
    memcpy(nodes + 1, a->node + node, (end - node) * sizeof *nodes);
    for (size_t j = 0; a->step && j < a->naxes; j++)
        memcpy(step + j * leaves, a->step + j * a->n + leaf, leaves * sizeof *step);
    return b;
}

const lit *lcr_lit_mode(lit_pool *pool, const lit *a, size_t i)
{
    size_t node = 1, leaf = 0;
    if (a->node[0] == 0)
        return a;
    while (i-- > 0)
        node = lcr_lit_after(a, node, &leaf);
    lit *b = part_of(pool, a, node, leaf, 1);
    if (b) {
        b->node++;
        b->nnodes--;
    }
    return b;
}

const lit *lcr_lit_modes(lit_pool *pool, const lit *a, size_t n)
{
    lit *b = part_of(pool, a, 1, 0, n);
    if (b)
        b->node[0] = (uint32_t)n;
    return b;
}

/* ---- nestings ---- */

bool lcr_lit_congruent(const lit *a, const lit *b)
{
    return a->nnodes == b->nnodes && memcmp(a->node, b->node, a->nnodes * sizeof *a->node) == 0;
}

bool lcr_lit_same_extents(const lit *a, const lit *b)
{
    return lcr_lit_congruent(a, b) && lcr_same_ints(a->n, a->extent, b->extent);
}

/* Every leaf of a stands where b has any subtree, of the same size if `sizes`. */
bool lcr_lit_coarser(lc_ctx *lc, const lit *a, const lit *b, bool sizes)
{
    size_t at = 0, leaf = 0, to = 0;
    for (size_t node = 0; node < a->nnodes; node++) {
        if (to >= b->nnodes)
            return false;
        if (a->node[node] != 0) {
            if (b->node[to++] != a->node[node])
                return false;
            continue;
        }
        size_t first = leaf;
        to = lcr_lit_after(b, to, &leaf);
        if (sizes && !lc_int_eq(lcr_lit_span(lc, b, first, leaf), a->extent[at]))
            return false;
        at++;
    }
    return to == b->nnodes;
}

bool lcr_lit_is_any(const lit *a)
{
    return a->kind == LIT_TUPLE && a->nnodes == 1 && a->any && a->any[0];
}
