/* rehearse.c - kernels on random data; copies. Products: product.c, rows: rows.c. */
#include "config.h"

#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../execute/execute.h"

#define REPETITIONS 21

/* ---- trials ---- */

uint64_t lck_trial_bits(lck_trial *t)
{
    uint64_t z = (t->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static bool open_array(lck_trial *t, size_t i)
{
    const lck_array *array = &t->kernel->array[i];
    lc_ctx *ctx = t->kernel->ctx;
    if (array->role == LCK_OF_BLOCK || array->role == LCK_SCRATCH)
        return true;
    if (!lc_expr_at(array->extent, t->env, &t->elements[i]) || t->elements[i] < 0)
        return lc_fail(ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
    if (t->elements[i] > LCK_MAX_REHEARSED)
        return lc_fail(ctx, LC_ERR_LIMIT, "more than 2^32 elements");
    size_t n = (size_t)t->elements[i];
    t->tensor[i].at = lc_alloc(ctx, n + 8, (size_t)array->element->bytes);
    bool watched = lck_computes(t->kernel) && array->role == LCK_WRITTEN;
    if (watched)
        t->tensor[i].written = lc_alloc(ctx, n + 1, 1);
    return t->tensor[i].at && (!watched || t->tensor[i].written);
}

/* The memory of tensors and scalars, with 0 everywhere. */
static bool open_trial(lck_trial *t, const lck_kernel *kernel, const int64_t *size)
{
    *t = (lck_trial){.kernel = kernel, .size = size};
    if (!lck_sizes_admitted(kernel, size))
        return lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
    for (size_t i = 0; i < kernel->nsizes; i++)
        t->env[kernel->size[i].var->slot] = size[i];
    bool ok = true;
    for (size_t i = 0; ok && i < kernel->narrays; i++)
        ok = open_array(t, i);
    return ok;
}

static void close_trial(lck_trial *t)
{
    for (size_t i = 0; i < LCK_MAX_ARRAYS; i++) {
        free(t->tensor[i].at);
        free(t->tensor[i].written);
    }
}

bool lck_trial_run(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out)
{
    lck_stop stop;
    if (gpu)
        return lck_gpu_run(gpu, t->kernel, t->size, t->tensor, REPETITIONS, &out->timing);
    if (lck_execute(t->kernel, t->size, t->tensor, &stop))
        return true;
    if (stop.trap == LCK_NOT_RUN)
        return false;
    out->wrong = 1;
    snprintf(out->message, sizeof out->message, "%s", stop.message);
    return true;
}

/* ---- the expected result ---- */

typedef struct {
    size_t rank;
    int64_t extent[64], source[64], destination[64];
    int64_t source_offset, destination_offset;
    const lck_kernel *kernel;
} problem;

static bool problem_at(const lck_trial *t, problem *out)
{
    const lck_kernel *kernel = t->kernel;
    const int64_t *env = t->env;
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

/* ---- copies ---- */

static void fill(lck_trial *t, size_t array)
{
    unsigned char *at = t->tensor[array].at;
    size_t n = (size_t)t->elements[array] * (size_t)t->kernel->array[array].element->bytes;
    t->state = array + 1;
    for (size_t i = 0; i < n; i += 8) { /* there is room for 8 more bytes */
        uint64_t word = lck_trial_bits(t);
        memcpy(at + i, &word, 8);
    }
}

static bool rehearse_copy(lck_trial *t, lck_gpu *gpu, unsigned char *expected, lck_rehearsal *out)
{
    problem p;
    const lck_kernel *kernel = t->kernel;
    size_t bytes = (size_t)kernel->array[LCK_SOURCE].element->bytes;
    int64_t n = t->elements[LCK_DESTINATION];
    if (!problem_at(t, &p))
        return false;
    fill(t, LCK_SOURCE);
    fill(t, LCK_DESTINATION);
    memcpy(expected, t->tensor[LCK_DESTINATION].at, (size_t)n * bytes);
    out->elements = move(&p, bytes, t->tensor[LCK_SOURCE].at, expected);
    if (!lck_trial_run(t, gpu, out))
        return false;
    if (out->wrong == 0)
        compare(kernel, n, t->tensor[LCK_DESTINATION].at, expected, out);
    if (out->timing.milliseconds > 0)
        out->bandwidth = 2e-6 * (double)out->elements * (double)bytes / out->timing.milliseconds;
    return true;
}

static bool rehearse(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out)
{
    const lck_kernel *kernel = t->kernel;
    if (!lc_expr_at(kernel->blocks, t->env, &out->blocks))
        return lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
    if (kernel->is_product)
        return lck_rehearse_product(t, gpu, out);
    if (kernel->formula)
        return lck_rehearse_rows(t, gpu, out);
    unsigned char *expected = lc_alloc(kernel->ctx, (size_t)t->elements[LCK_DESTINATION] + 1,
                                       (size_t)kernel->array[LCK_DESTINATION].element->bytes);
    bool ok = expected && rehearse_copy(t, gpu, expected, out);
    free(expected);
    return ok;
}

bool lck_rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu, lck_rehearsal *out)
{
    lck_trial t;
    *out = (lck_rehearsal){0};
    bool ok = open_trial(&t, kernel, size) && rehearse(&t, gpu, out);
    close_trial(&t);
    return ok;
}
