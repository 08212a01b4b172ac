/* device.cu - data for the cases, and what the kernels are compared with. */
#include "harness.cuh"

#include <stdio.h>
#include <stdlib.h>

void bench_need(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    exit(2);
}

void *bench_memory(size_t bytes)
{
    void *memory = NULL;
    NEED(cudaMalloc(&memory, bytes > 0 ? bytes : 1));
    return memory;
}

/* Blocks for one thread a thing; what one launch cannot hold is left to a loop. */
static unsigned int blocks_for(unsigned long long things)
{
    unsigned long long blocks = (things + 255) / 256;
    return (unsigned int)(blocks < 1 ? 1 : blocks < (1u << 20) ? blocks : 1u << 20);
}

#define EVERY(i, n)                                                                               \
    for (unsigned long long i = blockIdx.x * 256ULL + threadIdx.x; i < (n);                       \
         i += gridDim.x * 256ULL)

/* ---- bits ---- */

/* The finalizer of splitmix64. */
static __device__ unsigned long long mixed(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

static __global__ void bench_fill_kernel(unsigned char *memory, unsigned long long bytes,
                                         unsigned long long seed)
{
    EVERY(word, (bytes + 7) / 8)
    {
        unsigned long long bits = mixed(seed + word * 0x9e3779b97f4a7c15ULL);
        if (8 * word + 8 <= bytes)
            reinterpret_cast<unsigned long long *>(memory)[word] = bits;
        else
            for (unsigned long long i = 8 * word; i < bytes; i++, bits >>= 8)
                memory[i] = (unsigned char)bits;
    }
}

void bench_fill(void *memory, size_t bytes, unsigned long long seed)
{
    bench_fill_kernel<<<blocks_for((bytes + 7) / 8), 256>>>((unsigned char *)memory, bytes, seed);
    NEED(cudaGetLastError());
}

/* ---- the reference ---- */

typedef struct {
    int rank;
    unsigned long long elements;
    long long extent[BENCH_RANK], source[BENCH_RANK], destination[BENCH_RANK];
    long long source_offset, destination_offset;
    const long long *source_place, *destination_place; /* on the device; NULL: by strides */
} problem;

template <typename T>
static __global__ void bench_reference_kernel(problem p, const T *source, T *destination)
{
    EVERY(i, p.elements)
    {
        long long from = p.source_offset, to = p.destination_offset, rest = (long long)i;
        for (int k = 0; k < p.rank; k++) {
            long long coordinate = rest % p.extent[k];
            rest /= p.extent[k];
            from += coordinate * p.source[k];
            to += coordinate * p.destination[k];
        }
        if (p.source_place)
            from = p.source_place[i];
        if (p.destination_place)
            to = p.destination_place[i];
        destination[to] = source[from];
    }
}

template <typename T>
static void run_reference(const problem &p, const void *source, void *destination)
{
    bench_reference_kernel<T>
        <<<blocks_for(p.elements), 256>>>(p, (const T *)source, (T *)destination);
    NEED(cudaGetLastError());
}

static long long *places_of(const long long *place, unsigned long long elements)
{
    if (!place)
        return NULL;
    size_t bytes = (size_t)elements * sizeof *place;
    long long *copy = (long long *)bench_memory(bytes);
    NEED(cudaMemcpy(copy, place, bytes, cudaMemcpyHostToDevice));
    return copy;
}

void bench_reference(const bench_case *c, const void *source, void *destination)
{
    problem p = {};
    p.rank = c->rank;
    p.source_offset = c->source_offset;
    p.destination_offset = c->destination_offset;
    p.elements = 1;
    for (int k = 0; k < c->rank; k++) {
        p.extent[k] = c->extent[k];
        p.source[k] = c->source_stride[k];
        p.destination[k] = c->destination_stride[k];
        p.elements *= (unsigned long long)c->extent[k];
    }
    long long *from = places_of(c->source_place, p.elements);
    long long *to = places_of(c->destination_place, p.elements);
    p.source_place = from;
    p.destination_place = to;
    switch (c->bytes) {
    case 1: run_reference<unsigned char>(p, source, destination); break;
    case 2: run_reference<unsigned short>(p, source, destination); break;
    case 4: run_reference<unsigned int>(p, source, destination); break;
    case 8: run_reference<unsigned long long>(p, source, destination); break;
    default: NEED(cudaErrorInvalidValue);
    }
    NEED(cudaFree(from)); /* which waits for the kernel */
    NEED(cudaFree(to));
}

/* ---- comparison ---- */

static __global__ void bench_compare_kernel(const unsigned char *a, const unsigned char *b,
                                            unsigned long long elements, int bytes,
                                            bench_difference *out)
{
    EVERY(i, elements)
    {
        bool same = true;
        for (int k = 0; k < bytes; k++)
            same = same && a[i * bytes + k] == b[i * bytes + k];
        if (same)
            continue;
        atomicAdd(&out->count, 1ULL);
        atomicMin(&out->first, i);
    }
}

bench_difference bench_compare(const void *a, const void *b, long long elements, int bytes)
{
    bench_difference none = {0, ~0ULL}, found;
    bench_difference *out = (bench_difference *)bench_memory(sizeof *out);
    NEED(cudaMemcpy(out, &none, sizeof none, cudaMemcpyHostToDevice));
    bench_compare_kernel<<<blocks_for((unsigned long long)elements), 256>>>(
        (const unsigned char *)a, (const unsigned char *)b, (unsigned long long)elements, bytes,
        out);
    NEED(cudaGetLastError());
    NEED(cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost));
    NEED(cudaFree(out));
    return found;
}
