// Asynchronous copies, each as it should be and with one fault. Blocks of 128 threads.
#define BLOCK 128

static __device__ void copy(float *to, const float *from)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}

#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")

extern "C" __global__ void once_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t);
    COMMIT();
    WAIT(0);
    __syncthreads();
    b[t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void once_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t);
    COMMIT();
    WAIT(1); // one may be under way, and there is one
    __syncthreads();
    b[t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void meet_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t);
    COMMIT();
    WAIT(0);
    __syncthreads();
    b[t] = s[t ^ 32];
}

extern "C" __global__ void meet_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t);
    COMMIT();
    WAIT(0); // each thread waits for its own
    b[t] = s[t ^ 32];
}

extern "C" __global__ void commit_right(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t);
    COMMIT();
    WAIT(0);
    __syncthreads();
    b[t] = s[t ^ 64];
}

extern "C" __global__ void commit_wrong(const float *a, float *b)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    copy(&s[t], a + t); // of no group
    WAIT(0);
    __syncthreads();
    b[t] = s[t ^ 64];
}

extern "C" __global__ void ring_right(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    copy(&s[0][t], a + t);
    COMMIT();
    for (int k = 0; k < n; k++) {
        copy(&s[(k + 1) & 1][t], a + (k + 1) * BLOCK + t);
        COMMIT();
        WAIT(1);
        __syncthreads();
        sum += s[k & 1][t ^ 1];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void ring_wrong(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    copy(&s[0][t], a + t);
    COMMIT();
    for (int k = 0; k < n; k++) {
        copy(&s[(k + 1) & 1][t], a + (k + 1) * BLOCK + t);
        COMMIT();
        WAIT(2); // the copy of this trip's stage may be under way
        __syncthreads();
        sum += s[k & 1][t ^ 1];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void refill_right(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    copy(&s[0][t], a + t);
    COMMIT();
    for (int k = 0; k < n; k++) {
        copy(&s[(k + 1) & 1][t], a + (k + 1) * BLOCK + t);
        COMMIT();
        WAIT(1);
        __syncthreads();
        sum += s[k & 1][BLOCK - 1 - t];
        __syncthreads();
    }
    b[t] = sum;
}

extern "C" __global__ void refill_wrong(const float *a, float *b, int n)
{
    __shared__ float s[2][BLOCK];
    int t = threadIdx.x;
    float sum = 0;
    copy(&s[0][t], a + t);
    COMMIT();
    for (int k = 0; k < n; k++) {
        copy(&s[(k + 1) & 1][t], a + (k + 1) * BLOCK + t); // others may still read it
        COMMIT();
        WAIT(1);
        __syncthreads();
        sum += s[k & 1][BLOCK - 1 - t];
    }
    b[t] = sum;
}

// Four floats a lane, of n: what is not there is filled with zeros and not read. Wrong: the last
// lane that reads any reads all four.
template <bool Wrong> static __device__ void fill(const float *a, float *b, int n)
{
    __shared__ float4 s[BLOCK];
    int t = threadIdx.x, first = (blockIdx.x * BLOCK + t) * 4, left = n - first;
    int bytes = Wrong ? (left > 0 ? 16 : 0) : 4 * min(max(left, 0), 4);
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(a + first),
                 "r"(bytes)
                 : "memory");
    COMMIT();
    WAIT(0);
    __syncthreads();
    const float *from = reinterpret_cast<const float *>(s);
    for (int i = t; i < 4 * BLOCK; i += BLOCK)
        if (blockIdx.x * 4 * BLOCK + i < n)
            b[blockIdx.x * 4 * BLOCK + i] = from[i];
}
extern "C" __global__ void fill_right(const float *a, float *b, int n)
{
    fill<false>(a, b, n);
}
extern "C" __global__ void fill_wrong(const float *a, float *b, int n)
{
    fill<true>(a, b, n);
}
