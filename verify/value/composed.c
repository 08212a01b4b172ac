/* composed.c - composed layouts: functions one outside the other, with offsets.
 *
 * The innermost part is kept as swizzle(offset + layout), the form of most composed layouts, and
 * each function outside it as f(offset + x). They are made from the inside out: an offset is held
 * back until the function after it is known, and offsets that meet add up.
 */
#include "config.h"

#include "kept.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define MAX_OUTERS 1024

/* ---- how values add ---- */

lc_codomain lcv_codomain(const lcv_value *v)
{
    if (v->kind == LCV_COMPOSED && v->nouters > 0) {
        for (size_t i = v->nouters; i-- > 0;) {
            const lcv_outer *o = &v->outer[i];
            if (o->layout)
                return lc_layout_codomain(o->layout);
            if (o->swizzle.b > 0)
                return LC_INTEGERS;
        }
    }
    bool swizzled = v->kind == LCV_SWIZZLE || (v->kind == LCV_COMPOSED && v->swizzle.b > 0);
    return v->layout && !swizzled ? lc_layout_codomain(v->layout) : LC_INTEGERS;
}

/* ---- applying ---- */

/* The value of the layout at a coordinate, added to one integer an axis; a mode extends as a
 * layout does. */
static bool add_at(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd, lc_int *sum)
{
    if (!lc_tuple_is_leaf(crd)) {
        bool ok = true;
        for (size_t i = 0; ok && i < lc_tuple_rank(crd); i++) {
            lc_layout *mode = i < lc_layout_rank(a) ? lcv_mode_of(ctx, a, i) : NULL;
            lc_tuple *part = lcv_part_of(ctx, crd, i);
            ok = part && (mode ? add_at(ctx, mode, part, sum) : lcv_is_zero(part));
        }
        return ok;
    }
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        sum[q] = lc_sum(ctx, lc_layout_codomain(a), sum[q],
                        lc_layout_at_axis(ctx, a, q, lc_tuple_value(crd, 0)));
    return lc_ctx_code(ctx) == LC_OK;
}

static lc_tuple *layout_at(lc_ctx *ctx, const lc_layout *a, const lc_tuple *crd)
{
    lc_int sum[LC_MAX_AXES];
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        sum[q] = lc_int_const(0);
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *t = NULL;
    if (add_at(ctx, a, crd, sum))
        t = lc_layout_profile(a) ? lc_tuple_like(ctx, lc_layout_profile(a), sum)
                                 : lc_tuple_leaf(ctx, sum[0]);
    lc_frame_close(ctx, frame);
    return t;
}

static lc_tuple *swizzle_at(lc_ctx *ctx, lc_swizzle w, const lc_tuple *x)
{
    if (w.b == 0)
        return lc_tuple_ref(x);
    return lc_tuple_leaf(ctx, lc_swizzle_apply(ctx, w, lc_tuple_value(x, 0)));
}

lc_tuple *lcv_outer_at(lc_ctx *ctx, const lcv_outer *o, const lc_tuple *x)
{
    return o->layout ? layout_at(ctx, o->layout, x) : swizzle_at(ctx, o->swizzle, x);
}

lc_tuple *lcv_composed_value(lc_ctx *ctx, const lcv_value *v, const lc_tuple *inner)
{
    lc_codomain codomain = v->swizzle.b > 0 ? LC_INTEGERS : lc_layout_codomain(v->layout);
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *x = lcv_kept(ctx, swizzle_at(ctx, v->swizzle, inner));
    for (size_t i = 0; x && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        if (!lcv_is_zero(o->offset))
            x = lcv_kept(ctx, lcv_add_values(ctx, codomain, o->offset, x));
        if (x)
            x = lcv_kept(ctx, lcv_outer_at(ctx, o, x));
        if (o->layout)
            codomain = lc_layout_codomain(o->layout);
        else if (o->swizzle.b > 0)
            codomain = LC_INTEGERS;
    }
    lc_tuple_ref(x);
    lc_frame_close(ctx, frame);
    return x;
}

lc_tuple *lcv_composed_at(lc_ctx *ctx, const lcv_value *v, lc_int c)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_tuple *at = lcv_kept(ctx, lc_layout_value_at(ctx, v->layout, c)), *inner = NULL;
    if (at)
        inner = lcv_kept(ctx, lcv_add_values(ctx, lc_layout_codomain(v->layout), v->offset, at));
    lc_tuple *value = inner ? lcv_composed_value(ctx, v, inner) : NULL;
    lc_frame_close(ctx, frame);
    return value;
}

bool lcv_composed_of_integers(const lcv_value *v)
{
    bool integers = lc_layout_codomain(v->layout) == LC_INTEGERS;
    for (size_t i = 0; integers && i < v->nouters; i++)
        integers = !v->outer[i].layout || lc_layout_codomain(v->outer[i].layout) == LC_INTEGERS;
    return integers;
}

lc_int lcv_composed_int(lc_ctx *ctx, const lcv_value *v, lc_int inner)
{
    lc_int x = lc_swizzle_apply(ctx, v->swizzle, inner);
    for (size_t i = 0; i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        x = lc_int_add(ctx, lc_tuple_value(o->offset, 0), x);
        x = o->layout ? lc_layout_at(ctx, o->layout, x) : lc_swizzle_apply(ctx, o->swizzle, x);
    }
    return x;
}

static bool outers_equal(const lcv_outer *a, const lcv_outer *b)
{
    bool layouts = a->layout && b->layout != NULL;
    return lc_tuple_equal(a->offset, b->offset) &&
           (layouts ? lc_layout_equal(a->layout, b->layout)
                    : a->layout == b->layout && lc_swizzle_equal(a->swizzle, b->swizzle));
}

bool lcv_composed_equal(const lcv_value *v, const lcv_value *w)
{
    bool equal = lc_swizzle_equal(v->swizzle, w->swizzle) && v->nouters == w->nouters;
    for (size_t i = 0; equal && i < v->nouters; i++)
        equal = outers_equal(&v->outer[i], &w->outer[i]);
    return equal;
}

/* ---- making, from the inside out ---- */

/* All functions so far, and the offset after the last of them; the open frame keeps them. */
typedef struct {
    lc_ctx *ctx;
    lc_layout *layout; /* innermost */
    lc_tuple *first;   /* the offset after it, once a function follows */
    lc_swizzle swizzle;
    size_t n, room;
    lcv_outer *outer;
    lc_tuple *pending; /* NULL: 0 */
    bool any;          /* a function follows */
    bool trivial;      /* a swizzle of no bits, kept if it is the only function */
} building;

/* The layout that gives the values; NULL: a swizzle gives integers. */
static lc_layout **last_layout(building *b)
{
    if (b->n > 0)
        return b->outer[b->n - 1].layout ? &b->outer[b->n - 1].layout : NULL;
    return b->swizzle.b > 0 ? NULL : &b->layout;
}

static lc_tuple *zero(lc_ctx *ctx)
{
    return lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0)));
}

/* The pending offset, on the axes of the values that it is added to, which may get more axes. */
static lc_tuple *settled_offset(building *b)
{
    lc_ctx *ctx = b->ctx;
    lc_layout **last = last_layout(b);
    lc_int one = lc_int_const(1);
    lc_layout *of = last ? *last : lcv_kept(ctx, lc_layout_flat(ctx, 1, &one, &one));
    lc_tuple *offset = b->pending ? b->pending : zero(ctx);
    b->pending = NULL;
    lcv_value *v = lcv_value_tensor_at(ctx, lc_tuple_ref(offset), lc_layout_ref(of));
    if (!lcv_kept(ctx, v))
        return NULL;
    if (last)
        *last = v->layout;
    return v->offset;
}

static bool add_offset(building *b, const lc_tuple *offset)
{
    if (!offset || lcv_is_zero(offset))
        return true;
    if (!b->pending) {
        b->pending = lcv_kept(b->ctx, lc_tuple_ref(offset));
        return b->pending != NULL;
    }
    lc_layout **last = last_layout(b);
    lc_tuple *both =
        lcv_kept(b->ctx, lcv_add_values(b->ctx, last ? lc_layout_codomain(*last) : LC_INTEGERS,
                                        b->pending, offset));
    bool none = both && lc_tuple_is_leaf(both) && lcv_is_zero(both);
    b->pending = none ? NULL : both;
    return both != NULL;
}

/* Is a coordinate nested like the profile a coordinate of the layout, a mode for each mode? */
static bool fits(lc_ctx *ctx, const lc_tuple *profile, const lc_layout *a)
{
    bool ok = true;
    if (lc_tuple_is_leaf(profile))
        return true;
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        lc_tuple *part = lcv_part_of(ctx, profile, i);
        lc_layout *mode = i < lc_layout_rank(a) ? lcv_mode_of(ctx, a, i) : NULL;
        ok = part && (mode ? fits(ctx, part, mode) : lcv_is_zero(part));
    }
    return ok;
}

static bool misfit(building *b, const lc_layout *a)
{
    lc_layout **last = last_layout(b);
    char *inner = last ? lcv_kept(b->ctx, lc_layout_to_str(b->ctx, *last)) : NULL;
    char *outer = a ? lcv_kept(b->ctx, lc_layout_to_str(b->ctx, a)) : NULL;
    if (inner && outer)
        lc_fail(b->ctx, LC_ERR_INVALID,
                "the values of %.300s are no coordinates of %.300s: expected an integer, or a "
                "tuple of at most as many modes, for each mode",
                inner, outer);
    else if (inner)
        lcv_swizzle_misfit(b->ctx, *last);
    return false;
}

static bool add_outer(building *b, lc_tuple *offset, lc_layout *a, lc_swizzle w)
{
    if (b->n == MAX_OUTERS)
        return lc_fail(b->ctx, LC_ERR_LIMIT, "a composed layout of more than %d functions",
                       MAX_OUTERS);
    if (b->n == b->room) {
        size_t room = b->room > 0 ? 2 * b->room : 4;
        lcv_outer *more = lc_frame_alloc(b->ctx, room, sizeof *more);
        if (!more)
            return false;
        if (b->n > 0)
            memcpy(more, b->outer, b->n * sizeof *more);
        b->outer = more;
        b->room = room;
    }
    b->outer[b->n++] = (lcv_outer){offset, a, w};
    return true;
}

static bool add_swizzle(building *b, lc_swizzle w)
{
    lc_layout **last = last_layout(b);
    if (last && lc_layout_codomain(*last) == LC_COORDINATES)
        return misfit(b, NULL);
    if (w.b == 0) {
        b->trivial = true;
        b->swizzle = b->any ? b->swizzle : w;
        return true;
    }
    lc_tuple *offset = settled_offset(b);
    if (!offset)
        return false;
    if (b->any)
        return add_outer(b, offset, NULL, w);
    b->first = offset;
    b->swizzle = w;
    b->any = true;
    return true;
}

static bool add_layout(building *b, lc_layout *a)
{
    lc_tuple *offset = settled_offset(b);
    if (!offset)
        return false;
    lc_layout **last = last_layout(b);
    const lc_tuple *profile = last ? lc_layout_profile(*last) : NULL;
    if (profile && !fits(b->ctx, profile, a))
        return misfit(b, a);
    if (!b->any) {
        b->first = offset;
        b->swizzle = (lc_swizzle){0, 0, 0};
        offset = zero(b->ctx);
    }
    b->any = true;
    return offset && add_outer(b, offset, a, (lc_swizzle){0, 0, 0});
}

/* The functions outside the innermost layout of a composed one. */
static bool add_outers(building *b, const lcv_value *v)
{
    bool swizzled = v->swizzle.b > 0 || v->nouters == 0;
    bool ok = add_offset(b, v->offset) && (!swizzled || add_swizzle(b, v->swizzle));
    for (size_t i = 0; ok && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        ok = add_offset(b, o->offset);
        if (ok && o->layout)
            ok = add_layout(b, o->layout);
        else if (ok && o->swizzle.b > 0)
            ok = add_swizzle(b, o->swizzle);
    }
    return ok;
}

static bool add_function(building *b, const lcv_value *f)
{
    if (f->kind == LCV_SWIZZLE)
        return add_swizzle(b, f->swizzle);
    if (f->kind == LCV_COMPOSED)
        return add_layout(b, f->layout) && add_outers(b, f);
    if (f->kind == LCV_TENSOR)
        return add_layout(b, f->layout) && add_offset(b, f->offset);
    lc_layout *a = lcv_kept(b->ctx, lcv_as_layout(b->ctx, f));
    return a && add_layout(b, a);
}

/* The innermost part: a layout with the functions outside of it. */
static bool begin(building *b, const lcv_value *g)
{
    if (g->kind == LCV_SWIZZLE) {
        lc_int size = lc_swizzle_size(b->ctx, g->swizzle), one = lc_int_const(1);
        b->layout = lcv_kept(b->ctx, lc_layout_flat(b->ctx, 1, &size, &one));
        return b->layout && add_swizzle(b, g->swizzle);
    }
    if (g->kind != LCV_COMPOSED && g->kind != LCV_TENSOR) {
        b->layout = lcv_kept(b->ctx, lcv_as_layout(b->ctx, g));
        return b->layout != NULL;
    }
    b->layout = g->layout;
    return g->kind == LCV_COMPOSED ? add_outers(b, g) : add_offset(b, g->offset);
}

static lcv_value *finish(building *b)
{
    lc_ctx *ctx = b->ctx;
    if (!b->any && !b->trivial)
        return lcv_value_tensor_at(ctx, lc_tuple_ref(b->pending ? b->pending : zero(ctx)),
                                   lc_layout_ref(b->layout));
    if (!b->any && !(b->first = settled_offset(b)))
        return NULL;
    if (b->pending) {
        lc_tuple *offset = settled_offset(b);
        if (!offset || !add_outer(b, offset, NULL, (lc_swizzle){0, 0, 0}))
            return NULL;
    }
    lcv_outer *outer = lc_alloc(ctx, b->n, sizeof *outer);
    lcv_value *v = outer ? lcv_value_layout(ctx, lc_layout_ref(b->layout)) : NULL;
    if (!v) {
        free(outer);
        return NULL;
    }
    v->kind = LCV_COMPOSED;
    v->offset = lc_tuple_ref(b->first);
    v->swizzle = b->swizzle;
    v->outer = outer;
    for (; v->nouters < b->n; v->nouters++) {
        outer[v->nouters] = b->outer[v->nouters];
        lc_tuple_ref(outer[v->nouters].offset);
        lc_layout_ref(outer[v->nouters].layout);
    }
    return v;
}

lcv_value *lcv_value_after(lc_ctx *ctx, const lcv_value *f, const lc_tuple *offset,
                           const lcv_value *g)
{
    building b = {.ctx = ctx};
    lc_frame frame = lc_frame_open(ctx);
    bool ok = begin(&b, g) && add_offset(&b, offset) && (!f || add_function(&b, f));
    lcv_value *v = ok ? finish(&b) : NULL;
    lc_frame_close(ctx, frame);
    return v;
}

lcv_value *lcv_value_with_inner(lc_ctx *ctx, const lcv_value *composed, lc_tuple *offset,
                                lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    building b = {.ctx = ctx, .layout = lcv_kept(ctx, a), .pending = lcv_kept(ctx, offset)};
    lcv_value outside = *composed; /* except for the offset, which is given */
    outside.offset = zero(ctx);
    bool ok = b.layout && b.pending && outside.offset;
    if (ok && composed->kind == LCV_COMPOSED)
        ok = add_outers(&b, &outside);
    lcv_value *v = ok ? finish(&b) : NULL;
    lc_frame_close(ctx, frame);
    return v;
}

/* ---- text ---- */

/* `f o offset o inside`, `{offset} o inside`; takes over what is inside. */
static char *add_text(lc_ctx *ctx, const lc_tuple *offset, const lc_layout *a, lc_swizzle w,
                      char *inside)
{
    if (!a && w.b == 0)
        return lcv_text(ctx, "{%t} o %S", offset, inside);
    return a ? lcv_text(ctx, "%L o %t o %S", a, offset, inside)
             : lcv_text(ctx, "%S o %t o %S", lc_swizzle_to_str(ctx, w), offset, inside);
}

/* `S<3,4,3> o 0 o (8,64):(64,1)`; the offset of a layout that follows the innermost one is that
 * of the innermost. */
char *lcv_composed_to_str(lc_ctx *ctx, const lcv_value *v)
{
    char *text = lc_layout_to_str(ctx, v->layout);
    bool plain = v->swizzle.b == 0 && v->nouters > 0;
    if (plain)
        text = add_text(ctx, v->offset, v->outer[0].layout, v->outer[0].swizzle, text);
    else
        text = lcv_text(ctx, "%S o %t o %S", lc_swizzle_to_str(ctx, v->swizzle), v->offset, text);
    for (size_t i = plain ? 1 : 0; i < v->nouters; i++)
        text = add_text(ctx, v->outer[i].offset, v->outer[i].layout, v->outer[i].swizzle, text);
    return text;
}
