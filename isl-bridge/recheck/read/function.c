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

const lit *lcr_rd_layout(reader *in)
{
    bool *any = NULL;
    nesting *t = lcr_rd_new_nesting(in);
    lc_int *extent = t ? lcr_rd_integers(in, t, &any) : NULL;
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
    nesting *at;
} place;

static bool read_place(reader *in, place *p)
{
    p->at = lcr_rd_new_nesting(in);
    p->value = p->at ? lcr_rd_integers(in, p->at, NULL) : NULL;
    return p->value != NULL;
}

/* An offset of 0 says how coordinates are nested, and no more. */
static const lit *at_zero(reader *in, const lit *g, const place *offset)
{
    if (!g->basis || offset->at->n == 1)
        return g;
    lit *a = lcr_lit_copy(in->pool, g);
    if (!a)
        return NULL;
    a->offset_nesting = lcr_rd_literal(in, LIT_TUPLE, offset->at, NULL);
    return a->offset_nesting ? a : NULL;
}

/* The function after an offset. */
static const lit *moved(reader *in, const lit *g, const place *offset)
{
    bool plain = g->kind == LIT_LAYOUT && g->b == 0 && !g->offset;
    if (lcr_all_zero(offset->at->n, offset->value) && !(plain && !g->basis))
        return at_zero(in, g, offset);
    const lit *to = plain ? g : lcr_lit_composed(in->pool, NULL, g);
    return to ? with_offset(in, to, offset->value, offset->at) : NULL;
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
    place offset;
    if (!read_place(in, &offset) || (braces && !lcr_rd_need(in, "}")))
        return NULL;
    const lit *g = lcr_rd_need(in, "o") ? function(in, depth + 1) : NULL;
    g = g ? moved(in, g, &offset) : NULL;
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
    place offset;
    if (!read_place(in, &offset) || !lcr_rd_need(in, "}") || !lcr_rd_need(in, "o"))
        return NULL;
    if (lcr_rd_take(in, "linear{"))
        return lcr_rd_affine(in, offset.at->n, offset.value);
    const lit *g = function(in, 0);
    return g && g->kind != LIT_SWIZZLE ? moved(in, g, &offset)
                                       : lcr_rd_wrong(in, "a layout after the offset");
}
