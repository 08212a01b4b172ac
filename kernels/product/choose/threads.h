/* threads.h - the threads of a block by a recipe, and the registers that they have. */
#ifndef LCK_PRODUCT_THREADS_H
#define LCK_PRODUCT_THREADS_H

#include "../read/product.h"

/* Those that accumulate, those of a tile's product; all of a block, with the warp that loads. */
int lck_recipe_consumers(const lck_recipe *recipe);
int lck_recipe_threads(const lck_recipe *recipe);
/* Registers of a thread where warps have equal parts of a multiprocessor's: each of its four
 * quarters has as many warps as the fullest one. They are what a launch gives a block, which
 * threads may share otherwise. */
int lck_equal_registers(int threads);
/* Of wgmma: the registers that threads which accumulate take where equal parts are too few for
 * their sums; a whole warpgroup, one warp of which loads, keeps only LCK_LOADER_REGISTERS. 0:
 * none. */
int lck_recipe_takes_registers(const lck_recipe *recipe);
#define LCK_LOADER_REGISTERS 40

#endif
