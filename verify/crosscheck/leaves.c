/* leaves.c - lists of leaves, against those of a layout and its function. */
#include "config.h"

#include "laws.h"

#include <string.h>

/* ---- lists ---- */

lcv_leaves lcv_leaves_like(lcv_case *c, const lc_layout *a)
{
    return (lcv_leaves){.c = c, .naxes = lc_layout_naxes(a), .codomain = LC_INTEGERS};
}

static bool reserve(lcv_leaves *list)
{
    if (list->n < list->room || list->failed)
        return !list->failed;
    size_t room = 2 * list->room + 16, width = 1 + list->naxes;
    lc_int *block = lc_frame_alloc(list->c->ctx, width * room, sizeof *block);
    list->failed = !block;
    if (list->failed)
        return false;
    if (list->n > 0) {
        memcpy(block, list->extent, list->n * sizeof *block);
        memcpy(block + room, list->step, list->n * list->naxes * sizeof *block);
    }
    list->extent = block;
    list->step = block + room;
    list->room = room;
    return true;
}

void lcv_leaves_add_unit(lcv_leaves *list)
{
    if (!reserve(list))
        return;
    list->extent[list->n] = lc_int_const(1);
    for (size_t q = 0; q < list->naxes; q++)
        list->step[list->n * list->naxes + q] = lc_int_const(0);
    list->n++;
}

void lcv_leaves_add_range(lcv_leaves *list, const lc_layout *a, size_t first, size_t end)
{
    if (lc_layout_codomain(a) != LC_INTEGERS && !lcv_all_zero(a))
        list->codomain = lc_layout_codomain(a);
    for (size_t i = first; i < end && reserve(list); i++) {
        lcv_leaves_add_unit(list);
        list->extent[list->n - 1] = lc_layout_extent(a, i);
        for (size_t q = 0; q < list->naxes && q < lc_layout_naxes(a); q++)
            list->step[(list->n - 1) * list->naxes + q] = lc_layout_step_on(a, q, i);
    }
}

void lcv_leaves_add(lcv_leaves *list, const lc_layout *a)
{
    list->failed = list->failed || !a;
    if (!list->failed)
        lcv_leaves_add_range(list, a, 0, lc_layout_nleaves(a));
}

/* ---- against a layout ---- */

/* "4:3", "4:(0,3)" */
static char *leaf_text(lc_ctx *ctx, lc_int extent, size_t naxes, const lc_int *step)
{
    lc_text line = {0};
    lcv_text_add(ctx, &line, naxes > 1 ? "%i:(" : "%i:", extent);
    for (size_t q = 0; q < naxes; q++)
        lcv_text_add(ctx, &line, q > 0 ? ",%i" : "%i", step[q]);
    lcv_text_add(ctx, &line, naxes > 1 ? ")" : "");
    return lc_text_take(ctx, &line);
}

static lcv_result *check_leaf(const lcv_leaves *list, const lc_layout *value, size_t i)
{
    lc_ctx *ctx = list->c->ctx;
    lc_int step[LC_MAX_AXES], extent = lc_layout_extent(value, i);
    const lc_int *want = list->step + i * list->naxes;
    bool same = lc_int_eq(extent, list->extent[i]);
    for (size_t q = 0; q < list->naxes; q++) {
        step[q] = lc_layout_step_on(value, q, i);
        same = same && lc_int_eq(step[q], want[q]);
    }
    return same ? lcv_proved(ctx, LCV_BY_COMPARISON)
                : lcv_refute(list->c, LCV_BY_COMPARISON, "leaf %z: %S is not %S", i,
                             leaf_text(ctx, extent, list->naxes, step),
                             leaf_text(ctx, list->extent[i], list->naxes, want));
}

lcv_result *lcv_check_leaves(const lcv_leaves *list, const lc_layout *value)
{
    size_t n = lc_layout_nleaves(value);
    if (list->failed)
        return NULL;
    lcv_result *result = lcv_judge(list->c, list->n == n, LCV_BY_COMPARISON,
                                   "leaves: there are %z, of %z", n, list->n);
    lcv_and(list->c, &result,
            list->naxes == lc_layout_naxes(value) &&
                (list->codomain == lc_layout_codomain(value) || lcv_all_zero(value)),
            LCV_BY_COMPARISON, "strides: those of %L are of another kind", value);
    for (size_t i = 0; i < n && lcv_goes_on(&result); i++)
        result = check_leaf(list, value, i);
    return result;
}

lcv_result *lcv_check_same_function(lcv_case *c, const lc_layout *x, const lc_layout *y,
                                    const char *const named[2])
{
    lc_int have = lc_layout_size(c->ctx, x), want = lc_layout_size(c->ctx, y);
    if (!lc_int_eq(have, want))
        return lcv_refute(c, LCV_BY_COMPARISON, "size: %i is not %i", have, want);
    lc_tuple *domain = lcv_shape_of(c->ctx, y);
    lcv_named_chain f = {1, {x}, {named[0]}}, g = {1, {y}, {named[1]}};
    return domain ? lcv_check_chains(c->r, domain, &f, &g, NULL) : NULL;
}

/* Leaf i, its strides like those of a layout. */
static lc_layout *leaf_layout(const lcv_leaves *list, size_t i, const lc_layout *like)
{
    lcv_case *c = list->c;
    const lc_tuple *profile = lc_layout_profile(like);
    const lc_int *step = list->step + i * list->naxes;
    lc_tuple *extent = lcv_kept(c->ctx, lc_tuple_leaf(c->ctx, list->extent[i]));
    lc_tuple *value = lcv_kept(c->ctx, profile ? lc_tuple_like(c->ctx, profile, step)
                                               : lc_tuple_leaf(c->ctx, step[0]));
    if (!value)
        return NULL;
    lc_layout *stride = lc_layout_codomain(like) == LC_XOR
                            ? lcv_kept(c->ctx, lc_layout_xor(c->ctx, step[0]))
                            : lcv_stride_of(c->ctx, value);
    return extent && stride ? lcv_kept(c->ctx, lc_layout_reshape(c->ctx, extent, stride)) : NULL;
}

/* The flat layout of the leaves; 1:0 if there are none. */
static lc_layout *flat_layout(const lcv_leaves *list, const lc_layout *like)
{
    lcv_case *c = list->c;
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    if (list->n == 0)
        return lcv_kept(c->ctx, lc_layout_flat(c->ctx, 1, &one, &zero));
    if (lc_layout_codomain(like) == LC_INTEGERS)
        return lcv_kept(c->ctx, lc_layout_flat(c->ctx, list->n, list->extent, list->step));
    lc_layout **leaf = lc_frame_alloc(c->ctx, list->n, sizeof(lc_layout *));
    for (size_t i = 0; leaf && i < list->n; i++)
        if (!(leaf[i] = leaf_layout(list, i, like)))
            return NULL;
    if (!leaf || list->n == 1)
        return leaf ? leaf[0] : NULL;
    return lcv_kept(c->ctx, lc_layout_concat(c->ctx, list->n, leaf));
}

lcv_result *lcv_check_leaf_function(const lcv_leaves *list, const lc_layout *value,
                                    const char *const named[2])
{
    lc_layout *flat = list->failed ? NULL : flat_layout(list, value);
    return flat ? lcv_check_same_function(list->c, value, flat, named) : NULL;
}
