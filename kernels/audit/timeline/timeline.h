/* timeline.h - shared memory over time: is what is read there, and may what is written be?
 *
 * A kernel fills buffers of shared memory while it reads others: copies that end when a wait says
 * so (cp.async in groups, TMA by barriers with phases), products that read while the next
 * instructions run. Buffers are cells: an allocation, or one stage of a ring. The kernel is run
 * on what matters of it: the numbers that choose stages and phases (cycle.h), and for each cell
 * what is still under way. Loads, masks and data are left out; the number of trips of a loop is
 * any, unless it is a constant. A run ends when no new state comes up, so its answer is for every
 * number of trips.
 *
 * What is asked:
 *
 *     rings      no cell is read before it is full, or filled while it is still being read; no
 *                stage outside of its ring is chosen
 *     races      where barriers stand in the module: between a write and a read of a cell by all
 *                threads there is one
 *     unwritten  no cell is read that nobody has written
 *
 * Copies whose mask is false count as made: a stage that they would have filled is not read then.
 * Where a branch depends on what is not followed, a fault behind it is UNKNOWN. Operations
 * without events that make no number that is followed are not run.
 *
 * The number of trips may also be a value that several loops and conditions ask, `trips`: it is
 * then each number from 1 on, one by one, and in the end none: the loop goes on for ever. What is
 * behind a loop, and at its end, depends on the last rounds of the rings alone, so that a few
 * rounds stand for all.
 *
 * What operations do to cells, and which views there are, each language says for itself: a
 * reader.
 *
 *     run.c      the run: blocks, loops, branches
 *     answer.c   what is recorded in the end
 *     cells.c    what happens to cells, and what is wrong with it
 *     numbers.c  integers
 *     follow.c   which numbers are followed
 */
#ifndef LCK_TIMELINE_H
#define LCK_TIMELINE_H

#include "../ir/ir.h"
#include "../record/record.h"
#include "cycle.h"

#define LCK_CELLS 160   /* of all allocations, and of operations with memory for a while */
#define LCK_TRACKED 384 /* numbers that are followed */
#define LCK_STAGES 32   /* of a ring */
#define LCK_TRIPS 40    /* numbers of trips that are tried one by one */

/* ---- cells ---- */

typedef enum {
    LCK_NOTHING,
    LCK_DONE,    /* of a write: it is there */
    LCK_LOST,    /* of a write: something else was written over it */
    LCK_LOOSE,   /* a copy in no group yet */
    LCK_GROUPED, /* cp.async: until a wait lets fewer groups than `age` pending */
    LCK_BARRED,  /* until a barrier's phase ends */
    LCK_TOLD,    /* of a read by threads: likewise; they have arrived at it */
    LCK_ISSUED,  /* wgmma: by age, as groups */
    LCK_STORING  /* TMA from shared memory, likewise */
} lck_progress;

/* A write or a read of a cell: who did it, and where the part of it begins that was meant. */
typedef struct {
    uint32_t by;
    int32_t from;
    bool part;
} lck_deed;

#define LCK_DEEDS 64 /* different ones of a cell */

/* What is under way in a cell. Sets are of its deeds: the ith is in it, bit i. */
typedef struct {
    uint8_t write, write_age, write_bar;
    uint8_t read, read_age, read_bar;
    uint8_t fills;              /* of a barrier: phases begun, up to 3, then 2 or 3 by parity */
    bool write_blur, read_blur; /* those under way are not all as old: some may be over */
    uint64_t writers, readers;  /* under way */
    uint64_t fresh;             /* written or completed, and no barrier since */
    uint64_t touched;           /* read by threads, and no barrier since */
    uint32_t last;              /* the operation that wrote last */
} lck_cell_state;

/* Bytes of a cell are known once memory has been allocated: it begins at `at` of an object, -1:
 * unknown, has `least` bytes and perhaps as many as `most`. */
typedef struct {
    uint32_t alloc, stage; /* the operation; its index */
    uint32_t object;
    bool scratch; /* of an operation that uses memory for a while */
    int64_t at, least, most;
} lck_cell;

typedef struct {
    lck_cell_state cell[LCK_CELLS];
    lck_cycle number[LCK_TRACKED];
    bool guessed; /* a branch was taken that is not followed */
} lck_moment;

/* ---- a reader ---- */

typedef struct lck_timeline lck_timeline;

/* Do two deeds have bytes in common; of `threads`: of different threads? */
typedef enum { LCK_APART, LCK_COMMON, LCK_PERHAPS } lck_common;

typedef struct {
    bool (*is_event)(const lck_timeline *t, const lck_ir_op *op);
    void (*event)(lck_timeline *t, lck_moment *now, const lck_ir_op *op);
    /* A value whose number is followed; beside integers, views. */
    bool (*can_follow)(const lck_timeline *t, uint32_t value);
    /* The number is that of a view, which loops do not count up. */
    bool (*is_view)(const lck_timeline *t, uint32_t value);
    /* Follows what chooses the cells and phases of an event. */
    void (*follow_event)(lck_timeline *t, const lck_ir_op *op);
    /* The number of result i of an operation; false: it is as for integers of arith. */
    bool (*result)(lck_timeline *t, const lck_moment *now, const lck_ir_op *op, uint32_t i,
                   lck_cycle *number);
    /* The number of a value that is not followed, but known from what is; false: it is none.
     * NULL: there are none. */
    bool (*number)(const lck_timeline *t, const lck_moment *now, uint32_t value,
                   lck_cycle *number);
    /* A number that is the same all the time; NULL: there are none but constants. */
    bool (*constant)(const lck_timeline *t, uint32_t value, int64_t *number);
    /* What a cell is called, in a record. Owned. */
    char *(*name)(lck_timeline *t, size_t cell);
    /* NULL: whole cells have, of parts it is not known. */
    lck_common (*common)(lck_timeline *t, size_t cell, const lck_deed *write,
                         const lck_deed *other, bool other_writes, bool threads);
    /* Is it an event that may not come about, and a result that says whether it has? NULL: none
     * is. */
    bool (*is_try)(const lck_timeline *t, const lck_ir_op *op);
    /* Does a branch fill cells and nothing else, so that its condition is a mask? NULL: none
     * does. */
    bool (*is_mask)(const lck_timeline *t, const lck_ir_op *op);
} lck_timeline_reader;

/* Of an operation: there are events in it, or numbers that are followed; all events of the
 * function are in it; its branches have masks. */
#define LCK_EVENTFUL 1
#define LCK_WHOLE 2
#define LCK_MASKED 4

struct lck_timeline {
    const lck_ir_module *m;
    const lck_timeline_reader *reader;
    void *user; /* of the reader */
    uint32_t function;
    lck_audit *audit;
    lck_kernel_audit *kernel;
    bool synced; /* barriers stand in the module */
    bool apart;  /* what one thread has waited for, others have not */
    bool wide;   /* cells are taken to be as large as they may be; what is found is not known */
    size_t ncells, ntracked;
    lck_cell cell[LCK_CELLS];
    lck_deed deed[LCK_CELLS][LCK_DEEDS];
    uint8_t ndeeds[LCK_CELLS];
    uint32_t value[LCK_TRACKED]; /* that a number is of */
    bool local[LCK_TRACKED];     /* used in its block alone, or in what is inside of it */
    uint8_t uses[LCK_TRACKED];   /* by operations, up to 2 */
    bool bare[LCK_TRACKED];      /* not computed: a condition that nothing settles */
    uint32_t *tracked;   /* of a value: its place among the numbers + 1; 0: not followed */
    uint8_t *eventful;   /* of an operation: flags LCK_EVENTFUL, .. */
    uint32_t *first;     /* of an allocation: its first cell + 1; 0: none */
    uint32_t trips;      /* a value that is each number of trips; LCK_IR_NONE: there is none */
    lck_cycle trips_are; /* in this run */
    int64_t round;       /* what endless counters are taken modulo */
    bool part;           /* the operand asked for last is a part of its cell, */
    int32_t from;        /* and begins here */
    bool lost;           /* an event has not been followed */
    const char *open;    /* why an answer is not known */
    uint32_t open_op;
    size_t steps;
};

/* answer.c: begins a timeline of a function with nothing in it; NULL: no memory, told to the
 * audit. */
lck_timeline *lck_timeline_new(lck_audit *audit, lck_kernel_audit *kernel, const lck_ir_module *m,
                               uint32_t function, const lck_timeline_reader *reader);
void lck_timeline_free(lck_timeline *t);
/* `stage 2 of the 3 of %x, line 7`, or `the buffer %x, line 7`, of a cell of so many. */
char *lck_timeline_cell_name(lck_timeline *t, size_t cell, unsigned stages);
/* Were faults recorded about this? Then records, where there were none, that all is `well`, or
 * why the answer is `open`: about `rings` where something is asynchronous, about `races` where
 * the module has barriers. */
bool lck_timeline_has_fault(const lck_timeline *t, const char *about);
void lck_timeline_answer(lck_timeline *t, const char *about, const char *open, const char *well);

/* run.c: runs the function from its first block on. */
void lck_timeline_run(lck_timeline *t);

/* ---- numbers ---- */

/* follow.c: adds a value to those that are followed; what it is computed from comes with
 * lck_timeline_prepare, which also finds conditions and ends of loops to follow. False, with
 * open, where there are too many. */
void lck_timeline_follow(lck_timeline *t, uint32_t value);
bool lck_timeline_prepare(lck_timeline *t);
/* The operation behind the last one of the function. */
uint32_t lck_timeline_end(const lck_timeline *t);

/* numbers.c */
bool lck_timeline_is_integer(lck_ir_text type);
lck_cycle lck_timeline_number(const lck_timeline *t, const lck_moment *now, uint32_t value);
/* Sets a condition to the value with which a branch is taken, where something else asks it
 * again. */
void lck_timeline_suppose(const lck_timeline *t, lck_moment *now, uint32_t condition, bool is);
void lck_timeline_set(const lck_timeline *t, lck_moment *now, uint32_t value, lck_cycle number);
/* Forgets numbers that nothing behind the block uses. */
void lck_timeline_forget(const lck_timeline *t, lck_moment *now, uint32_t block);
/* The results of an operation. */
void lck_timeline_compute(lck_timeline *t, lck_moment *now, const lck_ir_op *op);
/* Makes the modulus of endless counters a multiple of so many stages. False, with open: it would
 * be too large. */
bool lck_timeline_extend_round(lck_timeline *t, uint32_t op, int64_t stages);

/* ---- cells.c: what happens to cells, and what is wrong with it ---- */

bool lck_cells_is_under_way(uint8_t progress);
/* A cell, or the part of it that t->part and t->from say, is written, or read, by the threads
 * now; or later by a copy, a product, a store that is under way as `how` says, with a
 * barrier's cell where it ends with its phase. */
void lck_cells_write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell);
void lck_cells_write_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                           lck_progress how, int64_t bar);
void lck_cells_read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell);
void lck_cells_read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                          lck_progress how, int64_t bar);
/* Threads have read a cell, whoever wrote it. */
void lck_cells_touch(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell);
/* One more group, product or store: those under way grow older. */
void lck_cells_grow_older(lck_timeline *t, lck_moment *now, lck_progress how);
void lck_cells_commit(lck_timeline *t, lck_moment *now);
/* All but the latest `pending` are over. */
void lck_cells_wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending);
/* All threads meet. */
void lck_cells_meet(lck_timeline *t, lck_moment *now);
void lck_cells_begin_phase(lck_moment *now, int64_t bar);
/* The threads arrive at a barrier: their reads so far are over when its phase ends. */
void lck_cells_arrive(lck_timeline *t, lck_moment *now, int64_t bar);
/* `all`: all threads wait. */
void lck_cells_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t bar,
                          lck_cycle phase, bool all);
/* Records a fault of an operation, with an earlier one or LCK_IR_NONE. */
void lck_cells_tell(lck_timeline *t, const lck_moment *now, const char *about,
                    const lck_ir_op *op, uint32_t other, const char *what, const char *detail);
/* Records that the answer is not known, nor what is under way: no later fault of this run is
 * sure. Returns false. */
bool lck_timeline_open(lck_timeline *t, const lck_ir_op *op, const char *why);

#endif
