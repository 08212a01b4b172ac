/* threads.c - the threads of a block, and their registers. */
#include "config.h"

#include "threads.h"

int lck_recipe_consumers(const lck_recipe *recipe)
{
    int warps = recipe->warps[0] * recipe->warps[1];
    return recipe->method != LCK_WGMMAS ? 32 * warps : 128 * (recipe->turns ? 2 : warps);
}

#define BESIDE_SUMS 40 /* registers of a thread that accumulates */
#define MOST_TAKEN 240 /* of one that takes some */

int lck_recipe_takes_registers(const lck_recipe *recipe, const lck_device *device)
{
    const int groups = lck_recipe_consumers(recipe) / 128;
    const int64_t warps = (int64_t)recipe->warps[0] * recipe->warps[1];
    const int64_t sums = recipe->extent[0] * recipe->extent[1] / (128 * warps);
    if (recipe->method != LCK_WGMMAS ||
        sums + BESIDE_SUMS <= lck_device_registers(device, 128 * groups + 32))
        return 0;
    const int all = (groups + 1) * lck_device_registers(device, 128 * (groups + 1));
    const int registers = (all - LCK_LOADER_REGISTERS) / groups / 8 * 8;
    return registers < MOST_TAKEN ? registers : MOST_TAKEN;
}

int lck_recipe_threads(const lck_recipe *recipe, const lck_device *device)
{
    const int loaders = lck_recipe_takes_registers(recipe, device) ? 128 : 32;
    return lck_recipe_consumers(recipe) + (recipe->method == LCK_WGMMAS ? loaders : 0);
}
