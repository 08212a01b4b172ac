/* counterexample.h - the counterexample systems of claims, about layouts and about functions
 * under swizzles.
 *
 * Each function negates a claim and asks for an integer point of it: LCR_NO means
 * that there is no counterexample (the claim is proved), LCR_YES fills one in,
 * LCR_UNKNOWN, with LC_ERR_BUDGET, that it was not decided within the budget, or is too
 * large for a system. All work in natural coordinates, where a layout is linear and its
 * domain a box. A layout applied to a value is a sum of the value's digits in the
 * layout's mixed radix, the last one free (extended domain); a digit is linear where the
 * coordinates refine the shape, and otherwise one bounded variable.
 *
 * Coordinates are arrays of as many integers as the layout (or shape) has leaves. All but
 * lcr_find_difference take layouts of integers; none takes strides that add by XOR
 * (LC_ERR_INVALID).
 *
 * A function under swizzles is a chain of steps x -> w(offset + A(x)) on natural coordinates, and
 * its system is in digits. An offset under a swizzle is linear in the coordinates; its bits are
 * split off only where the swizzle reads them: x = 2^k q + 2^i bit + r, with a bounded integer
 * for each of q, bit and r. A XOR of bits is their sum less twice a bounded integer. Values are
 * compared one digit at a time, a bit that is a XOR or a run of bits that are not, with a system
 * for each: all of them in one system take exponential time. Every system is an integer statement
 * about sums, so extents need be no powers of two, and size does not matter.
 */
#ifndef LCR_COUNTEREXAMPLE_H
#define LCR_COUNTEREXAMPLE_H

#include "../lib/swizzle.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the integral coordinate: a sum of layouts, each applied to such a sum. A layout
 * whose values are coordinates contributes a term for one axis. Coordinates given to a layout A
 * contribute a term for each of their axes, with the mode of A at its place. */
typedef struct lcr_sum lcr_sum;
typedef struct {
    const lc_layout *layout; /* NULL: the identity */
    size_t axis;
    const lcr_sum *of; /* NULL: the integral coordinate */
} lcr_term;
struct lcr_sum {
    size_t n;
    const lcr_term *term;
};

/* A natural coordinate of `domain` at which f and g differ. */
lcr_answer lcr_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcr_sum *f,
                               const lcr_sum *g, lc_int *crd);

/* Two different coordinates of a with the same offset. */
lcr_answer lcr_find_collision(lcr_ctx *r, const lc_layout *a, lc_int *crd1, lc_int *crd2);

/* A coordinate i of c, not 0, and j of a with c(i) = a(j). `extended`: the last
 * leaf of c is unbounded above (law 28 on the extended domain). */
lcr_answer lcr_find_common(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                           lc_int *i, lc_int *j);

/* A coordinate of t whose offset is no offset of a. Decided by systems when the
 * leaves of a, by magnitude of stride, do not overlap; else LCR_UNKNOWN. */
lcr_answer lcr_find_outside(lcr_ctx *r, const lc_layout *t, const lc_layout *a, lc_int *crd);

/* ---- in digits ---- */

/* x -> swizzle(offset + layout(x)), with a layout of integers on its extended domain; or x ->
 * map(x) for 0 <= x < 2^cols, in the first step only. */
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

/* Why no layout has the values of f: its value at c is `value`, while every layout with f's other
 * values has another value there, `candidate`. */
typedef struct {
    enum {
        LCR_NOT_ZERO, /* f(0) is not 0 */
        LCR_RUN,      /* f(place i) = i f(place) for i < run only; run does not divide `extent` */
        LCR_SUM       /* the modes given by the values at single steps add up wrongly */
    } reason;
    lc_int place, run, extent;
    lc_int c, value, candidate;
    lc_layout *only; /* of LCR_SUM, the layout of those modes: the caller frees it; else NULL */
} lcr_layout_failure;

/* The coalesced layout with the values of f on [0,n). NULL with LC_ERR_NO_VALUE where there is
 * none, and *failure says why, or with LC_ERR_BUDGET. */
lc_layout *lcr_digits_layout(lcr_ctx *r, lcr_steps f, lc_int n, lcr_layout_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
