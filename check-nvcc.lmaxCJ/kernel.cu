#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 4 elements, read as one vector, to registers `step` apart. */
static __device__ __forceinline__ void
copy_f32_4_load_4(float *r, int step, const float *address)
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
copy_f32_4_store_4(float *address, const float *r, int step)
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

/* copy_f32_4: moves elements of type f32.
 *
 *     destination[c0] = source[c0]
 *     for 0 <= c0 < n
 *
 * Sizes: n in 1..16777216.
 * Launch: (n + 4095) >> 12 blocks of 256 threads.
 * Addresses are multiples of 16 bytes.
 *
 * every element is written once
 * a second line, with the end of a comment: * /
 */
extern "C" __global__ void __launch_bounds__(256)
copy_f32_4(const float *__restrict__ source, float *__restrict__ destination, const int n)
{
    float r[16];
    const int block = (int)blockIdx.x;
    const int thread = (int)threadIdx.x;
    const long long start = 4096 * (long long)block;
    const long long first = start + 4 * (long long)thread;
    /* A full tile. */
    if (start + 4096 <= (long long)n) {
#pragma unroll
        for (int v = 0; v < 4; v++) {
            copy_f32_4_load_4(&r[4 * v], 1, &source[first + 1024 * (long long)v]);
        }
#pragma unroll
        for (int v = 0; v < 4; v++) {
            copy_f32_4_store_4(&destination[first + 1024 * (long long)v], &r[4 * v], 1);
        }
    } else {
#pragma unroll
        for (int v = 0; v < 4; v++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                if (first + (long long)i + 1024 * (long long)v < (long long)n) {
                    r[4 * v + i] = source[first + (long long)i + 1024 * (long long)v];
                    destination[first + (long long)i + 1024 * (long long)v] = r[4 * v + i];
                }
            }
        }
    }
}

/* Are these sizes that copy_f32_4 admits? */
static bool copy_f32_4_admits(long long n)
{
    if (n < 1LL)
        return false;
    if (n > 16777216LL)
        return false;
    return true;
}

/* Launches copy_f32_4. cudaErrorInvalidValue for sizes or addresses that it does not admit. */
extern "C" cudaError_t copy_f32_4_launch(const float *source, float *destination, long long n,
        cudaStream_t stream)
{
    if (!copy_f32_4_admits(n) || (size_t)source % 16 != 0 ||
        (size_t)destination % 16 != 0)
        return cudaErrorInvalidValue;
    const long long blocks_of_launch = (n + 4095) >> 12;
    if (blocks_of_launch < 0 || blocks_of_launch > 2147483647LL)
        return cudaErrorInvalidValue;
    if (blocks_of_launch == 0)
        return cudaSuccess;
    copy_f32_4<<<(unsigned int)blocks_of_launch, 256, 0, stream>>>(
        source, destination, (int)n);
    return cudaGetLastError();
}

/* The elements of the source. */
static long long copy_f32_4_source_elements(long long n)
{
    return n;
}

/* The elements of the destination. */
static long long copy_f32_4_destination_elements(long long n)
{
    return n;
}

/* The elements that are moved. */
static long long copy_f32_4_moved(long long n)
{
    return n;
}

/* What copy_f32_4 computes. */
static void copy_f32_4_reference(const float *source, float *destination, long long n)
{
    for (long long c0 = 0; c0 < n; c0++)
        destination[c0] = source[c0];
}

static void need(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

/* The same bits in each run. */
static void random_bits(void *bytes, size_t n)
{
    unsigned long long state = 88172645463325252ULL;
    for (size_t i = 0; i < n; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((unsigned char *)bytes)[i] = (unsigned char)(state >> 24);
    }
}

/* Runs copy_f32_4 once and compares with the reference, then times it: 0 when they agree. */
static int test(const long long *size)
{
    const int repetitions = 20;
    const long long elements = copy_f32_4_destination_elements(size[0]);
    const size_t source_bytes = sizeof(float) * (size_t)copy_f32_4_source_elements(size[0]);
    const size_t destination_bytes = sizeof(float) * (size_t)elements;
    float *source = (float *)malloc(source_bytes + 1);
    float *expected = (float *)malloc(destination_bytes + 1);
    float *result = (float *)malloc(destination_bytes + 1);
    float *device_source = NULL, *device_destination = NULL;
    float milliseconds = 0;
    cudaEvent_t start, stop;
    if (!source || !expected || !result)
        need(cudaErrorMemoryAllocation, "malloc");
    random_bits(source, source_bytes);
    memset(expected, 0xa5, destination_bytes); /* what is not written stays */
    need(cudaMalloc((void **)&device_source, source_bytes + 1), "cudaMalloc");
    need(cudaMalloc((void **)&device_destination, destination_bytes + 1), "cudaMalloc");
    need(cudaMemcpy(device_source, source, source_bytes, cudaMemcpyHostToDevice),
         "cudaMemcpy");
    need(cudaMemcpy(device_destination, expected, destination_bytes,
                    cudaMemcpyHostToDevice),
         "cudaMemcpy");
    need(copy_f32_4_launch(device_source, device_destination, size[0], 0), "launch");
    need(cudaMemcpy(result, device_destination, destination_bytes,
                    cudaMemcpyDeviceToHost),
         "copy_f32_4");
    copy_f32_4_reference(source, expected, size[0]);
    for (long long i = 0; i < elements; i++) {
        if (memcmp(&result[i], &expected[i], sizeof *result) != 0) {
            printf("copy_f32_4: destination[%lld] is wrong\n", i);
            return 1;
        }
    }
    need(cudaEventCreate(&start), "cudaEventCreate");
    need(cudaEventCreate(&stop), "cudaEventCreate");
    need(cudaEventRecord(start, 0), "cudaEventRecord");
    for (int i = 0; i < repetitions; i++)
        need(copy_f32_4_launch(device_source, device_destination, size[0], 0), "launch");
    need(cudaEventRecord(stop, 0), "cudaEventRecord");
    need(cudaEventSynchronize(stop), "cudaEventSynchronize");
    need(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
    milliseconds /= repetitions;
    printf("copy_f32_4: right; %.4f ms, %.1f GB/s\n", milliseconds,
           milliseconds > 0 ? 2e-6 * sizeof(float) * (double)copy_f32_4_moved(size[0]) / milliseconds
                            : 0.0);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(device_source);
    cudaFree(device_destination);
    free(source);
    free(expected);
    free(result);
    return 0;
}

/* usage: PROGRAM [n] */
int main(int argc, char **argv)
{
    const int sizes = 1;
    long long size[2] = {4096};
    bool ok = argc == sizes + 1 || argc == 1;
    for (int i = 0; ok && i + 1 < argc; i++) {
        char *end;
        size[i] = strtoll(argv[i + 1], &end, 10);
        ok = end != argv[i + 1] && *end == '\0';
    }
    if (!ok || !copy_f32_4_admits(size[0])) {
        fprintf(stderr, "%s: takes sizes that the comment of copy_f32_4 names\n", argv[0]);
        return 1;
    }
    for (int i = 0; i < sizes; i++)
        printf("%lld ", size[i]);
    return test(size);
}
