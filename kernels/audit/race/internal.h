/* internal.h - what the files of this room share. */
#ifndef LCK_RACE_INTERNAL_H
#define LCK_RACE_INTERNAL_H

#include "../launch/launch.h"
#include "race.h"

#define LCK_RACE_LOOPS 8       /* inside each other, around an access */
#define LCK_RACE_THREADS 1024  /* of a block */
#define LCK_RACE_SHAPES 12     /* of blocks that are tried */
#define LCK_RACE_VALUES 64     /* of one symbol */
#define LCK_RACE_VARIABLES 8   /* gone through at once */
#define LCK_RACE_WORK 10000000 /* evaluations, of a kernel */
#define LCK_RACE_BIT 1000000   /* of them, for two accesses or a branch */
#define LCK_RACE_STATES 32     /* of a block, on paths without a barrier */

/* ---- shapes.c: blocks that are tried ---- */

typedef struct {
    int64_t extent[3];
    uint32_t n; /* threads */
} lck_race_shape;

typedef struct {
    lck_race_shape at[LCK_RACE_SHAPES];
    size_t n;
    bool complete; /* what holds for these holds for all */
    bool spans;    /* the first has the threads of all others, and extents are asked for */
} lck_race_shapes;

/* The symbol of a thread along an axis, or of the block's extent. */
typedef struct {
    size_t slot;
    unsigned axis;
    bool extent;
} lck_race_axis;

/* ---- the kernel ---- */

/* How the trip of a loop at an access stands to the trip at the beginning of an interval. */
#define LCK_TRIP_FREE 100  /* any */
#define LCK_TRIP_FIRST 101 /* 0 */
/* Else that trip and so many more, -7 to 8. */

/* An access in an interval. */
typedef struct {
    uint32_t access;             /* of the list */
    int8_t trip[LCK_RACE_LOOPS]; /* of the loops around it, from the outermost */
    uint8_t nloops;
    bool doubtful;    /* on its way a branch went past a barrier, which it may never do */
    uint32_t left;    /* a loop around the beginning that its way has left; NONE */
    int8_t left_trip; /* .. in this trip */
} lck_race_item;
bool lck_race_same_item(const lck_race_item *a, const lck_race_item *b);

typedef struct {
    lck_race_item *at;
    uint32_t n;
} lck_race_items;

typedef struct {
    lck_audit *audit;
    size_t kernel;
    lck_formulas *f;
    const lck_flow *flow;
    const lck_ptx_module *m;
    const lck_accesses *list;
    lc_exprs *x;
    lck_launch *launch; /* what a run of it says */
    size_t nvars;
    lck_race_axis axis[6]; /* the symbols of threads and of the block's extents */
    size_t naxes;
    lck_race_shapes shapes;
    lck_race_shapes small; /* where the block is not known, a small one; else none */
    lck_sync *sync;        /* of each instruction */
    uint32_t *access_of;   /* of each instruction: its first access of shared memory; NONE */
    bool *relied;          /* likewise: a load by which all threads come to a barrier, or none */
    size_t told;           /* the record of barriers */
    size_t doubted;        /* the line of one that others may store meanwhile to; 0: of none */
    uint32_t *toward[2];   /* of each block: a bit for each way that a barrier depends on, one of
                            * the block, one of a warp */
    uint32_t *waits;       /* likewise, of waits for cp.async */
    bool *locks;           /* likewise: others decide at its branch; NULL: at none */
    uint64_t work;         /* evaluations that are left */
    bool failed;           /* memory ran out */
    char why[200];         /* of what is not known, the first reason */
} lck_race;

/* Keeps the first reason. */
void lck_race_unknown(lck_race *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* n elements, all zeros; NULL, and failed. */
void *lck_race_array(lck_race *r, size_t n, size_t size);

/* Is it of shared memory, of the block or of others of its cluster? */
bool lck_race_is_shared(const lck_ptx_access *a);
void lck_race_shapes_of(lck_race *r);
/* Takes steps off the work that is left; false: it is used up. */
bool lck_race_works(lck_race *r, uint64_t *own, uint64_t steps);
/* Looks at all symbols anew: formulas make them when they are asked for. */
void lck_race_symbols(lck_race *r);
/* Sets the thread with this number in a block of a shape, and the extents of the block. */
void lck_race_set_thread(const lck_race *r, const lck_race_shape *shape, uint32_t thread,
                         int64_t *env);

/* ---- values.c: values of symbols ---- */

typedef struct {
    int64_t at[LCK_RACE_VALUES];
    size_t n;
    bool complete; /* these are all */
} lck_race_values;

/* Values of a symbol to try in these expressions: all, or some that matter. */
void lck_race_values_of(const lck_race *r, size_t slot, const lc_expr *const *e, size_t n,
                        lck_race_values *out);
/* Is a symbol what a load gives from global memory that the kernel does not write to, which may
 * be anything? Whether others store to it meanwhile is not known. */
bool lck_race_is_input(const lck_race *r, const lck_ptx_symbol *s);
/* May two symbols not be anything together: loads from one place, or computed from one number? */
bool lck_race_are_related(const lck_race *r, size_t slot, size_t other);
/* Marks the slots of an expression. */
void lck_race_slots(const lc_expr *e, bool *slot);
/* e(v + period) = e(v) + step for every value of a symbol that is not negative. False: it has no
 * such period, or none of up to 64 is known. */
bool lck_race_period(const lc_expr *e, size_t slot, int64_t *period, int64_t *step);

/* ---- barriers.c ---- */

/* The verdict on all barriers of the block; LCK_GOOD: the intervals are those of all threads, if
 * what one address holds is the same for all that load it where r->relied. Of LCK_BAD *insn is
 * the barrier that not all reach. */
lck_answer lck_race_barriers(lck_race *r, uint32_t *insn);
/* Are there barriers that some warps are meant to reach? Which of them meet is not followed. */
bool lck_race_has_parts(const lck_race *r);

/* ---- ways.c: branches that decide whether threads come to a barrier ---- */

/* Fills r->toward and r->waits. False: there is no memory. */
bool lck_race_ways(lck_race *r);
/* Is this way out of a block never taken? */
bool lck_race_never(lck_race *r, uint32_t block, uint32_t way);
/* Does it lead past a barrier that another way comes to? Ways out of a loop do not count. */
bool lck_race_passes(const lck_race *r, uint32_t block, uint32_t way);

/* Does the branch of a block decide which waits for cp.async are passed? The way out of a loop
 * does not. */
bool lck_race_chooses_wait(const lck_race *r, uint32_t block);

/* ---- locks.c: branches that other threads decide ---- */

/* Fills r->locks. False: there is no memory. */
bool lck_race_locks(lck_race *r);
/* Is an instruction only reached through one of them? */
bool lck_race_is_locked(const lck_race *r, uint32_t insn);

/* ---- intervals.c, pending.c ---- */

/* A path at the beginning of a block. */
typedef struct {
    uint32_t block;
    uint8_t n;      /* loops around it */
    uint8_t groups; /* of cp.async that were committed */
    bool doubtful;
    int8_t trip[LCK_RACE_LOOPS];
    uint32_t left; /* as in items */
    int8_t left_trip;
} lck_race_state;

/* All paths from an instruction on. `visit` goes through a block, and on to those behind it by
 * lck_race_walk_on. */
typedef struct lck_race_walk {
    lck_race *r;
    bool warps;
    bool (*visit)(struct lck_race_walk *w, lck_race_state *s, uint32_t from);
    const char *of;      /* where there may be too many ways, in words */
    lck_race_items *out; /* of the interval; of each instruction */
    uint32_t access, loop[LCK_RACE_LOOPS];
    uint8_t nloops; /* around the access */
    lck_race_state *todo, *seen;
    uint32_t ntodo;
    uint8_t *nseen;
} lck_race_walk;
bool lck_race_walk_from(lck_race_walk *w, lck_race_state first, uint32_t insn);
bool lck_race_walk_on(lck_race_walk *w, const lck_race_state *s);

/* What may happen from the beginning of the function, or from behind an instruction, up to the
 * next barriers: of the block, or of the warp too. False: too many ways, or no memory. */
bool lck_race_interval(lck_race *r, uint32_t from, bool warps, lck_race_items *out);
/* Adds to the interval of each instruction that is a barrier what cp.async still writes there.
 * of[i] are the items of instruction i. */
bool lck_race_pending(lck_race *r, bool warps, lck_race_items *of);
bool lck_race_add_item(lck_race *r, lck_race_items *items, const lck_race_item *item);
/* The loops around an access, from the outermost; false: too many. */
bool lck_race_loops(const lck_race *r, uint32_t block, uint32_t *loop, uint8_t *n);

/* ---- pair.c ---- */

typedef struct {
    lck_verdict verdict; /* GOOD: no race; BAD; UNKNOWN */
    char *shown;         /* BAD: owned by the audit's record */
    lck_stored stored;   /* BAD: by one instruction in both threads */
} lck_race_found;

/* Do two threads meet in these two items of one interval: of different warps, or lanes of one? */
lck_race_found lck_race_pair(lck_race *r, const lck_race_item *a, const lck_race_item *b,
                             bool lanes);

#endif
