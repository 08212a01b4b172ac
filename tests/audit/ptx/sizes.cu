// Buffers as large as products of sizes, with each element asked for by a guard for each size. Each
// as it should be and with one fault.
#define TILE 16

template <bool Wrong>
static __device__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        as[ty][tx] = y < m && (Wrong || first + tx < k) ? a[y * k + first + tx] : 0;
        bs[ty][tx] = x < n && first + ty < k ? b[(first + ty) * n + x] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    if (y < m && x < n)
        c[y * n + x] = sum;
}

extern "C" __global__ void product_right(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    product<false>(c, a, b, m, n, k);
}

extern "C" __global__ void product_wrong(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    product<true>(c, a, b, m, n, k);
}

// Sums of four neighbours, not at the border.
template <bool Wrong> static __device__ void around(float *out, const float *in, int rows, int cols)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - (Wrong ? 0 : 1))
        return;
    const float *at = in + y * cols + x;
    out[y * cols + x] = at[-1] + at[1] + at[-cols] + at[cols];
}

extern "C" __global__ void around_right(float *out, const float *in, int rows, int cols)
{
    around<false>(out, in, rows, cols);
}

extern "C" __global__ void around_wrong(float *out, const float *in, int rows, int cols)
{
    around<true>(out, in, rows, cols);
}

// Heads before rows: from [batch][row][head] to [batch][head][row].
template <bool Wrong>
static __device__ void heads(float *out, const float *in, int batches, int rows, int nheads)
{
    int row = blockIdx.x * TILE + threadIdx.x, head = blockIdx.y * TILE + threadIdx.y;
    int batch = blockIdx.z;
    if (row < rows && head < (Wrong ? rows : nheads) && batch < batches)
        out[(batch * nheads + head) * rows + row] = in[(batch * rows + row) * nheads + head];
}

extern "C" __global__ void heads_right(float *out, const float *in, int batches, int rows,
                                       int nheads)
{
    heads<false>(out, in, batches, rows, nheads);
}

extern "C" __global__ void heads_wrong(float *out, const float *in, int batches, int rows,
                                       int nheads)
{
    heads<true>(out, in, batches, rows, nheads);
}

/* ---- what each block has of a row, tile by tile: a result a block ---- */

template <bool Wrong> __device__ void means(float *out, const float *in, int n)
{
    __shared__ float tile[128];
    float sum = 0;
#pragma unroll 1
    for (int first = 0; first < n; first += 128) {
        tile[threadIdx.x] = first + threadIdx.x < n ? in[first + threadIdx.x] : 0;
        __syncthreads();
        sum += tile[127 - threadIdx.x];
        if (!Wrong)
            __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum / n;
}

extern "C" __global__ void means_right(float *out, const float *in, int n)
{
    means<false>(out, in, n);
}

extern "C" __global__ void means_wrong(float *out, const float *in, int n)
{
    means<true>(out, in, n);
}

// Sums over rows of n elements, a multiple of 64, four at a time: no trip needs a guard. Wrong: the
// next ones are stored before all threads have read these.
template <bool Wrong> static __device__ void sums(float *out, const float4 *in, int n)
{
    __shared__ float4 part[16];
    float sum = 0;
    for (int k = 0; k < n / 4; k += 16) {
        if (threadIdx.x < 16)
            part[threadIdx.x] = in[blockIdx.x * (n / 4) + k + threadIdx.x];
        __syncthreads();
        sum += reinterpret_cast<const float *>(part)[threadIdx.x];
        if (!Wrong)
            __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
extern "C" __global__ void sums_right(float *out, const float4 *in, int n)
{
    sums<false>(out, in, n);
}
extern "C" __global__ void sums_wrong(float *out, const float4 *in, int n)
{
    sums<true>(out, in, n);
}
