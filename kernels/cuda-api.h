/* cuda-api.h - the few functions of CUDA that running a kernel takes, opened at run time.
 *
 * Declared here by hand, so that no header of CUDA is needed to build. The types and the
 * values of the constants are those of the driver API and of NVRTC, whose interfaces are
 * stable: handles are pointers, a device address is 64 bits, status 0 is success.
 */
#ifndef LCK_CUDA_API_H
#define LCK_CUDA_API_H

#include "../lib/ctx.h"

typedef void *lck_cu_handle; /* CUcontext, CUmodule, CUfunction, CUstream, CUevent */
typedef unsigned long long lck_cu_address;

typedef struct {
    void *library;
    int (*cuInit)(unsigned flags);
    int (*cuGetErrorString)(int status, const char **text);
    int (*cuDeviceGetCount)(int *count);
    int (*cuDeviceGet)(int *device, int ordinal);
    int (*cuDeviceGetName)(char *name, int length, int device);
    int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
    int (*cuDevicePrimaryCtxRetain)(lck_cu_handle *context, int device);
    int (*cuDevicePrimaryCtxRelease)(int device);
    int (*cuCtxSetCurrent)(lck_cu_handle context);
    int (*cuCtxSynchronize)(void);
    int (*cuModuleLoadData)(lck_cu_handle *module, const void *image);
    int (*cuModuleUnload)(lck_cu_handle module);
    int (*cuModuleGetFunction)(lck_cu_handle *function, lck_cu_handle module, const char *name);
    int (*cuFuncSetAttribute)(lck_cu_handle function, int attribute, int value);
    int (*cuLaunchKernel)(lck_cu_handle function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz, unsigned shared,
                          lck_cu_handle stream, void **arguments, void **extra);
    int (*cuMemAlloc)(lck_cu_address *address, size_t bytes);
    int (*cuMemFree)(lck_cu_address address);
    int (*cuMemcpyHtoD)(lck_cu_address to, const void *from, size_t bytes);
    int (*cuMemcpyDtoH)(void *to, lck_cu_address from, size_t bytes);
    int (*cuMemcpyDtoDAsync)(lck_cu_address to, lck_cu_address from, size_t bytes,
                             lck_cu_handle stream);
    int (*cuEventCreate)(lck_cu_handle *event, unsigned flags);
    int (*cuEventDestroy)(lck_cu_handle event);
    int (*cuEventRecord)(lck_cu_handle event, lck_cu_handle stream);
    int (*cuEventSynchronize)(lck_cu_handle event);
    int (*cuEventElapsedTime)(float *milliseconds, lck_cu_handle begin, lck_cu_handle end);
} lck_cuda_api;

typedef void *lck_nvrtc_program;

typedef struct {
    void *library;
    const char *(*nvrtcGetErrorString)(int status);
    int (*nvrtcCreateProgram)(lck_nvrtc_program *program, const char *source, const char *name,
                              int headers, const char *const *header, const char *const *names);
    int (*nvrtcDestroyProgram)(lck_nvrtc_program *program);
    int (*nvrtcCompileProgram)(lck_nvrtc_program program, int n, const char *const *option);
    int (*nvrtcGetProgramLogSize)(lck_nvrtc_program program, size_t *length);
    int (*nvrtcGetProgramLog)(lck_nvrtc_program program, char *log);
    int (*nvrtcGetCUBINSize)(lck_nvrtc_program program, size_t *length);
    int (*nvrtcGetCUBIN)(lck_nvrtc_program program, char *cubin);
} lck_nvrtc_api;

/* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR;
 * CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES. */
enum { LCK_CU_MAJOR = 75, LCK_CU_MINOR = 76, LCK_CU_DYNAMIC_SHARED = 8 };

/* LC_ERR_NO_VALUE when the library, or a function in it, is not there. */
bool lck_cuda_open(lc_ctx *ctx, lck_cuda_api *cuda);
bool lck_nvrtc_open(lc_ctx *ctx, lck_nvrtc_api *nvrtc);
void lck_cuda_close(lck_cuda_api *cuda);
void lck_nvrtc_close(lck_nvrtc_api *nvrtc);

#endif
