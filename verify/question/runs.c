/* runs.c - layouts, and chains of layouts, that are compared by the strides of their runs.
 *
 * Coalesce two layouts of one size each into modes s_k : d_k with d_{k+1} != s_k d_k and no s_k =
 * 1. Where the lists first differ, at mode k after P coordinates, either the strides do, and the
 * values at P are two different strides; or the extents s < t do, and the value at P s is s d in
 * the second and, being the stride of the next run, not in the first. Below that coordinate the
 * layouts agree. The lists are therefore equal exactly when the functions are, and otherwise give
 * the least coordinate at which these differ; of coordinates, axis by axis.
 *
 * On a large domain most chains of layouts carry nowhere: they are linear there, and as
 * different as their values at one step along each leaf.
 */
#include "config.h"

#include "differ.h"

#include <string.h>

#define FEW 32             /* integers for which there is room */
#define LINEAR_WORK 262144 /* remainders looked at before a chain is given up as linear */

/* ---- runs ---- */

/* The coalesced modes of one axis of a layout; `room` holds two integers a leaf. The last leaf
 * has no end on the extended domain, and counts even if its extent is 1. */
typedef struct {
    size_t n;
    lc_int *extent, *step;
} run_list;

static run_list runs_of(lc_ctx *ctx, const lc_layout *a, size_t axis, bool extended, lc_int *room)
{
    size_t leaves = lc_layout_nleaves(a);
    run_list runs = {0, room, room + leaves};
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(a, i), step = lc_layout_step_on(a, axis, i);
        size_t last = runs.n - 1;
        if (lc_int_is_one(extent) && !(extended && i + 1 == leaves))
            continue;
        if (runs.n > 0 && lc_int_eq(step, lc_int_mul(ctx, runs.extent[last], runs.step[last]))) {
            runs.extent[last] = lc_int_mul(ctx, runs.extent[last], extent);
        } else {
            runs.extent[runs.n] = extent;
            runs.step[runs.n++] = step;
        }
    }
    return runs;
}

/* For one axis of two layouts of one size: false when they agree, else c is the least integral
 * coordinate at which they do not. */
static bool runs_differ(lc_ctx *ctx, const run_list *x, const run_list *y, lc_int *c)
{
    *c = lc_int_const(1);
    for (size_t k = 0; k < x->n && k < y->n; k++) {
        if (!lc_int_eq(x->step[k], y->step[k]))
            return true;
        *c = lc_int_mul(ctx, *c, lc_int_min(x->extent[k], y->extent[k]));
        if (!lc_int_eq(x->extent[k], y->extent[k]))
            return true;
    }
    return false;
}

bool lcv_layouts_differ(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int *c)
{
    size_t leaves = lc_layout_nleaves(x) + lc_layout_nleaves(y);
    lc_int few[FEW],
        *room = 2 * leaves > FEW ? lc_frame_alloc(ctx, 2 * leaves, sizeof *room) : few;
    if (!room)
        return false;
    bool differ = false;
    for (size_t q = 0; q < lc_layout_naxes(x); q++) {
        lc_int first;
        run_list p = runs_of(ctx, x, q, false, room);
        run_list s = runs_of(ctx, y, q, false, room + 2 * lc_layout_nleaves(x));
        if (!runs_differ(ctx, &p, &s, &first))
            continue;
        *c = differ ? lc_int_min(*c, first) : first;
        differ = true;
    }
    return differ;
}

/* ---- chains that are linear on their domain ---- */

/* Adding multiples c_k x_k, c_k < extent_k, carries nowhere into the runs of a layout
 * L when at each prefix product P of their extents the remainders x_k mod P add up to
 * less than P. Every floor(x / P) is then additive over the box, and L, which is a
 * sum of multiples of these, has the value sum c_k L(x_k). */
static bool carries(lc_ctx *ctx, const lc_tuple *domain, const lc_int *x, lc_int place)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int sum = lc_int_const(0);
    bool below = true;
    for (size_t k = 0; below && k < lc_tuple_nleaves(domain); k++) {
        lc_int last = lc_int_sub(ctx, lc_tuple_value(domain, k), lc_int_const(1));
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, last, lc_int_fmod(ctx, x[k], place)));
        below = lc_int_lt(sum, place);
    }
    lc_frame_close(ctx, frame);
    return !below;
}

/* Is one axis of a layout additive over the box of multiples of x_k? */
static bool additive(lc_ctx *ctx, const lc_tuple *domain, const lc_layout *a, size_t axis,
                     const lc_int *x)
{
    if (lc_layout_nleaves(a) > LINEAR_WORK / lc_tuple_nleaves(domain))
        return false;
    lc_int *room = lc_frame_alloc(ctx, 2 * lc_layout_nleaves(a), sizeof *room);
    if (!room)
        return false;
    run_list runs = runs_of(ctx, a, axis, true, room);
    lc_int place = lc_int_const(1);
    bool linear = true;
    for (size_t j = 0; linear && j + 1 < runs.n; j++) {
        place = lc_int_mul(ctx, place, runs.extent[j]);
        linear = !carries(ctx, domain, x, place);
    }
    return linear;
}

/* in[p * n + k], axis p of the value at one step along leaf k, becomes out[q * n + k],
 * that of the layout's, when it is linear. */
static bool apply_linear(lc_ctx *ctx, const lc_tuple *domain, const lcv_link *link,
                         const lc_int *in, lc_int *out)
{
    size_t n = lc_tuple_nleaves(domain), naxes = lc_layout_naxes(link->f->layout);
    for (size_t i = 0; i < naxes * n; i++)
        out[i] = lc_int_const(0);
    for (size_t p = 0; p < link->nparts; p++) {
        const lc_layout *part = link->part ? link->part[p] : link->f->layout;
        for (size_t q = 0; part && q < naxes; q++) {
            if (!additive(ctx, domain, part, q, in + p * n))
                return false;
            for (size_t k = 0; k < n; k++)
                out[q * n + k] = lc_int_add(ctx, out[q * n + k],
                                            lc_layout_at_axis(ctx, part, q, in[p * n + k]));
        }
    }
    return true;
}

/* The values of the chain at one step along each leaf, when it is linear in them: an
 * integer for each axis and leaf, kept; else NULL. */
static lc_int *linear_chain(lc_ctx *ctx, const lc_tuple *domain, const lcv_chain *chain,
                            const lc_int *place)
{
    size_t n = lc_tuple_nleaves(domain);
    lc_int *x = lc_frame_alloc(ctx, n, sizeof *x);
    if (x)
        memcpy(x, place, n * sizeof *x);
    for (size_t i = 0; x && i < chain->n; i++) {
        lc_int *next = lc_frame_alloc(ctx, lc_layout_naxes(chain->link[i].f->layout) * n,
                                      sizeof *next);
        bool linear = next && apply_linear(ctx, domain, &chain->link[i], x, next);
        x = linear ? next : NULL;
    }
    return x;
}

lcr_answer lcv_differ_linearly(lc_ctx *ctx, const lc_tuple *domain, const lcv_chain *f,
                               const lcv_chain *g, lc_int *c)
{
    size_t n = lc_tuple_nleaves(domain), naxes = lcv_chain_naxes(f);
    lc_int *place = lcv_prefix_products(ctx, domain);
    lc_int *x = place ? linear_chain(ctx, domain, f, place) : NULL;
    lc_int *y = x ? linear_chain(ctx, domain, g, place) : NULL;
    lcr_answer answer = y ? LCR_NO : LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_NO && k < n; k++) {
        *c = place[k];
        for (size_t q = 0; q < naxes; q++)
            if (!lc_int_is_one(lc_tuple_value(domain, k)) &&
                !lc_int_eq(x[q * n + k], y[q * n + k]))
                answer = LCR_YES;
    }
    return answer;
}
