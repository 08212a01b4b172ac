/* rehearse.h - a kernel run on random data, its result compared with the plan.
 *
 * Of a copy, the source is filled with random bits, the destination with ones. After the run each
 * destination element must be the source element that the plan says, or unchanged.
 *
 * Of a product, A, B, the bias, and C where it is read, are filled with random numbers, normal
 * ones, or integers from -4 to 4; C is otherwise filled with NaN, or -1. After the run each place
 * of C must be within the tolerance (kernels/kernel/tolerance.h) of a sum in double, or
 * unchanged. Where there are more than LCK_MOST_SUMMED products, that many of them are summed:
 * the first and the last places of C, and others at random.
 */
#ifndef LCK_REHEARSE_H
#define LCK_REHEARSE_H

#include "../gpu/gpu.h"

/* Sizes that a kernel admits: sizes that are not given get values that are not too large. False
 * with an error if the given ones admit none, or none was found. */
bool lck_choose_sizes(const lck_kernel *kernel, const bool *given, int64_t *size);

/* Does it admit these sizes? */
bool lck_sizes_admitted(const lck_kernel *kernel, const int64_t *size);

typedef struct {
    int64_t elements, blocks; /* of the destination, or of C */
    int64_t wrong;            /* elements that are wrong; 1 for a trap */
    lck_timing timing;        /* on a GPU */
    double bandwidth;         /* GB/s, of the elements read and written, of a copy */
    char message[640];        /* the first wrong element, or the trap */
    char work[96];            /* "64 products of bf16 and bf16", "64 elements of 4 bytes" */
    int64_t compared;         /* elements */
    /* what the compared numbers are, where they are rounded, "sum"; NULL: bits are moved */
    const char *number;
    int64_t products;        /* of elements; 0: none are made */
    double error, tolerated; /* the largest error; the largest part of its tolerance */
    double rate;             /* TFLOP/s */
} lck_rehearsal;

#define LCK_MAX_REHEARSED ((int64_t)1 << 32) /* elements of a buffer */
#define LCK_MOST_SUMMED ((int64_t)1 << 31)   /* products; the executor makes no more */

/* gpu NULL: on the built-in executor. False with an error: it was not run. */
bool lck_rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu,
                  lck_rehearsal *out);

#endif
