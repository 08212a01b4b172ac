/* tile-checks.c - the obligations about one tile, checked by looking at each of its elements. */
#include "config.h"

#include "../plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/function/result.h"
#include "../../lib/text.h"

/* A refutation at an element; `thread` -1: the one that has it. */
static lcv_result *refuted_at(const lck_plan *plan, int64_t thread, int64_t value,
                              const int64_t *crd, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static lcv_result *refuted_at(const lck_plan *plan, int64_t thread, int64_t value,
                              const int64_t *crd, const char *format, ...)
{
    lc_text where = {0}, summary = {0};
    if (thread >= 0)
        lc_text_printf(&where, "thread %lld, value %lld, ", (long long)thread, (long long)value);
    lc_text_add(&where, "element ");
    for (size_t k = 0; k < plan->rank; k++)
        lc_text_printf(&where, "%s%lld", k == 0 ? "(" : ",", (long long)crd[k]);
    lc_text_add(&where, plan->rank == 1 ? ",) of the tile" : ") of the tile");
    LC_TEXT_ARGS(&summary, format);
    return lcv_refuted(plan->ctx, "enumeration", lc_text_take(plan->ctx, &where),
                       lc_text_take(plan->ctx, &summary));
}

/* ---- vectors ---- */

/* A thread takes the values of its first mode as whole vectors. */
static lcv_result *check_values(const lck_plan *plan, lck_access access)
{
    const lck_part *p = &plan->partition[access];
    int64_t extent = p->value[0].extent, left = extent % p->width, crd[LCK_MAX_RANK];
    if (left == 0)
        return NULL;
    lck_part_at(p, plan->rank, 0, extent - left, crd);
    return refuted_at(plan, 0, extent - left, crd,
                      "vectors of %d leave over %lld of the %lld values of the first mode",
                      p->width, (long long)left, (long long)extent);
}

/* The distance in a tensor between two elements of its tile; a large one if it depends on
 * sizes. */
static int64_t distance(const lck_plan *plan, lck_memory tensor, const int64_t *from,
                        const int64_t *to)
{
    int64_t sum = 0;
    for (size_t k = 0; k < plan->rank; k++) {
        int64_t stride = 0, d = to[k] - from[k];
        bool known = lc_expr_is_int(plan->axis[k].stride[tensor].expr, &stride);
        sum += d == 0 ? 0 : known ? d * stride : INT32_MIN;
    }
    return sum;
}

/* A run of a relation (kernels/plan/relation-runs.c): the element's number in it, the run
 * beginning at a multiple of its length along the axis of the vectors. */
static int64_t number_in_run(const lck_part *p, size_t rank, const int64_t *from,
                             const int64_t *to)
{
    int64_t number = 0;
    for (size_t k = 0; k < rank; k++) {
        bool along = p->value[0].step[k] != 0;
        if (!along && from[k] != to[k])
            return -1;
        if (along && from[k] % p->width != 0)
            return -1;
        number += to[k] - from[k];
    }
    return number;
}

/* A vector's elements lie side by side in its tensor, or in shared memory, where the first is
 * aligned. */
static lcv_result *check_contiguous(const lck_plan *plan, lck_access access)
{
    const lck_part *p = &plan->partition[access];
    bool global = access == LCK_LOADS || access == LCK_STORES;
    int64_t threads = lck_part_threads(p), values = lck_part_values(p);
    int64_t crd[LCK_MAX_RANK], first[LCK_MAX_RANK] = {0};
    for (int64_t t = 0; t < threads; t++)
        for (int64_t v = 0, start = 0; v < values; v++) {
            lck_part_at(p, plan->rank, t, v, crd);
            int64_t k = v % p->width;
            if (k == 0) {
                memcpy(first, crd, sizeof first);
                start = global ? 0 : lck_stage_at(plan, crd);
            }
            int64_t at = global && lck_is_relation(plan, lck_tensor_of(access))
                             ? number_in_run(p, plan->rank, first, crd)
                         : global ? distance(plan, lck_tensor_of(access), first, crd)
                                  : lck_stage_at(plan, crd) - start;
            if (at != k || start % p->width != 0)
                return refuted_at(plan, t, v, crd,
                                  "it is no element %lld of a vector of %d that begins at a "
                                  "multiple of %d",
                                  (long long)k, p->width, p->width);
        }
    return lcv_proved(plan->ctx, "enumeration");
}

lcv_result *lck_check_vectors(const lck_plan *plan, lck_access access)
{
    lcv_result *left = check_values(plan, access);
    return left ? left : check_contiguous(plan, access);
}

/* ---- registers ---- */

lcv_result *lck_check_registers(const lck_plan *plan, lck_access from, lck_access to)
{
    const lck_part *a = &plan->partition[from], *b = &plan->partition[to];
    int64_t threads = lck_part_threads(b), values = lck_part_values(b);
    int64_t here[LCK_MAX_RANK], there[LCK_MAX_RANK];
    for (int64_t v = 0; v < values; v++) {
        int64_t reg = lck_part_find(a, b, plan->rank, v);
        for (int64_t t = 0; t < threads; t++) {
            lck_part_at(b, plan->rank, t, v, here);
            bool same = reg >= 0 && t < lck_part_threads(a);
            if (same)
                lck_part_at(a, plan->rank, t, reg, there);
            if (!same || memcmp(here, there, plan->rank * sizeof *here) != 0)
                return refuted_at(plan, t, v, here, "the thread has not %s it",
                                  from == LCK_LOADS ? "loaded" : "got");
        }
    }
    return lcv_proved(plan->ctx, "enumeration");
}

/* ---- places in shared memory ---- */

lcv_result *lck_check_places(const lck_plan *plan)
{
    int64_t crd[LCK_MAX_RANK] = {0};
    lcv_result *found = NULL;
    bool *taken = lc_alloc(plan->ctx, (size_t)plan->shared, sizeof *taken);
    if (!taken)
        return NULL;
    do {
        int64_t at = lck_stage_at(plan, crd);
        if (at < 0 || at >= plan->shared || taken[at])
            found = refuted_at(plan, -1, -1, crd, "another element has its place, %lld",
                               (long long)at);
        else
            taken[at] = true;
    } while (!found && lck_next_in_tile(plan, crd));
    free(taken);
    return found ? found : lcv_proved(plan->ctx, "enumeration");
}

/* ---- the barrier ---- */

/* The thread that puts each element of the tile; every element is known to be put once. */
static int16_t *owners(const lck_plan *plan)
{
    const lck_part *put = &plan->partition[LCK_PUTS];
    int64_t crd[LCK_MAX_RANK], threads = lck_part_threads(put), values = lck_part_values(put);
    int16_t *owner = lc_alloc(plan->ctx, (size_t)(threads * values), sizeof *owner);
    for (int64_t t = 0; owner && t < threads; t++)
        for (int64_t v = 0; v < values; v++) {
            lck_part_at(put, plan->rank, t, v, crd);
            owner[lck_number_in_tile(plan, crd)] = (int16_t)t;
        }
    return owner;
}

/* A get of an element that another thread has put, each row being rotated by `turn`; NULL:
 * none. */
static lcv_result *find_foreign(const lck_plan *plan, const int16_t *owner, int64_t turn)
{
    const lck_part *get = &plan->partition[LCK_GETS];
    int64_t crd[LCK_MAX_RANK];
    for (int64_t t = 0; t < lck_part_threads(get); t++)
        for (int64_t v = 0; v < lck_part_values(get); v++) {
            lck_part_at(get, plan->rank, t, v, crd);
            lck_rotate(plan, turn, crd);
            if (owner[lck_number_in_tile(plan, crd)] == t)
                continue;
            return turn == 0 ? refuted_at(plan, t, v, crd,
                                          "another thread puts it, and no barrier "
                                          "stands between")
                             : refuted_at(plan, t, v, crd,
                                          "another thread puts it where the row is "
                                          "rotated by %lld, and no barrier stands between",
                                          (long long)turn);
        }
    return NULL;
}

lcv_result *lck_check_barrier(const lck_plan *plan)
{
    if (plan->barrier)
        return lcv_proved(plan->ctx, "a barrier between put and get");
    lcv_result *found = NULL;
    int16_t *owner = owners(plan);
    if (!owner)
        return NULL;
    for (int64_t turn = 0; !found && (turn == 0 || turn < plan->rotation); turn++)
        found = find_foreign(plan, owner, turn);
    free(owner);
    return found ? found : lcv_proved(plan->ctx, "enumeration");
}
