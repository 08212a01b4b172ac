// Data that decide about two places of a kernel, and are not free of each other. Each kernel as it
// should be, and wrong by one fault. Blocks of 128 threads.

#define BLOCK 128

// What a kernel has written to global memory itself is no data that may be anything.
template <bool Wrong> static __device__ void written(int *out, int *own, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, *at = own + blockIdx.x * BLOCK;
    at[t] = 7;
    s[t] = 0;
    __syncthreads();
    int value = Wrong ? in[t] : at[BLOCK - 1 - t];
    if (value == 7)
        __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void written_right(int *out, int *own, const int *in)
{
    written<false>(out, own, in);
}

extern "C" __global__ void written_wrong(int *out, int *own, const int *in)
{
    written<true>(out, own, in);
}

// A flag that is loaded twice is one flag.
template <bool Wrong> static __device__ void twice(int *out, const int *flag)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (flag[0] == 1)
        s[t] = t;
    out[blockIdx.x * BLOCK + t] = 0;
    if (flag[Wrong] == 0)
        out[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void twice_right(int *out, const int *flag)
{
    twice<false>(out, flag);
}

extern "C" __global__ void twice_wrong(int *out, const int *flag)
{
    twice<true>(out, flag);
}

// Of two comparisons of one number one may follow from the other.
template <bool Wrong> static __device__ void compared(int *out, const float *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    float x = in[t], y = Wrong ? in[t + BLOCK] : x;
    s[t] = t;
    if (x >= 2)
        return;
    if (y < 3)
        __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[t];
}

extern "C" __global__ void compared_right(int *out, const float *in)
{
    compared<false>(out, in);
}

extern "C" __global__ void compared_wrong(int *out, const float *in)
{
    compared<true>(out, in);
}
