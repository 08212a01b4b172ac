// tiles.cu - two kernels whose PTX layoutcheck audit reads:
//
//     nvcc -arch=sm_80 -lineinfo -ptx tiles.cu && sed -i 's|".*/|"|' tiles.ptx

#define TILE 32

// A transpose through shared memory. A column of the tile lies in one bank; with TILE + 1 floats a
// row it does not.
extern "C" __global__ void __launch_bounds__(TILE * 8)
transpose(const float *in, float *out, int rows, int columns)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        if (x < columns && y + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        if (x < rows && y + i < columns)
            out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

// Means of three neighbours. The last element has one alone, and the bound lets it through: i < n
// should be i < n - 1.
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
