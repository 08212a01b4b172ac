/* size-walk.h - claims about sizes in M and N, at numbers, by a walk over all coordinates. */
#ifndef TESTS_SIZE_WALK_H
#define TESTS_SIZE_WALK_H

#include "size-text.h"

typedef enum {
    INJECTIVE,
    IN_BOUNDS,
    COVERS,
    BIJECTIVE,
    PARTITIONS,
    ALIGNED,
    EQUIV,
    ORDER,
    KINDS
} kind;
typedef struct {
    kind kind;
    size_t axes, n;
    const char *arg[3];
} claim; /* of these arguments, as text */

/* TOO_LARGE: a walk has more than `most` coordinates, or its box places. */
typedef enum { HOLDS, FAILS, NO_VALUE, TOO_LARGE } truth;
truth claim_at(const claim *c, int64_t m, int64_t n, int64_t most);

#endif
