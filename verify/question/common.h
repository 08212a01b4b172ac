/* common.h - the values of f among those of g: which are shared, and which are not there.
 *
 *     common(f, g)           c and d with f(c) = g(d), which is not 0
 *     outside(f, image g)    c with f(c) = g(d) for no d
 *
 * The functions are two layouts of integers (lcv_arg_tensor), or of any kind (lcv_arg_any).
 *
 * Deciders of both: the matrices over F2; guesses, each looked up among the values of g; a
 * system, linear for layouts and in digits else; all coordinates of f. Of layouts outside also
 * asks whether the image of g is an interval, whether the modes of f fit into those of g
 * (fit.h), and whether f has a corner beyond the range of g.
 */
#ifndef LCV_COMMON_H
#define LCV_COMMON_H

#include "among.h"
#include "question.h"

typedef struct {
    const lcv_function *f, *g; /* borrowed */
    bool layouts;              /* both are, without a matrix */
    lc_tuple *domain;          /* of f */
    lcv_among among;           /* the values of g */
    bool common;               /* values that are there are looked for, or that are not */
    bool *undecided;           /* of some value this is not known */
} lcv_lookup;

/* False with an error. */
bool lcv_lookup_open(lcr_ctx *r, const lcv_function *f, const lcv_function *g, lcv_lookup *l);

/* YES fills in c, d and the value. */
lcr_answer lcv_find_common(lcr_ctx *r, const lcv_lookup *l, lcv_finding *found);
/* YES fills in c and the value. */
lcr_answer lcv_find_outside_image(lcr_ctx *r, const lcv_lookup *l, lcv_finding *found);

/* ---- deciders of both (lookup.c) ---- */

lcv_decider lcv_lookup_guess, lcv_lookup_all;
/* The solution of a system, brought down to a small c. UNKNOWN where it is not known whether it
 * tells; an error where it does not. */
lcr_answer lcv_lookup_certify(lc_ctx *ctx, const lcv_lookup *l, const lc_int *natural,
                              const char *what, lc_int *c);

#endif
