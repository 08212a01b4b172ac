/* represent.c - the layout with given values (recover.h), where the values are those of a
 * function under swizzles.
 *
 * The first mode of such a layout is k : f(1), k the largest run f(i) = i f(1), i < k, which
 * divides n; the others are the layout of j -> f(k j). A run goes on while it is linear.
 * Bisection finds its end, with a system for each half, and the modes together are the layout if
 * the last system finds no difference.
 */
#include "config.h"

#include "counterexample.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define TRIED 64 /* coordinates of a run that are evaluated before a system is solved */

/* The value at an integral coordinate of the first step. */
static lc_int steps_at(lc_ctx *ctx, lcr_steps f, lc_int c)
{
    for (size_t k = 0; k < f.n; k++) {
        const lcr_step *step = &f.step[k];
        if (step->map) {
            uint64_t word = 0, value;
            for (unsigned i = 0; i < step->map->cols; i++)
                word |= (uint64_t)lc_int_bit(c, i) << i;
            value = lc_f2_apply(step->map, word);
            lc_int high = lc_int_si(ctx, (int64_t)(value >> 32));
            c = lc_int_mul(ctx, high, lc_int_si(ctx, INT64_C(1) << 32));
            c = lc_int_add(ctx, c, lc_int_si(ctx, (int64_t)(value & UINT32_MAX)));
        }
        if (step->layout)
            c = lc_layout_at(ctx, step->layout, c);
        c = lc_swizzle_apply(ctx, step->swizzle, lc_int_add(ctx, c, step->offset));
    }
    return c;
}

/* f at multiples of a place, for n of them. */
typedef struct {
    lcr_ctx *r;
    lcr_steps f;
    lc_int place, n;
} multiples;

/* Some i < count with f(at(i)) != line(i). */
static lcr_answer differs_below(const multiples *m, const lc_layout *at, const lc_layout *line,
                                lc_int count, lc_int *c)
{
    lc_ctx *ctx = m->r->lc;
    lcr_step first = {.layout = at}, want = {.layout = line};
    lcr_step *step = lc_alloc(ctx, m->f.n + 1, sizeof *step);
    lc_tuple *domain = step ? lc_tuple_leaf(ctx, count) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    if (domain) {
        step[0] = first;
        memcpy(step + 1, m->f.step, m->f.n * sizeof *step);
        lcr_digit_function f = {domain, {m->f.n + 1, step}};
        answer = lcr_digits_difference(m->r, &f, (lcr_steps){1, &want}, c);
    }
    lc_tuple_free(domain);
    free(step);
    return answer;
}

/* Values at first coordinates: the end of a short run. */
static bool short_run(const multiples *m, lc_int value, lc_int *run)
{
    lc_ctx *ctx = m->r->lc;
    lc_int one = lc_int_const(1), c = m->place, line = value;
    *run = one;
    for (int i = 0; i < TRIED && lc_int_lt(*run, m->n); i++) {
        if (!lc_int_eq(steps_at(ctx, m->f, c), line))
            return true;
        *run = lc_int_add(ctx, *run, one);
        c = lc_int_add(ctx, c, m->place);
        line = lc_int_add(ctx, line, value);
    }
    return lc_int_eq(*run, m->n);
}

/* The largest run; false with an error when it was not decided. */
static bool find_run(const multiples *m, lc_int value, lc_int *run)
{
    lc_ctx *ctx = m->r->lc;
    lc_int one = lc_int_const(1), end = m->n;
    if (short_run(m, value, run))
        return true;
    lc_layout *at = lc_layout_flat(ctx, 1, &m->n, &m->place);
    lc_layout *line = at ? lc_layout_flat(ctx, 1, &m->n, &value) : NULL;
    lcr_answer answer = line ? LCR_YES : LCR_UNKNOWN;
    lc_int count = m->n, c;
    while (answer != LCR_UNKNOWN && lc_int_lt(*run, end)) {
        answer = differs_below(m, at, line, count, &c); /* [0, run) is straight */
        if (answer == LCR_YES)
            end = c;
        else if (answer == LCR_NO)
            *run = count;
        lc_int half = lc_int_fdiv(ctx, lc_int_add(ctx, *run, end), lc_int_const(2));
        count = lc_int_add(ctx, half, one);
    }
    lc_layout_free(at);
    lc_layout_free(line);
    return answer != LCR_UNKNOWN;
}

static lc_layout *no_layout(lcr_ctx *r, lcr_steps f, const lcr_layout_failure *why,
                            lcr_layout_failure *failure)
{
    char at[LCR_TEXT_ROOM], value[LCR_TEXT_ROOM], wanted[LCR_TEXT_ROOM];
    lcr_layout_failure found = *why;
    found.value = steps_at(r->lc, f, found.c);
    if (failure)
        *failure = found;
    return lc_fail(r->lc, LC_ERR_NO_VALUE,
                   "no layout has these values: at %s it is %s, and a layout would need %s",
                   lcr_number(found.c, at), lcr_number(found.value, value),
                   lcr_number(found.candidate, wanted));
}

/* The modes of the candidate; false with the failure, or an error. */
static bool find_modes(lcr_ctx *r, lcr_steps f, lc_int n, size_t room, size_t *count,
                       lc_int *extent, lc_int *step, lcr_layout_failure *failure)
{
    lc_ctx *ctx = r->lc;
    multiples m = {r, f, lc_int_const(1), n};
    for (*count = 0; !lc_int_is_one(m.n) && *count < room; ++*count) {
        lc_int run, value = steps_at(ctx, f, m.place);
        if (!find_run(&m, value, &run))
            return false;
        if (!lc_int_divides(ctx, run, m.n)) {
            lcr_layout_failure why = {.reason = LCR_RUN,
                                      .place = m.place,
                                      .run = run,
                                      .extent = m.n};
            why.c = lc_int_mul(ctx, run, m.place);
            why.candidate = lc_int_mul(ctx, run, value);
            no_layout(r, f, &why, failure);
            return false;
        }
        extent[*count] = run;
        step[*count] = value;
        m.place = lc_int_mul(ctx, m.place, run);
        m.n = lc_int_fdiv(ctx, m.n, run);
    }
    return true;
}

/* A coordinate at which the candidate differs from f; f is then no layout. */
static lc_layout *check_modes(lcr_ctx *r, lcr_steps f, lc_layout *a, lcr_layout_failure *failure)
{
    lc_ctx *ctx = r->lc;
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lcr_step modes = {.layout = a};
    lc_int *crd = shape ? lc_alloc(ctx, lc_tuple_nleaves(shape), sizeof *crd) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    if (crd) {
        lcr_digit_function candidate = {shape, {1, &modes}};
        answer = lcr_digits_difference(r, &candidate, f, crd);
    }
    if (answer == LCR_YES) {
        lcr_layout_failure why = {.reason = LCR_SUM, .c = lc_int_const(0)};
        lc_int place = lc_int_const(1);
        for (size_t k = 0; k < lc_tuple_nleaves(shape); k++) {
            why.c = lc_int_add(ctx, why.c, lc_int_mul(ctx, place, crd[k]));
            place = lc_int_mul(ctx, place, lc_tuple_value(shape, k));
        }
        why.candidate = lc_layout_at(ctx, a, why.c);
        why.only = failure ? lc_layout_ref(a) : NULL;
        no_layout(r, f, &why, failure);
    }
    free(crd);
    lc_tuple_free(shape);
    if (answer == LCR_NO)
        return a;
    lc_layout_free(a);
    return NULL;
}

lc_layout *lcr_digits_layout(lcr_ctx *r, lcr_steps f, lc_int n, lcr_layout_failure *failure)
{
    lc_ctx *ctx = r->lc;
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    lcr_layout_failure why = {.reason = LCR_NOT_ZERO, .c = zero, .candidate = zero};
    if (!lc_int_is_zero(steps_at(ctx, f, zero)))
        return no_layout(r, f, &why, failure);
    size_t count, room = lc_int_bits(n); /* every run is 2 or more */
    lc_int *extent = lc_alloc(ctx, 2 * room, sizeof *extent);
    lc_layout *a = NULL;
    if (extent && find_modes(r, f, n, room, &count, extent, extent + room, failure))
        a = count > 0 ? lc_layout_flat(ctx, count, extent, extent + room)
                      : lc_layout_flat(ctx, 1, &one, &zero);
    free(extent);
    return a ? check_modes(r, f, a, failure) : NULL;
}
