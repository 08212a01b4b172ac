/* usual.h - tiles that were measured to be fast (kernels/bench/results/h200-sizes.csv). */
#ifndef LCK_PRODUCT_USUAL_H
#define LCK_PRODUCT_USUAL_H

#include "choice.h"

#define MOST_STAGES 16 /* of a usual tile: as many as fit beside what C goes through */

typedef struct {
    lck_method method;
    int m, n, k; /* k in bytes */
    int warps[2], stages, cluster[2];
    bool turns;
    int resident, split;
    bool exchanged;
    int percent; /* of the time that is expected */
} lck_usual;

/* Tile i; NULL past the last. A tile that a plan gives is made as the first one of its method,
 * for wgmma of its way round, which takes no turns. */
const lck_usual *lck_usual_at(size_t i);

#endif
