// Kernels with guards, each as it should be and with one fault: an address outside of its buffer.
extern "C" __global__ void scale_right(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 2;
}

extern "C" __global__ void scale_wrong(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) // one too many
        a[i] *= 2;
}

extern "C" __global__ void plane_right(float *a, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        a[row * columns + column] = 0;
}

extern "C" __global__ void plane_wrong(float *a, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < columns && column < rows) // swapped
        a[row * columns + column] = 0;
}

extern "C" __global__ void bare_right(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i];
}

extern "C" __global__ void bare_wrong(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i]; // the last block is not full
}

extern "C" __global__ void vectors_right(const float4 *a, float4 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n)
        b[i] = a[i];
}

extern "C" __global__ void vectors_wrong(const float4 *a, float4 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) // its first element is inside, its last need not be
        b[i] = a[i];
}

extern "C" __global__ void halo_right(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        b[i] = a[i - 1] + a[i] + a[i + 1];
}

extern "C" __global__ void halo_wrong(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i - 1] + a[i] + a[i + 1]; // the ends have no neighbours
}

extern "C" __global__ void next_right(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        b[i] = a[i + 1];
}

extern "C" __global__ void next_wrong(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i + 1];
}

extern "C" __global__ void window_right(const float *a, float *b)
{
    __shared__ float s[129];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t == 0)
        s[128] = a[128];
    __syncthreads();
    b[t] = s[t] + s[t + 1];
}

extern "C" __global__ void window_wrong(const float *a, float *b)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    b[t] = s[t] + s[t + 1]; // 129 elements
}

extern "C" __global__ void dynamic_right(const float *a, float *b)
{
    extern __shared__ float s[]; // 128 elements
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    b[t] = s[127 - t];
}

extern "C" __global__ void dynamic_wrong(const float *a, float *b)
{
    extern __shared__ float s[]; // 128 elements
    int t = threadIdx.x;
    s[t + 2] = a[t];
    __syncthreads();
    b[t] = s[127 - t];
}

extern "C" __global__ void stride_right(float *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = 0;
}

extern "C" __global__ void stride_wrong(float *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n + 1; i += gridDim.x * blockDim.x)
        a[i] = 0;
}

extern "C" __global__ void bins_right(const int *a, int *b)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[a[threadIdx.x] & 255], 1);
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void bins_wrong(const int *a, int *b)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[a[threadIdx.x] & 511], 1); // 256 bins
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void turned_right(const float *a, float *b, int rows, int columns)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && column < columns)
        b[column * rows + row] = a[row * columns + column];
}

extern "C" __global__ void turned_wrong(const float *a, float *b, int rows, int columns)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && column < columns)
        b[column * columns + row] = a[row * columns + column]; // rows of the result have `rows`
}

// Faults of a grid: blocks write what other blocks write, or read.
extern "C" __global__ void parts_right(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = blockIdx.x;
}

extern "C" __global__ void parts_wrong(float *a, int n)
{
    int i = blockIdx.x * (blockDim.x - 2) + threadIdx.x; // blocks overlap
    if (i < n)
        a[i] = blockIdx.x;
}

extern "C" __global__ void slide_right(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        b[i] = a[i + 1];
}

extern "C" __global__ void slide_wrong(float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        a[i] = a[i + 1]; // the next block's first
}
