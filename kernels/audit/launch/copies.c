/* copies.c - bulk copies: they end with a phase of an mbarrier, or with a group of their thread.
 *
 * How many bytes a tensor copy moves stands in its tensor map, which is data. What its mbarrier
 * expects tells it: a first run notes, for each phase, the copies in it and the bytes that are
 * expected. One copy alone has them all. Several copies, such as those of two operands, each fill
 * the room up to where the next one begins, when that sums up to what is expected; and copies to
 * one place have one size. Where nothing is behind the last one, its size is a guess, and so are
 * those of the others: it may go further, and they less far. A copy to global memory has no
 * mbarrier: it reads as far as threads have written, up to where the next one begins.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

#define LEAST 16       /* bytes of a copy */
#define MOST (1 << 18) /* likewise */

/* ---- a copy ---- */

static void note_dest(lck_run *r, uint32_t insn, uint32_t base, int64_t at)
{
    bool known = false;
    for (uint32_t i = 0; i < r->ndests; i++)
        known |= r->dest[i].insn == insn && r->dest[i].base == base && r->dest[i].at == at;
    if (!known && r->ndests < LCK_LAUNCH_DESTS)
        r->dest[r->ndests++] = (lck_dest){insn, base, at};
}

static void note_phase(lck_run *r, lck_phased *p, uint32_t insn, uint32_t base, int64_t at)
{
    note_dest(r, insn, base, at);
    if (p->ncopies < LCK_LAUNCH_COPIES)
        p->copy[p->ncopies] = insn;
    p->ncopies++;
}

/* Bytes that a copy moves; false: not known. */
static bool size_of(lck_run *r, const lck_thread *t, uint32_t insn, int64_t *bytes)
{
    const lck_operation_of *o = &r->operation[insn];
    if (o->count)
        return lck_run_value(r, t, o->count, bytes) && *bytes >= 0 && *bytes < 1 << 24;
    *bytes = r->size[insn];
    return *bytes > 0;
}

/* All accesses of a copy to global memory, which end at a time of `who`. */
static void touch_all(lck_run *r, lck_thread *t, uint32_t insn, const lck_behind *by,
                      int64_t bytes)
{
    for (uint32_t a = r->access_of[insn]; a < r->list->n && r->list->at[a].insn == insn; a++)
        lck_run_touch(r, t, a, by, bytes);
}

/* The bytes that a copy writes: those beyond the least of a guess perhaps. */
static void write_to(lck_run *r, lck_thread *t, uint32_t insn, lck_behind by, int64_t at,
                     int64_t bytes)
{
    int64_t sure = r->most[insn] > 0 ? r->least[insn] : bytes;
    lck_run_touch_at(r, t, r->access_of[insn], &by, at, sure);
    by.doubtful = true;
    if (r->most[insn] > sure)
        lck_run_touch_at(r, t, r->access_of[insn], &by, at + sure, r->most[insn] - sure);
}

/* What a copy moves to a place of the cluster, in a phase. */
static void copy_to(lck_run *r, lck_thread *t, lck_phased *p, uint32_t insn, int64_t at)
{
    uint32_t a = r->access_of[insn];
    int64_t bytes;
    lck_run_look_at_order(r, t, p, insn);
    lck_times_give_phases(&r->clocks, t->number, p->gathered);
    p->counts = true;
    if (size_of(r, t, insn, &bytes)) {
        const lck_behind by = {lck_times_phased(&r->clocks, (uint32_t)(p - r->phased)),
                               p->phase + 1, false, false};
        write_to(r, t, insn, by, at, bytes);
        for (a++; a < r->list->n && r->list->at[a].insn == insn; a++)
            lck_run_touch(r, t, a, &by, bytes);
        p->bytes -= bytes;
        if (bytes > 0)
            lck_run_look_at_waiters(r, p, t);
    } else if (r->learns) {
        note_phase(r, p, insn, r->base_of[a], at);
    } else {
        lck_run_stop(r, "how many bytes line %u copies is not known",
                     lck_flow_of(r->flow, insn)->line);
        return;
    }
    lck_run_phase(r, p);
}

/* In each block of a mask, the copy goes to the same place and ends with the same mbarrier. */
void lck_run_bulk(lck_run *r, lck_thread *t, int64_t bar, uint32_t insn)
{
    const lc_expr *blocks = r->operation[insn].tx;
    uint32_t a = r->access_of[insn], line = lck_flow_of(r->flow, insn)->line;
    int64_t at = 0, mask = 0;
    if (a == LCK_FLOW_NONE || !lck_run_where(r, t, a, &at)) {
        lck_run_stop(r, "where the copy in line %u goes is data", line);
        return;
    }
    if (blocks && (!lck_run_value(r, t, blocks, &mask) || mask <= 0 || mask >> r->ranks)) {
        lck_run_stop(r, "to which blocks line %u copies is data", line);
        return;
    }
    for (uint32_t rank = 0; rank < (blocks ? r->ranks : 1) && !r->stop; rank++) {
        if (blocks && !(mask >> rank & 1))
            continue;
        bool other = blocks && r->ranks > 1;
        int64_t first = other ? (rank + 1) * LCK_LAUNCH_WINDOW : 0;
        int64_t inside = other ? LCK_LAUNCH_WINDOW : INT64_MAX;
        lck_phased *p = lck_run_begun(r, first + bar % inside, insn);
        if (p)
            copy_to(r, t, p, insn, first + at % inside);
    }
}

/* Bytes from a place on to where the next copy to global memory begins; all, if none does. */
static int64_t room_from(const lck_run *r, uint32_t base, int64_t at)
{
    int64_t room = MOST;
    for (uint32_t i = 0; i < r->ndests; i++) {
        const lck_dest *d = &r->dest[i];
        if (d->base == base && d->at > at && d->at - at < room &&
            r->operation[d->insn].does == LCK_DOES_STORE)
            room = d->at - at;
    }
    return room;
}

/* A few bytes are read for sure. */
static void store_by_map(lck_run *r, lck_thread *t, uint32_t insn, lck_behind by)
{
    uint32_t a = r->access_of[insn];
    int64_t at;
    if (a == LCK_FLOW_NONE || !lck_run_where(r, t, a, &at)) {
        lck_run_open(r, true, false, "where line %u copies from is data",
                     lck_flow_of(r->flow, insn)->line);
    } else if (r->learns) {
        note_dest(r, insn, r->base_of[a], at);
    } else {
        touch_all(r, t, insn, &by, LEAST);
        by.doubtful = true;
        by.written = true;
        touch_all(r, t, insn, &by, room_from(r, r->base_of[a], at));
    }
}

void lck_run_bulk_store(lck_run *r, lck_thread *t, uint32_t insn)
{
    int64_t bytes;
    lck_behind by = {lck_times_stores(&r->clocks, t->number), t->stores.tick + 1, false, false};
    if (r->operation[insn].count && !size_of(r, t, insn, &bytes)) {
        lck_run_open(r, true, false, "how many bytes line %u copies is data",
                     lck_flow_of(r->flow, insn)->line);
        return;
    }
    if (r->operation[insn].count)
        touch_all(r, t, insn, &by, bytes);
    else
        store_by_map(r, t, insn, by);
}

/* ---- what phases tell of sizes ---- */

static void note_sum(lck_run *r, const lck_phased *p)
{
    lck_sum s = {.bytes = p->bytes, .n = p->ncopies};
    if (p->ncopies > LCK_LAUNCH_COPIES || r->nsums == LCK_LAUNCH_SUMS)
        return;
    for (uint32_t i = 0; i < p->ncopies; i++)
        s.insn[i] = p->copy[i];
    r->sum[r->nsums++] = s;
}

bool lck_run_guess(lck_run *r, lck_phased *p)
{
    if (!p->begun || p->arrivals != 0 || p->ncopies == 0 || p->bytes <= 0)
        return false;
    note_sum(r, p);
    p->bytes = 0;
    p->ncopies = 0;
    lck_run_phase(r, p);
    return true;
}

/* The room from where a copy begins to where the next one of its block does, the least of all its
 * times; 0: none ever does. */
static int64_t room_of(const lck_run *r, uint32_t insn)
{
    int64_t least = 0;
    for (uint32_t i = 0; i < r->ndests; i++) {
        const lck_dest *a = &r->dest[i];
        for (uint32_t k = 0; a->insn == insn && k < r->ndests; k++) {
            const lck_dest *b = &r->dest[k];
            bool same = b->base == a->base &&
                        b->at / LCK_LAUNCH_WINDOW == a->at / LCK_LAUNCH_WINDOW;
            if (same && b->at > a->at && (!least || b->at - a->at < least))
                least = b->at - a->at;
        }
    }
    return least;
}

static bool is_size(const lck_run *r, int64_t bytes)
{
    for (uint32_t i = 0; bytes > 0 && i < r->ndests; i++)
        if (r->size[r->dest[i].insn] == bytes)
            return true;
    return false;
}

/* One of several copies has nothing behind it: what is left by the rooms of the others. These may
 * be smaller than their rooms, and it larger. */
static void guess(lck_run *r, const lck_sum *s, uint32_t open, int64_t left, int64_t rooms)
{
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t insn = s->insn[i];
        int64_t room = room_of(r, insn);
        if (r->size[insn] > 0)
            continue;
        r->size[insn] = insn == open ? left - rooms : room;
        r->least[insn] = insn == open ? left - rooms : LEAST;
        r->most[insn] = insn == open ? left : room;
    }
}

/* Learns sizes from one phase: of the only copy whose size is open, or of several by their room.
 * Where nothing comes behind one of these, its size is guessed. */
static bool learn_from(lck_run *r, const lck_sum *s)
{
    int64_t left = s->bytes, rooms = 0, room = 0;
    uint32_t last = LCK_FLOW_NONE, times = 0, unknown = 0;
    uint32_t open = LCK_FLOW_NONE, nopen = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t insn = s->insn[i];
        left -= r->size[insn];
        if (r->most[insn] > 0)
            return false;
        if (r->size[insn] > 0)
            continue;
        unknown += insn != last;
        times += insn == last || last == LCK_FLOW_NONE;
        last = insn;
        int64_t own = room_of(r, insn);
        room = own > 0 ? own : room;
        rooms += own;
        nopen += own == 0;
        open = own == 0 ? insn : open;
    }
    if (unknown == 1 && left > 0 && left % times == 0) {
        r->size[last] = left / times;
        return true;
    }
    if (unknown < 2)
        return false;
    if (nopen == 1 && left > rooms && (left - rooms == room || is_size(r, left - rooms))) {
        guess(r, s, open, left, rooms);
        return true;
    }
    for (uint32_t i = 0; nopen == 0 && rooms == left && i < s->n; i++)
        if (r->size[s->insn[i]] == 0)
            r->size[s->insn[i]] = room_of(r, s->insn[i]);
    return nopen == 0 && rooms == left;
}

/* A copy to the place of one of known size has the same size. */
static bool learn_from_places(lck_run *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->ndests; i++)
        for (uint32_t k = 0; k < r->ndests && r->size[r->dest[i].insn] == 0; k++) {
            const lck_dest *a = &r->dest[i], *b = &r->dest[k];
            if (a->base != b->base || a->at != b->at || r->size[b->insn] == 0)
                continue;
            r->size[a->insn] = r->size[b->insn];
            r->least[a->insn] = r->least[b->insn];
            r->most[a->insn] = r->most[b->insn];
            any = true;
        }
    return any;
}

void lck_run_learn(lck_run *r)
{
    bool more = true;
    while (more) {
        more = learn_from_places(r);
        for (uint32_t i = 0; i < r->nsums; i++)
            more |= learn_from(r, &r->sum[i]);
    }
}
