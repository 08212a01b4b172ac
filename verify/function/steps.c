/* steps.c - functions as steps of a system in digits, and the domain of one. */
#include "config.h"

#include "function.h"

bool lcv_function_parts(const lcv_function *f, lc_swizzle *w, lcv_function *inner)
{
    const lcv_value *v = f->value;
    if (v->kind == LCV_SWIZZLE || lcv_has_dims(v) || v->values || v->nouters > 0 ||
        lc_layout_codomain(v->layout) == LC_XOR)
        return false;
    *w = v->kind == LCV_COMPOSED ? v->swizzle : (lc_swizzle){0, 0, 0};
    *inner = (lcv_function){.name = f->name, .layout = v->layout};
    inner->offset = v->kind == LCV_LAYOUT ? lc_int_const(0) : lc_tuple_value(v->offset, 0);
    return true;
}

/* ---- steps of a system ---- */

/* One step more, at most. */
static bool push(lcv_steps *s, lcr_step step)
{
    if (s->n == LCV_MAX_STEPS)
        return false;
    s->step[s->n++] = step;
    return true;
}

/* The last step takes what it still can. */
static bool push_outer(lc_ctx *ctx, lcv_steps *s, const lcv_outer *o)
{
    lc_int k = lc_tuple_value(o->offset, 0);
    lcr_step *last = &s->step[s->n - 1];
    bool free_after = last->swizzle.b == 0;
    if (free_after)
        last->offset = lc_int_add(ctx, last->offset, k);
    else if (!lc_int_is_zero(k) && !push(s, (lcr_step){.offset = k}))
        return false;
    last = &s->step[s->n - 1];
    if (o->layout)
        return push(s, (lcr_step){.layout = o->layout, .offset = lc_int_const(0)});
    if (last->swizzle.b == 0)
        last->swizzle = o->swizzle;
    else if (o->swizzle.b > 0)
        return push(s, (lcr_step){.offset = lc_int_const(0), .swizzle = o->swizzle});
    return true;
}

bool lcv_composed_steps(lc_ctx *ctx, const lcv_value *v, lcv_steps *s)
{
    *s = (lcv_steps){.n = 0};
    if (!lcv_composed_of_integers(v))
        return false;
    push(s, (lcr_step){.layout = v->layout,
                       .offset = lc_tuple_value(v->offset, 0),
                       .swizzle = v->swizzle});
    for (size_t i = 0; i < v->nouters; i++)
        if (!push_outer(ctx, s, &v->outer[i]))
            return false;
    return true;
}

/* The function as one step. */
static bool one_step(const lcv_function *f, lcr_step *step)
{
    lcv_function inner;
    *step = (lcr_step){.offset = lc_int_const(0)};
    if (f->value->nouters > 0)
        step->map = &f->map;
    else if (lcv_function_parts(f, &step->swizzle, &inner)) {
        step->layout = inner.layout;
        step->offset = inner.offset;
    } else if (f->value->kind == LCV_SWIZZLE) {
        step->swizzle = f->value->swizzle;
    } else {
        step->map = &f->map;
    }
    return !step->map || (f->affine && f->base == 0);
}

bool lcv_function_steps(lc_ctx *ctx, const lcv_function *f, lcv_steps *s)
{
    if (f->value->kind == LCV_COMPOSED && f->value->nouters > 0)
        return lcv_composed_steps(ctx, f->value, s);
    s->n = 1;
    return one_step(f, &s->step[0]);
}

/* ---- the domain ---- */

/* Where the leaves of two shapes of one size end, each of them once, as extents from one
 * to the next; false when one of these is no multiple of the one before. */
static bool merge_places(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_int *extent,
                         size_t *n)
{
    size_t i = 0, j = 0;
    lc_int end = lc_int_const(1), x = end, y = end;
    for (*n = 0; i < lc_tuple_nleaves(s) || j < lc_tuple_nleaves(t);) {
        lc_int next_x = i < lc_tuple_nleaves(s) ? lc_int_mul(ctx, x, lc_tuple_value(s, i)) : x;
        lc_int next_y = j < lc_tuple_nleaves(t) ? lc_int_mul(ctx, y, lc_tuple_value(t, j)) : y;
        bool take_x = i < lc_tuple_nleaves(s) &&
                      (j == lc_tuple_nleaves(t) || lc_int_le(next_x, next_y));
        lc_int next = take_x ? next_x : next_y;
        if (!lc_int_divides(ctx, end, next))
            return false;
        if (!lc_int_eq(next, end))
            extent[(*n)++] = lc_int_fdiv(ctx, next, end);
        end = next;
        x = take_x ? next_x : x;
        y = take_x ? y : next_y;
        i += take_x;
        j += !take_x;
    }
    return true;
}

lc_tuple *lcv_function_domain(lc_ctx *ctx, const lcv_function *p, const lcv_function *q)
{
    size_t n, room = lc_tuple_nleaves(p->shape) + lc_tuple_nleaves(q->shape);
    lc_int *extent = lc_frame_alloc(ctx, room, sizeof *extent);
    if (!extent)
        return NULL;
    bool merged = merge_places(ctx, p->shape, q->shape, extent, &n) && n > 0;
    return merged ? lcv_kept(ctx, lc_tuple_flat(ctx, n, extent)) : p->shape;
}
