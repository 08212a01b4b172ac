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
    return lcr_rd_coordinate_offset(in, a, offset, t) ? a : NULL;
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
    const lit *to = plain ? g : lcr_lit_composed(in->pool, NULL, g);
    return to ? with_offset(in, to, offset->value, &offset->at) : NULL;
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
    return f->kind == LIT_SWIZZLE ? lcr_rd_swizzled(in, f, g) : lcr_lit_composed(in->pool, f, g);
}

static const lit *function(reader *in, size_t depth)
{
    const lit *f = lcr_rd_take(in, "S<") ? lcr_rd_swizzle(in) : lcr_rd_layout(in);
    if (f && f->kind != LIT_LAYOUT && f->kind != LIT_SWIZZLE)
        return lcr_rd_wrong(in, "a layout or a swizzle");
    return rest(in, f, depth);
}

const lit *lcr_rd_function(reader *in)
{
    const lit *f = lcr_rd_take(in, "S<") ? lcr_rd_swizzle(in) : lcr_rd_layout(in);
    return rest(in, f, 0);
}

const lit *lcr_rd_tensor(reader *in)
{
    const place *offset = read_place(in);
    if (!offset || !lcr_rd_need(in, "}") || !lcr_rd_need(in, "o"))
        return NULL;
    if (lcr_rd_take(in, "linear{"))
        return lcr_rd_affine(in, offset->at.n, offset->value);
    const lit *g = function(in, 0);
    return g && g->kind != LIT_SWIZZLE ? moved(in, g, offset)
                                       : lcr_rd_wrong(in, "a layout after the offset");
}
