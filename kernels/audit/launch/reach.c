/* reach.c - how far into its buffer each access of a run goes. */
#include "config.h"

#include "internal.h"

static void widen(lck_reach *reach, int64_t first, int64_t end, const lck_run *r,
                  const lck_thread *t)
{
    bool low = !reach->seen || first < reach->first, high = !reach->seen || end > reach->end;
    const lck_place_of place = lck_run_place(r, t->number, r->block);
    if (low) {
        reach->first = first;
        reach->at_first = place;
    }
    if (high) {
        reach->end = end;
        reach->at_end = place;
    }
    reach->seen = true;
}

/* Bytes that the thread moves: cp.async says how many it reads. */
static int64_t bytes_of(lck_run *r, const lck_thread *t, const lck_ptx_access *a, bool *sure)
{
    int64_t bytes = a->bytes;
    if (!a->count)
        return bytes;
    if (lck_run_value(r, t, a->count, &bytes))
        return bytes;
    *sure = false;
    return a->bytes;
}

/* On a way that data decides about nothing is sure. */
bool lck_run_surely(lck_run *r, const lck_thread *t, uint32_t access)
{
    int64_t holds;
    return t->nforks == 0 && lck_run_value(r, t, r->list->at[access].guard, &holds) && holds;
}

/* Data may keep threads inside. */
void lck_run_reach(lck_run *r, const lck_thread *t, uint32_t access)
{
    const lck_ptx_access *a = &r->list->at[access];
    lck_launch_reach *reach = &r->out->reach[access];
    int64_t at;
    if (reach->open)
        return;
    if (!lck_run_value(r, t, a->at, &at)) {
        reach->open = true;
        return;
    }
    bool sure = lck_run_surely(r, t, access);
    int64_t bytes = bytes_of(r, t, a, &sure);
    if (bytes <= 0)
        return;
    widen(&reach->any, at, at + bytes, r, t);
    if (sure)
        widen(&reach->sure, at, at + bytes, r, t);
}
