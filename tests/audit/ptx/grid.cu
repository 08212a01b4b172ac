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
