/* vectors-layout.c - vectors of layouts and tensors (Cecka 3.4.2).
 *
 * V = max_common_layout(A,B) has A(V(i)) = B(V(i)) = i, offsets of tensors apart. Its first n
 * coordinates F(i), i < n, and their translates are the vectors (vectors.h). Where F is a layout,
 * its modes s_k : d_k in order of stride, none of which goes on where the one before ends, tile
 * the coordinates [0,N) exactly when s_k d_k divides d_(k+1), and the last N: a set that tiles an
 * interval is such a sum of runs, each a multiple of the one before (de Bruijn, On number
 * systems, 1956). The places T where vectors begin are then the modes between them.
 *
 * A vector whose offsets run from its first on, A(T(t) + F(i)) = A(T(t)) + i, is a question for a
 * linear system. If that fails, the vector may still be n consecutive offsets in another order,
 * the same in A and B: it is looked at, and if it is, so are all.
 */
#include "config.h"

#include "vectors.h"
#include "differ.h"

#include "../../lib/algebra.h"

#include <stdlib.h>

/* ---- the first vector, and where the others begin ---- */

lc_layout *lcv_first_vector(lc_ctx *ctx, const lc_layout *v, lc_int n)
{
    size_t leaves = lc_layout_nleaves(v), k = 0;
    lc_int *room = lc_frame_alloc(ctx, 2 * leaves, sizeof *room);
    if (!room)
        return NULL;
    lc_int *extent = room, *step = room + leaves, left = n;
    for (; k < leaves && (k == 0 || !lc_int_is_one(left)); k++) {
        lc_int whole = lc_layout_extent(v, k);
        bool last = lc_int_le(left, whole);
        if (!last && !lc_int_divides(ctx, whole, left))
            break;
        extent[k] = last ? left : whole;
        step[k] = lc_layout_step(v, k);
        left = last ? lc_int_const(1) : lc_int_fdiv(ctx, left, whole);
    }
    return lc_int_is_one(left) ? lcv_kept(ctx, lc_layout_flat(ctx, k, extent, step)) : NULL;
}

typedef struct {
    lc_int extent, step;
} run;

static int by_step(const void *x, const void *y)
{
    return lc_int_cmp(((const run *)x)->step, ((const run *)y)->step);
}

/* The modes in order of step, joined where one goes on where the other ends. */
static size_t runs_of(lc_ctx *ctx, const lc_layout *first, run *runs)
{
    size_t n = 0, joined = 0;
    for (size_t k = 0; k < lc_layout_nleaves(first); k++)
        if (!lc_int_is_one(lc_layout_extent(first, k)))
            runs[n++] = (run){lc_layout_extent(first, k), lc_layout_step(first, k)};
    qsort(runs, n, sizeof *runs, by_step);
    for (size_t k = 0; k < n; k++) {
        run *last = runs + joined - 1;
        if (joined > 0 && lc_int_eq(runs[k].step, lc_int_mul(ctx, last->extent, last->step)))
            last->extent = lc_int_mul(ctx, last->extent, runs[k].extent);
        else
            runs[joined++] = runs[k];
    }
    return joined;
}

/* The layout of the places where vectors begin; NULL when they do not tile [0,size), or with
 * an error. */
static lc_layout *starts_of(lc_ctx *ctx, const lc_layout *first, lc_int size)
{
    size_t leaves = lc_layout_nleaves(first), n = 0;
    run *runs = lc_frame_alloc(ctx, leaves + 1, sizeof *runs);
    lc_int *room = lc_frame_alloc(ctx, 2 * (leaves + 1), sizeof *room), end = lc_int_const(1);
    if (!runs || !room)
        return NULL;
    size_t count = runs_of(ctx, first, runs);
    for (size_t k = 0; k <= count; k++) {
        lc_int next = k < count ? runs[k].step : size;
        if (lc_int_sign(next) <= 0 || !lc_int_divides(ctx, end, next))
            return NULL;
        room[n] = lc_int_fdiv(ctx, next, end);
        room[leaves + 1 + n++] = end;
        end = k < count ? lc_int_mul(ctx, runs[k].extent, next) : end;
    }
    return lcv_kept(ctx, lc_layout_flat(ctx, n, room, room + leaves + 1));
}

/* ---- vectors that run from their first offset on ---- */

/* Over (i,t): the coordinate, where its vector begins, its number in it. */
typedef struct {
    const lcv_function *x;
    const lc_layout *starts;
    lc_layout *at, *begin, *number;
    lc_tuple *domain;
} runs_on;

/* The layout of (i,t) with these strides for the modes of i: those of F, numbers, or 0; and
 * for the modes of t where vectors begin, or 0. */
typedef enum { PLACE, BEGIN, NUMBER } what;

static lc_layout *over_both(lc_ctx *ctx, const lc_layout *first, const lc_layout *starts,
                            what kind)
{
    size_t n = lc_layout_nleaves(first), m = lc_layout_nleaves(starts);
    lc_int *extent = lc_frame_alloc(ctx, 2 * (n + m), sizeof *extent);
    lc_int number = lc_int_const(1), zero = lc_int_const(0);
    if (!extent)
        return NULL;
    lc_int *step = extent + n + m;
    for (size_t k = 0; k < n; k++) {
        extent[k] = lc_layout_extent(first, k);
        step[k] = kind == NUMBER ? number : kind == PLACE ? lc_layout_step(first, k) : zero;
        number = lc_int_mul(ctx, number, extent[k]);
    }
    for (size_t k = 0; k < m; k++) {
        extent[n + k] = lc_layout_extent(starts, k);
        step[n + k] = kind == NUMBER ? zero : lc_layout_step(starts, k);
    }
    return lcv_kept(ctx, lc_layout_flat(ctx, n + m, extent, step));
}

static bool runs_on_of(lc_ctx *ctx, const lc_layout *first, const lc_layout *starts, runs_on *s)
{
    s->at = over_both(ctx, first, starts, PLACE);
    s->begin = over_both(ctx, first, starts, BEGIN);
    s->number = over_both(ctx, first, starts, NUMBER);
    s->domain = s->at ? lcv_shape_of(ctx, s->at) : NULL;
    return s->domain && s->begin && s->number != NULL;
}

/* The offset is not that of the vector's beginning plus the number. */
static bool breaks_run(lc_ctx *ctx, const void *claim, lc_int c)
{
    const runs_on *s = claim;
    lc_int here = lcv_function_at(ctx, s->x, lc_layout_at(ctx, s->at, c));
    lc_int from = lcv_function_at(ctx, s->x, lc_layout_at(ctx, s->begin, c));
    return !lc_int_eq(here, lc_int_add(ctx, from, lc_layout_at(ctx, s->number, c)));
}

/* If A o (F,T) carries nowhere it is the layout of these values, which runs on. */
static lcr_answer by_runs(lcr_ctx *r, void *question, lcv_finding *found)
{
    const runs_on *s = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t leaves = lc_layout_nleaves(s->at), n = leaves - lc_layout_nleaves(s->starts);
    lc_int *room = lc_frame_alloc(ctx, 2 * leaves, sizeof *room);
    for (size_t k = 0; room && k < leaves; k++) {
        room[k] = lc_layout_extent(s->at, k);
        room[leaves + k] = k < n ? lc_layout_step(s->number, k)
                                 : lc_layout_at(ctx, s->x->layout,
                                                lc_layout_step(s->starts, k - n));
    }
    lc_layout *value = room ? lcv_kept(ctx, lc_layout_flat(ctx, leaves, room, room + leaves))
                            : NULL;
    lcv_named_chain f = {2, {s->at, s->x->layout}, {"", "A"}}, g = {1, {value}, {""}};
    bool run_on = value && lcv_find_difference(r, s->domain, &f, &g, found) == LCR_NO;
    return run_on ? LCR_NO : LCR_UNKNOWN;
}

static lcr_answer by_system(lcr_ctx *r, void *question, lcv_finding *found)
{
    const runs_on *s = question;
    lcv_search search = {s->domain, breaks_run, s};
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_term integral = {NULL, 0, NULL};
    lcr_sum whole = {1, &integral};
    lcr_term at = {s->at, 0, &whole}, begin = {s->begin, 0, &whole};
    lcr_sum at_sum = {1, &at}, begin_sum = {1, &begin};
    lcr_term left = {s->x->layout, 0, &at_sum},
             right[2] = {{s->x->layout, 0, &begin_sum}, {s->number, 0, &whole}};
    lcr_sum f = {1, &left}, g = {2, right};
    lc_int *natural = lc_frame_alloc(ctx, lc_tuple_nleaves(s->domain), sizeof *natural);
    lcr_answer answer = natural ? lcr_find_difference(r, s->domain, &f, &g, natural)
                                : LCR_UNKNOWN;
    if (answer == LCR_YES && !lcv_certify(ctx, &search, natural, &found->c)) {
        lcv_uncertified(ctx, "the linear system of a vector");
        answer = LCR_UNKNOWN;
    }
    return answer;
}

static lcr_answer by_guess(lcr_ctx *r, void *question, lcv_finding *found)
{
    const runs_on *s = question;
    lcv_search search = {s->domain, breaks_run, s};
    return lcv_guess(lcr_ctx_lc(r), &search, &found->c);
}

/* YES: the vector of c does not run on. */
static const lcv_method methods[] = {
    {by_guess, LCV_BY_EVALUATION, true},
    {by_runs, LCV_BY_CLOSED_FORM, true},
    {by_system, LCV_BY_SYSTEM, false},
    {NULL, NULL, false},
};

/* ---- verdicts ---- */

/* Element `m` of B, and where A has it instead. */
static void step_next_element(lc_ctx *ctx, lcv_result **result, const lcv_vectors *w, lc_int m)
{
    lc_layout *inverse = lcv_kept(ctx, lc_right_inverse(ctx, w->b->layout));
    lc_int begin = lcv_function_at(ctx, w->b, lc_int_const(0));
    if (!inverse)
        return;
    if (lc_int_lt(m, lc_layout_size(ctx, inverse))) {
        lc_int c = lc_layout_at(ctx, inverse, m);
        lcv_step(ctx, result, "the offset %i, next after the common vector, is at %i in B",
                 lc_int_add(ctx, begin, m), c);
        lcv_step_function(ctx, result, w->b, c, NULL);
        lcv_step_function(ctx, result, w->a, c, NULL);
    } else if (lc_int_is_zero(begin)) {
        lcv_step(ctx, result, "right_inverse(B) = %L has no coordinate for the offset %i",
                 inverse, m);
    } else {
        lcv_step(ctx, result, "right_inverse(%L) = %L has no coordinate for the offset %i",
                 w->b->layout, inverse, m);
    }
}

static lcv_result *too_short(lc_ctx *ctx, const lcv_vectors *w, lc_int m)
{
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "vector of %i", w->n),
                    lcv_text(ctx, "max_common_vector(A,B) = %i is less than %i", m, w->n));
    step_next_element(ctx, &result, w, m);
    return result;
}

/* V(i) is past the coordinates. */
static lcv_result *leaves(lc_ctx *ctx, const lcv_vectors *w, lc_int i, lc_int c)
{
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "i = %i", i),
                    lcv_text(ctx,
                             "V(i) = %i is none of the %i coordinates that A and B both have", c,
                             w->size));
    lcv_step(ctx, &result, "V = max_common_layout(A,B) = %L", w->v);
    lcv_step_at(ctx, &result, "V", w->v, i);
    return result;
}

/* The first n coordinates of V, to be looked at one by one. */
static lcv_result *enumerate(lc_ctx *ctx, lcv_vectors *w)
{
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), w->size))
        return lcv_vectors_too_many(ctx, w);
    size_t n = (size_t)lc_int_get_si(w->n);
    uint32_t *place = lc_frame_alloc(ctx, n, sizeof *place);
    lcv_result *result = NULL;
    for (size_t k = 0; place && !result && k < n; k++) {
        lc_int i = lc_int_si(ctx, (int64_t)k), c = lc_layout_at(ctx, w->v, i);
        if (lc_int_sign(c) < 0 || lc_int_le(w->size, c))
            result = leaves(ctx, w, i, c);
        else
            place[k] = (uint32_t)lc_int_get_si(c);
    }
    w->place = place;
    if (place && !result)
        result = lcv_vectors_enumerate(ctx, w);
    return result;
}

/* The vector of t does not run on in one of them: either it does not move, or all are to be
 * looked at. */
static lcv_result *examine(lc_ctx *ctx, lcv_vectors *w, lc_int t)
{
    lcv_result *refuted = NULL;
    lcr_answer answer = lcv_vector_moves(ctx, w, t, &refuted);
    return answer == LCR_NO || lc_ctx_code(ctx) != LC_OK ? refuted : enumerate(ctx, w);
}

static lcv_result *check_runs(lcr_ctx *r, lcv_vectors *w, lc_layout *starts)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    runs_on s = {.starts = starts};
    lcv_finding found;
    lcv_result *result = NULL;
    bool ok = runs_on_of(ctx, w->first, starts, &s);
    for (size_t k = 0; ok && !result && k < 2; k++) {
        s.x = k == 0 ? w->a : w->b;
        lcr_answer answer = lcv_decide(r, "vectors", methods, &s, &found);
        ok = lc_ctx_code(ctx) == LC_OK;
        if (ok && answer == LCR_YES)
            result = examine(ctx, w, lc_layout_at(ctx, s.begin, found.c));
        else if (ok && answer == LCR_UNKNOWN)
            result = enumerate(ctx, w);
        ok = ok && lc_ctx_code(ctx) == LC_OK;
    }
    if (!ok || result)
        return result;
    lcv_beginnings b = lcv_vectors_begin(w);
    lcv_vectors_begin_on(r, w, starts, &b);
    return lc_ctx_code(ctx) == LC_OK ? lcv_vectors_move(ctx, LCV_BY_CONSTRUCTION, w, &b) : NULL;
}

/* The translates of F do not tile the coordinates. */
static lcv_result *not_tiled(lc_ctx *ctx, lcv_vectors *w)
{
    if (lc_int_le(w->size, lc_int_si(ctx, lcv_points(ctx))))
        return enumerate(ctx, w);
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "vector of %i", w->n),
                    lcv_text(ctx,
                             "the %i coordinates do not fall into translates of V(0) to V(%i)",
                             w->size, lc_int_sub(ctx, w->n, lc_int_const(1))));
    lcv_step(ctx, &result, "V = max_common_layout(A,B) = %L", w->v);
    return result;
}

/* V and F are known. */
static lcv_result *by_construction(lcr_ctx *r, lcv_vectors *w)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!w->first)
        return lc_ctx_code(ctx) == LC_OK ? enumerate(ctx, w) : NULL;
    lc_layout *starts = starts_of(ctx, w->first, w->size);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    return starts ? check_runs(r, w, starts) : not_tiled(ctx, w);
}

lcv_result *lcv_vectors_of_layouts(lcr_ctx *r, lcv_vectors *w)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *v = lcv_kept(ctx, lc_max_common_layout(ctx, w->a->layout, w->b->layout));
    if (!v)
        return NULL;
    lc_int m = lc_layout_size(ctx, v);
    w->v = v;
    if (lc_int_lt(m, w->n))
        return too_short(ctx, w, m);
    if (!lc_int_divides(ctx, w->n, w->size))
        return lcv_vectors_uneven(ctx, w);
    w->first = lcv_first_vector(ctx, v, w->n);
    return by_construction(r, w);
}
