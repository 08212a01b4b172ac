/* threads.c - the threads of a block, and their registers. */
#include "config.h"

#include "threads.h"

int lck_recipe_consumers(const lck_recipe *recipe)
{
    int warps = recipe->warps[0] * recipe->warps[1];
    return recipe->method != LCK_WGMMAS ? 32 * warps : 128 * (recipe->turns ? 2 : warps);
}

int lck_equal_registers(int threads)
{
    int registers = 65536 / ((threads + 127) / 128 * 128) / 8 * 8;
    return registers < 255 ? registers : 255;
}

int lck_recipe_takes_registers(const lck_recipe *recipe)
{
    const int groups = lck_recipe_consumers(recipe) / 128;
    const int64_t warps = (int64_t)recipe->warps[0] * recipe->warps[1];
    const int64_t sums = recipe->extent[0] * recipe->extent[1] / (128 * warps);
    if (recipe->method != LCK_WGMMAS || sums + 40 <= lck_equal_registers(128 * groups + 32))
        return 0;
    const int all = (groups + 1) * lck_equal_registers(128 * (groups + 1));
    const int registers = (all - LCK_LOADER_REGISTERS) / groups / 8 * 8;
    return registers < 240 ? registers : 240;
}

int lck_recipe_threads(const lck_recipe *recipe)
{
    const int loaders = lck_recipe_takes_registers(recipe) ? 128 : 32;
    return lck_recipe_consumers(recipe) + (recipe->method == LCK_WGMMAS ? loaders : 0);
}
