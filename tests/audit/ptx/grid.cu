// Kernels whose threads share global memory, each as it should be and with one fault.

extern "C" __global__ void onward_right(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        b[i] = a[i + 1];
}

extern "C" __global__ void onward_wrong(float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        a[i] = a[i + 1]; // in place
    else
        b[0] = 0;
}

extern "C" __global__ void total_right(const float *a, float *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&b[i % 8], a[i]);
}

extern "C" __global__ void total_wrong(const float *a, float *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i % 8] += a[i]; // not at once
}

extern "C" __global__ void rows_right(const float *a, float *b, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        b[y * width + x] = a[y * width + x];
}

extern "C" __global__ void rows_wrong(const float *a, float *b, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= width && y < height) // the end of a row is the beginning of the next one
        b[y * width + x] = a[y * width + x];
}

// Threads of a block pass on what they have through global memory.
extern "C" __global__ void passed_right(float *a, float *b)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x;
    a[i + t] = (float)t;
    __syncthreads();
    b[i + t] = a[i + (t + 1) % blockDim.x];
}

extern "C" __global__ void passed_wrong(float *a, float *b)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x;
    a[i + t] = (float)t;
    __syncthreads();
    b[i + t] = a[i + t + 1]; // the last one reads what the next block writes
}

// Steps of the whole grid; wrong: of as many numbers as it has blocks.
template <bool Wrong> static __device__ void strides(float *a, int n)
{
    int step = Wrong ? gridDim.x : gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        a[i] = 2 * a[i];
}

extern "C" __global__ void strides_right(float *a, int n)
{
    strides<false>(a, n);
}

extern "C" __global__ void strides_wrong(float *a, int n)
{
    strides<true>(a, n);
}

// A tile a block; wrong: what is right of the matrix is the beginning of the next row.
template <bool Wrong> static __device__ void cells(float *a, int rows, int columns)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (y < rows && (Wrong || x < columns))
        a[y * columns + x] += 1;
}

extern "C" __global__ void cells_right(float *a, int rows, int columns)
{
    cells<false>(a, rows, columns);
}

extern "C" __global__ void cells_wrong(float *a, int rows, int columns)
{
    cells<true>(a, rows, columns);
}

// Three fields of a record, from the last one; wrong: the fourth belongs to the next.
template <bool Wrong> static __device__ void fields(float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *at = a + 3 * (n - 1 - i);
    at[0] = b[i];
    at[1] = at[0];
    at[Wrong ? 3 : 2] = 2;
}

extern "C" __global__ void fields_right(float *a, const float *b, int n)
{
    fields<false>(a, b, n);
}

extern "C" __global__ void fields_wrong(float *a, const float *b, int n)
{
    fields<true>(a, b, n);
}

// The second half is added to the first; wrong: with one more.
template <bool Wrong> static __device__ void folded(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2 + Wrong)
        a[i] += a[i + n / 2];
}

extern "C" __global__ void folded_right(float *a, int n)
{
    folded<false>(a, n);
}

extern "C" __global__ void folded_wrong(float *a, int n)
{
    folded<true>(a, n);
}

// A row a block, by its threads; a row a warp, by its first lane; wrong: by two of its lanes.
template <bool Wrong> static __device__ void lines(float *a, float *sum, int rows, int columns)
{
    for (int i = threadIdx.x; i < columns; i += 128)
        a[blockIdx.x * columns + i] *= 2;
    int row = (blockIdx.x * 128 + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (lane == 0 && row < rows)
        sum[row] = 0;
    if (Wrong && lane == 1 && row < rows)
        sum[row] = 1;
}

extern "C" __global__ void lines_right(float *a, float *sum, int rows, int columns)
{
    lines<false>(a, sum, rows, columns);
}

extern "C" __global__ void lines_wrong(float *a, float *sum, int rows, int columns)
{
    lines<true>(a, sum, rows, columns);
}

// Sixteen numbers a thread, four rows of four, each with its guard; wrong: threads are three rows
// apart.
template <int ROWS> static __device__ void quarters(float *out, int m, int n)
{
    int row = blockIdx.y * 64 + threadIdx.y * ROWS, column = blockIdx.x * 64 + threadIdx.x * 4;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            if (row + i < m && column + k < n)
                out[(row + i) * n + column + k] = i * k;
}
extern "C" __global__ void quarters_right(float *out, int m, int n)
{
    quarters<4>(out, m, n);
}
extern "C" __global__ void quarters_wrong(float *out, int m, int n)
{
    quarters<3>(out, m, n);
}

// Warps store two numbers a lane as mma has them, of tiles that fill a matrix: no guard is needed.
// Wrong: the second half of a tile begins a row too early.
template <int HALF> static __device__ void fragments(float2 *out, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * 64 + warp * 16 + lane / 4, column = blockIdx.x * 4 + lane % 4;
    out[row * (n / 2) + column] = make_float2(warp, lane);
    out[(row + HALF) * (n / 2) + column] = make_float2(lane, warp);
}
extern "C" __global__ void fragments_right(float2 *out, int n)
{
    fragments<8>(out, n);
}
extern "C" __global__ void fragments_wrong(float2 *out, int n)
{
    fragments<7>(out, n);
}
