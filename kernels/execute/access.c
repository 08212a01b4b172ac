/* access.c - the checks that the executor makes at each access to memory. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

lck_access lck_access_to(lck_run *run, int array, int thread)
{
    return (lck_access){run, array, thread, lck_rank(run, thread), lck_party_of(run, thread), ""};
}

static const lck_array *array_of(const lck_access *a)
{
    return &a->run->kernel->array[a->array];
}

static lck_content *content_of(const lck_access *a)
{
    return &a->run->content[a->array];
}

static size_t bytes_of(const lck_access *a)
{
    return (size_t)array_of(a)->element->bytes;
}

bool lck_access_stopped(const lck_access *a, lck_trap trap, int64_t element, int other,
                        const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    a->run->stop->array = a->array;
    a->run->stop->index = element;
    return lck_stopped(a->run, trap, a->thread, other, "%s[%" PRId64 "]%s%s", array_of(a)->name,
                       element, *what == ',' ? "" : " ", what);
}

bool lck_in_place(const lck_access *a, int64_t index, int width, int align)
{
    int64_t extent = content_of(a)->extent;
    int bytes = width * (int)bytes_of(a);
    char vector[48] = "";
    if (width > 1)
        snprintf(vector, sizeof vector, ", a vector of %d elements, ", width);
    if (index < 0 || index > extent - width)
        return lck_access_stopped(a, LCK_OUT_OF_BOUNDS, index, -1,
                                  "%sis out of bounds: it has %" PRId64 " elements", vector,
                                  extent);
    if (index * (int64_t)bytes_of(a) % align != 0)
        return lck_access_stopped(a, LCK_MISALIGNED, index, -1,
                                  "is misaligned: a vector of %d elements starts at a multiple "
                                  "of %d",
                                  width, width);
    lck_array_role role = array_of(a)->role;
    int known = role == LCK_OF_BLOCK ? array_of(a)->alignment
                : role == LCK_SCALAR ? align
                                     : a->run->kernel->alignment;
    if (known % align != 0)
        return lck_access_stopped(a, LCK_MISALIGNED, index, -1,
                                  "is misaligned: a vector of %d bytes, where addresses are "
                                  "multiples of %d",
                                  bytes, known);
    return true;
}

/* ---- shared memory */

/* "a copy of thread 3", "a TMA load in phase 2 of full[1]", "thread 3 of block 1" */
static void show_other(const lck_access *a, const lck_conflict *c, char *text, size_t room)
{
    static const char *const what[LCK_SLOT_KINDS] = {
        [LCK_TIME] = "",
        [LCK_COPIED] = "a copy of ",
        [LCK_STORED] = "a TMA store of ",
        [LCK_COMPUTED] = "a product of the warp of ",
    };
    lck_slot_kind kind;
    int thread = lck_slot_of(&a->run->clocks, c->slot, &kind);
    char block[32] = "";
    if (thread < 0) {
        char mbarrier[80];
        lck_show_mbarrier(a->run, -1 - thread, mbarrier, sizeof mbarrier);
        snprintf(text, room, "a TMA load in phase %" PRIu32 " of %s", c->epoch - 1, mbarrier);
        return;
    }
    if (lck_rank(a->run, thread) != lck_rank(a->run, a->thread))
        snprintf(block, sizeof block, " of block %" PRId64,
                 a->run->block + lck_rank(a->run, thread));
    snprintf(text, room, "%sthread %d%s", what[kind], lck_local(a->run, thread), block);
}

/* Two threads of a block, by LOAD and STORE. */
static bool is_plain(const lck_access *a, const lck_conflict *c, int *other)
{
    lck_slot_kind kind = LCK_SLOT_KINDS;
    *other = lck_slot_of(&a->run->clocks, c->slot, &kind);
    if (*other < 0)
        *other = -1;
    return kind == LCK_TIME && !*a->by && lck_rank(a->run, *other) == lck_rank(a->run, a->thread);
}

static bool unordered(const lck_access *a, int64_t element, bool write, const lck_conflict *c)
{
    int other;
    char by[160];
    if (is_plain(a, c, &other))
        return lck_access_stopped(
            a, LCK_RACE, element, other, "%s",
            !write     ? "is read, and written by the other thread, without a barrier between"
            : c->wrote ? "is written by both threads, without a barrier between"
                       : "is written, and read by the other thread, without a barrier between");
    show_other(a, c, by, sizeof by);
    return lck_access_stopped(a, LCK_RACE, element, other,
                              "is %s%s, and %s by %s, without an order between",
                              write ? "written" : "read", a->by, c->wrote ? "written" : "read",
                              by);
}

/* Records a conflict as where the run stops. */
static bool conflicts(const lck_access *a, int64_t element, bool write, const lck_conflict *c)
{
    int other;
    char by[160];
    switch (c->verdict) {
    case LCK_FREE_TO: return true;
    case LCK_NO_MEMORY_LEFT: return false;
    case LCK_NO_WRITE:
        return lck_access_stopped(a, LCK_NOT_STAGED, element, -1,
                                  "is read%s, and nothing was written there", a->by);
    case LCK_NO_ORDER: return unordered(a, element, write, c);
    case LCK_NO_FENCE:
        is_plain(a, c, &other);
        show_other(a, c, by, sizeof by);
        return lck_access_stopped(a, LCK_UNFENCED, element, other,
                                  "is %s%s, and was %s by %s, which did not fence it for the "
                                  "asynchronous proxy",
                                  write ? "written" : "read", a->by,
                                  c->wrote ? "written" : "read", by);
    }
    return true;
}

/* The byte of a cluster's shared memory where an element lies. */
static size_t shared_place(const lck_access *a, int64_t element)
{
    return (size_t)(a->rank * a->run->shared.bytes + content_of(a)->offset) +
           (size_t)element * bytes_of(a);
}

/* A block is alive as long as others touch it: what they did last. */
static void touch_from_afar(const lck_access *a)
{
    lck_run *run = a->run;
    if (a->rank != lck_rank(run, a->thread))
        run->remote[a->rank * run->threads + a->thread] = run->knows[a->thread].own[LCK_TIME];
}

/* An access to all cells of an element. NULL: the run stops there. */
static unsigned char *touch_shared(const lck_access *a, int64_t element, bool write)
{
    const lck_shared *shared = &a->run->shared;
    const size_t at = shared_place(a, element), of_cell = (size_t)shared->of_cell;
    lck_conflict conflict;
    for (size_t i = at / of_cell; i < (at + bytes_of(a)) / of_cell; i++)
        if (!(write ? lck_cell_write : lck_cell_read)(&a->run->pool, &shared->cell[i], &a->party,
                                                      &conflict)) {
            conflicts(a, element, write, &conflict);
            return NULL;
        }
    return shared->at + at;
}

const unsigned char *lck_read_shared(const lck_access *a, int64_t element)
{
    touch_from_afar(a);
    return touch_shared(a, element, false);
}

unsigned char *lck_write_shared(const lck_access *a, int64_t element)
{
    return touch_shared(a, element, true);
}

/* ---- tensors */

/* The number of a thread in the launch, from 1. */
static int64_t number_of(const lck_access *a)
{
    int64_t threads = a->run->kernel->threads;
    return (a->run->block + lck_rank(a->run, a->thread)) * threads +
           lck_local(a->run, a->thread) + 1;
}

/* A tensor that is written: not after that, and by the thread that writes it. */
static bool may_read_result(const lck_access *a, int64_t element)
{
    lck_content *tensor = content_of(a);
    int64_t me = number_of(a), threads = a->run->kernel->threads;
    int64_t before = tensor->writer[element] - 1;
    if (before >= 0)
        return lck_access_stopped(a, LCK_RACE, element, (int)(before % threads),
                                  "is read%s, and block %" PRId64 ", thread %" PRId64
                                  " wrote it before",
                                  a->by, before / threads, before % threads);
    tensor->reader[element] = tensor->reader[element] == 0 || tensor->reader[element] == me ? me
                                                                                            : -1;
    return true;
}

/* Launches before this one have ended, as far as the thread knows. */
static bool is_launched(const lck_access *a, int64_t element)
{
    return !a->run->kernel->early || a->run->thread[a->thread].launched ||
           lck_access_stopped(a, LCK_UNFENCED, element, -1,
                              "is touched%s, and launches before may still be under way: no "
                              "FENCE of launches came before",
                              a->by);
}

const unsigned char *lck_read_tensor(const lck_access *a, int64_t element)
{
    const lck_content *tensor = content_of(a);
    lck_array_role role = array_of(a)->role;
    if (role != LCK_SCALAR && !is_launched(a, element))
        return NULL;
    if (role == LCK_WRITTEN && !may_read_result(a, element))
        return NULL;
    if (role == LCK_SCRATCH && tensor->written && !tensor->written[element]) {
        lck_access_stopped(a, LCK_NOT_STAGED, element, -1,
                           "is read%s, and no kernel wrote it before", a->by);
        return NULL;
    }
    return tensor->at + (size_t)element * bytes_of(a);
}

unsigned char *lck_write_tensor(const lck_access *a, int64_t element, const void *value)
{
    lck_content *tensor = content_of(a);
    int64_t threads = a->run->kernel->threads, me = number_of(a);
    unsigned char *at = tensor->at + (size_t)element * bytes_of(a);
    if (!is_launched(a, element))
        return NULL;
    if (!tensor->writer) {
        lck_access_stopped(a, LCK_REFUSED, element, -1, "is written, and is only read");
        return NULL;
    }
    int64_t before = tensor->writer[element] - 1;
    bool same = before >= 0 && a->run->kernel->repeats && memcmp(at, value, bytes_of(a)) == 0;
    if (before >= 0 && !same) {
        lck_access_stopped(a, LCK_WRITTEN_TWICE, element, (int)(before % threads),
                           "is written twice: block %" PRId64 ", thread %" PRId64
                           " wrote it before",
                           before / threads, before % threads);
        return NULL;
    }
    if (tensor->reader && tensor->reader[element] != 0 && tensor->reader[element] != me) {
        lck_access_stopped(a, LCK_RACE, element, -1,
                           "is written%s, and another thread reads it: only the one that writes "
                           "it may, before",
                           a->by);
        return NULL;
    }
    tensor->writer[element] = me;
    if (tensor->written)
        tensor->written[element] = 1;
    return at;
}

/* ---- LOAD and STORE */

static bool registers_exist(const lck_access *a, const lck_statement *s, int64_t index,
                            int64_t first)
{
    int64_t last = first + (int64_t)s->step * (s->width - 1);
    int64_t n = a->run->kernel->file[s->held.file].count;
    if (first >= 0 && first < n && last >= 0 && last < n)
        return true;
    return lck_access_stopped(a, s->kind == LCK_LOAD ? LCK_OUT_OF_BOUNDS : LCK_NOT_LOADED, index,
                              -1,
                              "and registers %" PRId64 " to %" PRId64
                              ", which do not exist: there are %" PRId64,
                              first, last, n);
}

static bool store_register(const lck_access *a, const lck_statement *s, int64_t element,
                           size_t place, int64_t number)
{
    const unsigned char *value = lck_register_at(a->run, s->held.file, place);
    if (!a->run->held[s->held.file].loaded[place])
        return lck_access_stopped(a, LCK_NOT_LOADED, element, -1,
                                  "takes register %" PRId64 ", which was never loaded", number);
    unsigned char *to = array_of(a)->role == LCK_OF_BLOCK ? lck_write_shared(a, element)
                                                          : lck_write_tensor(a, element, value);
    if (to)
        memcpy(to, value, bytes_of(a));
    return to != NULL;
}

static bool load_register(const lck_access *a, const lck_statement *s, int64_t element,
                          size_t place)
{
    const unsigned char *from = array_of(a)->role == LCK_OF_BLOCK ? lck_read_shared(a, element)
                                                                  : lck_read_tensor(a, element);
    if (!from)
        return false;
    memcpy(lck_register_at(a->run, s->held.file, place), from, bytes_of(a));
    a->run->held[s->held.file].loaded[place] = true;
    return true;
}

bool lck_fetch_number(lck_run *run, const lck_statement *s, int thread)
{
    lck_access a = lck_access_to(run, s->array, thread);
    const int bytes = (int)sizeof(int32_t);
    int64_t index;
    int32_t number;
    if (!lck_value(run, thread, s->value, false, &index) || !lck_in_place(&a, index, 1, bytes))
        return false;
    const unsigned char *from = lck_read_tensor(&a, index);
    if (!from)
        return false;
    memcpy(&number, from, sizeof number);
    return lck_set_variable(run, thread, s->var, number);
}

bool lck_load_or_store(lck_run *run, const lck_statement *s, int thread)
{
    lck_access a = lck_access_to(run, s->array, thread);
    int64_t index, first, peer;
    if (!lck_value(run, thread, s->value, false, &index) ||
        !lck_value(run, thread, s->held.at, false, &first))
        return false;
    if (s->peer) {
        if (!lck_number_below(run, thread, s->peer, run->kernel->cluster, "block of the cluster",
                              &peer))
            return false;
        a.rank = (int)peer;
    }
    if (!registers_exist(&a, s, index, first) ||
        !lck_in_place(&a, index, s->width, s->width * (int)bytes_of(&a)))
        return false;
    size_t base = (size_t)thread * (size_t)run->kernel->file[s->held.file].count;
    for (int i = 0; i < s->width; i++) {
        int64_t number = first + (int64_t)i * s->step;
        size_t place = base + (size_t)number;
        if (!lck_touch(run, thread, s->held.file, place) ||
            !(s->kind == LCK_LOAD ? load_register(&a, s, index + i, place)
                                  : store_register(&a, s, index + i, place, number)))
            return false;
    }
    return true;
}
