/* relation-runs.c - vectors of a tensor that is a relation: runs of elements side by side.
 *
 * A run of n along an axis begins at a coordinate that is a multiple of n there. Two claims say
 * that all runs are vectors: the offsets of a run follow each other, and its first one is a
 * multiple of n. Samples choose the axis, and refuse most lengths before anything is proved.
 */
#include "config.h"

#include "plan.h"

#include "../../verify/language/build.h"

#define SAMPLES 4096

/* A coordinate with another one behind it along an axis, at random. */
static void sample(const lck_plan *plan, const lck_relation *relation, size_t axis,
                   uint64_t *state, int64_t *crd)
{
    for (size_t k = 0; k < plan->rank; k++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t n = (uint64_t)relation->crd[k]->high + (k != axis);
        crd[k] = n == 0 ? 0 : (int64_t)((*state >> 20) % n);
    }
}

/* Steps along an axis that are steps to the next offset, in so many samples. */
static int steps_of_one(const lck_plan *plan, lck_memory tensor, size_t axis)
{
    const lck_relation *relation = &plan->relation[tensor];
    int64_t crd[LCK_MAX_RANK];
    uint64_t state = 1;
    int found = 0;
    for (int i = 0; i < SAMPLES && relation->crd[axis]->high > 0; i++) {
        sample(plan, relation, axis, &state, crd);
        int64_t here = lck_relation_at(plan, tensor, crd);
        crd[axis]++;
        found += lck_relation_at(plan, tensor, crd) == here + 1;
    }
    return found;
}

size_t lck_relation_axis(const lck_plan *plan, lck_memory tensor)
{
    size_t best = SIZE_MAX;
    int most = SAMPLES / 2;
    for (size_t k = 0; k < plan->rank; k++) {
        int found = steps_of_one(plan, tensor, k);
        if (found > most) {
            most = found;
            best = k;
        }
    }
    return best;
}

bool lck_relation_may_run(const lck_plan *plan, lck_memory tensor, size_t axis, int width)
{
    const lck_relation *relation = &plan->relation[tensor];
    int64_t crd[LCK_MAX_RANK], runs = (relation->crd[axis]->high + 1) / width;
    uint64_t state = 1;
    for (int i = 0; i < SAMPLES && runs > 0; i++) {
        sample(plan, relation, axis, &state, crd);
        crd[axis] = crd[axis] / width % runs * width;
        int64_t start = lck_relation_at(plan, tensor, crd);
        for (int v = 1; v < width && start % width == 0; v++) {
            crd[axis]++;
            if (lck_relation_at(plan, tensor, crd) != start + v)
                return false;
        }
        if (start % width != 0)
            return false;
    }
    return runs > 0;
}

/* index_map((4,16,64):(e1,4e1,e0)), or without the elements of a run, its first mode. */
static lcv_ast *runs_tree(const lck_plan *plan, lck_memory tensor, size_t axis, int width,
                          bool elements)
{
    lcv_arena *arena = plan->arena;
    const lck_relation *relation = &plan->relation[tensor];
    lcv_ast *shape = lcv_build(arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(arena, LCV_AST_TUPLE, 0);
    if (elements) {
        shape = lcv_build_add(shape, lcv_build_int(arena, width));
        stride = lcv_build_add(stride, lcv_build_leaf(arena, LCV_AST_STRIDE, "e%zu", axis));
    }
    for (size_t k = 0; k < plan->rank; k++) {
        int64_t extent = relation->crd[k]->high + 1;
        shape = lcv_build_add(shape, lcv_build_int(arena, k == axis ? extent / width : extent));
        stride = lcv_build_add(stride,
                               k == axis
                                   ? lcv_build_leaf(arena, LCV_AST_STRIDE, "%de%zu", width, k)
                                   : lcv_build_leaf(arena, LCV_AST_STRIDE, "e%zu", k));
    }
    return lcv_build_call(arena, "compose", 2, lck_relation_tree(plan, tensor),
                          lcv_build_call(arena, "index_map", 1,
                                         lcv_build(arena, LCV_AST_LAYOUT, 2, shape, stride)));
}

lcv_ast *lck_relation_runs_tree(const lck_plan *plan, lck_memory tensor, size_t axis, int width)
{
    lcv_arena *arena = plan->arena;
    lcv_ast *run = lcv_build(arena, LCV_AST_LAYOUT, 2, lcv_build_int(arena, width),
                             lcv_build_int(arena, 1));
    return lcv_build_call(arena, "equiv", 2, runs_tree(plan, tensor, axis, width, true),
                          lcv_build_call(arena, "concat", 2, run,
                                         runs_tree(plan, tensor, axis, width, false)));
}

lcv_ast *lck_relation_starts_tree(const lck_plan *plan, lck_memory tensor, size_t axis, int width)
{
    lcv_arena *arena = plan->arena;
    lcv_ast *rest = lcv_build_leaf(arena, LCV_AST_RELATION, "{ [x] -> [x mod %d] }", width);
    return lcv_build_call(arena, "in_bounds", 2,
                          lcv_build_call(arena, "compose", 2, rest,
                                         runs_tree(plan, tensor, axis, width, false)),
                          lcv_build_int(arena, 1));
}
