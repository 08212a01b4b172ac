/* evidence.h - evidence under construction, and the statements that claims and laws are made
 * of. */
#ifndef LCR_RECHECK_EVIDENCE_H
#define LCR_RECHECK_EVIDENCE_H

#include "function.h"

typedef struct {
    lit_pool *pool;
    lcr_evidence *out;
    bool none; /* some part of the claim has no evidence of this kind */
} ev;

/* These return false with an error when something failed; a claim of which there is no
 * evidence of this kind is no failure: lcr_ev_not says so and returns true. */
bool lcr_ev_not(ev *e);
bool lcr_ev_ok(const ev *e);           /* is there no error? */
void lcr_ev_by(ev *e, const char *by); /* unless it is known already */
bool lcr_ev_condition(ev *e, bool holds, const char *condition);
/* A condition that decides by itself: on the literals as they stand; on numbers computed from
 * them. */
bool lcr_ev_reading(ev *e, bool holds, const char *condition);
bool lcr_ev_arithmetic(ev *e, bool holds, const char *condition);
/* The sets, if they are empty, say that the claim fails, and `condition` says how. */
bool lcr_ev_contrary(ev *e, const char *condition);

/* A hint (hints.h), of which nothing is known: what it is said to be has to be shown. NULL: there
 * is none of this kind for x and y, or an error.
 *
 *   along      W with X = Y o W, each leaf of X going a number of times along one of Y
 *   vector     F of y coordinates with X(F(i)) = X(0) + i
 *   composite  one layout for X o Y */
const lit *lcr_ev_hint(ev *e, const char *kind, const lit *x, const lit *y);

/* Adds a set: s as it stands; s with one more row: the sum REL 0, the sum REL a value, the sum is
 * odd or even. */
bool lcr_ev_add(ev *e, const sys *s);
bool lcr_ev_relate(ev *e, const sys *s, const sys_sum *sum, sys_relation relation);
bool lcr_ev_compare(ev *e, const sys *s, const sys_sum *sum, sys_relation relation, lc_int value);
bool lcr_ev_parity(ev *e, const sys *s, const sys_sum *sum, bool odd);
/* Adds two sets: the sum is positive, or negative; below `least`, or above `most`; x - y is
 * positive, or negative, a NULL standing for 0. */
bool lcr_ev_not_zero(ev *e, const sys *s, const sys_sum *sum);
bool lcr_ev_outside(ev *e, const sys *s, const sys_sum *sum, lc_int least, lc_int most);
bool lcr_ev_differ(ev *e, sys *s, const sys_sum *x, const sys_sum *y);
bool lcr_ev_same_number(ev *e, lc_int a, lc_int b); /* a - b is not zero */

/* What a claim says of its literals. */
typedef bool ev_rule(ev *e, const lcr_statement *c);

/* A row of a table, which ends with one without a name: a claim or an operation, the arguments,
 * one letter each, of which the first `least` have to be there, and of which kinds. `x` is a
 * function or a relation, and a tuple stands for its compact layout; `f` is one of them as it is.
 * For a first `i` the rule gets the layouts inside of the function and the value
 * (sets/outside.h). `m` is a morphism, `v` any value as it is; what `.` is goes by the rule, `*`
 * is any number of the last. Where no morphism is asked for, one stands for the layout that it
 * realizes. */
typedef struct {
    const char *name;
    size_t least;
    const char *args;
    ev_rule *rule;
    unsigned of;
    int how; /* which one, where a rule has several names */
} ev_row;

/* sets/statement.c: the first row for a statement, of these kinds, 0: of any; and what it says.
 * NULL: none, and no evidence. */
const ev_row *lcr_ev_row(const ev_row *rows, unsigned kinds, const char *name, size_t n);
bool lcr_ev_state(lit_pool *pool, const ev_row *row, const lcr_statement *s,
                  lcr_evidence *evidence);

bool lcr_has_argument(const lcr_statement *s, lit_kind kind);

/* An integer, written as one; the ends of int8 to int64 and uint8 to uint64, or an error. */
bool lcr_ev_integer(const lit *a, lc_int *n);
bool lcr_ev_type(ev *e, const lit *a, lc_int *least, lc_int *most);

/* Is argument i there? Then it has to be this word: false with an error for another one. */
bool lcr_ev_has_word(ev *e, const lcr_statement *c, size_t i, const char *word, bool *has);
/* sets/statement.c: a tuple where a layout is meant is the compact one. NULL: none, or an error.
 */
const lit *lcr_ev_layout(ev *e, const lit *a);
/* The tiler that a value stands for: a bare tuple is one by mode, an integer a layout. NULL with
 * an error. */
const lit *lcr_ev_tiler(ev *e, const lit *b);

/* sets/affine.c: of layouts that are linear in natural coordinates. */
bool lcr_ev_collisions(ev *e, const lit *a);
bool lcr_ev_bounds(ev *e, const lit *a, size_t axis, lc_int least, lc_int most);
bool lcr_ev_common(ev *e, const lit *f, const lit *g, bool extended, bool by_value);
bool lcr_ev_ordered(ev *e, const lit *c, bool extended);
/* (A, C) as one layout, whose nesting is not asked. NULL with an error. */
const lit *lcr_ev_joined(ev *e, const lit *a, const lit *c);

/* sets/same.c */
bool lcr_ev_same(ev *e, const fn *f, const fn *g, const lit *domain);
/* sets/forms.c: functions that are linear over F2 in the bits of natural coordinates, each the
 * bits below an extent, which need be no power of two: they are the same when they are at each
 * single bit, and where they differ at one, that is a coordinate. *known: there is evidence,
 * else no set. */
bool lcr_ev_same_in_bits(ev *e, const fn *f, const fn *g, const lit *domain, bool *known);
/* sets/chosen.c: an opinion by points alone. A point of a set, functions that are the same, no
 * two coordinates of one value: of a few chosen ones. It confirms nothing. */
typedef struct lcr_points {
    bool (*found)(const sys *s, sys_point *point);
    bool (*same)(ev *e, const fn *f, const fn *g, const lit *domain);
    bool (*injective)(ev *e, const lit *a);
} lcr_points;
extern const lcr_points lcr_points_chosen;
/* Of up to LCR_EVIDENCE_POINTS coordinates all are looked at. */
bool lcr_ev_same_by_points(ev *e, const fn *f, const fn *g, const lit *domain);

/* sets/equiv.c: X and Y are one function, or relation; R = A o B. */
bool lcr_ev_equiv(ev *e, const lit *x, const lit *y);
bool lcr_ev_composite(ev *e, const lit *r, const lit *a, const lit *b);
/* B as the inner function of A o B, a tiler as a layout of coordinates; NULL: none, or an error.
 */
const lit *lcr_ev_inner(ev *e, const lit *a, const lit *b);

/* sets/images.c: of functions of any kind; several output dims count as one number. */
bool lcr_ev_injective(ev *e, const lit *a);
/* Every integer of [0,n) once, n coordinates: within bounds, and all different. */
bool lcr_ev_once_each(ev *e, const lit *x, lc_int n);
bool lcr_ev_within(ev *e, const lit *a, lc_int least, lc_int most);
/* Values of integers or output dims; not *known: there are no sets. */
bool lcr_ev_inside(ev *e, const fn *f, const lit *domain, lc_int least, lc_int most, bool *known);
bool lcr_ev_aligned(ev *e, const lit *a, lc_int n);
bool lcr_ev_remainder(ev *e, sys *s, sys_sum *value, lc_int n); /* it is n q + r, 0 < r < n */
bool lcr_ev_disjoint(ev *e, const lit *a, const lit *b);

/* sets/xor-sizes.c: the same of layouts whose strides add by XOR, of sizes. */
bool lcr_has_xor_sizes(const lit *a);
bool lcr_xor_sizes_same(ev *e, const lit *a, const lit *b);
bool lcr_xor_sizes_within(ev *e, const lit *a, lc_int least, lc_int most);
bool lcr_xor_sizes_injective(ev *e, const lit *a);

/* sets/reach.c: all of [0,n) are values; every value of t is one of a. The value is not
 * reached. */
bool lcr_ev_reached(ev *e, const lit *a, lc_int n);
bool lcr_ev_contained(ev *e, const lit *t, const lit *a);
bool lcr_ev_never(ev *e, const lit *a, lc_int value);
/* The same as the only evidence, which refutes, unless a condition fails already. */
bool lcr_ev_missing(ev *e, const lit *a, lc_int value);

/* sets/points.c: of functions with up to LCR_EVIDENCE_POINTS coordinates, by looking at
 * all values. */
typedef enum {
    EV_INJECTIVE, /* all different */
    EV_ALIGNED    /* multiples of n */
} ev_image;
int lcr_ev_by_number(const void *a, const void *b); /* compares int64_t */
/* The values in order of coordinates; NULL, with no evidence, when they are too many or too
 * large, or coordinates. */
bool lcr_ev_values(ev *e, const lit *a, int64_t **values, size_t *n);
bool lcr_ev_images(ev *e, const lit *a, ev_image what, lc_int n);
bool lcr_ev_values_within(ev *e, const lit *a, lc_int least, lc_int most);
/* No value of a but 0 is one of b. */
bool lcr_ev_none_in_common(ev *e, const lit *a, const lit *b);
/* Every value of a is one of d as often as of a. */
bool lcr_ev_same_counts(ev *e, const lit *d, const lit *a);
/* The first of [0,n) that is no value, a value of t that is none of a. */
bool lcr_ev_gap(ev *e, const lit *a, lc_int n, bool *found, int64_t *gap);
bool lcr_ev_values_contained(ev *e, const lit *t, const lit *a, bool *found, int64_t *gap);
/* The linear layout with these values at single bits. NULL where there is none: because a value
 * is *negative, and then the function is not linear; or because there are too many bits, which
 * shows nothing. */
typedef bool ev_value_at(void *of, lc_int c, lc_int *value); /* false: there is none */
const lit *lcr_ev_linear_through(ev *e, lc_int size, ev_value_at *at, void *of, bool *negative);
/* The coalesced layout of n coordinates, the only one there may be: a mode runs straight as far
 * as the values do. NULL: a value is missing, or *looks, the evaluations that are left, is used
 * up. */
const lit *lcr_ev_layout_through(ev *e, lc_int n, ev_value_at *at, void *of, size_t *looks);
/* The values are those of a linear layout, of a layout. */
bool lcr_ev_linear_values(ev *e, const lit *a);
bool lcr_ev_layout_values(ev *e, const lit *a);

#endif
