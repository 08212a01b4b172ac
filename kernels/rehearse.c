/* rehearse.c - kernels on random data. */
#include "config.h"

#include "rehearse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"

#define MAX_SIZES 16
#define REPETITIONS 21
/* Limits for chosen sizes: elements of a buffer; values of all threads, moved or not. */
#define MOST_ELEMENTS ((int64_t)1 << 22)
#define MOST_VALUES ((int64_t)1 << 24)

/* ---- sizes ---- */

static bool extents(const lck_kernel *kernel, const int64_t *size, int64_t *source,
                    int64_t *destination, int64_t *blocks)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = size[i];
    return lc_expr_at(kernel->array[LCK_SOURCE].extent, env, source) &&
           lc_expr_at(kernel->array[LCK_DESTINATION].extent, env, destination) &&
           lc_expr_at(kernel->blocks, env, blocks);
}

static bool admitted(const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, holds;
    for (size_t i = 0; i < kernel->nsizes; i++) {
        const lc_expr *var = kernel->size[i].var;
        if (size[i] < var->low || size[i] > var->high)
            return false;
        env[var->slot] = size[i];
    }
    for (size_t i = 0; i < kernel->nconditions; i++)
        if (!lc_expr_at(kernel->condition[i], env, &holds) || holds == 0)
            return false;
    return true;
}

/* Candidates for each size in turn, a small odd one first if it is admitted. */
static const int64_t candidates[] = {1003, 1000, 1008, 1024, 1152, 2048, 200,  129,  64,
                                     37,   16,   4,    1,    0,    4096, 8192, 65536};
#define NCANDIDATES (sizeof candidates / sizeof *candidates)

/* The candidates from `first` on, then the least size that the plan admits, and a few more. */
static bool search(const lck_kernel *kernel, const bool *given, int64_t *size, size_t i,
                   size_t first, unsigned *tries)
{
    int64_t source, destination, blocks;
    if (i == kernel->nsizes)
        return admitted(kernel, size) && extents(kernel, size, &source, &destination, &blocks) &&
               source <= MOST_ELEMENTS && destination <= MOST_ELEMENTS &&
               blocks <= MOST_VALUES / kernel->threads / (kernel->file[LCK_HELD].count + 1);
    if (given[i])
        return search(kernel, given, size, i + 1, first, tries);
    for (size_t c = first; c < NCANDIDATES + 8 && ++*tries < 20000; c++) {
        size[i] = c < NCANDIDATES ? candidates[c]
                                  : kernel->size[i].var->low + (int64_t)(c - NCANDIDATES);
        if (search(kernel, given, size, i + 1, first, tries))
            return true;
    }
    return false;
}

/* The last of many sizes alone cannot make up for large first ones: all then begin smaller. */
static bool find_sizes(const lck_kernel *kernel, const bool *given, int64_t *size)
{
    for (size_t first = 0; first <= NCANDIDATES; first++) {
        unsigned tries = 0;
        if (search(kernel, given, size, 0, first, &tries))
            return true;
    }
    return false;
}

static void refuse(const lck_kernel *kernel, const int64_t *size)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, holds;
    char *text = NULL;
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = size[i];
    for (size_t i = 0; !text && i < kernel->nconditions; i++)
        if (!lc_expr_at(kernel->condition[i], env, &holds) || holds == 0)
            text = lc_expr_to_c(kernel->ctx, kernel->condition[i]);
    lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes%s%s",
            text ? ": expected " : "", text ? text : "");
    free(text);
}

bool lck_choose_sizes(const lck_kernel *kernel, const bool *given, int64_t *size)
{
    bool all = true;
    for (size_t i = 0; i < kernel->nsizes; i++)
        all = all && given[i];
    if (all ? admitted(kernel, size)
            : kernel->nsizes <= MAX_SIZES && find_sizes(kernel, given, size))
        return true;
    if (all)
        refuse(kernel, size);
    else
        lc_fail(kernel->ctx, LC_ERR_INVALID,
                "no small sizes were found that the plan admits: "
                "give them, --size=NAME=NUMBER");
    return false;
}

/* ---- data ---- */

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static unsigned char *random_bytes(lc_ctx *ctx, size_t n, uint64_t seed)
{
    unsigned char *data = lc_alloc(ctx, n + 8, 1);
    for (size_t i = 0; data && i < n; i += 8) {
        uint64_t word = next(&seed);
        memcpy(data + i, &word, 8);
    }
    return data;
}

/* ---- the expected result ---- */

typedef struct {
    size_t rank;
    int64_t extent[64], source[64], destination[64];
    int64_t source_offset, destination_offset;
    const lck_kernel *kernel;
} problem;

static bool problem_at(const lck_kernel *kernel, const int64_t *size, problem *out)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    for (size_t i = 0; i < kernel->nsizes; i++)
        env[kernel->size[i].var->slot] = size[i];
    out->kernel = kernel;
    out->rank = kernel->rank;
    for (size_t k = 0; k < kernel->rank; k++)
        if (!lc_expr_at(kernel->counter[k].extent, env, &out->extent[k]) ||
            !lc_expr_at(kernel->counter[k].stride[LCK_SOURCE], env, &out->source[k]) ||
            !lc_expr_at(kernel->counter[k].stride[LCK_DESTINATION], env, &out->destination[k]))
            return false;
    return lc_expr_at(kernel->array[LCK_SOURCE].offset, env, &out->source_offset) &&
           lc_expr_at(kernel->array[LCK_DESTINATION].offset, env, &out->destination_offset);
}

/* The place of a coordinate in a tensor that is a relation; *at stays for others. */
static bool index_at(const problem *p, const lc_expr *index, const int64_t *crd, int64_t *at)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    char name[64];
    for (size_t k = 0; index && k < p->rank; k++) {
        snprintf(name, sizeof name, "%s%zu", p->kernel->coordinate, k);
        const lc_expr *var = lc_exprs_find(p->kernel->x, name);
        if (var)
            env[var->slot] = crd[k];
    }
    return !index || lc_expr_at(index, env, at);
}

/* Moves the elements one by one into `expected`; returns their number. */
static int64_t move(const problem *p, size_t bytes, const unsigned char *source,
                    unsigned char *expected)
{
    int64_t n = 1, crd[64] = {0}, from = p->source_offset, to = p->destination_offset;
    for (size_t k = 0; k < p->rank; k++)
        n *= p->extent[k];
    for (int64_t i = 0; i < n; i++) {
        if (!index_at(p, p->kernel->array[LCK_SOURCE].index, crd, &from) ||
            !index_at(p, p->kernel->array[LCK_DESTINATION].index, crd, &to))
            return i;
        memcpy(expected + (size_t)to * bytes, source + (size_t)from * bytes, bytes);
        for (size_t k = 0; k < p->rank; k++) {
            from += p->source[k];
            to += p->destination[k];
            if (++crd[k] < p->extent[k])
                break;
            from -= p->extent[k] * p->source[k];
            to -= p->extent[k] * p->destination[k];
            crd[k] = 0;
        }
    }
    return n;
}

static void compare(const lck_kernel *kernel, int64_t n, const unsigned char *found,
                    const unsigned char *expected, lck_rehearsal *out)
{
    size_t bytes = (size_t)kernel->array[LCK_SOURCE].element->bytes;
    for (int64_t i = 0; i < n; i++) {
        if (memcmp(found + (size_t)i * bytes, expected + (size_t)i * bytes, bytes) == 0)
            continue;
        if (out->wrong++ == 0)
            snprintf(out->message, sizeof out->message,
                     "destination[%lld] is not what it should be", (long long)i);
    }
}

/* ---- running ---- */

typedef struct {
    int64_t source_n, destination_n;
    unsigned char *source, *destination, *expected;
} buffers;

static bool run(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu, buffers *b,
                lck_rehearsal *out)
{
    lck_stop stop;
    if (gpu)
        return lck_gpu_run_copy(gpu, kernel, size, b->source, b->destination, REPETITIONS,
                                &out->timing);
    if (lck_execute_copy(kernel, size, b->source, b->destination, NULL, &stop))
        return true;
    if (stop.trap == LCK_NOT_RUN)
        return false;
    out->wrong = 1;
    snprintf(out->message, sizeof out->message, "%s", stop.message);
    return true;
}

static bool rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu, buffers *b,
                     lck_rehearsal *out)
{
    problem p;
    size_t bytes = (size_t)kernel->array[LCK_SOURCE].element->bytes;
    size_t length = (size_t)b->destination_n * bytes;
    b->source = random_bytes(kernel->ctx, (size_t)b->source_n * bytes, 1);
    b->destination = random_bytes(kernel->ctx, length, 2);
    b->expected = lc_alloc(kernel->ctx, length + 8, 1);
    if (!b->source || !b->destination || !b->expected || !problem_at(kernel, size, &p))
        return false;
    memcpy(b->expected, b->destination, length);
    out->elements = move(&p, bytes, b->source, b->expected);
    if (!run(kernel, size, gpu, b, out))
        return false;
    if (out->wrong == 0)
        compare(kernel, b->destination_n, b->destination, b->expected, out);
    if (out->timing.milliseconds > 0)
        out->bandwidth = 2e-6 * (double)out->elements * (double)bytes / out->timing.milliseconds;
    return true;
}

bool lck_rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu, lck_rehearsal *out)
{
    buffers b = {0};
    *out = (lck_rehearsal){0};
    if (!admitted(kernel, size) ||
        !extents(kernel, size, &b.source_n, &b.destination_n, &out->blocks)) {
        lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
        return false;
    }
    if (b.source_n > LCK_MAX_REHEARSED || b.destination_n > LCK_MAX_REHEARSED) {
        lc_fail(kernel->ctx, LC_ERR_LIMIT, "more than 2^32 elements");
        return false;
    }
    bool ok = rehearse(kernel, size, gpu, &b, out);
    free(b.source);
    free(b.destination);
    free(b.expected);
    return ok;
}
