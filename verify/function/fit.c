#include "config.h"

#include "fit.h"

#include <stdlib.h>

/* step * {low, .., high}, of one integer where its place is taken. */
typedef struct {
    lc_int step, low, high;
} span;

typedef struct {
    size_t n;
    span *span; /* by step, increasing */
} spans;

static bool is_taken(const span *x)
{
    return lc_int_eq(x->low, x->high);
}

static int by_step(const void *x, const void *y)
{
    return lc_int_cmp(((const span *)x)->step, ((const span *)y)->step);
}

/* f * {L, .., H} + k f * {l, .., h}, where that is a span. */
static bool prolong(lc_ctx *ctx, span *x, const span *next)
{
    if (!lc_int_divides(ctx, x->step, next->step))
        return false;
    lc_int ratio = lc_int_fdiv(ctx, next->step, x->step);
    if (lc_int_lt(lc_int_sub(ctx, x->high, x->low), lc_int_sub(ctx, ratio, lc_int_const(1))))
        return false;
    x->low = lc_int_add(ctx, x->low, lc_int_mul(ctx, ratio, next->low));
    x->high = lc_int_add(ctx, x->high, lc_int_mul(ctx, ratio, next->high));
    return true;
}

/* The spans of a layout, those of one step as one. */
static bool spans_of(lc_ctx *ctx, const lc_layout *a, spans *out)
{
    size_t leaves = lc_layout_nleaves(a), n = 0;
    *out = (spans){0, lc_frame_alloc(ctx, leaves, sizeof *out->span)};
    if (!out->span)
        return false;
    for (size_t i = 0; i < leaves; i++) {
        lc_int step = lc_layout_step(a, i);
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, i), lc_int_const(1));
        if (lc_int_is_zero(last) || lc_int_is_zero(step))
            continue;
        out->span[n++] = lc_int_sign(step) > 0 ? (span){step, lc_int_const(0), last}
                                               : (span){lc_int_neg(ctx, step),
                                                        lc_int_neg(ctx, last), lc_int_const(0)};
    }
    qsort(out->span, n, sizeof *out->span, by_step);
    for (size_t i = 0; i < n; i++)
        if (out->n == 0 || !lc_int_eq(out->span[out->n - 1].step, out->span[i].step) ||
            !prolong(ctx, &out->span[out->n - 1], &out->span[i]))
            out->span[out->n++] = out->span[i];
    return true;
}

/* Takes the place of t out of a, where there is one. */
static bool place(lc_ctx *ctx, span *t, span *a)
{
    if (!lc_int_divides(ctx, a->step, t->step))
        return false;
    lc_int ratio = lc_int_fdiv(ctx, t->step, a->step);
    lc_int low = lc_int_sub(ctx, a->low, lc_int_mul(ctx, ratio, t->low));
    lc_int high = lc_int_sub(ctx, a->high, lc_int_mul(ctx, ratio, t->high));
    if (lc_int_lt(high, low))
        return false;
    a->low = low;
    a->high = high;
    t->low = t->high = lc_int_const(0);
    return true;
}

/* Spans of equal steps: first, so that the modes of a part of A find their own. */
static size_t place_equal(lc_ctx *ctx, spans *t, spans *a)
{
    size_t placed = 0;
    for (size_t i = 0, j = 0; i < t->n && j < a->n;) {
        int order = lc_int_cmp(t->span[i].step, a->span[j].step);
        if (order == 0 && place(ctx, &t->span[i], &a->span[j]))
            placed++;
        i += order <= 0;
        j += order >= 0;
    }
    return placed;
}

/* Spans that go on where another ends, or before, as one. A span that is taken has no
 * part in this, though its shift is not lost. */
static void join(lc_ctx *ctx, spans *a)
{
    size_t n = 0;
    for (size_t k = 0; k < a->n; k++) {
        span next = a->span[k];
        bool joined = false;
        for (size_t i = n; !is_taken(&next) && !joined && i-- > 0;)
            joined = !is_taken(&a->span[i]) && prolong(ctx, &a->span[i], &next);
        if (!joined)
            a->span[n++] = next;
    }
    a->n = n;
}

static size_t place_others(lc_ctx *ctx, spans *t, spans *a)
{
    size_t placed = 0;
    for (size_t i = t->n; i-- > 0;) {
        bool found = is_taken(&t->span[i]);
        for (size_t j = a->n; !found && j-- > 0;) {
            found = place(ctx, &t->span[i], &a->span[j]);
            placed += found;
        }
    }
    return placed;
}

/* The rest, as a layout from its least offset up. */
static bool function_of(lc_ctx *ctx, const spans *left, lc_int offset, lcv_function *f)
{
    lc_int *shape = lc_frame_alloc(ctx, 2 * left->n + 2, sizeof *shape);
    size_t n = 0;
    if (!shape)
        return false;
    lc_int *stride = shape + left->n + 1;
    shape[0] = lc_int_const(1); /* 1:0, unless there is a mode */
    stride[0] = lc_int_const(0);
    f->offset = offset;
    for (size_t k = 0; k < left->n; k++) {
        const span *x = &left->span[k];
        f->offset = lc_int_add(ctx, f->offset, lc_int_mul(ctx, x->low, x->step));
        if (is_taken(x))
            continue;
        shape[n] = lc_int_add(ctx, lc_int_sub(ctx, x->high, x->low), lc_int_const(1));
        stride[n++] = x->step;
    }
    f->layout = lcv_kept(ctx, lc_layout_flat(ctx, n > 0 ? n : 1, shape, stride));
    return f->layout != NULL;
}

static bool all_taken(const spans *x)
{
    for (size_t k = 0; k < x->n; k++)
        if (!is_taken(&x->span[k]))
            return false;
    return true;
}

static bool reach_zero(const spans *x)
{
    for (size_t k = 0; k < x->n; k++)
        if (lc_int_sign(x->span[k].low) > 0 || lc_int_sign(x->span[k].high) < 0)
            return false;
    return true;
}

bool lcv_fit_of(lc_ctx *ctx, const lcv_function *t, const lcv_function *a, lcv_fit *fit)
{
    spans left = {0}, room = {0};
    *fit = (lcv_fit){.t = {.name = t->name}, .a = {.name = a->name}};
    if (!spans_of(ctx, t->layout, &left) || !spans_of(ctx, a->layout, &room))
        return false;
    fit->placed = place_equal(ctx, &left, &room);
    join(ctx, &room);
    fit->placed += place_others(ctx, &left, &room);
    fit->whole = all_taken(&left);
    fit->unshifted = fit->whole && lc_int_eq(t->offset, a->offset) && reach_zero(&room);
    return function_of(ctx, &left, t->offset, &fit->t) &&
           function_of(ctx, &room, a->offset, &fit->a);
}
