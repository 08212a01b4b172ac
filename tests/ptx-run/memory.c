/* memory.c - see memory.h. */
#include "memory.h"

#include "values.h"

#include <stdlib.h>
#include <string.h>

enum { page_buckets = 1 << 14, parameter_most = 1 << 15 };

struct memory {
    machine *m;
    page *bucket[page_buckets], *last;
    uint8_t parameters[parameter_most];
};

uint64_t memory_mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void put(uint8_t *to, uint64_t value, uint64_t bytes)
{
    memcpy(to, &value, bytes < 8 ? bytes : 8);
}

static void fill_parameters(memory *mem)
{
    machine *m = mem->m;
    uint64_t at = 0;
    for (int k = 0; k < m->entry->parameter_count; k++) {
        ptx_variable *p = m->entry->parameters[k];
        argument *a = &m->launch->argument[k];
        at = (at + p->align - 1) / p->align * p->align;
        p->at = at;
        if (at + p->bytes > parameter_most)
            ptx_stop(m->module->path, 0, "parameters of more than %d bytes", parameter_most);
        if (a->buffer)
            put(mem->parameters + at, WINDOW_BUFFER + (uint64_t)k * WINDOW_SIZE, p->bytes);
        else if (a->given)
            put(mem->parameters + at, a->value, p->bytes);
        else
            for (uint64_t word = 0; word + 4 <= p->bytes; word += 4)
                put(mem->parameters + at + word, memory_mixed(m->launch->seed + at + word) % 64,
                    4);
        at += p->bytes;
    }
}

static void place_variables(memory *mem)
{
    machine *m = mem->m;
    uint64_t at = 256;
    for (int k = 0; k < m->module->variable_count; k++) {
        ptx_variable *v = m->module->variables[k];
        if (v->space != space_global && v->space != space_const)
            continue;
        uint64_t align = v->align > 256 ? v->align : 256;
        v->at = at = (at + align - 1) / align * align;
        at += v->bytes + 4096;
        for (uint64_t b = 0; b < v->bytes; b++) {
            uint8_t byte = v->start ? v->start[b] : 0;
            memory_write(mem, WINDOW_MODULE + v->at + b, &byte, 1);
        }
    }
}

memory *memory_new(machine *m)
{
    memory *mem = ptx_get(1, sizeof *mem);
    mem->m = m;
    m->memory = mem;
    fill_parameters(mem);
    place_variables(mem);
    return mem;
}

void memory_free(memory *mem)
{
    for (int b = 0; b < page_buckets; b++)
        for (page *p = mem->bucket[b], *next; p; p = next) {
            next = p->next;
            free(p);
        }
    free(mem);
}

static void fill(memory *mem, page *p)
{
    uint64_t start = p->number * page_bytes, buffer = (start - WINDOW_BUFFER) / WINDOW_SIZE;
    bool in_buffer = start >= WINDOW_BUFFER && buffer < max_arguments;
    argument plain = {.fill = fill_integers, .high = 63};
    argument *a = in_buffer ? &mem->m->launch->argument[buffer] : &plain;
    if (a->fill == fill_zero || start >= WINDOW_MODULE)
        return;
    for (unsigned k = 0; k < page_bytes; k += 4) {
        uint64_t drawn = memory_mixed(mem->m->launch->seed * 77 + start + k);
        uint32_t word = (uint32_t)(a->low + (int64_t)(drawn % (uint64_t)(a->high - a->low + 1)));
        if (a->fill == fill_floats)
            word = (uint32_t)ptx_float_bits((double)(drawn % 2048) / 1024 - 1,
                                            (ptx_type){kind_float, 32, 1, false});
        memcpy(p->byte + k, &word, 4);
    }
}

page *memory_page(memory *mem, uint64_t address)
{
    uint64_t number = address / page_bytes;
    if (mem->last && mem->last->number == number)
        return mem->last;
    page **bucket = &mem->bucket[memory_mixed(number) % page_buckets], *p = *bucket;
    while (p && p->number != number)
        p = p->next;
    if (!p) {
        p = ptx_get(1, sizeof *p);
        p->number = number;
        p->next = *bucket;
        *bucket = p;
        fill(mem, p);
    }
    return mem->last = p;
}

void memory_read(memory *mem, uint64_t address, void *to, unsigned bytes)
{
    if (address % page_bytes + bytes <= page_bytes) {
        memcpy(to, memory_page(mem, address)->byte + address % page_bytes, bytes);
        return;
    }
    for (unsigned k = 0; k < bytes; k++)
        ((uint8_t *)to)[k] = memory_page(mem, address + k)->byte[(address + k) % page_bytes];
}

void memory_write(memory *mem, uint64_t address, const void *from, unsigned bytes)
{
    if (address % page_bytes + bytes <= page_bytes) {
        memcpy(memory_page(mem, address)->byte + address % page_bytes, from, bytes);
        return;
    }
    for (unsigned k = 0; k < bytes; k++)
        memory_page(mem, address + k)->byte[(address + k) % page_bytes] =
            ((const uint8_t *)from)[k];
}

bool memory_buffer(const machine *m, uint64_t address, int *buffer, uint64_t *start,
                   uint64_t *bytes)
{
    if (address >= WINDOW_MODULE && address < WINDOW_PARAM) {
        for (int k = 0; k < m->module->variable_count; k++) {
            ptx_variable *v = m->module->variables[k];
            bool global = v->space == space_global || v->space == space_const;
            if (global && address - WINDOW_MODULE + 2048 >= v->at &&
                address - WINDOW_MODULE < v->at + v->bytes + 2048) {
                *buffer = -1 - k;
                *start = WINDOW_MODULE + v->at;
                *bytes = v->bytes;
                return true;
            }
        }
        return false;
    }
    uint64_t half = WINDOW_SIZE / 2, number = (address - WINDOW_BUFFER + half) / WINDOW_SIZE;
    if (address + half < WINDOW_BUFFER || number >= (uint64_t)m->entry->parameter_count ||
        !m->launch->argument[number].buffer)
        return false;
    *buffer = (int)number;
    *start = WINDOW_BUFFER + number * WINDOW_SIZE;
    *bytes = m->launch->argument[number].value;
    return true;
}

uint8_t *memory_parameters(memory *mem)
{
    return mem->parameters;
}
