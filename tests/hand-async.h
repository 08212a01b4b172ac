/* hand-async.h - kernels written by hand of what goes on beside threads: copies, boxes, products
 * of tensor cores. Each can be broken on purpose.
 */
#ifndef TESTS_HAND_ASYNC_H
#define TESTS_HAND_ASYNC_H

#include "../kernels/kernel/kernel.h"

typedef enum {
    RIGHT,
    NO_COMMIT,         /* or no DRAIN of copies, where NO_DRAIN is that of products */
    NO_DRAIN,          /* of copies; of products before their sums are read */
    NO_MEETING,        /* no barrier after the copies are drained */
    NO_MEETING_BEFORE, /* no barrier before a place is filled again */
    NO_PROXY_FENCE,    /* between threads that write and a TMA store, or a product */
    NO_PRODUCTS_FENCE, /* before WGMMA */
    NO_INIT,           /* the mbarriers are not begun */
    NO_INIT_FENCE,
    NO_INIT_MEETING,
    NO_AWAIT_FULL,
    NO_AWAIT_EMPTY,
    NO_RELEASE,
    EARLY_RELEASE, /* of the stage that a product may still read */
    RELEASE_TWICE,
    AHEAD,     /* consumers wait for the phase after the next */
    BEHIND,    /* the producer waits for a phase that nobody ends */
    FEW_BYTES, /* a row less is expected than comes */
    MANY_BYTES,
    OVERRUN,          /* boxes go to one stage more than there are */
    UNALIGNED,        /* boxes begin 64 bytes late */
    OVERLAP_OF_PEERS, /* blocks of a cluster load the same part of B */
    NO_STORE_DRAIN,   /* what a TMA store reads is written again */
    NO_LAST_DRAIN,    /* the block ends before its TMA store has read */
    NO_LAST_MEETING,  /* a block ends that its peer still arrives at */
    WRONG_STRIDE,     /* of the descriptor */
    WRONG_LEADING,
    WRONG_SPAN,
    HALF_A_WARP, /* lanes 0 to 15 go to a matrix, or a product */
    WRONG_TABLE  /* rows and columns of the sums */
} async_fault;

/* destination[x] = source[n - 1 - x] for blocks of 64 threads by a ring of `stages` tiles of 64
 * vectors of 16 bytes, four tiles a block, filled by COPY; what is missing of the last is 0. The
 * reversed elements are those that other threads copied. */
lck_kernel *hand_copy_ring(lc_ctx *ctx, const char *element, int stages, async_fault broken);

/* An atom of a warp: mma.m16n8kK for elements of 32, 16 and 8 bits, m8n8k4 for f64. The tables
 * are made by the formulas of PTX ISA; the sums are of f32, f64, int32, or of `sums`, if not
 * NULL. */
lck_atom hand_mma_atom(lc_ctx *ctx, const char *element, const char *sums, int k);
/* An atom of a warpgroup, m64nNkK; A in shared memory, or in registers. */
lck_atom hand_wgmma_atom(lc_ctx *ctx, const char *element, const char *sums, int n, bool held);

/* Arrays of products. */
enum { ASYNC_A, ASYNC_B, ASYNC_C };

/* c[m N + n] = sum over k of a[m K + k] b[n K + k]: a warp makes 16 x 8 (f64: 8 x 8) elements. A
 * and B come by COPY, through MATRIX_LOAD where the elements have 16 bits, else LOAD. C is of the
 * element of the sums. */
lck_kernel *hand_warp_product(lc_ctx *ctx, const char *element, const char *sums, int k,
                              async_fault broken);

/* One product of a warpgroup, c (64,n) = a (64,k) * b (n,k), in the layout that a descriptor can
 * say; threads stage the operands. k is as wide as 128 bytes. */
typedef struct {
    const char *element, *sums;
    int n, span;
    bool a_mn_major, b_mn_major, held; /* A in registers */
    bool copied;                       /* COPY stages the operands, which are K-major */
    async_fault broken;
} group_product;
lck_kernel *hand_group_product(lc_ctx *ctx, const group_product *how);

/* destination[i] = element i of a tile of rows x columns that TMA fills with the box at (x,y) of
 * a tensor of M rows of N elements, `shift` bytes behind a multiple of 1024; sizes M, N, x +
 * 1000, y + 1000. */
lck_kernel *hand_box(lc_ctx *ctx, const char *element, int columns, int rows, int span, int shift,
                     async_fault broken);

/* destination[64 c + i] = source[64 c + 63 - i] for 4 clusters of 2 blocks of 32 threads: a
 * thread loads what its peer has in shared memory. NO_MEETING: no barrier at all before;
 * NO_MEETING_BEFORE: one of the block, not of the cluster. */
lck_kernel *hand_exchange(lc_ctx *ctx, async_fault broken);

/* Three warpgroups, of which the last keeps `few` registers for a thread, and the others take
 * `many`; they copy 384 elements. */
lck_kernel *hand_shared_registers(lc_ctx *ctx, int few, int many);

/* c = a b^T of bf16 with sums of f32, as on Hopper: a warp fills a ring by TMA, `groups`
 * warpgroups make products of 64 x 64, and C goes through shared memory to a TMA store. Blocks of
 * a cluster are next to each other along m, and share B. Sizes M, N, K: N and K multiples of
 * 8. */
typedef struct {
    int stages, cluster, groups;
    bool grid; /* blocks take tiles in turns */
    async_fault broken;
} pipeline;
lck_kernel *hand_pipeline(lc_ctx *ctx, const pipeline *how);

#endif
