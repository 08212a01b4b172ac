/* coalesce.c - the merges of coalesce, pair by pair, and what filters leave out (Cecka 3.2). */
#include "config.h"

#include "explain.h"

#define MODES 64 /* that are told */

/* The modes that have become one so far. */
typedef struct {
    bool any;
    lc_int extent, step;
} joined;

/* `  4:2 after 2:1: 2 * 1 = 2, they join to 8:1`. */
static void tell_mode(lcv_telling *t, joined *j, lc_int s, lc_int d)
{
    lc_int end = j->any ? lc_int_mul(t->ctx, j->extent, j->step) : lc_int_const(0);
    if (lc_int_is_one(s)) {
        lcv_tell(t, "  1:%i vanishes, its extent is 1\n", d);
        return;
    }
    if (j->any && lc_int_eq(end, d)) {
        lc_int both = lc_int_mul(t->ctx, j->extent, s);
        lcv_tell(t, "  %i:%i after %i:%i: %i * %i = %i, they join to %i:%i\n", s, d, j->extent,
                 j->step, j->extent, j->step, end, both, j->step);
        j->extent = both;
        return;
    }
    if (j->any)
        lcv_tell(t, "  %i:%i after %i:%i: %i * %i = %i is not %i, it stays\n", s, d, j->extent,
                 j->step, j->extent, j->step, end, d);
    else
        lcv_tell(t, "  %i:%i is the first\n", s, d);
    *j = (joined){true, s, d};
}

static void tell_merges(lcv_telling *t, const lc_layout *a)
{
    joined j = {0};
    size_t n = lc_layout_nleaves(a);
    if (lc_layout_codomain(a) != LC_INTEGERS)
        return;
    for (size_t k = 0; k < n && k < MODES; k++)
        tell_mode(t, &j, lc_layout_extent(a, k), lc_layout_step(a, k));
    if (n > MODES)
        lcv_tell(t, "  and so on for the other %z modes\n", n - MODES);
}

lc_layout *lcv_told_layout(lc_ctx *ctx, const lcv_value *v)
{
    bool is = v->kind == LCV_LAYOUT || v->kind == LCV_TUPLE;
    bool inside = v->kind == LCV_COMPOSED || v->kind == LCV_TENSOR;
    lc_layout *a = inside ? lc_layout_ref(v->layout) : is ? lcv_as_layout(ctx, v) : NULL;
    lc_ctx_reset(ctx);
    return lcv_kept(ctx, a);
}

void lcv_tell_coalesce(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                       lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = lcv_told_layout(t.ctx, arg[0]);
    if (a && value && n == 1)
        tell_merges(&t, a);
}

/* The modes of stride 0 are left out, or become of extent 1. */
static lc_layout *without_zeros(lcv_telling *t, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a), kept = 0;
    lc_int *extent = lc_frame_alloc(t->ctx, 2 * n, sizeof *extent), *step = extent + n;
    if (!extent)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        if (lc_int_is_zero(lc_layout_step(a, k))) {
            lcv_tell(t, "  %i:0 is left out, its stride is 0\n", lc_layout_extent(a, k));
            continue;
        }
        extent[kept] = lc_layout_extent(a, k);
        step[kept++] = lc_layout_step(a, k);
    }
    return kept > 0 ? lcv_kept(t->ctx, lc_layout_flat(t->ctx, kept, extent, step)) : NULL;
}

void lcv_tell_filter(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_layout *a = lcv_told_layout(t.ctx, arg[0]), *left = NULL;
    bool told_all = a && lc_layout_nleaves(a) <= MODES && lc_layout_codomain(a) == LC_INTEGERS;
    (void)n;
    if (value && told_all)
        left = without_zeros(&t, a);
    if (left)
        tell_merges(&t, left);
}
