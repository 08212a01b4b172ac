// Accesses of 8 and 16 bytes, each aligned and not.
extern "C" __global__ void quads_right(const float *a, float4 *b)
{
    b[threadIdx.x] = reinterpret_cast<const float4 *>(a)[threadIdx.x];
}

extern "C" __global__ void quads_wrong(const float *a, float4 *b)
{
    b[threadIdx.x] = reinterpret_cast<const float4 *>(a + 1)[threadIdx.x];
}

extern "C" __global__ void rows_right(const float4 *a, float4 *b)
{
    __shared__ __align__(16) float s[128 * 4];
    *reinterpret_cast<float4 *>(s + 4 * threadIdx.x) = a[threadIdx.x];
    b[threadIdx.x] = *reinterpret_cast<float4 *>(s + 4 * threadIdx.x);
}

extern "C" __global__ void rows_wrong(const float4 *a, float4 *b)
{
    __shared__ __align__(16) float s[128 * 5];
    *reinterpret_cast<float4 *>(s + 5 * threadIdx.x) = a[threadIdx.x]; // 20 bytes a row
    b[threadIdx.x] = *reinterpret_cast<float4 *>(s + 5 * threadIdx.x);
}

extern "C" __global__ void pitch_right(const float *a, float4 *b, int pitch)
{
    b[threadIdx.x] = *reinterpret_cast<const float4 *>(a + threadIdx.x * 4 * pitch);
}

extern "C" __global__ void pitch_wrong(const float *a, float4 *b, int pitch)
{
    b[threadIdx.x] = *reinterpret_cast<const float4 *>(a + threadIdx.x * pitch);
}

extern "C" __global__ void pairs_right(const float *a, double2 *b)
{
    __shared__ __align__(16) float s[32][36];
    for (int r = 0; r < 32; r++)
        s[r][threadIdx.x] = a[32 * r + threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = *reinterpret_cast<double2 *>(&s[threadIdx.x][4]);
}

extern "C" __global__ void pairs_wrong(const float *a, double2 *b)
{
    __shared__ __align__(16) float s[32][33];
    for (int r = 0; r < 32; r++)
        s[r][threadIdx.x] = a[32 * r + threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = *reinterpret_cast<double2 *>(&s[threadIdx.x][4]); // padded by one float
}
