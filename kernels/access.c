/* access.c - the checks that the executor makes at each access to memory. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const memory_name[] = {"source", "destination", "shared"};

/* An access of one thread. */
typedef struct {
    const lck_statement *s;
    int thread;
    int64_t index;
} access;

/* Stops at this access, of an element; `other`: the other thread of it, or -1. */
static bool stopped(lck_run *run, const access *a, lck_trap trap, int64_t element, int other,
                    const char *format, ...) __attribute__((format(printf, 6, 7)));

static bool stopped(lck_run *run, const access *a, lck_trap trap, int64_t element, int other,
                    const char *format, ...)
{
    char what[192];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    run->stop->memory = a->s->memory;
    run->stop->index = element;
    return lck_stopped(run, trap, a->thread, other, "%s[%" PRId64 "]%s%s",
                       memory_name[a->s->memory], element, *what == ',' ? "" : " ", what);
}

static int64_t extent_of(const lck_run *run, lck_memory memory)
{
    return memory == LCK_SOURCE        ? run->source_extent
           : memory == LCK_DESTINATION ? run->destination_extent
                                       : run->kernel->shared;
}

/* The vector lies in its memory, at a place that its instruction can reach. */
static bool in_place(lck_run *run, const access *a)
{
    int64_t extent = extent_of(run, a->s->memory);
    int width = a->s->width, bytes = width * run->kernel->element->bytes;
    char vector[48] = "";
    if (width > 1)
        snprintf(vector, sizeof vector, ", a vector of %d elements, ", width);
    if (a->index < 0 || a->index > extent - width)
        return stopped(run, a, LCK_OUT_OF_BOUNDS, a->index, -1,
                       "%sis out of bounds: it has %" PRId64 " elements", vector, extent);
    if (a->index % width != 0)
        return stopped(run, a, LCK_MISALIGNED, a->index, -1,
                       "is misaligned: a vector of %d elements starts at a multiple of %d", width,
                       width);
    if (a->s->memory != LCK_SHARED && run->kernel->alignment % bytes != 0)
        return stopped(run, a, LCK_MISALIGNED, a->index, -1,
                       "is misaligned: a vector of %d bytes, where addresses are multiples of %d",
                       bytes, run->kernel->alignment);
    return true;
}

static bool registers_exist(lck_run *run, const access *a, int64_t first)
{
    int64_t last = first + (int64_t)a->s->step * (a->s->width - 1);
    int64_t n = run->kernel->registers;
    if (first >= 0 && first < n && last >= 0 && last < n)
        return true;
    return stopped(run, a, a->s->kind == LCK_LOAD ? LCK_OUT_OF_BOUNDS : LCK_NOT_LOADED, a->index,
                   -1,
                   "and registers %" PRId64 " to %" PRId64
                   ", which do not exist: there are %" PRId64,
                   first, last, n);
}

static bool read_shared(lck_run *run, const access *a, int64_t element)
{
    lck_cell *cell = &run->cell[element];
    if (cell->written < run->first_phase)
        return stopped(run, a, LCK_NOT_STAGED, element, -1,
                       "is read, and nothing was written there");
    if (cell->written == run->phase && cell->writer != a->thread)
        return stopped(run, a, LCK_RACE, element, cell->writer,
                       "is read, and written by the other thread, without a barrier between");
    if (cell->read != run->phase) {
        cell->read = run->phase;
        cell->reader = a->thread;
        cell->second = -1;
    } else if (cell->reader != a->thread) {
        cell->second = a->thread;
    }
    return true;
}

static bool write_shared(lck_run *run, const access *a, int64_t element)
{
    lck_cell *cell = &run->cell[element];
    if (cell->written == run->phase && cell->writer != a->thread)
        return stopped(run, a, LCK_RACE, element, cell->writer,
                       "is written by both threads, without a barrier between");
    if (cell->read == run->phase && (cell->reader != a->thread || cell->second >= 0))
        return stopped(run, a, LCK_RACE, element,
                       cell->reader != a->thread ? cell->reader : cell->second,
                       "is written, and read by the other thread, without a barrier between");
    cell->written = run->phase;
    cell->writer = a->thread;
    return true;
}

/* Stores the value of register `at`. */
static bool write_destination(lck_run *run, const access *a, int64_t element, size_t at)
{
    size_t bytes = (size_t)run->kernel->element->bytes;
    int64_t threads = run->kernel->threads, before = run->writer[element] - 1;
    bool same = before >= 0 && run->kernel->repeats &&
                memcmp(run->destination + (size_t)element * bytes, run->reg + at * bytes,
                       bytes) == 0;
    if (before >= 0 && !same)
        return stopped(run, a, LCK_WRITTEN_TWICE, element, (int)(before % threads),
                       "is written twice: block %" PRId64 ", thread %" PRId64 " wrote it before",
                       before / threads, before % threads);
    run->writer[element] = run->block * threads + a->thread + 1;
    if (run->written)
        run->written[element] = 1;
    return true;
}

static bool store_register(lck_run *run, const access *a, int64_t element, size_t at,
                           int64_t number)
{
    size_t bytes = (size_t)run->kernel->element->bytes;
    bool shared = a->s->memory == LCK_SHARED;
    if (!run->loaded[at])
        return stopped(run, a, LCK_NOT_LOADED, element, -1,
                       "takes register %" PRId64 ", which was never loaded", number);
    if (!(shared ? write_shared(run, a, element) : write_destination(run, a, element, at)))
        return false;
    memcpy((shared ? run->shared : run->destination) + (size_t)element * bytes,
           run->reg + at * bytes, bytes);
    return true;
}

static bool load_register(lck_run *run, const access *a, int64_t element, size_t at)
{
    size_t bytes = (size_t)run->kernel->element->bytes;
    bool shared = a->s->memory == LCK_SHARED;
    if (shared && !read_shared(run, a, element))
        return false;
    memcpy(run->reg + at * bytes, (shared ? run->shared : run->source) + (size_t)element * bytes,
           bytes);
    run->loaded[at] = true;
    return true;
}

bool lck_access(lck_run *run, const lck_statement *s, int thread, int64_t index, int64_t first)
{
    access a = {s, thread, index};
    if (!registers_exist(run, &a, first) || !in_place(run, &a))
        return false;
    size_t base = (size_t)thread * (size_t)run->kernel->registers;
    for (int i = 0; i < s->width; i++) {
        int64_t number = first + (int64_t)i * s->step;
        size_t at = base + (size_t)number;
        if (!(s->kind == LCK_LOAD ? load_register(run, &a, index + i, at)
                                  : store_register(run, &a, index + i, at, number)))
            return false;
    }
    return true;
}
