/* complement.c - what a layout leaves out (Cecka 3.5, Table 7). */
#include "config.h"

#include <string.h>

#include "by-axis.h"
#include "size.h"

/* The modes of the complement: before every mode of A, by magnitude of stride, the
 * gap between what is covered so far and its stride. *next receives the stride from
 * which copies of A may follow. Returns the number of modes, or SIZE_MAX when two
 * modes of A overlap. */
static size_t gaps(lc_ctx *ctx, const lc_layout *a, lc_int *extent, lc_int *step, lc_int *next)
{
    lc_mode mode[a->nleaves];
    size_t modes = lc_sorted_modes(ctx, a, mode), n = 0;
    lc_int covered = lc_int_const(1);
    for (size_t k = 0; k < modes; k++) {
        lc_int d = lc_int_abs(ctx, mode[k].step);
        if (lc_int_lt(d, covered)) {
            char s[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM], c[LC_NUMBER_ROOM];
            lc_fail(ctx, LC_ERR_NO_VALUE,
                    "no complement: the layout overlaps itself, its mode %s:%s starts within the "
                    "%s offsets that the modes of smaller stride take up",
                    lc_number(mode[k].extent, s), lc_number(mode[k].step, t),
                    lc_number(covered, c));
            return SIZE_MAX;
        }
        lc_int gap = lc_int_fdiv(ctx, d, covered);
        if (!lc_int_is_one(gap)) {
            extent[n] = gap;
            step[n++] = covered;
        }
        covered = lc_int_mul(ctx, d, mode[k].extent);
    }
    *next = covered;
    return n;
}

size_t lc_complement_modes(lc_ctx *ctx, const lc_layout *a, lc_int *extent, lc_int *step)
{
    lc_int next;
    if (!lc_integers_only(ctx, "a complement", a))
        return SIZE_MAX;
    size_t n = gaps(ctx, a, extent, step, &next);
    if (n == SIZE_MAX)
        return n;
    extent[n] = lc_int_const(1);
    step[n] = next;
    return n + 1;
}

size_t lc_complement_modes_to(lc_ctx *ctx, const lc_layout *a, lc_int size, lc_int *extent,
                              lc_int *step)
{
    lc_int next;
    if (!lc_integers_only(ctx, "a complement up to an integer", a))
        return SIZE_MAX;
    size_t n = gaps(ctx, a, extent, step, &next);
    if (n == SIZE_MAX)
        return n;
    extent[n] = lc_int_cdiv(ctx, size, next);
    step[n] = next;
    return lc_coalesce_modes(ctx, n + 1, extent, step);
}

lc_layout *lc_complement(lc_ctx *ctx, const lc_layout *a)
{
    if (a->codomain == LC_COORDINATES)
        return lc_complement_by_axis(ctx, a);
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves + 1], step[a->nleaves + 1];
    size_t n = lc_complement_modes(ctx, a, extent, step);
    lc_layout *result = n == SIZE_MAX ? NULL : lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_complement_to(lc_ctx *ctx, const lc_layout *a, lc_int size)
{
    char text[LC_NUMBER_ROOM];
    if (!lc_int_is_extent(size))
        return lc_fail(ctx, LC_ERR_INVALID, "a complement up to %s: expected 1 or more",
                       lc_number(size, text));
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves + 1], step[a->nleaves + 1];
    size_t n = lc_complement_modes_to(ctx, a, size, extent, step);
    lc_layout *result = n == SIZE_MAX ? NULL : lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return result;
}

lc_layout *lc_complement_in(lc_ctx *ctx, const lc_layout *a, const lc_tuple *shape)
{
    if (a->codomain == LC_COORDINATES)
        return lc_complement_to_by_axis(ctx, a, shape);
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *result = lc_complement_to(ctx, a, lc_tuple_size(ctx, shape));
    lc_frame_close(ctx, frame);
    return result;
}
