/* ptx-kept.h - random kernels whose threads keep numbers, and pointers, in shared memory for each
 * other: `k(u64 p, u32 n)` stores to p at what it has read there. Some have races; all threads
 * come to all barriers.
 */
#ifndef TESTS_PTX_KEPT_H
#define TESTS_PTX_KEPT_H

#include "law.h"

/* The text of a module, owned by the case. */
const char *ptx_kept(law *l);

#endif
