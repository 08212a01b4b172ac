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

/* Room for a morphism and both its sides in one piece of memory; the caller fills sides that
 * fit and the map, then seals it, which is as for tuples. */
lc_morphism *lc_morphism_alloc(lc_ctx *ctx, size_t nnodes, size_t nleaves, size_t to_nnodes,
                               size_t to_nleaves);
lc_morphism *lc_morphism_seal(lc_ctx *ctx, lc_morphism *f);

/* From flat entries, n and m of them, that are a morphism: nothing is asked. Without entries
 * a side is the tuple 1, which has no partner; a map of no entries is then that of its one
 * entry, *. */
lc_morphism *lc_morphism_flat(lc_ctx *ctx, size_t n, const lc_int *domain, size_t m,
                              const lc_int *codomain, const size_t *map);

#endif
