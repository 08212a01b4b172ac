/* rehearse.c - the memory of a kernel that runs on random data, and the run. */
#include "config.h"

#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../execute/execute.h"

#define REPETITIONS 21

/* ---- trials ---- */

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
    if (array->role == LCK_WRITTEN)
        t->tensor[i].written = lc_alloc(ctx, n + 1, 1);
    return t->tensor[i].at && (array->role != LCK_WRITTEN || t->tensor[i].written);
}

static bool read_counters(lck_trial *t)
{
    const lck_kernel *k = t->kernel;
    t->rank = k->rank;
    t->number[0] = t->number[1] = 1;
    if (k->rank > LCK_TRIAL_RANK)
        return lc_fail(k->ctx, LC_ERR_LIMIT, "more than %d axes", LCK_TRIAL_RANK);
    for (size_t i = 0; i < k->rank; i++) {
        const lck_counter *c = &k->counter[i];
        t->axis[i].contracted = c->contracted;
        if (!lck_trial_number(t, c->extent, &t->axis[i].extent))
            return false;
        t->number[c->contracted] *= t->axis[i].extent;
        for (size_t a = 0; a < k->narrays; a++)
            if (c->stride[a] && !lck_trial_number(t, c->stride[a], &t->axis[i].stride[a]))
                return false;
    }
    for (size_t a = 0; a < k->narrays; a++)
        if (k->array[a].offset && !lck_trial_number(t, k->array[a].offset, &t->offset[a]))
            return false;
    return true;
}

/* The memory of tensors and scalars, with 0 everywhere. */
static bool open_trial(lck_trial *t, const lck_kernel *kernel, const int64_t *size)
{
    *t = (lck_trial){.kernel = kernel, .size = size};
    if (!lck_sizes_admitted(kernel, size))
        return lc_fail(kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
    for (size_t i = 0; i < kernel->nsizes; i++)
        t->env[kernel->size[i].var->slot] = size[i];
    bool ok = read_counters(t);
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

bool lck_trial_run(lck_trial *t, lck_rehearsal *out)
{
    lck_stop stop;
    if (t->gpu)
        return lck_gpu_run(t->gpu, t->kernel, t->size, t->tensor, REPETITIONS, &out->timing);
    if (lck_execute(t->kernel, t->size, t->tensor, &stop))
        return true;
    if (stop.trap == LCK_NOT_RUN)
        return false;
    out->wrong = 1;
    snprintf(out->message, sizeof out->message, "%s", stop.message);
    return true;
}

/* ---- kinds ---- */

/* Candidates are several tiles, and no multiple of one: odd ones first. */
const lck_kind_trial lck_trial_of[LCK_KINDS] = {
    [LCK_IS_COPY] = {lck_rehearse_elements,
                     {403, 408, 400, 512, 576, 1152, 200, 129, 64, 37, 16, 4, 1, 0, 2048, 8192,
                      65536}},
    [LCK_IS_PRODUCT] = {lck_rehearse_elements,
                        {200, 264, 100, 104, 72, 40, 37, 24, 16, 12, 8, 4, 3, 1, 0, 128, 1024}},
    [LCK_IS_ATTENTION] = {lck_rehearse_attention,
                          {200, 264, 100, 37, 16, 8, 4, 3, 1, 128, 64, 2, 6, 12, 24, 512, 1024}},
    [LCK_IS_ROWS] = {lck_rehearse_rows,
                     {403, 408, 400, 512, 576, 1152, 200, 129, 64, 37, 16, 4, 1, 3, 2048, 8192,
                      65536}},
};

static bool rehearse(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out)
{
    t->gpu = gpu;
    return lck_trial_number(t, t->kernel->blocks, &out->blocks) &&
           lck_trial_of[t->kernel->kind].run(t, out);
}

bool lck_rehearse(const lck_kernel *kernel, const int64_t *size, lck_gpu *gpu, lck_rehearsal *out)
{
    lck_trial t;
    *out = (lck_rehearsal){0};
    bool ok = open_trial(&t, kernel, size) && rehearse(&t, gpu, out);
    close_trial(&t);
    return ok;
}
