// Kernels whose blocks reach into each other's shared memory, each as it should be and with one
// fault. Clusters of 2 or 4 blocks of 128 threads.
#include <cooperative_groups.h>
#include <stdint.h>

namespace cg = cooperative_groups;

#define BLOCK 128

// Each block adds what the next one of its cluster has, round after round.
template <bool Wrong> static __device__ void around(float *out, const float *in, int rounds)
{
    __shared__ float s[BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    float *next = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4);
    float sum = 0;
    for (int k = 0; k < rounds; k++) {
        s[t] = in[(k * gridDim.x + blockIdx.x) * BLOCK + t];
        cluster.sync();
        sum += next[BLOCK - 1 - t];
        if (!Wrong || k == rounds - 1)
            cluster.sync();
    }
    out[blockIdx.x * BLOCK + t] = sum;
}

extern "C" __global__ void __cluster_dims__(4) around_right(float *out, const float *in, int rounds)
{
    around<false>(out, in, rounds);
}

extern "C" __global__ void __cluster_dims__(4) around_wrong(float *out, const float *in, int rounds)
{
    around<true>(out, in, rounds); // a block may still read what the next one loads
}

// Counts of 2 * BLOCK values, of which each block of a cluster has half.
template <bool Wrong> static __device__ void counts(int *out, const unsigned *in, int n)
{
    __shared__ int bins[BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    bins[t] = 0;
    if (Wrong)
        __syncthreads();
    else
        cluster.sync();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK) {
        unsigned bin = in[i] % (2 * BLOCK);
        atomicAdd(cluster.map_shared_rank(bins, bin / BLOCK) + bin % BLOCK, 1);
    }
    cluster.sync();
    out[blockIdx.x * BLOCK + t] = bins[t];
}

extern "C" __global__ void __cluster_dims__(2) counts_right(int *out, const unsigned *in, int n)
{
    counts<false>(out, in, n);
}

extern "C" __global__ void __cluster_dims__(2) counts_wrong(int *out, const unsigned *in, int n)
{
    counts<true>(out, in, n); // the other block may not have set its bins to 0
}

// The last thread of the first block copies into both; all threads of both tell it what they have
// read.
#define STAGES 2

static __device__ uint32_t place(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ void wait(uint64_t *barrier, int parity)
{
    asm volatile("{\n"
                 ".reg .pred over;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
                 "@!over bra AGAIN;\n"
                 "}" ::"r"(place(barrier)),
                 "r"(parity)
                 : "memory");
}

template <bool Wrong> static __device__ void both(float *out, const float *in, int n)
{
    __shared__ alignas(16) float s[STAGES][BLOCK];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0)
        for (int k = 0; k < STAGES; k++) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place(&full[k])));
            asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(&empty[k])),
                         "r"(Wrong ? BLOCK : 2 * BLOCK));
        }
    cluster.sync();
    float sum = 0;
    for (int k = 0; k < n + STAGES; k++) {
        int stage = k % STAGES, parity = k / STAGES % 2;
        if (k >= STAGES) {
            wait(&full[stage], !parity);
            sum += s[stage][BLOCK - 1 - t];
            asm volatile("{\n"
                         ".reg .b32 first;\n"
                         "mapa.shared::cluster.u32 first, %0, 0;\n"
                         "mbarrier.arrive.shared::cluster.b64 _, [first];\n"
                         "}" ::"r"(place(&empty[stage]))
                         : "memory");
        }
        if (k < n && t == BLOCK - 1) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(
                             place(&full[stage]))
                         : "memory");
            if (cluster.block_rank() == 0) {
                if (k >= STAGES)
                    wait(&empty[stage], !parity);
                asm volatile(
                    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                    ".multicast::cluster [%0], [%1], 512, [%2], %3;" ::"r"(place(s[stage])),
                    "l"(in + k * BLOCK), "r"(place(&full[stage])), "h"((uint16_t)3)
                    : "memory");
            }
        }
    }
    cluster.sync();
    out[blockIdx.x * BLOCK + t] = sum;
}

extern "C" __global__ void __cluster_dims__(2) both_right(float *out, const float *in, int n)
{
    both<false>(out, in, n);
}

extern "C" __global__ void __cluster_dims__(2) both_wrong(float *out, const float *in, int n)
{
    both<true>(out, in, n); // half of the threads are enough for the next copy
}

// Each block decides where all of its threads write, or the cluster does.
template <bool Wrong> static __device__ void decides(int *out, const int *in)
{
    __shared__ volatile int s[BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    unsigned rank = cluster.block_rank();
    cluster.sync();
    if (in[Wrong ? rank : 0] > 0)
        s[t] = 1;
    else
        cluster.map_shared_rank((int *)s, rank ^ 1)[t] = 2;
    cluster.sync();
    out[blockIdx.x * BLOCK + t] = s[t];
}

extern "C" __global__ void __cluster_dims__(2) decides_right(int *out, const int *in)
{
    decides<false>(out, in);
}

extern "C" __global__ void __cluster_dims__(2) decides_wrong(int *out, const int *in)
{
    decides<true>(out, in); // one block may write its own, and the other one there, too
}
