// Accesses with bank conflicts or too many sectors, each beside one without. Blocks of 32 x 8 or 32 threads.
extern "C" __global__ void tile_right(const float *a, float *b)
{
    __shared__ float s[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < 32; k += 8)
        s[k][x] = a[32 * k + x];
    __syncthreads();
    for (int k = y; k < 32; k += 8)
        b[32 * k + x] = s[x][k];
}

extern "C" __global__ void tile_wrong(const float *a, float *b)
{
    __shared__ float s[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < 32; k += 8)
        s[k][x] = a[32 * k + x];
    __syncthreads();
    for (int k = y; k < 32; k += 8)
        b[32 * k + x] = s[x][k]; // a column: one bank
}

extern "C" __global__ void padded_right(const float *a, float *b)
{
    __shared__ float s[32][33];
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++)
        s[k][t] = a[32 * k + t];
    __syncthreads();
    for (int k = 0; k < 32; k++)
        b[32 * k + t] = s[t][k];
}

extern "C" __global__ void padded_wrong(const float *a, float *b)
{
    __shared__ float s[32][34];
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++)
        s[k][t] = a[32 * k + t];
    __syncthreads();
    for (int k = 0; k < 32; k++)
        b[32 * k + t] = s[t][k]; // 34 is even
}

extern "C" __global__ void apart_right(const float *a, float *b)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + 32] = a[t + 32];
    __syncthreads();
    b[t] = s[t] + s[t + 32];
}

extern "C" __global__ void apart_wrong(const float *a, float *b)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[2 * t] = a[t]; // every other bank
    s[2 * t + 64] = a[t + 32];
    __syncthreads();
    b[t] = s[t] + s[t + 32];
}

extern "C" __global__ void xor_right(const float *a, float *b)
{
    __shared__ float s[32 * 32];
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++)
        s[32 * k + (t ^ k)] = a[32 * k + t];
    __syncthreads();
    for (int k = 0; k < 32; k++)
        b[32 * k + t] = s[32 * t + (k ^ t)];
}

extern "C" __global__ void xor_wrong(const float *a, float *b)
{
    __shared__ float s[32 * 32];
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++)
        s[32 * k + (t ^ (k >> 1))] = a[32 * k + t];
    __syncthreads();
    for (int k = 0; k < 32; k++)
        b[32 * k + t] = s[32 * t + (k ^ (t >> 1))]; // rows 2r and 2r + 1 have the same swizzle
}

extern "C" __global__ void quad_rows_right(const float4 *a, float4 *b)
{
    __shared__ __align__(16) float s[32 * 36];
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++)
        *reinterpret_cast<float4 *>(&s[36 * t + 4 * k]) = a[8 * t + k];
    __syncthreads();
    b[t] = *reinterpret_cast<float4 *>(&s[36 * t]);
}

extern "C" __global__ void quad_rows_wrong(const float4 *a, float4 *b)
{
    __shared__ __align__(16) float s[32 * 32];
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++)
        *reinterpret_cast<float4 *>(&s[32 * t + 4 * k]) = a[8 * t + k];
    __syncthreads();
    b[t] = *reinterpret_cast<float4 *>(&s[32 * t]); // rows of 128 bytes: the same four banks
}

static __device__ void load(unsigned *r, const void *p)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

extern "C" __global__ void matrix_right(const uint4 *a, uint4 *b)
{
    __shared__ __align__(16) unsigned char s[32 * 80];
    int t = threadIdx.x;
    unsigned r[4];
    *reinterpret_cast<uint4 *>(s + 80 * t) = a[t];
    __syncthreads();
    load(r, s + 80 * t);
    b[t] = make_uint4(r[0], r[1], r[2], r[3]);
}

extern "C" __global__ void matrix_wrong(const uint4 *a, uint4 *b)
{
    __shared__ __align__(16) unsigned char s[32 * 64];
    int t = threadIdx.x;
    unsigned r[4];
    *reinterpret_cast<uint4 *>(s + 64 * t) = a[t];
    __syncthreads();
    load(r, s + 64 * t); // rows of 64 bytes
    b[t] = make_uint4(r[0], r[1], r[2], r[3]);
}

extern "C" __global__ void records_right(const float *a, float *b)
{
    __shared__ float s[32 * 3];
    int t = threadIdx.x;
    s[3 * t] = a[t];
    __syncthreads();
    b[t] = s[3 * (31 - t)];
}

extern "C" __global__ void records_wrong(const float *a, float *b)
{
    __shared__ float s[32 * 4];
    int t = threadIdx.x;
    s[4 * t] = a[t];
    __syncthreads();
    b[t] = s[4 * (31 - t)];
}

extern "C" __global__ void halves_right(const short *a, short *b)
{
    __shared__ short s[32][66];
    int t = threadIdx.x;
    s[t][0] = a[t];
    __syncthreads();
    b[t] = s[31 - t][0];
}

extern "C" __global__ void halves_wrong(const short *a, short *b)
{
    __shared__ short s[32][64];
    int t = threadIdx.x;
    s[t][0] = a[t];
    __syncthreads();
    b[t] = s[31 - t][0];
}

// Sectors of global memory.
extern "C" __global__ void columns_right(const float *a, float *b)
{
    b[blockIdx.x * 32 + threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x];
}

extern "C" __global__ void columns_wrong(const float *a, float *b)
{
    b[blockIdx.x * 32 + threadIdx.x] = a[threadIdx.x * 1024 + blockIdx.x];
}

extern "C" __global__ void offset_right(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 8];
}

extern "C" __global__ void offset_wrong(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 1]; // from the middle of a sector
}

extern "C" __global__ void fields_right(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 32] + a[threadIdx.x + 64];
}

extern "C" __global__ void fields_wrong(const float *a, float *b)
{
    b[threadIdx.x] = a[3 * threadIdx.x] + a[3 * threadIdx.x + 1] + a[3 * threadIdx.x + 2];
}
