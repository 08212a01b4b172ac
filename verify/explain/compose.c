/* compose.c - a composition, step by step (Cecka 3.3.2, with its errata).
 *
 * The composite is computed from the steps that are told: each mode of B becomes what dividing
 * and keeping, or the straight runs, make of it, and the results are nested like B. The algebra
 * only says whether there is a composite; the trace and its value are compared at the end.
 */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#include "../../lib/algebra.h"

#define PROPOSALS 8    /* modes of B that something is proposed for */
#define NEAREST 4096   /* extents tried on either side of one that is not admissible */
#define RUN_WORK 65536 /* values looked at for the runs of a mode */

/* ---- modes s:d, of A or of the image of a mode of B ---- */

typedef struct {
    size_t n;
    lc_int *extent, *step; /* one after the other */
} modes;

static bool modes_open(lcv_telling *t, modes *m, size_t room)
{
    m->n = 0;
    m->extent = lc_frame_alloc(t->ctx, 2 * room, sizeof *m->extent);
    m->step = m->extent ? m->extent + room : NULL;
    return m->extent != NULL;
}

static void push(modes *m, lc_int extent, lc_int step)
{
    m->extent[m->n] = extent;
    m->step[m->n++] = step;
}

static lc_layout *layout_of(lcv_telling *t, const modes *m)
{
    return lcv_kept(t->ctx, lc_layout_flat(t->ctx, m->n, m->extent, m->step));
}

/* A coalesced as B sees it: its last mode stays, also with the extent 1, for it extends. */
static lc_layout *coalesced_without_end(lcv_telling *t, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a);
    modes m;
    if (!modes_open(t, &m, n))
        return NULL;
    for (size_t k = 0; k < n; k++) {
        lc_int s = lc_layout_extent(a, k), d = lc_layout_step(a, k);
        lc_int *extent = m.n > 0 ? &m.extent[m.n - 1] : NULL;
        bool vanishes = lc_int_is_one(s) && k + 1 < n;
        if (extent && !vanishes && lc_int_eq(d, lc_int_mul(t->ctx, *extent, m.step[m.n - 1])))
            *extent = lc_int_mul(t->ctx, *extent, s);
        else if (!vanishes)
            push(&m, s, d);
    }
    return layout_of(t, &m);
}

/* ---- what a mode s:d of B divides out of A and keeps ---- */

static bool divides_either(lc_ctx *ctx, lc_int a, lc_int b)
{
    return lc_int_divides(ctx, a, b) || lc_int_divides(ctx, b, a);
}

/* eq. 20: every prefix product P of A's extents divides d, or d it; with delta = ceil(d / P),
 * the mode S:D becomes ceil(S / delta) : D delta, of the extent 1 where it is passed over
 * whole. Returns the mode at which d does not divide, the number of modes where there is
 * none. */
static size_t divide_out(lc_ctx *ctx, const lc_layout *a, lc_int d, modes *q)
{
    size_t n = lc_layout_nleaves(a), fails = n;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < n; k++) {
        lc_int extent = lc_layout_extent(a, k);
        if (fails == n && !divides_either(ctx, place, d))
            fails = k;
        lc_int delta = lc_int_max(lc_int_cdiv(ctx, d, place), lc_int_const(1));
        push(q, lc_int_cdiv(ctx, extent, delta), lc_int_mul(ctx, lc_layout_step(a, k), delta));
        place = lc_int_mul(ctx, place, extent);
    }
    return fails;
}

static bool passed_over(const modes *q, size_t k)
{
    return lc_int_is_one(q->extent[k]) && k + 1 < q->n;
}

static void tell_quotient(lcv_telling *t, const lc_layout *a, lc_int d, const modes *q,
                          size_t fails)
{
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < q->n; k++) {
        lc_int extent = lc_layout_extent(a, k), step = lc_layout_step(a, k);
        lcv_tell(t, "      mode %z, %i:%i, from %i on: ", k, extent, step, place);
        if (k == fails) {
            lcv_tell(t, "%i and %i do not divide one another\n", place, d);
            return;
        }
        if (passed_over(q, k))
            lcv_tell(t, "passed over whole\n");
        else if (lc_int_le(d, place))
            lcv_tell(t, "kept as it is\n");
        else
            lcv_tell(t, "every %i-th: %i:%i\n", lc_int_cdiv(t->ctx, d, place), q->extent[k],
                     q->step[k]);
        place = lc_int_mul(t->ctx, place, extent);
    }
}

/* eq. 21: every prefix product below s of the modes that are left divides s; the mode in
 * which s ends is cut off, the last one goes on. The modes kept are pushed. Returns the mode
 * at fault, n when there is none. */
static size_t keep(lc_ctx *ctx, const modes *q, lc_int s, lc_int *left, modes *kept)
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
static lc_layout *by_divisibility(lcv_telling *t, const lc_layout *a, lc_int s, lc_int d)
{
    modes q, kept;
    lc_int left;
    if (!modes_open(t, &q, lc_layout_nleaves(a)) || !modes_open(t, &kept, lc_layout_nleaves(a)))
        return NULL;
    size_t fails = divide_out(t->ctx, a, d, &q);
    lcv_tell(t, "    divide %i out of A:\n", d);
    tell_quotient(t, a, d, &q, fails);
    if (fails < q.n) {
        lcv_tell(t, "    stride divisibility (eq. 20) fails there\n");
        return NULL;
    }
    size_t at = keep(t->ctx, &q, s, &left, &kept);
    lcv_tell(t, "    keep %i of what is left: shape divisibility (eq. 21) ", s);
    if (at == q.n)
        lcv_tell(t, "holds\n");
    else
        lcv_tell(t,
                 "fails at mode %z: %i coordinates are left to keep, and its %i do not divide "
                 "them\n",
                 at, left, q.extent[at]);
    return at == q.n ? layout_of(t, &kept) : NULL;
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
static lc_layout *by_runs(lcv_telling *t, const lc_layout *a, lc_int s, lc_int d)
{
    lc_ctx *ctx = t->ctx;
    modes runs;
    lc_int every = lc_int_const(1), left = s;
    int64_t work = RUN_WORK;
    if (!modes_open(t, &runs, lc_int_bits(s) + 1))
        return NULL;
    lc_text told = {0};
    do {
        lc_int n = run_of(ctx, a, d, every, left, &work);
        if (lc_int_is_zero(n) || !lc_int_divides(ctx, n, left)) {
            lc_text_free(&told);
            return NULL;
        }
        lc_int at = lc_int_mul(ctx, every, d), first = lc_layout_at(ctx, a, at);
        lcv_text_add(ctx, &told,
                     "      in steps of %i: A(%i) = %i, straight for %i of %i: %i:%i\n", every,
                     at, first, n, left, n, first);
        push(&runs, n, first);
        every = lc_int_mul(ctx, every, n);
        left = lc_int_fdiv(ctx, left, n);
    } while (!lc_int_is_one(left));
    lcv_tell(t, "    i -> A(i d) is a layout, run by straight run:\n%S",
             lc_text_take(ctx, &told));
    return layout_of(t, &runs);
}

/* ---- what is told, for others ---- */

/* A claim of n layouts holds. */
static void told_to_hold(lcv_telling *t, const char *claim, size_t n,
                         const lc_layout *const *part)
{
    lcv_value *arg[3];
    bool ok = t->told != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        arg[i] = lcv_kept(t->ctx, lcv_value_layout(t->ctx, lc_layout_ref(part[i])));
        ok = arg[i] != NULL;
    }
    if (ok)
        t->told->step(t->told->user, claim, n, arg, NULL);
}

/* A o B is R, or there is one where R is NULL. */
static void told_composite(lcv_telling *t, const lc_layout *a, const lc_layout *b,
                           const lc_layout *r)
{
    const lc_layout *const part[] = {r, a, b};
    if (r)
        told_to_hold(t, "composes", 3, part);
    else
        told_to_hold(t, "admissible", 2, part + 1);
}

void lcv_told_same(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    told_to_hold(t, "equiv", 2, (const lc_layout *const[]){a, b});
}

/* ---- what exists instead ---- */

static lc_layout *mode_of(lcv_telling *t, lc_int extent, lc_int stride)
{
    return lcv_kept(t->ctx, lc_layout_flat(t->ctx, 1, &extent, &stride));
}

/* The caller owns it: many are tried. */
static lc_layout *composite_of_mode(lc_ctx *ctx, const lc_layout *a, lc_int extent, lc_int stride)
{
    lc_layout *b = lc_layout_flat(ctx, 1, &extent, &stride);
    lc_layout *r = b ? lc_compose(ctx, a, b) : NULL;
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

static void propose(lcv_telling *t, const lc_layout *a, lc_int s, lc_int d)
{
    lc_int near[2] = {nearest(t->ctx, a, s, d, -1), nearest(t->ctx, a, s, d, 1)};
    bool have[2] = {lc_int_sign(near[0]) > 0, lc_int_sign(near[1]) > 0};
    for (size_t i = 0; i < 2; i++) {
        lc_layout *b = have[i] ? mode_of(t, near[i], d) : NULL;
        if (b)
            told_composite(t, a, b, NULL);
    }
    lcv_tell(t, "    nearest that exist: ");
    if (have[0])
        lcv_tell(t, have[1] ? "%i:%i and " : "%i:%i", near[0], d);
    if (have[1])
        lcv_tell(t, "%i:%i", near[1], d);
    lcv_tell(t, "\n");
}

/* ---- one mode of B ---- */

/* What the steps that are told make of it; NULL when they do not say. */
static lc_layout *by_steps(lcv_telling *t, const lc_layout *a, lc_int s, lc_int d, bool exists)
{
    if (lc_int_is_zero(d)) {
        lcv_tell(t, "    a stride of 0 stays at A(0) = 0\n");
        return mode_of(t, s, d);
    }
    lc_layout *r = lc_int_sign(d) > 0 ? by_divisibility(t, a, s, d) : NULL;
    return !r && exists ? by_runs(t, a, s, d) : r;
}

/* What the mode becomes, NULL when it has no composite; then, if `propose_some`, what has. */
static lc_layout *tell_mode(lcv_telling *t, const lc_layout *a, size_t leaf, lc_int s, lc_int d,
                            bool propose_some)
{
    lcv_tell(t, "  mode %z of B, %i:%i\n", leaf, s, d);
    lc_layout *r = lcv_kept(t->ctx, composite_of_mode(t->ctx, a, s, d));
    char *why = !r ? lcv_text(t->ctx, "%s", lc_ctx_message(t->ctx)) : NULL;
    lc_ctx_reset(t->ctx);
    lc_layout *made = by_steps(t, a, s, d, r != NULL);
    if (!r) {
        lcv_tell(t, "    %S\n", why);
        if (propose_some)
            propose(t, a, s, d);
        return NULL;
    }
    lcv_tell(t, "    so it becomes %L%s\n", made ? made : r,
             made ? "" : ", in runs too long to be told");
    lc_layout *b = mode_of(t, s, d);
    if (!made)
        made = r;
    if (b)
        told_composite(t, a, b, made);
    return made;
}

/* ---- all of them ---- */

/* The layouts in the places of B's leaves, in order from *at on. */
static lc_layout *in_nesting(lcv_telling *t, const lc_tuple *nest, lc_layout *const *leaf,
                             size_t *at)
{
    if (lc_tuple_is_leaf(nest))
        return leaf[(*at)++];
    size_t rank = lc_tuple_rank(nest);
    lc_layout **part = lc_frame_alloc(t->ctx, rank, sizeof(lc_layout *));
    for (size_t i = 0; part && i < rank; i++) {
        lc_tuple *below = lcv_kept(t->ctx, lc_tuple_mode(t->ctx, nest, i));
        part[i] = below ? in_nesting(t, below, leaf, at) : NULL;
        if (!part[i])
            return NULL;
    }
    return part ? lcv_kept(t->ctx, lc_layout_concat(t->ctx, rank, part)) : NULL;
}

/* The modes together, compared with the composite of the algebra. */
static lc_layout *tell_sum(lcv_telling *t, const lc_layout *a, const lc_layout *b,
                           lc_layout *const *leaf)
{
    lc_layout *r = lcv_kept(t->ctx, lc_compose(t->ctx, a, b)), *made = NULL;
    lc_tuple *nest = lcv_kept(t->ctx, lc_layout_shape(t->ctx, b));
    size_t at = 0;
    bool several = lc_layout_nleaves(b) > 1, nested = nest && !lc_tuple_is_leaf(nest);
    if (r && nest)
        made = in_nesting(t, nest, leaf, &at);
    if (r && several)
        lcv_tell(t, "  A distributes over the modes of B: nothing carries from one into another, "
                    "or what carries gains nothing\n");
    else if (!r && several)
        lcv_tell(t,
                 "  %s\n  every mode of B alone has a composite, as above; as a tiler, mode by "
                 "mode of A, they are another function than B\n",
                 lc_ctx_message(t->ctx));
    if (made && nested)
        lcv_tell(t, "  %s %L\n", several ? "together they are" : "nested like B it is", made);
    if (made && !lc_layout_equal(made, r))
        lcv_tell(t, "  that is not the value %L: a bug in layoutcheck\n", r);
    lc_ctx_reset(t->ctx);
    return made;
}

lc_layout *lcv_explain_compose(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    size_t n = lc_layout_nleaves(b), failed = 0;
    lc_layout *simple = coalesced_without_end(t, a);
    lc_layout **leaf = simple ? lc_frame_alloc(t->ctx, n, sizeof(lc_layout *)) : NULL;
    if (!leaf)
        return NULL;
    lcv_told_same(t, simple, a);
    lcv_tell(t, "  A coalesced is %L; only its last mode may be left unfinished, it extends\n",
             simple);
    for (size_t k = 0; k < n; k++) {
        leaf[k] = tell_mode(t, simple, k, lc_layout_extent(b, k), lc_layout_step(b, k),
                            failed < PROPOSALS);
        failed += !leaf[k];
    }
    return failed == 0 ? tell_sum(t, a, b, leaf) : NULL;
}
