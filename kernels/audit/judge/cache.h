/* cache.h - answers that were given, and masks of guards. */
#ifndef LCK_JUDGE_CACHE_H
#define LCK_JUDGE_CACHE_H

#include "masks.h"

/* The answer to a question (`asked`) about an access, as a copy; false: it was not asked. */
bool lck_cached(const lck_judge *j, const lck_judged *a, lck_asked asked, lck_answer *out);
void lck_cache(const lck_judge *j, const lck_judged *a, lck_asked asked,
               const lck_answer *answer);

/* The masks of a guard for all warps of the judge's block, of the last guard that was asked for
 * here; NULL: it is another one. Borrowed. */
const lck_masks *lck_cached_masks(const lck_judge *j, const lc_expr *guard, unsigned warps);
/* Takes them over. False: there is no cache. */
bool lck_cache_masks(const lck_judge *j, const lc_expr *guard, unsigned warps, lck_masks *masks);

/* Work of so many warps was done; is there any left for the kernel? */
bool lck_may_work(const lck_judge *j, unsigned warps);
/* Is there work left for one more claim about a formula? Counts it. */
bool lck_may_ask(const lck_judge *j);

#endif
