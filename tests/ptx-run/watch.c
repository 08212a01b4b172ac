/* watch.c - lines: wavefronts, sectors, bounds; see watch.h. */
#include "watching.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

watch *watch_new(void)
{
    return ptx_get(1, sizeof(watch));
}

/* The smallest that any access of shared memory may have. */
static unsigned grain_of(const ptx_module *m)
{
    unsigned grain = 4;
    for (int f = 0; f < m->function_count; f++)
        for (int k = 0; k < m->functions[f]->count; k++) {
            const ptx_instruction *i = &m->functions[f]->code[k];
            const ptx_code *c = i->code;
            bool accesses = c->does == code_ld || c->does == code_st || c->does == code_atom ||
                            c->does == code_red;
            if (accesses && (c->space == space_shared || c->space == space_generic) &&
                c->type.bits / 8u < grain)
                grain = c->type.bits / 8u ? c->type.bits / 8u : 1;
        }
    return grain;
}

void watch_start(watch *w, machine *m)
{
    w->m = m;
    for (int f = 0; f < m->module->function_count; f++)
        for (int k = 0; k < m->module->functions[f]->count; k++)
            if (m->module->functions[f]->code[k].line >= w->line_count)
                w->line_count = m->module->functions[f]->code[k].line + 1;
    w->lines = ptx_get((size_t)w->line_count * 2, sizeof *w->lines);
    w->grain = grain_of(m->module);
    w->cell_count = (unsigned)m->shared_bytes / w->grain + 1;
    w->cells = ptx_get(w->cell_count, sizeof *w->cells);
    w->copies = ptx_get((size_t)m->threads, sizeof *w->copies);
    w->known = ptx_get((size_t)m->threads * (size_t)m->threads, sizeof *w->known);
    w->known_age = ptx_get((size_t)m->threads, sizeof *w->known_age);
    w->age = 1;
}

void watch_block(watch *w)
{
    w->age++;
    for (unsigned k = 0; k < w->cell_count; k++)
        w->cells[k].written = w->cells[k].pending = w->cells[k].ever = false;
    for (int t = 0; t < w->m->threads; t++)
        w->copies[t].count = w->copies[t].groups = 0;
}

watch_line *watch_line_of(watch *w, const ptx_instruction *i, char space, unsigned bytes)
{
    watch_line **at = &w->lines[2 * i->line + (space == 'g')];
    if (!*at) {
        *at = ptx_get(1, sizeof **at);
        **at = (watch_line){.line = i->line, .opcode = i->opcode, .space = space, .bytes = bytes};
    }
    return *at;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int distinct(uint64_t *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, by_number);
    int left = 0;
    for (int k = 0; k < count; k++)
        if (k == 0 || list[k] != list[k - 1])
            list[left++] = list[k];
    return left;
}

/* A phase after the other: the most words that one bank is asked for. */
static uint64_t wavefronts(const watch_access *a, uint64_t *least)
{
    unsigned lanes = a->matrix || a->bytes > 8 ? 8 : a->bytes > 4 ? 16 : 32;
    uint64_t total = 0;
    *least = 0;
    for (unsigned from = 0; from < 32; from += lanes) {
        uint64_t words[32 * 8];
        int count = 0, bank[32] = {0}, most = 0;
        for (unsigned lane = from; lane < from + lanes; lane++)
            if (a->mask >> lane & 1)
                for (uint64_t word = a->address[lane] / 4;
                     word <= (a->address[lane] + a->bytes - 1) / 4 && count < 256; word++)
                    words[count++] = word;
        count = distinct(words, count);
        for (int k = 0; k < count; k++) {
            int *b = &bank[words[k] % 32];
            if (++*b > most)
                most = *b;
        }
        total += (uint64_t)most;
        *least += count > 0;
    }
    return total;
}

static uint64_t sectors(const watch_access *a, uint64_t *least)
{
    uint64_t list[64], bytes[32 * 32];
    int count = 0, filled = 0;
    LANES(a->mask, lane)
    {
        uint64_t last = (a->address[lane] + a->bytes - 1) / 32;
        list[count++] = a->address[lane] / 32;
        if (last != list[count - 1])
            list[count++] = last;
        for (unsigned b = 0; b < a->bytes && filled < 1024; b++)
            bytes[filled++] = a->address[lane] + b;
    }
    *least = ((uint64_t)distinct(bytes, filled) + 31) / 32;
    return (uint64_t)distinct(list, count);
}

static void note(watch_line *l, uint64_t took, uint64_t least)
{
    l->issues++;
    if (took > l->most)
        l->most = took;
    if (l->worst == 0 || took * l->least > l->worst * least ||
        (took * l->least == l->worst * least && took > l->worst)) {
        l->worst = took;
        l->least = least;
    }
}

static void outside(const step *s, watch_line *l, uint32_t lane, int buffer, int64_t at)
{
    if (l->outside++)
        return;
    l->buffer = buffer;
    l->misplaced = at;
    l->thread = s->w->index * 32 + (int)lane;
    memcpy(l->block, s->m->block_index, sizeof l->block);
}

static void alignment(const watch_access *a, watch_line *l)
{
    LANES(a->mask, lane)
    if (a->address[lane] % a->bytes)
        l->misaligned++;
}

static bool in_place(const machine *m, uint64_t address, unsigned bytes)
{
    for (int k = 0; k < m->places; k++)
        if (address >= m->place[k].at && address + bytes <= m->place[k].at + m->place[k].bytes)
            return true;
    return false;
}

void watch_shared(const step *s, const watch_access *a)
{
    if (!a->mask)
        return;
    watch_line *l = watch_line_of(s->m->watch, s->i, 's', a->bytes);
    uint64_t least, took = wavefronts(a, &least);
    note(l, took, least);
    alignment(a, l);
    LANES(a->mask, lane)
    if (!in_place(s->m, a->address[lane], a->bytes))
        outside(s, l, lane, -1000, (int64_t)(a->address[lane] - shared_start));
    order_shared(s, a);
}

void watch_global(const step *s, const watch_access *a)
{
    if (!a->mask)
        return;
    watch_line *l = watch_line_of(s->m->watch, s->i, 'g', a->bytes);
    uint64_t least, took = sectors(a, &least);
    note(l, took, least);
    alignment(a, l);
    LANES(a->mask, lane)
    {
        int buffer = 0;
        uint64_t start = 0, bytes = 0;
        if (!memory_buffer(s->m, a->address[lane], &buffer, &start, &bytes)) /* nowhere */
            outside(s, l, lane, -999, (int64_t)a->address[lane]);
        else if (a->address[lane] < start || a->address[lane] + a->bytes > start + bytes)
            outside(s, l, lane, buffer, (int64_t)(a->address[lane] - start));
    }
    order_blocks(s, a);
}
