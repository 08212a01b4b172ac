/* wgmma.h - a kernel by WGMMA under construction: what its roles share (wgmma.c).
 *
 * A block is one or two teams of warpgroups, which accumulate, and a warp that loads. A team
 * makes a tile of C: each of its warpgroups has rows of it, of as many atoms along m as it takes,
 * by the columns of one atom. With two teams, recipe->turns, they take the tiles of a block in
 * turns.
 *
 * Launches are persistent: round r of a cluster is its tile cluster + r * clusters in the raster.
 * The k block b of round r is use r * blocks_k + b of the rings `full` and `empty`.
 *
 *   full    a stage was loaded: one arrival, of the thread that loads, and the bytes of a stage
 *   empty   it was read: an arrival of each warp of the team, of each block that gets what this
 *           block loads
 *   turn    with turns: slot r % 2 ends phase r / 2 once the products of round r are begun
 *
 * With a split the blocks of a cluster have a part of the k blocks of one tile each, and no
 * rounds. Each puts its sums into shared memory; then each adds a share of all of them and stores
 * it.
 */
#ifndef LCK_PRODUCT_WGMMA_H
#define LCK_PRODUCT_WGMMA_H

#include "lowering.h"
#include "stages.h"

typedef struct {
    lck_making *w;
    lck_tile_stage stage[2]; /* of A, B */
    lck_tile_out out;
    int staged[3]; /* arrays: stages of A, of B, buffers of C */
    int map[3];    /* tensor maps */
    size_t map_axis[3][LCK_MAX_MAP_RANK];
    int full, empty, turn, split;
    bool boxes; /* C is stored by TMA */
    int parts;  /* with a split: the array of sums; the file of 4 of a block */
    int part;
    int sums, packed, moved; /* files: what is accumulated, and its results */
    int team;                /* warpgroups of a team */
    int teams, loader;       /* the warp that loads */
    int64_t rows, columns;   /* of a warpgroup's part of a tile */
    const lc_expr *warp, *lane;
    const lc_expr *rank, *down, *across;        /* of a block in its cluster */
    const lc_expr *blocks_k, *first_k, *rounds; /* of the block: k blocks, the first of them */
    const lc_expr *once[2];   /* of A, B: nothing loads a tile of it again later */
    const lc_expr *inside[2]; /* of A, B that are cut: from a tile on, along the axis; or NULL */
} lck_wgmma_making;

/* Begins the tile of a round, for one team or all: opens the LOOP, if there is one, and returns
 * the number of the round. Then, ends it. */
const lc_expr *lck_wgmma_round(lck_wgmma_making *g, const lc_expr *team);
void lck_wgmma_round_end(lck_wgmma_making *g);
/* The use of a k block in a round; the slot and the phase of a use, of rings of stages. */
const lc_expr *lck_wgmma_number(lck_wgmma_making *g, const lc_expr *round, const lc_expr *block);
void lck_wgmma_use(lck_wgmma_making *g, const lc_expr *i, const lc_expr **slot,
                   const lc_expr **phase);
/* The place of a warpgroup in its team, along m and along n. */
const lc_expr *lck_wgmma_down(lck_wgmma_making *g, const lc_expr *group);
const lc_expr *lck_wgmma_across(lck_wgmma_making *g, const lc_expr *group);
/* Coordinates of a box in the order of its map, of coordinates of axes. */
void lck_wgmma_crd(lck_wgmma_making *g, lck_factor tensor, const lc_expr *const *of_axes,
                   const lc_expr **crd);

/* Writes what the warp that loads does (wgmma-load.c). */
void lck_wgmma_load(lck_wgmma_making *g);
/* Writes the products of a round's tile, the last of which are under way; awaits them
 * (wgmma-sum.c). */
void lck_wgmma_sum(lck_wgmma_making *g, const lc_expr *round, const lc_expr *group);
void lck_wgmma_sum_end(lck_wgmma_making *g, const lc_expr *round);
/* How a warpgroup stores its sums (wgmma-store.c): adds the files; what it does before the sums
 * are awaited, after, and once all rounds are done. */
bool lck_wgmma_store_files(lck_wgmma_making *g);
void lck_wgmma_store_begin(lck_wgmma_making *g, const lc_expr *group);
void lck_wgmma_store(lck_wgmma_making *g, const lc_expr *group);
void lck_wgmma_store_end(lck_wgmma_making *g);
/* Stores 8 columns, of all atoms of a warpgroup together, from sum `first` on, guarded. */
void lck_wgmma_store_slice(lck_wgmma_making *g, const lc_expr *group, const lc_expr *slice,
                           const lc_expr *first);

/* With a split (wgmma-split.c): adds its array and file; finds the k blocks of the block; puts
 * the sums of a part into shared memory; adds a share of all sums and stores it. */
bool lck_wgmma_split_tables(lck_wgmma_making *g);
void lck_wgmma_split_k(lck_wgmma_making *g);
void lck_wgmma_split_put(lck_wgmma_making *g);
void lck_wgmma_split_gather(lck_wgmma_making *g, const lc_expr *group);

#endif
