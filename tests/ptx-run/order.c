/* order.c - what is before what: races in shared memory, and between blocks; see watch.h. */
#include "watching.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

uint32_t *order_row(watch *w, int thread)
{
    uint32_t *row = w->known + (size_t)thread * (size_t)w->m->threads;
    if (w->known_age[thread] != w->age) {
        memset(row, 0, (size_t)w->m->threads * sizeof *row);
        row[thread] = 1;
        w->known_age[thread] = w->age;
    }
    return row;
}

void order_all(machine *m)
{
    m->watch->age++;
}

static uint32_t clock_of(watch *w, int thread)
{
    return order_row(w, thread)[thread];
}

void order_release(const step *s, uint32_t mask, uint32_t **clocks)
{
    machine *m = s->m;
    if (!*clocks)
        *clocks = ptx_get((size_t)m->threads * 2, sizeof **clocks);
    LANES(mask, lane)
    {
        int thread = s->w->index * 32 + (int)lane;
        uint32_t *row = order_row(m->watch, thread);
        for (int k = 0; k < m->threads; k++) {
            bool old = (*clocks)[m->threads + k] != (uint32_t)m->watch->age;
            if (old || (*clocks)[k] < row[k])
                (*clocks)[k] = row[k];
            (*clocks)[m->threads + k] = (uint32_t)m->watch->age;
        }
        row[thread]++;
    }
}

void order_acquire(machine *m, warp *w, uint32_t mask, const uint32_t *clocks)
{
    LANES(mask, lane)
    {
        uint32_t *row = order_row(m->watch, w->index * 32 + (int)lane);
        for (int k = 0; clocks && k < m->threads; k++)
            if (clocks[m->threads + k] == (uint32_t)m->watch->age && row[k] < clocks[k])
                row[k] = clocks[k];
    }
}

/* Lanes of a warp know of one another; others count by what each of them knew. */
void order_warp(machine *m, warp *w, uint32_t mask)
{
    uint32_t *joined = ptx_get((size_t)m->threads, sizeof *joined);
    LANES(mask, lane)
    {
        uint32_t *row = order_row(m->watch, w->index * 32 + (int)lane);
        for (int k = 0; k < m->threads; k++)
            if (joined[k] < row[k])
                joined[k] = row[k];
    }
    LANES(mask, lane)
    {
        int thread = w->index * 32 + (int)lane;
        uint32_t *row = order_row(m->watch, thread);
        memcpy(row, joined, (size_t)m->threads * sizeof *row);
        row[thread]++;
    }
    free(joined);
}

void watch_race_add(watch *w, watch_race r)
{
    for (int k = 0; k < w->races; k++) {
        watch_race *was = &w->race[k];
        if (was->line[0] == r.line[0] && was->line[1] == r.line[1] && was->kind == r.kind) {
            was->warp &= r.warp;
            return;
        }
    }
    if (w->races < max_races)
        w->race[w->races++] = r;
}

static void race(const step *s, const cell *c, int line, int other, int thread, char kind)
{
    (void)c;
    watch *w = s->m->watch;
    watch_race r = {.line = {line, s->i->line},
                    .kind = kind,
                    .warp = other / 32 == thread / 32,
                    .thread = {other, thread}};
    r.address = (uint64_t)(c - w->cells) * w->grain - shared_start;
    watch_race_add(w, r);
}

static bool before(watch *w, const cell *c, int thread, bool read, uint32_t clock, int other)
{
    uint64_t age = read ? c->readers_age : c->age;
    return age < w->age || other == thread || order_row(w, thread)[other] >= clock;
}

static bool is_read(watch_kind kind)
{
    return kind == does_read || kind == does_strong_read;
}

static bool is_strong(watch_kind kind)
{
    return kind == does_strong_read || kind == does_strong_write || kind == does_atomic;
}

static void look_back(const step *s, cell *c, int thread, watch_kind kind)
{
    watch *w = s->m->watch;
    bool writes = !is_read(kind);
    if (c->written && c->pending && c->issue != s->m->issue)
        race(s, c, c->line, c->writer, thread, 'c');
    else if (c->written && !(c->strong && is_strong(kind)) && !(c->issue == s->m->issue) &&
             !(kind == does_again && c->line == s->i->line) &&
             !before(w, c, thread, false, c->clock, c->writer))
        race(s, c, c->line, c->writer, thread, writes ? 'w' : 'r');
    for (int k = 0; writes && c->readers_age == w->age && k < c->reader_count; k++) {
        reader_of *r = &c->readers[k];
        LANES(r->lanes, lane)
        if (!(r->strong && is_strong(kind)) &&
            !before(w, c, thread, true, r->clock, r->warp * 32 + (int)lane))
            race(s, c, r->line, r->warp * 32 + (int)lane, thread, 'a');
    }
}

static void remember_read(const step *s, cell *c, int thread, bool strong)
{
    watch *w = s->m->watch;
    if (c->readers_age != w->age)
        c->reader_count = 0;
    c->readers_age = w->age;
    uint32_t clock = clock_of(w, thread);
    for (int k = 0; k < c->reader_count; k++) {
        reader_of *r = &c->readers[k];
        if (r->warp == thread / 32 && r->clock == clock && r->strong == strong) {
            r->lanes |= UINT32_C(1) << thread % 32;
            return;
        }
    }
    if (c->reader_count == c->reader_size) {
        c->reader_size = c->reader_size ? 2 * c->reader_size : 2;
        c->readers = realloc(c->readers, (size_t)c->reader_size * sizeof *c->readers);
    }
    c->readers[c->reader_count++] = (reader_of){(uint16_t)(thread / 32),
                                                UINT32_C(1) << thread % 32, clock, s->i->line,
                                                strong};
}

static void remember_write(const step *s, cell *c, int thread, watch_kind kind)
{
    watch *w = s->m->watch;
    c->age = w->age;
    c->issue = s->m->issue;
    c->clock = clock_of(w, thread);
    c->line = s->i->line;
    c->writer = (uint16_t)thread;
    c->written = c->ever = true;
    c->strong = is_strong(kind);
    c->pending = kind == does_copy;
}

static void remember_copy(watch *w, int thread, unsigned first, unsigned bytes)
{
    copies *list = &w->copies[thread];
    if (list->count == list->size) {
        list->size = list->size ? 2 * list->size : 16;
        list->list = realloc(list->list, (size_t)list->size * sizeof *list->list);
    }
    list->list[list->count++] = (copy_of){(int)first, (int)bytes, list->groups};
}

void order_shared(const step *s, const watch_access *a)
{
    watch *w = s->m->watch;
    LANES(a->mask, lane)
    {
        int thread = s->w->index * 32 + (int)lane;
        if (a->address[lane] + a->bytes > s->m->shared_bytes)
            continue;
        unsigned first = (unsigned)a->address[lane] / w->grain;
        unsigned last = (unsigned)(a->address[lane] + a->bytes - 1) / w->grain;
        for (unsigned k = first; k <= last; k++) {
            cell *c = &w->cells[k];
            if (!c->ever && (is_read(a->kind) || a->kind == does_atomic))
                watch_line_of(w, s->i, 's', a->bytes)->unread_shared++;
            look_back(s, c, thread, a->again >> lane & 1 ? does_again : a->kind);
            if (is_read(a->kind))
                remember_read(s, c, thread, is_strong(a->kind));
            else
                remember_write(s, c, thread, a->kind);
        }
        if (a->kind == does_copy)
            remember_copy(w, thread, first, last - first + 1);
    }
}

void watch_commit(const step *s, uint32_t lane)
{
    s->m->watch->copies[s->w->index * 32 + (int)lane].groups++;
}

void watch_waited(const step *s, uint32_t lane, unsigned pending)
{
    watch *w = s->m->watch;
    int thread = s->w->index * 32 + (int)lane, left = 0;
    copies *list = &w->copies[thread];
    for (int k = 0; k < list->count; k++) {
        copy_of *copy = &list->list[k];
        if (pending != UINT32_MAX && copy->group >= list->groups - (int)pending) {
            list->list[left++] = *copy;
            continue;
        }
        for (int b = 0; b < copy->bytes; b++) {
            cell *c = &w->cells[copy->first + b];
            if (c->writer != thread || !c->pending)
                continue;
            c->pending = false;
            c->age = w->age;
            c->clock = clock_of(w, thread);
            c->issue = s->m->issue;
        }
    }
    list->count = left;
}

static void race_of_blocks(const step *s, const page *p, unsigned at, int other, uint32_t line,
                           char kind, int thread)
{
    (void)p;
    watch_race r = {.line = {(int)line, s->i->line},
                    .kind = kind,
                    .thread = {-1, thread},
                    .block = {other, 0}};
    r.address = at;
    watch_race_add(s->m->watch, r);
}

/* `seen`: by whom it was read; `by`: the block that reads it now, and one more. */
static void note_reader(uint16_t *seen, uint32_t *at, uint16_t by, int line)
{
    *seen = *seen == 0 || *seen == by ? by : 65535;
    *at = (uint32_t)line;
}

void order_blocks(const step *s, const watch_access *a)
{
    bool strong = is_strong(a->kind) && !ptx_has(s->i, "cta");
    const int *grid = s->m->launch->grid, *at = s->m->block_index;
    uint16_t me = (uint16_t)(1 + at[0] + grid[0] * (at[1] + grid[1] * at[2]));
    LANES(a->mask, lane)
    {
        int thread = s->w->index * 32 + (int)lane;
        for (unsigned b = 0; b < a->bytes; b++) {
            page *p = memory_page(s->m->memory, a->address[lane] + b);
            unsigned k = (unsigned)((a->address[lane] + b) % page_bytes);
            if (p->writer[k] && p->writer[k] != me && !(strong && p->strong[k]))
                race_of_blocks(s, p, k, p->writer[k] - 1, p->write_at[k],
                               is_read(a->kind) ? 'R' : 'W', thread);
            for (int by = 0; by < 2 - strong && !is_read(a->kind); by++)
                if (p->reader[by][k] && p->reader[by][k] != me)
                    race_of_blocks(s, p, k, p->reader[by][k] - 1, p->read_at[by][k], 'A', thread);
            if (is_read(a->kind)) {
                note_reader(&p->reader[strong][k], &p->read_at[strong][k], me, s->i->line);
            } else {
                p->writer[k] = me;
                p->write_at[k] = (uint32_t)s->i->line;
                p->strong[k] = strong;
            }
        }
    }
}
