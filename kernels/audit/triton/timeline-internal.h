/* timeline-internal.h - what the files of the timeline share. */
#ifndef LCK_TIMELINE_INTERNAL_H
#define LCK_TIMELINE_INTERNAL_H

#include "cycle.h"
#include "timeline.h"

#define LCK_CELLS 160   /* of all allocations, and of operations with memory for a while */
#define LCK_TRACKED 384 /* numbers that are followed */
#define LCK_STAGES 32   /* of a ring */
#define LCK_PART 1024   /* added to the number of a cell: a view of a part of it */

/* ---- cells ---- */

typedef enum {
    LCK_NOTHING,
    LCK_DONE,    /* of a write: it is there */
    LCK_LOST,    /* of a write: something else was written over it */
    LCK_LOOSE,   /* a copy in no group yet */
    LCK_GROUPED, /* cp.async: until a wait lets fewer groups than `age` pending */
    LCK_BARRED,  /* until a barrier's phase ends */
    LCK_ISSUED,  /* wgmma, likewise by age */
    LCK_STORING  /* TMA from shared memory, likewise by age */
} lck_progress;

/* What is under way in a cell. Operations are those that did it. */
typedef struct {
    uint8_t write, write_age, write_bar;
    uint8_t read, read_age, read_bar;
    bool fresh;    /* written or completed, and no barrier since */
    bool touched;  /* read by threads, and no barrier since */
    uint8_t fills; /* of a barrier: phases begun, up to 3, then 2 or 3 by parity */
    bool write_part, read_part, touch_part; /* it was a part of the cell alone */
    uint32_t writer, reader, toucher;
} lck_cell_state;

/* Bytes of a cell are known once memory has been allocated, `allocation.offset`: it begins at
 * `at`, -1: unknown, has `least` bytes and perhaps as many as `most`. */
typedef struct {
    uint32_t alloc, stage; /* the operation; its index */
    bool scratch;          /* of an operation that uses memory for a while */
    int64_t at, least, most;
} lck_cell;

typedef struct {
    lck_cell_state cell[LCK_CELLS];
    lck_cycle number[LCK_TRACKED];
    bool guessed; /* a branch was taken that is not followed */
} lck_moment;

typedef struct {
    const lck_ir_module *m;
    uint32_t function;
    lck_audit *audit;
    lck_kernel_audit *kernel;
    bool synced; /* barriers stand in the module */
    bool wide;   /* cells are taken to be as large as they may be; what is found is not known */
    size_t ncells, ntracked;
    lck_cell cell[LCK_CELLS];
    uint32_t value[LCK_TRACKED]; /* that a number is of */
    bool local[LCK_TRACKED];     /* used in its block alone, or in what is inside of it */
    uint8_t uses[LCK_TRACKED];   /* by operations, up to 2 */
    bool bare[LCK_TRACKED];      /* not computed: a condition that nothing settles */
    uint32_t *tracked; /* of a value: its place among the numbers + 1; 0: not followed */
    uint32_t *first;   /* of a local_alloc: its first cell + 1; 0: none */
    int64_t round;     /* what endless counters are taken modulo */
    bool part;         /* the operand asked for last is a part of its cell */
    const char *open;  /* why an answer is not known */
    uint32_t open_op;
    size_t steps;
} lck_timeline;

/* timeline-follow.c: finds cells and the numbers to follow. False, with open, where there are too
 * many. */
bool lck_timeline_prepare(lck_timeline *t);
/* The number of operands of a branch before a token. */
uint32_t lck_timeline_operands_before(const lck_timeline *t, const lck_ir_op *op, uint32_t token);

/* timeline-env.c: the cells of a local_alloc, of an operation that uses memory for a while; false
 * likewise. Where shared memory begins that an operation has; -1: not known. */
bool lck_timeline_add_cells(lck_timeline *t, uint32_t op);
bool lck_timeline_add_scratch(lck_timeline *t, uint32_t op);
int64_t lck_timeline_offset(const lck_timeline *t, const lck_ir_op *op);
lck_cycle lck_timeline_number(const lck_timeline *t, const lck_moment *now, uint32_t value);
/* Supposes that a condition is what a branch takes it for, where something else asks it again. */
void lck_timeline_suppose(const lck_timeline *t, lck_moment *now, uint32_t condition, bool is);
void lck_timeline_set(const lck_timeline *t, lck_moment *now, uint32_t value, lck_cycle number);
/* Forgets numbers that nothing behind the block uses. */
void lck_timeline_forget(const lck_timeline *t, lck_moment *now, uint32_t block);
/* The results of an operation on numbers and views. */
void lck_timeline_compute(lck_timeline *t, lck_moment *now, const lck_ir_op *op);
/* Do two cells share bytes? */
bool lck_timeline_overlap(const lck_timeline *t, size_t a, size_t b);
/* The stages that the type of an allocation has; 1: it is no ring. */
uint32_t lck_timeline_stages(const lck_timeline *t, const lck_ir_op *alloc);

/* ---- timeline-cells.c: what happens to cells, and what is wrong with it ---- */

bool lck_cells_is_under_way(uint8_t progress);
/* All of a cell is written, or read, by the threads now; or later by a copy, a product, a store
 * that is under way as `how` says, with a barrier's cell where it ends with its phase. */
void lck_cells_write_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell);
void lck_cells_write_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                           lck_progress how, int64_t bar);
void lck_cells_read_now(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell);
void lck_cells_read_later(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t cell,
                          lck_progress how, int64_t bar);
/* A group, a product, a store more. */
void lck_cells_grow_older(lck_timeline *t, lck_moment *now, lck_progress how);
void lck_cells_commit(lck_timeline *t, lck_moment *now);
/* All but the latest `pending` are over. */
void lck_cells_wait_for(lck_timeline *t, lck_moment *now, lck_progress how, int64_t pending);
/* All threads meet. */
void lck_cells_meet(lck_timeline *t, lck_moment *now);
void lck_cells_begin_phase(lck_moment *now, int64_t bar);
void lck_cells_wait_phase(lck_timeline *t, lck_moment *now, const lck_ir_op *op, int64_t bar,
                          lck_cycle phase);
/* Records a fault of an operation, with an earlier one or LCK_IR_NONE. */
void lck_cells_tell(lck_timeline *t, const lck_moment *now, const char *about,
                    const lck_ir_op *op, uint32_t other, const char *what, const char *detail);
/* Records that the answer is not known. */
void lck_timeline_open(lck_timeline *t, const lck_ir_op *op, const char *why);

/* ---- timeline-events.c: what an operation does ---- */

bool lck_timeline_is_event(const lck_ir_op *op);
/* Does an operation use memory for a while: all threads write it, meet, and read it? */
bool lck_timeline_is_scratch(const lck_ir_op *op);
void lck_timeline_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op);

#endif
