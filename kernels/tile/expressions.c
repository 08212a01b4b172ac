/* expressions.c - integer expressions of a kernel under construction, and uses of rings. */
#include "config.h"

#include "tile.h"

const lc_expr *lck_tile_name(lck_tiling *t, const char *name, const lc_expr *value)
{
    return lck_let_name(&t->out, name, value);
}

const lc_expr *lck_tile_count(lck_tiling *t, const char *name, const lc_expr *count)
{
    return lck_count(&t->out, name, count);
}

const lc_expr *lck_tile_for(lck_tiling *t, const char *name, int64_t count)
{
    const lc_expr *var = lck_tile_count(t, name, lck_int(t, count));
    lck_for(&t->out, var, count);
    return var;
}

/* ---- the beginning ---- */

void lck_tiling_begin(lck_tiling *t, lck_kernel *kernel)
{
    *t = (lck_tiling){.kernel = kernel, .x = kernel->x, .out = lck_write(kernel)};
    t->warp = lck_tile_name(t, "warp", lck_div_by(t, kernel->thread, 32));
    t->lane = lck_tile_name(t, "lane", lck_mod_by(t, kernel->thread, 32));
    if (kernel->nrings == 0)
        return;
    lck_if(&t->out, lck_eq_by(t, kernel->thread, 0));
    for (size_t i = 0; i < kernel->nrings; i++)
        lck_init(&t->out, (int)i);
    lck_fence(&t->out, LCK_FENCE_INIT);
    lck_end(&t->out);
    lck_barrier(&t->out);
}

/* ---- rings ---- */

void lck_tile_await(lck_tiling *t, int ring, const lc_expr *use, bool behind)
{
    const int slots = t->kernel->ring[ring].slots;
    const lc_expr *phase = lck_div_by(t, use, slots);
    lck_await(&t->out, ring, lck_mod_by(t, use, slots), behind ? lck_sub_by(t, phase, 1) : phase);
}

void lck_tile_arrive(lck_tiling *t, int ring, const lc_expr *slot)
{
    lck_if(&t->out, lck_eq_by(t, t->lane, 0));
    lck_arrive(&t->out, ring, slot, NULL);
    lck_end(&t->out);
}
