/* inverse.c - right, left and full inverses (Cecka 3.4, Tables 5 and 6). */
#include "config.h"

#include <string.h>

#include "by-axis.h"
#include "xor.h"

/* The arrays have room for one mode even when n is 0. */
static lc_layout *coalesced(lc_ctx *ctx, size_t n, lc_int *extent, lc_int *step)
{
    n = lc_coalesce_modes(ctx, n, extent, step);
    return lc_layout_flat(ctx, n, extent, step);
}

/* The mode, of those after k, that begins where mode k ends and from which following
 * the strides reaches furthest; `modes` when there is none. */
static size_t furthest_after(const lc_mode *mode, const lc_int *reach, size_t k, size_t modes,
                             lc_int end)
{
    size_t best = modes;
    for (size_t j = k + 1; j < modes; j++) {
        int order = lc_int_cmp(mode[j].step, end);
        if (order > 0)
            break;
        if (order == 0 && (best == modes || lc_int_lt(reach[best], reach[j])))
            best = j;
    }
    return best;
}

lc_layout *lc_right_inverse(lc_ctx *ctx, const lc_layout *a)
{
    if (a->codomain != LC_INTEGERS)
        return a->codomain == LC_XOR ? lc_right_inverse_xor(ctx, a)
                                     : lc_right_inverse_by_axis(ctx, a);
    lc_frame frame = lc_frame_open(ctx);
    lc_mode mode[a->nleaves];
    lc_int extent[a->nleaves], step[a->nleaves], reach[a->nleaves];
    size_t modes = lc_sorted_modes(ctx, a, mode), next[a->nleaves], first = modes, n = 0;
    /* Goes from the largest stride down: offsets up to reach[k] have a coordinate if those up to
     * mode k's stride have one. Strides that occur twice leave a choice. */
    for (size_t k = modes; k-- > 0;) {
        lc_int end = lc_int_mul(ctx, mode[k].step, mode[k].extent);
        next[k] = furthest_after(mode, reach, k, modes, end);
        reach[k] = next[k] < modes ? reach[next[k]] : end;
        if (lc_int_is_one(mode[k].step) && (first == modes || !lc_int_lt(reach[k], reach[first])))
            first = k;
    }
    for (size_t k = first; k < modes; k = next[k]) {
        extent[n] = mode[k].extent;
        step[n++] = mode[k].place;
    }
    lc_layout *result = coalesced(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_inverse(lc_ctx *ctx, const lc_layout *a)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *inverse = lc_right_inverse(ctx, a);
    if (inverse) {
        lc_int size = lc_layout_size(ctx, a), reached = lc_layout_size(ctx, inverse);
        if (!lc_int_eq(size, reached)) {
            char n[LC_NUMBER_ROOM], m[LC_NUMBER_ROOM];
            lc_layout_free(inverse);
            inverse = lc_fail(ctx, LC_ERR_NO_VALUE,
                              "no inverse: %s [0,%s): following the %s reaches the offsets "
                              "[0,%s) only",
                              a->codomain == LC_XOR ? "no layout inverts all of"
                                                    : "not a bijection onto",
                              lc_number(size, n),
                              a->codomain == LC_XOR ? "bits of values from 1" : "strides from 1",
                              lc_number(reached, m));
        }
    }
    lc_frame_close(ctx, frame);
    return inverse;
}

/* ---- left inverse ---- */

static lc_layout *no_left_inverse(lc_ctx *ctx, const lc_mode *low, const lc_mode *high,
                                  const char *why)
{
    char s[LC_NUMBER_ROOM], d[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM], e[LC_NUMBER_ROOM];
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no left inverse by following the strides: of the modes %s:%s and %s:%s, %s",
                   lc_number(low->extent, s), lc_number(low->step, d), lc_number(high->extent, t),
                   lc_number(high->step, e), why);
}

/* One mode s:-d, whose offsets lie below zero: the digit above the d - 1 idle ones is
 * the negated coordinate. */
static lc_layout *left_inverse_of_negative(lc_ctx *ctx, const lc_mode *mode)
{
    lc_int extent[2] = {lc_int_neg(ctx, mode->step), mode->extent};
    lc_int step[2] = {lc_int_const(0), lc_int_neg(ctx, mode->place)};
    bool dense = lc_int_is_one(extent[0]);
    return lc_layout_flat(ctx, dense ? 1 : 2, extent + dense, step + dense);
}

/* The offset's digits, mode by mode in the order of strides: the digit of mode k runs up to the
 * next stride and names the coordinate of mode k; the digits below the first stride are 0 and get
 * the stride 0. The largest offset carries past the last mode where mode k reaches into the next,
 * s_k d_k > d_{k+1}: its digits name no coordinate of A. */
static lc_layout *left_inverse_of_modes(lc_ctx *ctx, const lc_mode *mode, size_t modes)
{
    lc_int extent[modes + 1], step[modes + 1];
    size_t n = 0;
    for (size_t k = 0; k < modes; k++)
        if (lc_int_sign(mode[k].step) < 0)
            return modes == 1 ? left_inverse_of_negative(ctx, mode)
                              : no_left_inverse(ctx, &mode[0], &mode[modes - 1],
                                                "a stride of the layout is negative");
    if (!lc_int_is_one(mode[0].step)) {
        extent[n] = mode[0].step;
        step[n++] = lc_int_const(0);
    }
    for (size_t k = 0; k + 1 < modes; k++) {
        if (lc_int_eq(mode[k].step, mode[k + 1].step))
            return no_left_inverse(ctx, &mode[k], &mode[k + 1], "the strides are equal");
        if (!lc_int_divides(ctx, mode[k].step, mode[k + 1].step))
            return no_left_inverse(ctx, &mode[k], &mode[k + 1],
                                   "the smaller stride does not divide the larger");
        if (lc_int_lt(mode[k + 1].step, lc_int_mul(ctx, mode[k].extent, mode[k].step)))
            return no_left_inverse(ctx, &mode[k], &mode[k + 1], "the one reaches into the other");
        extent[n] = lc_int_fdiv(ctx, mode[k + 1].step, mode[k].step);
        step[n++] = mode[k].place;
    }
    extent[n] = mode[modes - 1].extent;
    step[n++] = mode[modes - 1].place;
    return coalesced(ctx, n, extent, step);
}

lc_layout *lc_left_inverse(lc_ctx *ctx, const lc_layout *a)
{
    if (a->codomain != LC_INTEGERS)
        return a->codomain == LC_XOR ? lc_left_inverse_xor(ctx, a)
                                     : lc_left_inverse_by_axis(ctx, a);
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves], step[a->nleaves];
    uint32_t node[a->nleaves + 1];
    memcpy(extent, a->extent, a->nleaves * sizeof(lc_int));
    memcpy(step, a->step, a->nleaves * sizeof(lc_int));
    lc_layout simple;
    lc_view_flat(&simple, lc_coalesce_modes(ctx, a->nleaves, extent, step), extent, step, node);
    lc_mode mode[simple.nleaves];
    size_t modes = lc_sorted_modes(ctx, &simple, mode);
    /* without modes every offset is 0, and the coordinate 0 has it */
    lc_layout *result = modes == 0 ? coalesced(ctx, 0, extent, step)
                                   : left_inverse_of_modes(ctx, mode, modes);
    lc_frame_close(ctx, frame);
    return result;
}
