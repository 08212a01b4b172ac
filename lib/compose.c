/* compose.c - functional composition of layouts (Cecka 3.3).
 *
 * R = A o B exists exactly when
 *   (1) on every leaf s:d of B, i -> A(i d) is a layout of [0,s), and
 *   (2) A(B(c)) is the sum of these over the leaves of c (distributivity).
 * (1) is representability: the first mode of the leaf's coalesced layout must be
 * n : A(d) with n the largest linear run; n divides s, and the rest is the same
 * question for steps of n d. (2), and that each leaf is the sum of its modes, is
 * additivity of A over the box of all modes found. Both are answered on the carry
 * form (carry.h) in time that does not depend on the extents: when the conditions
 * of stride divisibility (eq. 20), shape divisibility (eq. 21) and distributivity
 * hold, no carry can occur in the box and that is the proof; where a carry occurs,
 * its gain decides.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "carry.h"
#include "regroup.h"

#define MEETINGS_MAX ((size_t)1 << 18)
#define LOCAL_MODES 32 /* composites of up to as many modes need no allocation */

/* The composite under construction: the modes of all leaves of B, in order. */
typedef struct {
    lc_ctx *ctx;
    lc_carry_form form;
    const lc_layout *b;
    size_t n, room;
    lc_int *extent; /* of the modes */
    lc_int *x;      /* B's stride of each mode: where A is evaluated */
    lc_int *step;   /* A(x) */
    size_t *leaf;   /* the leaf of B that a mode came from */
    lc_int local[3 * LOCAL_MODES];
    size_t local_leaf[LOCAL_MODES];
    void *block;    /* the four arrays, once they have outgrown the local ones */
    lc_compose_failure *failure; /* NULL: only the message is wanted */
} composing;

static void init(composing *p, lc_ctx *ctx, const lc_layout *b, lc_compose_failure *failure)
{
    p->ctx = ctx;
    p->b = b;
    p->n = 0;
    p->room = LOCAL_MODES;
    p->extent = p->local;
    p->x = p->local + LOCAL_MODES;
    p->step = p->local + 2 * LOCAL_MODES;
    p->leaf = p->local_leaf;
    p->block = NULL;
    p->failure = failure;
}

static bool reserve(composing *p)
{
    if (p->n < p->room)
        return true;
    size_t room = 4 * p->room;
    lc_int *extent = lc_alloc(p->ctx, room, 3 * sizeof(lc_int) + sizeof(size_t));
    if (!extent)
        return false;
    lc_int *x = extent + room, *step = x + room;
    size_t *leaf = (size_t *)(void *)(step + room);
    memcpy(extent, p->extent, p->n * sizeof(lc_int));
    memcpy(x, p->x, p->n * sizeof(lc_int));
    memcpy(step, p->step, p->n * sizeof(lc_int));
    memcpy(leaf, p->leaf, p->n * sizeof(size_t));
    free(p->block);
    p->block = p->extent = extent;
    p->x = x;
    p->step = step;
    p->leaf = leaf;
    p->room = room;
    return true;
}

static bool push_mode(composing *p, size_t leaf, lc_int extent, lc_int x)
{
    if (!reserve(p))
        return false;
    p->extent[p->n] = extent;
    p->x[p->n] = x;
    p->step[p->n] = lc_carry_at(p->ctx, &p->form, x);
    p->leaf[p->n++] = leaf;
    return true;
}

/* The coordinate of B with these integers at its leaves. */
static lc_tuple *leaf_coordinate(composing *p, const lc_int *value)
{
    lc_tuple *shape = lc_layout_shape(p->ctx, p->b);
    lc_tuple *crd = shape ? lc_tuple_like(p->ctx, shape, value) : NULL;
    lc_tuple_free(shape);
    return crd;
}

static bool fail_run(composing *p, size_t leaf, lc_int done, lc_int left, lc_int x, lc_int run)
{
    lc_ctx *ctx = p->ctx;
    lc_int at = lc_int_mul(ctx, done, run);
    lc_int value = lc_carry_at(ctx, &p->form, lc_int_mul(ctx, x, run));
    lc_int linear = lc_int_mul(ctx, run, lc_carry_at(ctx, &p->form, x));
    char s[LC_NUMBER_ROOM], d[LC_NUMBER_ROOM], n[LC_NUMBER_ROOM], m[LC_NUMBER_ROOM];
    char e[LC_NUMBER_ROOM], i[LC_NUMBER_ROOM], v[LC_NUMBER_ROOM], w[LC_NUMBER_ROOM];
    if (p->failure) {
        lc_int crd[p->b->nleaves];
        for (size_t k = 0; k < p->b->nleaves; k++)
            crd[k] = k == leaf ? at : lc_int_const(0);
        *p->failure = (lc_compose_failure){.reason = LC_COMPOSE_RUN, .leaf = leaf,
            .extent = left, .stride = x, .run = run, .crd = leaf_coordinate(p, crd),
            .value = value, .candidate = linear};
    }
    lc_fail(ctx, LC_ERR_NO_VALUE,
            "no layout is A o B: at leaf %zu of B, %s:%s, steps of %s through A run straight for "
            "%s and %s does not divide the %s that are left (at i = %s the value is %s, the "
            "straight line has %s)",
            leaf, lc_number(p->b->extent[leaf], s), lc_number(p->b->step[leaf], d),
            lc_number(x, e), lc_number(run, n), n, lc_number(left, m), lc_number(at, i),
            lc_number(value, v), lc_number(linear, w));
    return false;
}

/* Condition (1) for one leaf. */
static bool compose_leaf(composing *p, size_t leaf)
{
    lc_ctx *ctx = p->ctx;
    lc_int left = p->b->extent[leaf], x = p->b->step[leaf], done = lc_int_const(1);
    for (;;) {
        lc_int run;
        if (!lc_carry_run(ctx, &p->form, x, left, &run))
            return false;
        bool whole = lc_int_eq(run, left);
        if (!whole && !lc_int_divides(ctx, run, left))
            return fail_run(p, leaf, done, left, x, run);
        if (!push_mode(p, leaf, run, x))
            return false;
        if (whole)
            return true;
        left = lc_int_fdiv(ctx, left, run);
        done = lc_int_mul(ctx, done, run);
        x = lc_int_mul(ctx, x, run);
    }
}

static bool fail_additive(composing *p, const lc_int *c)
{
    lc_ctx *ctx = p->ctx;
    lc_int crd[p->b->nleaves], sum = lc_int_const(0), x = lc_int_const(0);
    lc_int place = lc_int_const(1);
    size_t first = p->b->nleaves, last = 0;
    for (size_t k = 0; k < p->b->nleaves; k++)
        crd[k] = lc_int_const(0);
    for (size_t t = 0; t < p->n; t++) {
        size_t leaf = p->leaf[t];
        if (t == 0 || p->leaf[t - 1] != leaf)
            place = lc_int_const(1);
        crd[leaf] = lc_int_add(ctx, crd[leaf], lc_int_mul(ctx, c[t], place));
        place = lc_int_mul(ctx, place, p->extent[t]);
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, c[t], p->step[t]));
        x = lc_int_add(ctx, x, lc_int_mul(ctx, c[t], p->x[t]));
        if (lc_int_is_zero(c[t]))
            continue;
        last = leaf;
        first = first == p->b->nleaves ? leaf : first;
    }
    lc_int value = lc_carry_at(ctx, &p->form, x);
    lc_tuple *where = leaf_coordinate(p, crd);
    char *text = where ? lc_tuple_to_str(ctx, where) : NULL;
    if (text) {
        char v[LC_NUMBER_ROOM], w[LC_NUMBER_ROOM], at[LC_NUMBER_ROOM];
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout is A o B: A does not distribute over %s: at c = %.200s, "
                "A(B(c)) = A(%s) = %s, while the parts of c add up to %s",
                first == last ? "the parts of a mode of B" : "the modes of B", text,
                lc_number(x, at), lc_number(value, v), lc_number(sum, w));
    }
    free(text);
    if (p->failure && where)
        *p->failure = (lc_compose_failure){.reason = LC_COMPOSE_ADDITIVE, .leaf = first,
            .extent = p->b->extent[first], .stride = p->b->step[first],
            .run = lc_int_const(0), .crd = where, .value = value, .candidate = sum};
    else
        lc_tuple_free(where);
    return false;
}

/* Condition (2), and that every leaf is the sum of its modes. */
static bool check_additive(composing *p)
{
    if (p->n <= 1) /* a single run is its own proof */
        return true;
    lc_int c[p->n];
    switch (lc_carry_additive(p->ctx, &p->form, p->n, p->extent, p->x, c)) {
    case LC_ADDITIVE:
        return true;
    case LC_NOT_ADDITIVE:
        return fail_additive(p, c);
    default:
        lc_fail(p->ctx, LC_ERR_BUDGET,
                "A o B is undecided: gains of different carries cancel in A, and the modes of B "
                "are too many to enumerate");
        return false;
    }
}

/* B's nesting with every leaf replaced by its modes. */
static lc_layout *assemble(composing *p)
{
    const lc_layout *b = p->b;
    size_t extra = p->n > b->nleaves ? 2 * (p->n - b->nleaves) : 0;
    lc_layout *r = lc_layout_alloc(p->ctx, b->nnodes + extra, p->n);
    if (!r)
        return NULL;
    memcpy(r->extent, p->extent, p->n * sizeof(lc_int));
    memcpy(r->step, p->step, p->n * sizeof(lc_int));
    size_t out = 0, leaf = 0, t = 0;
    for (size_t k = 0; k < b->nnodes; k++) {
        if (b->node[k] != 0) {
            r->node[out++] = b->node[k];
            continue;
        }
        size_t first = t;
        while (t < p->n && p->leaf[t] == leaf)
            t++;
        if (t - first > 1)
            r->node[out++] = (uint32_t)(t - first);
        for (; first < t; first++)
            r->node[out++] = 0;
        leaf++;
    }
    r->nnodes = out;
    return lc_layout_seal(p->ctx, r);
}

/* Each leaf of B meets each carry of A, in numbers as long as A's size. */
static bool within_budget(const composing *p)
{
    size_t leaves = p->b->nleaves, carries = p->form.n;
    if (carries == 0 || leaves <= MEETINGS_MAX / carries)
        return true;
    lc_fail(p->ctx, LC_ERR_BUDGET,
            "A o B is undecided: %zu leaves of B by %zu carries of A are more than %zu", leaves,
            carries, MEETINGS_MAX);
    return false;
}

lc_layout *lc_compose_explain(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                              lc_compose_failure *failure)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int place[a->nleaves], gain[a->nleaves];
    composing p;
    init(&p, ctx, b, failure);
    lc_carry_form_of(ctx, a, place, gain, &p.form);
    if (failure)
        *failure = (lc_compose_failure){.crd = NULL};
    bool ok = within_budget(&p);
    for (size_t leaf = 0; ok && leaf < b->nleaves; leaf++)
        ok = compose_leaf(&p, leaf);
    lc_layout *r = ok && check_additive(&p) ? assemble(&p) : NULL;
    free(p.block);
    if (!failure || !failure->crd) /* a failure's integers stay for the caller to read */
        lc_frame_close(ctx, frame);
    return r;
}

lc_layout *lc_compose(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return lc_compose_explain(ctx, a, b, NULL);
}

lc_layout *lc_compose_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_by_mode(ctx, a, t, lc_compose);
}
