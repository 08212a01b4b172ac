// Products of tcgen05: a tile of 128 x 64 of C from tiles of 128 x 64 of A and 64 x 64 of B, f16, each
// row of 128 bytes swizzled; each kernel but the first is wrong by one fault.

#include <cuda_fp16.h>

#define ROWS 128
#define COLUMNS 64
#define DEPTH 64

__device__ unsigned shared_of(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// K-major, rows of 128 bytes, 8 of them 1024 bytes apart.
__device__ unsigned long long descriptor(unsigned at, unsigned stride)
{
    return ((unsigned long long)at >> 4) | 1ull << 16 | (unsigned long long)(stride >> 4) << 32 |
           1ull << 46 | 2ull << 61;
}

__device__ void product(unsigned to, unsigned long long a, unsigned long long b, unsigned shape,
                        bool adds)
{
    asm volatile("{.reg .pred p; setp.ne.b32 p, %4, 0;\n"
                 "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;}" ::"r"(to),
                 "l"(a), "l"(b), "r"(shape), "r"((int)adds)
                 : "memory");
}

__device__ void wait(unsigned barrier, unsigned parity)
{
    asm volatile("{.reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra again;}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

__device__ void commit(unsigned barrier)
{
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                     barrier)
                 : "memory");
}

__device__ void fence()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// A row of 64 halves as 8 vectors, each moved by the number of its row.
__device__ void fill(__half *tile, const __half *from, int rows, int pitch)
{
    for (int i = threadIdx.x; i < rows * 8; i += 128)
        ((uint4 *)tile)[i ^ (i >> 3 & 7)] =
            *(const uint4 *)(from + (size_t)(i / 8) * pitch + i % 8 * 8);
}

typedef enum { RIGHT, NO_FENCE, NO_WAIT, FAR, EARLY, NO_BARRIER } fault;

template <fault Fault> __device__ void multiply(float *c, const __half *a, const __half *b, int k)
{
    __shared__ __align__(1024) __half tile[ROWS * DEPTH + 2 * COLUMNS * DEPTH];
    __shared__ __align__(8) unsigned long long done;
    __shared__ unsigned memory;
    unsigned barrier = shared_of(&done), shape = 1u << 4 | COLUMNS / 8 << 17 | ROWS / 16 << 24;
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                         shared_of(&memory)),
                     "r"(COLUMNS)
                     : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    }
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    if (Fault != NO_BARRIER) {
        asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
        __syncthreads();
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    }
    unsigned to = *(volatile unsigned *)&memory;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < k; i++) {
        fill(tile, a + i * DEPTH, ROWS, k * DEPTH);
        fill(tile + ROWS * DEPTH, b + i * DEPTH, COLUMNS, k * DEPTH);
        if (Fault != NO_FENCE)
            fence();
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned long long of_a = descriptor(shared_of(tile), 1024);
            unsigned long long of_b =
                descriptor(shared_of(tile + ROWS * DEPTH), Fault == FAR ? 2048 : 1024);
            for (int j = 0; j < DEPTH / 16; j++)
                product(to, of_a + 2 * j, of_b + 2 * j, shape, i + j > 0);
            commit(barrier);
        }
        if (Fault == FAR)
            tile[(ROWS + COLUMNS) * DEPTH + threadIdx.x] = __float2half(0);
        if (Fault == EARLY)
            ((uint4 *)tile)[threadIdx.x] = make_uint4(0, 0, 0, 0);
        if (Fault != NO_WAIT)
            wait(barrier, i & 1);
    }
    if (Fault == NO_WAIT)
        wait(barrier, k - 1 & 1);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    unsigned from = to + (threadIdx.x / 32 << 21);
#pragma unroll 1
    for (int j = 0; j < COLUMNS; j++) {
        unsigned value;
        asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(value) : "r"(from + j));
        asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
        c[((size_t)blockIdx.x * ROWS + threadIdx.x) * COLUMNS + j] = __uint_as_float(value);
    }
    __syncthreads();
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(to),
                     "r"(COLUMNS));
}

#define KERNEL(name, fault)                                                                      \
    extern "C" __global__ void __launch_bounds__(128) name(float *c, const __half *a,            \
                                                           const __half *b, int k)               \
    {                                                                                            \
        multiply<fault>(c, a, b, k);                                                             \
    }

KERNEL(product_right, RIGHT)
KERNEL(fence_wrong, NO_FENCE)
KERNEL(wait_wrong, NO_WAIT)
KERNEL(early_wrong, EARLY)
KERNEL(far_wrong, FAR)
KERNEL(told_wrong, NO_BARRIER)

// Factors of 32 rows of 16 bytes, copied to tensor memory; their place is filled again.
template <bool Wrong> __device__ void copy(const uint4 *from, int n)
{
    __shared__ __align__(128) uint4 rows[32];
    __shared__ __align__(8) unsigned long long done;
    __shared__ unsigned memory;
    unsigned barrier = shared_of(&done);
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
                     shared_of(&memory))
                 : "memory");
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    __syncwarp();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        rows[threadIdx.x] = from[i * 32 + threadIdx.x];
        fence();
        __syncwarp();
        if (threadIdx.x == 0) {
            unsigned long long at = ((unsigned long long)shared_of(rows) >> 4) | 1ull << 16 |
                                    8ull << 32 | 1ull << 46;
            asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(memory + i), "l"(at)
                         : "memory");
            commit(barrier);
        }
        if (!Wrong)
            wait(barrier, i & 1);
    }
}

extern "C" __global__ void __launch_bounds__(32) copy_right(const uint4 *from, int n)
{
    copy<false>(from, n);
}

extern "C" __global__ void __launch_bounds__(32) copy_wrong(const uint4 *from, int n)
{
    copy<true>(from, n);
}

// A product of tf32 whose A lies along m: lines of 32 numbers, four of them an atom of 512 bytes whose
// swizzle moves pairs of chunks; four atoms along m, and two along k behind them. What is stored too
// early is of the last line.
template <bool Wrong> __device__ void lines(const float *a, const float *b)
{
    __shared__ __align__(1024) float tile[ROWS * 8], other[8 * 32];
    __shared__ __align__(8) unsigned long long done;
    __shared__ unsigned memory;
    unsigned barrier = shared_of(&done), shape = 1u << 4 | 2u << 7 | 2u << 10 | 1u << 15 | 1u << 17 |
                                                 ROWS / 16 << 24;
    if (threadIdx.x < 32)
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
                         shared_of(&memory))
                     : "memory");
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    for (int i = threadIdx.x; i < ROWS * 8; i += 128)
        tile[i] = a[i];
    for (int i = threadIdx.x; i < 8 * 32; i += 128)
        other[i] = b[i];
    fence();
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long of_a = (unsigned long long)shared_of(tile) >> 4 | 32ull << 16 |
                                  128ull << 32 | 1ull << 46 | 1ull << 61;
        asm volatile("{.reg .pred p; setp.ne.b32 p, 0, 0;\n"
                     "tcgen05.mma.cta_group::1.kind::tf32 [%0], %1, %2, %3, p;}" ::"r"(memory),
                     "l"(of_a), "l"(descriptor(shared_of(other), 1024)), "r"(shape)
                     : "memory");
        commit(barrier);
    }
    if (Wrong)
        tile[ROWS * 7 + threadIdx.x] = 0;
    wait(barrier, 0);
}

extern "C" __global__ void __launch_bounds__(128) lines_right(const float *a, const float *b)
{
    lines<false>(a, b);
}

extern "C" __global__ void __launch_bounds__(128) lines_wrong(const float *a, const float *b)
{
    lines<true>(a, b);
}
