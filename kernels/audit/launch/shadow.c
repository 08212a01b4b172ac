/* shadow.c - who touched which place: notes of accesses, kept until a later one makes them
 * redundant.
 *
 * A note goes when an access comes that happens after it and conflicts with all that it does. Of
 * other blocks one note of each kind is enough: for a later block it is of another block, too. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define SETTLE (1 << 15) /* notes, from which on those that all threads know of are let go */
#define EVERYWHERE                                                                               \
    ((uint64_t)1 << 43) /* as a place in a base: all accesses of it; + 1: those
                                        * that may be anywhere */

void lck_shadow_forget(lck_shadow *s)
{
    if (s->at)
        memset(s->at, 0, s->room * sizeof *s->at);
    s->n = s->nnotes = 0;
    s->unused = NONE;
}

void lck_shadow_free(lck_shadow *s)
{
    free(s->at);
    free(s->note);
}

/* May a fence be missing? Bulk copies and wgmma read what threads wrote only behind one. */
static bool may_lack_fence(const lck_run *r, const lck_note *old)
{
    return r->proxies && (old->kind & LCK_NOTES_WRITES) && old->who < r->n;
}

/* ---- places ---- */

static lck_place_notes *find(const lck_shadow *s, uint64_t place)
{
    uint64_t h = place * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(h >> 32) & (s->room - 1);
    while (s->at[i].place && s->at[i].place != place)
        i = (i + 1) & (s->room - 1);
    return &s->at[i];
}

static lck_place_notes *notes_of(lck_run *r, lck_shadow *s, uint64_t place)
{
    if (2 * (s->n + 1) > s->room) {
        lck_shadow old = *s;
        s->room = old.room ? 2 * old.room : 1024;
        s->at = calloc(s->room, sizeof *s->at);
        if (!s->at) {
            *s = old;
            r->failed = r->stop = true;
            return NULL;
        }
        for (uint32_t i = 0; i < old.room; i++)
            if (old.at[i].place)
                *find(s, old.at[i].place) = old.at[i];
        free(old.at);
        if (!old.room)
            s->unused = NONE;
    }
    lck_place_notes *p = find(s, place);
    if (!p->place) {
        *p = (lck_place_notes){.place = place, .first = NONE};
        s->n++;
    }
    return p;
}

/* Do all threads of the cluster know of what was noted in shared memory? */
static bool is_settled(const lck_run *r, const lck_note *old)
{
    const lck_times *c = &r->clocks;
    return old->time <= c->base[old->who] &&
           (!may_lack_fence(r, old) || old->time <= c->base[c->half + old->who]);
}

/* Of the note that a link leads to; it leads to the next one then. */
static void let_go(lck_shadow *s, uint32_t *link)
{
    uint32_t gone = *link;
    *link = s->note[gone].next;
    s->note[gone].next = s->unused;
    s->unused = gone;
}

/* Lets go of notes that all threads know of. */
static void settle(lck_run *r, lck_shadow *s)
{
    lck_times_settle(&r->clocks, r->thread);
    (void)lck_run_works(r, (uint64_t)r->n * r->clocks.width / 8 + s->nnotes);
    for (uint32_t i = 0; i < s->room; i++)
        for (uint32_t *link = &s->at[i].first; s->at[i].place && *link != NONE;) {
            lck_note *note = &s->note[*link];
            if (is_settled(r, note))
                let_go(s, link);
            else
                link = &note->next;
        }
}

static void add_note(lck_run *r, lck_shadow *s, lck_place_notes *p, const lck_note *note)
{
    if (s == &r->shared && s->unused == NONE && s->nnotes == s->space && s->space >= SETTLE)
        settle(r, s);
    uint32_t at = s->unused;
    if (at != NONE) {
        s->unused = s->note[at].next;
    } else {
        if (s->nnotes == s->space) {
            uint32_t room = s->space ? 2 * s->space : 1024;
            lck_note *grown = room <= LCK_LAUNCH_NOTES ? realloc(s->note, room * sizeof *s->note)
                                                       : NULL;
            if (!grown) {
                lck_run_open(r, true, true, "too many accesses");
                s->full = true;
                return;
            }
            s->note = grown;
            s->space = room;
        }
        at = s->nnotes++;
    }
    s->note[at] = *note;
    s->note[at].next = p->first;
    p->first = at;
}

/* ---- one place ---- */

/* Is one of the two strong only within its block, and the other one of another block? */
static bool is_too_near(const lck_run *r, const lck_note *a, const lck_note *b)
{
    return (a->kind | b->kind) & LCK_NOTES_NEAR &&
           (a->block != b->block || lck_run_rank(r, a->thread) != lck_run_rank(r, b->thread));
}

static bool conflict(const lck_run *r, const lck_note *a, const lck_note *b)
{
    uint8_t both = a->kind | b->kind;
    return both & LCK_NOTES_WRITES && (both & LCK_NOTES_WEAK || is_too_near(r, a, b));
}

static bool at_once(const lck_run *r, const lck_note *a, const lck_note *b)
{
    return r->list->at[a->access].insn == r->list->at[b->access].insn && a->block == b->block &&
           a->thread / 32 == b->thread / 32 && a->thread != b->thread &&
           a->instance == b->instance && a->kind == b->kind;
}

/* Lanes of a warp that have passed on what they loaded before one of them stores. */
static bool is_passed(lck_run *r, const lck_note *a, const lck_note *b)
{
    const lck_note *load = a->kind & LCK_NOTES_WRITES ? b : a, *store = load == a ? b : a;
    uint32_t first = r->list->at[load->access].insn, second = r->list->at[store->access].insn;
    if (load->kind != LCK_NOTES_READ || a->block != b->block || a->instance != b->instance ||
        a->thread / 32 != b->thread / 32)
        return false;
    if (!r->passed.asked || r->passed.load != first || r->passed.store != second) {
        (void)lck_run_works(r, r->flow->ninsns / 8);
        r->passed.asked = true;
        r->passed.load = first;
        r->passed.store = second;
        r->passed.is = lck_launch_is_passed(r->f, first, second);
    }
    return r->passed.is;
}

/* Threads of a block that store the same to one place of its memory. */
static bool is_same(lck_run *r, const lck_note *a, const lck_note *b)
{
    uint32_t insn = r->list->at[a->access].insn;
    bool alike = a->instance == b->instance;
    if (a->access != b->access || a->kind != LCK_NOTES_WRITE || b->kind != LCK_NOTES_WRITE ||
        r->list->at[a->access].space != LCK_IN_SHARED ||
        lck_run_rank(r, a->thread) != lck_run_rank(r, b->thread))
        return false;
    if (!r->same.asked || r->same.insn != insn || r->same.alike != alike) {
        r->same.asked = true;
        r->same.insn = insn;
        r->same.alike = alike;
        r->same.is = lck_launch_stored(r->f, r->list, insn, alike, NULL, NULL) == LCK_STORED_SAME;
    }
    return r->same.is;
}

static bool before(const lck_run *r, const lck_note *old, const lck_note *now)
{
    return old->block == now->block &&
           (lck_times_before(&r->clocks, old->who, old->time, now->thread));
}

static bool lacks_fence(const lck_run *r, const lck_note *old, const lck_note *now)
{
    return may_lack_fence(r, old) && old->block == now->block &&
           !lck_times_fenced(&r->clocks, old->who, old->time, now->thread);
}

/* What was seen of the notes of a place, the latest first. */
typedef struct {
    uint8_t settled; /* kinds, of which one is kept */
    bool again;      /* the same instruction of the same thread */
} seen;

/* Does a new note replace an old one? One that all threads of the block know of goes where no
 * other block comes; else one of each kind is kept. A read or an atomic stands for those of
 * its kind that happened before it. A store does not: a lane that stores at once with it does
 * not race with it, but may with what its thread did before. Of one instruction the last note
 * stays. */
static bool goes(const lck_run *r, const lck_note *old, const lck_note *now, bool global,
                 seen *before_it)
{
    bool same = old->access == now->access && old->thread == now->thread;
    bool known = old->block == now->block && old->time <= r->clocks.base[old->who];
    if (known && !global)
        return now->kind == LCK_NOTES_WRITE || !may_lack_fence(r, old);
    if (now->doubtful || old->doubtful)
        return same && old->doubtful;
    if (known || old->block != now->block) {
        bool again = before_it->settled & old->kind;
        before_it->settled |= old->kind;
        return again;
    }
    if (!before(r, old, now))
        return false;
    if (now->kind != LCK_NOTES_WRITE)
        return old->kind == now->kind && !is_too_near(r, old, now);
    bool again = before_it->again;
    before_it->again |= same;
    return same && again;
}

/* Looks for races with what is noted of a place; `adds`: the note is added. */
static void touch(lck_run *r, lck_shadow *s, uint64_t place, const lck_note *note, int64_t at,
                  bool wild, bool adds)
{
    lck_place_notes *p = notes_of(r, s, place);
    const lck_ptx_access *a = &r->list->at[note->access];
    bool behind = a->async && a->reads && a->space == LCK_IN_SHARED;
    bool meets = !adds ||
                 (place & (2 * EVERYWHERE - 1)) != EVERYWHERE; /* else it is kept alone */
    seen all = {0};
    for (uint32_t *link = p ? &p->first : NULL; link && *link != NONE && !r->stop;) {
        lck_note *old = &s->note[*link];
        if (!lck_run_works(r, 1))
            return;
        if (meets && conflict(r, old, note) && !before(r, old, note) && !at_once(r, old, note) &&
            !is_passed(r, old, note) && !is_same(r, old, note))
            lck_run_tell_race(r, old, note, at, wild, false);
        else if (meets && behind && lacks_fence(r, old, note))
            lck_run_tell_race(r, old, note, at, wild, true);
        if (adds && goes(r, old, note, s == &r->global, &all))
            let_go(s, link);
        else
            link = &old->next;
    }
    if (p && adds && !wild && !(note->kind & LCK_NOTES_WRITES) && !p->written && s == &r->shared)
        lck_run_tell_empty(r, note, at);
    if (p)
        p->written |= (note->kind & LCK_NOTES_WRITES) != 0;
    if (adds && p && !r->stop)
        add_note(r, s, p, note);
}

/* ---- accesses ---- */

uint32_t lck_run_instance(const lck_run *r, const lck_thread *t)
{
    uint32_t h = 2166136261u;
    for (uint32_t l = r->flow->block[t->block].loop; l != LCK_FLOW_NONE;
         l = r->flow->loop[l].parent)
        h = (h ^ t->trip[l]) * 16777619u;
    return h;
}

static uint8_t kind_of(const lck_ptx_access *a)
{
    if (!a->atomic)
        return a->writes ? LCK_NOTES_WRITE : LCK_NOTES_READ;
    if (a->of_block)
        return a->writes ? LCK_NOTES_NEAR_ATOMIC : LCK_NOTES_NEAR_LOOK;
    return a->writes ? LCK_NOTES_ATOMIC : LCK_NOTES_LOOK;
}

static lck_note note_of(const lck_run *r, const lck_thread *t, uint32_t access, bool doubtful)
{
    const lck_ptx_access *a = &r->list->at[access];
    bool copies = a->async;
    return (lck_note){.who = copies ? lck_times_copies(&r->clocks, t->number) : t->number,
                      .time = copies ? t->copies.tick + 1 : r->clocks.clock[t->number],
                      .block = a->space == LCK_IN_GLOBAL ? r->block : 0,
                      .access = access,
                      .instance = lck_run_instance(r, t),
                      .thread = (uint16_t)t->number,
                      .kind = kind_of(a),
                      .doubtful = doubtful};
}

bool lck_run_where(lck_run *r, const lck_thread *t, uint32_t access, int64_t *at)
{
    const lck_ptx_access *a = &r->list->at[access];
    bool whole = r->flat && a->space != LCK_IN_GLOBAL;
    bool known = lck_run_value(r, t, whole ? a->address : a->at, at) &&
                 *at > -(INT64_C(1) << 40) && *at < INT64_C(1) << 40;
    if (known && whole)
        *at = lck_run_widen(r, t, *at);
    return known;
}

static lck_shadow *shadow_of(lck_run *r, const lck_ptx_access *a)
{
    return a->space == LCK_IN_GLOBAL ? &r->global : &r->shared;
}

/* Of bytes that a multiple of the grain comes before. */
static uint64_t place_in(const lck_run *r, const lck_shadow *s, uint32_t access, int64_t at)
{
    return ((uint64_t)r->base_of[access] + 1) << 44 |
           (uint64_t)(at / s->grain + (INT64_C(1) << 41));
}

/* Can an access anywhere in its base still change the verdict? It can only leave it open, which
 * may be so already. */
static bool may_open(const lck_run *r, const lck_shadow *s)
{
    return (s == &r->global ? r->out->why_global : r->out->why_shared)[0] == '\0';
}

static void touch_bytes(lck_run *r, lck_shadow *s, const lck_note *note, int64_t at,
                        int64_t bytes)
{
    uint32_t base = r->base_of[note->access];
    uint64_t whole = ((uint64_t)base + 1) << 44;
    if (at % s->grain != 0) {
        lck_run_stop(r, "the access in line %zu is not aligned", r->list->at[note->access].line);
        return;
    }
    if (r->wild[base] && may_open(r, s)) {
        touch(r, s, whole | (EVERYWHERE + 1), note, at, true, false);
        touch(r, s, whole | EVERYWHERE, note, at, true, true);
    }
    for (int64_t i = 0; i < bytes && !r->stop; i += s->grain)
        touch(r, s, place_in(r, s, note->access, at + i), note, at + i, false, true);
}

static bool is_followed(lck_run *r, uint32_t access)
{
    uint32_t base = r->base_of[access];
    return base != NONE && !r->learns && !shadow_of(r, &r->list->at[access])->full &&
           r->written[base];
}

/* Bytes from a place on that have been written, up to so many. */
static int64_t written_from(lck_run *r, const lck_shadow *s, uint32_t access, int64_t at,
                            int64_t most)
{
    int64_t bytes = 0;
    bool aligned = s->room > 0 && at % s->grain == 0;
    while (aligned && bytes < most && lck_run_works(r, 1) &&
           find(s, place_in(r, s, access, at + bytes))->written)
        bytes += s->grain;
    return bytes;
}

void lck_run_touch(lck_run *r, lck_thread *t, uint32_t access, const lck_behind *by,
                   int64_t bytes)
{
    const lck_ptx_access *a = &r->list->at[access];
    int64_t at;
    if (!is_followed(r, access))
        return;
    if (lck_run_where(r, t, access, &at))
        lck_run_touch_at(r, t, access, by, at,
                         by->written ? written_from(r, shadow_of(r, a), access, at, bytes)
                                     : bytes);
    else
        lck_run_open(r, a->space != LCK_IN_GLOBAL, a->space == LCK_IN_GLOBAL,
                     "where line %zu copies is data", a->line);
}

void lck_run_touch_at(lck_run *r, lck_thread *t, uint32_t access, const lck_behind *by,
                      int64_t at, int64_t bytes)
{
    if (!is_followed(r, access))
        return;
    lck_note note = note_of(r, t, access, by->doubtful);
    note.who = by->who;
    note.time = by->time;
    touch_bytes(r, shadow_of(r, &r->list->at[access]), &note, at, bytes);
}

void lck_run_access(lck_run *r, lck_thread *t, uint32_t access, bool doubtful)
{
    const lck_ptx_access *a = &r->list->at[access];
    int64_t at, holds;
    if (r->base_of[access] == NONE || r->learns || a->bytes == 0 ||
        (a->matrices && t->number % 32 >= 8 * a->matrices))
        return;
    if (lck_run_value(r, t, a->guard, &holds) && !holds)
        return; /* its address is in another buffer */
    lck_run_reach(r, t, access);
    lck_together_add(r, t, access);
    bool empty = a->space == LCK_IN_SHARED && !a->async && !r->written[r->base_of[access]];
    if (!empty && !is_followed(r, access))
        return;
    lck_note note = note_of(r, t, access, doubtful);
    lck_shadow *s = shadow_of(r, a);
    bool placed = lck_run_where(r, t, access, &at);
    if (empty && placed)
        lck_run_tell_empty(r, &note, at); /* no instruction writes there at all */
    if (empty)
        return;
    if (placed) {
        touch_bytes(r, s, &note, at, a->bytes);
        return;
    }
    if (!may_open(r, s))
        return;
    uint64_t whole = ((uint64_t)r->base_of[access] + 1) << 44;
    touch(r, s, whole | EVERYWHERE, &note, 0, true, false);
    touch(r, s, whole | (EVERYWHERE + 1), &note, 0, true, true);
}

/* The lanes of a warp move a tile together, and it is not specified which of them moves what: the
 * first lane stands for all. */
void lck_run_tile(lck_run *r, lck_thread *t, uint32_t access)
{
    const lck_ptx_access *a = &r->list->at[access];
    int64_t at, pitch;
    if (!is_followed(r, access) || t->number % 32 != 0)
        return;
    lck_note note = note_of(r, t, access, false);
    if (!lck_run_where(r, t, access, &at) || !lck_run_value(r, t, a->pitch, &pitch)) {
        lck_run_open(r, a->space != LCK_IN_GLOBAL, a->space == LCK_IN_GLOBAL,
                     "where the tile in line %zu lies is data", a->line);
        return;
    }
    for (unsigned i = 0; i < a->rows && !r->stop; i++)
        touch_bytes(r, shadow_of(r, a), &note, at + i * pitch, a->row);
}
