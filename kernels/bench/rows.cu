/* rows.cu - functions along rows: their data, and their formulas in double. Weights and bias are
 * the first row of the source. */
#include "harness.cuh"

#include "../kernel/statement.h"

#include <math_constants.h>
#include <string.h>

#define ROWS 24     /* that are compared */
#define THREADS 256 /* of a block, which has a row */

typedef struct {
    int rank, nodes, result, element;
    unsigned along;
    long long extent[BENCH_RANK], source[BENCH_RANK], destination[BENCH_RANK];
    long long source_offset, destination_offset, rows, length;
    lck_node node[LCK_MAX_NODES];
} problem;

/* ---- numbers of elements ---- */

enum { F32, F16, BF16 };

static int element_of(const bench_case *c)
{
    return strcmp(c->element, "bf16") == 0 ? BF16 : strcmp(c->element, "f16") == 0 ? F16 : F32;
}

static __device__ double number_at(const void *memory, long long i, int element)
{
    const unsigned short half = element == F32 ? 0 : ((const unsigned short *)memory)[i];
    const int exponent = half >> 10 & 31;
    if (element == F32)
        return ((const float *)memory)[i];
    if (element == BF16)
        return __uint_as_float((unsigned)half << 16);
    double size = exponent == 31 ? (half & 1023 ? CUDART_NAN : CUDART_INF)
                                 : ldexp((half & 1023) + (exponent ? 1024.0 : 0.0),
                                         (exponent ? exponent : 1) - 25);
    return half >> 15 ? -size : size;
}

/* Multiples of 1/32 below 4: each element has them. */
static __global__ void bench_numbers_kernel(void *memory, long long n, int element,
                                            unsigned long long seed)
{
    for (long long i = blockIdx.x * (long long)THREADS + threadIdx.x; i < n;
         i += gridDim.x * (long long)THREADS) {
        unsigned long long x = (seed + i) * 0x9e3779b97f4a7c15ULL;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
        const float value = (float)((int)(x >> 56) - 128) / 32;
        if (element == F32)
            ((float *)memory)[i] = value;
        else if (element == BF16)
            ((unsigned short *)memory)[i] = (unsigned short)(__float_as_uint(value) >> 16);
        else
            asm("{ .reg .b16 half; cvt.rn.f16.f32 half, %1; st.b16 [%0], half; }" ::"l"(
                    (unsigned short *)memory + i),
                "f"(value)
                : "memory");
    }
}

void bench_fill_numbers(const bench_case *c, void *memory, long long elements,
                        unsigned long long seed)
{
    bench_numbers_kernel<<<4096, THREADS>>>(memory, elements, element_of(c), seed);
    NEED(cudaGetLastError());
}

/* ---- formulas ---- */

static __device__ double calculate(lck_function function, double x, double y)
{
    switch (function) {
    case LCK_TIMES: return x * y;
    case LCK_PLUS: return x + y;
    case LCK_MINUS: return x - y;
    case LCK_OVER: return x / y;
    case LCK_MAX: return fmax(x, y);
    case LCK_MIN: return fmin(x, y);
    case LCK_MAX_0: return fmax(x, 0.0);
    case LCK_GAUSS: return x * (1 + erf(x * CUDART_SQRT_HALF)) / 2;
    case LCK_EXP:
    case LCK_EXP_NEAR: return exp(x);
    case LCK_LOG: return log(x);
    case LCK_TANH: return tanh(x);
    case LCK_SQRT: return sqrt(x);
    case LCK_RSQRT: return 1 / sqrt(x);
    case LCK_ABS: return fabs(x);
    case LCK_SAME: return x;
    default: return CUDART_NAN;
    }
}

/* Where element i of a row, or a row, lies. */
static __device__ long long place(const problem &p, const long long *stride, long long i,
                                  bool along)
{
    long long at = 0;
    for (int k = 0; k < p.rank; k++)
        if ((p.along >> k & 1) == along) {
            at += i % p.extent[k] * stride[k];
            i /= p.extent[k];
        }
    return at;
}

/* Of the n values of all threads. */
static __device__ double reduced(lck_function function, const double *value, long long n)
{
    __shared__ double part[THREADS];
    double mine = function == LCK_PLUS ? 0 : function == LCK_MAX ? -CUDART_INF : CUDART_INF;
    for (long long i = threadIdx.x; i < n; i += THREADS)
        mine = calculate(function, mine, value[i]);
    __syncthreads();
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int i = 0; i < THREADS; i++)
        mine = i == 0 ? part[0] : calculate(function, mine, part[i]);
    __syncthreads();
    return mine;
}

static __global__ void bench_rows_kernel(problem p, const void *source, const void *destination,
                                         double *memory, unsigned long long *wrong)
{
    const long long row = blockIdx.x * (p.rows - 1) / (gridDim.x > 1 ? gridDim.x - 1 : 1);
    double *value = memory + (long long)blockIdx.x * (p.nodes + 1) * p.length;
    const long long from = p.source_offset + place(p, p.source, row, false),
                    to = p.destination_offset + place(p, p.destination, row, false);
    for (int n = 0; n < p.nodes; n++) {
        const lck_node &node = p.node[n];
        const double *left = value + node.left * p.length, *right = value + node.right * p.length;
        double all = node.kind == LCK_NODE_NUMBER      ? (double)node.number
                     : node.kind == LCK_NODE_LENGTH    ? (double)p.length
                     : node.kind == LCK_NODE_REDUCTION ? reduced(node.function, left, p.length)
                                                       : 0;
        for (long long i = threadIdx.x; i < p.length; i += THREADS)
            value[n * p.length + i] =
                node.kind == LCK_NODE_ELEMENT
                    ? number_at(source, (node.array == LCK_SOURCE ? from : p.source_offset) +
                                            place(p, p.source, i, true), p.element)
                : node.kind == LCK_NODE_FUNCTION ? calculate(node.function, left[i], right[i])
                                                 : all;
        __syncthreads();
    }
    const double *expected = value + p.result * p.length;
    double *size = value + p.nodes * p.length;
    for (long long i = threadIdx.x; i < p.length; i += THREADS)
        size[i] = fabs(expected[i]);
    __syncthreads();
    const double most = reduced(LCK_MAX, size, p.length);
    const double step = p.element == F32 ? 0x1p-24 : p.element == F16 ? 0x1p-11 : 0x1p-8;
    for (long long i = threadIdx.x; i < p.length; i += THREADS) {
        double found = number_at(destination, to + place(p, p.destination, i, true), p.element);
        if (!(fabs(found - expected[i]) <= step * size[i] + 0x1p-14 * most))
            atomicAdd(wrong, 1ULL);
    }
}

static __global__ void bench_unwritten_kernel(problem p, const void *destination, int bytes,
                                              unsigned long long *wrong)
{
    for (long long i = blockIdx.x * (long long)THREADS + threadIdx.x; i < p.rows * p.length;
         i += gridDim.x * (long long)THREADS) {
        const long long at = p.destination_offset +
                             place(p, p.destination, i / p.length, false) +
                             place(p, p.destination, i % p.length, true);
        if (bytes == 2 ? ((const unsigned short *)destination)[at] == 0xffff
                       : ((const unsigned *)destination)[at] == 0xffffffff)
            atomicAdd(wrong, 1ULL);
    }
}

unsigned long long bench_wrong(const bench_case *c, const void *source, const void *destination)
{
    problem p = {c->rank, c->nodes, c->result, element_of(c), c->along};
    p.source_offset = c->source_offset;
    p.destination_offset = c->destination_offset;
    p.rows = p.length = 1;
    memcpy(p.node, c->formula, sizeof *c->formula * (size_t)c->nodes);
    for (int k = 0; k < c->rank; k++) {
        p.extent[k] = c->extent[k];
        p.source[k] = c->source_stride[k];
        p.destination[k] = c->destination_stride[k];
        *(c->along >> k & 1 ? &p.length : &p.rows) *= c->extent[k];
    }
    const unsigned rows = (unsigned)(p.rows < ROWS ? p.rows : ROWS);
    double *memory = (double *)bench_memory(sizeof *memory * rows * (size_t)(p.nodes + 1) *
                                            (size_t)p.length);
    unsigned long long *wrong = (unsigned long long *)bench_memory(sizeof *wrong), found;
    NEED(cudaMemset(wrong, 0, sizeof *wrong));
    bench_rows_kernel<<<rows, THREADS>>>(p, source, destination, memory, wrong);
    NEED(cudaGetLastError());
    bench_unwritten_kernel<<<4096, THREADS>>>(p, destination, c->bytes, wrong);
    NEED(cudaGetLastError());
    NEED(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
    NEED(cudaFree(memory));
    NEED(cudaFree(wrong));
    return found;
}
