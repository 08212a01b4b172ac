/* compile.c - machine code of CUDA C by NVRTC. */
#include "config.h"

#include "cuda-api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    lc_ctx *ctx;
    const lck_nvrtc *nvrtc;
    nvrtcProgram program;
} compilation;

static bool worked(const compilation *c, nvrtcResult result, const char *function)
{
    if (result == NVRTC_SUCCESS)
        return true;
    const char *text = c->nvrtc->nvrtcGetErrorString(result);
    return lc_fail(c->ctx, LC_ERR_INTERNAL, "%s: %s", function, text ? text : "an error");
}

/* The message of the compiler that refused. */
static void fail_with_log(const compilation *c, const char *name, nvrtcResult result)
{
    size_t size = 0;
    char *log = NULL;
    if (c->nvrtc->nvrtcGetProgramLogSize(c->program, &size) == NVRTC_SUCCESS && size > 0)
        log = calloc(size + 1, 1);
    if (log && c->nvrtc->nvrtcGetProgramLog(c->program, log) == NVRTC_SUCCESS && *log)
        lc_fail(c->ctx, LC_ERR_INTERNAL, "nvrtcCompileProgram refuses %s:\n%s", name, log);
    else
        worked(c, result, "nvrtcCompileProgram");
    free(log);
}

static void *take_cubin(const compilation *c, size_t *length)
{
    if (!worked(c, c->nvrtc->nvrtcGetCUBINSize(c->program, length), "nvrtcGetCUBINSize"))
        return NULL;
    void *cubin = lc_alloc(c->ctx, *length, 1);
    if (cubin && !worked(c, c->nvrtc->nvrtcGetCUBIN(c->program, cubin), "nvrtcGetCUBIN")) {
        free(cubin);
        return NULL;
    }
    return cubin;
}

void *lck_compile_with(lc_ctx *ctx, const lck_nvrtc *nvrtc, const char *source, const char *name,
                       const char *architecture, size_t *length)
{
    char file[128], option[64];
    const char *const options[] = {option};
    compilation c = {ctx, nvrtc, NULL};
    void *cubin = NULL;
    *length = 0;
    snprintf(file, sizeof file, "%s.cu", name);
    snprintf(option, sizeof option, "--gpu-architecture=sm_%s", architecture);
    if (!worked(&c, nvrtc->nvrtcCreateProgram(&c.program, source, file, 0, NULL, NULL),
                "nvrtcCreateProgram"))
        return NULL;
    nvrtcResult result = nvrtc->nvrtcCompileProgram(c.program, 1, options);
    if (result == NVRTC_SUCCESS)
        cubin = take_cubin(&c, length);
    else
        fail_with_log(&c, name, result);
    nvrtc->nvrtcDestroyProgram(&c.program);
    return cubin;
}

void *lck_compile(lc_ctx *ctx, const char *source, const char *name, const char *architecture,
                  size_t *length)
{
    lck_nvrtc nvrtc;
    *length = 0;
    if (!lck_nvrtc_load(ctx, &nvrtc))
        return NULL;
    return lck_compile_with(ctx, &nvrtc, source, name, architecture, length);
}
