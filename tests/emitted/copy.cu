/* 4 elements, read as one vector, to registers `step` apart. */
static __device__ __forceinline__ void
copy_load_4(float *r, int step, const float *address)
{
    union {
        uint4 vector;
        float element[4];
    } u;
    u.vector = *reinterpret_cast<const uint4 *>(address);
#pragma unroll
    for (int i = 0; i < 4; i++)
        r[i * step] = u.element[i];
}

/* 4 registers `step` apart, written as one vector. */
static __device__ __forceinline__ void
copy_store_4(float *address, const float *r, int step)
{
    union {
        uint4 vector;
        float element[4];
    } u;
#pragma unroll
    for (int i = 0; i < 4; i++)
        u.element[i] = r[i * step];
    *reinterpret_cast<uint4 *>(address) = u.vector;
}

/* copy: moves elements of type f32.
 *
 *     destination[c0] = source[c0]
 *     for 0 <= c0 < n
 *
 * Sizes: n in 1..16777216.
 * Launch: (n + 255) >> 8 blocks of 32 threads.
 * Addresses are multiples of 16 bytes.
 *
 * every element is written once
 * a second line, with the end of a comment: * /
 */
extern "C" __global__ void __launch_bounds__(32)
copy(const float *__restrict__ source, float *__restrict__ destination, const int n)
{
    float r[8];
    const int block = (int)blockIdx.x;
    const int thread = (int)threadIdx.x;
    const int start = 256 * block;
    const int first = start + 4 * thread;
    /* A full tile. */
    if (start + 256 <= n) {
#pragma unroll
        for (int v = 0; v < 2; v++) {
            copy_load_4(&r[4 * v], 1, &source[first + 128 * v]);
        }
#pragma unroll
        for (int v = 0; v < 2; v++) {
            copy_store_4(&destination[first + 128 * v], &r[4 * v], 1);
        }
    } else {
#pragma unroll
        for (int v = 0; v < 2; v++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                if (first + i + 128 * v < n) {
                    r[4 * v + i] = source[first + i + 128 * v];
                    destination[first + i + 128 * v] = r[4 * v + i];
                }
            }
        }
    }
}
