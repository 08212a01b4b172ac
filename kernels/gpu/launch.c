/* launch.c - measuring, loading and starting a kernel. */
#include "config.h"

#include "launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emit/emitter.h"
#include "../kernel/tensor-map.h"

/* ---- sizes */

static bool admits(const lck_kernel *k, const int64_t *env)
{
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        int64_t value = env[var->slot];
        if (value < var->low || value > var->high ||
            (!k->size[i].wide && (value < INT32_MIN || value > INT32_MAX)))
            return lc_fail(k->ctx, LC_ERR_INVALID,
                           "%s does not admit %s = %" PRId64 ": expected a size in %" PRId64
                           "..%" PRId64,
                           k->name, var->name, value, var->low, var->high);
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        int64_t holds = 0;
        if (lc_expr_at(k->condition[i], env, &holds) && holds)
            continue;
        char *text = lc_expr_to_c(k->ctx, k->condition[i]);
        lc_fail(k->ctx, LC_ERR_INVALID, "%s does not admit these sizes: expected %s", k->name,
                text ? text : "its conditions to hold");
        free(text);
        return false;
    }
    return true;
}

/* The number that an expression of the sizes has, in 0..most. */
static bool count(const lck_kernel *k, const lc_expr *e, const int64_t *env, int64_t most,
                  const char *what, int64_t *out)
{
    if (lc_expr_at(e, env, out) && *out >= 0 && *out <= most)
        return true;
    return lc_fail(k->ctx, LC_ERR_LIMIT, "%s: the number of %s is not in 0..%" PRId64, k->name,
                   what, most);
}

static bool measure_array(lck_launch *l, size_t i, const int64_t *env)
{
    const lck_array *array = &l->kernel->array[i];
    int64_t elements, bytes = array->element->bytes;
    char what[64];
    if (array->role == LCK_OF_BLOCK)
        return true;
    snprintf(what, sizeof what, "elements of the %s", array->name);
    if (!count(l->kernel, array->extent, env, INT64_MAX / bytes, what, &elements))
        return false;
    l->bytes[i] = (size_t)elements * (size_t)bytes;
    return true;
}

/* "a", of what has instructions of its own (sm_90a), runs on these GPUs alone. */
static bool suits(const lck_launch *l)
{
    const lck_gpu *gpu = l->gpu;
    int has = gpu->major * 10 + gpu->minor, needs = l->kernel->architecture;
    if (needs == 90 ? gpu->major == 9 : has >= needs)
        return true;
    return lc_fail(l->kernel->ctx, LC_ERR_NO_VALUE, "%s needs sm_%d%s: the GPU is %s",
                   l->kernel->name, needs, needs == 90 ? "a" : " or later", gpu->name);
}

bool lck_launch_measure(lck_launch *l, const int64_t *size)
{
    const lck_kernel *k = l->kernel;
    int64_t env[LC_MAX_EXPR_VARS] = {0}, blocks;
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = size[i];
    if (!admits(k, env) || !suits(l))
        return false;
    for (size_t i = 0; i < k->narrays; i++)
        if (!measure_array(l, i, env))
            return false;
    if (!count(k, k->blocks, env, INT32_MAX, "blocks", &blocks))
        return false;
    l->size = size;
    l->blocks = (unsigned int)blocks;
    l->shared_bytes = (unsigned int)lck_dynamic_bytes(k);
    return true;
}

/* ---- arguments */

static void *argument(lck_launch *l, lck_parameter parameter)
{
    size_t i = parameter.number;
    if (parameter.kind == LCK_MAP_PARAMETER)
        return &l->map[i];
    if (parameter.kind == LCK_ARRAY_PARAMETER)
        return l->kernel->array[i].role == LCK_SCALAR ? (void *)l->scalar[i] : (void *)&l->at[i];
    l->narrow[i] = (int)l->size[i];
    l->wide[i] = l->size[i];
    return l->kernel->size[i].wide ? (void *)&l->wide[i] : (void *)&l->narrow[i];
}

static bool make_arguments(lck_launch *l)
{
    const lck_kernel *k = l->kernel;
    lck_parameter list[LCK_MAX_PARAMETERS];
    size_t n = lck_parameters(k, list);
    l->argument = lc_alloc(k->ctx, n, sizeof *l->argument);
    l->narrow = lc_alloc(k->ctx, k->nsizes, sizeof *l->narrow);
    l->wide = lc_alloc(k->ctx, k->nsizes, sizeof *l->wide);
    if (!l->argument || !l->narrow || !l->wide)
        return false;
    for (size_t i = 0; i < n; i++)
        l->argument[i] = argument(l, list[i]);
    return true;
}

/* ---- the kernel */

static void *compile(const lck_launch *l)
{
    const lck_kernel *k = l->kernel;
    const lck_gpu *gpu = l->gpu;
    char architecture[32];
    size_t length;
    snprintf(architecture, sizeof architecture, "%d%d%s", gpu->major, gpu->minor,
             k->architecture == 90 ? "a" : "");
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    void *cubin =
        text ? lck_compile_with(k->ctx, &gpu->nvrtc, text, k->name, architecture, &length) : NULL;
    free(text);
    return cubin;
}

static bool has_later(const lck_launch *l, bool there, const char *function)
{
    return there || lc_fail(l->kernel->ctx, LC_ERR_NO_VALUE,
                            "%s needs a driver of CUDA 12 or later: libcuda.so.1 has no %s",
                            l->kernel->name, function);
}

/* The blocks that the device holds at once. */
static bool resident(const lck_launch *l, int64_t *blocks)
{
    const lck_gpu *gpu = l->gpu;
    const lck_kernel *k = l->kernel;
    const unsigned int cluster = (unsigned int)k->cluster;
    int n = 0;
    if (k->cluster == 1) {
        if (!LCK_CALL(gpu, cuOccupancyMaxActiveBlocksPerMultiprocessor, &n, l->function,
                      k->threads, l->shared_bytes))
            return false;
        *blocks = (int64_t)n * gpu->multiprocessors;
        return true;
    }
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    attribute.value.cluster.x = cluster;
    attribute.value.cluster.y = attribute.value.cluster.z = 1;
    const CUlaunchConfig config = {{cluster, 1, 1}, {(unsigned int)k->threads, 1, 1},
                                   l->shared_bytes, NULL,
                                   &attribute,      1};
    if (!has_later(l, gpu->driver.cuOccupancyMaxActiveClusters != NULL,
                   "cuOccupancyMaxActiveClusters") ||
        !LCK_CALL(gpu, cuOccupancyMaxActiveClusters, &n, l->function, &config))
        return false;
    *blocks = (int64_t)n * k->cluster;
    return true;
}

static bool choose_grid(lck_launch *l)
{
    int64_t blocks;
    if (!l->kernel->grid || l->blocks == 0)
        return true;
    if (!resident(l, &blocks))
        return false;
    l->blocks = (unsigned int)lck_kernel_blocks(l->kernel, l->size, blocks);
    return true;
}

bool lck_launch_load(lck_launch *l)
{
    const lck_gpu *gpu = l->gpu;
    void *cubin = make_arguments(l) ? compile(l) : NULL;
    bool ok = cubin && LCK_CALL(gpu, cuModuleLoadData, &l->module, cubin) &&
              LCK_CALL(gpu, cuModuleGetFunction, &l->function, l->module, l->kernel->name);
    if (ok && l->shared_bytes > 0)
        ok = LCK_CALL(gpu, cuFuncSetAttribute, l->function,
                      CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)l->shared_bytes);
    free(cubin);
    return ok && choose_grid(l);
}

/* ---- tensor maps */

/* Extents and strides, in bytes; of an empty tensor any that are taken. */
static bool read_map(const lck_launch *l, const lck_map *map, const int64_t *env,
                     unsigned long long *extent, unsigned long long *stride)
{
    int64_t value, bytes = l->kernel->array[map->tensor].element->bytes;
    bool empty = false;
    for (size_t i = 0; i < map->rank; i++) {
        if (!count(l->kernel, map->extent[i], env, UINT32_MAX, "elements along an axis", &value))
            return false;
        extent[i] = value > 0 ? (unsigned long long)value : 1;
        empty = empty || value == 0;
    }
    for (size_t i = 0; i < map->rank; i++) {
        if (!count(l->kernel, map->stride[i], env, INT64_MAX / bytes, "elements of a stride",
                   &value))
            return false;
        stride[i] = empty ? 16 : (unsigned long long)(value * bytes);
    }
    return true;
}

static bool encode(lck_launch *l, size_t number, const int64_t *env)
{
    const lck_gpu *gpu = l->gpu;
    const lck_map *map = &l->kernel->map[number];
    const lck_element *element = l->kernel->array[map->tensor].element;
    const unsigned int step[LCK_MAX_MAP_RANK] = {1, 1, 1, 1, 1};
    unsigned long long extent[LCK_MAX_MAP_RANK], stride[LCK_MAX_MAP_RANK];
    unsigned int box[LCK_MAX_MAP_RANK];
    int64_t value, bytes = element->bytes;
    if (!read_map(l, map, env, extent, stride))
        return false;
    for (size_t i = 0; i < map->rank; i++)
        box[i] = map->last && i == map->cut
                     ? (unsigned int)((extent[i] - 1) % (unsigned int)map->box[i] + 1)
                     : (unsigned int)map->box[i];
    if (!count(l->kernel, map->offset, env, INT64_MAX / bytes, "elements of an offset", &value))
        return false;
    return LCK_CALL(gpu, cuTensorMapEncodeTiled, &l->map[number], lck_map_type(element),
                    (unsigned int)map->rank,
                    l->at[map->tensor] + (unsigned long long)(value * bytes), extent, stride + 1,
                    box, step, LCK_MAP_INTERLEAVE, lck_map_swizzle(map->span), LCK_MAP_PROMOTION,
                    LCK_MAP_FILL);
}

bool lck_launch_encode(lck_launch *l)
{
    const lck_kernel *k = l->kernel;
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    if (l->blocks == 0 || k->nmaps == 0)
        return true;
    if (!has_later(l, l->gpu->driver.cuTensorMapEncodeTiled != NULL, "cuTensorMapEncodeTiled"))
        return false;
    for (size_t i = 0; i < k->nsizes; i++)
        env[k->size[i].var->slot] = l->size[i];
    for (size_t i = 0; i < k->nmaps; i++)
        if (!encode(l, i, env))
            return false;
    return true;
}

/* ---- running it */

bool lck_launch_start(const lck_launch *l)
{
    const lck_gpu *gpu = l->gpu;
    if (l->blocks == 0)
        return true;
    return LCK_CALL(gpu, cuLaunchKernel, l->function, l->blocks, 1, 1,
                    (unsigned int)l->kernel->threads, 1, 1, l->shared_bytes, NULL, l->argument,
                    NULL);
}

void lck_launch_release(lck_launch *l)
{
    if (l->module)
        l->gpu->driver.cuModuleUnload(l->module);
    free(l->argument);
    free(l->narrow);
    free(l->wide);
}
