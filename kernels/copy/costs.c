/* costs.c - sectors of global memory that a plan's accesses touch.
 *
 * Sectors are counted access by access, as lib/banks.h counts them, over all tiles of a tensor of
 * known shape and strides whose tiles are whole; its address is a multiple of 32 bytes.
 */
#include "config.h"

#include "../plan/plan.h"

#include "../../lib/banks.h"

#define MOST_ACCESSES ((int64_t)1 << 20)
#define MOST_OF_RELATIONS ((int64_t)1 << 14) /* whose places take longer to find */

typedef struct {
    const lck_plan *plan;
    const lck_part *p;
    lck_access access;
    int64_t offset, stride[LCK_MAX_RANK], tiles[LCK_MAX_RANK], blocks, accesses;
} count;

static bool prepare(count *c, lck_access access)
{
    const lck_plan *plan = c->plan;
    c->blocks = 1;
    if (plan->shifted || !lc_expr_is_int(plan->offset[lck_tensor_of(access)].expr, &c->offset))
        return false;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        int64_t extent;
        if (!lc_expr_is_int(a->extent.expr, &extent) || extent % a->tile != 0 ||
            !lc_expr_is_int(a->stride[lck_tensor_of(access)].expr, &c->stride[k]))
            return false;
        c->tiles[k] = extent / a->tile;
        if (__builtin_mul_overflow(c->blocks, c->tiles[k], &c->blocks))
            return false;
    }
    c->access = access;
    c->p = &plan->partition[access];
    int64_t warps = (lck_part_threads(c->p) + LC_WARP_LANES - 1) / LC_WARP_LANES;
    c->accesses = warps * (lck_part_values(c->p) / c->p->width);
    bool relation = lck_is_relation(plan, lck_tensor_of(access));
    return c->blocks <= (relation ? MOST_OF_RELATIONS : MOST_ACCESSES) / c->accesses;
}

static int64_t offset_at(const count *c, const int64_t *tile, const int64_t *crd)
{
    int64_t offset = c->offset;
    if (lck_is_relation(c->plan, lck_tensor_of(c->access))) {
        int64_t at[LCK_MAX_RANK];
        for (size_t k = 0; k < c->plan->rank; k++)
            at[k] = tile[k] * c->plan->axis[k].tile + crd[k];
        return lck_relation_at(c->plan, lck_tensor_of(c->access), at);
    }
    for (size_t k = 0; k < c->plan->rank; k++)
        offset += (tile[k] * c->plan->axis[k].tile + crd[k]) * c->stride[k];
    return offset;
}

static int64_t offset_of(const count *c, const int64_t *tile, int64_t thread, int64_t value)
{
    int64_t crd[LCK_MAX_RANK];
    lck_part_at(c->p, c->plan->rank, thread, value, crd);
    if (c->access == LCK_STORES && c->plan->rotation > 0) {
        int64_t row = offset_at(c, tile, crd) - crd[c->plan->rotated];
        lck_rotate(c->plan, row, crd);
    }
    return offset_at(c, tile, crd);
}

static int64_t sectors_of_tile(const count *c, const int64_t *tile)
{
    lc_ctx *ctx = c->plan->ctx;
    int64_t sum = 0, threads = lck_part_threads(c->p), bytes = c->plan->element->bytes;
    for (int64_t t = 0; t < threads; t += LC_WARP_LANES)
        for (int64_t v = 0; v < lck_part_values(c->p); v += c->p->width) {
            lc_frame frame = lc_frame_open(ctx);
            int64_t lanes = threads - t < LC_WARP_LANES ? threads - t : LC_WARP_LANES;
            lc_access a = {.lanes = (unsigned)lanes, .width = (unsigned)(c->p->width * bytes)};
            for (unsigned lane = 0; lane < a.lanes; lane++)
                a.byte[lane] = lc_int_si(ctx, offset_of(c, tile, t + lane, v) * bytes);
            sum += lc_access_sectors(ctx, &a);
            lc_frame_close(ctx, frame);
        }
    return sum;
}

bool lck_plan_sectors(const lck_plan *plan, lck_access access, int64_t *sectors)
{
    count c = {.plan = plan};
    int64_t tile[LCK_MAX_RANK] = {0};
    if (!prepare(&c, access))
        return false;
    *sectors = 0;
    for (int64_t b = 0; b < c.blocks; b++) {
        *sectors += sectors_of_tile(&c, tile);
        for (size_t k = 0; k < plan->rank && ++tile[k] == c.tiles[k]; k++)
            tile[k] = 0;
    }
    return true;
}

bool lck_plan_blocks(const lck_plan *plan, int64_t *blocks)
{
    count c = {.plan = plan};
    bool known = prepare(&c, LCK_STORES);
    *blocks = c.blocks;
    return known;
}
