/* stage.c - a tile in shared memory: the places of its elements, and their cost. */
#include "config.h"

#include "../plan/plan.h"

#include <string.h>

#include "../../lib/banks.h"
#include "../../lib/int64.h"

int64_t lck_stage_at(const lck_plan *plan, const int64_t *crd)
{
    if (lck_is_relation(plan, LCK_SHARED))
        return lck_relation_at(plan, LCK_SHARED, crd);
    int64_t offset = 0;
    for (size_t k = 0; k < plan->rank; k++)
        offset += lck_place_along(&plan->axis[k], crd[k]);
    return (int64_t)lc_swizzle_apply_word(plan->swizzle, (uint64_t)offset);
}

/* A word that is shifted, `past` elements further on: in what was copied, or in the stage. */
static int64_t word_at(const lck_plan *plan, lck_access which, int64_t past, int64_t *crd)
{
    size_t i = plan->along[LCK_SOURCE], j = plan->along[LCK_DESTINATION];
    if (which == LCK_LOADS)
        return crd[j] * (plan->axis[i].tile + plan->shift[LCK_SOURCE]) + crd[i] + past;
    crd[j] += past;
    return lck_stage_at(plan, crd);
}

/* One instruction of a warp: the vectors that begin at value v. */
static lc_access access_of(const lck_plan *plan, lck_access which, int64_t first_thread,
                           int64_t v, int64_t turn)
{
    const lck_part *p = &plan->partition[which];
    int64_t threads = lck_part_threads(p) - first_thread, crd[LCK_MAX_RANK];
    int bytes = plan->element->bytes;
    lc_access a = {.lanes = threads < LC_WARP_LANES ? (unsigned)threads : LC_WARP_LANES,
                   .width = (unsigned)(p->width * bytes),
                   .banks = LC_BANKS};
    for (unsigned lane = 0; lane < a.lanes; lane++) {
        lck_part_at(p, plan->rank, first_thread + lane, v, crd);
        lck_rotate(plan, turn, crd);
        int64_t at = plan->shifted && which != LCK_PUTS ? word_at(plan, which, turn, crd)
                                                        : lck_stage_at(plan, crd);
        a.byte[lane] = lc_int_si(plan->ctx, at * bytes);
    }
    return a;
}

/* Wavefronts past the first of all accesses of a block that put, or that get with each row
 * rotated by `turn`; of words that are shifted, the first of two, where rows begin `turn`
 * elements past a multiple of the shift: loads take them from what was copied. */
static int64_t conflicts_of(const lck_plan *plan, lck_access which, int64_t turn)
{
    const lck_part *p = &plan->partition[which];
    int64_t sum = 0, threads = lck_part_threads(p), values = lck_part_values(p);
    for (int64_t t = 0; t < threads; t += LC_WARP_LANES)
        for (int64_t v = 0; v < values; v += p->width) {
            lc_frame frame = lc_frame_open(plan->ctx);
            lc_access a = access_of(plan, which, t, v, which == LCK_PUTS ? 0 : turn);
            sum += lc_access_conflicts(plan->ctx, &a);
            lc_frame_close(plan->ctx, frame);
        }
    return sum;
}

/* Do the lanes of each warp take elements of one row along an axis? */
static bool row_by_row(const lck_plan *plan, const lck_part *p, size_t axis)
{
    int64_t threads = lck_part_threads(p), here[LCK_MAX_RANK], first[LCK_MAX_RANK];
    for (int64_t t = 0; t < threads; t++) {
        lck_part_at(p, plan->rank, t, 0, here);
        if (t % LC_WARP_LANES == 0)
            memcpy(first, here, sizeof first);
        for (size_t k = 0; k < plan->rank; k++)
            if (k != axis && here[k] != first[k])
                return false;
    }
    return true;
}

/* Two words of each that is shifted, wherever it begins. */
static bool word_conflicts(const lck_plan *plan, lck_access access, int64_t *conflicts)
{
    lck_memory tensor = lck_tensor_of(access);
    int64_t begins = plan->shift[tensor], width = plan->partition[access].width;
    int64_t one = conflicts_of(plan, access, 0);
    for (int64_t past = width; past < begins; past += width)
        if (conflicts_of(plan, access, past) != one)
            return false;
    *conflicts += begins > 0 ? 2 * one : one;
    return begins == 0 || row_by_row(plan, &plan->partition[access], plan->along[tensor]);
}

bool lck_stage_all_conflicts(const lck_plan *plan, lck_access access, int64_t *conflicts)
{
    *conflicts = 0;
    if (plan->shifted && access == LCK_GETS)
        return word_conflicts(plan, LCK_LOADS, conflicts) &&
               word_conflicts(plan, LCK_GETS, conflicts);
    *conflicts = conflicts_of(plan, access, 0);
    if (access != LCK_GETS || plan->rotation == 0)
        return true;
    for (int64_t turn = 1; turn < plan->rotation; turn++)
        if (conflicts_of(plan, access, turn) != *conflicts)
            return false;
    return row_by_row(plan, &plan->partition[access], plan->rotated);
}

static int64_t both_conflicts(const lck_plan *plan)
{
    return conflicts_of(plan, LCK_PUTS, 0) + conflicts_of(plan, LCK_GETS, 0);
}

/* Bits from the tile's rows are added to those that choose a bank. The lowest bit moved is
 * above a vector's; the block of a swizzle must not reach past the tile. */
void lck_stage_choose(lck_plan *plan)
{
    int put = plan->partition[LCK_PUTS].width, get = plan->partition[LCK_GETS].width;
    int vector = (int)lc_int64_log_up((uint64_t)(put > get ? put : get));
    int tile = (int)lc_int64_log_up((uint64_t)plan->shared);
    lc_swizzle best = {0, 0, 0};
    plan->swizzle = best;
    int64_t least = both_conflicts(plan);
    if (((int64_t)1 << tile) != plan->shared)
        return;
    for (int m = vector; m < vector + 6; m++)
        for (int b = 1; b <= 5 && least > 0; b++)
            for (int s = b; b + m + s <= tile; s++) {
                plan->swizzle = (lc_swizzle){b, m, s};
                int64_t cost = both_conflicts(plan);
                if (cost >= least)
                    continue;
                least = cost;
                best = plan->swizzle;
            }
    plan->swizzle = best;
}
