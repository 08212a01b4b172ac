/* Kernels that copy and transpose; of most there is one with a fault. */

#define SHARED(p) ((unsigned)__cvta_generic_to_shared(p))

extern "C" {

/* Rows of N to columns of M, each thread for itself. */
__global__ void plain_right(const float *a, float *b, int M, int N)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            b[c * M + r + j] = a[(r + j) * N + c];
}
__global__ void plain_wrong(const float *a, float *b, int M, int N) /* the guard is another's */
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j < N)
            b[c * M + r + j] = a[(r + j) * N + c];
}

/* The same through shared memory, with a padding. */
__global__ void tile_right(const float *a, float *b, int M, int N)
{
    __shared__ float t[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            t[threadIdx.y + j][threadIdx.x] = a[(r + j) * N + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j < N)
            b[(r + j) * M + c] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void tile_wrong(const float *a, float *b, int M, int N) /* one row too few */
{
    __shared__ float t[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            t[threadIdx.y + j][threadIdx.x] = a[(r + j) * N + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j + 1 < N)
            b[(r + j) * M + c] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void tile_unordered(const float *a, float *b, int M, int N) /* without the barrier */
{
    __shared__ float t[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            t[threadIdx.y + j][threadIdx.x] = a[(r + j) * N + c];
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j < N)
            b[(r + j) * M + c] = t[threadIdx.x][threadIdx.y + j];
}

/* Columns of a tile are swizzled by its rows. */
__global__ void swizzle_right(const float *a, float *b, int M, int N)
{
    __shared__ float t[32 * 32];
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            t[(y + j) * 32 + (x ^ (y + j))] = a[(r + j) * N + c];
    __syncthreads();
    c = blockIdx.y * 32 + x;
    r = blockIdx.x * 32 + y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j < N)
            b[(r + j) * M + c] = t[x * 32 + (x ^ (y + j))];
}
__global__ void swizzle_wrong(const float *a, float *b, int M, int N) /* read as if it were none */
{
    __shared__ float t[32 * 32];
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
    for (int j = 0; j < 32; j += 8)
        if (c < N && r + j < M)
            t[(y + j) * 32 + (x ^ (y + j))] = a[(r + j) * N + c];
    __syncthreads();
    c = blockIdx.y * 32 + x;
    r = blockIdx.x * 32 + y;
    for (int j = 0; j < 32; j += 8)
        if (c < M && r + j < N)
            b[(r + j) * M + c] = t[x * 32 + (y + j)];
}

/* Vectors, and what is left of them one by one. */
__global__ void vector_right(const float *a, float *b, int n)
{
    int i = 4 * (blockIdx.x * 128 + threadIdx.x);
    if (i + 4 <= n)
        *(float4 *)(b + i) = *(const float4 *)(a + i);
    else
        for (int k = 0; k < 4; k++)
            if (i + k < n)
                b[i + k] = a[i + k];
}
__global__ void vector_wrong(const float *a, float *b, int n) /* not the third of what is left */
{
    int i = 4 * (blockIdx.x * 128 + threadIdx.x);
    if (i + 4 <= n)
        *(float4 *)(b + i) = *(const float4 *)(a + i);
    else
        for (int k = 0; k < 2; k++)
            if (i + k < n)
                b[i + k] = a[i + k];
}

/* Twice the stride of the grid, in a loop; a value that is 0 where there is none. */
__global__ void stride_right(const float *a, float *b, int n)
{
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float v = 0;
        if (i < n)
            v = a[i];
        b[i] = v;
    }
}
__global__ void stride_wrong(const float *a, float *b, int n) /* 255 for 256 */
{
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 255)
        b[i] = a[i];
}

/* By cp.async. */
__global__ void async_right(const float *a, float *b, int n)
{
    __shared__ __align__(16) float t[512];
    int i = blockIdx.x * 512 + 4 * threadIdx.x;
    if (i < n)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SHARED(t + 4 * threadIdx.x)),
                     "l"(a + i));
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 4; k++)
        if (blockIdx.x * 512 + k * 128 + threadIdx.x < n)
            b[blockIdx.x * 512 + k * 128 + threadIdx.x] = t[k * 128 + threadIdx.x];
}
__global__ void async_wrong(const float *a, float *b, int n) /* another quarter */
{
    __shared__ __align__(16) float t[512];
    int i = blockIdx.x * 512 + 4 * threadIdx.x;
    if (i < n)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SHARED(t + 4 * threadIdx.x)),
                     "l"(a + i));
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 4; k++)
        if (blockIdx.x * 512 + k * 128 + threadIdx.x < n)
            b[blockIdx.x * 512 + k * 128 + threadIdx.x] = t[(k ^ 1) * 128 + threadIdx.x];
}

/* From another lane, to where that one would store. */
__global__ void shuffle_right(const float *a, float *b)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    b[i ^ 5] = __shfl_xor_sync(~0u, a[i], 5);
}
__global__ void shuffle_wrong(const float *a, float *b)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    b[i ^ 5] = __shfl_xor_sync(~0u, a[i], 6);
}

/* Two halves in a word. */
__global__ void packed_right(const unsigned short *a, unsigned *b, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        b[i] = a[2 * i] | (a[2 * i + 1] << 16);
}
__global__ void packed_wrong(const unsigned short *a, unsigned *b, int n) /* the other way round */
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        b[i] = a[2 * i + 1] | (a[2 * i] << 16);
}

/* 8 x 8 halves by a warp: rows to shared memory, columns out of it by ldmatrix. */
__global__ void matrix_right(const unsigned *a, unsigned *b)
{
    __shared__ __align__(16) unsigned t[32];
    unsigned r;
    t[threadIdx.x] = a[32 * blockIdx.x + threadIdx.x];
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(r)
                 : "r"(SHARED(t + 4 * (threadIdx.x % 8))));
    b[32 * blockIdx.x + threadIdx.x] = r;
}
__global__ void matrix_wrong(const unsigned *a, unsigned *b) /* not transposed */
{
    __shared__ __align__(16) unsigned t[32];
    unsigned r;
    t[threadIdx.x] = a[32 * blockIdx.x + threadIdx.x];
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(r)
                 : "r"(SHARED(t + 4 * (threadIdx.x % 8))));
    b[32 * blockIdx.x + threadIdx.x] = r;
}

/* The same tile in each trip of a loop: rows of 64, in reverse. */
__global__ void loop_right(const float *a, float *b, int n)
{
    __shared__ float t[64];
#pragma unroll 1
    for (int k = blockIdx.x; k < n; k += 16) {
        t[threadIdx.x] = a[64 * k + threadIdx.x];
        __syncthreads();
        b[64 * k + threadIdx.x] = t[63 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void loop_wrong(const float *a, float *b, int n) /* what the trip before stored */
{
    __shared__ float t[64];
#pragma unroll 1
    for (int k = blockIdx.x; k < n; k += 16) {
        __syncthreads();
        b[64 * k + threadIdx.x] = t[63 - threadIdx.x];
        __syncthreads();
        t[threadIdx.x] = a[64 * k + threadIdx.x];
    }
}

/* What computes is no copy. */
__global__ void scale(const float *a, float *b, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        b[i] = 2 * a[i];
}
}
