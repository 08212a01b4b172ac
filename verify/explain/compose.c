/* compose.c - a composition, step by step (Cecka 3.3.2, with its errata).
 *
 * What is told is computed from the steps that are told: of each mode of B what dividing and
 * keeping, or the straight runs, make of it, and these in the nesting of B. The algebra only
 * says whether there is a composite; the trace and its value are compared at the end.
 */
#include "config.h"

#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/algebra.h"
#include "../function/result.h"

#define PROPOSALS 8 /* modes of B that something is proposed for */
#define NEAREST 4096 /* extents tried on either side of one that is not admissible */
#define RUN_WORK 65536 /* values looked at for the runs of a mode */

static void add_text(lcv_buffer *out, char *text)
{
    lcv_buffer_str(out, text);
    free(text);
}

static void add_layout(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a)
{
    add_text(out, lc_layout_to_str(ctx, a));
}

/* ---- modes s:d, of A or of what becomes of a mode of B ---- */

typedef struct {
    size_t n;
    lc_int *extent, *step; /* owned, one after the other */
} modes;

static bool modes_open(lc_ctx *ctx, modes *m, size_t room)
{
    m->n = 0;
    m->extent = lc_alloc(ctx, 2 * room, sizeof *m->extent);
    m->step = m->extent != NULL ? m->extent + room : NULL;
    return m->extent != NULL;
}

static void push(modes *m, lc_int extent, lc_int step)
{
    m->extent[m->n] = extent;
    m->step[m->n++] = step;
}

/* As a layout; frees the modes. */
static lc_layout *close_modes(lc_ctx *ctx, modes *m)
{
    lc_layout *a = m->n > 0 ? lc_layout_flat(ctx, m->n, m->extent, m->step) : NULL;
    free(m->extent);
    return a;
}

lc_layout *lcv_coalesced_without_end(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    modes m;
    if (!modes_open(ctx, &m, n))
        return NULL;
    for (size_t k = 0; k < n; k++) {
        lc_int s = lc_layout_extent(a, k), d = lc_layout_step(a, k);
        lc_int *extent = m.n > 0 ? &m.extent[m.n - 1] : NULL;
        bool vanishes = lc_int_is_one(s) && k + 1 < n;
        if (extent != NULL && !vanishes &&
            lc_int_eq(d, lc_int_mul(ctx, *extent, m.step[m.n - 1])))
            *extent = lc_int_mul(ctx, *extent, s);
        else if (!vanishes)
            push(&m, s, d);
    }
    return close_modes(ctx, &m);
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
    return lc_int_divides(ctx, a, b) || lc_int_divides(ctx, b, a);
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

static bool passed_over(const quotient *q, size_t k)
{
    return lc_int_is_one(q->extent[k]) && k + 1 < q->n;
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
        if (passed_over(q, k))
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
 * which s ends is cut off, the last one goes on. The modes kept are pushed. Returns the mode
 * at fault, n when there is none. */
static size_t keep(lc_ctx *ctx, const quotient *q, lc_int s, lc_int *left, modes *kept)
{
    *left = s;
    for (size_t k = 0; k < q->n; k++) {
        if (passed_over(q, k))
            continue;
        if (k + 1 == q->n || lc_int_le(*left, q->extent[k])) {
            push(kept, *left, q->step[k]);
            break;
        }
        if (!lc_int_divides(ctx, q->extent[k], *left))
            return k;
        push(kept, q->extent[k], q->step[k]);
        *left = lc_int_fdiv(ctx, *left, q->extent[k]);
        if (lc_int_is_one(*left))
            break;
    }
    return q->n;
}

/* What dividing and keeping make of the mode; NULL when they do not decide. */
static lc_layout *by_divisibility(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int s,
                                  lc_int d)
{
    quotient q;
    modes kept;
    lc_int left;
    if (!divide_out(ctx, a, d, &q))
        return NULL;
    if (!modes_open(ctx, &kept, q.n)) {
        free(q.extent);
        return NULL;
    }
    add_text(out, lcv_text(ctx, "    divide %i out of A:\n", d));
    tell_quotient(ctx, out, a, d, &q);
    bool decided = false;
    if (q.fails < q.n) {
        lcv_buffer_str(out, "    stride divisibility (eq. 20) fails there\n");
    } else {
        size_t at = keep(ctx, &q, s, &left, &kept);
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
    if (!decided)
        kept.n = 0;
    return close_modes(ctx, &kept);
}

/* ---- straight runs ---- */

/* i -> A(i d): how far it goes straight from 0 on in steps of `every`, of `left` such steps;
 * 0 where that is too much work. */
static lc_int run_of(lc_ctx *ctx, const lc_layout *a, lc_int d, lc_int every, lc_int left,
                     int64_t *work)
{
    lc_int stride = lc_int_mul(ctx, every, d), first = lc_layout_at(ctx, a, stride);
    for (int64_t i = 1;; i++) {
        lc_int n = lc_int_si(ctx, i);
        if (lc_int_eq(n, left))
            return n;
        if (--*work < 0)
            return lc_int_const(0);
        lc_frame frame = lc_frame_open(ctx);
        lc_int value = lc_layout_at(ctx, a, lc_int_mul(ctx, n, stride));
        bool straight = lc_int_eq(value, lc_int_mul(ctx, n, first));
        lc_frame_close(ctx, frame);
        if (!straight)
            return n;
    }
}

/* Run by run: the first is as long as it goes straight, the next likewise in steps of that
 * many. NULL when the runs do not divide the extent, or are too long to be looked at. */
static lc_layout *by_runs(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int s, lc_int d)
{
    modes runs;
    lcv_buffer told = {0};
    lc_int every = lc_int_const(1), left = s;
    int64_t work = RUN_WORK;
    if (!modes_open(ctx, &runs, lc_int_bits(s) + 1))
        return NULL;
    do {
        lc_int n = run_of(ctx, a, d, every, left, &work);
        if (lc_int_is_zero(n) || !lc_int_divides(ctx, n, left)) {
            runs.n = 0;
            break;
        }
        lc_int at = lc_int_mul(ctx, every, d), first = lc_layout_at(ctx, a, at);
        add_text(&told, lcv_text(ctx, "      in steps of %i: A(%i) = %i, straight for %i of %i: "
                                      "%i:%i\n", every, at, first, n, left, n, first));
        push(&runs, n, first);
        every = lc_int_mul(ctx, every, n);
        left = lc_int_fdiv(ctx, left, n);
    } while (!lc_int_is_one(left));
    lc_layout *r = close_modes(ctx, &runs);
    if (r != NULL) {
        lcv_buffer_str(out, "    i -> A(i d) is a layout, run by straight run:\n");
        lcv_buffer_str(out, told.data);
    }
    free(told.data);
    return r;
}

/* ---- what is told, for others ---- */

/* A claim of n layouts holds. */
static void told_to_hold(lc_ctx *ctx, const lcv_steps_told *told, const char *claim, size_t n,
                         const lc_layout *const *part)
{
    lcv_value *arg[3] = {NULL};
    size_t have = 0;
    for (; told != NULL && have < n; have++)
        if ((arg[have] = lcv_value_layout(
                 ctx, lc_layout_ref(part[have]))) == NULL)
            break;
    if (told != NULL && have == n)
        told->step(told->user, claim, n, arg, NULL);
    while (have > 0)
        lcv_value_free(arg[--have]);
}

void lcv_told_composite(lc_ctx *ctx, const lcv_steps_told *told, const lc_layout *a,
                        const lc_layout *b, const lc_layout *r)
{
    const lc_layout *const part[] = {r, a, b};
    if (r != NULL)
        told_to_hold(ctx, told, "composes", 3, part);
    else
        told_to_hold(ctx, told, "admissible", 2, part + 1);
}

void lcv_told_same(lc_ctx *ctx, const lcv_steps_told *told, const lc_layout *a,
                   const lc_layout *b)
{
    told_to_hold(ctx, told, "equiv", 2, (const lc_layout *const[]){a, b});
}

/* ---- what exists instead ---- */

static lc_layout *mode_of(lc_ctx *ctx, lc_int extent, lc_int stride)
{
    return lc_layout_flat(ctx, 1, &extent, &stride);
}

static lc_layout *composite_of_mode(lc_ctx *ctx, const lc_layout *a, lc_int extent, lc_int stride)
{
    lc_layout *b = mode_of(ctx, extent, stride), *r = b != NULL ? lc_compose(ctx, a, b) : NULL;
    lc_layout_free(b);
    return r;
}

static bool composes_with(lc_ctx *ctx, const lc_layout *a, lc_int extent, lc_int stride)
{
    lc_layout *r = composite_of_mode(ctx, a, extent, stride);
    bool exists = r != NULL;
    lc_layout_free(r);
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

/* An extent that is 0 is none. */
static void told_to_exist(lc_ctx *ctx, const lcv_steps_told *told, const lc_layout *a, lc_int s,
                          lc_int d)
{
    lc_layout *b = lc_int_sign(s) > 0 ? mode_of(ctx, s, d) : NULL;
    if (b != NULL)
        lcv_told_composite(ctx, told, a, b, NULL);
    lc_layout_free(b);
}

static void propose(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told, const lc_layout *a,
                    lc_int s, lc_int d)
{
    lc_int below = nearest(ctx, a, s, d, -1), above = nearest(ctx, a, s, d, 1);
    told_to_exist(ctx, told, a, below, d);
    told_to_exist(ctx, told, a, above, d);
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

/* What becomes of it by the steps that are told; NULL when they do not say. */
static lc_layout *by_steps(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, lc_int s, lc_int d,
                           bool exists)
{
    if (lc_int_is_zero(d)) {
        lcv_buffer_str(out, "    a stride of 0 stays at A(0) = 0\n");
        return mode_of(ctx, s, d);
    }
    lc_layout *r = lc_int_sign(d) > 0 ? by_divisibility(ctx, out, a, s, d) : NULL;
    return r == NULL && exists ? by_runs(ctx, out, a, s, d) : r;
}

/* What the mode becomes, NULL when it has no composite; then, if `propose_some`, what has. */
static lc_layout *tell_mode(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                            const lc_layout *a, size_t leaf, lc_int s, lc_int d,
                            bool propose_some)
{
    add_text(out, lcv_text(ctx, "  mode %z of B, %i:%i\n", leaf, s, d));
    lc_layout *r = composite_of_mode(ctx, a, s, d), *made;
    char *why = r == NULL ? lcv_text(ctx, "%s", lc_ctx_message(ctx)) : NULL;
    lc_ctx_reset(ctx);
    made = by_steps(ctx, out, a, s, d, r != NULL);
    if (r != NULL) {
        lcv_buffer_str(out, "    so it becomes ");
        add_layout(ctx, out, made != NULL ? made : r);
        lcv_buffer_str(out, made != NULL ? "\n" : ", in runs too long to be told\n");
    } else {
        lcv_buffer_printf(out, "    %s\n", why != NULL ? why : "");
        if (propose_some)
            propose(ctx, out, told, a, s, d);
        lc_layout_free(made);
        made = NULL;
    }
    free(why);
    if (made == NULL)
        made = r;
    else
        lc_layout_free(r);
    lc_layout *b = made != NULL ? mode_of(ctx, s, d) : NULL;
    if (b != NULL)
        lcv_told_composite(ctx, told, a, b, made);
    lc_layout_free(b);
    return made;
}

/* ---- all of them ---- */

/* The layouts in the places of B's leaves, in order from *at on. */
static lc_layout *in_nesting(lc_ctx *ctx, const lc_tuple *nest, lc_layout *const *leaf, size_t *at)
{
    if (lc_tuple_is_leaf(nest))
        return lc_layout_ref(leaf[(*at)++]);
    size_t rank = lc_tuple_rank(nest), n = 0;
    lc_layout **part = lc_alloc(ctx, rank, sizeof(lc_layout *)), *all = NULL;
    for (; part != NULL && n < rank; n++) {
        lc_tuple *below = lc_tuple_mode(ctx, nest, n);
        part[n] = below != NULL ? in_nesting(ctx, below, leaf, at) : NULL;
        lc_tuple_free(below);
        if (part[n] == NULL)
            break;
    }
    if (part != NULL && n == rank)
        all = lc_layout_concat(ctx, n, part);
    while (n > 0)
        lc_layout_free(part[--n]);
    free(part);
    return all;
}

/* What the modes come to together, held against the composite that the algebra has. */
static lc_layout *tell_sum(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, const lc_layout *b,
                           lc_layout *const *leaf)
{
    lc_layout *r = lc_compose(ctx, a, b), *made = NULL;
    lc_tuple *nest = lc_layout_shape(ctx, b);
    size_t at = 0;
    bool several = lc_layout_nleaves(b) > 1, nested = nest != NULL && !lc_tuple_is_leaf(nest);
    if (r != NULL && nest != NULL)
        made = in_nesting(ctx, nest, leaf, &at);
    if (r != NULL && several) {
        lcv_buffer_str(out, "  A distributes over the modes of B: nothing carries from one into "
                            "another, or what carries gains nothing\n");
    } else if (r == NULL && several) {
        lcv_buffer_printf(out, "  %s\n", lc_ctx_message(ctx));
        lcv_buffer_str(out, "  every mode of B alone has a composite, as above; as a tiler, mode "
                            "by mode of A, they are another function than B\n");
    }
    if (made != NULL && nested) {
        lcv_buffer_str(out, several ? "  together they are " : "  nested like B it is ");
        add_layout(ctx, out, made);
        lcv_buffer_str(out, "\n");
    }
    if (made != NULL && !lc_layout_equal(made, r)) {
        lcv_buffer_str(out, "  that is not the value ");
        add_layout(ctx, out, r);
        lcv_buffer_str(out, ": a bug in layoutcheck\n");
    }
    lc_tuple_free(nest);
    lc_layout_free(r);
    lc_ctx_reset(ctx);
    return made;
}

lc_layout *lcv_explain_compose(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                               const lc_layout *a, const lc_layout *b)
{
    size_t n = lc_layout_nleaves(b), proposals = 0, made = 0;
    lc_layout *simple = lcv_coalesced_without_end(ctx, a);
    lc_layout **leaf = simple != NULL ? lc_alloc(ctx, n, sizeof(lc_layout *)) : NULL;
    if (leaf != NULL) {
        lcv_told_same(ctx, told, simple, a);
        lcv_buffer_str(out, "  A coalesced is ");
        add_layout(ctx, out, simple);
        lcv_buffer_str(out, "; only its last mode may be left unfinished, it extends\n");
    }
    for (size_t k = 0; leaf != NULL && k < n; k++) {
        leaf[k] = tell_mode(ctx, out, told, simple, k, lc_layout_extent(b, k),
                            lc_layout_step(b, k), proposals < PROPOSALS);
        made += leaf[k] != NULL;
        proposals += leaf[k] == NULL;
    }
    lc_layout *all = leaf != NULL && made == n ? tell_sum(ctx, out, a, b, leaf) : NULL;
    for (size_t k = 0; leaf != NULL && k < n; k++)
        lc_layout_free(leaf[k]);
    free(leaf);
    lc_layout_free(simple);
    return all;
}
