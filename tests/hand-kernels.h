/* hand-kernels.h - kernels written by hand, for the tests of what runs and prints kernels.
 *
 * Each can be broken on purpose, at a place that the test can compute.
 */
#ifndef TESTS_HAND_KERNELS_H
#define TESTS_HAND_KERNELS_H

#include "../kernels/kernel/kernel.h"

typedef enum {
    NO_FAULT,
    HOLE,       /* the last element is left out */
    OVERLAP,    /* blocks are a vector too close to each other */
    OFF_BY_ONE, /* the predicate admits index n */
    SHIFTED,    /* vectors start one element late */
    NOT_LOADED, /* only the first half of the registers is loaded */
    NO_BARRIER,
    DIVERGENT_BARRIER, /* half the threads go there */
    NOT_STAGED,        /* row 0 of each tile is not staged */
    READ_BACK,         /* a second pass stages over what others still read */
    UNEVEN_LOOP,       /* thread 5 goes round once more */
    NOT_ZEROED         /* the last sum of a thread */
} fault;

/* destination[x] = source[x] for x < n, by vectors of `width`, `values` of them a thread;
 * what is left of the last block element by element. */
lck_kernel *hand_copy(lc_ctx *ctx, const char *element, int threads, int width, int values,
                      fault broken);

/* destination[j M + i] = source[i N + j]: tiles of 32 x 32 in shared memory, 33 apart, by
 * blocks of 32 x 8 threads. `wide`: of sizes whose products need more than 32 bits. */
lck_kernel *hand_transpose(lc_ctx *ctx, const char *element, bool wide, fault broken);

/* The same, by threads that move `width` x `width` elements through registers; `width`
 * divides M and N. */
lck_kernel *hand_register_transpose(lc_ctx *ctx, const char *element, int width);

/* destination[x] = source[(x s) % n]: the product needs more than 32 bits. NARROW: it is said
 * to have them, which is not so. */
typedef enum { NARROW, WIDE_PRODUCT, WIDE_LET, WIDE_SIZE } integers;
lck_kernel *hand_gather(lc_ctx *ctx, const char *element, integers how);

/* destination[x] = source[x] in blocks of `tile` elements, all of which are in shared memory
 * at once. */
lck_kernel *hand_staged(lc_ctx *ctx, const char *element, int width, int64_t tile);

/* c[m N + n] = sum over k of a[m K + k] b[n K + k], in the order of k, of f32 or f64: tiles of
 * 16 x 16 by 64 threads, 4 of k at a time in shared memory; what sticks out is 0. */
enum { HAND_A, HAND_B, HAND_C, HAND_STAGE_A, HAND_STAGE_B };
lck_kernel *hand_product(lc_ctx *ctx, const char *element, fault broken);

/* The kernel has no text, for a reason with these words; frees it, and its context. */
void no_text(lck_kernel *k, const char *words);

#endif
