// Kernels with barriers, each as it should be and with one fault. Blocks of 256 threads.
#define BLOCK 256

extern "C" __global__ void reverse_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * BLOCK + t];
    __syncthreads();
    b[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void reverse_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * BLOCK + t];
    b[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t]; // no barrier before
}

extern "C" __global__ void place_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * BLOCK + t];
    __syncthreads();
    b[blockIdx.x * BLOCK + t] = s[(t + 32) % BLOCK];
}

extern "C" __global__ void place_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    __syncthreads(); // too early
    s[t] = a[blockIdx.x * BLOCK + t];
    b[blockIdx.x * BLOCK + t] = s[(t + 32) % BLOCK];
}

extern "C" __global__ void branch_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    if (t < 128)
        s[t] = a[t];
    __syncthreads();
    float v = t < 128 ? s[127 - t] : 0;
    __syncthreads();
    s[t] = v;
    __syncthreads();
    b[t] = s[255 - t];
}

extern "C" __global__ void branch_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    float v = 0;
    if (t < 128) {
        s[t] = a[t];
        __syncthreads(); // threads from 128 on pass by, and meet the others here from the next
        v = s[127 - t];
    }
    __syncthreads();
    s[t] = v;
    __syncthreads();
    b[t] = s[255 - t];
}

extern "C" __global__ void odd_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    if (t & 1)
        s[t] = a[t];
    __syncthreads();
    b[t] = s[t | 1];
}

extern "C" __global__ void odd_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    float v = 0;
    if (t & 1) {
        s[t] = a[t];
        __syncthreads(); // half of a warp
        v = s[t ^ 2];
    }
    b[t] = v;
}

extern "C" __global__ void tree_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
}

extern "C" __global__ void tree_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d]; // a trip does not wait for the one before
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
}

extern "C" __global__ void sums_right(const float *a, float *b)
{
    __shared__ float s[2 * BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + BLOCK] = a[t + BLOCK];
    __syncthreads();
    for (int d = BLOCK; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    b[t] = s[0];
}

extern "C" __global__ void sums_wrong(const float *a, float *b)
{
    __shared__ float s[2 * BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + BLOCK] = a[t + BLOCK];
    __syncthreads();
    for (int d = BLOCK; d > 0; d /= 2) {
        s[t] += s[t + d]; // t + d is another's t, which it writes
        __syncthreads();
    }
    b[t] = s[0];
}

extern "C" __global__ void reuse_right(const float *a, float *b, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        s[t] = a[k * BLOCK + t];
        __syncthreads();
        sum += s[t ^ 32];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void reuse_wrong(const float *a, float *b, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        s[t] = a[k * BLOCK + t]; // while others read what the last trip wrote
        __syncthreads();
        sum += s[t ^ 32];
    }
    b[t] = sum;
}

extern "C" __global__ void scan_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        float v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    b[t] = s[t];
}

extern "C" __global__ void scan_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        float v = t >= d ? s[t - d] : 0;
        s[t] += v; // others may still read it
        __syncthreads();
    }
    b[t] = s[t];
}

extern "C" __global__ void stages_right(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    s[0][t] = a[t];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        s[(k + 1) & 1][t] = a[(k + 1) * BLOCK + t];
        sum += s[k & 1][t ^ 64];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void stages_wrong(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    s[0][t] = a[t];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        s[k & 1][t] = a[(k + 1) * BLOCK + t]; // the stage that is read
        sum += s[k & 1][t ^ 64];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void shift_right(const float *a, float *b)
{
    __shared__ float s[BLOCK + 1];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t == 0)
        s[BLOCK] = 0;
    __syncthreads();
    float v = s[t + 1];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    b[t] = s[t ^ 1];
}

extern "C" __global__ void shift_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK + 1];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t == 0)
        s[BLOCK] = 0;
    __syncthreads();
    s[t] = s[t + 1]; // what the next thread writes
    __syncthreads();
    b[t] = s[t ^ 1];
}

extern "C" __global__ void trips_right(const float *a, float *b, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    for (int k = 0; k < n; k += BLOCK) {
        if (k + t < n)
            s[t] = a[k + t];
        __syncthreads();
        if (k + t < n)
            b[k + t] = s[0] + s[t];
        __syncthreads();
    }
}

extern "C" __global__ void trips_wrong(const float *a, float *b, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    for (int k = t; k < n; k += BLOCK) {
        s[t] = a[k];
        __syncthreads(); // some threads have a trip less
        b[k] = s[0] + s[t];
        __syncthreads();
    }
}

extern "C" __global__ void first_right(const float *a, float *b)
{
    __shared__ float s;
    int t = threadIdx.x;
    if (t == 0)
        s = a[blockIdx.x];
    __syncthreads();
    b[blockIdx.x * BLOCK + t] = s;
}

extern "C" __global__ void first_wrong(const float *a, float *b)
{
    __shared__ float s;
    int t = threadIdx.x;
    if (t == 0)
        s = a[blockIdx.x];
    b[blockIdx.x * BLOCK + t] = s; // not yet written for other warps
}

extern "C" __global__ void counts_right(const int *a, int *b)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    atomicAdd(&s[a[blockIdx.x * BLOCK + t] & 255], 1);
    __syncthreads();
    b[blockIdx.x * BLOCK + t] = s[t];
}

extern "C" __global__ void counts_wrong(const int *a, int *b)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[a[blockIdx.x * BLOCK + t] & 255]++; // two threads may have the same
    __syncthreads();
    b[blockIdx.x * BLOCK + t] = s[t];
}

// Each half of the block has barriers of its own, which are one to both; wrong: the second one is
// missing in both.
template <bool Wrong> static __device__ void ways(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    if (t < 128) {
        s[t] = a[t];
        __syncthreads();
        float v = s[255 - t];
        if (!Wrong)
            __syncthreads();
        s[t] = v * v;
    } else {
        s[t] = 2 * a[t] + 1;
        __syncthreads();
        float v = s[255 - t] - a[t - 128];
        if (!Wrong)
            __syncthreads();
        s[t] = v;
    }
    __syncthreads();
    b[t] = s[t ^ 1];
}

extern "C" __global__ void ways_right(const float *a, float *b)
{
    ways<false>(a, b);
}

extern "C" __global__ void ways_wrong(const float *a, float *b)
{
    ways<true>(a, b);
}

// Half of the threads come to one barrier, the others to another one: they meet; wrong: there is one for
// the first half alone.
template <bool Wrong> static __device__ void elsewhere(float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 128)
        asm volatile("bar.sync 0;" ::: "memory");
    float v = t < 128 ? s[255 - t] : 0;
    if (t >= 128 && !Wrong)
        asm volatile("bar.sync 0;" ::: "memory");
    b[t] = v;
}

extern "C" __global__ void elsewhere_right(float *b)
{
    elsewhere<false>(b);
}

extern "C" __global__ void elsewhere_wrong(float *b)
{
    elsewhere<true>(b);
}
