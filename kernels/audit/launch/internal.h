/* internal.h - what the files of this room share. */
#ifndef LCK_LAUNCH_INTERNAL_H
#define LCK_LAUNCH_INTERNAL_H

#include "launch.h"

#define LCK_LAUNCH_WORK 60000000 /* steps of a launch */
#define LCK_LAUNCH_MOST 1024     /* threads of a block */
#define LCK_LAUNCH_NOTES 2000000 /* accesses that are kept */
#define LCK_LAUNCH_BARRIERS 16   /* bar.sync 0 to 15 */
#define LCK_LAUNCH_PHASED 256    /* mbarriers */
#define LCK_LAUNCH_WARPGROUP 128
#define LCK_LAUNCH_GROUPS 64 /* of cp.async that a wait may let pending */
#define LCK_LAUNCH_COPIES 8  /* of unknown size, in a phase */
#define LCK_LAUNCH_SUMS 64
#define LCK_LAUNCH_DESTS 1024
#define LCK_LAUNCH_CHOICES 4
#define LCK_LAUNCH_WAYS 8       /* branches inside each other that data decides */
#define LCK_LAUNCH_RANKS 16     /* blocks of a cluster */
#define LCK_LAUNCH_CLUSTER 3072 /* threads of a cluster */
/* The addresses of two blocks of a cluster are this far apart; below it they are of the thread's
 * own block. */
#define LCK_LAUNCH_WINDOW (INT64_C(1) << 24)
/* The address of the first variable of shared memory; all begin at multiples of it. */
#define LCK_LAUNCH_SHARED 1024

/* ---- operation.c: what an instruction is to a thread that runs it ---- */

typedef enum {
    LCK_DOES_NOTHING,
    LCK_DOES_BAR,     /* bar.sync, bar.red, bar.arrive: `id`, `count` or NULL for all */
    LCK_DOES_WARP,    /* bar.warp.sync: `count` is the mask */
    LCK_DOES_CLUSTER, /* barrier.cluster.arrive, or wait: `waits`; `more`: it passes nothing on */
    LCK_DOES_COMMIT,  /* cp.async.commit_group */
    LCK_DOES_GROUPS,  /* cp.async.wait_group: `count`; NULL: for all */
    LCK_DOES_INIT,    /* mbarrier.init: `id` its address, `count` */
    LCK_DOES_EXPECT,  /* mbarrier.expect_tx: `tx` */
    LCK_DOES_ARRIVE,  /* mbarrier.arrive: `count`, NULL: 1; `tx` where it expects bytes, too */
    LCK_DOES_TRACK,   /* cp.async.mbarrier.arrive: after its copies */
    LCK_DOES_WAIT,    /* mbarrier.try_wait, test_wait: `count` the parity; NULL: a token */
    LCK_DOES_COPY,    /* a bulk copy to shared memory: `id` its mbarrier, `count` bytes; NULL;
                        * `tx` the blocks of the cluster that it goes to; NULL: one */
    LCK_DOES_STORE,   /* a bulk copy from there: `count` bytes; NULL: a tensor map says it */
    LCK_DOES_STORES,  /* cp.async.bulk.commit_group */
    LCK_DOES_STORED,  /* cp.async.bulk.wait_group: `count` */
    LCK_DOES_TILE,    /* wmma: lanes of a warp load or store a tile together */
    LCK_DOES_PRODUCT, /* wgmma, tcgen05: reads its operands, those of the list */
    LCK_DOES_PRODUCTS,      /* wgmma.commit_group */
    LCK_DOES_WAIT_PRODUCTS, /* wgmma.wait_group: `count` */
    LCK_DOES_END_PRODUCTS,  /* tcgen05.commit: arrives at `id` when those of the thread are over;
                             * `tx` the blocks of the cluster where it does; NULL: one */
    LCK_DOES_FENCE,         /* fence.proxy.async, of shared memory */
    LCK_DOES_TOUCH, /* touches memory of the block in ways that are not followed: `what` */
    LCK_DOES_HIDDEN /* orders threads, too, in ways that are not followed: `what` */
} lck_does;

typedef struct {
    lck_does does;
    bool waits; /* BAR: bar.sync, bar.red */
    bool more;  /* TRACK: the arrival is one more than the barrier expects */
    bool maps;  /* NOTHING: mapa, of the address `id` and the block `count` of the cluster */
    const lc_expr *id, *count, *tx;
    const char *what;
} lck_operation_of;

lck_operation_of lck_launch_operation(lck_formulas *f, uint32_t insn);

typedef struct lck_thread lck_thread;

/* ---- times.c: what has happened before what ---- */

/* Threads, then their copies, mbarriers, stores of threads, and products of warpgroups, or of
 * threads; each counts on its own. Of mbarriers these are the copies of their phases; that
 * phases are over at all is known beside, as a copy that is over tells it of all that its thread
 * had waited for.
 * Behind them, of each one again, what a fence has passed on to the proxy of
 * asynchronous accesses. */
typedef struct {
    uint32_t nthreads, group, half, width; /* group: threads that issue products together */
    uint32_t *base;                        /* that all threads know of */
    uint32_t *least;                       /* for a moment */
    uint32_t *row;                         /* of each thread: what it knows beside, */
    bool *kept;                            /* .. if it has a row at all */
    uint32_t *clock;                       /* of each thread: its own time, from 1 */
} lck_times;

/* `fences`: some are asked for. */
bool lck_times_begin(lck_times *c, uint32_t nthreads, uint32_t group, bool fences);
/* Nothing has happened yet. */
void lck_times_reset(lck_times *c);
void lck_times_end(lck_times *c);
static inline uint32_t lck_times_copies(const lck_times *c, uint32_t thread)
{
    return c->nthreads + thread;
}
static inline uint32_t lck_times_phased(const lck_times *c, uint32_t barrier)
{
    return 2 * c->nthreads + barrier;
}
static inline uint32_t lck_times_stores(const lck_times *c, uint32_t thread)
{
    return 2 * c->nthreads + LCK_LAUNCH_PHASED + thread;
}
static inline uint32_t lck_times_product(const lck_times *c, uint32_t thread)
{
    return 3 * c->nthreads + LCK_LAUNCH_PHASED + thread / c->group;
}
static inline uint32_t lck_times_ended(const lck_times *c, uint32_t barrier)
{
    return lck_times_product(c, c->nthreads) + 1 + barrier;
}
/* Has what `who` did at a time happened before what the thread does now? */
bool lck_times_before(const lck_times *c, uint32_t who, uint32_t time, uint32_t thread);
/* .. and has a fence passed it on? */
bool lck_times_fenced(const lck_times *c, uint32_t who, uint32_t time, uint32_t thread);
/* All that the thread knows is passed on. */
void lck_times_fence(lck_times *c, uint32_t thread);
/* The time of `who`, no thread, up to which the thread knows it. */
uint32_t lck_times_known(const lck_times *c, uint32_t who, uint32_t thread);
/* The thread learns that `who` has come to a time. */
void lck_times_learn(lck_times *c, uint32_t thread, uint32_t who, uint32_t time);
/* Adds what the thread knows to a row, and advances its time. */
void lck_times_give(lck_times *c, uint32_t thread, uint32_t *row);
/* .. only which phases are over; its time stays. */
void lck_times_give_phases(const lck_times *c, uint32_t thread, uint32_t *row);
/* .. and which copies of mbarriers are over. */
void lck_times_give_copies(const lck_times *c, uint32_t thread, uint32_t *row);
void lck_times_take(lck_times *c, uint32_t thread, const uint32_t *row);
/* Adds one row to another, and empties it. */
void lck_times_move(const lck_times *c, uint32_t *row, uint32_t *from);
/* Moves what all threads that have not left know to `base`. */
void lck_times_settle(lck_times *c, const lck_thread *thread);
/* All threads learn all, but for copies that their own threads have not waited for. */
void lck_times_meet(lck_times *c);

/* ---- threads ---- */

typedef enum {
    LCK_RUNS,
    LCK_AT_BAR,
    LCK_AT_TURN, /* it comes to a barrier once more before all of its warp have come */
    LCK_AT_WARP,
    LCK_AT_PHASE,
    LCK_AT_PRODUCT,
    LCK_AT_CLUSTER,
    LCK_IS_LOST, /* data decides where it goes */
    LCK_HAS_LEFT
} lck_thread_state;

/* What goes on behind the back of a thread, in groups. */
typedef struct {
    uint32_t tick;   /* what is over is told from the rest by it */
    uint32_t groups; /* that were committed; the tick of the last ones */
    uint32_t group[LCK_LAUNCH_GROUPS];
} lck_groups;

/* A branch that data decides: where its ways meet, and the one that is still to be gone. */
typedef struct {
    uint32_t join, block, next;
    bool open; /* either may come about */
} lck_fork;

struct lck_thread {
    lck_thread_state state;
    uint32_t number, block, insn;
    uint32_t at;               /* the barrier it waits at: its index */
    uint32_t came;             /* to the barrier of the cluster, so many times */
    uint32_t phase;            /* AT_PHASE: until so many phases are over; AT_WARP: the mask;
                                * AT_PRODUCT: until all have committed so many groups */
    lck_groups copies, stores; /* cp.async; bulk copies to global memory */
    lck_groups products;       /* of its warpgroup, or its own; when it committed them: */
    uint32_t committed[LCK_LAUNCH_GROUPS];
    uint32_t nforks;
    lck_fork fork[LCK_LAUNCH_WAYS];
    uint32_t *trip;  /* of each loop */
    uint32_t *token; /* of each mbarrier: the phase of its last arrival */
    int64_t *env;
    bool *unsure; /* of each symbol: data has decided which of its values it is */
};

/* ---- shadow.c: who touched which place ---- */

typedef enum {
    LCK_NOTES_READ = 1,
    LCK_NOTES_LOOK = 2, /* a load that does not race with atomics */
    LCK_NOTES_ATOMIC = 4,
    LCK_NOTES_WRITE = 8,
    LCK_NOTES_NEAR_LOOK = 16,  /* the same of atomics of its block, and races */
    LCK_NOTES_NEAR_ATOMIC = 32 /* .. with those of others */
} lck_note_kind;
#define LCK_NOTES_WEAK (LCK_NOTES_READ | LCK_NOTES_WRITE)
#define LCK_NOTES_NEAR (LCK_NOTES_NEAR_LOOK | LCK_NOTES_NEAR_ATOMIC)
#define LCK_NOTES_WRITES (LCK_NOTES_ATOMIC | LCK_NOTES_NEAR_ATOMIC | LCK_NOTES_WRITE)

typedef struct {
    uint32_t next, who, time, block, access, instance;
    uint16_t thread; /* that began it */
    uint8_t kind;
    bool doubtful;
} lck_note;

typedef struct {
    uint64_t place; /* base and granule + 1; 0: free */
    uint32_t first;
    bool written; /* by anybody so far */
} lck_place_notes;

/* Notes of places, of shared memory or of global memory. */
typedef struct {
    lck_place_notes *at;
    uint32_t n, room;
    lck_note *note;
    uint32_t nnotes, unused, space;
    uint32_t grain; /* bytes of a place */
    bool full;      /* some accesses are missing, and no more are added */
} lck_shadow;

/* ---- barriers ---- */

typedef struct {
    uint32_t arrived, expected; /* threads; expected 0: all */
    uint32_t waiting;
    uint32_t users; /* threads that have ever come */
    uint32_t turn;  /* how often it was over, and 1 */
    uint32_t *used; /* by each thread: the turn that it came to last; 0: to none */
    uint32_t *over; /* of each that waited last: its time when that was over; else 0 */
    uint32_t *row;
} lck_bar;

/* A thread that has seen the last phase end: when it had, by its clock, and how many groups of
 * products it had committed. */
typedef struct {
    uint32_t time, groups; /* time 0: it has not */
    uint32_t insn;         /* that waits */
} lck_waiter;

typedef struct {
    uint64_t place; /* its address */
    bool begun;
    bool counts;              /* bytes of copies, too */
    uint32_t expected, phase; /* arrivals of a phase; phases that are over */
    int64_t arrivals, bytes;  /* that are missing in this phase */
    uint32_t *gathered, *over;
    lck_waiter *waiter; /* each thread, until this phase is known to end behind its wait */
    uint32_t ncopies, copy[LCK_LAUNCH_COPIES]; /* whose sizes are not known, in this phase */
} lck_phased;

/* Where a copy of unknown size went; what the copies of a phase move together. */
typedef struct {
    uint32_t insn, base;
    int64_t at;
} lck_dest;
typedef struct {
    int64_t bytes;
    uint32_t n, insn[LCK_LAUNCH_COPIES];
} lck_sum;

/* A value that ways of a block hand over, and formulas take for data. */
typedef struct {
    uint32_t value, slot;
} lck_carried;

typedef struct lck_together lck_together;

/* A part of a formula that was computed at a moment; `known`: it has a value. */
#define LCK_LAUNCH_PARTS 2048 /* a power of two */
typedef struct {
    const lc_expr *e;
    uint64_t moment;
    int64_t value;
    bool known;
} lck_part;

/* ---- the run ---- */

/* Which conditions are tried either way: those that are the same for all threads of the launch,
 * or those, too, that are the same for all threads of a block, or of a cluster. */
typedef enum { LCK_CHOOSES_NOTHING, LCK_CHOOSES_FOR_GRID, LCK_CHOOSES_FOR_BLOCKS } lck_chooses;

typedef struct {
    lck_formulas *f;
    const lck_flow *flow;
    const lck_ptx_module *m;
    const lck_accesses *list;
    lck_launch *out;
    int64_t extent[3], grid[3];
    uint32_t of_block;   /* threads of a block */
    uint32_t cluster[3]; /* blocks of a cluster, which run together, */
    uint32_t ranks, n;   /* .. all of them; their threads */
    size_t nvars;
    bool known[LC_MAX_EXPR_VARS];
    unsigned char changes[LC_MAX_EXPR_VARS]; /* prepare.c: 0: not asked; 1: no; 2: yes */
    uint32_t loop_of[LC_MAX_EXPR_VARS];      /* TRIP, or the last of a loop: that loop; NONE */
    lck_operation_of *operation;             /* of each instruction */
    const lc_expr **guard;                   /* likewise; NULL: always, or not known */
    unsigned char *open;                     /* likewise: 0, or 1 + lck_launch_is_open */
    uint32_t *access_of;                     /* likewise, its first access; NONE */
    uint32_t *base_of;                       /* of each access: equal for equal bases; NONE */
    int64_t place[LC_MAX_EXPR_VARS];         /* of variables of shared memory: where they begin */
    lck_chooses chooses;                     /* conditions are tried either way: */
    unsigned chosen; /* .. bit i is that of choice[i]; out->choices of them */
    const lc_expr *choice[LCK_LAUNCH_CHOICES];
    bool flat;        /* some access may be in any of them: they are one base, and places whole */
    bool *wild;       /* of each base: data decides where in it some are */
    bool *written;    /* of each base */
    bool *quiet;      /* of each block: nothing is done up to where its ways join */
    uint32_t *result; /* likewise, of a wait: the slot it writes; NONE */
    uint32_t *held;   /* likewise: the slot of a symbol that stands for what it makes; NONE */
    lck_carried carried[LC_MAX_EXPR_VARS];
    uint32_t ncarried;
    bool backwards; /* the last threads run first */
    bool learns;    /* sizes of copies are looked for, and nothing else */
    int64_t *size;  /* of each instruction: bytes that it copies; 0 */
    int64_t *least; /* .. where that is a guess: it has as many at least, */
    int64_t *most;  /* .. and at most; 0: it is none */
    uint32_t ndests, nsums;
    lck_dest dest[LCK_LAUNCH_DESTS];
    lck_sum sum[LCK_LAUNCH_SUMS];
    bool parts;   /* some barriers are for some threads */
    bool fences;  /* memory of the grid may be in order by fences */
    bool proxies; /* products or bulk copies read shared memory */
    bool alone;   /* threads issue products on their own: tcgen05 */
    uint64_t work;
    bool stop, failed;
    bool lost, blocked; /* some threads are lost; others wait for them, perhaps */
    bool *ends,
        *after; /* of each block: at its end threads were lost; a way leads to it from there */
    uint32_t block;                   /* the number of the cluster that runs */
    uint32_t live;                    /* its threads that have not left */
    uint32_t lives[LCK_LAUNCH_RANKS]; /* .. of each of its blocks */
    bool mixed; /* threads met while others had left, or lanes of their warps were elsewhere */
    lck_times clocks;
    lck_thread *thread;
    uint32_t *row;     /* of what lanes of a warp pass on */
    lck_bar *bar;      /* of each block */
    lck_phased gather; /* the barrier of the cluster */
    lck_phased phased[LCK_LAUNCH_PHASED];
    uint32_t nphased;
    lck_shadow shared, global;
    lck_together *together; /* NULL: nothing is asked of warps */
    uint64_t moment;        /* goes on when a symbol of a thread has another value */
    struct {
        bool asked, is;
        uint32_t load, store;
    } passed; /* the answer of passed.c that was asked for last */
    struct {
        bool asked, is, alike;
        uint32_t insn;
    } same;                 /* likewise, of stored.c */
    const lck_thread *seen; /* of whom the parts are */
    lck_part part[LCK_LAUNCH_PARTS];
} lck_run;

/* The block of the cluster that a thread is in; the thread in its block, and the block. */
static inline uint32_t lck_run_rank(const lck_run *r, uint32_t thread)
{
    return thread / r->of_block;
}
lck_place_of lck_run_place(const lck_run *r, uint32_t thread, uint32_t cluster);

/* Keeps the first reason why races of shared and of global memory are not all known. */
void lck_run_open(lck_run *r, bool shared, bool global, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* .. nor whether barriers are reached: only what is found is so. */
void lck_run_open_all(lck_run *r, const char *why);
/* Keeps the first reason why nothing more is known, and ends the run. */
void lck_run_stop(lck_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* n elements, all zeros; NULL, and failed. */
void *lck_run_array(lck_run *r, size_t n, size_t size);
/* prepare.c: false: there is no memory. */
bool lck_run_prepare(lck_run *r);
/* Moves a thread from its quiet block to where the ways join: what is accessed and computed
 * between is not known. */
void lck_run_skip(lck_run *r, lck_thread *t);
bool lck_run_works(lck_run *r, uint64_t steps);
/* Does no data occur in it? */
bool lck_launch_knows(const lck_run *r, const lc_expr *e);
/* data.c: may the condition of an instruction, which data decides, come out either way, for each
 * thread on its own? */
bool lck_launch_is_open(lck_run *r, uint32_t insn);
/* Does the condition of another one ask about its data, so that it may decide it? */
bool lck_launch_settles(lck_run *r, uint32_t insn, uint32_t other);
/* value.c: the value of an expression for a thread; false: data decides. */
bool lck_run_value(lck_run *r, const lck_thread *t, const lc_expr *e, int64_t *value);

/* carried.c: looks for what loops carry; which of it are numbers; takes it along to a block;
 * `sure`: it is come to from the block that the thread is in. */
void lck_run_find_carried(lck_run *r);
void lck_run_know_carried(lck_run *r);
void lck_run_carry(lck_run *r, lck_thread *t, uint32_t to, bool sure);
/* The symbol that stands for what an instruction makes has its number now. */
void lck_run_hold(lck_run *r, lck_thread *t, uint32_t insn);

/* lost.c: stops following a thread, at or before the end of its block; once nothing more happens,
 * looks whether others wait for a lost one; in the end, says which accesses are known in full. */
void lck_run_lose(lck_run *r, lck_thread *t, bool at_end, const char *why);
void lck_run_look_for_blocked(lck_run *r);
void lck_run_tell_whole(lck_run *r);

/* walk.c: runs a thread until it waits, or has left. */
void lck_run_thread(lck_run *r, lck_thread *t);
/* The one way from a block on which the launch is not aborted, as by an assertion; NONE: there
 * are others. */
uint32_t lck_run_only_way(const lck_run *r, uint32_t block);

/* Where in its base an access is; false: data decides. */
bool lck_run_where(lck_run *r, const lck_thread *t, uint32_t access, int64_t *at);

/* reach.c: one access by a thread: how far it goes. */
void lck_run_reach(lck_run *r, const lck_thread *t, uint32_t access);
/* Does it come about, whatever data is? */
bool lck_run_surely(lck_run *r, const lck_thread *t, uint32_t access);

/* together.c: the warps of accesses that are asked for; one access by a thread; after threads of
 * a warp have run. */
bool lck_together_begin(lck_run *r, const bool *asked);
void lck_together_end(lck_run *r);
void lck_together_add(lck_run *r, const lck_thread *t, uint32_t access);
void lck_together_count(lck_run *r, uint32_t warp);
void lck_together_forget(lck_run *r); /* those that were not counted */

/* shadow.c: the same: whom it meets. */
void lck_run_access(lck_run *r, lck_thread *t, uint32_t access, bool doubtful);
/* An asynchronous actor of a thread, such as a copy, whose accesses end at a time of its own. */
typedef struct {
    uint32_t who, time;
    bool doubtful; /* how far it goes is not known */
    bool written;  /* .. but to the first byte that nobody has written */
} lck_behind;
/* Notes that it has touched so many bytes of an access. */
void lck_run_touch(lck_run *r, lck_thread *t, uint32_t access, const lck_behind *by,
                   int64_t bytes);
/* .. at a place of its base. */
void lck_run_touch_at(lck_run *r, lck_thread *t, uint32_t access, const lck_behind *by,
                      int64_t at, int64_t bytes);
/* Tells executions of one instruction apart: by the trips that it is in. */
uint32_t lck_run_instance(const lck_run *r, const lck_thread *t);
/* A tile of wmma. */
void lck_run_tile(lck_run *r, lck_thread *t, uint32_t access);
void lck_shadow_forget(lck_shadow *s); /* all of it */
void lck_shadow_free(lck_shadow *s);

/* tell.c: two accesses that race, of which the second one is at a place. `proxy`: they are in
 * order, but for a fence between their proxies. */
void lck_run_tell_race(lck_run *r, const lck_note *a, const lck_note *b, int64_t at, bool wild,
                       bool proxy);
/* The first read of a place that nobody has written, if data does not decide about it. */
void lck_run_tell_empty(lck_run *r, const lck_note *note, int64_t at);

/* meet.c: what the thread does with barriers. False: it waits now, at this instruction. */
bool lck_run_operation(lck_run *r, lck_thread *t, uint32_t insn);
/* All products so far are a group. */
void lck_run_end_products(lck_run *r, lck_thread *t);
/* phases.c: the same with an mbarrier. */
bool lck_run_at_phased(lck_run *r, lck_thread *t, uint32_t insn);
/* A thread adds an arrival, or a copy, to the phase of an mbarrier: says so where it depends on
 * the order of threads which phase that is. */
void lck_run_look_at_order(lck_run *r, const lck_thread *t, const lck_phased *p, uint32_t insn);
/* Keeps in mind that the phase cannot end before what the thread does now. t NULL: it has ended.
 * Says so where, in another order, a wait for the phase before might have come late. */
void lck_run_look_at_waiters(lck_run *r, lck_phased *p, const lck_thread *t);
/* Ends the phase when nothing is missing, and begins the next one. */
void lck_run_phase(lck_run *r, lck_phased *p);
/* The mbarrier at an address that an instruction uses. NULL, with the reason kept: it was not
 * initialised. */
lck_phased *lck_run_begun(lck_run *r, int64_t at, uint32_t insn);
/* An address as one of the cluster: that of a block is the thread's. */
int64_t lck_run_widen(const lck_run *r, const lck_thread *t, int64_t at);

/* copies.c: a bulk copy to shared memory, in phases of the mbarrier at an address; one to global
 * memory. */
void lck_run_bulk(lck_run *r, lck_thread *t, int64_t bar, uint32_t insn);
void lck_run_bulk_store(lck_run *r, lck_thread *t, uint32_t insn);
/* product.c: a product reads; a wait for groups of wgmma: false, it waits now. */
void lck_run_product(lck_run *r, lck_thread *t, uint32_t insn);
bool lck_run_products_over(lck_run *r, lck_thread *t, const lck_operation_of *o);
/* When all threads wait, or arrive once more: takes the copies of a phase for done. False: the
 * phase waits for none. */
bool lck_run_guess(lck_run *r, lck_phased *p);
/* The sizes that the phases of a run tell. */
void lck_run_learn(lck_run *r);

/* gather.c: the barrier of a cluster: it begins; a thread comes, or waits (false); after one has
 * left. */
void lck_run_gather(lck_run *r);
bool lck_run_at_cluster(lck_run *r, lck_thread *t, const lck_operation_of *o);
void lck_run_left_cluster(lck_run *r, const lck_thread *t);

/* meet.c: after a thread has left. */
void lck_run_left(lck_run *r, const lck_thread *t);

#endif
