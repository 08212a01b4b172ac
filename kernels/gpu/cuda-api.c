/* cuda-api.c - libcuda and libnvrtc, opened when first asked for. */
#include "config.h"

#include "cuda-api.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../lib/shared.h"

static bool find(lc_ctx *ctx, void *library, const char *where, const char *symbol, void *out)
{
    return lc_shared_find(library, symbol, out) ||
           lc_fail(ctx, LC_ERR_NO_VALUE, "%s has no function %s: another version is needed",
                   where, symbol);
}

/* ---- the driver */

static const char driver_name[] = "libcuda.so.1";

bool lck_driver_load(lc_ctx *ctx, lck_driver *driver)
{
    const char *name = driver_name;
    void *library = lc_shared_open(name);
    if (!library)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "the driver of an NVIDIA GPU is not there: %s cannot be opened (%s)", name,
                       lc_shared_reason());
#define FIND(member, symbol, parameters)                                                         \
    if (!find(ctx, library, name, #symbol, &driver->member))                                     \
        return false;
#define FIND_LATER(member, symbol, parameters)                                                   \
    driver->member = NULL;                                                                       \
    lc_shared_find(library, #symbol, &driver->member);
    LCK_DRIVER_FUNCTIONS(FIND)
    LCK_LATER_DRIVER_FUNCTIONS(FIND_LATER)
    return true;
}

/* ---- NVRTC */

static const char *const nvrtc_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};

/* The library in a folder; NULL: in the folders of the loader. */
static void *open_nvrtc_in(const char *folder, const char *below)
{
    for (size_t i = 0; i < sizeof nvrtc_names / sizeof *nvrtc_names; i++) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s%s%s", folder ? folder : "",
                              folder ? below : "", nvrtc_names[i]);
        void *library = length > 0 && (size_t)length < sizeof path ? lc_shared_open(path) : NULL;
        if (library)
            return library;
    }
    return NULL;
}

static void *open_nvrtc(void)
{
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    void *library = open_nvrtc_in(NULL, "");
    for (size_t i = 0; !library && i < sizeof variables / sizeof *variables; i++) {
        const char *folder = getenv(variables[i]);
        if (folder && *folder)
            library = open_nvrtc_in(folder, "/lib64/");
    }
    return library ? library : open_nvrtc_in("/usr/local/cuda", "/lib64/");
}

bool lck_nvrtc_load(lc_ctx *ctx, lck_nvrtc *nvrtc)
{
    static const char name[] = "libnvrtc";
    void *library = open_nvrtc();
    if (!library)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "CUDA's compiler library is not there: libnvrtc.so.13, libnvrtc.so.12 or "
                       "libnvrtc.so was looked for on the loader's path, in lib64 of $CUDA_HOME "
                       "and $CUDA_PATH, and in /usr/local/cuda/lib64");
#define FIND_NVRTC(member, symbol, parameters)                                                   \
    if (!find(ctx, library, name, #symbol, &nvrtc->member))                                      \
        return false;
    LCK_NVRTC_FUNCTIONS(FIND_NVRTC)
    return find(ctx, library, name, "nvrtcGetErrorString", &nvrtc->nvrtcGetErrorString);
}

/* ---- versions */

static bool find_in(void *library, const char *symbol, void *function)
{
    return library && lc_shared_find(library, symbol, function);
}

void lck_print_cuda_versions(void)
{
    nvrtcResult (*compiler)(int *major, int *minor);
    CUresult (*driver)(int *thousands);
    int major, minor, version;
    if (find_in(open_nvrtc(), "nvrtcVersion", &compiler) &&
        compiler(&major, &minor) == NVRTC_SUCCESS)
        printf("CUDA: NVRTC %d.%d, ", major, minor);
    else
        printf("CUDA: no NVRTC, ");
    if (find_in(lc_shared_open(driver_name), "cuDriverGetVersion", &driver) &&
        driver(&version) == CUDA_SUCCESS)
        printf("driver for %d.%d\n", version / 1000, version % 1000 / 10);
    else
        printf("no driver\n");
}
