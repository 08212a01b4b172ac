/* clocks.h - vector clocks: what has happened before what.
 *
 * A cluster has parties: its threads, and what goes on beside them. Each party is a slot of a
 * clock, and counts: a thread its epochs, which end where it tells others of what it did; its
 * groups of copies, of products and of TMA stores those of its COMMITs; an mbarrier its phases,
 * in which the bytes of boxes come. An access is the slot and the count of who makes it. Someone
 * knows an access if its clock has this count, or a greater one, in this slot: only then the
 * access came before.
 *
 * Clocks of slots:
 *
 *   LCK_TIME      of a thread: its epochs
 *   LCK_FENCED    of a thread: accesses up to this epoch are fenced for the asynchronous proxy
 *   LCK_COPIED    of a thread: its groups of copies
 *   LCK_PASSED    of a thread: the groups of its copies that are fenced, likewise
 *   LCK_STORED    of a thread: its groups of TMA stores
 *   LCK_COMPUTED  of a warp, in the slot of its first thread: its groups of products
 *   phases        of an mbarrier, that have ended
 *
 * A thread has a clock that it shares with others, and what it knows of itself, which is later.
 * So threads that have been at one barrier have one clock.
 *
 * An asynchronous party acts at once, with the knowledge of the thread that begins it, but in its
 * own slot: nobody knows of it until its group is drained, or its phase awaited.
 */
#ifndef LCK_CLOCKS_H
#define LCK_CLOCKS_H

#include "../../lib/ctx.h"

#include <stdint.h>

typedef enum {
    LCK_TIME,
    LCK_FENCED,
    LCK_COPIED,
    LCK_PASSED,
    LCK_STORED,
    LCK_COMPUTED,
    LCK_SLOT_KINDS
} lck_slot_kind;

typedef struct lck_clock {
    uint64_t serial; /* of no other clock */
    int users;
    struct lck_clock *next; /* of those that nobody uses */
    uint32_t at[];
} lck_clock;

/* What a thread knows of itself. */
typedef struct {
    lck_clock *clock;
    uint32_t own[LCK_SLOT_KINDS];
} lck_knowledge;

typedef struct {
    lc_ctx *ctx;
    int threads, barriers;     /* of the cluster */
    int kinds;                 /* of slots that the kernel needs */
    int first[LCK_SLOT_KINDS]; /* slot of the first thread; -1: not needed */
    lck_slot_kind kind[LCK_SLOT_KINDS];
    size_t slots;
    uint64_t serial;
    lck_clock *spare;
} lck_clocks;

/* A clock to which others are added: what has come to a barrier. */
typedef struct {
    uint32_t *at;
    uint64_t last; /* the clock that was added last, by its serial */
} lck_gathering;

/* Who makes accesses: the thread `first`, or all of a warp, with what they know. */
typedef struct {
    const lck_knowledge *of; /* of all threads */
    const uint32_t *clock;
    int first, count;
    uint32_t slot, epoch;
    bool async; /* by the asynchronous proxy */
    bool any;   /* what nobody wrote is read as it is */
} lck_party;

void lck_clocks_begin(lck_clocks *c, lc_ctx *ctx, int threads, int barriers, const bool *kinds);
void lck_clocks_free(lck_clocks *c);

/* A clock for which nothing has happened; one that knows what both know. NULL: no memory. */
lck_clock *lck_clock_new(lck_clocks *c);
lck_clock *lck_clock_join(lck_clocks *c, const lck_clock *a, const lck_clock *b);
/* A clock of what was gathered so far. NULL: no memory. */
lck_clock *lck_clock_of(lck_clocks *c, const lck_gathering *g);
lck_clock *lck_clock_use(lck_clock *clock);
void lck_clock_drop(lck_clocks *c, lck_clock *clock);

bool lck_gathering_begin(lck_clocks *c, lck_gathering *g);
void lck_gathering_clear(const lck_clocks *c, lck_gathering *g);
/* Adds what a thread knows, and begins a new epoch of the thread. */
void lck_gather(const lck_clocks *c, lck_gathering *g, lck_knowledge *of, int thread);

static inline uint32_t lck_slot(const lck_clocks *c, lck_slot_kind kind, int thread)
{
    return (uint32_t)(c->first[kind] + thread);
}

/* The slot of an mbarrier. */
static inline uint32_t lck_phase_slot(const lck_clocks *c, int barrier)
{
    return (uint32_t)(c->kinds * c->threads + barrier);
}

/* Whose slot is it? A thread, or -1 - the number of an mbarrier, of no kind. */
static inline int lck_slot_of(const lck_clocks *c, uint32_t slot, lck_slot_kind *kind)
{
    int own = c->kinds * c->threads;
    *kind = LCK_SLOT_KINDS;
    if ((int)slot >= own)
        return -1 - ((int)slot - own);
    *kind = c->kind[(int)slot / c->threads];
    return (int)slot % c->threads;
}

/* Is the access the party's own, and does the party know that it has ended? */
bool lck_knows_own(const lck_clocks *c, const lck_party *p, uint32_t slot, uint32_t epoch);

static inline bool lck_knows(const lck_clocks *c, const lck_party *p, uint32_t slot,
                             uint32_t epoch)
{
    return p->clock[slot] >= epoch || lck_knows_own(c, p, slot, epoch);
}

#endif
