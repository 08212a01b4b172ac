/* executor.h - a run of the executor, for its files.
 *
 *   execute.c       sizes, cluster after cluster: the run
 *   cluster.c       the memory of a cluster, and how it begins
 *   agents.c        warps, and their way through the statements
 *   barriers.c      barriers of threads, and registers that they give each other
 *   stuck.c         who waits for what, when nobody can go on
 *   rings.c         mbarriers
 *   access.c        LOAD and STORE, and each access to an element of shared memory or of a tensor
 *   registers.c     registers, and arithmetic on them
 *   matrices.c      MATRIX_LOAD, MATRIX_STORE, MMA
 *   warpgroups.c    WGMMA
 *   boxes.c         COPY, TMA_LOAD, TMA_STORE
 *   clocks.c, cells.c, kernels/kernel/number.c   what they stand on
 *
 * Threads are numbered over the cluster, block after block; `local` is the number in the block.
 * Functions return false where the run stops.
 */
#ifndef LCK_EXECUTOR_H
#define LCK_EXECUTOR_H

#include "cells.h"
#include "execute.h"
#include "../kernel/number.h"
#include "../kernel/width.h"

#define LCK_WIDTHS 512
#define LCK_WARP 32
#define LCK_WARPGROUP 128
#define LCK_NAMED_BARRIERS 16
#define LCK_MOST_DEPTH (2 * LCK_MAX_NESTING + 2)

/* The width of an expression, once known. */
typedef struct {
    const lc_expr *of;
    bool wide;
} lck_width;

/* The elements of an array. */
typedef struct {
    int64_t extent;
    lck_format format;
    unsigned char *at;      /* of a tensor; one that is read is not changed */
    unsigned char *written; /* of a tensor that is written: a byte for each element, or NULL */
    int64_t *writer;        /* there: block * threads + thread + 1 */
    int64_t *reader;        /* there, of a kernel that reads it, too: likewise; -1: several */
    int64_t offset;         /* of shared memory: its first byte */
} lck_content;

/* The shared memory of a cluster, block after block: arrays may lie over each other. A cell is of
 * as many bytes as the smallest element has. */
typedef struct {
    int64_t bytes; /* of a block */
    int of_cell;
    unsigned char *at;
    lck_cell *cell;
} lck_shared;

/* The registers of all threads, thread after thread. */
typedef struct {
    lck_format format;
    unsigned char *at;
    bool *loaded;
    /* Where there is WGMMA, or NULL: the group of products that has it; and how many fences its
     * thread had made when it touched it last, and one. */
    uint32_t *group, *touched;
} lck_held;

typedef struct {
    uint32_t groups[3]; /* that it committed, by kind */
    bool open[3];       /* it began something since */
    uint32_t fences;    /* LCK_FENCE_PRODUCTS */
    bool launched;      /* LCK_FENCE_LAUNCH */
} lck_thread;

/* An mbarrier. */
typedef struct {
    int beginner;           /* the thread that made INIT; -1: none yet */
    uint32_t ready;         /* its epoch at the FENCE after INIT; 0: none yet */
    int64_t phase;          /* the one that goes on */
    int arrivals;           /* that came in it */
    int64_t expected, came; /* bytes of it */
    lck_gathering gathered;
    lck_clock *ended; /* what is known where the phase before it is awaited */
} lck_mbarrier;

/* A barrier of threads; after those of the blocks come that of the cluster, and that of a
 * warp. */
typedef struct {
    int64_t come, count; /* threads; 0: nobody waits */
    lck_gathering gathered;
} lck_meeting;

/* A list of statements that a warp goes through with some of its lanes. */
typedef struct {
    const lck_statement *at, *of; /* the next one; the FOR, LOOP, IF that it belongs to */
    uint32_t lanes;
    int64_t round, rounds; /* of FOR and LOOP */
} lck_frame;

typedef enum { LCK_GOES, LCK_AT_MEETING, LCK_AT_RING, LCK_AT_REGISTERS, LCK_ENDED } lck_state;

/* A warp. */
typedef struct {
    int first, threads; /* its threads */
    uint32_t all;       /* its lanes */
    int depth;
    lck_frame frame[LCK_MOST_DEPTH];
    lck_state state;
    int meeting;           /* where it waits */
    int barrier[LCK_WARP]; /* mbarriers, of its lanes */
    int64_t phase[LCK_WARP];
    int registers, asked; /* of a thread: that it has, and waits for */
    uint64_t products;    /* what WGMMAs it took part in, hashed */
    uint32_t nproducts;
} lck_agent;

/* What a kernel has among its statements. */
typedef struct {
    bool copies, products, boxes, stores, fences, reads_result;
    bool cut[LCK_MAX_ARRAYS]; /* boxes do not fill all of it */
} lck_uses;

typedef struct {
    const lck_kernel *kernel;
    lck_stop *stop;
    lck_schedule schedule;
    lck_uses uses;
    size_t nvars;
    bool *wide;                  /* by slot: a variable of 64 bits */
    lck_width width[LCK_WIDTHS]; /* by address; expressions that collide are looked at again */
    size_t nlists;               /* a power of 2 */
    const lck_statement **list;  /* statements that a warp makes as one, by address */
    int64_t *env;                /* the values of the variables, thread after thread */
    lck_content content[LCK_MAX_ARRAYS];
    lck_shared shared;
    /* of each tensor map */
    int64_t map_extent[LCK_MAX_MAPS][LCK_MAX_MAP_RANK],
        map_stride[LCK_MAX_MAPS][LCK_MAX_MAP_RANK];
    int64_t map_offset[LCK_MAX_MAPS];
    lck_clocks clocks;
    lck_pool pool;
    /* The state of the cluster that runs. */
    int64_t block;        /* its first one; -1: none runs yet */
    int threads;          /* of the cluster */
    lck_knowledge *knows; /* of each thread */
    lck_thread *thread;
    lck_held held[LCK_MAX_FILES];
    int nbarriers; /* mbarriers of a block */
    lck_mbarrier *mbarrier;
    lck_meeting *meeting;
    int nagents;
    lck_agent *agent;
    int spare[LCK_MAX_CLUSTER]; /* registers of each block that no thread has */
    uint32_t *remote; /* block after block: the last epoch of each thread that touched it from
                         another one */
    float *single[3]; /* the matrices of a product, row after row */
    double *twice[3];
} lck_run;

/* Records where the run stops, "block B, thread T: " and the message; returns false. */
bool lck_stopped(lck_run *run, lck_trap trap, int thread, int other, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static inline int lck_rank(const lck_run *run, int thread)
{
    return thread / run->kernel->threads;
}

static inline int lck_local(const lck_run *run, int thread)
{
    return thread % run->kernel->threads;
}

/* ---- memory (cluster.c) */

/* Allocates what a cluster has, without the extents of tensors. False with an error. */
bool lck_make_room(lck_run *run);
void lck_free_run(lck_run *run);
/* Resets all state for the next cluster; false with an error. */
bool lck_begin_cluster(lck_run *run);

/* ---- integers (execute.c) */

/* The value of an expression as the code computes it. */
bool lck_value(lck_run *run, int thread, const lc_expr *e, bool wide, int64_t *value);
/* The same; the run stops unless it lies in [0, n). */
bool lck_number_below(lck_run *run, int thread, const lc_expr *e, int64_t n, const char *what,
                      int64_t *value);
/* Binds a variable to an integer of its type, within the bounds on which simplification rests. */
bool lck_set_variable(lck_run *run, int thread, const lc_expr *var, int64_t value);

/* ---- who makes an access */

static inline lck_party lck_party_of(const lck_run *run, int thread)
{
    const lck_knowledge *k = &run->knows[thread];
    return (lck_party){run->knows,       k->clock->at,     thread, 1,
                       (uint32_t)thread, k->own[LCK_TIME], false,  false};
}

/* ---- accesses to memory (access.c) */

/* An access to an array; `by` says how, where it is no LOAD or STORE: " by a product". */
typedef struct {
    lck_run *run;
    int array, thread, rank; /* whose shared memory */
    lck_party party;
    const char *by;
} lck_access;

lck_access lck_access_to(lck_run *run, int array, int thread);
/* Stops at this access, of an element; `other`: the other thread of it, or -1. */
bool lck_access_stopped(const lck_access *a, lck_trap trap, int64_t element, int other,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Are `width` elements from an index on in the array, and do they begin at a multiple of so many
 * bytes? */
bool lck_in_place(const lck_access *a, int64_t index, int width, int bytes);
/* The place of an element of shared memory for a read, or a write, which is checked. NULL: the
 * run stops. */
const unsigned char *lck_read_shared(const lck_access *a, int64_t element);
unsigned char *lck_write_shared(const lck_access *a, int64_t element);
/* The same of a tensor, which is about to get the bytes of `value`. */
const unsigned char *lck_read_tensor(const lck_access *a, int64_t element);
unsigned char *lck_write_tensor(const lck_access *a, int64_t element, const void *value);

bool lck_load_or_store(lck_run *run, const lck_statement *s, int thread);
bool lck_fetch_number(lck_run *run, const lck_statement *s, int thread);

/* ---- registers (registers.c) */

/* The place of a register, and of those after it, `n` in all, among those of all threads, for a
 * statement that reads them, or writes them; `how`: "takes part in a product". */
bool lck_find_registers(lck_run *run, int thread, lck_register r, int n, bool read,
                        const char *how, size_t *place);
/* Notes that the thread touches a register, which no product under way may have. */
bool lck_touch(lck_run *run, int thread, int file, size_t place);
bool lck_arithmetic(lck_run *run, const lck_statement *s, int thread);

static inline unsigned char *lck_register_at(const lck_run *run, int file, size_t place)
{
    return run->held[file].at + place * (size_t)run->kernel->file[file].element->bytes;
}

/* ---- what goes on beside a thread (boxes.c) */

bool lck_run_copy(lck_run *run, const lck_statement *s, int thread);
bool lck_load_box(lck_run *run, const lck_statement *s, int thread);
bool lck_store_box(lck_run *run, const lck_statement *s, int thread);
/* Does the driver make this tensor map? */
bool lck_map_is_taken(lck_run *run, int map);
/* COMMIT, DRAIN, FENCE. */
bool lck_groups(lck_run *run, const lck_statement *s, int thread);
/* Is everything over that has to be when a thread ends? */
bool lck_all_drained(lck_run *run, int thread);

/* ---- mbarriers (rings.c) */

/* Makes INIT, EXPECT, ARRIVE. */
bool lck_run_ring(lck_run *run, const lck_statement *s, int thread);
/* The mbarrier of a slot in a block, which the thread may use. */
bool lck_find_mbarrier(lck_run *run, const lck_statement *s, int thread, int rank, int *number);
/* Bytes come, with what the thread that asked for them knows. */
bool lck_bytes_come(lck_run *run, int number, int64_t bytes, int thread);
/* AWAIT of a warp: notes what its lanes wait for; then, whether they go on, *passed. */
bool lck_begin_await(lck_run *run, lck_agent *a, const lck_statement *s, uint32_t lanes);
bool lck_try_ring(lck_run *run, lck_agent *a, bool *passed);
/* "full[2] of block 1" */
void lck_show_mbarrier(const lck_run *run, int number, char *text, size_t room);

/* ---- warps */

/* The threads of a warp that make a statement as one; all have to. */
bool lck_run_matrix(lck_run *run, lck_agent *a, const lck_statement *s);
bool lck_run_mma(lck_run *run, lck_agent *a, const lck_statement *s);
bool lck_run_wgmma(lck_run *run, lck_agent *a, const lck_statement *s);
/* The warps of a warpgroup made the same products. */
bool lck_products_agree(lck_run *run);
/* Is a product computed in floats, or in doubles? */
bool lck_sums_in_singles(const lck_atom *atom);
/* held (m,n) += left (m,k) * right (k,n), in order of k. */
void lck_multiply_singles(int m, int n, int k, float *held, const float *left,
                          const float *right);
void lck_multiply_doubles(int m, int n, int k, double *held, const double *left,
                          const double *right);

/* Takes part in a barrier of threads; asks for registers, and gets them (barriers.c). */
bool lck_meet(lck_run *run, lck_agent *a, const lck_statement *s);
bool lck_ask_registers(lck_run *run, lck_agent *a, const lck_statement *s);
void lck_try_registers(lck_run *run, lck_agent *a);
bool lck_divergent(lck_run *run, const lck_agent *a, const lck_statement *s);
bool lck_diverged(lck_run *run, const lck_statement *s, int thread, int other, int64_t here,
                  int64_t there);

/* All warps of the cluster, to their end (agents.c). */
bool lck_find_lists(lck_run *run);
bool lck_run_cluster(lck_run *run);
/* Says why no warp can go on (stuck.c). False. */
bool lck_stuck(lck_run *run);
/* Stops the run at a barrier of all where some wait and that others have passed by. */
void lck_find_parted(lck_run *run);

#endif
