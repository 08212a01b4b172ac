/* plan.h - plans: how a block of threads moves a tile of a tensor.
 *
 *     plan NAME(element = f32, source = (M,N):(1,M), destination = (M,N):(N,1))
 *
 * says that destination(i) = source(i) for every integral coordinate i: they need the same size.
 * The axes of the plan are those of a common refinement of their shapes (common-axes.h), the
 * leaves of the shape if both have one. Both may be tensors, {M} o (M,N):(1,M). Everything else
 * may be given, and is chosen otherwise:
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
 *   shift    (32,32)     bytes: rows that begin anywhere are read from multiples of so many, and
 *                        written from multiples of so many; 0: as they lie (below)
 *   resident 3           blocks that a multiprocessor shall hold at once: the compiler takes
 *                        as few registers as that needs; 0: as many as it likes
 *   guard    (M,N)       bounds that coordinates of a tile are compared with; the shape
 *   barrier  1           0: none between put and get
 *
 * A block takes one tile, rounding up; blocks next to each other lie along the axis that is
 * contiguous in the destination.
 *
 * With `shift` = (a,b), a row of the tile along the source is copied to shared memory from the
 * last multiple of a bytes at or before its begin on: it begins at p, below a, in what is copied,
 * which is the row and a bytes. A thread's words, of 32 bits, begin at p and multiples of a word
 * behind it: two aligned words hold each, of which it keeps one. Matrices of such words are
 * transposed in registers and go to the stage, which lies where the copies were. Along the
 * destination a tile overlaps the one before it by b bytes, its margin; of each row a block
 * stores the tile less the margin, from the first multiple of b bytes on, in the same way. So
 * every sector is written by one block, but at the ends of the tensor's rows. With b = 0 rows of
 * the destination begin at multiples of a word, tiles have no margin, and words are stored as
 * they are. The tile that a plan gives is what a block stores.
 *
 * A place of the destination that is written more than once, always with the same element, is
 * written once where axes can be left out or joined (problem-axes.c). Else the plan `repeats`
 * (kernels/copy/places.c): its stores are of one element each, and volatile, which makes them
 * relaxed stores to the memory model of PTX, so that two that write one value are no race.
 *
 * Source, destination and stage may be relations, functions from a box of coordinates to offsets
 * (relation.c): rotations and other permutations that no strides have. A tensor has an axis for
 * each input, a stage the axes of the tile, or its integral coordinate. isl writes their indices
 * as expressions. Such a destination is injective; vectors of such a tensor begin, along an axis,
 * at coordinates that are multiples of their length.
 *
 * The obligations of a plan (kernels/copy/obligations.c) are claims, proved for all sizes before
 * a kernel is made of it (kernels/copy/lower.c); a plan that fails one is refused with the
 * counterexample. The prover is handed expressions (trees.c); their text is for the kernel's
 * header and for reports.
 */
#ifndef LCK_PLAN_H
#define LCK_PLAN_H

#include "../../isl-bridge/relation.h"
#include "../../lib/swizzle.h"
#include "../../lib/text.h"
#include "../../verify/session/plan.h"
#include "../kernel/kernel.h"

#define LCK_MORE_TENSORS 3 /* tensors of a function along rows, beside the source */
#define LCK_MAX_MODES 16   /* of the threads, and of the values, of a partition */

/* extent steps along the axes of a tile. */
typedef struct {
    int64_t extent;
    int64_t step[LCK_MAX_RANK];
} lck_mode;

typedef struct {
    size_t nthreads, nvalues; /* modes; the first one is the fastest */
    lck_mode thread[LCK_MAX_MODES], value[LCK_MAX_MODES];
    int width; /* values that move as one; divides the first value mode */
} lck_part;

/* An integer of the sizes, as an expression of the kernel and of claims. */
typedef struct {
    const lc_expr *expr;
    const lcv_ast *tree;
} lck_quantity;

/* The tensors of a plan: source and destination, and behind LCK_SHARED, which is none, the
 * operands of a function along rows. */
enum { LCK_OPERAND = LCK_SHARED + 1, LCK_PLAN_TENSORS = LCK_OPERAND + LCK_MORE_TENSORS };

/* The array of the kernel for a tensor: tensors that the plan does not have are not counted. */
struct lck_plan;
int lck_array_of(const struct lck_plan *plan, int tensor);

/* An axis of the problem. */
typedef struct {
    lck_quantity extent, guard, stride[LCK_PLAN_TENSORS];
    bool in_row; /* of a function along rows: the row goes along it */
    int64_t tile;
    int64_t stage; /* stride in shared memory, before the swizzle */
    /* With shift: elements of the tile that another block stores; the coordinate c lies at
     * stage * (c / fold) + bend * (c % fold); fold 0 is 1. */
    int64_t margin, fold, bend;
} lck_axis;

/* How far apart tiles are: what a block stores. */
static inline int64_t lck_tile_step(const lck_axis *a)
{
    return a->tile - a->margin;
}

/* What a coordinate of the tile adds to the place in shared memory, before the swizzle. */
static inline int64_t lck_place_along(const lck_axis *a, int64_t c)
{
    return a->fold > 1 ? c / a->fold * a->stage + c % a->fold * a->bend : c * a->stage;
}

/* A relation in place of strides. */
typedef struct {
    lcr_map *map; /* from the coordinates of the axes, or in the tile; NULL: there is none */
    char *text;
    const lc_expr *crd[LCK_MAX_RANK]; /* variables */
    const lc_expr *at;                /* its value, of these variables */
    int64_t size;                     /* one past the last value */
    int32_t *tile;                    /* of a stage: the values in the tile, by number */
} lck_relation;

typedef enum { LCK_LOADS, LCK_PUTS, LCK_GETS, LCK_STORES } lck_access;
extern const char *const lck_access_name[4];                /* "load", "put", "get", "store" */
extern const char *const lck_tensor_name[LCK_PLAN_TENSORS]; /* "source", "destination" */

/* The tensor that loads read, or stores write. */
static inline lck_memory lck_tensor_of(lck_access access)
{
    return access == LCK_LOADS ? LCK_SOURCE : LCK_DESTINATION;
}

typedef struct lck_plan {
    lc_ctx *ctx;
    lc_exprs *x;
    lcv_arena *arena; /* of the trees */
    char *name;
    const lck_device *device;          /* what the kernels are made for */
    const lck_element *element, *into; /* of the source and others; of the destination */
    size_t nsizes;
    lck_size size[16];
    bool unbounded[16];         /* a size that the bounds allow to be larger than its variable */
    const lc_expr *assumed[16]; /* conditions on the sizes: the assumptions of the proofs */
    size_t nassumed;
    lck_quantity offset[LCK_PLAN_TENSORS]; /* in elements */
    bool has[LCK_PLAN_TENSORS];            /* is there such a tensor? */
    lck_relation relation[3];              /* of a tensor, LCK_SHARED: of the stage */
    const char *counter; /* of the names of coordinates, where there are relations */
    size_t rank;
    lck_axis axis[LCK_MAX_RANK];
    bool refined;               /* the tensors have shapes of their own */
    bool repeats;               /* some place is written twice, with the same element */
    size_t order[LCK_MAX_RANK]; /* of the axes of a block's number, the fastest first */
    lck_part partition[4];      /* load and store; put and get if it is staged */
    bool staged, barrier;
    int64_t rotation; /* rows are rotated by fewer elements than this; 0: not at all */
    size_t rotated;   /* the axis of the rotation, which divides its tile */
    bool shifted; /* with shift: elements, of the source and the destination; the axes along */
    int64_t shift[2]; /* which they are contiguous */
    size_t along[2];
    int resident;
    int cluster; /* blocks that make a tile together: their threads are those of a partition */
    lc_swizzle swizzle; /* of the offsets in shared memory, in elements */
    int64_t shared;     /* elements */
    lc_text proved;     /* claims, and how each was proved; a line each */
    lc_text known;      /* of all its kernels */
} lck_plan;

void lck_plan_free(lck_plan *plan);

/* ---- the steps from a statement to a kernel ---- */

/* The keys that a plan gives. */
typedef struct {
    bool tile, partition[4], stage, width[4], rotate, shift, resident;
} lck_given;

/* How kernels are made: LCK_UNPROVED: also for wrong plans. LCK_CANDIDATES: for a product each
 * kernel worth trying, also where all sizes are numbers. */
enum { LCK_UNPROVED = 1, LCK_CANDIDATES = 2 };

/* All steps, for a copy. NULL: p->result and p->claim say which obligation fails, or an error is
 * in p->e; if LCK_UNPROVED a kernel is made although one fails (kernels/copy/copy.c). */
lck_kernel *lck_copy_make(lcv_planning *p, unsigned how, bool *proved);
/* Drops the result of a claim. */
void lck_forget_result(lcv_planning *p);
/* A plan of the name of the statement, which has nothing else yet. NULL with an error. */
lck_plan *lck_plan_new(lcv_planning *p);
/* The plan of a statement, with the keys that it gives (read-plan.c). NULL with an error in
 * p->e. */
lck_plan *lck_plan_read(lcv_planning *p, lck_given *given);
/* The i-th of its keys; NULL past the last. */
const char *lck_plan_key(size_t i);
/* The same for keys that only functions along rows have. */
const char *lck_rows_key(size_t i);
/* Is each place of the destination written once, or always with the same element
 * (kernels/copy/places.c)? Sets plan->repeats. False: p->result and p->claim say why not, or an
 * error is in p->e. */
bool lck_plan_prove_places(lck_plan *plan, lcv_planning *p);
/* Chooses what is missing (kernels/copy/choose.c); false with an error in p->e. */
bool lck_plan_choose(lck_plan *plan, lcv_planning *p, const lck_given *given);
/* The extent of tiles along an axis (kernels/copy/lengths.c): this length, no longer than the
 * axis in powers of two, or a half or a quarter of it that divides an axis of a known length. */
int64_t lck_tile_length(const lck_plan *plan, size_t axis, int64_t length);
/* Lengthens short rows of a tile, along the axes `along` of source and destination, by the
 * elements that lie behind them, up to `most` elements in all. *next: the axes of these elements,
 * or SIZE_MAX. */
void lck_lengthen_tile(lck_plan *plan, const size_t *along, int64_t most, size_t *next);
/* Decides whether words are shifted (kernels/copy/choose-shift.c), and sets plan->shifted: where
 * rows of the source or the destination begin anywhere, `width` elements move as one along them,
 * and a block's memory suffices. False with an error, for a shift that is given and cannot be. */
bool lck_choose_shift(lck_plan *plan, lcv_planning *p, const lck_given *given, const int *width);
/* Every other obligation, in turn, until one is not proved: true when all are. p->result and
 * p->claim are those of the obligation that decides. */
bool lck_plan_prove(lck_plan *plan, lcv_planning *p);
/* The kernel of a plan (kernels/copy/lower.c). NULL with an error in the lc_ctx. */
lck_kernel *lck_plan_lower(const lck_plan *plan, lcr_ctx *r);
/* The obligation that every integer of the kernel fits its type (kernels/kernel/width.h), once
 * all others are proved: true, and a claim of the kernel, or p->result and p->claim say what does
 * not fit. */
bool lck_plan_prove_widths(const lck_plan *plan, lck_kernel *kernel, lcv_planning *p);

/* An expression in the variables of a kernel, with their names and its known bounds beside those
 * of its operands; the variables from[0..n-1] become to[0..n-1] (import.c). */
const lc_expr *lck_import(lc_exprs *x, const lc_expr *e, size_t n, const lc_expr *const *from,
                          const lc_expr *const *to);
/* The sizes and the conditions of a plan become those of a kernel. */
bool lck_plan_give_sizes(const lck_plan *plan, lck_kernel *kernel);

/* ---- in the claim language (trees.c) ----
 *
 * Expressions in the plan's arena, each a new one; NULL: no memory. */

/* What a tuple has for each axis: the extent of the problem, the bound of its coordinates, the
 * extent of a tile, the number of tiles, ceil_div(M,64), or the step between them, 64e0. */
typedef enum {
    LCK_EXTENTS,
    LCK_GUARDS,
    LCK_TILES,
    LCK_COUNTS,
    LCK_CORNERS,
    LCK_STORED,       /* of a tile, what a block stores */
    LCK_PLACES,       /* the extents, and margins */
    LCK_PLACES_GUARDS /* the bounds, and margins */
} lck_of_axis;
lcv_ast *lck_tuple_tree(const lck_plan *plan, lck_of_axis what);
/* How many tiles an axis has. */
lcv_ast *lck_count_tree(const lck_plan *plan, size_t k);
/* A quantity; that it is a multiple of n, (M) % 4 == 0. */
lcv_ast *lck_quantity_tree(const lck_plan *plan, lck_quantity q);
lcv_ast *lck_multiple_tree(const lck_plan *plan, lck_quantity q, int64_t n);
/* A tensor without its offset, (M,N):(1,M); the elements from its first to its last, or from the
 * buffer's first, (M - 1) * (1) + (N - 1) * (M) + 1. */
lcv_ast *lck_tensor_tree(const lck_plan *plan, lck_memory tensor);
lcv_ast *lck_span_tree(const lck_plan *plan, lck_memory tensor, bool offset);
/* A partition, ((16,16),(4,4)):((4e0,4e1),(e0,e1)); that of the whole tensor, by blocks, threads
 * and values: concat((ceil_div(M,64),...):(64e0,...), (16,16):(4e0,4e1), (4,4):(e0,e1)); with
 * `starts`, of the first element of each vector only. */
lcv_ast *lck_part_tree(const lck_plan *plan, lck_access access);
lcv_ast *lck_launch_tree(const lck_plan *plan, lck_access access, bool starts);
/* S<3,2,6> o (64,64):(64,1) */
lcv_ast *lck_stage_tree(const lck_plan *plan);

/* ---- what is claimed (claims.c) ---- */

/* Takes over the result of a claim, and the claim's text: true, and another line of what was
 * proved, when it is; else p->result and p->claim, or an error in p->e. */
bool lck_plan_settle(lck_plan *plan, lcv_planning *p, lcv_result *result, char *claim);
/* A claim, which is asked once of all kernels of a plan. */
bool lck_plan_claim(lck_plan *plan, lcv_planning *p, lcv_ast *tree);
/* The same of a text. */
bool lck_plan_ask(lck_plan *plan, lcv_planning *p, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The text of a tree, which the plan keeps; NULL with an error, which no text has. */
const char *lck_plan_text(const lck_plan *plan, lcv_ast *tree);
/* A text, which is let go of, and one by a format, as the plan keeps them; likewise. */
const char *lck_plan_keep(const lck_plan *plan, lc_text *text);
const char *lck_plan_printf(const lck_plan *plan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The verdict on what no claim can express, found by looking at a kernel, or at a recipe (NULL):
 * true where `why` is NULL; else it is refuted for that reason. Takes over the claim's text. */
bool lck_plan_found(lck_plan *plan, lcv_planning *p, const lck_kernel *kernel, const char *why,
                    char *claim);
/* What could not be followed: false, and it is not known, for this reason. Takes over the claim's
 * text. */
bool lck_plan_lost(lck_plan *plan, lcv_planning *p, const char *why, char *claim);
/* No kernel could be made of a plan: the error of its context is that of the statement. */
void lck_plan_not_made(const lck_plan *plan, lcv_planning *p);
/* The lines of what was proved become those of the kernel. */
bool lck_plan_tell(const lck_plan *plan, lck_kernel *kernel);

/* ---- one tile, element by element (kernels/copy/tile-checks.c) ---- */

/* The vectors of an access are contiguous, aligned in shared memory, and none is left over. */
lcv_result *lck_check_vectors(const lck_plan *plan, lck_access access);
/* Each thread writes, in another order, what it has read. */
lcv_result *lck_check_registers(const lck_plan *plan, lck_access from, lck_access to);
/* Elements of the tile have places of their own, within the size: for a relation about which a
 * claim is not decided. */
lcv_result *lck_check_places(const lck_plan *plan);
/* A thread may only get what it has put if there is no barrier, for every rotation of a row. */
lcv_result *lck_check_barrier(const lck_plan *plan);

/* ---- partitions (partition.c) ---- */

int64_t lck_part_threads(const lck_part *p);
int64_t lck_part_values(const lck_part *p); /* of a thread */
/* One more mode along an axis, if it is one and there is room. */
bool lck_add_mode(size_t *n, lck_mode *mode, size_t axis, int64_t extent, int64_t step);
/* The coordinate, in the tile, of a thread's value. */
void lck_part_at(const lck_part *p, size_t rank, int64_t thread, int64_t value, int64_t *crd);
/* The element of a whole tile that is got and stored in place of this one, in a row that
 * begins `row` elements into the destination. */
void lck_rotate(const lck_plan *plan, int64_t row, int64_t *crd);
/* The value of a thread that has the coordinates of value v of `other`; -1: none. */
int64_t lck_part_find(const lck_part *p, const lck_part *other, size_t rank, int64_t v);

/* ---- vectors of a tensor (contiguous.c) ---- */

/* The axis with stride 1, the longest of several, as far as lengths are known; of a relation the
 * one along which most elements lie side by side. SIZE_MAX: none. */
size_t lck_contiguous_axis(const lck_plan *plan, lck_memory tensor);
/* Does n divide the number for all sizes? */
bool lck_divides(const lck_plan *plan, lcv_planning *p, int64_t n, lck_quantity q);
/* The longest vectors along an axis, of 16 bytes at most, that begin at multiples of their length
 * for all sizes: all other strides and the offset are such multiples, or claims say so of a
 * relation. */
int lck_widest_vector(const lck_plan *plan, lcv_planning *p, lck_memory tensor, size_t axis);

/* ---- relations (relation.c, relation-runs.c) ----
 *
 * Functions that return a bool are false with an error in p->e, at the span. */

void lck_relation_clear(lck_relation *relation);
/* The number of a coordinate in the tile, the first axis being the fastest; the next one, false
 * after the last. */
int64_t lck_number_in_tile(const lck_plan *plan, const int64_t *crd);
bool lck_next_in_tile(const lck_plan *plan, int64_t *crd);
static inline bool lck_is_relation(const lck_plan *plan, lck_memory memory)
{
    return memory <= LCK_SHARED && plan->relation[memory].map != NULL;
}
/* Is the relation a function to offsets, and its inputs a box? The extents of these are found. */
bool lck_relation_read(lcv_planning *p, lcv_span span, const char *what, const lcr_map *m,
                       int64_t *extent);
/* The relation of a tensor whose axes the plan has, with the integral coordinates of its inputs
 * as strides; that of the stage, whose tile the plan has. */
bool lck_relation_of_tensor(lck_plan *plan, lcv_planning *p, lck_memory tensor, lcv_span span,
                            const lcr_map *m);
bool lck_relation_of_stage(lck_plan *plan, lcv_planning *p, lcv_span span, const lcr_map *m);
/* The place of a coordinate: of the tensor, of the tile. */
int64_t lck_relation_at(const lck_plan *plan, lck_memory memory, const int64_t *crd);
lcv_ast *lck_relation_tree(const lck_plan *plan, lck_memory memory);

/* The axis along which most elements lie side by side; SIZE_MAX: none. */
size_t lck_relation_axis(const lck_plan *plan, lck_memory tensor);
/* Do samples leave it open that all runs along an axis are vectors? */
bool lck_relation_may_run(const lck_plan *plan, lck_memory tensor, size_t axis, int width);
/* The claims that all runs are vectors: they are side by side; they begin at multiples. */
lcv_ast *lck_relation_runs_tree(const lck_plan *plan, lck_memory tensor, size_t axis, int width);
lcv_ast *lck_relation_starts_tree(const lck_plan *plan, lck_memory tensor, size_t axis,
                                  int width);

/* ---- shared memory (kernels/copy/stage.c) ---- */

int64_t lck_stage_at(const lck_plan *plan, const int64_t *crd); /* an element's offset */
/* The number of conflicts of an access, where it is the same for every rotation of the rows, and
 * for all places where shifted rows begin, whose words are read in pairs; false if it differs. */
bool lck_stage_all_conflicts(const lck_plan *plan, lck_access access, int64_t *conflicts);
/* A swizzle with the fewest conflicts, among those that leave vectors whole. */
void lck_stage_choose(lck_plan *plan);

/* ---- global memory (kernels/copy/costs.c) ---- */

/* Sectors of 32 bytes that all loads, or all stores, of a launch touch, access by access.
 * False: the shape or the strides are not known, tiles stick out, or there are too many. */
bool lck_plan_sectors(const lck_plan *plan, lck_access access, int64_t *sectors);
/* The tiles of such a plan. */
bool lck_plan_blocks(const lck_plan *plan, int64_t *blocks);

#endif
