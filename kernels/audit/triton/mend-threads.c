/* mend-threads.c - another order of the threads that store to memory whose arrangement is fixed.
 * */
#include "config.h"

#include "mend.h"

#include <stdlib.h>

#include "../../../lib/ctx.h"
#include "../../../lib/text.h"

typedef struct {
    uint64_t size, threads; /* along the minor dim; the others have the rest */
    size_t minor;
    bool warps_minor;
} threads;

static char *encoding_of(const lck_triton *t, const threads *c)
{
    lc_text text = {0};
    uint64_t size[2] = {1, 1}, lanes[2], warps[2] = {1, 1};
    size[c->minor] = c->size;
    lanes[c->minor] = c->threads;
    lanes[1 - c->minor] = t->lanes / c->threads;
    warps[c->warps_minor ? c->minor : 1 - c->minor] = t->warps;
    lc_text_printf(
        &text,
        "#ttg.blocked<{sizePerThread = [%d, %d], threadsPerWarp = [%d, %d], warpsPerCTA "
        "= [%d, %d], order = [%zu, %zu]}>",
        (int)size[0], (int)size[1], (int)lanes[0], (int)lanes[1], (int)warps[0], (int)warps[1],
        c->minor, 1 - c->minor);
    return lc_text_take(NULL, &text);
}

/* The instruction of a store from such threads. */
static bool lower_threads(lck_triton *t, const lck_use *use, const char *encoding,
                          lck_instruction *out)
{
    lc_text text = {0};
    lck_places places;
    lc_text_printf(&text, "invert_and_compose(tensor<%s, %s>, %s)", use->elements, encoding,
                   use->memory);
    const lc_linear *l = lck_asker_linear(t->asker, lc_text_peek(&text));
    lc_text_free(&text);
    return l && lck_places_of(l, &places) && !places.remote &&
           lck_lower(t, &places, use->move, use->bits, out);
}

/* The widest vectors first, then few rows a warp. */
char *lck_mend_threads(lck_triton *t, const lck_use *use)
{
    lc_ctx *ctx = lck_asker_ctx(t->asker);
    bool fits = ctx && use->move == LCK_MOVE_STORE && use->rank == 2 && use->elements &&
                use->bits >= 8 && t->lanes >= 1 && t->warps >= 1;
    for (uint64_t size = fits ? 128 / use->bits : 0; size >= 1; size /= 2)
        for (uint64_t lanes = t->lanes; lanes >= 1; lanes /= 2)
            for (size_t way = 0; way < 4; way++) {
                threads c = {size, lanes, way % 2 ? 0 : 1, way >= 2};
                lck_instruction in;
                uint64_t sum = 0;
                bool conflicts = false;
                char *encoding = encoding_of(t, &c);
                if (encoding && lower_threads(t, use, encoding, &in) && in.bytes >= 16 &&
                    lck_wavefronts_of(t, ctx, &in, &sum, &conflicts) && !conflicts) {
                    lc_text text = {0};
                    lc_text_printf(&text, "from %s the store has none, %u times %u bytes a lane",
                                   encoding, in.times, in.bytes);
                    free(encoding);
                    return lc_text_take(NULL, &text);
                }
                free(encoding);
            }
    return NULL;
}
