/* timeline.h - shared memory over time in modules of CuTe DSL (../timeline/timeline.h).
 *
 * A view of shared memory has a root, the first one that was made of its bytes: all of them, with
 * stages where its last mode goes over copies of the others. Stages are cells. A copy, a load, a
 * store is at bytes that are a sum over numbers that are followed (symbols.c), the same for all
 * threads, and what each thread adds to it: so it is known which bytes it has of which stage, and
 * which thread has them.
 *
 * All threads go through the kernel; where a condition depends on the thread, what is followed
 * are the numbers of thread 0, and branches that it does not take are not followed. Elements of
 * barriers are cells of 8 bytes.
 *
 *     footprint.c         which bytes an operation has, and of whom they are
 *     timeline-events.c   what operations do to cells
 *     symbols.c           numbers that are followed
 */
#ifndef LCK_CUTE_TIMELINE_H
#define LCK_CUTE_TIMELINE_H

#include "../timeline/timeline.h"
#include "access.h"

#define LCK_LEADER 0u

/* What an operation has of shared memory: byte[r] in each thread, `width` of them, or all from
 * `low` up to `high` where it is not known which thread has what (`byte` NULL). Bounds are
 * without the terms with symbols, which all instructions have in common. */
typedef enum { LCK_OF_READ, LCK_OF_WRITE, LCK_OF_BARRIER } lck_footprint_kind;

typedef struct {
    uint32_t op;
    lck_footprint_kind kind;
    bool dense;       /* it has all bytes from low up to high */
    unsigned threads; /* that take part */
    const char *why;  /* the bytes are not known: why */
    lck_cute_pointer pointer;
    const lck_sum *shared; /* terms with symbols alone */
    int64_t low, high;     /* bytes */
    unsigned n, width;
    const lck_sum **byte, *active;
    bool met;            /* in the run, */
    int64_t least, most; /* at these bytes of the object, up to `most` */
} lck_footprint;

/* Cells of one root. */
typedef struct {
    uint32_t root, object;
    int64_t at, bytes, stage; /* bytes of a stage */
    size_t first;
    unsigned n;
} lck_region;

struct lck_cute_time {
    lck_timeline *t;
    lck_cute *c;
    uint32_t *symbol;    /* of each value that is followed; 0: none yet */
    const lck_sum **sum; /* of each, before it became a symbol */
    lck_footprint *footprint;
    size_t nfootprints;
    uint8_t *event;               /* of each operation: its row + 1 */
    uint8_t *seen;                /* of each value: it was looked at for what to follow */
    unsigned *threads;            /* of each operation: that come there, in the end */
    const int64_t *constant;      /* of each value, in the leader, */
    const bool *is_constant;      /* where it is one */
    unsigned arrivals[LCK_CELLS]; /* of a barrier: that end a phase */
    lck_region region[LCK_CELLS];
    size_t nregions;
};

/* Adds records about `rings`, `races` and `unwritten`; the kernel has been read. */
void lck_cute_timeline(lck_cute *c, const lck_ir_op *kernel);

/* symbols.c */
const lck_sum *lck_cute_moving(const lck_cute *c, const lck_cute_value *v);
bool lck_cute_follows(const lck_cute *c, uint32_t value);
/* Replaces a value that is followed by its symbol plus what each thread adds to it. */
void lck_cute_follow(lck_cute *c, uint32_t value);
/* The value of a sum in the leader; false: something in it is not followed, or not known. */
bool lck_cute_value_of(const lck_cute *c, const lck_moment *now, const lck_sum *sum,
                       int64_t *value);

/* footprint.c */
void lck_footprint_of_access(lck_cute *c, const lck_cute_access *a);
/* Of all elements of a view at once, by a tensor map or a product; `more`: bytes behind the
 * last. */
void lck_footprint_of_view(lck_cute *c, const lck_ir_op *op, const lck_cute_value *view,
                           lck_footprint_kind kind, int64_t more);
/* The footprint of an operation whose bytes are not known. */
void lck_footprint_unknown(lck_cute *c, const lck_ir_op *op);
/* Makes regions and their cells of all footprints. False, with open: there are too many. */
bool lck_footprint_cells(lck_cute_time *time);
/* The nth footprint of an operation and a kind; NULL. */
lck_footprint *lck_footprint_find(const lck_cute_time *time, uint32_t op, lck_footprint_kind kind,
                                  size_t nth);
/* The cells that a footprint is in now: from *first to *last; *from: where it begins in each,
 * from the beginning of the first. False: it is not known, or outside of its region, both
 * told. */
bool lck_footprint_now(lck_cute_time *time, const lck_moment *now, lck_footprint *f,
                       size_t *first, size_t *last, int64_t *from);
/* Is all of a cell in it? */
bool lck_footprint_fills(const lck_cute_time *time, const lck_footprint *f, size_t cell,
                         int64_t from);
/* Accesses whose address a loop carries are inside of their objects, where the run has gone
 * all ways and met them there. */
void lck_footprint_inside(const lck_cute_time *time);
lck_common lck_footprint_common(lck_timeline *t, size_t cell, const lck_deed *write,
                                const lck_deed *other, bool other_writes, bool threads);
char *lck_footprint_name(lck_timeline *t, size_t cell);

/* timeline-events.c */
bool lck_cute_is_event(const lck_timeline *t, const lck_ir_op *op);
void lck_cute_event(lck_timeline *t, lck_moment *now, const lck_ir_op *op);
bool lck_cute_is_mask(const lck_timeline *t, const lck_ir_op *op);
/* The block of an operation that another one is in, however deep; LCK_IR_NONE: it is in none. */
uint32_t lck_cute_block_inside(const lck_timeline *t, uint32_t op, uint32_t outer);
/* Fills time->event. */
void lck_cute_find_events(lck_cute_time *time);
/* A wait that may give up, and says whether it has waited. */
bool lck_cute_is_try(const lck_timeline *t, const lck_ir_op *op);
/* Follows what chooses the cells and phases of an event. */
void lck_cute_follow_event(lck_timeline *t, const lck_ir_op *op);
/* What an operation has beside accesses: barriers, operands of products. */
void lck_cute_time_operation(lck_cute *c, const lck_ir_op *op);

#endif
