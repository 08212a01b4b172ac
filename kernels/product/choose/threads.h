/* threads.h - the threads of a block by a recipe, and the registers that they have. */
#ifndef LCK_PRODUCT_THREADS_H
#define LCK_PRODUCT_THREADS_H

#include "../read/product.h"

/* The threads that accumulate; all threads of a block, with the warp that loads. */
int lck_recipe_consumers(const lck_recipe *recipe);
int lck_recipe_threads(const lck_recipe *recipe, const lck_device *device);
/* Of wgmma: the registers that threads which accumulate take where the equal parts that a launch
 * gives are too few for their sums; a whole warpgroup, one warp of which loads, keeps only
 * LCK_LOADER_REGISTERS. 0: none. */
int lck_recipe_takes_registers(const lck_recipe *recipe, const lck_device *device);
#define LCK_LOADER_REGISTERS 40

#endif
