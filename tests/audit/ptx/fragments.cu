// Products by wmma of tiles in shared memory, which two warps fill for both; wrong: without the
// barrier behind the products.
#include <mma.h>

using namespace nvcuda;

template <bool RIGHT> __device__ void product(float *c, const half *a, const half *b, int n)
{
    __shared__ __align__(32) half x[32 * 16], y[16 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> v;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0);
    int warp = threadIdx.x / 32;
    for (int k = 0; k < n; k += 16) {
#pragma unroll 1
        for (int i = threadIdx.x; i < 512; i += 64)
            x[i] = a[i / 16 * n + k + i % 16];
#pragma unroll 1
        for (int i = threadIdx.x; i < 256; i += 64)
            y[i] = b[i / 16 * n + k + i % 16];
        __syncthreads();
        wmma::load_matrix_sync(u, x + 256 * warp, 16);
        wmma::load_matrix_sync(v, y, 16);
        wmma::mma_sync(sum, u, v, sum);
        if (RIGHT)
            __syncthreads();
    }
    wmma::store_matrix_sync(c + 256 * warp, sum, 16, wmma::mem_row_major);
}

extern "C" __global__ void product_right(float *c, const half *a, const half *b, int n)
{
    product<true>(c, a, b, n);
}
extern "C" __global__ void product_wrong(float *c, const half *a, const half *b, int n)
{
    product<false>(c, a, b, n);
}
