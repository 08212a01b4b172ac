/* executor.h - a run of the executor, and its accesses to memory: for execute.c, access.c.
 *
 * Memory is checked element by element. An element of shared memory knows who touched it since
 * the last barrier: phases, the stretches between barriers, are counted over all blocks, so that
 * writes of an earlier block are older than the first phase of this one.
 */
#ifndef LCK_EXECUTOR_H
#define LCK_EXECUTOR_H

#include "execute.h"
#include "width.h"

typedef struct {
    int64_t written, read; /* the phase of the last write and read; 0: none */
    int writer, reader;
    int second; /* another thread that read it in that phase; -1: none */
} lck_cell;

#define LCK_WIDTHS 512

/* The width of an expression, once known. */
typedef struct {
    const lc_expr *of;
    bool wide;
} lck_width;

/* The elements of an array. */
typedef struct {
    int64_t extent;
    unsigned char *at;      /* of a tensor that is read: not changed */
    unsigned char *written; /* of a tensor that is written: a byte for each element, or NULL */
    int64_t *writer;        /* there: block * threads + thread + 1 */
    lck_cell *cell;         /* of shared memory */
} lck_content;

/* The registers of all threads of a block, thread after thread. */
typedef struct {
    unsigned char *at;
    bool *loaded;
} lck_held;

typedef struct {
    const lck_kernel *kernel;
    lck_stop *stop;
    size_t nvars;
    bool *wide;                  /* by slot: a variable of 64 bits */
    lck_width width[LCK_WIDTHS]; /* by address; expressions that collide are looked at again */
    int64_t *env;                /* the values of the variables, thread after thread */
    lck_content content[LCK_MAX_ARRAYS];
    /* The state of the block that runs. */
    int64_t block, phase, first_phase;
    lck_held held[LCK_MAX_FILES];
} lck_run;

/* Records where the run stops, "block B, thread T: " and the message; returns false. */
bool lck_stopped(lck_run *run, lck_trap trap, int thread, int other, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A LOAD or STORE at an index, of registers from `first` on. */
bool lck_access(lck_run *run, const lck_statement *s, int thread, int64_t index, int64_t first);

#endif
