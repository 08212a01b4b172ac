/* lengths.c - the extents of tiles: powers of two, with rows long enough for memory. */
#include "config.h"

#include "../../lib/int64.h"
#include "../plan/plan.h"

#define NONE SIZE_MAX

/* Tiles that stick out cost more than small ones. */
int64_t lck_tile_length(const lck_plan *plan, size_t axis, int64_t length)
{
    const lc_expr *extent = plan->axis[axis].extent.expr;
    int64_t known;
    if (extent->high < length)
        length = lc_int64_power_from(extent->high);
    if (!lc_expr_is_int(extent, &known))
        return length;
    for (int64_t shorter = length; shorter >= length / 4 && shorter > 0; shorter /= 2)
        if (known % shorter == 0)
            return shorter;
    return length;
}

#define LONG_ROW 256 /* bytes side by side that memory serves well */

/* The axis whose elements lie side by side behind those of `first`, where a tile covers all of
 * `first`, and twice its extent of that axis divides it; NONE. */
static size_t axis_behind(const lck_plan *plan, lck_memory tensor, size_t first)
{
    int64_t extent, stride, all;
    if (!lc_expr_is_int(plan->axis[first].extent.expr, &all) || plan->axis[first].tile != all ||
        lck_is_relation(plan, tensor))
        return NONE;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        if (k != first && lc_expr_is_int(a->stride[tensor].expr, &stride) && stride == all &&
            lc_expr_is_int(a->extent.expr, &extent) && extent % (2 * a->tile) == 0)
            return k;
    }
    return NONE;
}

void lck_lengthen_tile(lck_plan *plan, const size_t *along, int64_t most, size_t *next)
{
    int64_t elements = plan->axis[along[0]].tile * plan->axis[along[1]].tile;
    for (int round = 0; round < 6 && 2 * elements <= most; round++) {
        int t = round % 2;
        size_t k = axis_behind(plan, (lck_memory)t, along[t]);
        if (k == NONE || k == along[1 - t] || k == next[1 - t] ||
            plan->axis[along[t]].tile * plan->axis[k].tile * plan->element->bytes >= LONG_ROW)
            continue;
        plan->axis[k].tile *= 2;
        elements *= 2;
        next[t] = k;
    }
}
