// Loops that nvcc unrolls by four, with trips that are left over: which of them are made depends on
// conditions that are many. Right kernels, and the same with a fault.
// A tile of 16 rows, from a matrix of n columns; wrong: of 17 rows.
template <int ROWS> __device__ void load(float *out, const float *in, int n)
{
    __shared__ float tile[17 * 16];
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        for (int i = threadIdx.x; i < ROWS * 16; i += 64)
            tile[i] = in[(blockIdx.y * 16 + i / 16) * n + k + i % 16];
        __syncthreads();
        sum += tile[threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.y * 64 + threadIdx.x] = sum;
}
extern "C" __global__ void load_right(float *out, const float *in, int n)
{
    load<16>(out, in, n);
}
extern "C" __global__ void load_wrong(float *out, const float *in, int n)
{
    load<17>(out, in, n);
}
