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

// A rod that is heated, from one buffer into the other; wrong: a step is not waited for.
template <bool Wrong> static __device__ void rod(float *out, const float *in, int steps)
{
    __shared__ float u[2][66];
    int t = threadIdx.x + 1;
    float *from = u[0], *to = u[1];
    from[t] = in[blockIdx.x * 64 + t - 1];
    if (t == 1)
        from[0] = to[0] = from[65] = to[65] = 0;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        to[t] = 0.5f * (from[t - 1] + from[t + 1]);
        float *next = from;
        from = to;
        to = next;
        if (!Wrong || i % 2)
            __syncthreads();
    }
    out[blockIdx.x * 64 + t - 1] = from[t];
}
extern "C" __global__ void rod_right(float *out, const float *in, int steps)
{
    rod<false>(out, in, steps);
}
extern "C" __global__ void rod_wrong(float *out, const float *in, int steps)
{
    rod<true>(out, in, steps);
}

// A product of 8 x 8 a warp; the loop over elements ends when its trips are left over.
template <bool Wrong> static __device__ void eighths(float *c, const float *a, const float *b)
{
    __shared__ float left[2][8][9], right[2][8][9];
    int warp = threadIdx.y, lane = threadIdx.x, first = (blockIdx.x * 2 + warp) * 64;
    for (int i = lane; i < 64; i += 32) {
        left[warp][i / 8][i % 8] = a[first + i];
        right[warp][i / 8][i % 8] = b[first + i];
    }
    if (!Wrong)
        __syncwarp();
    for (int i = lane; i < 64; i += 32) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += left[warp][i / 8][k] * right[warp][k][i % 8];
        c[first + i] = sum;
    }
}
extern "C" __global__ void eighths_right(float *c, const float *a, const float *b)
{
    eighths<false>(c, a, b);
}
extern "C" __global__ void eighths_wrong(float *c, const float *a, const float *b)
{
    eighths<true>(c, a, b);
}
