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
 *
 * When the values of B are coordinates, each of their axes is an input to the mode of A at its
 * place (Cecka 3.3.5: a tiler is a layout of coordinates). When those of A are, both questions
 * are asked for every axis: a run is as long as the shortest of them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "carry.h"
#include "regroup.h"
#include "xor.h"

#define RUNS_MAX 1024 /* of a leaf, whose extent has at least as many bits */
#define MEETINGS_MAX ((size_t)1 << 18)
#define LOCAL_MODES 32  /* composites of up to this many modes need no allocation */
#define LOCAL_LEAVES 64 /* nor do layouts A of up to this many strides */

/* A as a function of the values of B: a carry form for each axis of A, an input for
 * each axis of B. */
typedef struct {
    const lc_layout *a;
    size_t inputs;
    lc_carry_form *form;
    lc_int local[3 * LOCAL_LEAVES];
    size_t local_input[LOCAL_LEAVES];
    lc_carry_form local_form;
    void *block; /* forms, integers and inputs that have no room there */
} outer;

/* The composite under construction: the modes of all leaves of B, in order. */
typedef struct {
    lc_ctx *ctx;
    outer of;
    const lc_layout *b;
    size_t n, room;
    lc_int *extent; /* of the modes */
    lc_int *x;      /* B's stride of each mode: where A is evaluated; `inputs` integers */
    size_t *leaf;   /* the leaf of B that a mode came from */
    lc_int local[2 * LOCAL_MODES];
    size_t local_leaf[LOCAL_MODES];
    void *block;                 /* the three arrays, once they have outgrown the local ones */
    lc_compose_failure *failure; /* NULL: only the message is wanted */
} composing;

/* ---- the outer function ---- */

/* Storage for a form an axis. */
static bool outer_open(lc_ctx *ctx, outer *f, const lc_layout *a, const lc_layout *b)
{
    size_t axes = a->naxes, strides = axes * (a->nleaves + b->naxes);
    lc_int *integer = f->local;
    size_t *input = f->local_input;
    f->a = a;
    f->inputs = 0;
    f->form = &f->local_form;
    f->block = NULL;
    if (axes > 1 || strides > LOCAL_LEAVES) {
        f->block = lc_alloc(ctx, 1,
                            axes * sizeof(lc_carry_form) +
                                strides * (3 * sizeof(lc_int) + sizeof(size_t)));
        if (!f->block)
            return false;
        f->form = f->block;
        integer = (lc_int *)(void *)(f->form + axes);
        input = (size_t *)(void *)(integer + 3 * strides);
    }
    for (size_t q = 0; q < axes; q++) {
        size_t at = q * (a->nleaves + b->naxes);
        lc_carry_form_init(&f->form[q], integer + at, integer + strides + at,
                           integer + 2 * strides + at, input + at);
    }
    return true;
}

static void add_input(lc_ctx *ctx, outer *f, const lc_layout *part)
{
    for (size_t q = 0; q < f->a->naxes; q++)
        lc_carry_form_add(ctx, &f->form[q], part, q);
    f->inputs++;
}

static bool outer_of(lc_ctx *ctx, outer *f, const lc_layout *a, const lc_layout *b)
{
    lc_layout part[LC_MAX_AXES];
    f->block = NULL;
    if (!lc_compose_parts(ctx, a, b, part) || !outer_open(ctx, f, a, b))
        return false;
    for (size_t i = 0; i < b->naxes; i++)
        add_input(ctx, f, &part[i]);
    return true;
}

/* ---- the modes ---- */

static void init(composing *p, const lc_layout *b, lc_compose_failure *failure)
{
    p->b = b;
    p->n = 0;
    p->room = LOCAL_MODES / p->of.inputs;
    p->extent = p->local;
    p->x = p->local + LOCAL_MODES;
    p->leaf = p->local_leaf;
    p->block = NULL;
    p->failure = failure;
}

static bool reserve(composing *p)
{
    if (p->n < p->room)
        return true;
    size_t room = 4 * p->room + LOCAL_MODES, width = 1 + p->of.inputs;
    lc_int *extent = lc_alloc(p->ctx, room, width * sizeof(lc_int) + sizeof(size_t));
    if (!extent)
        return false;
    lc_int *x = extent + room;
    size_t *leaf = (size_t *)(void *)(extent + width * room);
    memcpy(extent, p->extent, p->n * sizeof(lc_int));
    memcpy(x, p->x, p->n * p->of.inputs * sizeof(lc_int));
    memcpy(leaf, p->leaf, p->n * sizeof(size_t));
    free(p->block);
    p->block = p->extent = extent;
    p->x = x;
    p->leaf = leaf;
    p->room = room;
    return true;
}

static bool push_mode(composing *p, size_t leaf, lc_int extent, const lc_int *x)
{
    if (!reserve(p))
        return false;
    memcpy(p->x + p->n * p->of.inputs, x, p->of.inputs * sizeof(lc_int));
    p->extent[p->n] = extent;
    p->leaf[p->n++] = leaf;
    return true;
}

/* ---- failures ---- */

lc_tuple *lc_crd_of_leaves(lc_ctx *ctx, const lc_layout *b, const lc_int *leaf)
{
    return lc_tuple_of_nodes(ctx, b->nnodes, b->node, b->nleaves, leaf);
}

lc_tuple *lc_crd_at_leaf(lc_ctx *ctx, const lc_layout *b, size_t leaf, lc_int at)
{
    lc_int crd[b->nleaves];
    for (size_t k = 0; k < b->nleaves; k++)
        crd[k] = k == leaf ? at : lc_int_const(0);
    return lc_crd_of_leaves(ctx, b, crd);
}

/* Integers on the axes of B, or of A, as text. */
static char *integers_text(lc_ctx *ctx, const lc_layout *of, const lc_int *axis)
{
    lc_tuple *t = lc_value_of(ctx, of, axis);
    char *text = t ? lc_tuple_to_str(ctx, t) : NULL;
    lc_tuple_free(t);
    return text;
}

/* A(x) and the value that a layout would have there, on the axes where they differ. */
typedef struct {
    lc_int value[LC_MAX_AXES], candidate[LC_MAX_AXES];
    size_t axis; /* the first on which they do */
    char *x_text, *value_text, *candidate_text;
} difference;

static bool difference_of(composing *p, const lc_int *x, difference *d)
{
    const lc_layout *a = p->of.a;
    d->axis = 0;
    for (size_t q = a->naxes; q-- > 0;) {
        d->value[q] = lc_carry_at(p->ctx, &p->of.form[q], x);
        if (!lc_int_eq(d->value[q], d->candidate[q]))
            d->axis = q;
    }
    d->x_text = integers_text(p->ctx, p->b, x);
    d->value_text = integers_text(p->ctx, a, d->value);
    d->candidate_text = integers_text(p->ctx, a, d->candidate);
    return d->x_text && d->value_text && d->candidate_text;
}

static void difference_clear(difference *d)
{
    free(d->x_text);
    free(d->value_text);
    free(d->candidate_text);
}

static bool fail_run(composing *p, size_t leaf, lc_int done, lc_int left, const lc_int *x,
                     lc_int run)
{
    lc_ctx *ctx = p->ctx;
    size_t inputs = p->of.inputs;
    lc_int at = lc_int_mul(ctx, done, run), end[inputs];
    for (size_t i = 0; i < inputs; i++)
        end[i] = lc_int_mul(ctx, x[i], run);
    difference d;
    for (size_t q = 0; q < p->of.a->naxes; q++)
        d.candidate[q] = lc_int_mul(ctx, run, lc_carry_at(ctx, &p->of.form[q], x));
    bool texts = difference_of(p, end, &d);
    if (p->failure) {
        *p->failure = (lc_compose_failure){.reason = LC_COMPOSE_RUN,
                                           .leaf = leaf,
                                           .extent = left,
                                           .stride = x[0],
                                           .run = run,
                                           .crd = lc_crd_at_leaf(ctx, p->b, leaf, at),
                                           .axis = d.axis,
                                           .value = d.value[d.axis],
                                           .candidate = d.candidate[d.axis]};
    }
    char *step = integers_text(ctx, p->b, x);
    if (texts && step) {
        char n[LC_NUMBER_ROOM], m[LC_NUMBER_ROOM], i[LC_NUMBER_ROOM], s[LC_NUMBER_ROOM];
        lc_text stride = {0};
        lc_text_add_stride(&stride, p->b, leaf);
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout is A o B: at leaf %zu of B, %s:%.100s, steps of %.100s through A run "
                "straight for %s and %s does not divide the %s that are left (at i = %s the "
                "value is %.100s, the straight line has %.100s)",
                leaf, lc_number(p->b->extent[leaf], s), lc_text_peek(&stride), step,
                lc_number(run, n), n, lc_number(left, m), lc_number(at, i), d.value_text,
                d.candidate_text);
        lc_text_free(&stride);
    }
    free(step);
    difference_clear(&d);
    return false;
}

/* The coordinate of B whose modes stand at c, and where B sends it. */
static void place_modes(composing *p, const lc_int *c, lc_int *crd, lc_int *x, size_t *first,
                        size_t *last)
{
    lc_ctx *ctx = p->ctx;
    size_t leaves = p->b->nleaves, inputs = p->of.inputs;
    lc_int place = lc_int_const(1);
    for (size_t k = 0; k < leaves; k++)
        crd[k] = lc_int_const(0);
    for (size_t i = 0; i < inputs; i++)
        x[i] = lc_int_const(0);
    *first = leaves;
    *last = 0;
    for (size_t t = 0; t < p->n; t++) {
        size_t leaf = p->leaf[t];
        if (t == 0 || p->leaf[t - 1] != leaf)
            place = lc_int_const(1);
        crd[leaf] = lc_int_add(ctx, crd[leaf], lc_int_mul(ctx, c[t], place));
        place = lc_int_mul(ctx, place, p->extent[t]);
        for (size_t i = 0; i < inputs; i++)
            x[i] = lc_int_add(ctx, x[i], lc_int_mul(ctx, c[t], p->x[t * inputs + i]));
        if (lc_int_is_zero(c[t]))
            continue;
        *last = leaf;
        *first = *first == leaves ? leaf : *first;
    }
}

/* Which stride of B and extent of A do not divide each other, at a leaf of B: "" for none. */
static void indivisible(const composing *p, size_t leaf, lc_text *out)
{
    const lc_layout *a = p->of.a;
    lc_int step = leaf < p->b->nleaves && p->of.inputs == 1 && p->b->naxes == 1
                      ? lc_int_abs(p->ctx, p->b->step[leaf])
                      : lc_int_const(0);
    for (size_t i = 0; i < a->nleaves && lc_int_lt(lc_int_const(1), step); i++) {
        lc_int extent = a->extent[i];
        char s[LC_NUMBER_ROOM], e[LC_NUMBER_ROOM];
        if (lc_int_divides(p->ctx, step, extent) || i + 1 == a->nleaves)
            return;
        if (!lc_int_divides(p->ctx, extent, step)) {
            lc_text_printf(out,
                           "; of the step %s of B and the extent %s of mode %zu of A neither "
                           "divides the other",
                           lc_number(step, s), lc_number(extent, e), i);
            return;
        }
        step = lc_int_fdiv(p->ctx, step, extent);
    }
}

static bool fail_additive(composing *p, const lc_int *c)
{
    lc_ctx *ctx = p->ctx;
    size_t inputs = p->of.inputs, first, last;
    lc_int crd[p->b->nleaves], x[inputs];
    difference d;
    place_modes(p, c, crd, x, &first, &last);
    for (size_t q = 0; q < p->of.a->naxes; q++) {
        d.candidate[q] = lc_int_const(0);
        for (size_t t = 0; t < p->n; t++) {
            lc_int part = lc_carry_at(ctx, &p->of.form[q], p->x + t * inputs);
            d.candidate[q] = lc_int_add(ctx, d.candidate[q], lc_int_mul(ctx, c[t], part));
        }
    }
    bool texts = difference_of(p, x, &d);
    lc_tuple *where = lc_crd_of_leaves(p->ctx, p->b, crd);
    char *text = where && texts ? lc_tuple_to_str(ctx, where) : NULL;
    lc_text why = {0};
    if (first == last)
        indivisible(p, first, &why);
    if (text)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no layout is A o B: A does not distribute over %s: at c = %.200s, "
                "A(B(c)) = A(%.100s) = %.100s, while the parts of c add up to %.100s%.150s",
                first == last ? "the parts of a mode of B" : "the modes of B", text, d.x_text,
                d.value_text, d.candidate_text, lc_text_peek(&why));
    lc_text_free(&why);
    free(text);
    if (p->failure && where)
        *p->failure = (lc_compose_failure){.reason = LC_COMPOSE_ADDITIVE,
                                           .leaf = first,
                                           .extent = p->b->extent[first],
                                           .stride = p->b->step[first],
                                           .run = lc_int_const(0),
                                           .crd = where,
                                           .axis = d.axis,
                                           .value = d.value[d.axis],
                                           .candidate = d.candidate[d.axis]};
    else
        lc_tuple_free(where);
    difference_clear(&d);
    return false;
}

/* ---- the conditions ---- */

/* The longest run that is one on every axis of A. */
static bool shortest_run(composing *p, const lc_int *x, lc_int bound, lc_int *run)
{
    *run = bound;
    for (size_t q = 0; q < p->of.a->naxes; q++)
        if (!lc_carry_run(p->ctx, &p->of.form[q], x, *run, run))
            return false;
    return true;
}

/* Condition (1) for one leaf. */
static bool compose_leaf(composing *p, size_t leaf)
{
    lc_ctx *ctx = p->ctx;
    size_t inputs = p->of.inputs;
    lc_int left = p->b->extent[leaf], done = lc_int_const(1), x[inputs];
    for (size_t i = 0; i < inputs; i++)
        x[i] = lc_step(p->b, i, leaf);
    for (int runs = 0; runs < RUNS_MAX; runs++) {
        lc_int run;
        if (!shortest_run(p, x, left, &run))
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
        for (size_t i = 0; i < inputs; i++)
            x[i] = lc_int_mul(ctx, x[i], run);
    }
    return lc_fail(ctx, LC_ERR_BUDGET, "a mode of B takes more than %d linear runs through A",
                   RUNS_MAX);
}

/* Condition (2), and that every leaf is the sum of its modes. */
static bool check_additive(composing *p)
{
    if (p->n <= 1) /* a single run is its own proof */
        return true;
    lc_int c[p->n];
    for (size_t q = 0; q < p->of.a->naxes; q++) {
        switch (lc_carry_additive(p->ctx, &p->of.form[q], p->n, p->extent, p->x, c)) {
        case LC_ADDITIVE: continue;
        case LC_NOT_ADDITIVE: return fail_additive(p, c);
        default:
            return lc_fail(
                p->ctx, LC_ERR_BUDGET,
                "A o B is undecided: gains of different carries cancel in A, and the modes "
                "of B are too many to enumerate");
        }
    }
    return true;
}

/* ---- the composite ---- */

/* B's nesting with every leaf replaced by its modes. */
static lc_layout *assemble(composing *p)
{
    const lc_layout *b = p->b;
    size_t extra = p->n > b->nleaves ? 2 * (p->n - b->nleaves) : 0;
    lc_layout *r = lc_layout_alloc_like(p->ctx, p->of.a, b->nnodes + extra, p->n);
    if (!r)
        return NULL;
    memcpy(r->extent, p->extent, p->n * sizeof(lc_int));
    for (size_t q = 0; q < r->naxes; q++)
        for (size_t t = 0; t < p->n; t++) {
            const lc_int *in = p->x + t * p->of.inputs;
            r->step[q * r->pitch + t] = lc_carry_at(p->ctx, &p->of.form[q], in);
        }
    r->nnodes = lc_nest_split(b->node, b->nnodes, p->n, p->leaf, r->node);
    return lc_layout_seal(p->ctx, r);
}

/* Each leaf of B meets each carry of A, in numbers as long as A's size. */
static bool within_budget(const composing *p)
{
    size_t leaves = p->b->nleaves, carries = 0;
    for (size_t q = 0; q < p->of.a->naxes; q++)
        carries += p->of.form[q].n;
    if (carries == 0 || leaves <= MEETINGS_MAX / carries)
        return true;
    return lc_fail(p->ctx, LC_ERR_BUDGET,
                   "A o B is undecided: %zu leaves of B by %zu carries of A are more than %zu",
                   leaves, carries, MEETINGS_MAX);
}

static lc_layout *composed(composing *p, const lc_layout *a, const lc_layout *b,
                           lc_compose_failure *failure)
{
    if (!outer_of(p->ctx, &p->of, a, b))
        return NULL;
    init(p, b, failure);
    bool ok = within_budget(p);
    for (size_t leaf = 0; ok && leaf < b->nleaves; leaf++)
        ok = compose_leaf(p, leaf);
    lc_layout *r = ok && check_additive(p) ? assemble(p) : NULL;
    free(p->block);
    return r;
}

/* A o B by its runs, whatever they are. */
static lc_layout *compose_runs(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                               lc_compose_failure *failure)
{
    lc_frame frame = lc_frame_open(ctx);
    composing p;
    p.ctx = ctx;
    lc_layout *r = composed(&p, a, b, failure);
    free(p.of.block);
    if (!failure || !failure->crd) /* a failure's integers stay for the caller to read */
        lc_frame_close(ctx, frame);
    return r;
}

lc_layout *lc_compose_explain(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                              lc_compose_failure *failure)
{
    if (failure)
        *failure = (lc_compose_failure){.crd = NULL};
    if (a->codomain == LC_XOR || b->codomain == LC_XOR)
        return lc_compose_xor(ctx, a, b, failure);
    lc_layout *plain = lc_compose_words(ctx, a, b);
    if (plain)
        return plain;
    return lc_layout_has_sizes(a) || lc_layout_has_sizes(b) ? lc_compose_digits(ctx, a, b)
                                                            : compose_runs(ctx, a, b, failure);
}

lc_layout *lc_compose(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    return lc_compose_explain(ctx, a, b, NULL);
}

lc_layout *lc_compose_tiler(lc_ctx *ctx, const lc_layout *a, const lc_tiler *t)
{
    return lc_by_mode(ctx, a, t, lc_compose);
}
