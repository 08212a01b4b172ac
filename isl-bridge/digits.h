/* digits.h - the counterexample systems of functions under swizzles.
 *
 * A function is a chain of steps x -> w(offset + A(x)) on natural coordinates. An offset
 * under a swizzle is linear in them; bits of it are split off only where the swizzle
 * looks: x = 2^k q + 2^i bit + r, a bounded integer for each of q, bit and r, and a XOR
 * of bits is their sum less twice a bounded integer. Values are compared one digit at a
 * time, a bit that is a XOR or a run of bits that are not, with a system for each: all of
 * them in one system take exponential time. What every system says is an integer
 * statement about sums, so extents need be no powers of two, and size does not matter.
 *
 * Each function negates a claim and asks for a point of it, as counterexample.h has it:
 * LCR_NO proves the claim, LCR_YES fills in coordinates, LCR_UNKNOWN, with LC_ERR_BUDGET,
 * is no answer. Coordinates are arrays of as many integers as the shape has leaves; where
 * there are two, they stand one after the other.
 */
#ifndef LCR_DIGITS_H
#define LCR_DIGITS_H

#include "../lib/swizzle.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x -> swizzle(offset + layout(x)), the layout, of integers, on its extended domain; or x -> map(x),
 * for 0 <= x < 2^cols, which is for the first step only. */
typedef struct {
    const lc_layout *layout; /* NULL: x */
    lc_int offset;
    lc_swizzle swizzle; /* b = 0: none */
    const lc_f2 *map;   /* NULL: none */
} lcr_step;

/* The steps one after the other, the first on the integral coordinate of the domain;
 * none is the identity. */
typedef struct {
    size_t n;
    const lcr_step *step;
} lcr_steps;

typedef struct {
    const lc_tuple *domain;
    lcr_steps f;
} lcr_digit_function;

/* A coordinate of f's domain at which f and g differ. */
lcr_answer lcr_digits_difference(lcr_ctx *r, const lcr_digit_function *f, lcr_steps g,
                                 lc_int *crd);

/* A coordinate at which f is below `least` or above `most`. */
lcr_answer lcr_digits_outside(lcr_ctx *r, const lcr_digit_function *f, lc_int least, lc_int most,
                              lc_int *crd);

/* A coordinate at which f is no multiple of n, n > 0. */
lcr_answer lcr_digits_unaligned(lcr_ctx *r, const lcr_digit_function *f, lc_int n, lc_int *crd);

/* Two different coordinates with the same value. */
lcr_answer lcr_digits_collision(lcr_ctx *r, const lcr_digit_function *f, lc_int *crd);

/* A coordinate of f, and one of g, with the same value, which is not 0. */
lcr_answer lcr_digits_shared(lcr_ctx *r, const lcr_digit_function *f, const lcr_digit_function *g,
                             lc_int *crd);

/* A coordinate whose value is no offset of a. LCR_UNKNOWN when leaves of a overlap by
 * magnitude of stride (lcr_find_outside). */
lcr_answer lcr_digits_missing(lcr_ctx *r, const lcr_digit_function *f, const lc_layout *a,
                              lc_int *crd);

/* The value at an integral coordinate of the first step. */
lc_int lcr_steps_at(lc_ctx *ctx, lcr_steps f, lc_int c);

/* Why no layout has the values of f: at c the value is `value`, and `candidate`, another,
 * is what every layout with f's other values has there. */
typedef struct {
    enum {
        LCR_NOT_ZERO, /* f(0) is not 0 */
        LCR_RUN,      /* f(place i) = i f(place) for i < run only, and run divides not the
                       * `extent` of such i there are */
        LCR_SUM       /* the modes that the values at single steps call for add up wrongly */
    } reason;
    lc_int place, run, extent;
    lc_int c, value, candidate;
    lc_layout *only; /* of LCR_SUM, the layout of those modes: the caller frees it; else NULL */
} lcr_layout_failure;

/* The coalesced layout with the values of f on [0,n). NULL: with LC_ERR_NO_VALUE there is
 * none, and *failure says why; LC_ERR_BUDGET. */
lc_layout *lcr_digits_layout(lcr_ctx *r, lcr_steps f, lc_int n, lcr_layout_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
