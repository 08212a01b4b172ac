/* order.h - do the statements of a product's kernel come in an order that holds?
 *
 * Statements are walked in the order of a thread: both sides of a condition that its loops do not
 * decide, and iterations 0 and 1 of each loop, so that what one leaves is met by the next:
 *
 *   mbarriers are begun, fenced and followed by a barrier before they are used
 *   TMA fills a stage after a wait for the ring that frees it, within the bytes that are expected
 *   WGMMA reads a stage after a wait for the ring that its loads end; a fence precedes it if the
 *     thread has touched the sums
 *   sums are touched only when no product is under way
 *   warpgroups that take turns await theirs before any stage, and give it on
 *   what threads have written to shared memory is fenced by them, and followed by a barrier,
 *     before TMA stores it or WGMMA reads it; it is not written again before TMA has read it, all
 *     threads know so by a barrier
 *   what threads have written is read by others after a barrier, of the cluster if they are of
 *     another block
 *   a tensor is touched after the fence of launches before, of a kernel that begins early
 *   a cluster ends together if its blocks send each other anything; stores by TMA have ended
 *
 * Which slots and phases are awaited, and that stages are filled and read in turn, is proved of
 * the same statements for all numbers of rounds (uses.h).
 */
#ifndef LCK_PRODUCT_ORDER_H
#define LCK_PRODUCT_ORDER_H

#include "../../kernel/kernel.h"

/* NULL: all of it holds, *looked being the statements. Else what does not, in words; static. */
const char *lck_kernel_disorder(const lck_kernel *kernel, size_t *looked);

#endif
