// Kernels whose warps meet at barriers of their own, each as it should be and with one fault.

static __device__ void meet(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

static __device__ void arrive(int barrier, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// Two warps fill one of two stages while two others read the other one. Barriers 1 and 2 say that
// a stage is full, 3 and 4 that it is free.
template <bool Wrong> static __device__ void stages(const float *a, float *b, int n)
{
    __shared__ float s[2][64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int k = 0; k < n; k++) {
            if (!Wrong && k >= 2)
                meet(3 + k % 2, 128);
            s[k % 2][t] = a[k * 64 + t];
            arrive(1 + k % 2, 128);
        }
        return;
    }
    float sum = 0;
    for (int k = 0; k < n; k++) {
        meet(1 + k % 2, 128);
        sum += s[k % 2][127 - t];
        if (!Wrong && k + 2 < n)
            arrive(3 + k % 2, 128);
    }
    b[t - 64] = sum;
}

extern "C" __global__ void stages_right(const float *a, float *b, int n)
{
    stages<false>(a, b, n);
}

extern "C" __global__ void stages_wrong(const float *a, float *b, int n)
{
    stages<true>(a, b, n); // a stage is filled again before it was read
}

// Each half of the block has a barrier of its own.
extern "C" __global__ void halves_right(const float *a, float *b)
{
    __shared__ float s[256];
    int t = threadIdx.x, half = t / 128;
    s[t] = a[t];
    meet(half + 1, 128);
    b[t] = s[half * 128 + 127 - t % 128];
}

extern "C" __global__ void halves_wrong(const float *a, float *b)
{
    __shared__ float s[256];
    int t = threadIdx.x, half = t / 128;
    s[t] = a[t];
    meet(half + 1, 128);
    b[t] = s[255 - t]; // of the other half
}

// The first trip stores to what the last one has read.
template <bool Wrong> static __device__ void again(const float *a, float *b, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        s[t] = a[k * 128 + t];
        meet(1, 128);
        sum += s[127 - t];
        if (!Wrong)
            meet(2, 128);
    }
    b[t] = sum;
}

extern "C" __global__ void again_right(const float *a, float *b, int n)
{
    again<false>(a, b, n);
}

extern "C" __global__ void again_wrong(const float *a, float *b, int n)
{
    again<true>(a, b, n);
}

// A warp fills two halves, one after the other; full is 1 or 2, empty 3 or 4. The first time that a
// half is filled again nobody has said that it is empty: the warp may come to `full` before the others
// have left.
template <bool Wrong> static __device__ void turns(const float *a, float *b, int n)
{
    __shared__ float s[2][32];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int half = k & 1;
        if (t < 32) {
            if (k >= (Wrong ? 3 : 2))
                meet(3 + half, 64);
            s[half][t] = a[k * 32 + t];
            arrive(1 + half, 64);
        } else {
            meet(1 + half, 64);
            sum += s[half][63 - t];
            if (k + 2 < n && (!Wrong || k > 0))
                arrive(3 + half, 64);
        }
    }
    if (t >= 32)
        b[t - 32] = sum;
}

extern "C" __global__ void turns_right(const float *a, float *b, int n)
{
    turns<false>(a, b, n);
}

extern "C" __global__ void turns_wrong(const float *a, float *b, int n)
{
    turns<true>(a, b, n);
}

// An assertion about data stands before the barrier; where the row of a stage is the lane of its
// number says.
template <bool Wrong> static __device__ void checked(const float *a, float *b, int n)
{
    __shared__ float s[5][32];
    int t = threadIdx.x, offset = 32 * (t & 31), stage = 0;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float value = a[k * 32 + t];
        if (value < 0)
            __trap();
        int row = __shfl_sync(~0u, offset, stage);
        (&s[0][0])[row + t] = value;
        if (!Wrong)
            meet(1, 32);
        sum += (&s[0][0])[row + 31 - t];
        if (++stage == 5)
            stage = 0;
    }
    b[t] = sum;
}

extern "C" __global__ void checked_right(const float *a, float *b, int n)
{
    checked<false>(a, b, n);
}

extern "C" __global__ void checked_wrong(const float *a, float *b, int n)
{
    checked<true>(a, b, n);
}

// A warp tells another one twice that something is there; wrong: by one barrier, which may be over
// before the other one comes.
template <bool Wrong> static __device__ void told_twice(const float *a, float *b)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = a[t];
        arrive(1, 64);
        s[t + 32] = a[t + 32];
        arrive(Wrong ? 1 : 2, 64);
    } else {
        meet(1, 64);
        b[t - 32] = s[63 - t];
        meet(Wrong ? 1 : 2, 64);
        b[t] = s[95 - t];
    }
}

extern "C" __global__ void told_twice_right(const float *a, float *b)
{
    told_twice<false>(a, b);
}

extern "C" __global__ void told_twice_wrong(const float *a, float *b)
{
    told_twice<true>(a, b);
}
