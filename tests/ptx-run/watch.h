/* watch.h - what is noted while a grid runs: of each line with an access, the wavefronts or the
 * sectors of the warp that needs the most, addresses that are outside of their buffer or not
 * aligned; of the kernel, races, barriers that lanes miss, reads of what nobody has written.
 *
 * Order. Each thread has a clock, which goes on when it releases (a barrier, an arrival), and
 * knows how far the clocks of others were when it acquires. A barrier of all threads begins a new
 * age: everything of an older age is before everything of the new one. An access is a race with
 * an earlier one by another thread, of which it does not know, if one of them writes and not both
 * are strong: atomic, relaxed, acquire, release; to threads of other blocks those of .cta are
 * not. A write of what the same instruction has written there is none. A copy by cp.async is
 * under way until its thread has waited for its group, and counts as a write then.
 */
#ifndef PTX_RUN_WATCH_H
#define PTX_RUN_WATCH_H

#include "machine.h"

#include <stdio.h>

typedef enum {
    does_read,
    does_strong_read,
    does_write,
    does_strong_write,
    does_atomic,
    does_copy,
    does_again
} watch_kind;

typedef struct {
    uint64_t address[32]; /* of each lane; in shared memory from its start */
    uint32_t mask;
    unsigned bytes; /* of a lane */
    watch_kind kind;
    uint32_t again; /* lanes of a write that does_again: what they write is there already */
    bool matrix;    /* phases of 8 lanes, whatever the bytes */
} watch_access;

watch *watch_new(void);
void watch_start(watch *w, machine *m);
void watch_block(watch *w); /* a block begins */
void watch_shared(const step *s, const watch_access *a);
void watch_global(const step *s, const watch_access *a);
/* The copies of a lane that are not in the last `pending` groups are made. */
void watch_commit(const step *s, uint32_t lane);
void watch_waited(const step *s, uint32_t lane, unsigned pending);

void watch_unread(watch *w, const ptx_instruction *i);
void watch_absent(watch *w,
                  const ptx_instruction *i);   /* lanes that an instruction names are elsewhere */
void watch_divergent(watch *w, const step *s); /* a barrier by a part of a warp */
void watch_left(watch *w, const ptx_instruction *i);  /* threads have left the kernel before */
void watch_stuck(watch *w, const ptx_instruction *i); /* waits for ever */

/* Order (order.c). Clocks of a barrier that is not for all: an array of as many as threads. */
void order_all(machine *m);
void order_release(const step *s, uint32_t mask, uint32_t **clocks);
void order_acquire(machine *m, warp *w, uint32_t mask, const uint32_t *clocks);
void order_warp(machine *m, warp *w, uint32_t mask);

/* Records of lines, then of the kernel, a line of JSON each. */
void watch_print(const watch *w, FILE *to, bool outcome);

#endif
