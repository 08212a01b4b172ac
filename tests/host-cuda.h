/* host-cuda.h - as much of CUDA C as emitted kernels use, for a C++ compiler.
 *
 * A block's threads are coroutines of one thread that take turns at barriers: what they share is
 * the thread's.
 */
#ifndef TESTS_HOST_CUDA_H
#define TESTS_HOST_CUDA_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ thread_local
#define __align__(bytes) __attribute__((aligned(bytes)))

struct alignas(8) uint2 {
    unsigned int x, y;
};
struct alignas(16) uint4 {
    unsigned int x, y, z, w;
};
static struct {
    unsigned int x;
} blockIdx, threadIdx;

/* Shared memory that a launch asks for. */
extern "C" {
inline thread_local __align__(16) unsigned char shared_memory[227 * 1024];
}

/* Addresses of shared memory in 32 bits: distances from a place in it. */
static inline size_t __cvta_generic_to_shared(const void *p)
{
    return ((size_t)p - (size_t)shared_memory) & 0xffffffffu;
}
static inline void *__cvta_shared_to_generic(size_t address)
{
    return (void *)((size_t)shared_memory + (size_t)(long)(int)(unsigned int)address);
}

static inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (n & 31));
}
/* Each digit of the selector takes a byte of the two words. */
static inline unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector)
{
    unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned int word = 0;
    for (int i = 0; i < 4; i++)
        word |= (unsigned int)(both >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return word;
}

/* Each operation rounds: built with -ffp-contract=off. */
static inline float __fmul_rn(float a, float b)
{
    return a * b;
}
static inline float __fadd_rn(float a, float b)
{
    return a + b;
}
static inline double __dmul_rn(double a, double b)
{
    return a * b;
}
static inline double __dadd_rn(double a, double b)
{
    return a + b;
}
static inline unsigned int __float_as_uint(float x)
{
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float __uint_as_float(unsigned int bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* To nearest even, with saturation. */
static inline int __double2int_rn(double x)
{
    return x >= 2147483647.0    ? 2147483647
           : x <= -2147483648.0 ? -2147483647 - 1
                                : (int)nearbyint(x);
}
static inline int __float2int_rn(float x)
{
    return __double2int_rn(x);
}

#define STACK 65536
#define MOST_THREADS 1024

static struct fiber {
    ucontext_t context;
    bool ended;
    char stack[STACK];
} * fibers;
static ucontext_t scheduler;
static unsigned int running;
static void (*kernel_of_fibers)();

static inline void __syncthreads()
{
    swapcontext(&fibers[running].context, &scheduler);
}

static void run_fiber()
{
    kernel_of_fibers();
    fibers[running].ended = true;
}

static void run_block(unsigned int block, unsigned int threads)
{
    blockIdx.x = block;
    for (unsigned int t = 0; t < threads; t++) {
        fibers[t].ended = false;
        getcontext(&fibers[t].context);
        fibers[t].context.uc_stack.ss_sp = fibers[t].stack;
        fibers[t].context.uc_stack.ss_size = STACK;
        fibers[t].context.uc_link = &scheduler;
        makecontext(&fibers[t].context, run_fiber, 0);
    }
    for (bool more = true; more;) {
        more = false;
        for (unsigned int t = 0; t < threads; t++) {
            if (fibers[t].ended)
                continue;
            running = threadIdx.x = t;
            swapcontext(&scheduler, &fibers[t].context);
            more = more || !fibers[t].ended;
        }
    }
}

/* One block, of this kernel. */
static inline void run_block_of(unsigned int block, unsigned int threads, void (*kernel)())
{
    if (!fibers)
        fibers = (fiber *)malloc(MOST_THREADS * sizeof *fibers);
    if (!fibers)
        abort();
    kernel_of_fibers = kernel;
    run_block(block, threads);
}

/* Byte i of what is read is pseudo-random; as numbers, f32 or f64, these are smaller than 2. */
static inline unsigned char host_byte(size_t i)
{
    unsigned char byte = (unsigned char)((unsigned int)i * 2654435761u >> 13);
    return i % 4 == 3 ? byte & 0x3f : byte;
}

/* The tensors that are read, one after the other, have these bytes; the one that is written
 * begins as `poison`. Runs the kernel and prints the bytes of the latter. */
static void *host_source, *host_destination;

static int run_on_host(unsigned int blocks, unsigned int threads, size_t source_bytes,
                       size_t destination_bytes, int poison, void (*kernel)())
{
    fibers = (fiber *)malloc(threads * sizeof *fibers);
    host_source = aligned_alloc(16, (source_bytes + 16) / 16 * 16);
    host_destination = aligned_alloc(16, (destination_bytes + 16) / 16 * 16);
    if (!fibers || !host_source || !host_destination)
        return 1;
    for (size_t i = 0; i < source_bytes; i++)
        ((unsigned char *)host_source)[i] = host_byte(i);
    memset(host_destination, poison, destination_bytes);
    kernel_of_fibers = kernel;
    for (unsigned int block = 0; block < blocks; block++)
        run_block(block, threads);
    return fwrite(host_destination, 1, destination_bytes, stdout) == destination_bytes ? 0 : 1;
}

#endif
