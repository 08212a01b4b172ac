/* usual.h - tiles that were measured to be fast (kernels/bench/results/h200-sizes.csv). */
#ifndef LCK_PRODUCT_USUAL_H
#define LCK_PRODUCT_USUAL_H

#include "choice.h"

typedef struct {
    lck_method method;
    int m, n, k; /* k in bytes */
    int warps[2], stages, cluster[2];
    bool turns;
    int resident, split;
    bool exchanged;
} lck_usual;

/* The i-th of them; NULL: there are no more. Of wgmma the first one of each way round, by which a
 * tile that is given is made, takes no turns. */
const lck_usual *lck_usual_at(size_t i);

#endif
