/* sets.h - sets of threads, each made of one thread or of two sets that share none.
 *
 * The union of the same two sets is the same set, so that all threads that join the same
 * parts have one. */
#ifndef LCK_ROWS_SETS_H
#define LCK_ROWS_SETS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../lib/ctx.h"

#define LCK_NO_SET (-1)

typedef struct {
    int left, right;
} lck_pair;

typedef struct {
    lc_ctx *ctx;
    int threads, n, room;
    size_t words;   /* of a set, 64 threads each */
    uint64_t *bits; /* set after set */
    lck_pair *pair; /* that it is made of */
    int *table;     /* by pair; -1: none */
    size_t places;  /* of the table, a power of 2 */
} lck_sets;

/* The sets 0, 1, .. of one thread each. False: no memory. */
bool lck_sets_open(lck_sets *s, lc_ctx *ctx, int threads);
void lck_sets_close(lck_sets *s);
/* The union of two sets. LCK_NO_SET: they share a thread, which is *shared, or *shared is -1:
 * there is no memory. */
int lck_sets_join(lck_sets *s, int a, int b, int *shared);
/* Does a set have just these threads? */
bool lck_sets_is(const lck_sets *s, int set, const uint64_t *threads);

#endif
