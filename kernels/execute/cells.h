/* cells.h - who touched an element of shared memory.
 *
 * A cell has the last write, and the reads since then that are not ordered among each other. A
 * write that comes after all of them replaces them.
 */
#ifndef LCK_CELLS_H
#define LCK_CELLS_H

#include "clocks.h"

typedef struct {
    uint32_t writer, written; /* the slot and epoch of the last write; written 0: none */
    uint32_t reader, read;    /* of the last read; read 0: none */
    uint32_t more;            /* the reads before it, in the pool; 0: none */
} lck_cell;

#define LCK_READS 6

/* Reads of a cell that has several. */
typedef struct {
    uint32_t next, n;
    struct {
        uint32_t slot, epoch;
    } read[LCK_READS];
} lck_reads;

/* Reads are numbered from 1; those that nobody uses are a list. */
typedef struct {
    lc_ctx *ctx;
    const lck_clocks *clocks;
    lck_reads *at;
    uint32_t n, room, spare;
} lck_pool;

typedef enum {
    LCK_FREE_TO,
    LCK_NO_WRITE, /* nothing was written there */
    LCK_NO_ORDER, /* with the other access */
    LCK_NO_FENCE, /* there is an order, and the other one was not fenced */
    LCK_NO_MEMORY_LEFT
} lck_verdict;

typedef struct {
    lck_verdict verdict;
    bool wrote; /* did the other one write? */
    uint32_t slot, epoch;
} lck_conflict;

void lck_pool_begin(lck_pool *pool, lc_ctx *ctx, const lck_clocks *clocks);
void lck_pool_free(lck_pool *pool);
void lck_pool_clear(lck_pool *pool);

/* Notes an access of a party in the cell. False: it may not be made, and *conflict says why. */
bool lck_cell_read(lck_pool *pool, lck_cell *cell, const lck_party *p, lck_conflict *conflict);
bool lck_cell_write(lck_pool *pool, lck_cell *cell, const lck_party *p, lck_conflict *conflict);

#endif
