/* function.c - layouts, swizzles, and functions of them.
 *
 *   tuple ':' strides   a layout, both in the same parentheses
 *   S<b,m,s>
 *   f o offset o g      f a swizzle or a layout, g again such a function
 *   { offset } o g
 *   { offset } o linear{...}   the offset by XOR, a number an output dim
 */
#include "config.h"

#include "read.h"

#include <stdlib.h>

/* ---- layouts ---- */

typedef struct {
    size_t room;
    lc_int *leaf;
    bool *any; /* NULL: there was no `_` */
} wildcards;

static bool wild_leaf(reader *in, size_t n, void *context)
{
    wildcards *w = context;
    if (!lcr_rd_take(in, "_"))
        return lcr_rd_integer(in, &w->leaf[n]);
    if (!w->any)
        w->any = lcr_lit_alloc(in->pool, w->room, sizeof *w->any);
    if (w->any)
        w->any[n] = true;
    return w->any != NULL;
}

/* A tuple of integers, where `_` may stand for one. */
static lc_int *integers_or_any(reader *in, nesting *t, bool **any)
{
    wildcards w = {.room = lcr_rd_leaves_ahead(in)};
    w.leaf = lcr_lit_alloc(in->pool, w.room, sizeof *w.leaf);
    lcr_rd_start(t, wild_leaf, &w);
    bool ok = w.leaf && lcr_rd_nesting(in, t, 0);
    *any = w.any;
    return ok ? w.leaf : NULL;
}

const lit *lcr_rd_layout(reader *in)
{
    bool *any = NULL;
    nesting *t = lcr_rd_new_nesting(in);
    lc_int *extent = t ? integers_or_any(in, t, &any) : NULL;
    bool tuple = extent && !lcr_rd_take(in, ":");
    lit *a = extent ? lcr_rd_literal(in, tuple ? LIT_TUPLE : LIT_LAYOUT, t, extent) : NULL;
    if (!a)
        return NULL;
    a->any = any;
    if (any && !tuple)
        return lcr_rd_wrong(in, "integers as extents");
    return tuple || lcr_rd_strides_of(in, a, t) ? a : NULL;
}

/* An axis without strides, at a leaf of an offset. Strides that are all 0 are of every kind. */
static bool add_axis(reader *in, lit *a, const lit_path *path, lc_int offset)
{
    if (a->kind != LIT_LAYOUT || a->naxes == LIT_MAX_AXES)
        return lcr_rd_wrong(in, "an offset on the axes of the strides");
    a->path[a->naxes] = *path; /* of which there is room for all */
    a->offset[a->naxes++] = offset;
    return true;
}

/* The leaf of the offset at the path of each axis; an offset of 0 says the nesting only. */
static bool coordinate_offset(reader *in, lit *a, const lc_int *offset, const nesting *t)
{
    bool known[LIT_MAX_AXES] = {false};
    bool every = !a->basis && !a->by_xor && !lcr_lit_has_integers(a);
    lit_path path[LIT_MAX_AXES];
    lit tuple = {.kind = LIT_TUPLE,
                 .nnodes = t->nnodes,
                 .n = t->n,
                 .node = (uint32_t *)(uintptr_t)t->node};
    a->offset = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->offset);
    if (!a->offset || t->n > LIT_MAX_AXES)
        return false;
    if (every) {
        a->basis = true;
        a->naxes = 0;
    }
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(&tuple, &a->path[j], &first, &last) || last != first + 1)
            return lcr_rd_wrong(in, "an offset nested like the values");
        a->offset[j] = offset[first];
        known[first] = true;
    }
    lcr_lit_paths(&tuple, path);
    for (size_t k = 0; k < t->n; k++)
        if (!known[k] && (every || !lc_int_is_zero(offset[k])) &&
            !add_axis(in, a, &path[k], offset[k]))
            return false;
    if (lcr_all_zero(t->n, offset))
        a->offset = NULL;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, t, NULL);
    return a->offset_nesting != NULL;
}

/* A layout after an offset, which has an integer for each of its axes. */
static lit *with_offset(reader *in, const lit *layout, const lc_int *offset, const nesting *t)
{
    lit *a = lcr_lit_copy(in->pool, layout);
    if (!a)
        return NULL;
    if (!a->basis && t->n == 1 && t->nnodes == 1) {
        a->offset = lcr_lit_alloc(in->pool, 1, sizeof *a->offset);
        if (a->offset)
            a->offset[0] = offset[0];
        return a->offset ? a : NULL;
    }
    return coordinate_offset(in, a, offset, t) ? a : NULL;
}

/* `b,m,s>`. */
static lit *read_swizzle(reader *in)
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

/* ---- functions ---- */

#define MAX_FUNCTIONS 1024

typedef struct {
    lc_int *value;
    nesting at;
} place;

static place *read_place(reader *in)
{
    place *p = lcr_lit_room(in->pool, 1, sizeof *p);
    if (p)
        p->value = lcr_rd_integers(in, &p->at);
    return p && p->value ? p : NULL;
}

/* `outer`, NULL for the identity, at the values of `inner`. */
static lit *composed(reader *in, const lit *outer, const lit *inner)
{
    const lit *values = outer ? outer : inner;
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
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

/* An offset of 0 says how coordinates are nested, and no more. */
static const lit *at_zero(reader *in, const lit *g, const place *offset)
{
    if (!g->basis || offset->at.n == 1)
        return g;
    lit *a = lcr_lit_copy(in->pool, g);
    if (!a)
        return NULL;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, &offset->at, NULL);
    return a->offset_nesting ? a : NULL;
}

/* The function after an offset. */
static const lit *moved(reader *in, const lit *g, const place *offset)
{
    bool plain = g->kind == LIT_LAYOUT && g->b == 0 && !g->offset;
    if (lcr_all_zero(offset->at.n, offset->value) && !(plain && !g->basis))
        return at_zero(in, g, offset);
    const lit *to = plain ? g : composed(in, NULL, g);
    return to ? with_offset(in, to, offset->value, &offset->at) : NULL;
}

/* S(offset + layout) is one literal. */
static const lit *swizzled(reader *in, const lit *w, const lit *g)
{
    if (g->basis || g->naxes != 1)
        return lcr_rd_wrong(in, "numbers for a swizzle");
    if (g->kind != LIT_LAYOUT || g->b > 0)
        return composed(in, w, g);
    lit *a = lcr_lit_copy(in->pool, g);
    if (!a)
        return NULL;
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
    if (!f || !lcr_rd_take(in, "o"))
        return f;
    if (depth == MAX_FUNCTIONS || (f->kind != LIT_LAYOUT && f->kind != LIT_SWIZZLE))
        return lcr_rd_wrong(in, "a layout or a swizzle before 'o', and not too many");
    bool braces = lcr_rd_take(in, "{");
    const place *offset = read_place(in);
    if (braces && !lcr_rd_need(in, "}"))
        return NULL;
    const lit *g = offset && lcr_rd_need(in, "o") ? function(in, depth + 1) : NULL;
    g = g ? moved(in, g, offset) : NULL;
    if (!g)
        return NULL;
    return f->kind == LIT_SWIZZLE ? swizzled(in, f, g) : composed(in, f, g);
}

static const lit *function(reader *in, size_t depth)
{
    const lit *f = lcr_rd_take(in, "S<") ? read_swizzle(in) : lcr_rd_layout(in);
    if (f && f->kind != LIT_LAYOUT && f->kind != LIT_SWIZZLE)
        return lcr_rd_wrong(in, "a layout or a swizzle");
    return rest(in, f, depth);
}

const lit *lcr_rd_function(reader *in)
{
    const lit *f = lcr_rd_take(in, "S<") ? read_swizzle(in) : lcr_rd_layout(in);
    return rest(in, f, 0);
}

/* `linear{...}` after an offset of so many numbers. */
static const lit *affine(reader *in, const place *offset)
{
    const lit *l = lcr_rd_linear(in);
    if (!l)
        return NULL;
    if (offset->at.n != l->naxes)
        return lcr_rd_wrong(in, "a number of the offset for each output dim");
    lit *a = composed(in, NULL, l);
    lc_int *value = lcr_lit_alloc(in->pool, l->naxes + 1, sizeof *value);
    if (!a || !value)
        return NULL;
    for (size_t j = 0; j < l->naxes; j++) {
        value[j] = offset->value[j];
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

const lit *lcr_rd_tensor(reader *in)
{
    const place *offset = read_place(in);
    if (!offset || !lcr_rd_need(in, "}") || !lcr_rd_need(in, "o"))
        return NULL;
    if (lcr_rd_take(in, "linear{"))
        return affine(in, offset);
    const lit *g = function(in, 0);
    return g && g->kind != LIT_SWIZZLE ? moved(in, g, offset)
                                       : lcr_rd_wrong(in, "a layout after the offset");
}
