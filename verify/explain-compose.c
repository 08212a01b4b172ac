/* explain-compose.c - a composition, step by step (Cecka 3.3.2, with its errata). */
#include "config.h"

#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "../lib/algebra.h"
#include "internal.h"

/* Extents tried on either side of one that is not admissible. */
#define PROPOSALS 8 /* modes of B that something is proposed for */
#define NEAREST 4096

static void add_text(lcv_buffer *out, char *text)
{
    lcv_buffer_str(out, text);
    free(text);
}

static void add_layout(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a)
{
    add_text(out, lc_layout_to_str(ctx, a));
}

/* ---- what a mode s:d of B divides out of A, and keeps ---- */

/* A coalesced, divided by d: modes that are passed over whole have the extent 1. */
typedef struct {
    size_t n;
    lc_int *extent, *step; /* owned, one after the other */
    size_t fails;          /* the mode at which d does not divide; n: none */
    lc_int place;          /* the product of the extents before it */
} quotient;

static bool divides_either(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_int_is_zero(b) || lc_int_divides(ctx, a, b) || lc_int_divides(ctx, b, a);
}

/* eq. 20: every prefix product P of A's extents divides d, or d it; with
 * delta = ceil(d / P), the mode S:D becomes ceil(S / delta) : D delta. */
static bool divide_out(lc_ctx *ctx, const lc_layout *a, lc_int d, quotient *q)
{
    q->n = lc_layout_nleaves(a);
    q->extent = lc_alloc(ctx, 2 * q->n, sizeof *q->extent);
    q->fails = q->n;
    if (q->extent == NULL)
        return false;
    q->step = q->extent + q->n;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < q->n; k++) {
        lc_int extent = lc_layout_extent(a, k);
        if (q->fails == q->n && !divides_either(ctx, place, d)) {
            q->fails = k;
            q->place = place;
        }
        lc_int delta = lc_int_max(lc_int_cdiv(ctx, d, place), lc_int_const(1));
        q->extent[k] = lc_int_cdiv(ctx, extent, delta);
        q->step[k] = lc_int_mul(ctx, lc_layout_step(a, k), delta);
        place = lc_int_mul(ctx, place, extent);
    }
    return true;
}

static void tell_quotient(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int d,
                          const quotient *q)
{
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < q->n; k++) {
        lc_int extent = lc_layout_extent(a, k), step = lc_layout_step(a, k);
        add_text(out, lcv_text(ctx, "      mode %z, %i:%i, from %i on: ", k, extent, step, place));
        if (k == q->fails) {
            add_text(out, lcv_text(ctx, "%i and %i do not divide one another\n", place, d));
            return;
        }
        if (lc_int_is_one(q->extent[k]) && k + 1 < q->n)
            lcv_buffer_str(out, "passed over whole\n");
        else if (lc_int_le(d, place))
            lcv_buffer_str(out, "kept as it is\n");
        else
            add_text(out, lcv_text(ctx, "every %i-th: %i:%i\n", lc_int_cdiv(ctx, d, place),
                                   q->extent[k], q->step[k]));
        place = lc_int_mul(ctx, place, extent);
    }
}

/* eq. 21: every prefix product below s of the modes that are left divides s; the mode in
 * which s ends is cut off. Returns the mode at fault, n when there is none. */
static size_t keep(lc_ctx *ctx, const quotient *q, lc_int s, lc_int *left)
{
    *left = s;
    for (size_t k = 0; k + 1 < q->n && lc_int_lt(q->extent[k], *left); k++) {
        if (!lc_int_divides(ctx, q->extent[k], *left))
            return k;
        *left = lc_int_fdiv(ctx, *left, q->extent[k]);
    }
    return q->n;
}

/* ---- what exists instead ---- */

static lc_layout *mode_of(lc_ctx *ctx, lc_int extent, lc_int stride)
{
    return lc_layout_flat(ctx, 1, &extent, &stride);
}

static bool composes_with(lc_ctx *ctx, const lc_layout *a, lc_int extent, lc_int stride)
{
    lc_layout *b = mode_of(ctx, extent, stride), *r = b != NULL ? lc_compose(ctx, a, b) : NULL;
    bool exists = r != NULL;
    lc_layout_free(r);
    lc_layout_free(b);
    lc_ctx_reset(ctx);
    return exists;
}

/* The nearest extent below or above s with which the mode has a composite; 0: none near. */
static lc_int nearest(lc_ctx *ctx, const lc_layout *a, lc_int s, lc_int d, int direction)
{
    for (int i = 0; i < NEAREST; i++) {
        s = lc_int_add(ctx, s, lc_int_const(direction));
        if (lc_int_sign(s) <= 0)
            break;
        if (composes_with(ctx, a, s, d))
            return s;
    }
    return lc_int_const(0);
}

static void propose(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int s, lc_int d)
{
    lc_int below = nearest(ctx, a, s, d, -1), above = nearest(ctx, a, s, d, 1);
    add_text(out, lcv_text(ctx, "    nearest that exist: "));
    if (lc_int_sign(below) > 0)
        add_text(out, lcv_text(ctx, "%i:%i", below, d));
    if (lc_int_sign(below) > 0 && lc_int_sign(above) > 0)
        lcv_buffer_str(out, " and ");
    if (lc_int_sign(above) > 0)
        add_text(out, lcv_text(ctx, "%i:%i", above, d));
    lcv_buffer_str(out, "\n");
}

/* ---- one mode of B ---- */

/* What divisibility says of a mode: false when it does not decide. */
static bool tell_divisibility(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int s, lc_int d)
{
    quotient q;
    lc_int left;
    if (!divide_out(ctx, a, d, &q))
        return false;
    add_text(out, lcv_text(ctx, "    divide %i out of A:\n", d));
    tell_quotient(ctx, out, a, d, &q);
    bool decided = false;
    if (q.fails < q.n) {
        lcv_buffer_str(out, "    stride divisibility (eq. 20) fails there\n");
    } else {
        size_t at = keep(ctx, &q, s, &left);
        decided = at == q.n;
        if (decided)
            add_text(out, lcv_text(ctx, "    keep %i of what is left: shape divisibility (eq. 21) "
                                        "holds\n", s));
        else
            add_text(out, lcv_text(ctx, "    keep %i of what is left: shape divisibility (eq. 21) "
                                        "fails at mode %z: %i coordinates are left to keep, and "
                                        "its %i do not divide them\n", s, at, left,
                                   q.extent[at]));
    }
    free(q.extent);
    return decided;
}

/* True when the mode has a composite; if it has not, and `propose_some`, what has. */
static bool tell_mode(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, size_t leaf, lc_int s,
                      lc_int d, bool propose_some)
{
    add_text(out, lcv_text(ctx, "  mode %z of B, %i:%i\n", leaf, s, d));
    bool decided = lc_int_sign(d) >= 0 && tell_divisibility(ctx, out, a, s, d);
    lc_layout *b = mode_of(ctx, s, d), *r = b != NULL ? lc_compose(ctx, a, b) : NULL;
    bool exists = r != NULL;
    if (exists) {
        add_text(out, lcv_text(ctx, "    %s ", decided ? "so it becomes"
                                                       : "yet i -> A(i d) is a layout, run by "
                                                         "straight run:"));
        add_layout(ctx, out, r);
        lcv_buffer_str(out, "\n");
    } else {
        lcv_buffer_printf(out, "    %s\n", lc_ctx_message(ctx));
        lc_ctx_reset(ctx);
        if (propose_some)
            propose(ctx, out, a, s, d);
    }
    lc_layout_free(r);
    lc_layout_free(b);
    return exists;
}

/* ---- all of them ---- */

static void tell_sum(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, const lc_layout *b)
{
    lc_layout *r = lc_compose(ctx, a, b);
    if (r != NULL) {
        lcv_buffer_str(out, "  A distributes over the modes of B: nothing carries from one into "
                            "another, or what carries gains nothing\n");
    } else {
        lcv_buffer_printf(out, "  %s\n", lc_ctx_message(ctx));
        lcv_buffer_str(out, "  every mode of B alone has a composite, as above; as a tiler, mode "
                            "by mode of A, they are another function than B\n");
    }
    lc_layout_free(r);
    lc_ctx_reset(ctx);
}

void lcv_explain_compose(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, const lc_layout *b)
{
    lc_layout *simple = lc_coalesce(ctx, a);
    bool all = simple != NULL;
    if (simple != NULL) {
        lcv_buffer_str(out, "  A coalesced is ");
        add_layout(ctx, out, simple);
        lcv_buffer_str(out, "; only its last mode may be left unfinished, it extends\n");
    }
    size_t proposals = 0;
    for (size_t k = 0; simple != NULL && k < lc_layout_nleaves(b); k++) {
        bool exists = tell_mode(ctx, out, simple, k, lc_layout_extent(b, k),
                                lc_layout_step(b, k), proposals < PROPOSALS);
        proposals += !exists;
        all = all && exists;
    }
    if (all && lc_layout_nleaves(b) > 1)
        tell_sum(ctx, out, a, b);
    lc_layout_free(simple);
}
