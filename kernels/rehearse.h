/* rehearse.h - a kernel run on random data, its result compared with the plan.
 *
 * The source and the destination are filled with random bits. After the run each destination
 * element must be the source element that the plan says, or unchanged.
 */
#ifndef LCK_REHEARSE_H
#define LCK_REHEARSE_H

#include "gpu.h"

/* Sizes that a kernel admits: sizes that are not given get values that are not too large. False
 * with an error if the given ones admit none, or none was found. */
bool lck_choose_sizes(const lck_kernel *kernel, const bool *given, int64_t *size);

typedef struct {
    int64_t elements, blocks;
    int64_t wrong;     /* elements that are wrong; 1 for a trap */
    lck_timing timing; /* on a GPU */
    double bandwidth;  /* GB/s, of the elements read and written */
    char message[512]; /* the first wrong element, or the trap */
} lck_rehearsal;

#define LCK_MAX_REHEARSED ((int64_t)1 << 32) /* elements of a buffer */

/* gpu NULL: on the built-in executor. False with an error: it was not run. */
bool lck_rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu,
                  lck_rehearsal *out);

#endif
