// Kernels in which what was loaded decides, each as it should be and with one fault. Blocks of
// 128 threads.
#define BLOCK 128

// The least of all, and where it is.
template <bool Wrong> static __device__ void least(const float *a, int *b)
{
    __shared__ float value[BLOCK];
    __shared__ int place[BLOCK];
    int t = threadIdx.x;
    value[t] = a[blockIdx.x * BLOCK + t];
    place[t] = t;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d && value[t + d] < value[t]) {
            value[t] = value[t + d];
            place[t] = place[t + d];
        }
        if (!Wrong)
            __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = place[0];
}

extern "C" __global__ void least_right(const float *a, int *b)
{
    least<false>(a, b);
}

extern "C" __global__ void least_wrong(const float *a, int *b)
{
    least<true>(a, b); // a trip does not wait for the one before
}

// Neighbours change places until all are in order.
template <bool Wrong> static __device__ void order(int *a)
{
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + BLOCK] = a[t + BLOCK];
    for (int k = 0; k < 2 * BLOCK; k++) {
        int i = 2 * t + k % 2;
        if (!Wrong || k == 0)
            __syncthreads();
        if (i + 1 < 2 * BLOCK && s[i] > s[i + 1]) {
            int less = s[i + 1];
            s[i + 1] = s[i];
            s[i] = less;
        }
    }
    __syncthreads();
    a[t] = s[t];
    a[t + BLOCK] = s[t + BLOCK];
}

extern "C" __global__ void order_right(int *a)
{
    order<false>(a);
}

extern "C" __global__ void order_wrong(int *a)
{
    order<true>(a); // trips do not wait for each other
}
