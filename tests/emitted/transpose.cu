/* transpose: moves elements of type bf16.
 *
 *     destination[c0 + c1 * M] = source[c0 * N + c1]
 *     for 0 <= c0 < M, 0 <= c1 < N
 *
 * Sizes: M in 1..16384, N in 1..16384.
 * Launch: ((M + 31) >> 5) * ((N + 31) >> 5) blocks of 256 threads.
 * Addresses are multiples of 2 bytes.
 */
extern "C" __global__ void __launch_bounds__(256)
transpose(const unsigned short *__restrict__ source, unsigned short *__restrict__ destination,
          const int M, const int N)
{
    __shared__ __align__(16) unsigned short tile[1056];
    unsigned short r[4];
    const int block = (int)blockIdx.x;
    const int thread = (int)threadIdx.x;
    const int lane = thread & 31;
    const int row = thread >> 5;
    const int columns = (N + 31) >> 5;
    const int i0 = 32 * (block / columns);
    const int j0 = 32 * (block % columns);
#pragma unroll
    for (int v = 0; v < 4; v++) {
        if (i0 + row + 8 * v < M && j0 + lane < N) {
            r[v] = source[(i0 + row + 8 * v) * N + j0 + lane];
            tile[lane + 33 * row + 264 * v] = r[v];
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < 4; v++) {
        if (i0 + lane < M && j0 + row + 8 * v < N) {
            r[v] = tile[row + 8 * v + 33 * lane];
            destination[(j0 + row + 8 * v) * M + i0 + lane] = r[v];
        }
    }
}
