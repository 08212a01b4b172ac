/* cuda-api.c - libcuda and libnvrtc, where they are. */
#include "config.h"

#include "cuda-api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function by its name: where its address goes, among those of an api. */
typedef struct {
    const char *name;
    size_t offset;
} entry;

static bool find_all(lc_ctx *ctx, void *library, const char *file, size_t n, const entry *wanted,
                     void *api)
{
    for (size_t i = 0; i < n; i++) {
        void *address = dlsym(library, wanted[i].name);
        if (!address) {
            lc_fail(ctx, LC_ERR_NO_VALUE, "%s has no %s", file, wanted[i].name);
            return false;
        }
        memcpy((char *)api + wanted[i].offset, &address, sizeof address);
    }
    return true;
}

#define CUDA(name, symbol) {symbol, offsetof(lck_cuda_api, name)}

static const entry cuda_entries[] = {
    CUDA(cuInit, "cuInit"),
    CUDA(cuGetErrorString, "cuGetErrorString"),
    CUDA(cuDeviceGetCount, "cuDeviceGetCount"),
    CUDA(cuDeviceGet, "cuDeviceGet"),
    CUDA(cuDeviceGetName, "cuDeviceGetName"),
    CUDA(cuDeviceGetAttribute, "cuDeviceGetAttribute"),
    CUDA(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"),
    CUDA(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2"),
    CUDA(cuCtxSetCurrent, "cuCtxSetCurrent"),
    CUDA(cuCtxSynchronize, "cuCtxSynchronize"),
    CUDA(cuModuleLoadData, "cuModuleLoadData"),
    CUDA(cuModuleUnload, "cuModuleUnload"),
    CUDA(cuModuleGetFunction, "cuModuleGetFunction"),
    CUDA(cuFuncSetAttribute, "cuFuncSetAttribute"),
    CUDA(cuLaunchKernel, "cuLaunchKernel"),
    CUDA(cuMemAlloc, "cuMemAlloc_v2"),
    CUDA(cuMemFree, "cuMemFree_v2"),
    CUDA(cuMemcpyHtoD, "cuMemcpyHtoD_v2"),
    CUDA(cuMemcpyDtoH, "cuMemcpyDtoH_v2"),
    CUDA(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2"),
    CUDA(cuEventCreate, "cuEventCreate"),
    CUDA(cuEventDestroy, "cuEventDestroy_v2"),
    CUDA(cuEventRecord, "cuEventRecord"),
    CUDA(cuEventSynchronize, "cuEventSynchronize"),
    CUDA(cuEventElapsedTime, "cuEventElapsedTime"),
};

#define NVRTC(name) {#name, offsetof(lck_nvrtc_api, name)}

static const entry nvrtc_entries[] = {
    NVRTC(nvrtcGetErrorString),    NVRTC(nvrtcCreateProgram), NVRTC(nvrtcDestroyProgram),
    NVRTC(nvrtcCompileProgram),    NVRTC(nvrtcGetProgramLogSize), NVRTC(nvrtcGetProgramLog),
    NVRTC(nvrtcGetCUBINSize),      NVRTC(nvrtcGetCUBIN),
};

bool lck_cuda_open(lc_ctx *ctx, lck_cuda_api *cuda)
{
    *cuda = (lck_cuda_api){.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
    if (!cuda->library) {
        lc_fail(ctx, LC_ERR_NO_VALUE, "no GPU: libcuda.so.1, of the driver, is not there");
        return false;
    }
    if (find_all(ctx, cuda->library, "libcuda.so.1", sizeof cuda_entries / sizeof *cuda_entries,
                 cuda_entries, cuda))
        return true;
    lck_cuda_close(cuda);
    return false;
}

/* Where the loader looks, then where toolkits are. */
static void *open_nvrtc(char *path, size_t room)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    const char *const folders[] = {"", getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                                   "/usr/local/cuda"};
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        for (size_t n = 0; folders[f] && n < sizeof names / sizeof *names; n++) {
            snprintf(path, room, "%s%s%s", folders[f], *folders[f] ? "/lib64/" : "", names[n]);
            void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            if (library)
                return library;
        }
    return NULL;
}

bool lck_nvrtc_open(lc_ctx *ctx, lck_nvrtc_api *nvrtc)
{
    char path[4096];
    *nvrtc = (lck_nvrtc_api){.library = open_nvrtc(path, sizeof path)};
    if (!nvrtc->library) {
        lc_fail(ctx, LC_ERR_NO_VALUE, "no compiler for kernels: libnvrtc.so, of the CUDA Toolkit, "
                                      "is not there; CUDA_HOME may say where");
        return false;
    }
    if (find_all(ctx, nvrtc->library, path, sizeof nvrtc_entries / sizeof *nvrtc_entries,
                 nvrtc_entries, nvrtc))
        return true;
    lck_nvrtc_close(nvrtc);
    return false;
}

void lck_cuda_close(lck_cuda_api *cuda)
{
    if (cuda->library)
        dlclose(cuda->library);
    *cuda = (lck_cuda_api){0};
}

void lck_nvrtc_close(lck_nvrtc_api *nvrtc)
{
    if (nvrtc->library)
        dlclose(nvrtc->library);
    *nvrtc = (lck_nvrtc_api){0};
}
