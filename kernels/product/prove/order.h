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
 *   a stage is released when the products that read it have ended: with one group under way not
 *     the stage that was awaited last; each is released
 *   warpgroups that take turns await theirs before any stage, and give it on
 *   what threads have written to shared memory is fenced by them, and followed by a barrier,
 *     before TMA stores it or WGMMA reads it; it is not written again before TMA has read it, all
 *     threads know so by a barrier
 *   copies are awaited, with a barrier after it, before they are read: another group with each
 *     wait; their stage is filled again after a barrier; what threads have written is read by
 *     others after a barrier, of the cluster if they are of another block
 *   a tensor is touched after the fence of launches before, of a kernel that begins early
 *   a cluster ends together if its blocks send each other anything; stores by TMA have ended
 *
 * It is no proof that nothing races, which the executor looks at: it finds fences, waits, groups
 * and barriers that are missing or in a wrong place.
 */
#ifndef LCK_PRODUCT_ORDER_H
#define LCK_PRODUCT_ORDER_H

#include "../../kernel/kernel.h"

/* NULL: all of it holds, *looked being the statements. Else what does not, in words; static.
 * `stages` are filled by copies, `buffers` of a warpgroup stored by TMA, in turns; 0: none. */
const char *lck_kernel_disorder(const lck_kernel *kernel, int stages, int buffers,
                                size_t *looked);

#endif
