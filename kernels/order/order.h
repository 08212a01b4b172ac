/* order.h - are the statements of a kernel ordered as their memory accesses need?
 *
 * Statements are walked in the order of a thread: both sides of a condition that its loops do not
 * decide, and iterations 0 and 1 of each loop, so that what one leaves is met by the next, then
 * iteration 0 and two that stand for any behind it, which conditions that change do not decide:
 *
 *   mbarriers are begun, fenced and followed by a barrier before they are used
 *   TMA fills a stage within the bytes that are expected, after a wait for the ring that frees it
 *     where it is filled again
 *   WGMMA reads a stage after a wait for the ring that its loads end; a fence precedes it if the
 *     thread has touched its registers
 *   registers are touched only when the products that have them have ended
 *   turns that are taken are passed on
 *   a lane that arrives or fills has met its warp since a lane of it waited, or all lanes do so
 *     together: none can then wait for a phase when the one after the next begins
 *   what threads have written to shared memory is fenced by them, and followed by a barrier,
 *     before TMA stores it or WGMMA reads it; it is not written again before TMA has read it, all
 *     threads know so by a barrier
 *   what threads have written is read by others after a barrier, of the cluster if they are of
 *     another block
 *   a tensor is touched after the fence of launches before, of a kernel that begins early
 *   a cluster ends together if its blocks send each other anything; stores by TMA have ended
 *
 * Which slots and phases are awaited, by which threads, and that stages are filled and read in
 * turn, is claimed of the same statements for all numbers of rounds (rings.c, stages.c); and that
 * as many bytes come in each phase as are expected (bytes.c).
 */
#ifndef LCK_ORDER_H
#define LCK_ORDER_H

#include "../plan/plan.h"

/* NULL: all of it holds, *looked being the statements. Else what does not, in words; static.
 * Where it is unclear, as other threads may end what one of them began, it may hold all the
 * same. */
const char *lck_kernel_disorder(const lck_kernel *kernel, size_t *looked, bool *unclear);
/* All of it: true, with its lines among the claims of the plan and the kernel; else p->result and
 * p->claim, or an error in p->e. */
bool lck_prove_order(lck_plan *plan, lcv_planning *p, lck_kernel *kernel);

#endif
