/* timeline.h - shared memory over time in modules of Triton (../timeline/timeline.h): local_alloc
 * and memdesc_index are cells, async_copy, TMA, products and waits what happens to them, barriers
 * those of a module in which memory has been allocated, `ttg.shared`.
 *
 *     timeline-events.c    what an operation does to cells
 *     timeline-buffers.c   allocations, their stages, bytes and views
 */
#ifndef LCK_TRITON_TIMELINE_H
#define LCK_TRITON_TIMELINE_H

#include "../ir/ir.h"
#include "../record/record.h"

/* Adds records about `rings`, `races` and `unwritten` of the function of this operation; none
 * where nothing is copied behind the back of threads and no barrier stands in the module. */
void lck_triton_timeline(lck_audit *audit, lck_kernel_audit *kernel, const lck_ir_module *m,
                         uint32_t function);

#endif
