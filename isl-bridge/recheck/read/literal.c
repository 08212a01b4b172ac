/* literal.c - values by their definitions. */
#include "config.h"

#include "literal.h"

#include "../../../lib/size.h"

#include <stdlib.h>
#include <string.h>

#define LARGE ((size_t)64 << 10) /* bytes of a block that is worth keeping */
#define SPARE 48                 /* that are kept at most */

struct lit_block {
    lit_block *next;
    size_t size;
    max_align_t data[];
};

/* A block of the spare ones that is large enough, and not much larger; NULL: there is none. */
static lit_block *take_spare(lit_spare *spare, size_t size)
{
    for (lit_block **at = &spare->blocks; *at != NULL; at = &(*at)->next) {
        lit_block *block = *at;
        if (block->size < size || block->size / 2 > size)
            continue;
        *at = block->next;
        spare->n--;
        return block;
    }
    return NULL;
}

static void *take(lit_pool *pool, size_t count, size_t size, bool zeroed)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        return lc_no_memory(pool->lc);
    size *= count;
    lit_block *spare = pool->spare && size >= LARGE ? take_spare(pool->spare, size) : NULL;
    lit_block *block = spare    ? spare
                       : zeroed ? calloc(1, sizeof *block + size)
                                : malloc(sizeof *block + size);
    if (!block)
        return lc_no_memory(pool->lc);
    if (!spare)
        block->size = size;
    block->next = pool->blocks;
    pool->blocks = block;
    return spare && zeroed ? memset(block->data, 0, size) : block->data;
}

void *lcr_lit_alloc(lit_pool *pool, size_t count, size_t size)
{
    return take(pool, count, size, true);
}

void *lcr_lit_room(lit_pool *pool, size_t count, size_t size)
{
    return take(pool, count, size, false);
}

void lcr_lit_pool_clear(lit_pool *pool)
{
    lit_spare *spare = pool->spare;
    while (pool->blocks) {
        lit_block *block = pool->blocks;
        pool->blocks = block->next;
        if (spare && block->size >= LARGE && block->size < 16 * LARGE && spare->n < SPARE) {
            block->next = spare->blocks;
            spare->blocks = block;
            spare->n++;
        } else {
            free(block);
        }
    }
}

void lcr_lit_spare_clear(lit_spare *spare)
{
    lit_pool pool = {.blocks = spare->blocks};
    lcr_lit_pool_clear(&pool);
    *spare = (lit_spare){NULL, 0};
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

lc_int lcr_lit_xor(lc_ctx *lc, lc_int a, lc_int b)
{
    return lc_int_is_small(a) && lc_int_is_small(b)
               ? lc_int_si(lc, lc_int_get_si(a) ^ lc_int_get_si(b))
               : lc_int_xor(lc, a, b);
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

/* Does it begin with the modes of another one? */
static bool begins(const lit_path *path, const lit_path *with)
{
    return path->depth >= with->depth &&
           memcmp(path->mode, with->mode, with->depth * sizeof *with->mode) == 0;
}

bool lcr_path_same(const lit_path *a, const lit_path *b)
{
    return a->depth == b->depth && begins(a, b);
}

size_t lcr_path_find(size_t n, const lit_path *path, const lit_path *wanted)
{
    size_t j = 0;
    while (j < n && !lcr_path_same(&path[j], wanted))
        j++;
    return j;
}

size_t lcr_path_add(size_t *n, lit_path *path, const lit_path *wanted)
{
    size_t j = lcr_path_find(*n, path, wanted);
    if (j == LIT_MAX_AXES)
        return SIZE_MAX;
    if (j == *n)
        path[(*n)++] = *wanted;
    return j;
}

bool lcr_path_append(lit_path *path, size_t mode)
{
    if (path->depth == LIT_MAX_DEPTH)
        return false;
    path->mode[path->depth++] = (uint32_t)mode;
    return true;
}

/* ---- making ---- */

lit *lcr_lit_copy(lit_pool *pool, const lit *a)
{
    lit *b = lcr_lit_alloc(pool, 1, sizeof *b);
    if (b)
        *b = *a;
    return b;
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

/* x with b of its bits added by XOR, those at m + max(0,s), to those s places below. */
static lc_int swizzle(lc_ctx *lc, const lit *w, lc_int x)
{
    lc_int moved = lc_int_const(0);
    for (int i = 0; i < w->b; i++) {
        int from = w->m + (w->s > 0 ? w->s : 0) + i;
        if (lc_int_bit(x, (size_t)from))
            moved = lc_int_add(lc, moved, lcr_lit_power(lc, (size_t)(from - w->s)));
    }
    return lcr_lit_xor(lc, x, moved);
}

/* i d, or the XOR of d shifted by the bits of i. */
static lc_int scaled(lc_ctx *lc, const lit *a, lc_int i, lc_int d)
{
    if (!a->by_xor)
        return lc_int_mul(lc, i, d);
    lc_int r = lc_int_const(0);
    for (size_t bit = 0; bit < lc_int_bits(i); bit++)
        if (lc_int_bit(i, bit))
            r = lcr_lit_xor(lc, r, lc_int_mul(lc, d, lcr_lit_power(lc, bit)));
    return r;
}

static lc_int sum(lc_ctx *lc, const lit *a, lc_int x, lc_int y)
{
    return a->by_xor ? lcr_lit_xor(lc, x, y) : lc_int_add(lc, x, y);
}

/* ---- values ---- */

/* Adds what the leaves [first, last) give at an integral coordinate of theirs. */
static void add_leaves(lc_ctx *lc, const lit *a, size_t first, size_t last, lc_int c,
                       lc_int *value)
{
    for (size_t k = first; k < last; k++) {
        lc_int digit = k + 1 < last ? lc_int_fmod(lc, c, a->extent[k]) : c;
        c = lc_int_fdiv(lc, c, a->extent[k]);
        for (size_t j = 0; j < a->naxes; j++)
            value[j] = sum(lc, a, value[j], scaled(lc, a, digit, a->step[j * a->n + k]));
    }
}

static void begin(const lit *a, lc_int *value)
{
    for (size_t j = 0; j < a->naxes; j++)
        value[j] = a->offset ? a->offset[j] : lc_int_const(0);
}

static void linear_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value)
{
    for (size_t j = 0; j < a->naxes; j++) {
        value[j] = lc_int_const(0);
        for (size_t i = 0; i < a->bits; i++)
            if (lc_int_bit(c, i))
                value[j] = lcr_lit_xor(lc, value[j], a->column[j * a->bits + i]);
    }
}

static bool composed_at(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in, lc_int *value)
{
    lc_int inner[LIT_MAX_AXES];
    if (!lcr_lit_at_values(lc, a->inner, of, in, inner))
        return false;
    if (!a->outer)
        memcpy(value, inner, a->naxes * sizeof *value);
    else if (!lcr_lit_at_values(lc, a->outer, a->inner, inner, value))
        return false;
    for (size_t j = 0; a->offset && j < a->naxes; j++)
        value[j] = sum(lc, a, a->offset[j], value[j]);
    return true;
}

static bool listed_at(const lit *a, lc_int c, lc_int *value)
{
    bool is = lc_int_le(lc_int_const(0), c) && lc_int_lt(c, lc_int_const((int)a->nvalues));
    if (is)
        value[0] = a->value[lc_int_get_si(c)];
    return is;
}

size_t lcr_lit_swizzle_end(const lit *w)
{
    return (size_t)(w->b + w->m + (w->s < 0 ? -w->s : w->s));
}

bool lcr_lit_at(lc_ctx *lc, const lit *a, lc_int c, lc_int *value)
{
    if (a->kind == LIT_COMPOSED)
        return composed_at(lc, a, NULL, &c, value);
    if (a->kind == LIT_LINEAR) {
        if (lc_int_lt(c, lc_int_const(0)) || lc_int_bits(c) > a->bits)
            return false;
        linear_at(lc, a, c, value);
        return true;
    }
    if (a->kind == LIT_SWIZZLE) {
        value[0] = swizzle(lc, a, c);
        return true;
    }
    if (a->kind == LIT_LISTED)
        return listed_at(a, c, value);
    if (a->kind != LIT_LAYOUT || (a->by_xor && lc_int_lt(c, lc_int_const(0))))
        return false;
    begin(a, value);
    add_leaves(lc, a, 0, a->n, c, value);
    if (a->b > 0)
        value[0] = swizzle(lc, a, value[0]);
    return true;
}

bool lcr_lit_leaves_at(const lit *a, const lit_path *path, size_t *first, size_t *last)
{
    size_t node = 0, leaf = 0;
    for (size_t d = 0; d < path->depth; d++) {
        uint32_t arity = a->node[node];
        if (arity == 0 && path->mode[d] == 0)
            continue;
        if (path->mode[d] >= arity)
            return false;
        node++;
        for (uint32_t i = 0; i < path->mode[d]; i++)
            node = lcr_lit_after(a, node, &leaf);
    }
    *first = *last = leaf;
    lcr_lit_after(a, node, last);
    return true;
}

void lcr_lit_paths(const lit *a, lit_path *path)
{
    lit_path at = {0};
    uint32_t left[LIT_MAX_DEPTH + 1];
    for (size_t node = 0; node < a->nnodes; node++) {
        if (a->node[node] != 0) {
            left[at.depth] = a->node[node];
            at.mode[at.depth++] = 0;
            continue;
        }
        *path++ = at;
        while (at.depth > 0 && --left[at.depth - 1] == 0)
            at.depth--;
        if (at.depth > 0)
            at.mode[at.depth - 1]++;
    }
}

/* The modes that offsets give values which are coordinates, at a place of theirs, offsets of
 * functions inside included; 0: none does. Strides may give more. */
static size_t modes_at(const lit *x, const lit_path *at)
{
    size_t most = 0, leaves = 0;
    for (; x != NULL; x = x->kind != LIT_COMPOSED ? NULL
                          : x->outer != NULL      ? x->outer
                                                  : x->inner) {
        const lit *t = x->offset_nesting;
        size_t node = 0;
        for (size_t d = 0; t && d < at->depth; d++) {
            t = at->mode[d] < t->node[node++] ? t : NULL;
            for (size_t left = t ? at->mode[d] : 0; left > 0; left--)
                node = lcr_lit_after(t, node, &leaves);
        }
        if (t && t->node[node] > most)
            most = t->node[node];
    }
    return most;
}

size_t lcr_lit_modes_below(const lit *a, const lit_path *at)
{
    size_t modes = modes_at(a, at);
    for (size_t j = 0; j < a->naxes; j++) {
        const lit_path *own = &a->path[j];
        bool below = own->depth > at->depth && begins(own, at);
        if (below && own->mode[at->depth] >= modes)
            modes = own->mode[at->depth] + 1;
    }
    return modes;
}

lc_int lcr_lit_whole(lc_ctx *lc, const lit *of, const lc_int *in)
{
    lc_int sum = in[0], place = lc_int_const(1);
    for (size_t j = 1; of && lcr_lit_has_dims(of) && j < of->naxes; j++) {
        place = lc_int_mul(lc, place, of->out[j - 1]);
        sum = lc_int_add(lc, sum, lc_int_mul(lc, place, in[j]));
    }
    return sum;
}

/* A layout, its swizzle included, at coordinates of its modes. */
static bool layout_at_coordinates(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in,
                                  lc_int *value)
{
    begin(a, value);
    for (size_t j = 0; j < of->naxes; j++) {
        size_t first, last;
        if (a->by_xor && lc_int_lt(in[j], lc_int_const(0)))
            return false;
        if (lcr_lit_leaves_at(a, &of->path[j], &first, &last))
            add_leaves(lc, a, first, last, in[j], value);
        else if (!lc_int_is_zero(in[j]))
            return false;
    }
    if (a->b > 0)
        value[0] = swizzle(lc, a, value[0]);
    return true;
}

bool lcr_lit_at_values(lc_ctx *lc, const lit *a, const lit *of, const lc_int *in, lc_int *value)
{
    if (!of || !of->basis)
        return lcr_lit_at(lc, a, lcr_lit_whole(lc, of, in), value);
    if (a->kind == LIT_COMPOSED)
        return composed_at(lc, a, of, in, value);
    return a->kind == LIT_LAYOUT && layout_at_coordinates(lc, a, of, in, value);
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
