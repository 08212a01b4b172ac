/* nest-internal.h - what the files of Nest morphisms share. */
#ifndef LC_NEST_INTERNAL_H
#define LC_NEST_INTERNAL_H

#include "internal.h"
#include "nest.h"

/* The sides lie in the block of the morphism if they were made with it; otherwise they are shared
 * with other morphisms. */
struct lc_morphism {
    lc_block block;
    int refs;
    lc_tuple *domain, *codomain;
    size_t map[];
};

/* A morphism from n and m flat entries, which are not checked. A side without entries is the
 * tuple 1, which has no partner; a map without entries sends this one entry to *. */
lc_morphism *lc_morphism_flat(lc_ctx *ctx, size_t n, const lc_int *domain, size_t m,
                              const lc_int *codomain, const size_t *map);

/* f, with one more entry at the end of its codomain, which has no partner. */
lc_morphism *lc_morphism_extended(lc_ctx *ctx, const lc_morphism *f, lc_int entry);

#endif
