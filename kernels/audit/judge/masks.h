/* masks.h - which lanes of a warp a guard may let through.
 *
 * A guard is made of comparisons. One that lanes share is true for all of them or for none; one
 * of what is known of the lanes with what they share, `tid_x + 256*ctaid_x < n`, holds up to some
 * threshold, any one. Each comparison is taken by itself, so that there are more masks than can
 * be, never fewer.
 */
#ifndef LCK_JUDGE_MASKS_H
#define LCK_JUDGE_MASKS_H

#include "lanes.h"

#define LCK_MASKS 256

typedef struct {
    size_t n;
    uint32_t mask[LCK_MASKS];
    bool any; /* or any part of one of these */
} lck_masks;

typedef struct lck_guard lck_guard;

/* NULL: every thread is let through, as where there is no guard; or there is no memory, which the
 * context says. */
lck_guard *lck_guard_new(const lck_judge *j, const lc_expr *guard);
void lck_guard_free(lck_guard *g);
/* The masks of a warp; the empty mask is not among them. */
void lck_guard_masks(lck_guard *g, const lck_warp_threads *w, lck_masks *out);

#endif
