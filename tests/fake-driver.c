/* fake-driver.c - a driver of CUDA that is none. */
#include "config.h"

#include "../kernels/emit/emitter.h"
#include "fake-driver.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_TEXT "extern \"C\" __global__ void"
#define A_FAILURE 2

fake_gpu fake;

static int step(const char *name)
{
    if (++fake.calls != fake.fail_at)
        return CUDA_SUCCESS;
    fake.failed = name;
    return A_FAILURE;
}

#define STEP                                                                                     \
    do {                                                                                         \
        int result = step(__func__ + strlen("fake_"));                                           \
        if (result != CUDA_SUCCESS)                                                              \
            return result;                                                                       \
    } while (0)

/* A thing that must be released: one byte of memory, so that leaks are seen by tools too. */
static void *birth(size_t bytes)
{
    fake.alive++;
    void *thing = malloc(bytes);
    ck_assert_ptr_nonnull(thing);
    return thing;
}

/* What releases a thing releases it even when it says that it failed. */
static int death(const char *name, void *thing)
{
    fake.alive--;
    free(thing);
    return step(name);
}

static int fake_cuInit(unsigned int flags)
{
    ck_assert_uint_eq(flags, 0);
    STEP;
    return fake.init;
}
static int fake_cuGetErrorString(CUresult error, const char **text)
{
    *text = error == A_FAILURE ? "a failure on purpose" : NULL;
    return error == A_FAILURE ? CUDA_SUCCESS : 1;
}
static int fake_cuDeviceGetCount(int *count)
{
    STEP;
    *count = fake.devices;
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGet(CUdevice *device, int ordinal)
{
    STEP;
    ck_assert_int_eq(ordinal, 0);
    *device = 7;
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGetName(char *name, int room, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    snprintf(name, (size_t)room, "Fake GPU");
    return CUDA_SUCCESS;
}
static int fake_cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9
             : attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT   ? 3
                                                                       : 0;
    return CUDA_SUCCESS;
}
static int fake_cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    STEP;
    ck_assert_int_eq(device, 7);
    fake.alive++;
    *out = (CUcontext)&fake;
    return CUDA_SUCCESS;
}
static int fake_cuDevicePrimaryCtxRelease(CUdevice device)
{
    ck_assert_int_eq(device, 7);
    fake.alive--;
    return step("cuDevicePrimaryCtxRelease");
}
static int fake_cuCtxSetCurrent(CUcontext context)
{
    STEP;
    ck_assert_ptr_eq(context, &fake);
    return CUDA_SUCCESS;
}
static int fake_cuCtxSynchronize(void)
{
    STEP;
    return CUDA_SUCCESS;
}
static int fake_cuModuleLoadData(CUmodule *out, const void *image)
{
    STEP;
    ck_assert_mem_eq(image, "cubin", 5);
    *out = birth(1);
    return CUDA_SUCCESS;
}
static int fake_cuModuleUnload(CUmodule module)
{
    return death("cuModuleUnload", module);
}
static int fake_cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    STEP;
    ck_assert_ptr_nonnull(module);
    const lck_kernel *k = fake.kernel;
    while (k && strcmp(name, k->name) != 0)
        k = k->before;
    ck_assert(k != NULL && fake.nloaded < 8);
    fake.loaded[fake.nloaded].module = module;
    fake.loaded[fake.nloaded++].kernel = k;
    *out = (CUfunction)module;
    return CUDA_SUCCESS;
}
static int fake_cuFuncSetAttribute(CUfunction f, int attribute, int value)
{
    STEP;
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(attribute, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    fake.asked_for_shared = value;
    return CUDA_SUCCESS;
}

static const lck_kernel *kernel_of(CUfunction f)
{
    for (int i = fake.nloaded; i-- > 0;)
        if (fake.loaded[i].module == (CUmodule)f)
            return fake.loaded[i].kernel;
    ck_abort_msg("a function that was not found");
    return NULL;
}

void fake_execute(const lck_kernel *k, void **arguments)
{
    lck_parameter list[LCK_MAX_PARAMETERS];
    lck_host_tensor tensor[LCK_MAX_ARRAYS] = {{NULL, NULL}};
    int64_t size[8];
    lck_stop stop;
    size_t n = lck_parameters(k, list);
    for (size_t i = 0; i < n; i++) {
        size_t number = list[i].number;
        if (list[i].kind == LCK_ARRAY_PARAMETER)
            tensor[number].at = k->array[number].role == LCK_SCALAR
                                    ? arguments[i]
                                    : (void *)(uintptr_t) * (CUdeviceptr *)arguments[i];
        else if (list[i].kind == LCK_SIZE_PARAMETER)
            size[number] = k->size[number].wide ? *(long long *)arguments[i]
                                                : *(int *)arguments[i];
    }
    ck_assert_msg(lck_execute(k, size, tensor, &stop), "%s", stop.message);
}

/* Arguments as the kernel's signature has them; the executor does the rest. */
static int fake_cuLaunchKernel(CUfunction f, unsigned int grid_x, unsigned int grid_y,
                               unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                               unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                               void **arguments, void **extra)
{
    STEP;
    ck_assert(f && !stream && !extra);
    ck_assert(grid_y == 1 && grid_z == 1 && block_y == 1 && block_z == 1);
    (fake.look ? fake.look : fake_execute)(kernel_of(f), arguments);
    fake.launches++;
    fake.blocks = grid_x;
    fake.threads = block_x;
    fake.shared_bytes = shared_bytes;
    return CUDA_SUCCESS;
}
static int fake_cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f,
                                                            int threads, size_t shared_bytes)
{
    STEP;
    ck_assert(f && threads > 0);
    ck_assert_uint_eq(shared_bytes, (size_t)lck_dynamic_bytes(kernel_of(f)));
    *blocks = 1;
    return CUDA_SUCCESS;
}
static int fake_cuOccupancyMaxActiveClusters(int *clusters, CUfunction f,
                                             const CUlaunchConfig *config)
{
    STEP;
    const lck_kernel *k = kernel_of(f);
    ck_assert_uint_eq(config->grid[0], (unsigned int)k->cluster);
    ck_assert_uint_eq(config->block[0], (unsigned int)k->threads);
    ck_assert_uint_eq(config->shared_bytes, (unsigned int)lck_dynamic_bytes(k));
    ck_assert_uint_eq(config->nattributes, 1);
    ck_assert_int_eq(config->attribute->id, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    ck_assert_uint_eq(config->attribute->value.cluster.x, (unsigned int)k->cluster);
    *clusters = 4;
    return CUDA_SUCCESS;
}
/* A map is what it was made of. */
static int fake_cuTensorMapEncodeTiled(CUtensorMap *map, int type, unsigned int rank,
                                       CUdeviceptr address, const unsigned long long *extent,
                                       const unsigned long long *stride, const unsigned int *box,
                                       const unsigned int *element_step, int interleave,
                                       int swizzle, int promotion, int fill)
{
    STEP;
    ck_assert(rank == 2 && type == 7 && interleave == 0 && promotion == 2 && fill == 0);
    ck_assert(element_step[0] == 1 && element_step[1] == 1 && (uintptr_t)map % 64 == 0);
    const unsigned long long word[16] = {
        address, extent[0], extent[1], stride[0], box[0], box[1], (unsigned long long)swizzle};
    memcpy(map, word, sizeof word);
    fake.encoded++;
    return CUDA_SUCCESS;
}
static int fake_cuMemAlloc(CUdeviceptr *out, size_t bytes)
{
    STEP;
    ck_assert_uint_gt(bytes, 0); /* an error of the real one */
    *out = (CUdeviceptr)(uintptr_t)birth(bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemFree(CUdeviceptr at)
{
    return death("cuMemFree", (void *)(uintptr_t)at);
}
static int fake_cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    STEP;
    memcpy((void *)(uintptr_t)to, from, bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    STEP;
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}
static int fake_cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    STEP;
    ck_assert_ptr_null(stream);
    memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
    fake.copies++;
    return CUDA_SUCCESS;
}
static int fake_cuEventCreate(CUevent *out, unsigned int flags)
{
    STEP;
    ck_assert_uint_eq(flags, 0);
    *out = birth(1);
    return CUDA_SUCCESS;
}
static int fake_cuEventDestroy(CUevent event)
{
    return death("cuEventDestroy", event);
}
static int fake_cuEventRecord(CUevent event, CUstream stream)
{
    STEP;
    ck_assert(event && !stream);
    return CUDA_SUCCESS;
}
static int fake_cuEventSynchronize(CUevent event)
{
    STEP;
    ck_assert_ptr_nonnull(event);
    return CUDA_SUCCESS;
}
/* Kernels take 5, 1, 4, 2, 3 ms and so on; copies as long. */
static int fake_cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    static const float order[] = {5, 1, 4, 2, 3};
    static int next;
    STEP;
    ck_assert(from && to && from != to);
    *milliseconds = order[next++ % 5];
    return CUDA_SUCCESS;
}

static int fake_nvrtcCreateProgram(nvrtcProgram *out, const char *source, const char *name,
                                   int nheaders, const char *const *headers,
                                   const char *const *include_names)
{
    STEP;
    ck_assert_ptr_nonnull(strstr(source, SOURCE_TEXT));
    ck_assert_ptr_nonnull(strstr(name, ".cu"));
    ck_assert(nheaders == 0 && !headers && !include_names);
    *out = birth(1);
    return NVRTC_SUCCESS;
}
static int fake_nvrtcDestroyProgram(nvrtcProgram *program)
{
    return death("nvrtcDestroyProgram", *program);
}
static int fake_nvrtcCompileProgram(nvrtcProgram program, int noptions,
                                    const char *const *options)
{
    STEP;
    ck_assert(program && noptions == 1);
    snprintf(fake.architecture, sizeof fake.architecture, "%s", options[0]);
    return fake.refuses ? 6 : NVRTC_SUCCESS;
}
static int fake_nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    *size = strlen(fake.refuses ? COMPLAINT : "") + 1;
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    strcpy(log, fake.refuses ? COMPLAINT : "");
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    *size = 5;
    return NVRTC_SUCCESS;
}
static int fake_nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    STEP;
    ck_assert_ptr_nonnull(program);
    memcpy(cubin, "cubin", 5);
    return NVRTC_SUCCESS;
}
static const char *fake_nvrtcGetErrorString(nvrtcResult result)
{
    return result == 6 ? "NVRTC_ERROR_COMPILATION" : "a failure on purpose";
}

#define ENTRY(member, symbol, parameters) .member = fake_##member,
const lck_driver fake_driver = {LCK_DRIVER_FUNCTIONS(ENTRY) LCK_LATER_DRIVER_FUNCTIONS(ENTRY)};
const lck_driver fake_old_driver = {LCK_DRIVER_FUNCTIONS(ENTRY)};
const lck_nvrtc fake_nvrtc = {
    LCK_NVRTC_FUNCTIONS(ENTRY).nvrtcGetErrorString = fake_nvrtcGetErrorString};
