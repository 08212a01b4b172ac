/* host-launch.h - as much of CUDA's runtime as emitted launchers use, for a C++ compiler.
 *
 * Functions count their calls, and fail at one of the test's choice. A launch, `KERNEL(grid,
 * threads, bytes, stream)(arguments)`, is printed.
 */
#ifndef TESTS_HOST_LAUNCH_H
#define TESTS_HOST_LAUNCH_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

enum cudaError_t {
    cudaSuccess,
    cudaErrorInvalidValue,
    cudaErrorNotSupported,
    cudaErrorLaunchFailure
};
enum {
    cudaFuncAttributeMaxDynamicSharedMemorySize,
    cudaDevAttrMultiProcessorCount,
    cudaEnableDefault,
    cudaLaunchAttributeClusterDimension
};
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess };
typedef void *cudaStream_t;
struct dim3 {
    unsigned int x;
    dim3(unsigned int n = 1) : x(n)
    {
    }
};
struct cudaLaunchAttribute {
    int id;
    struct {
        struct {
            unsigned int x, y, z;
        } clusterDim;
    } val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};
struct alignas(64) lck_tensor_map {
    unsigned long long word[16];
};
#define CUDART_VERSION 13000

static int calls, fail_at, alive;
static const char *failed;

static cudaError_t call(const char *name)
{
    if (++calls != fail_at)
        return cudaSuccess;
    failed = name;
    return cudaErrorLaunchFailure;
}

/* ---- launches */

static bool quiet;

static void show(const lck_tensor_map &map)
{
    printf(" map(%llu x %llu, rows of %llu bytes, boxes of %llu x %llu)", map.word[1],
           map.word[2], map.word[3], map.word[4], map.word[5]);
}
static void show(const float *)
{
    printf(" pointer");
}
static void show(float number)
{
    printf(" %.1f", number);
}
static void show(int number)
{
    printf(" %d", number);
}

struct launch_of {
    const char *name;
    unsigned int grid, threads, bytes;
    template <typename... T> void operator()(const T &...arguments) const
    {
        if (quiet)
            return;
        printf("%s: %u blocks of %u threads, %u bytes:", name, grid, threads, bytes);
        const int unused[] = {(show(arguments), 0)...};
        (void)unused;
        printf("\n");
    }
};
struct kernel_of {
    const char *name;
    launch_of operator()(unsigned int grid, unsigned int threads, unsigned int bytes,
                         cudaStream_t) const
    {
        return {name, grid, threads, bytes};
    }
};

/* ---- the device: 3 multiprocessors, 4 clusters at once */

static inline cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return call("cudaGetDevice");
}
static inline cudaError_t cudaDeviceGetAttribute(int *value, int, int)
{
    *value = 3;
    return call("cudaDeviceGetAttribute");
}
static inline cudaError_t cudaFuncSetAttribute(const kernel_of &, int, int bytes)
{
    if (bytes <= 0)
        abort();
    return call("cudaFuncSetAttribute");
}
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const kernel_of &,
                                                         const cudaLaunchConfig_t *config)
{
    if (config->numAttrs != 1 || config->attrs->val.clusterDim.x != config->gridDim.x)
        abort();
    *clusters = 4;
    return call("cudaOccupancyMaxActiveClusters");
}
static inline cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaStream_t)
{
    const cudaError_t error = call("cudaMallocAsync");
    if (error == cudaSuccess) {
        *out = aligned_alloc(256, (bytes + 255) / 256 * 256);
        alive++;
    }
    return error;
}
static inline cudaError_t cudaFreeAsync(void *at, cudaStream_t)
{
    free(at);
    alive--;
    return call("cudaFreeAsync");
}
static inline cudaError_t cudaGetLastError()
{
    return call("cudaGetLastError");
}

/* Maps of f32, of rank 2, in rows that are multiples of 16 bytes. */
static int encode(void *map, int type, unsigned int rank, void *address,
                  const unsigned long long *extent, const unsigned long long *stride,
                  const unsigned int *box, const unsigned int *step, int interleave, int swizzle,
                  int promotion, int fill)
{
    if (type != 7 || rank != 2 || step[0] != 1 || step[1] != 1 || interleave || swizzle ||
        promotion != 2 || fill)
        abort();
    if ((size_t)address % 16 || stride[0] % 16 || !stride[0] || !extent[0] || !extent[1])
        return 1;
    const unsigned long long word[16] = {
        (unsigned long long)address, extent[0], extent[1], stride[0], box[0], box[1]};
    memcpy(map, word, sizeof word);
    return call("cuTensorMapEncodeTiled") == cudaSuccess ? 0 : 1;
}
static inline cudaError_t
cudaGetDriverEntryPointByVersion(const char *name, void **out, unsigned int version, int,
                                 cudaDriverEntryPointQueryResult *result)
{
    if (strcmp(name, "cuTensorMapEncodeTiled") != 0 || version != 12000)
        abort();
    *out = (void *)encode;
    *result = cudaDriverEntryPointSuccess;
    return call("cudaGetDriverEntryPointByVersion");
}

#endif
