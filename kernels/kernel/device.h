/* device.h - the GPUs that kernels are made for: a row each, and nothing elsewhere.
 *
 * A row says what a chip has, by the CUDA C Programming Guide (compute capabilities), and how
 * fast it was measured to be, an H200. Rates of the others are those of their data sheets, times
 * what an H200 reaches of its own. A kernel made for one runs on every chip that has as much; the
 * time of a launch, by which kernels are chosen, is that of its own.
 */
#ifndef LCK_DEVICE_H
#define LCK_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In a nanosecond: multiply-adds of a multiprocessor, of f32 by fma and of 16 bits by mma and
 * wgmma; bytes on the way of a multiprocessor to shared memory; bytes of global memory. */
typedef struct {
    int64_t fma, mma, wgmma, crossbar, memory;
} lck_rates;

typedef struct {
    const char *name; /* "h200": as plans call it */
    int architecture; /* 90: sm_90 */
    int multiprocessors;
    int threads;    /* of a multiprocessor */
    int64_t shared; /* bytes of a multiprocessor, of which each block costs some more */
    int64_t beside_block;
    int registers, registers_of_thread;
    int cluster; /* blocks at most; 1: there are no clusters */
    lck_rates rates;
} lck_device;

/* What all of them have. */
#define LCK_MAX_THREADS 1024     /* of a block */
#define LCK_MAX_BLOCKS INT32_MAX /* along x */
#define LCK_STATIC_SHARED (48 * 1024)

/* The i-th row, the first of which is what a plan is made for unless it says so; NULL: there are
 * no more. The row of a name, of n characters; NULL: there is none. */
const lck_device *lck_device_at(size_t i);
const lck_device *lck_device_find(const char *name);
/* Shared memory of a block that has a multiprocessor for itself. */
int64_t lck_device_shared(const lck_device *device);
/* Registers of a thread of a block of so many, where all have equal parts of a multiprocessor's:
 * each of its four quarters has as many warps as the fullest one. */
int lck_device_registers(const lck_device *device, int threads);

#ifdef __cplusplus
}
#endif

#endif
