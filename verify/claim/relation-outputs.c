/* relation-outputs.c - the outputs of a relation in order, as often as pairs have them. */
#include "config.h"

#include "relations.h"

#include <stdlib.h>
#include <string.h>

int lcv_output_cmp(const void *a, const void *b)
{
    const lcv_output *x = a, *y = b;
    for (size_t k = 0; k < x->n; k++) {
        int order = lc_int_cmp(x->out[k], y->out[k]);
        if (order != 0)
            return order;
    }
    return 0;
}

static bool keep(lc_ctx *ctx, const lcr_pairs *all, lcv_outputs *made)
{
    size_t width = all->nin + all->nout;
    made->n = all->n;
    made->pair = lc_frame_alloc(ctx, all->n * width + 1, sizeof *made->pair);
    made->of = made->pair ? lc_frame_alloc(ctx, all->n + 1, sizeof *made->of) : NULL;
    if (!made->of)
        return false;
    if (all->n > 0)
        memcpy(made->pair, all->cell, all->n * width * sizeof *made->pair);
    for (size_t i = 0; i < all->n; i++)
        made->of[i] = (lcv_output){made->pair + i * width + all->nin, all->nout};
    qsort(made->of, made->n, sizeof *made->of, lcv_output_cmp);
    return true;
}

lcr_answer lcv_outputs_of(lcr_ctx *r, const lcr_map *m, lcv_outputs *made)
{
    lcr_pairs all = {0};
    *made = (lcv_outputs){0};
    lcr_answer listed = lcr_map_list(r, m, &all);
    if (listed == LCR_YES && !keep(lcr_ctx_lc(r), &all, made))
        listed = LCR_UNKNOWN;
    lcr_pairs_clear(&all);
    return listed;
}
