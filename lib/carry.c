#include "config.h"

#include <stdlib.h>

#include "carry.h"

/* Steps of a search that only cancelling gains make necessary, with integers of a word; each
 * step keeps some of them. */
#define SEARCH_STEPS 65536
#define SIMPLIFY_STEPS 256 /* of an entry: enough for 256 bits */
/* Remainders that such a search may keep. */
#define REMAINDERS_MAX ((size_t)1 << 14)
/* Entries whose presence in a corner is varied. */
#define CORNER_BITS 10

void lc_carry_form_init(lc_carry_form *form, lc_int *slope, lc_int *place, lc_int *gain,
                        size_t *input)
{
    *form = (lc_carry_form){0, slope, 0, place, gain, input};
}

void lc_carry_form_add(lc_ctx *ctx, lc_carry_form *form, const lc_layout *part, size_t axis)
{
    const lc_int *step = part->step + axis * part->pitch;
    size_t n = form->n, first = n, input = form->inputs++;
    lc_int p = lc_int_const(1), slope = step[0];
    for (size_t k = 0; k + 1 < part->nleaves; k++) {
        lc_int e = lc_int_sub(ctx, step[k + 1], lc_int_mul(ctx, part->extent[k], step[k]));
        p = lc_int_mul(ctx, p, part->extent[k]);
        if (lc_int_is_one(
                p)) { /* only extents of 1 so far: the slope is that of the next stride */
            slope = step[k + 1];
            continue;
        }
        if (n > first && lc_int_eq(form->place[n - 1], p))
            form->gain[n - 1] = lc_int_add(ctx, form->gain[n - 1], e);
        else {
            form->place[n] = p;
            form->input[n] = input;
            form->gain[n++] = e;
        }
        if (lc_int_is_zero(form->gain[n - 1]))
            n--;
    }
    form->slope[input] = slope;
    form->n = n;
}

lc_int lc_carry_at(lc_ctx *ctx, const lc_carry_form *form, const lc_int *x)
{
    lc_int value = lc_int_mul(ctx, form->slope[0], x[0]);
    for (size_t i = 1; i < form->inputs; i++)
        value = lc_int_add(ctx, value, lc_int_mul(ctx, form->slope[i], x[i]));
    for (size_t j = 0; j < form->n; j++) {
        lc_int carries = lc_int_fdiv(ctx, x[form->input[j]], form->place[j]);
        value = lc_int_add(ctx, value, lc_int_mul(ctx, form->gain[j], carries));
    }
    return value;
}

/* A(i x) exceeds i A(x) by the sum of e_j floor(i r_j / P_j), r_j = x mod P_j. A remainder in the
 * upper half carries at almost every step, so it is taken from above: with r' = P - r,
 *
 *     floor(i r / P) = (i - 1) - floor((i r' - 1) / P)   for i >= 1,
 *
 * and the rest changes as seldom as for a small remainder. */
typedef struct {
    const lc_carry_form *form;
    lc_int *rest;  /* r_j, or r'_j */
    bool *above;   /* which of them */
    lc_int always; /* the sum of the gains taken from above: i - 1 times in the excess */
} run_state;

static void run_open(lc_ctx *ctx, run_state *s, const lc_int *x)
{
    s->always = lc_int_const(0);
    for (size_t j = 0; j < s->form->n; j++) {
        lc_int place = s->form->place[j];
        lc_int r = lc_int_fmod(ctx, x[s->form->input[j]], place);
        lc_int other = lc_int_sub(ctx, place, r);
        s->above[j] = lc_int_lt(other, r);
        s->rest[j] = s->above[j] ? other : r;
        if (s->above[j])
            s->always = lc_int_add(ctx, s->always, s->form->gain[j]);
    }
}

/* floor(i r / P), or floor((i r' - 1) / P). */
static lc_int carries_at(lc_ctx *ctx, const run_state *s, size_t j, lc_int i)
{
    lc_int sum = lc_int_mul(ctx, i, s->rest[j]);
    if (s->above[j])
        sum = lc_int_sub(ctx, sum, lc_int_const(1));
    return lc_int_fdiv(ctx, sum, s->form->place[j]);
}

static lc_int run_excess(lc_ctx *ctx, const run_state *s, lc_int i)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int excess = lc_int_mul(ctx, lc_int_sub(ctx, i, lc_int_const(1)), s->always);
    for (size_t j = 0; j < s->form->n; j++) {
        lc_int gained = lc_int_mul(ctx, s->form->gain[j], carries_at(ctx, s, j, i));
        excess = s->above[j] ? lc_int_sub(ctx, excess, gained) : lc_int_add(ctx, excess, gained);
    }
    return lc_frame_return(ctx, frame, excess);
}

/* The smallest i' > i >= 1 at which the excess may differ from that at i; `bound` when
 * there is none before it. */
static lc_int next_change(lc_ctx *ctx, const run_state *s, lc_int i, lc_int bound)
{
    if (!lc_int_is_zero(s->always))
        return lc_int_add(ctx, i, lc_int_const(1));
    lc_frame frame = lc_frame_open(ctx);
    lc_int next = bound;
    for (size_t j = 0; j < s->form->n; j++) {
        if (lc_int_is_zero(s->rest[j]))
            continue;
        lc_int more = lc_int_add(ctx, carries_at(ctx, s, j, i), lc_int_const(1));
        lc_int target = lc_int_mul(ctx, more, s->form->place[j]);
        if (s->above[j])
            target = lc_int_add(ctx, target, lc_int_const(1));
        next = lc_int_min(next, lc_int_cdiv(ctx, target, s->rest[j]));
    }
    return lc_frame_return(ctx, frame, next);
}

/* No carry at all before `bound`, which no division is needed to see. */
static bool straight(lc_ctx *ctx, const run_state *s, lc_int bound)
{
    lc_int last = lc_int_sub(ctx, bound, lc_int_const(1));
    for (size_t j = 0; j < s->form->n; j++)
        if (s->above[j] || !lc_int_lt(lc_int_mul(ctx, last, s->rest[j]), s->form->place[j]))
            return false;
    return true;
}

/* A size may have as many as there are. */
static size_t bits_of(lc_int a)
{
    return lc_int_is_size(a) ? LC_MAX_INT_BITS : lc_int_bits(a);
}

/* Fewer steps with longer integers, for the same work and memory. */
static int search_steps(const lc_carry_form *form, lc_int bound)
{
    size_t most = bits_of(bound);
    for (size_t j = 0; j < form->n; j++) {
        size_t bits = bits_of(form->place[j]) + bits_of(form->gain[j]);
        most = bits > most ? bits : most;
    }
    return SEARCH_STEPS / (int)(1 + most / 128);
}

bool lc_carry_run(lc_ctx *ctx, const lc_carry_form *form, const lc_int *x, lc_int bound,
                  lc_int *run)
{
    lc_int rest[form->n + 1];
    bool above[form->n + 1];
    run_state s = {form, rest, above, lc_int_const(0)};
    run_open(ctx, &s, x);
    if (straight(ctx, &s, bound)) {
        *run = bound;
        return true;
    }
    /* The excess is 0 at first and constant between changes. The first change ends the run unless
     * gains cancel. */
    lc_int i = lc_int_const(1);
    int steps = search_steps(form, bound);
    for (int step = 0; step < steps; step++) {
        i = next_change(ctx, &s, i, bound);
        if (!lc_int_lt(i, bound) || !lc_int_is_zero(run_excess(ctx, &s, i))) {
            *run = lc_int_min(i, bound);
            return true;
        }
    }
    return lc_fail(
        ctx, LC_ERR_BUDGET,
        "the linear run of a composition was not found in %d steps: gains of different "
        "carries cancel",
        steps);
}

/* A box of coordinates and the remainders of its steps modulo every place,
 * rest[j * n + t]. */
typedef struct {
    const lc_carry_form *form;
    size_t n;
    const lc_int *extent;
    const lc_int *rest;
} box;

static lc_int excess_at(lc_ctx *ctx, const box *b, const lc_int *c)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int excess = lc_int_const(0);
    for (size_t j = 0; j < b->form->n; j++) {
        lc_int sum = lc_int_const(0);
        for (size_t t = 0; t < b->n; t++)
            sum = lc_int_add(ctx, sum, lc_int_mul(ctx, c[t], b->rest[j * b->n + t]));
        sum = lc_int_fdiv(ctx, sum, b->form->place[j]);
        excess = lc_int_add(ctx, excess, lc_int_mul(ctx, b->form->gain[j], sum));
    }
    return lc_frame_return(ctx, frame, excess);
}

/* No carry anywhere in the box: its last corner reaches no place. One place after the
 * other, so that a large box needs no memory. */
static bool carry_free(lc_ctx *ctx, const lc_carry_form *form, size_t n, const lc_int *extent,
                       const lc_int *x)
{
    bool free_of_carries = true;
    for (size_t j = 0; free_of_carries && j < form->n; j++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int sum = lc_int_const(0);
        for (size_t t = 0; t < n; t++) {
            lc_int last = lc_int_sub(ctx, extent[t], lc_int_const(1));
            lc_int rest = lc_int_fmod(ctx, x[t * form->inputs + form->input[j]], form->place[j]);
            sum = lc_int_add(ctx, sum, lc_int_mul(ctx, last, rest));
        }
        free_of_carries = lc_int_lt(sum, form->place[j]);
        lc_frame_close(ctx, frame);
    }
    return free_of_carries;
}

/* Lower the entries of a coordinate that shows an excess, one after the other by
 * bisection, as long as it still shows one. Entries of very many bits are left larger
 * than they need be: each bit is a step over all carries. */
static void simplify(lc_ctx *ctx, const box *b, lc_int *c)
{
    for (size_t t = 0; t < b->n; t++) {
        lc_int low = lc_int_const(-1), kept = c[t]; /* excess at kept, none at low */
        for (int step = 0; step < SIMPLIFY_STEPS; step++) {
            if (lc_int_is_size(kept) || !lc_int_lt(lc_int_add(ctx, low, lc_int_const(1)), kept))
                break;
            lc_int sum = lc_int_add(ctx, low, kept);
            c[t] = lc_int_fdiv(ctx, sum, lc_int_const(2));
            if (lc_int_is_zero(excess_at(ctx, b, c)))
                low = c[t];
            else
                kept = c[t];
        }
        c[t] = kept;
    }
}

/* Advance c through the box, first entry fastest; false past the end. */
static bool advance(lc_ctx *ctx, const box *b, lc_int *c)
{
    for (size_t t = 0; t < b->n; t++) {
        c[t] = lc_int_add(ctx, c[t], lc_int_const(1));
        if (lc_int_lt(c[t], b->extent[t]))
            return true;
        c[t] = lc_int_const(0);
    }
    return false;
}

/* An excess at a corner of the box, the last one first: entries that carry only together are
 * alone there, so that nothing cancels their gain. */
static bool corner_excess(lc_ctx *ctx, const box *b, lc_int *c)
{
    size_t bits = b->n < CORNER_BITS ? b->n : CORNER_BITS;
    for (size_t left_out = 0; left_out < (size_t)1 << bits; left_out++) {
        for (size_t t = 0; t < b->n; t++)
            c[t] = t < bits && left_out >> t & 1 ? lc_int_const(0)
                                                 : lc_int_sub(ctx, b->extent[t], lc_int_const(1));
        if (!lc_int_is_zero(excess_at(ctx, b, c)))
            return true;
    }
    return false;
}

static lc_additivity search(lc_ctx *ctx, const box *b, lc_int *c)
{
    if (corner_excess(ctx, b, c)) {
        simplify(ctx, b, c);
        return LC_NOT_ADDITIVE;
    }
    lc_int longest = lc_int_const(1);
    for (size_t t = 0; t < b->n; t++) {
        c[t] = lc_int_const(0);
        longest = lc_int_is_size(b->extent[t]) ? b->extent[t] : longest;
    }
    int steps = search_steps(b->form, longest);
    for (int step = 0; step < steps; step++) {
        if (!advance(ctx, b, c))
            return LC_ADDITIVE;
        if (!lc_int_is_zero(excess_at(ctx, b, c)))
            return LC_NOT_ADDITIVE;
    }
    return LC_ADDITIVITY_UNDECIDED;
}

lc_additivity lc_carry_additive(lc_ctx *ctx, const lc_carry_form *form, size_t n,
                                const lc_int *extent, const lc_int *x, lc_int *c)
{
    if (n == 0 || carry_free(ctx, form, n, extent, x))
        return LC_ADDITIVE;
    if (form->n > REMAINDERS_MAX / n)
        return LC_ADDITIVITY_UNDECIDED;
    lc_int *rest = lc_alloc(ctx, form->n * n, sizeof(lc_int));
    if (!rest)
        return LC_ADDITIVITY_UNDECIDED;
    for (size_t j = 0; j < form->n; j++)
        for (size_t t = 0; t < n; t++)
            rest[j * n + t] = lc_int_fmod(ctx, x[t * form->inputs + form->input[j]],
                                          form->place[j]);
    box b = {form, n, extent, rest};
    lc_additivity answer = search(ctx, &b, c);
    free(rest);
    return answer;
}
