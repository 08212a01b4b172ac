/* chain.h - layouts applied one after the other.
 *
 * What comes out of a layout is an integer, or a coordinate with an integer an axis. The
 * next layout takes an integer as a whole, and a coordinate mode by mode (Cecka 3.3.5):
 * each of its integers goes to the mode at its place, a mode being extended as a layout
 * is, and the values add up.
 *
 * Chains are compared at every coordinate of a small domain. On a large one they mostly
 * carry nowhere, are linear, and compared by their values at one step along each leaf;
 * else by guessing, then by a counterexample system for each axis.
 */
#ifndef LCV_CHAIN_H
#define LCV_CHAIN_H

#include "function.h"

#define LCV_MAX_CHAIN 3

/* Layouts with the names they go by, innermost first; none is the identity. */
typedef struct {
    size_t n;
    const lc_layout *layout[LCV_MAX_CHAIN];
    const char *name[LCV_MAX_CHAIN];
} lcv_named_chain;

/* ---- evaluating (chain.c) ---- */

/* A layout with its modes at the places of what it is applied to. */
typedef struct {
    const lc_layout *layout;
    size_t nparts;    /* axes of what it is applied to */
    lc_layout **part; /* owned, NULL where there is no mode; of an integer the layout */
} lcv_link;

typedef struct {
    size_t n;
    lcv_link link[LCV_MAX_CHAIN];
    const lc_layout *outermost; /* NULL: the identity */
} lcv_chain;

/* False with LC_ERR_INVALID when the values of one layout are no coordinates of the next. */
bool lcv_chain_open(lc_ctx *ctx, const lcv_named_chain *named, lcv_chain *out);
void lcv_chain_close(lcv_chain *chain); /* also after a failure */
size_t lcv_chain_naxes(const lcv_chain *chain);
/* The value at an integral coordinate, an integer an axis. */
void lcv_chain_values(lc_ctx *ctx, const lcv_chain *chain, lc_int c, lc_int *value);
/* Those integers as an integer or a coordinate. */
lc_tuple *lcv_chain_show(lc_ctx *ctx, const lcv_chain *chain, const lc_int *value);

/* The step `A(B(2)) = A(6) = A(2,1,0) = 7`: the chain at the integral coordinate
 * c, which is shown as the coordinate `shown` (NULL: as c itself). */
void lcv_step_chain(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *named, lc_int c,
                    const lc_tuple *shown);
/* `X(1,4) = 8 + 9 = 17`: a tensor's value is its offset and the layout's. */
void lcv_step_tensor(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                     const lc_tuple *shown);
void lcv_step_at(lc_ctx *ctx, lcv_result **result, const char *name, const lc_layout *a, lc_int c);

/* The coordinate congruent to the shape that a coordinate stands for, mode by mode: its
 * integers are those of whole modes, and modes that it lacks are 0. */
lc_tuple *lcv_natural_of(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd);

/* ---- comparing (difference.c) ---- */

/* f and g at every integral coordinate of the domain. YES: c tells them apart. */
lcr_answer lcv_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                               const lcv_named_chain *g, lc_int *c, const char **method);
/* f = g on the domain, as a result; coordinates are shown in the shape `shown`. */
lcv_result *lcv_check_chains(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                             const lcv_named_chain *g, const lc_tuple *shown);

/* The coalesced modes of one axis of a layout; `room` holds two integers a leaf. On the
 * extended domain the last leaf has no end, and counts when its extent is 1, too. */
typedef struct {
    size_t n;
    lc_int *extent, *step;
} lcv_runs;
lcv_runs lcv_runs_of(lc_ctx *ctx, const lc_layout *a, size_t axis, bool extended, lc_int *room);

#endif
