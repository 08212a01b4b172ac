/* device.h - the GPUs that kernels are made for, a row each. Nothing else depends on a GPU.
 *
 * A row says what a chip has, by the CUDA C Programming Guide (compute capabilities), and how
 * fast it is: as measured, for an H200; for the others by their data sheets, scaled by what an
 * H200 reaches of its own. A kernel made for one chip runs on every chip that has as much; the
 * time of a launch, by which kernels are chosen, is that on its own chip.
 */
#ifndef LCK_DEVICE_H
#define LCK_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is done in a nanosecond: multiply-adds of a multiprocessor, of f32 by fma and of 16 bits
 * by mma and wgmma; bytes that come to the shared memory of a multiprocessor where all of them
 * load; bytes of global memory, by all multiprocessors. */
typedef struct {
    int64_t fma, mma, wgmma, crossbar, memory;
} lck_rates;

typedef struct {
    const char *name; /* "h200": as plans call it */
    int architecture; /* 90: sm_90 */
    int multiprocessors;
    int threads;    /* of a multiprocessor */
    int64_t shared; /* bytes of a multiprocessor; a block takes `beside_block` more */
    int64_t beside_block;
    int registers, registers_of_thread;
    int cluster; /* blocks at most; 1: there are no clusters */
    lck_rates rates;
} lck_device;

/* What all of them have. */
#define LCK_MAX_THREADS 1024     /* of a block */
#define LCK_MAX_BLOCKS INT32_MAX /* along x */
#define LCK_STATIC_SHARED (48 * 1024)

/* Row i, NULL past the last; a plan that names no GPU is made for row 0. The row of a name; NULL:
 * there is none. */
const lck_device *lck_device_at(size_t i);
const lck_device *lck_device_find(const char *name);
/* Shared memory of a block that has a multiprocessor for itself. */
int64_t lck_device_shared(const lck_device *device);
/* The registers of a thread where a block of so many threads has a multiprocessor for itself:
 * each of its four quarters has the warps of the fullest one. */
int lck_device_registers(const lck_device *device, int threads);

#ifdef __cplusplus
}
#endif

#endif
