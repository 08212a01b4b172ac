/* execute.c - the executor: sizes, blocks, statements. Its accesses to memory: access.c. */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lck_stopped(lck_run *run, lck_trap trap, int thread, int other, const char *format, ...)
{
    lck_stop *stop = run->stop;
    int at = 0;
    if (run->block >= 0)
        at = snprintf(stop->message, sizeof stop->message,
                      "block %" PRId64 ", thread %d: ", run->block, thread);
    va_list args;
    va_start(args, format);
    vsnprintf(stop->message + at, sizeof stop->message - (size_t)at, format, args);
    va_end(args);
    stop->trap = trap;
    stop->block = run->block;
    stop->thread = thread;
    stop->other_thread = other;
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

/* The value of an expression as the code computes it. */
static bool value_of(lck_run *run, int thread, const lc_expr *e, bool wide, int64_t *value)
{
    int bits = wide || is_wide(run, e) ? 64 : 32;
    const lc_expr *bad = lc_expr_compute(e, run->env + (size_t)thread * run->nvars, bits, value);
    return !bad || overflow(run, thread, bad, bits);
}

/* Binds a variable to an integer of its type, within the bounds on which simplification rests. */
static bool bind(lck_run *run, int thread, const lc_expr *var, int64_t value)
{
    if (value < var->low || value > var->high)
        return lck_stopped(run, LCK_OVERFLOW, thread, -1,
                           "%s is %" PRId64 ", and was said to be within %" PRId64 "..%" PRId64,
                           var->name, value, var->low, var->high);
    run->env[(size_t)thread * run->nvars + var->slot] = value;
    return true;
}

/* ---- arithmetic */

/* The place of a register among those of all threads; false: it does not exist, or what it should
 * hold was never loaded. */
static bool find_register(lck_run *run, int thread, lck_register r, bool read, size_t *place)
{
    const lck_file *file = &run->kernel->file[r.file];
    int64_t number;
    if (!value_of(run, thread, r.at, false, &number))
        return false;
    if (number < 0 || number >= file->count)
        return lck_stopped(run, LCK_OUT_OF_BOUNDS, thread, -1,
                           "%s[%" PRId64 "] does not exist: there are %d registers", file->name,
                           number, file->count);
    *place = (size_t)thread * (size_t)file->count + (size_t)number;
    if (read && !run->held[r.file].loaded[*place])
        return lck_stopped(run, LCK_NOT_LOADED, thread, -1,
                           "%s[%" PRId64 "] takes part in a product, and was never loaded",
                           file->name, number);
    return true;
}

static bool zero(lck_run *run, const lck_statement *s, int thread)
{
    size_t bytes = (size_t)run->kernel->file[s->held.file].element->bytes, at;
    lck_held *held = &run->held[s->held.file];
    if (!find_register(run, thread, s->held, false, &at))
        return false;
    memset(held->at + at * bytes, 0, bytes);
    held->loaded[at] = true;
    return true;
}

static bool multiply(lck_run *run, const lck_statement *s, int thread)
{
    size_t c, a, b;
    if (!find_register(run, thread, s->held, true, &c) ||
        !find_register(run, thread, s->left, true, &a) ||
        !find_register(run, thread, s->right, true, &b))
        return false;
    void *sum = run->held[s->held.file].at;
    const void *left = run->held[s->left.file].at, *right = run->held[s->right.file].at;
    if (run->kernel->file[s->held.file].element->bytes == 4)
        ((float *)sum)[c] = fmaf(((const float *)left)[a], ((const float *)right)[b],
                                 ((float *)sum)[c]);
    else
        ((double *)sum)[c] = fma(((const double *)left)[a], ((const double *)right)[b],
                                 ((double *)sum)[c]);
    return true;
}

/* ---- statements */

static bool has_barrier(const lck_statement *s)
{
    for (; s; s = s->next) {
        if (s->kind == LCK_BARRIER || has_barrier(s->body) || has_barrier(s->otherwise))
            return true;
    }
    return false;
}

static bool is_together(const lck_statement *s)
{
    return s->kind == LCK_BARRIER || has_barrier(s->body) || has_barrier(s->otherwise);
}

static bool run_alone(lck_run *run, const lck_statement *list, int thread);

/* A statement without a barrier, for one thread. */
static bool run_one(lck_run *run, const lck_statement *s, int thread)
{
    int64_t value, first;
    switch (s->kind) {
    case LCK_LET:
        return value_of(run, thread, s->value, s->wide, &value) &&
               bind(run, thread, s->var, value);
    case LCK_FOR:
        for (int64_t i = 0; i < s->count; i++) {
            if (!bind(run, thread, s->var, i) || !run_alone(run, s->body, thread))
                return false;
        }
        return true;
    case LCK_LOOP:
        if (!value_of(run, thread, s->value, false, &value))
            return false;
        for (int64_t i = 0; i < value; i++) {
            if (!bind(run, thread, s->var, i) || !run_alone(run, s->body, thread))
                return false;
        }
        return true;
    case LCK_ZERO: return zero(run, s, thread);
    case LCK_MULTIPLY: return multiply(run, s, thread);
    case LCK_IF:
        return value_of(run, thread, s->value, false, &value) &&
               run_alone(run, value != 0 ? s->body : s->otherwise, thread);
    case LCK_LOAD:
    case LCK_STORE:
        return value_of(run, thread, s->value, false, &value) &&
               value_of(run, thread, s->held.at, false, &first) &&
               lck_access(run, s, thread, value, first);
    default: return true;
    }
}

static bool run_alone(lck_run *run, const lck_statement *list, int thread)
{
    for (const lck_statement *s = list; s; s = s->next) {
        if (!run_one(run, s, thread))
            return false;
    }
    return true;
}

static bool diverged(lck_run *run, const lck_statement *s, int thread, int64_t here,
                     int64_t there)
{
    char *text = lc_expr_to_c(run->kernel->ctx, s->value);
    const char *shown = text ? text : "?";
    if (s->kind == LCK_LOOP)
        lck_stopped(run, LCK_DIVERGENT, thread, 0,
                    "a loop with a barrier goes round %" PRId64 " times here and %" PRId64
                    " for thread 0: %s",
                    here, there, shown);
    else
        lck_stopped(run, LCK_DIVERGENT, thread, 0,
                    "a barrier under a condition that is %s here and %s for thread 0: %s",
                    here != 0 ? "true" : "false", here != 0 ? "false" : "true", shown);
    free(text);
    return false;
}

/* The condition of a barrier, or how often a loop with one goes round: the same for all
 * threads. */
static bool agreed(lck_run *run, const lck_statement *s, int64_t *value)
{
    if (!value_of(run, 0, s->value, false, value))
        return false;
    for (int t = 1; t < run->kernel->threads; t++) {
        int64_t other;
        if (!value_of(run, t, s->value, false, &other))
            return false;
        if (s->kind == LCK_LOOP ? other != *value : (other != 0) != (*value != 0))
            return diverged(run, s, t, other, *value);
    }
    return true;
}

static bool run_block(lck_run *run, const lck_statement *list);

/* The body of a loop, for all threads. */
static bool go_round(lck_run *run, const lck_statement *s, int64_t times)
{
    for (int64_t i = 0; i < times; i++) {
        for (int t = 0; t < run->kernel->threads; t++) {
            if (!bind(run, t, s->var, i))
                return false;
        }
        if (!run_block(run, s->body))
            return false;
    }
    return true;
}

/* A statement with a barrier, for all threads. */
static bool run_together(lck_run *run, const lck_statement *s)
{
    int64_t value;
    if (s->kind == LCK_BARRIER) {
        run->phase++;
        return true;
    }
    if (s->kind == LCK_IF)
        return agreed(run, s, &value) && run_block(run, value != 0 ? s->body : s->otherwise);
    if (s->kind == LCK_LOOP)
        return agreed(run, s, &value) && go_round(run, s, value);
    return go_round(run, s, s->count);
}

static bool run_block(lck_run *run, const lck_statement *list)
{
    for (const lck_statement *s = list; s; s = s->next) {
        if (is_together(s)) {
            if (!run_together(run, s))
                return false;
            continue;
        }
        for (int t = 0; t < run->kernel->threads; t++) {
            if (!run_one(run, s, t))
                return false;
        }
    }
    return true;
}

static bool run_blocks(lck_run *run, int64_t blocks)
{
    const lck_kernel *k = run->kernel;
    for (run->block = 0; run->block < blocks; run->block++) {
        run->first_phase = ++run->phase;
        for (size_t i = 0; i < k->nfiles; i++) {
            size_t n = (size_t)k->threads * (size_t)k->file[i].count;
            if (n > 0)
                memset(run->held[i].loaded, 0, n * sizeof *run->held[i].loaded);
        }
        for (int t = 0; t < k->threads; t++) {
            run->env[(size_t)t * run->nvars + k->block->slot] = run->block;
            run->env[(size_t)t * run->nvars + k->thread->slot] = t;
        }
        if (!run_block(run, k->body))
            return false;
    }
    return true;
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

/* ---- the run */

/* Shared memory is made once; that of tensors is the caller's. */
static bool make_array(lck_run *run, size_t i)
{
    const lck_array *array = &run->kernel->array[i];
    lck_content *c = &run->content[i];
    if (array->role != LCK_OF_BLOCK)
        return true;
    c->extent = lck_shared_elements(run->kernel, (int)i);
    c->at = lc_alloc(run->kernel->ctx, (size_t)c->extent, (size_t)array->element->bytes);
    c->cell = lc_alloc(run->kernel->ctx, (size_t)c->extent, sizeof *c->cell);
    return c->at && c->cell;
}

static bool make_file(lck_run *run, size_t i)
{
    const lck_kernel *k = run->kernel;
    size_t registers = (size_t)k->threads * (size_t)k->file[i].count;
    run->held[i].at = lc_alloc(k->ctx, registers, (size_t)k->file[i].element->bytes);
    run->held[i].loaded = lc_alloc(k->ctx, registers, sizeof *run->held[i].loaded);
    return run->held[i].at && run->held[i].loaded;
}

static bool make_room(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    run->nvars = lc_exprs_nvars(k->x);
    run->env = lc_alloc(k->ctx, (size_t)k->threads * run->nvars, sizeof *run->env);
    run->wide = lc_alloc(k->ctx, run->nvars, sizeof *run->wide);
    bool ok = run->env && run->wide;
    for (size_t i = 0; ok && i < k->narrays; i++)
        ok = make_array(run, i);
    for (size_t i = 0; ok && i < k->nfiles; i++)
        ok = make_file(run, i);
    return ok;
}

static void free_run(lck_run *run)
{
    free(run->env);
    free(run->wide);
    for (size_t i = 0; i < run->kernel->narrays; i++) {
        if (run->kernel->array[i].role == LCK_OF_BLOCK)
            free(run->content[i].at);
        free(run->content[i].cell);
        free(run->content[i].writer);
    }
    for (size_t i = 0; i < run->kernel->nfiles; i++) {
        free(run->held[i].at);
        free(run->held[i].loaded);
    }
}

/* The extent of a tensor. */
static bool measure(lck_run *run, size_t i)
{
    char what[64];
    snprintf(what, sizeof what, "elements of the %s", run->kernel->array[i].name);
    return of_sizes(run, what, run->kernel->array[i].extent, INT64_MAX / 16,
                    &run->content[i].extent);
}

/* The sizes and their consequences, for every thread. */
static bool prepare(lck_run *run, const int64_t *size, int64_t *blocks)
{
    const lck_kernel *k = run->kernel;
    int64_t most = k->block->high < INT32_MAX ? k->block->high + 1 : INT32_MAX;
    lck_find_wide(k, run->wide);
    if (!take_sizes(run, size))
        return false;
    for (size_t i = 0; i < k->narrays; i++)
        if (k->array[i].role != LCK_OF_BLOCK && !measure(run, i))
            return false;
    if (!of_sizes(run, "blocks", k->blocks, most, blocks))
        return false;
    for (size_t t = 1; t < (size_t)k->threads; t++)
        memcpy(run->env + t * run->nvars, run->env, run->nvars * sizeof *run->env);
    return true;
}

/* Who wrote what, of each tensor that is written. */
static bool watch(lck_run *run)
{
    const lck_kernel *k = run->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        lck_content *c = &run->content[i];
        if (k->array[i].role != LCK_WRITTEN)
            continue;
        c->writer = lc_alloc(k->ctx, (size_t)c->extent, sizeof *c->writer);
        if (!c->writer)
            return false;
        if (c->written)
            memset(c->written, 0, (size_t)c->extent);
    }
    return true;
}

bool lck_execute(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor,
                 lck_stop *stop)
{
    lck_run run = {.kernel = kernel, .stop = stop, .block = -1};
    int64_t blocks;
    *stop =
        (lck_stop){.trap = LCK_RAN, .block = -1, .thread = -1, .other_thread = -1, .index = -1};
    for (size_t i = 0; i < kernel->narrays; i++)
        if (kernel->array[i].role != LCK_OF_BLOCK) {
            run.content[i].at = tensor[i].at;
            run.content[i].written = tensor[i].written;
        }
    bool room = make_room(&run), ran = false;
    if (room && prepare(&run, size, &blocks)) {
        room = watch(&run);
        ran = room && run_blocks(&run, blocks);
    }
    if (!room) {
        run.block = -1;
        lck_stopped(&run, LCK_NOT_RUN, -1, -1, "%s", lc_ctx_message(kernel->ctx));
    }
    free_run(&run);
    return ran;
}
