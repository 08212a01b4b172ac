/* chain.h - layouts of integers one after the other, as the sums of a system. */
#ifndef TESTS_CHAIN_H
#define TESTS_CHAIN_H

#include "../isl-bridge/counterexample.h"

#define CHAIN_STEPS 4

typedef struct {
    lcr_sum sum[CHAIN_STEPS];
    lcr_term term[CHAIN_STEPS];
} chain;

/* step[0] to the integral coordinate, then step[1] ...; n = 0 is the identity. */
static inline const lcr_sum *chain_of(chain *c, size_t n, const lc_layout *const *step)
{
    *c = (chain){.sum = {{1, c->term}}};
    for (size_t i = 0; i < n; i++) {
        c->term[i] = (lcr_term){step[i], 0, i > 0 ? &c->sum[i - 1] : NULL};
        c->sum[i] = (lcr_sum){1, &c->term[i]};
    }
    return &c->sum[n > 0 ? n - 1 : 0];
}

#endif
