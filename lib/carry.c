#include "config.h"

#include <stdlib.h>

#include "carry.h"

/* Steps of a search that only cancelling gains make necessary. */
#define SEARCH_STEPS 65536
/* Entries whose presence in a corner is varied. */
#define CORNER_BITS 10

void lc_carry_form_of(lc_ctx *ctx, const lc_layout *a, lc_int *place, lc_int *gain,
                      lc_carry_form *form)
{
    size_t n = 0;
    lc_int p = lc_int_const(1), slope = a->step[0];
    for (size_t k = 0; k + 1 < a->nleaves; k++) {
        lc_int e = lc_int_sub(ctx, a->step[k + 1], lc_int_mul(ctx, a->extent[k], a->step[k]));
        p = lc_int_mul(ctx, p, a->extent[k]);
        if (lc_int_is_one(p)) { /* only extents of 1 so far: the slope is the next stride's */
            slope = a->step[k + 1];
            continue;
        }
        if (n > 0 && lc_int_eq(place[n - 1], p))
            gain[n - 1] = lc_int_add(ctx, gain[n - 1], e);
        else {
            place[n] = p;
            gain[n++] = e;
        }
        if (lc_int_is_zero(gain[n - 1]))
            n--;
    }
    *form = (lc_carry_form){slope, n, place, gain};
}

lc_int lc_carry_at(lc_ctx *ctx, const lc_carry_form *form, lc_int x)
{
    lc_int value = lc_int_mul(ctx, form->slope, x);
    for (size_t j = 0; j < form->n; j++)
        value = lc_int_add(ctx, value,
                           lc_int_mul(ctx, form->gain[j], lc_int_fdiv(ctx, x, form->place[j])));
    return value;
}

/* What A(i x) has beyond i A(x): sum of e_j floor(i r_j / P_j), r_j = x mod P_j. */
static lc_int run_excess(lc_ctx *ctx, const lc_carry_form *form, const lc_int *rest, lc_int i)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int excess = lc_int_const(0);
    for (size_t j = 0; j < form->n; j++) {
        lc_int carries = lc_int_fdiv(ctx, lc_int_mul(ctx, i, rest[j]), form->place[j]);
        excess = lc_int_add(ctx, excess, lc_int_mul(ctx, form->gain[j], carries));
    }
    return lc_frame_return(ctx, frame, excess);
}

/* The smallest i' > i at which some floor(i' r_j / P_j) is larger than at i;
 * `bound` when there is none before it. */
static lc_int next_carry(lc_ctx *ctx, const lc_carry_form *form, const lc_int *rest, lc_int i,
                         lc_int bound)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int next = bound;
    for (size_t j = 0; j < form->n; j++) {
        if (lc_int_is_zero(rest[j]))
            continue;
        lc_int carries = lc_int_fdiv(ctx, lc_int_mul(ctx, i, rest[j]), form->place[j]);
        lc_int target = lc_int_mul(ctx, lc_int_add(ctx, carries, lc_int_const(1)),
                                   form->place[j]);
        next = lc_int_min(next, lc_int_cdiv(ctx, target, rest[j]));
    }
    return lc_frame_return(ctx, frame, next);
}

bool lc_carry_run(lc_ctx *ctx, const lc_carry_form *form, lc_int x, lc_int bound, lc_int *run)
{
    lc_int rest[form->n + 1];
    for (size_t j = 0; j < form->n; j++)
        rest[j] = lc_int_fmod(ctx, x, form->place[j]);
    /* Between carries the excess stays what it is, so only carries are visited.
     * The first one ends the run unless its gains cancel. */
    lc_int i = lc_int_const(0);
    for (int step = 0; step < SEARCH_STEPS; step++) {
        i = next_carry(ctx, form, rest, i, bound);
        if (lc_int_eq(i, bound) || !lc_int_is_zero(run_excess(ctx, form, rest, i))) {
            *run = i;
            return true;
        }
    }
    lc_fail(ctx, LC_ERR_BUDGET,
            "the linear run of a composition was not found in %d steps: gains of different "
            "carries cancel",
            SEARCH_STEPS);
    return false;
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

/* No carry anywhere in the box: its last corner reaches no place. */
static bool carry_free(lc_ctx *ctx, const box *b)
{
    for (size_t j = 0; j < b->form->n; j++) {
        lc_int sum = lc_int_const(0);
        for (size_t t = 0; t < b->n; t++) {
            lc_int last = lc_int_sub(ctx, b->extent[t], lc_int_const(1));
            sum = lc_int_add(ctx, sum, lc_int_mul(ctx, last, b->rest[j * b->n + t]));
        }
        if (!lc_int_lt(sum, b->form->place[j]))
            return false;
    }
    return true;
}

/* Lower the entries of a coordinate that shows an excess, one after the other by
 * bisection, as long as it still shows one. */
static void simplify(lc_ctx *ctx, const box *b, lc_int *c)
{
    for (size_t t = 0; t < b->n; t++) {
        lc_int low = lc_int_const(-1), kept = c[t]; /* excess at kept, none at low */
        while (lc_int_lt(lc_int_add(ctx, low, lc_int_const(1)), kept)) {
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

/* An excess at a corner of the box, the last one first: where entries that carry
 * only together are alone with each other, nothing cancels what they gain. */
static bool corner_excess(lc_ctx *ctx, const box *b, lc_int *c)
{
    size_t bits = b->n < CORNER_BITS ? b->n : CORNER_BITS;
    for (size_t left_out = 0; left_out < (size_t)1 << bits; left_out++) {
        for (size_t t = 0; t < b->n; t++)
            c[t] = t < bits && left_out >> t & 1
                       ? lc_int_const(0)
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
    for (size_t t = 0; t < b->n; t++)
        c[t] = lc_int_const(0);
    for (int step = 0; step < SEARCH_STEPS; step++) {
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
    if (form->n == 0 || n == 0)
        return LC_ADDITIVE;
    lc_int small[64];
    size_t room = form->n * n;
    lc_int *rest = room <= 64 ? small : lc_alloc(ctx, room, sizeof(lc_int));
    if (!rest)
        return LC_ADDITIVITY_UNDECIDED;
    for (size_t j = 0; j < form->n; j++)
        for (size_t t = 0; t < n; t++)
            rest[j * n + t] = lc_int_fmod(ctx, x[t], form->place[j]);
    box b = {form, n, extent, rest};
    lc_additivity answer = carry_free(ctx, &b) ? LC_ADDITIVE : search(ctx, &b, c);
    if (rest != small)
        free(rest);
    return answer;
}
