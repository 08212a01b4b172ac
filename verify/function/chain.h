/* chain.h - functions applied one after the other.
 *
 * The value of a function is an integer, or a coordinate with an integer an axis. A layout takes
 * an integer as a whole, and a coordinate mode by mode (Cecka 3.3.5): each of its integers goes
 * to the mode at its place, a mode being extended as a layout is, and the values add up. The
 * other kinds take integers.
 */
#ifndef LCV_CHAIN_H
#define LCV_CHAIN_H

#include "function.h"

#define LCV_MAX_CHAIN 3

/* Innermost first, borrowed; none is the identity. A function without a name is not shown. */
typedef struct {
    size_t n;
    const lcv_function *f[LCV_MAX_CHAIN];
} lcv_composite;

/* ---- opened, to be evaluated ---- */

typedef struct {
    const lcv_function *f;
    size_t nparts;    /* integers that it is applied to */
    lc_layout **part; /* its mode for each, NULL if there is none; NULL: f as a whole */
} lcv_link;

typedef struct {
    size_t n;
    lcv_link link[LCV_MAX_CHAIN];
    lcv_function layout[LCV_MAX_CHAIN]; /* of layouts by their names */
} lcv_chain;

/* False with LC_ERR_INVALID when the values of one function are no coordinates of the next. */
bool lcv_composite_open(lc_ctx *ctx, const lcv_composite *functions, lcv_chain *out);
/* The function whose values come out; NULL: the identity. */
const lcv_function *lcv_chain_last(const lcv_chain *chain);
/* How the coordinates that come out are nested; NULL: integers do. */
const lc_tuple *lcv_chain_profile(const lcv_chain *chain);
size_t lcv_chain_naxes(const lcv_chain *chain);
/* Only for layouts and tensors. */
bool lcv_chain_of_layouts(const lcv_chain *chain);
/* The value at an integral coordinate, an integer an axis; false where some function has
 * none: past the domain of a linear layout. */
bool lcv_chain_values(lc_ctx *ctx, const lcv_chain *chain, lc_int c, lc_int *value);
/* Those integers as an integer or a coordinate. */
lc_tuple *lcv_chain_show(lc_ctx *ctx, const lcv_chain *chain, const lc_int *value);

/* The step that gives the value at the integral coordinate c. Layouts give one step, with c shown
 * as the coordinate `shown` (NULL: as c itself): `A(B(2)) = A(6) = A(2,1,0) = 7`, or, with an
 * offset, `X(1,4) = 8 + 9 = 17`. Other kinds give a step for each function. */
void lcv_chain_step(lc_ctx *ctx, lcv_result **result, const lcv_chain *chain, lc_int c,
                    const lc_tuple *shown);
void lcv_step_at(lc_ctx *ctx, lcv_result **result, const char *name, const lc_layout *a,
                 lc_int c);

/* The coordinate congruent to the shape that a coordinate stands for, mode by mode: its
 * integers are those of whole modes, and modes that it lacks are 0. NULL of NULL. */
lc_tuple *lcv_natural_of(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd);

/* ---- of layouts by their names ---- */

typedef struct {
    size_t n;
    const lc_layout *layout[LCV_MAX_CHAIN];
    const char *name[LCV_MAX_CHAIN];
} lcv_named_chain;

lcv_composite lcv_composite_of(const lcv_named_chain *named, lcv_function room[LCV_MAX_CHAIN]);
bool lcv_chain_open(lc_ctx *ctx, const lcv_named_chain *named, lcv_chain *out);
void lcv_step_chain(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *named, lc_int c,
                    const lc_tuple *shown);

#endif
