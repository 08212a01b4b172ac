// Threads that find out from each other whose turn it is: by barriers of some of them, by what all
// vote for, by atomics, locks and flags. Each as it should be and with one fault. Blocks of 128
// threads.
#include <cuda/atomic>
#include <stdint.h>

#define BLOCK 128

// Each half of a block turns its numbers around.
template <bool Wrong> static __device__ void halves(float *out, const float *in)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, half = t / 64;
    s[t] = in[blockIdx.x * BLOCK + t];
    if (Wrong) // two warps are enough
        asm volatile("bar.sync %0, 32;" ::"r"(half + 1) : "memory");
    else
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    out[blockIdx.x * BLOCK + t] = s[half * 64 + 63 - t % 64];
}

extern "C" __global__ void halves_right(float *out, const float *in)
{
    halves<false>(out, in);
}

extern "C" __global__ void halves_wrong(float *out, const float *in)
{
    halves<true>(out, in);
}

// Numbers in the order of their reversed bits.
template <bool Wrong> static __device__ void reversed(float *out, const float *in)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[__brev(t) >> (Wrong ? 26 : 25)] = 2 * in[blockIdx.x * BLOCK + t] + 1;
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[Wrong ? t % 64 : t];
}

extern "C" __global__ void reversed_right(float *out, const float *in)
{
    reversed<false>(out, in);
}

extern "C" __global__ void reversed_wrong(float *out, const float *in)
{
    reversed<true>(out, in);
}

// The least label spreads until nothing changes.
template <bool Wrong> static __device__ void spread(int *out, const int *in)
{
    __shared__ int label[BLOCK + 2];
    int t = threadIdx.x;
    label[t + 1] = in[blockIdx.x * BLOCK + t];
    if (t < 2)
        label[t * (BLOCK + 1)] = INT32_MAX;
    __syncthreads();
    for (;;) {
        int least = min(label[t], min(label[t + 1], label[t + 2]));
        bool changes = least < label[t + 1];
        bool any = true;
        if (!Wrong)
            any = __syncthreads_or(changes);
        if (changes)
            label[t + 1] = least;
        if (Wrong)
            any = __syncthreads_or(changes);
        else
            __syncthreads();
        if (!any)
            break;
    }
    out[blockIdx.x * BLOCK + t] = label[t + 1];
}

extern "C" __global__ void spread_right(int *out, const int *in)
{
    spread<false>(out, in);
}

extern "C" __global__ void spread_wrong(int *out, const int *in)
{
    spread<true>(out, in);
}

// Blocks whose first number is odd turn their numbers around.
template <bool Wrong> static __device__ void odd(int *out, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, mine = in[blockIdx.x * BLOCK + t];
    if (in[blockIdx.x * BLOCK + (Wrong ? t : 0)] % 2) {
        s[t] = mine;
        __syncthreads();
        mine = s[BLOCK - 1 - t];
    }
    out[blockIdx.x * BLOCK + t] = mine;
    __syncthreads();
    s[t] = mine;
    __syncthreads();
    out[blockIdx.x * BLOCK + t] += s[t ^ 1];
}

extern "C" __global__ void odd_right(int *out, const int *in)
{
    odd<false>(out, in);
}

extern "C" __global__ void odd_wrong(int *out, const int *in)
{
    odd<true>(out, in);
}

// The first thread tells the others whether to.
template <bool Wrong> static __device__ void told(int *out, const int *in)
{
    __shared__ int s[BLOCK], turn;
    int t = threadIdx.x, mine = in[blockIdx.x * BLOCK + t];
    if (t == 0)
        turn = mine % 2;
    __syncthreads();
    if (turn) {
        s[t] = mine;
        if (!Wrong)
            __syncthreads();
        mine = s[BLOCK - 1 - t];
    }
    out[blockIdx.x * BLOCK + t] = mine;
}

extern "C" __global__ void told_right(int *out, const int *in)
{
    told<false>(out, in);
}

extern "C" __global__ void told_wrong(int *out, const int *in)
{
    told<true>(out, in);
}

// A warp adds up what all warps have left, and each lane stores the sum, which has what each of them
// has loaded; or stores what it has loaded itself for the next lane.
template <bool Wrong> static __device__ void summed(float *out, const float *in)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float mine = in[blockIdx.x * BLOCK + t], sum = mine;
    if (t >= 96)
        s[t - 96] = mine;
    __syncthreads();
    if (t < 32) {
        float left = s[t];
        sum = Wrong ? mine : left;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        s[Wrong ? (t + 1) % 32 : 0] = Wrong ? sum + left : sum;
    }
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[0] + mine;
}

extern "C" __global__ void summed_right(float *out, const float *in)
{
    summed<false>(out, in);
}

extern "C" __global__ void summed_wrong(float *out, const float *in)
{
    summed<true>(out, in);
}

// Is some number odd? All threads that have one say the same.
template <bool Wrong> static __device__ void any(int *out, const int *in)
{
    __shared__ int found, size;
    int t = threadIdx.x;
    size = BLOCK;
    if (t == 0)
        found = 0;
    if (!Wrong)
        __syncthreads();
    if (in[blockIdx.x * BLOCK + t] % 2)
        found = 1;
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = found + size;
}

extern "C" __global__ void any_right(int *out, const int *in)
{
    any<false>(out, in);
}

extern "C" __global__ void any_wrong(int *out, const int *in)
{
    any<true>(out, in);
}

// Sums of doubles, by a compare-and-swap.
template <bool Wrong> static __device__ void swaps(double *out, const double *in)
{
    __shared__ double sum[16];
    int t = threadIdx.x;
    double mine = in[blockIdx.x * BLOCK + t];
    if (t < 16)
        sum[t] = 0;
    if (!Wrong)
        __syncthreads();
    auto *place = (unsigned long long *)&sum[t % 16];
    unsigned long long old = *place, held;
    do {
        held = old;
        old = atomicCAS(place, held, __double_as_longlong(mine + __longlong_as_double(held)));
    } while (old != held);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = sum[t];
}

extern "C" __global__ void swaps_right(double *out, const double *in)
{
    swaps<false>(out, in);
}

extern "C" __global__ void swaps_wrong(double *out, const double *in)
{
    swaps<true>(out, in);
}

// One thread of each warp adds to a sum, behind a lock.
template <bool Wrong> static __device__ void locked(int *out, const int *in)
{
    __shared__ int lock, sum;
    int t = threadIdx.x;
    if (t == 0)
        lock = sum = 0;
    __syncthreads();
    if (t % 32 == 0) {
        if (!Wrong)
            while (atomicCAS(&lock, 0, 1))
                ;
        __threadfence_block();
        sum += in[blockIdx.x * BLOCK + t];
        __threadfence_block();
        if (!Wrong)
            atomicExch(&lock, 0);
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = sum;
}

extern "C" __global__ void locked_right(int *out, const int *in)
{
    locked<false>(out, in);
}

extern "C" __global__ void locked_wrong(int *out, const int *in)
{
    locked<true>(out, in);
}

// A thread waits for the flag that another one has set.
template <bool Wrong> static __device__ void flagged(int *out, const int *in)
{
    __shared__ int flag, number;
    int t = threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t == 32) {
        number = in[blockIdx.x];
        ready.store(1, cuda::memory_order_release);
    }
    if (t == 64) {
        if (!Wrong)
            while (!ready.load(cuda::memory_order_acquire))
                ;
        out[blockIdx.x] = number;
    }
}

extern "C" __global__ void flagged_right(int *out, const int *in)
{
    flagged<false>(out, in);
}

extern "C" __global__ void flagged_wrong(int *out, const int *in)
{
    flagged<true>(out, in);
}

// The most of what all blocks have, by a load that is strong and a compare-and-swap; wrong: by a store.
template <bool Wrong> static __device__ void most(const int *a, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, was;
    if (i >= n)
        return;
    int mine = a[i];
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(was) : "l"(out) : "memory");
    while (was < mine) {
        int seen = Wrong ? was : atomicCAS(out, was, mine);
        if (Wrong)
            *out = mine;
        if (seen == was)
            break;
        was = seen;
    }
}

extern "C" __global__ void most_right(const int *a, int *out, int n)
{
    most<false>(a, out, n);
}

extern "C" __global__ void most_wrong(const int *a, int *out, int n)
{
    most<true>(a, out, n);
}

// How many threads all blocks have, by an atomic; wrong: by one that is none to other blocks.
template <bool Wrong> static __device__ void counted(int *out)
{
    if (Wrong)
        atomicAdd_block(out, 1);
    else
        atomicAdd(out, 1);
}

extern "C" __global__ void counted_right(int *out)
{
    counted<false>(out);
}

extern "C" __global__ void counted_wrong(int *out)
{
    counted<true>(out);
}

// All threads look whether the last one has come, by a strong load; it says so by a strong store.
// Wrong: by a weak one.
template <bool Wrong> static __device__ void looked(int *over, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, seen;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(over) : "memory");
    out[i] = seen;
    if (i != gridDim.x * blockDim.x - 1)
        return;
    if (Wrong)
        *over = 1;
    else
        asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(over) : "memory");
}

extern "C" __global__ void looked_right(int *over, int *out)
{
    looked<false>(over, out);
}

extern "C" __global__ void looked_wrong(int *over, int *out)
{
    looked<true>(over, out);
}
