/* leaves.c - lists of leaves, against those of a layout and its function. */
#include "config.h"

#include "laws.h"

#include <stdlib.h>
#include <string.h>

bool lcv_holds(const lcv_result *result)
{
    return result != NULL && result->verdict == LCV_PROVED;
}

/* ---- lists ---- */

lcv_leaves lcv_leaves_like(const lc_layout *a)
{
    return (lcv_leaves){.naxes = lc_layout_naxes(a), .codomain = LC_INTEGERS};
}

static bool reserve(lc_ctx *ctx, lcv_leaves *list)
{
    if (list->n < list->room)
        return true;
    size_t room = 2 * list->room + 16, width = 1 + list->naxes;
    lc_int *block = lc_alloc(ctx, width * room, sizeof *block);
    if (block == NULL)
        return false;
    if (list->n > 0) {
        memcpy(block, list->extent, list->n * sizeof *block);
        memcpy(block + room, list->step, list->n * list->naxes * sizeof *block);
    }
    free(list->extent);
    list->extent = block;
    list->step = block + room;
    list->room = room;
    return true;
}

/* Integers are copied to the frame: the layout that they come from may go before the
 * list. */
static lc_int copy(lc_ctx *ctx, lc_int a)
{
    return lc_int_add(ctx, a, lc_int_const(0));
}

bool lcv_leaves_add_unit(lc_ctx *ctx, lcv_leaves *list)
{
    if (!reserve(ctx, list))
        return false;
    list->extent[list->n] = lc_int_const(1);
    for (size_t q = 0; q < list->naxes; q++)
        list->step[list->n * list->naxes + q] = lc_int_const(0);
    list->n++;
    return true;
}

bool lcv_leaves_add_range(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a, size_t first,
                          size_t end)
{
    if (lc_layout_codomain(a) != LC_INTEGERS && !lcv_all_zero(a))
        list->codomain = lc_layout_codomain(a);
    for (size_t i = first; i < end; i++) {
        if (!lcv_leaves_add_unit(ctx, list))
            return false;
        list->extent[list->n - 1] = copy(ctx, lc_layout_extent(a, i));
        for (size_t q = 0; q < list->naxes && q < lc_layout_naxes(a); q++)
            list->step[(list->n - 1) * list->naxes + q] =
                copy(ctx, lc_layout_step_on(a, q, i));
    }
    return true;
}

bool lcv_leaves_add_layout(lc_ctx *ctx, lcv_leaves *list, const lc_layout *a)
{
    return lcv_leaves_add_range(ctx, list, a, 0, lc_layout_nleaves(a));
}

void lcv_leaves_free(lcv_leaves *list)
{
    free(list->extent);
    list->extent = list->step = NULL;
}

/* ---- against a layout ---- */

/* "4:3", "4:(0,3)" */
static char *leaf_text(lc_ctx *ctx, lc_int extent, size_t naxes, const lc_int *step)
{
    lcv_line line = {0};
    lcv_line_add(ctx, &line, naxes > 1 ? "%i:(" : "%i:", extent);
    for (size_t q = 0; q < naxes; q++)
        lcv_line_add(ctx, &line, q > 0 ? ",%i" : "%i", step[q]);
    lcv_line_add(ctx, &line, naxes > 1 ? ")" : "");
    return lcv_line_take(ctx, &line);
}

/* NULL without an error when leaf i is the same. */
static lcv_result *leaf_differs(lc_ctx *ctx, const lcv_leaves *list, const lc_layout *value,
                                size_t i)
{
    lc_int step[LC_MAX_AXES], extent = lc_layout_extent(value, i);
    const lc_int *want = list->step + i * list->naxes;
    bool same = lc_int_eq(extent, list->extent[i]);
    for (size_t q = 0; q < list->naxes; q++) {
        step[q] = lc_layout_step_on(value, q, i);
        same = same && lc_int_eq(step[q], want[q]);
    }
    if (same)
        return NULL;
    char *found = leaf_text(ctx, extent, list->naxes, step);
    char *expected = leaf_text(ctx, list->extent[i], list->naxes, want);
    lcv_result *result = NULL;
    if (found != NULL && expected != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "leaf %z", i),
                             lcv_text(ctx, "%s is not %s", found, expected));
    free(found);
    free(expected);
    return result;
}

lcv_result *lcv_check_leaves(lc_ctx *ctx, const lcv_leaves *list, const lc_layout *value)
{
    size_t n = lc_layout_nleaves(value);
    if (list->n != n)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "leaves"),
                           lcv_text(ctx, "there are %z, of %z", n, list->n));
    if (list->naxes != lc_layout_naxes(value) ||
        (list->codomain != lc_layout_codomain(value) && !lcv_all_zero(value)))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "strides"),
                           lcv_text(ctx, "those of %L are of another kind", value));
    for (size_t i = 0; i < n; i++) {
        lcv_result *result = leaf_differs(ctx, list, value, i);
        if (result != NULL || lc_ctx_code(ctx) != LC_OK)
            return result;
    }
    return lcv_proved(ctx, LCV_BY_COMPARISON);
}

lcv_result *lcv_check_same_function(lcr_ctx *r, const lc_layout *x, const lc_layout *y,
                                    const char *const named[2])
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int have = lc_layout_size(ctx, x), want = lc_layout_size(ctx, y);
    if (!lc_int_eq(have, want))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                           lcv_text(ctx, "%i is not %i", have, want));
    lc_tuple *domain = lc_layout_shape(ctx, y);
    lc_tuple *integral = domain != NULL ? lc_tuple_leaf(ctx, want) : NULL;
    lcv_named_chain f = {1, {x}, {named[0]}}, g = {1, {y}, {named[1]}};
    lcv_result *result =
        integral != NULL ? lcv_check_chains(r, domain, &f, &g, integral) : NULL;
    lc_tuple_free(domain);
    lc_tuple_free(integral);
    return result;
}

/* Leaf i, its strides like those of a layout. */
static lc_layout *leaf_layout(lc_ctx *ctx, const lcv_leaves *list, size_t i, const lc_layout *like)
{
    const lc_tuple *profile = lc_layout_profile(like);
    const lc_int *step = list->step + i * list->naxes;
    lc_tuple *extent = lc_tuple_leaf(ctx, list->extent[i]);
    lc_tuple *value = profile != NULL ? lc_tuple_like(ctx, profile, step)
                                      : lc_tuple_leaf(ctx, step[0]);
    lc_layout *stride = NULL, *leaf = NULL;
    if (value != NULL)
        stride = lc_layout_codomain(like) == LC_XOR ? lc_layout_xor(ctx, step[0])
                                                    : lcv_stride_of(ctx, value);
    if (extent != NULL && stride != NULL)
        leaf = lc_layout_reshape(ctx, extent, stride);
    lc_tuple_free(extent);
    lc_tuple_free(value);
    lc_layout_free(stride);
    return leaf;
}

/* The flat layout of the leaves; 1:0 of none. */
static lc_layout *flat_layout(lc_ctx *ctx, const lcv_leaves *list, const lc_layout *like)
{
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    if (list->n == 0)
        return lc_layout_flat(ctx, 1, &one, &zero);
    if (lc_layout_codomain(like) == LC_INTEGERS)
        return lc_layout_flat(ctx, list->n, list->extent, list->step);
    lc_layout **leaf = lc_alloc(ctx, list->n, sizeof(lc_layout *)), *flat = NULL;
    size_t made = 0;
    while (leaf != NULL && made < list->n &&
           (leaf[made] = leaf_layout(ctx, list, made, like)) != NULL)
        made++;
    if (made == list->n)
        flat = made == 1 ? lc_layout_ref(leaf[0]) : lc_layout_concat(ctx, made, leaf);
    while (made > 0)
        lc_layout_free(leaf[--made]);
    free(leaf);
    return flat;
}

lcv_result *lcv_check_leaf_function(lcr_ctx *r, const lcv_leaves *list, const lc_layout *value,
                                    const char *const named[2])
{
    lc_layout *flat = flat_layout(lcr_ctx_lc(r), list, value);
    lcv_result *result = flat != NULL ? lcv_check_same_function(r, value, flat, named) : NULL;
    lc_layout_free(flat);
    return result;
}
