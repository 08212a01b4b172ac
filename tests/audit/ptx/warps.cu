// Kernels whose warps work by themselves, each as it should be and with one fault. Blocks of 128.
#include <cooperative_groups.h>

#define BLOCK 128

extern "C" __global__ void fold_right(const float *a, float *b)
{
    __shared__ volatile float s[BLOCK];
    int t = threadIdx.x, lane = t & 31;
    s[t] = a[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        float v = lane < d ? s[t + d] : 0;
        __syncwarp();
        s[t] = s[t] + v;
        __syncwarp();
    }
    b[t] = s[t & ~31];
}

extern "C" __global__ void fold_wrong(const float *a, float *b)
{
    __shared__ volatile float s[BLOCK];
    int t = threadIdx.x, lane = t & 31;
    s[t] = a[t];
    for (int d = 16; d > 0; d /= 2) {
        float v = lane < d ? s[t + d] : 0; // nothing makes lanes wait for one another
        s[t] = s[t] + v;
    }
    b[t] = s[t & ~31];
}

extern "C" __global__ void turn_right(const float *a, float *b)
{
    __shared__ float s[BLOCK / 32][32];
    int t = threadIdx.x, lane = t & 31, warp = t / 32;
    s[warp][lane] = a[t];
    __syncwarp();
    b[t] = s[warp][31 - lane];
}

extern "C" __global__ void turn_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK / 32][32];
    int t = threadIdx.x, lane = t & 31, warp = t / 32;
    s[warp][lane] = a[t];
    b[t] = s[warp][31 - lane];
}

extern "C" __global__ void other_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    b[t] = s[t ^ 32];
}

extern "C" __global__ void other_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncwarp(); // the lane that is read is of another warp
    b[t] = s[t ^ 32];
}

extern "C" __global__ void tail_right(const float *a, float *b)
{
    __shared__ volatile float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 64)
        s[t] = s[t] + s[t + 64];
    __syncthreads();
    if (t < 32) {
        float v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0)
            b[blockIdx.x] = v;
    }
}

extern "C" __global__ void tail_wrong(const float *a, float *b)
{
    __shared__ volatile float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 64)
        s[t] = s[t] + s[t + 64];
    __syncthreads();
    if (t < 32) { // as it was written when warps ran in step
        s[t] = s[t] + s[t + 32];
        s[t] = s[t] + s[t + 16];
        s[t] = s[t] + s[t + 8];
        s[t] = s[t] + s[t + 4];
        s[t] = s[t] + s[t + 2];
        s[t] = s[t] + s[t + 1];
        if (t == 0)
            b[blockIdx.x] = s[0];
    }
}

// Half a warp each, as cooperative groups have it: masks that are shifted to where the group is.
template <bool Wrong> static __device__ void groups(float *out, const float *in)
{
    __shared__ float s[BLOCK];
    auto group = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    int t = threadIdx.x, rank = group.thread_rank();
    s[t] = in[blockIdx.x * BLOCK + t];
    for (int d = 8; d > 0; d /= 2) {
        if (!Wrong)
            group.sync();
        float v = rank < d ? s[t] + s[t + d] : 0;
        group.sync();
        if (rank < d)
            s[t] = v;
    }
    if (rank == 0)
        out[blockIdx.x * 8 + t / 16] = s[t];
}

extern "C" __global__ void groups_right(float *out, const float *in)
{
    groups<false>(out, in);
}

extern "C" __global__ void groups_wrong(float *out, const float *in)
{
    groups<true>(out, in);
}
