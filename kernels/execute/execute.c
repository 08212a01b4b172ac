/* execute.c - the executor: sizes, memory, clusters. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLUSTERS 4 /* of a grid */

bool lck_stopped(lck_run *run, lck_trap trap, int thread, int other, const char *format, ...)
{
    lck_stop *stop = run->stop;
    int at = 0;
    stop->block = run->block;
    stop->thread = stop->other_thread = -1;
    if (run->block >= 0 && thread >= 0) {
        stop->block = run->block + lck_rank(run, thread);
        stop->thread = lck_local(run, thread);
        at = snprintf(stop->message, sizeof stop->message,
                      "block %" PRId64 ", thread %" PRId64 ": ", stop->block, stop->thread);
    }
    if (other >= 0)
        stop->other_thread = lck_local(run, other);
    va_list args;
    va_start(args, format);
    vsnprintf(stop->message + at, sizeof stop->message - (size_t)at, format, args);
    va_end(args);
    stop->trap = trap;
    return false;
}

/* ---- integers */

/* A step that its integers do not hold, or that is not within its bounds. */
static bool overflow(lck_run *run, int thread, const lc_expr *e, int bits)
{
    int64_t value;
    char *text = lc_expr_to_c(run->kernel->ctx, e);
    const char *shown = text ? text : "an index";
    bool held = lc_expr_at(e, run->env + (size_t)thread * run->nvars, &value);
    if (held && (bits == 64 || (value >= INT32_MIN && value <= INT32_MAX)))
        lck_stopped(run, LCK_OVERFLOW, thread, -1,
                    "%s is %" PRId64 ", and was said to be within %" PRId64 "..%" PRId64, shown,
                    value, e->low, e->high);
    else
        lck_stopped(run, LCK_OVERFLOW, thread, -1, "an integer of %d bits does not suffice: %s",
                    bits, shown);
    free(text);
    return false;
}

/* Is it computed in 64 bits? Every thread asks this about the same expressions. */
static bool is_wide(lck_run *run, const lc_expr *e)
{
    lck_width *known = &run->width[((uintptr_t)e / sizeof *e) % LCK_WIDTHS];
    if (known->of != e)
        *known = (lck_width){e, lck_is_wide(run->wide, e)};
    return known->wide;
}

bool lck_value(lck_run *run, int thread, const lc_expr *e, bool wide, int64_t *value)
{
    int bits = wide || is_wide(run, e) ? 64 : 32;
    const lc_expr *bad = lc_expr_compute(e, run->env + (size_t)thread * run->nvars, bits, value);
    return !bad || overflow(run, thread, bad, bits);
}

bool lck_set_variable(lck_run *run, int thread, const lc_expr *var, int64_t value)
{
    if (value < var->low || value > var->high)
        return lck_stopped(run, LCK_OVERFLOW, thread, -1,
                           "%s is %" PRId64 ", and was said to be within %" PRId64 "..%" PRId64,
                           var->name, value, var->low, var->high);
    run->env[(size_t)thread * run->nvars + var->slot] = value;
    return true;
}

bool lck_number_below(lck_run *run, int thread, const lc_expr *e, int64_t n, const char *what,
                      int64_t *value)
{
    if (!lck_value(run, thread, e, false, value))
        return false;
    if (*value >= 0 && *value < n)
        return true;
    return lck_stopped(run, LCK_OUT_OF_BOUNDS, thread, -1,
                       "%s %" PRId64 " does not exist: there are %" PRId64, what, *value, n);
}

/* ---- sizes */

/* "M = 3, N = 4" */
static void show_sizes(const lck_run *run, char *text, size_t room)
{
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < run->kernel->nsizes && at < room; i++) {
        const lc_expr *var = run->kernel->size[i].var;
        at += (size_t)snprintf(text + at, room - at, "%s%s = %" PRId64, i ? ", " : "", var->name,
                               run->env[var->slot]);
    }
}

static bool check_condition(lck_run *run, const lc_expr *condition)
{
    int64_t value;
    if (lc_expr_at(condition, run->env, &value) && value != 0)
        return true;
    char sizes[96];
    show_sizes(run, sizes, sizeof sizes);
    char *text = lc_expr_to_c(run->kernel->ctx, condition);
    lck_stopped(run, LCK_BAD_SIZES, -1, -1, "at %s it is false that %s, as the kernel requires",
                sizes, text ? text : "?");
    free(text);
    return false;
}

/* Into the variables of the first thread. */
static bool take_sizes(lck_run *run, const int64_t *size)
{
    const lck_kernel *k = run->kernel;
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        int64_t low = var->low, high = var->high;
        if (!k->size[i].wide) { /* an argument of 32 bits */
            low = low < INT32_MIN ? INT32_MIN : low;
            high = high > INT32_MAX ? INT32_MAX : high;
        }
        if (size[i] < low || size[i] > high)
            return lck_stopped(run, LCK_BAD_SIZES, -1, -1,
                               "%s = %" PRId64 ": the kernel takes %s from %" PRId64
                               " to %" PRId64,
                               var->name, size[i], var->name, low, high);
        run->env[var->slot] = size[i];
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        if (!check_condition(run, k->condition[i]))
            return false;
    }
    return true;
}

/* The values that the sizes decide before a block runs: extents, the number of blocks. */
static bool of_sizes(lck_run *run, const char *what, const lc_expr *e, int64_t most,
                     int64_t *value)
{
    char sizes[96];
    if (lc_expr_at(e, run->env, value) && *value >= 0 && *value <= most)
        return true;
    show_sizes(run, sizes, sizeof sizes);
    return lck_stopped(run, LCK_BAD_SIZES, -1, -1, "at %s there are not 0 to %" PRId64 " %s",
                       sizes, most, what);
}

/* ---- before it runs */

/* The extent of a tensor. */
static bool measure(lck_run *run, size_t i)
{
    char what[64];
    snprintf(what, sizeof what, "elements of the %s", run->kernel->array[i].name);
    return of_sizes(run, what, run->kernel->array[i].extent, INT64_MAX / 16,
                    &run->content[i].extent);
}

/* The numbers of the tensor maps, which the host makes. */
static bool measure_maps(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    for (size_t i = 0; i < k->nmaps; i++) {
        const lck_map *map = &k->map[i];
        bool known = lc_expr_at(map->offset, run->env, &run->map_offset[i]);
        for (size_t d = 0; known && d < map->rank; d++)
            known = lc_expr_at(map->extent[d], run->env, &run->map_extent[i][d]) &&
                    lc_expr_at(map->stride[d], run->env, &run->map_stride[i][d]);
        if (!known)
            return lck_stopped(run, LCK_BAD_SIZES, -1, -1, "the tensor map %s has no numbers",
                               map->name);
        if (!lck_map_is_taken(run, (int)i))
            return false;
    }
    return true;
}

/* How many blocks: those of the plan, or fewer, that take it in turns. */
static bool measure_grid(lck_run *run, const int64_t *size, int64_t resident, int64_t *blocks)
{
    const lck_kernel *k = run->kernel;
    int64_t most = k->block->high < INT32_MAX ? k->block->high + 1 : INT32_MAX;
    if (!of_sizes(run, "blocks", k->blocks, most, blocks))
        return false;
    if (k->grid) {
        *blocks = lck_kernel_blocks(k, size, resident);
        run->env[k->grid->slot] = *blocks;
    }
    if (*blocks % k->cluster == 0)
        return true;
    return lck_stopped(run, LCK_BAD_SIZES, -1, -1,
                       "%" PRId64 " blocks are no clusters of %d blocks", *blocks, k->cluster);
}

/* The sizes and their consequences, for every thread. */
static bool prepare(lck_run *run, const int64_t *size, int64_t resident, int64_t *blocks)
{
    const lck_kernel *k = run->kernel;
    lck_find_wide(k, run->wide);
    if (!take_sizes(run, size))
        return false;
    for (size_t i = 0; i < k->narrays; i++)
        if (k->array[i].role != LCK_OF_BLOCK && !measure(run, i))
            return false;
    if (!measure_grid(run, size, resident, blocks) || !measure_maps(run))
        return false;
    if (run->uses.products && k->threads % LCK_WARPGROUP != 0 && k->threads % LCK_WARP != 0)
        return lck_stopped(run, LCK_REFUSED, -1, -1, "WGMMA in blocks of %d threads", k->threads);
    for (size_t t = 1; t < (size_t)run->threads; t++)
        memcpy(run->env + t * run->nvars, run->env, run->nvars * sizeof *run->env);
    return true;
}

/* Who wrote what, and who read it before, of each tensor that is written. */
static bool watch(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        lck_content *c = &run->content[i];
        if (k->array[i].role != LCK_WRITTEN)
            continue;
        c->writer = lc_alloc(k->ctx, (size_t)c->extent, sizeof *c->writer);
        if (run->uses.reads_result)
            c->reader = lc_alloc(k->ctx, (size_t)c->extent, sizeof *c->reader);
        if (!c->writer || (run->uses.reads_result && !c->reader))
            return false;
        if (c->written)
            memset(c->written, 0, (size_t)c->extent);
    }
    return true;
}

/* ---- the run */

/* False with LCK_RAN: no memory. */
static bool run_clusters(lck_run *run, int64_t blocks)
{
    for (run->block = 0; run->block < blocks; run->block += run->kernel->cluster)
        if (!lck_begin_cluster(run) || !lck_run_cluster(run))
            return false;
    return true;
}

static bool out_of_memory(const lck_kernel *kernel, lck_stop *stop)
{
    *stop = (lck_stop){LCK_NOT_RUN, -1, -1, -1, -1, -1, ""};
    snprintf(stop->message, sizeof stop->message, "%s", lc_ctx_message(kernel->ctx));
    return false;
}

typedef struct {
    int64_t resident;
    lck_schedule schedule;
} launch;

/* One kernel, without those before it. */
static bool run_one(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor,
                    launch how, lck_stop *stop)
{
    lck_run run = {.kernel = kernel, .stop = stop, .block = -1, .schedule = how.schedule};
    int64_t blocks;
    *stop =
        (lck_stop){.trap = LCK_RAN, .block = -1, .thread = -1, .other_thread = -1, .index = -1};
    run.threads = kernel->threads * kernel->cluster;
    for (size_t i = 0; i < kernel->narrays; i++)
        if (kernel->array[i].role != LCK_OF_BLOCK) {
            run.content[i].at = tensor[i].at;
            run.content[i].written = tensor[i].written;
        }
    bool room = lck_make_room(&run), ran = false;
    if (room && prepare(&run, size, how.resident, &blocks)) {
        room = watch(&run);
        ran = room && run_clusters(&run, blocks);
    }
    if (!room || (!ran && stop->trap == LCK_RAN))
        out_of_memory(kernel, stop);
    lck_free_run(&run);
    return ran;
}

/* The tensors of a kernel `before`, by their names; false: the kernel has none of one. */
static bool find_tensors(const lck_kernel *kernel, const lck_host_tensor *tensor,
                         const lck_kernel *before, lck_host_tensor *of_before)
{
    for (size_t i = 0; i < before->narrays; i++) {
        size_t same = 0;
        while (same < kernel->narrays &&
               strcmp(kernel->array[same].name, before->array[i].name) != 0)
            same++;
        if (before->array[i].role == LCK_OF_BLOCK)
            continue;
        if (same == kernel->narrays || kernel->array[same].role == LCK_OF_BLOCK)
            return false;
        of_before[i] = tensor[same];
    }
    return true;
}

static bool run_before(const lck_kernel *kernel, const lck_kernel *before, const int64_t *size,
                       const lck_host_tensor *tensor, launch how, lck_stop *stop)
{
    lck_host_tensor of_before[LCK_MAX_ARRAYS] = {{0}};
    if (!before)
        return true;
    if (!run_before(kernel, before->before, size, tensor, how, stop))
        return false;
    if (find_tensors(kernel, tensor, before, of_before))
        return run_one(before, size, of_before, how, stop);
    *stop = (lck_stop){LCK_REFUSED,
                       -1,
                       -1,
                       -1,
                       -1,
                       -1,
                       "a kernel before this one has an array "
                       "that this one does not have"};
    return false;
}

/* Scratch as large as an array's extent, and a byte for each element that was written. */
static bool make_scratch(const lck_kernel *k, const int64_t *size, size_t i, lck_host_tensor *out)
{
    int64_t extent = 0, *env = lc_alloc(k->ctx, lc_exprs_nvars(k->x), sizeof *env);
    for (size_t s = 0; env && s < k->nsizes; s++)
        env[k->size[s].var->slot] = size[s];
    if (env && (!lc_expr_at(k->array[i].extent, env, &extent) || extent < 0))
        extent = 0; /* which the run says */
    free(env);
    out->at = lc_alloc(k->ctx, (size_t)extent, (size_t)k->array[i].element->bytes);
    out->written = lc_alloc(k->ctx, (size_t)extent, 1);
    return env && out->at && out->written;
}

static bool is_own(const lck_kernel *k, const lck_host_tensor *tensor, size_t i)
{
    return k->array[i].role == LCK_SCRATCH && !tensor[i].at;
}

bool lck_execute_scheduled(const lck_kernel *kernel, const int64_t *size,
                           const lck_host_tensor *tensor, int64_t resident, lck_schedule schedule,
                           lck_stop *stop)
{
    const launch how = {resident, schedule};
    lck_host_tensor own[LCK_MAX_ARRAYS] = {{0}};
    const lck_kernel *before = NULL;
    bool room = true, ran = false;
    for (size_t i = 0; i < kernel->narrays; i++) {
        if (is_own(kernel, tensor, i)) {
            room = make_scratch(kernel, size, i, &own[i]) && room;
            before = kernel->before;
        } else if (kernel->array[i].role != LCK_OF_BLOCK) {
            own[i] = tensor[i];
        }
    }
    if (room)
        ran = run_before(kernel, before, size, own, how, stop) &&
              run_one(kernel, size, own, how, stop);
    else
        out_of_memory(kernel, stop);
    for (size_t i = 0; i < kernel->narrays; i++)
        if (is_own(kernel, tensor, i)) {
            free(own[i].at);
            free(own[i].written);
        }
    return ran;
}

bool lck_execute_resident(const lck_kernel *kernel, const int64_t *size,
                          const lck_host_tensor *tensor, int64_t resident, lck_stop *stop)
{
    return lck_execute_scheduled(kernel, size, tensor, resident, LCK_IN_TURNS, stop);
}

bool lck_execute(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor,
                 lck_stop *stop)
{
    return lck_execute_resident(kernel, size, tensor, (int64_t)CLUSTERS * kernel->cluster, stop);
}
