/* together.c - lanes of one warp that run an instruction together, and what that costs.
 *
 * Threads of a run go one after the other, so that lanes meet here: those of one warp, at one
 * access, in the same trips of its loops. Once all lanes of a warp wait at one instruction, or
 * have left, no more will come, and the warps are counted. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "../judge/bound.h"

#define ROOM 16384 /* instances at a time */

typedef struct {
    uint32_t access, warp, instance, slot; /* access NONE: it was counted */
    uint32_t lanes, maybe;                 /* .. data decides about the latter */
    int64_t at[32];
} instance;

struct lck_together {
    uint32_t n, live;
    instance of[ROOM];
    uint32_t index[2 * ROOM]; /* an instance and 1; 0: free */
};

bool lck_together_begin(lck_run *r, const bool *asked)
{
    bool any = false;
    for (size_t i = 0; asked && i < r->list->n; i++) {
        if (!asked[i])
            continue;
        any = true;
        lck_warps_seen *seen = lck_run_array(r, 1, sizeof *seen);
        if (seen)
            seen->open = r->base_of[i] == LCK_FLOW_NONE;
        r->out->reach[i].warps = seen;
    }
    if (any)
        r->together = lck_run_array(r, 1, sizeof *r->together);
    return !r->failed;
}

void lck_together_end(lck_run *r)
{
    free(r->together);
    r->together = NULL;
}

/* ---- counting ---- */

static void keep_pattern(lck_warps_seen *seen, lck_warp w, int64_t grain)
{
    lck_warp_normalize(&w, grain);
    for (size_t i = 0; i < seen->npatterns; i++)
        if (memcmp(seen->pattern[i].active, w.active, sizeof w.active) == 0 &&
            memcmp(seen->pattern[i].byte, w.byte, sizeof w.byte) == 0)
            return;
    if (seen->npatterns < LCK_WARPS_SEEN)
        seen->pattern[seen->npatterns++] = w;
}

static lck_place_of first_of(const lck_run *r, const instance *one, uint32_t lanes)
{
    return lck_run_place(r, one->warp * 32 + (uint32_t)__builtin_ctz(lanes), r->block);
}

/* Lanes that are not aligned fault, which is another question than what they cost. */
static bool is_aligned(const lck_run *r, const instance *one, const lck_warp *w,
                       lck_warps_seen *seen)
{
    unsigned needs = r->list->at[one->access].needs;
    uint32_t wrong = 0;
    for (unsigned i = 0; i < 32; i++)
        wrong |= (uint32_t)(w->active[i] && w->byte[i] % needs != 0) << i;
    if (wrong == 0)
        return true;
    if (wrong & ~one->maybe && !seen->misaligned) {
        seen->misaligned = true;
        seen->wrong = *w;
        seen->at_wrong = first_of(r, one, wrong & ~one->maybe);
    }
    seen->doubtful |= (wrong & ~one->maybe) == 0;
    return false;
}

static void count(lck_run *r, const instance *one)
{
    const lck_ptx_access *a = &r->list->at[one->access];
    lck_warps_seen *seen = r->out->reach[one->access].warps;
    lck_cost cost = a->space == LCK_IN_SHARED ? lck_cost_of_banks(a->bytes)
                                              : lck_cost_of_sectors(a->bytes);
    lck_warp w = {.lanes = 32, .width = a->bytes};
    for (unsigned i = 0; i < 32; i++) {
        w.active[i] = one->lanes >> i & 1;
        w.byte[i] = w.active[i] ? one->at[i] : 0;
    }
    if (!is_aligned(r, one, &w, seen))
        return;
    unsigned n = cost.of(&w), least = cost.least(&w);
    bool more = !seen->any || n - least > seen->worst - seen->least ||
                (n - least == seen->worst - seen->least && n > seen->worst);
    if (more) {
        seen->worst = n;
        seen->least = least;
        seen->warp = w;
        seen->at = first_of(r, one, one->lanes);
        seen->perhaps = one->maybe != 0;
    }
    seen->any = true;
    seen->masked |= one->maybe != 0;
    keep_pattern(seen, w, cost.grain);
}

/* ---- meeting ---- */

static instance *find(lck_together *t, uint32_t access, uint32_t warp, uint32_t which)
{
    uint32_t h = (access * 2654435761u ^ which) * 2246822519u ^ warp * 3266489917u;
    uint32_t slot = (h ^ h >> 15) % (2 * ROOM);
    for (; t->index[slot]; slot = (slot + 1) % (2 * ROOM)) {
        instance *one = &t->of[t->index[slot] - 1];
        if (one->access == access && one->warp == warp && one->instance == which)
            return one;
    }
    if (t->n == ROOM)
        return NULL;
    instance *one = &t->of[t->n++];
    t->index[slot] = t->n;
    t->live++;
    one->access = access;
    one->warp = warp;
    one->instance = which;
    one->slot = slot;
    one->lanes = one->maybe = 0;
    return one;
}

void lck_together_add(lck_run *r, const lck_thread *t, uint32_t access)
{
    lck_warps_seen *seen = r->out->reach[access].warps;
    int64_t at;
    if (!seen || seen->open)
        return;
    uint32_t lane = (uint32_t)1 << t->number % 32;
    instance *one = lck_run_value(r, t, r->list->at[access].at, &at)
                        ? find(r->together, access, t->number / 32, lck_run_instance(r, t))
                        : NULL;
    if (!one || one->lanes & lane) {
        seen->open = true;
        return;
    }
    one->lanes |= lane;
    one->at[t->number % 32] = at;
    if (!lck_run_surely(r, t, access))
        one->maybe |= lane;
}

/* Do all of its lanes that have not left wait at one instruction, in the same trips? */
static bool is_even(const lck_run *r, uint32_t warp)
{
    const lck_thread *first = NULL;
    for (uint32_t i = 32 * warp; i < r->n && i < 32 * warp + 32; i++) {
        const lck_thread *t = &r->thread[i];
        if (t->state == LCK_HAS_LEFT)
            continue;
        if (t->state == LCK_RUNS ||
            (first && (t->state != first->state || t->insn != first->insn ||
                       lck_run_instance(r, t) != lck_run_instance(r, first))))
            return false;
        first = t;
    }
    return true;
}

void lck_together_forget(lck_run *r)
{
    lck_together *t = r->together;
    for (uint32_t i = 0; t && i < t->n; i++)
        t->index[t->of[i].slot] = 0;
    if (t)
        t->n = t->live = 0;
}

void lck_together_count(lck_run *r, uint32_t warp)
{
    lck_together *t = r->together;
    if (!t || t->live == 0 || !is_even(r, warp) || !lck_run_works(r, t->n))
        return;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->of[i].access != LCK_FLOW_NONE && t->of[i].warp == warp) {
            count(r, &t->of[i]);
            t->of[i].access = LCK_FLOW_NONE;
            t->live--;
        }
    if (t->live == 0)
        lck_together_forget(r);
}
