/* timeline.h - shared memory over time: is what is read there, and may what is written be?
 *
 * A kernel of Triton fills buffers of shared memory while it reads others: copies that end when a
 * wait says so (cp.async in groups, TMA by barriers with phases), products that read while the
 * next instructions run. Buffers are cells: an allocation, or one stage of a ring. The kernel is
 * run on what matters of it: the numbers that choose stages and phases (cycle.h), and for each
 * cell what is still under way. Loads, masks and data are left out; the number of trips of a loop
 * is any, unless it is a constant. A run ends when no new state comes up, so its answer is for
 * every number of trips.
 *
 * What is asked:
 *
 *     rings      no cell is read before it is full, or filled while it is still being read; no
 *                stage outside of its ring is chosen
 *     races      where barriers stand in the module (`ttg.shared`: memory has been allocated):
 *                between a write and a read of a cell by all threads there is a barrier
 *     unwritten  no cell is read that nobody has written
 *
 * Copies whose mask is false count as made: a stage that they would have filled is not read then.
 * Where a branch depends on what is not followed, a fault behind it is UNKNOWN.
 *
 *     timeline.c          the run: blocks, loops, branches
 *     timeline-events.c   what an operation does to cells
 *     timeline-cells.c    what happens to cells, and what is wrong with it
 *     timeline-env.c      numbers, views and bytes
 *     timeline-follow.c   which numbers are followed
 */
#ifndef LCK_TIMELINE_H
#define LCK_TIMELINE_H

#include "../ir/ir.h"
#include "../record/record.h"

/* Adds records about `rings`, `races` and `unwritten` of the function of this operation; none
 * where nothing is copied behind the back of threads and no barrier stands in the module. */
void lck_triton_timeline(lck_audit *audit, lck_kernel_audit *kernel, const lck_ir_module *m,
                         uint32_t function);

#endif
