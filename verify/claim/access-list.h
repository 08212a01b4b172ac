/* access-list.h - accesses that an operation takes together.
 *
 * X is one access of a warp, as in conflicts(X, lanes, bytes, width, banks), or a list of them,
 * each perhaps with a width of its own: [A, [B, 16]].
 */
#ifndef LCV_ACCESS_LIST_H
#define LCV_ACCESS_LIST_H

#include "claims.h"

#define LCV_ACCESS_ARGS 5 /* X, lanes, bytes, width, banks */
#define LCV_MOST_ACCESSES 64

typedef struct {
    size_t n;
    lcv_value *arg[LCV_MOST_ACCESSES][LCV_ACCESS_ARGS]; /* those of conflicts; kept */
} lcv_access_list;

/* Of the arguments X, lanes, bytes, width, banks, the last of which may be missing; false with an
 * error. */
bool lcv_list_accesses(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       lcv_access_list *out);
/* Bits of x - 1. */
int lcv_bits_below(lc_int x);

#endif
