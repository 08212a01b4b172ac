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

// Keys in order, each with what belongs to it: pairs that are 1, 2, 4 .. apart change places.
template <bool Wrong> static __device__ void network(unsigned *keys, unsigned *values, int n)
{
    extern __shared__ unsigned key[];
    unsigned *value = key + n;
    int t = threadIdx.x;
    for (int i = t; i < n; i += BLOCK) {
        key[i] = keys[i];
        value[i] = values[i];
    }
    for (int run = 2; run <= n; run *= 2)
        for (int d = run / 2; d > 0; d /= 2) {
            if (!Wrong || d > 1 || run == 2)
                __syncthreads();
            int i = 2 * t - (t & (d - 1));
            if ((key[i] > key[i + d]) == ((i & run) == 0)) {
                unsigned k = key[i], v = value[i];
                key[i] = key[i + d];
                key[i + d] = k;
                value[i] = value[i + d];
                value[i + d] = v;
            }
        }
    __syncthreads();
    for (int i = t; i < n; i += BLOCK) {
        keys[i] = key[i];
        values[i] = value[i];
    }
}

extern "C" __global__ void network_right(unsigned *keys, unsigned *values, int n)
{
    network<false>(keys, values, n);
}

extern "C" __global__ void network_wrong(unsigned *keys, unsigned *values, int n)
{
    network<true>(keys, values, n); // neighbours do not wait for those that are 2 apart
}

// The block that comes last adds what all have found.
static __device__ unsigned came;

template <bool Wrong> static __device__ void total(const int *a, int *parts, int *sum, int n)
{
    __shared__ int s[BLOCK];
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < BLOCK; k++)
            s[0] += s[k];
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&came, gridDim.x - 1) == gridDim.x - 1;
    }
    if (!Wrong)
        __syncthreads();
    if (last) {
        s[t] = t < gridDim.x ? ((volatile int *)parts)[t] : 0;
        __syncthreads();
        for (int d = BLOCK / 2; d > 0; d /= 2) {
            if (t < d)
                s[t] += s[t + d];
            __syncthreads();
        }
        if (t == 0)
            *sum = s[0];
    }
}

extern "C" __global__ void total_right(const int *a, int *parts, int *sum, int n)
{
    total<false>(a, parts, sum, n);
}

extern "C" __global__ void total_wrong(const int *a, int *parts, int *sum, int n)
{
    total<true>(a, parts, sum, n); // whether a block is last is asked before it is known
}

// As many rows as memory says; what is before them does not depend on it.
extern "C" __global__ void rows(float *out, const float4 *in, const int *last)
{
    extern __shared__ float4 s[];
    int t = threadIdx.x;
    for (int i = t; i < 2 * BLOCK; i += BLOCK / 2)
        s[i] = in[i];
    __syncthreads();
    float sum = 0;
    for (int k = 1; k < *last; k++)
        sum += s[BLOCK / 4 * k + t].x;
    out[t] = sum;
}

// Numbers that are positive, without gaps; wrong: where a warp begins is asked for too early.
template <bool Wrong> static __device__ void packed(float *out, int *count, const float *in, int n)
{
    __shared__ int first[BLOCK / 32], base;
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * BLOCK + t;
    bool mine = i < n && in[i] > 0;
    unsigned all = __ballot_sync(0xffffffff, mine);
    if (lane == 0)
        first[t / 32] = __popc(all);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < BLOCK / 32; k++) {
            int some = first[k];
            first[k] = sum;
            sum += some;
        }
        base = atomicAdd(count, sum);
    }
    if (!Wrong)
        __syncthreads();
    if (mine)
        out[base + first[t / 32] + __popc(all & ((1u << lane) - 1))] = in[i];
}

extern "C" __global__ void packed_right(float *out, int *count, const float *in, int n)
{
    packed<false>(out, count, in, n);
}

extern "C" __global__ void packed_wrong(float *out, int *count, const float *in, int n)
{
    packed<true>(out, count, in, n);
}

// A thread takes numbers for the block, which then has one more barrier; wrong: it takes the next
// one while others have not read this one.
template <bool Wrong> static __device__ void queue(float *out, int *next, int n)
{
    __shared__ int now;
    int t = threadIdx.x;
    for (;;) {
        if (t == 0)
            now = atomicAdd(next, 1);
        __syncthreads();
        int mine = now;
        if (!Wrong)
            __syncthreads();
        if (mine >= n)
            break;
        out[mine * BLOCK + t] = t;
    }
    __syncthreads();
    out[t] = now;
}

extern "C" __global__ void queue_right(float *out, int *next, int n)
{
    queue<false>(out, next, n);
}

extern "C" __global__ void queue_wrong(float *out, int *next, int n)
{
    queue<true>(out, next, n);
}

// A loop that a number in memory ends, with barriers in it; wrong: the number is one that threads
// of the block store.
template <bool Wrong> static __device__ void until(float *out, const int *end, int *over, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (Wrong ? *over : end[k])
            break;
        s[t] = out[k * BLOCK + t];
        __syncthreads();
        out[k * BLOCK + t] = s[BLOCK - 1 - t];
        __syncthreads();
        if (t == 5 && out[k] > 0)
            *over = 1;
    }
    __syncthreads();
    out[t] = s[t];
}

extern "C" __global__ void until_right(float *out, const int *end, int *over, int n)
{
    until<false>(out, end, over, n);
}

extern "C" __global__ void until_wrong(float *out, const int *end, int *over, int n)
{
    until<true>(out, end, over, n);
}

// A number in memory says whether there is one more barrier; wrong: the first thread stores to where
// it stands, perhaps before others load it.
template <bool Wrong> static __device__ void once(float *out, int *more, const int *where, int *over)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    if (*more > 3)
        __syncthreads();
    if (t == 0)
        (Wrong ? more : over)[where[0]] = 7;
    s[t] = t;
    __syncthreads();
    out[t] = s[BLOCK - 1 - t];
}

extern "C" __global__ void once_right(float *out, int *more, const int *where, int *over)
{
    once<false>(out, more, where, over);
}

extern "C" __global__ void once_wrong(float *out, int *more, const int *where, int *over)
{
    once<true>(out, more, where, over);
}
