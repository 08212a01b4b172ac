/* statement.h - the statements of a kernel.
 *
 * All threads of a block run them. Lanes of a warp that take both sides of an IF take one after
 * the other; warps go their own ways, so that an IF on the number of the warp gives it a role.
 *
 *   LET      var = value, in what follows of the block of statements
 *   FETCH    var = array[index], an int32 of a tensor that is only read, in what follows
 *   FOR      var = 0 .. count-1: body; the count is a constant, and the loop is unrolled
 *   LOOP     var = 0 .. value-1: body; the value is the same for all threads of a warp
 *   IF       condition: body, else: otherwise
 *   LOAD     registers first, first + step, ... of a file  <-  width elements of array[index]; of
 *            shared memory of the block `peer` of the cluster, where one is named
 *   STORE    array[index] ...  <-  registers
 *   SET      width registers = an integer
 *   MULTIPLY a register += left * right, two registers, rounded once
 *   APPLY    a register = a function of left, or of left and right (function.h)
 *   SHUFFLE  a register = left of the lane whose number differs in the bits of `count`; all lanes
 *            of a warp take part
 *   CONVERT  width registers = those of another file from left on, rounded to nearest even; to
 *            integers and types of 8 bits with saturation
 *   SHIFT    width registers, a word of 32 bits, = those of two words left from `value` on: what
 *            a thread keeps of two neighbouring words where its own begins anywhere in the first
 *   TURN     width words of 32 bits = the matrix left of as many, transposed: each is a row of
 *            `width` parts, of one element or of two
 *   BARRIER  of the warp, of `threads` threads that name the same id from 1 to 15, of the block,
 *            of the cluster: all of them arrive, under a condition that is the same for all
 *
 * Matrices: of 8 rows of 16 bytes, which a warp moves between shared memory and registers, each
 * row at the index of a lane: lane l has the row l % 8 of the matrix l / 8. Registers are packed;
 * lane l holds elements 2 (l % 4) and the next of row l / 4 of each, or of column l / 4 where it
 * is transposed (PTX ISA, ldmatrix, stmatrix).
 *
 *   MATRIX_LOAD, MATRIX_STORE
 *   MMA      C += A * B of an atom, all three in the registers of a warp
 *
 * Asynchronous statements begin something that goes on beside the thread. What it reads and
 * writes is not to be touched until its end is awaited.
 *
 *   COPY     width elements of array[index] in shared memory  <-  a tensor's, the first `present`
 *            of them, and zeros (PTX ISA, cp.async)
 *   WGMMA    C (+)= A * B of an atom of 128 threads; A and B in shared memory, or A in registers.
 *            It adds to C where `value` is not 0, else C begins anew (PTX ISA, wgmma.mma_async)
 *   COMMIT   what the thread began since its last COMMIT of this kind becomes a group
 *   DRAIN    waits until at most `count` groups of the thread are under way; `reads`, for TMA
 *            stores: until all others have read what they store
 *   FENCE    orders what the kinds below say
 *
 * The asynchronous proxy, by which TMA and WGMMA see memory, does not see what threads wrote, and
 * does not wait for threads that still read where it writes, unless these threads fence and a
 * barrier follows.
 *
 * Rings of mbarriers: slot = i % slots of the i-th use, phase = i / slots, counted from 0.
 *
 *   INIT     the mbarriers of a ring begin phase 0; by one thread, with a FENCE and a barrier
 *   EXPECT   arrives at a slot of the own block, whose phase ends after `value` more bytes
 *   ARRIVE   arrives at a slot of a block of the cluster
 *   AWAIT    waits until this phase of a slot has ended; phase -1 has. The hardware knows only
 *            the parity of a phase: it must be the current phase or the one before it
 *
 *   TMA_LOAD   a box of a tensor map at these coordinates, to shared memory, its bytes counted by
 *              a slot; to the same place and slot of all blocks of the cluster in `peers`,
 *              a mask, if there is one. For a map that is cut, `value` is how many elements the
 *              tensor has from the box on, along that axis: a box with none does nothing. Where
 *              `once` is not 0, what it loads is not loaded again later: it is the first to leave
 *              L2 (PTX ISA, createpolicy)
 *   TMA_STORE  a box from shared memory, in a group of kind LCK_BULK
 *
 *   REGISTERS  sets the number of registers of a thread to `count`, by all threads of a group of
 *              128; no value changes (PTX ISA, setmaxnreg)
 */
#ifndef LCK_STATEMENT_H
#define LCK_STATEMENT_H

#include "../../lib/expr.h"
#include "function.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCK_LET,
    LCK_FETCH,
    LCK_FOR,
    LCK_LOOP,
    LCK_IF,
    LCK_LOAD,
    LCK_STORE,
    LCK_SET,
    LCK_MULTIPLY,
    LCK_APPLY,
    LCK_SHUFFLE,
    LCK_CONVERT,
    LCK_SHIFT,
    LCK_TURN,
    LCK_BARRIER,
    LCK_MATRIX_LOAD,
    LCK_MATRIX_STORE,
    LCK_MMA,
    LCK_COPY,
    LCK_WGMMA,
    LCK_COMMIT,
    LCK_DRAIN,
    LCK_FENCE,
    LCK_INIT,
    LCK_EXPECT,
    LCK_ARRIVE,
    LCK_AWAIT,
    LCK_TMA_LOAD,
    LCK_TMA_STORE,
    LCK_REGISTERS
} lck_statement_kind;

/* The arrays of a copy, and its registers. */
typedef enum { LCK_SOURCE, LCK_DESTINATION, LCK_SHARED } lck_memory;
enum { LCK_HELD };

/* A register of a file; its number is constant once loops are unrolled. */
typedef struct {
    int file;
    const lc_expr *at;
} lck_register;

/* An element of an array. */
typedef struct {
    int array;
    const lc_expr *index;
} lck_place;

/* A matrix of WGMMA: packed registers, if array is -1; or shared memory from an element on, of
 * the canonical layout that these numbers of its descriptor say (PTX ISA, Shared Memory Matrix
 * Layout). Offsets and the span of the swizzle count bytes; leading and stride offset are
 * multiples of 16. */
typedef struct {
    int array;
    const lc_expr *index;
    lck_register held;
    int leading, stride, span; /* LBO, SBO; 0, 32, 64, 128 */
    bool mn_major;
} lck_operand;

typedef enum { LCK_OF_WARP, LCK_OF_THREADS, LCK_OF_ALL, LCK_OF_CLUSTER } lck_scope;
typedef enum { LCK_COPIES, LCK_PRODUCTS, LCK_BULK } lck_group;
typedef enum {
    LCK_FENCE_PROXY,    /* what the thread did to shared memory, for the asynchronous proxy */
    LCK_FENCE_PRODUCTS, /* registers before WGMMA (wgmma.fence) */
    LCK_FENCE_INIT,     /* mbarriers that were begun, for the cluster */
    LCK_FENCE_LAUNCH    /* what earlier launches did, for a kernel that begins early */
} lck_fence_kind;

typedef struct lck_statement {
    lck_statement_kind kind;
    const lc_expr *var;   /* LET, FETCH, FOR, LOOP */
    const lc_expr *value; /* LET; SET, NULL: 0; LOOP: the count; IF: the condition; LOAD, STORE,
                             FETCH: the index; COPY:
                             the elements that are present, NULL: all; WGMMA: whether it adds;
                             SHIFT: from which on; EXPECT: bytes; TMA_LOAD: what is inside */
    int64_t count;        /* FOR; DRAIN: groups; BARRIER: threads; REGISTERS; SHUFFLE: bits */
    bool wide;            /* LET: a 64-bit variable, even if its bounds fit 32 bits */
    int array;            /* LOAD, STORE, FETCH */
    lck_register
        held;  /* LOAD, STORE, CONVERT: the first; SET, MULTIPLY, APPLY, SHUFFLE; matrices; C */
    int step;  /* between registers */
    int width; /* of a vector; matrices: 1, 2, 4 */
    lck_register left, right; /* MULTIPLY, APPLY, SHUFFLE, CONVERT, MMA */
    lck_place to, from;       /* COPY, MATRIX_LOAD, MATRIX_STORE, TMA */
    lck_operand a, b;         /* WGMMA */
    int atom;                 /* MMA, WGMMA */
    bool transposed;          /* MATRIX_LOAD, MATRIX_STORE */
    bool reads;               /* DRAIN; of products: the sums of `held` have ended */
    lck_scope scope;          /* BARRIER */
    int id;                   /* BARRIER */
    lck_group group;          /* COMMIT, DRAIN */
    lck_fence_kind fence;
    lck_function function;
    int ring;                    /* INIT, EXPECT, ARRIVE, AWAIT, TMA_LOAD */
    const lc_expr *slot, *phase; /* of a ring */
    const lc_expr *peer;         /* ARRIVE, LOAD: a block of the cluster; NULL: the own */
    const lc_expr *peers;        /* TMA_LOAD: bits of blocks; NULL: the own */
    const lc_expr *once;         /* TMA_LOAD: it leaves L2 first where this is not 0; or NULL */
    int map;                     /* TMA */
    const lc_expr *crd[5];       /* TMA */
    char *comment;               /* printed before it; or NULL */
    struct lck_statement *body, *otherwise; /* FOR, LOOP, IF: the first statement of each */
    struct lck_statement *next;
} lck_statement;

/* ---- statements, written one after the other (write.c, write-async.c) ----
 *
 *     lck_writer w = lck_write(kernel);
 *     lck_for(&w, i, 4);
 *         lck_if(&w, inside);
 *             lck_load(&w, LCK_SOURCE, index, LCK_HELD, i, 1, 1);
 *         lck_end(&w);
 *     lck_end(&w);
 *     if (!lck_written(&w))
 *         return false;
 *
 * Every statement belongs to the kernel at once. The writer remembers the first error, such as a
 * NULL expression, and ignores the statements after it. */

#define LCK_MAX_NESTING 32

typedef struct lck_kernel lck_kernel; /* kernel.h */

typedef struct {
    lck_kernel *kernel;
    lck_statement **end; /* where the next statement goes */
    lck_statement *open[LCK_MAX_NESTING];
    size_t nopen;
    char *comment; /* of the next statement */
    bool failed;
} lck_writer;

/* Writes statements, and remembers the first failure. */
lck_writer lck_write(lck_kernel *kernel); /* after what the kernel has */
void lck_comment(lck_writer *w, const char *text);
void lck_let(lck_writer *w, const lc_expr *var, const lc_expr *value, bool wide);
/* A new variable with this value from here on; lck_let_name returns a number or a variable as it
 * is. NULL with an error. */
const lc_expr *lck_let_new(lck_writer *w, const char *name, const lc_expr *value);
const lc_expr *lck_let_name(lck_writer *w, const char *name, const lc_expr *value);
/* A new variable with the int32 at a place of a tensor. LC_ERR_INVALID of another element. */
const lc_expr *lck_fetch(lck_writer *w, const char *name, int array, const lc_expr *index);
/* A new variable for a FOR or a LOOP with `count` iterations. */
const lc_expr *lck_count(lck_writer *w, const char *name, const lc_expr *count);
void lck_for(lck_writer *w, const lc_expr *var, int64_t count);
void lck_loop(lck_writer *w, const lc_expr *var, const lc_expr *count);
void lck_if(lck_writer *w, const lc_expr *condition);
void lck_else(lck_writer *w);
void lck_end(lck_writer *w); /* of the last FOR, LOOP or IF that is open */
/* LC_ERR_INVALID for a width that no vector of 2, 4, 8 or 16 bytes has. */
void lck_load(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
              int step, int width);
void lck_store(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
               int step, int width);
void lck_zero(lck_writer *w, lck_register held);
void lck_zeros(lck_writer *w, lck_register held, int width);
/* LC_ERR_INVALID for another number than 0 in a packed register. */
void lck_set(lck_writer *w, lck_register held, const lc_expr *value);
/* LC_ERR_INVALID unless all three are f32, or f64. */
void lck_multiply(lck_writer *w, lck_register held, lck_register left, lck_register right);
void lck_barrier(lck_writer *w); /* of the block */

/* The statements below are those of statement.h, with their operands in its order. */
void lck_barrier_of(lck_writer *w, lck_scope scope, int id, int threads);
/* A LOAD of shared memory of another block of the cluster. */
void lck_load_from(lck_writer *w, const lc_expr *peer, int array, const lc_expr *index, int file,
                   const lc_expr *first, int step, int width);
/* held = function(held, right); held = function(left, right). Of one operand, right is not
 * used. */
void lck_apply(lck_writer *w, lck_function function, lck_register held, lck_register right);
void lck_apply_to(lck_writer *w, lck_function function, lck_register held, lck_register left,
                  lck_register right);
/* LC_ERR_INVALID unless bits lie in 1..31, and the registers are of 4 bytes, of two files. */
void lck_shuffle(lck_writer *w, lck_register held, lck_register left, int bits);
void lck_convert(lck_writer *w, lck_register held, lck_register left, int width);
/* LC_ERR_INVALID unless both are packed, a word of 32 bits has `width` of them, and `from` lies
 * in 0..width-1; for TURN a width of 2 or 4. */
void lck_shift(lck_writer *w, lck_register held, lck_register left, const lc_expr *from,
               int width);
void lck_turn(lck_writer *w, lck_register held, lck_register left, int width);
void lck_matrix_load(lck_writer *w, lck_place from, lck_register held, int matrices,
                     bool transposed);
void lck_matrix_store(lck_writer *w, lck_place to, lck_register held, int matrices,
                      bool transposed);
void lck_mma(lck_writer *w, int atom, lck_register held, lck_register left, lck_register right);
void lck_wgmma(lck_writer *w, int atom, lck_register held, lck_operand left, lck_operand right,
               const lc_expr *adds);
void lck_copy_async(lck_writer *w, lck_place to, lck_place from, int width,
                    const lc_expr *present);
void lck_commit(lck_writer *w, lck_group group);
void lck_drain(lck_writer *w, lck_group group, int pending, bool reads);
/* DRAIN of products, after which those that accumulate in this file have ended. */
void lck_drain_sums(lck_writer *w, int pending, int file);
void lck_fence(lck_writer *w, lck_fence_kind fence);
/* LC_ERR_INVALID unless it is a multiple of 8 from 24 to 256. */
void lck_registers(lck_writer *w, int count);
void lck_init(lck_writer *w, int ring);
void lck_expect(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *bytes);
void lck_arrive(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *peer);
void lck_await(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *phase);
void lck_tma_load(lck_writer *w, int map, const lc_expr *const *crd, lck_place to, int ring,
                  const lc_expr *slot, const lc_expr *peers, const lc_expr *inside);
void lck_tma_load_once(lck_writer *w, int map, const lc_expr *const *crd, lck_place to, int ring,
                       const lc_expr *slot, const lc_expr *peers, const lc_expr *inside,
                       const lc_expr *once);
void lck_tma_store(lck_writer *w, int map, const lc_expr *const *crd, lck_place from);
/* Everything is written and closed; false: the context says why. */
bool lck_written(lck_writer *w);

#ifdef __cplusplus
}
#endif

#endif
