/* nest-internal.h - what the files of Nest morphisms share. */
#ifndef LC_NEST_INTERNAL_H
#define LC_NEST_INTERNAL_H

#include "internal.h"
#include "nest.h"

struct lc_morphism {
    int refs;
    lc_tuple *domain, *codomain;
    size_t map[];
};

/* Takes over both sides, which are a morphism by construction: nothing is asked. NULL when
 * one of them is NULL; the other is given up. */
lc_morphism *lc_morphism_made(lc_ctx *ctx, lc_tuple *domain, lc_tuple *codomain,
                              const size_t *map);

/* From flat entries, likewise: n and m of them. Without entries a side is the tuple 1, which has no
 * partner; a map of no entries is then that of its one entry, *. */
lc_morphism *lc_morphism_flat(lc_ctx *ctx, size_t n, const lc_int *domain, size_t m,
                              const lc_int *codomain, const size_t *map);

/* The morphism of the layout's function: leaves of extent 1 do without their strides,
 * which make no difference. */
lc_morphism *lc_morphism_of_function(lc_ctx *ctx, const lc_layout *a);

#endif
