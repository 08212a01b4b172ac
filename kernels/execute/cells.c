/* cells.c - accesses to one element after another. */
#include "config.h"

#include "cells.h"

#include <stdlib.h>

void lck_pool_begin(lck_pool *pool, lc_ctx *ctx, const lck_clocks *clocks)
{
    *pool = (lck_pool){.ctx = ctx, .clocks = clocks, .n = 1};
}

void lck_pool_free(lck_pool *pool)
{
    free(pool->at);
    pool->at = NULL;
}

void lck_pool_clear(lck_pool *pool)
{
    pool->n = 1;
    pool->spare = 0;
}

/* Reads with nothing in them; 0: no memory. */
static uint32_t take(lck_pool *pool)
{
    uint32_t at = pool->spare;
    if (at) {
        pool->spare = pool->at[at].next;
    } else {
        if (pool->n >= pool->room) {
            uint32_t room = pool->room ? 2 * pool->room : 64;
            lck_reads *more = realloc(pool->at, room * sizeof *more);
            if (!more) {
                lc_no_memory(pool->ctx);
                return 0;
            }
            pool->at = more;
            pool->room = room;
        }
        at = pool->n++;
    }
    pool->at[at].next = pool->at[at].n = 0;
    return at;
}

static void drop(lck_pool *pool, uint32_t at)
{
    while (at) {
        uint32_t next = pool->at[at].next;
        pool->at[at].next = pool->spare;
        pool->spare = at;
        at = next;
    }
}

/* ---- does an access come before the party's? */

/* A generic access is seen by the asynchronous proxy once it was fenced. */
static bool is_fenced(const lck_pool *pool, const lck_party *p, uint32_t slot, uint32_t epoch)
{
    const lck_clocks *c = pool->clocks;
    lck_slot_kind kind;
    int thread = lck_slot_of(c, slot, &kind);
    if (thread < 0 || (kind != LCK_TIME && kind != LCK_COPIED))
        return true;
    return lck_knows(c, p, lck_slot(c, kind == LCK_TIME ? LCK_FENCED : LCK_PASSED, thread),
                     epoch);
}

static bool comes_before(const lck_pool *pool, const lck_party *p, uint32_t slot, uint32_t epoch,
                         bool wrote, lck_conflict *conflict)
{
    lck_verdict verdict = LCK_FREE_TO;
    if (!lck_knows(pool->clocks, p, slot, epoch))
        verdict = LCK_NO_ORDER;
    else if (p->async && !is_fenced(pool, p, slot, epoch))
        verdict = LCK_NO_FENCE;
    else
        return true;
    *conflict = (lck_conflict){verdict, wrote, slot, epoch};
    return false;
}

/* ---- reads */

/* Those that the party does not know stay; the last of them is the cell's own. */
static void forget_known(lck_pool *pool, lck_cell *cell, const lck_party *p)
{
    uint32_t at = cell->more, *link = &cell->more;
    while (at) {
        lck_reads *reads = &pool->at[at];
        uint32_t kept = 0, next = reads->next;
        for (uint32_t i = 0; i < reads->n; i++)
            if (!lck_knows(pool->clocks, p, reads->read[i].slot, reads->read[i].epoch))
                reads->read[kept++] = reads->read[i];
        reads->n = kept;
        if (kept == 0) {
            *link = next;
            reads->next = 0;
            drop(pool, at);
        } else {
            link = &reads->next;
        }
        at = next;
    }
}

/* Puts the cell's own read among those before it. */
static bool move_down(lck_pool *pool, lck_cell *cell)
{
    if (!cell->more || pool->at[cell->more].n == LCK_READS) {
        uint32_t reads = take(pool);
        if (!reads)
            return false;
        pool->at[reads].next = cell->more;
        cell->more = reads;
    }
    lck_reads *reads = &pool->at[cell->more];
    reads->read[reads->n].slot = cell->reader;
    reads->read[reads->n++].epoch = cell->read;
    return true;
}

bool lck_cell_read(lck_pool *pool, lck_cell *cell, const lck_party *p, lck_conflict *conflict)
{
    if (cell->written == 0 && !p->any) {
        *conflict = (lck_conflict){.verdict = LCK_NO_WRITE};
        return false;
    }
    if (cell->written && (cell->writer != p->slot || cell->written != p->epoch || p->async) &&
        !comes_before(pool, p, cell->writer, cell->written, true, conflict))
        return false;
    if (cell->read && cell->reader != p->slot) {
        bool known = lck_knows(pool->clocks, p, cell->reader, cell->read);
        if (known && cell->more)
            forget_known(pool, cell, p);
        if (!known && !move_down(pool, cell)) {
            *conflict = (lck_conflict){.verdict = LCK_NO_MEMORY_LEFT};
            return false;
        }
    }
    cell->reader = p->slot;
    cell->read = p->epoch;
    return true;
}

static bool reads_come_before(const lck_pool *pool, const lck_cell *cell, const lck_party *p,
                              lck_conflict *conflict)
{
    for (uint32_t at = cell->more; at; at = pool->at[at].next) {
        const lck_reads *reads = &pool->at[at];
        for (uint32_t i = 0; i < reads->n; i++)
            if (!comes_before(pool, p, reads->read[i].slot, reads->read[i].epoch, false,
                              conflict))
                return false;
    }
    return cell->read == 0 || comes_before(pool, p, cell->reader, cell->read, false, conflict);
}

bool lck_cell_write(lck_pool *pool, lck_cell *cell, const lck_party *p, lck_conflict *conflict)
{
    if (cell->written && !comes_before(pool, p, cell->writer, cell->written, true, conflict))
        return false;
    if (!reads_come_before(pool, cell, p, conflict))
        return false;
    if (cell->more) {
        drop(pool, cell->more);
        cell->more = 0;
    }
    cell->read = 0;
    cell->writer = p->slot;
    cell->written = p->epoch;
    return true;
}
