/* nest-internal.h - what the files of Nest morphisms share. */
#ifndef LC_NEST_INTERNAL_H
#define LC_NEST_INTERNAL_H

#include "internal.h"
#include "nest.h"

/* The sides lie in the block of the morphism when they were made with it, and are shared
 * with other morphisms when not. */
struct lc_morphism {
    lc_block block;
    int refs;
    lc_tuple *domain, *codomain;
    size_t map[];
};

/* From flat entries, n and m of them, that are a morphism: nothing is asked. Without entries
 * a side is the tuple 1, which has no partner; a map of no entries is then that of its one
 * entry, *. */
lc_morphism *lc_morphism_flat(lc_ctx *ctx, size_t n, const lc_int *domain, size_t m,
                              const lc_int *codomain, const size_t *map);

#endif
