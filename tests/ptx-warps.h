/* ptx-warps.h - random kernels whose numbers are the same for lanes, for warps, or for all:
 * `k(u64 p, u64 q, u32 n)` loads numbers from p, by the lane, the warp or other numbers, gives
 * them to other lanes, votes on them, and goes by them to shared memory and to q.
 */
#ifndef TESTS_PTX_WARPS_H
#define TESTS_PTX_WARPS_H

#include "law.h"

/* The text of a module, owned by the case. */
const char *ptx_warps(law *l);

#endif
