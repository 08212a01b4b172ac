/* cuda-api.h - the functions of CUDA that are called, found at run time.
 *
 * The driver API (libcuda, which comes with the driver of a GPU) and NVRTC (libnvrtc, a part of
 * the CUDA toolkit). Types, names and constants are those of NVIDIA's cuda.h and nvrtc.h, neither
 * of which is needed to build. A member without a suffix is the version of its function that the
 * list below names.
 *
 * A library that was opened stays loaded: threads and exit handlers of it outlive any use.
 */
#ifndef LCK_CUDA_API_H
#define LCK_CUDA_API_H

#include "gpu.h"

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef int nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_STUB_LIBRARY = 34, /* stands in for libcuda where there is no driver */
    CUDA_ERROR_NO_DEVICE = 100,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    NVRTC_SUCCESS = 0
};

/* A tensor map; an attribute of a launch, of which there are more than this one; a launch. */
typedef struct {
    _Alignas(64) unsigned long long word[16];
} CUtensorMap;
typedef struct {
    int id;
    char pad[4];
    union {
        char room[64];
        struct {
            unsigned int x, y, z;
        } cluster;
    } value;
} CUlaunchAttribute;
typedef struct {
    unsigned int grid[3], block[3], shared_bytes;
    CUstream stream;
    CUlaunchAttribute *attribute;
    unsigned int nattributes;
} CUlaunchConfig;

/* F(member, symbol, parameters), each returning a CUresult. */
#define LCK_DRIVER_FUNCTIONS(F)                                                                  \
    F(cuInit, cuInit, (unsigned int flags))                                                      \
    F(cuGetErrorString, cuGetErrorString, (CUresult error, const char **text))                   \
    F(cuDeviceGetCount, cuDeviceGetCount, (int *count))                                          \
    F(cuDeviceGet, cuDeviceGet, (CUdevice * device, int ordinal))                                \
    F(cuDeviceGetName, cuDeviceGetName, (char *name, int room, CUdevice device))                 \
    F(cuDeviceGetAttribute, cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))  \
    F(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext * out, CUdevice device))    \
    F(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (CUdevice device))                \
    F(cuCtxSetCurrent, cuCtxSetCurrent, (CUcontext context))                                     \
    F(cuCtxSynchronize, cuCtxSynchronize, (void))                                                \
    F(cuModuleLoadData, cuModuleLoadData, (CUmodule * out, const void *image))                   \
    F(cuModuleUnload, cuModuleUnload, (CUmodule module))                                         \
    F(cuModuleGetFunction, cuModuleGetFunction,                                                  \
      (CUfunction * out, CUmodule module, const char *name))                                     \
    F(cuFuncSetAttribute, cuFuncSetAttribute, (CUfunction f, int attribute, int value))          \
    F(cuLaunchKernel, cuLaunchKernel,                                                            \
      (CUfunction f, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,              \
       unsigned int block_x, unsigned int block_y, unsigned int block_z,                         \
       unsigned int shared_bytes, CUstream stream, void **arguments, void **extra))              \
    F(cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor,  \
      (int *blocks, CUfunction f, int threads, size_t shared_bytes))                             \
    F(cuMemAlloc, cuMemAlloc_v2, (CUdeviceptr * out, size_t bytes))                              \
    F(cuMemFree, cuMemFree_v2, (CUdeviceptr at))                                                 \
    F(cuMemcpyHtoD, cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t bytes))           \
    F(cuMemcpyDtoH, cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t bytes))                 \
    F(cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2,                                                   \
      (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))                         \
    F(cuEventCreate, cuEventCreate, (CUevent * out, unsigned int flags))                         \
    F(cuEventDestroy, cuEventDestroy_v2, (CUevent event))                                        \
    F(cuEventRecord, cuEventRecord, (CUevent event, CUstream stream))                            \
    F(cuEventSynchronize, cuEventSynchronize, (CUevent event))                                   \
    F(cuEventElapsedTime, cuEventElapsedTime, (float *milliseconds, CUevent from, CUevent to))

/* The same, of drivers from CUDA 12 on; NULL in older ones. */
#define LCK_LATER_DRIVER_FUNCTIONS(F)                                                            \
    F(cuOccupancyMaxActiveClusters, cuOccupancyMaxActiveClusters,                                \
      (int *clusters, CUfunction f, const CUlaunchConfig *config))                               \
    F(cuTensorMapEncodeTiled, cuTensorMapEncodeTiled,                                            \
      (CUtensorMap * map, int type, unsigned int rank, CUdeviceptr address,                      \
       const unsigned long long *extent, const unsigned long long *stride,                       \
       const unsigned int *box, const unsigned int *step, int interleave, int swizzle,           \
       int promotion, int fill))

/* The same, each returning an nvrtcResult. nvrtcGetErrorString returns a string. */
#define LCK_NVRTC_FUNCTIONS(F)                                                                   \
    F(nvrtcCreateProgram, nvrtcCreateProgram,                                                    \
      (nvrtcProgram * out, const char *source, const char *name, int nheaders,                   \
       const char *const *headers, const char *const *include_names))                            \
    F(nvrtcDestroyProgram, nvrtcDestroyProgram, (nvrtcProgram * program))                        \
    F(nvrtcCompileProgram, nvrtcCompileProgram,                                                  \
      (nvrtcProgram program, int noptions, const char *const *options))                          \
    F(nvrtcGetProgramLogSize, nvrtcGetProgramLogSize, (nvrtcProgram program, size_t * size))     \
    F(nvrtcGetProgramLog, nvrtcGetProgramLog, (nvrtcProgram program, char *log))                 \
    F(nvrtcGetCUBINSize, nvrtcGetCUBINSize, (nvrtcProgram program, size_t * size))               \
    F(nvrtcGetCUBIN, nvrtcGetCUBIN, (nvrtcProgram program, char *cubin))

#define LCK_MEMBER(member, symbol, parameters) int(*member) parameters;

typedef struct {
    LCK_DRIVER_FUNCTIONS(LCK_MEMBER)
    LCK_LATER_DRIVER_FUNCTIONS(LCK_MEMBER)
} lck_driver;

typedef struct {
    LCK_NVRTC_FUNCTIONS(LCK_MEMBER)
    const char *(*nvrtcGetErrorString)(nvrtcResult result);
} lck_nvrtc;

/* Finds all functions. LC_ERR_NO_VALUE when a library is missing or lacks one of them, but for
 * those of later drivers; it names the library and repeats the loader's message. */
bool lck_driver_load(lc_ctx *ctx, lck_driver *driver);
bool lck_nvrtc_load(lc_ctx *ctx, lck_nvrtc *nvrtc);

/* Prints a line with the versions of NVRTC and the driver, as far as they are there. */
void lck_print_cuda_versions(void);

/* lck_gpu_open and lck_compile with functions found earlier; the table is copied. */
lck_gpu *lck_gpu_open_with(lc_ctx *ctx, const lck_driver *driver, const lck_nvrtc *nvrtc);
void *lck_compile_with(lc_ctx *ctx, const lck_nvrtc *nvrtc, const char *source, const char *name,
                       const char *architecture, size_t *length);

#endif
