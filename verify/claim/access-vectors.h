/* access-vectors.h - vectors of accesses: consecutive values of a thread that a lane moves at
 * once (accesses.h). */
#ifndef LCV_ACCESS_VECTORS_H
#define LCV_ACCESS_VECTORS_H

#include "accesses.h"

/* Is the argument missing, or `_`? */
bool lcv_is_left_out(const lcv_value *given);
/* The vector of X, whose function, width and bytes are there: `given`, or what X has by itself,
 * for NULL and `_`. Errors as in lcv_accesses_of. */
bool lcv_read_vector(lc_ctx *ctx, const char *call, const lcv_value *given, lcv_accesses *a);
/* The number of vectors of all threads; how many bits of a coordinate are the place in a
 * vector. */
lc_int lcv_vectors_count(lc_ctx *ctx, const lcv_accesses *a);
unsigned lcv_vector_bits(const lcv_accesses *a);
/* The coordinate of X at which vector number c begins, threads counting first; that of value
 * number `value` of the vector that begins at `start`. */
lc_int lcv_vector_start(lc_ctx *ctx, const lcv_accesses *a, lc_int c);
lc_int lcv_vector_value(lc_ctx *ctx, const lcv_accesses *a, lc_int start, unsigned value);
/* How many of n values from `start` on are consecutive offsets, in order: at least 1. */
unsigned lcv_vector_run(lc_ctx *ctx, const lcv_accesses *a, lc_int start, unsigned n);
/* The layout of where vectors start, from the layout that gives X its values; this layout itself
 * if vectors are single values. NULL, perhaps with an error, where vectors do not fit its
 * modes. */
const lc_layout *lcv_vector_starts(lc_ctx *ctx, const lcv_accesses *a, const lc_layout *layout);
/* The longest vector of several values that X could have at its first coordinate; 0: none. */
unsigned lcv_vector_possible(lc_ctx *ctx, const lcv_accesses *a, unsigned widest);

#endif
