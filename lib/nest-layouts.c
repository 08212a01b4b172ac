/* nest-layouts.c - complements, quotients and products of layouts by their morphisms. */
#include "config.h"

#include "nest-internal.h"

/* L of coal(f^c), the codomain of f repeated `times`. */
static lc_layout *left_out(lc_ctx *ctx, const lc_morphism *f, lc_int times)
{
    lc_morphism *all = lc_morphism_extended(ctx, f, times);
    lc_morphism *rest = all ? lc_morphism_complement(ctx, all) : NULL;
    lc_morphism *simple = rest ? lc_morphism_coalesce(ctx, rest) : NULL;
    lc_layout *c = simple ? lc_morphism_layout(ctx, simple) : NULL;
    lc_morphism_free(simple);
    lc_morphism_free(rest);
    lc_morphism_free(all);
    return c;
}

/* The same layout with 1 for the extent of its last leaf, beyond which it extends. */
static lc_layout *with_open_end(lc_ctx *ctx, const lc_layout *c)
{
    size_t n = c->nleaves;
    lc_int extent[n];
    for (size_t k = 0; k < n; k++)
        extent[k] = c->extent[k];
    extent[n - 1] = lc_int_const(1);
    return lc_layout_flat(ctx, n, extent, c->step);
}

lc_layout *lc_complement_by_morphism(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *f = lc_morphism_of_function(ctx, a);
    /* The last entry of the codomain is joined, if there is one: an entry 2 behind it
     * stays a mode of its own. */
    lc_layout *c = f ? left_out(ctx, f, lc_int_const(2)) : NULL;
    lc_layout *open = c ? with_open_end(ctx, c) : NULL;
    lc_layout_free(c);
    lc_morphism_free(f);
    lc_frame_close(ctx, frame);
    return open;
}

lc_layout *lc_complement_to_by_morphism(lc_ctx *ctx, const lc_layout *a, lc_int n)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *f = lc_morphism_of_function(ctx, a);
    lc_layout *c = NULL;
    if (f) {
        lc_int times = lc_int_cdiv(ctx, n, lc_tuple_size(ctx, f->codomain));
        c = left_out(ctx, f, lc_int_max(times, lc_int_const(1)));
    }
    lc_morphism_free(f);
    lc_frame_close(ctx, frame);
    return c;
}

/* (a, b), which takes over b. */
static lc_layout *beside(lc_ctx *ctx, const lc_layout *a, lc_layout *b)
{
    lc_layout *part[2] = {lc_layout_ref(a), b};
    lc_layout *both = b ? lc_layout_concat(ctx, 2, part) : NULL;
    lc_layout_free(part[0]);
    lc_layout_free(b);
    return both;
}

lc_layout *lc_divide_by_morphism(lc_ctx *ctx, const lc_layout *a, const lc_layout *t)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *rest = lc_complement_to_by_morphism(ctx, t, lc_layout_size(ctx, a));
    lc_layout *both = beside(ctx, t, rest);
    lc_layout *quotient = both ? lc_compose_by_refinement(ctx, a, both) : NULL;
    lc_layout_free(both);
    lc_frame_close(ctx, frame);
    return quotient;
}

lc_layout *lc_product_by_morphism(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_layout *rest = lc_complement_by_morphism(ctx, a);
    lc_layout *copies = rest ? lc_compose_by_refinement(ctx, rest, b) : NULL;
    lc_layout_free(rest);
    return beside(ctx, a, copies);
}
