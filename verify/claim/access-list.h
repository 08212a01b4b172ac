/* access-list.h - accesses that an operation takes together.
 *
 * X is one access of a warp, as in conflicts(X, ...), or a list of accesses, each perhaps with
 * its own width: [A, [B, 16]]. op, what they do, may be a list, too: [write, read].
 */
#ifndef LCV_ACCESS_LIST_H
#define LCV_ACCESS_LIST_H

#include "accesses.h"
#include "claims.h"

#define LCV_MOST_ACCESSES 64

typedef struct {
    size_t n;
    lcv_value *arg[LCV_MOST_ACCESSES][LCV_ACCESS_ARGS]; /* those of conflicts; kept */
} lcv_access_list;

/* Reads the arguments of conflicts, the last of which may be missing; false with an error. */
bool lcv_list_accesses(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_access_list *out);
/* The number of bits of x - 1. */
int lcv_bits_below(lc_int x);

#endif
