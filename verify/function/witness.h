/* witness.h - coordinates that break a claim: guessed, listed, and made small. */
#ifndef LCV_WITNESS_H
#define LCV_WITNESS_H

#include "result.h"

struct lcv_function;

/* Integral coordinates tried before anything is solved; none without shortcuts (ctx.h). */
#define LCV_MAX_GUESSES 1024
static inline int lcv_guesses(const lc_ctx *ctx)
{
    return lc_ctx_shortcuts(ctx) ? LCV_MAX_GUESSES : 0;
}

/* The largest domain that is enumerated when solving gives up, by claims on layouts and on
 * functions of any kind. */
#define LCV_ENUMERATE 65536
#define LCV_MAX_POINTS (1 << 22)
/* The same now: a share (ctx.h) of LCV_MAX_POINTS. */
static inline int64_t lcv_points(const lc_ctx *ctx)
{
    return LCV_MAX_POINTS / lc_ctx_share(ctx);
}

/* A claim about each integral coordinate of a domain. */
typedef struct {
    const lc_tuple *domain;
    bool (*breaks)(lc_ctx *ctx, const void *claim, lc_int c);
    const void *claim;
} lcv_search;

/* Try coordinates in order of simplicity: the first lcv_guesses(), unit vectors,
 * ends of modes, sums of two of these, a few random points of a fixed seed. YES:
 * c breaks the claim. NO: the whole domain was tried, the claim holds. */
lcr_answer lcv_guess(lc_ctx *ctx, const lcv_search *search, lc_int *c);
/* Every coordinate; UNKNOWN at once when there are more than `most`. */
lcr_answer lcv_enumerate_to(lc_ctx *ctx, const lcv_search *search, int64_t most, lc_int *c);
/* From a natural coordinate that is said to break the claim: false when it does
 * not, else c is a coordinate that does, as small as a greedy descent finds. */
bool lcv_certify(lc_ctx *ctx, const lcv_search *search, const lc_int *natural, lc_int *c);
/* The exclusive prefix products of the leaves: n + 1 integers. */
lc_int *lcv_prefix_products(lc_ctx *ctx, const lc_tuple *shape);
/* The integral coordinate of a natural one given as an array, and back. */
lc_int lcv_integral(lc_ctx *ctx, const lc_tuple *shape, const lc_int *natural);

/* A natural coordinate of the search's domain that breaks its claim, from a system. */
typedef lcr_answer lcv_solve(lcr_ctx *r, const void *claim, lc_int *natural);
/* Guess, solve (unless that is NULL), enumerate up to lcv_points() coordinates; *method
 * says what decided. UNKNOWN without an error: nothing did. */
lcr_answer lcv_search_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c,
                             const char **method);

/* UNKNOWN: not decided by a matrix, a system or a system in digits, and not small. */
lcv_result *lcv_undecided(lc_ctx *ctx, const struct lcv_function *f);

#endif
