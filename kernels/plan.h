/* plan.h - plans: how a block of threads moves a tile of a tensor.
 *
 *     plan NAME(element = f32, source = (M,N):(1,M), destination = (M,N):(N,1))
 *
 * says that destination(i) = source(i) for every integral coordinate i: they need the same
 * size. The axes of the plan are those of a common refinement of their shapes (common-axes.h),
 * of one shape its leaves. Both may be tensors, {M} o (M,N):(1,M). All else may be given, and
 * is chosen where it is not:
 *
 *   tile     (64,64)     extents of a block's tile, an axis each, in the plan's coordinates
 *   load     ((16,16),(4,4)):((4e0,4e1),(e0,e1))
 *                        a thread-value partition of the tile: which coordinates a thread
 *                        reads, and in which order; its strides are coordinates
 *   put      the same coordinates, in the order in which they go to shared memory
 *   stage    S<3,2,6> o (64,64):(64,1)
 *                        where in shared memory an element of the tile lies; 0: nowhere,
 *                        and a thread stores what it has loaded
 *   get      a partition of the tile: what a thread reads of shared memory
 *   store    the same coordinates, in the order in which they are written
 *   vectors  (4,4,4,4)   elements that load, put, get and store move as one
 *   rotate   32          rows of a whole tile, along the destination's contiguous axis, are
 *                        stored from where their address is a multiple of so many bytes, and
 *                        their first elements last: the column c of a row that begins at
 *                        element r is (c - r mod n) mod the tile's extent, n the elements of
 *                        so many bytes. 0: as they lie
 *   resident 3           blocks that a multiprocessor shall hold at once: the compiler takes
 *                        as few registers as that needs; 0: as many as it likes
 *   guard    (M,N)       bounds that coordinates of a tile are compared with; the shape
 *   barrier  1           0: none between put and get
 *
 * A block takes one tile, rounding up; blocks next to each other lie along the axis that is
 * contiguous in the destination.
 *
 * A place of the destination that is written more than once, always with the same element, is
 * written once where axes can be left out or joined (problem-axes.c). Else the plan `repeats`
 * (places.c): its stores are of one element each, and volatile, which makes them relaxed stores
 * to the memory model of PTX, so that two that write one value are no race.
 *
 * What must hold of a plan (obligations.c) is claimed in the claim language and proved for
 * all sizes before a kernel is made of it (lower.c); one that fails is refused with its
 * counterexample.
 */
#ifndef LCK_PLAN_H
#define LCK_PLAN_H

#include "../isl-bridge/relation.h"
#include "../lib/swizzle.h"
#include "../verify/session/plan.h"
#include "kernel.h"

#define LCK_MAX_RANK 8
#define LCK_MAX_MODES 16 /* of the threads, and of the values, of a partition */
#define LCK_MAX_THREADS 1024
#define LCK_MAX_BLOCKS INT32_MAX /* along x; CUDA C Programming Guide, compute capabilities */
#define LCK_MAX_SHARED_BYTES (227 * 1024) /* of a block, of sm_90; CUDA C Programming Guide */

/* extent steps along the axes of a tile. */
typedef struct {
    int64_t extent;
    int64_t step[LCK_MAX_RANK];
} lck_mode;

typedef struct {
    size_t nthreads, nvalues; /* modes; the first one is the fastest */
    lck_mode thread[LCK_MAX_MODES], value[LCK_MAX_MODES];
    int width;                /* values that move as one; divides the first value mode */
} lck_part;

/* An axis of the problem, for the kernel and in the claim language. */
typedef struct {
    const lc_expr *extent, *guard, *source, *destination; /* the last two: strides */
    char *extent_text, *guard_text, *source_text, *destination_text;
    int64_t tile;
    int64_t stage;  /* stride in shared memory, before the swizzle */
    bool divided;   /* the tile divides the extent, for all sizes */
} lck_axis;

typedef enum { LCK_LOADS, LCK_PUTS, LCK_GETS, LCK_STORES } lck_access;
extern const char *const lck_access_name[4]; /* "load", "put", "get", "store" */

typedef struct lck_plan {
    lc_ctx *ctx;
    lc_exprs *x;
    char *name;
    const lck_element *element;
    size_t nsizes;
    lck_size size[16];
    bool unbounded[16];   /* a size that may be larger than its variable, as far as is said */
    const lc_expr *assumed[16]; /* conditions on the sizes, all that the proofs assume */
    size_t nassumed;
    /* Of the tensors, in elements. */
    const lc_expr *source_offset, *destination_offset;
    char *source_offset_text, *destination_offset_text;
    size_t rank;
    lck_axis axis[LCK_MAX_RANK];
    bool refined;               /* the tensors have shapes of their own */
    bool repeats;               /* some place is written more than once, as was proved with the
                                   same element each time */
    size_t order[LCK_MAX_RANK]; /* of the axes of a block's number, the fastest first */
    lck_part partition[4]; /* load and store; put and get where it is staged */
    bool staged, barrier;
    int64_t rotation;           /* elements that rows are rotated by, at most, and 1; 0: none */
    size_t rotated;             /* where there is a rotation: the axis along which they are,
                                   whose tile is a multiple of it */
    int resident;
    lc_swizzle swizzle;         /* of the offsets in shared memory, in elements */
    int64_t shared;             /* elements */
    char *claims;               /* what was proved, a line each */
} lck_plan;

void lck_plan_free(lck_plan *plan);

/* ---- the steps from a statement to a kernel ---- */

/* What was given of a plan. */
typedef struct {
    bool tile, partition[4], stage, width[4], rotate, resident;
} lck_given;

/* The plan of a statement, with what it gives (read-plan.c). NULL with an error in p->e. */
lck_plan *lck_plan_read(lcv_planning *p, lck_given *given);
/* Is each place of the destination written once, or always with the same element (places.c)?
 * Begins plan->claims and sets plan->repeats. False: p->result and p->claim say why not, or an
 * error is in p->e. */
bool lck_plan_prove_places(lck_plan *plan, lcv_planning *p);
/* What is missing (choose.c): false with an error in p->e. */
bool lck_plan_choose(lck_plan *plan, lcv_planning *p, const lck_given *given);
/* Every other obligation, in turn, until one is not proved: true when all are. p->result and
 * p->claim are those of the one that decides. */
bool lck_plan_prove(lck_plan *plan, lcv_planning *p);
/* The kernel of a plan (lower.c). NULL with an error in the lc_ctx. */
lck_kernel *lck_plan_lower(const lck_plan *plan, lcr_ctx *r);
/* The obligation that every integer of the kernel fits its type (width.h), once all others are
 * proved: true, and a claim of the kernel, or p->result and p->claim say what does not fit. */
bool lck_plan_prove_widths(const lck_plan *plan, lck_kernel *kernel, lcv_planning *p);

/* The axes of a tensor, without its offset, in the claim language (obligations.c): the source,
 * the destination. The caller frees it. */
char *lck_tensor_text(const lck_plan *plan, lck_memory tensor);

/* ---- partitions (partition.c) ---- */

int64_t lck_part_threads(const lck_part *p);
int64_t lck_part_values(const lck_part *p); /* of a thread */
/* The coordinate, in the tile, of a thread's value. */
void lck_part_at(const lck_part *p, size_t rank, int64_t thread, int64_t value,
                      int64_t *crd);
/* The element of a whole tile that is got and stored in place of this one, in a row that
 * begins `row` elements into the destination. */
void lck_rotate(const lck_plan *plan, int64_t row, int64_t *crd);
/* In the claim language, ((16,16),(4,4)):((4e0,4e1),(e0,e1)); the caller frees it. */
char *lck_part_text(lc_ctx *ctx, const lck_part *p, size_t rank);
/* Threads and values as two layouts, for concat(blocks, threads, values). `starts`: of the
 * first element of each vector only. */
char *lck_modes_text(lc_ctx *ctx, const lck_part *p, size_t rank, bool starts);
/* The tiles, (ceil_div(M,64),ceil_div(N,64)):(64e0,64e1). */
char *lck_blocks_text(const lck_plan *plan);
/* Of a thread's values, which one has the coordinates of value v of `other`; -1: none. */
int64_t lck_part_find(const lck_part *p, const lck_part *other, size_t rank,
                           int64_t v);

/* ---- shared memory (stage.c) ---- */

int64_t lck_stage_at(const lck_plan *plan, const int64_t *crd); /* an element's offset */
char *lck_stage_text(const lck_plan *plan);  /* S<3,2,6> o (64,64):(64,1) */
/* Wavefronts past the first of all accesses of a block that put, or get; the latter where
 * each row is rotated by `turn`. */
int64_t lck_stage_conflicts(const lck_plan *plan, lck_access access, int64_t turn);
/* The same for any rotation the rows may have. False: it is not the same for each. */
bool lck_stage_all_conflicts(const lck_plan *plan, lck_access access, int64_t *conflicts);
/* A swizzle with the fewest conflicts, among those that leave vectors whole. */
void lck_stage_choose(lck_plan *plan);

/* ---- global memory (costs.c) ---- */

/* Sectors of 32 bytes that all loads, or all stores, of a launch touch, access by access.
 * False: the shape or the strides are not known, tiles stick out, or there are too many. */
bool lck_plan_sectors(const lck_plan *plan, lck_access access, int64_t *sectors);
/* The tiles of such a plan. */
bool lck_plan_blocks(const lck_plan *plan, int64_t *blocks);

#endif
