/* launch.h - a launch that is all numbers, run thread by thread: what meets in memory.
 *
 * With block, grid and arguments given, every thread of every block goes its way through the
 * function: formulas say where its branches lead, what it accesses, which barrier it waits at.
 * Data is not computed. Where data decides a branch, both ways are gone, and what happens on
 * them is DOUBTFUL, it may never happen, unless the condition may come out either way in each
 * thread (data.c). A thread for which data decides about a barrier, or whether it leaves a loop,
 * is not followed any further (lost.c). Conditions that are the same for all threads that run
 * together, of floats among the arguments and of what is loaded and never stored to, are then
 * tried either way.
 *
 * What happens before what is kept in vector clocks (Mattern 1988): of each thread, of the copies
 * of each thread that go on behind its back (cp.async), of those that end with a phase of an
 * mbarrier. They are passed on by barriers of the block, named ones with counts, barriers of a
 * warp, waits, arrivals and phases (PTX ISA, "Memory Consistency Model"). One order of threads is
 * run: verdicts are left open where another order could put something into another phase of an
 * mbarrier. Two accesses of one place race when neither happens before the other, one writes, and
 * not both are atomics, or one is an atomic of its block alone (.cta) and the other one of
 * another block. Lanes of one instruction that store to one place are no race. In shared memory
 * these are threads of one block, or of one cluster; in global memory threads of all blocks,
 * which only fences and atomics could order, and these are not followed.
 *
 * Without races each read of shared memory is in order with each write of its place: what is
 * unwritten at a read in this run is unwritten in every run.
 *
 * Pointers that are different arguments are taken not to overlap.
 */
#ifndef LCK_LAUNCH_H
#define LCK_LAUNCH_H

#include "../../../lib/text.h"
#include "../access/access.h"
#include "../record/record.h"
#include "../warp/warp.h"

#define LCK_LAUNCH_RACES 64 /* pairs of lines that are told */

/* Two accesses of the list that race; how, in lines, with threads and bytes. */
typedef struct {
    uint32_t first, second;
    bool global;
    char *shown;
} lck_launch_race;

/* The bytes of a buffer that accesses touch, from the first to before the end, and who does. */
typedef struct {
    uint32_t thread, block; /* numbers */
} lck_place_of;
typedef struct {
    bool seen; /* else nothing is touched, and the rest is 0 */
    int64_t first, end;
    lck_place_of at_first, at_end;
} lck_reach;

/* What the warps that run one access cost; lanes in the same trips count as one instruction. */
#define LCK_WARPS_SEEN 8
typedef struct {
    bool open;       /* not all warps are known: nothing of this is all */
    bool any;        /* some lanes take part, all at multiples of the width */
    bool masked;     /* data decides about some lanes; all of them are counted */
    bool perhaps;    /* .. in the worst */
    bool misaligned; /* a lane is not at a multiple of what it needs */
    bool doubtful;   /* .. or may be, if data decides so */
    unsigned worst, least;
    lck_warp warp, wrong; /* the worst one; one that is misaligned */
    lck_place_of at, at_wrong;
    size_t npatterns;
    lck_warp pattern[LCK_WARPS_SEEN]; /* the first that differ */
} lck_warps_seen;

/* Of one access: what is touched for sure, and what is if data decides so. `open`: an address is
 * data, and nothing is known. */
typedef struct {
    bool open;
    bool whole; /* all threads that access it were seen to */
    lck_reach sure, any;
    lck_warps_seen *warps; /* NULL: they were not asked for */
} lck_launch_reach;

/* GOOD: no races; all threads that must reach a barrier do. NOT_ASKED: the launch is not all
 * numbers. */
typedef struct {
    lck_verdict shared, global, barriers;
    char why_shared[160], why_global[160], why_barriers[160]; /* UNKNOWN: the first reason */
    bool waits;     /* for a phase that did not end, or may not: whether barriers are reached is
                     * not known */
    uint32_t stuck; /* barriers BAD: an instruction at which threads wait for ever */
    char *shown;    /* .. and which */
    /* shared GOOD, and the run whole: an access that reads shared memory which nobody has written
     * before, and who does; else NULL. */
    uint32_t empty;
    char *shown_empty;
    size_t nraces;
    lck_launch_race race[LCK_LAUNCH_RACES];
    unsigned choices;  /* conditions that were, or can be, tried either way */
    bool more;         /* .. and others, which blocks have on their own */
    bool whole;        /* the run came to its end, of all blocks, on all ways */
    int64_t extent[3]; /* threads of a block */
    int64_t grid[3];   /* blocks; 0: not known, and one was run */
    size_t n;
    lck_launch_reach *reach; /* of each access of the list */
} lck_launch;

/* "thread (1,0,0) of block (2,0,0)"; without the block where it does not matter. */
void lck_launch_put_place(const lck_launch *launch, lc_text *text, lck_place_of place,
                          bool of_grid);

/* passed.c: do all lanes of a warp give what a load loads to an instruction of the whole warp
 * before any of them comes to a store, in the same trips? Then the load is over. */
bool lck_launch_is_passed(lck_formulas *f, uint32_t load, uint32_t store);

/* stored.c: is a value computed from global memory alone that nothing in the list writes to, by
 * what two threads with these symbols, in the same trips, have loaded from different places? */
bool lck_launch_is_apart(lck_formulas *f, const lck_accesses *list, uint32_t value,
                         const int64_t *one, const int64_t *other);
/* What an instruction stores in two threads of a block with these symbols, or any two (NULL): the
 * same, which is no race, perhaps the same, or not. `alike`: they are in the same trips. */
typedef enum { LCK_STORED_APART, LCK_STORED_PERHAPS, LCK_STORED_SAME } lck_stored;
lck_stored lck_launch_stored(lck_formulas *f, const lck_accesses *list, uint32_t insn, bool alike,
                             const int64_t *one, const int64_t *other);

/* `asked`: of which accesses the warps are; NULL: of none. NULL: memory ran out. */
lck_launch *lck_launch_run(lck_formulas *f, const lck_accesses *list, const bool *asked);
void lck_launch_free(lck_launch *launch);

#endif
