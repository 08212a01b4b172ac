/* fake-driver.h - a driver of CUDA that is none.
 *
 * The functions of CUDA are replaced by ones that keep memory on the host, launch kernels on
 * the built-in executor, count what is alive, and fail at a call of the test's choice. */
#ifndef TESTS_FAKE_DRIVER_H
#define TESTS_FAKE_DRIVER_H

#include "../kernels/gpu/cuda-api.h"
#include "../kernels/execute/execute.h"

#define COMPLAINT "line 3: no such thing" /* of the compiler, where it refuses */

typedef struct {
    const lck_kernel *kernel;
    int calls, fail_at; /* the call that fails; 0: none */
    const char *failed; /* its name */
    int alive;          /* allocations, events, modules, contexts, programs */
    int launches, copies;
    unsigned int blocks, threads, shared_bytes;
    int asked_for_shared; /* bytes */
    int devices, init;
    bool refuses; /* to compile */
    char architecture[64];
    struct {
        CUmodule module;
        const lck_kernel *kernel;
    } loaded[8]; /* functions that were found */
    int nloaded, encoded;
    /* Looks at the arguments of a launch in place of running it. */
    void (*look)(const lck_kernel *kernel, void **arguments);
} fake_gpu;
extern fake_gpu fake;

extern const lck_driver fake_driver, fake_old_driver; /* of CUDA 12, of an older one */
extern const lck_nvrtc fake_nvrtc;

/* Runs a launch of the kernel on the executor. */
void fake_execute(const lck_kernel *k, void **arguments);

#endif
