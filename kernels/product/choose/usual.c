/* usual.c - tiles that were measured to be fast, the one for large sizes first.
 *
 * Of wgmma a stage has 256 bytes of k where four such fit, and a k block of small tiles takes as
 * long to hand on as to sum: else 128. Blocks of a cluster share what they load, where the way
 * into shared memory is the longest; two of a multiprocessor, which read little at a time, keep
 * more on the way. Stages are as many as fit beside the buffers that C goes through; where a
 * number is given that fits beside half of these only, C has half.
 */
#include "config.h"

#include "usual.h"

/* method, rows, columns, bytes of k, warps along rows and columns, stages, cluster, turns, blocks
 * of a multiprocessor, parts of k, exchanged: rows are along n; percent that it takes of the time
 * by cost.c */
static const lck_usual tiles[] = {
    {LCK_FMA, 128, 256, 64, {4, 2}, 2, {1, 1}, false, 1, 1, false, 100},
    {LCK_FMA, 128, 128, 64, {4, 2}, 2, {1, 1}, false, 2, 1, false, 100},
    {LCK_FMA, 64, 64, 64, {2, 2}, 2, {1, 1}, false, 4, 1, false, 100},
    {LCK_MMAS, 128, 256, 128, {2, 4}, 3, {1, 1}, false, 1, 1, false, 100},
    {LCK_MMAS, 128, 128, 128, {2, 2}, 3, {1, 1}, false, 2, 1, false, 100},
    {LCK_MMAS, 64, 64, 128, {2, 2}, 3, {1, 1}, false, 3, 1, false, 100},
    {LCK_WGMMAS, 128, 256, 128, {2, 1}, MOST_STAGES, {2, 1}, false, 1, 1, false, 100},
    {LCK_WGMMAS, 128, 192, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, false, 99},
    {LCK_WGMMAS, 128, 256, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 99},
    {LCK_WGMMAS, 192, 160, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 100},
    {LCK_WGMMAS, 128, 224, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 101},
    {LCK_WGMMAS, 192, 144, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 101},
    {LCK_WGMMAS, 192, 80, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 104},
    {LCK_WGMMAS, 64, 160, 128, {1, 1}, MOST_STAGES, {2, 1}, false, 1, 1, false, 96},
    {LCK_WGMMAS, 64, 160, 128, {1, 1}, MOST_STAGES, {1, 4}, false, 1, 1, false, 102},
    {LCK_WGMMAS, 64, 96, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 103},
    {LCK_WGMMAS, 128, 160, 128, {1, 1}, MOST_STAGES, {2, 1}, true, 1, 1, false, 99},
    {LCK_WGMMAS, 128, 128, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, false, 96},
    {LCK_WGMMAS, 64, 128, 256, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, false, 100},
    {LCK_WGMMAS, 128, 144, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, false, 101},
    {LCK_WGMMAS, 64, 64, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 4, false, 103},
    {LCK_WGMMAS, 256, 160, 128, {2, 1}, MOST_STAGES, {1, 2}, false, 1, 1, true, 102},
    {LCK_WGMMAS, 192, 200, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 103},
    {LCK_WGMMAS, 192, 176, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 102},
    {LCK_WGMMAS, 192, 160, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 100},
    {LCK_WGMMAS, 128, 224, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 99},
    {LCK_WGMMAS, 128, 216, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 98},
    {LCK_WGMMAS, 128, 208, 128, {2, 1}, MOST_STAGES, {2, 1}, false, 1, 1, true, 99},
    {LCK_WGMMAS, 192, 136, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 101},
    {LCK_WGMMAS, 128, 144, 128, {2, 1}, MOST_STAGES, {4, 1}, false, 1, 1, true, 97},
    {LCK_WGMMAS, 64, 112, 128, {1, 1}, MOST_STAGES, {4, 1}, false, 1, 1, true, 96},
    {LCK_WGMMAS, 64, 96, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 99},
    {LCK_WGMMAS, 64, 72, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 99},
    {LCK_WGMMAS, 64, 56, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 100},
    {LCK_WGMMAS, 64, 24, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 108},
    {LCK_WGMMAS, 64, 16, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 2, 1, true, 104},
    {LCK_WGMMAS, 64, 8, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 2, 1, true, 111},
    {LCK_WGMMAS, 64, 144, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 93},
    {LCK_WGMMAS, 128, 88, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 105},
    {LCK_WGMMAS, 64, 176, 128, {1, 1}, 7, {1, 1}, false, 1, 1, true, 92},
    {LCK_WGMMAS, 256, 144, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 102},
    {LCK_WGMMAS, 64, 48, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 104},
    {LCK_WGMMAS, 128, 200, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, true, 99},
    {LCK_WGMMAS, 128, 176, 128, {1, 1}, MOST_STAGES, {2, 1}, true, 1, 1, true, 102},
    {LCK_WGMMAS, 128, 168, 128, {1, 1}, MOST_STAGES, {2, 1}, true, 1, 1, true, 99},
    {LCK_WGMMAS, 128, 168, 128, {1, 1}, MOST_STAGES, {4, 2}, true, 1, 1, true, 97},
    {LCK_WGMMAS, 128, 144, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, true, 101},
    {LCK_WGMMAS, 128, 160, 128, {1, 1}, MOST_STAGES, {1, 1}, true, 1, 1, true, 100},
    {LCK_WGMMAS, 64, 240, 128, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 87},
    {LCK_WGMMAS, 64, 144, 128, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 91},
    {LCK_WGMMAS, 64, 112, 128, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 96},
    {LCK_WGMMAS, 64, 48, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 100},
    {LCK_WGMMAS, 64, 16, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 107},
    {LCK_WGMMAS, 64, 32, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 4, true, 102},
    {LCK_WGMMAS, 64, 96, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 96},
    {LCK_WGMMAS, 192, 224, 128, {1, 2}, MOST_STAGES, {2, 1}, false, 1, 1, false, 102},
    {LCK_WGMMAS, 192, 168, 128, {3, 1}, MOST_STAGES, {1, 1}, false, 1, 1, false, 112},
    {LCK_WGMMAS, 192, 112, 128, {3, 1}, 5, {1, 2}, false, 1, 1, false, 100},
    {LCK_WGMMAS, 64, 80, 256, {1, 1}, 6, {2, 4}, false, 1, 1, false, 95},
    {LCK_WGMMAS, 256, 152, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 104},
    {LCK_WGMMAS, 256, 136, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 106},
    {LCK_WGMMAS, 128, 232, 128, {2, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 101},
    {LCK_WGMMAS, 128, 176, 128, {1, 1}, MOST_STAGES, {1, 2}, true, 1, 1, true, 101},
    {LCK_WGMMAS, 128, 176, 128, {2, 1}, MOST_STAGES, {4, 1}, false, 1, 1, true, 96},
    {LCK_WGMMAS, 192, 112, 128, {3, 1}, 5, {1, 2}, false, 1, 1, true, 98},
    {LCK_WGMMAS, 128, 136, 128, {1, 1}, 6, {1, 2}, true, 1, 1, true, 101},
    {LCK_WGMMAS, 192, 88, 128, {3, 1}, MOST_STAGES, {1, 2}, false, 1, 1, true, 100},
    {LCK_WGMMAS, 192, 80, 128, {1, 1}, 6, {1, 2}, true, 1, 1, true, 96},
    {LCK_WGMMAS, 128, 112, 128, {1, 1}, MOST_STAGES, {1, 2}, true, 1, 1, true, 97},
    {LCK_WGMMAS, 192, 72, 128, {1, 1}, 6, {1, 2}, true, 1, 1, true, 91},
    {LCK_WGMMAS, 128, 104, 128, {1, 1}, 7, {1, 2}, true, 1, 1, true, 100},
    {LCK_WGMMAS, 128, 104, 128, {2, 1}, 7, {4, 1}, false, 1, 1, true, 98},
    {LCK_WGMMAS, 128, 96, 128, {2, 1}, MOST_STAGES, {4, 1}, false, 1, 1, true, 99},
    {LCK_WGMMAS, 128, 88, 128, {2, 1}, MOST_STAGES, {4, 1}, false, 1, 1, true, 103},
    {LCK_WGMMAS, 128, 88, 128, {2, 1}, MOST_STAGES, {4, 2}, false, 1, 1, true, 93},
    {LCK_WGMMAS, 64, 104, 256, {1, 1}, 5, {4, 2}, false, 1, 1, true, 97},
    {LCK_WGMMAS, 64, 80, 256, {1, 1}, 6, {4, 2}, false, 1, 1, true, 91},
    {LCK_WGMMAS, 64, 72, 256, {1, 1}, MOST_STAGES, {2, 4}, false, 1, 1, true, 96},
    {LCK_WGMMAS, 64, 64, 128, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 2, true, 101},
    {LCK_WGMMAS, 64, 40, 256, {1, 1}, MOST_STAGES, {1, 1}, false, 1, 1, true, 104},
};

const lck_usual *lck_usual_at(size_t i)
{
    return i < sizeof tiles / sizeof *tiles ? &tiles[i] : NULL;
}
