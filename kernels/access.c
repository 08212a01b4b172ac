/* access.c - the checks that the executor makes at each access to memory. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
    run->stop->array = a->s->array;
    run->stop->index = element;
    return lck_stopped(run, trap, a->thread, other, "%s[%" PRId64 "]%s%s",
                       run->kernel->array[a->s->array].name, element, *what == ',' ? "" : " ",
                       what);
}

static const lck_array *array_of(const lck_run *run, const access *a)
{
    return &run->kernel->array[a->s->array];
}

/* The vector lies in its memory, at a place that its instruction can reach. */
static bool in_place(lck_run *run, const access *a)
{
    int64_t extent = run->content[a->s->array].extent;
    int width = a->s->width, bytes = width * array_of(run, a)->element->bytes;
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
    if (array_of(run, a)->role != LCK_OF_BLOCK && run->kernel->alignment % bytes != 0)
        return stopped(run, a, LCK_MISALIGNED, a->index, -1,
                       "is misaligned: a vector of %d bytes, where addresses are multiples of %d",
                       bytes, run->kernel->alignment);
    return true;
}

static bool registers_exist(lck_run *run, const access *a, int64_t first)
{
    int64_t last = first + (int64_t)a->s->step * (a->s->width - 1);
    int64_t n = run->kernel->file[a->s->held.file].count;
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
    lck_cell *cell = &run->content[a->s->array].cell[element];
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
    lck_cell *cell = &run->content[a->s->array].cell[element];
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

/* A tensor is about to get the bytes of a register. */
static bool write_tensor(lck_run *run, const access *a, int64_t element,
                         const unsigned char *value)
{
    size_t bytes = (size_t)array_of(run, a)->element->bytes;
    lck_content *tensor = &run->content[a->s->array];
    int64_t threads = run->kernel->threads, before = tensor->writer[element] - 1;
    bool same = before >= 0 && run->kernel->repeats &&
                memcmp(tensor->at + (size_t)element * bytes, value, bytes) == 0;
    if (before >= 0 && !same)
        return stopped(run, a, LCK_WRITTEN_TWICE, element, (int)(before % threads),
                       "is written twice: block %" PRId64 ", thread %" PRId64 " wrote it before",
                       before / threads, before % threads);
    tensor->writer[element] = run->block * threads + a->thread + 1;
    if (tensor->written)
        tensor->written[element] = 1;
    return true;
}

static bool store_register(lck_run *run, const access *a, int64_t element, size_t at,
                           int64_t number)
{
    size_t bytes = (size_t)array_of(run, a)->element->bytes;
    const lck_held *held = &run->held[a->s->held.file];
    const unsigned char *value = held->at + at * bytes;
    bool shared = array_of(run, a)->role == LCK_OF_BLOCK;
    if (!held->loaded[at])
        return stopped(run, a, LCK_NOT_LOADED, element, -1,
                       "takes register %" PRId64 ", which was never loaded", number);
    if (!(shared ? write_shared(run, a, element) : write_tensor(run, a, element, value)))
        return false;
    memcpy(run->content[a->s->array].at + (size_t)element * bytes, value, bytes);
    return true;
}

static bool load_register(lck_run *run, const access *a, int64_t element, size_t at)
{
    size_t bytes = (size_t)array_of(run, a)->element->bytes;
    lck_held *held = &run->held[a->s->held.file];
    if (array_of(run, a)->role == LCK_OF_BLOCK && !read_shared(run, a, element))
        return false;
    memcpy(held->at + at * bytes, run->content[a->s->array].at + (size_t)element * bytes, bytes);
    held->loaded[at] = true;
    return true;
}

bool lck_access(lck_run *run, const lck_statement *s, int thread, int64_t index, int64_t first)
{
    access a = {s, thread, index};
    if (!registers_exist(run, &a, first) || !in_place(run, &a))
        return false;
    size_t base = (size_t)thread * (size_t)run->kernel->file[s->held.file].count;
    for (int i = 0; i < s->width; i++) {
        int64_t number = first + (int64_t)i * s->step;
        size_t at = base + (size_t)number;
        if (!(s->kind == LCK_LOAD ? load_register(run, &a, index + i, at)
                                  : store_register(run, &a, index + i, at, number)))
            return false;
    }
    return true;
}
